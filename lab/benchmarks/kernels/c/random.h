/* Random numbers: xorshift64*, as in knobel.engines.shared.rng. The state is one nonzero word. */
#include <stdint.h>

#define LOW(word) ((word) & 0xFFFFFFFFULL)
#define HIGH(word) ((word) >> 32)
/* A number below n from 32 random bits. */
#define SCALE(bits, n) ((int64_t)((bits) * (uint64_t)(n) >> 32))

static inline uint64_t random_bits(uint64_t *x) {
    *x ^= *x >> 12;
    *x ^= *x << 25;
    *x ^= *x >> 27;
    return *x * 0x2545F4914F6CDD1DULL;
}

static inline int64_t below(uint64_t *x, int64_t n) { return SCALE(HIGH(random_bits(x)), n); }

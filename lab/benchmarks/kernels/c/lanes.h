/* Five dice for LANES positions in parallel, as in knobel.engines.shared.simd and turn_simd; keeps and rolls are numbered
   as in knobel.engines.shared.five_dice. */
#include <immintrin.h>
#include <stdint.h>

enum { KEEPS = 462, SMALL = 210, ROLLS = 252, LANES = 16 };

#ifdef __AVX512F__
enum { WIDTH = 8 };
#define LARGER _mm512_max_pd
#elif defined __AVX__
enum { WIDTH = 4 };
#define LARGER _mm256_max_pd
#else
enum { WIDTH = 2 };
#define LARGER _mm_max_pd
#endif

typedef double vector __attribute__((vector_size(WIDTH * sizeof(double))));
typedef struct {
    vector part[LANES / WIDTH];
} lanes;

#define EACH for (int i = 0; i < LANES / WIDTH; i++)

static inline lanes larger(lanes a, lanes b) {
    EACH a.part[i] = LARGER(a.part[i], b.part[i]);
    return a;
}

static inline lanes plus(lanes a, lanes b) {
    EACH a.part[i] += b.part[i];
    return a;
}

static inline lanes plus_number(lanes a, double b) {
    EACH a.part[i] += b;
    return a;
}

static inline lanes times_number(lanes a, double b) {
    EACH a.part[i] *= b;
    return a;
}

/* The value of each keep of fewer than five dice: the mean over the next die. */
static void throw(const uint16_t (*add)[6], lanes *worth) {
    for (int keep = SMALL - 1; keep >= 0; keep--) {
        const uint16_t *a = add[keep];
        lanes low = plus(worth[a[0]], worth[a[1]]), middle = plus(worth[a[2]], worth[a[3]]);
        worth[keep] = times_number(plus(plus(low, middle), plus(worth[a[4]], worth[a[5]])), 1 / 6.0);
    }
}

/* The value of all dice when the best part of them, possibly all, is kept. */
static void choose(const uint16_t *remove, const uint16_t *remove_start, const lanes *worth, lanes *best) {
    best[0] = worth[0];
    for (int keep = 1; keep < KEEPS; keep++) {
        lanes value = worth[keep];
        for (int i = remove_start[keep]; i < remove_start[keep + 1]; i++) value = larger(value, best[remove[i]]);
        best[keep] = value;
    }
}

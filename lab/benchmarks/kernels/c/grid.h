/* The arrays of knobel.engines.shared.grid.Grid, in the same order. */
#include <stdint.h>

enum { CELLS = 25, LINES = 12, SIZE = 5, SUMS = 11, MULTISETS = 4368 };

struct grid {
    const int64_t *rolls;     /* (36) */
    const float *chances;     /* (11) */
    const int16_t (*next)[SUMS]; /* (4368, 11) */
    const int16_t *mirror;    /* (4368) */
    const int8_t *size;       /* (4368) */
    const int8_t (*counts)[SUMS]; /* (4368, 11) */
    const int64_t (*at)[4];   /* (25, 4) */
    const int64_t *at_count;  /* (25) */
    const int64_t (*cells)[SIZE]; /* (12, 5) */
};

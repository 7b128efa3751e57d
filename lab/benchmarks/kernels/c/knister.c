/* Random games of Knister in plain C, with the algorithm of benchmarks.kernels.playouts.knister and the arrays of
   knobel.engines.shared.grid and knobel.engines.knister.lookup. */
#include "grid.h"
#include "random.h"

struct rules {
    struct grid grid;
    const int32_t (*points)[MULTISETS]; /* (12, 4368) */
};

void knister_random(const struct rules *r, uint64_t *x, long games, int32_t *scores) {
    for (long game = 0; game < games; game++) {
        int64_t free[CELLS], lines[LINES] = {0};
        for (int cell = 0; cell < CELLS; cell++) free[cell] = cell;
        for (int n = CELLS; n > 0; n--) {
            uint64_t word = random_bits(x);
            int64_t sum = r->grid.rolls[SCALE(LOW(word), 36)], i = SCALE(HIGH(word), n), cell = free[i];
            free[i] = free[n - 1];
            for (int k = 0; k < r->grid.at_count[cell]; k++) {
                int64_t line = r->grid.at[cell][k];
                lines[line] = r->grid.next[lines[line]][sum];
            }
        }
        int32_t score = 0;
        for (int line = 0; line < LINES; line++) score += r->points[line][lines[line]];
        scores[game] = score;
    }
}

/* Random and greedy games of Knister in plain C, the reference for knobel.bench.playouts.knister: the same games from the
   same arrays, those of knobel.engines.shared.grid.Grid and knobel.engines.knister.tables. */
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

void knister_greedy(const struct rules *r, uint64_t *x, long games, int32_t *scores) {
    int64_t at[CELLS][4];
    for (int cell = 0; cell < CELLS; cell++)
        for (int k = 0; k < 4; k++) at[cell][k] = k < r->grid.at_count[cell] ? r->grid.at[cell][k] : LINES;
    for (long game = 0; game < games; game++) {
        int64_t free[CELLS], ties[CELLS], lines[LINES] = {0}, gains[LINES + 1] = {0}, score = 0;
        for (int cell = 0; cell < CELLS; cell++) free[cell] = cell;
        for (int64_t n = CELLS; n > 0; n--) {
            uint64_t word = random_bits(x);
            int64_t sum = r->grid.rolls[SCALE(LOW(word), 36)], some = 0, best = 0, count = n;
            for (int line = 0; line < LINES; line++) {
                int64_t after = r->grid.next[lines[line]][sum];
                gains[line] = after >= 0 ? r->points[line][after] : 0;
                some |= gains[line];
            }
            if (some) {
                count = 0;
                for (int64_t i = 0; i < n; i++) {
                    const int64_t *to = at[free[i]];
                    int64_t gain = gains[to[0]] + gains[to[1]] + gains[to[2]] + gains[to[3]];
                    if (gain > best) best = gain, count = 0;
                    ties[count] = i;
                    count += gain == best;
                }
            }
            int64_t i = SCALE(HIGH(word), count);
            if (some) i = ties[i];
            int64_t cell = free[i];
            free[i] = free[n - 1];
            for (int k = 0; k < r->grid.at_count[cell]; k++) {
                int64_t line = r->grid.at[cell][k];
                lines[line] = r->grid.next[lines[line]][sum];
            }
            score += best;
        }
        scores[game] = score;
    }
}

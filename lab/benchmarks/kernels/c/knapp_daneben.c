/* Random games of Knapp Daneben! in plain C, with the algorithm of benchmarks.kernels.playouts.knapp_daneben and the arrays
   of knobel.engines.knapp_daneben.lookup. */
#include "random.h"

enum { CELLS = 25, COLOURS = 5, SUMS = 11, THROWS = 7776, BOX_LINES = 10, BOXES = 4 };

struct rules {
    const int64_t (*rolls)[COLOURS];     /* (7776, 5) */
    const int64_t *colour;               /* (25) */
    const int64_t (*boxes)[BOXES][2];    /* (10, 4, 2) */
    const int64_t (*ticked)[SUMS];       /* (11, 11) */
    const int64_t *tick_points;          /* (5) */
    const int64_t *number_points;        /* (11) */
};

void knapp_daneben_random(const struct rules *r, uint64_t *x, long games, long own, int32_t *scores) {
    for (long game = 0; game < games; game++) {
        int64_t own_free[CELLS], other_free[CELLS], sums[CELLS], n_own = 0, n_other = 0, score = 0;
        for (int64_t cell = 0; cell < CELLS; cell++) {
            if (r->colour[cell] == own) own_free[n_own++] = cell;
            else other_free[n_other++] = cell;
        }
        for (int turn = 0; turn < CELLS; turn++) {
            int64_t roll = below(x, THROWS), dice = COLOURS - 1, i = below(x, dice * n_own + n_other), cell, other;
            if (i < dice * n_own) {
                other = i % dice;
                other += other >= own;
                i /= dice;
                cell = own_free[i];
                own_free[i] = own_free[--n_own];
            } else {
                i -= dice * n_own;
                cell = other_free[i];
                other = r->colour[cell];
                other_free[i] = other_free[--n_other];
            }
            sums[cell] = r->rolls[roll][own] + r->rolls[roll][other];
        }
        for (int line = 0; line < BOX_LINES; line++) {
            int64_t ticks = 0;
            for (int box = 0; box < BOXES; box++) ticks += r->ticked[sums[r->boxes[line][box][0]]][sums[r->boxes[line][box][1]]];
            score += r->tick_points[ticks];
        }
        for (int cell = 0; cell < CELLS; cell++) score += r->number_points[sums[cell]];
        scores[game] = score;
    }
}

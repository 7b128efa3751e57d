/* Random games of Knaster in plain C, with the algorithm of benchmarks.kernels.playouts.knaster and the arrays of
   knobel.engines.shared.grid and knobel.engines.knaster.lookup. */
#include "grid.h"
#include "random.h"

struct rules {
    struct grid grid;
    const int64_t *earned;      /* (4368) */
    const int64_t *line_points; /* (12) */
};

static int64_t ones(int64_t mask) { return __builtin_popcountll(mask); }

static int64_t nth(int64_t mask, int64_t n) {
    while (n-- > 0) mask &= mask - 1;
    return __builtin_ctzll(mask);
}

static int64_t choices(int64_t n, int64_t k) {
    if (k < 2) return k ? n : 1;
    int64_t pairs = n * (n - 1) / 2;
    return k == 2 ? pairs : pairs * (n - 2) / 3;
}

static int64_t due(const struct rules *r, int64_t uncircled, int64_t multiset) {
    int64_t left = ones(uncircled), earned = r->earned[multiset];
    return left < earned ? left : earned;
}

static int64_t work_off(const struct rules *r, uint64_t *x, const int64_t *masks, const int64_t *lines, int64_t circled,
                        int64_t cell) {
    int64_t ways[4], done = 0;
    for (;;) {
        int64_t total = 0, p;
        for (p = 0; p < r->grid.at_count[cell]; p++) {
            int64_t line = r->grid.at[cell][p], uncircled = masks[line] & ~circled, k = due(r, uncircled, lines[line]);
            ways[p] = done >> p & 1 || !k ? 0 : choices(ones(uncircled), k);
            total += ways[p];
        }
        if (!total) return circled;
        int64_t chosen = below(x, total);
        for (p = 0; chosen >= ways[p]; p++) chosen -= ways[p];
        int64_t line = r->grid.at[cell][p], uncircled = masks[line] & ~circled;
        for (int64_t k = due(r, uncircled, lines[line]); k > 0; k--) {
            int64_t bit = 1LL << nth(uncircled, below(x, ones(uncircled)));
            circled |= bit;
            uncircled ^= bit;
        }
        done |= 1 << p;
    }
}

static void line_masks(const struct rules *r, int64_t *masks) {
    for (int line = 0; line < LINES; line++) {
        masks[line] = 0;
        for (int k = 0; k < SIZE; k++) masks[line] |= 1LL << r->grid.cells[line][k];
    }
}

static int32_t score_sheet(const struct rules *r, const int64_t *masks, int64_t circled) {
    int32_t score = ones(circled);
    for (int line = 0; line < LINES; line++)
        if ((circled & masks[line]) == masks[line]) score += r->line_points[line];
    return score;
}

void knaster_random(const struct rules *r, uint64_t *x, long games, int32_t *scores) {
    int64_t masks[LINES];
    line_masks(r, masks);
    for (long game = 0; game < games; game++) {
        int64_t lines[LINES] = {0}, holding[SUMS] = {0}, free[CELLS], circled = 0, n = CELLS;
        for (int cell = 0; cell < CELLS; cell++) free[cell] = cell;
        for (int last = 0, over = 0; !over; last = n == 0) {
            uint64_t word = random_bits(x);
            int64_t total = r->grid.rolls[SCALE(LOW(word), 36)];
            int64_t matching = holding[total] & ~circled, count = n + ones(matching), i = SCALE(HIGH(word), count);
            if (i < n) {
                int64_t cell = free[i], earned = 0;
                free[i] = free[--n];
                holding[total] |= 1LL << cell;
                for (int p = 0; p < r->grid.at_count[cell]; p++) {
                    int64_t line = r->grid.at[cell][p];
                    lines[line] = r->grid.next[lines[line]][total];
                    earned |= r->earned[lines[line]];
                }
                if (earned) circled = work_off(r, x, masks, lines, circled, cell);
            } else if (count) {
                circled |= 1LL << nth(matching, i - n);
            }
            over = last;
        }
        scores[game] = score_sheet(r, masks, circled);
    }
}

/* Knöffel in plain C: the solution of a column with the algorithm of knobel.engines.knoeffel.induction, and random games
   with that of benchmarks.kernels.playouts.knoeffel. */
#include <string.h>

#include "lanes.h"
#include "random.h"

enum { RANKS = 6, UPPER = 6, MOST = 13 };

/* The arrays of knobel.engines.knoeffel.lookup and knobel.engines.shared.five_dice.FiveDice. */
struct rules {
    const float *points;         /* (252, 13) */
    const uint8_t *rank;         /* (252, 13) */
    const float *free_points;    /* (4) */
    const int32_t *class_start;  /* (65) */
    const int16_t *class_after;  /* (classes, 6, 6) */
    const float *bonus;          /* (classes) */
    const uint16_t (*add)[6];    /* (210, 6) */
    const uint16_t *remove;      /* (1260) */
    const uint16_t *remove_start;
    const uint16_t *part;
    const uint16_t *part_start;
};

static void enter(const struct rules *r, const int *fields, int count, const lanes (*after)[RANKS], lanes *worth) {
    for (int roll = 0; roll < ROLLS; roll++) {
        lanes value;
        for (int i = 0; i < count; i++) {
            int at = roll * MOST + fields[i];
            lanes other = plus_number(after[fields[i]][r->rank[at]], r->points[at]);
            value = i ? larger(value, other) : other;
        }
        worth[SMALL + roll] = value;
    }
}

void knoeffel_solve(const struct rules *r, double *values) {
    const int width = 4 * r->class_start[64];
    static lanes worth[KEEPS], best[KEEPS], after[MOST][RANKS], after_free[MOST][RANKS];
    double(*now)[RANKS][LANES] = (void *)after, (*later)[RANKS][LANES] = (void *)after_free;
    for (int upper = 63; upper >= 0; upper--) {
        int first = r->class_start[upper], classes = r->class_start[upper + 1] - first, states = 4 * classes;
        for (int lower = 127; lower >= 0; lower--) {
            double *block = values + (long)lower * width + 4 * first;
            int fields[MOST], count = 0;
            for (int field = 0; field < MOST; field++)
                if (!((lower << UPPER | upper) >> field & 1)) fields[count++] = field;
            if (!count) {
                for (int state = 0; state < states; state++)
                    block[state] = r->bonus[first + state % classes] + r->free_points[state / classes];
                continue;
            }
            for (int start = 0; start < states; start += LANES) {
                for (int lane = 0; lane < LANES; lane++) {
                    int state = start + lane < states ? start + lane : states - 1;
                    int used = state / classes, kind = state % classes;
                    for (int i = 0; i < count; i++) {
                        int field = fields[i];
                        if (field >= UPPER) {
                            double *next = values + (long)(lower | 1 << (field - UPPER)) * width + 4 * first;
                            now[field][0][lane] = next[used * classes + kind];
                            later[field][0][lane] = used < 3 ? next[(used + 1) * classes + kind] : -1e9;
                            continue;
                        }
                        int new = upper | 1 << field, from = r->class_start[new], size = r->class_start[new + 1] - from;
                        double *next = values + (long)lower * width + 4 * from;
                        const int16_t *to = r->class_after + ((first + kind) * UPPER + field) * RANKS;
                        for (int rank = 0; rank < RANKS; rank++) {
                            now[field][rank][lane] = next[used * size + to[rank]];
                            later[field][rank][lane] = used < 3 ? next[(used + 1) * size + to[rank]] : -1e9;
                        }
                    }
                }
                enter(r, fields, count, after_free, worth);
                throw(r->add, worth);
                choose(r->remove, r->remove_start, worth, best);
                enter(r, fields, count, after, worth);
                for (int roll = SMALL; roll < KEEPS; roll++) worth[roll] = larger(worth[roll], best[roll]);
                throw(r->add, worth);
                choose(r->remove, r->remove_start, worth, best);
                memcpy(worth + SMALL, best + SMALL, ROLLS * sizeof *worth);
                throw(r->add, worth);
                choose(r->remove, r->remove_start, worth, best);
                throw(r->add, best);
                for (int lane = 0; lane < LANES && start + lane < states; lane++) block[start + lane] = ((double *)best)[lane];
            }
        }
    }
}

static int64_t rethrow(const struct rules *r, uint64_t *x, int64_t keep) {
    uint64_t word = HIGH(random_bits(x));
    while (keep < SMALL) {
        word *= 6;
        keep = r->add[keep][word >> 32];
        word &= 0xFFFFFFFF;
    }
    return keep - SMALL;
}

void knoeffel_random(const struct rules *r, uint64_t *x, long games, long columns, double *scores) {
    int64_t open[6 * MOST], upper[6], kind[6], used[6];
    for (long game = 0; game < games; game++) {
        int places = columns * MOST;
        for (int place = 0; place < places; place++) open[place] = place;
        for (int i = 0; i < columns; i++) upper[i] = kind[i] = used[i] = 0;
        double score = 0;
        for (int64_t n = places; n > 0; n--) {
            int64_t roll = rethrow(r, x, 0), paid = 0, i = 0;
            for (int again = 0; again < 3; again++) {
                int64_t choices = r->part_start[roll + 1] - r->part_start[roll] - 1;
                if (again == 2) {
                    int left = 0;
                    for (int64_t k = 0; k < n; k++) left += used[open[k] / MOST] < 3;
                    if (!left) choices = 0;
                }
                i = below(x, n + choices);
                if (i < n) break;
                roll = rethrow(r, x, r->part[r->part_start[roll] + i - n]);
                paid = again / 2;
                i = n;
            }
            if (i == n) do i = below(x, n); while (used[open[i] / MOST] > 3 - paid);
            int64_t where = open[i] / MOST, field = open[i] % MOST;
            open[i] = open[n - 1];
            score += r->points[roll * MOST + field];
            used[where] += paid;
            if (field < UPPER) {
                int64_t row = r->class_start[upper[where]] + kind[where];
                kind[where] = r->class_after[(row * UPPER + field) * RANKS + r->rank[roll * MOST + field]];
                upper[where] |= 1 << field;
            }
        }
        for (int i = 0; i < columns; i++) score += r->bonus[r->class_start[63] + kind[i]] + r->free_points[used[i]];
        scores[game] = score;
    }
}

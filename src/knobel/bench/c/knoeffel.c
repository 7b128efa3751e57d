/* Knöffel in plain C, the reference for the compiled kernels: the solution of a column, and random and greedy games, with
   the algorithms of knobel.engines.knoeffel.induction and knobel.bench.playouts.knoeffel. */
#include <string.h>

#include "lanes.h"
#include "random.h"

enum { RANKS = 6, UPPER = 6, MOST = 13 };

/* The arrays of knobel.engines.knoeffel.tables.Rules and knobel.engines.shared.five_dice.FiveDice. */
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

/* The data of greedy games about a sheet: the upper total and the free rolls used of each column, and the open places. */
struct sheet {
    int64_t total[6], used[6], places[6 * MOST], n;
};

enum { BONUS_FROM = 63, NEVER = -1000000000, OUTCOMES = 7776 };

static int64_t gain(const struct rules *r, const struct sheet *s, int64_t place, int64_t roll, int64_t paid, int64_t bonus) {
    int64_t where = place / MOST, field = place % MOST, total = s->total[where], used = s->used[where];
    if (paid && used == 3) return NEVER;
    int64_t value = r->points[roll * MOST + field];
    if (field < UPPER && total < BONUS_FROM && BONUS_FROM <= total + value) value += bonus;
    return value + (int64_t)(r->free_points[used + paid] - r->free_points[used]);
}

static int64_t list_places(const struct rules *r, const struct sheet *s, int64_t paid, int64_t roll, int64_t bonus,
                           int64_t wanted, int64_t *out) {
    int64_t count = 0;
    for (int64_t i = 0; i < s->n; i++) {
        out[count] = i;
        count += gain(r, s, s->places[i], roll, paid, bonus) == wanted;
    }
    return count;
}

static int64_t best_entries(const struct rules *r, const struct sheet *s, const int32_t (*points)[ROLLS], int64_t paid,
                            int32_t bonus, int32_t *worth) {
    int32_t *best = worth + SMALL;
    int64_t allowed = 0;
    for (int roll = 0; roll < ROLLS; roll++) best[roll] = NEVER;
    for (int64_t i = 0; i < s->n; i++) {
        int64_t where = s->places[i] / MOST, field = s->places[i] % MOST, used = s->used[where];
        if (paid && used == 3) continue;
        allowed++;
        int32_t price = r->free_points[used + paid] - r->free_points[used];
        int32_t needed = BONUS_FROM - (field < UPPER && s->total[where] < BONUS_FROM ? s->total[where] : 0);
        const int32_t *row = points[field];
        for (int roll = 0; roll < ROLLS; roll++) {
            int32_t value = row[roll] + price + (row[roll] >= needed ? bonus : 0);
            best[roll] = best[roll] > value ? best[roll] : value;
        }
    }
    for (int keep = SMALL - 1; allowed && keep >= 0; keep--) {
        const uint16_t *a = r->add[keep];
        worth[keep] = worth[a[0]] + worth[a[1]] + worth[a[2]] + worth[a[3]] + worth[a[4]] + worth[a[5]];
    }
    return allowed;
}

void knoeffel_greedy(const struct rules *r, uint64_t *x, long games, long columns, double *scores) {
    static int32_t points[MOST][ROLLS], worth[2][KEEPS];
    static int64_t share[KEEPS], ties[6 * MOST + 32];
    int64_t bonus = 0;
    struct sheet s;
    for (int i = r->class_start[63]; i < r->class_start[64]; i++)
        if (r->bonus[i] > bonus) bonus = r->bonus[i];
    for (int field = 0; field < MOST; field++)
        for (int roll = 0; roll < ROLLS; roll++) points[field][roll] = r->points[roll * MOST + field];
    for (int keep = KEEPS - 1; keep >= 0; keep--) share[keep] = keep < SMALL ? share[r->add[keep][0]] / 6 : OUTCOMES;
    for (long game = 0; game < games; game++) {
        memset(&s, 0, sizeof s);
        for (int place = 0; place < columns * MOST; place++) s.places[place] = place;
        int64_t score = columns * (int64_t)r->free_points[0];
        for (s.n = columns * MOST; s.n > 0; s.n--) {
            int64_t roll = rethrow(r, x, 0), paid = 0, most = NEVER;
            best_entries(r, &s, points, 0, bonus, worth[0]);
            for (int again = 0; again < 3; again++) {
                if (again == 2 && !best_entries(r, &s, points, 1, bonus, worth[1])) break;
                int64_t enter = worth[0][SMALL + roll], best = OUTCOMES * enter, equals = 0;
                for (int i = r->part_start[roll]; i < r->part_start[roll + 1] - 1; i++) {
                    int64_t value = worth[again / 2][r->part[i]] * share[r->part[i]];
                    if (value > best) best = value, equals = 0;
                    if (value == best) ties[equals++] = r->part[i];
                }
                int64_t ways = equals;
                if (best == OUTCOMES * enter) ways += list_places(r, &s, 0, roll, bonus, enter, ties + equals);
                int64_t chosen = ways > 1 ? below(x, ways) : 0;
                if (chosen >= equals) break;
                roll = rethrow(r, x, ties[chosen]);
                paid = again / 2;
            }
            for (int64_t i = 0; i < s.n; i++) {
                int64_t value = gain(r, &s, s.places[i], roll, paid, bonus);
                most = most > value ? most : value;
            }
            int64_t equals = list_places(r, &s, paid, roll, bonus, most, ties), i = ties[equals > 1 ? below(x, equals) : 0];
            int64_t where = s.places[i] / MOST, field = s.places[i] % MOST;
            s.places[i] = s.places[s.n - 1];
            score += most;
            s.used[where] += paid;
            if (field < UPPER) s.total[where] += points[field][roll];
        }
        scores[game] = score;
    }
}

/* Random and greedy games of Knapp Daneben! in plain C, the reference for knobel.bench.playouts.knapp_daneben: the same
   games from the same arrays, those of knobel.engines.knapp_daneben.tables.Rules. */
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

enum { OUTSIDE = CELLS };

/* Constants of greedy games: the two lines of each circle, its two neighbours along each line, the gain of new ticks by the
   number of ticks in the line, and for each sum beside a box a mask of the sums that tick it, two bits for each. */
struct board {
    int64_t lines[CELLS][2], beside[CELLS][2][2], prizes[BOXES + 1][3];
    uint64_t ticked[SUMS];
};

static struct board make_board(const struct rules *r) {
    struct board b = {0};
    int found[CELLS][2] = {0};
    for (int cell = 0; cell < CELLS; cell++)
        for (int i = 0; i < 4; i++) b.beside[cell][i / 2][i % 2] = OUTSIDE;
    for (int line = 0; line < BOX_LINES; line++) {
        int axis = line >= BOX_LINES / 2;
        for (int box = 0; box < BOXES; box++)
            for (int side = 0; side < 2; side++) {
                int64_t cell = r->boxes[line][box][side];
                b.lines[cell][axis] = line;
                b.beside[cell][axis][found[cell][axis]++] = r->boxes[line][box][1 - side];
            }
    }
    for (int ticks = 0; ticks <= BOXES; ticks++)
        for (int new = 0; new <= 2 && ticks + new <= BOXES; new++)
            b.prizes[ticks][new] = r->tick_points[ticks + new] - r->tick_points[ticks];
    for (int sum = 0; sum < SUMS; sum++)
        for (int total = 0; total < SUMS; total++) b.ticked[sum] |= (uint64_t)r->ticked[sum][total] << 2 * total;
    return b;
}

/* The actions with the largest gain. */
struct best {
    int64_t gain, count;
    struct {
        int64_t cell, total;
    } actions[2 * CELLS];
};

static inline void consider(const struct rules *r, const struct board *b, const int64_t *ticks, uint64_t (*along)[2],
                            int64_t cell, int64_t total, struct best *best) {
    int64_t gain = r->number_points[total];
    for (int axis = 0; axis < 2; axis++) gain += b->prizes[ticks[b->lines[cell][axis]]][along[cell][axis] >> 2 * total & 3];
    if (gain > best->gain) best->gain = gain, best->count = 0;
    best->actions[best->count].cell = cell;
    best->actions[best->count].total = total;
    best->count += gain == best->gain;
}

void knapp_daneben_greedy(const struct rules *r, uint64_t *x, long games, long own, int32_t *scores) {
    const struct board b = make_board(r);
    uint64_t own_circles = 0;
    for (int cell = 0; cell < CELLS; cell++) own_circles |= (uint64_t)(r->colour[cell] == own) << cell;
    for (long game = 0; game < games; game++) {
        uint64_t along[CELLS + 1][2] = {0}, own_free = own_circles, other_free = own_circles ^ ((1 << CELLS) - 1);
        int64_t ticks[BOX_LINES] = {0}, score = 0;
        for (int turn = 0; turn < CELLS; turn++) {
            const int64_t *faces = r->rolls[below(x, THROWS)];
            struct best best;
            best.gain = -1, best.count = 0;
            for (uint64_t left = own_free; left; left &= left - 1)
                for (int64_t other = 0; other < COLOURS; other++)
                    if (other != own)
                        consider(r, &b, ticks, along, __builtin_ctzll(left), faces[own] + faces[other], &best);
            for (uint64_t left = other_free; left; left &= left - 1) {
                int64_t cell = __builtin_ctzll(left);
                consider(r, &b, ticks, along, cell, faces[own] + faces[r->colour[cell]], &best);
            }
            int64_t i = below(x, best.count), cell = best.actions[i].cell, total = best.actions[i].total;
            own_free &= ~(1ULL << cell);
            other_free &= ~(1ULL << cell);
            for (int axis = 0; axis < 2; axis++) {
                ticks[b.lines[cell][axis]] += along[cell][axis] >> 2 * total & 3;
                for (int side = 0; side < 2; side++) along[b.beside[cell][axis][side]][axis] += b.ticked[total];
            }
            score += best.gain;
        }
        scores[game] = score;
    }
}

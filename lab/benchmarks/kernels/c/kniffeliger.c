/* Random games of Kniffeliger with action dice in plain C, with the algorithm of benchmarks.kernels.playouts.kniffeliger
   and the arrays of benchmarks.kernels.playouts.kniffeliger_table. */
#include "random.h"
#include <string.h>

enum { ROWS = 14, ALL_ROWS = (1 << ROWS) - 1, MOST_SEATS = 8, DICE = 5, KINDS = 5 };
enum { KEEPS = 462, FIRST_ROLL = 210, ROLLS = 252 };
enum { STEAL, FREEZE, CROSS, SHIFT, SWAP };

struct rules {
    const float (*points)[ROWS];         /* (252, 14) */
    const uint8_t *earns;                /* (252) */
    const int64_t (*action_die)[KINDS];  /* (6, 5) */
    const uint16_t (*add)[6];            /* (210, 6) */
    const uint16_t *part, *part_start;   /* (5726), (463) */
    const uint8_t (*dice)[DICE], *size;  /* (462, 5), (462) */
};

struct sheet {
    int64_t points[ROWS], filled, crossed, frozen;
};

struct game {
    int64_t seats, hands[MOST_SEATS][KINDS], earned[MOST_SEATS][KINDS];
    struct sheet sheets[MOST_SEATS];
};

static int64_t ones(int64_t mask) { return __builtin_popcountll(mask); }

static int64_t nth(int64_t mask, int64_t n) {
    while (n-- > 0) mask &= mask - 1;
    return __builtin_ctzll(mask);
}

static int64_t targets(const struct sheet *mine, const struct sheet *other, int die) {
    if (die == STEAL) return other->filled & ~(mine->filled | mine->crossed | mine->frozen);
    int64_t open = ALL_ROWS & ~(other->filled | other->crossed);
    return die == FREEZE ? open & ~other->frozen : open;
}

static int64_t count_targets(const struct game *g, int seat, int first) {
    int64_t ways = 0;
    for (int die = first; die <= CROSS; die++)
        if (g->hands[seat][die])
            for (int other = 0; other < g->seats; other++)
                if (other != seat) ways += ones(targets(&g->sheets[seat], &g->sheets[other], die));
    return ways;
}

static int play_die(struct game *g, int seat, int first, int64_t choice) {
    struct sheet *mine = &g->sheets[seat];
    for (int die = first; die <= CROSS; die++) {
        if (!g->hands[seat][die]) continue;
        for (int i = 0; i < g->seats; i++) {
            if (i == seat) continue;
            struct sheet *other = &g->sheets[i];
            int64_t mask = targets(mine, other, die), ways = ones(mask);
            if (choice >= ways) {
                choice -= ways;
                continue;
            }
            int64_t row = nth(mask, choice);
            g->hands[seat][die]--;
            if (die == STEAL) {
                mine->points[row] = other->points[row];
                other->points[row] = 0;
                mine->filled |= 1 << row;
            } else if (die == FREEZE) {
                other->frozen |= 1 << row;
            } else {
                other->crossed |= 1 << row;
                other->frozen &= ~(1 << row);
            }
            return die == STEAL;
        }
    }
    return 0;
}

/* All dice after the dice that are not saved are thrown, by 32 random bits; and the thrown dice. */
struct throw {
    int64_t all, fallen;
};

static struct throw fall(const struct rules *r, uint64_t digits, int64_t saved) {
    struct throw t = {saved, 0};
    for (int i = r->size[saved]; i < DICE; i++) {
        digits *= 6;
        t.all = r->add[t.all][HIGH(digits)];
        t.fallen = r->add[t.fallen][HIGH(digits)];
        digits = LOW(digits);
    }
    return t;
}

static int64_t together(const struct rules *r, int64_t keep, int64_t more) {
    for (int i = 0; i < r->size[more]; i++) keep = r->add[keep][r->dice[more][i]];
    return keep;
}

static void enter(const struct rules *r, uint64_t *x, struct game *g, int seat, int64_t roll, int64_t row) {
    struct sheet *mine = &g->sheets[seat];
    mine->points[row] = r->points[roll][row];
    mine->filled |= 1 << row;
    if (r->earns[roll]) {
        int64_t face = below(x, 6);
        for (int die = 0; die < KINDS; die++) g->earned[seat][die] += r->action_die[face][die];
    }
}

static void roll_and_enter(const struct rules *r, uint64_t *x, struct game *g, int seat, int64_t can_fill) {
    int64_t entries = ones(can_fill), saved = 0, choice;
    uint64_t word = random_bits(x);
    for (int rolls = 1;; rolls++) {
        struct throw t = fall(r, LOW(word), saved);
        int64_t first = r->part_start[t.fallen], keeps = rolls < 3 ? r->part_start[t.fallen + 1] - first : 0;
        for (;;) {
            word = random_bits(x);
            choice = SCALE(HIGH(word), entries + keeps + count_targets(g, seat, FREEZE));
            if (choice < entries + keeps) break;
            play_die(g, seat, FREEZE, choice - entries - keeps);
        }
        if (choice < entries) {
            enter(r, x, g, seat, t.all - FIRST_ROLL, nth(can_fill, choice));
            return;
        }
        saved = together(r, saved, r->part[first + choice - entries]);
    }
}

static void after_entry(uint64_t *x, struct game *g, int seat) {
    for (int64_t ways; (ways = count_targets(g, seat, FREEZE));) {
        int64_t choice = below(x, ways + 1);
        if (choice == ways) return;
        play_die(g, seat, FREEZE, choice);
    }
}

static int64_t open_rows(const struct sheet *sheet) { return ALL_ROWS & ~(sheet->filled | sheet->crossed | sheet->frozen); }

static void main_turn(const struct rules *r, uint64_t *x, struct game *g, int seat) {
    int64_t can_fill = open_rows(&g->sheets[seat]), ways;
    int entered = 0;
    while (can_fill && !entered && (ways = count_targets(g, seat, STEAL))) {
        int64_t choice = below(x, ways + 1);
        if (choice == ways) break;
        entered = play_die(g, seat, STEAL, choice);
    }
    if (can_fill && !entered) roll_and_enter(r, x, g, seat, can_fill);
    after_entry(x, g, seat);
    g->sheets[seat].frozen = 0;
}

static void exchange(struct game *g, int one, int other) {
    struct sheet sheet = g->sheets[one];
    g->sheets[one] = g->sheets[other];
    g->sheets[other] = sheet;
}

static void shift(struct game *g) {
    for (int other = g->seats - 1; other > 0; other--) exchange(g, other, other - 1);
}

static void shifting_turn(uint64_t *x, struct game *g, int seat) {
    int64_t *hand = g->hands[seat];
    while (hand[SHIFT] || hand[SWAP]) {
        int64_t shifts = hand[SHIFT] > 0, swaps = hand[SWAP] ? g->seats - 1 : 0, choice = below(x, shifts + swaps + 1);
        if (choice == shifts + swaps) return;
        if (choice < shifts) {
            hand[SHIFT]--;
            shift(g);
        } else {
            int64_t other = choice - shifts;
            hand[SWAP]--;
            exchange(g, seat, other + (other >= seat));
        }
    }
}

static void end_round(struct game *g) {
    for (int seat = 0; seat < g->seats; seat++)
        for (int die = 0; die < KINDS; die++) g->hands[seat][die] += g->earned[seat][die];
    memset(g->earned, 0, sizeof g->earned);
}

static int64_t sheet_total(const struct sheet *sheet) {
    int64_t total = 0;
    for (int row = 0; row < ROWS; row++) total += sheet->points[row];
    return total;
}

void kniffeliger_random(const struct rules *r, uint64_t *x, long games, long seats, int64_t *scores) {
    struct game g;
    for (long game = 0; game < games; game++) {
        memset(&g, 0, sizeof g);
        g.seats = seats;
        for (int round = 0; round < ROWS; round++) {
            for (int seat = 0; seat < seats; seat++) main_turn(r, x, &g, seat);
            for (int seat = 0; seat < seats; seat++) shifting_turn(x, &g, seat);
            end_round(&g);
        }
        for (int seat = 0; seat < seats; seat++) scores[game * seats + seat] = sheet_total(&g.sheets[seat]);
    }
}

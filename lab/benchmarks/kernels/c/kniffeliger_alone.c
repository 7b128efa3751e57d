/* The solution of a sheet of Kniffeliger played alone in plain C, the reference for knobel.engines.kniffeliger.solve, with
   the same algorithm. */
#include <string.h>

#include "lanes.h"

enum { ROWS = 14, SHEETS = 1 << ROWS };

/* The arrays of knobel.engines.kniffeliger.lookup and knobel.engines.shared.five_dice.FiveDice. */
struct rules {
    const float (*points)[ROWS];  /* (252, 14) */
    const uint16_t (*add)[6];     /* (210, 6) */
    const uint16_t *remove;       /* (1260) */
    const uint16_t *remove_start; /* (463) */
    const uint16_t *part;         /* (4368) */
    const uint16_t *part_start;   /* (253) */
    const double *part_chance;    /* (4368) */
    const uint8_t *larger;        /* (8190) */
    const uint16_t *larger_start; /* (4369) */
};

static void enter(const struct rules *r, const lanes *after, lanes *worth) {
    for (int roll = 0; roll < ROLLS; roll++) {
        lanes value = plus_number(after[0], r->points[roll][0]);
        for (int row = 1; row < ROWS; row++) value = larger(value, plus_number(after[row], r->points[roll][row]));
        worth[SMALL + roll] = value;
    }
}

/* The values of keeps before the second roll, where kept dice stay kept; `worth` contains the values before the third. */
static void throw_saving(const struct rules *r, const lanes *worth, lanes *before) {
    lanes best[32];
    memset(before, 0, KEEPS * sizeof *before);
    for (int roll = 0; roll < ROLLS; roll++) {
        int first = r->part_start[roll];
        for (int part = r->part_start[roll + 1] - 1; part >= first; part--) {
            lanes value = worth[r->part[part]];
            for (int i = r->larger_start[part]; i < r->larger_start[part + 1]; i++)
                value = larger(value, best[r->larger[i]]);
            best[part - first] = value;
            before[r->part[part]] = plus(before[r->part[part]], times_number(value, r->part_chance[part]));
        }
    }
}

void kniffeliger_solve(const struct rules *r, double *values) {
    static lanes after[ROWS], worth[KEEPS], before[KEEPS], best[KEEPS];
    static int sheets[SHEETS];
    double(*now)[LANES] = (void *)after;
    values[SHEETS - 1] = 0;
    for (int entries = ROWS - 1; entries >= 0; entries--) {
        int count = 0;
        for (int sheet = 0; sheet < SHEETS; sheet++)
            if (__builtin_popcount(sheet) == entries) sheets[count++] = sheet;
        for (int start = 0; start < count; start += LANES) {
            for (int lane = 0; lane < LANES; lane++) {
                int sheet = sheets[start + lane < count ? start + lane : count - 1];
                for (int row = 0; row < ROWS; row++) now[row][lane] = sheet >> row & 1 ? -1e9 : values[sheet | 1 << row];
            }
            enter(r, after, worth);
            throw(r->add, worth);
            throw_saving(r, worth, before);
            choose(r->remove, r->remove_start, before, best);
            throw(r->add, best);
            for (int lane = 0; lane < LANES && start + lane < count; lane++)
                values[sheets[start + lane]] = ((double *)best)[lane];
        }
    }
}

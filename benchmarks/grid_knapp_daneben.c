/* Random playouts of Knapp Daneben! in plain C: the floor for the compiled kernel. Reads the arrays that the kernel gets,
   as raw files of int64: rolls (7776 x 5), colour (25), boxes (10 x 4 x 2), ticked (11 x 11), tick_points (5) and
   number_points (11). Usage: grid_knapp_daneben FOLDER GAMES SEED -> games a second and the mean score. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int64_t rolls[7776][5], colour[25], boxes[10][4][2], ticked[11][11], tick_points[5], number_points[11];
static uint64_t state;

static void read_array(const char *folder, const char *name, void *to, size_t size) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file || fread(to, 1, size, file) != size) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
}

static int64_t below(int64_t n) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return ((state * 0x2545F4914F6CDD1DULL >> 32) * (uint64_t)n) >> 32;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    read_array(argv[1], "rolls", rolls, sizeof rolls);
    read_array(argv[1], "colour", colour, sizeof colour);
    read_array(argv[1], "boxes", boxes, sizeof boxes);
    read_array(argv[1], "ticked", ticked, sizeof ticked);
    read_array(argv[1], "tick_points", tick_points, sizeof tick_points);
    read_array(argv[1], "number_points", number_points, sizeof number_points);
    long games = atol(argv[2]);
    const int64_t own = 0;
    state = strtoull(argv[3], NULL, 10) | 1;
    int32_t *scores = malloc(games * sizeof *scores);
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (long game = 0; game < games; game++) {
        int64_t own_free[25], other_free[25], sums[25], n_own = 0, n_other = 0;
        for (int64_t cell = 0; cell < 25; cell++) {
            if (colour[cell] == own) own_free[n_own++] = cell;
            else other_free[n_other++] = cell;
        }
        for (int turn = 0; turn < 25; turn++) {
            int64_t roll = below(7776), i = below(4 * n_own + n_other), cell, other;
            if (i < 4 * n_own) {
                other = i % 4;
                other += other >= own;
                i /= 4;
                cell = own_free[i];
                own_free[i] = own_free[--n_own];
            } else {
                i -= 4 * n_own;
                cell = other_free[i];
                other = colour[cell];
                other_free[i] = other_free[--n_other];
            }
            sums[cell] = rolls[roll][own] + rolls[roll][other];
        }
        int64_t score = 0;
        for (int line = 0; line < 10; line++) {
            int64_t ticks = 0;
            for (int box = 0; box < 4; box++) ticks += ticked[sums[boxes[line][box][0]]][sums[boxes[line][box][1]]];
            score += tick_points[ticks];
        }
        for (int cell = 0; cell < 25; cell++) score += number_points[sums[cell]];
        scores[game] = score;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    double seconds = to.tv_sec - from.tv_sec + 1e-9 * (to.tv_nsec - from.tv_nsec), sum = 0;
    for (long game = 0; game < games; game++) sum += scores[game];
    printf("%f %f\n", games / seconds, sum / games);
    return 0;
}

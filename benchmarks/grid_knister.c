/* Random playouts of Knister in plain C: the floor for the compiled kernel. Reads the arrays that the kernel gets, as
   raw files: next (4368 x 11 int16), rolls (36 int64), at (25 x 4 int64), at_count (25 int64), points (12 x 4368 int32).
   Usage: grid_knister FOLDER GAMES SEED -> games a second and the mean score. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int16_t next[4368][11];
static int64_t rolls[36], at[25][4], at_count[25];
static int32_t points[12][4368];

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

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    read_array(argv[1], "next", next, sizeof next);
    read_array(argv[1], "rolls", rolls, sizeof rolls);
    read_array(argv[1], "at", at, sizeof at);
    read_array(argv[1], "at_count", at_count, sizeof at_count);
    read_array(argv[1], "points", points, sizeof points);
    long games = atol(argv[2]);
    uint64_t state = strtoull(argv[3], NULL, 10) | 1;
    int32_t *scores = malloc(games * sizeof *scores);
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (long game = 0; game < games; game++) {
        int64_t grid_free[25], lines[12] = {0};
        for (int cell = 0; cell < 25; cell++) grid_free[cell] = cell;
        for (int n = 25; n > 0; n--) {
            state ^= state >> 12;
            state ^= state << 25;
            state ^= state >> 27;
            uint64_t word = state * 0x2545F4914F6CDD1DULL;
            int64_t sum = rolls[((word & 0xFFFFFFFFULL) * 36) >> 32];
            uint64_t i = ((word >> 32) * (uint64_t)n) >> 32;
            int64_t cell = grid_free[i];
            grid_free[i] = grid_free[n - 1];
            for (int k = 0; k < at_count[cell]; k++) {
                int64_t line = at[cell][k];
                lines[line] = next[lines[line]][sum];
            }
        }
        int32_t score = 0;
        for (int line = 0; line < 12; line++) score += points[line][lines[line]];
        scores[game] = score;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    double seconds = to.tv_sec - from.tv_sec + 1e-9 * (to.tv_nsec - from.tv_nsec), sum = 0;
    for (long game = 0; game < games; game++) sum += scores[game];
    printf("%f %f\n", games / seconds, sum / games);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Damages good files and gives them to their readers, in this process: a reader may
 * refuse, in one sentence that names the file, or take what is left. It may not
 * crash, think for long, take much memory, or take damage that a checksum shows.
 *
 *     fedx_fuzz RUNS [FORMAT [FIRST]]      damage so many files of every format, or of one
 *     fedx_fuzz --seeds FOLDER FORMAT      write the good files
 */
#define _GNU_SOURCE /* memfd_create */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../cmodel/scenario/scenario.h"
#include "fuzz.h"

/* Of one input: seconds of the processor, and bytes of memory beyond those of the program. */
enum { MOST_SECONDS = 2, MOST_MEMORY = 1 << 29, MOST_SEEDS = 64 };

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { SANITIZED = 1 }; /* by what reserves more memory than there is */
#else
enum { SANITIZED = 0 };
#endif

/* What is in every input that was ever made. */
struct corpus {
    const struct fuzz_format *format;
    struct fuzz_input seed[MOST_SEEDS], input;
    uint32_t count;
    int file; /* of the input, without a name in any folder */
    char path[32];
};

/* Where the process that reads stands, seen by the one that watches it. */
struct progress {
    uint64_t run, taken, refused;
    char reason[256]; /* why the run failed, when its reader came back */
};

static int make_corpus(struct corpus *c, const struct fuzz_format *format)
{
    memset(c, 0, sizeof *c);
    c->format = format;
    for (; c->count < MOST_SEEDS; c->count++) {
        struct fuzz_input *seed = &c->seed[c->count];
        FILE *out = open_memstream((char **)&seed->bytes, &seed->length);
        int over = !out || format->seed((int)c->count, out) != 0;
        if (out && fclose(out) != 0)
            return -1;
        if (over)
            break;
    }
    c->input.bytes = malloc(FUZZ_MAX);
    c->file = memfd_create("fuzz", MFD_CLOEXEC);
    snprintf(c->path, sizeof c->path, "/proc/self/fd/%d", c->file);
    return c->input.bytes && c->file >= 0 && c->count > 0 ? 0 : -1;
}

static void free_corpus(struct corpus *c)
{
    for (uint32_t i = 0; i <= c->count && i < MOST_SEEDS; i++)
        free(c->seed[i].bytes);
    free(c->input.bytes);
    close(c->file);
}

/* Input `run`. @return 1 when it has damage that a checksum must show */
static int make_input(struct corpus *c, uint64_t run)
{
    struct fedx_random r = fedx_random_stream(1, run);
    const struct fuzz_input *from = &c->seed[fedx_random_below(&r, c->count)];
    struct fuzz_input *in = &c->input;

    in->length = from->length < FUZZ_MAX ? from->length : FUZZ_MAX;
    memcpy(in->bytes, from->bytes, in->length);
    /* The first ones are as they were made. What has a checksum is binary. */
    if (run >= c->count && c->format->seal && fedx_random_below(&r, 4) > 0)
        fuzz_damage_number(in, &r);
    else if (run >= c->count)
        fuzz_damage(in, &c->seed[fedx_random_below(&r, c->count)], c->format->words, &r);
    int sealed = c->format->seal && fedx_random_below(&r, 8) > 0;
    if (sealed)
        c->format->seal(in);
    int damaged = in->length != from->length || memcmp(in->bytes, from->bytes, in->length) != 0;
    return c->format->seal && !sealed && damaged;
}

/* @return what is wrong with how an input was judged, or NULL */
static const char *judge(const struct corpus *c, int status, int must_show, const char *error, size_t size)
{
    if (status == 0)
        return must_show ? "damage that the checksum shows was taken" : NULL;
    size_t length = strnlen(error, size);
    if (length == 0 || length == size)
        return "refused without a sentence";
    if (strstr(error, "out of memory"))
        return "takes too much memory";
    for (const char *at = error; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            return "a sentence with control characters";
    return strstr(error, c->path) ? NULL : "a sentence without the file";
}

static void read_input(struct corpus *c, struct progress *p, uint64_t run)
{
    static char error[SCENARIO_ERROR];
    const struct itimerval most = {.it_value = {.tv_sec = MOST_SECONDS}};
    int must_show = make_input(c, run);

    if (ftruncate(c->file, 0) != 0 || pwrite(c->file, c->input.bytes, c->input.length, 0) != (ssize_t)c->input.length)
        abort();
    p->run = run;
    memset(error, 0, 64);
    setitimer(ITIMER_PROF, &most, NULL);
    int status = c->format->read(c->path, error, sizeof error);
    p->taken += status == 0;
    p->refused += status != 0;
    const char *wrong = judge(c, status, must_show, error, sizeof error);
    if (!wrong)
        return;
    snprintf(p->reason, sizeof p->reason, "%s: %.160s", wrong, error);
    _exit(1);
}

static void limit_memory(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    if (!SANITIZED && file && fscanf(file, "%ld", &pages) == 1) {
        rlim_t most = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + MOST_MEMORY;
        setrlimit(RLIMIT_AS, &(struct rlimit){most, most});
    }
    if (file)
        fclose(file);
}

static int say_failure(struct corpus *c, const struct progress *p, int status)
{
    char name[96], how[300];

    make_input(c, p->run);
    snprintf(name, sizeof name, "fuzz-%s-%" PRIu64, c->format->name, p->run);
    FILE *file = fopen(name, "w");
    if (file) {
        fwrite(c->input.bytes, 1, c->input.length, file);
        fclose(file);
    }
    if (WIFSIGNALED(status))
        snprintf(how, sizeof how, "%s", WTERMSIG(status) == SIGPROF ? "more than 2 seconds" : strsignal(WTERMSIG(status)));
    else
        snprintf(how, sizeof how, "%s", *p->reason ? p->reason : "the program ended");
    printf("FAIL: %s: run %" PRIu64 ": %s; the file is %s\n", c->format->name, p->run, how, name);
    return -1;
}

/* @return 0, or -1 after saying what failed */
static int fuzz(const struct fuzz_format *format, uint64_t first, uint64_t runs)
{
    struct progress *p = mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct timeval start, end;
    struct corpus c;
    int status = -1;

    if (p == MAP_FAILED || make_corpus(&c, format) != 0) {
        printf("FAIL: %s: no good files\n", format->name);
        return -1;
    }
    gettimeofday(&start, NULL);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        limit_memory();
        for (uint64_t run = first; run < first + runs; run++)
            read_input(&c, p, run);
        exit(0);
    }
    if (child > 0 && waitpid(child, &status, 0) == child && status != 0)
        status = say_failure(&c, p, status);
    gettimeofday(&end, NULL);
    double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_usec - start.tv_usec) / 1e6;
    if (status == 0)
        printf("%-11s %" PRIu64 " files, %" PRIu64 " taken, %" PRIu64 " refused, in %.1f s\n", format->name, runs, p->taken,
               p->refused, seconds);
    free_corpus(&c);
    munmap(p, sizeof *p);
    return status;
}

static int write_seeds(const char *folder, const struct fuzz_format *format)
{
    for (int i = 0; i < MOST_SEEDS; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s-%d", folder, format->name, i);
        FILE *out = fopen(path, "w");
        int over = !out || format->seed(i, out) != 0;
        if (out)
            fclose(out);
        if (over)
            return out ? unlink(path) : -1;
    }
    return 0;
}

static int fuzz_all(uint64_t runs)
{
    const struct fuzz_format *f;
    int failed = 0;

    for (unsigned i = 0; (f = fuzz_format(i)); i++)
        failed |= fuzz(f, 0, runs);
    return failed;
}

int main(int argc, char **argv)
{
    const struct fuzz_format *seeds = argc == 4 && strcmp(argv[1], "--seeds") == 0 ? fuzz_format_called(argv[3]) : NULL;
    const struct fuzz_format *one = argc > 2 ? fuzz_format_called(argv[2]) : NULL;
    uint64_t runs = argc > 1 ? strtoull(argv[1], NULL, 10) : 0, first = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;

    if (seeds)
        return write_seeds(argv[2], seeds) == 0 ? 0 : 1;
    if (runs && argc == 2)
        return fuzz_all(runs) == 0 ? 0 : 1;
    if (runs && one)
        return fuzz(one, first, runs) == 0 ? 0 : 1;
    fprintf(stderr, "Usage: fedx_fuzz RUNS [FORMAT [FIRST]]\n       fedx_fuzz --seeds FOLDER FORMAT\n");
    return 2;
}

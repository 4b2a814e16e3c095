/* SPDX-License-Identifier: Apache-2.0
 *
 * Damages good files and gives them to their readers, in this process: a reader may
 * refuse, in one sentence that names the file, or take what is left. It may not
 * crash, think for long, take much memory, or take damage that a checksum shows.
 *
 *     fedx_fuzz RUNS [FORMAT [FIRST]]      damage so many files of every format, or of one
 *     fedx_fuzz --formats                  print their names
 *
 * --least PERCENT before these: of damaged files that a reader must take, or the run has failed; 20 unless said
 * otherwise.
 */
#define _GNU_SOURCE /* memfd_create, wait4 */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../cmodel/config/scenario.h"
#include "fuzz.h"

/* Of one input: seconds of the processor, and bytes of memory beyond those of the program. */
enum { MOST_SECONDS = 2, MOST_MEMORY = 1 << 29 };
/* Of so many damaged inputs or more a reader must take a percentage, or they do not get to what is behind its first
 * checks. */
enum { FEW = 100 };
static unsigned long least_taken = 20;

#ifndef __has_feature /* of Clang */
#define __has_feature(x) 0
#endif
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__ || __has_feature(address_sanitizer) || \
    __has_feature(thread_sanitizer)
enum { SANITIZED = 1 }; /* by what reserves more memory than there is */
#else
enum { SANITIZED = 0 };
#endif

/* What is in every input that was ever made. */
struct corpus {
    const struct fuzz_format *format;
    struct fuzz_input seed[FUZZ_SEEDS], input;
    uint32_t count;
    int file; /* of the input, without a name in any folder */
    char path[32];
};

/* Where the process that reads stands, seen by the one that watches it. */
struct progress {
    uint64_t run, damaged, taken; /* taken: of the damaged ones */
    char reason[256];             /* why the run failed, when its reader came back */
};

/* A good file, with checksums. @return 0, or -1 when there is none any more */
static int make_seed(struct corpus *c, struct fuzz_input *seed)
{
    FILE *out = fmemopen(c->input.bytes, FUZZ_MAX, "w");
    int over = !out || c->format->seed((int)c->count, out) != 0 || fflush(out) != 0;

    c->input.length = out && !over ? (size_t)ftell(out) : 0;
    if (out)
        fclose(out);
    if (over)
        return -1;
    if (c->format->seal)
        c->format->seal(&c->input);
    seed->length = c->input.length;
    seed->bytes = malloc(seed->length);
    return seed->bytes ? memcpy(seed->bytes, c->input.bytes, seed->length), 0 : -1;
}

static int make_corpus(struct corpus *c, const struct fuzz_format *format)
{
    memset(c, 0, sizeof *c);
    c->format = format;
    c->input.bytes = malloc(FUZZ_MAX);
    while (c->input.bytes && c->count < FUZZ_SEEDS && make_seed(c, &c->seed[c->count]) == 0)
        c->count++;
    c->file = memfd_create("fuzz", MFD_CLOEXEC);
    snprintf(c->path, sizeof c->path, "/proc/self/fd/%d", c->file);
    fuzz_folder(); /* of the process that watches, which removes it */
    return c->input.bytes && c->file >= 0 && c->count > 0 ? 0 : -1;
}

static void free_corpus(struct corpus *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        free(c->seed[i].bytes);
    free(c->input.bytes);
    close(c->file);
}

/* Five of eight inputs have little damage. In what is no text, two have a number that is wrong alone. */
static void damage(struct corpus *c, struct rng *r)
{
    const struct fuzz_input *other = &c->seed[rng_below(r, c->count)];
    uint32_t way = rng_below(r, 8);

    if (way < 5)
        fuzz_damage_little(&c->input, other, r);
    else if (way < 7 && memchr(c->input.bytes, 0, c->input.length))
        fuzz_damage_number(&c->input, r);
    else
        fuzz_damage(&c->input, other, c->format->words, r);
}

/* What an input is. */
struct made {
    int damaged;   /* it is not as it was made */
    int must_show; /* by a checksum */
};

static int changed(const struct fuzz_format *format, const struct fuzz_input *now, const struct fuzz_input *before)
{
    return format->changed ? format->changed(now, before)
                           : fuzz_differs(now->bytes, now->length, before->bytes, before->length);
}

static struct made make_input(struct corpus *c, uint64_t run)
{
    struct rng r = rng_stream(1, run);
    const struct fuzz_input *from = &c->seed[rng_below(&r, c->count)];
    struct fuzz_input *in = &c->input;
    struct made made = {0};

    in->length = from->length;
    memcpy(in->bytes, from->bytes, in->length);
    if (run >= c->count) /* the first ones are as they were made */
        damage(c, &r);
    int sealed = c->format->seal && rng_below(&r, 8) > 0;
    if (sealed)
        c->format->seal(in);
    made.damaged = fuzz_differs(in->bytes, in->length, from->bytes, from->length);
    made.must_show = c->format->seal && !sealed && changed(c->format, in, from);
    return made;
}

/* @return what is wrong with how an input was judged, or NULL */
static const char *judge(const struct corpus *c, int status, struct made made, const char *error, size_t size)
{
    if (status == 0)
        return made.must_show ? "damage that the checksum shows was taken" : NULL;
    if (!made.damaged)
        return "a good file was refused";
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
    struct made made = make_input(c, run);

    if (ftruncate(c->file, 0) != 0 || pwrite(c->file, c->input.bytes, c->input.length, 0) != (ssize_t)c->input.length)
        abort();
    p->run = run;
    memset(error, 0, 64);
    setitimer(ITIMER_PROF, &most, NULL);
    int status = c->format->read(c->path, error, sizeof error);
    p->damaged += (uint64_t)made.damaged;
    p->taken += made.damaged && status == 0;
    const char *wrong = judge(c, status, made, error, sizeof error);
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
        snprintf(how, sizeof how, "%s",
                 WTERMSIG(status) == SIGPROF ? "more than 2 seconds" : strsignal(WTERMSIG(status)));
    else
        snprintf(how, sizeof how, "%s", *p->reason ? p->reason : "the program ended");
    printf("FAIL: %s: run %" PRIu64 ": %s; the file is %s\n", c->format->name, p->run, how, name);
    return -1;
}

/* @return 0, or -1 when too few damaged inputs were taken */
static int say_share(const struct fuzz_format *format, const struct progress *p, uint64_t runs, double seconds)
{
    double share = p->damaged ? 100.0 * (double)p->taken / (double)p->damaged : 0;
    int few = p->damaged >= FEW && share < (double)least_taken;

    printf("%-10s %" PRIu64 " runs, %" PRIu64 " damaged, %" PRIu64
           " of them taken: %.1f %%, in %.1f s of the processor\n",
           format->name, runs, p->damaged, p->taken, share, seconds);
    if (few)
        printf("FAIL: %s: readers must take %lu %%: its damage is too hard, or its good files are none\n", format->name,
               least_taken);
    return few ? -1 : 0;
}

static double seconds_of(const struct rusage *u)
{
    return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) +
           (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec) / 1e6;
}

/* @return 0, or -1 after saying what failed */
static int fuzz(const struct fuzz_format *format, uint64_t first, uint64_t runs)
{
    struct progress *p = mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct rusage usage;
    struct corpus c;
    int status = -1;

    if (p == MAP_FAILED || make_corpus(&c, format) != 0) {
        printf("FAIL: %s: no good files\n", format->name);
        return -1;
    }
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        limit_memory();
        for (uint64_t run = first; run < first + runs; run++)
            read_input(&c, p, run);
        exit(0);
    }
    if (child > 0 && wait4(child, &status, 0, &usage) == child && status != 0)
        status = say_failure(&c, p, status);
    if (status == 0)
        status = say_share(format, p, runs, seconds_of(&usage));
    free_corpus(&c);
    munmap(p, sizeof *p);
    return status;
}

static int fuzz_all(uint64_t runs)
{
    const struct fuzz_format *f;
    int failed = 0;

    for (unsigned i = 0; (f = fuzz_format(i)); i++)
        failed |= fuzz(f, 0, runs);
    return failed;
}

static int print_formats(void)
{
    const struct fuzz_format *f;

    for (unsigned i = 0; (f = fuzz_format(i)); i++)
        printf("%s%s", i ? " " : "", f->name);
    putchar('\n');
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "--least") == 0) {
        least_taken = strtoul(argv[2], NULL, 10);
        argv += 2;
        argc -= 2;
    }
    const struct fuzz_format *one = argc > 2 ? fuzz_format_called(argv[2]) : NULL;
    uint64_t runs = argc > 1 ? strtoull(argv[1], NULL, 10) : 0, first = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;

    if (argc == 2 && strcmp(argv[1], "--formats") == 0)
        return print_formats();
    if (runs && argc == 2)
        return fuzz_all(runs) == 0 ? 0 : 1;
    if (runs && one)
        return fuzz(one, first, runs) == 0 ? 0 : 1;
    fprintf(stderr, "Usage: fedx_fuzz [--least PERCENT] RUNS [FORMAT [FIRST]]\n       fedx_fuzz --formats\n");
    return 2;
}

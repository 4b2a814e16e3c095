/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_confirm.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/process.h"
#include "../../base/text.h"
#include "../../base/value.h"
#include "../wrapper/blackbox_channel.h"
#include "../wrapper/blackbox_device.h"

/* Values at power-up that are tried. */
enum { POWER_UPS = 16 };

/* The second build ------------------------------------------------------------------------------------------------ */

/* Whether the second build shows the same check. */
static int shows(struct blackbox_confirmation *c, const struct blackbox_script *s, const struct blackbox_result *found)
{
    struct blackbox_result r;

    return c->bench && blackbox_bench_run(c->bench, s, &r) == 0 && r.failed && r.check == found->check;
}

static int try_power_ups(struct blackbox_confirmation *c, struct blackbox_script *s,
                         const struct blackbox_result *found)
{
    uint64_t first = s->power_up;

    for (int i = 0; i < POWER_UPS; i++) {
        s->power_up = i ? (uint64_t)i : first;
        if (shows(c, s, found))
            return 1;
    }
    s->power_up = first;
    return 0;
}

static int build(struct blackbox_confirmation *c, const struct blackbox *f)
{
    char error[BLACKBOX_ERROR];

    if (blackbox_build_plain(&c->build, f, c->keep, c->support, error, sizeof error) != 0) {
        snprintf(c->reason, sizeof c->reason, "%s", error);
        c->plain = BLACKBOX_UNREADABLE;
        return 0;
    }
    c->bench = blackbox_bench_create(f, c->build.ops);
    return c->bench ? 0 : -1;
}

/* Where both builds differ ---------------------------------------------------------------------------------------- */

/* What the first build put out, in each cycle, and where the second one is in it. */
struct tape {
    uint32_t *word;
    size_t count, room, at;
    int words;
    int failed;     /* out of memory */
    int differs;    /* index of the first word that does, from 1 */
    uint32_t cycle; /* in which */
    uint32_t has[2];
};

static void record(void *context, uint32_t cycle, const uint32_t *in, const uint32_t *out)
{
    struct tape *t = context;

    (void)cycle;
    (void)in;
    if (!t->failed && t->count + (size_t)t->words > t->room) {
        uint32_t *more = realloc(t->word, 2 * (t->room + (size_t)t->words) * sizeof *more);
        t->failed = !more;
        t->room = more ? 2 * (t->room + (size_t)t->words) : t->room;
        t->word = more ? more : t->word;
    }
    if (t->failed)
        return;
    memcpy(t->word + t->count, out, (size_t)t->words * sizeof *out);
    t->count += (size_t)t->words;
}

static void hold_against(void *context, uint32_t cycle, const uint32_t *in, const uint32_t *out)
{
    struct tape *t = context;

    (void)in;
    for (int i = 0; i < t->words && !t->differs && t->at < t->count; i++)
        if (t->word[t->at + (size_t)i] != out[i]) {
            t->differs = i + 1;
            t->cycle = cycle;
            t->has[0] = t->word[t->at + (size_t)i];
            t->has[1] = out[i];
        }
    t->at += (size_t)t->words;
}

/* What a word of the vector out is: blackbox_wrapper.c. */
static void name_word(const struct blackbox *f, int word, char *text, size_t size)
{
    int sink = (word - f->sources) / (1 + f->words), part = (word - f->sources) % (1 + f->words), begin = 0;

    int own = blackbox_all_out(f) - (f->also ? blackbox_all_out(f->also) : 0);

    if (word >= own && f->also) {
        begin = snprintf(text, size, "of class %s ", f->also->class_name);
        name_word(f->also, word - own, text + begin, size - (size_t)begin);
    } else if (word >= blackbox_out_words(f) && f->responses.f) {
        begin = snprintf(text, size, "of responses ");
        name_word(f->responses.f, word - blackbox_out_words(f), text + begin, size - (size_t)begin);
    } else if (word < f->sources)
        snprintf(text, size, "what input %d answers", word);
    else if (word >= blackbox_out_words(f) - f->routers * f->side.outputs)
        snprintf(text, size, "an output beside the ports");
    else if (f->header.line && sink >= f->sinks)
        snprintf(text, size, "a header, or what answers it");
    else if (sink >= f->sinks)
        snprintf(text, size, "a wire between routers");
    else if (part == 0)
        snprintf(text, size, "valid of output %d", sink);
    else
        snprintf(text, size, "bits %d to %d of the flit of output %d", 32 * part - 1, 32 * part - 32, sink);
}

/* @return 0, or -1 when out of memory */
static int find_difference(struct blackbox_confirmation *c, const struct blackbox *f, struct blackbox_bench *first,
                           const struct blackbox_script *s)
{
    struct tape t = {.words = blackbox_all_out(f)};
    struct blackbox_result r;
    char name[128];
    int status;

    blackbox_bench_watch(first, record, &t);
    blackbox_bench_watch(c->bench, hold_against, &t);
    status = blackbox_bench_run(first, s, &r) == 0 && !t.failed ? blackbox_bench_run(c->bench, s, &r) : -1;
    blackbox_bench_watch(first, NULL, NULL);
    free(t.word);
    blackbox_bench_watch(c->bench, NULL, NULL);
    if (!t.differs)
        return status;
    name_word(f, t.differs - 1, name, sizeof name);
    snprintf(c->reason, sizeof c->reason,
             "in cycle %" PRIu32 " %s is %" PRIx32 " in the build that found it, and %" PRIx32 " in the one without "
             "optimisations",
             t.cycle, name, t.has[0], t.has[1]);
    return status;
}

int blackbox_confirm(struct blackbox_confirmation *c, const struct blackbox *f, struct blackbox_bench *first,
                     struct blackbox_script *s, const struct blackbox_result *found)
{
    if (build(c, f) != 0)
        return -1;
    if (!c->bench)
        return 0;
    c->plain = try_power_ups(c, s, found) ? BLACKBOX_SHOWS : BLACKBOX_SHOWS_NOT;
    return c->plain == BLACKBOX_SHOWS ? 0 : find_difference(c, f, first, s);
}

/* The testbench of a bundle --------------------------------------------------------------------------------------- */

/* The last line that a testbench prints says how it ended. */
static enum blackbox_opinion read_log(const char *path)
{
    char *text = text_of_file(path);
    enum blackbox_opinion opinion = BLACKBOX_UNREADABLE;

    if (text && strstr(text, "FAIL: "))
        opinion = BLACKBOX_SHOWS;
    else if (text && strstr(text, "PASS: "))
        opinion = BLACKBOX_SHOWS_NOT;
    free(text);
    return opinion;
}

/* What a tool says first that is no note of make's. */
static void read_reason(const char *path, char *reason, size_t size)
{
    char *text = text_of_file(path), *rest = text, *line;

    *reason = 0;
    while (!*reason && (line = strsep(&rest, "\n")))
        if (strncmp(line, "make", 4) != 0 && (strstr(line, "error") || strstr(line, "sorry")))
            snprintf(reason, size, "%s", line);
    value_tame(reason);
    free(text);
}

/*
 * @param power_up  options of Verilator's for values at power-up; NULL: those of the Makefile
 * @param[out] log  all that was printed
 */
static enum blackbox_opinion make(const char *folder, const char *target, const char *power_up, char log[PATH_MAX])
{
    char variable[sizeof((struct blackbox_confirmation *)0)->power_up + sizeof "POWER_UP="];
    const char *variables[] = {power_up ? variable : NULL, NULL};

    if (power_up)
        snprintf(variable, sizeof variable, "POWER_UP=%s", power_up);
    return process_make(folder, target, variables, log) < 0 ? BLACKBOX_MISSING : read_log(log);
}

/* What it does not read is said in its own words. */
static enum blackbox_opinion make_icarus(struct blackbox_confirmation *c, const char *folder)
{
    char log[PATH_MAX];
    enum blackbox_opinion opinion = make(folder, "icarus", NULL, log);

    if (opinion == BLACKBOX_UNREADABLE)
        read_reason(log, c->unread, sizeof c->unread);
    return opinion;
}

/* Values at power-up are Verilator's own: some that show it, too. */
static enum blackbox_opinion make_verilator(struct blackbox_confirmation *c, const char *folder)
{
    char log[PATH_MAX];
    enum blackbox_opinion opinion = make(folder, "verilator", NULL, log);

    for (int seed = 1; seed <= POWER_UPS && opinion == BLACKBOX_SHOWS_NOT; seed++) {
        snprintf(c->power_up, sizeof c->power_up, "+verilator+rand+reset+2 +verilator+seed+%d", seed);
        opinion = make(folder, "verilator-again", c->power_up, log);
    }
    if (opinion != BLACKBOX_SHOWS)
        *c->power_up = 0;
    return opinion;
}

/* For the Makefile of the folder. @return 0, or -1 when it cannot be written */
static int save_power_up(const struct blackbox_confirmation *c, const char *folder)
{
    char path[PATH_MAX];
    FILE *file = snprintf(path, sizeof path, "%s/power_up.mk", folder) < (int)sizeof path ? fopen(path, "w") : NULL;
    int failed = !file || fprintf(file, "POWER_UP = %s\n", c->power_up) < 0;

    if (file)
        failed |= fclose(file) != 0;
    return failed ? -1 : 0;
}

void blackbox_confirm_bundle(struct blackbox_confirmation *c, const char *folder)
{
    char log[PATH_MAX];

    c->icarus =
        !blackbox_installed("make") || !blackbox_installed("iverilog") ? BLACKBOX_MISSING : make_icarus(c, folder);
    c->verilator = blackbox_installed("make") ? make_verilator(c, folder) : BLACKBOX_MISSING;
    if (*c->power_up && save_power_up(c, folder) != 0)
        c->verilator = BLACKBOX_UNREADABLE;
    make(folder, "clean", NULL, log); /* what they built is no part of it */
}

/* In words -------------------------------------------------------------------------------------------------------- */

int blackbox_confirmed(const struct blackbox_confirmation *c)
{
    return c->plain == BLACKBOX_SHOWS || c->icarus == BLACKBOX_SHOWS;
}

static void print_opinion(const char *name, enum blackbox_opinion opinion, const char **comma, FILE *out)
{
    static const char *const words[] = {[BLACKBOX_SHOWS] = "shows it",
                                        [BLACKBOX_SHOWS_NOT] = "does not show it",
                                        [BLACKBOX_UNREADABLE] = "cannot run it",
                                        [BLACKBOX_MISSING] = "is not installed"};

    if (opinion == BLACKBOX_NOT_ASKED)
        return;
    fprintf(out, "%s%s %s", *comma, name, words[opinion]);
    *comma = "; ";
}

void blackbox_confirm_print(const struct blackbox_confirmation *c, FILE *out)
{
    const char *comma = "";

    print_opinion("a build without Verilator's optimisations", c->plain, &comma, out);
    print_opinion("the testbench in Icarus", c->icarus, &comma, out);
    if (*c->unread)
        fprintf(out, " (%s)", c->unread);
    print_opinion("the testbench in Verilator", c->verilator, &comma, out);
    if (*c->reason)
        fprintf(out, "\n            %s", c->reason);
    fprintf(out, "\n");
}

void blackbox_confirm_finish(struct blackbox_confirmation *c)
{
    blackbox_bench_destroy(c->bench);
    blackbox_build_finish(&c->build);
    c->bench = NULL;
}

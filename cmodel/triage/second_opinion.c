/* SPDX-License-Identifier: Apache-2.0 */
#include "second_opinion.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/process.h"
#include "../base/value.h"
#include "triage.h"

/* One simulator --------------------------------------------------------------------------------------------------- */

/* Take in one line of what a testbench prints. */
static void read_line(struct opinion *o, const char *line)
{
    if (!o->differs && sscanf(line, "difference: cycle %" SCNu64 ": %79[^:]: expected %23[^,], got %23s", &o->cycle,
                              o->pin, o->expected, o->got) == 4)
        o->differs = 1;
    if (strncmp(line, "PASS: ", 6) == 0 || strncmp(line, "FAIL: ", 6) == 0)
        snprintf(o->last, sizeof o->last, "%s", line);
}

/* The line of a log that says why: the last one before make says which target failed. */
static void copy_reason(char *reason, size_t size, const char *line)
{
    if (*line && strncmp(line, "make: ***", 9) != 0)
        snprintf(reason, size, "%s", line);
}

static int read_log(struct opinion *o, const char *path, const char *target, char *error, size_t size)
{
    FILE *file = fopen(path, "r");
    char *line = NULL, reason[200] = "nothing was printed";
    size_t room = 0;

    memset(o, 0, sizeof *o);
    while (file && getline(&line, &room, file) >= 0) {
        line[strcspn(line, "\n")] = 0;
        read_line(o, line);
        copy_reason(reason, sizeof reason, line);
    }
    free(line);
    if (file)
        fclose(file);
    if (*o->last && o->differs == (*o->last == 'F'))
        return 0;
    snprintf(error, size, "the testbench did not come to its end with make %s: %s (%s)", target, reason, path);
    value_tame(error);
    return -1;
}

int opinion_ask(const char *folder, const char *target, const char *const *variables, struct opinion *o, char *error,
                size_t size)
{
    char log[PATH_MAX];

    if (process_make(folder, target, variables, log) < 0) {
        process_failed("make", NULL, error, size);
        return -1;
    }
    return read_log(o, log, target, error, size);
}

void opinion_forget(const char *folder)
{
    static const char *const logs[] = {"icarus.log", "verilator.log", "clean.log"};
    char path[PATH_MAX];

    process_make(folder, "clean", NULL, path);
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++)
        if (snprintf(path, sizeof path, "%s/%s", folder, logs[i]) < (int)sizeof path)
            unlink(path);
}

/* Both ------------------------------------------------------------------------------------------------------------ */

static enum opinion_verdict judge(const struct opinion *a, const struct opinion *b)
{
    if (!a->differs && !b->differs)
        return OPINION_SPECIFICATION;
    if (a->differs && b->differs && a->cycle == b->cycle && strcmp(a->pin, b->pin) == 0 &&
        strcmp(a->expected, b->expected) == 0 && strcmp(a->got, b->got) == 0)
        return OPINION_RTL;
    return OPINION_SIMULATORS;
}

int second_opinion(const struct router_kind *kind, const char *folder, const char *const *variables, const char *field,
                   struct second_opinion *opinion, char *error, size_t size)
{
    memset(opinion, 0, sizeof *opinion);
    if (opinion_ask(folder, "icarus", variables, &opinion->icarus, error, size) != 0 ||
        opinion_ask(folder, "verilator", variables, &opinion->verilator, error, size) != 0)
        return -1;
    opinion->verdict = judge(&opinion->icarus, &opinion->verilator);
    if (!field)
        field = opinion->icarus.differs ? opinion->icarus.pin : opinion->verilator.pin;
    opinion->section = section_find(kind, field, &opinion->title);
    return 0;
}

static void print_one(const char *name, const struct opinion *o, FILE *out)
{
    fprintf(out, "  %-10s", name);
    if (o->differs)
        fprintf(out, "cycle %" PRIu64 ": %s: expected %s, got %s\n", o->cycle, o->pin, o->expected, o->got);
    else
        fprintf(out, "%s\n", o->last);
}

void second_opinion_print(const struct router_kind *kind, const struct second_opinion *opinion, FILE *out)
{
    static const char *const words[] = {
        [OPINION_RTL] = "both simulators show the same difference: the RTL as it is written does this",
        [OPINION_SIMULATORS] = "the simulators disagree: an unknown level, a race, or a fault of a tool",
        [OPINION_SPECIFICATION] = "neither simulator shows a difference: the model and the specification must be asked",
    };

    fprintf(out, "second opinion\n");
    print_one("Icarus", &opinion->icarus, out);
    print_one("Verilator", &opinion->verilator, out);
    fprintf(out, "  verdict   %s\n", words[opinion->verdict]);
    if (strchr(opinion->icarus.got, 'x'))
        fprintf(out, "            x is unknown: something is read that was neither reset nor written\n");
    if (opinion->section)
        fprintf(out, "            what is right: %s section %d, %s\n", kind->parts->triage->specification,
                opinion->section, opinion->title);
}

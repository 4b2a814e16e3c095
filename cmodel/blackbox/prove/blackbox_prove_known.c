/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_prove_known.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/memory.h"
#include "../../base/text.h"
#include "blackbox_aiger.h"

/* More states make a circuit that is slower to prove. */
enum { MOST = 3000 };

struct states {
    const struct blackbox_aiger *of;
    uint32_t *literal; /* as of blackbox_aiger_guard */
    size_t count, size;
    int states, failed;
};

static void add(struct states *s, uint32_t literal)
{
    uint32_t *more = memory_grow(s->literal, s->count, &s->size, 256, sizeof *s->literal);

    s->failed |= !more;
    if (!more)
        return;
    s->literal = more;
    s->literal[s->count++] = literal;
}

/* The registers of columns: ".ilb lo023 lo024". @return how many; -1 when one is not of the circuit, or out of memory
 */
static int read_registers(const struct states *s, char *line, uint32_t **literal)
{
    int count = 0;
    char *name;

    free(*literal);
    *literal = calloc(strlen(line) / 2 + 1, sizeof **literal);
    if (!*literal)
        return -1;
    for (strsep(&line, " "); (name = strsep(&line, " "));) {
        char *end;
        unsigned long number = strncmp(name, "lo", 2) == 0 ? strtoul(name + 2, &end, 10) : ULONG_MAX;
        if (number > (unsigned long)s->of->latches || *end)
            return -1;
        (*literal)[count++] = 2 * (uint32_t)(s->of->inputs + 1 + (int)number);
    }
    return count;
}

/* A state, "0-1 1": a register is 0, one is anything, one is 1. A line that is not whole is none, nor is one that has
 * the states in which all registers are 0, for these do not begin so. The register behind the last one is that which
 * guards a circuit, and is 0.
 */
static void read_state(struct states *s, const char *line, const uint32_t *literal, int columns)
{
    uint32_t guard = 2 * (uint32_t)(s->of->inputs + 1 + s->of->latches);
    size_t begin = s->count;
    int ones = 0;

    if (strspn(line, "01-") != (size_t)columns || strcmp(line + columns, " 1") != 0 || s->states == MOST)
        return;
    for (int i = 0; i < columns; i++) {
        ones += line[i] == '1';
        if (line[i] == '1' && literal[i] == guard)
            ones = -columns;
        if (line[i] != '-' && literal[i] != guard)
            add(s, literal[i] ^ (line[i] == '0'));
    }
    if (ones > 0) {
        add(s, 0);
        s->states++;
    } else {
        s->count = begin;
    }
}

/* What is not proved yet begins in another way. */
static void read_states(struct states *s, const char *path)
{
    char *text = text_of_file(path), *rest = text, *line;
    uint32_t *literal = NULL;
    int columns = -1;

    if (!text || strncmp(text, "# Inductive invariant ", 22) != 0)
        rest = NULL;
    while ((line = strsep(&rest, "\n")))
        if (strncmp(line, ".ilb ", 5) == 0)
            columns = read_registers(s, line, &literal);
        else if (columns > 0)
            read_state(s, line, literal, columns);
    free(literal);
    free(text);
}

void blackbox_prove_known_name(const struct blackbox_prove_known *k, const char *part, int output, char *name,
                               size_t size)
{
    snprintf(name, size, "%s.%d.%s.pla", part, output, k->circuit);
}

static void read_part(const struct blackbox_prove_known *k, const char *part, struct states *s)
{
    char name[160], path[PATH_MAX];

    for (int i = 0; i < s->of->outputs; i++) {
        blackbox_prove_known_name(k, part, i, name, sizeof name);
        snprintf(path, sizeof path, "%.3000s/%s", k->folder, name);
        read_states(s, path);
    }
}

/* Which literals of the guesses are made of registers that the outputs depend on. */
static void mark_useful(const struct blackbox_aiger *sure, const uint8_t *cone, int inputs, uint8_t *useful)
{
    useful[0] = 1;
    for (int i = 0; i < sure->inputs; i++)
        useful[1 + i] = cone[1 + inputs + i];
    for (int i = 0; i < sure->gates; i++)
        useful[1 + sure->inputs + i] = useful[sure->left[i] / 2] && useful[sure->right[i] / 2];
}

/* Add the gates of the guesses to the circuit, and that none of them is ever wrong to what is known. */
static int add_sure(const struct blackbox_prove_known *k, struct blackbox_aiger *a, const struct blackbox_aiger *sure,
                    struct states *s)
{
    uint8_t *cone = calloc((size_t)(a->inputs + a->latches + a->gates) + 1, 1),
            *useful = calloc((size_t)(sure->inputs + sure->gates) + 1, 1);
    uint32_t *literal = calloc((size_t)sure->outputs + 1, sizeof *literal);
    int status = cone && useful && literal ? blackbox_aiger_cone(a, a->output + k->first, k->count, cone) : -1;

    if (status == 0)
        status = blackbox_aiger_join(a, sure, literal);
    if (status == 0)
        mark_useful(sure, cone, a->inputs, useful);
    for (int i = 0; i < sure->outputs && status == 0; i++)
        if (useful[sure->output[i] / 2]) {
            add(s, literal[i]);
            add(s, 0);
            s->states++;
        }
    free(cone);
    free(useful);
    free(literal);
    return status;
}

static int read_sure(const struct blackbox_prove_known *k, struct blackbox_aiger *a, struct states *s, char *error,
                     size_t size)
{
    struct blackbox_aiger sure;
    char path[PATH_MAX];
    int status;

    snprintf(path, sizeof path, "%.3000s/%.200s.aig", k->folder, k->sure);
    status = blackbox_aiger_load(&sure, path, error, size);
    if (status == 0 && add_sure(k, a, &sure, s) != 0) {
        snprintf(error, size, "%s: it is of another circuit, or out of memory", path);
        status = -1;
    }
    blackbox_aiger_free(&sure);
    return status;
}

static int write_guarded(const struct blackbox_prove_known *k, const struct states *s, char *error, size_t size)
{
    static const struct blackbox_aiger_tie none[] = {{NULL, 0}};
    struct blackbox_aiger guarded;
    char path[PATH_MAX];
    int status = blackbox_aiger_guard(s->of, s->literal, s->count, &guarded);

    if (status != 0 || s->failed) {
        status = text_fail(error, size, "out of memory");
    } else {
        snprintf(path, sizeof path, "%.3000s/%s.aig", k->folder, k->out);
        status = blackbox_aiger_write(&guarded, none, path, error, size);
    }
    blackbox_aiger_free(&guarded);
    return status;
}

int blackbox_prove_known_write(const struct blackbox_prove_known *k, char *error, size_t size)
{
    struct blackbox_aiger a;
    struct states s = {.of = &a};
    char path[PATH_MAX];
    int status;

    snprintf(path, sizeof path, "%.3000s/%s.aig", k->folder, k->part);
    status = blackbox_aiger_load(&a, path, error, size);
    if (status == 0) {
        read_part(k, k->whole, &s);
        if (strcmp(k->part, k->whole) != 0)
            read_part(k, k->part, &s);
        if (k->sure)
            status = read_sure(k, &a, &s, error, size);
    }
    if (status == 0)
        status = write_guarded(k, &s, error, size);
    blackbox_aiger_free(&a);
    free(s.literal);
    return status == 0 ? s.states : -1;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_aiger.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/output.h"
#include "../../base/text.h"

/* Things of a circuit, at most: far more than can be proved anything of. */
enum { MOST = 50000000, NAME = 512 };

static int is_size(int n)
{
    return n >= 0 && n <= MOST;
}

static int allocate(struct blackbox_aiger *a)
{
    size_t variables = (size_t)a->inputs + (size_t)a->latches + (size_t)a->gates + 1;

    a->next = calloc((size_t)a->latches + 1, sizeof *a->next);
    a->output = calloc((size_t)a->outputs + 1, sizeof *a->output);
    a->left = calloc((size_t)a->gates + 1, sizeof *a->left);
    a->right = calloc((size_t)a->gates + 1, sizeof *a->right);
    a->input_name = calloc((size_t)a->inputs + 1, sizeof *a->input_name);
    a->latch_name = calloc((size_t)a->latches + 1, sizeof *a->latch_name);
    a->named = calloc((size_t)a->outputs + 1, sizeof *a->named);
    a->value = calloc(variables, 1);
    return a->next && a->output && a->left && a->right && a->input_name && a->latch_name && a->named && a->value ? 0
                                                                                                                 : -1;
}

/* Seven bits a byte, the lowest ones first. @return 0, or -1 at the end of the file */
static int read_delta(FILE *file, uint32_t *delta)
{
    int byte = 0x80;

    *delta = 0;
    for (int shift = 0; byte & 0x80; shift += 7) {
        byte = getc(file);
        if (byte == EOF || shift > 28)
            return -1;
        *delta |= (uint32_t)(byte & 0x7f) << shift;
    }
    return 0;
}

static int read_literals(FILE *file, uint32_t *literal, int count, uint32_t most)
{
    char text[NAME], *end;

    for (int i = 0; i < count; i++) {
        unsigned long value;
        if (!fgets(text, sizeof text, file))
            return -1;
        value = strtoul(text, &end, 10);
        if (end == text || value > most)
            return -1;
        literal[i] = (uint32_t)value;
    }
    return 0;
}

static int read_gates(FILE *file, struct blackbox_aiger *a)
{
    for (int i = 0; i < a->gates; i++) {
        uint32_t is = 2 * (uint32_t)(a->inputs + a->latches + 1 + i), first, second;
        if (read_delta(file, &first) != 0 || read_delta(file, &second) != 0 || first > is || second > is - first)
            return -1;
        a->left[i] = is - first;
        a->right[i] = is - first - second;
    }
    return 0;
}

static char **names_of(struct blackbox_aiger *a, char kind, int *count)
{
    *count = kind == 'i' ? a->inputs : kind == 'l' ? a->latches : a->outputs;
    return kind == 'i' ? a->input_name : kind == 'l' ? a->latch_name : kind == 'o' ? a->named : NULL;
}

/* "i0 name", "o3 name[1]"; a comment ends them. */
static int read_names(FILE *file, struct blackbox_aiger *a)
{
    char text[NAME];

    while (fgets(text, sizeof text, file) && strcmp(text, "c\n") != 0) {
        int count;
        char *end, **names = names_of(a, *text, &count);
        unsigned long number = strtoul(text + 1, &end, 10);
        if (!names || *end != ' ' || number >= (unsigned long)count)
            continue;
        end[strcspn(end, "\n")] = 0;
        free(names[number]);
        names[number] = strdup(end + 1);
        if (!names[number])
            return -1;
    }
    return 0;
}

static int read_all(FILE *file, struct blackbox_aiger *a)
{
    char head[NAME];
    int variables;
    uint32_t most;

    if (!fgets(head, sizeof head, file) ||
        sscanf(head, "aig %d %d %d %d %d", &variables, &a->inputs, &a->latches, &a->outputs, &a->gates) != 5)
        return -1;
    if (!is_size(a->inputs) || !is_size(a->latches) || !is_size(a->outputs) || !is_size(a->gates) ||
        variables != a->inputs + a->latches + a->gates || allocate(a) != 0)
        return -1;
    most = 2 * (uint32_t)variables + 1;
    return read_literals(file, a->next, a->latches, most) == 0 &&
                   read_literals(file, a->output, a->outputs, most) == 0 && read_gates(file, a) == 0 &&
                   read_names(file, a) == 0
               ? 0
               : -1;
}

int blackbox_aiger_load(struct blackbox_aiger *a, const char *path, char *error, size_t size)
{
    FILE *file = fopen(path, "r");
    int status;

    memset(a, 0, sizeof *a);
    if (!file)
        return text_fail(error, size, "%s: %s", path, strerror(errno));
    status = read_all(file, a);
    fclose(file);
    if (status != 0)
        snprintf(error, size, "%s: is no circuit in the binary format of AIGER", path);
    return status;
}

/* Seven bits a byte, the lowest ones first. */
static void write_delta(FILE *file, uint32_t delta)
{
    for (; delta > 0x7f; delta >>= 7)
        putc((int)(delta & 0x7f) | 0x80, file);
    putc((int)delta, file);
}

static int is_named(const char *name, const char *vector)
{
    size_t length = strlen(vector);

    return name && strncmp(name, vector, length) == 0 && (name[length] == 0 || name[length] == '[');
}

/* The value that a register has for ever: 0 or 1; or 2. */
static uint8_t tied(const char *name, const struct blackbox_aiger_tie *ties)
{
    for (; name && ties->name; ties++)
        if (is_named(name, ties->name)) {
            size_t length = strlen(ties->name);
            return (uint8_t)(ties->value >> (name[length] ? strtoul(name + length + 1, NULL, 10) : 0) & 1);
        }
    return 2;
}

/* What a literal becomes where some registers have one value for ever. */
static uint32_t without(const struct blackbox_aiger *a, const uint8_t *tie, uint32_t l)
{
    uint32_t latch = l / 2 - (uint32_t)a->inputs - 1;

    return l / 2 > (uint32_t)a->inputs && latch < (uint32_t)a->latches && tie[latch] < 2 ? tie[latch] ^ (l & 1) : l;
}

static void write_all(const struct blackbox_aiger *a, const uint8_t *tie, FILE *file)
{
    fprintf(file, "aig %d %d %d %d %d\n", a->inputs + a->latches + a->gates, a->inputs, a->latches, a->outputs,
            a->gates);
    for (int i = 0; i < a->latches; i++)
        fprintf(file, "%" PRIu32 "\n", without(a, tie, a->next[i]));
    for (int i = 0; i < a->outputs; i++)
        fprintf(file, "%" PRIu32 "\n", without(a, tie, a->output[i]));
    for (int i = 0; i < a->gates; i++) {
        uint32_t left = without(a, tie, a->left[i]), right = without(a, tie, a->right[i]),
                 most = left > right ? left : right;
        write_delta(file, 2 * (uint32_t)(a->inputs + a->latches + 1 + i) - most);
        write_delta(file, most - (left < right ? left : right));
    }
}

int blackbox_aiger_write(const struct blackbox_aiger *a, const struct blackbox_aiger_tie *ties, const char *path,
                         char *error, size_t size)
{
    struct output out = {0};
    uint8_t *tie = calloc((size_t)a->latches + 1, 1);
    int status = -1;

    if (!tie)
        snprintf(error, size, "out of memory");
    else if (output_open(&out, path, error, size) == 0) {
        for (int i = 0; i < a->latches; i++)
            tie[i] = tied(a->latch_name[i], ties);
        write_all(a, tie, out.file);
        status = output_close(&out, error, size);
    }
    free(tie);
    return status;
}

/* Literals of gates lie one register further on. */
static uint32_t moved(const struct blackbox_aiger *a, uint32_t l)
{
    return l < 2 * (uint32_t)(a->inputs + a->latches + 1) ? l : l + 2;
}

static uint32_t both(struct blackbox_aiger *a, uint32_t left, uint32_t right)
{
    a->left[a->gates] = left;
    a->right[a->gates] = right;
    return 2 * (uint32_t)(a->inputs + a->latches + 1 + a->gates++);
}

int blackbox_aiger_guard(const struct blackbox_aiger *a, const uint32_t *states, size_t count,
                         struct blackbox_aiger *guarded)
{
    struct blackbox_aiger *to = guarded;
    uint32_t state = 1, none = 2 * (uint32_t)(a->inputs + a->latches + 1) + 1; /* the register that is added is 0 */

    *to = (struct blackbox_aiger){.inputs = a->inputs,
                                  .latches = a->latches + 1,
                                  .outputs = a->outputs,
                                  .gates = a->gates + (int)count + a->outputs};
    if (allocate(to) != 0)
        return -1;
    for (to->gates = 0; to->gates < a->gates;)
        both(to, moved(a, a->left[to->gates]), moved(a, a->right[to->gates]));
    for (size_t i = 0; i < count; i++) {
        none = states[i] ? none : both(to, none, state ^ 1);
        state = states[i] ? both(to, state, moved(a, states[i])) : 1;
    }
    for (int i = 0; i < a->latches; i++)
        to->next[i] = moved(a, a->next[i]);
    to->next[a->latches] = none ^ 1;
    for (int i = 0; i < a->outputs; i++)
        to->output[i] = both(to, moved(a, a->output[i]), none);
    return 0;
}

/* What a literal may be: bit 0 says 0, bit 1 says 1. */
static uint8_t may_be(const uint8_t *value, uint32_t l)
{
    uint8_t is = value[l / 2];

    return l & 1 ? (uint8_t)(is >> 1 | (is & 1) << 1) : is;
}

static void settle_gates(const struct blackbox_aiger *a, uint8_t *value)
{
    uint8_t *gate = value + a->inputs + a->latches + 1;

    for (int i = 0; i < a->gates; i++) {
        uint8_t left = may_be(value, a->left[i]), right = may_be(value, a->right[i]);
        gate[i] = (uint8_t)(((left | right) & 1) | (left & right & 2));
    }
}

int blackbox_aiger_settle(const struct blackbox_aiger *a, const struct blackbox_aiger_tie *begin, int rest, int cycles,
                          uint8_t *start)
{
    uint8_t *value = malloc((size_t)(a->inputs + a->latches + a->gates) + 1), *latch;

    if (!value)
        return -1;
    latch = value + a->inputs + 1;
    *value = BLACKBOX_AIGER_ZERO;
    memset(value + 1, BLACKBOX_AIGER_ANY, (size_t)a->inputs);
    for (int i = 0; i < a->latches; i++) {
        uint8_t is = tied(a->latch_name[i], begin);
        latch[i] = (uint8_t)(is < 2 ? 1 << is : rest);
    }
    for (int cycle = 0; cycle < cycles; cycle++) {
        settle_gates(a, value);
        for (int i = 0; i < a->latches; i++)
            start[i] = may_be(value, a->next[i]);
        memcpy(latch, start, (size_t)a->latches);
    }
    memcpy(start, latch, (size_t)a->latches);
    free(value);
    return 0;
}

/* A circuit while its registers are opened. */
struct opening {
    const struct blackbox_aiger *from;
    struct blackbox_aiger *to;
    const uint8_t *start;
    const struct blackbox_aiger_tie *ties;
    uint32_t *is; /* [latches of from] the literal that a register becomes */
    int gates;    /* that this takes, before all others */
};

static uint32_t opened(const struct opening *o, uint32_t l)
{
    const struct blackbox_aiger *a = o->from, *to = o->to;
    uint32_t variable = l / 2, latch = variable - (uint32_t)a->inputs - 1, gate = latch - (uint32_t)a->latches;

    if (variable <= (uint32_t)a->inputs)
        return l;
    if (latch < (uint32_t)a->latches)
        return o->is[latch] ^ (l & 1);
    return 2 * (gate + (uint32_t)(to->inputs + to->latches + 1 + o->gates)) + (l & 1);
}

/* How a register begins: BLACKBOX_AIGER_..., ZERO if it has one value for ever. */
static int start_of(const struct opening *o, int latch)
{
    return tied(o->from->latch_name[latch], o->ties) < 2 ? BLACKBOX_AIGER_ZERO : o->start[latch];
}

/* In the first cycle the input, or 1; later the register. */
static void open_latch(struct opening *o, int latch, int *input)
{
    uint32_t begun = 2 * (uint32_t)(o->to->inputs + o->to->latches), is = 2 * (uint32_t)(o->to->inputs + 1 + latch);
    uint8_t tie = tied(o->from->latch_name[latch], o->ties);

    o->is[latch] = tie < 2 ? tie : is;
    if (start_of(o, latch) == BLACKBOX_AIGER_ONE)
        o->is[latch] = both(o->to, is ^ 1, begun) ^ 1;
    if (start_of(o, latch) == BLACKBOX_AIGER_ANY) {
        uint32_t later = both(o->to, is, begun), first = both(o->to, 2 * (uint32_t)(1 + (*input)++), begun ^ 1);
        o->is[latch] = both(o->to, later ^ 1, first ^ 1) ^ 1;
    }
}

/* @return 0, or -1 when out of memory */
static int copy_names(char **to, char *const *from, int count)
{
    int failed = 0;

    for (int i = 0; i < count; i++) {
        to[i] = from[i] ? strdup(from[i]) : NULL;
        failed |= from[i] && !to[i];
    }
    return failed ? -1 : 0;
}

static int open_all(struct opening *o)
{
    const struct blackbox_aiger *a = o->from;
    struct blackbox_aiger *to = o->to;
    int input = a->inputs;

    to->gates = 0;
    for (int i = 0; i < a->latches; i++)
        open_latch(o, i, &input);
    for (int i = 0; i < a->gates; i++)
        both(to, opened(o, a->left[i]), opened(o, a->right[i]));
    for (int i = 0; i < a->latches; i++)
        to->next[i] = opened(o, a->next[i]);
    to->next[a->latches] = 1;
    for (int i = 0; i < a->outputs; i++)
        to->output[i] = opened(o, a->output[i]);
    return copy_names(to->input_name, a->input_name, a->inputs) != 0 ||
                   copy_names(to->latch_name, a->latch_name, a->latches) != 0 ||
                   copy_names(to->named, a->named, a->outputs) != 0
               ? -1
               : 0;
}

int blackbox_aiger_open(const struct blackbox_aiger *a, const uint8_t *start, const struct blackbox_aiger_tie *ties,
                        struct blackbox_aiger *opened)
{
    struct opening o = {
        .from = a, .to = opened, .start = start, .ties = ties, .is = calloc((size_t)a->latches + 1, sizeof *o.is)};
    int any = 0, status = -1;

    for (int i = 0; i < a->latches; i++) {
        any += start_of(&o, i) == BLACKBOX_AIGER_ANY;
        o.gates += start_of(&o, i) == BLACKBOX_AIGER_ANY ? 3 : start_of(&o, i) == BLACKBOX_AIGER_ONE;
    }
    *opened = (struct blackbox_aiger){
        .inputs = a->inputs + any, .latches = a->latches + 1, .outputs = a->outputs, .gates = a->gates + o.gates};
    if (allocate(opened) == 0 && o.is)
        status = open_all(&o);
    free(o.is);
    return status;
}

/* Gates are made room for as they come. @return 0, or -1 when out of memory */
static int make_room(struct blackbox_aiger *a)
{
    size_t room = a->gates ? 2 * (size_t)a->gates : 1024;
    uint32_t *left = a->room > a->gates ? a->left : realloc(a->left, room * sizeof *left), *right;

    if (!left)
        return -1;
    a->left = left;
    right = a->room > a->gates ? a->right : realloc(a->right, room * sizeof *right);
    if (!right)
        return -1;
    a->right = right;
    a->room = a->room > a->gates ? a->room : (int)room;
    return 0;
}

uint32_t blackbox_aiger_and(struct blackbox_aiger *a, uint32_t left, uint32_t right)
{
    if (left == 0 || right == 0 || left == (right ^ 1))
        return 0;
    if (left == 1 || left == right)
        return right;
    if (right == 1)
        return left;
    if (make_room(a) != 0) {
        a->failed = 1;
        return 0;
    }
    return both(a, left, right);
}

uint32_t blackbox_aiger_or(struct blackbox_aiger *a, uint32_t left, uint32_t right)
{
    return blackbox_aiger_and(a, left ^ 1, right ^ 1) ^ 1;
}

uint32_t blackbox_aiger_xor(struct blackbox_aiger *a, uint32_t left, uint32_t right)
{
    return blackbox_aiger_or(a, blackbox_aiger_and(a, left, right ^ 1), blackbox_aiger_and(a, left ^ 1, right));
}

int blackbox_aiger_join(struct blackbox_aiger *a, const struct blackbox_aiger *part, uint32_t *literal)
{
    uint32_t *is = calloc((size_t)(part->inputs + part->gates) + 1, sizeof *is);

    if (!is || part->inputs != a->latches) {
        free(is);
        return -1;
    }
    for (int i = 0; i < part->inputs; i++)
        is[1 + i] = 2 * (uint32_t)(a->inputs + 1 + i);
    for (int i = 0; i < part->gates; i++)
        is[1 + part->inputs + i] = blackbox_aiger_and(a, is[part->left[i] / 2] ^ (part->left[i] & 1),
                                                      is[part->right[i] / 2] ^ (part->right[i] & 1));
    for (int i = 0; i < part->outputs; i++)
        literal[i] = is[part->output[i] / 2] ^ (part->output[i] & 1);
    free(is);
    return a->failed ? -1 : 0;
}

static void free_names(char **names, int count)
{
    for (int i = 0; names && i < count; i++)
        free(names[i]);
    free(names);
}

void blackbox_aiger_free(struct blackbox_aiger *a)
{
    free_names(a->input_name, a->inputs);
    free_names(a->latch_name, a->latches);
    free_names(a->named, a->outputs);
    free(a->next);
    free(a->output);
    free(a->left);
    free(a->right);
    free(a->value);
    memset(a, 0, sizeof *a);
}

int blackbox_aiger_find(const struct blackbox_aiger *a, const char *name, int *count)
{
    int first = 0;

    while (first < a->outputs && !is_named(a->named[first], name))
        first++;
    for (*count = 0; first + *count < a->outputs && is_named(a->named[first + *count], name);)
        ++*count;
    return *count ? first : -1;
}

static int literal(const struct blackbox_aiger *a, uint32_t l)
{
    return a->value[l / 2] ^ (int)(l & 1);
}

void blackbox_aiger_reset(struct blackbox_aiger *a)
{
    memset(a->value, 0, (size_t)(a->inputs + a->latches + a->gates) + 1);
}

void blackbox_aiger_cycle(struct blackbox_aiger *a, const uint8_t *inputs)
{
    uint8_t *gate = a->value + a->inputs + a->latches + 1;

    memcpy(a->value + 1, inputs, (size_t)a->inputs);
    for (int i = 0; i < a->gates; i++)
        gate[i] = (uint8_t)(literal(a, a->left[i]) & literal(a, a->right[i]));
}

void blackbox_aiger_step(struct blackbox_aiger *a)
{
    uint8_t *latch = a->value + a->inputs + 1;
    uint8_t *next = malloc((size_t)a->latches + 1);

    if (!next)
        return;
    for (int i = 0; i < a->latches; i++)
        next[i] = (uint8_t)literal(a, a->next[i]);
    memcpy(latch, next, (size_t)a->latches);
    free(next);
}

int blackbox_aiger_output(const struct blackbox_aiger *a, int output)
{
    return literal(a, a->output[output]);
}

/* All that outputs depend on, found from them back. */
struct cone {
    const struct blackbox_aiger *a;
    uint8_t *in;
    uint32_t *open;
    size_t count;
};

static void add(struct cone *c, uint32_t l)
{
    if (c->in[l / 2])
        return;
    c->in[l / 2] = 1;
    c->open[c->count++] = l / 2;
}

static void trace(struct cone *c)
{
    const struct blackbox_aiger *a = c->a;
    uint32_t latch = (uint32_t)a->inputs + 1, gate = latch + (uint32_t)a->latches;

    while (c->count) {
        uint32_t is = c->open[--c->count];
        if (is >= gate) {
            add(c, a->left[is - gate]);
            add(c, a->right[is - gate]);
        } else if (is >= latch) {
            add(c, a->next[is - latch]);
        }
    }
}

int blackbox_aiger_cone(const struct blackbox_aiger *a, const uint32_t *from, int count, uint8_t *cone)
{
    size_t variables = (size_t)(a->inputs + a->latches + a->gates) + 1;
    struct cone c = {.a = a, .in = cone, .open = calloc(variables, sizeof *c.open)};

    if (!c.open)
        return -1;
    memset(cone, 0, variables);
    for (int i = 0; i < count; i++)
        add(&c, from[i]);
    trace(&c);
    free(c.open);
    return 0;
}

int blackbox_aiger_depends(const struct blackbox_aiger *a, int output, int count, const char *input)
{
    uint8_t *cone = calloc((size_t)(a->inputs + a->latches + a->gates) + 1, 1);
    int depends = cone ? blackbox_aiger_cone(a, a->output + output, count, cone) : -1;

    for (int i = 0; depends == 0 && i < a->inputs; i++)
        depends = is_named(a->input_name[i], input) && cone[1 + i];
    free(cone);
    return depends;
}

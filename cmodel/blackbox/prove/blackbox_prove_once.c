/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_prove_once.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/output.h"
#include "../../base/text.h"
#include "blackbox_aiger.h"

/* Variables are those of the circuit; the literals 0 and 1 have one more, which is false. */
static int number_of(const struct blackbox_aiger *a, uint32_t literal)
{
    int variable = literal > 1 ? (int)(literal / 2) : a->inputs + a->gates + 1;

    return literal & 1 ? -variable : variable;
}

static void print_clauses(const struct blackbox_aiger *a, FILE *out)
{
    int none = a->inputs + a->gates + 1;

    fprintf(out, "p cnf %d %d\n%d 0\n%d 0\n", none, 3 * a->gates + 2, -none, number_of(a, a->output[0]));
    for (int i = 0; i < a->gates; i++) {
        int gate = a->inputs + 1 + i, left = number_of(a, a->left[i]), right = number_of(a, a->right[i]);
        fprintf(out, "%d %d 0\n%d %d 0\n%d %d %d 0\n", -gate, left, -gate, right, gate, -left, -right);
    }
}

int blackbox_prove_once_write(const struct blackbox_prove_once *o, char *error, size_t size)
{
    struct blackbox_aiger a;
    struct output out = {0};
    char path[PATH_MAX];
    int status;

    snprintf(path, sizeof path, "%.3000s/%s.aig", o->folder, o->name);
    status = blackbox_aiger_load(&a, path, error, size);
    if (status == 0 && (a.latches || a.outputs != 1))
        status = text_fail(error, size, "%s: is no circuit without registers that has one output", path);
    snprintf(path, sizeof path, "%.3000s/%s.cnf", o->folder, o->name);
    if (status == 0)
        status = output_open(&out, path, error, size);
    if (status == 0) {
        print_clauses(&a, out.file);
        status = output_close(&out, error, size);
    }
    blackbox_aiger_free(&a);
    return status;
}

/* Values of inputs, of lines "v 1 -2 3 ...". */
static void read_values(const struct blackbox_prove_once *o, char *text, char *values)
{
    char *line, *word;

    memset(values, '0', (size_t)(o->inputs * o->cycles));
    while ((line = strsep(&text, "\n")))
        for (int is = line[0] == 'v'; is && (word = strsep(&line, " "));) {
            long number = strtol(word, NULL, 10);
            if (number > 0 && number <= o->inputs * o->cycles)
                values[number - 1] = '1';
        }
}

/* A line of registers, which nobody reads, and one of inputs for each cycle. */
static int write_values(const struct blackbox_prove_once *o, const char *values)
{
    struct output out = {0};
    char path[PATH_MAX], error[512];

    snprintf(path, sizeof path, "%.3000s/%s.cex", o->folder, o->name);
    if (output_open(&out, path, error, sizeof error) != 0)
        return -1;
    fprintf(out.file, "0\n");
    for (int cycle = 0; cycle < o->cycles; cycle++)
        fprintf(out.file, "%.*s\n", o->inputs, values + cycle * o->inputs);
    return output_close(&out, error, sizeof error);
}

static int take_values(const struct blackbox_prove_once *o, char *text)
{
    char *values = malloc((size_t)(o->inputs * o->cycles) + 1);
    int status = -1;

    if (values) {
        read_values(o, text, values);
        status = write_values(o, values) == 0 ? 1 : -1;
    }
    free(values);
    return status;
}

int blackbox_prove_once_read(const struct blackbox_prove_once *o)
{
    char path[PATH_MAX], *text;
    int status = -1;

    snprintf(path, sizeof path, "%.3000s/%s.solved", o->folder, o->name);
    text = text_of_file(path);
    if (text && strstr(text, "s UNSATISFIABLE\n"))
        status = 0;
    else if (text && strstr(text, "s SATISFIABLE\n"))
        status = take_values(o, text);
    free(text);
    return status;
}

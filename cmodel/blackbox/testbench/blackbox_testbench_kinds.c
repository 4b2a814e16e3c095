/* SPDX-License-Identifier: Apache-2.0
 *
 * The benches of a folder: one of requests and one of responses for each class of messages, all of one text. Those of
 * the first class are testbench.v and responses.v, as if there were no other one. See blackbox_testbench.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../bench/blackbox_bench_internal.h"
#include "../wrapper/blackbox_channel.h"
#include "blackbox_testbench.h"

struct blackbox_testbench blackbox_testbench_of_next(const struct blackbox_testbench *t)
{
    struct blackbox_testbench other = *t;

    other.f = t->f->also;
    other.bench = blackbox_bench_also(t->bench);
    other.script = t->script->also;
    other.lives = blackbox_bench_history(other.bench);
    return other;
}

/* The module of a class, or of its responses. */
static void name_module(const struct blackbox *f, int responses, char name[BLACKBOX_TESTBENCH_NAME])
{
    if (f->class_number)
        snprintf(name, BLACKBOX_TESTBENCH_NAME, "class_%s%s", f->class_name, responses ? "_responses" : "");
    else
        strcpy(name, responses ? "responses" : "testbench");
}

void blackbox_testbench_name(const struct blackbox *f, struct blackbox_testbench_names *n)
{
    const struct blackbox *requests = f->requests ? f->requests : f;

    memset(n, 0, sizeof *n);
    name_module(requests, f->requests != NULL, n->module);
    snprintf(n->script, sizeof n->script, "%s.vh", !requests->class_number && !f->requests ? "script" : n->module);
    snprintf(n->kind, sizeof n->kind, "%s%s%s%s", requests->class_name, *requests->class_name && f->requests ? " " : "",
             f->requests ? "responses" : "", *requests->class_name || f->requests ? ": " : "");
    if (requests->responses.f)
        name_module(requests, 1, n->answers);
    if (requests->also)
        name_module(requests->also, 0, n->next);
    strcpy(n->path, "testbench");
    for (int i = 0; i < requests->class_number; i++)
        strcat(n->path, ".also");
}

/* The most of what the benches from one on need. */
static uint32_t active_of(const struct blackbox_script *s)
{
    uint32_t others = s->also ? active_of(s->also) : 0;

    return s->active > others ? s->active : others;
}

static void define(const char *name, int is, FILE *out)
{
    fprintf(out, "`undef %s\n", name);
    if (is)
        fprintf(out, "`define %s\n", name);
}

/* The first words of the vector out that are its. */
static int place_of(const struct blackbox_testbench *t)
{
    const struct blackbox *f = t->f->requests ? t->f->requests : t->f, *first = t->bench->head->f;

    return blackbox_all_out(first) - blackbox_all_out(f) + (t->f->requests ? blackbox_out_words(f) : 0);
}

void blackbox_testbench_declare_kinds(const struct blackbox_testbench *t, FILE *out)
{
    const struct blackbox *f = t->f;

    define("FEDX_RESPONSES", f->responses.f != NULL, out);
    define("FEDX_IS_RESPONSES", f->requests != NULL, out);
    define("FEDX_ALSO", f->also != NULL, out);
    define("FEDX_IS_CLASS", f->class_number > 0, out);
    fprintf(
        out,
        "localparam integer OUT_FROM = %d, ALL_IN = %d, ALL_OUT = %d, ALL_PACKETS = %d, ALL_ACTIVE = %" PRIu32 ";\n",
        place_of(t), blackbox_all_in(f), blackbox_all_out(f), blackbox_script_packets(t->script), active_of(t->script));
}

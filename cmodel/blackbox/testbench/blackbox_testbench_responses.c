/* SPDX-License-Identifier: Apache-2.0
 *
 * What a testbench knows of requests and their responses: which requests have one, when targets answer, and what ties
 * the two together. See blackbox_testbench.h.
 */
#include <inttypes.h>
#include <stdio.h>

#include "blackbox_testbench.h"

struct blackbox_testbench blackbox_testbench_of_responses(const struct blackbox_testbench *t)
{
    struct blackbox_testbench other = *t;

    other.f = t->f->responses.f;
    other.bench = blackbox_bench_responses(t->bench);
    other.script = blackbox_bench_script(other.bench);
    other.lives = blackbox_bench_history(other.bench);
    return other;
}

static void print_matches(const struct blackbox *f, FILE *out)
{
    const struct blackbox_responses *r = &f->responses;

    for (int i = 0; i < r->matches; i++) {
        const struct blackbox_field *from = &f->field[r->match[i].from], *to = &r->f->field[r->match[i].to];
        fprintf(out, "        match_from[%d] = %d; match_to[%d] = %d; match_width[%d] = %d; match_headed[%d] = %d;\n",
                i, from->offset, i, to->offset, i, from->width, i, from->header);
    }
}

/* When a target answers: behind its delay, and with which cycles between flits. */
static void print_answers(const struct blackbox_testbench *t, FILE *out)
{
    int base = 0;

    print_matches(t->f->requests, out);
    for (int i = 0; i < t->script->packets; i++) {
        struct blackbox_answer a = blackbox_answer_plan(t->bench, i);
        fprintf(out, "        packet_delay[%d] = %" PRIu32 "; packet_key[%d] = 64'h%" PRIx64 ";\n", i, a.delay, i,
                a.key);
        for (int flit = 0; flit < t->script->packet[i].flits; flit++, base++)
            fprintf(out, "        pause[%d] = %" PRIu32 "; skip[%d] = %d;\n", base,
                    blackbox_answer_pause(t->bench, i, flit), base, blackbox_answer_skip(t->bench, i, flit));
    }
}

void blackbox_testbench_load_responses(const struct blackbox_testbench *t, FILE *out)
{
    if (t->f->requests)
        print_answers(t, out);
    for (int i = 0; i < t->script->packets && t->f->responses.f; i++)
        fprintf(out, "        packet_asks[%d] = %d;\n", i, blackbox_answer_expected(t->f, &t->script->packet[i]));
}

void blackbox_testbench_declare_responses(const struct blackbox_testbench *t, FILE *out)
{
    const struct blackbox *f = t->f;

    if (f->responses.f)
        fprintf(out, "integer packet_asks [0:PACKETS];\n");
    if (!f->requests)
        return;
    fprintf(out,
            "localparam integer MATCHES = %d, ORDER = %d; // 0: of all requests, 1: by key, 2: none\n"
            "integer match_from [0:MATCHES], match_to [0:MATCHES], match_width [0:MATCHES];\n"
            "reg match_headed [0:MATCHES]; // 1: it is in the header of requests\n"
            "integer packet_delay [0:PACKETS], pause [0:FLITS], skip [0:FLITS];\nreg [63:0] packet_key [0:PACKETS];\n",
            f->requests->responses.matches, f->requests->responses.order);
}

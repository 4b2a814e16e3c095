/* SPDX-License-Identifier: Apache-2.0 */
#include "verify_prove.h"

#include <inttypes.h>
#include <string.h>

int verify_prove_count(const struct blackbox_prove *p, enum blackbox_verdict verdict)
{
    int count = 0;

    for (int i = 0; i < BLACKBOX_PROOF_COVERS; i++)
        count += p->proof[i].verdict == verdict;
    return count;
}

static void print_verdict(const struct blackbox_prove *p, int i)
{
    const struct blackbox_proof *proof = &p->proof[i];

    printf("%s%-12s ", i ? "            " : "proofs      ", blackbox_proofs[i].name);
    switch (proof->verdict) {
    case BLACKBOX_UNDECIDED:
        printf("no fault within %d cycles after reset, %.1f s", proof->depth, proof->seconds);
        break;
    case BLACKBOX_PROVED:
    case BLACKBOX_HOLDS:
        printf("%s, %.1f s, %s", blackbox_verdicts[proof->verdict], proof->seconds, blackbox_prove_ways[proof->way]);
        if (blackbox_prove_counts_idle((enum blackbox_proof_property)i))
            printf("; a cycle in which nothing moved is one of %d at most", blackbox_prove_idle(p, proof->bound));
        if (i == BLACKBOX_PROOF_STARVATION)
            printf("; no wait is longer than %" PRId64 " cycles", blackbox_prove_within(p, proof->bound));
        break;
    case BLACKBOX_WRONG:
        printf("WRONG: %d cycles, %.1f s", proof->depth, proof->seconds);
        if (proof->what)
            printf(": %s", proof->what);
        break;
    case BLACKBOX_UNCONFIRMED:
        printf("NOT CONFIRMED: a counterexample of %d cycles passes the bench", proof->depth);
        break;
    case BLACKBOX_VOID: printf("void: no packet was seen to come out, or to follow another one"); break;
    case BLACKBOX_REACHABLE: printf("reachable in %d cycles", proof->depth); break;
    case BLACKBOX_UNREACHABLE: printf("UNREACHABLE: the proofs say nothing"); break;
    default: printf("nothing to prove"); break;
    }
    printf("\n");
}

static void print_sizes(const struct blackbox_prove *p, int swept)
{
    const struct blackbox *f = p->f;

    printf("proved of   %s", f->top);
    for (int i = 0; i < f->parameters.count; i++)
        printf("%s%s=%s", i ? ", " : " with ", f->parameters.item[i].name, f->parameters.item[i].value.text);
    printf(
        ": %d input%s, %d output%s, packets of %d to %d flits of %d bits, all legal traffic, any value of registers at "
        "power-up that the sources do not initialise\n",
        f->sources, f->sources == 1 ? "" : "s", f->sinks, f->sinks == 1 ? "" : "s", f->min_flits, f->max_flits,
        f->bits);
    if (swept)
        printf(
            "            the smallest sizes of the sweep: of larger ones this proves nothing, and what depends on the "
            "number of ports or on depth may differ there\n");
    if (!p->independent)
        printf(
            "            the router looks at some of bits %d, %d, %d and %d, which mark packets: another value of these bits may break "
            "what holds\n",
            p->colour[3], p->colour[2], p->colour[1], p->colour[0]);
}

/* What is promised, and not proved. */
static void print_left(const struct blackbox *f)
{
    int count = 0;

    for (int i = 0; i < BLACKBOX_CHECK_COUNT; i++)
        if (blackbox_prove_leaves(f, (enum blackbox_check)i))
            printf("%s%s", count++ ? ", " : "not proved  ", blackbox_checks[i].name);
    if (count)
        printf(": only a run without --prove checks %s\n", count == 1 ? "this" : "these");
}

void verify_prove_print(const struct blackbox_prove *p, int swept)
{
    for (int i = 0; i < BLACKBOX_PROOF_COUNT; i++)
        if (p->proof[i].verdict != BLACKBOX_NOT_ASKED_FOR)
            print_verdict(p, i);
    if (verify_prove_count(p, BLACKBOX_PROVED) || verify_prove_count(p, BLACKBOX_HOLDS))
        print_sizes(p, swept);
    printf("circuit     %d registers, %d gates; Yosys %.1f s; compared with the simulated router for %" PRIu64
           " cycles: the same\n",
           p->latches, p->gates, p->elaborated, p->same);
    if (p->guessed)
        printf("guesses     %d relations between registers, proved before they are used\n", p->guessed);
    print_left(p->f);
    if (p->left_out)
        printf(
            "left out    %d assertion%s: more than |-> or |=> between two expressions, or another clock than an edge\n",
            p->left_out, p->left_out == 1 ? "" : "s");
    printf("undecided   %d of %d properties\n", verify_prove_count(p, BLACKBOX_UNDECIDED),
           BLACKBOX_PROOF_COVERS - verify_prove_count(p, BLACKBOX_NOT_ASKED_FOR));
}

static json_t *properties_json(const struct blackbox_prove *p)
{
    json_t *all = json_object();

    for (int i = 0; i < BLACKBOX_PROOF_COUNT; i++) {
        const struct blackbox_proof *proof = &p->proof[i];
        json_t *one = json_pack("{s:s, s:i, s:f, s:s}", "verdict", blackbox_verdicts[proof->verdict], "depth",
                                proof->depth, "seconds", proof->seconds, "engine", blackbox_prove_ways[proof->way]);
        if (blackbox_prove_counts_idle((enum blackbox_proof_property)i))
            json_object_set_new(one, "idle", json_integer(blackbox_prove_idle(p, proof->bound)));
        if (i == BLACKBOX_PROOF_STARVATION)
            json_object_set_new(one, "within", json_integer(blackbox_prove_within(p, proof->bound)));
        if (proof->what)
            json_object_set_new(one, "what", json_string(proof->what));
        else if (proof->verdict == BLACKBOX_WRONG)
            json_object_set_new(one, "check", json_string(blackbox_checks[proof->result.check].name));
        json_object_set_new(all, blackbox_proofs[i].name, one);
    }
    return all;
}

static json_t *left_json(const struct blackbox *f)
{
    json_t *all = json_array();

    for (int i = 0; i < BLACKBOX_CHECK_COUNT; i++)
        if (blackbox_prove_leaves(f, (enum blackbox_check)i))
            json_array_append_new(all, json_string(blackbox_checks[i].name));
    return all;
}

static json_t *parameters_json(const struct blackbox *f)
{
    json_t *all = json_object();

    for (int i = 0; i < f->parameters.count; i++)
        json_object_set_new(all, f->parameters.item[i].name, json_string(f->parameters.item[i].value.text));
    return all;
}

json_t *verify_prove_json(const struct blackbox_prove *p)
{
    const struct blackbox *f = p->f;

    return json_pack(
        "{s:s, s:s, s:o, s:i, s:i, s:[i,i], s:i, s:s, s:b, s:[i,i,i,i], s:i, s:i, s:f, s:I, s:o, s:o, s:i}", "format",
        "fedx-router-prove", "top", f->top, "parameters", parameters_json(f), "inputs", f->sources, "outputs", f->sinks,
        "flits", f->min_flits, f->max_flits, "bits", f->bits, "power_up", "any", "independent", p->independent, "marks",
        p->colour[0], p->colour[1], p->colour[2], p->colour[3], "registers", p->latches, "gates", p->gates,
        "elaborated", p->elaborated, "compared_cycles", (json_int_t)p->same, "properties", properties_json(p),
        "not_proved", left_json(f), "assertions_left_out", p->left_out);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_prove_same.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../wrapper/blackbox_channel.h"

/* Of the episodes: flits of each, and the power-up value with which all registers begin as 0, as in the circuit. */
enum { FLITS = 500, ZERO = 0, NAME = 32 };

/* An episode while it is played. */
struct playing {
    const struct blackbox *f;
    struct blackbox_aiger *router;
    uint8_t *inputs; /* [router->inputs] */
    int *place;      /* [bits of the vector in] the input of the circuit that it is; -1: nothing looks at it */
    int out;         /* first output of the circuit that is the vector out */
    int reset;       /* input that is the reset; -1: nothing looks at it */
    int seen;        /* cycles so far */
    uint64_t compared;
    char *error; /* "": no difference yet */
    size_t size;
};

static int find_input(const struct blackbox_aiger *a, const char *name)
{
    for (int i = 0; i < a->inputs; i++)
        if (a->input_name[i] && strcmp(a->input_name[i], name) == 0)
            return i;
    return -1;
}

static uint32_t word_of(const struct playing *p, int word)
{
    uint32_t value = 0;

    for (int bit = 0; bit < 32; bit++)
        value |= (uint32_t)blackbox_aiger_output(p->router, p->out + 32 * word + bit) << bit;
    return value;
}

static void differ(struct playing *p, uint32_t cycle, const char *what, int number, const char *wire, uint32_t is,
                   uint32_t was)
{
    if (!*p->error)
        snprintf(
            p->error, p->size,
            "%s:1: --prove: Yosys reads the router otherwise than Verilator: %s %d, %s in cycle %u of an episode is 0x%x, "
            "and 0x%x there: verify this router without --prove",
            p->f->path, what, number, wire, cycle, was, is);
}

/* What counts of a word of a flit. */
static uint32_t bits_in_word(const struct blackbox *f, int word)
{
    int left = f->bits - 32 * word;

    return left >= 32 ? UINT32_MAX : (1u << left) - 1;
}

static void compare(struct playing *p, uint32_t cycle, const uint32_t *out)
{
    const struct blackbox *f = p->f;

    for (int source = 0; source < f->sources; source++)
        if (word_of(p, source) != out[source])
            differ(p, cycle, "input", source, f->inputs.credits ? "credits" : "ready", word_of(p, source), out[source]);
    for (int sink = 0; sink < f->sinks; sink++) {
        int at = f->sources + sink * (1 + f->words);
        if (word_of(p, at) != out[at])
            differ(p, cycle, "output", sink, "valid", word_of(p, at), out[at]);
        for (int w = 0; w < f->words && out[at]; w++)
            if ((word_of(p, at + 1 + w) ^ out[at + 1 + w]) & bits_in_word(f, w))
                differ(p, cycle, "output", sink, "its flit", word_of(p, at + 1 + w), out[at + 1 + w]);
    }
    p->compared++;
}

/* Registers that no reset touches may hold anything until then. */
static void see_cycle(void *context, uint32_t cycle, const uint32_t *in, const uint32_t *out)
{
    struct playing *p = context;
    int under_reset = p->seen++ < p->f->reset_cycles;

    for (int bit = 0; bit < 32 * blackbox_in_words(p->f); bit++)
        if (p->place[bit] >= 0)
            p->inputs[p->place[bit]] = in[bit / 32] >> bit % 32 & 1;
    if (p->reset >= 0)
        p->inputs[p->reset] = (uint8_t)under_reset;
    blackbox_aiger_cycle(p->router, p->inputs);
    if (!under_reset && !*p->error)
        compare(p, cycle, out);
    blackbox_aiger_step(p->router);
}

/* @return 0, or -1 when out of memory */
static int play(struct playing *p, struct blackbox_bench *bench, enum blackbox_profile profile)
{
    struct blackbox_script script = {0};
    struct blackbox_result result;
    int status = blackbox_script_draw(&script, p->f, profile, 1 + (uint64_t)profile, FLITS, NULL);

    script.power_up = ZERO;
    p->seen = 0;
    blackbox_aiger_reset(p->router);
    blackbox_bench_watch(bench, see_cycle, p);
    if (status == 0)
        status = blackbox_bench_run(bench, &script, &result);
    blackbox_bench_watch(bench, NULL, NULL);
    blackbox_script_free(&script);
    return status;
}

/* @return 0, or -1 when the circuit has no such vector, or out of memory */
static int find_wires(struct playing *p)
{
    int bits = 32 * blackbox_in_words(p->f), count;
    char name[NAME];

    p->inputs = calloc((size_t)p->router->inputs + 1, 1);
    p->place = calloc((size_t)bits, sizeof *p->place);
    p->out = blackbox_aiger_find(p->router, "out", &count);
    p->reset = find_input(p->router, "rst");
    if (!p->inputs || !p->place || p->out < 0 || count < 32 * blackbox_out_words(p->f))
        return -1;
    for (int bit = 0; bit < bits; bit++) {
        snprintf(name, sizeof name, "in[%d]", bit);
        p->place[bit] = find_input(p->router, name);
    }
    return 0;
}

int blackbox_prove_same(const struct blackbox *f, struct blackbox_bench *bench, struct blackbox_aiger *router,
                        uint64_t *cycles, char *error, size_t size)
{
    static const enum blackbox_profile profiles[] = {BLACKBOX_PROFILE_full, BLACKBOX_PROFILE_stalls,
                                                     BLACKBOX_PROFILE_backpressure};
    struct playing p = {.f = f, .router = router, .error = error, .size = size};
    int status = find_wires(&p);

    *error = 0;
    for (size_t i = 0; status == 0 && i < sizeof profiles / sizeof *profiles && !*error; i++)
        status = play(&p, bench, profiles[i]);
    free(p.inputs);
    free(p.place);
    *cycles = p.compared;
    if (status != 0)
        snprintf(error, size, "--prove: the circuit lacks wires of the router, or out of memory");
    return *error ? -1 : 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Stimulus for one terminal alone: who puts packets in, and a router that keeps to the protocol or breaks it
 * (bench/stimulus.h). In legal and sustained episodes every packet that is put in is followed: it leaves once, whole,
 * in one channel, in the order of putting in.
 */
#include <string.h>

#include "../../bench/bench.h"

#include "../kind/vcr_terminal_kind.h"
#include "../model/vcr_internal.h"
#include "vcr_state_injection.h"

enum { EPISODE = 3000, PHASE = 4096, RESET = 2, SET_MODE = 3, SET_SHARE = 4, SET_WATCH = 5, UP_AT = 20 };

/* Kinds of episode, which take turns. */
enum profile {
    LEGAL,   /* the router keeps to the protocol, and settings stay */
    ILLEGAL, /* credits out of nothing, links that fall, puts without room, tokens at any time, settings that change */
    SUSTAINED, /* legal, long, and busy most of the time; how fast packets and credits come changes */
    PROFILES,
    TURNS = SUSTAINED, /* so many take turns */
    LONG_EPISODES = (1 << 17) / EPISODE
};

/* A packet on its way out. */
struct sent {
    unsigned serial, flits; /* flits that have come; 0: none is under way */
    unsigned vc;
};

struct terminal_stimulus {
    struct stimulus base;
    const struct vcr_terminal_parameters *parameters;
    struct vcr_pins in, out;
    struct vcr_terminal_control control;
    struct vcr_terminal_status status;
    unsigned owed[VCR_MOST_LOCAL][VCR_MOST_VCS]; /* credits of flits that have come */
    /* Of this episode. */
    enum profile profile;
    int hurry;        /* a packet is put in whenever there is room */
    unsigned giving;  /* chance in 8 a cycle of a credit that is owed */
    unsigned miserly; /* for a while credits are given to the channel of a packet under way alone (1), or to none (2) */
    unsigned connected; /* ports */
    unsigned resetting; /* cycles left of a reset */
    unsigned serials;   /* packets that were put in */
    unsigned next;      /* ... the next one that begins to leave */
    struct sent sent[VCR_MOST_LOCAL];
};

static const char *const profile_names[PROFILES] = {"legal", "illegal", "sustained"};

static unsigned below(struct terminal_stimulus *s, unsigned bound)
{
    return rng_below(&s->base.random, bound);
}

static int once_in(struct terminal_stimulus *s, unsigned times)
{
    return below(s, times) == 0;
}

static void draw_miserly(struct terminal_stimulus *s)
{
    s->miserly = once_in(s, 3) ? 1 + below(s, 2) : 0;
}

static int illegal(const struct terminal_stimulus *s)
{
    return s->profile == ILLEGAL;
}

/* How fast packets and credits come. */
static void draw_pace(struct terminal_stimulus *s)
{
    s->hurry = once_in(s, 2);
    s->giving = once_in(s, 4) ? 8 : 1 + below(s, 8);
}

/* What the terminal reads ----------------------------------------------------------------------------------------- */

static uint32_t word_at(struct terminal_stimulus *s, unsigned address)
{
    unsigned length = s->parameters->length, alloc = s->parameters->depth < length ? s->parameters->depth : length;

    /* One draw a statement: in which order operands are evaluated is the compiler's. */
    if (address == VCR_CFG_TERMINAL_SHARE) {
        int limits = once_in(s, 8);
        uint32_t l = limits ? (1u << below(s, 17)) - 1u : below(s, 8);
        uint32_t k = limits ? (1u << below(s, 17)) - 1u : 4 + below(s, 8);
        return l | k << 16;
    }
    if (address == VCR_CFG_TERMINAL_WATCH)
        return once_in(s, 8) ? (1u << below(s, 25)) - 1u : below(s, 2) ? below(s, 40) : below(s, 400);
    uint32_t modes = below(s, 16);
    return modes | (once_in(s, 8) ? 1 : once_in(s, 2) ? 1 + below(s, s->parameters->depth) : alloc) << 8;
}

/* Reset, then modes and shares; later ones at any time if it is illegal. */
static void configure(struct terminal_stimulus *s, unsigned cycle)
{
    struct vcr_terminal_control *c = &s->control;

    s->resetting -= s->resetting > 0;
    if (illegal(s) && once_in(s, 1500))
        s->resetting = 1 + below(s, 4);
    c->rst = cycle < RESET || s->resetting > 0;
    c->cfg_addr = (uint16_t)(once_in(s, 16) ? rng_next(&s->base.random) : below(s, 5));
    if (cycle != SET_MODE && cycle != SET_SHARE && cycle != SET_WATCH &&
        !(illegal(s) && once_in(s, s->resetting ? 2 : 300)))
        return;
    c->cfg_we = 1;
    c->cfg_addr = cycle == SET_MODE    ? VCR_CFG_TERMINAL_MODE
                  : cycle == SET_SHARE ? VCR_CFG_TERMINAL_SHARE
                  : cycle == SET_WATCH ? VCR_CFG_TERMINAL_WATCH
                                       : c->cfg_addr;
    c->cfg_wdata = once_in(s, 8) && illegal(s) ? (uint32_t)rng_next(&s->base.random) : word_at(s, c->cfg_addr);
}

/* Word k of a packet. */
static uint64_t word_of(const struct terminal_stimulus *s, unsigned serial, unsigned k)
{
    struct rng r = {s->base.config.seed ^ s->base.episode << 40 ^ (uint64_t)serial << 8 ^ k};

    return rng_next(&r);
}

static void put(struct terminal_stimulus *s)
{
    unsigned words = (unsigned)s->parameters->length * s->parameters->words;
    int may = s->status.room || (illegal(s) && once_in(s, 50));

    s->control.put = may && (!s->control.rst || illegal(s)) && (s->hurry || once_in(s, 20));
    for (unsigned k = 0; k < words; k++)
        s->control.packet[k] = s->control.put   ? word_of(s, s->serials, k)
                               : once_in(s, 50) ? rng_next(&s->base.random)
                                                : 0;
    s->serials += s->control.put;
    s->base.result.accepted += s->control.put && !illegal(s);
}

static void router_port(struct terminal_stimulus *s, unsigned p)
{
    const struct sent *sent = &s->sent[p];
    unsigned vcs = s->parameters->vcs;

    for (unsigned v = 0; v < vcs; v++) {
        int may = s->miserly == 0 || (s->miserly == 1 && sent->flits != 0 && sent->vc == v);
        unsigned returns = s->owed[p][v] > 0 && below(s, 8) < s->giving && may;
        s->owed[p][v] -= returns;
        returns ^= illegal(s) && once_in(s, 400);
        s->in.credit[p] |= (uint16_t)(returns << v);
    }
    if (once_in(s, 3)) {
        s->in.valid |= (uint16_t)(1u << p);
        s->in.vc[p] = (uint8_t)below(s, illegal(s) ? 1u << vcr_bits(vcs) : vcs);
    }
    s->control.take[p] = (uint16_t)(once_in(s, 4) ? rng_next(&s->base.random) & ((1u << vcs) - 1u) : 0);
}

static void inputs(struct terminal_stimulus *s, unsigned cycle)
{
    unsigned ports = s->parameters->ports;

    memset(&s->in, 0, sizeof s->in);
    memset(&s->control, 0, sizeof s->control);
    configure(s, cycle);
    put(s);
    s->in.sat = (uint16_t)(once_in(s, illegal(s) ? 6 : 60) ? below(s, 1u << ports) : 0);
    s->in.up = (uint16_t)(cycle > UP_AT ? s->connected : 0);
    if (illegal(s) && once_in(s, 300))
        s->in.up ^= (uint16_t)(1u << below(s, ports));
    if (illegal(s) && once_in(s, 600))
        s->connected ^= 1u << below(s, ports);
    if (once_in(s, 1000))
        draw_miserly(s);
    for (unsigned p = 0; p < ports; p++)
        router_port(s, p);
}

/* What it drives -------------------------------------------------------------------------------------------------- */

/* A flit leaves by a port: of the packet that began there, or of the next one that was put in. */
static const char *flit_wrong(struct terminal_stimulus *s, unsigned p)
{
    const unsigned words = s->parameters->words, head = s->out.head >> p & 1u, tail = s->out.tail >> p & 1u;
    struct sent *sent = &s->sent[p];

    if (head != (sent->flits == 0) || tail != (sent->flits + 1u == s->parameters->length))
        return "a packet is not as long as it should be";
    if (head && s->next == s->serials)
        return "a packet left that was not put in";
    if (head)
        *sent = (struct sent){s->next++, 0, s->out.vc[p]};
    if (s->out.vc[p] != sent->vc)
        return "a packet changed its channel";
    for (unsigned k = 0; k < words; k++)
        if (s->out.flit[p * words + k] != word_of(s, sent->serial, sent->flits * words + k))
            return "a packet left changed";
    sent->flits = tail ? 0 : sent->flits + 1;
    s->base.result.delivered += tail;
    return NULL;
}

static int outputs(struct terminal_stimulus *s)
{
    for (unsigned p = 0; p < s->parameters->ports; p++) {
        if (!(s->out.valid >> p & 1u))
            continue;
        s->owed[p][s->out.vc[p] % VCR_MOST_VCS]++;
        const char *wrong = illegal(s) ? NULL : flit_wrong(s, p);
        if (wrong)
            return stimulus_fail(&s->base, 2, wrong);
    }
    return 0;
}

/* Episodes -------------------------------------------------------------------------------------------------------- */

static void begin(struct terminal_stimulus *s)
{
    unsigned all = (1u << s->parameters->ports) - 1u;

    stimulus_start(&s->base);
    s->profile = (enum profile)stimulus_profile(&s->base, TURNS);
    draw_pace(s);
    s->connected = once_in(s, 3) ? 1 + below(s, all) : all;
    draw_miserly(s);
    s->resetting = s->serials = s->next = 0;
    memset(s->owed, 0, sizeof s->owed);
    memset(s->sent, 0, sizeof s->sent);
    memset(&s->status, 0, sizeof s->status);
}

static int step(struct terminal_stimulus *s)
{
    const struct node_ops *ops = s->base.config.ops;

    if (stimulus_step(&s->base, &s->in, &s->control))
        return stimulus_fail(&s->base, 1, stimulus_difference(&s->base));
    ops->pins(s->base.node, &s->out);
    ops->status(s->base.node, &s->status);
    return outputs(s);
}

static int episode(struct stimulus *base)
{
    struct terminal_stimulus *s = (struct terminal_stimulus *)base;

    begin(s);
    unsigned cycles = s->profile == SUSTAINED ? stimulus_sustained_cycles(base) : EPISODE;
    for (unsigned cycle = 0; cycle < cycles; cycle++) {
        if (s->profile == SUSTAINED && cycle % PHASE == 0)
            draw_pace(s);
        inputs(s, cycle);
        if (step(s))
            return 1;
        if (s->profile == SUSTAINED)
            stimulus_note_busy(base, s->out.valid != 0);
    }
    return stimulus_end(base, (int)s->profile);
}

static void take_parameters(struct stimulus *base, const struct router_kind *kind)
{
    ((struct terminal_stimulus *)base)->parameters = kind->parameters;
}

const struct stimulus_kind vcr_terminal_stimulus = {
    .profiles = profile_names,
    .profile_count = PROFILES,
    .turns = TURNS,
    .long_episodes = LONG_EPISODES,
    .followed = "legal and sustained",
    .checked = "every flit",
    .bytes = sizeof(struct terminal_stimulus),
    .begin = take_parameters,
    .episode = episode,
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Packets of the stimulus, and what became of those that are followed. Words of flits follow from the serial number, so
 * each is checked when it leaves.
 */
#include "../model/vcr_internal.h"
#include "vcr_draw.h"
#include "vcr_stimulus_internal.h"

enum { USUAL_FLITS = 18, LONGEST = 200 };

/* What of the settings decides on a way from coordinates. */
static struct vcr_config place_of(const struct vcr_stimulus *s)
{
    uint32_t place = s->setting[VCR_CFG_PLACE], ports = s->setting[VCR_CFG_PORTS];
    struct vcr_config c = {
        .routing = s->setting[VCR_CFG_MODE] & 3u,
        .node = (uint16_t)place,
        .x_bits = place >> 16 & 15u,
        .y_bits = place >> 20 & 15u,
        .level = place >> 24 & 15u,
        .local_port = ports >> 16 & 15u,
        .local_count = ports >> 20 & 15u,
        .local_bits = ports >> 24 & 3u,
    };

    for (unsigned k = 0; k < VCR_CLASSES; k++)
        c.prefer[k] = s->setting[VCR_CFG_CLASS + k] >> 5 & 3u;
    return c;
}

/* Where the coordinates of this router, or its digits in a tree, decide. */
static unsigned near_here(struct vcr_stimulus *s)
{
    struct vcr_config c = place_of(s);

    return vcr_draw_destination(&s->base.random, &c, s->follow) & 0xffffu;
}

/* Any, or a limit: of all numbers, or of those that have an entry. */
static unsigned far_off(struct vcr_stimulus *s)
{
    const unsigned limits[] = {0, 0xffff, s->parameters->table_size - 1u, s->parameters->table_size,
                               s->parameters->table_size + 1u};

    return vcr_below(s, 2) ? vcr_below(s, 1u << 16) : limits[vcr_below(s, sizeof limits / sizeof *limits)] & 0xffffu;
}

static unsigned destination(struct vcr_stimulus *s)
{
    if (!s->follow && vcr_below(s, 16) == 0)
        return far_off(s);
    if (vcr_below(s, 8) < s->heat)
        return s->hot;
    return (s->setting[VCR_CFG_MODE] & 3u) != VCR_ROUTE_TABLE && vcr_below(s, 4) ? near_here(s)
                                                                                 : vcr_below(s, s->destinations);
}

/* Short ones, those of the studies, up to the longest of a terminal, and now and then longer than any queue. */
static unsigned length(struct vcr_stimulus *s)
{
    if (vcr_below(s, 4) < s->shortest)
        return 1 + vcr_below(s, 3);
    switch (vcr_below(s, 16)) {
    case 0: return 1 + vcr_below(s, LONGEST);
    case 1:
    case 2:
    case 3:
    case 4:
    case 5: return 1 + vcr_below(s, VCR_MOST_LENGTH);
    default: return 1 + vcr_below(s, USUAL_FLITS);
    }
}

/* First to an intermediate router, one time in two to this one if it can be. */
static uint64_t by_intermediate(struct vcr_stimulus *s, uint64_t head)
{
    const struct vcr_config c = place_of(s);
    uint64_t here = (uint64_t)c.node << c.local_bits, via = destination(s) & 0xffu;

    if (here < 256 && vcr_below(s, 2))
        via = here;

    return (head & ~(UINT64_C(0xff) << VCR_HEAD_VIA_TERMINAL)) | via << VCR_HEAD_VIA_TERMINAL;
}

/* As it comes out of the route. */
static uint64_t come(const struct vcr_stimulus *s, uint64_t head)
{
    const struct vcr_config c = place_of(s);

    return vcr_route_come(s->parameters, &c, 1, head);
}

void vcr_stimulus_packet(struct vcr_stimulus *s, struct sending *packet, unsigned port)
{
    uint64_t rest = rng_next(&s->base.random) & UINT64_C(0xffffffffffff);

    packet->flits = length(s);
    packet->sent = 0;
    packet->serial = NOT_FOLLOWED;
    if (s->follow) {
        packet->serial = s->serials++;
        rest = (rest & ~UINT64_C(0xffff)) | packet->serial;
    }
    packet->head = rest | (uint64_t)destination(s) << VCR_HEAD_DESTINATION;
    if (s->parameters->via && vcr_flit_via(packet->head))
        packet->head = by_intermediate(s, packet->head);
    if (!s->follow)
        return;
    s->followed[packet->serial] = (struct followed){come(s, packet->head), (uint8_t)packet->flits, (uint8_t)port, 0};
    s->inside++;
}

/* Word k of flit number `flit` of a packet that is followed, but for the head. */
static uint64_t word_of(const struct vcr_stimulus *s, unsigned serial, unsigned flit, unsigned k)
{
    struct rng r = {s->base.config.seed ^ (uint64_t)serial << 32 ^ (uint64_t)flit << 8 ^ k};

    return rng_next(&r);
}

void vcr_stimulus_flit(struct vcr_stimulus *s, const struct sending *packet, uint64_t *words)
{
    for (unsigned k = 0; k < s->parameters->words; k++)
        words[k] =
            packet->serial == NOT_FOLLOWED ? rng_next(&s->base.random) : word_of(s, packet->serial, packet->sent, k);
    if (packet->sent == 0)
        words[0] = packet->head;
}

/*
 * Ports by which a packet may leave as it came: all shortest ways, and that of the escape channel, in either direction.
 */
static unsigned ways_of(const struct vcr_stimulus *s, const struct followed *f)
{
    struct vcr_config c = place_of(s);
    uint64_t head = vcr_flit_aimed(s->parameters, f->head);
    uint32_t entry =
        c.routing == VCR_ROUTE_TABLE ? s->table[vcr_flit_destination(head)] : vcr_route_logic(&c, f->port, head);

    return (entry & 0xfffu) | 1u << (entry >> 22 & 15u);
}

/* The head of a followed packet leaves: with one deflection less only by a link that leads no nearer. */
static const char *head_wrong(struct vcr_stimulus *s, unsigned port, uint64_t head)
{
    unsigned serial = (unsigned)head & 0xffffu;
    const struct followed *f = &s->followed[serial];

    if (serial >= s->serials || f->state != 0)
        return "a packet left the router that had not come, or left twice";
    if (head == f->head)
        return ways_of(s, f) >> port & 1u ? NULL : "a packet left the router by a port that its route does not allow";
    if (vcr_flit_deflections(f->head) == 0 || head != vcr_flit_deflected(f->head))
        return "a head left the router changed";
    return s->setting[VCR_CFG_PORTS] >> port & 1u ? NULL : "a packet was deflected to a port that is no link";
}

static int words_right(const struct vcr_stimulus *s, unsigned port, unsigned serial, unsigned flit)
{
    const uint64_t *words = &s->out.flit[port * s->parameters->words];

    for (unsigned k = flit == 0; k < s->parameters->words; k++)
        if (words[k] != word_of(s, serial, flit, k))
            return 0;
    return 1;
}

int vcr_stimulus_left(struct vcr_stimulus *s, unsigned port)
{
    struct leaving *l = &s->neighbour[port].leaving[s->out.vc[port]];
    unsigned head = s->out.head >> port & 1u, tail = s->out.tail >> port & 1u;
    const char *wrong = NULL;

    if (head != (l->flits == 0))
        return stimulus_fail(
            &s->base, 2, head ? "a packet began in a channel before another one ended" : "a flit left without a head");
    if (head) {
        wrong = head_wrong(s, port, s->out.flit[port * s->parameters->words]);
        l->serial = (unsigned)s->out.flit[port * s->parameters->words] & 0xffffu;
    }
    if (wrong)
        return stimulus_fail(&s->base, 2, wrong);
    struct followed *f = &s->followed[l->serial];
    if (!words_right(s, port, l->serial, l->flits++) || tail != (l->flits == f->flits))
        return stimulus_fail(&s->base, 2, "a packet left the router changed");
    if (tail) {
        f->state = 1;
        l->flits = 0;
        s->inside--;
        s->base.result.delivered++;
    }
    return 0;
}

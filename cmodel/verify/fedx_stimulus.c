/* SPDX-License-Identifier: Apache-2.0
 *
 * Stimulus for one switch. See fedx_stimulus.h.
 */
#include "fedx_stimulus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fedx/header.h"
#include "fedx/random.h"
#include "fedx_cables.h"
#include "fedx_lockstep.h"

enum {
    BODY_BYTES = FEDX_BYTE_CRC - FEDX_HEADER_BYTES,
    STUCK_CYCLES = 8000,   /* 128 time-outs of those who never get in */
    STEP_CYCLES = 16,      /* about as long as a refused attempt */
    TRACKED = 4096,        /* packets followed in one episode, at most */
    DRAIN_CYCLES = 60000   /* after the last injection, everything must have left by then */
};

const char *const fedx_profile_names[FEDX_PROFILES] = {"legal",     "refusing", "truncated", "damaged",
                                                       "responses", "flips",    "noise",     "resets"};

/* A neighbour, or the PE, at one port of the switch. */
struct partner {
    struct fedx_port_end end;
    uint8_t image[2][FEDX_PACKET_BYTES]; /* the packet being offered, and the one of the attempt under way */
    int serial[2];                       /* their numbers in the ledger, -1: not followed */
    int offered;                         /* which image is offered, -1: none */
    struct fedx_header last;             /* header of the packet made last */
    unsigned refuse_at;                  /* byte of a frame from the switch at which it is refused; 0xffff: none */
    unsigned cut_at;                     /* byte of an own frame at which it is broken off; 0xffff: none */
    unsigned frame;                      /* bytes of the present frame from the switch so far */
    unsigned sent;                       /* bytes of the partner's present frame that the switch has seen */
    unsigned damage_at;                  /* the one that is damaged on the wire; 0xffff: none */
    uint8_t damage_mask;
    uint8_t check_mask;                  /* what makes the header check match again, or 0 */
    unsigned hide;                       /* cycles for which acc stays hidden behind hidden_acc */
    uint8_t hidden_acc;
    unsigned storm;                      /* cycles for which acc toggles on its own */
    unsigned stolen;                     /* cycles for which the turn level is wrong */
    unsigned deaf;                       /* cycles for which the partner goes on reading deaf_acc */
    uint8_t deaf_acc;
};

struct fedx_stimulus {
    struct fedx_stimulus_config config;
    struct fedx_stimulus_result result;
    void *node;
    struct fedx_random random;
    uint64_t episode;
    struct partner partner[FEDX_PORTS];
    struct fedx_cables cables;
    /* Of this episode. */
    enum fedx_profile profile;
    struct fedx_settings settings;
    struct fedx_control control;
    uint32_t table[FEDX_TABLE_SIZE];
    double supply;           /* chance a cycle that an idle partner gets a packet */
    int supplying;
    double rate;             /* of the hostile events */
    int legal;               /* keeps to the protocol: follow every packet */
    int corners;             /* settings, and behaviour, that other episodes do not have */
    int wide;                /* sources and messages of all bits, and packets that differ from others in one */
    int deroutes;
    int loyal;               /* a partner repeats a packet until it is taken, as switches and PEs do */
    int choked;              /* partners take few packets, so that the switch is full */
    int in_step;             /* partners that own their wires start frames in the same cycles only */
    int fickle;              /* links offer a packet again with other deroutes left, the PE another packet */
    int stuck;               /* many packets are of classes that are never let in */
    unsigned age;            /* cycles since the partners started */
    unsigned closed;         /* cycles for which every wire refuses */
    unsigned local;          /* quarters of the destinations that are this switch */
    /* Ledger of packets in this episode: bodies are made from the serial number. */
    struct {
        struct fedx_header header;
        uint8_t state; /* 0 offered, 1 accepted, 2 delivered */
    } ledger[TRACKED];
    int serials;
    int inside;              /* packets accepted and not delivered */
    uint8_t modes_seen[3 * 2 * 2 * 4];
};

static uint32_t below(struct fedx_stimulus *s, uint32_t bound)
{
    return fedx_random_below(&s->random, bound);
}

static int chance(struct fedx_stimulus *s, double probability)
{
    return fedx_random_chance(&s->random, probability);
}

static int fail(struct fedx_stimulus *s, int kind, const char *text)
{
    if (!s->result.failed) {
        s->result.failed = kind;
        s->result.episode = s->episode;
        snprintf(s->result.text, sizeof s->result.text, "%s", text);
    }
    return 1;
}

/* Packets ------------------------------------------------------------------------------------- */

static void fill_body(int serial, uint8_t *body)
{
    struct fedx_random r = fedx_random_stream(0xb0d7, (uint64_t)serial);

    for (int i = 0; i < BODY_BYTES; i++)
        body[i] = (uint8_t)fedx_random_next(&r);
    memcpy(body, &serial, sizeof serial);
}

/* A fault of the sender's memory: the port still sends a good header check, the packet check is wrong. */
static void damage_image(struct fedx_stimulus *s, uint8_t *image)
{
    unsigned number = below(s, 2) ? below(s, FEDX_HEADER_BYTES) : below(s, FEDX_PACKET_BYTES);

    image[number] ^= (uint8_t)(1 + below(s, 255));
}

/* Similar, for backpressure, to a packet that is in the switch. */
static void imitate(struct fedx_stimulus *s, struct fedx_header *h)
{
    for (int serial = s->serials - 2; serial >= 0; serial--) { /* the last one is the packet itself */
        const struct fedx_header *other = &s->ledger[serial].header;
        if (s->ledger[serial].state != 1 || below(s, 4) != 0)
            continue;
        h->destination = other->destination;
        h->source = other->source;
        h->message = other->message;
        return;
    }
}

/* The identity of a packet made before, at this port or any, with at most one bit changed. */
static void resemble(struct fedx_stimulus *s, const struct partner *p, struct fedx_header *h)
{
    const struct fedx_header *other = below(s, 2) ? &p->last : &s->partner[below(s, FEDX_PORTS)].last;
    unsigned bit = below(s, 64);

    h->destination = other->destination;
    h->source = other->source;
    h->message = other->message;
    h->packet = other->packet;
    if (bit < 16)
        h->source ^= (uint16_t)(1u << bit);
    else if (bit < 32)
        h->message ^= (uint16_t)(1u << (bit - 16));
    else if (bit < 40)
        h->packet ^= (uint8_t)(1u << (bit - 32));
    else if (bit < 48 || (bit < 56 && !s->legal)) /* a packet outside the table has no route */
        h->destination ^= (uint16_t)(1u << (bit - 40));
}

/* Identities that need all bits to tell them apart. */
static void widen(struct fedx_stimulus *s, const struct partner *p, struct fedx_header *h)
{
    switch (below(s, 4)) {
    case 0:
        h->source = (uint16_t)fedx_random_next(&s->random);
        h->message = (uint16_t)fedx_random_next(&s->random);
        break;
    case 1: resemble(s, p, h); break;
    default: break;
    }
}

static void make_packet(struct fedx_stimulus *s, struct partner *p, int which)
{
    uint8_t body[BODY_BYTES];
    struct fedx_header h = {
        .destination = (uint16_t)below(s, FEDX_TABLE_SIZE),
        .source = (uint16_t)(s->corners ? below(s, 2) : p - s->partner),
        .message = (uint16_t)below(s, s->choked ? 256 : 4),
        .packet = (uint8_t)below(s, 256),
        .adaptive = (uint8_t)below(s, 2),
        .last = (uint8_t)below(s, 2),
        .deroutes = (uint8_t)(s->deroutes ? below(s, s->legal ? 3 : 8) : 0),
    };
    int serial = s->legal && s->serials < TRACKED ? s->serials++ : -1;

    if (below(s, 4) == 0) /* many for few destinations */
        h.destination %= 4;
    if (s->profile == FEDX_PROFILE_DAMAGED && !s->choked && below(s, 8) == 0)
        h.destination = (uint16_t)(FEDX_TABLE_SIZE + below(s, 1000));
    if (s->wide)
        widen(s, p, &h);
    if (s->fickle && p == &s->partner[FEDX_PE_PORT] && below(s, 2))
        imitate(s, &h);
    p->last = h;
    fill_body(serial, body);
    fedx_header_packet(&h, body, p->image[which]);
    if (s->profile == FEDX_PROFILE_DAMAGED && !s->choked && below(s, 4) == 0)
        damage_image(s, p->image[which]);
    p->serial[which] = serial;
    if (serial >= 0) {
        s->ledger[serial].header = h;
        s->ledger[serial].state = 0;
    }
}

static void supply(struct fedx_stimulus *s, struct partner *p)
{
    if (p->offered >= 0 || !s->supplying || !chance(s, s->supply) || (s->legal && s->serials == TRACKED))
        return;
    int which = p->end.outgoing == p->image[0] ? 1 : 0;
    make_packet(s, p, which);
    p->offered = which;
    p->end.next = p->image[which];
}

static int started(struct partner *p)
{
    return p->end.outgoing == p->image[0] ? 0 : 1;
}

static void packet_accepted(struct fedx_stimulus *s, struct partner *p, int which)
{
    int serial = p->serial[which];

    if (serial < 0)
        return;
    s->ledger[serial].state = 1;
    s->inside++;
    s->result.accepted++;
}

static int packet_left(struct fedx_stimulus *s, int port)
{
    struct partner *p = &s->partner[port];
    uint8_t image[FEDX_PACKET_BYTES], body[BODY_BYTES];
    int serial;

    memcpy(&serial, p->end.incoming + FEDX_HEADER_BYTES, sizeof serial);
    if (serial < 0 || serial >= s->serials || s->ledger[serial].state != 1)
        return fail(s, 2, "a packet left the switch that it had not accepted, or left twice");
    /* What a hop may change: the stop-and-wait bit, the deroutes left, the header check. */
    struct fedx_header h = s->ledger[serial].header;
    struct fedx_header got = fedx_header_fields((uint64_t)p->end.incoming[FEDX_BYTE_FLAGS] << 40);
    uint32_t entry = s->table[h.destination];
    h.bit = got.bit;
    if (h.adaptive && h.deroutes > 0 && !(entry >> (8 + port) & 1u))
        h.deroutes--;
    fill_body(serial, body);
    fedx_header_packet(&h, body, image);
    if (memcmp(image, p->end.incoming, sizeof image) != 0)
        return fail(s, 2, "a packet left the switch changed");
    unsigned ports = h.adaptive ? entry >> 8 & 0xff : 1u << (entry >> 16 & 7);
    if (h.adaptive && s->ledger[serial].header.deroutes > 0)
        ports |= entry >> 22 & 0xff;
    if (!(ports >> port & 1u))
        return fail(s, 2, "a packet left the switch by a port that its route does not allow");
    s->ledger[serial].state = 2;
    s->inside--;
    s->result.delivered++;
    return 0;
}

static uint32_t random_entry(struct fedx_stimulus *s)
{
    struct fedx_route_fields f = {.distance = 0, .best = 1 << FEDX_PE_PORT, .deterministic = FEDX_PE_PORT,
                                  .preferred = FEDX_PE_PORT, .other = (int)below(s, 1 << FEDX_LINKS)};

    if (!s->legal && below(s, 16) == 0)
        return (uint32_t)fedx_random_next(&s->random);
    if (below(s, 4) >= s->local) {
        f.distance = 1 + (int)below(s, 5);
        if (!s->legal && below(s, s->stuck ? 2 : 8) == 0) /* around the highest class that fits, and the highest there is */
            f.distance = (int)(below(s, 2) ? FEDX_BUFFERS - 2 + below(s, 4) : 248 + below(s, 8));
        f.deterministic = (int)below(s, FEDX_LINKS);
        f.best = 1 << f.deterministic | 1 << below(s, FEDX_LINKS);
        f.preferred = f.deterministic;
    } else if (below(s, 2)) { /* prefers a link, for packets that have deroutes left */
        f.preferred = (int)below(s, FEDX_LINKS);
        f.other |= 1 << f.preferred;
    }
    return fedx_route_entry(&f);
}

/* One cycle ----------------------------------------------------------------------------------- */

/* Legal hostility: a partner refuses at a byte of its own choice. */
static void refuse_frames(struct fedx_stimulus *s, struct fedx_pins *in)
{
    for (int p = 0; p < FEDX_PORTS; p++) {
        struct partner *partner = &s->partner[p];
        if (!(fedx_cables_out(&s->cables, s->settings.latency)->valid >> p & 1u)) {
            partner->frame = 0;
            continue;
        }
        if (partner->frame++ == 0)
            partner->refuse_at = below(s, 3) ? below(s, below(s, 2) ? 24 : 170) : 0xffff;
        if (partner->frame - 1 == partner->refuse_at)
            in->refuse |= (uint8_t)(1u << p);
    }
}

/* What the header check changes by when a byte of the header changes by mask: CRCs are linear. */
static uint8_t check_of(unsigned byte, uint8_t mask)
{
    uint8_t check = fedx_header_check(0, mask);

    for (unsigned i = byte + 1; i < FEDX_BYTE_CHECK; i++)
        check = fedx_header_check(check, 0);
    return check;
}

/* A change of the header that the header check agrees with. */
static void damage_sealed(struct partner *p, unsigned byte, uint8_t mask)
{
    p->damage_at = byte;
    p->damage_mask = mask;
    p->check_mask = check_of(byte, mask);
}

static void choose_damage(struct fedx_stimulus *s, struct partner *p)
{
    p->damage_mask = (uint8_t)(1 + below(s, 255));
    p->check_mask = 0;
    if (s->choked) { /* headers only, so that the switch stays full */
        p->damage_at = below(s, 4) ? 0xffff : FEDX_BYTE_CHECK;
        return;
    }
    switch (below(s, 4)) {
    case 0: p->damage_at = below(s, FEDX_HEADER_BYTES); break;
    case 1: p->damage_at = below(s, FEDX_PACKET_BYTES); break;
    case 2: damage_sealed(p, 0, p->damage_mask); break; /* a wrong start code */
    default:
        p->damage_at = 0xffff;
        if (s->corners && below(s, 4) == 0) { /* the packet as it was, with other rights to deroute */
            damage_sealed(p, FEDX_BYTE_FLAGS, (uint8_t)(1 + below(s, 7)) << FEDX_DEROUTES_SHIFT);
            break;
        }
        if (p->damage_mask % 4 == 0) /* a packet that was accepted before, or seems to be: only its bit tells */
            damage_sealed(p, FEDX_BYTE_FLAGS, FEDX_FLAG_BIT);
        break;
    }
}

/* Bytes damaged on the wire, header check and start code included. */
static void damage_wires(struct fedx_stimulus *s, struct fedx_pins *in)
{
    for (int port = 0; port < FEDX_PORTS; port++) {
        struct partner *p = &s->partner[port];

        if (!(fedx_cables_arriving(&s->cables)->valid >> port & 1u)) {
            p->sent = 0;
            continue;
        }
        if (p->sent == 0)
            choose_damage(s, p);
        if (p->sent == p->damage_at)
            in->data[port] ^= p->damage_mask;
        if (p->sent == FEDX_BYTE_CHECK)
            in->data[port] ^= p->check_mask;
        p->sent++;
    }
}

/* How long an acceptance stays hidden: around the two readings it takes, around the time-out, or past it. */
static unsigned hiding_time(struct fedx_stimulus *s)
{
    switch (below(s, 3)) {
    case 0: return 1 + below(s, 4);
    case 1: return FEDX_ACK_TIMEOUT - 5 + below(s, 10);
    default: return 40 + below(s, 40);
    }
}

static void disturb_responses(struct fedx_stimulus *s, struct fedx_pins *in)
{
    for (int p = 0; p < FEDX_PORTS; p++) {
        struct partner *partner = &s->partner[p];
        uint8_t port = (uint8_t)(1u << p);

        if (fedx_cables_out(&s->cables, s->settings.latency)->valid & port) {
            if (++partner->frame == FEDX_PACKET_BYTES && below(s, 2)) {
                partner->hide = hiding_time(s);
                partner->hidden_acc = in->acc & port;
            }
            continue;
        }
        partner->frame = 0;
        if (partner->hide > 0) {
            partner->hide--;
            in->acc = (uint8_t)((in->acc & ~port) | partner->hidden_acc);
            /* Flicker: another level for one cycle, most of all in the last ones. */
            if (below(s, partner->hide < 3 ? 4 : 16) == 0)
                *(below(s, 2) ? &in->acc : &in->refuse) ^= port;
        } else if (partner->storm > 0) {
            partner->storm--;
            in->acc ^= (partner->storm >> 1 & 1u) ? port : 0;
        } else if (chance(s, s->rate / 40)) {
            partner->storm = 1000 + below(s, 600);
        }
    }
}

/* A turn level that is wrong for several cycles, as when the other end is replaced. */
static void steal_turns(struct fedx_stimulus *s, struct fedx_pins *in)
{
    for (int p = 0; p < FEDX_PORTS; p++) {
        struct partner *partner = &s->partner[p];

        if (partner->stolen == 0 && below(s, 512) == 0)
            partner->stolen = 2 + below(s, 3);
        if (partner->stolen > 0) {
            partner->stolen--;
            in->turn ^= (uint8_t)(1u << p);
        }
    }
}

/* A flip on any wire; every other one on the responses just after a frame of the switch has ended. */
static void flip_wires(struct fedx_stimulus *s, struct fedx_pins *in)
{
    uint8_t port, ended = fedx_cables_out(&s->cables, 3)->valid & (uint8_t)~fedx_cables_out(&s->cables, 0)->valid;

    if (s->corners)
        steal_turns(s, in);
    if (ended && below(s, 8) == 0) {
        *(below(s, 2) ? &in->acc : &in->refuse) ^= ended;
        return;
    }
    if (!chance(s, s->rate))
        return;
    port = (uint8_t)(1u << below(s, FEDX_PORTS));
    switch (below(s, 6)) {
    case 0: in->data[below(s, FEDX_PORTS)] ^= (uint8_t)(1u << below(s, 8)); break;
    case 1: in->valid ^= port; break;
    case 2: in->turn ^= port; break;
    case 3: in->req ^= port; break;
    case 4: in->refuse ^= port; break;
    default: in->acc ^= port; break;
    }
}

static void random_wires(struct fedx_stimulus *s, struct fedx_pins *in)
{
    struct fedx_random *r = &s->random;
    uint64_t bits = fedx_random_next(r), sparse = bits & fedx_random_next(r) & fedx_random_next(r);

    if (chance(s, 0.02)) { /* a wholly random cycle */
        for (int p = 0; p < FEDX_PORTS; p++)
            in->data[p] = (uint8_t)(bits >> 8 * p);
        in->valid = (uint8_t)(fedx_random_next(r) & FEDX_ALL_PORTS);
        in->refuse ^= (uint8_t)(sparse & FEDX_ALL_PORTS);
        in->acc ^= (uint8_t)(sparse >> 8 & FEDX_ALL_PORTS);
    }
    if (chance(s, s->rate * 10)) {
        in->turn ^= (uint8_t)(sparse >> 16 & FEDX_ALL_PORTS);
        in->req ^= (uint8_t)(sparse >> 24 & FEDX_ALL_PORTS);
        in->valid ^= (uint8_t)(sparse >> 32 & FEDX_ALL_PORTS);
    }
}

/*
 * Reads and writes in the middle of traffic, at mapped addresses, at their bounds and anywhere. After a
 * reset the settings are the default ones until one of these writes them again.
 */
static void access_configuration(struct fedx_stimulus *s)
{
    struct fedx_control *c = &s->control;

    c->cfg_we = chance(s, s->corners ? 0.25 : 0.02);
    c->cfg_wdata = (uint32_t)fedx_random_next(&s->random);
    switch (below(s, 4)) {
    case 0: c->cfg_addr = (uint16_t)below(s, 0x20); break;
    case 1: c->cfg_addr = (uint16_t)fedx_random_next(&s->random); break;
    default:
        c->cfg_addr = (uint16_t)(FEDX_CFG_TABLE - 1 + below(s, FEDX_TABLE_SIZE + 3));
        c->cfg_wdata = random_entry(s);
        break;
    }
    if (c->cfg_addr == FEDX_CFG_MODE && chance(s, 0.9))
        c->cfg_wdata = fedx_settings_word(&s->settings, 0);
}

static void random_resets(struct fedx_stimulus *s)
{
    if (s->control.rst)
        s->control.rst = !chance(s, 0.5);
    else if (chance(s, s->rate / 4))
        s->control.rst = 1;
    if (chance(s, s->rate)) {
        int p = (int)below(s, FEDX_PORTS);
        fedx_port_end_init(&s->partner[p].end, s->partner[p].end.config.side, s->settings.latency);
        s->partner[p].offered = -1;
    }
    access_configuration(s);
}

static void hostility(struct fedx_stimulus *s, struct fedx_pins *in)
{
    switch (s->profile) {
    case FEDX_PROFILE_REFUSING: refuse_frames(s, in); break;
    case FEDX_PROFILE_DAMAGED: damage_wires(s, in); break;
    case FEDX_PROFILE_RESPONSES: disturb_responses(s, in); break;
    case FEDX_PROFILE_FLIPS: flip_wires(s, in); break;
    case FEDX_PROFILE_NOISE: random_wires(s, in); break;
    case FEDX_PROFILE_RESETS: random_resets(s); break;
    default: break;
    }
}

static int admits(struct fedx_stimulus *s)
{
    if (s->choked)
        return below(s, 8) == 0;
    return s->profile != FEDX_PROFILE_REFUSING || below(s, 4) != 0;
}

/* The packet is offered again, as it was or with other deroutes left. */
static void offer_again(struct fedx_stimulus *s, struct partner *p, int which)
{
    uint8_t body[BODY_BYTES];
    int serial = p->serial[which];

    p->offered = which;
    p->end.next = p->image[which];
    if (!s->fickle || serial < 0)
        return;
    s->ledger[serial].header.deroutes = (uint8_t)below(s, 8);
    fill_body(serial, body);
    fedx_header_packet(&s->ledger[serial].header, body, p->image[which]);
}

/* So that many headers decide in the same cycle; one that has to ask for its turn may do so before. */
static void keep_step(struct fedx_stimulus *s, struct partner *p)
{
    int now = s->age % STEP_CYCLES == 0 || !(p->end.own.own_last & 1u);

    p->end.next = p->offered >= 0 && now ? p->image[p->offered] : NULL;
}

static int is_loyal(const struct fedx_stimulus *s, int port)
{
    return s->fickle ? port != FEDX_PE_PORT : s->loyal;
}

/* While the wires are closed nobody takes anything; then all ports of the switch are open at once. */
static void close_wires(struct fedx_stimulus *s, struct fedx_pins *in)
{
    if (s->closed == 0 && below(s, 2048) == 0)
        s->closed = 100 + below(s, 400);
    if (s->closed > 0) {
        s->closed--;
        in->refuse |= FEDX_ALL_PORTS;
    }
}

static int breaks_off(struct fedx_stimulus *s)
{
    if (s->profile == FEDX_PROFILE_TRUNCATE)
        return below(s, 2) != 0;
    return s->corners && !s->legal && below(s, 8) == 0;
}

/* The partner misses the acceptance of its packet, and sends the packet again with the old bit. */
static void miss_acceptance(struct fedx_stimulus *s, struct partner *p, struct fedx_pins *in)
{
    if (p->deaf == 0 && (p->end.tx.await & 1u) && p->end.tx.count[0] == 1 && below(s, 4) == 0) {
        p->deaf = FEDX_ACK_TIMEOUT + 8;
        p->deaf_acc = p->end.tx.bit & 1u;
    }
    if (p->deaf > 0) {
        p->deaf--;
        in->acc = p->deaf_acc;
    }
}

static int step_partner(struct fedx_stimulus *s, int port)
{
    struct partner *p = &s->partner[port];
    struct fedx_pins in;
    unsigned what;

    supply(s, p);
    if (s->in_step)
        keep_step(s, p);
    fedx_cables_partner_in(&s->cables, port, &p->end, &in);
    if (s->corners && s->profile == FEDX_PROFILE_RESPONSES)
        miss_acceptance(s, p, &in);
    p->end.cut = (p->end.tx.sending & 1u) && p->end.tx.count[0] == p->cut_at;
    p->end.admit = admits(s);
    int sending = started(p);
    what = fedx_port_end_step(&p->end, &in);
    if (what & FEDX_END_ACCEPTED)
        packet_accepted(s, p, sending);
    if (what & FEDX_END_STARTED) {
        p->offered = -1;
        p->end.next = NULL;
        p->cut_at = breaks_off(s) ? below(s, FEDX_PACKET_BYTES - 1) : 0xffff;
    }
    /* Try again; or, if another is offered already, give one of them up. */
    if ((what & FEDX_END_FAILED) && (p->offered < 0 || is_loyal(s, port)))
        offer_again(s, p, sending);
    if ((what & FEDX_END_RECEIVED) && s->legal)
        return packet_left(s, port);
    return 0;
}

static int step_node(struct fedx_stimulus *s, const struct fedx_pins *in, const struct fedx_control *control)
{
    struct fedx_switch_regs regs;

    /* Before the first reset there is nothing to look at. */
    if (s->config.coverage && s->result.cycles > 0) {
        s->config.ops->state(s->node, &regs);
        fedx_coverage_sample(s->config.coverage, &regs, in, control);
    }
    return fedx_node_step(s->config.ops, s->node, in, control);
}

static const char *differs(const struct fedx_stimulus *s)
{
    const struct fedx_divergence *d = s->config.ops == &fedx_node_lockstep ? fedx_lockstep_divergence(s->node) : NULL;

    if (d && *d->ended)
        return "the switch ended";
    return d && fedx_divergence_illegal(d->field) ? "the state is not legal" : "model and RTL differ";
}

static int cycle(struct fedx_stimulus *s)
{
    struct fedx_pins in, out, partners = {0};

    fedx_cables_switch_in(&s->cables, &in);
    hostility(s, &in);
    if (s->corners && !s->legal)
        close_wires(s, &in);
    for (int p = 0; p < FEDX_PORTS; p++)
        if (step_partner(s, p))
            return 1;
    for (int p = 0; p < FEDX_PORTS; p++)
        fedx_cables_collect(&partners, p, &s->partner[p].end);
    if (step_node(s, &in, &s->control))
        return fail(s, 1, differs(s));
    s->result.cycles++;
    s->age++;
    s->config.ops->pins(s->node, &out);
    fedx_cables_advance(&s->cables, &out, &partners);
    return 0;
}

/* Episodes ------------------------------------------------------------------------------------ */

/* As short as two attempts of a neighbour, so that watches run into their limit; middling; or the default. */
static int draw_timeout(struct fedx_stimulus *s)
{
    switch (below(s, 4)) {
    case 0: return FEDX_THROTTLE_TIMEOUT;
    case 1: return 10 + (int)below(s, 40);
    default: return 10 + (int)below(s, 400);
    }
}

/* Each limit by itself, higher ones, time-outs down to none, and the mode that nothing is similar in. */
static void choose_corners(struct fedx_stimulus *s)
{
    static const int timeouts[] = {0, 1, 16, 20, 40, 100};

    s->settings.backpressure = (int)below(s, 4);
    s->settings.limit_dest = below(s, 2) ? 1 + (int)below(s, 4) : 0;
    s->settings.limit_trans = below(s, 2) ? 1 + (int)below(s, 6) : 0;
    s->settings.eject_priority = below(s, 2) ? 1 + (int)below(s, 3) : 0;
    s->settings.limit_total = below(s, 2) ? 1 + (int)below(s, 9) : 0;
    s->settings.throttle_timeout = timeouts[below(s, sizeof timeouts / sizeof *timeouts)];
    s->settings.latency = below(s, 2) ? 0 : (int)below(s, FEDX_MAX_LATENCY + 1);
}

/* Every combination of the modes comes up in turn, far-apart ones first; the rest is random. */
static void choose_settings(struct fedx_stimulus *s, uint64_t number)
{
    static const int limits[4][3] = {{0, 0, 0}, {2, 6, 2}, {2, 4, 2}, {1, 2, 1}};
    int combination = (int)(number / FEDX_PROFILES * 13 % sizeof s->modes_seen);
    const int *limit = limits[combination / 12];

    s->settings = fedx_settings_default();
    s->settings.backpressure = combination % 3;
    s->settings.class_rule = combination / 3 % 2;
    s->settings.random_select = combination / 6 % 2;
    s->settings.limit_dest = limit[0];
    s->settings.limit_trans = limit[1];
    s->settings.eject_priority = limit[2];
    s->settings.throttle_timeout = draw_timeout(s);
    s->settings.random_seed = 1 + below(s, 0xffff);
    s->settings.latency = below(s, 2) ? 0 : (int)below(s, FEDX_MAX_LATENCY + 1);
    if (s->corners) {
        choose_corners(s);
    } else if (!s->modes_seen[combination]) {
        s->modes_seen[combination] = 1;
        s->result.settings_seen++;
    }
}

static int configure(struct fedx_stimulus *s)
{
    static const struct fedx_pins silent = {.refuse = FEDX_ALL_PORTS};
    struct fedx_control c = {.rst = 1, .side = (uint8_t)below(s, 1 << FEDX_LINKS)};
    int settings_from = 2 + FEDX_TABLE_SIZE, cycles = settings_from + FEDX_SETTINGS_WORDS + 1;

    for (int i = 0; i < FEDX_TABLE_SIZE; i++)
        s->table[i] = random_entry(s);
    for (int i = 0; i < cycles; i++) {
        c.rst = i < settings_from;
        c.cfg_we = i >= 2 && i + 1 < cycles;
        c.cfg_addr = (uint16_t)(i < settings_from ? FEDX_CFG_TABLE + i - 2 : FEDX_CFG_MODE + i - settings_from);
        c.cfg_wdata = !c.cfg_we          ? 0
                      : i < settings_from ? s->table[i - 2]
                                          : fedx_settings_word(&s->settings, i - settings_from);
        if (step_node(s, &silent, &c))
            return fail(s, 1, "model and RTL differ while being configured");
        s->result.cycles++;
    }
    s->control = (struct fedx_control){.side = c.side, .cfg_addr = FEDX_CFG_STATUS};
    return 0;
}

static enum fedx_profile choose_profile(const struct fedx_stimulus *s)
{
    int profile = s->config.aim.steered ? s->config.aim.profile : s->config.profile;

    return profile >= 0 ? (enum fedx_profile)profile : (enum fedx_profile)(s->episode % FEDX_PROFILES);
}

/* The number of the episode that the settings, and all that is fixed for an episode, come from. */
static uint64_t setup_number(const struct fedx_stimulus *s)
{
    return s->config.aim.steered ? s->config.aim.setup : s->episode;
}

static void start_episode(struct fedx_stimulus *s)
{
    /* Every profile has its turn at wide identities, and at corners, every second and fourth time. */
    uint64_t turn = setup_number(s) + setup_number(s) / FEDX_PROFILES;

    s->random = fedx_random_stream(s->config.seed, setup_number(s));
    s->profile = choose_profile(s);
    s->legal = s->profile <= FEDX_PROFILE_TRUNCATE;
    s->corners = s->config.aim.steered ? s->config.aim.corners : turn % 4 == 3;
    s->wide = turn % 2 == 1;
    if (s->config.coverage)
        fedx_coverage_origin(s->config.coverage, s->config.seed, s->episode);
    choose_settings(s, setup_number(s));
    s->supply = below(s, 2) ? 0.1 : 0.0005 * (1 + below(s, 20));
    s->rate = 0.0005 * (1 + below(s, 20));
    s->deroutes = below(s, 3) == 0;
    s->loyal = (int)below(s, 2);
    s->local = below(s, 3) ? 1 : 3;
    s->stuck = s->corners && below(s, 4) == 0;
    s->choked = s->corners && !s->stuck && below(s, 2);
    s->in_step = s->corners && below(s, 4);
    s->fickle = s->corners && !s->stuck && below(s, 2);
    if (s->fickle) { /* the PE port is for injections, of ever other packets */
        s->local = below(s, 2);
        s->supply = 0.1;
    }
    s->supplying = 1;
    s->closed = 0;
    s->serials = 0;
    s->inside = 0;
}

static void start_partners(struct fedx_stimulus *s)
{
    struct fedx_pins out;

    memset(s->partner, 0, sizeof s->partner);
    s->age = 0;
    for (int p = 0; p < FEDX_PORTS; p++) {
        int side = !(s->control.side >> p & 1u);
        fedx_port_end_init(&s->partner[p].end, side, s->settings.latency);
        s->partner[p].offered = -1;
        s->partner[p].refuse_at = s->partner[p].cut_at = 0xffff;
    }
    s->config.ops->pins(s->node, &out);
    fedx_cables_init(&s->cables, &out, s->settings.latency);
}

/* A packet whose distance class can never be had keeps its place for good: none of those here. */
static int drain(struct fedx_stimulus *s)
{
    s->supplying = 0;
    for (int p = 0; p < FEDX_PORTS; p++) {
        s->partner[p].offered = -1;
        s->partner[p].end.next = NULL;
    }
    for (int i = 0; i < DRAIN_CYCLES; i++) {
        int busy = s->inside;
        for (int p = 0; p < FEDX_PORTS; p++) {
            if (s->partner[p].offered >= 0) { /* a failed attempt is not repeated any more */
                s->partner[p].offered = -1;
                s->partner[p].end.next = NULL;
            }
            busy += (s->partner[p].end.tx.sending | s->partner[p].end.tx.await) & 1;
        }
        if (busy == 0)
            return 0;
        if (cycle(s))
            return 1;
    }
    return fail(s, 2, "packets stayed in the switch");
}

int fedx_stimulus_episode(struct fedx_stimulus *s)
{
    int cycles;

    start_episode(s);
    if (configure(s))
        return 1;
    /* The same set-up, another course. */
    if (setup_number(s) != s->episode)
        s->random = fedx_random_stream(~s->config.seed, s->episode);
    start_partners(s);
    cycles = 2000 + (int)below(s, 6000) + (s->stuck ? STUCK_CYCLES : 0);
    for (int i = 0; i < cycles; i++)
        if (cycle(s))
            return 1;
    if (s->legal && drain(s))
        return 1;
    s->result.episodes[s->profile]++;
    s->episode++;
    return s->result.cycles >= s->config.cycles;
}

struct fedx_stimulus *fedx_stimulus_create(const struct fedx_stimulus_config *config)
{
    struct fedx_stimulus *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->config = *config;
    s->episode = config->first;
    s->node = config->ops->create(config->inner, config->power_up);
    if (!s->node) {
        free(s);
        return NULL;
    }
    return s;
}

void fedx_stimulus_destroy(struct fedx_stimulus *s)
{
    if (!s)
        return;
    s->config.ops->destroy(s->node);
    free(s);
}

void fedx_stimulus_steer(struct fedx_stimulus *s, const struct fedx_stimulus_aim *aim)
{
    s->config.aim = *aim;
}

const struct fedx_stimulus_result *fedx_stimulus_result(const struct fedx_stimulus *s)
{
    return &s->result;
}

void *fedx_stimulus_node(struct fedx_stimulus *s)
{
    return s->node;
}

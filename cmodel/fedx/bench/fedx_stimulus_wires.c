/* SPDX-License-Identifier: Apache-2.0
 *
 * What the stimulus does to the wires. See fedx_stimulus_internal.h.
 */
#include "fedx_crc_error_patterns.h"
#include "fedx_stimulus_internal.h"

enum { CRC_BYTES = FEDX_PACKET_BYTES - FEDX_BYTE_CRC };

/* Legal hostility: a neighbour refuses at a byte of its own choice. */
static void refuse_frames(struct fedx_stimulus *s, struct fedx_pins *in)
{
    for (int p = 0; p < FEDX_PORTS; p++) {
        struct neighbour *neighbour = &s->neighbour[p];
        if (!(fedx_cables_out(&s->cables, s->settings.latency)->valid >> p & 1u)) {
            neighbour->frame = 0;
            continue;
        }
        if (neighbour->frame++ == 0)
            neighbour->refuse_at = below(s, 3) ? below(s, below(s, 2) ? 24 : 170) : 0xffff;
        if (neighbour->frame - 1 == neighbour->refuse_at)
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
static void damage_sealed(struct neighbour *p, unsigned byte, uint8_t mask)
{
    p->damage_at = byte;
    p->damage_mask = mask;
    p->check_mask = check_of(byte, mask);
}

static void choose_damage(struct fedx_stimulus *s, struct neighbour *p)
{
    p->damage_mask = (uint8_t)(below(s, 2) ? 1u << below(s, 8) : 1 + below(s, 255));
    p->check_mask = 0;
    p->crc_mask = 0;
    if (s->choked) { /* headers only, so that the switch stays full */
        p->damage_at = below(s, 4) ? 0xffff : FEDX_BYTE_CHECK;
        return;
    }
    switch (below(s, 6)) {
    case 0: p->damage_at = below(s, FEDX_HEADER_BYTES); break;
    case 1: p->damage_at = below(s, FEDX_PACKET_BYTES); break;
    case 2: damage_sealed(p, 0, p->damage_mask); break; /* a wrong start code */
    case 3: p->damage_at = FEDX_BYTE_CHECK; break;
    case 4: /* a packet check of which one bit is wrong in the end */
        p->damage_at = 0xffff;
        p->crc_mask = fedx_crc_error_before(1u << below(s, 32), CRC_BYTES);
        break;
    default:
        p->damage_at = 0xffff;
        if (s->corners && below(s, 4) == 0) { /* the packet as it was, with other rights to deroute */
            damage_sealed(p, FEDX_BYTE_FLAGS, (uint8_t)(1 + below(s, FEDX_MOST_DEROUTES)) << FEDX_DEROUTES_SHIFT);
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
        struct neighbour *p = &s->neighbour[port];

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
        if (p->sent >= FEDX_BYTE_CRC && p->sent < FEDX_PACKET_BYTES)
            in->data[port] ^= (uint8_t)(p->crc_mask >> 8 * (p->sent - FEDX_BYTE_CRC));
        p->sent++;
    }
}

/* How long an acceptance stays hidden: around the two readings it takes, around the time-out, or past it. */
static unsigned hiding_time(struct fedx_stimulus *s)
{
    switch (below(s, 3)) {
    case 0: return 1 + below(s, s->corners ? 16 : 4);
    case 1: return FEDX_ACK_TIMEOUT - 5 + below(s, 10);
    default: return 40 + below(s, 40);
    }
}

/*
 * Without the turn: at any time, when the switch may begin to send meanwhile; just after an own frame, when the switch
 * waits for two low cycles; mostly for the header to be decided when the answer that the switch waits for is shown: ten
 * bytes, one cycle for the decision, two readings of the answer.
 */
static int may_intrude(struct fedx_stimulus *s, const struct neighbour *p)
{
    if (p->intruding > 0)
        return 0;
    if (p->silent > 0 && p->silent < SOON)
        return below(s, 32) == 0;
    return p->hide == 0 ? below(s, 1024) == 0 : p->hide == FEDX_HEADER_BYTES - 1 - below(s, 4) / 3 && below(s, 4);
}

static void intrude(struct fedx_stimulus *s, int port, struct fedx_pins *in)
{
    struct neighbour *p = &s->neighbour[port];

    if (in->valid >> port & 1u)
        p->silent = 0;
    else if (p->silent < SOON)
        p->silent++;
    if (may_intrude(s, p)) {
        fedx_stimulus_packet(s, p, -1, p->intruder);
        if (p->end.tx.bit & 1u) { /* made with 0 */
            p->intruder[FEDX_BYTE_FLAGS] |= FEDX_FLAG_BIT;
            p->intruder[FEDX_BYTE_CHECK] ^= check_of(FEDX_BYTE_FLAGS, FEDX_FLAG_BIT);
        }
        p->intruding = FEDX_HEADER_BYTES + below(s, 3);
        p->intruder_sent = 0;
    }
    if (p->intruding > 0) {
        p->intruding--;
        in->valid |= (uint8_t)(1u << port);
        in->data[port] = p->intruder[p->intruder_sent++];
    }
}

static void disturb_responses(struct fedx_stimulus *s, struct fedx_pins *in)
{
    for (int p = 0; p < FEDX_PORTS; p++) {
        struct neighbour *neighbour = &s->neighbour[p];
        uint8_t port = (uint8_t)(1u << p);

        if (fedx_cables_out(&s->cables, s->settings.latency)->valid & port) {
            if (++neighbour->frame == FEDX_PACKET_BYTES && below(s, 2)) {
                neighbour->hide = hiding_time(s);
                neighbour->hidden_acc = in->acc & port;
            }
            continue;
        }
        neighbour->frame = 0;
        if (s->corners)
            intrude(s, p, in);
        if (neighbour->hide > 0) {
            neighbour->hide--;
            in->acc = (uint8_t)((in->acc & ~port) | neighbour->hidden_acc);
            /* Flicker: another level for one cycle, most of all in the last ones. */
            if (below(s, neighbour->hide < 3 ? 4 : 16) == 0)
                *(below(s, 2) ? &in->acc : &in->refuse) ^= port;
        } else if (neighbour->storm > 0) {
            neighbour->storm--;
            in->acc ^= (neighbour->storm >> 1 & 1u) ? port : 0;
        } else if (chance(s, s->rate / 40)) {
            neighbour->storm = 1000 + below(s, 600);
        }
    }
}

/* A turn level that is wrong for several cycles, as when the other end is replaced. */
static void steal_turns(struct fedx_stimulus *s, struct fedx_pins *in)
{
    for (int p = 0; p < FEDX_PORTS; p++) {
        struct neighbour *neighbour = &s->neighbour[p];

        if (neighbour->stolen == 0 && below(s, 512) == 0)
            neighbour->stolen = 2 + below(s, 3);
        if (neighbour->stolen > 0) {
            neighbour->stolen--;
            in->turn ^= (uint8_t)(1u << p);
        }
    }
}

/* A flip on any wire; every other one on the responses just after a frame of the switch has ended. */
static void flip_wires(struct fedx_stimulus *s, struct fedx_pins *in)
{
    uint8_t port, ended = fedx_cables_out(&s->cables, 3)->valid & (uint8_t)~fedx_cables_out(&s->cables, 0)->valid;
    unsigned bit;

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
    case 0:
        bit = below(s, 8);
        in->data[below(s, FEDX_PORTS)] ^= (uint8_t)(1u << bit);
        break;
    case 1: in->valid ^= port; break;
    case 2: in->turn ^= port; break;
    case 3: in->req ^= port; break;
    case 4: in->refuse ^= port; break;
    default: in->acc ^= port; break;
    }
}

static void random_wires(struct fedx_stimulus *s, struct fedx_pins *in)
{
    struct rng *r = &s->base.random;
    uint64_t bits = rng_next(r), sparse = bits & rng_next(r) & rng_next(r);

    if (chance(s, 0.02)) { /* a wholly random cycle */
        for (int p = 0; p < FEDX_PORTS; p++)
            in->data[p] = (uint8_t)(bits >> 8 * p);
        in->valid = (uint8_t)(rng_next(r) & FEDX_ALL_PORTS);
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

    c->cfg_we = chance(s, c->rst       ? 0.5
                          : s->corners ? 0.25
                                       : 0.02); /* the last cycle of a reset is one in which it counts */
    c->cfg_wdata = (uint32_t)rng_next(&s->base.random);
    switch (below(s, 5)) {
    case 0: c->cfg_addr = (uint16_t)below(s, 0x20); break;
    case 1: c->cfg_addr = (uint16_t)rng_next(&s->base.random); break;
    case 2: c->cfg_addr = (uint16_t)(FEDX_CFG_MODE + below(s, FEDX_SETTINGS_WORDS)); break;
    default:
        c->cfg_addr = (uint16_t)(FEDX_CFG_TABLE - 1 + below(s, FEDX_TABLE_SIZE + 3));
        c->cfg_wdata = fedx_stimulus_entry(s);
        break;
    }
    if (c->cfg_addr < FEDX_CFG_MODE + FEDX_SETTINGS_WORDS && chance(s, 0.9))
        c->cfg_wdata = fedx_stimulus_setting(s, c->cfg_addr);
    if (c->cfg_addr == FEDX_CFG_MODE && below(s, 4) == 0) /* a latency that the cables do not have */
        c->cfg_wdata ^= below(s, FEDX_MAX_LATENCY + 1) << 4;
    if (below(s, 8) == 0) /* another address, by one bit */
        c->cfg_addr ^= (uint16_t)(1u << below(s, 16));
}

static void random_resets(struct fedx_stimulus *s)
{
    if (s->control.rst)
        s->control.rst = !chance(s, 0.5);
    else if (chance(s, s->rate / 4))
        s->control.rst = 1;
    if (s->corners && chance(s, s->rate / 4)) /* a strap that comes loose */
        s->control.side ^= (uint8_t)(1u << below(s, FEDX_LINKS));
    if (chance(s, s->rate)) {
        int p = (int)below(s, FEDX_PORTS);
        fedx_port_end_init(&s->neighbour[p].end, s->neighbour[p].end.config.side, s->settings.latency);
        s->neighbour[p].offered = -1;
    }
    access_configuration(s);
}

static void behave(struct fedx_stimulus *s, struct fedx_pins *in)
{
    switch (s->behaviour) {
    case FEDX_PROFILE_REFUSING: refuse_frames(s, in); break;
    case FEDX_PROFILE_DAMAGED: damage_wires(s, in); break;
    case FEDX_PROFILE_RESPONSES: disturb_responses(s, in); break;
    case FEDX_PROFILE_FLIPS: flip_wires(s, in); break;
    case FEDX_PROFILE_NOISE: random_wires(s, in); break;
    case FEDX_PROFILE_RESETS: random_resets(s); break;
    default: break;
    }
}

/*
 * While the wires are closed nobody takes anything; then all ports of the switch are open at once. In a sustained
 * episode that may last for a whole time-out.
 */
static void close_wires(struct fedx_stimulus *s, struct fedx_pins *in)
{
    if (s->closed == 0 && below(s, 2048) == 0)
        s->closed = 100 + below(s, 400);
    if (s->closed > 0) {
        s->closed--;
        in->refuse |= FEDX_ALL_PORTS;
    }
}

/* Now and then another register is read than that of port 0. */
static void read_configuration(struct fedx_stimulus *s)
{
    unsigned other =
        below(s, 4) ? FEDX_CFG_STATUS + below(s, FEDX_PORTS) : FEDX_CFG_MODE + below(s, FEDX_SETTINGS_WORDS);

    s->control = (struct fedx_control){.side = s->control.side, .cfg_addr = FEDX_CFG_STATUS};
    if (below(s, 32) == 0)
        s->control.cfg_addr = (uint16_t)other;
}

void fedx_stimulus_disturb(struct fedx_stimulus *s, struct fedx_pins *in)
{
    if (!s->legal && s->profile != FEDX_PROFILE_RESETS)
        read_configuration(s);
    if (s->profile == FEDX_PROFILE_SUSTAINED && s->phase-- == 0)
        fedx_stimulus_next_phase(s);
    behave(s, in);
    if (s->closed > 0 || (s->corners && !s->legal))
        close_wires(s, in);
}

void fedx_stimulus_miss(struct fedx_stimulus *s, struct neighbour *p, struct fedx_pins *in)
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

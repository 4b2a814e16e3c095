/* SPDX-License-Identifier: Apache-2.0
 *
 * What surrounds the two switches of ../c and ../systemc:
 *
 *     sender -> PE port | switch 0 | link 0 ==== link 0 | switch 1 | PE port -> receiver
 *
 * The PEs are as small as the port protocol allows (docs/spec/fedx.md sections 5 to 7): a
 * sender that always wants its port and a receiver that never does. Both are end 1.
 *
 * In every cycle: pair_exchange, with the outputs of both switches in this cycle; then
 * both switches take a clock edge with the inputs that it gave.
 */
#ifndef TWO_SWITCHES_H
#define TWO_SWITCHES_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "fedx/header.h"
#include "fedx/switch.h"

enum { PACKETS = 4, MOST_CYCLES = 2000, EXPECTED_LATENCY = 184, FLIP_CYCLE = 500 };

/* Hands over packet after packet. */
struct sender {
    uint8_t packet[FEDX_PACKET_BYTES]; /* the next one, with its stop-and-wait bit */
    uint8_t bit;                       /* the stop-and-wait bit that it must have */
    uint8_t sending, await;            /* its bytes are on the wire; they are out, and it must be accepted */
    uint8_t count;                     /* number of the byte on the wire */
    uint8_t own_last, acc_last, refuse_last;
};

/* Takes packet after packet. */
struct receiver {
    uint8_t packet[FEDX_PACKET_BYTES]; /* the last one, while count is 0 */
    uint8_t count, acc;
};

static inline void sender_pins(const struct sender *s, struct fedx_pins *to)
{
    to->data[FEDX_PE_PORT] = s->sending ? s->packet[s->count] : 0;
    to->valid |= (uint8_t)(s->sending << FEDX_PE_PORT);
    to->req |= 1 << FEDX_PE_PORT;
}

/* @return 1 when the packet has been accepted: then packet must be the next one */
static inline int sender_step(struct sender *s, const struct fedx_pins *from)
{
    /* End 1 owns the port when the turn levels differ, and that of the sender is always 0. */
    uint8_t own = from->turn >> FEDX_PE_PORT & 1, refuse = from->refuse >> FEDX_PE_PORT & 1;
    uint8_t acc = (from->acc >> FEDX_PE_PORT & 1) ^ s->bit;
    int ready = !refuse && !s->refuse_last, accepted = s->await && ready && acc && s->acc_last;

    if (s->sending) {
        s->await = ++s->count == FEDX_PACKET_BYTES;
        s->sending = !s->await && !refuse;
    } else if (accepted) {
        s->await = 0;
        s->bit ^= 1;
    } else if (!s->await && own && s->own_last && ready && !acc && !s->acc_last) {
        s->sending = 1;
        s->count = 0;
    }
    s->own_last = own;
    s->acc_last = acc && !accepted;
    s->refuse_last = refuse;
    return accepted;
}

static inline void receiver_pins(const struct receiver *r, struct fedx_pins *to)
{
    to->acc |= (uint8_t)(r->acc << FEDX_PE_PORT);
}

/* @return 1 when a whole packet is there */
static inline int receiver_step(struct receiver *r, const struct fedx_pins *from)
{
    if (!(from->valid >> FEDX_PE_PORT & 1)) {
        r->count = 0;
        return 0;
    }
    r->packet[r->count++] = from->data[FEDX_PE_PORT];
    if (r->count < FEDX_PACKET_BYTES)
        return 0;
    r->count = 0;
    r->acc ^= 1;
    return 1;
}

/* Packet number n: from node 0 to node 1, adaptive. */
static inline void make_packet(unsigned n, uint8_t bit, uint8_t *packet)
{
    struct fedx_header header;
    uint8_t body[FEDX_BYTE_CRC - FEDX_HEADER_BYTES];

    memset(&header, 0, sizeof header);
    header.destination = 1;
    header.packet = (uint8_t)n;
    header.adaptive = 1;
    header.bit = bit;
    for (unsigned i = 0; i < sizeof body; i++)
        body[i] = (uint8_t)(n + i);
    fedx_header_packet(&header, body, packet);
}

/* A switch changes flags and header check of a packet (bytes 3 and 9), and nothing else. @return 1 when it is that */
static inline int packet_right(unsigned n, const uint8_t *packet)
{
    uint8_t expected[FEDX_PACKET_BYTES];
    int right = 1;

    make_packet(n, 0, expected);
    for (int i = 0; i < FEDX_PACKET_BYTES; i++)
        right &= i == FEDX_BYTE_FLAGS || i == FEDX_BYTE_CHECK || packet[i] == expected[i];
    return right;
}

/* Backpressure by message, and the routes of node 0 or 1. */
static inline void configure(struct fedx_switch *sw, int node)
{
    struct fedx_settings settings = fedx_settings_default();
    struct fedx_route_fields here = {0, 1 << FEDX_PE_PORT, FEDX_PE_PORT, FEDX_PE_PORT, 0};
    struct fedx_route_fields there = {1, 1 << 0, 0, 0, 0};

    settings.backpressure = FEDX_BACKPRESSURE_MESSAGE;
    fedx_switch_configure(sw, &settings);
    fedx_switch_route(sw, (unsigned)node, fedx_route_entry(&here));
    fedx_switch_route(sw, (unsigned)!node, fedx_route_entry(&there));
}

/* The PEs, and how their packets fared. All zero, then pair_init. */
struct pair {
    struct sender sender;
    struct receiver receiver;
    int cycle, started[PACKETS + 1];
    unsigned sent, received, right;
    int flip; /* self-test: invert one bit on the link in cycle FLIP_CYCLE */
};

static inline void pair_init(struct pair *pair, int flip)
{
    pair->flip = flip;
    make_packet(0, 0, pair->sender.packet);
}

static inline int pair_done(const struct pair *pair)
{
    return pair->received == PACKETS || pair->cycle == MOST_CYCLES;
}

/* @return 1 when all packets arrived as they must */
static inline int pair_result(const struct pair *pair)
{
    printf("%u of %d packets in %d cycles as they must be\n", pair->right, PACKETS, pair->cycle);
    return pair->right == PACKETS;
}

/* What link 0 of the other switch sends; nobody is at links 1 to 5. */
static inline void pair_link(const struct fedx_pins *from, struct fedx_pins *to)
{
    memset(to, 0, sizeof *to);
    to->data[0] = from->data[0];
    to->valid = from->valid & 1;
    to->turn = from->turn & 1;
    to->req = from->req & 1;
    to->acc = from->acc & 1;
    to->refuse = (FEDX_ALL_PORTS & ~(1 << 0 | 1 << FEDX_PE_PORT)) | (from->refuse & 1);
}

/* A packet has arrived: it must be as it was, and on time. Adaptive packets may overtake each other. */
static inline void pair_report(struct pair *pair)
{
    const uint8_t *packet = pair->receiver.packet;
    unsigned number = packet[FEDX_BYTE_CHECK - 1];
    int intact = number < PACKETS && packet_right(number, packet);
    int latency = intact ? pair->cycle - pair->started[number] : 0;

    if (!intact)
        printf("cycle %d: a damaged packet\n", pair->cycle);
    else if (latency != EXPECTED_LATENCY)
        printf("packet %u: %d cycles, must be %d\n", number, latency, EXPECTED_LATENCY);
    else
        printf("packet %u: %d cycles, every byte right\n", number, latency);
    pair->received++;
    pair->right += latency == EXPECTED_LATENCY;
}

/* One cycle. @param out  outputs of both switches. @param[out] in  their inputs */
static inline void pair_exchange(struct pair *pair, const struct fedx_pins *out, struct fedx_pins *in)
{
    pair_link(&out[1], &in[0]);
    pair_link(&out[0], &in[1]);
    sender_pins(&pair->sender, &in[0]);
    receiver_pins(&pair->receiver, &in[1]);
    if (pair->flip && pair->cycle == FLIP_CYCLE) {
        in[1].data[0] ^= 1;
        printf("cycle %d: rx_data of port 0 of switch 1: bit 0 inverted\n", pair->cycle);
    }

    if (pair->sent < PACKETS && pair->sender.sending && pair->sender.count == 0)
        pair->started[pair->sent] = pair->cycle;
    if (sender_step(&pair->sender, &out[0])) {
        pair->sent++;
        make_packet(pair->sent, pair->sender.bit, pair->sender.packet);
    }
    pair->cycle++;
    if (receiver_step(&pair->receiver, &out[1]))
        pair_report(pair);
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * What an endpoint sends and receives by: the terminal at the far end of a router's local ports (docs/spec/vcr.md
 * section 17), and its host, who puts packets into it and takes out what comes. Nothing is refused here: a packet is
 * accepted when its head is on a cable. The host waits with a packet until the terminal can send it at once, so that
 * which one goes first is open for as long as possible; or, with settings.terminal_queue, puts it in as soon as there
 * is room. He takes all that comes, and gives the credit at once; or, if he may refuse, as he takes a packet. What is
 * not as the protocol has it leaves a sticky error, as in a router.
 */
#ifndef VCR_PORT_H
#define VCR_PORT_H

#include "../../kind/kind.h"
#include "vcr/terminal.h"
#include "vcr_inbox.h"

struct vcr_config;
struct vcr_settings;

/** Visits of the token of SAT. */
struct vcr_tokens {
    uint64_t visits;
    uint64_t last;             /* cycle of the last one */
    uint64_t sum, least, most; /* of the cycles from one to the next */
    uint64_t timeouts;         /* times that it was away for longer than it may be */
    uint64_t met;              /* tokens that came while one was there, so that there is more than one */
    uint64_t met_first;        /* cycle of the first of these */
};
_Static_assert(sizeof(struct vcr_tokens) <= KIND_MOST_COUNTERS, "they are the counters of a port");

/** What a gate does, a mask, the marks of a port: it lets an endpoint send its share from visit to visit. */
enum {
    VCR_GATE_SHUT = 1, /* a packet waits behind it, and none may pass before the token has come and gone */
    VCR_GATE_TOKEN = 2 /* a token is there */
};

/** What comes by one of its cables. */
struct vcr_cable {
    uint8_t come[VCR_MOST_VCS]; /* flits that have come of a packet, by channel; 0: none has begun */
    uint8_t owed[VCR_MOST_VCS]; /* credits that are kept back while the host is stopped, or has not taken a packet */
    uint16_t damaged;           /* channels by which something has come that is not what was sent */
    uint8_t error;              /* VCR_ERROR_*, sticky: a fault has been at work */
};

struct vcr_port {
    uint64_t cycle;
    struct vcr_tokens tokens;
    struct vcr_cable cable[KIND_MOST_CABLES];
    uint8_t cables;
    uint8_t queue;           /* packets are put in as soon as there is room */
    uint8_t starting;        /* a packet has begun, and its overhead is not over */
    uint8_t place;           /* ... which one */
    uint8_t stopped;         /* a fault: no credits are given */
    uint8_t owing;           /* some are still owed by a host that was stopped */
    uint8_t reserve;         /* port_place.reserve */
    int8_t offer;            /* place of the packet on offer in the last cycle, or PORT_* */
    uint16_t overhead, left; /* cycles before a head */
    struct vcr_pins out;
    uint64_t *packets;                  /* two that are ready, then what has come of others, by cable and channel */
    struct vcr_terminal_unit *terminal; /* NULL: a node in lockstep */
    const struct lockstep_kind *lockstep;
    void *node;
    const struct port_tap *tap;
    const struct vcr_settings *settings;
    const struct topology *topology;
    const uint16_t *seen[2];   /* port_place.seen */
    struct vcr_config *config; /* of its router, where that is seen */
    int router;
    struct vcr_inbox *inbox;          /* [cables]; NULL: the host takes all that comes */
    struct vcr_inbox_packet *waiting; /* [cables][vcr_inbox_most] */
    struct vcr_taker by;
    struct vcr_terminal_parameters parameters;
    char differs[128];
};

/* As in struct port_ops, of a build. */
int vcr_port_init(const struct vcr_parameters *s, struct vcr_port *p, const struct port_place *place);
void vcr_port_finish(void *port);
void vcr_port_ready(const struct vcr_parameters *s, struct vcr_port *p, int place, const struct packet *packet);
unsigned vcr_port_step(const struct vcr_parameters *s, struct vcr_port *p, const struct vcr_pins *in, int offer,
                       struct packet *received);
void vcr_port_archive(struct vcr_port *p, struct archive *a);
const char *vcr_port_differs(const void *port);
const void *vcr_port_lockstep(const void *port);
/** Words of all its packets. */
size_t vcr_port_words(const struct vcr_port *p);
/** VCR_GATE_* of a terminal with so many packets behind its gate. @param settings  sat_mode and share_k of it */
unsigned vcr_port_gate(const struct vcr_sat_gate *gate, unsigned buffered, const struct vcr_terminal *settings);
/** A token has come in this cycle. */
void vcr_port_count_token(struct vcr_tokens *t, uint64_t now);
/** The model of its terminal. */
const struct vcr_terminal_unit *vcr_port_terminal(const struct vcr_port *p);
/** The terminal of this parameters beside its RTL, or NULL: no build is like it. */
const struct lockstep_kind *vcr_port_lockstep_kind(const struct vcr_terminal_parameters *parameters);
/** The name of its row in vcr_terminals.def, or NULL. */
const char *vcr_port_build(const struct vcr_terminal_parameters *parameters);

#endif

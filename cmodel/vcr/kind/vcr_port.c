/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_port.h"

#include <stdlib.h>
#include <string.h>

#include "../../compare/lockstep.h"
#include "../model/vcr_internal.h"
#include "vcr_packet.h"
#include "vcr_settings.h"
#include "vcr_terminal_kind.h"
#include "vcr_ugal.h"
#include "vcr_via.h"

/* The terminal ---------------------------------------------------------------------------------------------------- */

static void step_terminal(const struct vcr_parameters *s, struct vcr_port *p, const struct vcr_pins *in,
                          const struct vcr_terminal_control *control)
{
    if (p->terminal) {
        /* What it has in common with the router the compiler knows. */
        const struct vcr_terminal_parameters parameters = {.ports = p->parameters.ports,
                                                           .vcs = s->vcs,
                                                           .depth = s->depth,
                                                           .words = s->words,
                                                           .length = p->parameters.length,
                                                           .buffer = p->parameters.buffer,
                                                           .queue = p->parameters.queue};
        vcr_terminal_advance(&parameters, p->terminal, in, control);
        vcr_terminal_show(&parameters, p->terminal, &p->out);
        return;
    }
    if (p->tap)
        p->tap->see(p->tap->context, in, control);
    node_step(p->lockstep->node, p->node, in, control);
    p->lockstep->node->pins(p->node, &p->out);
}

const struct vcr_terminal_unit *vcr_port_terminal(const struct vcr_port *p)
{
    return p->terminal ? p->terminal : lockstep_model(p->node);
}

const struct lockstep_kind *vcr_port_lockstep_kind(const struct vcr_terminal_parameters *parameters)
{
#define VCR_TERMINAL_BUILD(name, ...)                                                 \
    if (memcmp(parameters, &vcr_terminal_parameters_##name, sizeof *parameters) == 0) \
        return vcr_terminal_kind_##name.parts->lockstep;
#include "vcr_terminals.def"
#undef VCR_TERMINAL_BUILD
    return NULL;
}

const char *vcr_port_build(const struct vcr_terminal_parameters *parameters)
{
#define VCR_TERMINAL_BUILD(name, ...)                                                 \
    if (memcmp(parameters, &vcr_terminal_parameters_##name, sizeof *parameters) == 0) \
        return #name;
#include "vcr_terminals.def"
#undef VCR_TERMINAL_BUILD
    return NULL;
}

size_t vcr_port_words(const struct vcr_port *p)
{
    return (2u + (size_t)p->parameters.ports * p->parameters.vcs) * p->parameters.length * p->parameters.words;
}

/* A packet that is ready. */
static uint64_t *ready(const struct vcr_port *p, unsigned place)
{
    return &p->packets[place * p->parameters.length * p->parameters.words];
}

/* What has come of a packet by a channel of a cable. */
static uint64_t *incoming(const struct vcr_port *p, unsigned k, unsigned v)
{
    return ready(p, 2u + k * p->parameters.vcs + v);
}

static unsigned inbox_most(const struct vcr_port *p)
{
    return vcr_inbox_most(p->parameters.vcs, p->parameters.depth, p->parameters.length);
}

/* Packets that wait behind a cable. */
static struct vcr_inbox_packet *waiting(const struct vcr_port *p, unsigned k)
{
    return &p->waiting[k * inbox_most(p)];
}

static int create_inbox(struct vcr_port *p, const struct port_place *place)
{
    p->by = (struct vcr_taker){place->takes, place->taker};
    if (!place->takes)
        return 0;
    p->inbox = calloc(p->cables, sizeof *p->inbox);
    p->waiting = calloc(p->cables * inbox_most(p), sizeof *p->waiting);
    return p->inbox && p->waiting ? 0 : -1;
}

static int create(struct vcr_port *p, const struct node_ops *rtl)
{
    p->packets = calloc(vcr_port_words(p), sizeof *p->packets);
    if (!p->packets)
        return -1;
    p->lockstep = rtl ? vcr_port_lockstep_kind(&p->parameters) : NULL;
    if (p->lockstep) {
        p->node = p->lockstep->node->create(rtl, 0);
        return p->node ? 0 : -1;
    }
    p->terminal = calloc(1, vcr_terminal_bytes(&p->parameters));
    if (!p->terminal)
        return -1;
    vcr_terminal_init(p->terminal, &p->parameters);
    return 0;
}

/* Reset, settings, and until it is up: as the routers are configured before the first cycle of a fabric. */
static void boot(const struct vcr_parameters *s, struct vcr_port *p, const struct port_place *place)
{
    enum { RESET = 2, WORDS = VCR_CFG_TERMINAL_WATCH + 1, CYCLES = RESET + VCR_QUIET_CYCLES + 2 };
    const struct vcr_pins silent = {0};

    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
        struct vcr_terminal_control control = {.rst = cycle < RESET, .cfg_we = cycle >= RESET && cycle < RESET + WORDS};
        if (control.cfg_we) {
            control.cfg_addr = (uint16_t)(cycle - RESET);
            control.cfg_wdata = vcr_settings_terminal_word(place->settings, place->endpoint, cycle - RESET);
        }
        step_terminal(s, p, &silent, &control);
    }
}

/* Its router, if packets choose by what is seen of it. */
static int see(struct vcr_port *p, const struct port_place *place)
{
    if (!place->seen[0])
        return 0;
    memcpy(p->seen, place->seen, sizeof p->seen);
    p->router = place->topology->attached[place->endpoint].node;
    p->config = malloc(sizeof *p->config);
    if (!p->config)
        return -1;
    vcr_settings_config(p->settings, p->topology, p->router, p->config);
    return 0;
}

int vcr_port_init(const struct vcr_parameters *s, struct vcr_port *p, const struct port_place *place)
{
    p->cables = (uint8_t)place->cables;
    p->overhead = (uint16_t)place->overhead;
    p->tap = place->tap;
    p->settings = place->settings;
    p->topology = place->topology;
    if (see(p, place) != 0)
        return -1;
    p->queue = ((const struct vcr_settings *)place->settings)->terminal_queue;
    p->parameters = vcr_settings_terminal(s, place->settings, place->cables);
    p->reserve = place->reserve & 1;
    if (create(p, place->rtl) != 0 || create_inbox(p, place) != 0)
        return -1;
    boot(s, p, place);
    return 0;
}

void vcr_port_finish(void *port)
{
    struct vcr_port *p = port;

    free(p->packets);
    free(p->inbox);
    free(p->waiting);
    free(p->terminal);
    free(p->config);
    if (p->node)
        p->lockstep->node->destroy(p->node);
}

const char *vcr_port_differs(const void *port)
{
    const struct vcr_port *p = port;

    return *p->differs ? p->differs : NULL;
}

const void *vcr_port_lockstep(const void *port)
{
    return ((const struct vcr_port *)port)->node;
}

/* @return PORT_MISMATCHED if model and RTL differ */
static unsigned check(struct vcr_port *p)
{
    const struct mismatch *d = p->node ? lockstep_mismatch(p->node) : NULL;

    if (!d)
        return 0;
    snprintf(p->differs, sizeof p->differs, "terminal: %s is %llx in the model, %llx in the RTL", d->field,
             (unsigned long long)d->model, (unsigned long long)d->rtl);
    return (unsigned)PORT_MISMATCHED;
}

/* The host: sending ----------------------------------------------------------------------------------------------- */

void vcr_port_ready(const struct vcr_parameters *s, struct vcr_port *p, int place, const struct packet *packet)
{
    uint64_t *flits = ready(p, (unsigned)place);

    vcr_packet_fill(packet, p->parameters.length, s->words, flits);
    flits[0] = vcr_via_head(p->settings, p->topology, packet);
}

static void put(const struct vcr_port *p, unsigned place, struct vcr_terminal_control *control)
{
    control->put = 1;
    memcpy(control->packet, ready(p, place), 8u * p->parameters.length * p->parameters.words);
}

/* Whether the packet on offer can leave at once. A request leaves a channel to responses, if that is asked for. */
static int can_leave(const struct vcr_port *p, const struct vcr_pins *in, unsigned offer)
{
    int free = vcr_terminal_idle(vcr_port_terminal(p), in);
    unsigned response = vcr_flit_class(*ready(p, offer)) & PACKET_RESPONSE;

    return free > (p->reserve && !response);
}

/* A packet that is about to leave, or to wait in the terminal, may go to its destination at once. */
static void choose(const struct vcr_parameters *s, struct vcr_port *p, unsigned place)
{
    const struct vcr_candidate_routes_at at = {s, p->topology, p->settings, p->config, p->router};
    uint64_t *head = ready(p, place);
    struct packet packet;

    if (!p->config)
        return;
    packet = vcr_packet_of(*head);
    if (vcr_ugal_direct(&at, &packet, p->seen[p->cycle & 1]))
        *head = vcr_packet_head(&packet);
}

/* A packet begins only if the terminal can send its head at once; its overhead comes before it is put in. */
static unsigned send_at_once(const struct vcr_parameters *s, struct vcr_port *p, const struct vcr_pins *in, int offer,
                             struct vcr_terminal_control *control)
{
    unsigned what = 0;

    if (!p->starting && offer >= 0 && can_leave(p, in, (unsigned)offer)) {
        p->starting = 1;
        p->place = (uint8_t)offer;
        choose(s, p, p->place);
        p->left = p->overhead;
        what = PORT_STARTED;
    }
    if (!p->starting)
        return 0;
    if (p->left == 0) {
        put(p, p->place, control);
        p->starting = 0;
    } else {
        p->left--;
    }
    return what;
}

static unsigned send(const struct vcr_parameters *s, struct vcr_port *p, const struct vcr_pins *in, int offer,
                     struct vcr_terminal_control *control)
{
    if (!p->queue)
        return send_at_once(s, p, in, offer, control);
    if (offer < 0 || !vcr_terminal_state(vcr_port_terminal(p))->inject.room)
        return 0;
    choose(s, p, (unsigned)offer);
    put(p, (unsigned)offer, control);
    return PORT_TAKEN;
}

/* The host: receiving --------------------------------------------------------------------------------------------- */

/* What is not as it must be with the flit that comes by cable k. */
static unsigned error_of(const struct vcr_parameters *s, const struct vcr_port *p, const struct vcr_pins *in,
                         unsigned k)
{
    if (in->vc[k] >= s->vcs)
        return 1u << VCR_ERROR_VC;
    return (unsigned)((in->head >> k & 1u) != (p->cable[k].come[in->vc[k]] == 0)) << VCR_ERROR_ORDER;
}

/* The credit of a flit goes back in the cycle in which it is on the wire, unless the host is stopped or owes others. */
static void return_credit(struct vcr_port *p, unsigned k, unsigned v, struct vcr_terminal_control *control)
{
    uint8_t *owed = &p->cable[k].owed[v];

    if (!(p->stopped | p->owing)) {
        control->take[k] = (uint16_t)(1u << v);
        return;
    }
    *owed += *owed < UINT8_MAX;
    p->owing = 1;
}

/* One credit of each channel that is owed some. */
static void return_owed_credits(const struct vcr_parameters *s, struct vcr_port *p,
                                struct vcr_terminal_control *control)
{
    unsigned left = 0;

    for (unsigned k = 0; k < p->cables; k++)
        for (unsigned v = 0; v < s->vcs; v++) {
            uint8_t *owed = &p->cable[k].owed[v];
            control->take[k] |= (uint16_t)((unsigned)(*owed > 0) << v);
            *owed -= *owed > 0;
            left |= *owed;
        }
    p->owing = left != 0;
}

/* A flit has come by cable k, with the head a packet. */
static void wait_to_be_taken(struct vcr_port *p, const struct vcr_pins *in, unsigned k, uint64_t head)
{
    struct vcr_cable *c = &p->cable[k];
    unsigned v = in->vc[k], lost = 0;

    c->owed[v] += c->owed[v] < UINT8_MAX;
    if (in->head >> k & 1u)
        lost = vcr_inbox_put(&p->inbox[k], waiting(p, k), inbox_most(p), (struct vcr_inbox_packet){head, v}) != 0;
    c->damaged |= (uint16_t)(lost << v);
}

/* The host takes what waits behind cable k, a flit in a cycle; with the last one of a packet, he has it. */
static unsigned take(struct vcr_port *p, unsigned k, struct packet *received, struct vcr_terminal_control *control)
{
    struct vcr_inbox *i = &p->inbox[k];
    struct vcr_cable *c = &p->cable[k];

    if (!i->taking || c->owed[i->vc] == 0)
        return 0;
    c->owed[i->vc]--;
    control->take[k] = (uint16_t)(1u << i->vc);
    if (++i->flits < p->parameters.length)
        return 0;
    i->taking = i->flits = 0;
    received[k] = vcr_packet_of(i->head);
    return (PORT_RECEIVED | (c->damaged >> i->vc & 1u ? (unsigned)PORT_DAMAGED : 0u)) << k * PORT_CABLE;
}

/* A flit has come by cable k; with the last one of its packet, the packet has. */
static unsigned receive(const struct vcr_parameters *s, struct vcr_port *p, const struct vcr_pins *in, unsigned k,
                        struct packet *received, struct vcr_terminal_control *control)
{
    struct vcr_cable *c = &p->cable[k];
    unsigned v = in->vc[k], length = p->parameters.length;
    uint64_t *flits;
    int intact;

    if (!(in->valid >> k & 1u))
        return 0;
    c->error |= (uint8_t)error_of(s, p, in, k);
    if (v >= s->vcs)
        return 0;
    flits = incoming(p, k, v);
    c->come[v] = in->head >> k & 1u ? 0 : c->come[v];
    if (c->come[v] < length)
        memcpy(flits + c->come[v] * s->words, in->flit + k * s->words, 8 * s->words);
    c->come[v] += c->come[v] <= length;
    if (p->inbox)
        wait_to_be_taken(p, in, k, flits[0]);
    else
        return_credit(p, k, v, control);
    if (!(in->tail >> k & 1u))
        return 0;
    received[k] = vcr_packet_of(flits[0]);
    intact = vcr_packet_intact(flits, c->come[v], length, s->words);
    c->come[v] = 0;
    c->damaged |= (uint16_t)((unsigned)!intact << v);
    if (p->inbox)
        return 0;
    return (PORT_RECEIVED | (intact ? 0u : PORT_DAMAGED)) << k * PORT_CABLE;
}

unsigned vcr_port_gate(const struct vcr_sat_gate *gate, unsigned buffered, const struct vcr_terminal *settings)
{
    unsigned shut = settings->sat_mode != VCR_SAT_OFF && gate->count >= settings->share_k;

    return (shut && buffered > 0 ? (unsigned)VCR_GATE_SHUT : 0) | (gate->held ? (unsigned)VCR_GATE_TOKEN : 0);
}

void vcr_port_count_token(struct vcr_tokens *t, uint64_t now)
{
    uint64_t interval = now - t->last;

    if (t->visits++ > 0) {
        t->sum += interval;
        t->least = t->least == 0 || interval < t->least ? interval : t->least;
        t->most = interval > t->most ? interval : t->most;
    }
    t->last = now;
}

/* Without SAT none comes, but by a fault. */
static int expects_token(const struct vcr_port *p)
{
    return vcr_terminal_state(vcr_port_terminal(p))->terminal.sat_mode != VCR_SAT_OFF;
}

/* A terminal that has the token gets it back only from others, when it has sent it on. */
static void note_meeting(struct vcr_port *p)
{
    struct vcr_tokens *t = &p->tokens;

    if (!vcr_terminal_state(vcr_port_terminal(p))->sat_gate.held)
        return;
    t->met_first = t->met == 0 ? p->cycle : t->met_first;
    t->met++;
}

/* One cycle of both ----------------------------------------------------------------------------------------------- */

unsigned vcr_port_step(const struct vcr_parameters *s, struct vcr_port *p, const struct vcr_pins *in, int offer,
                       struct packet *received)
{
    unsigned what = p->out.valid | in->valid ? PORT_BUSY : 0;
    struct vcr_terminal_control control;

    memset(&control, 0, p->node ? sizeof control : offsetof(struct vcr_terminal_control, packet));
    what |= p->out.head ? PORT_ACCEPTED : 0;
    for (unsigned k = 0; k < p->cables && in->valid; k++)
        what |= receive(s, p, in, k, received, &control);
    if (p->inbox)
        vcr_inbox_take(p->inbox, p->cables, p->waiting, inbox_most(p), &p->by, p->cycle);
    for (unsigned k = 0; p->inbox && k < p->cables; k++)
        what |= take(p, k, received, &control);
    if (p->owing && !p->stopped)
        return_owed_credits(s, p, &control);
    if ((in->sat & 1u) && expects_token(p)) {
        vcr_port_count_token(&p->tokens, p->cycle);
        note_meeting(p);
    }
    p->offer = (int8_t)offer;
    what |= send(s, p, in, offer, &control);
    step_terminal(s, p, in, &control);
    p->cycle++;
    if (p->queue && !vcr_terminal_state(vcr_port_terminal(p))->inject.room)
        what |= PORT_FULL;
    return what | check(p);
}

void vcr_port_archive(struct vcr_port *p, struct archive *a)
{
    uint8_t cables = p->cables, queue = p->queue, reserve = p->reserve;

    ARCHIVE_SPAN(a, p, cycle, packets);
    a->visit(a, "packets", p->packets, vcr_port_words(p) * sizeof *p->packets);
    archive_check(a, p->cables == cables && p->queue == queue && p->reserve == reserve && p->place <= 1);
    p->cables = cables;
    for (unsigned k = 0; k < p->cables; k++)
        for (unsigned v = 0; v < VCR_MOST_VCS; v++)
            archive_check(a, p->cable[k].come[v] <= p->parameters.length + 1 &&
                                 (p->owing || p->inbox || p->cable[k].owed[v] == 0));
    for (unsigned k = 0; p->inbox && k < p->cables; k++)
        vcr_inbox_archive(&p->inbox[k], waiting(p, k), &p->parameters, a);
    if (p->terminal)
        vcr_terminal_archive(p->terminal, a);
    else
        p->lockstep->node->archive(p->node, a);
}

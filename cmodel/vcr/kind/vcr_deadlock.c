/* SPDX-License-Identifier: Apache-2.0
 *
 * See vcr_deadlock.h. To each endpoint in turn, packets spread from all others over all ways that they may take; which
 * channels they hold is kept for each port by which they come to a router. From there they wait for an escape channel,
 * or in a class without any for the channels of their candidates.
 *
 * With virtual cut-through a packet that waits holds the channel whose queue it is in, and no other: a dependency goes
 * from a channel to one of the next router. In wormhole it may have come to that queue by channels without escape, from
 * an escape channel that it still holds: then dependencies lead over where packets can be in between, vertices of their
 * own. Where channels are taken that are not empty, its head may stand behind another packet, far from any escape: then
 * it waits for all that it asks for.
 *
 * Where endpoints answer, a request that has arrived may wait until its endpoint has sent a response: so a channel by
 * which requests leave their last router depends on the endpoint, a vertex, and that on all that its responses wait
 * for. A response is taken when it comes. With channels in common its requests may be in the way of an endpoint's
 * responses, too; else it sends them by a channel that is left to them.
 *
 * Packets with an intermediate router are followed to each of these first, and from there on, with the channels that
 * they hold then, to each endpoint in the class that they are of behind it.
 */
#include "vcr_deadlock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/graph.h"
#include "../../base/text.h"
#include "../model/vcr_internal.h"
#include "vcr_candidate_routes.h"
#include "vcr_via.h"

enum { MOST_BETWEEN = 1 << 22 /* routers times endpoints */, MOST_NAMED = 32 /* channels of a cycle */ };

struct check {
    const struct vcr_parameters *parameters;
    const struct vcr_settings *settings;
    const struct topology *t;
    unsigned deflections;
    unsigned class;            /* that is being followed */
    int endpoint;              /* ... to where */
    int extended;              /* dependencies over where packets can be in between */
    int plain;                 /* escape channels are channels like others */
    unsigned waited;           /* channels that anybody waits for */
    struct vcr_config *config; /* [router] */
    struct graph graph;        /* vertices: channels, routers times endpoints, endpoints that answer */
    uint16_t *answers;         /* [endpoint][port] channels of that port of its router that it is known to wait for */
    uint8_t *asked;            /* [channel] that it is known to wait for an endpoint */
    uint16_t *turned;          /* [router][port] channels held by packets for which it is the intermediate router */
    uint16_t *known;           /* [channel][port] channels of that port of the next router that are in the graph */
    uint16_t *held;            /* [router][port] channels held by packets that came there */
    struct vcr_candidate_routes *ways; /* [router][port] of packets that came there; known_ways: 1, they are known */
    uint8_t *known_ways;
    uint32_t *queue; /* of those, to be looked at */
    size_t waiting;
    long routes;
    char *error;
    size_t size;
};

/* What is wrong --------------------------------------------------------------------------------------------------- */

static int wrong(const struct check *c, const char *what)
{
    return text_fail(c->error, c->size, "%s: %s", c->t->name, what);
}

static int wrong_route(const struct check *c, int router, const char *what)
{
    return text_fail(c->error, c->size, "%s: route of router %d to endpoint %d: %s", c->t->name, router, c->endpoint,
                     what);
}

static int out_of_memory(const struct check *c)
{
    return wrong(c, "out of memory");
}

/* Vertices -------------------------------------------------------------------------------------------------------- */

static uint32_t channels(const struct check *c)
{
    return (uint32_t)c->t->nodes * c->parameters->ports * c->parameters->vcs;
}

/* The channel of an output. */
static uint32_t channel(const struct check *c, int router, unsigned port, unsigned vc)
{
    return ((uint32_t)router * c->parameters->ports + port) * c->parameters->vcs + vc;
}

/* A router on the way to the endpoint, of the class. */
static uint32_t between_to(const struct check *c, int router, int endpoint)
{
    return channels(c) + ((uint32_t)router * VCR_CLASSES + c->class) * (uint32_t)c->t->endpoints + (uint32_t)endpoint;
}

static uint32_t between(const struct check *c, int router)
{
    return between_to(c, router, c->endpoint);
}

/* An endpoint that answers. */
static uint32_t answering(const struct check *c, int endpoint)
{
    return c->graph.vertices - (uint32_t)(c->t->endpoints - endpoint);
}

static size_t input(const struct check *c, int router, unsigned port)
{
    return (size_t)router * c->parameters->ports + port;
}

static int has_escape(const struct check *c, unsigned class)
{
    const struct vcr_class_settings *s = &c->settings->class[class];

    return ((s->escape_low | s->escape_high) & vcr_all_vcs(c->parameters)) != 0;
}

/* Dependencies ---------------------------------------------------------------------------------------------------- */

/* From the channels of an input to some of an output. */
static int depend(struct check *c, int router, unsigned in, const struct vcr_ask *ask)
{
    struct topology_end from = c->t->links[router][in];

    VCR_FOR_EACH(v, c->held[input(c, router, in)] & c->waited)
    {
        uint32_t holds = channel(c, from.node, (unsigned)from.port, v);
        uint16_t *known = &c->known[(size_t)holds * c->parameters->ports + ask->port];
        VCR_FOR_EACH(w, ask->vcs & ~(unsigned)*known)
        if (graph_add(&c->graph, holds, channel(c, router, ask->port, w)) != 0)
            return out_of_memory(c);
        *known |= ask->vcs;
    }
    return 0;
}

/* In between: what packets at a router may wait for, and where those go that take it. */
static int depend_between(struct check *c, int router, const struct vcr_ask *ask, unsigned waits)
{
    uint32_t next = between(c, c->t->links[router][ask->port].node);

    VCR_FOR_EACH(v, ask->vcs & c->waited)
    if ((waits && graph_add(&c->graph, between(c, router), channel(c, router, ask->port, v)) != 0) ||
        graph_add(&c->graph, channel(c, router, ask->port, v), next) != 0)
        return out_of_memory(c);
    if ((ask->vcs & ~c->waited) && graph_add(&c->graph, between(c, router), next) != 0)
        return out_of_memory(c);
    return 0;
}

/* Endpoints that answer ------------------------------------------------------------------------------------------- */

/* Whether packets of a class have the same ways as those of the class that is followed. */
static int is_like(const struct check *c, unsigned class)
{
    return (c->settings->via == VCR_VIA_NONE || class % 2 == c->class % 2) &&
           memcmp(&c->settings->class[class], &c -> settings -> class[c->class], sizeof *c->settings->class) == 0;
}

/* Whether packets of the class that is followed, or of one like it, are responses, or are requests. */
static int are(const struct check *c, unsigned responses)
{
    for (unsigned k = responses ? PACKET_RESPONSE : 0; k < (responses ? (unsigned)VCR_CLASSES : PACKET_RESPONSE); k++)
        if (is_like(c, k))
            return 1;
    return 0;
}

/* Requests in these channels of a port wait until the endpoint that is followed has sent a response. */
static int ask_endpoint(struct check *c, int router, unsigned in, const struct vcr_ask *ask)
{
    (void)in;
    VCR_FOR_EACH(v, ask->vcs & c->waited)
    {
        uint32_t at = channel(c, router, ask->port, v);
        if (!c->asked[at] && graph_add(&c->graph, at, answering(c, c->endpoint)) != 0)
            return out_of_memory(c);
        c->asked[at] = 1;
    }
    return 0;
}

/* Before it can send a response, the endpoint at a port waits for these channels of its router. */
static int answer_by(struct check *c, int router, unsigned in, const struct vcr_ask *ask)
{
    int endpoint = c->t->links[router][in].node;
    uint16_t *known = &c->answers[(size_t)endpoint * c->parameters->ports + ask->port];

    VCR_FOR_EACH(v, ask->vcs & c->waited & ~(unsigned)*known)
    if (graph_add(&c->graph, answering(c, endpoint), channel(c, router, ask->port, v)) != 0)
        return out_of_memory(c);
    *known |= ask->vcs;
    return 0;
}

/* Packets --------------------------------------------------------------------------------------------------------- */

/*
 * Where the ways of packets are kept that came by a port: they are the same for all ports, but straight up in a tree.
 */
static size_t place(const struct check *c, int router, unsigned in)
{
    int by_port = c->config[router].routing == VCR_ROUTE_TREE && !c->config[router].adaptive[c->class];

    return input(c, router, by_port ? in : 0);
}

static void come(struct check *c, int router, unsigned in, unsigned vcs)
{
    size_t at = place(c, router, in);

    c->held[input(c, router, in)] |= (uint16_t)vcs;
    if (!c->known_ways[at])
        c->queue[c->waiting++] = (uint32_t)input(c, router, in);
    c->known_ways[at] = 1;
}

/* Packets that take a channel come to the next router. */
static int go(struct check *c, int router, unsigned port, unsigned vcs)
{
    struct topology_end far = c->t->links[router][port];

    if (!topology_wired(c->t, router, (int)port))
        return wrong_route(c, router, "it leads to a port without a link");
    come(c, far.node, (unsigned)far.port, vcs);
    return 0;
}

/* On the way: by its candidates, by deflections, by escape channels. */
static int take_ways(struct check *c, int router, const struct vcr_candidate_routes *w)
{
    unsigned ports = w->vcs ? (unsigned)w->candidates | w->others : 0u;

    if (w->vcs == 0 && w->escapes == 0)
        return wrong_route(c, router, "its class has no channels");
    if (has_escape(c, c->class) && w->escapes < w->drawn)
        return wrong_route(c, router, "there is no escape channel");
    VCR_FOR_EACH(port, ports)
    if (go(c, router, port, w->vcs) != 0)
        return -1;
    for (unsigned k = 0; k < w->escapes; k++)
        if (go(c, router, w->escape[k].port, w->escape[k].vcs) != 0)
            return -1;
    return 0;
}

/* Packets of the class that is followed go to intermediate routers: each is followed by the endpoint that it is known
 * by. */
static int goes_first(const struct check *c)
{
    return c->settings->via != VCR_VIA_NONE && c->class % 2 == 0;
}

static int is_followed(const struct check *c)
{
    return !goes_first(c) || vcr_via_endpoint(c->t, c->t->attached[c->endpoint].node) == c->endpoint;
}

static int has_arrived(const struct check *c, int router)
{
    return router == c->t->attached[c->endpoint].node;
}

/* What packets may ask for that have come to a router by a port. */
static int pass(struct check *c, uint32_t at)
{
    int router = (int)(at / c->parameters->ports);
    unsigned in = at % c->parameters->ports;
    const struct vcr_candidate_routes_at here = {c->parameters, c->t, c->settings, &c->config[router], router};
    struct vcr_candidate_routes *w = &c->ways[place(c, router, in)];

    *w = vcr_candidate_routes(&here, in, c->endpoint, c->class, 1, c->deflections);
    c->routes++;
    if (w->best == 0)
        return wrong_route(c, router, "there is none");
    if (((w->best & ~(unsigned)c->config[router].links) != 0) != has_arrived(c, router))
        return wrong_route(c, router, has_arrived(c, router) ? "it goes on there" : "it ends there");
    return has_arrived(c, router) ? 0 : take_ways(c, router, w);
}

/* What packets may wait for that have come to a router by a port: each channel to a function. */
static int each_wait(struct check *c, int router, unsigned in,
                     int (*visit)(struct check *c, int router, unsigned in, const struct vcr_ask *ask))
{
    const struct vcr_candidate_routes *w = &c->ways[place(c, router, in)];
    int escapes = has_escape(c, c->class) && !c->plain;

    VCR_FOR_EACH(port, escapes ? 0u : w->candidates)
    if (visit(c, router, in, &(struct vcr_ask){(uint8_t)port, w->vcs}) != 0)
        return -1;
    for (unsigned k = 0; k < w->escapes; k++)
        if (visit(c, router, in, &w->escape[k]) != 0)
            return -1;
    return 0;
}

/* Likewise of packets that may have come far without escape. */
static int wait_between(struct check *c, int router, unsigned in)
{
    const struct vcr_candidate_routes *w = &c->ways[place(c, router, in)];

    VCR_FOR_EACH(port, w->candidates)
    if (depend_between(c, router, &(struct vcr_ask){(uint8_t)port, w->vcs}, !has_escape(c, c->class)) != 0)
        return -1;
    for (unsigned k = 0; k < w->escapes; k++)
        if (depend_between(c, router, &w->escape[k], 1) != 0)
            return -1;
    return 0;
}

/* The endpoint that is followed gets requests, and those that get its own send it responses. */
static int follow_answers(struct check *c)
{
    const unsigned ports = c->parameters->ports;
    int target = c->t->attached[c->endpoint].node, status = 0;

    for (unsigned in = 0; in < ports && are(c, 0) && !goes_first(c) && status == 0; in++)
        status = c->known_ways[place(c, target, in)] ? each_wait(c, target, in, ask_endpoint) : 0;
    for (int e = 0; e < c->t->endpoints && are(c, 1) && status == 0; e++)
        if (e != c->endpoint && !(goes_first(c) && has_arrived(c, c->t->attached[e].node)))
            status = each_wait(c, c->t->attached[e].node, (unsigned)c->t->attached[e].port, answer_by);
    return status;
}

/* Packets that have come to their intermediate router are of the next class from there on. */
static void turn(struct check *c)
{
    const size_t first = input(c, c->t->attached[c->endpoint].node, 0);

    for (unsigned p = 0; p < c->parameters->ports; p++)
        c->turned[first + p] = c->held[first + p];
}

/* At each intermediate router packets to the endpoint come by the channels of the class before. */
static int come_turned(struct check *c)
{
    const struct check before = {.parameters = c->parameters, .t = c->t, .class = c->class - 1};
    int status = 0;

    for (int n = 0; n < c->t->nodes && status == 0; n++) {
        int via = vcr_via_endpoint(c->t, n);
        for (unsigned p = 0; p < c->parameters->ports; p++)
            if (c->turned[input(c, n, p)])
                come(c, n, p, c->turned[input(c, n, p)]);
        if (c->extended && via >= 0)
            status = graph_add(&c->graph, between_to(&before, n, via), between(c, n)) != 0 ? out_of_memory(c) : 0;
    }
    return status;
}

/* All ways to the endpoint, by all routers where packets to it come. */
static int follow(struct check *c)
{
    const unsigned ports = c->parameters->ports;
    const size_t inputs = (size_t)c->t->nodes * ports;
    int status = 0;

    memset(c->held, 0, inputs * sizeof *c->held);
    memset(c->known_ways, 0, inputs);
    for (int e = 0; e < c->t->endpoints; e++)
        if (c->settings->classes ? e != c->endpoint : !has_arrived(c, c->t->attached[e].node))
            come(c, c->t->attached[e].node, (unsigned)c->t->attached[e].port, 0);
    if (c->settings->via != VCR_VIA_NONE && !goes_first(c))
        status = come_turned(c);
    while (c->waiting > 0 && status == 0)
        status = pass(c, c->queue[--c->waiting]);
    for (size_t at = 0; at < inputs && status == 0; at++) {
        int router = (int)(at / ports);
        if (has_arrived(c, router) && (!c->settings->classes || goes_first(c)))
            continue;
        if (c->extended)
            status = c->known_ways[at] ? wait_between(c, router, (unsigned)(at % ports)) : 0;
        else
            status = c->held[at] & c->waited ? each_wait(c, router, (unsigned)(at % ports), depend) : 0;
    }
    if (goes_first(c))
        turn(c);
    return c->settings->classes && status == 0 ? follow_answers(c) : status;
}

/* A class like one before it has the same ways. */
static int is_new(const struct check *c)
{
    for (unsigned k = 0; k < c->class; k++)
        if (is_like(c, k))
            return 0;
    return 1;
}

static int follow_all(struct check *c)
{
    for (c->class = 0; c->class < VCR_CLASSES; c->class ++)
        for (c->endpoint = 0; c->endpoint < c->t->endpoints && is_new(c); c->endpoint++)
            if (is_followed(c) && follow(c) != 0)
                return -1;
    return 0;
}

/* Cycles ---------------------------------------------------------------------------------------------------------- */

static void name_cycle(const struct check *c, const uint32_t *cycle, long length)
{
    int used = snprintf(c->error, c->size, "%s: packets can wait for each other for ever, for", c->t->name);
    unsigned named = 0;

    for (long i = 0; i < length && named < MOST_NAMED; i++) {
        unsigned v = cycle[i] % c->parameters->vcs, port = cycle[i] / c->parameters->vcs % c->parameters->ports;
        if ((size_t)used >= c->size)
            continue;
        if (c->settings->classes && cycle[i] >= answering(c, 0))
            used += snprintf(c->error + used, c->size - (size_t)used, "%s a response of PE %u",
                             named++ > 0 ? ", then" : "", cycle[i] - answering(c, 0));
        if (cycle[i] >= channels(c) || (size_t)used >= c->size)
            continue;
        used += snprintf(c->error + used, c->size - (size_t)used, "%s%s %u port %u channel %u",
                         named > 0 ? ", then" : "", named == 0 || c->settings->classes ? " router" : "",
                         cycle[i] / c->parameters->vcs / c->parameters->ports, port, v);
        named++;
    }
    if ((size_t)used < c->size)
        snprintf(c->error + used, c->size - (size_t)used, named == MOST_NAMED ? ", and so on" : ", and again");
}

static int find_cycle(struct check *c)
{
    uint32_t *cycle = calloc((size_t)c->graph.vertices + 1, sizeof *cycle);
    long length = cycle ? graph_cycle(&c->graph, cycle) : -1;

    if (length > 0)
        name_cycle(c, cycle, length);
    free(cycle);
    return length < 0 ? out_of_memory(c) : length > 0 ? -1 : 0;
}

/* Settings -------------------------------------------------------------------------------------------------------- */

enum vcr_deadlock_doubt vcr_deadlock_doubt(const struct vcr_parameters *s, const struct vcr_settings *settings,
                                           unsigned deflections)
{
    if (settings->alloc_credits > s->depth)
        return VCR_DEADLOCK_CREDITS;
    if (settings->alloc_credits >= settings->packet_flits)
        return VCR_DEADLOCK_NO_DOUBT;
    return settings->link_hold ? VCR_DEADLOCK_HELD : deflections > 0 ? VCR_DEADLOCK_BACK : VCR_DEADLOCK_NO_DOUBT;
}

/* With which section 14 promises something; what waits for what, then. */
static int check_settings(struct check *c)
{
    static const char *const words[] = {
        [VCR_DEADLOCK_CREDITS] = "a head waits for more credits than a channel has flits",
        [VCR_DEADLOCK_HELD] =
            "a link that is kept for a packet without room for all of it keeps others from their escape channel",
        [VCR_DEADLOCK_BACK] = "a packet that turns back can wait for itself where a channel does not hold all of it"};
    enum vcr_deadlock_doubt doubt = vcr_deadlock_doubt(c->parameters, c->settings, c->deflections);
    unsigned credits = c->settings->alloc_credits, escapes = 0;

    if (doubt != VCR_DEADLOCK_NO_DOUBT)
        return wrong(c, words[doubt]);
    c->plain = credits < c->settings->packet_flits && credits < c->parameters->depth;
    for (unsigned k = 0; k < VCR_CLASSES; k++) {
        const struct vcr_class_settings *s = &c->settings->class[k];
        escapes |= (unsigned)has_escape(c, k);
        c->waited |= has_escape(c, k) ? (unsigned)s->escape_low | s->escape_high : 0u;
        c->waited |= has_escape(c, k) && !c->plain ? 0u : s->vc_mask;
    }
    c->extended = credits < c->settings->packet_flits && escapes && !c->plain;
    if (c->extended && (int64_t)c->t->nodes * c->t->endpoints > MOST_BETWEEN)
        return wrong(c, "too large for the check of wormhole with escape channels");
    return 0;
}

static int allocate(struct check *c)
{
    size_t inputs = (size_t)c->t->nodes * c->parameters->ports,
           between = (size_t)c->t->nodes * VCR_CLASSES * (size_t)c->t->endpoints;

    c->graph.vertices =
        channels(c) + (c->extended ? (uint32_t)between : 0) + (c->settings->classes ? (uint32_t)c->t->endpoints : 0);
    c->config = calloc((size_t)c->t->nodes, sizeof *c->config);
    c->known = calloc((size_t)channels(c) * c->parameters->ports, sizeof *c->known);
    c->held = calloc(inputs, sizeof *c->held);
    c->ways = calloc(inputs, sizeof *c->ways);
    c->known_ways = calloc(inputs, 1);
    c->queue = calloc(inputs, sizeof *c->queue);
    c->answers = calloc((size_t)c->t->endpoints * c->parameters->ports, sizeof *c->answers);
    c->asked = calloc(channels(c), 1);
    c->turned = calloc(inputs, sizeof *c->turned);
    if (!c->config || !c->known || !c->held || !c->ways || !c->known_ways || !c->queue || !c->answers || !c->asked ||
        !c->turned)
        return out_of_memory(c);
    for (int n = 0; n < c->t->nodes; n++)
        vcr_settings_config(c->settings, c->t, n, &c->config[n]);
    return 0;
}

static void finish(struct check *c)
{
    graph_finish(&c->graph);
    free(c->config);
    free(c->known);
    free(c->held);
    free(c->ways);
    free(c->known_ways);
    free(c->queue);
    free(c->answers);
    free(c->asked);
    free(c->turned);
}

long vcr_deadlock_check(const struct vcr_parameters *s, const struct vcr_settings *settings, const struct topology *t,
                        unsigned deflections, char *error, size_t size)
{
    struct check c = {
        .parameters = s, .settings = settings, .t = t, .deflections = deflections, .error = error, .size = size};
    int failed = check_settings(&c) != 0 || allocate(&c) != 0 || follow_all(&c) != 0 || find_cycle(&c) != 0;

    finish(&c);
    return failed ? -1 : c.routes;
}

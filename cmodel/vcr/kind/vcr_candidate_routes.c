/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_candidate_routes.h"

#include "../../topology/routes.h"
#include "../model/vcr_internal.h"
#include "vcr_packet.h"
#include "vcr_via.h"

/* As the table has it, or as logic makes it. */
static uint32_t entry_of(const struct vcr_candidate_routes_at *at, unsigned in, int endpoint, unsigned class)
{
    uint64_t head = (uint64_t)endpoint << VCR_HEAD_DESTINATION | (uint64_t) class << VCR_HEAD_CLASS;

    if (at->config->routing == VCR_ROUTE_TABLE)
        return vcr_settings_entry(at->topology, at->router, endpoint);
    return vcr_route_logic(at->config, in, head);
}

/* A port and, where one of both is drawn, the one opposite to it. */
static unsigned drawn_of(const struct vcr_config *c, unsigned best, unsigned port)
{
    unsigned pair = 3u << (port & ~1u);

    return c->paired && (best & pair) == pair ? pair : 1u << port;
}

static unsigned preferred_of(const struct vcr_config *c, unsigned class, uint32_t entry, unsigned best)
{
    unsigned preferred = entry >> 18 & 15u;

    if (c->prefer[class] == VCR_PREFER_RANDOM)
        return best;
    return drawn_of(c, best, best >> preferred & 1u ? preferred : (unsigned)__builtin_ctz(best));
}

static void add_escape(const struct vcr_candidate_routes_at *at, struct vcr_candidate_routes *w, unsigned port,
                       unsigned vcs)
{
    vcs &= vcr_all_vcs(at->parameters);
    if (port < at->parameters->ports && vcs != 0)
        w->escape[w->escapes++] = (struct vcr_ask){(uint8_t)port, (uint16_t)vcs};
}

static void find_escapes(const struct vcr_candidate_routes_at *at, struct vcr_candidate_routes *w, uint32_t entry,
                         unsigned class)
{
    const struct vcr_config *c = at->config;
    unsigned own = entry >> 22 & 15u;

    VCR_FOR_EACH(port, drawn_of(c, w->best, own))
    {
        w->drawn++;
        unsigned high = entry >> (port == own ? 26 : 28) & 1u;
        add_escape(at, w, port, high ? c->escape_high[class] : c->escape_low[class]);
    }
}

struct vcr_candidate_routes vcr_candidate_routes(const struct vcr_candidate_routes_at *at, unsigned in, int endpoint,
                                                 unsigned class, int adaptive, unsigned deflections)
{
    const struct vcr_config *c = at->config;
    uint32_t entry = entry_of(at, in, endpoint, class);
    unsigned best = entry >> 31 ? entry & 0xfffu & vcr_all_ports(at->parameters) : 0;
    struct vcr_candidate_routes w = {.best = (uint16_t)best,
                                     .vcs = (uint16_t)(c->vc_mask[class] & vcr_all_vcs(at->parameters))};

    if (best == 0)
        return w;
    int arrived = (best & ~(unsigned)c->links) != 0, all = arrived || (c->adaptive[class] && adaptive);
    w.candidates = (uint16_t)(all ? best : preferred_of(c, class, entry, best));
    w.others = (uint16_t)(arrived || deflections == 0 ? 0 : c->links & ~best);
    find_escapes(at, &w, entry, class);
    return w;
}

/* Attributes ------------------------------------------------------------------------------------------------------ */

const struct router_attribute vcr_attributes[VCR_HOP_ATTRIBUTES] = {
    [VCR_HOP_ESCAPE] = {.key = "escape", .words = "on escape channels"},
    [VCR_HOP_DEFLECTED] = {.key = "deflected", .words = "deflected"},
    [VCR_HOP_OFF] = {.key = "off_way", .words = "off their way", .most = 0.005, .flag = "NOT OBLIVIOUS ANY MORE"},
};

/* A packet that has one way is off it only where it escaped, or was deflected. */
static int is_off(const struct vcr_parameters *s, const struct boot *b, int router, int port, unsigned class,
                  const struct packet *packet)
{
    struct vcr_config config;
    const struct vcr_settings *settings = b->settings;
    const struct vcr_candidate_routes_at at = {s, b->topology, settings, &config, router};

    if (settings->class[class].adaptive && packet->adaptive)
        return 0;
    vcr_settings_config(settings, b->topology, router, &config);
    return !(vcr_candidate_routes(&at, s->ports, packet->destination, class, 0, 0).candidates >> port & 1u);
}

/* Whether a port is of a route. */
static int leads_on(const struct topology *t, int router, int port, int target, uint32_t endpoint)
{
    if (t->routes && router != target)
        return topology_choice_of(t, router, (int)endpoint)->ports >> port & 1;
    return topology_distance(t, t->links[router][port].node, target) < topology_distance(t, router, target);
}

/* A packet as it is on a hop by a channel: before its intermediate router it goes there, in an even class. */
static struct packet on_hop(const struct boot *b, unsigned channel, const struct packet *packet)
{
    const struct vcr_settings *settings = b->settings;
    const uint32_t endpoints = (uint32_t)b->topology->endpoints;
    struct packet p = *packet;
    const struct vcr_class_settings *first = &settings->class[p.traffic_class & PACKET_RESPONSE];
    unsigned channels = (unsigned)first->vc_mask | first->escape_low | first->escape_high;

    if (settings->via == VCR_VIA_NONE || !(channels >> channel & 1) || p.source >= endpoints ||
        p.destination >= endpoints)
        return p;
    p.destination = vcr_via_endpoint(b->topology, vcr_via_draw(settings, b->topology, packet)) & 0xffffu;
    p.traffic_class &= PACKET_RESPONSE;
    return p;
}

static unsigned attribute_of(const struct vcr_parameters *s, const struct boot *b, int router, int port,
                             unsigned channel, const struct packet *packet)
{
    const struct topology *t = b->topology;
    unsigned class = vcr_flit_class(vcr_packet_head(packet));
    const struct vcr_class_settings *c = &((const struct vcr_settings *)b->settings)->class[class];
    int known = packet->destination < (uint32_t)t->endpoints,
        target = known ? t->attached[packet->destination].node : router;
    int deflected = known && !leads_on(t, router, port, target, packet->destination);
    int escape = c->vc_mask && ((c->escape_low | c->escape_high) & ~c->vc_mask) >> channel & 1; /* not a second way */

    if (!known || (!deflected && !escape))
        return 0; /* a fault has changed where it goes, or it is on its way */
    return (unsigned)escape << VCR_HOP_ESCAPE | (unsigned)(deflected && !escape) << VCR_HOP_DEFLECTED |
           (unsigned)is_off(s, b, router, port, class, packet) << VCR_HOP_OFF;
}

unsigned vcr_hop_attribute(const struct vcr_parameters *s, const struct boot *b, int router, int port, unsigned channel,
                           const struct packet *packet)
{
    const struct packet here = on_hop(b, channel, packet);

    return attribute_of(s, b, router, port, channel, &here);
}

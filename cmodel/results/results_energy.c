/* SPDX-License-Identifier: Apache-2.0 */
#include "results_energy.h"

#include "figures.h"

/* What was counted of an event, and what that costs. */
struct account {
    double count[ENERGY_EVENTS], energy[ENERGY_EVENTS], all;
};

static double packet_flits(const struct session *session)
{
    return session->setup.kind->packet_cycles(&session->setup.settings);
}

/* How busy cables between routers are, each direction by itself, with refused attempts: all together, and the busiest.
 */
struct directions {
    double all, most;
};

static struct directions directions_of(const struct session *session)
{
    const struct topology *t = session->setup.topology;
    struct directions d = {0, 0};

    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < t->kind->links; p++) {
            double busy = topology_wired(t, n, p) ? metrics_busy(fabric_metrics(session->fabric), n, p, 0) : 0;
            d.all += busy;
            d.most = busy > d.most ? busy : d.most;
        }
    return d;
}

/* Flits on the cables between routers and endpoints. */
static double endpoint_flits(const struct session *session)
{
    const struct topology *t = session->setup.topology;
    double busy = 0;

    for (int e = 0; e < t->endpoints; e++)
        busy += figures_endpoint_busy(session, e, 0) * session->setup.kind->cable_ways * t->cables;
    return busy * (double)figures_cycles(session);
}

static double ejected(const struct session *session)
{
    double packets = 0;

    for (int e = 0; e < session->setup.topology->endpoints; e++)
        packets += (double)figures_ejections(session, e);
    return packets;
}

static struct account account_of(const struct session *session)
{
    const struct attempts routers = figures_attempts(session, 0), endpoints = figures_attempts(session, 1);
    double hops = (double)figures_hops(session), flits = packet_flits(session);
    struct account a = {0};

    a.count[ENERGY_BUFFER_WRITE] = (hops + (double)endpoints.accepted) * flits;
    a.count[ENERGY_BUFFER_READ] = a.count[ENERGY_CROSSBAR] = (hops + ejected(session)) * flits;
    a.count[ENERGY_ARBITRATION] = (double)(routers.accepted + routers.refused);
    a.count[ENERGY_LINK] = directions_of(session).all * (double)figures_cycles(session);
    a.count[ENERGY_ENDPOINT] = endpoint_flits(session);
    a.count[ENERGY_ROUTER_CYCLE] = (double)figures_cycles(session) * session->setup.topology->nodes;
    for (int e = 0; e < ENERGY_EVENTS; e++) {
        a.energy[e] = a.count[e] * session->setup.energy.cost[e];
        a.all += a.energy[e];
    }
    return a;
}

/* A quotient that a run without the divisor has not. */
static json_t *per(double all, double count)
{
    return count > 0 ? json_real(all / count) : json_null();
}

static int is_asked(const struct session *session)
{
    return *session->setup.scenario.run.energy != 0;
}

json_t *results_energy_json(const struct session *session)
{
    struct account a;
    json_t *events;

    if (!is_asked(session) || session->setup.config.hidden)
        return json_null();
    a = account_of(session);
    events = json_object();
    for (int e = 0; e < ENERGY_EVENTS; e++)
        json_object_set_new(events, energy_name(e),
                            json_pack("{s:f, s:f, s:f}", "count", a.count[e], "cost", session->setup.energy.cost[e],
                                      "energy", a.energy[e]));
    return json_pack("{s:f, s:o, s:o, s:o}", "total", a.all, "per_packet",
                     per(a.all, (double)figures_delivered(session)), "per_cycle",
                     per(a.all, (double)figures_cycles(session)), "events", events);
}

void results_energy_print(const struct session *session)
{
    double delivered = (double)figures_delivered(session);
    struct account a;

    if (!is_asked(session))
        return;
    a = account_of(session);
    printf("energy      %.4g a cycle, %.4g for each packet delivered", a.all / (double)figures_cycles(session),
           delivered > 0 ? a.all / delivered : 0);
    for (int e = 0, any = 0; e < ENERGY_EVENTS; e++)
        if (a.energy[e] > 0)
            printf("%s%s %.1f%%", any++ ? ", " : ": ", energy_name(e), 100 * a.energy[e] / a.all);
    printf("\n");
}

/* @param offered  of what endpoints created, else of what was delivered @return flits a cycle and endpoint */
static double flits_each(const struct session *session, int offered)
{
    double packets = metrics_rate(fabric_metrics(session->fabric), GROUP_ALL, offered).packets;

    return packets * packet_flits(session) / session->setup.topology->endpoints;
}

json_t *results_flits_json(const struct session *session)
{
    return json_pack("{s:f, s:f, s:f, s:o}", "packet", packet_flits(session), "accepted", flits_each(session, 0),
                     "offered", flits_each(session, 1), "busiest_link",
                     session->setup.config.hidden ? json_null() : json_real(directions_of(session).most));
}

/* Where a flit is one byte, nobody speaks of flits. */
void results_flits_print(const struct session *session)
{
    if (session->setup.kind->cycle_bytes == 1)
        return;
    printf(
        "flits       %.0f a packet; %.4f a cycle accepted from an endpoint, %.4f offered; busiest link %.3f a cycle\n",
        packet_flits(session), flits_each(session, 0), flits_each(session, 1), directions_of(session).most);
}

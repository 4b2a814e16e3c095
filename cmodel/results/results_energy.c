/* SPDX-License-Identifier: Apache-2.0 */
#include "results_energy.h"

double results_packet_flits(const struct session *session)
{
    return session->setup.kind->packet_cycles(&session->setup.settings);
}

struct results_directions results_directions(const struct session *session)
{
    const struct topology *t = session->setup.topology;
    struct results_directions d = {0, 0};

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

struct results_account results_account(const struct session *session)
{
    const struct attempts routers = figures_attempts(session, 0), endpoints = figures_attempts(session, 1);
    double hops = (double)figures_hops(session), flits = results_packet_flits(session);
    struct results_account a = {0};

    a.count[ENERGY_BUFFER_WRITE] = (hops + (double)endpoints.accepted) * flits;
    a.count[ENERGY_BUFFER_READ] = a.count[ENERGY_CROSSBAR] = (hops + ejected(session)) * flits;
    a.count[ENERGY_ARBITRATION] = (double)(routers.accepted + routers.refused);
    a.count[ENERGY_LINK] = results_directions(session).all * (double)figures_cycles(session);
    a.count[ENERGY_ENDPOINT] = endpoint_flits(session);
    a.count[ENERGY_ROUTER_CYCLE] = (double)figures_cycles(session) * session->setup.topology->nodes;
    for (int e = 0; e < ENERGY_EVENTS; e++) {
        a.energy[e] = a.count[e] * session->setup.energy.cost[e];
        a.all += a.energy[e];
    }
    return a;
}

json_t *results_energy_events(const struct results_at *x)
{
    json_t *events = json_object();

    for (int e = 0; e < ENERGY_EVENTS; e++)
        json_object_set_new(events, energy_name(e),
                            json_pack("{s:f, s:f, s:f}", "count", x->account->count[e], "cost",
                                      x->session->setup.energy.cost[e], "energy", x->account->energy[e]));
    return events;
}

json_t *results_energy_shares(const struct session *session)
{
    struct results_account a = results_account(session);
    json_t *shares = NULL;

    for (int e = 0; e < ENERGY_EVENTS; e++)
        if (a.energy[e] > 0)
            shares = results_list(shares, json_sprintf("%s %.1f%%", energy_name(e), 100 * a.energy[e] / a.all));
    return shares;
}

double results_flits(const struct session *session, int offered)
{
    double packets = metrics_rate(fabric_metrics(session->fabric), GROUP_ALL, offered).packets;

    return packets * results_packet_flits(session) / session->setup.topology->endpoints;
}

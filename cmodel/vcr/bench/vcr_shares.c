/* SPDX-License-Identifier: Apache-2.0
 *
 * See vcr_shares.h. What is asked is the model's own route, with the settings that a router is booted with.
 */
#include "vcr_shares.h"

#include "../kind/vcr_packet.h"
#include "../model/vcr_internal.h"

enum { DRAWS = 256 /* values of the random bits of a draw */ };

/* The settings as they are once all words are written. */
static struct vcr_config configured(const struct vcr_parameters *parameters, const struct vcr_settings *settings,
                                    const struct topology *t, int router)
{
    static const struct vcr_control none;
    static const struct vcr_wires quiet;
    struct vcr_config c = {0};

    for (unsigned address = 0; address < VCR_SETTINGS_WORDS; address++) {
        c.write = 1;
        c.addr = (uint16_t)address;
        c.wdata = vcr_settings_word(settings, t, router, address);
        vcr_config_commit(parameters, &c, &none, &quiet);
    }
    return c;
}

void vcr_shares(const struct vcr_parameters *parameters, const struct vcr_settings *settings, const struct topology *t,
                const struct scenario_packets *packets, double *share)
{
    struct vcr_config c = configured(parameters, settings, t, packets->router);
    const struct packet packet = {.destination = (uint16_t)packets->endpoint, .traffic_class = packets->way & 1u};
    uint64_t head = vcr_packet_head(&packet);
    uint32_t entry = c.routing == VCR_ROUTE_TABLE ? vcr_settings_entry(t, packets->router, packets->endpoint)
                                                  : vcr_route_logic(&c, (unsigned)packets->port, head);

    for (int p = 0; p < TOPOLOGY_PORTS; p++)
        share[p] = 0;
    for (unsigned draw = 0; draw < DRAWS; draw++) {
        uint32_t route = vcr_route_draw(&c, parameters->ports, entry, c.prefer[vcr_flit_class(head)], draw);
        int escapes = c.vc_mask[vcr_flit_class(head)] == 0; /* a second way */
        share[escapes ? vcr_route_escape(route) : vcr_route_preferred(route)] += 1.0 / DRAWS;
    }
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The ways that heads have: what the model draws for a head, with every random byte, is among them, and every one of
 * them is drawn; what is said of hops, by hand.
 */
#include "vcr_unit.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/kind/vcr_candidate_routes.h"

struct place {
    const struct vcr_parameters *parameters;
    const struct topology_kind *topology;
    int rows, cols, prefer;
};

static struct topology *wired(const struct place *p)
{
    const char *error = "";
    struct topology *t = topology_create(p->topology, p->rows, p->cols, &error);

    if (!t)
        fail_msg("%s", error);
    topology_attach(t, VCR_GRID_ENDPOINT, 1);
    return t;
}

/* Everything that can be drawn for a head: the ways that it has if it has one preferred way. */
static void draw_all(const struct vcr_candidate_routes_at *at, int endpoint, struct vcr_candidate_routes *drawn)
{
    const struct vcr_config *c = at->config;
    uint32_t entry = c->routing == VCR_ROUTE_TABLE
                         ? vcr_settings_entry(at->topology, at->router, endpoint)
                         : vcr_route_logic(c, at->parameters->ports, vcr_unit_head((unsigned)endpoint, 0, 0, 0));

    *drawn = (struct vcr_candidate_routes){.best = 0};
    for (unsigned draw = 0; draw < 256; draw++) {
        uint32_t route = vcr_route_draw(c, at->parameters->ports, entry, c->prefer[0], draw);
        unsigned vcs = vcr_route_class(route) ? c->escape_high[0] : c->escape_low[0], k = 0;
        drawn->best = (uint16_t)vcr_route_best(route);
        drawn->candidates |= (uint16_t)(1u << vcr_route_preferred(route));
        while (k < drawn->escapes && drawn->escape[k].port != vcr_route_escape(route))
            k++;
        assert_true(k < 2);
        assert_true(k == drawn->escapes || drawn->escape[k].vcs == vcs);
        drawn->escape[k] = (struct vcr_ask){(uint8_t)vcr_route_escape(route), (uint16_t)vcs};
        drawn->escapes += k == drawn->escapes && vcs != 0;
    }
}

static unsigned long check_pair(const struct vcr_candidate_routes_at *at, int endpoint)
{
    struct vcr_candidate_routes one = vcr_candidate_routes(at, at->parameters->ports, endpoint, 0, 0, 0),
                                any = vcr_candidate_routes(at, at->parameters->ports, endpoint, 0, 1, 7);
    int arrived = at->topology->attached[endpoint].node == at->router, adaptive = at->config->adaptive[0];
    struct vcr_candidate_routes drawn;

    draw_all(at, endpoint, &drawn);
    assert_int_equal(one.best, drawn.best);
    assert_int_equal(one.candidates, drawn.candidates);
    assert_int_equal(one.others, 0);
    assert_int_equal(any.candidates, adaptive || arrived ? drawn.best : drawn.candidates);
    assert_int_equal(any.others, arrived ? 0 : at->config->links & ~drawn.best);
    assert_int_equal(one.escapes, drawn.escapes);
    for (unsigned k = 0; k < one.escapes; k++)
        for (unsigned i = 0; i < drawn.escapes; i++)
            assert_true(one.escape[k].port != drawn.escape[i].port || one.escape[k].vcs == drawn.escape[i].vcs);
    return 256;
}

TEST(ways_are_those_that_routers_draw)
{
    static const struct place places[] = {
        {&vcr_parameters_noc, &topology_mesh, 4, 4, VCR_PREFER_DIAGONAL},
        {&vcr_parameters_noc, &topology_torus, 4, 4, VCR_PREFER_DIAGONAL},
        {&vcr_parameters_mesh, &topology_torus, 4, 8, VCR_PREFER_RANDOM},
        {&vcr_parameters_mesh, &topology_torus, 4, 6, VCR_PREFER_FIRST},
        {&vcr_parameters_tree, &topology_tree, 4, 2, VCR_PREFER_FIRST},
        {&vcr_parameters_mesh, &topology_mesh, 3, 5, VCR_PREFER_FIRST},
    };
    unsigned long drawn = 0;

    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        struct topology *t = wired(&places[k]);
        struct vcr_settings settings;
        struct vcr_config config;
        vcr_settings_usual(places[k].parameters, t->kind, &settings);
        settings.class[0].prefer = (uint8_t)places[k].prefer;
        for (int n = 0; n < t->nodes; n++) {
            const struct vcr_candidate_routes_at at = {places[k].parameters, t, &settings, &config, n};
            vcr_settings_config(&settings, t, n, &config);
            for (int e = 0; e < t->endpoints; e++)
                drawn += check_pair(&at, e);
        }
        topology_destroy(t);
    }
    COMPARED(drawn, "draws");
}

/* 4 x 4 mesh, channel 0 for escape: router 5 is in row 1, column 1; ports 0 to 3 are x rising, falling, y rising,
 * falling. */
TEST(hops_are_told_apart)
{
    static const struct {
        int adaptive, destination, port;
        unsigned channel, said;
    } hops[] = {
        {1, 15, 0, 3, 0},                    /* nearer, in a channel of all */
        {1, 15, 2, 0, 1u << VCR_HOP_ESCAPE}, /* an adaptive packet may go either way */
        {1, 15, 1, 2, 1u << VCR_HOP_DEFLECTED},
        {0, 15, 0, 1, 0},
        {0, 15, 0, 0, 1u << VCR_HOP_ESCAPE},                     /* x is preferred where both are as far */
        {0, 14, 0, 0, 1u << VCR_HOP_ESCAPE | 1u << VCR_HOP_OFF}, /* diagonal: y first, two hops of three */
        {0, 14, 1, 1, 1u << VCR_HOP_DEFLECTED | 1u << VCR_HOP_OFF},
        {0, 65535, 1, 0, 0}, /* a fault has changed its head */
    };
    const struct place mesh = {&vcr_parameters_noc, &topology_mesh, 4, 4, VCR_PREFER_DIAGONAL};
    struct topology *t = wired(&mesh);
    struct vcr_settings settings;
    const struct boot boot = {.topology = t, .settings = &settings};

    vcr_settings_usual(mesh.parameters, t->kind, &settings);
    for (size_t k = 0; k < sizeof hops / sizeof *hops; k++) {
        const struct packet packet = {.destination = (uint16_t)hops[k].destination,
                                      .adaptive = (uint8_t)hops[k].adaptive};
        assert_int_equal(vcr_hop_attribute(mesh.parameters, &boot, 5, hops[k].port, hops[k].channel, &packet),
                         hops[k].said);
    }
    topology_destroy(t);
    COMPARED(sizeof hops / sizeof *hops, "hops");
}

RUN_TESTS

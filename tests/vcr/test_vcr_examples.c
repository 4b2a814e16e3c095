/* SPDX-License-Identifier: Apache-2.0
 *
 * The worked examples of docs/spec/vcr.md, section 19, are what the model does: every row of their tables is made here,
 * and must stand there. FEDX_SOURCE is the source tree.
 *
 *   test_vcr_examples [--print]   the rows alone, for that section
 */
#include <stdlib.h>

#include "vcr_unit.h"

#include "base/text.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/router.h"

enum { SETTLE = VCR_QUIET_CYCLES + 4 /* links are up */ };

static int printing;
static const char *document; /* what is left of it */
static unsigned rows;

/* Print a row, or find it behind those before it. */
static void row(const char *text)
{
    const char *found;

    rows++;
    if (printing) {
        printf("%s\n", text);
        return;
    }
    found = strstr(document, text);
    if (!found)
        fail_msg("not in docs/spec/vcr.md section 19, or elsewhere: %s", text);
    document = found + strlen(text);
}

/* Routers --------------------------------------------------------------------------------------------------------- */

static const struct vcr_pins *linked(void)
{
    static struct vcr_pins in;

    memset(&in, 0, sizeof in);
    in.up = 0xfff;
    return &in;
}

/* Router 5 of a 4x4 mesh, all links up: dimension order, all channels. */
static struct vcr_router *in_a_mesh(const struct vcr_parameters *parameters, unsigned alloc_credits)
{
    const struct {
        unsigned address, word;
    } words[] = {{VCR_CFG_MODE, VCR_ROUTE_MESH | alloc_credits << 8},
                 {VCR_CFG_PLACE, 5u | 2u << 16 | 2u << 20},
                 {VCR_CFG_PORTS, 15u | 4u << 16 | 1u << 20}};
    struct vcr_router *r = vcr_router_create(parameters);

    assert_non_null(r);
    for (unsigned k = 0; k < sizeof words / sizeof *words; k++)
        vcr_router_step(
            r, linked(),
            &(struct vcr_control){.cfg_we = 1, .cfg_addr = (uint16_t)words[k].address, .cfg_wdata = words[k].word});
    for (unsigned k = 0; k < SETTLE; k++)
        vcr_router_step(r, linked(), &(struct vcr_control){0});
    return r;
}

/* Flit `at` of a packet of so many to router 7, two to the right, on a port's wires. @return what it is called */
static const char *arrive(struct vcr_pins *in, unsigned port, unsigned vc, unsigned at, unsigned flits)
{
    if (at >= flits)
        return "";
    in->valid |= (uint16_t)(1u << port);
    in->head |= (uint16_t)((at == 0) << port);
    in->tail |= (uint16_t)((at + 1 == flits) << port);
    in->vc[port] = (uint8_t)vc;
    in->flit[port] = at == 0 ? vcr_unit_head(7, 0, 0, 0) : at;
    return at == 0 ? "head" : at + 1 == flits ? "tail" : "body";
}

/* What a port sends. */
static const char *leaves(const struct vcr_regs *r, unsigned port, char text[16])
{
    const struct vcr_crossbar *x = &r->crossbar;

    if (!(x->valid >> port & 1u))
        return "";
    snprintf(text, 16, "%s, %u", x->head >> port & 1u ? "head" : x->tail >> port & 1u ? "tail" : "body", x->vc[port]);
    return text;
}

/* Examples -------------------------------------------------------------------------------------------------------- */

/* A packet of three flits comes by channel 2 of port 1, and leaves by port 0. */
static void passes(const struct vcr_parameters *parameters, unsigned alloc_credits)
{
    struct vcr_router *router = in_a_mesh(parameters, alloc_credits);
    const unsigned lane = parameters->vcs + 2u;
    char text[128], sent[16];

    for (unsigned t = 0; t < 6; t++) {
        const struct vcr_regs *r = vcr_router_state(router);
        struct vcr_pins in = *linked();
        const char *comes = arrive(&in, 1, 2, t, 3);
        snprintf(text, sizeof text, "| %u | %s | %u | %u | %u | %u | %u | %s | %u |", t, comes, r->input.fill[lane],
                 r->input.active[1] >> 2 & 1u, r->input.age[lane], r->output.owned[0] & 1u, r->output.credits[0],
                 leaves(r, 0, sent), r->input.credit[1] >> 2 & 1u);
        row(text);
        vcr_router_step(router, &in, &(struct vcr_control){0});
    }
    vcr_router_destroy(router);
}

TEST(a_packet_passes)
{
    passes(&vcr_parameters_noc, 1);
}

TEST(a_packet_passes_by_the_bypass)
{
    passes(&vcr_parameters_wormhole, 2);
}

/* Two packets of two flits come at once by ports 1 and 3, and want port 0. */
TEST(two_packets_share_a_link)
{
    struct vcr_router *router = in_a_mesh(&vcr_parameters_noc, 1);
    char text[128], sent[16];

    for (unsigned t = 0; t < 7; t++) {
        const struct vcr_regs *r = vcr_router_state(router);
        struct vcr_pins in = *linked();
        const char *first = arrive(&in, 1, 2, t, 2);
        arrive(&in, 3, 0, t, 2);
        snprintf(text, sizeof text, "| %u | %s | %u, %u | %u, %u | %u | 0x%x | %s |", t, first, r->input.fill[6],
                 r->input.fill[12], r->input.age[6], r->input.age[12], r->allocate.rr[0], r->output.owned[0],
                 leaves(r, 0, sent));
        row(text);
        vcr_router_step(router, &in, &(struct vcr_control){0});
    }
    vcr_router_destroy(router);
}

/* After a reset; the far end of port 0 is up from the beginning, reads wrongly in a cycle, and goes down. */
TEST(a_link_comes_and_goes)
{
    struct vcr_router *router = vcr_router_create(&vcr_parameters_noc);
    char text[128];

    for (unsigned t = 0; t < 76; t++) {
        const struct vcr_regs *r = vcr_router_state(router);
        const struct vcr_pins in = {.up = t != 70 && t < 73};
        snprintf(text, sizeof text, "| %u | %u | %u | %u | %u | %u | %u |", t, in.up, r->config.quiet, r->input.up & 1u,
                 r->output.up_last & 1u, r->output.linked & 1u, r->output.credits[0]);
        if (t < 2 || (t >= 63 && t < 67) || t >= 70)
            row(text);
        vcr_router_step(router, &in, &(struct vcr_control){0});
    }
    vcr_router_destroy(router);
}

int main(int argc, char **argv)
{
    const char *folder = getenv("FEDX_SOURCE");
    char path[4096], *text = NULL;
    int failed;

    printing = argc > 1 && strcmp(argv[1], "--print") == 0;
    snprintf(path, sizeof path, "%s/docs/spec/vcr.md", folder ? folder : ".");
    if (!printing && !(document = text = text_of_file(path))) {
        fprintf(stderr, "cannot read %s\n", path);
        return 2;
    }
    if (text && !(document = strstr(text, "\n## 19 "))) {
        fprintf(stderr, "%s has no section 19\n", path);
        return 2;
    }
    failed = test_all(NULL, NULL);
    printf("%u rows of %s\n", rows, path);
    free(text);
    return failed || rows == 0;
}

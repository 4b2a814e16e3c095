/* SPDX-License-Identifier: Apache-2.0
 *
 * Fed-X switches of a user's own (cmodel/dut/dut_kind.h).
 */
#include "../../dut/dut_kind.h"

#include <stdio.h>

#include "../kind/fedx_kind.h"
#include "../kind/fedx_model_node.h"

#define TEXT_(number) #number
#define TEXT(number) TEXT_(number)

static int advise(const struct dut_parameter *p, long has, char *text, size_t size)
{
    if (has == 10 || has == 20)
        snprintf(text, size, "give --buffers %ld, or set --parameter BUFFERS=%ld", has, p->value);
    else
        snprintf(text, size,
                 "set --parameter BUFFERS=%ld, or make a testbench for %ld by fedx gen-tb --node 0 --buffers %ld "
                 "(docs/reference/testbenches.md)",
                 p->value, has, has);
    return 0;
}

static void built(const struct router_kind *kind, const char *object)
{
    (void)kind;
    fedx_node_usual(object);
}

/* Of a number of buffers of which there is RTL, but none that was built with the program. */
static const struct dut_own own = {.top = "fedx_switch",
                                   .files = "rtl/fedx/fedx.f",
                                   .map = "examples/fedx_regs.yaml",
                                   .built = built,
                                   .cache = TEXT(FEDX_BUFFERS_MOST),
                                   .words = TEXT(FEDX_BUFFERS_MOST) " buffers"};

static const struct dut_parameter parameters[] = {{"BUFFERS", FEDX_BUFFERS}, {NULL, 0}};

const struct dut_kind fedx_kind_dut = {
    .registers = "docs/spec/fedx.md section 14",
    .shim = "fedx/fedx_dut.cpp",
    .flag = "-DFEDX_BUFFERS_MOST=" TEXT(FEDX_BUFFERS_MOST),
    .stores = {.count = FEDX_BUFFERS,
               .bytes = FEDX_PACKET_BYTES,
               .cells = FEDX_PACKET_BYTES,
               .name = "buffer",
               .cell = "byte",
               .mark = "%b",
               .fields = 1,
               .field = {{"buffer_store.bytes", 8, 0, 8}}},
    .parameters = parameters,
    .own = (int)FEDX_BUFFERS != (int)FEDX_STANDARD_BUFFERS && FEDX_VERIFIED ? &own : NULL,
    .advise = advise,
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * See blackbox_classic.h. The wires of a channel are in the wrapper (blackbox_wrapper.c); here are
 *
 *     strobe, shown, enable   what the pins of a request have: whether there is one, its flit, behind its first cycle
 *     ack                     what the pins of a response say, which counts with a request alone
 *     busy, held              1: a request waits for its acknowledge, and its flit
 *     broken                  1: it is not there any more, or is another one
 */
#include "blackbox_classic.h"

#include "blackbox_channel.h"

static void name_port(const struct blackbox *f, int router, int output, int port, char name[2 * BLACKBOX_PREFIX + 16])
{
    char prefix[BLACKBOX_PREFIX];

    blackbox_channel_prefix(f, prefix);
    snprintf(name, 2 * BLACKBOX_PREFIX + 16, "%s%d_%c%d_", prefix, router, output ? 'o' : 'i', port);
}

void blackbox_classic_declare(const struct blackbox *f, int router, FILE *out)
{
    char name[2 * BLACKBOX_PREFIX + 16];

    for (int output = 0; output < 2; output++) {
        const struct blackbox_ports *ports = output ? &f->outputs : &f->inputs;
        for (int port = 0; port < ports->count && ports->classic && f->responses.f; port++) {
            name_port(f, router, output, port, name);
            fprintf(out, "    wire [0:0] %sstrobe;\n    wire [0:0] %senable;\n    wire [%d:0] %sshown;\n", name, name,
                    f->bits - 1, name);
            fprintf(out, "    reg %sbusy;\n    reg [%d:0] %sheld;\n", name, f->bits - 1, name);
            if (output)
                fprintf(out, "    reg %sset, %sidle;\n    wire [0:0] %sbroken;\n", name, name, name);
            name_port(f->responses.f, router, !output, port, name);
            fprintf(out, "    wire [0:0] %sack;\n", name);
        }
    }
}

/* The bench is rid of a request at once; the router has it until it acknowledges it. */
static void print_input(const struct blackbox *f, int router, int port, FILE *out)
{
    char c[2 * BLACKBOX_PREFIX + 16], a[2 * BLACKBOX_PREFIX + 16];

    name_port(f, router, 0, port, c);
    name_port(f->responses.f, router, 1, port, a);
    fprintf(out,
            "    assign %sstrobe = %sbusy | %svalid;\n    assign %sshown = %sbusy ? %sheld : %sflit;\n"
            "    assign %senable = %sbusy;\n    assign %sback = ~%sbusy;\n",
            c, c, c, c, c, c, c, c, c, c, c);
    fprintf(out, "    assign %svalid = %sack & %s%s;\n", a, a, c,
            f->inputs.roles[BLACKBOX_ENABLE].count ? "busy" : "strobe");
    fprintf(out,
            "    always @(posedge clk) begin\n        %sbusy <= ~rst_reg & %sstrobe & ~%svalid;\n"
            "        if (~%sbusy) %sheld <= %sflit;\n    end\n",
            c, c, a, c, c, c);
}

/* A target has the request as soon as it takes it; the router gets the acknowledge with the response. A request that is
 * taken back, or changes, is another one; with enable it has a cycle without that before it, and without it an
 * acknowledge means nothing. */
static void print_output(const struct blackbox *f, int router, int port, FILE *out)
{
    char c[2 * BLACKBOX_PREFIX + 16], a[2 * BLACKBOX_PREFIX + 16];
    int enable = f->outputs.roles[BLACKBOX_ENABLE].count;

    name_port(f, router, 1, port, c);
    name_port(f->responses.f, router, 0, port, a);
    fprintf(out, "    assign %sshown = %sflit;\n    assign %sack = %svalid", c, c, a, a);
    if (enable)
        fprintf(out, " | (%sidle & ~(%sstrobe & %senable));\n", c, c, c);
    else
        fprintf(out, ";\n    assign %senable = 1'd1;\n", c);
    fprintf(out, "    assign %svalid = %sstrobe & %senable & ~%sbusy%s%s%s;\n", c, c, c, c, enable ? " & " : "",
            enable ? c : "", enable ? "set" : "");
    fprintf(out, "    assign %sbroken = %sbusy & ~(%sstrobe & %senable & %sflit === %sheld);\n", c, c, c, c, c, c);
    fprintf(
        out,
        "    always @(posedge clk) begin\n        %sset <= ~rst_reg & %sstrobe & (~%senable | (%sset & ~%sack));\n"
        "        %sbusy <= ~rst_reg & (%sbusy ? %sstrobe & %senable & %sflit === %sheld & ~%sack : %svalid & %sback);\n"
        "        if (~%sbusy) %sheld <= %sflit;\n        %sidle <= ~rst_reg & ~%sidle;\n    end\n",
        c, c, c, c, a, c, c, c, c, c, c, a, c, c, c, c, c, c, c);
}

void blackbox_classic_print(const struct blackbox *f, int router, FILE *out)
{
    for (int port = 0; port < f->inputs.count && f->inputs.classic; port++)
        print_input(f, router, port, out);
    for (int port = 0; port < f->outputs.count && f->outputs.classic; port++)
        print_output(f, router, port, out);
}

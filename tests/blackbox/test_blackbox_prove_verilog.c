/* SPDX-License-Identifier: Apache-2.0
 *
 * Assertions and system tasks as Yosys reads them: each way to write one, and that lines stay where they are.
 */
#include <stdlib.h>

#include "../unit.h"
#include "blackbox/prove/blackbox_prove_verilog.h"

static const struct {
    const char *text, *made;
    int left_out;
} rows[] = {
    /* what Yosys reads is as it was */
    {"always @(posedge clk) if (a) assert (b);\n", "always @(posedge clk) if (a) assert (b);\n", 0},
    {"if (W < 1) $error(\"W; assert (a) else\");", "if (W < 1) $error(\"W; assert (a) else\");", 0},
    {"import \"DPI-C\" function int f(int x); // $stop;\n", "import \"DPI-C\" function int f(int x); // $stop;\n", 0},
    /* actions go, and an else of an if stays */
    {"always_comb assert (a) else $error(\"x\");", "always_comb assert (a);", 0},
    {"always_comb if (c) assert (a) else begin f; g; end else q = 0;", "always_comb if (c) assert (a); else q = 0;", 0},
    {"always_comb if (c) assert (a); else q = 0;", "always_comb if (c) assert (a); else q = 0;", 0},
    {"always_comb assert (a) if (b) f; else g; else h;", "always_comb assert (a);", 0},
    {"assert #0 (a);", "assert(a);", 0},
    {"always_comb assert final (a) else\n  f;", "always_comb assert(a);\n", 0},
    {"always_comb cover (a) f;", "always_comb cover (a);", 0},
    {"always_comb assert ($onehot(s) && !$isunknown(s));",
     "always_comb assert ((|(s) && !(|((s) & (s) - 1'b1))) && !1'b0);", 0},
    {"always_comb assert ($onehot0(s[3:0]));", "always_comb assert ((!(|((s[3:0]) & (s[3:0]) - 1'b1))));", 0},
    /* system tasks, in processes and tasks alone */
    {"initial if (W > 4) $fatal(1, \"W\");", "initial if (W > 4) assert (1'b0);", 0},
    {"always @* begin if (a) $error; else $stop; end", "always @* begin if (a) assert (1'b0); else assert (1'b0); end",
     0},
    {"always @* if (a) $warning(\"a;b\"); else if (c) $fwrite(1, \"c\");", "always @* if (a) ; else if (c) ;", 0},
    {"always @* case (a) 0: q = 1; endcase\nif (W) $error;", "always @* case (a) 0: q = 1; endcase\nif (W) $error;", 0},
    {"always @* for (i = 0; i < 2; i++) q = 1;\nif (W) $error;",
     "always @* for (i = 0; i < 2; i++) q = 1;\nif (W) $error;", 0},
    {"task t; $finish; endtask if (W) $info;", "task t; assert (1'b0); endtask if (W) $info;", 0},
    {"final begin f; end wire a;", " wire a;", 0},
    /* concurrent ones */
    {"assert property (@(posedge clk) a);", "always @(posedge clk) begin assert (a); end", 0},
    {"A: assert property (@(posedge clk) disable iff (r) (a |-> b)) else $error;",
     "always @(posedge clk) begin if (a) if (!((r))) A: assert (b); end", 0},
    {"assert property (@(negedge clk) a |=> b);",
     "reg fedx_was_0 = 1'b0; always @(negedge clk) begin fedx_was_0 <= (a); if (fedx_was_0) assert (b); end", 0},
    {"A: assert property (@(posedge clk) disable iff (r)\n a |-> ##1 not (b));",
     "reg fedx_was_0 = 1'b0; always @(posedge clk) begin fedx_was_0 <= (a) && !((r)); if (fedx_was_0) if (!((r))) A: "
     "assert (!(b)); end\n",
     0},
    {"property p; @(posedge clk) a; endproperty : p assert property (p);",
     " always @(posedge clk) begin assert (a); end", 0},
    {"default clocking c @(posedge clk); endclocking default disable iff r; assert property (a);",
     "  always @(posedge clk) begin if (!(r)) assert (a); end", 0},
    {"cover property (@(posedge clk) a ##1 b);", "", 0},
    {"assume property (@(posedge clk) a);", "always @* assume (1'b0);", 0},
    /* those that are not translated */
    {"A: assert property (@(posedge clk) a |-> ##[1:3] b);", "", 1},
    {"assert property (@(posedge clk) a |-> b |-> c);", "", 1},
    {"assert property (@(clk) a);", "", 1},
    {"assert property (a);", "", 1},
    {"property p(x); @(posedge clk) x; endproperty assert property (p(a));", " ", 1},
    {"sequence s; a ##1 b; endsequence assert property (@(posedge clk) s |-> b);", " ", 1},
    {"always @(posedge clk) if (c) assert property (a);", "always @(posedge clk) if (c) ;", 1},
};

TEST(each_way_to_write_one)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int left_out = -1;
        char *made = blackbox_prove_verilog(rows[i].text, &left_out);
        assert_non_null(made);
        assert_string_equal(made, rows[i].made);
        assert_int_equal(left_out, rows[i].left_out);
        free(made);
    }
    COMPARED(sizeof rows / sizeof *rows, "texts");
}

/* Nothing is read beyond the end. */
TEST(texts_that_end_early)
{
    unsigned texts = 0;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t length = 0; length < strlen(rows[i].text); length++, texts++) {
            int left_out;
            char *part = strndup(rows[i].text, length), *made = part ? blackbox_prove_verilog(part, &left_out) : NULL;
            assert_non_null(made);
            free(made);
            free(part);
        }
    COMPARED(texts, "texts");
}

RUN_TESTS

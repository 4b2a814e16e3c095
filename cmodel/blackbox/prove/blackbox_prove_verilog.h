/* SPDX-License-Identifier: Apache-2.0
 *
 * Verilog of routers as Yosys reads it. Yosys 0.23 knows immediate assertions without actions alone, and refuses most
 * system tasks. Made of them:
 *
 *     assert property (@(posedge clk) disable iff (rst) a |=> b) else $error("...");   an immediate assertion
 *     assert (a) else $error("...");                                                   assert (a);
 *     $error("..."); $fatal; $stop; $finish; within processes and tasks                assert (0);
 *     $warning("..."); $fwrite(1, "..."); and others that only print                   nothing
 *
 * Each stays in its line.
 */
#ifndef BLACKBOX_BLACKBOX_PROVE_VERILOG_H
#define BLACKBOX_BLACKBOX_PROVE_VERILOG_H

/**
 * @param[out] left_out  concurrent assertions that are left out, for they have sequences or clocks that are not known
 *                       here
 * @return to be freed, or NULL when out of memory
 */
char *blackbox_prove_verilog(const char *text, int *left_out);

#endif

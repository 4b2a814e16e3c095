/* SPDX-License-Identifier: Apache-2.0
 *
 * A router that a user brings, in Verilog with the pins of its kind (section 2 of its specification):
 * checked and built by Verilator into a shared object behind the node interface
 * (scenario_kind.open takes it). A generated wrapper with the documented pins holds the
 * user's module; what is wrong with a pin or a mapped signal shows as Verilator's
 * messages about the lines of the wrapper, and is said in terms of the user's module.
 */
#ifndef DUT_DUT_H
#define DUT_DUT_H

#include <limits.h>
#include <stddef.h>

#include "../base/process.h"
#include "../gen/testbench.h"
#include "../kind/kind.h"
#include "../verilator/verilator_design.h"
#include "../verilator/verilator_interface.h"
#include "dut_kind.h"

/** Name of the wrapper's module, and of its file with .v added. */
#define DUT_WRAPPER TESTBENCH_WRAPPER

/** Bytes that hold every error of dut_build: a sentence, and lines of the tool. */
enum { DUT_ERROR = 8192 };

/** A wrapper that somebody else has written, for routers without the pins of a kind. */
struct dut_harness {
    const char *wrapper; /**< module DUT_WRAPPER as Verilog; clk, rst, in and out are its pins */
    const char *shim;    /**< what is compiled with it, in the folder tb */
};

/** What is to be built, and where. */
struct dut {
    const struct router_kind *kind;    /**< that has dut; NULL with a harness */
    const struct dut_harness *harness; /**< in the place of pins and registers of a kind, or NULL */
    const char *top;                   /**< name of the user's module */
    struct arguments files;            /**< .v, .sv, and .f lists, whose paths are relative to the list */
    struct arguments includes;         /**< folders of `include files; those of the files are looked in, too */
    struct arguments defines;          /**< NAME or NAME=VALUE */
    struct arguments parameters;       /**< NAME=VALUE, of the user's module */
    struct arguments cells;            /**< instances of interfaces, i_PORT each, that ports of the module are connected
                                            to while it is asked for its ports: Verilog, TYPE i_PORT (); */
    const char *map;                   /**< mapping file (dut_map.h); NULL: pins only */
    const char *keep;                  /**< folder where the build and its Verilog (DUT_SOURCES in it, as
                                            dut_flatten writes it) stay, used again while nothing has changed;
                                            NULL: a temporary one */
    int inject;                        /**< what the mapping file names can be set, too: the node has inject */
    int plain;           /**< without Verilator's optimisations: a second build, to confirm what the first shows */
    const char *support; /**< folder with tb/, include/ and cmodel/ of this project */
};

/** A build that succeeded. */
struct dut_build {
    char object[PATH_MAX];  /**< the shared object */
    char scratch[PATH_MAX]; /**< temporary folder that dut_finish removes; "": none */
    char unused[1024];      /**< names of outputs that are not among the documented pins, "": none */
    char delayed[256];      /**< place of the first delay, FILE:LINE, with delays */
    int delays;             /**< in the sources, that are ignored; 0 when the build is used again, too */
    char tool[128];         /**< Verilator's name and version */
    int registers;          /**< named registers that the mapping file maps */
    int reused;             /**< nothing had changed since the build in the folder to keep */
};

/**
 * Check and build. Nothing is written but into the kept folder and a temporary one.
 * @return 0, or -1 with error: no Verilator, sources that do not build, a pin or a mapped signal that is missing or
 *         of another width or direction, a folder that cannot be written
 */
int dut_build(const struct dut *dut, struct dut_build *build, char *error, size_t size);
/**
 * Make it the second build of the same router: without Verilator's optimisations, and kept, when the first one is, in a
 * folder of its own in that folder.
 * @param[out] folder  what keep points to then
 */
void dut_make_plain(struct dut *dut, char folder[PATH_MAX]);
/**
 * Write the wrapper and all sources into one file, DUT_WRAPPER.v, with macros and includes resolved: what another
 * simulator needs to run the router. Outputs of the wrapper are the pins, and r_<block>_<register> for each mapped
 * register. Modules that a list finds by -y are in it, too.
 * @param folder  is there
 * @return 0, or -1 with error
 */
int dut_flatten(const struct dut *dut, const char *folder, char *error, size_t size);
/**
 * The ports of the user's module as Verilator finds them, with its parameters set, in their order.
 * @param[out] ports  to be freed
 * @return how many, or -1 with error
 */
int dut_ports(const struct dut *dut, struct verilator_port **ports, char *error, size_t size);
/** The same, with the parts of the ports behind them (verilator_find_parts). */
int dut_parts(const struct dut *dut, struct verilator_port **ports, char *error, size_t size);
/**
 * The ports of the user's module that are interfaces, as far as dut->cells has none for them.
 * @param[out] found  to be freed
 * @return how many, 0 also when the sources are wrong in another way; or -1 with error
 */
int dut_interfaces(const struct dut *dut, struct verilator_interface **found, char *error, size_t size);
/** Whether a module with these ports has all pins of a kind, and clk. @param widths  1: as wide as they are to be */
int dut_has_pins(const struct router_kind *kind, const struct verilator_port *ports, int count, int widths);
/** Remove the temporary folder; an object that was opened stays usable. All zero is legal. */
void dut_finish(struct dut_build *build);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The network of a description, built by Verilator: by the same steps as a switch of the user's own (cmodel/dut/dut.h),
 * with a wrapper of this room.
 */
#ifndef BLACKBOX_BLACKBOX_BUILD_H
#define BLACKBOX_BLACKBOX_BUILD_H

#include <limits.h>

#include "../../dut/dut.h"
#include "../../kind/node.h"
#include "../description/blackbox.h"

/** Whether a program is found in $PATH. */
int blackbox_installed(const char *program);

/** A build under way. All zero: none. */
struct blackbox_build {
    struct dut dut;
    struct dut_build build;
    struct dut_harness harness;
    struct arguments parameters;
    char *wrapper;
    char plain[PATH_MAX];       /**< where the second build stays, if it does */
    char unused[1024];          /**< outputs, and bits of them, that the description says nothing of; "" : none */
    char notes[1024];           /**< which bits are meant where that may surprise; "": none */
    const struct node_ops *ops; /**< of the network, once it is built */
};

/**
 * Check the pins of the module, which the description takes over, and build.
 * @param keep     folder where the build stays, or NULL
 * @param support  folder with tb/, include/ and cmodel/ of this project
 * @return 0, or -1 with error; to be finished in any case
 */
int blackbox_build(struct blackbox_build *b, struct blackbox *f, const char *keep, const char *support, char *error,
                   size_t size);
/** The same without Verilator's optimisations, of what blackbox_build has checked: a second opinion. */
int blackbox_build_plain(struct blackbox_build *b, const struct blackbox *f, const char *keep, const char *support,
                         char *error, size_t size);
/** All Verilog of the network in one file of a folder, DUT_WRAPPER.v. @return 0, or -1 with error */
int blackbox_build_flatten(const struct blackbox_build *b, const char *folder, char *error, size_t size);
/** The same of a network that blackbox_build has checked, in the wrapper of blackbox_wrapper_direct. */
int blackbox_build_direct(const struct blackbox *f, const char *support, const char *folder, char *error, size_t size);
void blackbox_build_finish(struct blackbox_build *b);

/**
 * Write a first description of a module, from its ports; of two classes when it has reads and writes of AXI.
 * @param path  of the description, which is not there yet
 * @param given  files, the name of the module (NULL: that of the first file), includes, defines, parameters, support
 * @return 0; 1 when it is written, and error says what is to be mended in it; or -1 with error
 */
int blackbox_init(const char *path, const struct dut *given, char *error, size_t size);
/** A module with its ports, as dut_ports finds them. */
struct blackbox_module {
    const struct dut *dut; /**< its file, its name, defines, parameters */
    const struct verilator_port *ports;
    int count;
    const struct blackbox_interfaces *interfaces; /**< among them; NULL: none */
};
/** The same of ports that are known. A file that is there is written over. */
int blackbox_init_of(const char *path, const struct blackbox_module *m, char *error, size_t size);

#endif

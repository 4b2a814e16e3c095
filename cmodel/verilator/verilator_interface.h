/* SPDX-License-Identifier: Apache-2.0
 *
 * Ports of a module that are interfaces of SystemVerilog. Verilator elaborates such a module when each of them is
 * connected to an instance of its interface alone: which interface that is says the text of the port, and what its
 * signals are says the elaborated design.
 */
#ifndef VERILATOR_VERILATOR_INTERFACE_H
#define VERILATOR_VERILATOR_INTERFACE_H

#include "verilator_design.h"

/** What stands before the name of a port in that of the instance it is connected to. */
#define VERILATOR_CELL "i_"

/** A port as its text has it. */
struct verilator_interface {
    char port[VERILATOR_NAME];
    char type[VERILATOR_NAME];  /**< name of the interface */
    char range[VERILATOR_NAME]; /**< of an array, without brackets, such as N-1:0; "": it is none */
    char path[VERILATOR_PLACE]; /**< of the file */
};

/**
 * Find in a log the ports whose interfaces are missing.
 * @param[out] found  to be freed
 * @return how many, or -1 when out of memory
 */
int verilator_find_interfaces(const char *log, struct verilator_interface **found);
/**
 * The number of elements of a range, whose names are parameters.
 * @param parameters  NAME=VALUE each; other names have the number that the file says behind NAME =
 * @return 0: it cannot be told
 */
int verilator_range_count(const struct verilator_interface *port, const struct arguments *parameters);
/** Add the signals of interfaces as ports, behind all others. @return 0, or -1 when out of memory */
int verilator_find_signals(struct verilator_design *d);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The Verilator that builds a router of a user's own: which version, what it can be asked, names of the files that it
 * generates. What differs between versions is known in this room and, for generated C++, in
 * tb/common/verilator_internals.h and tb/verilated.cmake; nowhere else.
 */
#ifndef VERILATOR_VERILATOR_H
#define VERILATOR_VERILATOR_H

#include <limits.h>
#include <stddef.h>

#include "../base/process.h"

/** How a version describes an elaborated design. */
enum verilator_description {
    VERILATOR_NOTHING, /**< it cannot */
    VERILATOR_XML,     /**< to version 5.044 */
    VERILATOR_JSON,    /**< from version 5.022 on; until there is no XML any more, types of members are missing in it */
};

/** A program that was found. */
struct verilator {
    char tool[128];      /**< its name and version, in one line */
    char version[32];    /**< such as 5.006 */
    char root[PATH_MAX]; /**< its own folder, with include/ in it */
    enum verilator_description description;
};

/**
 * Find the program on the PATH and what it can do, by trying.
 * @param scratch  folder for what it answers
 * @return 0, or -1 with error when it is missing or does not run
 */
int verilator_find(struct verilator *v, const char *scratch, char *error, size_t size);

/**
 * Begin a command line that describes a design: with sources added, it writes NAME in a folder, for
 * verilator_design_read.
 * @return 0, or -1 with error when this version cannot
 */
int verilator_describe(const struct verilator *v, struct arguments *a, const char *folder, const char *name,
                       char *error, size_t size);

/**
 * Options that leave out an optimisation which a version gets wrong; they must follow -O3. "": none is known.
 * 5.006 merges parts of packed arrays wrongly (its DFG). Leaving that out costs 3 to 7% of the run time.
 */
const char *verilator_without_wrong(const struct verilator *v);

/** Whether a generated C++ file runs when a model is made, and not in each cycle. @param name  without its folder */
int verilator_runs_once(const char *name);

/** Where Verilator lists the files that it read, for a prefix, in the folder of generated files. */
#define VERILATOR_FILES(prefix) prefix "__verFiles.dat"

/**
 * A line of that list.
 * @param line       taken apart
 * @param[out] name  a file that was read, within the line; NULL when the line is about something else
 * @return 0, or -1 with error when it is not as the versions known write it
 */
int verilator_source_of(char *line, const char **name, char *error, size_t size);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * What a kept build was made of: a list of files with a hash of each, beside the
 * build. While the command and all files are the same, it is used again.
 */
#ifndef DUT_DUT_CACHE_H
#define DUT_DUT_CACHE_H

#include <limits.h>
#include <stddef.h>

#include "../base/process.h"

/** Name of the list in the folder. */
#define DUT_LIST "fedx_dut.files"
/** Name of the folder of its Verilog there. */
#define DUT_SOURCES "rtl"
/** Name of the folder of the second build there (dut_make_plain). */
#define DUT_PLAIN "plain"

/** Whether the list in a folder is of this command, and every file is as it says. */
int dut_cache_valid(const char *folder, const char *command);
/**
 * Write the list.
 * @param files  absolute paths
 * @return 0, or -1 with error
 */
int dut_cache_store(const char *folder, const char *command, const struct arguments *files, char *error, size_t size);
/**
 * The Verilog that an object was made of: the folder beside it, if the list there names both and they are as it says.
 * @return 0, or -1 when it is not known
 */
int dut_cache_sources(const char *object, char folder[PATH_MAX]);
/**
 * Add the files that a rule of make names (what compilers write with -MMD), but for those in a folder. When the rule
 * cannot be read, or a file of it is gone, the list has failed.
 */
void dut_cache_rule(const char *path, const char *but, struct arguments *files);
/** The same of what Verilator read, by its file *__verFiles.dat: names with blanks are told apart there. */
void dut_cache_verilated(const char *path, const char *but, struct arguments *files);

#endif

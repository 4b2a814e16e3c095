/* SPDX-License-Identifier: Apache-2.0
 *
 * Instances of the program in the program. All that knows how many buffers a switch has is compiled for a number of
 * them (FEDX_BUFFERS_MOST), so that sets of buffers are words and loops over them have constant bounds. An instance is
 * that for one number: of each, nothing can be seen from outside but its table of commands.
 */
#ifndef INSTANCES_H
#define INSTANCES_H

#include "cli.h"

struct instance {
    int buffers; /**< most buffers of a switch, FEDX_BUFFERS in there */
    int rtl;     /**< its switches can be RTL, and compared with it: then they have so many buffers exactly */
    const struct subcommand *commands;
    int count;
};

/** Say which there are, ascending by their numbers of buffers: before all else. */
void instances_are(const struct instance *const *list, int number);
/**
 * Which instance is for such switches: of those that can have so many buffers, RTL or else models alone, the smallest;
 * the largest when there is none, which says why not.
 */
const struct instance *instance_for(int buffers, int rtl);
/** The one that the command line is read by: the smallest, or the one that is to do all. */
const struct instance *instance_first(void);
/** Have the instance for so many buffers do all, whatever is asked of it. @return 0, or -1 when there is none */
int instance_insist(int buffers);
/**
 * Run a command of an instance with the arguments of the whole program, from the command on.
 * @return its exit status; CLI_EXIT_BAD_INPUT after saying so when the instance has no such command
 */
int instance_run(const struct instance *instance, const char *command, int argc, char **argv);

#endif

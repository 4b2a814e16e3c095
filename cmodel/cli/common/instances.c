/* SPDX-License-Identifier: Apache-2.0
 *
 * Which instances there are, and the choice among them. See instances.h.
 */
#include <string.h>

#include "instances.h"

/* Ascending by their numbers of buffers. */
static const struct instance *const *instances;
static int count;

void instances_are(const struct instance *const *list, int number)
{
    instances = list;
    count = number;
}

/* What `fedx --instance N` insists on, or NULL. */
static const struct instance *insisted;

/* The standard one has models of fewer buffers, too. */
static int fits(const struct instance *i, int buffers, int rtl)
{
    if (rtl && i->rtl)
        return buffers == i->buffers;
    return !rtl && buffers <= i->buffers && (i == instances[0] || !i->rtl);
}

const struct instance *instance_for(int buffers, int rtl)
{
    if (insisted)
        return insisted;
    for (int i = 0; i < count; i++)
        if (fits(instances[i], buffers, rtl))
            return instances[i];
    return rtl ? instance_for(buffers, 0) : instances[count - 1];
}

const struct instance *instance_first(void)
{
    return insisted ? insisted : instances[0];
}

int instance_insist(int buffers)
{
    for (int i = 0; i < count; i++)
        if (instances[i]->buffers == buffers)
            insisted = instances[i];
    return insisted ? 0 : -1;
}

int instance_run(const struct instance *instance, const char *command, int argc, char **argv)
{
    for (int i = 0; i < instance->count; i++)
        if (strcmp(instance->commands[i].name, command) == 0)
            return instance->commands[i].main(argc, argv);
    return cli_bad(command, "not for switches of %d buffers", instance->buffers);
}

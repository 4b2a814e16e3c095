/* SPDX-License-Identifier: Apache-2.0 */
#include "energy.h"

#include <stdio.h>
#include <string.h>

#include "../base/lines.h"
#include "../base/text.h"
#include "../base/value.h"

static const char *const names[ENERGY_EVENTS] = {
    [ENERGY_BUFFER_WRITE] = "buffer_write",
    [ENERGY_BUFFER_READ] = "buffer_read",
    [ENERGY_CROSSBAR] = "crossbar",
    [ENERGY_ARBITRATION] = "arbitration",
    [ENERGY_LINK] = "link",
    [ENERGY_ENDPOINT] = "endpoint_link",
    [ENERGY_ROUTER_CYCLE] = "router_cycle",
};

/* A table that is read, and the events that it has had. */
struct reader {
    struct energy_table *table;
    int seen[ENERGY_EVENTS];
};

const char *energy_name(enum energy_event event)
{
    return names[event];
}

/* @return ENERGY_EVENTS: there is none of that name */
static enum energy_event find(const char *name)
{
    enum energy_event e = 0;

    while (e < ENERGY_EVENTS && strcmp(name, names[e]) != 0)
        e++;
    return e;
}

static void say_names(char *reason, size_t size)
{
    int length = snprintf(reason, size, "must be an event and its cost, a number of 0 or more; events are");

    for (int e = 0; e < ENERGY_EVENTS; e++)
        length += snprintf(reason + length, size - (size_t)length, "%s %s", e ? "," : "", names[e]);
}

static int read_line(void *context, char *text, char *reason, size_t size)
{
    static const char blanks[] = " \t\r\n";
    struct reader *r = context;
    char *rest, *name, *cost;
    enum energy_event e;

    text[strcspn(text, "#")] = 0;
    if (!(name = strtok_r(text, blanks, &rest)))
        return 0;
    cost = strtok_r(NULL, blanks, &rest);
    e = find(name);
    if (e == ENERGY_EVENTS || !cost || strtok_r(NULL, blanks, &rest) ||
        value_number(cost, 0, 1e15, 0, &r->table->cost[e]) != 0) {
        say_names(reason, size);
        return -1;
    }
    if (r->seen[e]++)
        return text_fail(reason, size, "%s has a cost already", name);
    return 0;
}

int energy_read(const char *path, struct energy_table *table, char *text, size_t size)
{
    struct reader r = {.table = table};

    memset(table, 0, sizeof *table);
    if (lines_read(path, read_line, &r, text, size) != 0)
        return -1;
    for (int e = 0; e < ENERGY_EVENTS; e++)
        if (table->cost[e] > 0)
            return 0;
    return text_fail(text, size, "%s: no event costs anything", path);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "routes_file.h"

#include <stdio.h>
#include <string.h>

#include "../base/lines.h"
#include "../base/text.h"
#include "../base/value.h"

static const char blanks[] = " \t\r\n";

struct line {
    const struct topology *t;
    int router;
    struct topology_choice *choice;
};

/* The ports of a line, each leading to a router. @return 0, or -1 */
static int take_ports(const struct line *l, char **rest, char *reason, size_t size)
{
    const char *word = strtok_r(NULL, blanks, rest);
    int64_t port = 0;

    for (; word && value_integer(word, 0, TOPOLOGY_PORTS - 1, &port) == 0; word = strtok_r(NULL, blanks, rest)) {
        if (!topology_wired(l->t, l->router, (int)port))
            return text_fail(reason, size, "router %d has no link at port %d", l->router, (int)port);
        if (l->choice->ports == 0)
            l->choice->preferred = l->choice->second = (uint8_t)port;
        l->choice->ports |= (uint16_t)(1u << port);
    }
    if (!word && l->choice->ports != 0)
        return 0;
    return text_fail(reason, size, "must be a router, an endpoint, and one port or more, 0 to %d", TOPOLOGY_PORTS - 1);
}

static int take_line_of(struct topology *t, char *text, char *reason, size_t size)
{
    char *rest, *router = strtok_r(text, blanks, &rest), *endpoint = strtok_r(NULL, blanks, &rest);
    struct topology_choice *c;
    int64_t from, to;

    if (!endpoint || value_integer(router, 0, t->nodes - 1, &from) != 0 ||
        value_integer(endpoint, 0, t->endpoints - 1, &to) != 0)
        return text_fail(reason, size, "must begin with a router, 0 to %d, and an endpoint, 0 to %d", t->nodes - 1,
                         t->endpoints - 1);
    c = topology_choice_of(t, (int)from, (int)to);
    if (t->attached[to].node == from || c->ports != 0)
        return text_fail(reason, size,
                         c->ports != 0 ? "router %d has a route to endpoint %d already"
                                       : "router %d is that of endpoint %d: it needs no route",
                         (int)from, (int)to);
    return take_ports(&(struct line){t, (int)from, c}, &rest, reason, size);
}

static int read_line(void *context, char *text, char *reason, size_t size)
{
    text[strcspn(text, "#")] = 0;
    return text[strspn(text, blanks)] ? take_line_of(context, text, reason, size) : 0;
}

static void name_routings(char *text, size_t size)
{
    size_t used = 0;

    for (const struct topology_routing *r = topology_routings; r->name && used < size; r++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", r->name);
}

static int fill(struct topology *t, const char *name, char *error, size_t size)
{
    const struct topology_routing *routing = topology_routing_find(name);
    char reason[TOPOLOGY_ROUTES_ERROR], names[TOPOLOGY_ROUTES_ERROR];

    if (!routing && lines_read(name, read_line, t, reason, sizeof reason) != 0) {
        name_routings(names, sizeof names);
        return text_fail(error, size, "neither a file of routes nor one of %s: %s", names, reason);
    }
    if ((routing && topology_routes_fill(t, routing, reason) != 0) || topology_routes_finish(t, reason) != 0)
        return text_fail(error, size, "%s: %s", t->name, reason);
    return 0;
}

int routes_give(struct topology *t, const char *name, char *error, size_t size)
{
    if (t->endpoints > TOPOLOGY_ROUTES_ENDPOINTS || t->nodes > TOPOLOGY_UNLIKE_NODES)
        return text_fail(error, size, "%s: fabric too large: routes are given for up to %d endpoints", t->name,
                         TOPOLOGY_ROUTES_ENDPOINTS);
    if (topology_routes_create(t) == 0)
        return fill(t, name, error, size);
    return text_fail(error, size, "out of memory");
}

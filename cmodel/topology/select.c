/* SPDX-License-Identifier: Apache-2.0
 *
 * Which nodes or links of a fabric a text names. See select.h.
 */
#include "select.h"

#include <string.h>

#include "../base/value.h"
#include "fedx/rng.h"

static const char not_nodes[] = "must be all, none, random:SEED, or node numbers such as 0,3,5-9";
static const char not_there[] = "names a node that is not in the fabric";

static const char *select_list(const char *text, int nodes, uint8_t *chosen)
{
    while (*text) {
        uint64_t first, last;
        if (*text < '0' || *text > '9')
            return not_nodes;
        if (value_digits(&text, (uint64_t)nodes - 1, &first) != 0)
            return not_there;
        last = first;
        if (*text == '-' && (text++, value_digits(&text, (uint64_t)nodes - 1, &last) != 0 || last < first))
            return not_there;
        if (*text && *text++ != ',')
            return not_nodes;
        for (uint64_t n = first; n <= last; n++)
            chosen[n] = 1;
    }
    return NULL;
}

const char *topology_select(const char *text, int nodes, uint8_t *chosen)
{
    memset(chosen, strcmp(text, "all") == 0, (size_t)nodes);
    if (strcmp(text, "all") == 0 || strcmp(text, "none") == 0)
        return NULL;
    if (strncmp(text, "random:", 7) == 0) {
        uint64_t seed;
        text += strlen("random:");
        if (value_digits(&text, UINT64_MAX, &seed) != 0 || *text)
            return "must have a whole number, not negative, after random:";
        struct rng r = rng_stream(seed, 0);
        for (int n = 0; n < nodes; n++)
            chosen[n] = rng_next(&r) & 1;
        return NULL;
    }
    return select_list(text, nodes, chosen);
}

const char *topology_select_links(const char *text, struct topology_end *links, size_t *count)
{
    for (*count = 0; *text; (*count)++) {
        uint64_t node, port;
        if (value_digits(&text, UINT32_MAX, &node) != 0 || *text++ != ':' ||
            value_digits(&text, UINT32_MAX, &port) != 0 || (*text && (*text++ != ',' || !*text)))
            return "must be links, each by one of its ends, NODE:PORT, such as 5:2,17:0";
        if (node > UINT16_MAX || port >= TOPOLOGY_PORTS)
            return "names a link that is not in the fabric";
        if (*count == TOPOLOGY_SELECT_LINKS)
            return "names more than 256 links";
        links[*count] = (struct topology_end){.node = (int)node, .port = (int)port};
    }
    return NULL;
}

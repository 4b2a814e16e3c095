/* SPDX-License-Identifier: Apache-2.0
 *
 * Which nodes or links of a fabric a text names. See fedx_select.h.
 */
#include "fedx_select.h"

#include <stdlib.h>
#include <string.h>

#include "fedx/random.h"

static const char *select_list(const char *text, int nodes, uint8_t *chosen)
{
    while (*text) {
        char *end;
        long first = strtol(text, &end, 10), last = first;
        if (end == text)
            return "must be all, none, random:SEED, or node numbers such as 0,3,5-9";
        if (*end == '-') {
            text = end + 1;
            last = strtol(text, &end, 10);
            if (end == text)
                return "must be all, none, random:SEED, or node numbers such as 0,3,5-9";
        }
        if (first < 0 || last < first || last >= nodes || (*end && *end != ','))
            return "names a node that is not in the fabric";
        for (long n = first; n <= last; n++)
            chosen[n] = 1;
        text = *end ? end + 1 : end;
    }
    return NULL;
}

const char *fedx_select(const char *text, int nodes, uint8_t *chosen)
{
    memset(chosen, strcmp(text, "all") == 0, (size_t)nodes);
    if (strcmp(text, "all") == 0 || strcmp(text, "none") == 0)
        return NULL;
    if (strncmp(text, "random:", 7) == 0) {
        char *end;
        struct fedx_random r = fedx_random_stream(strtoull(text + 7, &end, 10), 0);
        if (end == text + 7 || *end)
            return "must have a number after random:";
        for (int n = 0; n < nodes; n++)
            chosen[n] = fedx_random_next(&r) & 1;
        return NULL;
    }
    return select_list(text, nodes, chosen);
}

const char *fedx_select_links(const char *text, struct fedx_link *links, size_t *count)
{
    for (*count = 0; *text; (*count)++) {
        char *colon, *end;
        long node = strtol(text, &colon, 10), port = *colon == ':' ? strtol(colon + 1, &end, 10) : 0;
        if (colon == text || *colon != ':' || end == colon + 1 || (*end && *end != ',') || (*end && !end[1]))
            return "must be links, each by one of its ends, NODE:PORT, such as 5:2,17:0";
        if (node < 0 || node > UINT16_MAX || port < 0 || port >= FEDX_LINKS)
            return "names a link that is not in the fabric";
        if (*count == FEDX_SELECT_LINKS)
            return "names more than 256 links";
        links[*count] = (struct fedx_link){(int)node, (int)port};
        text = *end ? end + 1 : end;
    }
    return NULL;
}

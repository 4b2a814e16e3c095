/* SPDX-License-Identifier: Apache-2.0
 *
 * Roles of endpoints when there are hot spots. See hot_spots.h.
 */
#include "hot_spots.h"

#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "../base/value.h"
#include "../topology/select.h"

static int bad_spots(const struct scenario *s, const char *reason, char *error, size_t size)
{
    return scenario_blame(s, KEY_hot_spots, error, size, "{hot_spots=} %s", reason);
}

/* random:COUNT:SEED */
static int draw_hot_spots(const struct scenario *s, int endpoints, uint8_t *roles, char *error, size_t size)
{
    const char *at = s->traffic.hot_spots + strlen("random:");
    uint64_t count, seed;

    if (value_digits(&at, (uint64_t)endpoints - 1, &count) != 0 || count < 1 || *at++ != ':' || *at < '0' || *at > '9')
        return scenario_blame(s, KEY_hot_spots, error, size,
                              "{hot_spots=} must be random:COUNT:SEED with a COUNT from 1 to %d", endpoints - 1);
    if (value_digits(&at, UINT64_MAX, &seed) != 0 || *at)
        return bad_spots(s, "must be random:COUNT:SEED with a whole number SEED", error, size);
    struct rng r = rng_stream(seed, 0);
    traffic_draw_roles(roles, endpoints, TRAFFIC_ROLE_HOT, (int)count, &r);
    return 0;
}

static int choose_hot_spots(const struct scenario *s, int endpoints, uint8_t *roles, char *error, size_t size)
{
    int count = 0;

    if (strncmp(s->traffic.hot_spots, "random:", 7) == 0)
        return draw_hot_spots(s, endpoints, roles, error, size);
    const char *reason = topology_select(s->traffic.hot_spots, endpoints, roles);
    if (reason)
        return bad_spots(s, reason, error, size);
    for (int n = 0; n < endpoints; n++) {
        count += roles[n];
        roles[n] = roles[n] ? TRAFFIC_ROLE_HOT : TRAFFIC_ROLE_INDEPENDENT;
    }
    return count > 0 && count < endpoints ? 0 : bad_spots(s, "must name at least one node, and not all", error, size);
}

/* A share of all endpoints, none of them a hot spot, by the seed of the run. */
static int draw_senders(const struct scenario *s, int endpoints, uint8_t *roles, char *error, size_t size)
{
    /* A stream that no endpoint has. */
    struct rng r = rng_stream((uint64_t)s->traffic.seed, UINT64_C(1) << 32);
    double share;
    int left = 0;

    if (value_number(s->traffic.hot_senders, 0, 1, 0, &share) != 0)
        return scenario_blame(s, KEY_hot_senders, error, size, "{hot_senders=}: a share must be from 0.0 to 1.0");
    int count = (int)(share * endpoints + 0.5);
    for (int n = 0; n < endpoints; n++)
        left += roles[n] == TRAFFIC_ROLE_INDEPENDENT;
    if (count > left)
        return scenario_blame(s, KEY_hot_senders, error, size, "{hot_senders=} is %d PEs, and only %d are no hot spots",
                              count, left);
    traffic_draw_roles(roles, endpoints, TRAFFIC_ROLE_SENDER, count, &r);
    return 0;
}

static int choose_senders(const struct scenario *s, int endpoints, uint8_t *roles, char *error, size_t size)
{
    const char *text = s->traffic.hot_senders;

    if (strchr(text, '.'))
        return draw_senders(s, endpoints, roles, error, size);
    uint8_t *chosen = calloc((size_t)endpoints, 1);
    const char *reason = chosen ? topology_select(text, endpoints, chosen) : "is more than the memory holds";
    int hot = -1;
    for (int n = 0; n < endpoints && !reason; n++) {
        if (chosen[n] && roles[n] == TRAFFIC_ROLE_HOT)
            hot = n;
        else if (chosen[n])
            roles[n] = TRAFFIC_ROLE_SENDER;
    }
    free(chosen);
    if (reason)
        return scenario_blame(s, KEY_hot_senders, error, size, "{hot_senders=} %s", reason);
    if (hot >= 0 && strcmp(text, "all") != 0 && strncmp(text, "random:", 7) != 0)
        return scenario_blame(s, KEY_hot_senders, error, size, "{hot_senders=}: node %d is a hot spot", hot);
    return 0;
}

int hot_spots_apply(const struct scenario *s, struct traffic *traffic, char *error, size_t size)
{
    int endpoints = traffic->shape.rows * traffic->shape.cols, status;
    uint8_t *roles = calloc((size_t)endpoints, 1);

    if (!roles)
        return text_fail(error, size, "out of memory");
    status = choose_hot_spots(s, endpoints, roles, error, size);
    if (status == 0)
        status = choose_senders(s, endpoints, roles, error, size);
    if (status == 0 && traffic_hot_spots(traffic, roles, s->traffic.hot_load) != 0)
        status = text_fail(error, size, "out of memory");
    free(roles);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Stimulus for one switch. See fedx_stimulus.h.
 */
#include <stdio.h>
#include <string.h>

#include "fedx_lockstep_node.h"
#include "fedx_stimulus_internal.h"

const char *const fedx_profile_names[FEDX_PROFILES] = {"legal", "refusing", "truncated", "damaged",  "responses",
                                                       "flips", "noise",    "resets",    "sustained"};

static int admits(struct fedx_stimulus *s)
{
    if (s->choked)
        return below(s, 8) == 0;
    return s->behaviour != FEDX_PROFILE_REFUSING || below(s, 4) != 0;
}

static void keep_step(struct fedx_stimulus *s, struct neighbour *p)
{
    int now = s->age % STEP_CYCLES == 0 || !(p->end.own.own_last & 1u);

    p->end.next = p->offered >= 0 && now ? p->image[p->offered] : NULL;
}

static int is_loyal(const struct fedx_stimulus *s, int port)
{
    return s->fickle ? port != FEDX_PE_PORT : s->loyal;
}

static int breaks_off(struct fedx_stimulus *s)
{
    if (s->behaviour == FEDX_PROFILE_TRUNCATE)
        return below(s, 2) != 0;
    return s->corners && !s->legal && below(s, 8) == 0;
}

static int step_neighbour(struct fedx_stimulus *s, int port)
{
    struct neighbour *p = &s->neighbour[port];
    struct fedx_pins in;
    unsigned what;

    fedx_stimulus_supply(s, p);
    if (s->in_step)
        keep_step(s, p);
    fedx_cables_neighbour_in(&s->cables, port, &p->end, &in);
    if (s->corners && s->behaviour == FEDX_PROFILE_RESPONSES)
        fedx_stimulus_miss(s, p, &in);
    p->end.abort = (p->end.tx.sending & 1u) && p->end.tx.count[0] == p->abort_at;
    p->end.admit = admits(s);
    int sending = fedx_stimulus_started(p);
    what = fedx_port_end_step(&p->end, &in);
    if (what & FEDX_END_ACCEPTED)
        fedx_stimulus_accepted(s, p, sending);
    if (what & FEDX_END_STARTED) {
        p->offered = -1;
        p->end.next = NULL;
        p->abort_at = breaks_off(s) ? below(s, FEDX_PACKET_BYTES - 1) : 0xffff;
    }
    /* Try again; or, if another is offered already, give one of them up. */
    if ((what & FEDX_END_FAILED) && (p->offered < 0 || is_loyal(s, port)))
        fedx_stimulus_offer_again(s, p, sending);
    if ((what & FEDX_END_RECEIVED) && s->legal)
        return fedx_stimulus_left(s, port);
    return 0;
}

static int cycle(struct fedx_stimulus *s)
{
    struct fedx_pins in, out, neighbours = {0};

    fedx_cables_switch_in(&s->cables, &in);
    fedx_stimulus_disturb(s, &in);
    for (int p = 0; p < FEDX_PORTS; p++)
        if (step_neighbour(s, p))
            return 1;
    for (int p = 0; p < FEDX_PORTS; p++)
        fedx_cables_collect(&neighbours, p, &s->neighbour[p].end);
    if (stimulus_step(&s->base, &in, &s->control))
        return stimulus_fail(&s->base, 1, stimulus_difference(&s->base));
    s->age++;
    s->base.config.ops->pins(s->base.node, &out);
    fedx_cables_advance(&s->cables, &out, &neighbours);
    if (s->profile == FEDX_PROFILE_SUSTAINED)
        stimulus_note_busy(&s->base, out.valid != 0);
    return 0;
}

static int configure(struct fedx_stimulus *s)
{
    struct fedx_control c = {.rst = 1, .side = (uint8_t)below(s, 1 << FEDX_LINKS)};
    int settings_from = 2 + FEDX_TABLE_SIZE, cycles = settings_from + FEDX_SETTINGS_WORDS + 1;

    for (int i = 0; i < FEDX_TABLE_SIZE; i++)
        s->table[i] = fedx_stimulus_entry(s);
    for (int i = 0; i < cycles; i++) {
        c.rst = i < settings_from;
        c.cfg_we = i >= 2 && i + 1 < cycles;
        c.cfg_addr = (uint16_t)(i < settings_from ? FEDX_CFG_TABLE + i - 2 : FEDX_CFG_MODE + i - settings_from);
        c.cfg_wdata = !c.cfg_we           ? 0
                      : i < settings_from ? s->table[i - 2]
                                          : fedx_settings_word(&s->settings, i - settings_from);
        if (stimulus_step(&s->base, &fedx_idle_pins, &c))
            return stimulus_fail(&s->base, 1, "model and RTL differ while being configured");
    }
    s->control = (struct fedx_control){.side = c.side, .cfg_addr = FEDX_CFG_STATUS};
    return 0;
}

static void start_neighbours(struct fedx_stimulus *s)
{
    struct fedx_pins out;

    memset(s->neighbour, 0, sizeof s->neighbour);
    s->age = 0;
    for (int p = 0; p < FEDX_PORTS; p++) {
        int side = !(s->control.side >> p & 1u);
        fedx_port_end_init(&s->neighbour[p].end, side, s->settings.latency);
        s->neighbour[p].offered = -1;
        s->neighbour[p].refuse_at = s->neighbour[p].abort_at = 0xffff;
    }
    s->base.config.ops->pins(s->base.node, &out);
    fedx_cables_init(&s->cables, &out, s->settings.latency);
}

/* A packet whose distance class can never be had keeps its place for good: none of those here. */
static int drain(struct fedx_stimulus *s)
{
    s->suppliers = 0;
    for (int p = 0; p < FEDX_PORTS; p++) {
        s->neighbour[p].offered = -1;
        s->neighbour[p].end.next = NULL;
    }
    for (int i = 0; i < DRAIN_CYCLES; i++) {
        int busy = s->inside;
        for (int p = 0; p < FEDX_PORTS; p++) {
            if (s->neighbour[p].offered >= 0) { /* a failed attempt is not repeated any more */
                s->neighbour[p].offered = -1;
                s->neighbour[p].end.next = NULL;
            }
            busy += (s->neighbour[p].end.tx.sending | s->neighbour[p].end.tx.await) & 1;
        }
        if (busy == 0)
            return 0;
        if (cycle(s))
            return 1;
    }
    return stimulus_fail(&s->base, 2, "packets stayed in the switch");
}

static int length_of(struct fedx_stimulus *s)
{
    if (s->profile == FEDX_PROFILE_SUSTAINED)
        return (int)stimulus_sustained_cycles(&s->base);
    return 2000 + (int)below(s, 6000) + (s->stuck ? STUCK_CYCLES : 0);
}

static int episode(struct stimulus *stimulus)
{
    struct fedx_stimulus *s = (struct fedx_stimulus *)stimulus;
    int cycles;

    fedx_stimulus_start(s);
    if (configure(s))
        return 1;
    stimulus_turn_aside(&s->base);
    start_neighbours(s);
    cycles = length_of(s);
    for (int i = 0; i < cycles; i++)
        if (cycle(s))
            return 1;
    if (s->legal && drain(s))
        return 1;
    return stimulus_end(&s->base, (int)s->profile);
}

const struct stimulus_kind fedx_kind_stimulus = {
    .profiles = fedx_profile_names,
    .profile_count = FEDX_PROFILES,
    .turns = FEDX_PROFILE_TURNS,
    .long_episodes = FEDX_SUSTAINED_EPISODES,
    .followed = "legal, refusing, truncated",
    .checked = "every byte",
    .bytes = sizeof(struct fedx_stimulus),
    .episode = episode,
};

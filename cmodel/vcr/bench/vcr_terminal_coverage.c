/* SPDX-License-Identifier: Apache-2.0
 *
 * Points of functional coverage of the terminal, why some cannot be hit, and the sampler. See vcr_coverage.h.
 */
#include "../kind/vcr_terminal_kind.h"
#include "../model/vcr_internal.h"
#include "vcr_coverage.h"

/* A cycle, with its wires, and the registers before and after its edge. */
struct look {
    struct coverage *c;
    const struct vcr_terminal_parameters *s;
    const struct vcr_terminal_regs *r, *after;
    const struct vcr_pins *in;
    const struct vcr_terminal_control *control;
    struct vcr_terminal_wires w;
};

static void note(const struct look *k, enum vcr_terminal_coverage_family family, int at0, int at1, int at2)
{
    coverage_hit(k->c, family, at0, at1, at2);
}

static unsigned bit(unsigned set, unsigned i)
{
    return set >> i & 1u;
}

/* Injection ------------------------------------------------------------------------------------------------------- */

/* Packets that have passed the gate, and were not begun before this cycle. */
static unsigned passed(const struct look *k)
{
    return k->r->inject.queued - (unsigned)__builtin_popcount(k->r->inject.sending);
}

static void sample_put(const struct look *k)
{
    int passes = k->w.pass && k->r->inject.buffered == 0;

    if (!(k->control->put & 1u))
        return;
    note(k, VCR_TERMINAL_FAMILY_PUT,
         !k->w.put                                          ? VCR_TERMINAL_COVER_PUT_LOST
         : !passes                                          ? VCR_TERMINAL_COVER_PUT_BEHIND
         : k->w.start_port == VCR_NO_PORT || passed(k) != 0 ? VCR_TERMINAL_COVER_PUT_PASSES
                                                            : VCR_TERMINAL_COVER_PUT_BEGINS,
         0, 0);
}

static void sample_room(const struct look *k)
{
    const struct vcr_inject *j = &k->after->inject;
    int full = j->buffered == k->s->buffer, taken = (int)bit(j->used, j->write);

    note(k, VCR_TERMINAL_FAMILY_PACKETS, __builtin_popcount(j->used), 0, 0);
    note(k, VCR_TERMINAL_FAMILY_ROOM,
         full && taken ? VCR_TERMINAL_COVER_ROOM_NEITHER
         : full        ? VCR_TERMINAL_COVER_ROOM_BUFFER_FULL
         : taken       ? VCR_TERMINAL_COVER_ROOM_SLOT_TAKEN
                       : VCR_TERMINAL_COVER_ROOM_THERE,
         0, 0);
}

static void sample_pass(const struct look *k)
{
    int full = k->r->inject.queued == k->s->queue;

    if (k->r->inject.buffered == 0 && !k->w.put)
        return;
    note(k, VCR_TERMINAL_FAMILY_PASS,
         k->w.pass   ? VCR_TERMINAL_COVER_PASS_PASSES
         : k->w.open ? VCR_TERMINAL_COVER_PASS_QUEUE_FULL
         : full      ? VCR_TERMINAL_COVER_PASS_BOTH
                     : VCR_TERMINAL_COVER_PASS_CLOSED,
         k->r->terminal.sat_mode, 0);
}

/* Channels of a port with a credit, and with as many as a packet needs. */
static void channels(const struct look *k, unsigned p, unsigned *some, unsigned *enough)
{
    *some = *enough = 0;
    for (unsigned v = 0; v < k->s->vcs; v++) {
        unsigned credits = k->w.credits_now[p * k->s->vcs + v];
        *some |= (unsigned)(credits != 0) << v;
        *enough |= (unsigned)(credits != 0 && credits >= k->r->terminal.alloc_credits) << v;
    }
}

static void sample_wait(const struct look *k, unsigned p)
{
    unsigned linked = (unsigned)(k->r->inject.linked | k->w.rise) & ~(unsigned)k->w.fall, some, enough;

    channels(k, p, &some, &enough);
    if (passed(k) + k->w.pass == 0 || (enough != 0 && !bit(k->r->inject.sending, p)))
        return;
    note(k, VCR_TERMINAL_FAMILY_WAIT,
         bit(k->r->inject.sending, p) ? VCR_TERMINAL_COVER_WAIT_SENDING
         : !bit(linked, p)            ? VCR_TERMINAL_COVER_WAIT_DOWN
         : some == 0                  ? VCR_TERMINAL_COVER_WAIT_USED_UP
                                      : VCR_TERMINAL_COVER_WAIT_TOO_FEW,
         (int)p, 0);
}

/* What leaves by a port, or would if there were a credit. */
static void sample_flit(const struct look *k, unsigned p)
{
    const struct vcr_inject *j = &k->r->inject;
    int flit = k->w.start_port == p ? bit(j->tx_tail, p) ? VCR_TERMINAL_COVER_FLIT_NEXT : VCR_TERMINAL_COVER_FLIT_HEAD
               : bit(k->w.last, p)  ? VCR_TERMINAL_COVER_FLIT_TAIL
                                    : VCR_TERMINAL_COVER_FLIT_BODY;

    if (bit(k->w.going, p))
        note(k, VCR_TERMINAL_FAMILY_FLIT, flit, (int)p, 0);
    else if (bit(j->sending, p))
        note(k, VCR_TERMINAL_FAMILY_STALL,
             j->sent[p] == 1                  ? VCR_TERMINAL_COVER_STALL_HEAD
             : j->sent[p] == k->s->length - 1 ? VCR_TERMINAL_COVER_STALL_TAIL
                                              : VCR_TERMINAL_COVER_STALL_MIDDLE,
             (int)p, 0);
    if (k->w.start_port == p)
        note(k, VCR_TERMINAL_FAMILY_START,
             k->w.start_vc ? VCR_TERMINAL_COVER_CHANNEL_LATER : VCR_TERMINAL_COVER_CHANNEL_FIRST, (int)p, 0);
}

static void sample_link(const struct look *k, unsigned p)
{
    const struct vcr_inject *j = &k->r->inject;
    unsigned linked = bit(j->linked, p), last = bit(j->up_last, p), up = bit(k->in->up, p);
    int sending = (int)bit(j->sending, p);

    if (bit(k->w.rise, p))
        note(k, VCR_TERMINAL_FAMILY_LINK, VCR_COVER_LINK_RISES, sending, (int)p);
    if (bit(k->w.fall, p))
        note(k, VCR_TERMINAL_FAMILY_LINK, VCR_COVER_LINK_FALLS, sending, (int)p);
    if (k->r->terminal.quiet == 0 && last != linked && up == linked)
        note(k, VCR_TERMINAL_FAMILY_LINK, last ? VCR_COVER_LINK_READ_UP : VCR_COVER_LINK_READ_DOWN, sending, (int)p);
}

static void sample_credits(const struct look *k, unsigned p)
{
    const struct vcr_inject *j = &k->r->inject;
    unsigned linked = bit(j->linked, p), channel = k->w.start_port == p ? k->w.start_vc : j->vc[p];

    for (unsigned v = 0; v < k->s->vcs; v++) {
        unsigned was = j->credits[p * k->s->vcs + v], back = bit(k->in->credit[p], v);
        int event = vcr_coverage_credit(k->s->depth, linked, was, bit(k->w.going, p) && channel == v, back);
        if (event >= 0)
            note(k, VCR_TERMINAL_FAMILY_CREDIT, event, (int)p, 0);
        if (linked && back && was == k->s->depth)
            note(k, VCR_TERMINAL_FAMILY_CREDIT, VCR_COVER_CREDIT_TOO_MANY, (int)p, 0);
    }
}

/* SAT ------------------------------------------------------------------------------------------------------------- */

static void token(const struct look *k, int event)
{
    note(k, VCR_TERMINAL_FAMILY_TOKEN, event, k->r->terminal.sat_mode - 1, 0);
}

/* What becomes of a token that is here. */
static void sample_held(const struct look *k, unsigned comes)
{
    const struct vcr_sat_gate *g = &k->r->sat_gate;
    int share_sent = g->count >= k->r->terminal.share_l, starved = !share_sent && k->r->inject.buffered != 0;

    if (starved)
        token(k, comes ? VCR_TERMINAL_COVER_TOKEN_JOINED : VCR_TERMINAL_COVER_TOKEN_KEPT);
    else
        token(k, k->w.pass    ? VCR_TERMINAL_COVER_TOKEN_PASSES
                 : share_sent ? VCR_TERMINAL_COVER_TOKEN_SATISFIED
                              : VCR_TERMINAL_COVER_TOKEN_NOTHING);
}

static void sample_gate(const struct look *k)
{
    const struct vcr_terminal *t = &k->r->terminal;
    unsigned comes = k->in->sat & 1u;

    if (k->in->sat & ~1u)
        note(k, VCR_TERMINAL_FAMILY_LOST, VCR_TERMINAL_COVER_LOST_PORT, 0, 0);
    if (comes && (t->sat_mode == VCR_SAT_OFF || t->quiet))
        note(k, VCR_TERMINAL_FAMILY_LOST, t->quiet ? VCR_TERMINAL_COVER_LOST_QUIET : VCR_TERMINAL_COVER_LOST_OFF, 0, 0);
    if (t->sat_mode == VCR_SAT_OFF || t->quiet)
        return;
    if (k->w.begin)
        token(k, VCR_TERMINAL_COVER_TOKEN_MADE);
    if (k->r->sat_gate.held)
        sample_held(k, comes);
    else if (comes)
        token(k, VCR_TERMINAL_COVER_TOKEN_COMES);
    else if (!k->w.open && k->r->inject.buffered != 0)
        token(k, VCR_TERMINAL_COVER_TOKEN_SHARE_USED);
}

static void watched(const struct look *k, int event)
{
    note(k, VCR_TERMINAL_FAMILY_WATCH, event, 0, 0);
}

static void sample_watch(const struct look *k)
{
    const struct vcr_sat_watch *a = &k->r->sat_watch;
    const struct vcr_terminal *t = &k->r->terminal;
    unsigned comes = k->in->sat & 1u, last = t->sat_timeout && a->waited + 1u >= t->sat_timeout;

    if (t->sat_mode == VCR_SAT_OFF || t->quiet)
        return;
    if (comes && k->r->sat_gate.held)
        watched(k, a->met ? VCR_TERMINAL_COVER_WATCH_MET_AGAIN : VCR_TERMINAL_COVER_WATCH_MET);
    else if (comes && t->sat_timeout)
        watched(k, last ? VCR_TERMINAL_COVER_WATCH_JUST : VCR_TERMINAL_COVER_WATCH_IN_TIME);
    else if (last && !k->r->sat_gate.held)
        watched(k, a->timeouts == 0     ? VCR_TERMINAL_COVER_WATCH_LATE
                   : a->timeouts == 255 ? VCR_TERMINAL_COVER_WATCH_END
                                        : VCR_TERMINAL_COVER_WATCH_AGAIN);
}

/* Terminal -------------------------------------------------------------------------------------------------------- */

static void sample_receive(const struct look *k, unsigned p)
{
    if (k->r->terminal.quiet)
        return;
    if (bit(k->in->valid, p))
        note(k, VCR_TERMINAL_FAMILY_COMES,
             k->in->vc[p] >= k->s->vcs ? VCR_TERMINAL_COVER_COMES_NO_CHANNEL
             : k->r->terminal.sink     ? VCR_TERMINAL_COVER_COMES_AT_ONCE
                                       : VCR_TERMINAL_COVER_COMES_KEPT,
             (int)p, 0);
    if (!k->r->terminal.sink && (k->control->take[p] & ((1u << k->s->vcs) - 1u)) != 0)
        note(k, VCR_TERMINAL_FAMILY_COMES, VCR_TERMINAL_COVER_COMES_GIVEN, (int)p, 0);
}

static int address_of(unsigned address)
{
    switch (address) {
    case VCR_CFG_TERMINAL_MODE: return VCR_TERMINAL_COVER_ADDRESS_MODE;
    case VCR_CFG_TERMINAL_SHARE: return VCR_TERMINAL_COVER_ADDRESS_SHARE;
    case VCR_CFG_TERMINAL_STATUS: return VCR_TERMINAL_COVER_ADDRESS_STATUS;
    case VCR_CFG_TERMINAL_WATCH: return VCR_TERMINAL_COVER_ADDRESS_WATCH;
    default: return VCR_TERMINAL_COVER_ADDRESS_ELSEWHERE;
    }
}

static void sample_config(const struct look *k)
{
    const struct vcr_terminal *t = &k->r->terminal;

    note(k, VCR_TERMINAL_FAMILY_CONFIG, address_of(t->addr),
         !t->write                ? VCR_TERMINAL_COVER_ACCESS_READ
         : k->control->rst        ? VCR_TERMINAL_COVER_ACCESS_IN_RESET
         : k->r->inject.used != 0 ? VCR_TERMINAL_COVER_ACCESS_IN_USE
                                  : VCR_TERMINAL_COVER_ACCESS_WRITE,
         0);
}

static void sample_reset(const struct look *k)
{
    const unsigned set[VCR_TERMINAL_COVER_STATE_COUNT] = {[VCR_TERMINAL_COVER_STATE_EMPTY] = k->r->inject.used == 0,
                                                          [VCR_TERMINAL_COVER_STATE_BEHIND] = k->r->inject.buffered,
                                                          [VCR_TERMINAL_COVER_STATE_PASSED] = passed(k),
                                                          [VCR_TERMINAL_COVER_STATE_SENDING] = k->r->inject.sending,
                                                          [VCR_TERMINAL_COVER_STATE_TOKEN] = k->r->sat_gate.held,
                                                          [VCR_TERMINAL_COVER_STATE_COMING] = k->in->valid};

    for (int state = 0; state < VCR_TERMINAL_COVER_STATE_COUNT; state++)
        if (set[state] != 0)
            note(k, VCR_TERMINAL_FAMILY_RESET, state, 0, 0);
}

static void sample_quiet(const struct look *k)
{
    if (k->control->put & 1u)
        note(k, VCR_TERMINAL_FAMILY_QUIET, VCR_TERMINAL_COVER_QUIET_PUT, 0, 0);
    if (k->in->valid != 0)
        note(k, VCR_TERMINAL_FAMILY_QUIET, VCR_TERMINAL_COVER_QUIET_FLIT, 0, 0);
    if (k->in->up != 0)
        note(k, VCR_TERMINAL_FAMILY_QUIET, VCR_TERMINAL_COVER_QUIET_UP, 0, 0);
}

/* A cycle --------------------------------------------------------------------------------------------------------- */

static void sample_all(const struct look *k)
{
    sample_config(k);
    if (k->control->rst) {
        sample_reset(k);
        return;
    }
    if (k->r->terminal.quiet)
        sample_quiet(k);
    sample_put(k);
    sample_room(k);
    sample_pass(k);
    sample_gate(k);
    sample_watch(k);
    for (unsigned p = 0; p < k->s->ports; p++) {
        sample_wait(k, p);
        sample_flit(k, p);
        sample_link(k, p);
        sample_credits(k, p);
        sample_receive(k, p);
    }
}

static void sample(struct coverage *c, const void *registers, const void *in, const void *inputs)
{
    const struct vcr_terminal_parameters *s = c->kind->router->parameters;
    const struct vcr_terminal_regs *before = registers;
    const struct vcr_terminal_control *control = inputs;
    struct vcr_terminal_unit *terminal = c->memory;
    struct look k = {.c = c, .s = s, .r = before, .after = &terminal->regs, .in = in, .control = control};

    terminal->parameters = *s;
    terminal->regs = *before;
    vcr_sat_gate_eval(&before->sat_gate, &before->inject, &before->terminal, &k.w);
    vcr_inject_eval(s, &before->inject, &before->terminal, in, control->put & 1u, &k.w);
    vcr_terminal_step(terminal, in, control);
    sample_all(&k);
}

/* Why not --------------------------------------------------------------------------------------------------------- */

static const char *why_in_mode(int family, const int *at)
{
    if (family == VCR_TERMINAL_FAMILY_TOKEN)
        return at[0] == VCR_TERMINAL_COVER_TOKEN_MADE && at[1] + 1 != VCR_SAT_RING
                   ? "the first token is a ring's (section 16)"
                   : NULL;
    return at[1] == VCR_SAT_OFF && (at[0] == VCR_TERMINAL_COVER_PASS_CLOSED || at[0] == VCR_TERMINAL_COVER_PASS_BOTH)
               ? "without SAT the gate is open (section 16)"
               : NULL;
}

static const char *unreachable(const struct router_kind *kind, int family, const int *at)
{
    const struct vcr_terminal_parameters *s = kind->parameters;
    switch (family) {
    case VCR_TERMINAL_FAMILY_PASS:
    case VCR_TERMINAL_FAMILY_TOKEN: return why_in_mode(family, at);
    case VCR_TERMINAL_FAMILY_ROOM:
        return at[0] == VCR_TERMINAL_COVER_ROOM_SLOT_TAKEN && s->ports == 1
                   ? "by one port packets end as they began, so the slots that are taken are in one piece (section 15)"
                   : NULL;
    case VCR_TERMINAL_FAMILY_START:
        return at[0] == VCR_TERMINAL_COVER_CHANNEL_LATER && s->vcs == 1 ? "there is one channel: VCS = 1" : NULL;
    case VCR_TERMINAL_FAMILY_LOST:
        return at[0] == VCR_TERMINAL_COVER_LOST_PORT && s->ports == 1 ? "there is one port: PORTS = 1" : NULL;
    case VCR_TERMINAL_FAMILY_COMES:
        return at[0] == VCR_TERMINAL_COVER_COMES_NO_CHANNEL && 1u << vcr_bits(s->vcs) <= s->vcs
                   ? "the pins name channels that there are, and no others (section 17)"
                   : NULL;
    default: return NULL;
    }
}

/* Each build ------------------------------------------------------------------------------------------------------ */

#define VALUE(list, name, words) words,
#define NAMES(list) static const char *const values_##list[] = {VCR_TERMINAL_COVER_##list(VALUE)};
VCR_TERMINAL_COVER_LISTS(NAMES)
#define SHARED_NAMES(list) static const char *const shared_##list[] = {VCR_COVER_##list(VALUE)};
SHARED_NAMES(LINK)
SHARED_NAMES(CREDIT)
SHARED_NAMES(NO_YES)
#undef VALUE
#undef NAMES
#undef SHARED_NAMES

#define FAMILY(name_, words, section_, what_, ...) \
    rows[VCR_TERMINAL_FAMILY_##name_] =            \
        (struct coverage_family_info){words, section_, what_, COVER_GRID, {__VA_ARGS__}, NULL};
#define LIST(label, list) vcr_axis(label, VCR_TERMINAL_COVER_##list##_COUNT, 0, values_##list)
#define SHARED(label, list) vcr_axis(label, VCR_COVER_##list##_COUNT, 0, shared_##list)
#define PORTS(label) vcr_axis(label, s->ports, 0, NULL)
static void fill(const struct vcr_terminal_parameters *s, struct coverage_family_info *rows)
{
    int slots = (int)vcr_terminal_slots(s);

    VCR_TERMINAL_COVER_FAMILIES(FAMILY, LIST, SHARED, PORTS, VCR_COVER_NUMBERS)
}
#undef FAMILY
#undef LIST
#undef SHARED
#undef PORTS

#define VCR_TERMINAL_BUILD(name_, kind_, ports_, vcs_, depth_, words_, length_, buffer_, queue_)                \
    VCR_COVERAGE_KIND(vcr_terminal_coverage, name_, vcr_terminal_parameters_##name_, fill, unreachable, sample, \
                      vcr_terminal_kind_##name_, (kind_), VCR_TERMINAL_FAMILY_COUNT, (buffer_) + (queue_),      \
                      sizeof(struct vcr_terminal_unit) + 8 * ((buffer_) + (queue_)) * (length_) * (words_))
#include "../kind/vcr_terminals.def"
#undef VCR_TERMINAL_BUILD

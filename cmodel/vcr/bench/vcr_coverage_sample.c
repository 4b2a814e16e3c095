/* SPDX-License-Identifier: Apache-2.0
 *
 * The sampler of functional coverage: what came up in a cycle. See vcr_coverage.h.
 */
#include "../model/vcr_internal.h"
#include "vcr_coverage.h"

/* A cycle, with its wires, and the registers before and after its edge. */
struct look {
    struct coverage *c;
    struct vcr_sampler *memory;
    const struct vcr_parameters *s;
    const struct vcr_regs *r, *after;
    const struct vcr_pins *in;
    const struct vcr_control *control;
    struct vcr_wires w;
};

static void note(const struct look *k, enum vcr_coverage_family family, int at0, int at1, int at2)
{
    coverage_hit(k->c, family, at0, at1, at2);
}

static unsigned bit(unsigned set, unsigned i)
{
    return set >> i & 1u;
}

static int count(unsigned set)
{
    return __builtin_popcount(set);
}

static uint64_t head_of(const struct look *k, unsigned p, unsigned v)
{
    return k->w.front_flit[(p * k->s->vcs + v) * k->s->words];
}

/* Route ----------------------------------------------------------------------------------------------------------- */

static void sample_draw(const struct look *k, unsigned p, uint64_t head)
{
    const struct vcr_config *c = &k->r->config;
    unsigned prefer = c->prefer[vcr_flit_class(head)], best = vcr_route_best(k->w.arrive_route[p]);
    unsigned preferred = vcr_route_preferred(k->w.arrive_route[p]);
    uint32_t entry = c->routing == VCR_ROUTE_TABLE ? k->r->route.entry[p] : vcr_route_logic(c, p, head);
    int outside = prefer != VCR_PREFER_RANDOM && !bit(best, entry >> 18 & 15u);

    if (best == 0)
        return;
    note(k, VCR_FAMILY_DRAW, (int)prefer, outside ? VCR_COVER_DRAWN_OUTSIDE : VCR_COVER_DRAWN_KEPT, c->paired);
    if (c->paired && bit(best, preferred ^ 1u))
        note(k, VCR_FAMILY_DRAW, (int)prefer, VCR_COVER_DRAWN_EITHER, 1);
}

static int highest(unsigned set)
{
    return 31 - __builtin_clz(set);
}

static unsigned hops_along(unsigned mine, unsigned target, unsigned bits, int wraps)
{
    unsigned mask = (1u << bits) - 1u, ahead = (target - mine) & mask, behind = (mine - target) & mask;

    return wraps ? (ahead < behind ? ahead : behind) : mine < target ? target - mine : mine - target;
}

/* In which dimension a head that goes on in both of them has farther to go. */
static void sample_diagonal(const struct look *k, unsigned place)
{
    const struct vcr_config *c = &k->r->config;
    unsigned x_mask = (1u << c->x_bits) - 1u, y_mask = (1u << c->y_bits) - 1u, mine = c->node;
    int wraps = c->routing == VCR_ROUTE_TORUS;
    unsigned x = hops_along(mine & x_mask, place & x_mask, c->x_bits, wraps);
    unsigned y = hops_along(mine >> c->x_bits & y_mask, place >> c->x_bits & y_mask, c->y_bits, wraps);

    if (x != 0 && y != 0)
        note(k, VCR_FAMILY_DIAGONAL,
             x == y  ? VCR_COVER_FARTHER_NEITHER
             : x > y ? VCR_COVER_FARTHER_X
                     : VCR_COVER_FARTHER_Y,
             x == y ? 0 : highest(x ^ y), 0);
}

static void sample_local(const struct look *k, unsigned destination)
{
    const struct vcr_config *c = &k->r->config;
    unsigned terminal = destination & ((1u << c->local_bits) - 1u);

    note(k, VCR_FAMILY_LOCAL_PORT, c->local_port, 0, 0);
    note(k, VCR_FAMILY_LOCAL_COUNT, c->local_count, 0, 0);
    note(k, VCR_FAMILY_LOCAL_BITS, c->local_bits, c->local_port + terminal * c->local_count > 15u, 0);
}

static void sample_grid(const struct look *k, uint64_t head)
{
    const struct vcr_config *c = &k->r->config;
    unsigned destination = vcr_flit_destination(head), place = destination >> c->local_bits,
             bits = (unsigned)c->x_bits + c->y_bits;
    unsigned apart = (c->node ^ place) & ((1u << bits) - 1u);

    if (place >> bits != 0)
        return;
    if (apart != 0)
        note(k, VCR_FAMILY_APART, c->routing - VCR_ROUTE_MESH, highest(apart), 0);
    else
        sample_local(k, destination);
    if (c->prefer[vcr_flit_class(head)] == VCR_PREFER_DIAGONAL)
        sample_diagonal(k, place);
}

static void sample_tree_logic(const struct look *k, uint64_t head)
{
    const struct vcr_config *c = &k->r->config;
    unsigned leaf = vcr_flit_destination(head) >> (c->x_bits & 3u);

    note(k, VCR_FAMILY_LEVEL, c->level, 0, 0);
    if (leaf >> c->y_bits == 0 && leaf != c->node)
        note(k, VCR_FAMILY_APART, VCR_COVER_LOGIC_TREE, highest(leaf ^ c->node), 0);
}

/* What the way of a head is worked out from. */
static void sample_logic(const struct look *k, uint64_t head)
{
    const struct vcr_config *c = &k->r->config;

    note(k, VCR_FAMILY_X_BITS, c->routing - VCR_ROUTE_MESH, c->x_bits, 0);
    note(k, VCR_FAMILY_Y_BITS, c->routing - VCR_ROUTE_MESH, c->y_bits, 0);
    if (c->routing == VCR_ROUTE_TREE)
        sample_tree_logic(k, head);
    else
        sample_grid(k, head);
}

static void sample_limits(const struct look *k, uint64_t head)
{
    unsigned destination = vcr_flit_destination(head), entries = k->s->table_size;
    uint64_t random = k->r->route.random;

    if (destination == 0 || destination == UINT16_MAX)
        note(k, VCR_FAMILY_DESTINATION, destination ? VCR_COVER_GOES_LAST : VCR_COVER_GOES_FIRST, 0, 0);
    if (entries != 0 && (destination + 1 == entries || destination == entries))
        note(k, VCR_FAMILY_DESTINATION,
             destination < entries ? VCR_COVER_GOES_LAST_ENTRY : VCR_COVER_GOES_BEHIND_ENTRIES, 0, 0);
    if ((uint32_t)random == 0)
        note(k, VCR_FAMILY_RANDOM_ZERO, VCR_COVER_ZERO_LOW, 0, 0);
    if (random >> 32 == 0)
        note(k, VCR_FAMILY_RANDOM_ZERO, VCR_COVER_ZERO_HIGH, 0, 0);
}

static void sample_route(const struct look *k, unsigned p)
{
    unsigned best = vcr_route_best(k->w.arrive_route[p]);
    int ways = best == 0                                     ? VCR_COVER_WAYS_NONE
               : (best & ~(unsigned)k->r->config.links) != 0 ? VCR_COVER_WAYS_LOCAL
               : count(best) == 1                            ? VCR_COVER_WAYS_ONE
                                                             : VCR_COVER_WAYS_SEVERAL;

    if (!bit(k->w.arrive_head, p))
        return;
    note(k, VCR_FAMILY_ROUTE, k->r->config.routing, ways, (int)p);
    sample_draw(k, p, k->w.arrive_flit[p * k->s->words]);
    sample_limits(k, k->w.arrive_flit[p * k->s->words]);
    if (k->r->config.routing != VCR_ROUTE_TABLE)
        sample_logic(k, k->w.arrive_flit[p * k->s->words]);
}

/* Input ----------------------------------------------------------------------------------------------------------- */

static void sample_error(const struct look *k, int error, unsigned p)
{
    unsigned was = error == VCR_COVER_ERROR_CREDIT ? bit(k->r->output.credit_error, p)
                                                   : bit(k->r->input.error[p], (unsigned)error);

    note(k, VCR_FAMILY_ERROR, error, was ? VCR_COVER_AGAIN_AGAIN : VCR_COVER_AGAIN_FIRST, (int)p);
}

static int becomes_of(const struct look *k, unsigned p)
{
    unsigned v = k->w.arrive_vc[p];

    if (bit(k->w.fall, p))
        return VCR_COVER_COMES_LINK_FALLS;
    if (k->w.accept[p] == 0)
        return v >= k->s->vcs ? VCR_COVER_COMES_NO_CHANNEL : VCR_COVER_COMES_NO_ROOM;
    if (bit(k->r->input.stored[p], v))
        return VCR_COVER_COMES_STORED;
    if (bit(k->w.dropping[p], v))
        return VCR_COVER_COMES_DROPPED_AT_ONCE;
    return bit(k->w.grant[p] & ~(unsigned)k->w.synth[p], v) ? VCR_COVER_COMES_SENT_AT_ONCE : VCR_COVER_COMES_STORED;
}

static void sample_arrivals(const struct look *k)
{
    VCR_FOR_EACH(p, k->w.arrive)
    {
        int becomes = becomes_of(k, p);
        note(k, VCR_FAMILY_COMES, becomes, (int)p, 0);
        if (becomes == VCR_COVER_COMES_NO_CHANNEL)
            sample_error(k, VCR_COVER_ERROR_VC, p);
        if (becomes == VCR_COVER_COMES_NO_ROOM)
            sample_error(k, VCR_COVER_ERROR_FULL, p);
        sample_route(k, p);
    }
}

static int granted_flit(const struct look *k, unsigned p, unsigned v)
{
    unsigned head = bit(k->w.front_head[p], v), tail = bit(k->w.front_tail[p], v);

    if (bit(k->w.synth[p], v))
        return bit(k->r->input.closing[p], v) ? VCR_COVER_LEAVES_CLOSED : VCR_COVER_LEAVES_CUT;
    if (head)
        return tail ? VCR_COVER_LEAVES_SINGLE : VCR_COVER_LEAVES_HEAD;
    return tail ? VCR_COVER_LEAVES_TAIL : VCR_COVER_LEAVES_BODY;
}

/* Which lengths are told apart: twice the one before, from two on. */
static int length_of(unsigned flits)
{
    int length = flits < 2 ? VCR_COVER_FLITS_ONE : highest(2u * flits - 1u);

    return length < VCR_COVER_FLITS_MORE ? length : VCR_COVER_FLITS_MORE;
}

/* Flits of the packet that is under way in a lane. */
static void count_flits(const struct look *k, unsigned lane, int flit)
{
    uint16_t *left = &k->memory->left[lane];

    *left = (uint16_t)(flit == VCR_COVER_LEAVES_HEAD || flit == VCR_COVER_LEAVES_SINGLE ? 1u : *left + 1u);
    if (flit == VCR_COVER_LEAVES_SINGLE || flit == VCR_COVER_LEAVES_TAIL)
        note(k, VCR_FAMILY_LENGTH, length_of(*left), 0, 0);
}

static void sample_departures(const struct look *k, unsigned p)
{
    VCR_FOR_EACH(v, k->w.grant[p])
    {
        int flit = granted_flit(k, p, v);
        count_flits(k, p * k->s->vcs + v, flit);
        note(k, VCR_FAMILY_LEAVES, flit, (int)p, 0);
        if (flit == VCR_COVER_LEAVES_CUT)
            sample_error(k, VCR_COVER_ERROR_ORDER, p);
    }
    VCR_FOR_EACH(u, k->w.dropping[p])
    {
        unsigned head = bit(k->w.front_head[p], u);
        note(k, VCR_FAMILY_LEAVES, head ? VCR_COVER_LEAVES_AIMLESS : VCR_COVER_LEAVES_HEADLESS, (int)p, 0);
        sample_error(k, head ? VCR_COVER_ERROR_ROUTE : VCR_COVER_ERROR_ORDER, p);
    }
}

static int level_of(const struct look *k, unsigned fill)
{
    if (fill == 0 || fill == k->s->depth)
        return fill == 0 ? VCR_COVER_LEVEL_EMPTY : VCR_COVER_LEVEL_FULL;
    return fill == 1 ? VCR_COVER_LEVEL_ONE : fill + 1u == k->s->depth ? VCR_COVER_LEVEL_ONE_SHORT : -1;
}

/* Flits that go through the memories. */
static void sample_moves(const struct look *k, unsigned p)
{
    unsigned stored = k->r->input.stored[p], pop = (k->w.grant[p] & ~(unsigned)k->w.synth[p]) | k->w.dropping[p];
    unsigned out = pop & stored, in = k->w.accept[p] & ~(pop & ~stored);

    if (bit(k->w.fall, p))
        return;
    VCR_FOR_EACH(v, in | out)
    {
        int level = level_of(k, k->r->input.fill[p * k->s->vcs + v]);
        if (level >= 0)
            note(k, VCR_FAMILY_FILL, level,
                 !bit(out, v) ? VCR_COVER_MOVE_IN
                 : bit(in, v) ? VCR_COVER_MOVE_BOTH
                              : VCR_COVER_MOVE_OUT,
                 (int)p);
    }
}

static void sample_ages(const struct look *k, unsigned p)
{
    VCR_FOR_EACH(v, (unsigned)k->r->input.active[p] | k->w.request[p])
    {
        unsigned age = k->r->input.age[p * k->s->vcs + v], leaves = bit(k->w.grant[p], v);
        VCR_FOR_EACH(i, leaves ? age : 0)
        note(k, VCR_FAMILY_AGE_BIT, (int)i, 0, 0);
        if (age == 0xffff)
            note(k, VCR_FAMILY_OLDEST_AGE, leaves ? VCR_COVER_OLDEST_AGE_LEAVES : VCR_COVER_OLDEST_AGE_STAYS, 0, 0);
    }
}

/* What an input is doing: all that holds. */
static void sample_state(const struct look *k, enum vcr_coverage_family family, unsigned p)
{
    const struct vcr_input *i = &k->r->input;
    const unsigned set[VCR_COVER_STATE_COUNT] = {[VCR_COVER_STATE_IDLE] = (i->stored[p] | i->active[p]) == 0,
                                                 [VCR_COVER_STATE_HOLDS_FLITS] = i->stored[p],
                                                 [VCR_COVER_STATE_ACTIVE] = i->active[p],
                                                 [VCR_COVER_STATE_CLOSING] = i->closing[p],
                                                 [VCR_COVER_STATE_COMMITTED] = i->committed[p],
                                                 [VCR_COVER_STATE_COMING] = bit(k->w.arrive, p)};

    for (int state = 0; state < VCR_COVER_STATE_COUNT; state++)
        if (set[state] != 0)
            note(k, family, state, (int)p, 0);
}

/* Selection ------------------------------------------------------------------------------------------------------- */

/* What a head at the front of a channel can have: section 7. */
struct wish {
    unsigned class, candidates, room, idle;
    int arrived, adaptive;
};

static struct wish wish_of(const struct look *k, unsigned p, unsigned v)
{
    const struct vcr_config *c = &k->r->config;
    uint32_t route = k->w.front_route[p * k->s->vcs + v];
    uint64_t head = head_of(k, p, v);
    struct wish x = {.class = vcr_flit_class(head), .adaptive = (int)vcr_flit_adaptive(head)};

    x.arrived = (vcr_route_best(route) & ~(unsigned)c->links) != 0;
    x.candidates =
        x.arrived || (c->adaptive[x.class] && x.adaptive) ? vcr_route_best(route) : 1u << vcr_route_preferred(route);
    for (unsigned q = 0; q < k->s->ports; q++)
        x.room |= (unsigned)((k->w.free[q] & c->vc_mask[x.class]) != 0) << q;
    x.idle = x.room & ~(unsigned)k->r->output.hold;
    return x;
}

static unsigned escapes_of(const struct look *k, unsigned class, uint32_t route)
{
    return vcr_route_class(route) ? k->r->config.escape_high[class] : k->r->config.escape_low[class];
}

static int asks_for(const struct look *k, const struct wish *x, unsigned p, unsigned v)
{
    unsigned lane = p * k->s->vcs + v, high = vcr_route_class(k->w.front_route[lane]), wants = bit(k->w.want[p], v);
    unsigned port = k->r->input.commit_port[lane];

    if (bit(k->r->input.committed[p], v)) {
        if (!wants)
            return bit(x->room, port) ? VCR_COVER_ASK_COMMITTED_HELD : VCR_COVER_ASK_COMMITTED_NOTHING;
        if (bit(x->idle, port))
            return VCR_COVER_ASK_COMMITTED;
        return high ? VCR_COVER_ASK_COMMITTED_HIGH : VCR_COVER_ASK_COMMITTED_LOW;
    }
    if (bit(k->w.deflect[p], v))
        return VCR_COVER_ASK_DEFLECTION;
    if (!wants)
        return VCR_COVER_ASK_NOTHING;
    if (bit(x->idle, k->w.choice[lane]))
        return VCR_COVER_ASK_CHOICE;
    return high ? VCR_COVER_ASK_ESCAPE_HIGH : VCR_COVER_ASK_ESCAPE_LOW;
}

static void sample_free_head(const struct look *k, const struct wish *x, unsigned p, unsigned v)
{
    const struct vcr_config *c = &k->r->config;
    unsigned idle = x->candidates & x->idle, busy_too = c->busy_too[x->class];
    int which = idle == 0                  ? VCR_COVER_IDLE_NONE
                : count(idle) > 1          ? VCR_COVER_IDLE_SEVERAL
                : count(x->candidates) > 1 ? VCR_COVER_IDLE_ONE
                                           : VCR_COVER_IDLE_ONLY;

    note(k, VCR_FAMILY_SELECT, c->select[x->class], which, (int)busy_too);
    note(k, VCR_FAMILY_ADAPTIVE, c->adaptive[x->class], x->adaptive,
         x->arrived ? VCR_COVER_PLACE_ARRIVED : VCR_COVER_PLACE_ON_THE_WAY);
    if (bit(k->w.commit[p], v))
        note(k, VCR_FAMILY_COMMIT, busy_too ? VCR_COVER_COMMITS_BUSY_TOO : VCR_COVER_COMMITS_NONE_IDLE,
             (int)bit(k->w.grant[p], v), (int)p);
    if (bit(k->w.deflect[p] & k->w.grant[p], v))
        note(k, VCR_FAMILY_DEFLECT, (int)vcr_flit_deflections(head_of(k, p, v)) - 1, 0, 0);
}

/* Why an output has no room for a class. */
static int shortage(const struct look *k, unsigned class, unsigned q)
{
    unsigned mask = k->r->config.vc_mask[class] & vcr_all_vcs(k->s), owned = k->r->output.owned[q] & mask;

    if (mask == 0)
        return VCR_COVER_SHORT_MASKED;
    if (owned != 0)
        return owned == mask ? VCR_COVER_SHORT_OWNED : VCR_COVER_SHORT_MIXED;
    return (k->w.sendable[q] & mask) == 0 ? VCR_COVER_SHORT_USED_UP : VCR_COVER_SHORT_TOO_FEW;
}

static void sample_waits(const struct look *k, const struct wish *x, unsigned p, unsigned v)
{
    uint32_t route = k->w.front_route[p * k->s->vcs + v];
    unsigned escape = vcr_route_escape(route), all = vcr_all_ports(k->s);

    VCR_FOR_EACH(q, x->candidates & all & ~x->room)
    note(k, VCR_FAMILY_SHORT, shortage(k, x->class, q), (int)q, 0);
    VCR_FOR_EACH(h, x->candidates & x->room & ~x->idle)
    note(k, VCR_FAMILY_HOLD, VCR_COVER_HOLDING_WAITED_FOR, (int)h, 0);
    if (!bit(k->w.want[p], v) && (x->candidates & x->room) == 0 && escape < k->s->ports &&
        bit(k->r->output.hold, escape) && (k->w.free[escape] & escapes_of(k, x->class, route)) != 0)
        note(k, VCR_FAMILY_HOLD, VCR_COVER_HOLDING_ESCAPE, (int)escape, 0);
}

static void sample_alloc(const struct look *k)
{
    unsigned alloc = k->r->config.alloc_credits, depth = k->s->depth;

    note(k, VCR_FAMILY_ALLOC,
         alloc == 0       ? VCR_COVER_ALLOC_NONE
         : alloc == 1     ? VCR_COVER_ALLOC_ONE
         : alloc < depth  ? VCR_COVER_ALLOC_SOME
         : alloc == depth ? VCR_COVER_ALLOC_DEPTH
         : alloc < 127    ? VCR_COVER_ALLOC_ABOVE
                          : VCR_COVER_ALLOC_MOST,
         0, 0);
    VCR_FOR_EACH(i, alloc)
    note(k, VCR_FAMILY_ALLOC_BIT, (int)i, 0, 0);
}

static void sample_heads(const struct look *k, unsigned p)
{
    VCR_FOR_EACH(v, k->w.request[p])
    {
        struct wish x = wish_of(k, p, v);
        sample_alloc(k);
        note(k, VCR_FAMILY_ASK, asks_for(k, &x, p, v), (int)x.class, (int)p);
        if (!bit(k->r->input.committed[p], v))
            sample_free_head(k, &x, p, v);
        sample_waits(k, &x, p, v);
    }
}

/* Output ---------------------------------------------------------------------------------------------------------- */

int vcr_coverage_credit(unsigned depth, unsigned linked, unsigned was, unsigned used, unsigned back)
{
    if (!linked)
        return back ? VCR_COVER_CREDIT_DOWN : -1;
    if (used && back)
        return VCR_COVER_CREDIT_BOTH;
    if (used)
        return was == 1 ? VCR_COVER_CREDIT_LAST : -1;
    if (back && was == 0)
        return VCR_COVER_CREDIT_FIRST;
    return back && was + 1 == depth ? VCR_COVER_CREDIT_ALL : -1;
}

static void sample_credits(const struct look *k, unsigned p, unsigned v)
{
    unsigned was = k->r->output.credits[p * k->s->vcs + v], back = bit(k->in->credit[p], v),
             linked = bit(k->r->output.linked, p);
    int event = vcr_coverage_credit(k->s->depth, linked, was, bit(k->w.out_grant, p) && k->w.out_vc[p] == v, back);

    if (event >= 0)
        note(k, VCR_FAMILY_CREDIT, event, (int)p, 0);
    if (linked && back && was == k->s->depth) {
        note(k, VCR_FAMILY_CREDIT, VCR_COVER_CREDIT_TOO_MANY, (int)p, 0);
        sample_error(k, VCR_COVER_ERROR_CREDIT, p);
    }
}

static void sample_link(const struct look *k, unsigned p)
{
    const struct vcr_output *o = &k->r->output;
    unsigned linked = bit(o->linked, p), last = bit(o->up_last, p), up = bit(k->in->up, p);

    if (bit(k->w.rise, p))
        note(k, VCR_FAMILY_LINK, VCR_COVER_LINK_RISES, (int)p, 0);
    if (bit(k->w.fall, p)) {
        note(k, VCR_FAMILY_LINK, VCR_COVER_LINK_FALLS, (int)p, 0);
        sample_state(k, VCR_FAMILY_FALL, p);
    }
    if (k->r->config.quiet == 0 && last != linked && up == linked)
        note(k, VCR_FAMILY_LINK, last ? VCR_COVER_LINK_READ_UP : VCR_COVER_LINK_READ_DOWN, (int)p, 0);
    if (bit(k->after->output.hold & ~(unsigned)o->hold, p))
        note(k, VCR_FAMILY_HOLD, VCR_COVER_HOLDING_TAKEN, (int)p, 0);
    if (bit(o->hold & ~(unsigned)k->after->output.hold, p))
        note(k, VCR_FAMILY_HOLD, VCR_COVER_HOLDING_GIVEN_BACK, (int)p, 0);
}

/* Allocation ------------------------------------------------------------------------------------------------------ */

/* Those who ask for one thing, by number, and the one who gets it. */
struct contest {
    unsigned askers, ties; /* ties: as old as the winner */
    unsigned winner;
    int lowest; /* no tie has a lower number */
};

static void enter(const struct look *k, struct contest *t, unsigned lane, unsigned number, unsigned winner_lane)
{
    const uint16_t *age = k->r->input.age;
    int tie = !k->r->config.oldest || age[lane] == age[winner_lane];

    t->askers++;
    t->ties += (unsigned)tie;
    t->lowest = t->lowest && !(tie && number < t->winner);
}

static void sample_contest(const struct look *k, const struct contest *t)
{
    int because = t->askers == 1 ? VCR_COVER_WINNER_ALONE
                  : t->ties == 1 ? VCR_COVER_WINNER_OLDER
                  : t->lowest    ? VCR_COVER_WINNER_LOWEST
                                 : VCR_COVER_WINNER_BEHIND;

    note(k, VCR_FAMILY_WINNER, because, k->r->config.oldest, 0);
}

/* Without speedup the channels of an input are the first to contend, all of them in the first iteration. */
static void sample_input_contest(const struct look *k, unsigned p)
{
    unsigned first = p * k->s->vcs;

    VCR_FOR_EACH(winner, k->w.grant[p])
    if (bit(k->w.first_out, k->w.want_port[first + winner])) {
        struct contest t = {.winner = winner, .lowest = 1};
        VCR_FOR_EACH(v, k->w.want[p])
        enter(k, &t, first + v, v, first + winner);
        sample_contest(k, &t);
    }
}

static void sample_output_contest(const struct look *k, unsigned q)
{
    struct contest t = {.winner = k->w.out_lane[q], .lowest = 1};

    for (unsigned p = 0; p < k->s->ports; p++)
        VCR_FOR_EACH(v, k->w.want[p])
    if (k->w.want_port[p * k->s->vcs + v] == q)
        enter(k, &t, p * k->s->vcs + v, p * k->s->vcs + v, t.winner);
    note(k, VCR_FAMILY_CONTEND,
         t.askers == 1   ? VCR_COVER_ASKERS_ONE
         : t.askers == 2 ? VCR_COVER_ASKERS_TWO
                         : VCR_COVER_ASKERS_MORE,
         k->r->config.oldest, (int)q);
    if (k->s->speedup)
        sample_contest(k, &t);
}

static void sample_grant(const struct look *k, unsigned q)
{
    unsigned lane = k->w.out_lane[q], p = lane / k->s->vcs, v = lane % k->s->vcs;

    sample_output_contest(k, q);
    if (k->r->output.credits[q * k->s->vcs + k->w.out_vc[q]] == 0)
        note(k, VCR_FAMILY_EARLY, bit(k->w.request[p], v) ? VCR_COVER_EARLY_BEGINS : VCR_COVER_EARLY_GOES_ON, (int)q,
             0);
    if (!bit(k->w.request[p], v))
        return;
    note(k, VCR_FAMILY_THROUGH, (int)p, (int)q, 0);
    note(k, VCR_FAMILY_CHANNELS, (int)v, k->w.out_vc[q], 0);
}

/* SAT ------------------------------------------------------------------------------------------------------------- */

static void sample_ring(const struct look *k, unsigned came)
{
    VCR_FOR_EACH(p, came)
    {
        unsigned to = k->r->config.sat_next[p], nowhere = k->s->ports;
        note(k, VCR_FAMILY_SAT_RING, (int)p,
             (int)(to == VCR_SAT_NOWHERE ? nowhere
                   : to >= nowhere       ? nowhere + 1u
                                         : to),
             0);
    }
}

static void sample_tree(const struct look *k, unsigned came)
{
    const struct vcr_config *c = &k->r->config;
    unsigned replies = came & c->sat_children, got = k->r->sat_switch.got | replies;
    int all = got == c->sat_children && got != 0, parent = !c->sat_root && bit(came, c->sat_parent);

    if (parent)
        note(k, VCR_FAMILY_SAT_TREE, all ? VCR_COVER_SAT_TREE_BEATS : VCR_COVER_SAT_TREE_DOWN, 0, 0);
    else if (!c->sat_root && all)
        note(k, VCR_FAMILY_SAT_TREE, VCR_COVER_SAT_TREE_REPLY, 0, 0);
    else if (replies != 0 && !all)
        note(k, VCR_FAMILY_SAT_TREE, VCR_COVER_SAT_TREE_WAITS, 0, 0);
    if (c->sat_root && (all || !k->r->sat_switch.started))
        note(k, VCR_FAMILY_SAT_TREE, k->r->sat_switch.started ? VCR_COVER_SAT_TREE_AGAIN : VCR_COVER_SAT_TREE_STARTS, 0,
             0);
}

static void sample_sat(const struct look *k)
{
    const struct vcr_config *c = &k->r->config;
    unsigned came = k->in->sat & vcr_all_ports(k->s);

    if (c->quiet == 0 && c->sat_mode == VCR_SAT_TREE)
        sample_tree(k, came);
    if (came == 0)
        return;
    if (c->quiet != 0)
        note(k, VCR_FAMILY_SAT_LOST, VCR_COVER_SAT_LOST_QUIET, 0, 0);
    else if (c->sat_mode == VCR_SAT_RING)
        sample_ring(k, came);
    else if (c->sat_mode != VCR_SAT_TREE)
        note(k, VCR_FAMILY_SAT_LOST, c->sat_mode == VCR_SAT_OFF ? VCR_COVER_SAT_LOST_OFF : VCR_COVER_SAT_LOST_MODE_3, 0,
             0);
}

/* Configuration --------------------------------------------------------------------------------------------------- */

static int address_of(const struct vcr_parameters *s, unsigned addr)
{
    static const struct {
        uint16_t first, count;
        int address;
    } map[] = {
        {VCR_CFG_MODE, 1, VCR_COVER_ADDRESS_MODE},
        {VCR_CFG_PLACE, 1, VCR_COVER_ADDRESS_PLACE},
        {VCR_CFG_PORTS, 1, VCR_COVER_ADDRESS_PORTS},
        {VCR_CFG_RANDOM, 2, VCR_COVER_ADDRESS_RANDOM},
        {VCR_CFG_SAT, 1, VCR_COVER_ADDRESS_SAT},
        {VCR_CFG_SAT_NEXT, 2, VCR_COVER_ADDRESS_SAT_NEXT},
        {VCR_CFG_CLASS, VCR_CLASSES, VCR_COVER_ADDRESS_CLASS},
        {VCR_CFG_ESCAPE, VCR_CLASSES, VCR_COVER_ADDRESS_ESCAPE},
    };

    for (size_t i = 0; i < sizeof map / sizeof *map; i++)
        if (addr >= map[i].first && addr < (unsigned)map[i].first + map[i].count)
            return map[i].address;
    if (addr >= VCR_CFG_STATUS && addr < (unsigned)VCR_CFG_STATUS + s->ports)
        return VCR_COVER_ADDRESS_STATUS;
    if (addr == (unsigned)VCR_CFG_STATUS + s->ports)
        return VCR_COVER_ADDRESS_BEHIND_STATUS;
    if (addr == VCR_CFG_TABLE - 1 || addr == UINT16_MAX)
        return addr == UINT16_MAX ? VCR_COVER_ADDRESS_LAST : VCR_COVER_ADDRESS_BEFORE_TABLE;
    if (addr == (unsigned)VCR_CFG_TABLE + s->table_size)
        return VCR_COVER_ADDRESS_BEHIND_TABLE;
    return addr >= VCR_CFG_TABLE && addr < (unsigned)VCR_CFG_TABLE + s->table_size ? VCR_COVER_ADDRESS_TABLE
                                                                                   : VCR_COVER_ADDRESS_ELSEWHERE;
}

static int holds_flits(const struct look *k)
{
    unsigned held = 0;

    for (unsigned p = 0; p < k->s->ports; p++)
        held |= (unsigned)k->r->input.stored[p] | k->r->input.active[p];
    return held != 0;
}

/* A word is written: fields that are 0, or all ones. */
static void sample_fields(const struct look *k)
{
    static const struct {
        uint16_t first, count;
        uint8_t shift, bits;
    } map[VCR_COVER_FIELD_COUNT] = {
        [VCR_COVER_FIELD_ROUTING] = {VCR_CFG_MODE, 1, 0, 2},
        [VCR_COVER_FIELD_PAIRED] = {VCR_CFG_MODE, 1, 2, 1},
        [VCR_COVER_FIELD_LINK_HOLD] = {VCR_CFG_MODE, 1, 3, 1},
        [VCR_COVER_FIELD_OLDEST] = {VCR_CFG_MODE, 1, 4, 1},
        [VCR_COVER_FIELD_BY_INPUT] = {VCR_CFG_MODE, 1, 5, 1},
        [VCR_COVER_FIELD_ALLOC_CREDITS] = {VCR_CFG_MODE, 1, 8, 7},
        [VCR_COVER_FIELD_NODE] = {VCR_CFG_PLACE, 1, 0, 16},
        [VCR_COVER_FIELD_X_BITS] = {VCR_CFG_PLACE, 1, 16, 4},
        [VCR_COVER_FIELD_Y_BITS] = {VCR_CFG_PLACE, 1, 20, 4},
        [VCR_COVER_FIELD_LEVEL] = {VCR_CFG_PLACE, 1, 24, 4},
        [VCR_COVER_FIELD_LINKS] = {VCR_CFG_PORTS, 1, 0, 12},
        [VCR_COVER_FIELD_LOCAL_PORT] = {VCR_CFG_PORTS, 1, 16, 4},
        [VCR_COVER_FIELD_LOCAL_COUNT] = {VCR_CFG_PORTS, 1, 20, 4},
        [VCR_COVER_FIELD_LOCAL_BITS] = {VCR_CFG_PORTS, 1, 24, 2},
        [VCR_COVER_FIELD_RANDOM_LOW] = {VCR_CFG_RANDOM, 1, 0, 32},
        [VCR_COVER_FIELD_RANDOM_HIGH] = {VCR_CFG_RANDOM + 1, 1, 0, 32},
        [VCR_COVER_FIELD_SAT_MODE] = {VCR_CFG_SAT, 1, 0, 2},
        [VCR_COVER_FIELD_SAT_ROOT] = {VCR_CFG_SAT, 1, 2, 1},
        [VCR_COVER_FIELD_SAT_PARENT] = {VCR_CFG_SAT, 1, 4, 4},
        [VCR_COVER_FIELD_SAT_CHILDREN] = {VCR_CFG_SAT, 1, 16, 12},
        [VCR_COVER_FIELD_ADAPTIVE] = {VCR_CFG_CLASS, VCR_CLASSES, 0, 1},
        [VCR_COVER_FIELD_SELECT] = {VCR_CFG_CLASS, VCR_CLASSES, 1, 2},
        [VCR_COVER_FIELD_BUSY_TOO] = {VCR_CFG_CLASS, VCR_CLASSES, 3, 1},
        [VCR_COVER_FIELD_REDRAW] = {VCR_CFG_CLASS, VCR_CLASSES, 4, 1},
        [VCR_COVER_FIELD_PREFER] = {VCR_CFG_CLASS, VCR_CLASSES, 5, 2},
        [VCR_COVER_FIELD_VC_MASK] = {VCR_CFG_CLASS, VCR_CLASSES, 16, 16},
        [VCR_COVER_FIELD_ESCAPE_LOW] = {VCR_CFG_ESCAPE, VCR_CLASSES, 0, 16},
        [VCR_COVER_FIELD_ESCAPE_HIGH] = {VCR_CFG_ESCAPE, VCR_CLASSES, 16, 16},
    };
    const struct vcr_config *c = &k->r->config;

    for (int field = 0; field < VCR_COVER_FIELD_COUNT; field++) {
        uint32_t most = UINT32_MAX >> (32 - map[field].bits), value = c->wdata >> map[field].shift & most;
        if (c->addr >= map[field].first && c->addr < map[field].first + map[field].count &&
            (value == 0 || value == most))
            note(k, VCR_FAMILY_FIELD, field, value ? VCR_COVER_LIMIT_ALL : VCR_COVER_LIMIT_NONE, 0);
    }
}

static void sample_config(const struct look *k)
{
    const struct vcr_config *c = &k->r->config;

    note(k, VCR_FAMILY_CONFIG, address_of(k->s, c->addr),
         !c->write         ? VCR_COVER_ACCESS_READ
         : k->control->rst ? VCR_COVER_ACCESS_IN_RESET
         : holds_flits(k)  ? VCR_COVER_ACCESS_IN_TRAFFIC
                           : VCR_COVER_ACCESS_WRITE,
         0);
    if (c->write)
        sample_fields(k);
}

/* Written in this cycle, and used in it. */
static void sample_races(const struct look *k)
{
    const struct vcr_config *c = &k->r->config;
    int address = address_of(k->s, c->addr);

    if (!c->write || (address != VCR_COVER_ADDRESS_TABLE && address != VCR_COVER_ADDRESS_CLASS))
        return;
    for (unsigned p = 0; p < k->s->ports; p++) {
        unsigned destination = vcr_flit_destination(k->in->flit[p * k->s->words]);
        if (address == VCR_COVER_ADDRESS_TABLE && bit(k->in->valid, p) && destination + VCR_CFG_TABLE == c->addr)
            note(k, VCR_FAMILY_RACE, VCR_COVER_RACE_ENTRY, 0, 0);
        VCR_FOR_EACH(v, address == VCR_COVER_ADDRESS_CLASS ? k->w.request[p] : 0)
        if (vcr_flit_class(head_of(k, p, v)) == (c->addr & 3u))
            note(k, VCR_FAMILY_RACE, VCR_COVER_RACE_CLASS, 0, 0);
    }
}

/* A cycle --------------------------------------------------------------------------------------------------------- */

/* Heads that come, before those turn for which this is the intermediate router. */
static void sample_via(const struct look *k)
{
    VCR_FOR_EACH(p, k->s->via ? k->in->valid & k->in->head & vcr_all_ports(k->s) : 0)
    {
        uint64_t head = k->in->flit[p * k->s->words];
        int turns = vcr_route_come(k->s, &k->r->config, 1, head) != head;
        note(k, VCR_FAMILY_VIA,
             turns                ? VCR_COVER_HALF_TURNS
             : vcr_flit_via(head) ? VCR_COVER_HALF_FIRST
                                  : VCR_COVER_HALF_SECOND,
             (int)p, 0);
    }
}

static void sample_quiet(const struct look *k)
{
    VCR_FOR_EACH(p, k->in->valid & vcr_all_ports(k->s))
    note(k, VCR_FAMILY_QUIET, VCR_COVER_QUIET_FLIT, (int)p, 0);
    VCR_FOR_EACH(q, k->in->up & vcr_all_ports(k->s))
    note(k, VCR_FAMILY_QUIET, VCR_COVER_QUIET_UP, (int)q, 0);
}

static void sample_port(const struct look *k, unsigned p)
{
    sample_departures(k, p);
    sample_moves(k, p);
    sample_ages(k, p);
    sample_heads(k, p);
    sample_link(k, p);
    if (!k->s->speedup)
        sample_input_contest(k, p);
    for (unsigned v = 0; v < k->s->vcs; v++)
        sample_credits(k, p, v);
}

static void sample_all(const struct look *k)
{
    sample_config(k);
    for (unsigned p = 0; p < k->s->ports && k->control->rst; p++)
        sample_state(k, VCR_FAMILY_RESET, p);
    if (k->control->rst)
        return;
    if (k->r->config.quiet != 0)
        sample_quiet(k);
    else
        sample_via(k);
    sample_arrivals(k);
    for (unsigned p = 0; p < k->s->ports; p++)
        sample_port(k, p);
    VCR_FOR_EACH(q, k->w.out_grant)
    sample_grant(k, q);
    sample_sat(k);
    sample_races(k);
}

void vcr_coverage_sample(struct coverage *c, const void *before, const void *in, const void *control)
{
    const struct vcr_parameters *s = c->kind->router->parameters;
    struct vcr_sampler *memory = c->memory;
    struct vcr_router *router = &memory->router;
    struct look k = {
        .c = c, .memory = memory, .s = s, .r = before, .after = &router->regs, .in = in, .control = control};

    router->parameters = *s;
    router->regs = *k.r;
    vcr_router_eval(s, router, in, &k.w);
    vcr_router_commit(s, router, in, control, &k.w);
    sample_all(&k);
}

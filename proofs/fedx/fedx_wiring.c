/* SPDX-License-Identifier: Apache-2.0
 *
 * The proof of the wiring: eval(), commit() and reset() of fedx_switch.c themselves, with stand-ins for the functions
 * of the mechanisms, against rtl/fedx/fedx_switch.v without its modules. What a function is given by others is an
 * output, u_<module>.<port>, and must be what the RTL connects to that port; what it gives to others is an input, the
 * same for both sides. Registers hold anything; a commit leaves something else in those of its block, so that whoever
 * reads them too early or too late is found out. What a function leaves for a later one of the same mechanism must
 * still be there. docs/verification/proofs.md.
 */
#include <stddef.h>

/* Stand-ins have names of their own: fedx_route.c, for what an entry means, is linked to them
 * (sim_scripts/proof_fedx.sh). */
#define fedx_ownership_eval wired_ownership_eval
#define fedx_ownership_flip wired_ownership_flip
#define fedx_ownership_commit wired_ownership_commit
#define fedx_port_receive_eval wired_port_receive_eval
#define fedx_port_receive_commit wired_port_receive_commit
#define fedx_port_transmit_eval wired_port_transmit_eval
#define fedx_port_transmit_events wired_port_transmit_events
#define fedx_port_transmit_commit wired_port_transmit_commit
#define fedx_route_eval wired_route_eval
#define fedx_route_commit wired_route_commit
#define fedx_buffer_pool_eval wired_buffer_pool_eval
#define fedx_buffer_pool_bytes wired_buffer_pool_bytes
#define fedx_buffer_pool_keep wired_buffer_pool_keep
#define fedx_buffer_pool_store wired_buffer_pool_store
#define fedx_buffer_pool_commit wired_buffer_pool_commit
#define fedx_arbitration_eval wired_arbitration_eval
#define fedx_tally_count wired_tally_count
#define fedx_admission_eval wired_admission_eval
#define fedx_admission_rest wired_admission_rest
#define fedx_admission_overdue wired_admission_overdue
#define fedx_admission_commit wired_admission_commit
#define fedx_config_commit wired_config_commit
#define fedx_regs_reset wired_regs_reset
#include "../../cmodel/fedx/model/fedx_switch.c"

#include "fedx_ports.h"

/* The switch, its registers before the step, and whether they were reset. */
struct wired {
    struct fedx_switch sw;
    struct fedx_switch_regs before;
    unsigned was_reset;
};

/* The switch that registers of a block are part of: each block has a type of its own, so there is no other. */
#define WIRED(block, registers) ((struct wired *)(void *)((char *)(registers)-offsetof(struct wired, sw.regs.block)))

/* Lanes that another mechanism gives: where the mask is 1, 0 elsewhere in the RTL, and there as they were in the C. */
static inline void some_lanes(unsigned mask, const char *any, const char *port, uint8_t *lanes, unsigned bits)
{
    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        uint64_t value = mask >> p & 1u ? proof_free(any, p, bits) : 0;
        proof_link(port, p, bits, value);
        if (mask >> p & 1u)
            lanes[p] = (uint8_t)value;
    }
}

static inline void same_lanes(unsigned mask, const char *any, const uint8_t *lanes, unsigned bits)
{
    for (unsigned p = 0; p < FEDX_PORTS; p++)
        if (mask >> p & 1u)
            same(lanes[p], proof_free(any, p, bits));
}

#define LINK_MASK(port, value) proof_link(port, 0, FEDX_PORTS, value)
#define LINK_BUFFERS(port, value) proof_link(port, 0, FEDX_BUFFERS, value)
#define LINK_LANES(port, array, lanes, bits) \
    for (unsigned i = 0; i < (lanes); i++)   \
    proof_link(port, i, bits, (array)[i])

/* Registers of another block that a function is given: those of this cycle still. */
#define CURRENT(all, block, registers) same_bytes(&(all)->before.block, registers, sizeof *(registers))

/* Its registers after the edge. */
#define NEXT(block, registers) anything(#block ".next", registers, sizeof *(registers))

/* What one function of a mechanism leaves for another of the same. */
#define LEFT_MASK(name) (unsigned)proof_free(name, 0, FEDX_PORTS)
#define LEFT(name) (unsigned)proof_free(name, 0, 16)

/* Ownership */

void fedx_ownership_eval(const struct fedx_ownership *o, unsigned side, const struct fedx_pins *in,
                         struct fedx_wires *w)
{
    ANY_OF(OWNERSHIP_EVAL_OUTPUTS)
    CURRENT(WIRED(ownership, o), ownership, o);
    OUTPUT_MASK("u_ownership.config_side", side);
    OUTPUT_MASK("u_ownership.rx_turn", in->turn);
    w->own_now = INPUT_MASK("u_ownership.own_now");
}

void fedx_ownership_flip(const struct fedx_ownership *o, unsigned busy, int hold, const struct fedx_pins *in,
                         struct fedx_wires *w)
{
    const struct wired *all = WIRED(ownership, o);

    CURRENT(all, ownership, o);
    same(w->own_now, INPUT_MASK("u_ownership.own_now"));
    same(busy, all->before.port_transmit.sending | all->before.port_transmit.await);
    OUTPUT_MASK("u_ownership.transmit_sending", all->before.port_transmit.sending);
    OUTPUT_MASK("u_ownership.transmit_await", all->before.port_transmit.await);
    proof_output("u_ownership.holding", 0, 1, hold != 0);
    OUTPUT_MASK("u_ownership.rx_req", in->req);
    OUTPUT_MASK("u_ownership.start", w->start);
    OUTPUT_MASK("u_ownership.ended", w->ended);
    OUTPUT_MASK("u_ownership.keep", w->keep);
    ANY_OF(OWNERSHIP_FLIP_OUTPUTS)
    w->flip = LEFT("flip");
}

void fedx_ownership_commit(struct fedx_ownership *o, const struct fedx_wires *w)
{
    CURRENT(WIRED(ownership, o), ownership, o);
    same(w->own_now, INPUT_MASK("u_ownership.own_now"));
    same(w->flip, LEFT("flip"));
    OUTPUT_MASK("u_ownership.want", w->want);
    OUTPUT_MASK("u_ownership.header_want", w->header_want);
    NEXT(ownership, o);
}

/* Port receive */

void fedx_port_receive_eval(const struct fedx_port_receive *r, unsigned driving, const struct fedx_pins *in,
                            struct fedx_wires *w)
{
    ANY_OF(PORT_RECEIVE_EVAL_OUTPUTS)
    CURRENT(WIRED(port_receive, r), port_receive, r);
    OUTPUT_MASK("u_port_receive.transmit_sending", driving);
    OUTPUT_MASK("u_port_receive.rx_valid", in->valid);
    w->rx_valid = LEFT("rx_valid");
    w->abort_buffers = INPUT_BUFFERS("u_port_receive.abort_buffers");
}

void fedx_port_receive_commit(struct fedx_port_receive *r, const struct fedx_pins *in, int hold,
                              const struct fedx_wires *w)
{
    CURRENT(WIRED(port_receive, r), port_receive, r);
    same(w->rx_valid, LEFT("rx_valid"));
    same(w->abort_buffers, INPUT_BUFFERS("u_port_receive.abort_buffers"));
    OUTPUT_LANES("u_port_receive.rx_data", in->data, 8);
    proof_output("u_port_receive.holding", 0, 1, hold != 0);
    OUTPUT_MASK("u_port_receive.admit", w->admit);
    OUTPUT_LANES_OF(w->admit, "u_port_receive.admit_buf", w->admit_buf, BUFFER_BITS);
    NEXT(port_receive, r);
}

/* Route */

/* What an entry means to a port. */
static inline struct fedx_route_choice some_choice(unsigned p)
{
    return (struct fedx_route_choice){
        .valid = (uint8_t)proof_free("choice_valid", p, 1),
        .level = (uint8_t)proof_free("choice_level", p, 8),
        .allowed = (uint8_t)proof_free("choice_allowed", p, 8),
        .best = (uint8_t)proof_free("choice_best", p, 8),
        .preferred = (uint8_t)proof_free("choice_preferred", p, 8),
        .second = (uint8_t)proof_free("choice_second", p, 8),
    };
}

/* The choices of this cycle, as fedx_route_eval has given them. */
static inline struct choices same_choices(const struct wired *all, const struct fedx_wires *w)
{
    unsigned ports = all->before.port_receive.routed | all->before.port_receive.decide;

    for (unsigned p = 0; p < FEDX_PORTS; p++)
        if (ports >> p & 1u) {
            struct fedx_route_choice choice = some_choice(p);
            same_bytes(&w->choice[p], &choice, sizeof choice);
        }
    return choices_of(w, ports);
}

/* Ports with an attempt under way, as the switch has put them together of registers. */
static inline void same_occupied(const struct wired *all, const struct fedx_wires *w)
{
    same(w->occupied,
         fedx_port_receive_busy(&all->before.port_receive) | fedx_port_transmit_busy(&all->before.port_transmit));
}

void fedx_route_eval(const struct fedx_route *route, const struct fedx_port_receive *r, const struct fedx_config *c,
                     struct fedx_wires *w)
{
    const struct wired *all = WIRED(route, route);
    unsigned ports = r->routed | r->decide;
    struct choices choices;

    ANY_OF(ROUTE_EVAL_OUTPUTS)
    CURRENT(all, route, route);
    CURRENT(all, port_receive, r);
    same_occupied(all, w);
    proof_output("u_route.config_deroute_hops", 0, 1, c->deroute_hops);
    OUTPUT_MASK("u_route.occupied", w->occupied);
    OUTPUT_MASK("u_route.receive_lookup", r->lookup);
    OUTPUT_MASK("u_route.receive_routed", r->routed);
    OUTPUT_MASK("u_route.receive_decide", r->decide);
    OUTPUT_LANES("u_route.receive_head", r->head, 64);
    for (unsigned p = 0; p < FEDX_PORTS; p++)
        if (ports >> p & 1u)
            w->choice[p] = some_choice(p);
    choices = choices_of(w, ports);
    LINK_MASK("u_route.choice_valid", choices.valid);
    LINK_LANES("u_route.choice_level", choices.level, FEDX_PORTS, 8);
    LINK_LANES("u_route.choice_allowed", choices.allowed, FEDX_PORTS, 8);
    LINK_LANES("u_route.choice_best", choices.best, FEDX_PORTS, 8);
    LINK_LANES("u_route.choice_preferred", choices.preferred, FEDX_PORTS, 8);
    LINK_LANES("u_route.choice_second", choices.second, FEDX_PORTS, 8);
    w->header_want = INPUT_MASK("u_route.header_want");
}

void fedx_route_commit(struct fedx_route *route, uint32_t *table, const struct fedx_port_receive *r,
                       const struct fedx_config *c, int rst)
{
    struct wired *all = WIRED(route, route);

    CURRENT(all, route, route);
    CURRENT(all, port_receive, r);
    same(table == all->sw.table, 1);
    proof_output("u_route.config_write", 0, 1, c->write);
    proof_output("u_route.config_addr", 0, 16, c->addr);
    proof_output("u_route.config_wdata", 0, 32, c->wdata);
    proof_output("u_route.rst", 0, 1, (unsigned)rst);
    NEXT(route, route);
}

/* What the RTL of a module gets of route entries. */
#define OUTPUT_CHOICES(module, choices)                                \
    OUTPUT_LANES(module ".choice_level", (choices)->level, 8);         \
    OUTPUT_LANES(module ".choice_allowed", (choices)->allowed, 8);     \
    OUTPUT_LANES(module ".choice_best", (choices)->best, 8);           \
    OUTPUT_LANES(module ".choice_preferred", (choices)->preferred, 8); \
    OUTPUT_LANES(module ".choice_second", (choices)->second, 8)

/* Buffer pool */

void fedx_buffer_pool_eval(const struct fedx_buffer_pool *b, struct fedx_wires *w)
{
    ANY_OF(BUFFER_POOL_EVAL_OUTPUTS)
    CURRENT(WIRED(buffer_pool, b), buffer_pool, b);
    same_occupied(WIRED(buffer_pool, b), w);
    OUTPUT_MASK("u_buffer_pool.occupied", w->occupied);
    OUTPUT_BUFFERS("u_buffer_pool.abort_buffers", w->abort_buffers);
    w->ready = INPUT_BUFFERS("u_buffer_pool.ready");
    w->want = INPUT_MASK("u_buffer_pool.want");
}

void fedx_buffer_pool_bytes(const struct fedx_buffer_pool *b, const struct fedx_port_transmit *t,
                            const struct fedx_config *c, struct fedx_wires *w)
{
    ANY_OF(BUFFER_POOL_BYTES_OUTPUTS)
    CURRENT(WIRED(buffer_pool, b), buffer_pool, b);
    proof_output("u_buffer_pool.config_deroute_hops", 0, 1, c->deroute_hops);
    OUTPUT_MASK("u_buffer_pool.transmit_sending", t->sending);
    OUTPUT_LANES("u_buffer_pool.transmit_buf", t->buf, BUFFER_BITS);
    OUTPUT_LANES("u_buffer_pool.transmit_count", t->count, 8);
    some_lanes(t->sending, "next_byte", "u_buffer_pool.next_byte", w->next_byte, 8);
}

unsigned fedx_buffer_pool_keep(const struct fedx_buffer_pool *b, const struct fedx_config *c, int overdue,
                               const struct fedx_wires *w)
{
    CURRENT(WIRED(buffer_pool, b), buffer_pool, b);
    same(w->want, INPUT_MASK("u_buffer_pool.want"));
    proof_output("u_buffer_pool.config_eject_priority", 0, 8, c->eject_priority);
    proof_output("u_buffer_pool.overdue", 0, 1, (unsigned)overdue);
    OUTPUT_MASK("u_buffer_pool.accepted_candidate", w->accepted_candidate);
    return INPUT_MASK("u_buffer_pool.keep_candidate");
}

void fedx_buffer_pool_store(struct fedx_buffer_pool *b, uint8_t store[][FEDX_PACKET_BYTES],
                            const struct fedx_port_receive *r, const struct fedx_port_transmit *t)
{
    const struct wired *all = WIRED(buffer_pool, b);

    CURRENT(all, buffer_pool, b);
    CURRENT(all, port_transmit, t);
    same(store == all->sw.store, 1);
    OUTPUT_MASK("u_buffer_pool.receive_write", r->write);
    OUTPUT_LANES("u_buffer_pool.receive_buf", r->buf, BUFFER_BITS);
    OUTPUT_LANES("u_buffer_pool.receive_data", r->data, 8);
    OUTPUT_LANES("u_buffer_pool.receive_count", r->count, 8);
    anything("read_data", b->read_data, sizeof b->read_data);
}

void fedx_buffer_pool_commit(struct fedx_buffer_pool *b, const struct fedx_port_receive *r,
                             const struct fedx_port_transmit *t, const struct fedx_wires *w)
{
    struct wired *all = WIRED(buffer_pool, b);
    uint8_t read_data[FEDX_BUFFERS];
    struct choices choices = same_choices(all, w);

    CURRENT(all, port_transmit, t);
    CURRENT(all, port_receive, r);
    anything("read_data", read_data, sizeof read_data);
    same_bytes(b->read_data, read_data, sizeof read_data);
    memcpy(b->read_data, all->before.buffer_pool.read_data, sizeof read_data);
    CURRENT(all, buffer_pool, b);
    same(w->abort_buffers, INPUT_BUFFERS("u_port_receive.abort_buffers"));
    same(w->ended, w->accepted | w->stopped | w->expired | LEFT_MASK("abort"));
    OUTPUT_LANES("u_buffer_pool.receive_head", r->head, 64);
    OUTPUT_CHOICES("u_buffer_pool", &choices);
    OUTPUT_MASK("u_buffer_pool.admit", w->admit);
    OUTPUT_LANES_OF(w->admit, "u_buffer_pool.admit_buf", w->admit_buf, BUFFER_BITS);
    OUTPUT_MASK("u_buffer_pool.admit_draw", w->admit_draw);
    OUTPUT_MASK("u_buffer_pool.passed", w->passed);
    OUTPUT_MASK("u_buffer_pool.start", w->start);
    OUTPUT_LANES_OF(INPUT_MASK("u_arbitration.grant"), "u_buffer_pool.grant_buf", w->grant_buf, BUFFER_BITS);
    OUTPUT_MASK("u_buffer_pool.accepted", w->accepted);
    OUTPUT_MASK("u_buffer_pool.stopped", w->stopped);
    OUTPUT_MASK("u_buffer_pool.expired", w->expired);
    NEXT(buffer_pool, b);
}

/* Port transmit */

void fedx_port_transmit_eval(const struct fedx_port_transmit *t, const struct fedx_ownership *o,
                             const struct fedx_config *c, struct fedx_wires *w)
{
    ANY_OF(PORT_TRANSMIT_EVAL_OUTPUTS)
    CURRENT(WIRED(port_transmit, t), port_transmit, t);
    OUTPUT_MASK("u_port_transmit.own_now", w->own_now);
    OUTPUT_MASK("u_port_transmit.ownership_own_last", o->own_last);
    proof_output("u_port_transmit.config_latency", 0, 3, c->latency);
    proof_output("u_port_transmit.holding", 0, 1, c->hold != 0);
    OUTPUT_BUFFERS("u_port_transmit.abort_buffers", w->abort_buffers);
    w->available = INPUT_MASK("u_port_transmit.available");
    w->accepted_candidate = INPUT_MASK("u_port_transmit.accepted_candidate");
    w->passed = INPUT_MASK("u_port_transmit.passed");
    w->last = LEFT("last");
    w->settled = LEFT("settled");
    w->late = LEFT("late");
    w->abort = LEFT_MASK("abort");
}

/* What eval left for the others. */
static inline void same_transmit_wires(const struct fedx_wires *w)
{
    same(w->last, LEFT("last"));
    same(w->settled, LEFT("settled"));
    same(w->abort, LEFT_MASK("abort"));
    same(w->own_now, INPUT_MASK("u_ownership.own_now"));
    same(w->abort_buffers, INPUT_BUFFERS("u_port_receive.abort_buffers"));
    same(w->grant, INPUT_MASK("u_arbitration.grant"));
    same_lanes(w->grant, "grant_buf", w->grant_buf, BUFFER_BITS);
}

void fedx_port_transmit_events(const struct fedx_port_transmit *t, const struct fedx_ownership *o,
                               const struct fedx_pins *in, struct fedx_wires *w)
{
    const struct wired *all = WIRED(port_transmit, t);

    CURRENT(all, port_transmit, t);
    CURRENT(all, ownership, o);
    same_transmit_wires(w);
    same(w->accepted_candidate, INPUT_MASK("u_port_transmit.accepted_candidate"));
    same(w->late, LEFT("late"));
    OUTPUT_MASK("u_port_transmit.grant", w->grant);
    OUTPUT_LANES_OF(w->grant, "u_port_transmit.grant_buf", w->grant_buf, BUFFER_BITS);
    OUTPUT_MASK("u_port_transmit.rx_req", in->req);
    OUTPUT_MASK("u_port_transmit.rx_refuse", in->refuse);
    OUTPUT_MASK("u_port_transmit.rx_acc", in->acc);
    OUTPUT_MASK("u_port_transmit.keep_candidate", w->keep_candidate);
    ANY_OF(PORT_TRANSMIT_EVENTS_OUTPUTS)
    w->start = INPUT_MASK("u_port_transmit.start");
    w->accepted = INPUT_MASK("u_port_transmit.accepted");
    w->stopped = INPUT_MASK("u_port_transmit.stopped");
    w->expired = INPUT_MASK("u_port_transmit.expired");
    /* Which the proof of the block shows. */
    w->ended = w->accepted | w->stopped | w->expired | LEFT_MASK("abort");
    proof_link("u_port_transmit.ended", 0, FEDX_PORTS, w->ended);
    w->keep = INPUT_MASK("u_port_transmit.keep");
}

void fedx_port_transmit_commit(struct fedx_port_transmit *t, const struct fedx_pins *in, const struct fedx_wires *w)
{
    CURRENT(WIRED(port_transmit, t), port_transmit, t);
    same_transmit_wires(w);
    same(w->start, INPUT_MASK("u_port_transmit.start"));
    same(w->accepted, INPUT_MASK("u_port_transmit.accepted"));
    same(w->stopped, INPUT_MASK("u_port_transmit.stopped"));
    same(w->expired, INPUT_MASK("u_port_transmit.expired"));
    same(w->ended, w->accepted | w->stopped | w->expired | LEFT_MASK("abort"));
    same(w->keep, INPUT_MASK("u_port_transmit.keep"));
    same(in->acc, INPUT_MASK("rx_acc"));
    same(in->refuse, INPUT_MASK("rx_refuse"));
    OUTPUT_LANES_OF(t->sending, "u_port_transmit.next_byte", w->next_byte, 8);
    NEXT(port_transmit, t);
}

/* Arbitration */

void fedx_arbitration_eval(const struct fedx_buffer_pool *b, struct fedx_wires *w)
{
    ANY_OF(ARBITRATION_EVAL_OUTPUTS)
    same_occupied(WIRED(buffer_pool, b), w);
    OUTPUT_MASK("u_arbitration.occupied", w->occupied);
    OUTPUT_MASK("u_arbitration.available", w->available);
    OUTPUT_BUFFERS("u_arbitration.ready", w->ready);
    OUTPUT_MASK("u_arbitration.want", w->want);
    OUTPUT_BUFFER_LANES("u_arbitration.pool_allowed", b->allowed, 8);
    OUTPUT_BUFFER_LANES("u_arbitration.pool_best", b->best, 8);
    OUTPUT_BUFFER_LANES("u_arbitration.pool_preferred", b->preferred, 8);
    OUTPUT_BUFFER_LANES("u_arbitration.pool_ahead", b->ahead, FEDX_BUFFERS);
    w->grant = INPUT_MASK("u_arbitration.grant");
    some_lanes(w->grant, "grant_buf", "u_arbitration.grant_buf", w->grant_buf, BUFFER_BITS);
}

/* Admission */

struct fedx_tally fedx_tally_count(const struct fedx_buffer_pool *b)
{
    struct fedx_tally tally;

    CURRENT(WIRED(buffer_pool, b), buffer_pool, b);
    anything("tally", &tally, sizeof tally);
    return tally;
}

/* With decisions or without: the proof of the block has both. */
static inline void put_verdicts(struct fedx_wires *w)
{
    ANY_OF(ADMISSION_OUTPUTS)
    w->admit = INPUT_MASK("u_admission.admit");
    for (unsigned p = 0; p < FEDX_PORTS; p++)
        if (w->admit >> p & 1u)
            w->admit_buf[p] = (uint8_t)proof_free("admit_buf", p, BUFFER_BITS);
    w->admit_draw = INPUT_MASK("u_admission.admit_draw");
    anything("admit_reason", w->admit_reason, sizeof w->admit_reason);
    w->throttle_set = LEFT("throttle_set");
    w->watch = LEFT("watch");
    w->watch_level = LEFT("watch_level");
    w->random_next = LEFT("random_next");
}

void fedx_admission_eval(const struct fedx_admission *a, const struct fedx_port_receive *r,
                         const struct fedx_buffer_pool *b, const struct fedx_tally *tally, const struct fedx_config *c,
                         unsigned buffers, struct fedx_wires *w)
{
    const struct wired *all = WIRED(admission, a);
    struct fedx_tally counted = fedx_tally_count(b);

    CURRENT(all, admission, a);
    CURRENT(all, port_receive, r);
    CURRENT(all, buffer_pool, b);
    CURRENT(all, config, c);
    same_bytes(tally, &counted, sizeof counted);
    same(buffers, FEDX_BUFFERS);
    same(r->decide != 0, 1);
    same_choices(all, w);
    put_verdicts(w);
}

void fedx_admission_rest(const struct fedx_admission *a, struct fedx_wires *w)
{
    const struct wired *all = WIRED(admission, a);

    CURRENT(all, admission, a);
    same(all->before.port_receive.decide, 0);
    put_verdicts(w);
}

int fedx_admission_overdue(const struct fedx_admission *a, const struct fedx_config *c)
{
    CURRENT(WIRED(admission, a), admission, a);
    CURRENT(WIRED(admission, a), config, c);
    return (int)INPUT("u_admission.overdue");
}

static inline void put_settings_of_admission(const struct fedx_config *c)
{
    proof_output("u_admission.config_write", 0, 1, c->write);
    proof_output("u_admission.config_addr", 0, 16, c->addr);
    proof_output("u_admission.config_wdata", 0, 16, (uint16_t)c->wdata);
    proof_output("u_admission.config_backpressure", 0, 2, c->backpressure);
    proof_output("u_admission.config_class_rule", 0, 1, c->class_rule);
    proof_output("u_admission.config_random_select", 0, 1, c->random_select);
    proof_output("u_admission.config_backpressure_class", 0, 1, c->backpressure_class);
    proof_output("u_admission.config_limit_dest", 0, 8, c->limit_dest);
    proof_output("u_admission.config_limit_trans", 0, 8, c->limit_trans);
    proof_output("u_admission.config_limit_total", 0, 8, c->limit_total);
    proof_output("u_admission.config_throttle_timeout", 0, 16, c->throttle_timeout);
}

/* The ports of the RTL module; that eval was given the same is checked there. */
void fedx_admission_commit(struct fedx_admission *a, const struct fedx_port_receive *r, const struct fedx_config *c,
                           const struct fedx_pins *in, const struct fedx_wires *w)
{
    struct wired *all = WIRED(admission, a);
    struct choices choices = same_choices(all, w);
    const struct fedx_buffer_pool *b = &all->before.buffer_pool;
    struct fedx_wires left;

    CURRENT(all, admission, a);
    CURRENT(all, port_receive, r);
    CURRENT(all, config, c);
    put_verdicts(&left);
    same(w->admit, left.admit);
    same_lanes(w->admit, "admit_buf", w->admit_buf, BUFFER_BITS);
    same(w->admit_draw, left.admit_draw);
    same_bytes(w->admit_reason, left.admit_reason, sizeof left.admit_reason);
    same(w->throttle_set, left.throttle_set);
    same(w->watch, left.watch);
    same(w->watch_level, left.watch_level);
    same(w->random_next, left.random_next);
    put_settings_of_admission(c);
    OUTPUT_MASK("u_admission.receive_decide", r->decide);
    OUTPUT_MASK("u_admission.receive_bad", r->bad);
    OUTPUT_MASK("u_admission.receive_dup_bit", r->dup_bit);
    OUTPUT_LANES("u_admission.receive_head", r->head, 64);
    OUTPUT_MASK("u_admission.choice_valid", choices.valid);
    OUTPUT_LANES("u_admission.choice_level", choices.level, 8);
    OUTPUT_BUFFERS("u_admission.pool_used", b->used);
    OUTPUT_BUFFERS("u_admission.pool_waiting", b->waiting);
    OUTPUT_BUFFER_LANES("u_admission.pool_level", b->level, 8);
    OUTPUT_BUFFER_LANES("u_admission.pool_head", b->head, 64);
    proof_output("u_admission.pe_keep", 0, 1, w->keep >> FEDX_PE_PORT & 1u);
    proof_output("u_admission.pe_req", 0, 1, in->req >> FEDX_PE_PORT & 1u);
    NEXT(admission, a);
}

/* Configuration */

void fedx_config_commit(struct fedx_config *c, const struct fedx_control *control, const struct fedx_port_transmit *t,
                        unsigned random)
{
    CURRENT(WIRED(config, c), config, c);
    proof_output("u_config.side", 0, FEDX_LINKS, control->side);
    proof_output("u_config.cfg_we", 0, 1, control->cfg_we);
    proof_output("u_config.cfg_addr", 0, 16, control->cfg_addr);
    proof_output("u_config.cfg_wdata", 0, 32, control->cfg_wdata);
    OUTPUT_LANES("u_config.transmit_out_of_step", t->out_of_step, 8);
    proof_output("u_config.admission_random", 0, 16, random);
    NEXT(config, c);
}

void fedx_regs_reset(struct fedx_switch_regs *regs)
{
    ((struct wired *)(void *)((char *)regs - offsetof(struct wired, sw.regs)))->was_reset = 1;
}

/* The step */

#define TAKE_FREE(block, dimension, name, type, width, reset, meaning)                  \
    for (unsigned i = 0; i < VALUES(s->block.name, type); i++) {                        \
        uint64_t value = proof_free(#block "." #name, i, BITS(dimension, type, width)); \
        memcpy((uint8_t *)&s->block.name + i * sizeof(type), &value, sizeof(type));     \
    }
#define TAKE_FREE_BLOCK(block, LIST) LIST(TAKE_FREE)

/* Outputs of RTL modules that are registers. */

static inline void link_port_receive(const struct fedx_port_receive *r)
{
    LINK_MASK("u_port_receive.tx_refuse", r->refuse);
    LINK_MASK("u_port_receive.tx_acc", r->acc);
    LINK_MASK("u_port_receive.receive_lookup", r->lookup);
    LINK_MASK("u_port_receive.receive_routed", r->routed);
    LINK_MASK("u_port_receive.receive_busy", fedx_port_receive_busy(r));
    LINK_MASK("u_port_receive.receive_decide", r->decide);
    LINK_MASK("u_port_receive.receive_bad", r->bad);
    LINK_MASK("u_port_receive.receive_dup_bit", r->dup_bit);
    LINK_MASK("u_port_receive.receive_write", r->write);
    LINK_LANES("u_port_receive.receive_buf", r->buf, FEDX_PORTS, BUFFER_BITS);
    LINK_LANES("u_port_receive.receive_data", r->data, FEDX_PORTS, 8);
    LINK_LANES("u_port_receive.receive_count", r->count, FEDX_PORTS, 8);
    LINK_LANES("u_port_receive.receive_head", r->head, FEDX_PORTS, 64);
}

static inline void link_port_transmit(const struct fedx_port_transmit *t)
{
    LINK_LANES("u_port_transmit.tx_data", t->data, FEDX_PORTS, 8);
    LINK_MASK("u_port_transmit.tx_valid", t->sending);
    LINK_MASK("u_port_transmit.transmit_sending", t->sending);
    LINK_MASK("u_port_transmit.transmit_await", t->await);
    LINK_MASK("u_port_transmit.transmit_busy", fedx_port_transmit_busy(t));
    LINK_LANES("u_port_transmit.transmit_buf", t->buf, FEDX_PORTS, BUFFER_BITS);
    LINK_LANES("u_port_transmit.transmit_count", t->count, FEDX_PORTS, 8);
    LINK_LANES("u_port_transmit.transmit_out_of_step", t->out_of_step, FEDX_PORTS, 8);
}

static inline void link_ownership(const struct fedx_ownership *o)
{
    LINK_MASK("u_ownership.tx_turn", o->turn);
    LINK_MASK("u_ownership.tx_req", o->req);
    LINK_MASK("u_ownership.ownership_own_last", o->own_last);
}

static inline void link_buffer_pool(const struct fedx_buffer_pool *b)
{
    LINK_BUFFERS("u_buffer_pool.pool_used", b->used);
    LINK_BUFFERS("u_buffer_pool.pool_waiting", b->waiting);
    LINK_LANES("u_buffer_pool.pool_level", b->level, FEDX_BUFFERS, 8);
    LINK_LANES("u_buffer_pool.pool_allowed", b->allowed, FEDX_BUFFERS, 8);
    LINK_LANES("u_buffer_pool.pool_best", b->best, FEDX_BUFFERS, 8);
    LINK_LANES("u_buffer_pool.pool_preferred", b->preferred, FEDX_BUFFERS, 8);
    LINK_LANES("u_buffer_pool.pool_ahead", b->ahead, FEDX_BUFFERS, FEDX_BUFFERS);
    LINK_LANES("u_buffer_pool.pool_head", b->head, FEDX_BUFFERS, 64);
}

static inline void link_admission(const struct fedx_admission *a)
{
    proof_link("u_admission.admission_random", 0, 16, a->random);
    for (unsigned p = 0; p < FEDX_PORTS; p++) /* put_verdicts(), where it is executed in every cycle */
        proof_link("u_admission.admit_buf", p, BUFFER_BITS,
                   INPUT_MASK("u_admission.admit") >> p & 1u ? proof_free("admit_buf", p, BUFFER_BITS) : 0);
}

static inline void link_config(const struct fedx_config *c)
{
    proof_link("u_config.cfg_rdata", 0, 32, c->rdata);
    proof_link("u_config.config_write", 0, 1, c->write);
    proof_link("u_config.config_addr", 0, 16, c->addr);
    proof_link("u_config.config_wdata", 0, 32, c->wdata);
    LINK_MASK("u_config.config_side", c->side);
    proof_link("u_config.config_backpressure", 0, 2, c->backpressure);
    proof_link("u_config.config_class_rule", 0, 1, c->class_rule);
    proof_link("u_config.config_random_select", 0, 1, c->random_select);
    proof_link("u_config.config_latency", 0, 3, c->latency);
    proof_link("u_config.config_deroute_hops", 0, 1, c->deroute_hops);
    proof_link("u_config.config_backpressure_class", 0, 1, c->backpressure_class);
    proof_link("u_config.config_limit_dest", 0, 8, c->limit_dest);
    proof_link("u_config.config_limit_trans", 0, 8, c->limit_trans);
    proof_link("u_config.config_limit_total", 0, 8, c->limit_total);
    proof_link("u_config.config_eject_priority", 0, 8, c->eject_priority);
    proof_link("u_config.config_throttle_timeout", 0, 16, c->throttle_timeout);
    proof_link("u_config.holding", 0, 1, c->hold != 0);
}

static inline void link_registers(const struct fedx_switch_regs *s)
{
    link_port_receive(&s->port_receive);
    link_port_transmit(&s->port_transmit);
    link_ownership(&s->ownership);
    link_buffer_pool(&s->buffer_pool);
    link_admission(&s->admission);
    link_config(&s->config);
}

#define SAME_NEXT(block, LIST)                            \
    do {                                                  \
        __typeof__(w.sw.regs.block) next;                 \
        NEXT(block, &next);                               \
        same_bytes(&w.sw.regs.block, &next, sizeof next); \
    } while (0);

/* The pins of the whole switch. */
#define PIN_LANES(dimension, type, fields) sizeof(type), sizeof(fields) == sizeof(type) ? 1u : FEDX_LANES_##dimension
#define TAKE_WIRE(dimension, name, type, width, idle, shows, meaning) \
    take_lanes("rx_" #name, &in.name, PIN_LANES(dimension, type, in.name), BITS(dimension, type, width));
#define TAKE_PIN(dimension, name, type, width, idle, shows, meaning) \
    take_lanes(#name, &control.name, PIN_LANES(dimension, type, control.name), BITS(dimension, type, width));
#define PUT_WIRE(dimension, name, type, width, idle, shows, meaning) \
    put_lanes("tx_" #name, &out.name, PIN_LANES(dimension, type, out.name), BITS(dimension, type, width));
#define PUT_PIN(dimension, name, type, width, idle, shows, meaning) \
    put_lanes(#name, &status.name, PIN_LANES(dimension, type, status.name), BITS(dimension, type, width));

void fedx_switch(void);

void fedx_switch(void)
{
    struct wired w = {.was_reset = 0};
    struct fedx_switch_regs *s = &w.sw.regs;
    struct fedx_pins out, in = {.zero = {0}};
    struct fedx_control control;
    struct fedx_status status;
    struct fedx_wires wires;

    FEDX_CABLE_WIRES(TAKE_WIRE)
    FEDX_CONTROL_PINS(TAKE_PIN)
    FEDX_BLOCKS(TAKE_FREE_BLOCK)
    memcpy(&w.before, s, sizeof *s);
    w.sw.buffers = FEDX_BUFFERS;
    link_registers(s);
    fedx_switch_pins(&w.sw, &out);
    FEDX_CABLE_WIRES(PUT_WIRE)
    status.cfg_rdata = fedx_switch_cfg_rdata(&w.sw);
    FEDX_STATUS_PINS(PUT_PIN)
    take_old_wires(&wires);
    eval(&w.sw, &in, &wires);
    commit(&w.sw, &in, &control, &wires);
    /* After the edge each block has what its commit left; then the reset, if any, of all. */
    FEDX_BLOCKS(SAME_NEXT)
    if (control.rst)
        reset(s);
    proof_output("u_port_receive.rst", 0, 1, w.was_reset);
    proof_output("u_port_transmit.rst", 0, 1, w.was_reset);
    proof_output("u_ownership.rst", 0, 1, w.was_reset);
    proof_output("u_buffer_pool.rst", 0, 1, w.was_reset);
    proof_output("u_admission.rst", 0, 1, w.was_reset);
    proof_output("u_config.rst", 0, 1, w.was_reset);
}

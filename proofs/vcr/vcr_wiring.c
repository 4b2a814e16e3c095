/* SPDX-License-Identifier: Apache-2.0
 *
 * The proof of the wiring of the virtual-channel router: vcr_router_cycle(), vcr_router_pins() and the reset
 * themselves, with stand-ins for the functions of the mechanisms, against rtl/vcr/vcr_router.v without its modules.
 * What a function is given by others is an output, u_<module>.<port>, and must be what the RTL connects to that port;
 * what it gives to others is an input, the same for both sides. Registers hold anything; a commit leaves something else
 * in those of its block, so that whoever reads them too early or too late is found out. What a function leaves for a
 * later one must still be there. docs/verification/proofs.md.
 */
#include <stddef.h>

#define vcr_route_eval wired_route_eval
#define vcr_route_commit wired_route_commit
#define vcr_output_eval wired_output_eval
#define vcr_output_commit wired_output_commit
#define vcr_input_eval wired_input_eval
#define vcr_input_commit wired_input_commit
#define vcr_select_eval wired_select_eval
#define vcr_allocate_eval wired_allocate_eval
#define vcr_allocate_commit wired_allocate_commit
#define vcr_crossbar_commit wired_crossbar_commit
#define vcr_sat_switch_commit wired_sat_switch_commit
#define vcr_config_eval wired_config_eval
#define vcr_config_commit wired_config_commit
#define vcr_regs_reset wired_regs_reset
#include "../../cmodel/vcr/model/vcr_router.c"

#include "vcr_assumed.h"
#include "vcr_wired.h"

/* The router, its registers before the step, and whether they were reset; its memory is behind it. */
struct wired {
    struct vcr_regs before;
    unsigned was_reset;
    union {
        struct vcr_router router;
        uint64_t room[sizeof(struct vcr_router) / 8 + SLOTS * WORDS + SLOTS + TABLE];
    };
};

/* The router that registers of a block are part of: each block has a type of its own, so there is no other. */
#define WIRED(block, registers) \
    ((struct wired *)(void *)((char *)(uintptr_t)(registers)-offsetof(struct wired, router.regs.block)))

#define OF_WIRED_BLOCK(block, LIST) CURRENT_OF_BLOCK(block, LIST) NEXT_OF_BLOCK(block, LIST, VCR_WIDTHS(PARAMETERS))
VCR_BLOCKS(OF_WIRED_BLOCK)

/* The wires as each function gives them: the same values whenever they are asked for. */

static inline void put_route(struct vcr_wires *w)
{
    VCR_WIDTHS(PARAMETERS);

    ANY_OF(ROUTE_EVAL_OUTPUTS)
    w->arrive = INPUT_MASK("u_route.arrive");
    w->arrive_head = INPUT_MASK("u_route.arrive_head");
    w->arrive_tail = INPUT_MASK("u_route.arrive_tail");
    INPUT_LANES_IF(w->arrive >> lane & 1u, "u_route.arrive_vc", w->arrive_vc, PORTS, vc_bits);
    INPUT_LANES_IF(w->arrive >> lane / WORDS & 1u, "u_route.arrive_flit", w->arrive_flit, PORTS * WORDS, 64);
    INPUT_LANES_IF(w->arrive >> lane & 1u, "u_route.arrive_route", w->arrive_route, PORTS, VCR_ROUTE_BITS);
}

static inline void put_output(struct vcr_wires *w)
{
    VCR_WIDTHS(PARAMETERS);

    ANY_OF(OUTPUT_EVAL_OUTPUTS)
    INPUT_LANES("u_output.credits_now", w->credits_now, LANES, fill_bits);
    INPUT_LANES("u_output.free", w->free, PORTS, VCS);
    INPUT_LANES("u_output.sendable", w->sendable, PORTS, VCS);
    w->fall = INPUT_MASK("u_output.fall");
}

static inline void put_input(struct vcr_wires *w)
{
    ANY_OF(INPUT_EVAL_OUTPUTS)
    INPUT_LANES("u_input.request", w->request, PORTS, VCS);
    INPUT_LANES("u_input.going", w->going, PORTS, VCS);
    INPUT_LANES_IF(LANE_OF(w->request, lane), "u_input.front_route", w->front_route, LANES, VCR_ROUTE_BITS);
    INPUT_BITS_IF(there(w, lane), "u_input.front_head", w->front_head);
    INPUT_BITS_IF(there(w, lane), "u_input.front_tail", w->front_tail);
    INPUT_LANES_IF(there(w, lane / WORDS), "u_input.front_flit", w->front_flit, LANES * WORDS, 64);
}

static inline void put_select(struct vcr_wires *w)
{
    ANY_OF(SELECT_EVAL_OUTPUTS)
    INPUT_LANES("u_select.want", w->want, PORTS, VCS);
    INPUT_LANES_IF(LANE_OF(w->want, lane), "u_select.want_port", w->want_port, LANES, 4);
    INPUT_LANES_IF(LANE_OF(w->want, lane), "u_select.want_vcs", w->want_vcs, LANES, VCS);
    INPUT_LANES("u_select.deflect", w->deflect, PORTS, VCS);
    INPUT_LANES("u_select.commit", w->commit, PORTS, VCS);
    INPUT_LANES_IF(LANE_OF(w->commit, lane), "u_select.choice", w->choice, LANES, 4);
}

static inline void put_allocate(struct vcr_wires *w)
{
    VCR_WIDTHS(PARAMETERS);

    ANY_OF(ALLOCATE_EVAL_OUTPUTS)
    INPUT_LANES("u_allocate.grant", w->grant, PORTS, VCS);
    w->out_grant = INPUT_MASK("u_allocate.out_grant");
    INPUT_LANES_IF(w->out_grant >> lane & 1u, "u_allocate.out_lane", w->out_lane, PORTS, lane_bits);
    INPUT_LANES_IF(w->out_grant >> lane & 1u, "u_allocate.out_vc", w->out_vc, PORTS, vc_bits);
}

/* Every wire is as the function whose it is has given it: what a commit goes by. */
static inline void all_given(const struct vcr_wires *w)
{
    struct vcr_wires left;
    uint64_t unequal = 0;

    memset(&left, 0, sizeof left);
    put_route(&left);
    put_output(&left);
    put_input(&left);
    put_select(&left);
    put_allocate(&left);
    ROUTE_EVAL_OUTPUTS(LEFT_WIRE)
    OUTPUT_EVAL_OUTPUTS(LEFT_WIRE)
    INPUT_EVAL_OUTPUTS(LEFT_WIRE)
    SELECT_EVAL_OUTPUTS(LEFT_WIRE)
    ALLOCATE_EVAL_OUTPUTS(LEFT_WIRE)
    same(unequal, 0);
}

/* Stand-ins, in the order of the calls */

void vcr_route_eval(const struct vcr_parameters *s, const struct vcr_route *r, const struct vcr_config *c,
                    const struct vcr_pins *in, struct vcr_wires *w)
{
    const struct wired *all = WIRED(route, r);
    VCR_WIDTHS(PARAMETERS);

    same(s == PARAMETERS, 1);
    current_route(all, r);
    current_config(all, c);
    OUTPUT_MASK("u_route.rx_valid", in->valid);
    OUTPUT_MASK("u_route.rx_head", in->head);
    OUTPUT_MASK("u_route.rx_tail", in->tail);
    OUTPUT_LANES("u_route.rx_vc", in->vc, PORTS, vc_bits);
    OUTPUT_LANES("u_route.rx_flit", in->flit, PORTS * WORDS, 64);
    proof_output("u_route.quiet", 0, 1, c->quiet != 0);
    proof_output("u_route.config_routing", 0, 2, c->routing);
    proof_output("u_route.config_paired", 0, 1, c->paired);
    proof_output("u_route.config_node", 0, 16, c->node);
    proof_output("u_route.config_x_bits", 0, 4, c->x_bits);
    proof_output("u_route.config_y_bits", 0, 4, c->y_bits);
    proof_output("u_route.config_level", 0, 4, c->level);
    proof_output("u_route.config_local_port", 0, 4, c->local_port);
    proof_output("u_route.config_local_count", 0, 4, c->local_count);
    proof_output("u_route.config_local_bits", 0, 2, c->local_bits);
    OUTPUT_LANES("u_route.config_prefer", c->prefer, VCR_CLASSES, 2);
    put_route(w);
}

void vcr_output_eval(const struct vcr_parameters *s, const struct vcr_output *o, const struct vcr_config *c,
                     const struct vcr_pins *in, struct vcr_wires *w)
{
    const struct wired *all = WIRED(output, o);

    same(s == PARAMETERS, 1);
    current_output(all, o);
    current_config(all, c);
    OUTPUT_MASK("u_output.rx_up", in->up);
    OUTPUT_LANES("u_output.rx_credit", in->credit, PORTS, VCS);
    proof_output("u_output.quiet", 0, 1, c->quiet != 0);
    proof_output("u_output.config_alloc_credits", 0, 7, c->alloc_credits);
    put_output(w);
}

void vcr_input_eval(const struct vcr_parameters *s, const struct vcr_input *i, const uint64_t *flits,
                    const uint32_t *kept, struct vcr_wires *w)
{
    struct wired *all = WIRED(input, i);
    VCR_WIDTHS(PARAMETERS);

    same(s == PARAMETERS && flits == flits_of(&all->router) && kept == kept_of(PARAMETERS, &all->router), 1);
    current_input(all, i);
    OUTPUT_MASK("u_input.arrive", w->arrive);
    OUTPUT_MASK("u_input.arrive_head", w->arrive_head);
    OUTPUT_MASK("u_input.arrive_tail", w->arrive_tail);
    OUTPUT_LANES_IF(w->arrive >> lane & 1u, "u_input.arrive_vc", w->arrive_vc, PORTS, vc_bits);
    OUTPUT_LANES_IF(w->arrive >> lane / WORDS & 1u, "u_input.arrive_flit", w->arrive_flit, PORTS * WORDS, 64);
    OUTPUT_LANES_IF(w->arrive >> lane & 1u, "u_input.arrive_route", w->arrive_route, PORTS, VCR_ROUTE_BITS);
    OUTPUT_MASK("u_input.fall", w->fall);
    put_input(w);
}

static inline void show_select_settings(const struct vcr_config *c)
{
    proof_output("u_select.config_links", 0, 12, c->links);
    OUTPUT_LANES("u_select.config_adaptive", c->adaptive, VCR_CLASSES, 1);
    OUTPUT_LANES("u_select.config_select", c->select, VCR_CLASSES, 2);
    OUTPUT_LANES("u_select.config_busy_too", c->busy_too, VCR_CLASSES, 1);
    OUTPUT_LANES("u_select.config_redraw", c->redraw, VCR_CLASSES, 1);
    OUTPUT_LANES("u_select.config_vc_mask", c->vc_mask, VCR_CLASSES, 16);
    OUTPUT_LANES("u_select.config_escape_low", c->escape_low, VCR_CLASSES, 16);
    OUTPUT_LANES("u_select.config_escape_high", c->escape_high, VCR_CLASSES, 16);
}

void vcr_select_eval(const struct vcr_parameters *s, const struct vcr_input *i, const struct vcr_output *o,
                     const struct vcr_config *c, const struct vcr_route *r, struct vcr_wires *w)
{
    const struct wired *all = WIRED(input, i);
    VCR_WIDTHS(PARAMETERS);

    same(s == PARAMETERS, 1);
    current_input(all, i);
    current_output(all, o);
    current_config(all, c);
    current_route(all, r);
    OUTPUT_LANES("u_select.request", w->request, PORTS, VCS);
    OUTPUT_LANES("u_select.going", w->going, PORTS, VCS);
    OUTPUT_LANES_IF(LANE_OF(w->request, lane), "u_select.front_route", w->front_route, LANES, VCR_ROUTE_BITS);
    OUTPUT_LANES_IF(LANE_OF(w->request, lane / WORDS), "u_select.front_flit", w->front_flit, LANES * WORDS, 64);
    OUTPUT_LANES("u_select.input_committed", i->committed, PORTS, VCS);
    OUTPUT_LANES("u_select.input_commit_port", i->commit_port, LANES, 4);
    OUTPUT_LANES("u_select.input_out_port", i->out_port, LANES, 4);
    OUTPUT_LANES("u_select.input_out_vc", i->out_vc, LANES, vc_bits);
    OUTPUT_LANES("u_select.free", w->free, PORTS, VCS);
    OUTPUT_LANES("u_select.sendable", w->sendable, PORTS, VCS);
    OUTPUT_LANES("u_select.credits_now", w->credits_now, LANES, fill_bits);
    OUTPUT_MASK("u_select.output_hold", o->hold);
    proof_output("u_select.route_random", 0, 64, r->random);
    show_select_settings(c);
    put_select(w);
}

void vcr_allocate_eval(const struct vcr_parameters *s, const struct vcr_allocate *a, const struct vcr_input *i,
                       const struct vcr_config *c, struct vcr_wires *w)
{
    const struct wired *all = WIRED(allocate, a);

    same(s == PARAMETERS, 1);
    current_allocate(all, a);
    current_input(all, i);
    current_config(all, c);
    OUTPUT_LANES("u_allocate.want", w->want, PORTS, VCS);
    OUTPUT_LANES_IF(LANE_OF(w->want, lane), "u_allocate.want_port", w->want_port, LANES, 4);
    OUTPUT_LANES_IF(LANE_OF(w->want, lane), "u_allocate.want_vcs", w->want_vcs, LANES, VCS);
    OUTPUT_LANES("u_allocate.input_age", i->age, LANES, 16);
    proof_output("u_allocate.config_oldest", 0, 1, c->oldest);
    put_allocate(w);
}

void vcr_config_eval(const struct vcr_parameters *s, const struct vcr_regs *r, struct vcr_wires *w)
{
    const struct wired *all = WIRED(config, &r->config);

    same(s == PARAMETERS, 1);
    current_config(all, &r->config);
    current_route(all, &r->route);
    current_input(all, &r->input);
    current_output(all, &r->output);
    proof_output("u_config.route_random", 0, 64, r->route.random);
    OUTPUT_LANES("u_config.input_error", r->input.error, PORTS, 4);
    OUTPUT_MASK("u_config.output_credit_error", r->output.credit_error);
    ANY_OF(CONFIG_EVAL_OUTPUTS)
}

void vcr_input_commit(const struct vcr_parameters *s, struct vcr_input *i, const struct vcr_config *c, uint64_t *flits,
                      uint32_t *kept, const struct vcr_wires *w)
{
    struct wired *all = WIRED(input, i);
    VCR_WIDTHS(PARAMETERS);

    same(s == PARAMETERS && flits == flits_of(&all->router) && kept == kept_of(PARAMETERS, &all->router), 1);
    current_input(all, i);
    current_config(all, c);
    all_given(w);
    proof_output("u_input.quiet", 0, 1, c->quiet != 0);
    OUTPUT_LANES("u_input.grant", w->grant, PORTS, VCS);
    OUTPUT_LANES_IF(LANE_OF(w->want, lane), "u_input.want_port", w->want_port, LANES, 4);
    OUTPUT_LANES_IF(w->out_grant >> lane & 1u, "u_input.grant_vc", w->out_vc, PORTS, vc_bits);
    OUTPUT_LANES("u_input.commit", w->commit, PORTS, VCS);
    OUTPUT_LANES_IF(LANE_OF(w->commit, lane), "u_input.choice", w->choice, LANES, 4);
    next_input(i);
}

void vcr_output_commit(const struct vcr_parameters *s, struct vcr_output *o, const struct vcr_config *c,
                       const struct vcr_pins *in, const struct vcr_wires *w)
{
    const struct wired *all = WIRED(output, o);
    VCR_WIDTHS(PARAMETERS);

    same(s == PARAMETERS, 1);
    current_output(all, o);
    current_config(all, c);
    all_given(w);
    same(in->up, INPUT_MASK("rx_up"));
    for (unsigned p = 0; p < PORTS; p++)
        same(in->credit[p], input_of("rx_credit", p, VCS));
    proof_output("u_output.config_link_hold", 0, 1, c->link_hold);
    OUTPUT_MASK("u_output.out_grant", w->out_grant);
    /* What the crossbar gives, as the proof of its block has it. */
    proof_link("u_crossbar.out_head", 0, PORTS, leaving(w, w->front_head));
    proof_link("u_crossbar.out_tail", 0, PORTS, leaving(w, w->front_tail));
    OUTPUT_MASK("u_output.out_head", leaving(w, w->front_head));
    OUTPUT_MASK("u_output.out_tail", leaving(w, w->front_tail));
    OUTPUT_LANES_IF(w->out_grant >> lane & 1u, "u_output.out_vc", w->out_vc, PORTS, vc_bits);
    next_output(o);
}

void vcr_allocate_commit(const struct vcr_parameters *s, struct vcr_allocate *a, const struct vcr_config *c,
                         const struct vcr_wires *w)
{
    const struct wired *all = WIRED(allocate, a);

    same(s == PARAMETERS, 1);
    current_allocate(all, a);
    current_config(all, c);
    all_given(w);
    proof_output("u_allocate.config_by_input", 0, 1, c->by_input);
    next_allocate(a);
}

void vcr_crossbar_commit(const struct vcr_parameters *s, struct vcr_crossbar *x, const struct vcr_wires *w)
{
    VCR_WIDTHS(PARAMETERS);

    same(s == PARAMETERS, 1);
    current_crossbar(WIRED(crossbar, x), x);
    all_given(w);
    OUTPUT_MASK("u_crossbar.out_grant", w->out_grant);
    OUTPUT_LANES_IF(w->out_grant >> lane & 1u, "u_crossbar.out_lane", w->out_lane, PORTS, lane_bits);
    OUTPUT_LANES_IF(w->out_grant >> lane & 1u, "u_crossbar.out_vc", w->out_vc, PORTS, vc_bits);
    OUTPUT_BITS_IF(there(w, lane), "u_crossbar.front_head", w->front_head);
    OUTPUT_BITS_IF(there(w, lane), "u_crossbar.front_tail", w->front_tail);
    OUTPUT_LANES_IF(there(w, lane / WORDS), "u_crossbar.front_flit", w->front_flit, LANES * WORDS, 64);
    OUTPUT_LANES("u_crossbar.deflect", w->deflect, PORTS, VCS);
    next_crossbar(x);
}

void vcr_sat_switch_commit(const struct vcr_parameters *s, struct vcr_sat_switch *t, const struct vcr_config *c,
                           const struct vcr_pins *in)
{
    const struct wired *all = WIRED(sat_switch, t);

    same(s == PARAMETERS, 1);
    current_sat_switch(all, t);
    current_config(all, c);
    proof_output("u_sat_switch.quiet", 0, 1, c->quiet != 0);
    OUTPUT_MASK("u_sat_switch.rx_sat", in->sat);
    proof_output("u_sat_switch.config_sat_mode", 0, 2, c->sat_mode);
    proof_output("u_sat_switch.config_sat_root", 0, 1, c->sat_root);
    proof_output("u_sat_switch.config_sat_parent", 0, 4, c->sat_parent);
    proof_output("u_sat_switch.config_sat_children", 0, 12, c->sat_children);
    OUTPUT_LANES("u_sat_switch.config_sat_next", c->sat_next, PORTS, 4);
    next_sat_switch(t);
}

void vcr_route_commit(const struct vcr_parameters *s, struct vcr_route *r, const struct vcr_config *c, uint32_t *table,
                      const struct vcr_pins *in)
{
    struct wired *all = WIRED(route, r);

    same(s == PARAMETERS && table == table_of(PARAMETERS, &all->router), 1);
    current_route(all, r);
    current_config(all, c);
    same(in->valid, INPUT_MASK("rx_valid"));
    same(in->head, INPUT_MASK("rx_head"));
    same(in->tail, INPUT_MASK("rx_tail"));
    proof_output("u_route.config_write", 0, 1, c->write);
    proof_output("u_route.config_addr", 0, 16, c->addr);
    proof_output("u_route.config_wdata", 0, 32, c->wdata);
    next_route(r);
}

void vcr_config_commit(const struct vcr_parameters *s, struct vcr_config *c, const struct vcr_control *control,
                       const struct vcr_wires *w)
{
    struct vcr_wires left, *given = &left;

    same(s == PARAMETERS, 1);
    current_config(WIRED(config, c), c);
    EACH_WIRE(1, given->rdata = (uint32_t)any("any.rdata", i, 32))
    same(w->rdata, left.rdata);
    proof_output("u_config.cfg_we", 0, 1, control->cfg_we);
    proof_output("u_config.cfg_addr", 0, 16, control->cfg_addr);
    proof_output("u_config.cfg_wdata", 0, 32, control->cfg_wdata);
    next_config(c);
}

void vcr_regs_reset(struct vcr_regs *regs)
{
    ((struct wired *)(void *)((char *)regs - offsetof(struct wired, router.regs)))->was_reset = 1;
}

/* The step */

/* Outputs of RTL modules that are registers. */
#define LINK_SETTING(block, dimension, name, type, width, reset, meaning)               \
    if (__builtin_strcmp(#name, "rdata") != 0 && __builtin_strcmp(#name, "quiet") != 0) \
    EACH_VALUE(dimension,                                                               \
               proof_link("u_config.config_" #name, k, BITS_##dimension *(width), ((const type *)&r->block.name)[k]))

static inline void link_registers(const struct vcr_regs *r)
{
    VCR_WIDTHS(PARAMETERS);

    proof_link("u_route.route_random", 0, 64, r->route.random);
    proof_link("u_input.tx_up", 0, PORTS, r->input.up);
    LINK_LANES("u_input.tx_credit", r->input.credit, PORTS, VCS);
    LINK_LANES("u_input.input_error", r->input.error, PORTS, 4);
    LINK_LANES("u_input.input_committed", r->input.committed, PORTS, VCS);
    LINK_LANES("u_input.input_commit_port", r->input.commit_port, LANES, 4);
    LINK_LANES("u_input.input_out_port", r->input.out_port, LANES, 4);
    LINK_LANES("u_input.input_out_vc", r->input.out_vc, LANES, vc_bits);
    LINK_LANES("u_input.input_age", r->input.age, LANES, 16);
    proof_link("u_output.output_hold", 0, PORTS, r->output.hold);
    proof_link("u_output.output_credit_error", 0, PORTS, r->output.credit_error);
    proof_link("u_crossbar.tx_valid", 0, PORTS, r->crossbar.valid);
    proof_link("u_crossbar.tx_head", 0, PORTS, r->crossbar.head);
    proof_link("u_crossbar.tx_tail", 0, PORTS, r->crossbar.tail);
    LINK_LANES("u_crossbar.tx_vc", r->crossbar.vc, PORTS, vc_bits);
    LINK_LANES("u_crossbar.tx_flit", r->crossbar.flit, PORTS * WORDS, 64);
    proof_link("u_sat_switch.tx_sat", 0, PORTS, r->sat_switch.sat);
    VCR_CONFIG_REGS(LINK_SETTING)
    proof_link("u_config.cfg_rdata", 0, 32, r->config.rdata);
    proof_link("u_config.quiet", 0, 1, r->config.quiet != 0);
}

static inline void put_resets(unsigned reset)
{
    proof_output("u_route.rst", 0, 1, reset);
    proof_output("u_input.rst", 0, 1, reset);
    proof_output("u_output.rst", 0, 1, reset);
    proof_output("u_allocate.rst", 0, 1, reset);
    proof_output("u_crossbar.rst", 0, 1, reset);
    proof_output("u_sat_switch.rst", 0, 1, reset);
    proof_output("u_config.rst", 0, 1, reset);
}

void vcr_router(void);

void vcr_router(void)
{
    struct wired all;
    struct vcr_regs *r = &all.router.regs;
    struct vcr_pins in, out;
    struct vcr_control control;
    VCR_WIDTHS(PARAMETERS);

    memset(&in, 0, sizeof in);
    memset(&control, 0, sizeof control);
    VCR_PINS(TAKE_CONTROL, TAKE_RX, NO_PIN, NO_PIN)
    take_any_registers(r);
    all.before = *r;
    all.was_reset = 0;
    all.router.parameters = parameters;
    link_registers(r);
    vcr_router_pins(&all.router, &out);
    VCR_PINS(NO_PIN, NO_PIN, PUT_TX, NO_PIN)
    proof_output("cfg_rdata", 0, 32, vcr_router_cfg_rdata(&all.router));
    vcr_router_cycle(PARAMETERS, &all.router, &in, &control);
    VCR_BLOCKS(SAME_NEXT)
    put_resets(all.was_reset);
}

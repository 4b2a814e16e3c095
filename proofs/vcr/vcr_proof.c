/* SPDX-License-Identifier: Apache-2.0
 *
 * The proof harnesses of the virtual-channel router, one function a block: the mechanism's own functions between ports
 * that are called like those of its RTL module. A register x of a block is input x_reg.q and output x_reg.d, as Yosys
 * names the two sides of a flip-flop; they come from include/vcr/vcr_regs.def, so none can be forgotten. Each harness
 * follows vcr_router_cycle(): a wire is there from the call on for which vcr_wiring.c says so, and holds anything
 * before. docs/verification/proofs.md.
 */
#include "../../cmodel/vcr/model/vcr_router.c"

#include "vcr_assumed.h"

#define HARNESS_OF_BLOCK(block, LIST)                   \
    static inline void take_##block(struct vcr_regs *r) \
    {                                                   \
        VCR_WIDTHS(PARAMETERS);                         \
        LIST(TAKE_REG)                                  \
    }                                                   \
    static inline void put_##block(struct vcr_regs *r)  \
    {                                                   \
        VCR_WIDTHS(PARAMETERS);                         \
        if (INPUT("rst"))                               \
            reset(r);                                   \
        LIST(PUT_REG)                                   \
    }

VCR_BLOCKS(HARNESS_OF_BLOCK)

void vcr_flit(void);
void vcr_route(void);
void vcr_input(void);
void vcr_select(void);
void vcr_select_lanes(void);
void vcr_output(void);
void vcr_allocate(void);
void vcr_crossbar(void);
void vcr_sat_switch(void);
void vcr_config(void);

/* RTL: proofs/vcr/vcr_flit.v, which only calls the functions of rtl/vcr/vcr_flit.vh. */
void vcr_flit(void)
{
    static const struct vcr_parameters knows = {.via = 1};
    uint64_t head = proof_input("head", 0, 64);

    proof_output_if("deflected", 0, 64, vcr_flit_deflected(head), vcr_flit_deflections(head) != 0);
    proof_output("turned", 0, 64, vcr_flit_turned(head));
    proof_output("aimed", 0, 64, vcr_flit_aimed(&knows, head));
}

/* What comes on the wires. */
static inline void take_flits(struct vcr_pins *in)
{
    VCR_WIDTHS(PARAMETERS);

    memset(in, 0, sizeof *in);
    in->valid = INPUT_MASK("rx_valid");
    in->head = INPUT_MASK("rx_head");
    in->tail = INPUT_MASK("rx_tail");
    INPUT_LANES("rx_vc", in->vc, PORTS, vc_bits);
    INPUT_LANES("rx_flit", in->flit, PORTS * WORDS, 64);
}

static inline void take_route_settings(struct vcr_config *c)
{
    c->write = (uint8_t)INPUT("config_write");
    c->addr = (uint16_t)INPUT_WORD("config_addr", 16);
    c->wdata = INPUT_WORD("config_wdata", 32);
    c->quiet = (uint8_t)INPUT("quiet");
    c->routing = (uint8_t)INPUT_WORD("config_routing", 2);
    c->paired = (uint8_t)INPUT("config_paired");
    c->node = (uint16_t)INPUT_WORD("config_node", 16);
    c->x_bits = (uint8_t)INPUT_WORD("config_x_bits", 4);
    c->y_bits = (uint8_t)INPUT_WORD("config_y_bits", 4);
    c->level = (uint8_t)INPUT_WORD("config_level", 4);
    c->local_port = (uint8_t)INPUT_WORD("config_local_port", 4);
    c->local_count = (uint8_t)INPUT_WORD("config_local_count", 4);
    c->local_bits = (uint8_t)INPUT_WORD("config_local_bits", 2);
    INPUT_LANES("config_prefer", c->prefer, VCR_CLASSES, 2);
}

void vcr_route(void)
{
    struct vcr_regs regs, *r = &regs;
    struct vcr_wires w;
    struct vcr_pins in;
    uint32_t table[TABLE ? TABLE : 1];
    VCR_WIDTHS(PARAMETERS);

    if (TABLE)
        proof_memory("lookup.table_reg", table, 1, TABLE, sizeof table[0]);
    take_any_registers(r);
    take_old_wires(&w);
    take_route(r);
    take_flits(&in);
    take_route_settings(&r->config);
    proof_assume(assumed_by_route(&r->route));
    proof_output("route_random", 0, 64, r->route.random);
    LEAVES_OTHERS(ROUTE_EVAL_OUTPUTS, vcr_route_eval(PARAMETERS, &r->route, &r->config, &in, &w));
    promise(promised_by_route(&r->config, &w));
    OUTPUT_MASK("arrive", w.arrive);
    OUTPUT_MASK("arrive_head", w.arrive_head);
    OUTPUT_MASK("arrive_tail", w.arrive_tail);
    OUTPUT_LANES_IF(w.arrive >> lane & 1u, "arrive_vc", w.arrive_vc, PORTS, vc_bits);
    OUTPUT_LANES_IF(w.arrive >> lane / WORDS & 1u, "arrive_flit", w.arrive_flit, PORTS * WORDS, 64);
    OUTPUT_LANES_IF(w.arrive >> lane & 1u, "arrive_route", w.arrive_route, PORTS, VCR_ROUTE_BITS);
    vcr_route_commit(PARAMETERS, &r->route, &r->config, table, &in);
    put_route(r);
    if (TABLE)
        proof_memory_end(table);
}

/* What comes in this cycle, as the route gives it. */
static inline void take_arrivals(struct vcr_wires *w)
{
    VCR_WIDTHS(PARAMETERS);

    w->arrive = INPUT_MASK("arrive");
    w->arrive_head = INPUT_MASK("arrive_head");
    w->arrive_tail = INPUT_MASK("arrive_tail");
    INPUT_LANES_IF(w->arrive >> lane & 1u, "arrive_vc", w->arrive_vc, PORTS, vc_bits);
    INPUT_LANES_IF(w->arrive >> lane / WORDS & 1u, "arrive_flit", w->arrive_flit, PORTS * WORDS, 64);
    INPUT_LANES_IF(w->arrive >> lane & 1u, "arrive_route", w->arrive_route, PORTS, VCR_ROUTE_BITS);
}

/* What is kept with a flit, in the RTL and in the C. */
enum { KEPT_BITS = VCR_ROUTE_BITS + 2 };

static inline uint32_t kept_in_c(uint64_t kept)
{
    return (uint32_t)(kept & VCR_SLOT_ROUTE) | (kept >> VCR_ROUTE_BITS & 1u ? VCR_SLOT_HEAD : 0u) |
           (kept >> (VCR_ROUTE_BITS + 1) & 1u ? VCR_SLOT_TAIL : 0u);
}

static inline uint64_t kept_in_rtl(uint32_t kept)
{
    return (kept & VCR_SLOT_ROUTE) | (kept & VCR_SLOT_HEAD ? 1u << VCR_ROUTE_BITS : 0u) |
           (kept & VCR_SLOT_TAIL ? 2u << VCR_ROUTE_BITS : 0u);
}

/* The memory of lane l, as proofs/vcr/vcr_memory.v has it: one slot that is looked at, the front, others. */
#define STORE "lane[%u].u_store.store."

static inline void take_store(const struct vcr_input *i, unsigned l, uint64_t *flits, uint32_t *kept)
{
    unsigned sample = (unsigned)input_of(STORE "sample_reg.q", l, vcr_bits(DEPTH));
    uint64_t cell = input_of(STORE "cell_reg.q", l, 64), front = input_of(STORE "front_reg.q", l, 64);
    uint32_t cell_kept = kept_in_c(input_of(STORE "cell_kept_reg.q", l, KEPT_BITS));
    uint32_t front_kept = kept_in_c(input_of(STORE "front_kept_reg.q", l, KEPT_BITS));

    for (unsigned k = 0; k < DEPTH; k++) {
        uint64_t other = any("other_flit", l * DEPTH + k, 64);
        uint32_t other_kept = kept_in_c(any("other_kept", l * DEPTH + k, KEPT_BITS));
        flits[l * DEPTH + k] = k == sample ? cell : k == i->read[l] ? front : other;
        kept[l * DEPTH + k] = k == sample ? cell_kept : k == i->read[l] ? front_kept : other_kept;
    }
    proof_assume(!LANE_OF(i->stored, l) |
                 legal_route((i->read[l] == sample ? cell_kept : front_kept) & VCR_SLOT_ROUTE));
    proof_output(STORE "sample_reg.d", l, vcr_bits(DEPTH), sample);
    proof_output(STORE "front_reg.d", l, 64, front);
    proof_output(STORE "front_kept_reg.d", l, KEPT_BITS, kept_in_rtl(front_kept));
}

static inline void put_store(unsigned l, const uint64_t *flits, const uint32_t *kept)
{
    unsigned sample = (unsigned)input_of(STORE "sample_reg.q", l, vcr_bits(DEPTH));
    /* Where there is no slot with that number, the RTL keeps what it has. */
    uint64_t cell = input_of(STORE "cell_reg.q", l, 64) & -(uint64_t)(sample >= DEPTH);
    uint32_t cell_kept = kept_in_c(input_of(STORE "cell_kept_reg.q", l, KEPT_BITS)) & -(uint32_t)(sample >= DEPTH);

    for (unsigned k = 0; k < DEPTH; k++) {
        cell |= k == sample ? flits[l * DEPTH + k] : 0;
        cell_kept |= k == sample ? kept[l * DEPTH + k] : 0;
    }
    proof_output(STORE "cell_reg.d", l, 64, cell);
    proof_output(STORE "cell_kept_reg.d", l, KEPT_BITS, kept_in_rtl(cell_kept));
}

static inline void put_input_registers(const struct vcr_input *i)
{
    VCR_WIDTHS(PARAMETERS);

    OUTPUT_MASK("tx_up", i->up);
    OUTPUT_LANES("tx_credit", i->credit, PORTS, VCS);
    OUTPUT_LANES("input_error", i->error, PORTS, 4);
    OUTPUT_LANES("input_committed", i->committed, PORTS, VCS);
    OUTPUT_LANES("input_commit_port", i->commit_port, LANES, 4);
    OUTPUT_LANES("input_out_port", i->out_port, LANES, 4);
    OUTPUT_LANES("input_out_vc", i->out_vc, LANES, vc_bits);
    OUTPUT_LANES("input_age", i->age, LANES, 16);
}

void vcr_input(void)
{
    struct vcr_regs regs, *r = &regs;
    struct vcr_wires w;
    uint64_t flits[SLOTS * WORDS];
    uint32_t kept[SLOTS];
    VCR_WIDTHS(PARAMETERS);

    memset(flits, 0, sizeof flits);
    memset(kept, 0, sizeof kept);
    take_any_registers(r);
    take_old_wires(&w);
    take_input(r);
    r->config.quiet = (uint8_t)INPUT("quiet");
    for (unsigned l = 0; l < LANES; l++)
        take_store(&r->input, l, flits, kept);
    put_input_registers(&r->input);
    take_arrivals(&w);
    w.fall = INPUT_MASK("fall");
    proof_assume(assumed_by_input(&r->input));
    proof_assume(promised_by_route(&r->config, &w));
    LEAVES_OTHERS(INPUT_EVAL_OUTPUTS, vcr_input_eval(PARAMETERS, &r->input, flits, kept, &w));
    promise(promised_by_input(&w));
    promise(going_is_active(&r->input, &w));
    OUTPUT_LANES("request", w.request, PORTS, VCS);
    OUTPUT_LANES("going", w.going, PORTS, VCS);
    OUTPUT_LANES_IF(LANE_OF(w.request, lane), "front_route", w.front_route, LANES, VCR_ROUTE_BITS);
    OUTPUT_BITS_IF(there(&w, lane), "front_head", w.front_head);
    OUTPUT_BITS_IF(there(&w, lane), "front_tail", w.front_tail);
    OUTPUT_LANES_IF(there(&w, lane / WORDS), "front_flit", w.front_flit, LANES * WORDS, 64);
    INPUT_LANES("grant", w.grant, PORTS, VCS);
    INPUT_LANES("commit", w.commit, PORTS, VCS);
    INPUT_LANES_IF(LANE_OF(w.grant, lane), "want_port", w.want_port, LANES, 4);
    INPUT_LANES_IF(LANE_OF(w.commit, lane), "choice", w.choice, LANES, 4);
    w.out_grant = (uint16_t)any("out_grant", 0, PORTS);
    INPUT_LANES_IF(w.out_grant >> lane & 1u, "grant_vc", w.out_vc, PORTS, vc_bits);
    proof_assume(assumed_of_grants(&w));
    vcr_input_commit(PARAMETERS, &r->input, &r->config, flits, kept, &w);
    for (unsigned l = 0; l < LANES; l++)
        put_store(l, flits, kept);
    put_input(r);
}

static inline void take_select_settings(struct vcr_config *c)
{
    c->links = (uint16_t)INPUT_WORD("config_links", 12);
    INPUT_LANES("config_adaptive", c->adaptive, VCR_CLASSES, 1);
    INPUT_LANES("config_select", c->select, VCR_CLASSES, 2);
    INPUT_LANES("config_busy_too", c->busy_too, VCR_CLASSES, 1);
    INPUT_LANES("config_redraw", c->redraw, VCR_CLASSES, 1);
    INPUT_LANES("config_vc_mask", c->vc_mask, VCR_CLASSES, 16);
    INPUT_LANES("config_escape_low", c->escape_low, VCR_CLASSES, 16);
    INPUT_LANES("config_escape_high", c->escape_high, VCR_CLASSES, 16);
}

/* What selection reads: registers of others, settings, fronts and credits. */
static inline void take_select(struct vcr_regs *r, struct vcr_wires *w)
{
    VCR_WIDTHS(PARAMETERS);

    take_any_registers(r);
    take_old_wires(w);
    INPUT_LANES("input_committed", r->input.committed, PORTS, VCS);
    INPUT_LANES("input_commit_port", r->input.commit_port, LANES, 4);
    INPUT_LANES("input_out_port", r->input.out_port, LANES, 4);
    INPUT_LANES("input_out_vc", r->input.out_vc, LANES, vc_bits);
    r->output.hold = INPUT_MASK("output_hold");
    r->route.random = proof_input("route_random", 0, 64);
    take_select_settings(&r->config);
    INPUT_LANES("request", w->request, PORTS, VCS);
    INPUT_LANES("going", w->going, PORTS, VCS);
    INPUT_LANES_IF(LANE_OF(w->request, lane), "front_route", w->front_route, LANES, VCR_ROUTE_BITS);
    INPUT_LANES_IF(LANE_OF(w->request, lane / WORDS), "front_flit", w->front_flit, LANES * WORDS, 64);
    INPUT_LANES("free", w->free, PORTS, VCS);
    INPUT_LANES("sendable", w->sendable, PORTS, VCS);
    INPUT_LANES("credits_now", w->credits_now, LANES, fill_bits);
    proof_assume(assumed_by_select(&r->input, w));
    proof_assume(promised_by_output(w));
}

/* What a lane asks for when no other has a front. */
static inline void select_alone(const struct vcr_regs *r, struct vcr_wires *w, unsigned lane)
{
    for (unsigned p = 0; p < PORTS; p++) {
        unsigned here = p == lane / VCS ? 1u << lane % VCS : 0u;
        w->request[p] = (uint16_t)(input_of("request", p, VCS) & here);
        w->going[p] = (uint16_t)(input_of("going", p, VCS) & here);
    }
    vcr_select_eval(PARAMETERS, &r->input, &r->output, &r->config, &r->route, w);
}

/* What it asks for as outputs. */
static inline void put_request(const struct vcr_wires *w, unsigned lane)
{
    unsigned want = LANE_OF(w->want, lane), commit = LANE_OF(w->commit, lane);

    proof_output("want", lane, 1, want);
    proof_output_if("want_port", lane, 4, w->want_port[lane], want);
    proof_output_if("want_vcs", lane, VCS, w->want_vcs[lane], want);
    proof_output("deflect", lane, 1, LANE_OF(w->deflect, lane));
    proof_output("commit", lane, 1, commit);
    proof_output_if("choice", lane, 4, w->choice[lane], commit);
}

/*
 * A lane at a time: what it asks for when no other has a front is what the RTL has it ask for whatever the others do.
 * That the C does not look at the others either is shown by block `select_lanes`.
 */
void vcr_select(void)
{
    struct vcr_regs regs, *r = &regs;
    struct vcr_wires w;

    take_select(r, &w);
    for (unsigned lane = 0; lane < LANES; lane++) {
        select_alone(r, &w, lane);
        put_request(&w, lane);
    }
}

/* Where both mean something, what differs of lane l; with what says whether it does. */
static inline unsigned differs(const struct vcr_wires *a, const struct vcr_wires *b, unsigned l)
{
    unsigned want = LANE_OF(a->want, l), commit = LANE_OF(a->commit, l);

    return (want ^ LANE_OF(b->want, l)) | (commit ^ LANE_OF(b->commit, l)) |
           (LANE_OF(a->deflect, l) ^ LANE_OF(b->deflect, l)) | ((unsigned)(a->want_port[l] ^ b->want_port[l]) & -want) |
           ((unsigned)(a->want_vcs[l] ^ b->want_vcs[l]) & -want) | ((unsigned)(a->choice[l] ^ b->choice[l]) & -commit);
}

/* There is no RTL: each output is to be 0. */
void vcr_select_lanes(void)
{
    struct vcr_regs regs, *r = &regs;
    struct vcr_wires w, alone;

    take_select(r, &w);
    take_select(r, &alone);
    LEAVES_OTHERS(SELECT_EVAL_OUTPUTS, vcr_select_eval(PARAMETERS, &r->input, &r->output, &r->config, &r->route, &w));
    promise(promised_by_select(&r->input, &w));
    for (unsigned lane = 0; lane < LANES; lane++) {
        select_alone(r, &alone, lane);
        proof_output("differs", lane, 1, differs(&w, &alone, lane) != 0);
    }
}

void vcr_output(void)
{
    struct vcr_regs regs, *r = &regs;
    struct vcr_wires w;
    struct vcr_pins in;
    VCR_WIDTHS(PARAMETERS);

    memset(&in, 0, sizeof in);
    take_any_registers(r);
    take_old_wires(&w);
    take_output(r);
    r->config.quiet = (uint8_t)INPUT("quiet");
    r->config.link_hold = (uint8_t)INPUT("config_link_hold");
    r->config.alloc_credits = (uint8_t)INPUT_WORD("config_alloc_credits", 7);
    in.up = INPUT_MASK("rx_up");
    INPUT_LANES("rx_credit", in.credit, PORTS, VCS);
    OUTPUT_MASK("output_hold", r->output.hold);
    OUTPUT_MASK("output_credit_error", r->output.credit_error);
    LEAVES_OTHERS(OUTPUT_EVAL_OUTPUTS, vcr_output_eval(PARAMETERS, &r->output, &r->config, &in, &w));
    promise(promised_by_output(&w));
    OUTPUT_LANES("credits_now", w.credits_now, LANES, fill_bits);
    OUTPUT_LANES("free", w.free, PORTS, VCS);
    OUTPUT_LANES("sendable", w.sendable, PORTS, VCS);
    OUTPUT_MASK("fall", w.fall);
    w.out_grant = INPUT_MASK("out_grant");
    INPUT_LANES_IF(w.out_grant >> lane & 1u, "out_vc", w.out_vc, PORTS, vc_bits);
    proof_assume(assumed_by_output(&r->output, &w));
    proof_link("out_head", 0, PORTS, leaving(&w, w.front_head));
    proof_link("out_tail", 0, PORTS, leaving(&w, w.front_tail));
    vcr_output_commit(PARAMETERS, &r->output, &r->config, &in, &w);
    put_output(r);
}

void vcr_allocate(void)
{
    struct vcr_regs regs, *r = &regs;
    struct vcr_wires w;
    VCR_WIDTHS(PARAMETERS);

    take_any_registers(r);
    take_old_wires(&w);
    take_allocate(r);
    INPUT_LANES("input_age", r->input.age, LANES, 16);
    r->config.oldest = (uint8_t)INPUT("config_oldest");
    r->config.by_input = (uint8_t)INPUT("config_by_input");
    INPUT_LANES("want", w.want, PORTS, VCS);
    INPUT_LANES_IF(LANE_OF(w.want, lane), "want_port", w.want_port, LANES, 4);
    INPUT_LANES_IF(LANE_OF(w.want, lane), "want_vcs", w.want_vcs, LANES, VCS);
    proof_assume(assumed_by_allocate(&w));
    LEAVES_OTHERS(ALLOCATE_EVAL_OUTPUTS, vcr_allocate_eval(PARAMETERS, &r->allocate, &r->input, &r->config, &w));
    promise(promised_by_allocate(&w));
    OUTPUT_LANES("grant", w.grant, PORTS, VCS);
    OUTPUT_MASK("out_grant", w.out_grant);
    OUTPUT_LANES_IF(w.out_grant >> lane & 1u, "out_lane", w.out_lane, PORTS, lane_bits);
    OUTPUT_LANES_IF(w.out_grant >> lane & 1u, "out_vc", w.out_vc, PORTS, vc_bits);
    vcr_allocate_commit(PARAMETERS, &r->allocate, &r->config, &w);
    put_allocate(r);
}

void vcr_crossbar(void)
{
    struct vcr_regs regs, *r = &regs;
    struct vcr_wires w;
    VCR_WIDTHS(PARAMETERS);

    take_any_registers(r);
    take_old_wires(&w);
    take_crossbar(r);
    OUTPUT_MASK("tx_valid", r->crossbar.valid);
    OUTPUT_MASK("tx_head", r->crossbar.head);
    OUTPUT_MASK("tx_tail", r->crossbar.tail);
    OUTPUT_LANES("tx_vc", r->crossbar.vc, PORTS, vc_bits);
    OUTPUT_LANES("tx_flit", r->crossbar.flit, PORTS * WORDS, 64);
    w.out_grant = INPUT_MASK("out_grant");
    INPUT_LANES_IF(w.out_grant >> lane & 1u, "out_lane", w.out_lane, PORTS, lane_bits);
    INPUT_LANES_IF(w.out_grant >> lane & 1u, "out_vc", w.out_vc, PORTS, vc_bits);
    INPUT_BITS_IF(there(&w, lane), "front_head", w.front_head);
    INPUT_BITS_IF(there(&w, lane), "front_tail", w.front_tail);
    INPUT_LANES_IF(there(&w, lane / WORDS), "front_flit", w.front_flit, LANES * WORDS, 64);
    INPUT_LANES("deflect", w.deflect, PORTS, VCS);
    proof_assume(assumed_by_crossbar(&w));
    OUTPUT_MASK("out_head", leaving(&w, w.front_head));
    OUTPUT_MASK("out_tail", leaving(&w, w.front_tail));
    vcr_crossbar_commit(PARAMETERS, &r->crossbar, &w);
    put_crossbar(r);
}

void vcr_sat_switch(void)
{
    struct vcr_regs regs, *r = &regs;
    struct vcr_pins in;

    memset(&in, 0, sizeof in);
    take_any_registers(r);
    take_sat_switch(r);
    OUTPUT_MASK("tx_sat", r->sat_switch.sat);
    r->config.quiet = (uint8_t)INPUT("quiet");
    r->config.sat_mode = (uint8_t)INPUT_WORD("config_sat_mode", 2);
    r->config.sat_root = (uint8_t)INPUT("config_sat_root");
    r->config.sat_parent = (uint8_t)INPUT_WORD("config_sat_parent", 4);
    r->config.sat_children = (uint16_t)INPUT_WORD("config_sat_children", 12);
    INPUT_LANES("config_sat_next", r->config.sat_next, PORTS, 4);
    in.sat = INPUT_MASK("rx_sat");
    vcr_sat_switch_commit(PARAMETERS, &r->sat_switch, &r->config, &in);
    put_sat_switch(r);
}

/* A setting is an output of the RTL; of what else is in the block, rdata is a pin, and quiet is 0 or not. */
#define OUTPUT_SETTING(block, dimension, name, type, width, reset, meaning)             \
    if (__builtin_strcmp(#name, "rdata") != 0 && __builtin_strcmp(#name, "quiet") != 0) \
    PUT("config_" #name, dimension, r->block.name, type, width)

void vcr_config(void)
{
    struct vcr_regs regs, *r = &regs;
    struct vcr_wires w;
    struct vcr_control control = {.cfg_we = (uint8_t)INPUT("cfg_we"),
                                  .cfg_addr = (uint16_t)INPUT_WORD("cfg_addr", 16),
                                  .cfg_wdata = INPUT_WORD("cfg_wdata", 32)};

    take_any_registers(r);
    take_old_wires(&w);
    take_config(r);
    r->route.random = proof_input("route_random", 0, 64);
    INPUT_LANES("input_error", r->input.error, PORTS, 4);
    r->output.credit_error = INPUT_MASK("output_credit_error");
    VCR_CONFIG_REGS(OUTPUT_SETTING)
    proof_output("cfg_rdata", 0, 32, r->config.rdata);
    proof_output("quiet", 0, 1, r->config.quiet != 0);
    LEAVES_OTHERS(CONFIG_EVAL_OUTPUTS, vcr_config_eval(PARAMETERS, r, &w));
    vcr_config_commit(PARAMETERS, &r->config, &control, &w);
    put_config(r);
}

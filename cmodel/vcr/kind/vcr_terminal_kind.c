/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_terminal_kind.h"

#include <stdlib.h>
#include <string.h>

#include "../../kind/node.h"
#include "../model/vcr_internal.h"

_Static_assert(sizeof(struct vcr_terminal_regs) <= KIND_MOST_STATE &&
                   sizeof(struct vcr_terminal_status) <= KIND_MOST_STATUS,
               "room for all");

/* States that can be ---------------------------------------------------------------------------------------------- */

const char *const vcr_terminal_legal_names[VCR_TERMINAL_LEGAL_COUNT] = {
#define CLAUSE(name, words) #name,
    VCR_TERMINAL_CLAUSES(CLAUSE)
#undef CLAUSE
};

const char *const vcr_terminal_legal_words[VCR_TERMINAL_LEGAL_COUNT] = {
#define CLAUSE(name, words) words,
    VCR_TERMINAL_CLAUSES(CLAUSE)
#undef CLAUSE
};

static int pointers(const struct vcr_terminal_parameters *s, const struct vcr_inject *j)
{
    unsigned slots = vcr_terminal_slots(s), waiting = j->queued - (unsigned)__builtin_popcount(j->sending);

    return j->buffered <= s->buffer && j->queued <= s->queue && waiting <= j->queued && j->write < slots &&
           j->passed < slots && j->read < slots && (j->read + waiting) % slots == j->passed &&
           (j->passed + j->buffered) % slots == j->write;
}

/* Pointers are legal. */
static int used(const struct vcr_terminal_parameters *s, const struct vcr_inject *j)
{
    unsigned slots = vcr_terminal_slots(s), held = 0, waiting = j->queued - (unsigned)__builtin_popcount(j->sending);

    for (unsigned k = 0; k < waiting + j->buffered; k++)
        held |= 1u << (j->read + k) % slots;
    VCR_FOR_EACH(p, j->sending)
    {
        if (j->slot[p] >= slots || held >> j->slot[p] & 1u)
            return 0;
        held |= 1u << j->slot[p];
    }
    return held == j->used;
}

static int sending(const struct vcr_terminal_parameters *s, const struct vcr_inject *j)
{
    for (unsigned p = 0; p < s->ports; p++)
        if (j->vc[p] >= s->vcs || j->sent[p] >= s->length || ((j->sending >> p & 1u) != (j->sent[p] != 0)))
            return 0;
    return 1;
}

static int credits(const struct vcr_terminal_parameters *s, const struct vcr_inject *j)
{
    for (unsigned l = 0; l < (unsigned)s->ports * s->vcs; l++)
        if (j->credits[l] > (j->linked >> l / s->vcs & 1u ? s->depth : 0))
            return 0;
    return 1;
}

static int wires(const struct vcr_terminal_parameters *s, const struct vcr_inject *j)
{
    uint64_t rest = (unsigned)(j->tx_head | j->tx_tail) & ~(unsigned)j->tx_valid;

    for (unsigned p = 0; p < s->ports; p++)
        for (unsigned k = 0; k < s->words && !(j->tx_valid >> p & 1u); k++)
            rest |= j->tx_flit[p * s->words + k] | j->tx_vc[p];
    return rest == 0;
}

uint32_t vcr_terminal_legal(const struct vcr_terminal_parameters *s, const struct reg_info *rows,
                            const struct vcr_terminal_regs *r)
{
    const struct vcr_inject *j = &r->inject;
    int pointed = pointers(s, j), room = j->buffered < s->buffer && !(j->used >> j->write & 1u);
    int quiet = r->terminal.quiet == 0 || (r->terminal.up == 0 && j->linked == 0);

    return (uint32_t)!vcr_terminal_regs_fit(rows, r) << VCR_TERMINAL_LEGAL_widths |
           (uint32_t)!pointed << VCR_TERMINAL_LEGAL_pointers |
           (uint32_t) !(pointed && used(s, j)) << VCR_TERMINAL_LEGAL_used |
           (uint32_t)(j->room != room) << VCR_TERMINAL_LEGAL_room |
           (uint32_t)!sending(s, j) << VCR_TERMINAL_LEGAL_sending |
           (uint32_t)!credits(s, j) << VCR_TERMINAL_LEGAL_credits | (uint32_t)!wires(s, j) << VCR_TERMINAL_LEGAL_wires |
           (uint32_t)!quiet << VCR_TERMINAL_LEGAL_quiet;
}

/* The model as a node --------------------------------------------------------------------------------------------- */

static void *create(const struct vcr_terminal_parameters *s)
{
    struct vcr_terminal_unit *terminal = calloc(1, vcr_terminal_bytes(s));

    if (terminal)
        vcr_terminal_init(terminal, s);
    return terminal;
}

static void step(void *node, const void *in, const void *control)
{
    vcr_terminal_step(node, in, control);
}

static void pins(const void *node, void *out)
{
    vcr_terminal_pins(node, out);
}

static void status(const void *node, void *out)
{
    vcr_terminal_status(node, out);
}

static void state(const void *node, void *out)
{
    memcpy(out, vcr_terminal_state(node), sizeof(struct vcr_terminal_regs));
}

static void store(const void *node, int slot, uint8_t *out)
{
    struct vcr_terminal_unit *terminal = (struct vcr_terminal_unit *)(uintptr_t)node;

    memcpy(out, vcr_terminal_packet(terminal, (unsigned)slot),
           8u * terminal->parameters.length * terminal->parameters.words);
}

static void inject(void *node, const void *registers)
{
    vcr_terminal_set_state(node, registers);
}

static void inject_store(void *node, int slot, const uint8_t *bytes)
{
    struct vcr_terminal_unit *terminal = node;

    memcpy(vcr_terminal_packet(terminal, (unsigned)slot), bytes,
           8u * terminal->parameters.length * terminal->parameters.words);
}

void vcr_terminal_archive(void *node, struct archive *a)
{
    struct vcr_terminal_unit *terminal = node;
    struct vcr_terminal_parameters parameters = terminal->parameters;
    struct reg_info rows[VCR_TERMINAL_REG_COUNT];

    ARCHIVE(a, terminal->regs);
    a->visit(a, "packet", terminal->packet, vcr_terminal_bytes(&parameters) - sizeof *terminal);
    vcr_terminal_reg_rows(&parameters, rows);
    archive_check(a, vcr_terminal_legal(&parameters, rows, &terminal->regs) == 0);
}

static const struct vcr_pins idle_pins;

/* What is of one build. */
#define VCR_TERMINAL_BUILD(name_, kind_, ports_, vcs_, depth_, words_, length_, buffer_, queue_)                    \
    const struct vcr_terminal_parameters vcr_terminal_parameters_##name_ = {.ports = (ports_),                      \
                                                                            .vcs = (vcs_),                          \
                                                                            .depth = (depth_),                      \
                                                                            .words = (words_),                      \
                                                                            .length = (length_),                    \
                                                                            .buffer = (buffer_),                    \
                                                                            .queue = (queue_)};                     \
    static struct reg_info registers_##name_[VCR_TERMINAL_REG_COUNT];                                               \
    static struct pin_info pins_##name_[VCR_TERMINAL_PIN_COUNT];                                                    \
    static void __attribute__((constructor)) fill_##name_(void)                                                     \
    {                                                                                                               \
        vcr_terminal_reg_rows(&vcr_terminal_parameters_##name_, registers_##name_);                                 \
        vcr_terminal_pin_rows(&vcr_terminal_parameters_##name_, pins_##name_);                                      \
    }                                                                                                               \
    static void *create_##name_(const struct node_ops *inner, uint64_t seed)                                        \
    {                                                                                                               \
        (void)inner;                                                                                                \
        (void)seed;                                                                                                 \
        return create(&vcr_terminal_parameters_##name_);                                                            \
    }                                                                                                               \
    static const struct node_ops model_##name_ = {                                                                  \
        .version = VCR_TERMINAL_NODE_VERSION,                                                                       \
        .name = "model",                                                                                            \
        .create = create_##name_,                                                                                   \
        .destroy = free,                                                                                            \
        .step = step,                                                                                               \
        .pins = pins,                                                                                               \
        .status = status,                                                                                           \
        .state = state,                                                                                             \
        .store = store,                                                                                             \
        .inject = inject,                                                                                           \
        .inject_store = inject_store,                                                                               \
        .archive = vcr_terminal_archive,                                                                            \
    };                                                                                                              \
    static struct kind_parts parts_##name_;                                                                         \
    const struct router_kind vcr_terminal_kind_##name_ = {                                                          \
        .name = (kind_),                                                                                            \
        .parameters = &vcr_terminal_parameters_##name_,                                                             \
        .ports = (ports_),                                                                                          \
        .pins_bytes = offsetof(struct vcr_pins, flit) + 8 * (ports_) * (words_),                                    \
        .control_bytes = offsetof(struct vcr_terminal_control, packet) + 8 * (length_) * (words_),                  \
        .status_bytes = sizeof(struct vcr_terminal_status),                                                         \
        .state_bytes = sizeof(struct vcr_terminal_regs),                                                            \
        .registers = registers_##name_,                                                                             \
        .register_count = VCR_TERMINAL_REG_COUNT,                                                                   \
        .pins = pins_##name_,                                                                                       \
        .pin_count = VCR_TERMINAL_PIN_COUNT,                                                                        \
        .idle = &idle_pins,                                                                                         \
        .parts = &parts_##name_,                                                                                    \
        .model = &model_##name_,                                                                                    \
    };                                                                                                              \
    _Static_assert(offsetof(struct vcr_terminal_control, packet) + 8 * (length_) * (words_) <= KIND_MOST_CONTROL && \
                       8 * (length_) * (words_) <= KIND_MOST_PINS,                                                  \
                   "room for all");
#include "vcr_terminals.def"
#undef VCR_TERMINAL_BUILD

/* SPDX-License-Identifier: Apache-2.0
 *
 * Waveforms. See fedx_waveform.h. The file is written by the FST writer that comes
 * with Verilator; FEDX_FST says that it is there.
 */
#include "fedx_waveform.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIGNALS = 400 + 10 * FEDX_BUFFERS };

/* One signal of one side, or of the inputs, and its value. */
struct signal {
    const char *block, *name;
    int lane; /* -1: it has one value */
    unsigned width;
    uint64_t value;
};

/* In the order of the file. */
struct signals {
    int count;
    struct signal list[MOST_SIGNALS];
};

static void add(struct signals *s, const char *block, const char *name, int lane, unsigned width, uint64_t value)
{
    s->list[s->count++] = (struct signal){block, name, lane, width, value};
}

static void add_mask(struct signals *s, const char *block, const char *name, int bits, uint64_t mask)
{
    for (int i = 0; i < bits; i++)
        add(s, block, name, i, 1, mask >> i & 1u);
}

static void add_pins(struct signals *s, const char *block, const struct fedx_pins *pins)
{
    add_mask(s, block, "valid", FEDX_PORTS, pins->valid);
    for (int p = 0; p < FEDX_PORTS; p++)
        add(s, block, "data", p, 8, pins->data[p]);
    add_mask(s, block, "turn", FEDX_PORTS, pins->turn);
    add_mask(s, block, "req", FEDX_PORTS, pins->req);
    add_mask(s, block, "refuse", FEDX_PORTS, pins->refuse);
    add_mask(s, block, "acc", FEDX_PORTS, pins->acc);
}

static void add_registers(struct signals *s, const struct fedx_switch_regs *regs)
{
    for (int i = 0; i < fedx_reg_count; i++) {
        const struct fedx_reg_info *r = &fedx_reg_table[i];
        if (r->kind != 'W' && r->width == 1)
            add_mask(s, r->block, r->name, r->kind == 'P' ? FEDX_PORTS : FEDX_STANDARD_BUFFERS, fedx_reg_value(regs, r, 0));
        else
            for (int k = 0; k < r->lanes; k++)
                add(s, r->block, r->name, r->kind == 'W' ? -1 : k, r->width, fedx_reg_value(regs, r, k));
    }
}

/* "name_3", or "name" alone. */
static const char *signal_name(const struct signal *s, char *text, size_t size)
{
    snprintf(text, size, s->lane >= 0 ? "%s_%d" : "%s", s->name, s->lane);
    return text;
}

#ifdef FEDX_FST
#include <fstapi.h>

/* A group of signals in the file, with the values written last. */
struct track {
    struct signals now;
    uint64_t last[MOST_SIGNALS];
    fstHandle handle[MOST_SIGNALS];
};

struct writer {
    void *fst;
    const struct fedx_waveform *w;
    void *node[2];
    const struct fedx_node_ops *ops[2];
    struct track in, side[2]; /* model, rtl */
    fstHandle differs;
    int started;
};

static void inputs_of(const struct fedx_vector *v, struct signals *s)
{
    s->count = 0;
    add(s, "in", "rst", -1, 1, v->control.rst);
    add(s, "in", "side", -1, FEDX_LINKS, v->control.side);
    add(s, "in", "cfg_we", -1, 1, v->control.cfg_we);
    add(s, "in", "cfg_addr", -1, 16, v->control.cfg_addr);
    add(s, "in", "cfg_wdata", -1, 32, v->control.cfg_wdata);
    add_pins(s, "in", &v->in);
}

static void state_of(const struct writer *w, int side, struct signals *s)
{
    struct fedx_pins out;
    struct fedx_switch_regs regs;

    w->ops[side]->pins(w->node[side], &out);
    w->ops[side]->state(w->node[side], &regs);
    s->count = 0;
    add_pins(s, "out", &out);
    add(s, "out", "cfg_rdata", -1, 32, w->ops[side]->cfg_rdata(w->node[side]));
    add_registers(s, &regs);
}

static void declare(struct writer *w, struct track *t, const char *scope)
{
    const char *block = NULL;
    char name[64];

    if (scope)
        fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, scope, NULL);
    for (int i = 0; i < t->now.count; i++) {
        const struct signal *s = &t->now.list[i];
        if (!block || strcmp(block, s->block) != 0) {
            if (block)
                fstWriterSetUpscope(w->fst);
            fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, s->block, NULL);
            block = s->block;
        }
        signal_name(s, name, sizeof name);
        if (s->width > 1)
            snprintf(name + strlen(name), sizeof name - strlen(name), " [%u:0]", s->width - 1);
        t->handle[i] = fstWriterCreateVar(w->fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, s->width, name, 0);
    }
    fstWriterSetUpscope(w->fst);
    if (scope)
        fstWriterSetUpscope(w->fst);
}

static void declare_all(struct writer *w)
{
    inputs_of(w->w->vectors->cycle, &w->in.now);
    state_of(w, 0, &w->side[0].now);
    state_of(w, 1, &w->side[1].now);
    fstWriterSetDate(w->fst, "-"); /* the same bytes for the same run */
    fstWriterSetVersion(w->fst, "Fed-X, 1 ns is one cycle");
    fstWriterSetTimescale(w->fst, -9);
    fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, "fedx", NULL);
    w->differs = fstWriterCreateVar(w->fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, 1, "differs", 0);
    declare(w, &w->in, NULL);
    declare(w, &w->side[0], "model");
    declare(w, &w->side[1], "rtl");
    fstWriterSetUpscope(w->fst);
}

static void emit(struct writer *w, struct track *t)
{
    for (int i = 0; i < t->now.count; i++)
        if (!w->started || t->now.list[i].value != t->last[i]) {
            fstWriterEmitValueChange64(w->fst, t->handle[i], t->now.list[i].width, t->now.list[i].value);
            t->last[i] = t->now.list[i].value;
        }
}

static int sides_differ(const struct writer *w)
{
    for (int i = 0; i < w->side[0].now.count; i++)
        if (w->side[0].now.list[i].value != w->side[1].now.list[i].value)
            return 1;
    return 0;
}

/* What cycle `cycle` shows; the one after the last vector has no inputs. */
static void emit_cycle(struct writer *w, uint64_t cycle)
{
    static const char unknown[] = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";

    fstWriterEmitTimeChange(w->fst, cycle);
    state_of(w, 0, &w->side[0].now);
    state_of(w, 1, &w->side[1].now);
    fstWriterEmitValueChange(w->fst, w->differs, sides_differ(w) ? "1" : "0");
    emit(w, &w->side[0]);
    emit(w, &w->side[1]);
    if (cycle < w->w->vectors->count) {
        inputs_of(&w->w->vectors->cycle[cycle], &w->in.now);
        emit(w, &w->in);
    } else {
        for (int i = 0; i < w->in.now.count; i++)
            fstWriterEmitValueChange(w->fst, w->in.handle[i], unknown);
    }
    w->started = 1;
}

static int create_sides(struct writer *w)
{
    w->ops[0] = &fedx_node_model;
    w->ops[1] = w->w->rtl;
    w->node[0] = w->ops[0]->create(NULL, 0);
    w->node[1] = w->ops[1]->create(NULL, w->w->power_up);
    return w->node[0] && w->node[1] ? 0 : -1;
}

static void write_all(struct writer *w)
{
    uint64_t count = w->w->vectors->count, first = count > w->w->cycles ? count - w->w->cycles : 0;

    declare_all(w);
    for (uint64_t cycle = 0; cycle <= count; cycle++) {
        if (cycle >= first)
            emit_cycle(w, cycle);
        for (int side = 0; side < 2 && cycle < count; side++)
            w->ops[side]->step(w->node[side], &w->w->vectors->cycle[cycle].in, &w->w->vectors->cycle[cycle].control);
    }
    /* So that the last cycle can be seen. */
    fstWriterEmitTimeChange(w->fst, count + 1);
    fstWriterClose(w->fst);
}

/* The writer does not tell of a full disk, so the file is opened once more. */
static int is_whole(const char *path, uint64_t end)
{
    int reason = errno;
    void *fst = fstReaderOpen(path);
    int whole = fst && fstReaderGetEndTime(fst) == end;

    if (fst)
        fstReaderClose(fst);
    errno = reason;
    return whole;
}

int fedx_waveform_able(void)
{
    return 1;
}

int fedx_waveform_write(const struct fedx_waveform *what, const char *path, char *error, size_t size)
{
    struct writer *w = calloc(1, sizeof *w);
    int status = -1;

    snprintf(error, size, "out of memory");
    if (w) {
        w->w = what;
        if (create_sides(w) == 0) {
            errno = 0;
            w->fst = fstWriterCreate(path, 1);
            if (w->fst)
                write_all(w);
            status = w->fst && is_whole(path, what->vectors->count + 1) ? 0 : -1;
            if (status != 0)
                snprintf(error, size, "cannot write %s: %s", path, errno ? strerror(errno) : "it is not whole");
        }
        for (int side = 0; side < 2; side++)
            if (w->node[side])
                w->ops[side]->destroy(w->node[side]);
    }
    free(w);
    return status;
}
#else
int fedx_waveform_able(void)
{
    return 0;
}

int fedx_waveform_write(const struct fedx_waveform *what, const char *path, char *error, size_t size)
{
    (void)what;
    snprintf(error, size, "cannot write %s: this program was built without Verilator, whose waveform writer it uses", path);
    return -1;
}
#endif

/* What GTKWave shows -------------------------------------------------------------------------- */

/* Flags of a trace in a save file. */
enum { AS_BIT = 0x28, AS_HEXADECIMAL = 0x22, AS_COMMENT = 0x200 };

static void show(const char *scope, const struct signal *s, FILE *file)
{
    char name[64];

    fprintf(file, "@%x\nfedx.%s%s.%s", s->width > 1 ? AS_HEXADECIMAL : AS_BIT, scope, s->block,
            signal_name(s, name, sizeof name));
    if (s->width > 1)
        fprintf(file, "[%u:0]", s->width - 1);
    fputc('\n', file);
}

static void heading(const char *text, FILE *file)
{
    fprintf(file, "@%x\n-%s\n", AS_COMMENT, text);
}

/* 1 when a signal is the field that differs, at a lane that does. */
static int is_wrong(const struct fedx_divergence *d, const struct signal *s)
{
    char name[96];
    const char *field = strncmp(d->field, "tx_", 3) == 0 ? d->field + 3 : d->field; /* the pins, in scope out */

    snprintf(name, sizeof name, "%s%s%s", strcmp(s->block, "out") == 0 ? "" : s->block,
             strcmp(s->block, "out") == 0 ? "" : ".", s->name);
    if (strcmp(name, field) != 0)
        return 0;
    if (s->width == 1 && s->lane >= 0) /* a mask */
        return (d->model ^ d->rtl) >> s->lane & 1u;
    return d->lane < 0 || d->lane == s->lane;
}

static int is_of_port(const struct signal *s, int port)
{
    static const char *const blocks[] = {"in", "out", "port_receive", "port_transmit", "ownership", "route"};

    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        if (strcmp(s->block, blocks[i]) == 0)
            return s->lane == port;
    return 0;
}

/* The port to look at: that of the field, or the first that was receiving or sending. */
static int port_of(const struct fedx_divergence *d)
{
    const struct fedx_switch_regs *r = &d->model_regs;
    unsigned busy = r->port_receive.header | r->port_receive.decide | r->port_receive.body | r->port_transmit.sending;
    int of_port = strncmp(d->field, "tx_", 3) == 0;

    for (int i = 0; i < fedx_reg_count; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s.%s", fedx_reg_table[i].block, fedx_reg_table[i].name);
        of_port |= fedx_reg_table[i].kind == 'P' && strcmp(d->field, name) == 0;
    }
    if (of_port && d->lane >= 0)
        return d->lane;
    if (of_port && (d->model ^ d->rtl) & FEDX_ALL_PORTS)
        return __builtin_ctzll(d->model ^ d->rtl);
    return busy & FEDX_ALL_PORTS ? __builtin_ctz(busy & FEDX_ALL_PORTS) : 0;
}

void fedx_waveform_view(const struct fedx_divergence *d, const char *waveform, uint64_t first, FILE *file)
{
    static const char *const sides[] = {"model.", "rtl."};
    struct signals in = {0}, state = {0};
    int port = port_of(d);
    char text[32];

    add_pins(&in, "in", &d->in);
    add_pins(&state, "out", &d->model_out);
    add(&state, "out", "cfg_rdata", -1, 32, 0);
    add_registers(&state, &d->model_regs);
    fprintf(file, "[dumpfile] \"%s\"\n[timestart] %" PRIu64 "\n[size] 1400 900\n[pos] -1 -1\n", waveform,
            d->cycle > first + 60 ? d->cycle - 60 : first);
    /* Zoom (2^3.5 cycles a tick of the ruler), the marker at the difference, no named markers. */
    fprintf(file, "*-3.500000 %" PRIu64, d->cycle);
    for (int i = 0; i < 26; i++)
        fputs(" -1", file);
    fputs("\n[treeopen] fedx.\n", file);
    fprintf(file, "@%x\nfedx.differs\n", AS_BIT);
    heading(d->field, file);
    for (int i = 0; i < state.count; i++)
        for (int side = 0; side < 2; side++)
            if (is_wrong(d, &state.list[i]))
                show(sides[side], &state.list[i], file);
    snprintf(text, sizeof text, "port %s, inputs", fedx_port_name(port));
    heading(text, file);
    for (int i = 0; i < in.count; i++)
        if (is_of_port(&in.list[i], port))
            show("", &in.list[i], file);
    for (int side = 0; side < 2; side++) {
        snprintf(text, sizeof text, "port %s, %s", fedx_port_name(port), side ? "RTL" : "model");
        heading(text, file);
        for (int i = 0; i < state.count; i++)
            if (is_of_port(&state.list[i], port))
                show(sides[side], &state.list[i], file);
    }
}

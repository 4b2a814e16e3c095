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

#ifdef FEDX_FST
#include <fstapi.h>

/* Cycles that the last values go on, so that they can be seen. */
enum { TAIL = 20 };

/* A list of signals in the file, with the values written last. */
struct track {
    uint64_t last[FEDX_SIGNALS];
    fstHandle handle[FEDX_SIGNALS];
};

struct fedx_waveform {
    char *path;
    void *fst;                /* NULL: it cannot be written */
    int reason;               /* ... errno */
    uint64_t last;            /* cycle that was drawn */
    struct fedx_signals_show signals;
    struct track in, side[2]; /* model, RTL */
    fstHandle differs;
    int started;
};

static void declare(struct fedx_waveform *w, struct track *t, const struct fedx_signals *signals, const char *scope)
{
    const char *block = NULL;
    char name[64];

    if (scope)
        fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, scope, NULL);
    for (int i = 0; i < signals->count; i++) {
        const struct fedx_signal *s = &signals->list[i];
        if (!block || strcmp(block, s->block) != 0) {
            if (block)
                fstWriterSetUpscope(w->fst);
            fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, s->block, NULL);
            block = s->block;
        }
        fedx_signal_name(s, name, sizeof name);
        if (s->width > 1)
            snprintf(name + strlen(name), sizeof name - strlen(name), " [%u:0]", s->width - 1);
        t->handle[i] = fstWriterCreateVar(w->fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, s->width, name, 0);
    }
    fstWriterSetUpscope(w->fst);
    if (scope)
        fstWriterSetUpscope(w->fst);
}

static void declare_all(struct fedx_waveform *w, const struct fedx_signals_cycle *cycle)
{
    fstWriterSetDate(w->fst, "-"); /* the same bytes for the same run */
    fstWriterSetVersion(w->fst, "Fed-X, 1 ns is one cycle");
    fstWriterSetTimescale(w->fst, -9);
    fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, "fedx", NULL);
    w->differs = fstWriterCreateVar(w->fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, 1, "differs", 0);
    declare(w, &w->in, cycle->in, NULL);
    declare(w, &w->side[0], cycle->model, "model");
    declare(w, &w->side[1], cycle->rtl, "rtl");
    fstWriterSetUpscope(w->fst);
}

static const char unknown[] = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";

static void emit(struct fedx_waveform *w, struct track *t, const struct fedx_signals *signals)
{
    for (int i = 0; i < signals->count; i++)
        if (signals->list[i].hidden) {
            if (!w->started)
                fstWriterEmitValueChange(w->fst, t->handle[i], unknown);
        } else if (!w->started || signals->list[i].value != t->last[i]) {
            fstWriterEmitValueChange64(w->fst, t->handle[i], signals->list[i].width, signals->list[i].value);
            t->last[i] = signals->list[i].value;
        }
}

static int sides_differ(const struct fedx_signals *model, const struct fedx_signals *rtl)
{
    for (int i = 0; i < model->count; i++)
        if (!rtl->list[i].hidden && model->list[i].value != rtl->list[i].value)
            return 1;
    return 0;
}

static void emit_cycle(void *context, const struct fedx_signals_cycle *cycle)
{
    struct fedx_waveform *w = context;

    if (!w->fst)
        return;
    if (!w->started)
        declare_all(w, cycle);
    w->last = cycle->number;
    fstWriterEmitTimeChange(w->fst, cycle->number);
    fstWriterEmitValueChange(w->fst, w->differs, cycle->compared && sides_differ(cycle->model, cycle->rtl) ? "1" : "0");
    emit(w, &w->side[0], cycle->model);
    emit(w, &w->side[1], cycle->rtl);
    if (cycle->in)
        emit(w, &w->in, cycle->in);
    else
        for (int i = 0; w->in.handle[i]; i++)
            fstWriterEmitValueChange(w->fst, w->in.handle[i], unknown);
    w->started = 1;
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

struct fedx_waveform *fedx_waveform_open(const char *path, uint64_t first)
{
    struct fedx_waveform *w = calloc(1, sizeof *w);

    if (!w || !(w->path = strdup(path))) {
        free(w);
        return NULL;
    }
    w->signals = (struct fedx_signals_show){.first = first, .visit = emit_cycle, .context = w};
    errno = 0;
    w->fst = fstWriterCreate(path, 1);
    w->reason = errno;
    return w;
}

struct observer fedx_waveform_observer(struct fedx_waveform *w)
{
    return fedx_signals_observer(&w->signals);
}

/* @return 0, or -1 with errno, which may be 0 */
static int complete(struct fedx_waveform *w)
{
    uint64_t end = w->last + TAIL;

    errno = w->reason;
    if (!w->fst)
        return -1;
    fstWriterEmitTimeChange(w->fst, end);
    fstWriterClose(w->fst);
    return is_whole(w->path, end) ? 0 : -1;
}

int fedx_waveform_close(struct fedx_waveform *w, char *error, size_t size)
{
    int status = w ? complete(w) : 0;

    if (status != 0)
        snprintf(error, size, "cannot write %s: %s", w->path, errno ? strerror(errno) : "it is not whole");
    if (w)
        free(w->path);
    free(w);
    return status;
}
#else
int fedx_waveform_able(void)
{
    return 0;
}

struct fedx_waveform *fedx_waveform_open(const char *path, uint64_t first)
{
    (void)path;
    (void)first;
    return NULL;
}

struct observer fedx_waveform_observer(struct fedx_waveform *w)
{
    (void)w;
    return (struct observer){0};
}

int fedx_waveform_close(struct fedx_waveform *w, char *error, size_t size)
{
    (void)w;
    (void)error;
    (void)size;
    return 0;
}
#endif

/* What GTKWave shows -------------------------------------------------------------------------- */

/* Cycles before a difference that fit into the window beside it. */
enum { SHOWN_BEFORE = 40 };

/* Flags of a trace in a save file. */
enum { AS_BIT = 0x28, AS_HEXADECIMAL = 0x22, AS_COMMENT = 0x200 };

/* @param side  "model", "rtl", or "" for an input; with_side: it is shown, because both sides are there */
static void show(const char *side, int with_side, const struct fedx_signal *s, FILE *file)
{
    char name[64];

    fedx_signal_name(s, name, sizeof name);
    fprintf(file, "@%x\n", s->width > 1 ? AS_HEXADECIMAL : AS_BIT);
    if (with_side)
        fprintf(file, "+{%s %s} ", side, name);
    fprintf(file, "fedx.%s%s%s.%s", side, *side ? "." : "", s->block, name);
    if (s->width > 1)
        fprintf(file, "[%u:0]", s->width - 1);
    fputc('\n', file);
}

static void heading(const char *text, FILE *file)
{
    fprintf(file, "@%x\n-%s\n", AS_COMMENT, text);
}

void fedx_waveform_view(const struct divergence *d, const char *waveform, uint64_t first, FILE *file)
{
    static const char *const sides[] = {"model", "rtl"};
    struct fedx_signals in, state;
    int port = fedx_divergence_port(d);
    char text[32];

    fedx_signals_of_divergence(d, &in, &state);
    fprintf(file, "[dumpfile] \"%s\"\n[timestart] %" PRIu64 "\n[size] 1400 900\n[pos] -1 -1\n", waveform,
            d->cycle > first + SHOWN_BEFORE ? d->cycle - SHOWN_BEFORE : first);
    /* Zoom (2^3.5 cycles a tick of the ruler), the marker at the difference, no named markers. */
    fprintf(file, "*-3.500000 %" PRIu64, d->cycle);
    for (int i = 0; i < 26; i++)
        fputs(" -1", file);
    fputs("\n[treeopen] fedx.\n", file);
    fprintf(file, "@%x\nfedx.differs\n", AS_BIT);
    heading(d->field, file);
    for (int i = 0; i < state.count; i++)
        for (int side = 0; side < 2; side++)
            if (fedx_signal_is_wrong(d, &state.list[i]))
                show(sides[side], 1, &state.list[i], file);
    snprintf(text, sizeof text, "port %s, inputs", fedx_port_name(port));
    heading(text, file);
    for (int i = 0; i < in.count; i++)
        if (fedx_signal_is_of_port(&in.list[i], port))
            show("", 0, &in.list[i], file);
    for (int side = 0; side < 2; side++) {
        snprintf(text, sizeof text, "port %s, %s", fedx_port_name(port), side ? "RTL" : "model");
        heading(text, file);
        for (int i = 0; i < state.count; i++)
            if (fedx_signal_is_of_port(&state.list[i], port))
                show(sides[side], 0, &state.list[i], file);
    }
}

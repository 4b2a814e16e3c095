/* SPDX-License-Identifier: Apache-2.0
 *
 * Waveforms. See waveform.h. The file is written by the FST writer that comes
 * with Verilator; FEDX_FST says that it is there.
 */
#include "waveform.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "triage.h"

#ifdef FEDX_FST
#include <fstapi.h>

/* Cycles that the last values go on, so that they can be seen. */
enum { TAIL = 20 };

/* A signal in the file, with the value written last. */
struct track {
    uint64_t last;
    fstHandle handle;
};

struct waveform {
    const struct router_kind *kind;
    char *path;
    void *fst;     /* NULL: it cannot be written */
    int reason;    /* ... errno */
    uint64_t last; /* cycle that was drawn */
    struct signals_show signals;
    struct track *in, *side[2]; /* model, RTL; as many as signals */
    int inputs;                 /* signals of in */
    fstHandle differs;
    int started;
};

static void declare(struct waveform *w, struct track *t, const struct signals *signals, const char *scope)
{
    const char *block = NULL;
    char name[64];

    if (scope)
        fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, scope, NULL);
    for (int i = 0; i < signals->count; i++) {
        const struct signal *s = &signals->list[i];
        if (!block || strcmp(block, s->block) != 0) {
            if (block)
                fstWriterSetUpscope(w->fst);
            fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, s->block, NULL);
            block = s->block;
        }
        signal_name(s, name, sizeof name);
        if (s->width > 1)
            snprintf(name + strlen(name), sizeof name - strlen(name), " [%u:0]", s->width - 1);
        t[i].handle = fstWriterCreateVar(w->fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, s->width, name, 0);
    }
    fstWriterSetUpscope(w->fst);
    if (scope)
        fstWriterSetUpscope(w->fst);
}

static void declare_all(struct waveform *w, const struct signals_cycle *cycle)
{
    fstWriterSetDate(w->fst, "-"); /* the same bytes for the same run */
    fstWriterSetVersion(w->fst, "Fed-X, 1 ns is one cycle");
    fstWriterSetTimescale(w->fst, -9);
    fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, w->kind->name, NULL);
    w->differs = fstWriterCreateVar(w->fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, 1, "differs", 0);
    declare(w, w->in, cycle->in, NULL);
    w->inputs = cycle->in->count;
    declare(w, w->side[0], cycle->model, "model");
    declare(w, w->side[1], cycle->rtl, "rtl");
    fstWriterSetUpscope(w->fst);
}

static const char unknown[] = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";

static void emit(struct waveform *w, struct track *t, const struct signals *signals)
{
    for (int i = 0; i < signals->count; i++)
        if (signals->list[i].hidden) {
            if (!w->started)
                fstWriterEmitValueChange(w->fst, t[i].handle, unknown);
        } else if (!w->started || signals->list[i].value != t[i].last) {
            fstWriterEmitValueChange64(w->fst, t[i].handle, signals->list[i].width, signals->list[i].value);
            t[i].last = signals->list[i].value;
        }
}

static int sides_differ(const struct signals *model, const struct signals *rtl)
{
    for (int i = 0; i < model->count; i++)
        if (!rtl->list[i].hidden && model->list[i].value != rtl->list[i].value)
            return 1;
    return 0;
}

static void emit_cycle(void *context, const struct signals_cycle *cycle)
{
    struct waveform *w = context;

    if (!w->fst)
        return;
    if (!w->started)
        declare_all(w, cycle);
    w->last = cycle->number;
    fstWriterEmitTimeChange(w->fst, cycle->number);
    fstWriterEmitValueChange(w->fst, w->differs, cycle->compared && sides_differ(cycle->model, cycle->rtl) ? "1" : "0");
    emit(w, w->side[0], cycle->model);
    emit(w, w->side[1], cycle->rtl);
    if (cycle->in)
        emit(w, w->in, cycle->in);
    else
        for (int i = 0; i < w->inputs; i++)
            fstWriterEmitValueChange(w->fst, w->in[i].handle, unknown);
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

int waveform_able(void)
{
    return 1;
}

static void destroy(struct waveform *w)
{
    signals_show_finish(&w->signals);
    free(w->in);
    free(w->side[0]);
    free(w->side[1]);
    free(w->path);
    free(w);
}

struct waveform *waveform_open(const char *path, const struct router_kind *kind, uint64_t first)
{
    const size_t most = (size_t)signals_most(kind);
    struct waveform *w = calloc(1, sizeof *w);

    if (!w)
        return NULL;
    w->kind = kind;
    w->path = strdup(path);
    w->in = calloc(most, sizeof *w->in);
    w->side[0] = calloc(most, sizeof *w->in);
    w->side[1] = calloc(most, sizeof *w->in);
    if (signals_show_init(&w->signals, kind, first, emit_cycle, w) != 0 || !w->path || !w->in || !w->side[0] ||
        !w->side[1]) {
        destroy(w);
        return NULL;
    }
    errno = 0;
    w->fst = fstWriterCreate(path, 1);
    w->reason = errno;
    return w;
}

struct observer waveform_observer(struct waveform *w)
{
    return signals_observer(&w->signals);
}

/* @return 0, or -1 with errno, which may be 0 */
static int complete(struct waveform *w)
{
    uint64_t end = w->last + TAIL;

    errno = w->reason;
    if (!w->fst)
        return -1;
    fstWriterEmitTimeChange(w->fst, end);
    fstWriterClose(w->fst);
    return is_whole(w->path, end) ? 0 : -1;
}

int waveform_close(struct waveform *w, char *error, size_t size)
{
    int status = w ? complete(w) : 0;

    if (status != 0)
        snprintf(error, size, "cannot write %s: %s", w->path, errno ? strerror(errno) : "it is not whole");
    if (w)
        destroy(w);
    return status;
}
#else
int waveform_able(void)
{
    return 0;
}

struct waveform *waveform_open(const char *path, const struct router_kind *kind, uint64_t first)
{
    (void)path;
    (void)kind;
    (void)first;
    return NULL;
}

struct observer waveform_observer(struct waveform *w)
{
    (void)w;
    return (struct observer){0};
}

int waveform_close(struct waveform *w, char *error, size_t size)
{
    (void)w;
    (void)error;
    (void)size;
    return 0;
}
#endif

/* What GTKWave shows ---------------------------------------------------------------------------------------------- */

/* Cycles before a difference that fit into the window beside it. */
enum { SHOWN_BEFORE = 40 };

/* Flags of a trace in a save file. */
enum { AS_BIT = 0x28, AS_HEXADECIMAL = 0x22, AS_COMMENT = 0x200 };

/* A save file that is written. */
struct view {
    const struct router_kind *kind;
    const struct mismatch *d;
    FILE *file;
};

/* @param side  "model", "rtl", or "" for an input; with_side: it is shown, because both sides are there */
static void show(const struct view *v, const char *side, int with_side, const struct signal *s)
{
    char name[64];

    signal_name(s, name, sizeof name);
    fprintf(v->file, "@%x\n", s->width > 1 ? AS_HEXADECIMAL : AS_BIT);
    if (with_side)
        fprintf(v->file, "+{%s %s} ", side, name);
    fprintf(v->file, "%s.%s%s%s.%s", v->kind->name, side, *side ? "." : "", s->block, name);
    if (s->width > 1)
        fprintf(v->file, "[%u:0]", s->width - 1);
    fputc('\n', v->file);
}

static void heading(const char *text, FILE *file)
{
    fprintf(file, "@%x\n-%s\n", AS_COMMENT, text);
}

/* The window, the marker at the difference, and when both sides differ. */
static void show_frame(const struct view *v, const char *waveform, uint64_t first)
{
    const uint64_t cycle = v->d->cycle;

    fprintf(v->file, "[dumpfile] \"%s\"\n[timestart] %" PRIu64 "\n[size] 1400 900\n[pos] -1 -1\n", waveform,
            cycle > first + SHOWN_BEFORE ? cycle - SHOWN_BEFORE : first);
    /* Zoom (2^3.5 cycles a tick of the ruler), the marker, no named markers. */
    fprintf(v->file, "*-3.500000 %" PRIu64, cycle);
    for (int i = 0; i < 26; i++)
        fputs(" -1", v->file);
    fprintf(v->file, "\n[treeopen] %s.\n@%x\n%s.differs\n", v->kind->name, AS_BIT, v->kind->name);
}

static void show_port(const struct view *v, const char *words, const char *side, const struct signals *signals)
{
    const int port = v->kind->parts->triage->port(v->kind, v->d);
    char text[64];

    snprintf(text, sizeof text, "port %s, %s", v->kind->parts->triage->port_name(port), words);
    heading(text, v->file);
    for (int i = 0; i < signals->count; i++)
        if (signal_is_of_port(v->kind, &signals->list[i], port))
            show(v, side, 0, &signals->list[i]);
}

static void show_all(const struct view *v, const struct signals *in, const struct signals *state)
{
    heading(v->d->field, v->file);
    for (int i = 0; i < state->count; i++)
        if (signal_is_wrong(v->kind, v->d, &state->list[i])) {
            show(v, "model", 1, &state->list[i]);
            show(v, "rtl", 1, &state->list[i]);
        }
    show_port(v, "inputs", "", in);
    show_port(v, "model", "model", state);
    show_port(v, "RTL", "rtl", state);
}

int waveform_view(const struct router_kind *kind, const struct mismatch *d, const char *waveform, uint64_t first,
                  FILE *file)
{
    const struct view v = {kind, d, file};
    struct signals *in = signals_create(kind), *state = signals_create(kind);
    const int status = in && state ? 0 : -1;

    if (status == 0) {
        signals_of_mismatch(kind, d, in, state);
        show_frame(&v, waveform, first);
        show_all(&v, in, state);
    }
    free(in);
    free(state);
    return status;
}

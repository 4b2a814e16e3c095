/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_prove_trace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/text.h"
#include "blackbox_prove_top.h"

/* Cycles of a witness, at most. */
enum { MOST_CYCLES = 4096 };

/* A vector of the outputs seen_... of the top. */
struct seen {
    int at, count;
};

/* Where the reading stands. */
struct reading {
    struct blackbox_prove_trace *t;
    const struct blackbox *f;
    struct blackbox_aiger *a;
    struct seen start, calm, unheld, damaged, wild, fresh, head, last, illegal, hidden, vc, to, len, flit, back, side;
    int vb, ob, lb;
    int cycle;      /* of the script; -1: under reset */
    int room;       /* flits that there is room for */
    int flits;      /* offered so far */
    int *flit_of;   /* [room] the packet of each of them, in the order in which they are offered */
    uint32_t *when; /* [room] */
    int open[BLACKBOX_PORTS][BLACKBOX_VCS]; /* packet of each source and virtual channel; -1: none */
    int sent[BLACKBOX_PORTS * MOST_CYCLES]; /* [packets] flits of each so far */
    int whole[BLACKBOX_PORTS * MOST_CYCLES];
};

static int find_seen(struct reading *r)
{
    const struct {
        const char *name;
        struct seen *seen;
    } all[] = {{"seen_start", &r->start},     {"seen_calm", &r->calm},       {"seen_open", &r->unheld},
               {"seen_fresh", &r->fresh},     {"seen_head", &r->head},       {"seen_last", &r->last},
               {"seen_illegal", &r->illegal}, {"seen_damaged", &r->damaged}, {"seen_wild", &r->wild},
               {"seen_hidden", &r->hidden},   {"seen_vc", &r->vc},           {"seen_to", &r->to},
               {"seen_len", &r->len},         {"seen_flit", &r->flit},       {"seen_back", &r->back},
               {"seen_side", &r->side}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if ((all[i].seen->at = blackbox_aiger_find(r->a, all[i].name, &all[i].seen->count)) < 0)
            return -1;
    return 0;
}

/* Bits of such a vector. */
static uint32_t number(const struct reading *r, const struct seen *s, int low, int width)
{
    uint32_t value = 0;

    for (int i = 0; i < width && low + i < s->count; i++)
        value |= (uint32_t)blackbox_aiger_output(r->a, s->at + low + i) << i;
    return value;
}

/* Packets --------------------------------------------------------------------------------------------------------- */

/* The bits of a flit, all of which come from the witness. */
static uint32_t *bits_of(const struct reading *r, int packet, int flit)
{
    return r->t->bits + ((size_t)packet * (size_t)blackbox_prove_longest(r->f) + (size_t)flit) * (size_t)r->f->words;
}

static int begin_packet(struct reading *r, int source, int vc)
{
    struct blackbox_script *s = &r->t->script;
    const struct blackbox *f = r->f;
    int is = s->packets++, known = f->framing == BLACKBOX_LENGTH || f->beats.width;
    int length = known ? (int)number(r, &r->len, source * r->lb, r->lb) : number(r, &r->wild, 0, 1) ? 1 : f->min_flits;
    int overruns = number(r, &r->wild, 0, 1) && blackbox_prove_survives(f, BLACKBOX_OVERRUN);
    int sink = (int)number(r, &r->to, source * r->ob, r->ob), before = 0;

    for (int i = 0; i < is; i++)
        before += s->packet[i].source == source;
    s->packet[is] = (struct blackbox_packet){.source = (uint16_t)source,
                                             .sink = (uint16_t)(sink < f->sinks ? sink : 0),
                                             .flits = (uint16_t)length,
                                             .vc = (uint8_t)vc,
                                             .phase = s->second > 0,
                                             .illegal = overruns ? BLACKBOX_OVERRUN : BLACKBOX_LEGAL,
                                             .tag = (uint32_t)before % blackbox_flit_tags(f),
                                             .key = (uint32_t)is + 1,
                                             .given = bits_of(r, is, 0)};
    r->whole[is] = known;
    for (int flit = 0; flit < blackbox_prove_longest(f); flit++)
        for (int w = 0; w < f->words; w++)
            bits_of(r, is, flit)[w] = (uint32_t)blackbox_mix((uint64_t)is, (uint64_t)(flit * f->words + w));
    r->open[source][vc] = is;
    return is;
}

/* The tag that its first flit has, if it is one of the bench's. */
static void take_tag(const struct reading *r, struct blackbox_packet *p)
{
    uint32_t source, tag = blackbox_flit_tag(r->f, p->given, &source);

    if (source == p->source)
        p->tag = tag;
}

/* That its destination is none, and which one; or that a bit is wrong. */
static void take_illegal(struct reading *r, int source, struct blackbox_packet *p)
{
    const struct blackbox_slice *s = &r->f->part->slice;
    int at = source * r->f->bits + r->f->field[s->field].offset + s->shift;

    if (!number(r, &r->illegal, source, 1))
        return;
    p->illegal = (uint8_t)(number(r, &r->damaged, 0, 1) ? BLACKBOX_DAMAGED : BLACKBOX_UNROUTABLE);
    r->t->script.illegal = (enum blackbox_illegal_kind)p->illegal;
    for (int i = 0; i < r->f->illegal.values; i++)
        if (number(r, &r->flit, at, s->width) == (uint32_t)r->f->illegal.value[i])
            p->wild = (uint8_t)i;
}

/* A flit is on the wires for the first time. */
static void take_offer(struct reading *r, int source)
{
    int vc = (int)number(r, &r->vc, source * r->vb, r->vb), is;
    struct blackbox_packet *p;

    if (vc >= r->f->channels || r->flits == r->room)
        return;
    is = number(r, &r->head, source, 1) ? begin_packet(r, source, vc) : r->open[source][vc];
    if (is < 0)
        return;
    p = &r->t->script.packet[is];
    for (int bit = 0; bit < r->f->bits; bit++) {
        uint32_t *word = &bits_of(r, is, r->sent[is])[bit / 32];
        *word = (*word & ~(1u << bit % 32)) | number(r, &r->flit, source * r->f->bits + bit, 1) << bit % 32;
    }
    if (number(r, &r->head, source, 1)) {
        take_tag(r, p);
        take_illegal(r, source, p);
    }
    r->flit_of[r->flits] = is;
    r->when[r->flits++] = (uint32_t)r->cycle;
    r->sent[is]++;
    /* Where the witness ends, a flit that is not the last one has another one behind it. */
    if (!r->whole[is] && r->sent[is] >= p->flits)
        p->flits = (uint16_t)(r->sent[is] + 1);
    if (number(r, &r->last, source, 1)) {
        p->flits = (uint16_t)r->sent[is];
        r->whole[is] = 1;
        r->open[source][vc] = -1;
    }
}

/* Packets that must be dropped. */
static void take_marks(struct reading *r)
{
    for (int is = 0; is < r->t->script.packets; is++)
        for (int flit = 0; flit < r->sent[is]; flit++)
            r->t->script.packet[is].marked |=
                (uint8_t)blackbox_flit_has_mark(r->f, &r->t->script.packet[is], flit, bits_of(r, is, flit));
}

/* What the script says of when: flits of each source in their order, and behind them the rest of its packets. */
static void write_due(struct reading *r)
{
    struct blackbox_script *s = &r->t->script;
    int count = 0, *at = r->sent; /* which is of no use any more */

    memset(at, 0, (size_t)s->packets * sizeof *at);
    for (int source = 0; source < r->f->sources; source++) {
        for (int i = 0; i < r->flits; i++)
            if (s->packet[r->flit_of[i]].source == source)
                s->due[count++] =
                    (struct blackbox_release){r->when[i], (uint32_t)r->flit_of[i], (uint16_t)at[r->flit_of[i]]++};
        for (int is = 0; is < s->packets; is++)
            while (s->packet[is].source == source && at[is] < s->packet[is].flits)
                s->due[count++] = (struct blackbox_release){(uint32_t)r->cycle, (uint32_t)is, (uint16_t)at[is]++};
        s->first[source + 1] = count;
    }
}

/* Outputs --------------------------------------------------------------------------------------------------------- */

/* An output that takes nothing in this cycle is held up in it: a hold for each run of such cycles. */
static void take_stalls(struct reading *r)
{
    struct blackbox_script *s = &r->t->script;

    for (int sink = 0; sink < r->f->sinks && !number(r, &r->unheld, 0, 1); sink++) {
        uint32_t back = number(r, &r->back, sink * r->f->channels, r->f->channels), now = (uint32_t)r->cycle;
        int grown = 0;
        if (back)
            continue;
        for (int i = 0; i < s->holds && !grown; i++)
            if (s->hold[i].sink == (uint32_t)sink && s->hold[i].to == now) {
                s->hold[i].to++;
                grown = 1;
            }
        if (!grown)
            s->hold[s->holds++] = (struct blackbox_hold){(uint32_t)sink, now, now + 1};
    }
}

/* Inputs beside the ports ----------------------------------------------------------------------------------------- */

static void take_move(struct reading *r, uint32_t input, uint32_t value)
{
    struct blackbox_script *s = &r->t->script;
    uint32_t now = (uint32_t)r->cycle;

    for (int i = s->moves - 1; i >= 0; i--)
        if (s->move[i].input == input) {
            if (s->move[i].to == now && s->move[i].value == value) {
                s->move[i].to++;
                return;
            }
            break;
        }
    s->move[s->moves++] = (struct blackbox_move){input, now, now + 1, value};
}

/* Those that move at random; the others move by themselves. */
static void take_moves(struct reading *r)
{
    const struct blackbox_side *side = &r->f->side;
    int at = 0;

    for (int i = 0; i < side->inputs; at += side->input[i++].width) {
        uint32_t value = number(r, &r->side, at, side->input[i].width);
        if (!side->input[i].period && !side->input[i].select && value != side->input[i].idle)
            take_move(r, (uint32_t)i, value);
    }
}

static int compare_moves(const void *a, const void *b)
{
    const struct blackbox_move *first = a, *second = b;

    if (first->input != second->input)
        return first->input < second->input ? -1 : 1;
    return first->from < second->from ? -1 : first->from > second->from;
}

/* All of it ------------------------------------------------------------------------------------------------------- */

static int allocate(struct reading *r, int cycles)
{
    const struct blackbox *f = r->f;
    struct blackbox_script *s = &r->t->script;
    size_t offers = (size_t)f->sources * (size_t)cycles + 1, flits = offers * (size_t)blackbox_prove_longest(f);

    r->room = (int)offers - 1;
    r->flit_of = calloc(offers, sizeof *r->flit_of);
    r->when = calloc(offers, sizeof *r->when);
    r->t->bits = calloc(flits * (size_t)f->words, sizeof *r->t->bits);
    s->packet = calloc(offers, sizeof *s->packet);
    s->due = calloc(flits, sizeof *s->due);
    s->first = calloc((size_t)f->sources + 1, sizeof *s->first);
    s->stall = calloc((size_t)f->sinks, sizeof *s->stall);
    s->hold = calloc((size_t)(f->sinks * cycles + 1), sizeof *s->hold);
    s->move = calloc((size_t)(f->side.inputs * cycles + 1), sizeof *s->move);
    return r->flit_of && r->when && r->t->bits && s->packet && s->due && s->first && s->stall && s->hold && s->move
               ? 0
               : -1;
}

/* The first flit of the last packet of an input was taken back: for a cycle more (blackbox_script_hidden). */
static void take_back(struct reading *r, int source)
{
    struct blackbox_script *s = &r->t->script;
    int is = s->packets - 1;

    while (is >= 0 && s->packet[is].source != source)
        is--;
    if (is < 0)
        return;
    s->packet[is].key = s->packet[is].illegal == BLACKBOX_WITHDRAWN ? s->packet[is].key + 1 : ~3u;
    s->packet[is].illegal = BLACKBOX_WITHDRAWN;
}

/* Traffic that is not legal, up to the cycle in which it is again. */
static void take_abuse(struct reading *r)
{
    struct blackbox_script *s = &r->t->script;

    if (!number(r, &r->wild, 0, 1)) {
        if (s->illegal > BLACKBOX_HARMLESS && !s->second)
            s->second = (uint32_t)r->cycle;
        return;
    }
    for (int kind = BLACKBOX_HARMLESS + 1; kind < BLACKBOX_ILLEGAL_COUNT && !s->illegal; kind++)
        if (blackbox_prove_survives(r->f, (enum blackbox_illegal_kind)kind))
            s->illegal = (enum blackbox_illegal_kind)kind;
    for (int source = 0; source < r->f->sources; source++)
        if (number(r, &r->hidden, source, 1))
            take_back(r, source);
}

/* What is not whole by then does not go on. */
static void take_reset(struct reading *r)
{
    r->t->script.reset = r->t->script.second = (uint32_t)r->cycle;
    memset(r->open, -1, sizeof r->open);
}

static void take_cycle(struct reading *r)
{
    if (r->cycle < 0 && !number(r, &r->start, 0, 1))
        return;
    r->cycle++;
    if (!number(r, &r->start, 0, 1) && !r->t->script.reset)
        take_reset(r);
    take_abuse(r);
    for (int source = 0; source < r->f->sources; source++)
        if (number(r, &r->fresh, source, 1))
            take_offer(r, source);
    take_stalls(r);
    take_moves(r);
}

static int is_bad(const struct reading *r, int first, int count)
{
    for (int i = 0; i < count; i++)
        if (blackbox_aiger_output(r->a, first + i))
            return 1;
    return 0;
}

/* Lines of the witness: registers first, then inputs of a cycle each. @return whether the last cycle is wrong */
static int play(struct reading *r, char *text, int first, int count)
{
    uint8_t *inputs = calloc((size_t)r->a->inputs + 1, 1);
    char *rest = text, *line = strsep(&rest, "\n");
    int bad = 0, cycles = 0;

    blackbox_aiger_reset(r->a);
    while (inputs && !bad && (line = strsep(&rest, "\n")) && (int)strspn(line, "01x") >= r->a->inputs && *line) {
        for (int i = 0; i < r->a->inputs; i++)
            inputs[i] = line[i] == '1';
        if (cycles++) /* outputs are those of the last cycle in the end */
            blackbox_aiger_step(r->a);
        blackbox_aiger_cycle(r->a, inputs);
        take_cycle(r);
        bad = is_bad(r, first, count);
    }
    free(inputs);
    return bad;
}

static int count_lines(const char *text)
{
    int lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static int read_text(struct reading *r, char *text, int first, int count)
{
    int cycles = count_lines(text) + 1;

    if (cycles > MOST_CYCLES || allocate(r, cycles) != 0 || find_seen(r) != 0)
        return -1;
    memset(r->open, -1, sizeof r->open);
    r->cycle = -1;
    if (!play(r, text, first, count) || r->cycle < 0)
        return 1;
    take_marks(r);
    write_due(r);
    qsort(r->t->script.move, (size_t)r->t->script.moves, sizeof *r->t->script.move, compare_moves);
    r->t->script.active = (uint32_t)r->cycle + 1;
    r->t->script.power_up = 1;
    r->t->script.calm = (int)number(r, &r->calm, 0, 1);
    r->t->script.open = (int)number(r, &r->unheld, 0, 1);
    r->t->cycles = r->cycle + 1;
    return 0;
}

int blackbox_prove_trace_read(struct blackbox_prove_trace *t, const struct blackbox *f, struct blackbox_aiger *a,
                              const char *path, int first, int count, char *error, size_t size)
{
    struct reading *r = calloc(1, sizeof *r);
    char *text = text_of_file(path);
    int status = -1;

    memset(t, 0, sizeof *t);
    if (!text)
        snprintf(error, size, "%s: %s", path, strerror(errno));
    else if (!r)
        snprintf(error, size, "out of memory");
    if (r && text) {
        *r = (struct reading){.t = t,
                              .f = f,
                              .a = a,
                              .vb = blackbox_prove_bits(f->channels),
                              .ob = blackbox_prove_bits(f->sinks),
                              .lb = blackbox_prove_bits(blackbox_prove_longest(f) + 2)};
        snprintf(error, size, "%s: is no witness of this circuit, or longer than can be played", path);
        status = read_text(r, text, first, count);
        free(r->flit_of);
        free(r->when);
    }
    free(text);
    free(r);
    return status;
}

void blackbox_prove_trace_free(struct blackbox_prove_trace *t)
{
    blackbox_script_free(&t->script);
    free(t->bits);
    memset(t, 0, sizeof *t);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors to a script: first the frames that the neighbours sent become packets, then
 * neighbours that send these run along with the recording, and where it differs from
 * what they do the script gets a correction. See fedx_script.h.
 */
#include <stdlib.h>
#include <string.h>

#include "../../base/text.h"
#include "fedx/header.h"
#include "fedx_script_internal.h"

enum {
    REFUSED_AFTER_START = FEDX_HOLD_CYCLES + 1, /* cycles in which a port that has just started refuses */
    ALIKE = 2,                                  /* bytes in which two attempts of one packet may differ: damage */
    AT_ONCE = 64,                               /* cycles after an attempt in which a repeated one is offered again */
    SETTLED = 5,                                /* cycles after the reset until nothing is configured any more */
    CYCLES_A_CORRECTION = 8                     /* of an attempt, where there is much to correct */
};

/* A recording, and what the switch did in it. Cycles count from the end of the first reset. */
struct recording {
    const struct fedx_vector *cycle;
    const struct fedx_vector *preamble;
    size_t preamble_cycles;
    uint32_t cycles;
    struct fedx_pins *out;     /* of the switch in each cycle */
    struct fedx_switch *model; /* at the end of the first reset */
};

static int add_unit(struct fedx_script *s, const struct fedx_unit *u)
{
    if (s->units == s->room) {
        size_t room = s->room ? 2 * s->room : 256;
        struct fedx_unit *unit = realloc(s->unit, room * sizeof *unit);
        if (!unit)
            return -1;
        s->unit = unit;
        s->room = room;
    }
    s->unit[s->units++] = *u;
    return 0;
}

static int add_image(struct fedx_script *s)
{
    if (s->images == s->image_room) {
        size_t room = s->image_room ? 2 * s->image_room : 64;
        void *image = realloc(s->image, room * sizeof *s->image);
        if (!image)
            return -1;
        s->image = image;
        s->image_room = room;
    }
    memset(s->image[s->images++], 0, sizeof *s->image);
    return 0;
}

/* Settings, routes, accesses -------------------------------------------------------------------------------------- */

static int lift_routes(struct fedx_script *s, const struct recording *r)
{
    uint32_t table[FEDX_TABLE_SIZE] = {0};
    uint8_t written[FEDX_TABLE_SIZE] = {0};
    int status = 0;

    for (size_t i = 0; i < r->preamble_cycles; i++) {
        const struct fedx_control *c = &r->preamble[i].control;
        if (c->cfg_we && c->cfg_addr >= FEDX_CFG_TABLE && c->cfg_addr < FEDX_CFG_TABLE + FEDX_TABLE_SIZE) {
            table[c->cfg_addr - FEDX_CFG_TABLE] = c->cfg_wdata;
            written[c->cfg_addr - FEDX_CFG_TABLE] = 1;
        }
    }
    for (unsigned d = 0; d < FEDX_TABLE_SIZE && status == 0; d++)
        if (written[d])
            status =
                add_unit(s, &(struct fedx_unit){.kind = FEDX_UNIT_ROUTE, .address = (uint16_t)d, .value = table[d]});
    return status;
}

static int is_setting(const struct fedx_control *c, uint32_t t)
{
    return t < FEDX_SETTINGS_WORDS && c->cfg_we && c->cfg_addr == FEDX_CFG_MODE + t;
}

static int lift_control(struct fedx_script *s, const struct recording *r)
{
    struct fedx_settings defaults = fedx_settings_default();
    uint32_t reset = FEDX_NEVER; /* unit of the reset under way */
    uint8_t side = r->cycle[0].control.side;
    int status = 0;

    s->side = side;
    s->idle_address =
        r->cycles > SETTLED && !r->cycle[SETTLED].control.cfg_we ? r->cycle[SETTLED].control.cfg_addr : FEDX_CFG_STATUS;
    for (int i = 0; i < FEDX_SETTINGS_WORDS; i++)
        s->setting[i] = fedx_settings_word(&defaults, i);
    for (uint32_t t = 0; t < r->cycles && status == 0; t++) {
        const struct fedx_control *c = &r->cycle[t].control;
        if (is_setting(c, t))
            s->setting[t] = c->cfg_wdata;
        else if (c->cfg_we || c->cfg_addr != s->idle_address || c->cfg_wdata)
            status = add_unit(s, &(struct fedx_unit){.kind = FEDX_UNIT_ACCESS,
                                                     .at = t,
                                                     .write = c->cfg_we,
                                                     .address = c->cfg_addr,
                                                     .value = c->cfg_wdata});
        if (status == 0 && c->side != side)
            status = add_unit(s, &(struct fedx_unit){.kind = FEDX_UNIT_SIDE, .at = t, .value = c->side});
        side = c->side;
        if (!c->rst) {
            reset = FEDX_NEVER;
        } else if (reset != FEDX_NEVER) {
            s->unit[reset].length++;
        } else if (status == 0) {
            reset = (uint32_t)s->units;
            status = add_unit(s, &(struct fedx_unit){.kind = FEDX_UNIT_RESET, .at = t, .length = 1});
        }
    }
    return status;
}

/* When neighbours start ------------------------------------------------------------------------------------------- */

static int refuses(const struct recording *r, uint32_t t, int port)
{
    return r->cycle[t].in.refuse >> port & 1u;
}

/* A neighbour that has just started or restarted refuses for so long; one that always does is none. */
static int lift_starts(struct fedx_script *s, const struct recording *r, int port)
{
    uint32_t latency = s->setting[0] >> 4 & 7, t = 0;
    int status = 0;

    s->start[port] = FEDX_NEVER;
    while (t < r->cycles && refuses(r, t, port))
        t++;
    if (t < r->cycles)
        s->start[port] = t > REFUSED_AFTER_START + latency ? t - REFUSED_AFTER_START - latency : 0;
    while (t < r->cycles && status == 0) {
        uint32_t from = t;
        while (t < r->cycles && refuses(r, t, port))
            t++;
        if (t - from >= FEDX_HOLD_CYCLES && from > latency) {
            struct fedx_unit u = {.kind = FEDX_UNIT_RESTART, .port = (uint8_t)port, .at = from - 1 - latency};
            status = add_unit(s, &u);
            if (status == 0 && t < r->cycles && t - REFUSED_AFTER_START - latency > u.at) {
                u.at = t - REFUSED_AFTER_START - latency;
                status = add_unit(s, &u);
            }
        }
        t += t == from;
    }
    return status;
}

/* Packets --------------------------------------------------------------------------------------------------------- */

/* A frame that a neighbour sent, as the switch saw it. */
struct frame {
    uint32_t at;
    unsigned bytes;
    uint8_t byte[FEDX_PACKET_BYTES];
};

static int arrives(const struct recording *r, uint32_t t, int port)
{
    return r->cycle[t].in.valid >> port & ~(r->out[t].valid >> port) & 1;
}

/* The next frame from cycle t on. @return 0 when there is none */
static int next_frame(const struct recording *r, int port, uint32_t t, struct frame *f)
{
    while (t < r->cycles && !arrives(r, t, port))
        t++;
    f->at = t;
    for (f->bytes = 0; f->bytes < FEDX_PACKET_BYTES && t < r->cycles && arrives(r, t, port); t++)
        f->byte[f->bytes++] = r->cycle[t].in.data[port];
    return f->bytes > 0;
}

/* The header has arrived, and its check is right. */
static int is_sealed(const struct frame *f)
{
    uint8_t check = 0;

    if (f->bytes <= FEDX_BYTE_CHECK)
        return 0;
    for (int i = 0; i < FEDX_BYTE_CHECK; i++)
        check = fedx_header_check(check, f->byte[i]);
    return check == f->byte[FEDX_BYTE_CHECK];
}

/* Two good headers, but for the flags, which every hop or attempt may change, of different packets. */
static int other_header(const struct frame *a, const struct frame *b)
{
    int differ = 0;

    if (!is_sealed(a) || !is_sealed(b))
        return 0;
    for (int i = 0; i < FEDX_BYTE_CHECK; i++)
        differ |= i != FEDX_BYTE_FLAGS && a->byte[i] != b->byte[i];
    return differ;
}

/* 1 when b is once more what a was, but for damage. What every hop or attempt changes does not count. */
static int same_packet(const struct frame *a, const struct frame *b)
{
    unsigned bytes = a->bytes < b->bytes ? a->bytes : b->bytes, differ = 0;

    if (other_header(a, b))
        return 0;
    for (unsigned i = 0; i < bytes; i++)
        differ +=
            i != FEDX_BYTE_CHECK && ((a->byte[i] ^ b->byte[i]) & (i == FEDX_BYTE_FLAGS ? ~FEDX_FLAG_BIT : 0xff)) != 0;
    return differ <= ALIKE;
}

static int was_accepted(const struct recording *r, const struct frame *f, const struct frame *next, int port)
{
    return f->bytes == FEDX_PACKET_BYTES && (r->out[f->at].acc ^ r->out[next->at].acc) >> port & 1;
}

/* From when on the neighbour offered the packet of a frame: its request rose one cycle and the latency later. */
static uint32_t offered_at(const struct recording *r, int port, const struct frame *f, uint32_t after, uint32_t latency)
{
    uint32_t rise = after;

    for (uint32_t t = after + 1; t <= f->at; t++)
        if (r->cycle[t].in.req >> port & ~(r->cycle[t - 1].in.req >> port) & 1)
            rise = t;
    return rise > 1 + latency ? rise - 1 - latency : 0;
}

/* What was tried is offered again at once; a switch may turn to something else first. */
static int is_retried(const struct recording *r, int port, const struct frame *last, const struct frame *next,
                      uint32_t latency)
{
    return offered_at(r, port, next, last->at, latency) <= last->at + last->bytes + AT_ONCE;
}

/* A packet of which the end was never sent gets one, with a packet check that is right. */
static void complete_image(uint8_t *image, unsigned bytes)
{
    uint64_t head = 0;

    for (int i = 1; i < FEDX_BYTE_CHECK; i++)
        head = head << 8 | image[i];
    if (bytes < FEDX_PACKET_BYTES) {
        uint8_t whole[FEDX_PACKET_BYTES];
        struct fedx_header h = fedx_header_fields(head);
        fedx_header_packet(&h, image + FEDX_HEADER_BYTES, whole);
        memcpy(image + FEDX_BYTE_CRC, whole + FEDX_BYTE_CRC, FEDX_PACKET_BYTES - FEDX_BYTE_CRC);
    }
}

/* A packet from all its attempts; the longest one has most of it. */
static int lift_packet(struct fedx_script *s, const struct recording *r, int port, struct frame *first, uint32_t *after)
{
    uint32_t latency = s->setting[0] >> 4 & 7;
    struct frame last = *first, next;
    struct fedx_unit u = {.kind = FEDX_UNIT_PACKET,
                          .port = (uint8_t)port,
                          .length = 1,
                          .packet = (uint32_t)s->images,
                          .at = offered_at(r, port, first, *after, latency)};
    struct frame longest = *first;
    int more;

    while ((more = next_frame(r, port, last.at + last.bytes, &next)) && same_packet(&longest, &next) &&
           !was_accepted(r, &last, &next, port) && is_retried(r, port, &last, &next, latency)) {
        u.length++;
        last = next;
        if (last.bytes > longest.bytes)
            longest = last;
    }
    if (add_image(s) != 0 || add_unit(s, &u) != 0)
        return -1;
    memcpy(s->image[u.packet], longest.byte, longest.bytes);
    complete_image(s->image[u.packet], longest.bytes);
    *after = last.at;
    *first = next;
    return more;
}

static int lift_packets(struct fedx_script *s, const struct recording *r, int port)
{
    struct frame f;
    uint32_t after = 0;
    int more = next_frame(r, port, 0, &f);

    while (more == 1)
        more = lift_packet(s, r, port, &f, &after);
    return more;
}

/* Corrections ----------------------------------------------------------------------------------------------------- */

/* Neighbours running along with a recording. */
struct lift {
    struct fedx_script *s;
    const struct recording *r;
    struct fedx_player player;
    struct attempts attempts;      /* what is known of them so far */
    uint32_t level[FEDX_PORTS][4]; /* unit of the flip under way, or FEDX_NEVER */
    uint32_t delay[FEDX_PORTS];    /* unit of the last delay, or FEDX_NEVER */
    struct fedx_unit *restart;     /* all restarts, in the order of their cycles */
    size_t restarts, restarted;    /* how many, and those that have come */
};

static int add_correction(struct lift *l, const struct fedx_unit *u)
{
    return add_unit(l->s, u) == 0 ? fedx_attempts_add(&l->attempts, u, (uint32_t)l->s->units - 1) : -1;
}

static int correct_level(struct lift *l, unsigned wire, unsigned ports)
{
    for (int port = 0; port < FEDX_PORTS; port++) {
        uint32_t *open = &l->level[port][wire];
        if (!(ports >> port & 1u)) {
            *open = FEDX_NEVER;
        } else if (*open != FEDX_NEVER) {
            l->s->unit[*open].length++;
        } else {
            *open = (uint32_t)l->s->units;
            if (add_correction(l, &(struct fedx_unit){.kind = FEDX_UNIT_LEVEL,
                                                      .port = (uint8_t)port,
                                                      .wire = (uint8_t)wire,
                                                      .at = l->player.t,
                                                      .length = 1}) != 0)
                return -1;
        }
    }
    return 0;
}

/* A refusal in the middle of a frame of the switch belongs to that frame. */
static int correct_refuse(struct lift *l, unsigned ports, unsigned recorded)
{
    for (int port = 0; port < FEDX_PORTS; port++) {
        const struct fedx_neighbour *p = &l->player.neighbour[port];
        if (!(ports & recorded & 1u << port) || p->frame == 0)
            continue;
        ports &= ~(1u << port);
        if (add_correction(l, &(struct fedx_unit){.kind = FEDX_UNIT_REFUSE,
                                                  .port = (uint8_t)port,
                                                  .byte = (uint8_t)(p->frame - 1),
                                                  .head = p->head,
                                                  .attempt = p->attempt}) != 0)
            return -1;
    }
    return correct_level(l, FEDX_WIRE_REFUSE, ports);
}

static int correct_bytes(struct lift *l, const struct fedx_pins *in, const struct fedx_pins *recorded)
{
    for (int port = 0; port < FEDX_PORTS; port++) {
        const struct fedx_neighbour *p = &l->player.neighbour[port];
        struct fedx_unit u = {.kind = FEDX_UNIT_NOISE,
                              .port = (uint8_t)port,
                              .at = l->player.t,
                              .mask = in->data[port] ^ recorded->data[port],
                              .valid = (in->valid ^ recorded->valid) >> port & 1};
        if (!u.mask && !u.valid)
            continue;
        if (p->seen > 0 && p->under != FEDX_NEVER) {
            u.kind = FEDX_UNIT_DAMAGE;
            u.at = 0;
            u.packet = p->under;
            u.attempt = p->tries;
            u.byte = (uint8_t)(p->seen - 1);
        }
        if (add_correction(l, &u) != 0)
            return -1;
    }
    return 0;
}

static int correct(struct lift *l, const struct fedx_pins *in)
{
    const struct fedx_pins *recorded = &l->r->cycle[l->player.t].in;

    if (memcmp(in, recorded, sizeof *in) == 0) {
        memset(l->level, 0xff, sizeof l->level);
        return 0;
    }
    return correct_level(l, FEDX_WIRE_TURN, in->turn ^ recorded->turn) |
           correct_level(l, FEDX_WIRE_REQ, in->req ^ recorded->req) |
           correct_level(l, FEDX_WIRE_ACC, in->acc ^ recorded->acc) |
           correct_refuse(l, in->refuse ^ recorded->refuse, recorded->refuse) | correct_bytes(l, in, recorded);
}

/* A header of the switch is being decided on: whether the neighbour admits it shows later. */
static int lift_verdict(struct lift *l, int port)
{
    struct fedx_neighbour *p = &l->player.neighbour[port];
    uint32_t shows = l->player.t + 2 + (uint32_t)l->player.cables.latency;

    if (!(p->end.rx.decide & 1) || shows + 1 >= l->r->cycles || !refuses(l->r, shows, port) ||
        !refuses(l->r, shows + 1, port))
        return 0;
    p->admit = 0;
    return add_correction(l, &(struct fedx_unit){.kind = FEDX_UNIT_REFUSE,
                                                 .port = (uint8_t)port,
                                                 .byte = FEDX_NOT_ADMITTED,
                                                 .head = p->head,
                                                 .attempt = p->attempt});
}

/* The frame ends here in the recording, and would not by itself: it was broken off. */
static int lift_abort(struct lift *l, int port, const struct fedx_pins *in)
{
    struct fedx_neighbour *p = &l->player.neighbour[port];
    struct fedx_port_end alone = p->end;
    uint32_t shows = l->player.t + 1 + (uint32_t)l->player.cables.latency; /* the next byte */
    unsigned byte = p->end.tx.count[0];

    if (!(p->end.tx.sending & 1) || byte + 1u >= FEDX_PACKET_BYTES || shows >= l->r->cycles ||
        arrives(l->r, shows, port))
        return 0;
    fedx_port_end_step(&alone, in);
    if (!(alone.tx.sending & 1))
        return 0;
    p->end.abort = 1;
    return add_correction(l, &(struct fedx_unit){.kind = FEDX_UNIT_ABORT,
                                                 .port = (uint8_t)port,
                                                 .packet = p->under,
                                                 .attempt = p->tries,
                                                 .byte = (uint8_t)byte});
}

/* One more cycle in which the attempt that is offered does not start. */
static int add_delay(struct lift *l, int port)
{
    const struct fedx_neighbour *p = &l->player.neighbour[port];
    uint32_t attempt = fedx_neighbour_attempt(p);
    struct fedx_unit *last = l->delay[port] != FEDX_NEVER ? &l->s->unit[l->delay[port]] : NULL;

    if (last && last->packet == p->offered && last->attempt == attempt) {
        last->length++;
        return 0;
    }
    l->delay[port] = (uint32_t)l->s->units;
    return add_correction(
        l, &(struct fedx_unit){
               .kind = FEDX_UNIT_DELAY, .port = (uint8_t)port, .packet = p->offered, .attempt = attempt, .length = 1});
}

/* The neighbour would start here, and no frame begins in the recording: a switch whose header is not there yet, say. */
static int lift_delay(struct lift *l, int port, const struct fedx_pins *in)
{
    struct fedx_neighbour *p = &l->player.neighbour[port];
    uint32_t shows = l->player.t + 1 + (uint32_t)l->player.cables.latency;

    p->end.wait = shows < l->r->cycles && !arrives(l->r, shows, port) && fedx_neighbour_would_start(p, in);
    return p->end.wait ? add_delay(l, port) : 0;
}

static int step_neighbour(struct lift *l, int port)
{
    struct fedx_neighbour *p = &l->player.neighbour[port];
    struct fedx_pins in;

    if (l->player.t < l->s->start[port])
        return 0;
    fedx_neighbour_offer(&l->player, port);
    fedx_cables_neighbour_in(&l->player.cables, port, &p->end, &in);
    p->end.abort = 0;
    if (lift_verdict(l, port) != 0 || lift_delay(l, port, &in) != 0 || lift_abort(l, port, &in) != 0)
        return -1;
    p->end.admit = p->admit;
    fedx_neighbour_events(&l->player, port, fedx_port_end_step(&p->end, &in));
    return 0;
}

static int by_cycle_and_port(const void *a, const void *b)
{
    const struct fedx_unit *x = a, *y = b;

    return x->at != y->at ? (x->at > y->at ? 1 : -1) : x->port - y->port;
}

/* Corrections add many units, and no restart. */
static int collect_restarts(struct lift *l)
{
    size_t count = 0;

    for (size_t i = 0; i < l->s->units; i++)
        count += l->s->unit[i].kind == FEDX_UNIT_RESTART;
    l->restart = malloc((count + 1) * sizeof *l->restart);
    if (!l->restart)
        return -1;
    for (size_t i = 0; i < l->s->units; i++)
        if (l->s->unit[i].kind == FEDX_UNIT_RESTART)
            l->restart[l->restarts++] = l->s->unit[i];
    qsort(l->restart, l->restarts, sizeof *l->restart, by_cycle_and_port);
    return 0;
}

static void restart_neighbours(struct lift *l)
{
    for (; l->restarted < l->restarts && l->restart[l->restarted].at == l->player.t; l->restarted++)
        fedx_neighbour_restart(&l->player, l->restart[l->restarted].port);
}

static int lift_corrections(struct fedx_script *s, const struct recording *r)
{
    struct lift *l = calloc(1, sizeof *l);
    int status = -1;

    if (l) {
        l->s = s;
        l->r = r;
        fedx_player_init(&l->player, s, &l->attempts, &fedx_node_model, r->model);
        memset(l->level, 0xff, sizeof l->level);
        memset(l->delay, 0xff, sizeof l->delay);
        status = collect_restarts(l) | fedx_attempts_init(&l->attempts, s, r->cycles / CYCLES_A_CORRECTION);
    }
    while (status == 0 && l->player.t < r->cycles) {
        struct fedx_pins in, out;
        uint32_t t = l->player.t;
        fedx_player_inputs(&l->player, &in);
        status = correct(l, &in);
        l->player.side = r->cycle[t].control.side;
        restart_neighbours(l);
        for (int port = 0; port < FEDX_PORTS && status == 0; port++)
            status = step_neighbour(l, port);
        fedx_switch_step(r->model, &r->cycle[t].in, &r->cycle[t].control);
        fedx_switch_pins(r->model, &out);
        fedx_player_advance(&l->player, &out);
    }
    if (l) {
        fedx_attempts_finish(&l->attempts);
        free(l->restart);
    }
    free(l);
    return status;
}

/* All of it ------------------------------------------------------------------------------------------------------- */

static void see_cycle(void *context, const struct replay_cycle *c)
{
    struct recording *r = context;

    if (c->number == r->preamble_cycles)
        fedx_switch_copy(r->model, c->model);
    if (c->number >= r->preamble_cycles && c->in)
        fedx_switch_pins(c->model, &r->out[c->number - r->preamble_cycles]);
}

/* The model through the recording, for its outputs, and as it is at the end of the first reset. */
static int run_model(struct recording *r, const struct vectors *v)
{
    const struct observer observer = {r, see_cycle, NULL};
    const struct replay_config replay = {.vectors = v, .observer = &observer, .observers = 1};

    r->model = fedx_switch_create();
    r->out = calloc((size_t)r->cycles + 1, sizeof *r->out);
    return r->model && r->out ? replay_observed(&replay, NULL) : -1;
}

static int lift_all(struct fedx_script *s, struct recording *r, const struct vectors *v)
{
    int status = run_model(r, v);

    if (status == 0)
        status = lift_control(s, r);
    for (int port = 0; port < FEDX_PORTS && status == 0; port++)
        status = lift_starts(s, r, port) | lift_packets(s, r, port);
    if (status == 0)
        status = lift_corrections(s, r);
    if (status == 0)
        status = lift_routes(s, r);
    fedx_switch_destroy(r->model);
    free(r->out);
    return status;
}

int fedx_script_lift(struct fedx_script *s, const struct vectors *v, char *error, size_t size)
{
    struct recording r = {.preamble = fedx_vectors_cycles(v)};

    memset(s, 0, sizeof *s);
    while (r.preamble_cycles < v->count && r.preamble[r.preamble_cycles].control.rst)
        r.preamble_cycles++;
    if (r.preamble_cycles == 0 || r.preamble_cycles == v->count)
        return text_fail(error, size, "the vectors must begin with a reset, and go on after it");
    r.cycle = r.preamble + r.preamble_cycles;
    r.cycles = s->cycles = (uint32_t)(v->count - r.preamble_cycles);
    if (lift_all(s, &r, v) == 0)
        return 0;
    return text_fail(error, size, "out of memory");
}

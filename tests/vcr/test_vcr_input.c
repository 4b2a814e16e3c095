/* SPDX-License-Identifier: Apache-2.0
 *
 * Input against docs/spec/vcr.md section 6: its rows by hand, and a plain second implementation, one channel after
 * the other with flits in a line, on random flits, grants and links. Every register is compared in every cycle,
 * and every kind of event is counted.
 */
#include "vcr_unit.h"

enum { MOST_SLOTS = 3 * 3 * 5 };

/* All that input sees. */
struct scene {
    struct vcr_parameters parameters;
    struct vcr_input input;
    struct vcr_config config;
    struct vcr_wires w;
    uint64_t flits[MOST_SLOTS * 2];
    uint32_t kept[MOST_SLOTS];
};

static struct scene *make(unsigned vcs, unsigned depth, unsigned words, unsigned bypass)
{
    static struct scene c;

    memset(&c, 0, sizeof c);
    c.parameters = (struct vcr_parameters){
        .ports = 3, .vcs = (uint8_t)vcs, .depth = (uint8_t)depth, .words = (uint8_t)words, .bypass = (uint8_t)bypass};
    return &c;
}

static void eval(struct scene *c)
{
    vcr_input_eval(&c->parameters, &c->input, c->flits, c->kept, &c->w);
}

/* The edge, with these channels of port 1 granted port 2, channel 1. */
static void edge(struct scene *c, unsigned grant)
{
    c->w.grant[1] = (uint16_t)grant;
    c->w.out_vc[2] = 1;
    for (unsigned lane = 0; lane < (unsigned)c->parameters.ports * c->parameters.vcs; lane++)
        c->w.want_port[lane] = 2;
    vcr_input_commit(&c->parameters, &c->input, &c->config, c->flits, c->kept, &c->w);
    memset(&c->w, 0, sizeof c->w);
}

/* A flit of channel vc comes on port 1 in this cycle. */
static void comes(struct scene *c, unsigned vc, unsigned head, unsigned tail, unsigned best, uint64_t flit)
{
    c->w.arrive = 2;
    c->w.arrive_head = (uint16_t)(head << 1);
    c->w.arrive_tail = (uint16_t)(tail << 1);
    c->w.arrive_vc[1] = (uint8_t)vc;
    c->w.arrive_route[1] = head ? vcr_unit_route(best, 0, 0, 0) : 0;
    c->w.arrive_flit[1] = flit;
    eval(c);
}

static void none_comes(struct scene *c)
{
    c->w.arrive = 0;
    eval(c);
}

/* Head, body, tail through a channel, granted as they ask: in the cycle in which they come, or in the next one. */
TEST(packet_goes_through)
{
    for (unsigned bypass = 0; bypass < 2; bypass++) {
        struct scene *c = make(2, 4, 1, bypass);
        unsigned lane = 1 * 2 + 1;
        for (unsigned t = 0; t < 4; t++) {
            unsigned front = t + bypass - 1; /* which of the three flits is there to go, if there is one */
            if (t < 3)
                comes(c, 1, t == 0, t == 2, 4, 100 + t);
            else
                none_comes(c);
            assert_int_equal(c->w.request[1] | c->w.going[1], front < 3 ? 2 : 0);
            assert_int_equal(c->w.request[1], front == 0 ? 2 : 0);
            if (front < 3)
                assert_int_equal(c->w.front_flit[lane], 100 + front);
            edge(c, front < 3 ? 2 : 0);
            assert_int_equal(c->input.credit[1], front < 3 ? 2 : 0);
            assert_int_equal(c->input.fill[lane], !bypass && t < 3);
            assert_int_equal(c->input.active[1], front < 2 ? 2 : 0);
            assert_int_equal(c->input.age[lane], front < 2 ? front + 1 : 0);
        }
        assert_int_equal(c->input.out_port[lane], 2);
        assert_int_equal(c->input.out_vc[lane], 1);
        assert_int_equal(c->input.error[1], 0);
    }
}

TEST(lost_flits)
{
    struct scene *c = make(3, 2, 1, 0);

    for (unsigned n = 0; n < 3; n++) {
        comes(c, 2, n == 0, 0, 1, n);
        assert_int_equal(c->w.accept[1], n < 2 ? 4 : 0);
        edge(c, 0);
        assert_int_equal(c->input.error[1], n < 2 ? 0 : 1 << VCR_ERROR_FULL);
    }
    comes(c, 3, 1, 1, 1, 9);
    assert_int_equal(c->w.accept[1], 0);
    edge(c, 0);
    assert_int_equal(c->input.error[1], 1 << VCR_ERROR_FULL | 1 << VCR_ERROR_VC);
    c->input.error[1] = 0;
    comes(c, 3, 1, 1, 1, 9);
    c->w.fall = 2; /* what comes while the link falls is lost with it, and is no error */
    eval(c);
    edge(c, 0);
    assert_int_equal(c->input.error[1], 0);
}

TEST(dropped_flits)
{
    struct scene *c = make(1, 4, 1, 0);

    comes(c, 0, 0, 0, 0, 1); /* no head */
    edge(c, 0);
    comes(c, 0, 1, 1, 0, 2); /* a head without a route */
    assert_int_equal(c->w.dropping[1], 1);
    edge(c, 0);
    assert_int_equal(c->input.error[1], 1 << VCR_ERROR_ORDER);
    assert_int_equal(c->input.credit[1], 1); /* its place is free */
    none_comes(c);
    assert_int_equal(c->w.dropping[1], 1);
    assert_int_equal(c->w.request[1], 0);
    edge(c, 0);
    assert_int_equal(c->input.error[1], 1 << VCR_ERROR_ORDER | 1 << VCR_ERROR_ROUTE);
    assert_int_equal(c->input.fill[1], 0);
}

/* A head behind a packet without a tail: a tail of zeros is made up, the head stays. */
TEST(missing_tail)
{
    for (unsigned bypass = 0; bypass < 2; bypass++) {
        struct scene *c = make(1, 4, 1, bypass);
        c->input.active[1] = 1;
        comes(c, 0, 1, 0, 4, 77);
        if (!bypass) {
            edge(c, 0);
            none_comes(c);
        }
        assert_int_equal(c->w.synth[1], 1);
        assert_int_equal(c->w.going[1], 1);
        assert_int_equal(c->w.front_head[1], 0);
        assert_int_equal(c->w.front_tail[1], 1);
        assert_int_equal(c->w.front_flit[1], 0);
        edge(c, 1);
        assert_int_equal(c->input.credit[1], 0);
        assert_int_equal(c->input.active[1], 0);
        assert_int_equal(c->input.fill[1], 1);
        assert_int_equal(c->input.error[1], 1 << VCR_ERROR_ORDER);
        none_comes(c);
        assert_int_equal(c->w.request[1], 1);
        assert_int_equal(c->w.front_flit[1], 77);
    }
}

TEST(link_falls)
{
    struct scene *c = make(2, 4, 1, 0);

    comes(c, 0, 1, 0, 4, 1);
    edge(c, 0);
    comes(c, 1, 1, 0, 4, 2);
    edge(c, 1); /* channel 0 is under way */
    comes(c, 1, 0, 0, 0, 3);
    c->w.commit[1] = 2;
    edge(c, 0);
    assert_int_equal(c->input.committed[1], 2);
    none_comes(c);
    c->w.fall = 2;
    edge(c, 0);
    assert_int_equal(c->input.closing[1], 1);
    assert_int_equal(c->input.active[1], 1);
    assert_int_equal(c->input.committed[1] | c->input.stored[1], 0);
    assert_int_equal(c->input.fill[2] | c->input.fill[3] | c->input.age[3], 0);
    assert_int_not_equal(c->input.age[2], 0);
    none_comes(c);
    assert_int_equal(c->w.going[1], 1);
    assert_int_equal(c->w.synth[1], 1);
    edge(c, 1);
    assert_int_equal(c->input.active[1] | c->input.closing[1] | c->input.age[2], 0);
    assert_int_equal(c->input.error[1], 0); /* it is no error of this link's */
}

TEST(commits_once)
{
    struct scene *c = make(1, 4, 1, 0);

    comes(c, 0, 1, 1, 4, 1);
    edge(c, 0);
    none_comes(c);
    c->w.commit[1] = 1;
    c->w.choice[1] = 7;
    edge(c, 0);
    assert_int_equal(c->input.committed[1], 1);
    assert_int_equal(c->input.commit_port[1], 7);
    none_comes(c);
    c->w.commit[1] = 1;
    c->w.choice[1] = 3;
    edge(c, 0);
    assert_int_equal(c->input.commit_port[1], 7); /* the first one stays */
    none_comes(c);
    c->w.commit[1] = 1;
    edge(c, 1);
    assert_int_equal(c->input.committed[1], 0);
}

TEST(age_saturates)
{
    struct scene *c = make(1, 4, 1, 0);

    comes(c, 0, 1, 1, 4, 1);
    edge(c, 0);
    for (unsigned n = 0; n < 70000; n++) {
        assert_int_equal(c->input.age[1], n < 65535 ? n : 65535);
        none_comes(c);
        edge(c, 0);
    }
    COMPARED(70000, "ages");
}

/* The second implementation: a channel, its flits in a line. */
struct flit {
    unsigned head, tail;
    uint32_t route;
    uint64_t words[2];
};
struct channel {
    struct flit line[6];
    unsigned fill, write, read, active, closing, committed, commit_port, out_port, out_vc, age, credit;
};
enum event {
    STORED,
    PASSED,
    POPPED,
    SYNTH,
    SYNTH_CLOSING,
    NO_HEAD,
    NO_ROUTE,
    FULL,
    NO_CHANNEL,
    FLUSHED,
    FLUSHED_ACTIVE,
    COMMITS,
    EVENTS
};

/* What comes to a channel in this cycle, and what is at its front, NULL if nothing. */
struct look {
    const struct flit *accepted, *front;
    unsigned synth, going, request, dropping;
};

static struct look look_at(const struct scene *c, const struct channel *ch, const struct flit *accepted)
{
    struct look l = {.accepted = accepted, .front = ch->fill ? &ch->line[0] : c->parameters.bypass ? accepted : NULL};
    int have = l.front != NULL;

    if (ch->active) {
        l.synth = ch->closing || (have && l.front->head);
        l.going = ch->closing || have;
    } else if (have) {
        l.request = l.front->head && l.front->route % 4096 != 0;
        l.dropping = !l.request;
    }
    return l;
}

/* The front leaves, and what came stays behind it unless it is what left. */
static void plain_move(const struct scene *c, struct channel *ch, const struct look *l, unsigned pop, unsigned *events)
{
    struct flit accepted = {0};
    int stays = l->accepted != NULL;

    if (stays)
        accepted = *l->accepted;
    if (pop && ch->fill == 0) {
        stays = 0;
        events[PASSED]++;
    } else if (pop) {
        memmove(&ch->line[0], &ch->line[1], sizeof ch->line - sizeof ch->line[0]);
        ch->fill--;
        ch->read = (ch->read + 1) % c->parameters.depth;
        events[POPPED]++;
    }
    if (stays) {
        ch->line[ch->fill++] = accepted;
        ch->write = (ch->write + 1) % c->parameters.depth;
        events[STORED]++;
    }
}

static unsigned plain_errors(const struct channel *ch, const struct look *l, unsigned granted, unsigned *events)
{
    unsigned errors = 0;

    if (l->dropping)
        errors |= l->front->head ? 8 : 4;
    if (granted && l->synth && !ch->closing)
        errors |= 4;
    events[NO_ROUTE] += errors >> 3;
    events[NO_HEAD] += l->dropping && !l->front->head;
    events[SYNTH] += granted && l->synth && !ch->closing;
    events[SYNTH_CLOSING] += granted && l->synth && ch->closing;
    return errors;
}

/* Rows of "At the edge" in their order; the wires say what was granted where. @return errors */
static unsigned plain_edge(const struct scene *c, struct channel *ch, unsigned lane, const struct flit *accepted,
                           unsigned *events)
{
    const struct vcr_wires *w = &c->w;
    unsigned p = lane / c->parameters.vcs, v = lane % c->parameters.vcs, granted = w->grant[p] >> v & 1u;
    struct look l = look_at(c, ch, accepted);
    unsigned head = granted && !l.synth && l.front->head, tail = granted && (l.synth || l.front->tail);
    unsigned errors = plain_errors(ch, &l, granted, events), commits = w->commit[p] >> v & 1u;

    ch->age = tail ? 0 : (ch->active || l.request) && ch->age < 65535 ? ch->age + 1 : ch->age;
    if (granted) {
        ch->committed = 0;
    } else if (commits && !ch->committed) {
        ch->committed = 1;
        ch->commit_port = w->choice[lane];
        events[COMMITS]++;
    }
    if (head && !tail) {
        ch->active = 1;
        ch->out_port = w->want_port[lane];
        ch->out_vc = w->out_vc[w->want_port[lane]];
    }
    if (tail)
        ch->active = ch->closing = 0;
    ch->credit = (granted && !l.synth) || l.dropping;
    plain_move(c, ch, &l, ch->credit, events);
    if (w->fall >> p & 1u) {
        events[ch->active ? FLUSHED_ACTIVE : FLUSHED]++;
        ch->closing = ch->active;
        ch->committed = ch->fill = ch->write = ch->read = 0;
        ch->age = ch->active ? ch->age : 0;
    }
    return errors;
}

static void check_channel(const struct scene *c, const struct channel *ch, unsigned lane)
{
    const struct vcr_input *i = &c->input;
    unsigned p = lane / c->parameters.vcs, v = lane % c->parameters.vcs;

    assert_int_equal(i->fill[lane], ch->fill);
    assert_int_equal(i->write[lane], ch->write);
    assert_int_equal(i->read[lane], ch->read);
    assert_int_equal(i->stored[p] >> v & 1u, ch->fill != 0);
    assert_int_equal(i->active[p] >> v & 1u, ch->active);
    assert_int_equal(i->closing[p] >> v & 1u, ch->closing);
    assert_int_equal(i->committed[p] >> v & 1u, ch->committed);
    assert_int_equal(i->commit_port[lane], ch->commit_port);
    assert_int_equal(i->out_port[lane], ch->out_port);
    assert_int_equal(i->out_vc[lane], ch->out_vc);
    assert_int_equal(i->age[lane], ch->age);
    assert_int_equal(i->credit[p] >> v & 1u, ch->credit);
}

static void check_wires(const struct scene *c, const struct channel *ch, unsigned lane, const struct flit *accepted)
{
    static const uint64_t zeros[2];
    unsigned p = lane / c->parameters.vcs, v = lane % c->parameters.vcs;
    struct look l = look_at(c, ch, accepted);

    assert_int_equal(c->w.accept[p] >> v & 1u, accepted != NULL);
    assert_int_equal(c->w.synth[p] >> v & 1u, l.synth);
    assert_int_equal(c->w.going[p] >> v & 1u, l.going);
    assert_int_equal(c->w.request[p] >> v & 1u, l.request);
    assert_int_equal(c->w.dropping[p] >> v & 1u, l.dropping);
    if (!l.going && !l.request)
        return;
    assert_int_equal(c->w.front_head[p] >> v & 1u, !l.synth && l.front->head);
    assert_int_equal(c->w.front_tail[p] >> v & 1u, l.synth || l.front->tail);
    assert_memory_equal(&c->w.front_flit[lane * c->parameters.words], l.synth ? zeros : l.front->words,
                        8 * c->parameters.words);
    if (l.request)
        assert_int_equal(c->w.front_route[lane], l.front->route);
}

/* A flit that mostly follows what came before it in its channel; now and then one that does not. */
static struct flit draw_flit(struct rng *r, unsigned *inside)
{
    struct flit f = {.head = !*inside, .tail = vcr_unit_once_in(r, 3)};

    *inside = !f.tail;
    if (vcr_unit_once_in(r, 25))
        f.head = !f.head;
    if (f.head)
        f.route = vcr_unit_once_in(r, 12) ? 0 : vcr_unit_upto(r, (1 << 21) - 1);
    f.words[0] = rng_next(r);
    f.words[1] = rng_next(r);
    return f;
}

/* What comes on a port: at most one flit; the rest of the wires as selection and allocation would have them. */
static void draw_arrival(struct rng *r, struct scene *c, unsigned p, unsigned *inside, struct flit *flit)
{
    unsigned vc = vcr_unit_once_in(r, 30) ? 3 : vcr_unit_upto(r, c->parameters.vcs - 1u);

    if (vcr_unit_once_in(r, 3))
        return;
    *flit = draw_flit(r, &inside[p * 4 + vc]);
    c->w.arrive |= (uint16_t)(1u << p);
    c->w.arrive_head |= (uint16_t)(flit->head << p);
    c->w.arrive_tail |= (uint16_t)(flit->tail << p);
    c->w.arrive_vc[p] = (uint8_t)vc;
    c->w.arrive_route[p] = flit->route;
    memcpy(&c->w.arrive_flit[p * c->parameters.words], flit->words, 8 * c->parameters.words);
}

static void draw_grants(struct rng *r, struct scene *c, unsigned often)
{
    for (unsigned p = 0; p < 3; p++) {
        unsigned asking = c->w.going[p] | c->w.request[p];
        c->w.grant[p] = vcr_unit_once_in(r, often) ? vcr_unit_some(r, asking) : 0;
        c->w.commit[p] = (uint16_t)(vcr_unit_some(r, c->w.request[p]) & ~c->input.committed[p]);
        c->w.out_vc[p] = (uint8_t)vcr_unit_upto(r, c->parameters.vcs - 1u);
        for (unsigned v = 0; v < c->parameters.vcs; v++) {
            c->w.want_port[p * c->parameters.vcs + v] = (uint8_t)vcr_unit_upto(r, 2);
            c->w.choice[p * c->parameters.vcs + v] = (uint8_t)vcr_unit_upto(r, 11);
        }
    }
}

/* The flit that comes to a lane, if the lane has room for it and its link stands. */
static const struct flit *accepted_by(const struct scene *c, const struct channel *ch, unsigned lane,
                                      const struct flit *flits)
{
    unsigned p = lane / c->parameters.vcs, v = lane % c->parameters.vcs;
    int takes = (c->w.arrive & ~c->w.fall) >> p & 1 && c->w.arrive_vc[p] == v && ch->fill < c->parameters.depth;

    return takes ? &flits[p] : NULL;
}

static void random_cycle(struct rng *r, struct scene *c, struct channel *channels, unsigned *inside, unsigned *errors,
                         unsigned *events, unsigned often)
{
    struct flit flits[3] = {{0}};
    unsigned lanes = 3u * c->parameters.vcs;

    memset(&c->w, 0, sizeof c->w);
    for (unsigned p = 0; p < 3; p++)
        draw_arrival(r, c, p, inside, &flits[p]);
    c->w.fall = vcr_unit_once_in(r, 40) ? vcr_unit_some(r, 7) : 0;
    eval(c);
    for (unsigned lane = 0; lane < lanes; lane++)
        check_wires(c, &channels[lane], lane, accepted_by(c, &channels[lane], lane, flits));
    draw_grants(r, c, often);
    for (unsigned p = 0; p < 3; p++) {
        unsigned vc = c->w.arrive_vc[p], lost = (c->w.arrive & ~c->w.fall) >> p & 1u;
        unsigned what = vc >= c->parameters.vcs                                            ? 2
                        : channels[p * c->parameters.vcs + vc].fill == c->parameters.depth ? 1
                                                                                           : 0;
        errors[p] |= lost ? what : 0;
        events[FULL] += lost && what == 1;
        events[NO_CHANNEL] += lost && what == 2;
    }
    for (unsigned lane = 0; lane < lanes; lane++) {
        const struct flit *accepted = accepted_by(c, &channels[lane], lane, flits);
        errors[lane / c->parameters.vcs] |= plain_edge(c, &channels[lane], lane, accepted, events);
    }
    vcr_input_commit(&c->parameters, &c->input, &c->config, c->flits, c->kept, &c->w);
    for (unsigned lane = 0; lane < lanes; lane++)
        check_channel(c, &channels[lane], lane);
    for (unsigned p = 0; p < 3; p++)
        assert_int_equal(c->input.error[p], errors[p]);
}

TEST(second_implementation)
{
    struct rng r = rng_stream(261, 0);
    unsigned events[EVENTS] = {0}, cycles = 0;

    for (unsigned k = 0; k < 12; k++) {
        struct scene *c = make(1 + k % 3, 2 + k % 4, 1 + k % 2, k / 6);
        for (int run = 0; run < 8; run++) { /* errors are sticky: begin anew */
            struct channel channels[9] = {{.fill = 0}};
            unsigned inside[12] = {0}, errors[3] = {0};
            memset(&c->input, 0, sizeof c->input);
            for (int n = 0; n < 250; n++, cycles++)
                random_cycle(&r, c, channels, inside, errors, events, 1 + (unsigned)run % 3);
        }
    }
    for (int i = 0; i < EVENTS; i++)
        assert_in_range(events[i], 50, cycles * 9);
    COMPARED(cycles, "cycles");
}

TEST(up_follows_quiet)
{
    struct scene *c = make(1, 4, 1, 0);

    c->config.quiet = 1;
    none_comes(c);
    edge(c, 0);
    assert_int_equal(c->input.up, 0);
    c->config.quiet = 0;
    none_comes(c);
    edge(c, 0);
    assert_int_equal(c->input.up, 7);
}

RUN_TESTS

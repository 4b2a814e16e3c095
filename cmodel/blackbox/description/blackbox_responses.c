/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description says of responses: their flits and ports, what ties them to requests, and when targets answer. See
 * blackbox_yaml.h.
 */
#include <stdlib.h>
#include <string.h>

#include "blackbox_flit.h"
#include "blackbox_yaml.h"

/* Bits of the first flit of a response by which two of them are told apart that may come in any order. */
enum { TOLD_APART = 12, MOST_DELAY = 10000, MOST_OUTSTANDING = 4096 };

/* What ties a response to its request ----------------------------------------------------------------------------- */

static int add_match(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    struct blackbox_responses *r = context;
    const char *to = yaml_scalar(key), *from = yaml_scalar(value);
    struct blackbox_match m = {blackbox_field_of(l->f->requests, from), blackbox_field_of(l->f, to)};

    if (r->matches == BLACKBOX_PARTS)
        return yaml_fail(&l->yaml, yaml_line(key), "match: more than %d fields", BLACKBOX_PARTS);
    if (m.to < 0 || m.from < 0)
        return yaml_fail(&l->yaml, yaml_line(key), "match: %s: no such field of %s", m.to < 0 ? to : from,
                         m.to < 0 ? "responses" : "requests");
    if (l->f->field[m.to].width != l->f->requests->field[m.from].width || l->f->field[m.to].width > 64)
        return yaml_fail(&l->yaml, yaml_line(key),
                         "match: %s has %d bits, and %s of requests %d: must be as many, 64 at most", to,
                         l->f->field[m.to].width, from, l->f->requests->field[m.from].width);
    r->match[r->matches++] = m;
    r->bits += l->f->field[m.to].width;
    return r->bits <= 64 ? 0 : yaml_fail(&l->yaml, yaml_line(key), "match: the fields have more than 64 bits");
}

static int take_match(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    (void)context;
    return blackbox_yaml_pairs(l, value,
                               "match must be fields of responses with fields of requests, such as \"id: id\"",
                               add_match, l->responses);
}

/* All, none, or a field of responses that has the value of one of the request. */
static int take_order(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox_responses *r = l->responses;
    const char *text = yaml_scalar(value) ? yaml_scalar(value) : "";
    int field = blackbox_field_of(l->f, text);

    (void)context;
    r->order = strcmp(text, "none") == 0  ? BLACKBOX_ORDER_NONE
               : strcmp(text, "all") == 0 ? BLACKBOX_ORDER_ALL
                                          : BLACKBOX_ORDER_FIELD;
    for (int i = 0; i < r->matches; i++)
        if (r->match[i].to == field)
            r->by = r->match[i].from;
    if (r->order == BLACKBOX_ORDER_FIELD && r->by < 0)
        return yaml_fail(&l->yaml, yaml_line(value),
                         "order: %s: must be all, none, or a field that is named under match, before this", text);
    return 0;
}

/* When targets answer --------------------------------------------------------------------------------------------- */

static int take_delay(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {BLACKBOX_INT("least", struct blackbox_responses, least, 0, MOST_DELAY),
                                               BLACKBOX_INT("most", struct blackbox_responses, most, 0, MOST_DELAY),
                                               BLACKBOX_KEYS_END};
    struct blackbox_responses *r = l->responses;

    (void)context;
    if (blackbox_yaml_mapping(l, value, "delay", keys, r) != 0)
        return -1;
    return r->least <= r->most
               ? 0
               : yaml_fail(&l->yaml, yaml_line(value), "delay: the least, %d, is over the most, %d", r->least, r->most);
}

static int take_outstanding(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {
        BLACKBOX_INT("requester", struct blackbox_responses, outstanding, 1, MOST_OUTSTANDING),
        BLACKBOX_INT("target", struct blackbox_responses, target, 1, MOST_OUTSTANDING), BLACKBOX_KEYS_END};

    (void)context;
    if (value->type == YAML_SCALAR_NODE)
        return blackbox_yaml_int(l, value, "outstanding", 1, MOST_OUTSTANDING, &l->responses->outstanding);
    return blackbox_yaml_mapping(l, value, "outstanding", keys, l->responses);
}

/* Flits of the response, in the first flit of the request. */
static int take_length(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {
        BLACKBOX_SLICE(struct blackbox_responses, length),
        BLACKBOX_INT("offset", struct blackbox_responses, length_offset, -BLACKBOX_FLITS, BLACKBOX_FLITS),
        BLACKBOX_KEYS_END};
    struct blackbox_responses *r = l->responses;
    struct blackbox *own = l->f;
    int status;

    (void)context;
    r->length = (struct blackbox_slice){.field = -1};
    l->f = (struct blackbox *)own->requests; /* whose fields are meant */
    status = blackbox_yaml_mapping(l, value, "length", keys, r);
    if (status == 0)
        status = blackbox_slice_close(l, value, "length", &r->length);
    l->f = own;
    return status;
}

/* What is known of a response that the router makes itself. */
static int take_refusal(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {BLACKBOX_SLICE(struct blackbox_responses, refuse),
                                               BLACKBOX_CODE("value", struct blackbox_responses, refusal),
                                               BLACKBOX_KEYS_END};
    struct blackbox_responses *r = l->responses;

    (void)context;
    r->refuse = (struct blackbox_slice){.field = -1, .every = 1};
    return blackbox_yaml_mapping(l, value, "unroutable", keys, r) != 0
               ? -1
               : blackbox_slice_close(l, value, "unroutable", &r->refuse);
}

/* Against all else ------------------------------------------------------------------------------------------------ */

/* Whether a field of responses has a width for each side. */
static int is_split(const struct blackbox *own)
{
    int split = own->widths.nulls;

    for (int i = 0; i < own->fields; i++)
        split |= own->field[i].side[0] != own->field[i].side[1];
    return split;
}

/* What neither requests nor responses may be; NULL: they are not. */
static const char *wrong_kind(const struct blackbox *f)
{
    const struct blackbox *own = f->responses.f;

    if (f->cast.kind)
        return "destination: a request for several outputs has several responses: requests are for one output";
    if (own->header.line)
        return "header: responses have no header with a handshake of its own";
    if (f->widths.line || is_split(own))
        return "fields: neither requests nor responses may have a width for each side";
    return f->clocks || own->inputs.clock_names || own->outputs.clock_names
               ? "clocks: requests and responses have one clock"
               : NULL;
}

/* What does not go together with responses; NULL: nothing. */
static const char *misfit(const struct blackbox *f)
{
    const struct blackbox_illegal *h = &f->illegal;
    const struct blackbox_responses *r = &f->responses;

    if (f->routers > 1)
        return "a network of several routers cannot have responses: describe one router";
    if (f->vcs > 1 || f->lanes.count)
        return "requests must have one virtual channel, and not be interleaved";
    if (f->drops.allowed || f->drops.marked.width)
        return "drops: a request that is dropped has no response, and its requester waits for ever";
    if (h->longest || h->shortest || h->gap || h->overrun || h->withdrawn)
        return "of illegal only unroutable and computed go with it";
    if ((h->values && h->then == BLACKBOX_ANYWHERE) || (h->damaged && h->damaged_then < 0))
        return "of illegal: a request that may be dropped or not has no response that is known";
    if (f->outputs.credits && r->target)
        return "outstanding: a target with credits takes what it has credits for, and has no limit besides";
    if (f->outputs.open && r->target)
        return "outstanding: a target without a ready takes every request, and has no limit";
    if (r->target && (f->starvation || f->throughput))
        return "outstanding: a limit of targets holds outputs up, and bounds has starvation or throughput for outputs "
               "that are not";
    return r->outstanding && f->throughput
               ? "outstanding: bounds has a throughput for inputs that always send, and these wait for responses"
               : NULL;
}

static const char *wrong_length(const struct blackbox *f)
{
    const struct blackbox_responses *r = &f->responses;

    if (!r->length.width)
        return NULL;
    if (!blackbox_slice_holds(&r->length, r->f->min_flits + r->length_offset, r->f->max_flits + r->length_offset))
        return "length: its bits do not hold the flits that packets has";
    if (r->order == BLACKBOX_ORDER_FIELD && r->length.field == r->by)
        return "length: these bits are those that order is about";
    if (f->beats.width && blackbox_slice_shared(&f->beats, &r->length))
        return "length: these bits have the length of the request";
    return blackbox_has_destination(f, &r->length) ? "length: these bits have the destination" : NULL;
}

/* A requester must tell its responses apart. */
static const char *wrong_order(const struct blackbox *f)
{
    const struct blackbox_responses *r = &f->responses;
    const struct blackbox *own = r->f;

    if (r->order == BLACKBOX_ORDER_NONE && own->max_flits > 1 && own->tag_bits < own->source_bits + TOLD_APART)
        return "order: none: too few bits of the first flit tell two responses apart";
    if (r->order == BLACKBOX_ORDER_NONE && f->illegal.values && f->illegal.then == BLACKBOX_ANSWERED)
        return "order: none: a response of the router itself cannot be told from others";
    if (r->order != BLACKBOX_ORDER_FIELD)
        return NULL;
    for (int i = 0; i < r->matches; i++)
        if (r->match[i].from == r->by && !own->outputs.fields[r->match[i].to].count)
            return "order: outputs must have a pin for the field";
    if (f->beats.width && f->beats.field == r->by)
        return "order: the field has the length of the request";
    const struct blackbox_slice by = {.field = r->by, .width = f->field[r->by].width};
    return blackbox_has_destination(f, &by) ? "order: the field has the destination" : NULL;
}

/* Responses are mixed as long as requesters gave them different numbers. */
static const char *wrong_lanes(const struct blackbox *f)
{
    const struct blackbox_responses *r = &f->responses;
    int from = blackbox_match_from(f, r->f->lanes.slice.field);

    if (!r->f->lanes.count)
        return NULL;
    if (from < 0 || f->field[from].constant)
        return "interleaved: the field must be one that match ties to a field of requests, and not be constant";
    if (r->f->lanes.slice.width < r->f->field[r->f->lanes.slice.field].width)
        return "interleaved: must be a whole field, by which targets tell requests apart";
    if ((f->beats.width && f->beats.field == from) || (r->length.width && r->length.field == from))
        return "interleaved: the field has the length of the request or the response";
    if (blackbox_has_destination(f, &(struct blackbox_slice){.field = from, .width = f->field[from].width}))
        return "interleaved: the field has the destination";
    return r->order == BLACKBOX_ORDER_ALL ? "interleaved: with order: all no response begins within another one" : NULL;
}

/* Whether a target gets a field of requests as it was sent, or as the description says. */
static int is_kept(const struct blackbox *f, int field)
{
    for (int i = 0; i < f->rewrites; i++)
        if (f->rewritten[i].field == field)
            return 0;
    return f->outputs.fields[field].count && (f->inputs.fields[field].count || f->field[field].constant);
}

/* What is computed has one value at both sides of the router. */
static const char *wrong_computed(const struct blackbox *f)
{
    const struct blackbox *own = f->responses.f;

    for (int i = 0; i < own->computeds; i++) {
        const struct blackbox_computed *c = &own->computed[i];
        if (blackbox_match_from(f, c->field) >= 0)
            return "computed: a field is computed, and match says that it is one of the request";
        for (int k = 0; k < c->overs; k++) {
            int from = blackbox_match_from(f, c->over[k]);
            if (from >= 0 && !is_kept(f, from))
                return "computed: over has a field that the router replaces on the way to the target";
        }
    }
    return NULL;
}

/* A response acknowledges its request, so both sides of it are classic, and of one flit. */
static const char *wrong_classic(const struct blackbox *f)
{
    const struct blackbox *own = f->responses.f;

    if (f->inputs.classic != own->outputs.classic || f->outputs.classic != own->inputs.classic)
        return "interface: classic must be that of inputs and of the outputs of responses, or of outputs and of the inputs "
               "of responses";
    if (!f->inputs.classic && !f->outputs.classic)
        return NULL;
    return f->max_flits > 1 || own->max_flits > 1
               ? "interface: classic: requests and responses must be of one flit (framing: {by: single})"
               : NULL;
}

/* What is missing, or contradicts itself; NULL: nothing. */
static const char *contradiction(const struct blackbox *f)
{
    const struct blackbox_responses *r = &f->responses;
    const struct blackbox *own = r->f;
    const char *wrong;

    if (!own->fields || !own->inputs.line || !own->outputs.line)
        return "must have fields, inputs and outputs";
    if (own->inputs.count != f->outputs.count || own->outputs.count != f->inputs.count)
        return "count: inputs are the targets, one for each output, and outputs the requesters, one for each input";
    if (own->inputs.id || own->outputs.id)
        return "vc: responses have one virtual channel";
    wrong = wrong_length(f) ? wrong_length(f) : wrong_order(f);
    wrong = wrong ? wrong : wrong_classic(f);
    wrong = wrong ? wrong : wrong_lanes(f);
    wrong = wrong ? wrong : wrong_computed(f);
    if (wrong)
        return wrong;
    return f->illegal.values && f->illegal.then == BLACKBOX_ANSWERED && r->refuse.width == 0
               ? "must have unroutable: {field, value}: what the router answers by itself"
               : NULL;
}

/* Ends ------------------------------------------------------------------------------------------------------------ */

/* The same pairs as those of requests, the other way round. @return 0, or -1 when out of memory */
static int turn_pairs(struct blackbox *own, const struct blackbox *f)
{
    size_t pairs = (size_t)(f->sources * f->sinks);

    own->sources = f->sinks;
    own->sinks = f->sources;
    own->routers = 1;
    own->source = calloc((size_t)own->sources, sizeof *own->source);
    own->sink = calloc((size_t)own->sinks, sizeof *own->sink);
    own->forbidden = calloc(pairs, 1);
    own->sends = calloc((size_t)own->sources, sizeof *own->sends);
    own->gets = calloc((size_t)own->sinks, sizeof *own->gets);
    if (!own->source || !own->sink || !own->forbidden || !own->sends || !own->gets)
        return -1;
    for (int t = 0; t < own->sources; t++) {
        own->source[t] = f->sink[t];
        own->sends[t] = f->gets[t];
        for (int r = 0; r < own->sinks; r++)
            own->forbidden[t * own->sinks + r] = f->forbidden[r * f->sinks + t];
    }
    for (int r = 0; r < own->sinks; r++) {
        own->sink[r] = f->source[r];
        own->gets[r] = f->sends[r];
    }
    return 0;
}

/* Of the description of requests what holds for responses, too; lent, and not theirs. */
static void lend(struct blackbox *own, const struct blackbox *f)
{
    own->path = f->path;
    own->requests = f;
    own->parameters = f->parameters;
    own->reset_cycles = f->reset_cycles;
    own->reset_idle = f->reset_idle;
    own->progress = f->progress;
    memcpy(own->checked, f->checked, sizeof own->checked);
    memcpy(own->covered, f->covered, sizeof own->covered);
    own->inputs.count = f->outputs.count;
    own->outputs.count = f->inputs.count;
}

static int read_all(struct blackbox_reading *l, const yaml_node_t *node)
{
    static const struct blackbox_key keys[] = {BLACKBOX_TAKE("fields", blackbox_take_fields),
                                               BLACKBOX_TAKE("framing", blackbox_take_framing),
                                               BLACKBOX_TAKE("packets", blackbox_take_packets),
                                               BLACKBOX_TAKE("inputs", blackbox_take_inputs),
                                               BLACKBOX_TAKE("outputs", blackbox_take_outputs),
                                               BLACKBOX_TAKE("byte_enable", blackbox_take_byte_enable),
                                               BLACKBOX_TAKE("interleaved", blackbox_take_lanes),
                                               BLACKBOX_TAKE("computed", blackbox_take_computed),
                                               BLACKBOX_TAKE("match", take_match),
                                               BLACKBOX_TAKE("order", take_order),
                                               BLACKBOX_TAKE("delay", take_delay),
                                               BLACKBOX_TAKE("outstanding", take_outstanding),
                                               BLACKBOX_TAKE("length", take_length),
                                               BLACKBOX_TAKE("unroutable", take_refusal),
                                               BLACKBOX_KEYS_END};
    char error[BLACKBOX_ERROR];

    if (blackbox_yaml_mapping(l, node, "responses", keys, l->f) != 0)
        return -1;
    blackbox_default_framing(l->f);
    l->f->channels = l->f->lanes.count ? l->f->lanes.count : 1;
    if (turn_pairs(l->f, l->f->requests) != 0)
        return blackbox_yaml_memory(l);
    if (l->f->fields && (blackbox_check_lanes(l) != 0 || blackbox_check_framing(l) != 0 ||
                         blackbox_check_depth(l, "inputs", &l->f->inputs) != 0 ||
                         blackbox_check_depth(l, "outputs", &l->f->outputs) != 0 || blackbox_check_scopes(l) != 0 ||
                         blackbox_check_beats(l) != 0 || blackbox_check_computed(l) != 0))
        return -1;
    return !l->f->fields || blackbox_tags(l->f, error, sizeof error) == 0
               ? 0
               : yaml_fail(&l->yaml, yaml_line(node), "responses: %.2000s", error);
}

int blackbox_load_responses(struct blackbox_reading *l)
{
    const yaml_node_t *node = l->later[BLACKBOX_LATER_RESPONSES];
    struct blackbox *f = l->f, *own;
    const char *wrong;
    int status;

    if (!node && (f->inputs.classic || f->outputs.classic))
        return yaml_fail(&l->yaml, (size_t)(f->inputs.classic ? f->inputs : f->outputs).line,
                         "interface: classic needs responses, which acknowledge requests");
    if (!node)
        return f->illegal.values && f->illegal.then == BLACKBOX_ANSWERED
                   ? yaml_fail(&l->yaml, (size_t)f->illegal.line, "illegal: then: answered needs responses")
                   : 0;
    own = calloc(1, sizeof *own);
    if (!own)
        return blackbox_yaml_memory(l);
    f->responses = (struct blackbox_responses){.f = own, .by = -1, .most = 16, .line = (int)yaml_line(node)};
    blackbox_set_defaults(own);
    lend(own, f);
    l->f = own;
    l->responses = &f->responses;
    status = read_all(l, node);
    l->f = f;
    l->responses = NULL;
    wrong = status == 0 ? wrong_kind(f) : NULL;
    if (status == 0 && !wrong)
        wrong = misfit(f);
    if (status == 0 && !wrong)
        wrong = contradiction(f);
    return wrong ? yaml_fail(&l->yaml, yaml_line(node), "responses: %s", wrong) : status;
}

void blackbox_responses_destroy(struct blackbox *f)
{
    if (!f)
        return;
    memset(&f->parameters, 0, sizeof f->parameters);
    f->declared = NULL;
    blackbox_free(f);
    free(f);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description says of inputs and outputs: how many there are, their interface and their pins. See
 * blackbox_yaml.h.
 */
#include <stdlib.h>
#include <string.h>

#include "blackbox_pins.h"
#include "blackbox_yaml.h"

/* Headers that are sent before their packets. */
enum { MOST_AHEAD = 15, MOST_WAITING = 128 };

enum interface {
    AXI_STREAM,
    VALID_READY,
    VALID_THEN_YUMI,
    READY_THEN_VALID,
    VALID_ONLY,
    CLASSIC,
    VC_VALID_READY,
    CREDIT,
    VALID_YUMMY
};

static int take_interface(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const char *const words[] = {[AXI_STREAM] = "axi-stream",           [VALID_READY] = "valid-ready",
                                        [VALID_THEN_YUMI] = "valid-then-yumi", [READY_THEN_VALID] = "ready-then-valid",
                                        [VALID_ONLY] = "valid-only",           [CLASSIC] = "classic",
                                        [VC_VALID_READY] = "vc-valid-ready",   [CREDIT] = "credit",
                                        [VALID_YUMMY] = "valid-yummy",         NULL};
    struct blackbox_ports *ports = context;
    int is = blackbox_yaml_choice(l, value, "interface", words);

    if (is < 0)
        return -1;
    ports->alone = is < VC_VALID_READY || is == VALID_YUMMY;
    ports->waits = is == VALID_THEN_YUMI    ? BLACKBOX_READY_WAITS
                   : is == READY_THEN_VALID ? BLACKBOX_VALID_WAITS
                                            : BLACKBOX_NO_WAITS;
    ports->classic = is == CLASSIC;
    ports->open = is == VALID_ONLY || (is == CLASSIC && l->responses);
    ports->credits = is >= CREDIT;
    return 0;
}

static int add_pin(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    struct blackbox_pin *pin = context;
    struct blackbox_text *text = &pin->text[pin->count];
    const char *is = yaml_scalar(item);
    struct blackbox_bits bits;

    if (!is || strlen(is) >= BLACKBOX_NAME || blackbox_pin_parse(is, 0, 0, 1, &bits) != 0)
        return yaml_fail(&l->yaml, yaml_line(item),
                         "%s: must be a pin such as in{p}_data, in_data[], in{p}[7:4] or ~empty", is ? is : "a pin");
    strcpy(text->text, is);
    text->line = (int)yaml_line(item);
    pin->count++;
    return 0;
}

/* One pin, or one a port. */
static int read_pin(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value,
                    struct blackbox_pin *pin)
{
    int items = blackbox_yaml_count(value);

    if (pin->count)
        return yaml_fail(&l->yaml, yaml_line(key), "%s: is here twice", yaml_scalar(key));
    pin->line = (int)yaml_line(key);
    pin->text = calloc((size_t)(items > 0 ? items : 1), sizeof *pin->text);
    return pin->text ? blackbox_yaml_items(l, value, add_pin, pin) : blackbox_yaml_memory(l);
}

/* A valid for each value of a field: {write: [s_rd, s_wr]}. */
static int take_valids(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    struct blackbox_ports *ports = context;
    int field = blackbox_field_of(l->f, yaml_scalar(key));

    if (field < 0 || l->f->field[field].width != 1 || blackbox_yaml_count(value) != 2 || ports->other >= 0)
        return yaml_fail(&l->yaml, yaml_line(key),
                         "valid: must be a pin, or a field of one bit with two pins, for its values 0 and 1, such as "
                         "{write: [s_rd, s_wr]}");
    ports->other = field;
    for (int i = 0; i < 2; i++) {
        const yaml_node_t *item = blackbox_yaml_node(l, value->data.sequence.items.start[i]);
        if (read_pin(l, key, item, &ports->roles[i ? BLACKBOX_OTHER : BLACKBOX_VALID]) != 0)
            return -1;
    }
    return read_pin(l, key, blackbox_yaml_node(l, value->data.sequence.items.start[1]), &ports->fields[field]);
}

static int take_pin(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    struct blackbox_ports *ports = context;
    const char *name = yaml_scalar(key) ? yaml_scalar(key) : "";
    int role = blackbox_role(name), field = blackbox_field_of(l->f, name);

    if (field >= 0)
        role = -1; /* called cycle or enable */
    if (role == BLACKBOX_VALID && value->type == YAML_MAPPING_NODE)
        return blackbox_yaml_pairs(l, value, "", take_valids, ports);
    if (role < 0 && field < 0)
        return yaml_fail(
            &l->yaml, yaml_line(key),
            "%s: neither valid, ready, yumi, vc, credit, credit_vc nor yummy, nor a field: these are named under fields, before this",
            name);
    return read_pin(l, key, value, role >= 0 ? &ports->roles[role] : &ports->fields[field]);
}

/* Of a header: valid, ready, or a field. */
static int take_header_pin(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    struct blackbox_ports *ports = context;
    const char *name = yaml_scalar(key) ? yaml_scalar(key) : "";
    int role = blackbox_role(name), field = blackbox_field_of(l->f, name);

    if (role == BLACKBOX_VALID || role == BLACKBOX_READY)
        return read_pin(l, key, value,
                        &ports->roles[role == BLACKBOX_VALID ? BLACKBOX_HEADER_VALID : BLACKBOX_HEADER_READY]);
    if (field < 0)
        return yaml_fail(&l->yaml, yaml_line(key), "header: %s: neither valid nor ready, nor a field", name);
    ports->headed[field] = l->f->field[field].header = 1;
    return read_pin(l, key, value, &ports->fields[field]);
}

static int take_header_pins(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    return blackbox_yaml_pairs(l, value, "pins of a header must be keys with pins, such as \"valid: in{p}_hdr_valid\"",
                               take_header_pin, context);
}

static int take_when(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const char *const words[] = {[BLACKBOX_WHEN_ANY] = "any",
                                        [BLACKBOX_WHEN_BEFORE] = "before",
                                        [BLACKBOX_WHEN_WITH] = "with",
                                        [BLACKBOX_WHEN_AFTER] = "after",
                                        NULL};

    if (context != &l->f->inputs)
        return yaml_fail(&l->yaml, yaml_line(value), "header: when is of inputs alone: outputs offer what they like");
    l->f->header.when = blackbox_yaml_choice(l, value, "when", words);
    return l->f->header.when < 0 ? -1 : 0;
}

static int take_ahead(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    if (context != &l->f->inputs)
        return yaml_fail(&l->yaml, yaml_line(value), "header: ahead is of inputs alone: outputs offer what they like");
    l->f->header.ahead_line = (int)yaml_line(value);
    return blackbox_yaml_int(l, value, "ahead", 0, MOST_AHEAD, &l->f->header.ahead);
}

static int take_header(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {BLACKBOX_TAKE("pins", take_header_pins),
                                               BLACKBOX_TAKE("when", take_when), BLACKBOX_TAKE("ahead", take_ahead),
                                               BLACKBOX_KEYS_END};
    const struct blackbox_ports *ports = context;

    l->f->header.side[ports == &l->f->outputs] = (int)yaml_line(value);
    if (!l->f->header.line)
        l->f->header.line = (int)yaml_line(value);
    if (blackbox_yaml_mapping(l, value, "header", keys, context) != 0)
        return -1;
    return ports->roles[BLACKBOX_HEADER_VALID].count && ports->roles[BLACKBOX_HEADER_READY].count
               ? 0
               : yaml_fail(&l->yaml, yaml_line(value), "header: must have pins, and of these valid and ready");
}

static int take_pins(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    return blackbox_yaml_pairs(l, value, "pins must be keys with pins, such as \"valid: in{p}_valid\"", take_pin,
                               context);
}

/* The pin, or pins, that an interface has beside valid. */
static const char *back_of(const struct blackbox_ports *ports)
{
    if (ports->credits)
        return " and credit (or yummy)";
    if (ports->open || ports->classic)
        return "";
    return ports->waits == BLACKBOX_READY_WAITS ? " and yumi" : " and ready (interface: valid-only has none)";
}

/* What an interface needs, and one pin a port where there is a list. */
static int check_ports(const struct blackbox_reading *l, const yaml_node_t *node, const char *what,
                       struct blackbox_ports *ports)
{
    const struct blackbox_pin *roles = ports->roles;
    int back = ports->credits ? BLACKBOX_CREDIT : BLACKBOX_READY;

    ports->line = (int)yaml_line(node);
    ports->id = roles[BLACKBOX_VC].count > 0;
    if (!ports->count || !roles[BLACKBOX_VALID].count || (!roles[back].count && !ports->open && !ports->classic))
        return yaml_fail(&l->yaml, yaml_line(node), "%s: must have count, interface, and of pins valid%s", what,
                         back_of(ports));
    if ((ports->open || ports->classic) && roles[BLACKBOX_READY].count)
        return yaml_fail(&l->yaml, (size_t)roles[BLACKBOX_READY].line, "%s: %s, or take valid-ready", what,
                         ports->classic ? "classic has no ready: the acknowledge is the valid of responses"
                                        : "valid-only has no ready: leave it out");
    for (int role = BLACKBOX_CYCLE; role <= BLACKBOX_ENABLE; role++)
        if (roles[role].count && (!ports->classic || l->responses))
            return yaml_fail(&l->yaml, (size_t)roles[role].line,
                             "%s: cycle and enable are pins of requests with interface: classic", what);
    if (roles[ports->credits ? BLACKBOX_READY : BLACKBOX_CREDIT].count ||
        (!ports->credits && roles[BLACKBOX_CREDIT_VC].count))
        return yaml_fail(&l->yaml, yaml_line(node), "%s: ready and credits do not go together", what);
    if (ports->credits && !ports->depth[0][0])
        return yaml_fail(&l->yaml, yaml_line(node),
                         "%s: must have depth: flits that the receiver takes in each virtual channel", what);
    for (int i = 0; i < BLACKBOX_ROLES + l->f->fields; i++) {
        const struct blackbox_pin *pin = i < BLACKBOX_ROLES ? &roles[i] : &ports->fields[i - BLACKBOX_ROLES];
        if (pin->count > 1 && pin->count != ports->count)
            return yaml_fail(&l->yaml, (size_t)pin->line, "%d pins in the list, and %s has a count of %d", pin->count,
                             what, ports->count);
    }
    return 0;
}

static int take_ports(struct blackbox_reading *l, const yaml_node_t *value, const char *what,
                      struct blackbox_ports *ports)
{
    static const struct blackbox_key keys[] = {BLACKBOX_INT("count", struct blackbox_ports, count, 1, BLACKBOX_PORTS),
                                               BLACKBOX_TAKE("interface", take_interface),
                                               {"clock", BLACKBOX_KEY_ITEMS, 0, 0, 0, NULL, blackbox_add_clock_name},
                                               BLACKBOX_TAKE("depth", blackbox_take_depth),
                                               BLACKBOX_TAKE("pins", take_pins),
                                               BLACKBOX_TAKE("header", take_header),
                                               BLACKBOX_KEYS_END};

    return blackbox_yaml_mapping(l, value, what, keys, ports) != 0 ? -1 : check_ports(l, value, what, ports);
}

/* Whether ports of one side may have headers. */
static int is_plain(const struct blackbox_ports *ports)
{
    return ports->alone && !ports->credits && !ports->open && !ports->classic;
}

/* A field that is in the header of one side alone; -1: there is none. */
static int half_headed(const struct blackbox *f)
{
    for (int i = 0; i < f->fields; i++)
        if (f->inputs.fields[i].count && f->outputs.fields[i].count && f->inputs.headed[i] != f->outputs.headed[i])
            return i;
    return -1;
}

/* Why headers that go ahead of their packets cannot; NULL: they can. */
static const char *wrong_ahead(const struct blackbox *f)
{
    if (f->header.when != BLACKBOX_WHEN_ANY && f->header.when != BLACKBOX_WHEN_BEFORE)
        return "ahead: they are offered with their packets, or after them";
    return f->header.ahead * f->inputs.count > MOST_WAITING ? "ahead: too many headers of all inputs together" : NULL;
}

/* Why headers do not go with the rest of a description; NULL: they do. @param[in,out] line  of what does not */
static const char *wrong_header(const struct blackbox *f, int *line)
{
    const struct blackbox_header *h = &f->header;
    const struct blackbox_illegal *i = &f->illegal;
    int half = half_headed(f);
    const struct {
        int is, line;
        const char *why;
    } all[] = {
        {!h->side[0] || !h->side[1], h->line, "inputs and outputs must both have one"},
        {!is_plain(&f->inputs) || f->lanes.count, h->side[0],
         "ports must be axi-stream or valid-ready, without interleaved packets"},
        {!is_plain(&f->outputs), h->side[1], "ports must be axi-stream or valid-ready, without interleaved packets"},
        {h->ahead && wrong_ahead(f), h->ahead_line, h->ahead ? wrong_ahead(f) : NULL},
        {f->routers > 1, h->line, "networks of several routers have none"},
        {f->cast.kind != BLACKBOX_ONE, h->line, "packets must be for one output"},
        {i->longest || i->shortest || i->gap || i->withdrawn, i->line,
         "of illegal packets only unroutable and computed go with headers"},
        {f->framing != BLACKBOX_SINGLE && (f->frame.every || f->frame.at) && f->field[f->frame.field].header, h->line,
         "the end of a packet must be told by its flits"},
        {f->byte_enable.line && f->field[f->byte_enable.keep].header, f->byte_enable.line,
         "byte enables must be beside the data"},
        {half >= 0, half < 0 ? 0 : (f->inputs.headed[half] ? &f->outputs : &f->inputs)->fields[half].line,
         "a field is in the header of one side alone"},
    };

    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k].is) {
            *line = all[k].line;
            return all[k].why;
        }
    return NULL;
}

int blackbox_check_header(struct blackbox_reading *l)
{
    int line = 0;
    const char *wrong = l->f->header.line ? wrong_header(l->f, &line) : NULL;

    return wrong ? yaml_fail(&l->yaml, (size_t)line, "header: %s", wrong) : 0;
}

int blackbox_take_inputs(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox *f = context;

    return take_ports(l, value, "inputs", &f->inputs);
}

int blackbox_take_outputs(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox *f = context;

    return take_ports(l, value, "outputs", &f->outputs);
}

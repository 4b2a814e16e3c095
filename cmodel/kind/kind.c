/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tables of a kind say. See kind.h.
 */
#include "kind.h"

#include <string.h>
#include <xxhash.h>

#include "node.h"

const struct router_kind *kind_find(const struct router_kind *const *kinds, const char *name)
{
    while (*kinds && strcmp((*kinds)->name, name) != 0)
        kinds++;
    return *kinds;
}

int kind_shows(const struct node_ops *ops, int row)
{
    return ops->state && (!ops->registers || ops->registers[row]);
}

int kind_registers_shown(const struct router_kind *kind, const struct node_ops *ops)
{
    int count = 0;

    for (int i = 0; i < kind->register_count; i++)
        count += kind_shows(ops, i);
    return count;
}

const struct pin_info *kind_wire(const struct router_kind *kind, unsigned wire)
{
    int first = 0;

    while (kind->pins[first].place != PIN_RX)
        first++;
    first += (int)wire;
    return first < kind->pin_count && kind->pins[first].place == PIN_RX ? &kind->pins[first] : NULL;
}

int kind_pin_ports(const struct router_kind *kind, const struct pin_info *pin)
{
    return pin->ports ? pin->ports : kind->ports;
}

unsigned kind_port_bits(const struct router_kind *kind, const struct pin_info *pin)
{
    return lane_bits(&pin->lanes) / (unsigned)kind_pin_ports(kind, pin);
}

unsigned kind_wire_bits(const struct router_kind *kind, unsigned wires)
{
    unsigned bits = 0;

    for (unsigned w = 0; w < wires; w++)
        bits += kind_port_bits(kind, kind_wire(kind, w));
    return bits;
}

unsigned kind_wires(const struct router_kind *kind)
{
    unsigned wires = 0;

    while (kind_wire(kind, wires))
        wires++;
    return wires;
}

static void add_rows(struct pin_rows *rows, const struct router_kind *kind, enum pin_place place)
{
    for (int i = 0; i < kind->pin_count; i++)
        if (kind->pins[i].place == place)
            rows->row[rows->count++] = &kind->pins[i];
}

static void add_wires(struct pin_rows *rows, const struct router_kind *kind, enum pin_place place)
{
    struct pin_rows wires = {.count = 0};

    add_rows(&wires, kind, place);
    for (int i = kind->shared_wires; i < wires.count; i++)
        rows->row[rows->count++] = wires.row[i];
    for (int i = kind->shared_wires; i > 0; i--)
        rows->row[rows->count++] = wires.row[i - 1];
}

struct pin_rows kind_inputs(const struct router_kind *kind)
{
    struct pin_rows rows = {.count = 0};

    add_rows(&rows, kind, PIN_CONTROL);
    add_wires(&rows, kind, PIN_RX);
    return rows;
}

struct pin_rows kind_outputs(const struct router_kind *kind)
{
    struct pin_rows rows = {.count = 0};

    add_wires(&rows, kind, PIN_TX);
    add_rows(&rows, kind, PIN_STATUS);
    return rows;
}

int kind_wires_fit(const struct router_kind *kind, const void *pins)
{
    for (int i = 0; i < kind->pin_count; i++)
        if (kind->pins[i].place == PIN_TX && !lane_fit(&kind->pins[i].lanes, pins))
            return 0;
    return 1;
}

unsigned kind_output_bits(const struct router_kind *kind)
{
    unsigned bits = 0;

    for (int i = 0; i < kind->pin_count; i++)
        if (kind->pins[i].place == PIN_TX || kind->pins[i].place == PIN_STATUS)
            bits += lane_bits(&kind->pins[i].lanes);
    return bits;
}

unsigned kind_register_lanes(const struct router_kind *kind)
{
    unsigned lanes = 0;

    for (int i = 0; i < kind->register_count; i++)
        lanes += kind->registers[i].lanes.count;
    return lanes;
}

const struct reg_info *kind_registers_differ(const struct router_kind *kind, const void *a, const void *b, int *lane)
{
    return reg_rows_differ(kind->registers, kind->register_count, a, b, lane);
}

const struct reg_info *kind_register_find(const struct router_kind *kind, const char *name)
{
    return reg_rows_find(kind->registers, kind->register_count, name);
}

const struct pin_info *kind_pin_find(const struct router_kind *kind, const char *name)
{
    return pin_rows_find(kind->pins, kind->pin_count, name);
}

uint64_t kind_layout(const struct router_kind *kind)
{
    uint64_t sum = 0;

    for (int i = 0; i < kind->register_count; i++) {
        const struct reg_info *r = &kind->registers[i];
        sum = XXH3_64bits_withSeed(r->block, strlen(r->block), sum + r->lanes.offset);
        sum = XXH3_64bits_withSeed(r->name, strlen(r->name), sum + ((size_t)r->lanes.width << 16 | r->lanes.stride));
    }
    return sum;
}

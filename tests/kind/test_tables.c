/* SPDX-License-Identifier: Apache-2.0
 *
 * Named registers and pins of every kind as data: the rows are what the structs are made of, each byte of one row at
 * most, and a difference in any bit of any lane is found in its row.
 */
#include "../unit.h"

#include "kind/node.h"
#include "config/registry.h"

/* Any pins of one place. */
union pins {
    struct any_pins port;
    struct any_control control;
    struct any_status status;
};

/* Every kind, and the largest virtual-channel router. @return NULL after the last */
static const struct router_kind *kind_of(int i)
{
    static const struct router_kind *largest;
    int kinds = 0;
    char error[256];

    while (unit_kinds[kinds])
        kinds++;
    if (i < kinds)
        return unit_kinds[i];
    largest = i == kinds ? registry_named(unit_kinds, "vcr-12p16v16d256f-r-t100", error, sizeof error) : NULL;
    assert_true(i > kinds || largest);
    return largest;
}

/* The bytes of a row's lanes, none of which is of another row. @return how many */
static unsigned mark(const struct lanes *l, uint8_t *bytes)
{
    assert_true(lane_value_bits(l) <= 8u * l->bytes);
    for (int k = 0; k < l->count; k++)
        for (unsigned n = 0; n < l->bytes; n++)
            assert_int_equal(bytes[l->offset + (size_t)l->stride * (size_t)k + n]++, 0);
    return (unsigned)l->count * l->bytes;
}

TEST(rows_do_not_overlap)
{
    const struct router_kind *kind;
    uint64_t bytes = 0;
    int kinds = 0;

    for (; (kind = kind_of(kinds)); kinds++) {
        static uint8_t of_registers[sizeof(struct any_registers)], of_pins[PIN_STATUS + 1][sizeof(union pins)];
        unsigned of_state = 0;
        memset(of_registers, 0, sizeof of_registers);
        memset(of_pins, 0, sizeof of_pins);
        for (int i = 0; i < kind->register_count; i++) {
            const struct reg_info *r = &kind->registers[i];
            assert_int_not_equal(r->meaning[0], 0);
            of_state += mark(&r->lanes, of_registers);
            for (int k = 0; k < i; k++)
                assert_true(strcmp(r->block, kind->registers[k].block) || strcmp(r->name, kind->registers[k].name));
        }
        /* What no row has is padding, where lanes are as many as there can be. */
        if (kind == registry_default() || !unit_kinds[kinds])
            assert_in_range(kind->state_bytes - of_state, 0, 64);
        bytes += of_state;
        for (int i = 0; i < kind->pin_count; i++) {
            const struct pin_info *p = &kind->pins[i];
            bytes += mark(&p->lanes, of_pins[p->place]);
            assert_true(pin_is_output(p) == (*p->shows != 0));
            if (*p->shows)
                assert_non_null(kind_register_find(kind, p->shows));
        }
    }
    COMPARED(kinds, "kinds of routers");
    COMPARED(bytes, "bytes of rows");
}

TEST(planted_bits_are_found)
{
    const struct router_kind *kind;
    static struct any_registers a, b;
    uint64_t bits = 0;

    for (int n = 0; (kind = kind_of(n)); n++) {
        void *node = kind->model->create(NULL, 0);
        int lane;
        kind->model->state(node, &a);
        kind->model->destroy(node);
        assert_null(kind_registers_differ(kind, &a, &a, &lane));
        memcpy(&b, &a, kind->state_bytes);
        for (int i = 0; i < kind->register_count; i++)
            for (int k = 0; k < kind->registers[i].lanes.count; k++)
                for (unsigned bit = 0; bit < lane_value_bits(&kind->registers[i].lanes); bit++, bits++) {
                    const struct lanes *l = &kind->registers[i].lanes;
                    uint64_t value = lane_value(l, &a, k);
                    lane_set_value(l, &b, k, value ^ UINT64_C(1) << bit);
                    assert_ptr_equal(kind_registers_differ(kind, &a, &b, &lane), &kind->registers[i]);
                    assert_int_equal(lane, k);
                    lane_set_value(l, &b, k, value);
                }
    }
    COMPARED(bits, "planted bits");
}

RUN_TESTS

/* SPDX-License-Identifier: Apache-2.0
 *
 * Explanations: the model plays the RTL and has one register wrong at the end, each
 * register once. It must be named with its section and both values, and be told of in
 * the summary; and nothing may be told when nothing is wrong.
 */
#include <stdlib.h>

#include "../observe.h"
#include "fedx/triage/fedx_explain.h"
#include "triage/section.h"
#include "fedx/bench/fedx_stimulus.h"
#include "fedx/bench/fedx_recorder.h"
#include "fedx/kind/fedx_model_node.h"

enum { CYCLES = 5000 };

static int wrong_row; /* of fedx_reg_table, -1: none */
static size_t wrong_offset;

/* Bit 0 of port, buffer or word 0 is wrong. */
static void wrong_state(const void *node, void *regs)
{
    fedx_node_model.state(node, regs);
    if (wrong_row >= 0)
        ((uint8_t *)regs)[wrong_offset] ^= 1;
}

static void *create(const struct node_ops *inner, uint64_t seed)
{
    return fedx_node_model.create(inner, seed);
}

static char *explain(const struct vectors *v)
{
    struct node_ops wrong = fedx_node_model;
    struct mismatch d = {.field = "buffer_pool.used", .lane = -1};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    wrong.create = create;
    wrong.state = wrong_state;
    assert_non_null(out);
    struct fedx_explain *e = fedx_explain_create(v);
    assert_non_null(e);
    observe(v, &wrong, fedx_explain_observer(e));
    assert_int_equal(fedx_explain_print(e, &d, out), 0);
    fedx_explain_destroy(e);
    fclose(out);
    return text;
}

static void must_have(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no '%s' in:\n%s", part, text);
}

/* Outputs are compared at the pins: there the register is not asked. */
static int is_output(const struct reg_info *r)
{
    return strncmp(r->meaning, "output", 6) == 0;
}

static void check_register(const struct vectors *v, int row)
{
    const struct reg_info *r = &fedx_reg_table[row];
    char field[80], named[256];
    const char *title;
    char *text;

    wrong_row = row;
    wrong_offset = r->lanes.offset;
    snprintf(field, sizeof field, "%s.%s", r->block, r->name);
    snprintf(named, sizeof named, "  %s (section %d): %s\n", field, section_find(&fedx_kind, field, &title),
             r->meaning);
    text = explain(v);
    must_have(text, named);
    must_have(text, "\nWhat was decided at that edge\n");
    must_have(text, "\nIn short\n");
    must_have(text, "\nSettings in force in that cycle (section 12)\n");
    must_have(text, "throttle_timeout T = ");
    must_have(text, "\nConfiguration accesses ");
    must_have(text, "\nCounts against their limits in that cycle\n");
    free(text);
}

static void every_register_is_explained(void **state)
{
    struct stimulus_config config = {.ops = &fedx_node_tap, .seed = 1, .cycles = CYCLES, .profile = -1};
    struct fedx_stimulus *s = fedx_stimulus_create(&config);
    struct vectors v;
    unsigned checked = 0;
    (void)state;

    assert_non_null(s);
    while (fedx_stimulus_result(s)->cycles < CYCLES)
        fedx_stimulus_episode(s);
    v = *recorder_vectors(fedx_stimulus_node(s));
    for (size_t count = CYCLES - 40; count < CYCLES; count += 13) {
        v.count = count;
        wrong_row = -1;
        char *text = explain(&v);
        must_have(text, "  no output, and no register that the switch shows, but buffer_pool.used\n");
        free(text);
        for (int i = 0; i < fedx_reg_count; i++)
            if (!is_output(&fedx_reg_table[i])) {
                check_register(&v, i);
                checked++;
            }
    }
    fedx_stimulus_destroy(s);
    COMPARED(checked, "wrong registers explained");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_register_is_explained)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Two golden models back to back, four packets from one PE to the other: the C library.
 * docs/reference/bindings.md.
 *
 *     two_switches [--self-test]
 */
#include <stdlib.h>

#include "../common/two_switches.h"

static int run(struct fedx_switch *const *sw, int self_test)
{
    const struct fedx_control control[2] = {{.side = 0}, {.side = 1}};
    struct pair pair = {.cycle = 0};
    struct fedx_pins out[2], in[2];

    pair_init(&pair, self_test);
    while (!pair_done(&pair)) {
        for (int i = 0; i < 2; i++)
            fedx_switch_pins(sw[i], &out[i]);
        pair_exchange(&pair, out, in);
        for (int i = 0; i < 2; i++)
            fedx_switch_step(sw[i], &in[i], &control[i]);
    }
    return pair_result(&pair);
}

int main(int argc, char **argv)
{
    struct fedx_switch *sw[2] = {fedx_switch_create(), fedx_switch_create()};
    int right = 0;

    if (sw[0] && sw[1]) {
        configure(sw[0], 0);
        configure(sw[1], 1);
        right = run(sw, argc > 1 && strcmp(argv[1], "--self-test") == 0);
    }
    fedx_switch_destroy(sw[0]);
    fedx_switch_destroy(sw[1]);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

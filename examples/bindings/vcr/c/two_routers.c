/* SPDX-License-Identifier: Apache-2.0
 *
 * Two golden models of the virtual-channel router back to back, four packets from one terminal to the other: the C
 * library. docs/reference/bindings.md.
 *
 *     two_routers [--self-test]
 */
#include <stdlib.h>

#include "../common/two_routers.h"

static int run(struct vcr_router *const *router, int self_test)
{
    static struct vcr_pins out[2], in[2];
    const struct vcr_control control = {0};
    struct pair pair = {.self_test = self_test};

    while (!pair_done(&pair)) {
        for (int i = 0; i < 2; i++)
            vcr_router_pins(router[i], &out[i]);
        pair_exchange(&pair, out, in);
        for (int i = 0; i < 2; i++)
            vcr_router_step(router[i], &in[i], &control);
    }
    return pair_result(&pair);
}

int main(int argc, char **argv)
{
    struct vcr_router *router[2] = {vcr_router_create(&shape), vcr_router_create(&shape)};
    int right = 0;

    if (router[0] && router[1]) {
        configure(router[0], 0);
        configure(router[1], 1);
        right = run(router, argc > 1 && strcmp(argv[1], "--self-test") == 0);
    }
    vcr_router_destroy(router[0]);
    vcr_router_destroy(router[1]);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * A difference between the golden model and a node that is wrong on purpose (wrap.h).
 */
#ifndef FOUND_H
#define FOUND_H

#include "unit.h"

#include "fedx/bench/fedx_recorder.h"
#include "fedx/bench/fedx_stimulus.h"
#include "wrap.h"

/* Run the stimulus until the wrong node is found. */
static inline void find(int profile, struct vectors *v, struct mismatch *d)
{
    struct stimulus_config config = {
        .ops = &fedx_node_recorder, .inner = &wrap_node, .seed = 1, .cycles = 400000, .profile = profile};
    struct stimulus *s = stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config);

    while (!fedx_kind_stimulus.episode(s))
        ;
    assert_int_equal(s->result.failed, 1);
    *d = *lockstep_mismatch(recorder_inside(s->node));
    const struct vectors *from = recorder_vectors(s->node);
    assert_int_equal(from->count, d->cycle);
    assert_int_equal(vectors_append(v, from, from->count), 0);
    stimulus_destroy(s);
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "fedx_model_node.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../model/fedx_switch_internal.h"

/* What is derived is not saved: a switch that does not know how far it may cruise finds out. */
void fedx_node_archive_switch(struct fedx_switch *sw, struct archive *a)
{
    ARCHIVE(a, sw->regs);
    ARCHIVE(a, sw->store);
    ARCHIVE(a, sw->table);
    ARCHIVE(a, sw->buffers);
    if (!a->loading)
        return;
    sw->cruise = 0;
    archive_check(a, fedx_regs_usable(&sw->regs) && sw->buffers >= 1 && sw->buffers <= FEDX_BUFFERS);
}

static void *model_create(const struct node_ops *inner, uint64_t seed)
{
    (void)inner;
    (void)seed;
    return fedx_switch_create();
}

static void model_destroy(void *node)
{
    fedx_switch_destroy(node);
}

/* Compiled as a whole where the libraries are optimised as one. */
static void __attribute__((flatten)) model_step(void *node, const void *in, const void *control)
{
    fedx_switch_step(node, in, control);
}

static void model_pins(const void *node, void *out)
{
    fedx_switch_pins(node, out);
}

static void model_status(const void *node, void *out)
{
    ((struct fedx_status *)out)->cfg_rdata = fedx_switch_cfg_rdata(node);
}

static void model_state(const void *node, void *registers)
{
    struct fedx_switch_regs *out = registers;

    *out = *fedx_switch_state(node);
}

static void model_store(const void *node, int buffer, uint8_t *out)
{
    memcpy(out, fedx_switch_store(node, buffer), FEDX_PACKET_BYTES);
}

static void model_buffers(void *node, int buffers)
{
    fedx_switch_buffers(node, buffers);
}

static void model_archive(void *node, struct archive *a)
{
    fedx_node_archive_switch(node, a);
}

static void model_inject(void *node, const void *registers)
{
    const struct fedx_switch_regs *regs = registers;
    struct fedx_switch *sw = node;

    sw->regs = *regs;
    sw->cruise = 0;
}

static void model_inject_store(void *node, int buffer, const uint8_t *bytes)
{
    memcpy(((struct fedx_switch *)node)->store[buffer], bytes, FEDX_PACKET_BYTES);
}

static void model_copy(void *node, const void *other)
{
    fedx_switch_copy(node, other);
}

const struct node_ops fedx_node_model = {
    .version = FEDX_NODE_VERSION,
    .name = "model",
    .create = model_create,
    .destroy = model_destroy,
    .step = model_step,
    .pins = model_pins,
    .status = model_status,
    .state = model_state,
    .store = model_store,
    .buffers = model_buffers,
    .archive = model_archive,
    .inject = model_inject,
    .inject_store = model_inject_store,
    .copy = model_copy,
};

static char usual[PATH_MAX];

void fedx_node_usual(const char *path)
{
    snprintf(usual, sizeof usual, "%s", path);
}

/* What was named, by option, by $FEDX_RTL, or else libfedx_rtl.so where it was built or installed. */
const struct node_ops *fedx_node_open(const char *path, char *error, size_t size)
{
    const char *named = *usual ? usual : getenv("FEDX_RTL");
    char words[64];

    if (!FEDX_VERIFIED) {
        snprintf(error, size, "RTL nodes have 10 or 20 buffers: with more there are models only");
        return NULL;
    }
    snprintf(words, sizeof words, "of this version, for %d buffers", FEDX_BUFFERS);
    if (!path && named)
        return node_load(named, FEDX_NODE_VERSION, words, error, size);
    return node_open(path, "libfedx_rtl.so", FEDX_NODE_VERSION, words, error, size);
}

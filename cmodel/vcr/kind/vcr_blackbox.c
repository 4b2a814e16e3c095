/* SPDX-License-Identifier: Apache-2.0
 *
 * Cables of virtual-channel routers, for third-party routers among them (blackbox/node/blackbox_node.h).
 */
#include <string.h>

#include "../../blackbox/node/blackbox_node.h"
#include "vcr_kind.h"
#include "vcr_packet.h"
#include "vcr_settings.h"

_Static_assert((int)VCR_MOST_WORDS <= (int)BLACKBOX_NODE_WORDS && (int)VCR_MOST_VCS <= (int)BLACKBOX_NODE_CHANNELS,
               "the adapter has room for flits of all channels");

static int channels(const struct router_kind *kind)
{
    return ((const struct vcr_parameters *)kind->parameters)->vcs;
}

static int depth(const struct router_kind *kind)
{
    return ((const struct vcr_parameters *)kind->parameters)->depth;
}

static int read_flit(const struct router_kind *kind, const void *in, const void *own, int port,
                     struct blackbox_flit *flit)
{
    const unsigned words = ((const struct vcr_parameters *)kind->parameters)->words;
    const struct vcr_pins *pins = in;

    (void)own;
    *flit = (struct blackbox_flit){
        .channel = pins->vc[port], .first = pins->head >> port & 1, .last = pins->tail >> port & 1};
    memcpy(flit->word, &pins->flit[(unsigned)port * words], 8 * words);
    return pins->valid >> port & 1;
}

static int up(const void *in, int port)
{
    return ((const struct vcr_pins *)in)->up >> port & 1;
}

static unsigned back(const void *in, const void *own, int port)
{
    (void)own;
    return ((const struct vcr_pins *)in)->credit[port];
}

/* Without a flit the wires are zero. It is up from the beginning on, as all others are when packets come. */
static void drive(const struct router_kind *kind, void *own, int port, unsigned credits,
                  const struct blackbox_flit *flit)
{
    static const struct blackbox_flit none;
    const unsigned words = ((const struct vcr_parameters *)kind->parameters)->words;
    const struct blackbox_flit *sent = flit ? flit : &none;
    struct vcr_pins *pins = own;

    blackbox_node_set(&pins->valid, port, flit != NULL);
    blackbox_node_set(&pins->head, port, sent->first);
    blackbox_node_set(&pins->tail, port, sent->last);
    blackbox_node_set(&pins->up, port, 1);
    pins->credit[port] = (uint16_t)credits;
    pins->vc[port] = sent->channel;
    memcpy(&pins->flit[(unsigned)port * words], sent->word, 8 * words);
}

static struct packet packet_of(const struct blackbox_flit *first)
{
    return vcr_packet_of(first->word[0]);
}

const struct blackbox_kind vcr_blackbox = {
    .channels = channels,
    .depth = depth,
    .read = read_flit,
    .up = up,
    .back = back,
    .drive = drive,
    .packet = packet_of,
    .straight = "--prefer dimension in a mesh, or --routes up-down",
};

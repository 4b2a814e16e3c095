/* SPDX-License-Identifier: Apache-2.0
 *
 * What an endpoint sends and receives by on a PE port: a port end, and the images of the packets it may send.
 * docs/spec/fedx.md sections 3 and 5 to 7.
 */
#ifndef FEDX_PORT_H
#define FEDX_PORT_H

#include "../../kind/kind.h"
#include "fedx_port_end.h"

struct fedx_port {
    struct fedx_port_end end;
    uint8_t image[2][FEDX_PACKET_BYTES]; /**< of the packets that are ready */
};

/** As an endpoint's interface. */
extern const struct port_ops fedx_port_ops;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * What an endpoint sends and receives by: a source and a sink at a port of a switch. The source puts a packet on the
 * wires, a beat per cycle as they are taken; tdest is the destination. The packet is accepted when its last beat is
 * taken, and the next one can follow in the next cycle. The sink takes a beat per cycle, but none while what the
 * endpoint has received keeps it busy.
 */
#ifndef AXIS_PORT_H
#define AXIS_PORT_H

#include "../../kind/kind.h"

extern const struct port_ops axis_port;

#endif

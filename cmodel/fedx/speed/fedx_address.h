/* SPDX-License-Identifier: Apache-2.0
 *
 * How 16 bits of a header name any node of a fabric, of which there may be more.
 *
 * Up to 65536 nodes an address is the number of the node. Beyond, it is row and column modulo 256. A packet goes 127
 * hops at most, because no switch has more than 128 buffers (docs/spec/fedx.md section 9), and so do all ways of a
 * packet from its source and to its destination. So whoever sees an address, at a switch on such a way, knows which of
 * the nodes is meant: the one that is less than 128 rows and columns away. And two different nodes that one switch
 * hears of have different addresses.
 */
#ifndef FEDX_ADDRESS_H
#define FEDX_ADDRESS_H

#include <stdint.h>

#include "../../topology/topology.h"

enum { FEDX_ADDRESS_NODES = 1 << 16 /**< that numbers are enough for */ };

/** The size of a fabric whose addresses are coordinates; all zero: they are numbers. */
struct fedx_address {
    int rows, cols;
};

/** A side of so many nodes: all are less than 128 away from each other by their addresses, or its ends meet where
 * addresses begin anew. */
static inline int fedx_address_side_fits(int size)
{
    return size <= 128 || size % 256 == 0;
}

/** 1 when the nodes of a fabric can be told from each other by addresses, as above. */
static inline int fedx_address_fits(const struct topology *t)
{
    return t->nodes <= FEDX_ADDRESS_NODES ||
           (t->place && fedx_address_side_fits(t->rows) && fedx_address_side_fits(t->cols));
}

static inline uint16_t fedx_address_of(const struct fedx_address *a, unsigned node)
{
    if (!a->cols)
        return (uint16_t)node;
    return (uint16_t)((node / (unsigned)a->cols & 255u) << 8 | (node % (unsigned)a->cols & 255u));
}

/** The way from one address to another: rows and columns modulo 256, rows in the upper byte. Of coordinates alone. */
static inline uint16_t fedx_address_way(uint16_t from, uint16_t to)
{
    return (uint16_t)(((to & 0xff00) - (from & 0xff00)) | ((to - from) & 0xff));
}

/** Where a way leads from a place on a side of so many. */
static inline int fedx_address_step(int from, int8_t way, int size)
{
    return ((from + way) % size + size) % size;
}

/** The node that an address means at another one. */
static inline unsigned fedx_address_node(const struct fedx_address *a, unsigned at, uint16_t address)
{
    if (!a->cols)
        return address;

    uint16_t way = fedx_address_way(fedx_address_of(a, at), address);
    int row = fedx_address_step((int)at / a->cols, (int8_t)(way >> 8), a->rows);

    return (unsigned)(row * a->cols + fedx_address_step((int)at % a->cols, (int8_t)way, a->cols));
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "minimise.h"

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

int minimise_pieces(struct minimise *m, size_t piece)
{
    size_t before = m->count, end = before;

    while (end > 0 && m->count > m->keep && !m->is_over(m->context)) {
        size_t length = smaller(piece, m->count - m->keep), from = end > length ? end - length : 0;
        m->count = m->without(m->context, from, end);
        end = smaller(from, m->count);
    }
    return m->count < before;
}

int minimise(struct minimise *m, size_t largest)
{
    int went = 0;

    for (size_t piece = largest; piece > 0 && !m->is_over(m->context); piece = piece > 1 ? (piece + 1) / 2 : 0)
        went |= minimise_pieces(m, piece);
    return went;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * From an AIG of a switch with many mutants in it, chosen by inputs mutsel[...], a miter of one of them against
 * none of them: same inputs and same registers for both, and one output that is 1 when any output pin or any
 * register's next value differs. Combinational, so equal means equal in every state, reachable or not.
 *
 *     fedx_miter IN NUMBER OUT       binary AIGER files; IN with symbols
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An AIG: literal 2n is node n, 2n + 1 its complement; node 0 is constant 0; inputs and latches come first. */
struct aig {
    uint32_t inputs, latches, outputs, ands;
    uint32_t *roots;     /* next values of the latches, then outputs */
    uint32_t (*fanin)[2];
    uint8_t *mutsel;     /* of each input: 1 + its bit in the number of the mutant, 0: it is another input */
};

/* The miter while it grows: equal nodes are made once. */
struct miter {
    uint32_t leaves, nodes;
    uint32_t (*fanin)[2];
    uint32_t *table, mask; /* hash of fanins to nodes */
};

static void fail(const char *what)
{
    fprintf(stderr, "fedx_miter: %s\n", what);
    exit(2);
}

static void *allocate(size_t count, size_t size)
{
    void *p = calloc(count + 1, size);

    if (!p)
        fail("out of memory");
    return p;
}

static uint32_t read_delta(FILE *in)
{
    uint32_t value = 0;
    int c, shift = 0;

    do {
        c = getc(in);
        if (c == EOF || shift > 28)
            fail("the AIG is cut short");
        value |= (uint32_t)(c & 127) << shift;
        shift += 7;
    } while (c & 128);
    return value;
}

static uint32_t read_line_number(FILE *in)
{
    char line[64];

    if (!fgets(line, sizeof line, in))
        fail("the AIG is cut short");
    return (uint32_t)strtoul(line, NULL, 10);
}

static void read_symbols(FILE *in, struct aig *a)
{
    char line[4096];
    unsigned input, bit;

    while (fgets(line, sizeof line, in) && line[0] != 'c')
        if (sscanf(line, "i%u mutsel[%u]", &input, &bit) == 2 && input < a->inputs)
            a->mutsel[input] = (uint8_t)(bit + 1);
}

static void read_aig(const char *path, struct aig *a)
{
    FILE *in = fopen(path, "rb");
    char header[256];
    uint32_t max, leaves;

    if (!in || !fgets(header, sizeof header, in) ||
        sscanf(header, "aig %u %u %u %u %u", &max, &a->inputs, &a->latches, &a->outputs, &a->ands) != 5)
        fail("cannot read the AIG");
    leaves = 1 + a->inputs + a->latches;
    a->roots = allocate(a->latches + a->outputs, sizeof *a->roots);
    a->fanin = allocate(leaves + a->ands, sizeof *a->fanin);
    a->mutsel = allocate(a->inputs, 1);
    for (uint32_t i = 0; i < a->latches + a->outputs; i++)
        a->roots[i] = read_line_number(in);
    for (uint32_t n = leaves; n < leaves + a->ands; n++) {
        a->fanin[n][0] = 2 * n - read_delta(in);
        a->fanin[n][1] = a->fanin[n][0] - read_delta(in);
    }
    read_symbols(in, a);
    fclose(in);
}

static uint32_t and_of(struct miter *m, uint32_t a, uint32_t b)
{
    uint32_t slot;

    if (a < b) {
        uint32_t t = a;
        a = b;
        b = t;
    }
    if (b == 0 || a == (b ^ 1u))
        return 0;
    if (b == 1 || a == b)
        return a;
    for (slot = (a * 2654435761u ^ b * 40503u) & m->mask; m->table[slot]; slot = (slot + 1) & m->mask)
        if (m->fanin[m->table[slot]][0] == a && m->fanin[m->table[slot]][1] == b)
            return 2 * m->table[slot];
    m->fanin[m->nodes][0] = a;
    m->fanin[m->nodes][1] = b;
    m->table[slot] = m->nodes;
    return 2 * m->nodes++;
}

static uint32_t or_of(struct miter *m, uint32_t a, uint32_t b)
{
    return and_of(m, a ^ 1u, b ^ 1u) ^ 1u;
}

static uint32_t xor_of(struct miter *m, uint32_t a, uint32_t b)
{
    return or_of(m, and_of(m, a, b ^ 1u), and_of(m, a ^ 1u, b));
}

/* The switch with one mutant chosen: the literal in the miter of each of its nodes. */
static uint32_t *copy(struct miter *m, const struct aig *a, unsigned mutant)
{
    uint32_t leaves = 1 + a->inputs + a->latches;
    uint32_t *literal = allocate(leaves + a->ands, sizeof *literal);

    for (uint32_t n = 1; n < leaves; n++) {
        unsigned bit = n <= a->inputs ? a->mutsel[n - 1] : 0;
        literal[n] = bit ? mutant >> (bit - 1) & 1u : 2 * n;
    }
    for (uint32_t n = leaves; n < leaves + a->ands; n++) {
        uint32_t x = a->fanin[n][0], y = a->fanin[n][1];
        literal[n] = and_of(m, literal[x >> 1] ^ (x & 1u), literal[y >> 1] ^ (y & 1u));
    }
    return literal;
}

static void write_delta(FILE *out, uint32_t value)
{
    for (; value > 127; value >>= 7)
        putc((int)(value & 127) | 128, out);
    putc((int)value, out);
}

/* New numbers for the nodes that the output depends on. @return one more than the highest */
static uint32_t number_cone(const struct miter *m, uint32_t output, uint32_t *number)
{
    uint32_t next = m->leaves;

    number[output >> 1] = 1;
    for (uint32_t n = m->nodes; n-- > m->leaves;)
        if (number[n])
            number[m->fanin[n][0] >> 1] = number[m->fanin[n][1] >> 1] = 1;
    for (uint32_t n = 0; n < m->leaves; n++)
        number[n] = n;
    for (uint32_t n = m->leaves; n < m->nodes; n++)
        if (number[n])
            number[n] = next++;
    return next;
}

static void write_miter(const char *path, const struct miter *m, uint32_t output)
{
    FILE *out = fopen(path, "wb");
    uint32_t *number = allocate(m->nodes, sizeof *number);
    uint32_t next = number_cone(m, output, number);

    if (!out)
        fail("cannot write the miter");
    fprintf(out, "aig %u %u 0 1 %u\n%u\n", next - 1, m->leaves - 1, next - m->leaves,
            2 * number[output >> 1] ^ (output & 1u));
    for (uint32_t n = m->leaves; n < m->nodes; n++) {
        uint32_t a = m->fanin[n][0], b = m->fanin[n][1];
        if (!number[n])
            continue;
        a = 2 * number[a >> 1] ^ (a & 1u);
        b = 2 * number[b >> 1] ^ (b & 1u);
        write_delta(out, 2 * number[n] - (a > b ? a : b));
        write_delta(out, a > b ? a - b : b - a);
    }
    if (fclose(out) != 0)
        fail("cannot write the miter");
    free(number);
}

int main(int argc, char **argv)
{
    struct aig a;
    struct miter m;
    uint32_t *right, *wrong, size, roots, differs = 0;

    if (argc != 4)
        fail("usage: fedx_miter IN NUMBER OUT");
    read_aig(argv[1], &a);
    roots = a.latches + a.outputs;
    m.leaves = m.nodes = 1 + a.inputs + a.latches;
    size = m.leaves + 2 * a.ands + 4 * roots;
    for (m.mask = 1; m.mask < 2 * size; m.mask = 2 * m.mask + 1)
        ;
    m.fanin = allocate(size, sizeof *m.fanin);
    m.table = allocate(m.mask, sizeof *m.table);
    right = copy(&m, &a, 0);
    wrong = copy(&m, &a, (unsigned)strtoul(argv[2], NULL, 10));
    for (uint32_t i = 0; i < roots; i++) {
        uint32_t root = a.roots[i];
        differs = or_of(&m, differs, xor_of(&m, right[root >> 1], wrong[root >> 1]));
    }
    write_miter(argv[3], &m, differs);
    free(right);
    free(wrong);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Which mutants of a router change nothing: in any legal state (lockstep_kind.legal) or under reset, for any inputs,
 * the same outputs, next registers and memory ports, but under reset for what goes into the memories of queues. As the
 * RTL keeps the invariant, and does not look at what the memory of an empty queue holds (docs/verification/proofs.md),
 * such a mutant is the RTL for ever after a reset.
 *
 *     equivalence KIND AIG NUMBER...     kind of router: router_kind.name; binary AIGER file with symbols
 *
 *     NUMBER equivalent
 *     NUMBER different OUTPUT            a legal state and inputs were found that show it
 *     NUMBER undecided OUTPUT
 *
 * The AIG has all mutants in it, chosen by inputs mutsel[...], of each module or of all; its outputs illegal[...] are
 * the clauses of the invariant, 1 when broken. A mutant is made beside the original out of the same inputs and
 * registers: what it does not drive is the original's. It is made again, node by node, and nodes that are not the
 * original's are proved equal to it, if they are: then what comes after them is the original's again. First of all in
 * any state, legal or not, where the solver has next to nothing to know: most that change nothing change nothing beyond
 * a few nodes. What that leaves is tried in legal states and under reset, in which those nodes are equal, too.
 * Simulation of the states and inputs of state injection shows which are worth that.
 */
#include <ccadical.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "equivalence.h"

enum {
    SECONDS = 120, /* of processor time for a mutant, after which nothing more is begun */
    DRAWN = 64,    /* words of 64 drawn patterns */
    FOUND = 16,    /* words of patterns that the solver found, the oldest make room */
    WORDS = DRAWN + FOUND,
    TRY_CONFLICTS = 2000,     /* effort for the short try, ... */
    NODE_CONFLICTS = 100,     /* ... for a node in between, ... */
    OUTPUT_CONFLICTS = 30000, /* ... and for some outputs at last: */
    OUTPUTS = 32,
    MOST_FOUND = 1000, /* nodes that the solver may find different, before only the outputs are looked at, ... */
    MOST_FAILED = 300, /* ... and in any state, different or undecided: that is for what is easy */
};

/* An AIG: literal 2n is node n, 2n + 1 its complement; node 0 is constant 0; inputs and latches come first. */
struct aig {
    uint32_t inputs, latches, outputs, ands;
    uint32_t *roots; /* next values of the latches, then outputs */
    uint32_t (*fanin)[2];
    char **leaf;  /* names of inputs, then latches */
    char **root;  /* of latches, then outputs */
    uint32_t rst; /* literal of that input */
};

/* The states that are asked about. */
enum scope { ANYWHERE, LEGAL, UNDER_RESET };

/* Nodes of the original and of one mutant; those that are alike are there once. */
struct graph {
    enum scope scope;
    uint32_t leaves, nodes, capacity; /* leaves: node 0, those of the AIG, and as many again */
    uint32_t (*fanin)[2];
    uint64_t (*value)[WORDS]; /* simulated */
    uint8_t *given;           /* the solver knows the node */
    uint8_t *same;            /* of nodes of the AIG: the mutant's is the original's in any state, ... */
    uint8_t *needed;          /* ... and it is not, and an output differs by it */
    uint32_t *table, mask;    /* hash of fanins to nodes */
    unsigned found;           /* patterns that the solver found */
    unsigned failed;          /* questions that it did not answer with no */
    CCaDiCaL *solver;
    clock_t end; /* of the time for this mutant */
};

static const struct drawing *drawing; /* of the kind of router that it is */

static void fail(const char *what)
{
    fprintf(stderr, "equivalence: %s\n", what);
    exit(2);
}

static void *allocate(size_t count, size_t size)
{
    void *p = calloc(count + 1, size);

    if (!p)
        fail("out of memory");
    return p;
}

/* The AIG --------------------------------------------------------------------------------------------------------- */

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

/* The register among the names of a latch, or the first of them. */
static char *short_name(char *names)
{
    char *first = NULL;

    for (char *name = strtok(names, " \n"); name; name = strtok(NULL, " \n")) {
        first = first ? first : name;
        if (strstr(name, "_reg"))
            return strdup(name);
    }
    return first ? strdup(first) : NULL;
}

static void read_symbols(FILE *in, struct aig *a)
{
    char line[4096];
    unsigned number;
    int at;

    while (fgets(line, sizeof line, in) && line[0] != 'c') {
        char **names = line[0] == 'o' ? a->root + a->latches : line[0] == 'l' ? a->leaf + a->inputs : a->leaf;
        unsigned count = line[0] == 'o' ? a->outputs : line[0] == 'l' ? a->latches : a->inputs;
        if (sscanf(line + 1, "%u %n", &number, &at) != 1 || number >= count)
            fail("the AIG has a symbol of nothing");
        names[number] = short_name(line + 1 + at);
        if (line[0] == 'l')
            a->root[number] = names[number];
        if (line[0] == 'i' && strcmp(names[number], "rst") == 0)
            a->rst = 2 * (number + 1);
    }
    if (!a->rst)
        fail("the AIG has no rst");
}

static uint32_t leaves_of(const struct aig *a)
{
    return 1 + a->inputs + a->latches;
}

static void read_aig(const char *path, struct aig *a)
{
    FILE *in = fopen(path, "rb");
    char header[256];
    uint32_t max, leaves;

    if (!in || !fgets(header, sizeof header, in) ||
        sscanf(header, "aig %u %u %u %u %u", &max, &a->inputs, &a->latches, &a->outputs, &a->ands) != 5)
        fail("cannot read the AIG");
    leaves = leaves_of(a);
    a->roots = allocate(a->latches + a->outputs, sizeof *a->roots);
    a->fanin = allocate(leaves + a->ands, sizeof *a->fanin);
    a->leaf = allocate(a->inputs + a->latches, sizeof *a->leaf);
    a->root = allocate(a->latches + a->outputs, sizeof *a->root);
    for (uint32_t i = 0; i < a->latches + a->outputs; i++)
        a->roots[i] = read_line_number(in);
    for (uint32_t n = leaves; n < leaves + a->ands; n++) {
        a->fanin[n][0] = 2 * n - read_delta(in);
        a->fanin[n][1] = a->fanin[n][0] - read_delta(in);
    }
    read_symbols(in, a);
    fclose(in);
}

static const char *leaf_name(const struct aig *a, uint32_t node)
{
    const char *name = a->leaf[node - 1];

    return name ? name : "";
}

static const char *root_name(const struct aig *a, uint32_t root)
{
    const char *name = a->root[root];

    return name ? name : "-";
}

/* An output that says whether a clause of the invariant is broken. */
static int is_clause(const struct aig *a, uint32_t root)
{
    return root >= a->latches && strncmp(root_name(a, root), "illegal[", 8) == 0;
}

/* A pin of a memory's port, "..._memrd_..._DATA[3]": which pin of which kind of port it is. */
static int is_pin(const char *name, const char *kind, const char *pin)
{
    const char *end = strrchr(name, '_');

    return end && strncmp(end + 1, pin, strlen(pin)) == 0 && strstr(name, kind);
}

/* Nodes ----------------------------------------------------------------------------------------------------------- */

static uint64_t word_of(const struct graph *g, uint32_t literal, int w)
{
    return g->value[literal >> 1][w] ^ ((literal & 1u) ? ~UINT64_C(0) : 0);
}

static void simulate(struct graph *g, uint32_t node, int first, int last)
{
    for (int w = first; w <= last; w++)
        g->value[node][w] = word_of(g, g->fanin[node][0], w) & word_of(g, g->fanin[node][1], w);
}

static uint32_t new_node(struct graph *g, uint32_t a, uint32_t b)
{
    uint32_t node = g->nodes++;

    if (node >= g->capacity)
        fail("too many nodes");
    g->fanin[node][0] = a;
    g->fanin[node][1] = b;
    simulate(g, node, 0, WORDS - 1);
    return node;
}

static uint32_t and_of(struct graph *g, uint32_t a, uint32_t b)
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
    for (slot = (a * 2654435761u ^ b * 40503u) & g->mask; g->table[slot]; slot = (slot + 1) & g->mask)
        if (g->fanin[g->table[slot]][0] == a && g->fanin[g->table[slot]][1] == b)
            return 2 * g->table[slot];
    g->table[slot] = new_node(g, a, b);
    return 2 * g->table[slot];
}

static uint32_t or_of(struct graph *g, uint32_t a, uint32_t b)
{
    return and_of(g, a ^ 1u, b ^ 1u) ^ 1u;
}

static uint32_t xor_of(struct graph *g, uint32_t a, uint32_t b)
{
    return or_of(g, and_of(g, a, b ^ 1u), and_of(g, a ^ 1u, b));
}

/* A pattern in which the two differ; -1: none. */
static int differing_pattern(const struct graph *g, uint32_t a, uint32_t b)
{
    for (int w = 0; w < WORDS; w++) {
        uint64_t differs = word_of(g, a, w) ^ word_of(g, b, w);
        if (differs)
            return 64 * w + __builtin_ctzll(differs);
    }
    return -1;
}

/* Simulation ------------------------------------------------------------------------------------------------------ */

/* Bit of struct drawn for bit `index` of all lanes of a field, in a struct that is at `place` there. */
static long field_bit(size_t place, const struct lanes *lanes, unsigned index)
{
    unsigned bits = lane_value_bits(lanes), value = index / bits;

    return (long)(8 * (place + lanes->offset + (size_t)lanes->stride * value) + index % bits);
}

/* Bit of struct drawn for bit `index` of an input. */
static long input_bit(const char *name, size_t length, unsigned index)
{
    for (int i = 0; i < drawing->kind->pin_count; i++) {
        const struct pin_info *pin = &drawing->kind->pins[i];
        size_t of = pin->place == PIN_RX ? offsetof(struct drawn, in) : offsetof(struct drawn, control);
        if (!pin_is_output(pin) && strlen(pin->name) == length && memcmp(pin->name, name, length) == 0)
            return field_bit(of, &pin->lanes, index);
    }
    return -1;
}

/* Bit of struct drawn for bit `index` of a named register, "u_BLOCK.NAME_reg", or "NAME_reg" in the top. */
static long register_bit(const char *name, size_t length, unsigned index)
{
    for (int i = 0; i < drawing->kind->register_count; i++) {
        const struct reg_info *info = &drawing->kind->registers[i];
        char full[80];
        int on_top = strcmp(info->block, drawing->top) == 0;
        int n = snprintf(full, sizeof full, on_top ? "%.0s%s_reg" : "u_%s.%s_reg", info->block, info->name);
        if ((size_t)n == length && memcmp(full, name, length) == 0)
            return field_bit(offsetof(struct drawn, regs), &info->lanes, index);
    }
    return -1;
}

/* Bit of struct drawn for a leaf. What has no place there is random. */
static long leaf_bit(const char *leaf, uint32_t node)
{
    size_t length = strcspn(leaf, "["), words = sizeof((struct drawn *)0)->random;
    unsigned index = leaf[length] ? (unsigned)strtoul(leaf + length + 1, NULL, 10) : 0;
    long bit = register_bit(leaf, length, index), given;

    if (bit < 0)
        bit = input_bit(leaf, length, index);
    if (bit >= 0)
        return bit;
    given = drawing->memory && is_pin(leaf, "_memrd_", "DATA") ? drawing->memory(leaf) : -1;
    return (long)(8 * offsetof(struct drawn, random)) + (given >= 0 ? given + (long)index : (long)(node % (8 * words)));
}

static void draw(struct rng *r, struct drawn *d)
{
    memset(d, 0, sizeof *d);
    for (size_t i = 0; i < sizeof d->random / sizeof d->random[0]; i++)
        d->random[i] = rng_next(r);
    drawing->draw(r, d);
}

/* @param reset  all of them are under reset */
static void draw_patterns(struct graph *g, const struct aig *a, int reset)
{
    struct rng r = rng_stream(1, 0);
    uint32_t leaves = leaves_of(a);
    long *bit = allocate(leaves, sizeof *bit);
    struct drawn d;

    for (uint32_t n = 1; n < leaves; n++)
        bit[n] = leaf_bit(leaf_name(a, n), n);
    for (int pattern = 0; pattern < 64 * WORDS; pattern++) {
        draw(&r, &d);
        for (uint32_t n = 1; n < leaves; n++) {
            uint64_t value = ((const uint8_t *)&d)[bit[n] / 8] >> bit[n] % 8 & 1u;
            g->value[n][pattern / 64] |= value << pattern % 64;
        }
    }
    for (uint32_t n = leaves; n < g->leaves; n++)
        for (int w = 0; w < WORDS; w++)
            g->value[n][w] = rng_next(&r);
    for (int w = 0; w < WORDS && reset; w++)
        g->value[a->rst >> 1][w] = ~UINT64_C(0);
    free(bit);
}

/* The solver ------------------------------------------------------------------------------------------------------ */

static int variable(uint32_t literal)
{
    int v = (int)(literal >> 1) + 1;

    return (literal & 1u) ? -v : v;
}

static void clause(CCaDiCaL *solver, int a, int b, int c)
{
    ccadical_add(solver, a);
    if (b)
        ccadical_add(solver, b);
    if (c)
        ccadical_add(solver, c);
    ccadical_add(solver, 0);
}

/* Tell the solver what a literal is, down to the leaves. */
static void add_clauses(struct graph *g, uint32_t literal)
{
    uint32_t n = literal >> 1;

    if (g->given[n])
        return;
    g->given[n] = 1;
    if (n == 0)
        clause(g->solver, -1, 0, 0);
    if (n < g->leaves)
        return;
    int both = variable(2 * n), x = variable(g->fanin[n][0]), y = variable(g->fanin[n][1]);
    add_clauses(g, g->fanin[n][0]);
    add_clauses(g, g->fanin[n][1]);
    clause(g->solver, -both, x, 0);
    clause(g->solver, -both, y, 0);
    clause(g->solver, both, -x, -y);
}

/* The state and inputs that the solver found become a pattern. */
static void keep_pattern(struct graph *g)
{
    int w = DRAWN + (int)(g->found / 64 % FOUND);
    uint64_t bit = UINT64_C(1) << g->found % 64;

    g->found++;
    for (uint32_t n = 1; n < g->leaves; n++)
        if (g->given[n])
            g->value[n][w] = (g->value[n][w] & ~bit) | (ccadical_val(g->solver, variable(2 * n)) > 0 ? bit : 0);
    for (uint32_t n = g->leaves; n < g->nodes; n++)
        simulate(g, n, w, w);
}

static int is_late(const struct graph *g)
{
    return clock() > g->end;
}

/* Whether a and not b can be. @return 10: yes, and the pattern is kept; 20: no; 0: undecided */
static int can_be(struct graph *g, uint32_t a, uint32_t b, int conflicts)
{
    int result;

    add_clauses(g, a);
    add_clauses(g, b);
    ccadical_assume(g->solver, variable(a));
    ccadical_assume(g->solver, -variable(b));
    ccadical_limit(g->solver, "conflicts", conflicts);
    result = is_late(g) ? 0 : ccadical_solve(g->solver);
    g->failed += result != 20;
    if (result == 10)
        keep_pattern(g);
    return result;
}

/* @return 20: equal; 10: not; 0: undecided */
static int compare(struct graph *g, uint32_t a, uint32_t b, int conflicts)
{
    int result;

    if (a == b)
        return 20;
    if (differing_pattern(g, a, b) >= 0)
        return 10;
    result = can_be(g, a, b, conflicts);
    return result == 20 ? can_be(g, b, a, conflicts) : result;
}

/* Memories -------------------------------------------------------------------------------------------------------- */

/* Whether two pins belong to one port. */
static int same_port(const char *a, const char *b)
{
    size_t length = (size_t)(strrchr(a, '_') - a);

    return strncmp(a, b, length + 1) == 0;
}

static uint32_t value_of(const struct aig *a, uint32_t root, const uint32_t *literal)
{
    return literal[a->roots[root] >> 1] ^ (a->roots[root] & 1u);
}

/* What an output means: the address and the data of a write port count while it writes. */
static uint32_t meaning(struct graph *g, const struct aig *a, uint32_t root, const uint32_t *literal)
{
    const char *name = root_name(a, root);
    uint32_t writes = 0;

    if (root < a->latches || !(is_pin(name, "_memwr_", "ADDR") || is_pin(name, "_memwr_", "DATA")))
        return value_of(a, root, literal);
    for (uint32_t i = a->latches; i < a->latches + a->outputs; i++)
        if (is_pin(root_name(a, i), "_memwr_", "EN") && same_port(name, root_name(a, i)))
            writes = or_of(g, writes, value_of(a, i, literal));
    return and_of(g, writes, value_of(a, root, literal));
}

/* What goes under reset into the memory of a queue, which is empty afterwards: of an empty one nothing is looked at. */
static int is_forgotten(const struct graph *g, const char *name)
{
    return g->scope == UNDER_RESET && strstr(name, "_memwr_") && drawing->memory && drawing->memory(name) >= 0;
}

/* Outputs that must be equal. Where a memory is read does not matter by itself: what is read may differ then. */
static int must_be_equal(const struct graph *g, const struct aig *a, uint32_t root)
{
    const char *name = root_name(a, root);

    return root < a->latches || !(is_pin(name, "_memrd_", "ADDR") || is_forgotten(g, name));
}

/* What a memory gives to the mutant: the same as to the original from the same address, anything from another. */
static uint32_t read_data(struct graph *g, const struct aig *a, uint32_t node, const uint32_t *original,
                          const uint32_t *mutant)
{
    uint32_t differs = 0, anything = 2 * (node + leaves_of(a) - 1);

    for (uint32_t i = a->latches; i < a->latches + a->outputs; i++)
        if (is_pin(root_name(a, i), "_memrd_", "ADDR") && same_port(leaf_name(a, node), root_name(a, i))) {
            uint32_t x = value_of(a, i, original), y = value_of(a, i, mutant);
            differs = or_of(g, differs, xor_of(g, x, y));
        }
    return or_of(g, and_of(g, differs ^ 1u, 2 * node), and_of(g, differs, anything));
}

/* A mutant -------------------------------------------------------------------------------------------------------- */

/* Which nodes may be found equal to the original's: none, those that are known to be in any state, all. */
enum merging { MERGE_NONE, MERGE_SAME, MERGE_ALL };

/* Whether it is worth while to ask the solver about another node. */
static int goes_on(const struct graph *g)
{
    return g->found < MOST_FOUND && (g->scope != ANYWHERE || g->failed < MOST_FAILED);
}

/* Equal to the original: the original's. */
static uint32_t merged(struct graph *g, uint32_t node, uint32_t literal, uint32_t original, enum merging merge)
{
    if (!g->same[node] &&
        (merge == MERGE_SAME || !g->needed[node] || !goes_on(g) || compare(g, literal, original, NODE_CONFLICTS) != 20))
        return literal;
    g->same[node] |= g->scope == ANYWHERE;
    return original;
}

/*
 * The router with one mutant chosen: the literal of each node.
 * @param original  of the router with none, NULL: this is it
 * @param first     of the mutant as it is when memories always give the same, NULL: do that; addresses are the same
 */
static uint32_t *copy(struct graph *g, const struct aig *a, unsigned mutant, const uint32_t *original,
                      const uint32_t *first, enum merging merge)
{
    uint32_t leaves = leaves_of(a), *literal = allocate(leaves + a->ands, sizeof *literal);

    for (uint32_t n = 1; n < leaves; n++) {
        const char *chosen = strstr(leaf_name(a, n), "mutsel[");
        literal[n] = chosen                                       ? mutant >> strtoul(chosen + 7, NULL, 10) & 1u
                     : g->scope == UNDER_RESET && 2 * n == a->rst ? 1
                                                                  : 2 * n;
        if (first && is_pin(leaf_name(a, n), "_memrd_", "DATA"))
            literal[n] = read_data(g, a, n, original, first);
        if (merge != MERGE_NONE && literal[n] != original[n])
            literal[n] = merged(g, n, literal[n], original[n], merge);
    }
    for (uint32_t n = leaves; n < leaves + a->ands; n++) {
        uint32_t x = a->fanin[n][0], y = a->fanin[n][1];
        literal[n] = and_of(g, literal[x >> 1] ^ (x & 1u), literal[y >> 1] ^ (y & 1u));
        if (merge != MERGE_NONE && literal[n] != original[n])
            literal[n] = merged(g, n, literal[n], original[n], merge);
    }
    return literal;
}

/* No clause of the invariant is broken. */
static uint32_t legal_state(struct graph *g, const struct aig *a, const uint32_t *original)
{
    uint32_t illegal = 0;

    for (uint32_t i = a->latches; i < a->latches + a->outputs; i++)
        if (is_clause(a, i))
            illegal = or_of(g, illegal, value_of(a, i, original));
    if (!illegal)
        fail("the AIG has no clauses of the invariant");
    return illegal ^ 1u;
}

/* For the solver, and it must be true of all patterns. */
static void assume(struct graph *g, uint32_t literal)
{
    if (differing_pattern(g, literal, 1) >= 0)
        fail("a state that was drawn is not legal");
    add_clauses(g, literal);
    clause(g->solver, variable(literal), 0, 0);
}

/* A node differs because of what is chosen alone, whatever the state: it is another constant. */
static int is_switched(const uint32_t *mutant, const uint32_t *original, uint32_t node)
{
    return mutant[node] != original[node] && mutant[node] < 2 && original[node] < 2;
}

/*
 * Where the state has to bring the mutant out: a node differs that reads a switched one, or if that is read by such
 * nodes only, one of these. If none does, nothing else differs either.
 */
static uint32_t effect_of(struct graph *g, const struct aig *a, const uint32_t *original, const uint32_t *mutant)
{
    uint32_t leaves = leaves_of(a), end = leaves + a->ands, effect = 0;
    uint8_t *first = allocate(end, 1), *seen = allocate(end, 1);

    for (uint32_t n = leaves; n < end; n++) {
        uint32_t x = a->fanin[n][0] >> 1, y = a->fanin[n][1] >> 1;
        int differs = mutant[n] != original[n] && !is_switched(mutant, original, n);
        first[n] = differs && (is_switched(mutant, original, x) || is_switched(mutant, original, y));
        seen[x] |= differs && !first[n];
        seen[y] |= differs && !first[n];
    }
    for (uint32_t i = 0; i < a->latches + a->outputs; i++)
        seen[a->roots[i] >> 1] = 1;
    for (uint32_t n = leaves; n < end; n++)
        if (first[n] && seen[n])
            effect = or_of(g, effect, xor_of(g, mutant[n], original[n]));
    free(first);
    free(seen);
    return effect;
}

/* Whether any output or register differs in a pattern. @return 10: this one; 0: none */
static int outputs_seen_different(struct graph *g, const struct aig *a, const uint32_t *right, const uint32_t *wrong,
                                  const char **where)
{
    for (uint32_t i = 0; i < a->latches + a->outputs; i++) {
        *where = root_name(a, i);
        if (must_be_equal(g, a, i) && differing_pattern(g, meaning(g, a, i, right), meaning(g, a, i, wrong)) >= 0)
            return 10;
    }
    return 0;
}

/* No output may differ in a pattern without that effect. */
static void check_effect(struct graph *g, const struct aig *a, uint32_t effect, const uint32_t *right,
                         const uint32_t *wrong)
{
    for (uint32_t i = 0; i < a->latches + a->outputs; i++) {
        uint32_t x = meaning(g, a, i, right), y = meaning(g, a, i, wrong);
        int counts = x != y && must_be_equal(g, a, i);
        for (int w = 0; w < WORDS && counts; w++)
            if ((word_of(g, x, w) ^ word_of(g, y, w)) & ~word_of(g, effect, w))
                fail("an output differs, but not what it comes from");
    }
}

/* Whether any of some outputs can, all at once. */
static int outputs_differ(struct graph *g, const struct aig *a, const uint32_t *right, const uint32_t *wrong,
                          uint32_t first, uint32_t end, int conflicts)
{
    uint32_t differs = 0;

    for (uint32_t i = first; i < end && i < a->latches + a->outputs; i++) {
        uint32_t x = meaning(g, a, i, right), y = meaning(g, a, i, wrong);
        if (must_be_equal(g, a, i))
            differs = or_of(g, differs, xor_of(g, x, y));
    }
    return differs ? can_be(g, differs, 0, conflicts) : 20;
}

/* Those of a range: together, or each half of them if that is too much at once. */
static int range_differs(struct graph *g, const struct aig *a, const uint32_t *right, const uint32_t *wrong,
                         uint32_t first, uint32_t end, int conflicts)
{
    uint32_t half = first + (end - first) / 2;
    int verdict = outputs_differ(g, a, right, wrong, first, end, conflicts);

    if (verdict != 0 || end - first == 1)
        return verdict;
    verdict = range_differs(g, a, right, wrong, first, half, conflicts);
    return verdict == 20 ? range_differs(g, a, right, wrong, half, end, conflicts) : verdict;
}

/* Some after the others. */
static int any_output_differs(struct graph *g, const struct aig *a, const uint32_t *right, const uint32_t *wrong,
                              int conflicts, const char **where)
{
    int verdict = 20;

    for (uint32_t i = 0; i < a->latches + a->outputs && verdict == 20; i += OUTPUTS) {
        *where = root_name(a, i);
        verdict = range_differs(g, a, right, wrong, i, i + OUTPUTS, conflicts);
    }
    return verdict;
}

/* The nodes by which outputs differ, the others need not be merged. */
static void find_needed(struct graph *g, const struct aig *a, const uint32_t *right, const uint32_t *wrong)
{
    uint32_t leaves = leaves_of(a);

    memset(g->needed, 0, leaves + a->ands);
    for (uint32_t i = 0; i < a->latches + a->outputs; i++)
        if (must_be_equal(g, a, i))
            g->needed[a->roots[i] >> 1] = right[a->roots[i] >> 1] != wrong[a->roots[i] >> 1];
    for (uint32_t n = leaves + a->ands - 1; n >= leaves; n--)
        for (int k = 0; k < 2 && g->needed[n]; k++) {
            uint32_t from = a->fanin[n][k] >> 1;
            g->needed[from] |= right[from] != wrong[from];
        }
}

/* With nodes merged that can be. @param first  the mutant as copy makes it with memories that always give the same */
static int merged_differs(struct graph *g, const struct aig *a, unsigned mutant, const uint32_t *right,
                          const uint32_t *first, int conflicts, const char **where)
{
    uint32_t *wrong = copy(g, a, mutant, right, first, MERGE_ALL);
    int verdict = any_output_differs(g, a, right, wrong, conflicts, where);

    free(wrong);
    return verdict;
}

static int verdict_of(struct graph *g, const struct aig *a, unsigned mutant, const uint32_t *right, const char **where)
{
    uint32_t *first = copy(g, a, mutant, right, NULL, MERGE_NONE);
    uint32_t *wrong = copy(g, a, mutant, right, first, MERGE_SAME);
    uint32_t effect = effect_of(g, a, right, first);
    int verdict = outputs_seen_different(g, a, right, wrong, where);

    check_effect(g, a, effect, right, wrong);
    add_clauses(g, effect);
    clause(g->solver, variable(effect), 0, 0);
    find_needed(g, a, right, wrong);
    if (verdict == 0 && g->scope == ANYWHERE) { /* a state that is found need not be legal */
        verdict = merged_differs(g, a, mutant, right, first, NODE_CONFLICTS, where) == 20 ? 20 : 0;
    } else {
        if (verdict == 0)
            verdict = merged_differs(g, a, mutant, right, first, TRY_CONFLICTS, where);
        if (verdict == 0)
            verdict = merged_differs(g, a, mutant, right, first, OUTPUT_CONFLICTS, where);
    }
    free(first);
    free(wrong);
    return verdict;
}

static void create_graph(struct graph *g, const struct aig *a)
{
    g->leaves = g->nodes = 2 * leaves_of(a) - 1;
    g->capacity = g->leaves + 5 * a->ands + 16 * (a->latches + a->outputs);
    for (g->mask = 1; g->mask < 2 * g->capacity; g->mask = 2 * g->mask + 1)
        ;
    g->fanin = allocate(g->capacity, sizeof *g->fanin);
    g->value = allocate(g->capacity, sizeof *g->value);
    g->given = allocate(g->capacity, 1);
    g->needed = allocate(leaves_of(a) + a->ands, 1);
    g->table = allocate(g->mask, sizeof *g->table);
    g->solver = ccadical_init();
    g->end = clock() + SECONDS * (clock_t)CLOCKS_PER_SEC;
    ccadical_set_option(g->solver, "quiet", 1);
    ccadical_set_option(g->solver, "lucky", 0);
}

static void destroy_graph(struct graph *g)
{
    ccadical_release(g->solver);
    free(g->fanin);
    free(g->value);
    free(g->given);
    free(g->needed);
    free(g->table);
}

/* Each scope is a question of its own, because what is equal in between is not the same. */
static int decide_when(const struct aig *a, unsigned mutant, enum scope scope, uint8_t *same, const char **where)
{
    struct graph g = {.scope = scope, .same = same};
    uint32_t *right;
    int verdict;

    create_graph(&g, a);
    draw_patterns(&g, a, scope == UNDER_RESET);
    right = copy(&g, a, 0, NULL, NULL, MERGE_NONE);
    if (scope == LEGAL)
        assume(&g, legal_state(&g, a, right));
    verdict = verdict_of(&g, a, mutant, right, where);
    free(right);
    destroy_graph(&g);
    return verdict;
}

/* Equal in any state, or in legal ones and under reset. @return as can_be */
static int decide_all(const struct aig *a, unsigned mutant, const char **where)
{
    uint8_t *same = allocate(leaves_of(a) + a->ands, 1);
    int verdict = decide_when(a, mutant, ANYWHERE, same, where);

    if (verdict == 0) {
        verdict = decide_when(a, mutant, LEGAL, same, where);
        if (verdict == 20)
            verdict = decide_when(a, mutant, UNDER_RESET, same, where);
    }
    free(same);
    return verdict;
}

static void decide(const struct aig *a, unsigned mutant)
{
    const char *where = "";
    int verdict = decide_all(a, mutant, &where);

    if (verdict == 20)
        printf("%u equivalent\n", mutant);
    else
        printf("%u %s %s\n", mutant, verdict == 10 ? "different" : "undecided", where);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static const struct drawing *const all[] = {&fedx_drawing, &vcr_drawing, &vcr_terminal_drawing, &axis_drawing};
    struct aig a = {.rst = 0};

    for (size_t i = 0; i < sizeof all / sizeof all[0] && argc > 3; i++)
        if (strcmp(argv[1], all[i]->kind->name) == 0)
            drawing = all[i];
    if (!drawing)
        fail("usage: equivalence fedx|vcr|vcr-wormhole-terminal|axis AIG NUMBER...");
    read_aig(argv[2], &a);
    for (int i = 3; i < argc; i++)
        decide(&a, (unsigned)strtoul(argv[i], NULL, 10));
    return 0;
}

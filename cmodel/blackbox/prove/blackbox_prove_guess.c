/* SPDX-License-Identifier: Apache-2.0
 *
 * See blackbox_prove_guess.h. A sample is 64 runs side by side, a bit each.
 */
#include "blackbox_prove_guess.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/memory.h"

enum {
    RUNS = 240,
    CYCLES = 50,
    SAMPLES = RUNS * CYCLES,
    WIDEST = 5,     /* bits of a number that is looked at */
    VECTOR = 512,   /* ... of a vector */
    WORDS = 4096,   /* of registers */
    NUMBERS = 400,  /* more numbers than a proof can be made of */
    VALUES = 2048,  /* of each of them */
    ATOMS = 4000,   /* registers, and what follows from some of them */
    SMALL = 4,      /* values of numbers of which three are looked at together */
    GUESSES = 20000 /* more make ABC slow */
};

#define ROUTERS "network." /* before the names of their registers */

/* A number: some bits of a vector, the difference of two, or how many flits in queues have a bit. */
struct number {
    int width, word; /* word: that it is a part of */
    int less;        /* of a difference: the number that is taken away; else -1 */
    int total;       /* 1: it is of all queues */
    uint32_t bit[WIDEST];
    uint8_t *value; /* [VALUES] */
};

/* What may be 1 or 0: a register; that a number has a value; that a place of a queue is in use, is that of the first
 * flit, is that of the last one, is behind another one; that a queue is empty, or that no flit in any queue has a bit.
 */
enum kind { REGISTER, IS, USED, FIRST, LAST, BEHIND, EMPTY };
struct atom {
    enum kind kind;
    uint32_t literal;
    int word;          /* with a place: the vector of its queue; else its own */
    int entry, before; /* the place, and the one before it; or the value */
    uint64_t *seen;    /* [samples] */
};

/* Names of registers: "network.r0.queue[1].head_reg[2]" is bit 2 of a vector. */
struct word {
    const char *name;
    size_t length;
    int width, pointer; /* pointer: it is a part of a difference */
    int latch[VECTOR];
};

struct guessing {
    const struct blackbox_aiger *a, *named;
    struct blackbox_aiger *to;
    uint8_t *cone;
    uint64_t **seen, *live; /* [latches][samples], [samples]: runs whose reset is over */
    int samples, words, numbers, atoms;
    struct word *word;
    int *word_of; /* [latches] */
    struct number number[NUMBERS];
    struct atom *atom;
    size_t outputs; /* room for them */
    uint32_t live_literal;
    uint64_t random;
    int failed;
};

static uint64_t draw(struct guessing *g)
{
    g->random ^= g->random << 13;
    g->random ^= g->random >> 7;
    g->random ^= g->random << 17;
    return g->random * 2685821657736338717u;
}

static int is_router(const char *name)
{
    return strncmp(name, ROUTERS, strlen(ROUTERS)) == 0;
}

static void *room(struct guessing *g, size_t count, size_t size)
{
    void *memory = calloc(count, size);

    g->failed |= !memory;
    return memory;
}

/* A guess: this is never 1 once the reset is over. */
static void guess(struct guessing *g, uint32_t wrong)
{
    uint32_t *more = memory_grow(g->to->output, (size_t)g->to->outputs, &g->outputs, 1024, sizeof *more);

    g->failed |= !more;
    if (!more || wrong == 0 || g->to->outputs >= GUESSES)
        return;
    g->to->output = more;
    more[g->to->outputs++] = blackbox_aiger_and(g->to, wrong, g->live_literal);
}

/* Simulation ------------------------------------------------------------------------------------------------------ */

static uint64_t bits_of(const uint64_t *value, uint32_t l)
{
    return value[l / 2] ^ -(uint64_t)(l & 1);
}

static void play_gates(const struct blackbox_aiger *a, uint64_t *value)
{
    uint64_t *gate = value + a->inputs + a->latches + 1;

    for (int i = 0; i < a->gates; i++)
        gate[i] = bits_of(value, a->left[i]) & bits_of(value, a->right[i]);
}

/* How often an input is 1 in a run; what ends all traffic is so rarely. */
static int weight_of(struct guessing *g, int input)
{
    const char *name = g->named->input_name[input];

    return name && (strcmp(name, "pick_drain") == 0 || strcmp(name, "pick_reset") == 0) ? 5 + (int)(draw(g) % 2)
                                                                                        : (int)(draw(g) % 5);
}

static uint64_t draw_input(struct guessing *g, int weight)
{
    uint64_t bits = draw(g);

    switch (weight) {
    case 1: return bits & draw(g);
    case 2: return bits | draw(g);
    case 3: return bits & draw(g) & draw(g);
    case 4: return bits | draw(g) | draw(g);
    case 5: return bits & draw(g) & draw(g) & draw(g);
    case 6: return bits & draw(g) & draw(g) & draw(g) & draw(g) & draw(g) & draw(g);
    default: return bits;
    }
}

static void step(const struct blackbox_aiger *a, uint64_t *value, uint64_t *next)
{
    for (int i = 0; i < a->latches; i++)
        next[i] = bits_of(value, a->next[i]);
    memcpy(value + a->inputs + 1, next, (size_t)a->latches * sizeof *next);
}

/* The counter of the cycles of a reset, which stops behind it. */
static int is_counter(const struct guessing *g, int latch)
{
    const char *name = g->named->latch_name[latch];

    return name && strncmp(name, "cycle[", 6) == 0;
}

static void take_sample(struct guessing *g, const uint64_t *value)
{
    for (int i = 0; i < g->a->latches; i++)
        if (g->seen[i])
            g->seen[i][g->samples] = value[g->a->inputs + 1 + i];
    g->samples++;
}

static void play_run(struct guessing *g, uint64_t *value, uint64_t *next, int *weight)
{
    memset(value, 0, (size_t)(g->a->inputs + g->a->latches + g->a->gates + 1) * sizeof *value);
    for (int i = 0; i < g->a->inputs; i++)
        weight[i] = weight_of(g, i);
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        for (int i = 0; i < g->a->inputs; i++)
            value[1 + i] = draw_input(g, weight[i]);
        play_gates(g->a, value);
        take_sample(g, value);
        step(g->a, value, next);
    }
}

/* The reset is over when its counter is what it is in most of the last cycles: a run may end within another reset. */
static void find_live(struct guessing *g)
{
    g->live_literal = 1;
    memset(g->live, 0xff, SAMPLES * sizeof *g->live);
    for (int i = 0; i < g->a->latches; i++) {
        uint64_t end;
        if (!is_counter(g, i) || !g->seen[i])
            continue;
        end = __builtin_popcountll(g->seen[i][SAMPLES - 1]) > 32 ? UINT64_MAX : 0;
        for (int k = 0; k < SAMPLES; k++)
            g->live[k] &= ~(g->seen[i][k] ^ end);
        g->live_literal = blackbox_aiger_and(g->to, g->live_literal, 2 * (uint32_t)(1 + i) ^ !end);
    }
}

static void simulate(struct guessing *g)
{
    const struct blackbox_aiger *a = g->a;
    uint64_t *value = room(g, (size_t)(a->inputs + a->latches + a->gates) + 1, sizeof *value),
             *next = room(g, (size_t)a->latches + 1, sizeof *next);
    int *weight = room(g, (size_t)a->inputs + 1, sizeof *weight);

    g->live = room(g, SAMPLES, sizeof *g->live);
    for (int i = 0; i < a->latches; i++)
        if (g->cone[1 + a->inputs + i] || is_counter(g, i))
            g->seen[i] = room(g, SAMPLES, sizeof **g->seen);
    for (int run = 0; run < RUNS && !g->failed; run++)
        play_run(g, value, next, weight);
    if (!g->failed)
        find_live(g);
    free(value);
    free(next);
    free(weight);
}

/* Whether something is never 1, in no sample. */
static int is_never(const struct guessing *g, const uint64_t *x, uint64_t invert)
{
    for (int k = 0; k < g->samples; k++)
        if ((x[k] ^ invert) & g->live[k])
            return 0;
    return 1;
}

/* Vectors --------------------------------------------------------------------------------------------------------- */

/* The vector of a register, and which bit of it that is. */
static int find_word(struct guessing *g, const char *name, int latch)
{
    size_t length = strlen(name);
    const char *last = strrchr(name, '[');
    int bit = 0, word = 0;

    if (last && name[length - 1] == ']') {
        bit = atoi(last + 1);
        length = (size_t)(last - name);
    }
    while (word < g->words && (g->word[word].length != length || strncmp(g->word[word].name, name, length) != 0))
        word++;
    if (word == WORDS || bit < 0 || bit >= VECTOR)
        return -1;
    if (word == g->words)
        g->word[g->words++] = (struct word){.name = name, .length = length};
    g->word[word].latch[bit] = latch + 1;
    if (bit >= g->word[word].width)
        g->word[word].width = bit + 1;
    return word;
}

/* A register that is 0 for ever is none of a number, and parts the vector. */
static int counts(const struct guessing *g, const struct word *w, int bit)
{
    int latch = w->latch[bit] - 1;

    return latch >= 0 && g->seen[latch] && !is_never(g, g->seen[latch], 0);
}

/* A register in one of the runs and cycles that numbers are looked at in. */
static int bit_of(const struct guessing *g, int latch, int number)
{
    int sample = (int)((uint64_t)number * (uint64_t)g->samples / VALUES), run = number % 64;

    while (!(g->live[sample] >> run & 1)) /* some are live in any run */
        sample = (sample + 1) % g->samples;
    return (int)(g->seen[latch][sample] >> run & 1);
}

static struct number *add_number(struct guessing *g, int word)
{
    struct number *n = g->numbers < NUMBERS ? &g->number[g->numbers] : NULL;

    if (!n)
        return NULL;
    *n = (struct number){.word = word, .less = -1, .value = room(g, VALUES, 1)};
    g->numbers += n->value != NULL;
    return n->value ? n : NULL;
}

static void take_values(struct guessing *g, struct number *n)
{
    for (int i = 0; i < VALUES; i++)
        for (int bit = 0; bit < n->width; bit++)
            n->value[i] |= (uint8_t)(bit_of(g, (int)n->bit[bit] / 2 - 1, i) << bit);
}

static void find_numbers(struct guessing *g, int word)
{
    const struct word *w = &g->word[word];

    for (int from = 0, to; from < w->width; from = to + 1) {
        struct number *n;
        for (to = from; to < w->width && counts(g, w, to);)
            to++;
        n = to - from >= 1 && to - from <= WIDEST && w->width > 1 ? add_number(g, word) : NULL;
        if (!n)
            continue;
        n->width = to - from;
        for (int bit = 0; bit < n->width; bit++)
            n->bit[bit] = 2 * (uint32_t)w->latch[from + bit];
        take_values(g, n);
    }
}

/* "network.r0.queue[1]." of a name */
static size_t path_length(const struct word *w)
{
    size_t length = w->length;

    while (length && w->name[length - 1] != '.')
        length--;
    return length;
}

static int are_beside(const struct word *x, const struct word *y)
{
    size_t path = path_length(x);

    return is_router(x->name) && path_length(y) == path && strncmp(x->name, y->name, path) == 0;
}

/* One number less another one, as what is in a queue: write pointer less read pointer. */
static void add_difference(struct guessing *g, int of, int less)
{
    struct number *n = add_number(g, g->number[of].word);
    const struct number *x = &g->number[of], *y = &g->number[less];
    uint32_t borrow = 0;
    int most = 0;

    if (!n)
        return;
    n->less = less;
    n->width = x->width;
    for (int i = 0; i < VALUES; i++) {
        n->value[i] = (uint8_t)((x->value[i] - y->value[i]) & ((1 << n->width) - 1));
        most = n->value[i] > most ? n->value[i] : most;
    }
    if (most > 1 << (n->width - 1) || most == 0) { /* they are no pointers with one bit more than places have */
        free(n->value);
        g->numbers--;
        return;
    }
    for (int bit = 0; bit < n->width; bit++) {
        uint32_t unequal = blackbox_aiger_xor(g->to, x->bit[bit], y->bit[bit]);
        n->bit[bit] = blackbox_aiger_xor(g->to, unequal, borrow);
        borrow = blackbox_aiger_or(g->to, blackbox_aiger_and(g->to, x->bit[bit] ^ 1, y->bit[bit]),
                                   blackbox_aiger_and(g->to, borrow, unequal ^ 1));
    }
    g->word[x->word].pointer = g->word[y->word].pointer = 1;
}

static uint32_t equals(struct guessing *g, const struct number *n, int value)
{
    uint32_t is = value >> n->width ? 0 : 1;

    for (int bit = 0; bit < n->width; bit++)
        is = blackbox_aiger_and(g->to, is, n->bit[bit] ^ !(value >> bit & 1));
    return is;
}

static void find_differences(struct guessing *g)
{
    int plain = g->numbers;

    for (int i = 0; i < plain; i++)
        for (int k = 0; k < plain; k++)
            if (i != k && g->number[i].width == g->number[k].width && g->number[i].width > 1 &&
                are_beside(&g->word[g->number[i].word], &g->word[g->number[k].word]))
                add_difference(g, i, k);
}

/* Whether a place of a queue is in use, with the first flit at another one. */
static int is_used(int place, int head, int fill, int places)
{
    return (place - head + 2 * places) % places < fill;
}

static uint32_t used_literal(struct guessing *g, const struct number *fill, int place)
{
    const struct number *head = &g->number[fill->less];
    int places = 1 << (fill->width - 1);
    uint32_t used = 0;

    for (int at = 0; at < 2 * places; at++)
        for (int count = 1; count <= places; count++)
            if (is_used(place, at, count, places))
                used = blackbox_aiger_or(g->to, used,
                                         blackbox_aiger_and(g->to, equals(g, head, at), equals(g, fill, count)));
    return used;
}

/* Where a vector is stored in its queue; -1: it is none of its places. */
static int place_of(const struct word *w)
{
    size_t at = w->length;

    while (at && w->name[at - 1] != '[')
        at--;
    return is_router(w->name) && w->width > WIDEST && w->name[w->length - 1] == ']' ? atoi(w->name + at) : -1;
}

/* One more flit, if this is 1. */
static void add_flit(struct guessing *g, struct number *n, uint32_t one)
{
    for (int bit = 0; bit < WIDEST && one; bit++) {
        uint32_t sum = blackbox_aiger_xor(g->to, n->bit[bit], one);
        one = blackbox_aiger_and(g->to, n->bit[bit], one);
        n->bit[bit] = sum;
        n->width = bit >= n->width ? bit + 1 : n->width;
    }
}

/* The flits at a place of a queue, a total for each bit. */
static void add_place(struct guessing *g, const struct number *fill, const struct word *stored, struct number **total)
{
    int places = 1 << (fill->width - 1), place = place_of(stored);
    uint32_t used = used_literal(g, fill, place);

    for (int bit = 0; bit < stored->width; bit++) {
        if (!counts(g, stored, bit))
            continue;
        if (!total[bit] && (total[bit] = add_number(g, fill->word)))
            total[bit]->total = 1;
        if (!total[bit])
            continue;
        add_flit(g, total[bit], blackbox_aiger_and(g->to, used, 2 * (uint32_t)stored->latch[bit]));
        for (int i = 0; i < VALUES; i++)
            total[bit]->value[i] += (uint8_t)(bit_of(g, stored->latch[bit] - 1, i) &
                                              is_used(place, g->number[fill->less].value[i], fill->value[i], places));
    }
}

/* How many flits in queues have a bit, as those of a packet that is inside. */
static void find_totals(struct guessing *g)
{
    struct number *total[VECTOR] = {NULL};
    int plain = g->numbers;

    for (int i = 0; i < plain; i++)
        for (int word = 0; word < g->words && g->number[i].less >= 0; word++)
            if (place_of(&g->word[word]) >= 0 && place_of(&g->word[word]) < 1 << (g->number[i].width - 1) &&
                are_beside(&g->word[g->number[i].word], &g->word[word]))
                add_place(g, &g->number[i], &g->word[word], total);
}

/* Sums ------------------------------------------------------------------------------------------------------------ */

/* Guess that x + sign y = z, or is one value for ever if there is no z. */
static void guess_sum(struct guessing *g, const struct number *const n[3], int sign)
{
    int constant = n[0]->value[0] + sign * n[1]->value[0] - (n[2] ? n[2]->value[0] : 0);
    uint32_t right = 0;

    for (int i = 0; i < VALUES; i++)
        if (n[0]->value[i] + sign * n[1]->value[i] - (n[2] ? n[2]->value[i] : 0) != constant)
            return;
    for (int x = 0; x < 1 << n[0]->width; x++)
        for (int y = 0; y < 1 << n[1]->width; y++) {
            int z = x + sign * y - constant;
            uint32_t both = blackbox_aiger_and(g->to, equals(g, n[0], x), equals(g, n[1], y));
            if (n[2] ? z >= 0 : z == 0)
                right =
                    blackbox_aiger_or(g->to, right, n[2] ? blackbox_aiger_and(g->to, both, equals(g, n[2], z)) : both);
        }
    guess(g, right ^ 1);
}

static void guess_sums(struct guessing *g)
{
    for (int i = 0; i < g->numbers; i++)
        for (int k = 0; k < i; k++)
            for (int sign = -1; sign <= 1; sign += 2) {
                guess_sum(g, (const struct number *[]){&g->number[i], &g->number[k], NULL}, sign);
                for (int z = 0; z < g->numbers; z++)
                    if (z != i && z != k)
                        guess_sum(g, (const struct number *[]){&g->number[i], &g->number[k], &g->number[z]}, sign);
            }
}

/* Atoms ----------------------------------------------------------------------------------------------------------- */

static void add_atom(struct guessing *g, const struct atom *atom)
{
    if (g->atoms < ATOMS && atom->literal > 1)
        g->atom[g->atoms++] = *atom;
}

static void add_entries(struct guessing *g, const struct number *fill)
{
    const struct number *head = &g->number[fill->less];
    int places = 1 << (fill->width - 1);

    for (int place = 0; place < places; place++) {
        uint32_t used = used_literal(g, fill, place), first = 0, last = 0;
        struct atom a = {USED, used, fill->word, place, (place + places - 1) % places, NULL};
        for (int at = 0; at < 2 * places; at++)
            for (int count = 1; count <= places; count++) {
                uint32_t both = blackbox_aiger_and(g->to, equals(g, head, at), equals(g, fill, count));
                first = at % places == place ? blackbox_aiger_or(g->to, first, both) : first;
                last = (at + count - 1) % places == place ? blackbox_aiger_or(g->to, last, both) : last;
            }
        add_atom(g, &a);
        a.kind = FIRST, a.literal = first;
        add_atom(g, &a);
        a.kind = LAST, a.literal = last;
        add_atom(g, &a);
        a.kind = BEHIND, a.literal = blackbox_aiger_and(g->to, used, first ^ 1);
        add_atom(g, &a);
    }
}

static void find_atoms(struct guessing *g)
{
    for (int i = 0; i < g->a->latches; i++)
        if (g->seen[i] && g->word_of[i] >= 0 && !is_counter(g, i))
            add_atom(g, &(struct atom){REGISTER, 2 * (uint32_t)(1 + i), g->word_of[i], 0, 0, NULL});
    for (int i = 0; i < g->numbers && !g->number[i].total; i++) {
        for (int value = g->number[i].less >= 0; value < 1 << g->number[i].width && g->number[i].width <= 4; value++)
            add_atom(g, &(struct atom){IS, equals(g, &g->number[i], value), g->number[i].word, value, 0, NULL});
        if (g->number[i].less >= 0 && g->number[i].width <= 4)
            add_entries(g, &g->number[i]);
    }
    for (int i = 0; i < g->numbers; i++)
        if (g->number[i].less >= 0 || g->number[i].total)
            add_atom(g, &(struct atom){EMPTY, equals(g, &g->number[i], 0), g->number[i].word, 0, 0, NULL});
}

/* What registers were in a sample, and gates that are made of them. */
static void see_atoms(struct guessing *g)
{
    uint64_t *value = room(g, (size_t)(g->to->inputs + g->to->gates) + 1, sizeof *value);

    for (int i = 0; i < g->atoms; i++)
        g->atom[i].seen = room(g, (size_t)g->samples, sizeof *g->atom[i].seen);
    for (int k = 0; k < g->samples && !g->failed; k++) {
        for (int i = 0; i < g->to->inputs; i++)
            value[1 + i] = g->seen[i] ? g->seen[i][k] : 0;
        play_gates(g->to, value);
        for (int i = 0; i < g->atoms; i++)
            g->atom[i].seen[k] = bits_of(value, g->atom[i].literal);
    }
    free(value);
}

static void drop_atom(struct guessing *g, int number)
{
    free(g->atom[number].seen);
    g->atom[number] = g->atom[--g->atoms];
}

/* ... unless it has one value for ever, or is the same as another one: that is guessed, and one is looked at. */
static int is_plain(struct guessing *g, int number)
{
    const struct atom *x = &g->atom[number];
    int never = is_never(g, x->seen, 0);

    if (never || is_never(g, x->seen, UINT64_MAX)) {
        guess(g, x->literal ^ !never);
        return 0;
    }
    for (int i = 0; i < number; i++) {
        const struct atom *y = &g->atom[i];
        int same = 1, other = 1;
        for (int k = 0; k < g->samples && (same || other); k++) {
            same &= !((x->seen[k] ^ y->seen[k]) & g->live[k]);
            other &= !(~(x->seen[k] ^ y->seen[k]) & g->live[k]);
        }
        if (same || other) {
            guess(g, blackbox_aiger_xor(g->to, x->literal, y->literal) ^ (uint32_t)other);
            return 0;
        }
    }
    return 1;
}

static void keep_plain(struct guessing *g)
{
    for (int i = 0; i < g->atoms;)
        if (is_plain(g, i))
            i++;
        else
            drop_atom(g, i);
}

/* What is never 1 together ---------------------------------------------------------------------------------------- */

/* An atom, or that it is not so. */
struct side {
    const struct atom *atom;
    uint32_t off;
};

static uint64_t seen_of(struct side s, int sample)
{
    return s.atom->seen[sample] ^ -(uint64_t)s.off;
}

static int are_never(const struct guessing *g, struct side x, struct side y)
{
    for (int k = 0; k < g->samples; k++)
        if (seen_of(x, k) & seen_of(y, k) & g->live[k])
            return 0;
    return 1;
}

static uint32_t both_of(struct guessing *g, struct side x, struct side y)
{
    return blackbox_aiger_and(g->to, x.atom->literal ^ x.off, y.atom->literal ^ y.off);
}

static void guess_pairs(struct guessing *g)
{
    for (int i = 0; i < g->atoms; i++)
        for (int k = 0; k < i; k++)
            for (uint32_t off = 0; off < 4; off++) {
                struct side x = {&g->atom[i], off / 2}, y = {&g->atom[k], off % 2};
                if (are_never(g, x, y))
                    guess(g, both_of(g, x, y));
            }
}

static int is_element(const struct word *w)
{
    return w->name[w->length - 1] == ']';
}

/* A bit that says how packets stand at ports, or a number that does, with the values that a small router has. */
static int is_state(const struct guessing *g, const struct atom *x)
{
    const struct word *w = &g->word[x->word];

    return x->kind < USED && !w->pointer && w->width <= WIDEST && (x->kind == IS ? x->entry < SMALL : !is_element(w)) &&
           (is_router(w->name) || strstr(w->name, "in_packet"));
}

/* A bit of the monitor, or whether an input is within a packet. */
static int is_about_packets(const struct guessing *g, const struct atom *x)
{
    const char *name = g->word[x->word].name;

    return x->kind == REGISTER && !is_router(name) &&
           (!strchr(name, '.') || strstr(name, "in_packet") || strstr(name, "_done") || strstr(name, ".is_"));
}

/* A bit of what is too wide for a number: of flits, where there is no queue. */
static int is_wide(const struct guessing *g, const struct atom *x)
{
    return x->kind == REGISTER && g->word[x->word].width > WIDEST && is_router(g->word[x->word].name);
}

/* A bit that is stored at a place, "network.r0.queue.store[3][7]", of the queue of an atom. */
static int is_stored(const struct guessing *g, const struct atom *x, const struct atom *queue, int place)
{
    const struct word *w = &g->word[x->word];

    return x->kind == REGISTER && place_of(w) == place && are_beside(&g->word[queue->word], w);
}

/* How many flits of a packet the monitor has counted, and a bit of what an input has: one is the other. */
static int is_counted(const struct guessing *g, const struct atom *x)
{
    return x->kind == IS && strstr(g->word[x->word].name, ".n_") && !is_router(g->word[x->word].name);
}

static int is_count(const struct guessing *g, const struct atom *x)
{
    return x->kind == REGISTER && strstr(g->word[x->word].name, ".count") && !is_router(g->word[x->word].name);
}

/* Three that are worth looking at together: two states of routers with a number, what a place has, or the monitor. */
static int may_meet(const struct guessing *g, struct side x, struct side y)
{
    if (is_about_packets(g, x.atom))
        return is_about_packets(g, y.atom) && y.atom > x.atom;
    if (is_state(g, x.atom) && x.atom->kind == REGISTER)
        return is_wide(g, y.atom) && are_beside(&g->word[x.atom->word], &g->word[y.atom->word]);
    if (is_counted(g, x.atom))
        return !x.off && is_about_packets(g, y.atom);
    if (x.atom->kind == EMPTY)
        return !x.off && y.atom->kind == REGISTER && (is_state(g, y.atom) || is_about_packets(g, y.atom));
    if (x.atom->kind >= USED && !x.off)
        return is_stored(g, y.atom, x.atom, x.atom->entry);
    return x.atom->kind == IS && !x.off && is_state(g, x.atom) && is_state(g, y.atom) && (y.atom->kind != IS || !y.off);
}

static int may_be_third(const struct guessing *g, struct side x, struct side y, struct side z)
{
    if (z.atom == x.atom || z.atom == y.atom)
        return 0;
    if (is_counted(g, x.atom))
        return is_about_packets(g, z.atom) || is_count(g, z.atom);
    if (is_wide(g, y.atom) && x.atom->kind == REGISTER)
        return is_about_packets(g, z.atom);
    if (x.atom->kind == EMPTY || is_about_packets(g, x.atom))
        return is_about_packets(g, z.atom) && (z.atom > y.atom || !is_about_packets(g, y.atom));
    if (x.atom->kind == BEHIND)
        return is_stored(g, z.atom, x.atom, x.atom->before);
    if (x.atom->kind >= USED)
        return is_about_packets(g, z.atom) ||
               (x.atom->kind == FIRST && z.atom->kind == REGISTER && is_state(g, z.atom));
    return is_state(g, z.atom) &&
           (z.atom->kind == IS ? !z.off && z.atom > x.atom && (y.atom->kind != IS || z.atom > y.atom)
                               : y.atom->kind == IS || z.atom > y.atom);
}

/* Whether one more is never there with some that are seen in these samples. */
static int is_never_with(const struct guessing *g, const uint64_t *seen, struct side z)
{
    int never = 1;

    for (int k = 0; k < g->samples && never; k++)
        never = !(seen[k] & seen_of(z, k));
    return never;
}

static int are_three_never(const struct guessing *g, struct side x, struct side y, struct side z)
{
    for (int k = 0; k < g->samples; k++)
        if (seen_of(x, k) & seen_of(y, k) & seen_of(z, k) & g->live[k])
            return 0;
    return 1;
}

/* What a flit has may follow from two bits of the one before it: that of its packet, unless it was the last one. What
 * the monitor has counted of packet a is what its input has, as long as that is within the packet. */
static void guess_fourth(struct guessing *g, const struct side s[3], uint64_t *seen)
{
    uint64_t *three = seen + g->samples;

    for (int k = 0; k < g->samples; k++)
        three[k] = seen[k] & seen_of(s[2], k);
    for (int i = (int)(s[2].atom - g->atom) + 1; i < g->atoms; i++)
        for (uint32_t off = 0; off < 2; off++) {
            struct side z = {&g->atom[i], off};
            if (may_be_third(g, s[0], s[1], z) && is_never_with(g, three, z) && !is_never_with(g, seen, z) &&
                !are_three_never(g, s[0], s[2], z) && !are_three_never(g, s[1], s[2], z))
                guess(g, blackbox_aiger_and(g->to, both_of(g, s[0], s[1]), both_of(g, s[2], z)));
        }
}

static void guess_third(struct guessing *g, struct side x, struct side y, uint64_t *seen)
{
    int any = 0;

    for (int k = 0; k < g->samples; k++) {
        seen[k] = seen_of(x, k) & seen_of(y, k) & g->live[k];
        any |= seen[k] != 0;
    }
    for (int i = 0; i < g->atoms && any; i++)
        for (uint32_t off = 0; off < 2; off++) {
            struct side z = {&g->atom[i], off};
            int never = may_be_third(g, x, y, z);
            if (never && is_never_with(g, seen, z)) {
                if (!are_never(g, x, z) && !are_never(g, y, z))
                    guess(g, blackbox_aiger_and(g->to, both_of(g, x, y), z.atom->literal ^ off));
            } else if (never && (x.atom->kind == BEHIND || is_counted(g, x.atom))) {
                guess_fourth(g, (const struct side[]){x, y, z}, seen);
            }
        }
}

static void guess_threes(struct guessing *g)
{
    uint64_t *seen = room(g, 2 * (size_t)g->samples, sizeof *seen); /* of two, and of three */

    for (int i = 0; i < g->atoms && seen; i++)
        for (int k = 0; k < g->atoms && g->to->outputs < GUESSES; k++)
            for (uint32_t off = 0; off < 4; off++) {
                struct side x = {&g->atom[i], off / 2}, y = {&g->atom[k], off % 2};
                if (i != k && may_meet(g, x, y))
                    guess_third(g, x, y, seen);
            }
    free(seen);
}

/* All of it ------------------------------------------------------------------------------------------------------- */

static int find_cone(struct guessing *g, const int *outputs, int count)
{
    uint32_t *from = room(g, (size_t)count + 1, sizeof *from);
    int status = -1;

    for (int i = 0; i < count && from; i++)
        from[i] = g->a->output[outputs[i]];
    if (from && g->cone)
        status = blackbox_aiger_cone(g->a, from, count, g->cone);
    free(from);
    return status;
}

static void make_room(struct guessing *g)
{
    const struct blackbox_aiger *a = g->a;

    g->cone = room(g, (size_t)(a->inputs + a->latches + a->gates) + 1, 1);
    g->seen = room(g, (size_t)a->latches + 1, sizeof *g->seen);
    g->word = room(g, WORDS, sizeof *g->word);
    g->word_of = room(g, (size_t)a->latches + 1, sizeof *g->word_of);
    g->atom = room(g, ATOMS, sizeof *g->atom);
}

static void guess_all(struct guessing *g)
{
    for (int i = 0; i < g->a->latches; i++)
        g->word_of[i] = g->named->latch_name[i] ? find_word(g, g->named->latch_name[i], i) : -1;
    for (int word = 0; word < g->words; word++)
        find_numbers(g, word);
    find_differences(g);
    find_totals(g);
    guess_sums(g);
    find_atoms(g);
    see_atoms(g);
    if (g->failed)
        return;
    keep_plain(g);
    guess_pairs(g);
    guess_threes(g);
}

static void free_all(struct guessing *g)
{
    for (int i = 0; i < g->a->latches && g->seen; i++)
        free(g->seen[i]);
    for (int i = 0; i < g->numbers; i++)
        free(g->number[i].value);
    for (int i = 0; i < g->atoms; i++)
        free(g->atom[i].seen);
    free(g->cone);
    free(g->seen);
    free(g->live);
    free(g->word);
    free(g->word_of);
    free(g->atom);
}

int blackbox_prove_guess(const struct blackbox_aiger *a, const struct blackbox_aiger *named, const int *outputs,
                         int count, struct blackbox_aiger *guesses)
{
    struct guessing *g = calloc(1, sizeof *g);
    int failed = 1;

    *guesses = (struct blackbox_aiger){.inputs = a->latches};
    if (!g || named->latches != a->latches || named->inputs != a->inputs) {
        free(g);
        return -1;
    }
    *g = (struct guessing){.a = a, .named = named, .to = guesses, .random = 88172645463325252u};
    make_room(g);
    if (!g->failed && find_cone(g, outputs, count) == 0) {
        simulate(g);
        if (!g->failed)
            guess_all(g);
        failed = g->failed || guesses->failed;
    }
    free_all(g);
    free(g);
    return failed ? -1 : 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * See blackbox_guess.h. First the pins, each with the words of its name; then what each word says; then channels: a
 * valid, and all whose names share its other words.
 */
#include "blackbox_guess.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../description/blackbox_yaml.h"

/* Words ----------------------------------------------------------------------------------------------------------- */

/* What a word says, and the key or the field that it is. */
static const struct {
    const char *word, *is;
    enum guess_kind kind;
    int inverted, waits; /* as struct guess_pin has them */
} meanings[] = {{"valid", "valid", GUESS_VALID, 0, 0},
                {"vld", "valid", GUESS_VALID, 0, 0},
                {"val", "valid", GUESS_VALID, 0, 0},
                {"v", "valid", GUESS_VALID, 0, 0},
                {"void", "valid", GUESS_VALID, 1, 0},
                {"empty", "valid", GUESS_VALID, 1, 0},
                {"push", "valid", GUESS_VALID, 0, 1},
                {"enq", "valid", GUESS_VALID, 0, 1},
                {"wren", "valid", GUESS_VALID, 0, 1},
                {"ready", "ready", GUESS_READY, 0, 0},
                {"rdy", "ready", GUESS_READY, 0, 0},
                {"yumi", "yumi", GUESS_READY, 0, 1},
                {"stop", "ready", GUESS_READY, 1, 0},
                {"full", "ready", GUESS_READY, 1, 0},
                {"pop", "yumi", GUESS_READY, 0, 1},
                {"deq", "yumi", GUESS_READY, 0, 1},
                {"rden", "yumi", GUESS_READY, 0, 1},
                {"credit", "credit", GUESS_CREDIT, 0, 0},
                {"credits", "credit", GUESS_CREDIT, 0, 0},
                {"cr", "credit", GUESS_CREDIT, 0, 0},
                {"crd", "credit", GUESS_CREDIT, 0, 0},
                {"yummy", "yummy", GUESS_CREDIT, 0, 0},
                {"vc", "vc", GUESS_VC, 0, 0},
                {"vcid", "vc", GUESS_VC, 0, 0},
                {"data", "data", GUESS_FIELD, 0, 0},
                {"flit", "data", GUESS_FIELD, 0, 0},
                {"payload", "data", GUESS_FIELD, 0, 0},
                {"packet", "data", GUESS_FIELD, 0, 0},
                {"pkt", "data", GUESS_FIELD, 0, 0},
                {"din", "data", GUESS_FIELD, 0, 0},
                {"dout", "data", GUESS_FIELD, 0, 0},
                {"last", "last", GUESS_FIELD, 0, 0},
                {"tail", "last", GUESS_FIELD, 0, 0},
                {"eop", "last", GUESS_FIELD, 0, 0},
                {"eof", "last", GUESS_FIELD, 0, 0},
                {"sop", "sop", GUESS_FIELD, 0, 0},
                {"sof", "sof", GUESS_FIELD, 0, 0},
                {"dest", "dest", GUESS_FIELD, 0, 0},
                {"dst", "dest", GUESS_FIELD, 0, 0},
                {"keep", "keep", GUESS_FIELD, 0, 0},
                {"strb", "strb", GUESS_FIELD, 0, 0},
                {"id", "id", GUESS_FIELD, 0, 0},
                {"user", "user", GUESS_FIELD, 0, 0},
                {"type", "type", GUESS_FIELD, 0, 0},
                {"kind", "type", GUESS_FIELD, 0, 0}};
enum { MEANINGS = sizeof meanings / sizeof *meanings };

/* Channels of AXI; of those that are no writes and no reads the first one that both sides have is described. */
static const char *const axi_channels[] = {"t", "aw", "w", "ar", "r", "b"};
enum { AXI_CHANNELS = sizeof axi_channels / sizeof *axi_channels };

static int is_in(const char *word)
{
    return strcmp(word, "i") == 0 || strcmp(word, "in") == 0 || strcmp(word, "input") == 0 || strcmp(word, "ni") == 0;
}

static int is_out(const char *word)
{
    return strcmp(word, "o") == 0 || strcmp(word, "out") == 0 || strcmp(word, "output") == 0 || strcmp(word, "no") == 0;
}

static int meaning_of(const char *word)
{
    for (int m = 0; m < MEANINGS; m++)
        if (strcmp(meanings[m].word, word) == 0)
            return m;
    return -1;
}

/* The same behind the letters of a channel of AXI. @return meaning, or -1 */
static int axi_meaning_of(const char *word, char axi[4])
{
    for (int c = 0; c < AXI_CHANNELS; c++) {
        size_t length = strlen(axi_channels[c]);
        int m = strncmp(word, axi_channels[c], length) == 0 ? meaning_of(word + length) : -1;
        if (m >= 0 && strcmp(meanings[m].word, "v") != 0) {
            strcpy(axi, axi_channels[c]);
            return m;
        }
    }
    return -1;
}

/* The words of a name, without numbers: parted by _ and by capital letters behind small ones. */
static void split(struct guess_pin *p, const char *name)
{
    size_t length = 0;

    for (const char *at = name; *at; at++) {
        int part =
            strchr("_$.[", *at) != NULL || (at > name && isupper((unsigned char)*at) && islower((unsigned char)at[-1]));
        if (part && length > 0) {
            p->words++;
            length = 0;
        }
        p->own = *at == '.' ? p->words : p->own;
        if (!isalpha((unsigned char)*at) || p->words == GUESS_WORDS || length == GUESS_NAMED - 1)
            continue;
        p->word[p->words][length++] = (char)tolower((unsigned char)*at);
    }
    p->words += length > 0;
}

static void drop_word(struct guess_pin *p, int at)
{
    p->own -= at < p->own;
    memmove(p->word[at], p->word[at + 1], (size_t)(GUESS_WORDS - at - 1) * sizeof *p->word);
    p->words--;
    memset(p->word[p->words], 0, sizeof *p->word);
}

/* Pins ------------------------------------------------------------------------------------------------------------ */

/* Where a run of digits begins and how long it is. @return 1 when there is one from a place on */
static int next_number(const char *name, size_t *from, size_t *length)
{
    *from += strcspn(name + *from, "0123456789");
    *length = strspn(name + *from, "0123456789");
    return *length > 0;
}

/* The number of a port that differs from another one in that number alone, or -1. */
static long number_in(const struct guess *g, int other, const struct verilator_port *port, size_t from, size_t length)
{
    const struct verilator_port *o = &g->ports[other];
    size_t digits;

    if (strncmp(o->name, port->name, from) != 0 || strcmp(o->direction, port->direction) != 0 ||
        o->width != port->width)
        return -1;
    digits = strspn(o->name + from, "0123456789");
    return digits > 0 && digits < 6 && strcmp(o->name + from + digits, port->name + from + length) == 0
               ? strtol(o->name + from, NULL, 10)
               : -1;
}

static int count_alike(const struct guess *g, int port, size_t from, size_t length)
{
    int count = 0;

    for (int i = 0; i < g->count; i++)
        count += number_in(g, i, &g->ports[port], from, length) >= 0;
    return count;
}

/* The number in a name in which most ports differ. @return how many; 1: none does */
static int choose_number(const struct guess *g, int port, size_t *from, size_t *length)
{
    int most = 1;

    for (size_t at = 0, run; next_number(g->ports[port].name, &at, &run); at += run) {
        int count = count_alike(g, port, at, run);
        if (count >= most && count > 1) {
            most = count;
            *from = at;
            *length = run;
        }
    }
    return most;
}

/* Ports in the order of their numbers, and the name with {p} when these are 0, 1, 2 and so on. */
static void take_alike(struct guess *g, struct guess_pin *p, int port, size_t from, size_t length)
{
    const char *name = g->ports[port].name;
    int plain = 1;

    for (int i = 0; i < g->count; i++) {
        long number = number_in(g, i, &g->ports[port], from, length);
        int at = p->count;
        if (number < 0)
            continue;
        for (; at > 0 && number_in(g, p->port[at - 1], &g->ports[port], from, length) > number; at--)
            p->port[at] = p->port[at - 1];
        p->port[at] = i;
        p->count++;
    }
    for (int k = 0; k < p->count; k++) {
        const char *digits = g->ports[p->port[k]].name + from;
        plain &= strtol(digits, NULL, 10) == k && (k == 0 ? digits[1] == name[from + length] : *digits != '0');
    }
    if (plain)
        snprintf(p->text, sizeof p->text, "%.*s{p}%s", (int)from, name, name + from + length);
}

static int is_taken(const struct guess *g, int port)
{
    for (int i = 0; i < g->pins; i++)
        for (int k = 0; k < g->pin[i].count; k++)
            if (g->pin[i].port[k] == port)
                return 1;
    return 0;
}

/* A signal of an interface without a modport has the direction of its port's name, and ready the other one. @return 1:
 * output */
static int guess_direction(const struct guess_pin *p)
{
    static const char *const outs[] = {"out", "o",      "output", "m",  "master", "manager", "source",
                                       "src", "sender", "tx",     "to", "egress", "next",    NULL};
    int output = 0, against = 0;

    for (int i = 0; i < p->words; i++) {
        int m = meaning_of(p->word[i]);
        against |= m >= 0 && (meanings[m].kind == GUESS_READY || meanings[m].kind == GUESS_CREDIT);
        for (int k = 0; outs[k] && i < p->own; k++)
            output |= strcmp(p->word[i], outs[k]) == 0;
    }
    return output != against;
}

static int add_pin(struct guess *g, int port)
{
    struct guess_pin *p = &g->pin[g->pins];
    size_t from = 0, length = 0;
    int alike = choose_number(g, port, &from, &length);

    p->port = calloc((size_t)alike, sizeof *p->port);
    if (!p->port)
        return -1;
    g->pins++;
    p->width = g->ports[port].width;
    p->shared = g->ports[port].shared;
    split(p, g->ports[port].name);
    p->output = strcmp(g->ports[port].direction, "inout") == 0 ? guess_direction(p)
                                                               : strcmp(g->ports[port].direction, "output") == 0;
    if (alike > 1) {
        take_alike(g, p, port, from, length);
        return 0;
    }
    p->port[p->count++] = port;
    snprintf(p->text, sizeof p->text, "%s", g->ports[port].name);
    return 0;
}

/* Directions in names --------------------------------------------------------------------------------------------- */

/* Whether a word at the beginning or the end of names is their direction: it is so in all of them that have it. */
static int is_direction(const struct guess *g, const char *word, int last)
{
    for (int i = 0; i < g->pins; i++) {
        const struct guess_pin *p = &g->pin[i];
        if (p->words > 1 && strcmp(p->word[last ? p->words - 1 : 0], word) == 0 && p->output != is_out(word))
            return 0;
    }
    return is_in(word) || is_out(word);
}

static void drop_directions(struct guess *g, int last)
{
    int *drop = calloc((size_t)g->pins + 1, sizeof *drop);

    for (int i = 0; drop && i < g->pins; i++) {
        const struct guess_pin *p = &g->pin[i];
        drop[i] = p->words > 1 && is_direction(g, p->word[last ? p->words - 1 : 0], last);
    }
    for (int i = 0; drop && i < g->pins; i++)
        if (drop[i])
            drop_word(&g->pin[i], last ? g->pin[i].words - 1 : 0);
    free(drop);
}

/* What a pin is --------------------------------------------------------------------------------------------------- */

static void join_stem(struct guess_pin *p, int without)
{
    size_t length = 0;

    for (int i = 0; i < p->words; i++)
        if (i != without)
            length +=
                (size_t)snprintf(p->stem + length, sizeof p->stem - length, "%s%s", length ? "_" : "", p->word[i]);
}

static int is_side_ready(const struct guess_pin *p, int at)
{
    return (strcmp(p->word[at], "src") == 0 || strcmp(p->word[at], "dst") == 0) &&
           (strcmp(p->word[at + 1], "rdy") == 0 || strcmp(p->word[at + 1], "ready") == 0);
}

/* "eof_n" is active at 0, unless the n is all that it is called. @return 1 when it is; without that word then */
static int take_low(struct guess_pin *p)
{
    int last = p->words - 1;

    if (last < 1 || strcmp(p->word[last], "n") != 0 || meaning_of(p->word[last - 1]) < 0)
        return 0;
    drop_word(p, last);
    return 1;
}

/* "credit_valid" is a credit, and the bits of Chisel's "in_bits_data" are no word. @return 1: a word is dropped */
static int join_marks(struct guess_pin *p, int at)
{
    int m = meaning_of(p->word[at]), next = meaning_of(p->word[at + 1]), bits = strcmp(p->word[at], "bits") == 0;

    if (bits)
        drop_word(p, at);
    else if (m >= 0 && next >= 0 && meanings[m].kind == GUESS_CREDIT && meanings[next].kind == GUESS_VALID)
        drop_word(p, at + 1);
    else
        return 0;
    return 1;
}

/* "wr_en" and "rd_en" are words of their own, and the wr of "wr_data" is none; "ready_and" is a ready. */
static void join_words(struct guess_pin *p)
{
    for (int i = 0; i + 1 < p->words; i++) {
        if (join_marks(p, i))
            continue;
        int writes = strcmp(p->word[i], "wr") == 0 || strcmp(p->word[i], "write") == 0;
        int reads = strcmp(p->word[i], "rd") == 0 || strcmp(p->word[i], "read") == 0;
        if ((writes || reads) && (strcmp(p->word[i + 1], "en") == 0 || strcmp(p->word[i + 1], "enable") == 0)) {
            strcpy(p->word[i], writes ? "wren" : "rden");
            drop_word(p, i + 1);
        } else if ((writes || reads) && strcmp(p->word[i + 1], "data") == 0) {
            drop_word(p, i);
        } else if (strcmp(p->word[i], "ready") == 0 && strcmp(p->word[i + 1], "and") == 0) {
            drop_word(p, i + 1);
        } else if (is_side_ready(p, i)) { /* src_rdy of LocalLink is a valid, and dst_rdy a ready */
            strcpy(p->word[i], strcmp(p->word[i], "src") == 0 ? "valid" : "ready");
            drop_word(p, i + 1);
        }
    }
}

/* The last word that is of a handshake, or else the last one that is a field. @return its place, or -1 */
static int find_word(const struct guess_pin *p, int *meaning, char axi[4])
{
    int place = -1;

    for (int i = p->words - 1; i >= p->own; i--) {
        char letters[4] = "";
        int m = meaning_of(p->word[i]);
        m = m < 0 ? axi_meaning_of(p->word[i], letters) : m;
        if (m < 0 || (place >= 0 && meanings[m].kind == GUESS_FIELD))
            continue;
        if (place >= 0 && meanings[*meaning].kind != GUESS_FIELD)
            continue;
        place = i;
        *meaning = m;
        strcpy(axi, letters);
    }
    return place;
}

/* Words that are a handshake where no others are: the last word of a name, such as req and gnt. */
static const struct {
    const char *word, *is;
    enum guess_kind kind;
} weak[] = {{"req", "valid", GUESS_VALID}, {"request", "valid", GUESS_VALID}, {"cyc", "valid", GUESS_VALID},
            {"stb", "valid", GUESS_VALID}, {"gnt", "ready", GUESS_READY},     {"grant", "ready", GUESS_READY},
            {"ack", "ready", GUESS_READY}, {"r", "ready", GUESS_READY}};

static int weak_meaning_of(const struct guess_pin *p)
{
    for (size_t i = 0; i < sizeof weak / sizeof *weak; i++)
        if (p->kind == GUESS_NOTHING && p->words && strcmp(p->word[p->words - 1], weak[i].word) == 0)
            return (int)i;
    return -1;
}

/* Whether a kind of pins is there at an input, and at an output. */
static int has_kind(const struct guess *g, enum guess_kind kind)
{
    int found[2] = {0, 0};

    for (int i = 0; i < g->pins; i++)
        if (!g->pin[i].used && g->pin[i].kind == kind)
            found[g->pin[i].to_output] = 1;
    return found[0] && found[1];
}

/* Names of two or three letters, of which the last one, or the first one, says what the pin is: sv, sr, sd, sl. */
static const struct {
    char letter;
    const char *is;
    enum guess_kind kind;
} short_words[] = {
    {'v', "valid", GUESS_VALID}, {'r', "ready", GUESS_READY}, {'d', "data", GUESS_FIELD}, {'l', "last", GUESS_FIELD}};

/* The letter of a pin, and the rest of its name. @param first  1: the letter is the first one @return 0: it has none */
static char short_letter(const struct guess_pin *p, int first, char rest[GUESS_NAMED])
{
    size_t length = p->words == 1 && !p->used && p->count == 1 ? strlen(p->word[0]) : 0;
    char letter = length ? p->word[0][first ? 0 : length - 1] : 0;

    if (length < 2 || length > 3 || !strchr("vrdl", letter))
        return 0;
    snprintf(rest, GUESS_NAMED, "%.*s", (int)length - 1, p->word[0] + first);
    return letter;
}

/* Whether a pin of that letter and rest is there. */
static int has_short(const struct guess *g, int first, char letter, const char *stem)
{
    char rest[GUESS_NAMED];

    for (int i = 0; i < g->pins; i++)
        if (short_letter(&g->pin[i], first, rest) == letter && strcmp(rest, stem) == 0)
            return 1;
    return 0;
}

/* Only what has a valid and a ready of the same rest is such a name. */
static void take_short(struct guess *g, int first)
{
    char stem[GUESS_NAMED];

    for (int i = 0; i < g->pins; i++) {
        struct guess_pin *p = &g->pin[i];
        char letter = short_letter(p, first, stem);
        if (!letter || !has_short(g, first, 'v', stem) || !has_short(g, first, 'r', stem))
            continue;
        for (size_t k = 0; k < sizeof short_words / sizeof *short_words; k++)
            if (short_words[k].letter == letter) {
                p->kind = short_words[k].kind;
                strcpy(p->is, short_words[k].is);
            }
        strcpy(p->stem, stem);
        p->to_output = p->output != (p->kind == GUESS_READY);
    }
}

/* Where a module has no valid, or neither a ready nor a credit, in other words. */
static void take_weak(struct guess *g)
{
    int valids = has_kind(g, GUESS_VALID), readies = has_kind(g, GUESS_READY) || has_kind(g, GUESS_CREDIT);

    for (int i = 0; i < g->pins; i++) {
        struct guess_pin *p = &g->pin[i];
        int m = p->used ? -1 : weak_meaning_of(p);
        if (m < 0 || p->width > BLACKBOX_PORTS || (weak[m].kind == GUESS_VALID ? valids : readies))
            continue;
        p->kind = weak[m].kind;
        strcpy(p->is, weak[m].is);
        *p->stem = 0;
        join_stem(p, p->words - 1);
        p->to_output = p->output != (p->kind == GUESS_READY);
    }
    for (int first = 0; first < 2 && !has_kind(g, GUESS_VALID); first++)
        take_short(g, first);
}

/* A credit that names its channel has two words. */
static int is_credit_vc(const struct guess_pin *p)
{
    int credit = 0, vc = 0;

    for (int i = 0; i < p->words; i++) {
        int m = meaning_of(p->word[i]);
        credit |= m >= 0 && meanings[m].kind == GUESS_CREDIT;
        vc |= m >= 0 && meanings[m].kind == GUESS_VC;
    }
    return credit && vc;
}

static void classify(struct guess_pin *p)
{
    int meaning = -1, place, against, low;

    join_words(p);
    low = take_low(p);
    if (is_credit_vc(p))
        for (int i = p->words - 1; i >= 0; i--)
            if (meaning_of(p->word[i]) >= 0 && meanings[meaning_of(p->word[i])].kind == GUESS_VC)
                drop_word(p, i), p->kind = GUESS_CREDIT_VC;
    place = find_word(p, &meaning, p->axi);
    if (p->kind == GUESS_NOTHING && meaning >= 0)
        p->kind = meanings[meaning].kind;
    if (p->kind == GUESS_NOTHING) { /* perhaps a field that belongs to a channel */
        place = p->words - 1;
        snprintf(p->is, sizeof p->is, "%s", p->words ? p->word[place] : "");
    } else {
        strcpy(p->is, p->kind == GUESS_CREDIT_VC ? "credit_vc" : meanings[meaning].is);
        p->inverted = meanings[meaning].inverted;
        p->waits = meanings[meaning].waits;
    }
    p->inverted ^= low;
    join_stem(p, place);
    against = p->kind == GUESS_READY || p->kind == GUESS_CREDIT || p->kind == GUESS_CREDIT_VC;
    p->to_output = p->output != against;
}

/* Clock and reset ------------------------------------------------------------------------------------------------- */

static int has_word(const struct guess_pin *p, const char *const *words)
{
    for (int i = 0; i < p->words; i++)
        for (int k = 0; words[k]; k++)
            if (strcmp(p->word[i], words[k]) == 0)
                return 1;
    return 0;
}

static int find_single(const struct guess *g, const char *const *words)
{
    for (int i = 0; i < g->pins; i++)
        if (!g->pin[i].output && g->pin[i].count == 1 && g->pin[i].width == 1 && has_word(&g->pin[i], words))
            return i;
    return -1;
}

/* Words that both have. */
static int shared_words(const struct guess_pin *a, const struct guess_pin *b)
{
    int count = 0;

    for (int i = 0; i < a->words; i++)
        for (int k = 0; k < b->words; k++)
            count += strcmp(a->word[i], b->word[k]) == 0;
    return count;
}

/* Letters that the names of two pins begin with, both, and letters that they end with; a word is worth more. */
static int alike(const struct guess *g, int a, int b)
{
    const char *first = g->ports[g->pin[a].port[0]].name, *second = g->ports[g->pin[b].port[0]].name;
    size_t from = 0, to = 0, one = strlen(first), other = strlen(second);

    while (first[from] && first[from] == second[from])
        from++;
    while (to < one && to < other && first[one - to - 1] == second[other - to - 1])
        to++;
    return (int)(from + to) + BLACKBOX_NAME * shared_words(&g->pin[a], &g->pin[b]);
}

int guess_clock(const struct guess *g, int pin, int otherwise)
{
    int best = otherwise, most = 0;

    for (int i = 0; i < g->clocks; i++)
        if (alike(g, pin, g->clock_of[i]) > most) {
            most = alike(g, pin, g->clock_of[i]);
            best = i;
        }
    return best;
}

/* Whether one of its words ends like a clock: wclk. */
static int is_clock(const struct guess_pin *p)
{
    static const char *const ends[] = {"clk", "clock", "clki", NULL};

    for (int i = 0; i < p->words; i++)
        for (int k = 0; ends[k]; k++) {
            size_t length = strlen(p->word[i]), end = strlen(ends[k]);
            if (length >= end && strcmp(p->word[i] + length - end, ends[k]) == 0)
                return 1;
        }
    return 0;
}

/* A port of an interface that is called as the clock or the reset is driven by that. */
static int is_shared_as(const struct guess *g, int pin, int other)
{
    const struct verilator_port *port = &g->ports[g->pin[pin].port[0]];
    const char *name = other < 0 ? "" : g->ports[g->pin[other].port[0]].name, *dot = strrchr(name, '.');

    return port->shared && strcmp(strrchr(port->name, '.') + 1, dot ? dot + 1 : name) == 0;
}

/* All pins that are clocks by their names, but for those that enable one. */
static void find_clocks(struct guess *g)
{
    static const char *const enables[] = {"en", "enable", "gate", "sel", "ratio", NULL};

    for (int i = 0; i < g->pins && g->clocks < BLACKBOX_CLOCKS; i++)
        if (!g->pin[i].output && g->pin[i].count == 1 && g->pin[i].width == 1 && is_clock(&g->pin[i]) &&
            !has_word(&g->pin[i], enables) && (i == g->clock || !is_shared_as(g, i, g->clock))) {
            g->reset_of[g->clocks] = -1;
            g->clock_of[g->clocks++] = i;
        }
    if (g->clocks == 1)
        g->clocks = 0;
    for (int i = 0; i < g->clocks; i++)
        g->pin[g->clock_of[i]].used = 1;
}

/* Whether a reset has a word for active low; rst_b of clk_b has none. */
static int is_low(const struct guess_pin *reset, const struct guess_pin *clock, const char *const *lows)
{
    for (int i = 0; lows[i]; i++) {
        const char *const low[] = {lows[i], NULL};
        if (has_word(reset, low) && !has_word(clock, low))
            return 1;
    }
    return 0;
}

/* With several clocks and resets, each clock has the one that is called most like it. */
static void find_resets(struct guess *g, const char *const *resets, const char *const *lows)
{
    int count = 0;

    for (int i = 0; i < g->pins; i++)
        count += !g->pin[i].output && g->pin[i].width == 1 && has_word(&g->pin[i], resets);
    for (int i = 0; g->clocks && count > 1 && i < g->pins; i++) {
        int clock = guess_clock(g, i, 0);
        if (g->pin[i].output || g->pin[i].count != 1 || g->pin[i].width != 1 || !has_word(&g->pin[i], resets) ||
            g->reset_of[clock] >= 0)
            continue;
        g->reset_of[clock] = i;
        g->low_of[clock] = is_low(&g->pin[i], &g->pin[g->clock_of[clock]], lows);
        g->pin[i].used = 1;
    }
}

/* Before directions are dropped, of which an n is a part: rst_ni. */
static void find_clock(struct guess *g)
{
    static const char *const clocks[] = {"clk", "clock", "aclk", "clki", "iclk", NULL};
    static const char *const lows[] = {"rstn",  "resetn", "aresetn", "arstn", "nrst", "nreset", "rstb",
                                       "wrstn", "rrstn",  "n",       "ni",    "b",    NULL};
    static const char *const resets[] = {"rst",    "reset",   "arst",  "srst",  "areset", "rstn",
                                         "resetn", "aresetn", "arstn", "nrst",  "nreset", "rstb",
                                         "wrst",   "rrst",    "wrstn", "rrstn", NULL};

    g->clock = find_single(g, clocks);
    g->reset = find_single(g, resets);
    g->reset_low = g->reset >= 0 && has_word(&g->pin[g->reset], lows);
    if (g->clock >= 0)
        g->pin[g->clock].used = 1;
    if (g->reset >= 0)
        g->pin[g->reset].used = 1;
    find_clocks(g);
    find_resets(g, resets, lows);
}

/* Channels -------------------------------------------------------------------------------------------------------- */

static int is_of(const struct guess_pin *p, int output, const char *stem, const char *axi)
{
    return !p->used && p->to_output == output && strcmp(p->stem, stem) == 0 && strcmp(p->axi, axi) == 0;
}

/* @param part  enum guess_part */
static int is_valid(const struct guess_pin *p, int output, const char *axi, int part)
{
    return !p->used && p->kind == GUESS_VALID && p->to_output == output && strcmp(p->axi, axi) == 0 && p->part == part;
}

/* Fields that fill a structure up. */
static int is_spare(const char *word)
{
    static const char *const words[] = {"unused", "reserved", "rsvd", "spare", "pad", "padding"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], word) == 0)
            return 1;
    return 0;
}

/* A pin that has no word of ours is a field of the channel whose other words it shares: awaddr of aw, too. */
static int is_more(const struct guess_pin *p, int output, const char *stem, const char *axi)
{
    size_t length = strlen(axi);

    return !p->used && !p->shared && p->kind == GUESS_NOTHING && p->output == output && *p->is && !is_spare(p->is) &&
           *stem && strcmp(p->stem, stem) == 0 && strncmp(p->is, axi, length) == 0 && p->is[length];
}

static int has_channel(const struct guess *g, int output, const char *axi, int part)
{
    for (int i = 0; i < g->pins; i++)
        if (is_valid(&g->pin[i], output, axi, part))
            return 1;
    return 0;
}

/* Whether both sides have it. */
static int has_both(const struct guess *g, const char *axi, int part)
{
    return has_channel(g, 0, axi, part) && has_channel(g, 1, axi, part);
}

/* The channel of AXI that both sides have, or no channel of it. */
static const char *choose_axi(const struct guess *g)
{
    for (int c = 0; c < AXI_CHANNELS; c++)
        if (has_both(g, axi_channels[c], GUESS_MAIN))
            return axi_channels[c];
    return "";
}

static int count_pins(const struct guess *g, int output, const char *stem, const char *axi)
{
    int count = 0;

    for (int i = 0; i < g->pins; i++)
        count += is_of(&g->pin[i], output, stem, axi) && g->pin[i].kind != GUESS_NOTHING;
    return count;
}

/* The pin of another channel that is the same there. */
static int counterpart(const struct guess *g, int pin, const char *stem)
{
    const struct guess_pin *p = &g->pin[pin];

    for (int i = 0; i < g->pins; i++)
        if (g->pin[i].to_output == p->to_output && g->pin[i].kind == p->kind && strcmp(g->pin[i].is, p->is) == 0 &&
            strcmp(g->pin[i].stem, stem) == 0 && strcmp(g->pin[i].axi, p->axi) == 0 && g->pin[i].width == p->width &&
            g->pin[i].count == p->count)
            return i;
    return -1;
}

static int is_alike(const struct guess *g, int output, const char *stem, const char *other, const char *axi)
{
    for (int i = 0; i < g->pins; i++)
        if (is_of(&g->pin[i], output, stem, axi) && g->pin[i].kind != GUESS_NOTHING && counterpart(g, i, other) < 0)
            return 0;
    return count_pins(g, output, stem, axi) == count_pins(g, output, other, axi);
}

/* The valid of the channel with most pins, or -1. */
static int choose_valid(const struct guess *g, int output, const char *axi, int part)
{
    int best = -1, most = 0;

    for (int i = 0; i < g->pins; i++) {
        int count = is_valid(&g->pin[i], output, axi, part) ? count_pins(g, output, g->pin[i].stem, axi) : 0;
        if (count > most) {
            most = count;
            best = i;
        }
    }
    return best;
}

/* Pins with other names are ports beside the first one when they are of one bit and have the same fields. */
static void take_stems(struct guess *g, struct guess_side *s, int valid)
{
    const struct guess_pin *v = &g->pin[valid];
    int output = v->to_output;

    strcpy(s->stem[s->stems++], v->stem);
    for (int i = 0; i < g->pins; i++) {
        if (i == valid || !is_valid(&g->pin[i], output, s->axi, v->part))
            continue;
        if (v->count == 1 && v->width == 1 && s->stems < BLACKBOX_PORTS &&
            is_alike(g, output, v->stem, g->pin[i].stem, s->axi))
            strcpy(s->stem[s->stems++], g->pin[i].stem);
        else
            s->others++;
    }
}

static int has_pin(const struct guess *g, const struct guess_side *s, const struct guess_pin *p)
{
    for (int i = 0; i < s->pins; i++)
        if (g->pin[s->pin[i]].kind == p->kind && (p->kind != GUESS_FIELD || strcmp(g->pin[s->pin[i]].is, p->is) == 0))
            return 1;
    return 0;
}

static void mark_used(struct guess *g, const struct guess_side *s, int pin)
{
    for (int port = 0; port < s->stems; port++) {
        int other = guess_of_port(g, s, pin, port);
        if (other >= 0)
            g->pin[other].used = 1;
    }
}

/* A pin without a word of ours is a field, as is what is called likewise in the channels of the other ports. @return 0
 * when one of these does not have it */
static int take_more(struct guess *g, const struct guess_side *s, int pin)
{
    struct guess_pin *p = &g->pin[pin];

    for (int port = 0; port < s->stems; port++)
        if (guess_of_port(g, s, pin, port) < 0)
            return 0;
    for (int port = s->stems - 1; port >= 0; port--) {
        struct guess_pin *other = &g->pin[guess_of_port(g, s, pin, port)];
        if (other == p)
            continue;
        other->kind = GUESS_FIELD;
        memmove(other->is, other->is + strlen(s->axi), strlen(other->is + strlen(s->axi)) + 1);
        strcpy(other->axi, s->axi);
    }
    p->kind = GUESS_FIELD;
    memmove(p->is, p->is + strlen(s->axi), strlen(p->is + strlen(s->axi)) + 1);
    strcpy(p->axi, s->axi);
    return 1;
}

/* A second pin of the same meaning keeps its own word, as a field. */
static void take_pins(struct guess *g, struct guess_side *s, int output)
{
    const char *stem = s->stem[0];
    int fields = 0;

    for (int i = 0; i < g->pins && s->pins < GUESS_PINS; i++) {
        struct guess_pin *p = &g->pin[i];
        int more = is_more(p, output, stem, s->axi);
        if (!more && (!is_of(p, output, stem, s->axi) || p->kind == GUESS_NOTHING || has_pin(g, s, p)))
            continue;
        if (more && !take_more(g, s, i))
            continue;
        if (has_pin(g, s, p) || (p->kind == GUESS_FIELD && ++fields > BLACKBOX_FIELDS))
            continue;
        s->pin[s->pins++] = i;
    }
    for (int i = 0; i < s->pins; i++)
        mark_used(g, s, s->pin[i]);
}

/* Whether two stems begin with the same word. */
static int is_near(const char *stem, const char *other)
{
    size_t length = strcspn(stem, "_");

    return length == strcspn(other, "_") && strncmp(stem, other, length) == 0;
}

/* A member of a structure is a field, whatever its name. */
static int is_member(const struct guess *g, const struct guess_pin *p)
{
    return p->kind == GUESS_NOTHING && !p->shared && strchr(g->ports[p->port[0]].name, '.') && *p->is &&
           !is_spare(p->is);
}

/* Where there is but one channel, pins belong to it that are called like it in the first word only: in_link.valid and
 * in_ready. */
static void take_near(struct guess *g, struct guess_side *s, int output, int valid)
{
    const struct guess_pin *v = &g->pin[valid];
    int fields = 0;

    for (int i = 0; i < s->pins; i++)
        fields += g->pin[s->pin[i]].kind == GUESS_FIELD;
    for (int i = 0; i < g->pins && s->pins < GUESS_PINS && s->stems == 1 && !s->others; i++) {
        struct guess_pin *p = &g->pin[i];
        int member = is_member(g, p);
        if (p->used || p->to_output != output || strcmp(p->axi, s->axi) != 0 || !is_near(p->stem, v->stem) ||
            (p->kind == GUESS_NOTHING && !member) || (v->count > 1 && p->count != v->count))
            continue;
        p->kind = member ? GUESS_FIELD : p->kind;
        if (has_pin(g, s, p) || (p->kind == GUESS_FIELD && ++fields > BLACKBOX_FIELDS))
            continue;
        p->used = 1;
        s->pin[s->pins++] = i;
    }
}

/* The only ready, or credit, of a side belongs to its only channel, whatever it is called: rsp_o.ready beside
 * req_i.valid. */
static void take_back(struct guess *g, struct guess_side *s, int output, int valid)
{
    int found = -1;

    if (s->stems > 1 || s->others || s->pins == GUESS_PINS || guess_find(g, s, GUESS_READY, NULL) >= 0 ||
        guess_find(g, s, GUESS_CREDIT, NULL) >= 0)
        return;
    for (int i = 0; i < g->pins; i++) {
        const struct guess_pin *p = &g->pin[i];
        if (p->used || p->to_output != output || (p->kind != GUESS_READY && p->kind != GUESS_CREDIT) ||
            p->count != g->pin[valid].count)
            continue;
        if (found >= 0)
            return;
        found = i;
    }
    if (found < 0)
        return;
    g->pin[found].used = 1;
    s->pin[s->pins++] = found;
}

/* How many ports: numbers in names, names, or bits of the valid; these are virtual channels where data does not part by
 * them. */
static void count_ports(const struct guess *g, struct guess_side *s, int valid)
{
    int data = guess_find(g, s, GUESS_FIELD, "data");
    const struct guess_pin *v = &g->pin[valid];

    s->count = v->count > 1 ? v->count : s->stems > 1 ? s->stems : v->width;
    if (v->count == 1 && s->stems == 1 && data >= 0 && g->pin[data].count != v->width &&
        g->pin[data].width % v->width != 0)
        s->count = 1;
}

/* @param part  enum guess_part */
static void take_side(struct guess *g, int output, int part, const char *axi)
{
    struct guess_side *s = &g->side[part + output];
    int valid;

    strcpy(s->axi, axi);
    valid = choose_valid(g, output, axi, *axi && strcmp(axi, "t") != 0 ? GUESS_MAIN : part);
    if (valid < 0)
        return;
    take_stems(g, s, valid);
    take_pins(g, s, output);
    if (part == GUESS_MAIN) {
        take_near(g, s, output, valid);
        take_back(g, s, output, valid);
    }
    count_ports(g, s, valid);
}

static void take_sides(struct guess *g, int part, const char *axi)
{
    for (int output = 0; output < 2; output++)
        take_side(g, output, part, axi);
}

/* Headers and responses ------------------------------------------------------------------------------------------- */

/* Whether the last word of a stem is a letter. */
static int ends_in(const struct guess_pin *p, char letter)
{
    size_t length = strlen(p->stem);

    return length > 0 && p->stem[length - 1] == letter && (length == 1 || p->stem[length - 2] == '_');
}

/* Channels A and D of TileLink have an opcode. Their source is an id, and their address is called as others are. */
static void find_tilelink(struct guess *g)
{
    int a = 0, d = 0;

    for (int i = 0; i < g->pins; i++) {
        int opcode = g->pin[i].kind == GUESS_NOTHING && strcmp(g->pin[i].is, "opcode") == 0;
        a |= opcode && ends_in(&g->pin[i], 'a');
        d |= opcode && ends_in(&g->pin[i], 'd');
    }
    g->tilelink = a && d;
    for (int i = 0; g->tilelink && i < g->pins; i++) {
        struct guess_pin *p = &g->pin[i];
        if (p->kind == GUESS_NOTHING && strcmp(p->is, "source") == 0)
            strcpy(p->is, "id");
        else if (p->kind == GUESS_NOTHING && strcmp(p->is, "address") == 0)
            strcpy(p->is, "addr");
    }
}

/* A word of the stem says which part of a router the channel is of. */
static int part_of(const struct guess *g, const struct guess_pin *p)
{
    static const struct {
        const char *word;
        int part;
    } parts[] = {{"hdr", GUESS_HEADER},     {"header", GUESS_HEADER},      {"rsp", GUESS_RESPONSES},
                 {"resp", GUESS_RESPONSES}, {"response", GUESS_RESPONSES}, {"responses", GUESS_RESPONSES},
                 {"reply", GUESS_RESPONSES}};
    char stem[BLACKBOX_NAME + 2], word[GUESS_NAMED + 2];

    if (g->tilelink && ends_in(p, 'd'))
        return GUESS_RESPONSES;
    snprintf(stem, sizeof stem, "_%s_", p->stem);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(word, sizeof word, "_%s_", parts[i].word);
        if (strstr(stem, word))
            return parts[i].part;
    }
    return GUESS_MAIN;
}

/* A part that one side has alone, or that has no flits beside it, is none. */
static void find_parts(struct guess *g, int part)
{
    static const char *const letters[] = {"", "t"};
    int is = 0, flits = 0;

    for (int i = 0; i < g->pins; i++)
        if (part_of(g, &g->pin[i]) == part)
            g->pin[i].part = part;
    for (int i = 0; i < 2; i++) {
        is |= has_both(g, letters[i], part);
        flits |= has_both(g, letters[i], GUESS_MAIN);
    }
    for (int i = 0; i < g->pins && !(is && flits); i++)
        if (g->pin[i].part == part)
            g->pin[i].part = GUESS_MAIN;
}

/* Pins of a header whose names begin as its valid does, without the word for a header: eth_type beside eth_hdr_valid.
 */
static void take_headed(struct guess *g, struct guess_side *s, int output)
{
    const struct guess_pin *v = s->pins ? &g->pin[guess_find(g, s, GUESS_VALID, NULL)] : NULL;
    int words = 0;

    while (v && words < v->words && strcmp(v->word[words], "hdr") != 0 && strcmp(v->word[words], "header") != 0)
        words++;
    for (int i = 0; i < g->pins && words > 0 && s->stems == 1 && s->pins < GUESS_PINS; i++) {
        struct guess_pin *p = &g->pin[i];
        size_t length = 0;
        int same = p->words > words && p->output == output && !p->used && !p->shared && p->count == v->count &&
                   (p->kind == GUESS_FIELD || p->kind == GUESS_NOTHING);
        for (int k = 0; same && k < words; k++)
            same = strcmp(p->word[k], v->word[k]) == 0;
        if (!same)
            continue;
        for (int k = words; k < p->words && length < sizeof p->is; k++)
            length += (size_t)snprintf(p->is + length, sizeof p->is - length, "%s%s", length ? "_" : "", p->word[k]);
        p->kind = GUESS_FIELD;
        p->used = 1;
        s->pin[s->pins++] = i;
    }
}

/* Writes of AXI are AW, the header, with W and B; reads are AR and R. */
static void take_axi(struct guess *g, int reads)
{
    int writes = has_both(g, "aw", GUESS_MAIN) && has_both(g, "w", GUESS_MAIN), both = has_both(g, "ar", GUESS_MAIN);

    g->other = writes && both && !reads;
    take_sides(g, GUESS_MAIN, writes && !reads ? "w" : "ar");
    if (writes && !reads)
        take_sides(g, GUESS_HEADER, "aw");
    if (has_both(g, writes && !reads ? "b" : "r", GUESS_MAIN))
        take_sides(g, GUESS_RESPONSES, writes && !reads ? "b" : "r");
}

/* What handshakes there are, and what each is of. */
static void take_channels(struct guess *g, int reads)
{
    const char *axi;

    if (!has_both(g, "t", GUESS_MAIN) &&
        (has_both(g, "ar", GUESS_MAIN) || (has_both(g, "aw", GUESS_MAIN) && has_both(g, "w", GUESS_MAIN)))) {
        take_axi(g, reads);
        return;
    }
    find_tilelink(g);
    find_parts(g, GUESS_HEADER);
    find_parts(g, GUESS_RESPONSES);
    axi = choose_axi(g);
    take_sides(g, GUESS_MAIN, axi);
    for (int part = GUESS_HEADER; part < GUESS_SIDES; part += 2)
        take_sides(g, part, has_both(g, "", part) ? "" : "t");
    for (int output = 0; output < 2; output++)
        take_headed(g, &g->side[GUESS_HEADER + output], output);
}

/* Of a module that has channels of other letters, too: they are left out. */
static void count_others(struct guess *g, int output)
{
    for (int i = 0; i < g->pins; i++)
        g->side[output].others += !g->pin[i].used && g->pin[i].kind == GUESS_VALID && g->pin[i].to_output == output &&
                                  strcmp(g->pin[i].axi, g->side[output].axi) != 0;
}

static int is_pin(const struct verilator_port *port)
{
    return strcmp(port->direction, "interface") != 0 &&
           (port->part_of || port->signal_of || blackbox_is_identifier(port->name));
}

int guess_ports(struct guess *g, const struct verilator_port *ports, int count, int reads)
{
    memset(g, 0, sizeof *g);
    g->ports = ports;
    g->count = count;
    g->pin = calloc((size_t)count + 1, sizeof *g->pin);
    if (!g->pin)
        return -1;
    for (int i = 0; i < count; i++)
        if (is_pin(&ports[i]) && !is_taken(g, i) && add_pin(g, i) != 0)
            return -1;
    find_clock(g);
    for (int i = 0; i < g->pins; i++)
        g->pin[i].used |= is_shared_as(g, i, g->clock) || is_shared_as(g, i, g->reset);
    drop_directions(g, 1);
    drop_directions(g, 0);
    for (int i = 0; i < g->pins; i++)
        classify(&g->pin[i]);
    take_weak(g);
    take_channels(g, reads);
    for (int output = 0; output < 2; output++)
        count_others(g, output);
    return 0;
}

void guess_finish(struct guess *g)
{
    for (int i = 0; i < g->pins; i++)
        free(g->pin[i].port);
    free(g->pin);
}

/* What was found -------------------------------------------------------------------------------------------------- */

int guess_find(const struct guess *g, const struct guess_side *s, enum guess_kind kind, const char *is)
{
    for (int i = 0; i < s->pins; i++)
        if (g->pin[s->pin[i]].kind == kind && (!is || strcmp(g->pin[s->pin[i]].is, is) == 0))
            return s->pin[i];
    return -1;
}

int guess_of_port(const struct guess *g, const struct guess_side *s, int pin, int port)
{
    return s->stems > 1 ? counterpart(g, pin, s->stem[port]) : pin;
}

int guess_width(const struct guess *g, const struct guess_side *s, int pin)
{
    const struct guess_pin *p = &g->pin[pin];

    if (s->stems > 1 || s->count == 1 || p->count > 1)
        return p->count == 1 || p->count == s->count ? p->width : 0;
    return p->width % s->count == 0 ? p->width / s->count : 0;
}

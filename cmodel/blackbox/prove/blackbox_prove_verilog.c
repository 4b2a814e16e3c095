/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_prove_verilog.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/text.h"

enum { NAMES = 256 /* of properties and sequences */ };

/* A part of the text. */
struct span {
    const char *at;
    size_t length;
};

/* Where the reading stands. */
struct reading {
    const char *at;
    FILE *out;
    const char *copied; /* what is before was copied, or has something else in its place */
    enum { OUTSIDE, PROCESS, TASK } where;
    int blocks, brackets;        /* begin, case and fork in a process; ( and [ */
    struct span clock, disabled; /* default clocking, default disable iff; empty: there is none */
    struct {
        struct span word, body; /* of a sequence, or with arguments: no body */
    } name[NAMES];
    int names, made, left_out;
};

/* Words ----------------------------------------------------------------------------------------------------------- */

static int is_letter(int c)
{
    return isalnum(c) || c == '_' || c == '$';
}

/* What is one thing: a word, a string, a comment, a line with a directive, or a character; at the end nothing. */
static size_t thing(const char *at)
{
    size_t length = *at != 0;

    if (is_letter(*at)) {
        while (is_letter(at[length]))
            length++;
    } else if (*at == '"') {
        while (at[length] && at[length] != '"')
            length += at[length] == '\\' && at[length + 1] ? 2 : 1;
        length += at[length] == '"';
    } else if (*at == '`' || strncmp(at, "//", 2) == 0) {
        length = strcspn(at, "\n");
    } else if (strncmp(at, "/*", 2) == 0) {
        const char *end = strstr(at + 2, "*/");
        length = end ? (size_t)(end + 2 - at) : strlen(at);
    } else if (*at == '\\') {
        length = strcspn(at, " \t\n");
    }
    return length;
}

static int is_blank(const char *at)
{
    return isspace((unsigned char)*at) || *at == '`' || strncmp(at, "//", 2) == 0 || strncmp(at, "/*", 2) == 0;
}

static const char *past_blanks(const char *at)
{
    while (*at && is_blank(at))
        at += thing(at);
    return at;
}

static const char *next(const char *at)
{
    return past_blanks(at + thing(at));
}

static int is_word(const char *at, const char *word)
{
    size_t length = strlen(word);

    return strncmp(at, word, length) == 0 && !(is_letter(*word) && is_letter(at[length]));
}

static int is_any(const char *at, const char *const *words)
{
    while (*words && !is_word(at, *words))
        words++;
    return *words != NULL;
}

/* Behind the bracket that closes the one here; where there is none, the end. */
static const char *past_brackets(const char *at)
{
    int depth = 0;

    for (; *at; at += thing(at)) {
        depth += *at == '(' || *at == '[' || *at == '{';
        depth -= *at == ')' || *at == ']' || *at == '}';
        if (depth == 0)
            return at + 1;
    }
    return at;
}

static const char *past_word(const char *at, const char *word)
{
    while (*at && !is_word(at, word))
        at += thing(at);
    return *at ? at + strlen(word) : at;
}

/* Blocks in a process. */
static const char *const opens[] = {"begin", "case", "casez", "casex", "fork", NULL}, *const closes[] = {
                                                                                          "end",       "endcase",
                                                                                          "join",      "join_any",
                                                                                          "join_none", NULL};

static const char *past_block(const char *at)
{
    int depth = 0;

    for (; *at; at += thing(at)) {
        depth += is_any(at, opens) - is_any(at, closes);
        if (depth == 0)
            return at + thing(at);
    }
    return at;
}

static const char *past_statement(const char *at)
{
    static const char *const heads[] = {"if", "for", "foreach", "while", "repeat", NULL};

    at = past_blanks(at);
    if (is_any(at, heads)) {
        int chosen = is_word(at, "if");
        at = past_statement(past_brackets(next(at)));
        return chosen && is_word(past_blanks(at), "else") ? past_statement(next(past_blanks(at))) : at;
    }
    if (is_any(at, opens))
        return past_block(at);
    while (*at && *at != ';')
        at = *at == '(' ? past_brackets(at) : at + thing(at);
    return at + (*at == ';');
}

/* Writing --------------------------------------------------------------------------------------------------------- */

static void copy_up_to(struct reading *r, const char *at)
{
    fwrite(r->copied, 1, (size_t)(at - r->copied), r->out);
    r->copied = at;
}

/* Nothing is written of what comes up to there but its lines, so that others keep their numbers. */
static void leave_out(struct reading *r, const char *to)
{
    for (const char *at = r->copied; at < to; at++)
        if (*at == '\n')
            fputc('\n', r->out);
    r->at = r->copied = to;
}

static void print_expression(FILE *out, struct span e);

/* $onehot (x), or $onehot0: not more than one bit is set in x & x - 1. @param of  with its brackets */
static void print_one_bit(FILE *out, struct span of, int none)
{
    fputc('(', out);
    if (!none) {
        fputc('|', out);
        print_expression(out, of);
        fprintf(out, " && ");
    }
    fprintf(out, "!(|(");
    print_expression(out, of);
    fprintf(out, " & ");
    print_expression(out, of);
    fprintf(out, " - 1'b1)))");
}

/* An expression in one line. Yosys has no $onehot, and nothing is unknown in its circuits. */
static void print_expression(FILE *out, struct span e)
{
    const char *end = e.at + e.length;

    for (const char *at = e.at, *more; at < end; at = more) {
        int none = is_word(at, "$onehot0"), unknown = is_word(at, "$isunknown");
        more = at + thing(at);
        if ((none || unknown || is_word(at, "$onehot")) && *past_blanks(more) == '(') {
            struct span of = {past_blanks(more), 0};
            more = past_brackets(of.at);
            of.length = (size_t)(more - of.at);
            if (unknown)
                fprintf(out, "1'b0");
            else
                print_one_bit(out, of, none);
        } else if (is_blank(at)) {
            fputc(' ', out);
        } else {
            fwrite(at, 1, (size_t)(more - at), out);
        }
    }
}

/* Concurrent assertions ------------------------------------------------------------------------------------------- */

/* What is asserted: at a clock, unless disabled, that with `if_` (may be empty) `then`, in the next cycle or in this
 * one. */
struct concurrent {
    struct span clock, disabled, if_, then;
    int later, never; /* never: not then */
};

static struct span trim(struct span s)
{
    const char *end = s.at + s.length;

    s.at = past_blanks(s.at);
    while (end > s.at && isspace((unsigned char)end[-1]))
        end--;
    s.length = end > s.at ? (size_t)(end - s.at) : 0;
    return s;
}

/* Without brackets around all of it. */
static struct span bare(struct span s)
{
    for (s = trim(s); s.length > 1 && *s.at == '(' && past_brackets(s.at) == s.at + s.length; s = trim(s)) {
        s.at++;
        s.length -= 2;
    }
    return s;
}

/* Where an implication is that stands in no brackets, or NULL. */
static const char *implication(struct span s)
{
    for (const char *at = s.at; at < s.at + s.length; at += thing(at))
        if (*at == '(' || *at == '[' || *at == '{')
            at = past_brackets(at) - 1;
        else if (strncmp(at, "|->", 3) == 0 || strncmp(at, "|=>", 3) == 0)
            return at;
    return NULL;
}

/* @return the index of the property or sequence that has the word here as its name; r->names: none has */
static int find_name(const struct reading *r, const char *at)
{
    int i = 0;

    while (i < r->names && !(r->name[i].word.length == thing(at) && strncmp(r->name[i].word.at, at, thing(at)) == 0))
        i++;
    return i;
}

/* An expression has no operators or names of sequences and properties. */
static int is_expression(const struct reading *r, struct span s)
{
    static const char *const words[] = {
        "##",   "|->",    "|=>",      "[*",         "[=",          "[->",       "and",       "or",         "not",
        "iff",  "until",  "within",   "throughout", "strong",      "weak",      "if",        "intersect",  "implies",
        "case", "always", "nexttime", "eventually", "first_match", "accept_on", "reject_on", "$countones", NULL};

    for (const char *at = s.at; at < s.at + s.length; at += thing(at))
        if (is_any(at, words) || strncmp(at, "s_eventually", 12) == 0 || strncmp(at, "s_until", 7) == 0 ||
            find_name(r, at) < r->names)
            return 0;
    return s.length > 0;
}

/* "@(posedge clk)" and "disable iff (rst)", if they are there. @return what is behind them */
static struct span read_clock(struct span s, struct concurrent *c)
{
    const char *end = s.at + s.length;

    s = trim(s);
    if (*s.at == '@') {
        const char *from = past_blanks(s.at + 1), *to = *from == '(' ? past_brackets(from) : from + thing(from);
        c->clock = (struct span){from, (size_t)(to - from)};
        s.at = past_blanks(to);
    }
    if (is_word(s.at, "disable")) {
        const char *from = next(next(s.at)), *to = past_brackets(from);
        c->disabled = (struct span){from, (size_t)(to - from)};
        s.at = past_blanks(to);
    }
    s.length = s.at < end ? (size_t)(end - s.at) : 0;
    return bare(s);
}

/* A property that has a name, and no arguments, stands for what it says. */
static struct span named(const struct reading *r, struct span s)
{
    int i = find_name(r, s.at);

    return s.length == thing(s.at) && i < r->names && r->name[i].body.length ? r->name[i].body : s;
}

static int is_edge(struct span clock)
{
    const char *at = clock.length ? past_blanks(clock.at + 1) : "";

    return is_word(at, "posedge") || is_word(at, "negedge");
}

/* What is asserted of an implication: "a |=> b", or "a |-> ##1 b". */
static void split(struct concurrent *c, struct span s, const char *arrow)
{
    c->if_ = bare((struct span){s.at, (size_t)(arrow - s.at)});
    c->then = bare((struct span){arrow + 3, (size_t)(s.at + s.length - arrow - 3)});
    c->later = arrow[1] == '=';
    if (!c->later && strncmp(c->then.at, "##1", 3) == 0 && !is_letter(c->then.at[3])) {
        c->later = 1;
        c->then = bare((struct span){c->then.at + 3, c->then.length - 3});
    }
}

/* @return 0: it is none that can be had */
static int read_concurrent(const struct reading *r, struct span s, struct concurrent *c)
{
    const char *arrow;

    *c = (struct concurrent){.clock = r->clock, .disabled = r->disabled};
    s = read_clock(named(r, read_clock(s, c)), c);
    arrow = implication(s);
    c->then = s;
    if (arrow)
        split(c, s, arrow);
    if (is_word(c->then.at, "not")) {
        c->never = 1;
        c->then = bare((struct span){c->then.at + 3, c->then.length - 3});
    }
    return is_edge(c->clock) && (!arrow || is_expression(r, c->if_)) && is_expression(r, c->then);
}

static void print_span(FILE *out, const char *before, struct span s, const char *behind)
{
    fprintf(out, "%s", before);
    print_expression(out, s);
    fprintf(out, "%s", behind);
}

/* As an immediate one in a process of its own. */
static void print_concurrent(struct reading *r, const struct concurrent *c, struct span label)
{
    int number = r->made++;

    if (c->later)
        fprintf(r->out, "reg fedx_was_%d = 1'b0; ", number);
    print_span(r->out, "always @", c->clock, " begin ");
    if (c->later) {
        fprintf(r->out, "fedx_was_%d <= ", number);
        print_span(r->out, "(", c->if_, ")");
        if (c->disabled.length)
            print_span(r->out, " && !(", c->disabled, ")");
        fprintf(r->out, "; if (fedx_was_%d) ", number);
    } else if (c->if_.length) {
        print_span(r->out, "if (", c->if_, ") ");
    }
    if (c->disabled.length)
        print_span(r->out, "if (!(", c->disabled, ")) ");
    if (label.length)
        fprintf(r->out, "%.*s: ", (int)label.length, label.at);
    print_span(r->out, c->never ? "assert (!(" : "assert (", c->then, c->never ? ")); end" : "); end");
}

/* Statements ------------------------------------------------------------------------------------------------------ */

/* Behind what is done when an assertion holds, and when not. */
static const char *past_actions(const char *at)
{
    at = past_blanks(at);
    if (*at == ';') /* an else behind it is of an if */
        return at + 1;
    if (!is_word(at, "else"))
        at = past_statement(at);
    return is_word(past_blanks(at), "else") ? past_statement(next(past_blanks(at))) : at;
}

/* From "assert property" on; a label was before it. */
static void concurrent(struct reading *r, struct span label)
{
    const char *open = next(next(r->at)), *close = past_brackets(open), *end = past_actions(close);
    struct concurrent c;
    int asserted = is_word(r->at, "assert"), assumed = is_word(r->at, "assume");
    int known = asserted && r->where == OUTSIDE && *open == '(' &&
                read_concurrent(r, (struct span){open + 1, (size_t)(close - open - 2)}, &c);

    copy_up_to(r, label.length && r->where == OUTSIDE ? label.at : r->at);
    if (known)
        print_concurrent(r, &c, label);
    else if (assumed)
        fprintf(r->out, "%s", r->where == OUTSIDE ? "always @* assume (1'b0);" : "assume (1'b0);");
    else if (r->where != OUTSIDE)
        fputc(';', r->out);
    r->left_out += asserted && !known;
    leave_out(r, end);
}

/* From "assert (" on, or "cover (". */
static void immediate(struct reading *r)
{
    const char *at = next(r->at), *close, *end;

    if (*at == '#' || is_word(at, "final")) { /* #0: when all has settled, as ever */
        copy_up_to(r, r->at + thing(r->at));
        leave_out(r, *at == '#' ? next(next(at)) : next(at));
        at = r->at;
    }
    if (*at != '(') {
        r->at = at;
        return;
    }
    close = past_brackets(at);
    end = past_actions(close);
    copy_up_to(r, at);
    print_expression(r->out, (struct span){at, (size_t)(close - at)});
    fputc(';', r->out);
    leave_out(r, end);
}

/* A property or a sequence. */
static void name_declared(struct reading *r)
{
    int property = is_word(r->at, "property");
    const char *last = property ? "endproperty" : "endsequence", *name = next(r->at), *body = next(name);
    const char *end = past_word(body, last), *label = past_blanks(end);

    if (r->names < NAMES) {
        struct span s = {body + 1, 0};
        if (property && *body == ';' && *end)
            s = trim((struct span){body + 1, (size_t)(end - strlen(last) - body - 1)});
        s.length -= s.length && s.at[s.length - 1] == ';';
        r->name[r->names].word = (struct span){name, thing(name)};
        r->name[r->names++].body = s;
    }
    leave_out(r, *label == ':' ? next(label) + thing(next(label)) : end);
}

/* "default clocking @(posedge clk); endclocking", "default disable iff (rst);" */
static void default_declared(struct reading *r)
{
    const char *at = next(r->at), *from;

    if (is_word(at, "clocking")) {
        while (*at && *at != '@' && *at != ';')
            at += thing(at);
        from = *at == '@' ? next(at) : at;
        r->clock = (struct span){from, (size_t)(past_brackets(from) - from)};
        leave_out(r, past_word(from, "endclocking"));
    } else {
        from = next(next(at));
        r->disabled = trim((struct span){from, strcspn(from, ";")});
        leave_out(r, past_statement(from));
    }
}

/* What is not there for Yosys: it knows no process at the end either. */
static int declaration(struct reading *r)
{
    int named = is_word(r->at, "property") || is_word(r->at, "sequence");
    int always = is_word(r->at, "default") && (is_word(next(r->at), "clocking") || is_word(next(r->at), "disable"));
    int group = is_word(r->at, "covergroup"), last = r->where == OUTSIDE && is_word(r->at, "final");

    if (!named && !always && !group && !last)
        return 0;
    copy_up_to(r, r->at);
    if (named)
        name_declared(r);
    else if (always)
        default_declared(r);
    else
        leave_out(r, group ? past_word(r->at, "endgroup") : past_statement(next(r->at)));
    return 1;
}

static int system_task(struct reading *r)
{
    static const char *const fails[] = {"$error", "$fatal", "$stop", "$finish", "$exit", NULL},
                             *const prints[] = {"$warning",       "$info",           "$fwrite",    "$fwriteb",
                                                "$fwriteh",       "$fdisplay",       "$fdisplayb", "$fdisplayh",
                                                "$fmonitor",      "$fstrobe",        "$fflush",    "$fclose",
                                                "$timeformat",    "$asserton",       "$assertoff", "$assertkill",
                                                "$assertcontrol", "$printtimescale", NULL};
    int wrong = is_any(r->at, fails);

    if (r->where == OUTSIDE || (!wrong && !is_any(r->at, prints)))
        return 0;
    copy_up_to(r, r->at);
    fprintf(r->out, "%s", wrong ? "assert (1'b0);" : ";");
    leave_out(r, past_statement(r->at));
    return 1;
}

/* A process ends with its statement. */
static void end_process(struct reading *r)
{
    if (r->where == PROCESS && r->blocks == 0 && r->brackets == 0 && !is_word(past_blanks(r->at), "else"))
        r->where = OUTSIDE;
}

static void note_place(struct reading *r)
{
    static const char *const processes[] = {"always", "always_ff", "always_comb", "always_latch", "initial", NULL},
                             *const tasks[] = {"task", "function", NULL},
                             *const ends[] = {"endtask", "endfunction", NULL};
    const char *at = r->at;

    r->at += thing(at);
    if (r->where == OUTSIDE && is_any(at, processes)) {
        r->where = PROCESS;
        r->blocks = r->brackets = 0;
    } else if (r->where == OUTSIDE && is_any(at, tasks)) {
        r->where = TASK;
    } else if (r->where == TASK && is_any(at, ends)) {
        r->where = OUTSIDE;
    }
    r->brackets += (*at == '(') - (*at == ')');
    r->blocks += is_any(at, opens) - is_any(at, closes);
    if (*at == ';' || is_any(at, closes))
        end_process(r);
}

/* DPI functions and those of packages that are declared elsewhere have no end. */
static int foreign_function(struct reading *r)
{
    if (!is_word(r->at, "import") && !is_word(r->at, "extern") && !is_word(r->at, "export"))
        return 0;
    while (*r->at && *r->at != ';')
        r->at += thing(r->at);
    return 1;
}

static void read_word(struct reading *r)
{
    static const char *const claims[] = {"assert", "assume", "cover", "restrict", NULL};
    const char *colon = next(r->at);
    const char *claim = is_letter(*r->at) && *colon == ':' && colon[1] != ':' ? next(colon) : r->at;
    int is = is_any(claim, claims);

    if (is && (is_word(next(claim), "property") || is_word(next(claim), "sequence"))) {
        struct span label = {r->at, claim == r->at ? 0 : thing(r->at)};
        r->at = claim;
        concurrent(r, label);
        end_process(r);
    } else if (is_any(r->at, claims)) {
        immediate(r);
        end_process(r);
    } else if (system_task(r)) {
        end_process(r);
    } else if (!foreign_function(r) && !declaration(r)) {
        note_place(r);
    }
}

char *blackbox_prove_verilog(const char *text, int *left_out)
{
    struct text made;
    struct reading *r = calloc(1, sizeof *r);

    if (!r || !text_open(&made)) {
        free(r);
        return NULL;
    }
    r->at = r->copied = text;
    r->out = made.out;
    while (*r->at)
        if (is_blank(r->at) || *r->at == '"' || *r->at == '\\')
            r->at += thing(r->at);
        else
            read_word(r);
    copy_up_to(r, r->at);
    *left_out = r->left_out;
    free(r);
    return text_close(&made);
}

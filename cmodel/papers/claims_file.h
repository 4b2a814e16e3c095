/* SPDX-License-Identifier: Apache-2.0
 *
 * The claims of papers as data: experiments/claims/PAPER.yaml, which are compiled in. docs/reference/experiments.md
 * says how they are written.
 */
#ifndef STUDY_CLAIMS_FILE_H
#define STUDY_CLAIMS_FILE_H

#include <stddef.h>

/** One line of a group: a condition, or a piece of text. What is NULL is not there. */
struct claims_row {
    char *where;  /**< when it counts: "WORD in WORDS" or "WORD not in WORDS", several with " and " */
    char *is;     /**< of a condition: how the figure must read (claims_readings.h) */
    char *what;   /**< of a condition: what the figure is, in words */
    char *of;     /**< of a condition: the figure, an expression */
    char *report; /**< a piece of text */
};

/** Lines, once for each combination of rows of some lists. */
struct claims_group {
    char **each; /**< lists, the outermost first: "COLUMN...: ROW; ROW", or the name of one of the paper's texts */
    unsigned each_count;
    char *worst;   /**< a list behind those: only its row with the largest figure of the first line; NULL: no such list
                    */
    char *between; /**< text between the pieces of two combinations; NULL: none */
    struct claims_row *lines;
    unsigned line_count;
};

/** A claim and how it is judged. */
struct claims_rule {
    char *section, *claim, *experiments; /**< as in struct claim */
    char *name;                          /**< as $name in its conditions; NULL: empty */
    struct claims_group *conditions;
    unsigned condition_count;
    struct claims_group *reason; /**< says why; empty: nothing to say */
    unsigned reason_count;
};

/** A paper whose claims are judged. */
struct claims_paper {
    char *name, *title; /**< in short, and as it is cited */
    char *experiments;  /**< what fedx sweep is told to make them all */
    char *page;         /**< where its claims are, generated */
    char *seed;         /**< what gives a figure once */
    char *more;         /**< further ones, whose part of the claims is judged when they are there; NULL: none */
    int says_set; /**< 1: its page says what was set on top of its experiments, so that a small one is not taken for it
                   */
    char **let;   /**< texts that others name by $NAME: "NAME = TEXT" */
    unsigned let_count;
    struct claims_rule *claims;
    unsigned claim_count;
    struct claims_group *table; /**< written at the end of its page; empty: none */
    unsigned table_count;
    char *table_text; /**< that table, when the claims have been judged; not in the file */
};

/** Read the claims of a paper. @return NULL with one sentence in error */
struct claims_paper *claims_parse(const char *name, const char *yaml, size_t length, char *error, size_t size);
/** NULL is legal. */
void claims_free(struct claims_paper *paper);

/** The files that are compiled in. */
struct claims_text {
    const char *name;
    const unsigned char *yaml;
    size_t length;
};
extern const struct claims_text claims_texts[];
extern const int claims_text_count;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts of claims: $NAME stands for a column of a list or for a text of the paper, $$NAME for what the value of NAME
 * names; {EXPRESSION} for a figure. Lists, and groups that go through them.
 */
#ifndef STUDY_CLAIMS_SCOPE_H
#define STUDY_CLAIMS_SCOPE_H

#include <stdio.h>

#include "../experiment/sweep_points.h"
#include "claims_file.h"

/** Part of a text. */
struct claims_slice {
    const char *at;
    size_t length;
};

enum { CLAIMS_BINDINGS = 40 /**< columns at a time, at most */ };

/** What texts mean at a place of a paper's claims. */
struct claims_scope {
    const struct sweep *sweep;
    const struct claims_paper *paper;
    struct {
        struct claims_slice name, value;
    } bindings[CLAIMS_BINDINGS];
    int count;
    char *error; /**< the first one, [size]; empty: none */
    size_t size;
};

/** Keep the first error, as printf. */
void claims_fail(struct claims_scope *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** All of a text. */
struct claims_slice claims_slice(const char *text);
/** Without blanks at both ends. */
struct claims_slice claims_trim(struct claims_slice slice);
/** Cut off what is in front of the first separator that is in no brackets, and that with it; without one, all. */
struct claims_slice claims_cut(struct claims_slice *rest, char separator);
/** A text with all names in it replaced that are known. To be freed; NULL: out of memory. */
char *claims_expand(struct claims_scope *s, struct claims_slice text);

/** A list: its columns, and the rows that are left. */
struct claims_list {
    struct claims_slice columns, rows;
};
/** @param text  "COLUMN...: ROW; ROW", or the name of one of the paper's texts, which is that */
struct claims_list claims_list(struct claims_scope *s, struct claims_slice text);
/** Bind the columns to the next row, behind `count` bindings. @return 0 when there is none */
int claims_bind_next(struct claims_scope *s, struct claims_list *list, int count);

/** What is done with a group for each combination of its rows. */
typedef void claims_do(struct claims_scope *s, const struct claims_group *group, void *context);
void claims_each(struct claims_scope *s, const struct claims_group *group, claims_do *take, void *context);
/** Whether a line counts: it has no `where`, or all of that holds. */
int claims_counts(struct claims_scope *s, const struct claims_row *line);

#endif

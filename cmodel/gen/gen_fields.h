/* SPDX-License-Identifier: Apache-2.0
 *
 * The words that templates are filled with: texts that are there, and texts that are made.
 */
#ifndef GEN_GEN_FIELDS_H
#define GEN_GEN_FIELDS_H

#include "gen_folder.h"

enum { GEN_FIELDS = 96 /**< at most */ };

/** All zero: none. */
struct gen_fields {
    struct gen_field word[GEN_FIELDS + 1]; /**< and their end */
    char *made[GEN_FIELDS];                /**< the texts that are to be freed */
    int count, made_count;
    int missing; /**< memory did not suffice for one */
};

/** Add a text, which must outlive the words. Of two words with one name the first counts. */
void gen_fields_text(struct gen_fields *w, const char *name, const char *text);
/** Add one that is formatted. */
void gen_fields_format(struct gen_fields *w, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Add what a function prints. */
void gen_fields_print(struct gen_fields *w, const char *name, void (*print)(const void *context, FILE *out),
                      const void *context);
/** Likewise whole lines, but for the end of the last one, which the template has. */
void gen_fields_lines(struct gen_fields *w, const char *name, void (*print)(const void *context, FILE *out),
                      const void *context);
/**
 * Fill a template of g->share. @return 0, or -1 with one sentence in error: as gen_folder_fill, or a word is missing
 */
int gen_fields_fill(const struct gen_fields *w, struct gen_folder *g, const char *from, const char *name, char *error,
                    size_t size);
/** Free what was made. */
void gen_fields_finish(struct gen_fields *w);

#endif

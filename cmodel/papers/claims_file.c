/* SPDX-License-Identifier: Apache-2.0 */
#include "claims_file.h"

#include <cyaml/cyaml.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(name, type) CYAML_FIELD_STRING_PTR(#name, CYAML_FLAG_POINTER, struct type, name, 0, CYAML_UNLIMITED)
#define TEXT_OR_NONE(name, type) \
    CYAML_FIELD_STRING_PTR(#name, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct type, name, 0, CYAML_UNLIMITED)
#define LIST(name, type, count, of) \
    CYAML_FIELD_SEQUENCE_COUNT(#name, CYAML_FLAG_POINTER, struct type, name, count, of, 1, CYAML_UNLIMITED)
#define LIST_OR_NONE(name, type, count, of)                                                                      \
    CYAML_FIELD_SEQUENCE_COUNT(#name, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct type, name, count, of, 0, \
                               CYAML_UNLIMITED)

static const cyaml_schema_value_t text = {CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char *, 1, CYAML_UNLIMITED)};

static const cyaml_schema_field_t row_fields[] = {TEXT_OR_NONE(where, claims_row),  TEXT_OR_NONE(is, claims_row),
                                                  TEXT_OR_NONE(what, claims_row),   TEXT_OR_NONE(of, claims_row),
                                                  TEXT_OR_NONE(report, claims_row), CYAML_FIELD_END};
static const cyaml_schema_value_t row = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct claims_row, row_fields)};

static const cyaml_schema_field_t group_fields[] = {
    LIST_OR_NONE(each, claims_group, each_count, &text), TEXT_OR_NONE(worst, claims_group),
    TEXT_OR_NONE(between, claims_group), LIST(lines, claims_group, line_count, &row), CYAML_FIELD_END};
static const cyaml_schema_value_t group = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct claims_group, group_fields)};

static const cyaml_schema_field_t rule_fields[] = {TEXT(section, claims_rule),
                                                   TEXT(claim, claims_rule),
                                                   TEXT(experiments, claims_rule),
                                                   TEXT_OR_NONE(name, claims_rule),
                                                   LIST(conditions, claims_rule, condition_count, &group),
                                                   LIST_OR_NONE(reason, claims_rule, reason_count, &group),
                                                   CYAML_FIELD_END};
static const cyaml_schema_value_t rule = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct claims_rule, rule_fields)};

static const cyaml_schema_field_t paper_fields[] = {
    TEXT(name, claims_paper),
    TEXT(title, claims_paper),
    TEXT(experiments, claims_paper),
    TEXT(page, claims_paper),
    TEXT(seed, claims_paper),
    TEXT_OR_NONE(more, claims_paper),
    CYAML_FIELD_BOOL("says_set", CYAML_FLAG_OPTIONAL, struct claims_paper, says_set),
    LIST_OR_NONE(let, claims_paper, let_count, &text),
    LIST(claims, claims_paper, claim_count, &rule),
    LIST_OR_NONE(table, claims_paper, table_count, &group),
    CYAML_FIELD_END};
static const cyaml_schema_value_t schema = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct claims_paper, paper_fields)};

/* The last thing that libcyaml says is the line of the innermost place. */
struct remark {
    char text[200];
};

static void note(cyaml_log_t level, void *context, const char *format, va_list arguments)
{
    struct remark *remark = context;

    (void)level;
    if (!*remark->text)
        vsnprintf(remark->text, sizeof remark->text, format, arguments);
    remark->text[strcspn(remark->text, "\n")] = 0;
}

/* Whether each line has what a condition needs, or a piece of text. */
static int are_whole(const struct claims_group *groups, unsigned count, int conditions)
{
    for (const struct claims_group *g = groups; g < groups + count; g++)
        for (const struct claims_row *line = g->lines; line < g->lines + g->line_count; line++)
            if (conditions ? !line->is || !line->what || !line->of : !line->report)
                return 0;
    return 1;
}

/* The section of a claim with a line that lacks something, or NULL. */
static const char *incomplete(const struct claims_paper *paper)
{
    for (const struct claims_rule *r = paper->claims; r < paper->claims + paper->claim_count; r++)
        if (!are_whole(r->conditions, r->condition_count, 1) || !are_whole(r->reason, r->reason_count, 0))
            return r->section;
    return are_whole(paper->table, paper->table_count, 0) ? NULL : "table";
}

struct claims_paper *claims_parse(const char *name, const char *yaml, size_t length, char *error, size_t size)
{
    struct remark remark = {{0}};
    const cyaml_config_t config = {
        .mem_fn = cyaml_mem, .log_level = CYAML_LOG_ERROR, .log_fn = note, .log_ctx = &remark};
    struct claims_paper *paper = NULL;
    cyaml_err_t code = cyaml_load_data((const uint8_t *)yaml, length, &config, &schema, (cyaml_data_t **)&paper, NULL);

    if (code != CYAML_OK || !paper) {
        snprintf(error, size, "claims of %s: %s", name, *remark.text ? remark.text : cyaml_strerror(code));
        return NULL;
    }
    if (!incomplete(paper))
        return paper;
    snprintf(error, size, "claims of %s, section %s: a condition has is, what and of, a piece of text report", name,
             incomplete(paper));
    claims_free(paper);
    return NULL;
}

void claims_free(struct claims_paper *paper)
{
    static const cyaml_config_t config = {.mem_fn = cyaml_mem};

    if (paper)
        free(paper->table_text);
    cyaml_free(&config, &schema, paper, 0);
}

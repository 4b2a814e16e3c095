/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/install_paths.h"
#include "../base/json_file.h"
#include "../base/output.h"
#include "../base/text.h"
#include "../config/registry.h"

enum { VERSION = 3 };

static const char format[] = "fedx-report", page_file[] = "report/fedx_report.html";
static const char *const kinds[] = {"runs", "verifications", "sweeps", "performances"};
enum { KINDS = sizeof kinds / sizeof *kinds, ALWAYS = 3 /* of them: data of before there were others has these */ };

/* Where the data goes, in the page, and behind it the words for reasons of refusal. */
static const char data_place[] = "\"FEDX_REPORT_DATA\"", reasons_place[] = "\"FEDX_REPORT_REASONS\"";

/* The page as it is installed, or as it is in the source. */
static int find_page(char path[PATH_MAX], char *error, size_t size)
{
    char folder[PATH_MAX];

    if (install_path_folder(page_file, folder) == 0 && snprintf(path, PATH_MAX, "%s/%s", folder, page_file) < PATH_MAX)
        return 0;
    return text_fail(error, size, "no page of reports: %s " INSTALL_PATHS_MISSING, page_file);
}

/* The page as text. */
static char *read_page(char *error, size_t size)
{
    char path[PATH_MAX], *text;

    if (find_page(path, error, size) != 0)
        return NULL;
    text = text_of_file(path);
    if (text && strstr(text, data_place) && strstr(text, reasons_place))
        return text;
    snprintf(error, size, "%s is not the page of reports: take the one of the source", path);
    free(text);
    return NULL;
}

static int open_file(struct output *output, const char *folder, const char *name, char *error, size_t size)
{
    char path[REPORT_PATH];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return output_open(output, path, error, size);
}

int report_check(const char *folder, char *error, size_t size)
{
    struct output output = {0};
    char path[PATH_MAX];

    if (find_page(path, error, size) != 0 || output_folder(folder, error, size) != 0 ||
        open_file(&output, folder, "report.html", error, size) != 0)
        return -1;
    output_abandon(&output);
    return 0;
}

json_t *report_create(void)
{
    return json_pack("{s:s, s:i, s:[], s:[], s:[], s:[]}", "format", format, "version", VERSION, kinds[0], kinds[1],
                     kinds[2], kinds[3]);
}

int report_add(json_t *report, const char *kind, json_t *part)
{
    return json_array_append_new(json_object_get(report, kind), part);
}

int report_load(json_t *report, const char *path, char *error, size_t size)
{
    enum { MOST = 256 << 20 }; /* timelines of many runs are long */
    json_t *other = json_file_read(path, MOST, 0, error, size);
    const char *what = json_string_value(json_object_get(other, "format"));
    int failed = 0;

    if (!other)
        return -1;
    if (!what || strcmp(what, format) != 0 || json_integer_value(json_object_get(other, "version")) != VERSION)
        failed =
            text_fail(error, size,
                      "%s is not the data of a report of this version: name a report.json that --report wrote", path);
    for (int i = 0; i < KINDS && !failed; i++)
        if ((i < ALWAYS || json_object_get(other, kinds[i])) &&
            json_array_extend(json_object_get(report, kinds[i]), json_object_get(other, kinds[i])) != 0)
            failed = text_fail(error, size, "%s: no list \"%s\" in it", path, kinds[i]);
    json_decref(other);
    return failed;
}

/* In a script element only < can do harm, and in JSON it is only found in strings. */
static int write_escaped(const char *text, size_t length, void *context)
{
    FILE *out = context;

    for (size_t i = 0; i < length; i++)
        if (text[i] == '<')
            fputs("\\u003c", out);
        else
            putc(text[i], out);
    return ferror(out) ? -1 : 0;
}

/* The page up to a place, and what comes in that place. @return the page behind it */
static const char *write_in_place(const char *page, const char *place, const json_t *json, FILE *out)
{
    const char *at = strstr(page, place);

    fwrite(page, 1, (size_t)(at - page), out);
    json_dump_callback(json, write_escaped, out, JSON_COMPACT | JSON_FILE_NUMBERS);
    return at + strlen(place);
}

static json_t *reasons_json(void)
{
    json_t *json = json_object();

    for (int k = 0; router_kinds[k]; k++)
        for (int c = REJECT_NONE + 1; c < router_kinds[k]->reason_count; c++)
            json_object_set_new(json, router_kinds[k]->reasons[c].key, json_string(router_kinds[k]->reasons[c].words));
    return json;
}

static void write_page(const json_t *report, const char *page, FILE *out)
{
    json_t *reasons = reasons_json();

    page = write_in_place(page, data_place, report, out);
    fputs(write_in_place(page, reasons_place, reasons, out), out);
    json_decref(reasons);
}

int report_write(const json_t *report, const char *folder, char *error, size_t size)
{
    struct output html = {0}, json = {0};
    char *page = read_page(error, size);
    long bytes = 0;
    int status = page ? open_file(&json, folder, "report.json", error, size) : -1;

    if (status == 0)
        status = open_file(&html, folder, "report.html", error, size);
    if (status == 0) {
        json_dumpf(report, json.file, JSON_COMPACT | JSON_FILE_NUMBERS); /* an error stays with the stream */
        write_page(report, page, html.file);
        bytes = ftell(html.file);
        status = output_close(&json, error, size) == 0 ? output_close(&html, error, size) : -1;
    }
    if (status == 0)
        printf("report      %s/report.html, %.1f MB: open it in a browser\n", folder, (double)bytes / 1e6);
    output_abandon(&json);
    output_abandon(&html);
    free(page);
    return status;
}

int report_one(const char *kind, json_t *part, const char *folder, char *error, size_t size)
{
    json_t *report = report_create();
    int status = report_add(report, kind, part);

    if (status == 0)
        status = report_write(report, folder, error, size);
    else
        snprintf(error, size, "out of memory for the report");
    json_decref(report);
    return status;
}

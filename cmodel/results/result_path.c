/* SPDX-License-Identifier: Apache-2.0 */
#include "result_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A part of an object by its name, an item of a list by its number. */
static const json_t *part(const json_t *json, const char *name, size_t length)
{
    size_t digits = strspn(name, "0123456789");

    if (!json_is_array(json))
        return json_object_getn(json, name, length);
    return length > 0 && digits >= length && length < 9 ? json_array_get(json, (size_t)atol(name)) : NULL;
}

/* The first `length` bytes of a path. */
static const json_t *at(const json_t *json, const char *path, size_t length)
{
    while (json && length) {
        size_t name = strcspn(path, ".");
        name = name < length ? name : length;
        json = part(json, path, name);
        name += name < length;
        path += name;
        length -= name;
    }
    return json;
}

const json_t *result_at(const json_t *result, const char *path)
{
    return at(result, path, strlen(path));
}

const json_t *result_group(const json_t *result, const char *path)
{
    const json_t *group = at(result, path, strcspn(path, "."));

    return json_object_get(group, "saturated") ? group : result;
}

static int is_figure(const json_t *json)
{
    return json_is_number(json) || json_is_null(json);
}

/* The names that go on from an object towards figures. */
static void list_names(const json_t *object, char *text, size_t size)
{
    const char *name, *before = "";
    json_t *value;
    size_t used = 0;

    json_object_foreach((json_t *)object, name, value) if ((is_figure(value) || json_is_object(value)) && used < size)
    {
        used += (size_t)snprintf(text + used, size - used, "%s%s", before, name);
        before = ", ";
    }
}

int result_check(const json_t *result, const char *path, char *reason, size_t size)
{
    size_t known = strlen(path);
    char names[1600] = "";

    if (is_figure(at(result, path, known)))
        return 0;
    while (known && !json_is_object(at(result, path, known)))
        while (--known && path[known] != '.')
            ;
    list_names(at(result, path, known), names, sizeof names);
    if (known == 0)
        snprintf(reason, size, "no such figure `%s`; there are %s", path, names);
    else
        snprintf(reason, size, "no such figure `%s`; %.*s has %s", path, (int)known, path, names);
    return -1;
}

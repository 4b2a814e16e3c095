/* SPDX-License-Identifier: Apache-2.0 */
#include "written.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int written_is_key(int key)
{
    return scenario_keys[key].section == SCENARIO_SECTION_output && scenario_keys[key].type == KEY_TEXT &&
           key != KEY_checkpoint;
}

/* Whether something that is there lies in the current folder. What is not there cannot be told: it does not. */
static int is_inside(const char *path)
{
    char here[PATH_MAX], real[PATH_MAX];
    size_t length;

    if (!getcwd(here, sizeof here) || !realpath(path, real))
        return 0;
    length = strlen(here);
    return strncmp(real, here, length) == 0 && (real[length] == '/' || !real[length] || here[length - 1] == '/');
}

/* A folder that is made first is where the one above it is. */
static int parent_inside(const char *path)
{
    char parent[PATH_MAX];
    struct stat is;
    char *slash;

    if (snprintf(parent, sizeof parent, "%s", path) >= (int)sizeof parent)
        return 0;
    do {
        slash = strrchr(parent, '/');
        if (!slash)
            return 1;
        slash[slash == parent] = 0;
    } while (slash != parent && lstat(parent, &is) != 0);
    return is_inside(parent);
}

/* A part of a path that leads up could pass by what is_inside sees. */
static int leads_up(const char *path)
{
    for (const char *at = path; *at; at += strcspn(at, "/"), at += strspn(at, "/"))
        if (at[0] == '.' && at[1] == '.' && (!at[2] || at[2] == '/'))
            return 1;
    return 0;
}

static int file_outside(const char *path)
{
    struct stat is;

    return lstat(path, &is) == 0 ? !is_inside(path) : !parent_inside(path);
}

int written_outside(const char *path)
{
    char part[PATH_MAX];

    if (!*path || strcmp(path, "-") == 0)
        return 0;
    if (leads_up(path) || snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part)
        return 1;
    return file_outside(path) || file_outside(part);
}

int written_first_outside(const struct scenario *s, int key)
{
    char text[SCENARIO_TEXT];

    for (; key < SCENARIO_KEYS; key++)
        if (written_is_key(key)) {
            scenario_get(s, key, text);
            if (written_outside(text))
                return key;
        }
    return -1;
}

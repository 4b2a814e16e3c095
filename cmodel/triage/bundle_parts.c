/* SPDX-License-Identifier: Apache-2.0 */
#include "bundle_parts.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/hash.h"
#include "../base/output.h"
#include "../base/process.h"
#include "../base/regular.h"
#include "../base/text.h"
#include "../base/value.h"

/* Between hash and name, as in the lists of xxh128sum and its kind. */
static const char between[] = "  ";

static int cannot_read(const char *folder, const char *name, char *error, size_t size)
{
    return text_fail(error, size, "cannot read %s/%s: %s", folder, name, strerror(errno));
}

/* The hash of a part by its name. A part that is a link to a pipe or a device is not read. */
static int hash_part(const char *folder, const char *name, char hash[HASH_SIZE], char *error, size_t size)
{
    char path[PATH_MAX];

    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path) {
        errno = ENAMETOOLONG;
        return cannot_read(folder, name, error, size);
    }
    if (regular_check(path, error, size) != 0)
        return -1;
    return hash_file(path, hash) == 0 ? 0 : cannot_read(folder, name, error, size);
}

/* Writing --------------------------------------------------------------------------------------------------------- */

static int add_files(const char *root, const char *inner, struct arguments *names);

/* @param name  from the root on */
static int add_entry(const char *root, const char *name, struct arguments *names)
{
    char path[PATH_MAX];
    struct stat status;

    if ((size_t)snprintf(path, sizeof path, "%s/%s", root, name) >= sizeof path || lstat(path, &status) != 0)
        return -1;
    if (S_ISDIR(status.st_mode))
        return add_files(root, name, names);
    arguments_add(names, "%s", name);
    return names->failed ? -1 : 0;
}

/* The files of a folder and of those in it, in the order of their names. */
static int add_files(const char *root, const char *inner, struct arguments *names)
{
    char path[PATH_MAX], name[PATH_MAX];
    struct dirent **entry;
    int count = (size_t)snprintf(path, sizeof path, "%s/%s", root, inner) < sizeof path
                    ? scandir(path, &entry, NULL, alphasort)
                    : -1,
        status = count < 0 ? -1 : 0;

    for (int i = 0; i < count; i++) {
        const char *own = entry[i]->d_name;
        if (status == 0 && strcmp(own, ".") != 0 && strcmp(own, "..") != 0) {
            status =
                (size_t)snprintf(name, sizeof name, "%s%s%s", inner, *inner ? "/" : "", own) < sizeof name ? 0 : -1;
            if (status == 0)
                status = add_entry(root, name, names);
        }
        free(entry[i]);
    }
    if (count >= 0)
        free(entry);
    return status;
}

static int write_list(const char *folder, const struct arguments *names, FILE *out, char *error, size_t size)
{
    char hash[HASH_SIZE];

    for (int i = 0; i < names->count; i++) {
        if (hash_part(folder, names->text[i], hash, error, size) != 0)
            return -1;
        fprintf(out, "%s%s%s\n", hash, between, names->text[i]);
    }
    return 0;
}

int bundle_parts_write(const char *folder, char *error, size_t size)
{
    struct arguments names = {0};
    struct output output = {0};
    char path[PATH_MAX];
    int status = -1;

    if (add_files(folder, "", &names) != 0)
        snprintf(error, size, "cannot list %s: %s", folder, strerror(errno));
    else if ((size_t)snprintf(path, sizeof path, "%s/" BUNDLE_PARTS, folder) >= sizeof path)
        snprintf(error, size, "the path of the bundle is too long: %.200s", folder);
    else
        status = output_open(&output, path, error, size);
    if (status == 0)
        status = write_list(folder, &names, output.file, error, size);
    if (status == 0)
        status = output_close(&output, error, size);
    output_abandon(&output);
    arguments_free(&names);
    return status;
}

/* Reading --------------------------------------------------------------------------------------------------------- */

static int is_of_testbench(const char *name)
{
    return strncmp(name, BUNDLE_TESTBENCH "/", sizeof BUNDLE_TESTBENCH) == 0;
}

/* No other folder is in a bundle, no list leads out of it, and errors that name a part stay sentences. */
static int is_part(const char *name)
{
    return *name && (is_of_testbench(name) || !strchr(name, '/')) && !strstr(name, "..") && !value_has_control(name);
}

static int check_part(const char *folder, const char *name, const char *hash, char *error, size_t size)
{
    char now[HASH_SIZE];

    if (hash_part(folder, name, now, error, size) != 0)
        return -1;
    if (strcmp(hash, now) == 0)
        return 0;
    return text_fail(error, size,
                     "%s/%s is damaged, or was changed: its hash is %s, and was %s (" BUNDLE_PARTS
                     "): take another copy, or run again what is named in report.txt",
                     folder, name, now, hash);
}

/* The next line. @return 1, 0 at the end, or -1 when it is none */
static int next(FILE *list, char hash[HASH_SIZE], char name[PATH_MAX])
{
    char line[HASH_SIZE + PATH_MAX + 2];
    size_t length;

    if (!fgets(line, sizeof line, list))
        return 0;
    length = strcspn(line, "\n");
    if (line[length] != '\n' || strspn(line, "0123456789abcdef") != HASH_SIZE - 1 ||
        strncmp(line + HASH_SIZE - 1, between, sizeof between - 1) != 0)
        return -1;
    line[length] = 0;
    memcpy(hash, line, HASH_SIZE - 1);
    hash[HASH_SIZE - 1] = 0;
    snprintf(name, PATH_MAX, "%s", line + HASH_SIZE - 1 + sizeof between - 1);
    return is_part(name) ? 1 : -1;
}

/* @param missing  of the needed names; those that come are counted off */
static int check_list(FILE *list, const char *folder, int testbench, const char *const *needed, int *missing,
                      char *error, size_t size)
{
    char hash[HASH_SIZE], name[PATH_MAX];
    int status;

    while ((status = next(list, hash, name)) == 1) {
        for (int i = 0; needed[i]; i++)
            *missing -= strcmp(needed[i], name) == 0;
        if (is_of_testbench(name) == testbench && check_part(folder, name, hash, error, size) != 0)
            return -1;
    }
    if (status == 0)
        return 0;
    return text_fail(error, size, "%s/" BUNDLE_PARTS " is damaged: take another copy of the bundle", folder);
}

int bundle_parts_check(const char *folder, int testbench, const char *const *needed, char *error, size_t size)
{
    char path[PATH_MAX];
    FILE *list;
    int missing = 0, status;

    if ((size_t)snprintf(path, sizeof path, "%s/" BUNDLE_PARTS, folder) >= sizeof path)
        return text_fail(error, size, "the path of the bundle is too long: %.200s", folder);
    if (access(path, F_OK) == 0 && regular_check(path, error, size) != 0)
        return -1;
    if (!(list = fopen(path, "r")))
        return text_fail(
            error, size,
            "no bundle, or one of an older version, which did not say what is whole: cannot read %s: %s; run "
            "again the command in its report.txt",
            path, strerror(errno));
    while (needed[missing])
        missing++;
    status = check_list(list, folder, testbench, needed, &missing, error, size);
    fclose(list);
    if (status == 0 && missing > 0)
        status =
            text_fail(error, size, "%s is damaged: a part is missing in it; take another copy of the bundle", path);
    return status;
}

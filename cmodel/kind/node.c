/* SPDX-License-Identifier: Apache-2.0
 *
 * Nodes from shared objects.
 */
#define _GNU_SOURCE /* dladdr */
#include "node.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "../base/install_paths.h"
#include "watchdog.h"

void node_archive(const struct node_ops *ops, void *node, struct archive *a)
{
    if (ops->archive)
        ops->archive(node, a);
    else
        a->reject(a, "a node is of a kind that cannot be saved");
}

const struct node_ops *node_load(const char *path, int version, const char *words, char *error, size_t size)
{
    void *object;
    const struct node_ops *ops;

    if (access(path, R_OK) != 0) {
        snprintf(error, size, "no RTL build at %s: run sim_scripts/build.sh with Verilator installed", path);
        return NULL;
    }
    object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!object) {
        snprintf(error, size, "cannot load the RTL build: %s", dlerror());
        return NULL;
    }
    ops = dlsym(object, "fedx_node_ops");
    if (!ops || ops->version != NODE_VERSION(version)) {
        snprintf(error, size, "%s is not an RTL build %s: rebuild it", path, words);
        dlclose(object);
        return NULL;
    }
    return watchdog_start(ops, error, size) == 0 ? ops : NULL;
}

const struct node_ops *node_open(const char *path, const char *usual, int version, const char *words, char *error,
                                 size_t size)
{
    char found[PATH_MAX], folder[PATH_MAX];

    if (path)
        snprintf(found, sizeof found, "%s%s", strchr(path, '/') ? "" : "./", path);
    else if (install_path_folder(usual, folder) != 0 ||
             snprintf(found, sizeof found, "%s/%s", folder, usual) >= (int)sizeof found)
        install_path_beside(usual, found);
    return node_load(found, version, words, error, size);
}

uint64_t node_build(const struct node_ops *ops)
{
    XXH3_state_t *hash = XXH3_createState();
    Dl_info object;
    FILE *file = dladdr(ops, &object) ? fopen(object.dli_fname, "r") : NULL;
    uint8_t bytes[1 << 14];
    uint64_t build = 0;
    size_t count;

    if (file && hash && XXH3_64bits_reset(hash) == XXH_OK) {
        while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
            XXH3_64bits_update(hash, bytes, count);
        build = ferror(file) ? 0 : XXH3_64bits_digest(hash);
    }
    if (file)
        fclose(file);
    XXH3_freeState(hash);
    return build;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "file_buffers.h"

#include <stdint.h>

#include "../base/json_file.h"

static const char key[] = "buffers";

int file_buffers(const json_t *file, int standard)
{
    const json_t *buffers = json_object_get(file, key);
    json_int_t number = json_is_integer(buffers) ? json_integer_value(buffers) : standard;

    return number > 0 && number <= INT16_MAX ? (int)number : standard;
}

/* An error is not told here: whoever reads the file for its contents tells it. */
int file_buffers_at(const char *path, int standard)
{
    char error[512];
    json_t *file = json_file_read(path, JSON_FILE_MOST, JSON_REJECT_DUPLICATES, error, sizeof error);
    int buffers = file_buffers(file, standard);

    json_decref(file);
    return buffers;
}

void file_buffers_set(json_t *file, int buffers, int standard)
{
    if (file && buffers != standard)
        json_object_set_new(file, key, json_integer(buffers));
}

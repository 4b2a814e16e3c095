/* SPDX-License-Identifier: Apache-2.0
 *
 * JSON files about routers (coverage, bundles) say how many buffers these have, unless it is the standard number of
 * their kind.
 */
#ifndef KIND_FILE_BUFFERS_H
#define KIND_FILE_BUFFERS_H

#include <jansson.h>

/** Number of buffers of the routers that a file is about; the standard one when it says none. */
int file_buffers(const json_t *file, int standard);
/** The same of a file that is still to be read; the standard one when it cannot be read. */
int file_buffers_at(const char *path, int standard);
/** Say it in a file that is to be written, if it is not the standard number. */
void file_buffers_set(json_t *file, int buffers, int standard);

#endif

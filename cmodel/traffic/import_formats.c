/* SPDX-License-Identifier: Apache-2.0 */
#include "import.h"

const struct import_format *const import_formats[] = {&import_netrace, &import_noxim, &import_gem5, &import_booksim,
                                                      NULL};

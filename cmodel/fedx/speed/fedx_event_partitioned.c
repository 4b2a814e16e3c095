/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps of switches in one part of several. See fedx_event_steps.h.
 */
#define FEDX_PARTITIONED 1
#include "fedx_event_steps.h"

/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine of Fed-X switches: only the cycles in which something is decided, with the same events as the cycle
 * engine. For fabrics that were made without nodes; once it has run a fabric, no other engine can.
 */
#ifndef FEDX_ENGINE_EVENT_H
#define FEDX_ENGINE_EVENT_H

#include "../../engine/engine.h"

extern const struct engine_ops fedx_engine_event;

#endif

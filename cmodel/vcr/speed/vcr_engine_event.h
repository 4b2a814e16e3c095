/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine of virtual-channel routers with virtual cut-through: only the cycles in which something is decided,
 * with the same events as the cycle engine. For fabrics that were made without nodes; once it has run a fabric, no
 * other engine can. On several threads see vcr_event_parts.h.
 */
#ifndef VCR_ENGINE_EVENT_H
#define VCR_ENGINE_EVENT_H

#include "../../engine/engine.h"

extern const struct engine_ops vcr_engine_event;

#endif

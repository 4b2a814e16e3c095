/* SPDX-License-Identifier: Apache-2.0
 *
 * Fed-X switches among the models of a simulator (models.h): what only they have.
 */
#ifndef FEDX_MODELS_H
#define FEDX_MODELS_H

#include "fedx/header.h"
#include "fedx/switch.h"
#include "models.h"

/* Functions return 0, or -1 with one sentence in models->text; then nothing else has changed. */

/** A switch in its reset state with an empty route table. @param name  of messages; cut at 63 bytes */
int fedx_models_open(struct models *models, const char *name, models_handle *handle);

/**
 * Change one setting without going through the configuration port; the buffers only can be set in no other way.
 * @param setting  a field of struct fedx_settings by its name
 */
int fedx_models_set(struct models *models, models_handle handle, const char *setting, int value);
/** The word to write to FEDX_CFG_MODE + index of a switch that is to have this model's settings. */
int fedx_models_word(struct models *models, models_handle handle, int index, uint32_t *word);
/** Write one route table entry (docs/spec/fedx.md section 10) without going through the configuration port. */
int fedx_models_route(struct models *models, models_handle handle, int destination, uint32_t entry);

/** Hash of the whole state, equal for equal states. */
int fedx_models_hash(struct models *models, models_handle handle, uint64_t *hash);

/** 32-bit words of a packet, and of what lies between its header and its packet check. */
enum { FEDX_PACKET_WORDS = FEDX_PACKET_BYTES / 4, FEDX_BODY_WORDS = (FEDX_BYTE_CRC - FEDX_HEADER_BYTES + 3) / 4 };
/**
 * Make a whole packet with its checks. Byte i is bits 8i to 8i+7 of a vector, which has its lowest bits in word 0.
 * @param head  header bytes 1 to 8, byte 1 in bits 63:56
 */
void fedx_models_packet(uint64_t head, const uint32_t *body, uint32_t *packet);

#endif

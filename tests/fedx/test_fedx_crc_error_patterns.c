/* SPDX-License-Identifier: Apache-2.0
 *
 * Wrong packet checks: each bit of the residue alone, from every number of bytes
 * before the end, by the bytes or by the register.
 */
#include "../unit.h"

#include "fedx/header.h"
#include "fedx/bench/fedx_crc_error_patterns.h"

static uint32_t run(uint32_t crc, const uint8_t *bytes, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        crc = fedx_header_crc(crc, bytes[i], (int)(FEDX_PACKET_BYTES - count + i));
    return crc;
}

TEST(each_bit_alone)
{
    static const uint8_t bytes[4] = {0x5a, 0x00, 0xff, 0x17};
    uint8_t damaged[4];
    unsigned compared = 0;

    for (int bit = 0; bit < 32; bit++)
        for (unsigned count = 1; count <= 4; count++, compared++) {
            uint32_t before = fedx_crc_error_before(1u << bit, count);
            assert_int_equal(run(0x12345678u ^ before, bytes, count) ^ run(0x12345678u, bytes, count), 1u << bit);
        }
    for (int bit = 0; bit < 32; bit++, compared++) {
        uint32_t before = fedx_crc_error_before(1u << bit, 4);
        for (int i = 0; i < 4; i++)
            damaged[i] = (uint8_t)(bytes[i] ^ before >> 8 * i);
        assert_int_equal(run(0x12345678u, damaged, 4) ^ run(0x12345678u, bytes, 4), 1u << bit);
    }
    COMPARED(compared, "differences");
}

RUN_TESTS

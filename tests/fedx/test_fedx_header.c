/* SPDX-License-Identifier: Apache-2.0
 *
 * Packet layout and checks against docs/spec/fedx.md section 3: its examples, bitwise
 * reference implementations, and what the checks promise to find.
 */
#include "../unit.h"

static uint8_t crc8_of(const uint8_t *bytes, int count)
{
    uint8_t c = 0;

    for (int i = 0; i < count; i++)
        c = fedx_header_check(c, bytes[i]);
    return c;
}

static uint32_t crc_of(const uint8_t *packet)
{
    uint32_t c = 0xffffffffu;

    for (int i = 0; i < FEDX_PACKET_BYTES; i++)
        c = fedx_header_crc(c, packet[i], i);
    return c;
}

TEST(check_values)
{
    const uint8_t digits[] = "123456789";
    uint32_t c = 0xffffffffu;

    assert_int_equal(crc8_of(digits, 9), 0xf4);
    for (int i = 0; i < 9; i++)
        c = fedx_header_crc(c, digits[i], 20 + i);
    assert_int_equal(c, 0x1cf96d7cu);
    assert_int_equal(~c, 0xe3069283u);
}

/* One bit at a time, from the polynomials alone. */
static uint8_t slow_check(uint8_t c, uint8_t byte)
{
    c ^= byte;
    for (int i = 0; i < 8; i++)
        c = (uint8_t)(c << 1 ^ ((c & 0x80) ? 0x07 : 0));
    return c;
}

static uint32_t slow_crc(uint32_t c, uint8_t byte)
{
    c ^= byte;
    for (int i = 0; i < 8; i++)
        c = c >> 1 ^ ((c & 1) ? 0x82f63b78u : 0);
    return c;
}

TEST(tables_equal_polynomials)
{
    struct rng r = rng_stream(1, 0);
    unsigned compared = 0;

    for (unsigned c = 0; c < 256; c++)
        for (unsigned byte = 0; byte < 256; byte++, compared++)
            assert_int_equal(fedx_header_check((uint8_t)c, (uint8_t)byte), slow_check((uint8_t)c, (uint8_t)byte));
    for (unsigned byte = 0; byte < 256; byte++)
        for (int i = 0; i < 256; i++, compared++) {
            uint32_t c = (uint32_t)rng_next(&r);
            assert_int_equal(fedx_header_crc(c, (uint8_t)byte, 10 + i % 150), slow_crc(c, (uint8_t)byte));
        }
    COMPARED(compared, "steps of both checks");
}

TEST(masked_bytes)
{
    unsigned compared = 0;

    for (unsigned byte = 0; byte < 256; byte++, compared += 2) {
        assert_int_equal(fedx_header_crc(0x12345678u, (uint8_t)byte, 3), slow_crc(0x12345678u, byte & 0x43));
        assert_int_equal(fedx_header_crc(0x12345678u, (uint8_t)byte, 9), slow_crc(0x12345678u, 0));
    }
    COMPARED(compared, "masked steps");
}

static void example(const struct fedx_header *h, int counting, const char *head, const char *check)
{
    uint8_t body[BODY_BYTES] = {0}, packet[FEDX_PACKET_BYTES];
    char text[64] = "";

    for (int i = 0; i < BODY_BYTES && counting; i++)
        body[i] = (uint8_t)i;
    fedx_header_packet(h, body, packet);
    for (int i = 0; i < FEDX_HEADER_BYTES; i++)
        sprintf(text + strlen(text), i ? " %02x" : "%02x", packet[i]);
    assert_string_equal(text, head);
    assert_memory_equal(packet + FEDX_HEADER_BYTES, body, BODY_BYTES);
    text[0] = 0;
    for (int i = FEDX_BYTE_CRC; i < FEDX_PACKET_BYTES; i++)
        sprintf(text + strlen(text), i > FEDX_BYTE_CRC ? " %02x" : "%02x", packet[i]);
    assert_string_equal(text, check);
}

TEST(specification_examples)
{
    struct fedx_header h = {.destination = 0x42,
                            .source = 7,
                            .message = 0x1234,
                            .packet = 5,
                            .adaptive = 1,
                            .last = 1,
                            .deroutes = 2,
                            .bit = 1};

    example(&h, 0, "fd 00 42 8b 00 07 12 34 05 79", "1b 81 f1 b8");
    h.deroutes = 1;
    h.bit = 0;
    example(&h, 0, "fd 00 42 07 00 07 12 34 05 7e", "1b 81 f1 b8");
    h = (struct fedx_header){0};
    example(&h, 0, "fd 00 00 00 00 00 00 00 00 fd", "e4 34 e3 0d");
    h.destination = 1;
    example(&h, 1, "fd 00 01 00 00 00 00 00 00 22", "f0 84 ee 29");
}

TEST(words_and_fields)
{
    struct rng r = rng_stream(2, 0);
    unsigned compared = 0;

    for (int i = 0; i < 20000; i++, compared++) {
        uint64_t word = rng_next(&r) & ~((uint64_t)0x40 << 40); /* bit 6 of the flags is no field */
        struct fedx_header h = fedx_header_fields(word);
        assert_int_equal(h.destination, word >> 48);
        assert_int_equal(h.source, word >> 24 & 0xffff);
        assert_int_equal(h.message, word >> 8 & 0xffff);
        assert_int_equal(h.packet, word & 0xff);
        assert_int_equal(h.adaptive, word >> 40 & 1);
        assert_int_equal(h.last, word >> 41 & 1);
        assert_int_equal(h.deroutes, word >> 42 & 15);
        assert_int_equal(h.bit, word >> 47 & 1);
        assert_int_equal(fedx_header_word(&h), word);
    }
    COMPARED(compared, "head words there and back");
}

TEST(residue_ignores_what_hops_change)
{
    struct rng r = rng_stream(3, 0);
    unsigned same = 0, found = 0;

    for (int i = 0; i < 50; i++) {
        struct fedx_header h = fedx_header_fields(rng_next(&r));
        uint8_t packet[FEDX_PACKET_BYTES];
        unit_packet(&r, &h, packet);
        assert_int_equal(crc_of(packet), (uint32_t)FEDX_CRC_RESIDUE);
        assert_int_equal(crc8_of(packet, 9), packet[9]);
        for (int bit = 0; bit < 8 * FEDX_PACKET_BYTES; bit++) {
            int byte = bit / 8, mask = 1 << bit % 8, changes = byte == 9 || (byte == 3 && (mask & 0xbc));
            packet[byte] ^= (uint8_t)mask;
            assert_int_equal(crc_of(packet) == (uint32_t)FEDX_CRC_RESIDUE, changes);
            packet[byte] ^= (uint8_t)mask;
            same += changes;
            found += !changes;
        }
    }
    printf("           %u flips rightly ignored\n", same);
    COMPARED(found, "single flips found by the packet check");
}

/* The check is linear, so what an error pattern adds does not depend on the header. */
static uint8_t syndrome(int bit)
{
    uint8_t error[10] = {0};

    error[bit / 8] = (uint8_t)(1u << bit % 8);
    return crc8_of(error, 9) ^ error[9];
}

TEST(header_check_finds_three_bits)
{
    uint8_t s[80];
    unsigned compared = 0;

    for (int i = 0; i < 80; i++)
        s[i] = syndrome(i);
    for (int a = 0; a < 80; a++) {
        assert_int_not_equal(s[a], 0);
        for (int b = a + 1; b < 80; b++) {
            assert_int_not_equal(s[a] ^ s[b], 0);
            for (int c = b + 1; c < 80; c++, compared++)
                assert_int_not_equal(s[a] ^ s[b] ^ s[c], 0);
        }
    }
    COMPARED(compared, "errors of three bits in the header found");
}

RUN_TESTS

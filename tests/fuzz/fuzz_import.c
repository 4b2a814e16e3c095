/* SPDX-License-Identifier: Apache-2.0
 *
 * Traffic of other simulators. A file is of the format whose seeds begin with its first byte.
 */
#include <string.h>

#include "fuzz.h"

#include "../../cmodel/traffic/import.h"

static const char *const words[] = {" | node",
                                    "Enqueuing packet ",
                                    "Retiring packet ",
                                    ": Scheduling at ",
                                    "flit:[flit:: ",
                                    " Size=",
                                    "Src Router=",
                                    "%",
                                    "BZh",
                                    NULL};

static void put(FILE *out, uint64_t value, int bytes)
{
    for (; bytes > 0; bytes--, value >>= 8)
        putc((int)(value & 0xff), out);
}

static void seed_netrace(FILE *out)
{
    enum { NODES = 16, PACKETS = 200, DEPS = 2, READ_REQUEST = 1 };

    put(out, 0x484A5455, 4);
    put(out, 0x3f800000, 4);
    put(out, 0, 30);
    put(out, NODES, 18);
    put(out, 0, 16);
    for (unsigned i = 0; i < PACKETS; i++) {
        put(out, 10 * i, 8);
        put(out, i, 8);
        put(out, READ_REQUEST, 1);
        put(out, i % NODES, 1);
        put(out, (i + 1) % NODES, 2);
        put(out, DEPS, 1);
        put(out, i + 1, 4);
        put(out, i + 2, 4);
    }
}

static void seed_noxim(FILE *out)
{
    fprintf(out, "%% src dst pir por t_on t_off t_period\n");
    for (int i = 0; i < 50; i++)
        fprintf(out, "%d %d 0.0%d 0.01 10 200 1000\n", i % 16, (i + 1) % 16, i);
}

static void seed_gem5(FILE *out)
{
    for (int i = 0; i < 50; i++)
        fprintf(out,
                " %d: netifs: Scheduling at link time:%d flit:[flit:: Id=0 Type=0 Size=5 Vnet=%d VC=1 Src NI=1 Src "
                "Router=%d Dest NI=2 Dest Router=%d Set Time=7 Width=128 ]\n",
                500 * i, 500 * i, i % 3, i % 16, i % 9);
}

static void seed_booksim(FILE *out)
{
    for (int i = 0; i < 50; i++) {
        fprintf(out, "%d | node%d | Enqueuing packet %d at time 1.\n", 3 * i, i % 16, i);
        fprintf(out, "%d | node%d | Enqueuing flit %d (packet %d) at time 1.\n", 3 * i, i % 16, i, i);
        if (i % 3)
            fprintf(out, "%d | node%d | Retiring packet %d (plat = 7).\n", 3 * i + 1, i % 9, i - i % 2);
    }
}

static void (*const seeds[])(FILE *out) = {seed_netrace, seed_noxim, seed_gem5, seed_booksim};

static int seed(int number, FILE *out)
{
    if ((size_t)number >= sizeof seeds / sizeof *seeds)
        return -1;
    seeds[number](out);
    return 0;
}

static const struct import_format *format_of(const char *path)
{
    FILE *file = fopen(path, "rb");
    int first = file ? getc(file) : EOF;

    if (file)
        fclose(file);
    return first == 0x55  ? &import_netrace
           : first == '%' ? &import_noxim
           : first == ' ' ? &import_gem5
                          : &import_booksim;
}

static int read_import(const char *path, char *error, size_t size)
{
    struct import i = {.path = path, .period = 500, .out = fopen("/dev/null", "w")};
    int status;

    if (!i.out)
        return -1;
    status = format_of(path)->convert(&i, error, size);
    fclose(i.out);
    return status;
}

const struct fuzz_format fuzz_import = {"import", seed, read_import, NULL, words, NULL};

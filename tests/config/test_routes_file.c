/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of routes: a routing function written line by line comes back as it was, and what is refused has a line.
 */
#include <stdlib.h>
#include <unistd.h>

#include "../unit.h"
#include "config/routes_file.h"

enum { ERROR = 2048 };

static char path[] = "/tmp/routes_XXXXXX";

static struct topology *mesh(void)
{
    const char *error;
    struct topology *t = topology_create(&topology_mesh, 3, 4, &error);

    assert_non_null(t);
    return t;
}

static void write_routes(const struct topology *t)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fprintf(file, "# as it was\n\n");
    for (int n = 0; n < t->nodes; n++)
        for (int e = 0; e < t->endpoints; e++) {
            struct topology_choice c = *topology_choice_of(t, n, e);
            if (n == e)
                continue;
            fprintf(file, "%d %d %d", n, e, c.preferred);
            for (int p = 0; p < TOPOLOGY_PORTS; p++)
                if (c.ports >> p & 1 && p != c.preferred)
                    fprintf(file, " %d", p);
            fprintf(file, " # of endpoint %d\n", e);
        }
    fclose(file);
}

TEST(what_was_written_is_read)
{
    unsigned compared = 0;
    char error[ERROR];

    for (const struct topology_routing *r = topology_routings; r->name; r++) {
        if (r->second)
            continue;
        struct topology *t = mesh(), *read = mesh();
        assert_int_equal(routes_give(t, r->name, error, sizeof error), 0);
        for (int n = 1; n < t->nodes; n++) { /* another one than the lowest is preferred, where there is one */
            struct topology_choice *c = topology_choice_of(t, n, 0);
            c->preferred = c->second = c->ports ? (uint8_t)(31 - __builtin_clz(c->ports)) : 0;
        }
        write_routes(t);
        if (routes_give(read, path, error, sizeof error) != 0)
            fail_msg("%s", error);
        assert_true(topology_hash(t) == topology_hash(read));
        assert_memory_equal(t->routes->hops, read->routes->hops, sizeof(uint16_t) * 12 * 12);
        topology_destroy(t);
        topology_destroy(read);
        compared++;
    }
    COMPARED(compared, "routing functions");
}

TEST(refused)
{
    static const struct {
        const char *contents, *words;
    } bad[] = {
        {"0 1\n", ":1: must be a router, an endpoint, and one port or more, 0 to 11"},
        {"\n0 1 x\n", ":2: must be a router, an endpoint, and one port"},
        {"0 12 1\n", ":1: must begin with a router, 0 to 11, and an endpoint, 0 to 11"},
        {"12 1 1\n", ":1: must begin with a router"},
        {"0 1 1\n", ":1: router 0 has no link at port 1"},
        {"0 1 0\n0 1 0\n", ":2: router 0 has a route to endpoint 1 already"},
        {"1 1 0\n", ":1: router 1 is that of endpoint 1: it needs no route"},
        {"0 1 0\n", "3 x 4 mesh: router 1 has no route to endpoint 0"},
    };
    char error[ERROR];
    struct topology *t;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(bad[i].contents, file);
        fclose(file);
        t = mesh();
        assert_int_equal(routes_give(t, path, error, sizeof error), -1);
        if (!strstr(error, bad[i].words))
            fail_msg("'%s' does not say '%s'", error, bad[i].words);
        topology_destroy(t);
    }
    t = mesh();
    assert_int_equal(routes_give(t, "wets-first", error, sizeof error), -1);
    assert_non_null(strstr(error, "nor one of minimal, "));
    topology_destroy(t);
    COMPARED(sizeof bad / sizeof *bad + 1, "routes refused");
}

int main(void)
{
    int file = mkstemp(path), status;

    close(file);
    status = test_all(NULL, NULL);
    unlink(path);
    return status;
}

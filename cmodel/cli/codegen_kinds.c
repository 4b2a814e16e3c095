/* SPDX-License-Identifier: Apache-2.0 */
#include "codegen_kinds.h"

#include <string.h>

#include "../bench/bench.h"
#include "../blackbox/prove/blackbox_prove.h"
#include "../config/registry.h"
#include "../config/scenario.h"
#include "../faults/faults.h"

enum { MOST_KEYS = 16 /* of an object */ };

/* Objects whose keys are those of a kind of router. */
enum { EPISODES, ATTEMPTS, HOPS, FAULT_OUTCOME, FAULT_WIRE, OBJECTS };

/* A key of an object of results: its type, one of the $defs, and what it is, or nothing. */
struct key {
    const char *name;
    char type[64], words[64];
};

/* Functions that fill in the keys of an object return how many there are; 0: the kind has none. */

static int episode_keys(const struct router_kind *kind, struct key *key)
{
    const struct stimulus_kind *s = kind->parts->bench ? kind->parts->bench->stimulus : NULL;

    for (int i = 0; s && i < s->profile_count; i++)
        key[i] = (struct key){s->profiles[i], "count", ""};
    return s ? s->profile_count : 0;
}

static int attempt_keys(const struct router_kind *kind, struct key *key)
{
    int n = 0;

    key[n++] = (struct key){"accepted", "count", "attempts"};
    key[n++] = (struct key){"refused", "count", "attempts that were not accepted"};
    for (int r = REJECT_NONE + 1; r < kind->reason_count; r++, n++) {
        key[n] = (struct key){kind->reasons[r].key, "count", ""};
        snprintf(key[n].words, sizeof key->words, "attempts: %s", kind->reasons[r].words);
    }
    return n;
}

static int hop_keys(const struct router_kind *kind, struct key *key)
{
    int n = 0;

    if (kind->attribute_count == 0)
        return 0;
    key[n++] = (struct key){"all", "count", "hops"};
    key[n++] = (struct key){"flagged", "flagged_hops", ""};
    for (int i = 0; i < kind->attribute_count; i++, n++) {
        key[n] = (struct key){kind->attributes[i].key, "count", ""};
        snprintf(key[n].words, sizeof key->words, "hops: %s", kind->attributes[i].words);
    }
    return n;
}

static int outcome_keys(const struct router_kind *kind, struct key *key)
{
    int n = 0;

    for (; kind->faults && n < FAULT_OUTCOMES && kind->faults->outcomes[n]; n++)
        key[n] = (struct key){kind->faults->outcomes[n], "count", ""};
    return n;
}

static int wire_keys(const struct router_kind *kind, struct key *key);

static const struct object {
    const char *name, *meaning;
    const struct router_kind *const *const *kinds;
    int (*keys)(const struct router_kind *kind, struct key *key);
} objects[OBJECTS] = {
    [EPISODES] = {"episodes", "of the stimulus, by kind", &unit_kinds, episode_keys},
    [ATTEMPTS] = {"attempts", "to send packets, and why they failed", &router_kinds, attempt_keys},
    [HOPS] = {"hops", "from router to router, made while counted (docs/reference/routers.md)", &router_kinds, hop_keys},
    [FAULT_OUTCOME] = {"fault_outcomes", "faults, explained in docs/reference/faults.md", &router_kinds, outcome_keys},
    [FAULT_WIRE] = {"fault_wires", "faults on wires of cables, by outcome", &router_kinds, wire_keys},
};

static int have_same_keys(const struct object *o, const struct router_kind *a, const struct router_kind *b)
{
    struct key of_a[MOST_KEYS], of_b[MOST_KEYS];
    int count = o->keys(a, of_a), same = count == o->keys(b, of_b);

    for (int i = 0; same && i < count; i++)
        same = strcmp(of_a[i].name, of_b[i].name) == 0;
    return same;
}

/* The first kind whose keys are the same. */
static const struct router_kind *first_with(int object, const struct router_kind *kind)
{
    const struct router_kind *const *first = *objects[object].kinds;

    while (!have_same_keys(&objects[object], *first, kind))
        first++;
    return *first;
}

/* What is of the first kind with the same keys. @param text  [64] */
static void name_of(const char *what, int object, const struct router_kind *kind, char *text)
{
    snprintf(text, 64, "%s_of_%s", what, first_with(object, kind)->name);
    for (char *c = text; (c = strchr(c, '-'));)
        *c = '_';
}

static int wire_keys(const struct router_kind *kind, struct key *key)
{
    const struct pin_info *pin;
    int n = 0;

    for (; kind->faults && (pin = kind_wire(kind, (unsigned)n)); n++) {
        key[n] = (struct key){.name = pin->field};
        name_of("fault_outcomes", FAULT_OUTCOME, kind, key[n].type);
    }
    return n;
}

static void print_object(const char *name, const char *meaning, const struct key *key, int count)
{
    printf("    \"%s\": {\n      \"description\": \"%s\",\n      \"type\": \"object\",\n      \"required\": [", name,
           meaning);
    for (int i = 0; i < count; i++)
        printf("%s\"%s\"", i ? ", " : "", key[i].name);
    printf("],\n      \"additionalProperties\": false,\n      \"properties\": {");
    for (int i = 0; i < count; i++) {
        printf("%s\n        \"%s\": {\"$ref\": \"#/$defs/%s\"", i ? "," : "", key[i].name, key[i].type);
        if (*key[i].words)
            printf(", \"description\": \"%s\"", key[i].words);
        printf("}");
    }
    printf("\n      }\n    },\n");
}

/* An object once for each list of keys that kinds have, and what is any of these. */
static void print_objects(int object)
{
    const struct object *o = &objects[object];
    struct key key[MOST_KEYS];
    char name[64], any[512] = "";
    int count;

    for (const struct router_kind *const *k = *o->kinds; *k; k++)
        if (first_with(object, *k) == *k && (count = o->keys(*k, key))) {
            size_t length = strlen(any);
            name_of(o->name, object, *k, name);
            print_object(name, o->meaning, key, count);
            snprintf(any + length, sizeof any - length, "%s{\"$ref\": \"#/$defs/%s\"}", *any ? ", " : "", name);
        }
    if (object != FAULT_OUTCOME) /* wires name theirs */
        printf("    \"%s\": {\"anyOf\": [%s]},\n", o->name, any);
}

/* A word of a list behind so many others. */
static void print_word(const char *word, int *count)
{
    printf("%s\"%s\"", (*count)++ ? ", " : "", word);
}

static void print_choices(void)
{
    static const int keys[] = {KEY_topology, KEY_workload, KEY_routing, KEY_pattern, KEY_drain, KEY_backpressure};

    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        int count = 0;
        printf("    \"%s\": {\"enum\": [", scenario_keys[keys[k]].name);
        for (int i = 0; scenario_choice(keys[k], i); i++)
            print_word(scenario_choice(keys[k], i), &count);
        printf("]},\n");
    }
}

/* Names of kinds for whose routers one stimulus is. */
static void print_units(const struct router_kind *first)
{
    char name[64];
    int count = 0;

    name_of("units", EPISODES, first, name);
    printf("    \"%s\": {\"enum\": [", name);
    for (const struct router_kind *const *k = unit_kinds; *k; k++)
        if (first_with(EPISODES, *k) == first)
            print_word((*k)->name, &count);
    printf("]},\n");
}

static void print_names(void)
{
    int count = 0;

    printf("    \"router\": {\"enum\": [");
    for (const struct router_kind *const *k = router_kinds + 1; *k; k++)
        print_word((*k)->name, &count);
    printf("], \"description\": \"what the routers are, if not those of the default\"},\n");
    for (const struct router_kind *const *k = unit_kinds; *k; k++)
        if (first_with(EPISODES, *k) == *k)
            print_units(*k);
}

static void print_flagged_hops(void)
{
    int count = 0;

    printf(
        "    \"flagged_hops\": {\n      \"description\": \"which of them are so many that the run is not what it is called\",\n"
        "      \"anyOf\": [{\"type\": \"null\"}, {\"enum\": [");
    for (const struct router_kind *const *k = router_kinds; *k; k++)
        for (int i = 0; first_with(HOPS, *k) == *k && i < (*k)->attribute_count; i++)
            if ((*k)->attributes[i].most > 0)
                print_word((*k)->attributes[i].key, &count);
    printf("]}]\n    },\n");
}

static void print_fault_kinds(void)
{
    struct key key[FAULT_KINDS];

    for (int i = 0; i < FAULT_KINDS; i++)
        key[i] = (struct key){fault_kinds[i], "count", ""};
    print_object("fault_kinds", "faults, explained in docs/reference/faults.md", key, FAULT_KINDS);
}

/* Black boxes ----------------------------------------------------------------------------------------------------- */

static const char *profile_name(int i)
{
    return blackbox_profiles[i];
}

static const char *verdict_name(int i)
{
    return blackbox_verdicts[i];
}

static const char *engine_name(int i)
{
    return blackbox_prove_ways[i];
}

/* Tables of names: an object of values of a type by these, or NULL; and which names there are, or NULL. */
static const struct names {
    const char *object, *meaning, *type, *names;
    const char *(*name)(int i);
    int count;
} boxes[] = {
    {"box_checks", "what was checked, by name", "box_check", "box_check_name", blackbox_check_name,
     BLACKBOX_CHECK_COUNT},
    {"box_points", "points of coverage, by group", "box_group", NULL, blackbox_group_name, BLACKBOX_COVER_COUNT},
    {"box_properties", "what is proved, and what must be reachable, by name", "box_property", "box_property_name",
     blackbox_proof_name, BLACKBOX_PROOF_COUNT},
    {NULL, NULL, NULL, "box_profile", profile_name, BLACKBOX_PROFILE_COUNT},
    {NULL, NULL, NULL, "box_verdict", verdict_name, BLACKBOX_VERDICTS},
    {NULL, NULL, NULL, "box_engine", engine_name, BLACKBOX_PROVE_WAYS}};

static void print_boxes(const struct names *box)
{
    struct key key[BLACKBOX_CHECK_COUNT + BLACKBOX_PROOF_COUNT];
    int count = 0;

    for (int i = 0; i < box->count; i++) {
        key[i] = (struct key){.name = box->name(i)};
        snprintf(key[i].type, sizeof key->type, "%s", box->object ? box->type : "");
    }
    if (box->object)
        print_object(box->object, box->meaning, key, box->count);
    if (!box->names)
        return;
    printf("    \"%s\": {\"enum\": [", box->names);
    for (int i = 0; i < box->count; i++)
        print_word(key[i].name, &count);
    printf("]},\n");
}

void codegen_kinds_schema(void)
{
    print_choices();
    print_names();
    print_flagged_hops();
    print_fault_kinds();
    for (int i = 0; i < OBJECTS; i++)
        print_objects(i);
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
        print_boxes(&boxes[i]);
}

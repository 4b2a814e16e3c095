#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# Results of --json against their schema, which must refuse them when they are damaged, wherever that is.
#   schema.py SCHEMA RESULTS...
import json
import os
import sys

try:
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend
except ImportError:
    print("SKIPPED: no jsonschema for Python: apt-get install python3-jsonschema")
    sys.exit(77)

# Texts, commands and paths are not words of a list: a misspelt one may be right.
FREE = {"command", "replay", "text", "repeat", "bundle", "ended", "top", "map", "name", "section", "what", "found_by", "description", "wrong", "class",
        "end", "hint", "means", "parameters", "pin", "point", "reason", "unit", "vcr_routes", "without_vcr"}
# Texts that differ from run to run.
HASHES = {"build", "hash", "pin_digest", "event_digest", "event"}
# A key that results may do without.
OPTIONAL = {"black_box", "copy_latency", "coverage", "first_copy_latency", "first_task", "hash", "hops",
            "idle", "last_copy_latency", "latency_by_distance", "link_load", "message_spread", "multicast", "other_classes", "requests",
            "response_history", "responses", "round_trip_latency", "second_task", "windows", "within"}
# Objects whose keys are names that the user chose.
NAMES = {"fields", "parameters"}
# Figures that may be negative.
SIGNED = {"growth", "batch_correlation"}

counted = {"keys": 0, "damaged": 0}


def fail(message):
    sys.exit("FAIL: " + message)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def damages_of(key, value):
    """What may happen to the member of an object, and what it becomes; None: it goes."""
    if key not in OPTIONAL:
        yield "a key removed", None
    if isinstance(value, str) and key not in FREE:
        yield "a word misspelt", value + "?"
    if is_number(value):
        yield "a number as text", str(value)
        if value > 0 and key not in SIGNED:
            yield "a number below 0", -value


def shape_of(key, value):
    """A member without what no damage depends on: how large a number is, free texts, and what is inside it."""
    if is_number(value):
        return key, type(value).__name__, value > 0
    return key, type(value).__name__ if isinstance(value, (dict, list)) or key in FREE | HASHES else value


class Known:
    """What a reference of the schema has taken, it takes again: thousands of results are damaged in one place each."""

    values = set()  # reference, type and value
    parts = set()   # reference and identity of an object or list of the results at hand
    opened = set()  # identities of those that are damaged, or have what is damaged in them

    @staticmethod
    def follow(validator, reference, instance, schema):
        is_part = isinstance(instance, (dict, list))
        known, key = (Known.parts, (reference, id(instance))) if is_part else (Known.values, (reference, type(instance), instance))
        if id(instance) not in Known.opened and key in known:
            return
        good = True
        for error in Draft202012Validator.VALIDATORS["$ref"](validator, reference, instance, schema):
            good = False
            yield error
        if good and id(instance) not in Known.opened:
            known.add(key)


class Damage:
    """Results that are damaged in one place after the other, and are as before in the end."""

    done = set()  # shapes of objects, with their places, whose members were damaged

    def __init__(self, validator, results):
        self.validator, self.results = validator, results

    def must_be_refused(self, where, what):
        if self.validator.is_valid(self.results):
            fail(f"{where}: the schema takes {what}")
        counted["damaged"] += 1

    def member(self, parent, key, where):
        counted["keys"] += 1
        value = parent[key]
        for what, damaged in damages_of(key, value):
            if damaged is None:
                del parent[key]
            else:
                parent[key] = damaged
            self.must_be_refused(f"{where}: {key}", what)
            parent[key] = value

    def members(self, part, where):
        """Each, unless the same object was damaged in some other results already."""
        shape = where, tuple(shape_of(*member) for member in sorted(part.items()))
        if shape in Damage.done:
            return
        Damage.done.add(shape)
        part["a_key_more"] = 0
        self.must_be_refused(where, "a key added")
        del part["a_key_more"]
        for key in list(part):
            self.member(part, key, where)

    def everywhere(self, part, where):
        Known.opened.add(id(part))
        self.members(part, where)
        for key, value in part.items():
            inside = value[0] if isinstance(value, list) and value else value
            if isinstance(inside, dict) and key not in NAMES:
                Known.opened.add(id(value))
                self.everywhere(inside, f"{where}: {key}")
                Known.opened.discard(id(value))
        Known.opened.discard(id(part))


def check(validator, file):
    name = os.path.basename(file)
    with open(file) as text:
        results = json.load(text)
    Known.parts.clear()  # of results that are gone
    for error in validator.iter_errors(results):
        fail(f"{name}: {'/'.join(map(str, error.absolute_path)) or 'results'}: {error.message}")
    Damage(validator, results).everywhere(results, "results")
    if not validator.is_valid(results):
        fail(f"{name}: not as before")


def main(schema_file, *files):
    with open(schema_file) as text:
        schema = json.load(text)
    Draft202012Validator.check_schema(schema)
    validator = extend(Draft202012Validator, {"$ref": Known.follow})(schema)
    for file in files:
        check(validator, file)
    print(f"{len(files)} results valid, with {counted['keys']} keys that are not alike; {counted['damaged']} damaged ones refused")


main(*sys.argv[1:])

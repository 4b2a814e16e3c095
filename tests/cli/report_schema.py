#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Data of reports against docs/reference/report.schema.json; with a key more, or one fewer, they must be refused.

    report_schema.py FOLDER REPORT.JSON...

FOLDER has both schemas.
"""
import json
import sys

try:
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend
except ImportError:
    print("SKIPPED: no jsonschema for Python: apt-get install python3-jsonschema")
    sys.exit(77)

OPTIONAL = {"bars", "coverage", "distances", "ends", "gates", "high", "low", "paper", "routers", "spread", "state", "ways_of_one_in"}
FREE = {"columns", "results", "nodes", "links", "latency", "series", "spread", "distances", "run", "routers", "ways"}  # their keys are not fixed, or another's


def load(path):
    with open(path, encoding="utf-8") as text:
        return json.load(text)


def validator_of(folder):
    schema, results = (load(f"{folder}/{name}.schema.json") for name in ("report", "results"))
    of_results = Draft202012Validator(results)

    def follow(validator, reference, instance, where):
        if reference == "results.schema.json":
            return of_results.iter_errors(instance)
        return Draft202012Validator.VALIDATORS["$ref"](validator, reference, instance, where)

    Draft202012Validator.check_schema(schema)
    return extend(Draft202012Validator, {"$ref": follow})(schema)


def objects_in(part, name=""):
    """Objects with keys of the schema; of a list the first."""
    if isinstance(part, list):
        part = part[0] if part else None
    if isinstance(part, dict):
        yield name, part
        for key, value in part.items():
            if key not in FREE:
                yield from objects_in(value, key)


def damaged_are_refused(is_valid, report):
    refused = 0
    for name, part in objects_in(report):
        for key in [k for k in part if k not in OPTIONAL and name not in ("histograms", "delivered", "refused_by_reason")]:
            value = part.pop(key)
            if is_valid(report):
                sys.exit(f"FAIL: {name or 'report'} without {key} is taken")
            part[key] = value
            refused += 1
        part["a_key_more"] = 0
        if is_valid(report):
            sys.exit(f"FAIL: {name or 'report'} with a key more is taken")
        del part["a_key_more"]
        refused += 1
    return refused


def main(folder, *paths):
    validator, refused = validator_of(folder), 0
    for path in paths:
        report = load(path)
        for error in validator.iter_errors(report):
            sys.exit(f"FAIL: {path}: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")
        refused += damaged_are_refused(validator.is_valid, report)
    print(f"{len(paths)} reports valid, {refused} damaged ones refused")


main(*sys.argv[1:])

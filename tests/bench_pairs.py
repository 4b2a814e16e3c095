#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many times as fast are the rows of fedx bench as with another build? Both run each row in turn, so that a machine that changes
speed, or has other work, hurts both.

    bench_pairs.py OLD NEW [--rounds N] [--seconds S] [ROW...]

OLD and NEW are programs (build/fedx), NEW with the rows; ROW is a key of its --json (default: all that run on one thread). A run takes
about S seconds (1) of user time, its start and warm-up with it. Prints a Markdown table: user time of each in nanoseconds a
router-cycle, medians of N rounds (7), and the median of the ratios. Programs of their own, never a test: speeds are no test.
"""
import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys

parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
parser.add_argument("old")
parser.add_argument("new")
parser.add_argument("rows", nargs="*", metavar="ROW")
parser.add_argument("--rounds", type=int, default=7)
parser.add_argument("--seconds", type=float, default=1)
asked = parser.parse_args()


def user_time(program, options, cycles):
    """Seconds; a run that fails ends this."""
    words = [program, "run", *shlex.split(options), "--cycles", str(cycles), "--drain", "none", "--quiet"]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"bench_pairs.py: {shlex.join(words)}: {errors}")
    return usage.ru_utime


def rows():
    table = json.loads(subprocess.run([asked.new, "bench", "--rounds", "1", "--json", "-"], check=True, capture_output=True).stdout)["table"]
    unknown = [key for key in asked.rows if key not in table]
    if unknown:
        sys.exit(f"bench_pairs.py: no row {unknown[0]}; rows are {', '.join(table)}")
    return {key: row for key, row in table.items() if (key in asked.rows if asked.rows else "--threads" not in row["options"])}


print("| what | old, ns | new, ns | times as fast | options of `fedx run` |\n|---|---|---|---|---|")
for row in rows().values():
    options, nodes = row["options"], row["routers"]
    cycles = int(asked.seconds * row["router_cycles_per_second"] / nodes) + 1000
    pairs = []
    for i in range(asked.rounds):
        pair = {}
        for program in (asked.old, asked.new)[::1 if i % 2 else -1]:
            pair[program] = user_time(program, options, cycles)
        pairs.append((pair[asked.old], pair[asked.new]))
    scale = 1e9 / cycles / nodes
    old, new = (scale * statistics.median(side) for side in zip(*pairs))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"| {row['name']} | {old:.2f} | {new:.2f} | {ratio:.2f} | `{options}` |", flush=True)

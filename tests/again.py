#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Points of a sweep again, at twice their length and with fresh seeds: do they say the same?

    again.py RESULTS [--points N] [--draw SEED]

RESULTS is the folder of `fedx sweep --out`. N points are drawn from it (60). Each is run again with as many seeds as it had, none of
which it had, sending for twice as long. A figure is the same when the two means are no farther apart than their 95% confidence
intervals allow, the root of the sum of the squares of the half-widths, or 0.1%: what is counted by whole packets has no width. Points with runs that had not settled are counted apart. The
environment has FEDX, the program (default build/fedx). Ends with 0 when 93% of the figures of settled points are the same.
"""
import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import random
import re
import shlex
import statistics
import subprocess
import sys

FRESH = 1000  # added to seeds and placements
SHARE = 0.93
LEAST = 0.001
FIGURES = ("throughput", "packet_latency.mean_cycles", "message_latency.mean_cycles")
# Student t at 0.975 for 1 to 29 degrees of freedom
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110,
           2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045)


def options_of(command):
    """The options of a `fedx run`, with their values; "" for one without."""
    words, options = shlex.split(command)[2:], {}
    for i, word in enumerate(words):
        if word.startswith("--"):
            has_value = i + 1 < len(words) and not words[i + 1].startswith("--")
            options[word] = words[i + 1] if has_value else ""
    return options


def point_of(options):
    """What all runs of a point have in common: all but the seed and the placement that goes with it."""
    common = {k: re.sub(r"^(random:\d+):\d+$", r"\1", v) for k, v in options.items() if k != "--seed"}
    return tuple(sorted(common.items()))


def longer(options, result):
    """The command of the same point at twice its length, with another seed."""
    fresh = dict(options)
    times = 2 * result["warmup_cycles"] / int(options["--warmup"])
    fresh["--warmup"] = str(2 * result["warmup_cycles"])
    if "--window-packets" not in fresh:  # else windows are what ends it
        fresh["--cycles"] = str(round(times * int(options["--cycles"])))
    fresh["--seed"] = str(int(options.get("--seed", "1")) + FRESH)
    for option in ("--settle", "--max-cycles"):
        fresh.pop(option, None)
    if "--hot-spots" in fresh:
        fresh["--hot-spots"] = re.sub(r"^(random:\d+):(\d+)$", lambda m: f"{m[1]}:{int(m[2]) + FRESH}", fresh["--hot-spots"])
    return [word for option, value in fresh.items() for word in ([option, value] if value else [option])]


def run(arguments):
    ran = subprocess.run([os.environ.get("FEDX", "build/fedx"), "run", *arguments, "--json", "-"], capture_output=True, check=False)
    if ran.returncode not in (0, 1):
        sys.exit(f"fedx run {shlex.join(arguments)}: {ran.stderr.decode()}")
    return json.loads(ran.stdout)


def figure(result, path):
    """A figure of a run, of the independent nodes where there is a flood; None when it has none."""
    value = result["independent"] if result.get("independent") and "windows" not in path else result
    if "latency" in path and value[path.partition(".")[0]]["interval"] == "saturated":
        return None
    for key in path.split("."):
        value = value[key]
    return value


def interval(values):
    return statistics.fmean(values), STUDENT[len(values) - 2] * statistics.stdev(values) / math.sqrt(len(values))


def points_in(folder):
    """The runs of each point that settles and has several seeds."""
    points = {}
    for path in sorted(pathlib.Path(folder, "points").glob("*.json")):
        result = json.loads(path.read_text(encoding="utf-8"))
        if result["settled"]:
            options = options_of(result["made_by"]["command"])
            points.setdefault(point_of(options), []).append((options, result))
    return {k: v for k, v in points.items() if 1 < len(v) <= len(STUDENT)}


def compare(was, again):
    """For each figure that all runs have, whether it is the same."""
    same = {}
    for path in ("windows.all.throughput.mean",) if was[0].get("windows") else FIGURES:
        values = [[figure(r, path) for r in results] for results in (was, again)]
        if None in values[0] + values[1] or any(r["outcome"] != "good" for r in was + again):
            continue
        (a, width_a), (b, width_b) = map(interval, values)
        same[path] = abs(a - b) <= max(math.hypot(width_a, width_b), LEAST * abs(a))
        print(f"  {'same ' if same[path] else 'OTHER'} {path}: {a:.6g} +- {width_a:.2g}, again {b:.6g} +- {width_b:.2g}")
    return same


def main():
    parser = argparse.ArgumentParser(description="Points of a sweep again, twice as long and with fresh seeds.")
    parser.add_argument("results")
    parser.add_argument("--points", type=int, default=60)
    parser.add_argument("--draw", type=int, default=1)
    asked = parser.parse_args()
    points = points_in(asked.results)
    drawn = random.Random(asked.draw).sample(sorted(points), min(asked.points, len(points)))
    counts = {True: [0, 0], False: [0, 0]}  # settled: figures, of them the same
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for point in drawn:
            runs = points[point]
            settled = all(r["settled"]["verdict"] in ("settled", "saturated") for _, r in runs)
            print(f"{'settled' if settled else 'not settled'}: {' '.join(f'{k} {v}'.rstrip() for k, v in point)}")
            again = list(pool.map(run, [longer(o, r) for o, r in runs]))
            for same in compare([r for _, r in runs], again).values():
                counts[settled][0] += 1
                counts[settled][1] += same
    print(f"compared: {len(drawn)} of {len(points)} points; settled: {counts[True][1]} of {counts[True][0]} figures are the same; "
          f"not settled: {counts[False][1]} of {counts[False][0]}")
    return 0 if counts[True][0] and counts[True][1] >= SHARE * counts[True][0] else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Points of a sweep again, at twice their length and with fresh seeds: do they say the same?

    again.py RESULTS [--points N] [--draw SEED] [--markdown FILE]

RESULTS is the folder of `fedx sweep --out`. N points are drawn from it (60). Each is run again with as many seeds as it had, none of
which it had, sending for twice as long. A figure is the same when the two means are no farther apart than their 95% confidence
intervals allow, the root of the sum of the squares of the half-widths, or 0.1%: what is counted by whole packets has no width. Of a
point that was run at several lengths the longest counts, and its interval is that of the sweep's tables: Student t, and how far the mean
moved from runs of half the length. Runs of searches do not count. A figure whose seeds spread by more than 5%, or that moved by more,
had not settled, as pages say where they use it: it is counted apart. --markdown writes one row a point, each figure with what it was
and what it is. The environment has FEDX, the program (default build/fedx). Ends with 0 when 93% of the figures that had settled are the same.
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
SETTLED = 0.05
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
    """What all runs of a point have in common: all but its length, the seed and the placement that goes with it."""
    own = ("--seed", "--cycles", "--warmup")
    common = {k: re.sub(r"^(random:\d+):\d+$", r"\1", v) for k, v in options.items() if k not in own}
    return tuple(sorted(common.items()))


def longer(options):
    """The command of the same point at twice its length, with another seed."""
    fresh = dict(options)
    for length in ("--cycles", "--warmup"):
        fresh[length] = str(2 * int(options[length]))
    fresh["--seed"] = str(int(options.get("--seed", "1")) + FRESH)
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
    """The longest runs of each point that has several seeds, with their options."""
    lengths = {}
    for path in sorted(pathlib.Path(folder, "points").glob("*.json")):
        result = json.loads(path.read_text(encoding="utf-8"))
        options = options_of(result["made_by"]["command"])
        if not result.get("settled") and "--cycles" in options and "--warmup" in options:
            lengths.setdefault(point_of(options), {}).setdefault(int(options["--cycles"]), []).append((options, result))
    several = {point: runs for point, runs in lengths.items() if 1 < len(runs[max(runs)]) <= len(STUDENT)}
    return {point: (runs[max(runs)], runs.get(max(runs) // 2)) for point, runs in several.items()}


def figures(results, path):
    return [figure(r, path) for r in results if r["outcome"] == "good"]


def moved(was, shorter, path):
    """How far the mean of a figure moved from runs of half the length: 0 if there were none, infinite if not all had it."""
    before = [figure(r, path) if r["outcome"] == "good" else None for r in shorter or []]
    if None in before:
        return math.inf
    return abs(statistics.fmean(before) - statistics.fmean(figures(was, path))) if before else 0


def compare(was, shorter, again):
    """For each figure that all runs have: its path, the two means and half-widths, whether it had settled, and whether it is the same."""
    found = []
    for path in ("windows.all.throughput.mean",) if was[0].get("windows") else FIGURES:
        values = [[figure(r, path) for r in results] for results in (was, again)]
        if None in values[0] + values[1] or any(r["outcome"] != "good" for r in was + again):
            continue
        (a, spread), (b, again_spread) = map(interval, values)
        change = moved(was, shorter, path)
        settled = max(spread, change) <= SETTLED * a
        width = math.hypot(spread, change) if math.isfinite(change) else spread
        same = abs(a - b) <= max(math.hypot(width, again_spread), LEAST * abs(a))
        print(f"  {'same ' if same else 'OTHER'} {path}: {a:.6g} +- {width:.6g}, again {b:.6g} +- {again_spread:.2g}"
              f"{'' if settled else ', had not settled'}")
        found.append({"path": path, "was": (a, width), "again": (b, again_spread), "settled": settled, "same": same})
    return found


def cell(found, column):
    """The cell of a figure in the table: the two means with their half-widths, and what is to be said of them."""
    for figure_found in found:
        if column in figure_found["path"]:
            (a, width), (b, again) = figure_found["was"], figure_found["again"]
            words = ("" if figure_found["settled"] else ", not settled") + ("" if figure_found["same"] else ", **differs**")
            return f"{a:.4g} ± {width:.2g}; {b:.4g} ± {again:.2g}{words}"
    return ""


def table(compared):
    """A row for each point, a column for each figure."""
    columns = ("throughput", "packet_latency", "message_latency")
    lines = ["| point | " + " | ".join(c.replace("_", " ") for c in columns) + " |", "|---|" + "---|" * len(columns)]
    lines += ["| `" + " ".join(f"{k} {v}".rstrip() for k, v in point) + "` | " + " | ".join(cell(found, c) for c in columns) + " |"
              for point, found in compared]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Points of a sweep again, twice as long and with fresh seeds.")
    parser.add_argument("results")
    parser.add_argument("--points", type=int, default=60)
    parser.add_argument("--draw", type=int, default=1)
    parser.add_argument("--markdown")
    asked = parser.parse_args()
    points = points_in(asked.results)
    drawn = random.Random(asked.draw).sample(sorted(points), min(asked.points, len(points)))
    compared = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for point in drawn:
            print(" ".join(f"{k} {v}".rstrip() for k, v in point))
            runs, shorter = points[point]
            again = list(pool.map(run, [longer(options) for options, _ in runs]))
            compared.append((point, compare([result for _, result in runs], [result for _, result in shorter or []], again)))
    if asked.markdown:
        pathlib.Path(asked.markdown).write_text(table(compared), encoding="utf-8")
    same, moving = [[f["same"] for _, found in compared for f in found if f["settled"] == which] for which in (True, False)]
    print(f"compared: {len(drawn)} of {len(points)} points; {sum(same)} of {len(same)} figures are the same; "
          f"of {len(moving)} that had not settled {sum(moving)}")
    return 0 if same and sum(same) >= SHARE * len(same) else 1


if __name__ == "__main__":
    sys.exit(main())

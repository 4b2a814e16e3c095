#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Result files of sweeps: no figure is one of a run that stalled, failed, was saturated or left messages out, and the rest says so.

    states.py RESULTS...

Each RESULTS is the folder of a `fedx sweep --out`. For each row of NAME.csv the runs of NAME.runs.csv are read from their files, and
what became of them is worked out anew, from their words alone. The row must have as many of each state, a figure of as many seeds as
have one, and as its figure the mean of those. Ends with 0 when all rows are so, and there is one or more.
"""
import csv
import json
import math
import pathlib
import statistics
import sys

STATES = ("stalled", "failed", "saturated", "left_out", "unsettled", "good")
WITH_FIGURE = ("unsettled", "good")
LEFT_OUT = 1.01


def at(result, path):
    """What is at a path such as windows.each.0.throughput.mean; None: nothing."""
    for key in path.split("."):
        if isinstance(result, list):
            result = result[int(key)] if int(key) < len(result) else None
        else:
            result = (result or {}).get(key)
    return result


def state_of(run, path):
    """What became of a run, as to a figure of it."""
    mean_of = path.rpartition("_latency.")[0]
    latency = at(run, mean_of + "_latency") if mean_of and "mean_at_least" not in path else None
    if ("latency" in path or "throughput" in path) and run["outcome"] != "good":
        return "stalled" if run["outcome"] == "stall" else "failed"
    if latency and latency["interval"] == "saturated":
        return "saturated"
    if latency and None not in (latency["mean_cycles"], latency["mean_at_least_cycles"]):
        if latency["mean_at_least_cycles"] > LEFT_OUT * latency["mean_cycles"]:
            return "left_out"
    return "unsettled" if run["settled"] and run["settled"]["verdict"] == "budget" else "good"


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return rows[0], rows[1:]


def runs_of(folder, name, y):
    """The states and figures of the runs of each point, by curve and x; a row of nodes stands for the only x that there is."""
    runs = {}
    for curve, x, _, said, file in rows_of(folder / f"{name}.runs.csv")[1]:
        result = json.loads((folder / file).read_text(encoding="utf-8"))
        state = state_of(result, y)
        if said != state and (said, state) != ("unsettled", "good"):  # a point may have to be longer where each of its runs is good
            sys.exit(f"{folder / name}.runs.csv: {file} is {state}, not {said}")
        runs.setdefault((curve, x), []).append((said, result))
    return runs


def wrong_of(row, columns, runs):
    """What a row says that its runs do not, if anything, and the states of those."""
    said = dict(zip(columns, row))
    path = columns[3] + (f".{row[1]}" if columns[1] == "node" else "")
    states = [state for state, _ in runs]
    values = [at(result, path) for state, result in runs if state in WITH_FIGURE]
    values = [v for v in values if v is not None]
    wrong = [f"{state} {said[state]} of {states.count(state)}" for state in ("stalled", "failed", "left_out", "unsettled")
             if int(said[state]) != states.count(state)]
    if int(said["seeds"]) != len(values):
        wrong.append(f"figures of {said['seeds']} seeds, {len(values)} have one")
    if bool(said[columns[3]]) != bool(values):
        wrong.append(f"figure '{said[columns[3]]}'")
    elif values and not math.isclose(float(said[columns[3]]), statistics.fmean(values), rel_tol=1e-5, abs_tol=1e-9):
        wrong.append(f"mean {said[columns[3]]}, not {statistics.fmean(values):.6g}")
    return wrong, states


def main():
    counts, rows, wrong_rows = dict.fromkeys(STATES, 0), 0, 0
    for folder in map(pathlib.Path, sys.argv[1:]):
        for file in sorted(folder.glob("*.runs.csv")):
            name = file.name.removesuffix(".runs.csv")
            columns, table = rows_of(folder / f"{name}.csv")
            runs = runs_of(folder, name, columns[3])
            for row in table:
                key = (row[0], row[1])
                if columns[1] == "node":
                    key = next((k for k in runs if k[0] == row[0]), key)
                wrong, states = wrong_of(row, columns, runs.get(key, []))
                rows += 1
                wrong_rows += bool(wrong)
                for state in states:
                    counts[state] += 1
                if wrong:
                    print(f"{folder / name}.csv: {row[0]}, {row[1]}: {'; '.join(wrong)}", file=sys.stderr)
    print(f"compared: {rows} rows with {sum(counts.values())} runs, " + ", ".join(f"{n} {state}" for state, n in counts.items()) +
          f"; {wrong_rows} rows are wrong")
    return 0 if rows and not wrong_rows else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make docs/verification/results.md from the records in docs/verification/results.json.

    results_page.py                       write the page
    results_page.py --check               exit with 1 if the page is not what the records give
    results_page.py --table NAME FILE     put the Markdown tables of FILE (-: standard input) in the place of the recorded tables
                                          NAME, NAME-2, NAME-3, ..., in this order, and write the page
    results_page.py --figure NAME FIGURE  put FIGURE in the place of that of record NAME, and write the page

--table and --figure set the date and the commit of what they change to today and HEAD; --machine WORDS also sets the machine.
A table of FILE without a header keeps the header that is recorded.
"""
import argparse
import datetime
import json
import os
import re
import subprocess
import sys

SOURCE = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
RECORDS = "docs/verification/results.json"
PAGE = "docs/verification/results.md"
COLUMNS = ("what", "figure", "command", "date", "commit", "machine")


def fail(words):
    sys.exit(f"results_page.py: {words}")


def cell(text):
    """Commands are code, what follows a blank and a # in them is not; everything else is Markdown already."""
    return text.replace("|", "\\|") if text.startswith("`") else text


def source_of(entry):
    """The line below a table: command, date, commit and machine."""
    return f"{entry['command']}; {entry['date']}, commit {entry['commit']}, {entry['machine']}."


def page(data):
    lines = [f"<!-- Made of {RECORDS} by tests/results_page.py: do not edit. -->", f"# {data['title']}", "", *data["text"], ""]
    titles = [section["title"] for section in data["sections"]]
    anchors = [f"[{title}](#{re.sub(r'[^a-z0-9 -]', '', title.lower()).replace(' ', '-')})" for title in titles]
    lines += ["Contents: " + " · ".join(anchors), ""]
    for section in data["sections"]:
        lines += [f"## {section['title']}", "", *section.get("text", [])]
        if section.get("text"):
            lines.append("")
        if section.get("records"):
            lines += ["| " + " | ".join(COLUMNS) + " |", "|---" * len(COLUMNS) + "|"]
            lines += ["| " + " | ".join(cell(record[column]) for column in COLUMNS) + " |" for record in section["records"]]
            lines.append("")
        for table in section.get("tables", []):
            lines += [f"### {table['title']}", "", *table.get("text", []), *([""] if table.get("text") else []), *table["rows"], "", source_of(table), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def need(condition, words):
    if not condition:
        fail(words)


def check(data):
    """All that a record or a table must have is there; no two records, and no two tables, have the same name."""
    for kind, keys in (("records", COLUMNS), ("tables", ("title", "rows", "command", "date", "commit", "machine"))):
        names = []
        for entry in (entry for section in data["sections"] for entry in section.get(kind, [])):
            need(entry.get("name"), f"{kind}: one without a name")
            need(entry["name"] not in names, f"{kind}: {entry['name']} twice")
            names.append(entry["name"])
            for key in keys:
                need(entry.get(key), f"{entry['name']}: no {key}")
            columns = {row.count("|") - row.count("\\|") for row in entry.get("rows", [])}
            need(len(columns) <= 1, f"{entry['name']}: rows of {sorted(columns)} bars")


def now(entry, machine):
    entry["date"] = datetime.date.today().isoformat()
    head = subprocess.run(["git", "-C", SOURCE, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    entry["commit"] = head.stdout.strip() or "unknown"
    entry["machine"] = machine or entry["machine"]


def tables_of(text):
    """The tables of a Markdown text, each a list of rows."""
    found = [[]]
    for line in text.splitlines():
        if line.startswith("|"):
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [table for table in found if table]


def put_tables(data, name, text, machine):
    entries = {table["name"]: table for section in data["sections"] for table in section.get("tables", [])}
    need(name in entries, f"no table {name}; there are {', '.join(sorted(entries))}")
    tables = tables_of(text)
    need(tables, "no table in the file")
    for number, rows in enumerate(tables, 1):
        wanted = name if number == 1 else f"{name}-{number}"
        need(wanted in entries, f"no table {wanted}, but the file has {len(tables)} tables")
        entry = entries[wanted]
        header = [] if len(rows) > 1 and set(rows[1]) <= set("|-: ") else entry["rows"][:2]
        entry["rows"] = header + rows
        now(entry, machine)


def put_figure(data, name, figure, machine):
    for section in data["sections"]:
        for record in section.get("records", []):
            if record["name"] == name:
                record["figure"] = figure
                return now(record, machine)
    return fail(f"no record {name}")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true")
    options.add_argument("--table", nargs=2, metavar=("NAME", "FILE"))
    options.add_argument("--figure", nargs=2, metavar=("NAME", "FIGURE"))
    options.add_argument("--machine")
    options.add_argument("--source", default=SOURCE, help="the folder with docs/ (for tests)")
    chosen = options.parse_args()
    records, written = (os.path.join(chosen.source, path) for path in (RECORDS, PAGE))
    with open(records, encoding="utf-8") as file:
        data = json.load(file)
    if chosen.table:
        name, path = chosen.table
        with sys.stdin if path == "-" else open(path, encoding="utf-8") as file:
            put_tables(data, name, file.read(), chosen.machine)
    if chosen.figure:
        put_figure(data, *chosen.figure, chosen.machine)
    check(data)
    if chosen.check:
        with open(written, encoding="utf-8") as file:
            if file.read() != page(data):
                fail(f"{PAGE} is not what {RECORDS} gives: run tests/results_page.py")
        records = sum(len(section.get("records", [])) for section in data["sections"])
        tables = sum(len(section.get("tables", [])) for section in data["sections"])
        print(f"{PAGE} is made of {records} records and {tables} tables")
        return
    if chosen.table or chosen.figure:
        with open(records, "w", encoding="utf-8") as file:
            file.write(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    with open(written, "w", encoding="utf-8") as file:
        file.write(page(data))


main()

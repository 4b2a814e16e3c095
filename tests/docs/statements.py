#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sentences of the documents against what the commands beside them give: tests/docs/statements.txt.

    statements.py LIST [--long] [DOCUMENT...]

A statement is a sentence or a row of a table that stands in a document, runs or generated pages, and what must hold of them. Figures come
from the JSON of `fedx run`, or by number(PAGE, PATTERN), the only number that a page has where the group of the pattern is. The environment
has FEDX, the program, and FEDX_SOURCE, where the documents are.
"""
import concurrent.futures
import functools
import json
import os
import re
import shlex
import subprocess
import sys


class Result(dict):
    """JSON whose keys are attributes, so that a path is written as in docs/reference/results.md."""

    def __getattr__(self, key):
        if key not in self:
            raise KeyError(f"no {key} among the results")
        value = self[key]
        return Result(value) if isinstance(value, dict) else value


class Statement:
    def __init__(self, document, line):
        self.document, self.line = document, line
        self.says, self.runs, self.pages, self.conditions, self.long = "", {}, {}, [], False


def read(path):
    """All statements of the list. A line is a word and what belongs to it; an empty line ends a statement."""
    statements, document, current = [], None, None
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        word, _, rest = line.strip().partition(" ")
        if word.startswith("#"):
            continue
        if word == "document":
            document = rest
        if word in ("", "document"):
            current = None
            continue
        if current is None:
            current = Statement(document, number)
            statements.append(current)
        if word == "says":
            current.says = rest
        elif word == "run":
            name, _, command = rest.partition(" ")
            current.runs[name] = command
        elif word == "page":
            name, _, current.pages[name] = rest.partition(" ")
        elif word in ("figure", "holds"):
            current.conditions.append((word, rest))
        elif word == "long":
            current.long = True
        else:
            sys.exit(f"{path}:{number}: {word} is no word of this list")
    return statements


def folded(text):
    return " ".join(text.split())


@functools.cache
def result_of(command):
    arguments = shlex.split(command.replace(" ++ ", " "))
    if arguments[:2] != ["build/fedx", "run"]:
        raise ValueError(f"not a run: {command}")
    ran = subprocess.run([os.environ["FEDX"], "run", *arguments[2:], "--json", "-"], capture_output=True, check=False)
    if ran.returncode not in (0, 1):
        raise ValueError(f"{command}: {ran.stderr.decode()}")
    return Result(json.loads(ran.stdout))


def number(page, pattern):
    found = re.findall(pattern, page)
    if len(found) != 1:
        raise ValueError(f"{len(found)} places like {pattern}")
    return float(found[0])


def wrong_condition(word, text, results, says):
    """What is wrong, or None. A figure has the digits that the document has."""
    names = {"__builtins__": {}, "abs": abs, "sum": sum, "number": number}
    if word == "holds":
        return None if eval(text, names, results) else f"does not hold: {text}"
    digits, _, expression = text.partition(" ")
    decimals = len(digits.partition(".")[2])
    value = eval(expression, names, results)
    if f"{value:.{decimals}f}" != digits:
        return f"{expression} is {value}, not {digits}"
    return None if digits in says else f"{digits} does not stand there"


def page_text(path):
    return folded(open(os.path.join(os.environ["FEDX_SOURCE"], path), encoding="utf-8").read())


def check(statement, text, pool):
    """All that is wrong with a statement."""
    wrong = [] if folded(statement.says) in text else ["it does not stand there"]
    for command in statement.runs.values():
        if command.partition(" ++ ")[0] not in text:
            wrong.append(f"no such command there: {command.partition(' ++ ')[0]}")
    results = dict(zip(statement.runs, pool.map(result_of, statement.runs.values())))
    results.update((name, page_text(path)) for name, path in statement.pages.items())
    for word, condition in statement.conditions:
        fault = wrong_condition(word, condition, results, statement.says)
        if fault:
            wrong.append(fault)
    return wrong


def main(arguments):
    path = arguments.pop(0)
    asked = [a for a in arguments if a != "--long"]
    failures = conditions = statements = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for statement in read(path):
            if (statement.long and "--long" not in arguments) or (asked and statement.document not in asked):
                continue
            text = page_text(statement.document)
            for fault in check(statement, text, pool):
                print(f"FAIL: {path}:{statement.line}: {statement.document}: {statement.says}: {fault}")
                failures += 1
            statements += 1
            conditions += len(statement.conditions)
    print(f"compared: {statements} statements of the documents, {conditions} conditions")
    return 1 if failures or not conditions else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Report the length of the user documents and of their sentences.

    words.py [--list] [PAGE...]

One line per page: words as `wc -w` counts them, the planned number of words, the mean length of a sentence, and the
sentences of more than 25 and of more than 35 words. The last line has the totals. `+` marks a page that is longer than
planned by half. --list also prints each sentence of more than 35 words, with its page.

Without PAGE the report covers README.md, CONTRIBUTING.md and docs/, except the specifications, the lists of claims, and
generated pages. It is a report and no test: the exit status is 0.
"""
import glob
import os
import re
import sys

SOURCE = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
LEFT_OUT = re.compile(r"docs/spec/|docs/papers/.*-claims\.md|docs/verification/results\.md|docs/reference/(config|figures)\.md")
MANY, TOO_MANY = 25, 35

# Planned words by page or folder; the first that fits counts.
PLAN = {
    "README.md": 500,
    "CONTRIBUTING.md": 2000,
    "docs/start/quick-start.md": 400,
    "docs/start/tutorial.md": 700,
    "docs/start/concepts.md": 1200,
    "docs/start/glossary.md": 600,
    "docs/howto/": 600,
    "docs/reference/router-description.md": 1500,
    "docs/reference/router-shapes.md": 1500,
    "docs/reference/black-box.md": 1100,
    "docs/reference/results.md": 1500,
    "docs/reference/statistics.md": 2000,
    "docs/reference/topologies.md": 600,
    "docs/verification/strategy.md": 1200,
    "docs/verification/coverage.md": 800,
    "docs/verification/proofs.md": 2000,
    "docs/verification/invariants.md": 2000,
    "docs/developer/architecture.md": 1500,
    "docs/developer/testing.md": 400,
    "docs/developer/debugging.md": 600,
}


def planned(page):
    """The planned number of words of a page, or None."""
    return next((words for name, words in PLAN.items() if page == name or name.endswith("/") and page.startswith(name)), None)


def paragraphs(text):
    """The running text of a page, a paragraph, list item or caption at a time: no code, no tables, no headings."""
    parts, fenced = [], False
    for line in text.split("\n"):
        body = line.strip()
        fence = body.startswith("```")
        fenced ^= fence
        item = re.match(r"([-*+]|\d+\.) +", body)
        if fence or fenced or not body or body.startswith(("|", "#", "<", "![")):
            parts.append("")
        elif item:
            parts += ["", body[item.end():], ]
        elif parts and parts[-1]:
            parts[-1] += " " + body
        else:
            parts.append(body)
    return [part for part in parts if part]


def sentences(text):
    """The sentences of a page. A colon ends one, and so does a semicolon between the items of a list, which are paragraphs."""
    for part in paragraphs(text):
        part = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", part)  # a link counts as its words
        part = re.sub(r"`[^`]+`", "code", part)  # a code span counts as one word
        for sentence in re.split(r"(?<=[.!?:])[*_)]*\s+", part):
            if re.search(r"[A-Za-z]", sentence):
                yield sentence


def main():
    """Print the report."""
    arguments = sys.argv[1:]
    if "-h" in arguments or "--help" in arguments:
        print(__doc__.strip())
        return
    listed = "--list" in arguments
    os.chdir(SOURCE)
    pages = [argument for argument in arguments if argument != "--list"]
    if not pages:
        pages = ["README.md", "CONTRIBUTING.md", *sorted(glob.glob("docs/*.md") + glob.glob("docs/*/*.md"))]
        pages = [page for page in pages if not LEFT_OUT.match(page)]
    print(f"{'page':40}  words planned   mean  >{MANY}  >{TOO_MANY}")
    words = count = length = many = too_many = 0
    long_ones = []
    for page in pages:
        with open(page, encoding="utf-8") as file:
            text = file.read()
        of_page = len(text.split())
        plan = planned(page)
        lengths = []
        for sentence in sentences(text):
            lengths.append(len(sentence.split()))
            if lengths[-1] > TOO_MANY:
                long_ones.append(f"{page}: {lengths[-1]} words: {sentence}")
        over = sum(n > MANY for n in lengths)
        far_over = sum(n > TOO_MANY for n in lengths)
        mark = "+" if plan and of_page > 1.5 * plan else " "
        print(f"{page:40} {of_page:6} {plan or '':>6}{mark} {sum(lengths) / max(1, len(lengths)):6.1f} {over:4} {far_over:4}")
        words, count, length, many, too_many = words + of_page, count + len(lengths), length + sum(lengths), many + over, too_many + far_over
    print(f"{f'{len(pages)} pages, {count} sentences':40} {words:6} {'':7} {length / max(1, count):6.1f} {many:4} {too_many:4}")
    if listed:
        print("\n" + "\n".join(long_ones))


main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every relative link of the Markdown pages leads to a file, and every #anchor to a heading of its page.

    links.py [FOLDER]    the pages of FOLDER, by default the sources
"""

import os
import re
import sys

BUILDS = re.compile(r"build.*|node_modules|\..*")
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)")
REFERENCE = re.compile(r"^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)", re.M)
ATTRIBUTE = re.compile(r"<(?:a|img)\b[^>]*?\b(?:href|src)=\"([^\"]+)\"")
NAMED = re.compile(r"<[a-z0-9]+\b[^>]*?\b(?:id|name)=\"([^\"]+)\"")
HEADING = re.compile(r"^ {0,3}#{1,6}\s+(.*?)(?:\s+#+)?\s*$")
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.I)


def pages(folder):
    """The Markdown files below a folder, without builds and hidden folders."""
    for path, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not BUILDS.fullmatch(name))
        for name in sorted(names):
            if name.endswith(".md"):
                yield os.path.normpath(os.path.join(path, name))


def without_code(text):
    """The text with blanks for fenced blocks and code spans; all lines stay."""
    lines, fence = [], None
    for line in text.split("\n"):
        mark = re.match(r"\s*(`{3,}|~{3,})", line)
        if fence is None and mark:
            fence = mark[1]
            lines.append("")
        elif fence is not None:
            if mark and mark[1].startswith(fence) and line.strip() == mark[1]:
                fence = None
            lines.append("")
        else:
            lines.append(line)
    return "\n".join(lines)


def without_spans(text):
    """The text without code spans, which may hold what looks like a link."""
    return re.sub(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", lambda span: re.sub(r"[^\n]", " ", span[0]), text)


def anchors(text):
    """The anchors of a page, as GitHub makes them of its headings."""
    found, used = set(NAMED.findall(text)), {}
    for line in text.split("\n"):
        heading = HEADING.match(line)
        if not heading:
            continue
        words = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
        words = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
        count = used.get(words, 0)
        used[words] = count + 1
        found.add(f"{words}-{count}" if count else words)
    return found


def main():
    """Check all links, and print how many."""
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    root = os.path.normpath(root)
    texts = {}
    for page in pages(root):
        with open(page, encoding="utf-8") as file:
            texts[page] = without_code(file.read())
    of_page = {page: anchors(text) for page, text in texts.items()}
    links = anchored = wrong = 0
    for page, text in texts.items():
        text = without_spans(text)
        for match in (m for pattern in (LINK, REFERENCE, ATTRIBUTE) for m in pattern.finditer(text)):
            target = match[1]
            if ELSEWHERE.match(target):
                continue
            path, _, anchor = target.partition("#")
            to = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            links += 1
            if not os.path.exists(to):
                reason = f"{path} does not exist"
            elif anchor and to not in of_page:
                reason = f"{path} is no Markdown page with anchors"
            elif anchor and anchor not in of_page[to]:
                reason = f"{path or 'the page'} has no heading for #{anchor}"
            else:
                anchored += bool(anchor)
                continue
            line = text.count("\n", 0, match.start(1)) + 1
            print(f"FAIL: {os.path.relpath(page, root)}:{line}: {target}: {reason}", file=sys.stderr)
            wrong += 1
    if wrong:
        return 1
    if links < 100 or anchored < 50:
        print(f"FAIL: only {links} links and {anchored} anchors found", file=sys.stderr)
        return 1
    print(f"compared: {links} links, {anchored} of them with anchors, in {len(texts)} pages")
    return 0


sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
# Print each generate block without a name and each function that is not automatic of Verilog files, and how many were seen.
# Newer versions of Verilator warn about the former, and about the latter where they do not inline them.
#   awk -f rtl_style.awk FILE...
#
# A file is read into tokens as if no macro were defined. What follows `always`, `initial`, a declaration or an instance is
# skipped: only the items of a module matter. Of a template (@name@) what is to be filled in is left out.

function complain(at, what) {
    print name ":" line[at] ": " what
    faults++
}

# The tokens of a line into token[]: words and single characters
function tokenize(text) {
    while (match(text, /[A-Za-z_$`][A-Za-z0-9_$]*|[^ \t]/)) {
        token[++tokens] = substr(text, RSTART, RLENGTH)
        line[tokens] = FNR
        text = substr(text, RSTART + RLENGTH)
    }
}

# Whether the compiler directives leave a line out; those lines themselves are left out
function left_out(text,   word) {
    if (!match(text, /^[ \t]*`(include|define|undef|ifdef|ifndef|elsif|else|endif|timescale|default_nettype|resetall)/))
        return skipping[depth]
    word = substr(text, RSTART, RLENGTH)
    if (word ~ /ifn?def$/) {
        depth++
        hidden[depth] = skipping[depth - 1]
        skipping[depth] = hidden[depth] || word ~ /ifdef$/
    } else if (word ~ /else$/)
        skipping[depth] = hidden[depth] || !skipping[depth]
    else if (word ~ /endif$/)
        depth--
    return 1
}

# Without comments, strings and what a template fills in
function code(text,   from) {
    gsub(/@[a-z_]+@/, "", text)
    gsub(/\\"/, "", text)
    gsub(/"[^"]*"/, "0", text)
    if (in_comment) {
        if (!(from = index(text, "*/")))
            return ""
        text = substr(text, from + 2)
        in_comment = 0
    }
    sub(/\/\/.*/, "", text)
    gsub(/\/\*([^*]|\*[^\/])*\*\//, " ", text)
    if (from = index(text, "/*")) {
        in_comment = 1
        text = substr(text, 1, from - 1)
    }
    gsub(/\(\*[^)]*\*\)/, " ", text)
    return text
}

# Over a balanced ( ... )
function parentheses(   open) {
    if (token[at] != "(")
        return
    do {
        if (token[at] == "(") open++
        if (token[at] == ")") open--
        at++
    } while (open && at <= tokens)
}

function skip_to(word) {
    while (at <= tokens && token[at] != word)
        at++
    at++
}

# Over a procedural statement
function statement(   open, t) {
    open = 0
    while (at <= tokens) {
        t = token[at++]
        if (t ~ /^(\(|begin|case|casez|casex|fork)$/) open++
        if (t ~ /^(\)|end|endcase|join|join_any|join_none)$/) open--
        if (open == 0 && t ~ /^(;|end|endcase|join|join_any|join_none)$/ && token[at] != "else")
            return
    }
}

# What a generate construct holds: a block, which must be named
function block() {
    blocks++
    if (token[at] == "begin" && token[at + 1] == ":") {
        at += 3
        items("end")
    } else {
        complain(at, "generate block without a name")
        if (token[at] == "begin") {
            at++
            items("end")
        } else
            item()
    }
}

function item(   t) {
    t = token[at]
    if (t ~ /^(module|package|interface|program)$/) {
        skip_to(";")
        items("end" t)
    } else if (t == "generate") {
        at++
        items("endgenerate")
    } else if (t == "if") {
        at++
        parentheses()
        block()
        if (token[at] == "else") {
            at++
            if (token[at] == "if")
                item()
            else
                block()
        }
    } else if (t == "for") {
        at++
        parentheses()
        block()
    } else if (t == "case") {
        at++
        parentheses()
        while (at <= tokens && token[at] != "endcase") {
            while (at <= tokens && token[at] != ":" && token[at] != "default")
                at++
            at += token[at + 1] == ":" ? 2 : 1
            block()
        }
        at++
    } else if (t == "begin") {
        block()
    } else if (t ~ /^(always|always_ff|always_comb|always_latch|initial|final)$/) {
        at++
        statement()
    } else if (t == "function") {
        functions++
        if (token[at + 1] != "automatic")
            complain(at, "function that is not automatic")
        skip_to("endfunction")
    } else if (t == "task")
        skip_to("endtask")
    else
        skip_to(";")
}

function items(last) {
    while (at <= tokens && token[at] != last)
        item()
    if (last != "" && at > tokens)
        complain(tokens, "no '" last "'")
    at++
}

function file_end() {
    at = 1
    items("")
    tokens = 0
}

FNR == 1 && NR > 1 { file_end() }
FNR == 1 { name = FILENAME; in_comment = 0; files++ }
!left_out($0) { tokenize(code($0)) }
END {
    if (files)
        file_end()
    print faults + 0 " faults in " blocks + 0 " generate blocks and " functions + 0 " functions of " files + 0 " files"
    exit faults > 0
}

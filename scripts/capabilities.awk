# First the results of tests as xUnit, then the lines of capabilities; see capabilities.sh.

function attribute(name,    text) {
    if (!match($0, "[ ]" name "=\"[^\"]*\"")) return ""
    text = substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
    gsub(/&quot;/, "\"", text); gsub(/&apos;/, "'", text); gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text)
    while (match(text, /&#[0-9]+;/))
        text = substr(text, 1, RSTART - 1) utf8(substr(text, RSTART + 2, RLENGTH - 3) + 0) substr(text, RSTART + RLENGTH)
    gsub(/&amp;/, "\\&", text)
    return text
}

function utf8(scalar) {
    if (scalar < 128) return sprintf("%c", scalar)
    if (scalar < 2048) return sprintf("%c", 192 + int(scalar / 64)) tail(scalar)
    if (scalar < 65536) return sprintf("%c", 224 + int(scalar / 4096)) tail(scalar / 64) tail(scalar)
    return sprintf("%c", 240 + int(scalar / 262144)) tail(scalar / 4096) tail(scalar / 64) tail(scalar)
}

function tail(scalar) { return sprintf("%c", 128 + int(scalar) % 64) }

# Notes the test that has just been read under every number in its name; a date such as 2000-01-01 is none.
function note(    rest, number, before, key) {
    if (test == "") return
    key = test
    rest = name
    while (match(rest, /00[0-4]-[0-9][0-9]/)) {
        number = substr(rest, RSTART, RLENGTH)
        before = RSTART > 1 ? substr(rest, RSTART - 1, 1) : " "
        if (before !~ /[0-9_-]/ && substr(rest, RSTART + RLENGTH, 1) !~ /[0-9-]/ && !((number, key) in seen)) {
            seen[number, key] = 1
            tests[number] = tests[number] "        " (outcome == "passed" ? "✔ " : "✘ " outcome ": ") key "\n"
            counts[number, outcome]++
            if (outcome == "passed" && !(key in all)) { all[key] = 1; total++ }
        }
        rest = substr(rest, RSTART + RLENGTH)
    }
    test = ""
}

FNR == 1 { file++ }

file == 1 && /<testcase/ {
    note()
    name = attribute("name")
    shown = name
    gsub(/`/, "", shown); sub(/\([^()]*\)$/, "", shown)
    suite = attribute("classname")
    sub(/\..*/, "", suite)
    test = suite ": " shown
    outcome = "passed"
}
file == 1 && /<failure/ { outcome = "failed" }
file == 1 && /<skipped/ { if (outcome == "passed") outcome = "skipped" }
file == 1 && /<\/testsuite>/ { note() }

file == 2 && FNR == 1 { note() }
file == 2 && /^00/ {
    capabilities++
    known[$1] = 1
    printf "%s  %s\n%s", $1, $2, tests[$1]
    if ($3 != "") { printf "        form: %s\n", $3; forms++ }
    else if (tests[$1] == "") print "        ✘ no test"
    if (counts[$1, "failed"]) bad = bad "  " $1 "  " $2 " (a test of it failed)\n"
    else if (counts[$1, "passed"]) good++
    else if ($3 == "") bad = bad "  " $1 "  " $2 (counts[$1, "skipped"] ? " (its tests were skipped here)" : " (no test)") "\n"
}

END {
    for (pair in seen) {
        split(pair, part, SUBSEP)
        if (!(part[1] in known)) bad = bad "  " part[1] "  is the number of no capability, in: " part[2] "\n"
    }
    printf "\n%d capabilities: %d shown by %d tests that passed here, %d the form of a platform\n", capabilities, good, total, forms
    if (bad == "") exit 0
    printf "not shown:\n%s", bad > "/dev/stderr"
    exit 1
}

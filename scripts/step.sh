# shellcheck shell=bash
# Sourced by the gates: runs steps, and prints at the end how long each took.
#   step NAME COMMAND…   a step that fails ends the gate; the table is printed all the same
steps=()

step() {
    local name=$1 started=$SECONDS code=0
    shift
    printf '\n== %s\n' "$name"
    "$@" || code=$?
    steps+=("$(printf '%-46s %6d s  %s' "$name" $((SECONDS - started)) "$([ $code -eq 0 ] && echo passed || echo FAILED)")")
    [ $code -eq 0 ] || exit $code
}

# The table, then the closing line of the test runner, which is the gate's own.
summary() {
    local code=$?
    printf '\n== summary\n'
    [ ${#steps[@]} -eq 0 ] || printf '%s\n' "${steps[@]}"
    printf '%-46s %6d s  %s\n' "in all" $SECONDS "$([ $code -eq 0 ] && echo passed || echo FAILED)"
    if [ $code -eq 0 ] && [ -s "${closing:-}" ]; then cat "$closing"; fi
    rm -f "${closing:-}"
    exit $code
}
trap summary EXIT

# bash completion for articlesync, printed by `articlesync completions bash`.

# Options, then what the arguments may be, are chosen by the command; `place` is which argument it is.
_articlesync() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    local command='' place=0 index word options='' words='' takes_value='--config -n --limit --where --search --sort --as-of --offset -f --format --title -b --body -k --keywords -a --about -s --arg -c --columns -o --output --manifest --verify --answer --against -p --port --articles --from --to --era --cap --count-to --per-minute --per-day --fail --poison --poison-with --skew --day-articles --twins --arrivals --late-arrivals --departures --moves --changes --every --drift --seed --key --date'
    local -a config=()
    COMPREPLY=()
    # `--format=csv` comes as three words.
    if [[ $current == = ]]; then
        current=''
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
    fi
    for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ " $takes_value " == *" $word "* ]]; then
            [[ ${COMP_WORDS[index+1]} == = ]] && ((index++))
            [[ $word == --config ]] && config=(--config "${COMP_WORDS[index+1]}")
            ((index++))
        elif [[ $word == -* || $word == = ]]; then
            continue
        elif [[ -z $command ]]; then
            command=$word
        else
            ((place++))
        fi
    done
    case $command:$previous in
        *:--config) mapfile -t COMPREPLY < <(compgen -f -- "$current"); compopt -o filenames 2>/dev/null; return ;;
        runs:-n | runs:--limit) return ;;
        articles:--where) return ;;
        articles:--search) return ;;
        articles:--sort) return ;;
        articles:--as-of) return ;;
        articles:-n | articles:--limit) return ;;
        articles:--offset) return ;;
        articles:-f | articles:--format) mapfile -t COMPREPLY < <(compgen -W 'table json jsonl csv' -- "$current"); return ;;
        show:-f | show:--format) mapfile -t COMPREPLY < <(compgen -W 'table json jsonl csv' -- "$current"); return ;;
        notes:--title) return ;;
        notes:-b | notes:--body) return ;;
        notes:-k | notes:--keywords) return ;;
        notes:-a | notes:--about) return ;;
        notes:-s | notes:--search) return ;;
        notes:-n | notes:--limit) return ;;
        notes:-f | notes:--format) mapfile -t COMPREPLY < <(compgen -W 'table jsonl' -- "$current"); return ;;
        records:--where) return ;;
        records:--arg) return ;;
        records:--sort) return ;;
        records:-c | records:--columns) return ;;
        records:-n | records:--limit) return ;;
        records:--offset) return ;;
        records:-f | records:--format) mapfile -t COMPREPLY < <(compgen -W 'table json jsonl csv' -- "$current"); return ;;
        export:-o | export:--output) mapfile -t COMPREPLY < <(compgen -f -- "$current"); compopt -o filenames 2>/dev/null; return ;;
        export:-f | export:--format) mapfile -t COMPREPLY < <(compgen -W 'csv jsonl sqlite' -- "$current"); return ;;
        export:--where) return ;;
        export:--search) return ;;
        export:--sort) return ;;
        export:--as-of) return ;;
        export:--manifest) mapfile -t COMPREPLY < <(compgen -f -- "$current"); compopt -o filenames 2>/dev/null; return ;;
        export:--verify) mapfile -t COMPREPLY < <(compgen -f -- "$current"); compopt -o filenames 2>/dev/null; return ;;
        explain:--answer) return ;;
        changes:--against) return ;;
        sandbox:-p | sandbox:--port) return ;;
        sandbox:--articles) return ;;
        sandbox:--from) return ;;
        sandbox:--to) return ;;
        sandbox:--era) mapfile -t COMPREPLY < <(compgen -W '2013 2019 2025' -- "$current"); return ;;
        sandbox:--cap) return ;;
        sandbox:--count-to) return ;;
        sandbox:--per-minute) return ;;
        sandbox:--per-day) return ;;
        sandbox:--fail) return ;;
        sandbox:--poison) return ;;
        sandbox:--poison-with) mapfile -t COMPREPLY < <(compgen -W '500 html' -- "$current"); return ;;
        sandbox:--skew) return ;;
        sandbox:--day-articles) return ;;
        sandbox:--twins) return ;;
        sandbox:--arrivals) return ;;
        sandbox:--late-arrivals) return ;;
        sandbox:--departures) return ;;
        sandbox:--moves) return ;;
        sandbox:--changes) return ;;
        sandbox:--every) return ;;
        sandbox:--drift) return ;;
        sandbox:--seed) return ;;
        sandbox:--key) return ;;
        demo:--articles) return ;;
        manual:--date) return ;;
    esac
    case $command in
        '') words='check plan sync run status runs articles show history notes records export candidates remap explain doctor prune backup compact changes notify providers sandbox demo manual completions help' options='--config -h --help --version' ;;
        check)
            options='--online --config -h --help --version'
            ;;
        plan)
            options='--json --config -h --help --version'
            ((place >= 0)) && words=$(articlesync "${config[@]}" completions queries 2>/dev/null)
            ;;
        sync)
            options='--dry-run --accept --json --config -h --help --version'
            ((place >= 0)) && words=$(articlesync "${config[@]}" completions queries 2>/dev/null)
            ;;
        run)
            options='--config -h --help --version'
            ;;
        status)
            options='--json --config -h --help --version'
            ((place >= 0)) && words=$(articlesync "${config[@]}" completions queries 2>/dev/null)
            ;;
        runs)
            options='-n --limit --json --config -h --help --version'
            ((place == 0)) && words=$(articlesync "${config[@]}" completions queries 2>/dev/null)
            ;;
        articles)
            options='--where --search --sort --as-of -n --limit --offset --follow -f --format --bom --safe-for-spreadsheets --config -h --help --version'
            ((place >= 0)) && words=$(articlesync "${config[@]}" completions queries 2>/dev/null)
            ;;
        show)
            options='-f --format --config -h --help --version'
            ;;
        history)
            options='--json --config -h --help --version'
            ;;
        notes)
            options='--title -b --body -k --keywords -a --about --free -s --search -n --limit --follow -f --format --json --config -h --help --version'
            ((place == 0)) && words='add edit list show remove'
            ;;
        records)
            options='--where --arg --sort -c --columns -n --limit --offset --all --strict --dry-run -f --format --bom --safe-for-spreadsheets --config -h --help --version'
            ((place == 0)) && words='select insert update delete entities'
            ((place == 1)) && words='articles notes queries query_articles runs windows generations candidates revisions current_articles query_statuses coverage'
            ;;
        export)
            options='-o --output -f --format --where --search --sort --as-of --with-notes --bom --safe-for-spreadsheets --manifest --force --verify --config -h --help --version'
            ((place == 0)) && words=$(articlesync "${config[@]}" completions queries 2>/dev/null)
            ;;
        candidates)
            options='--json --config -h --help --version'
            ((place == 0)) && words='list diff accept drop'
            ((place == 1)) && words=$(articlesync "${config[@]}" completions queries 2>/dev/null)
            ;;
        remap)
            options='--dry-run --accept --json --config -h --help --version'
            ((place >= 0)) && words=$(articlesync "${config[@]}" completions queries 2>/dev/null)
            ;;
        explain)
            options='--answer --json --config -h --help --version'
            ((place == 0)) && words=$(articlesync "${config[@]}" completions queries 2>/dev/null)
            ;;
        doctor)
            options='--repair --json --config -h --help --version'
            ;;
        prune)
            options='--dry-run --vacuum --json --config -h --help --version'
            ;;
        backup)
            options='--force --json --config -h --help --version'
            ;;
        compact)
            options='--dry-run --json --config -h --help --version'
            ;;
        changes)
            options='--against --advance --force --dry-run --json --config -h --help --version'
            ((place == 0)) && words='export import'
            ;;
        notify)
            options='--test --config -h --help --version'
            ;;
        providers)
            options='--json --config -h --help --version'
            ;;
        sandbox)
            options='-p --port --articles --from --to --era --cap --count-to --per-minute --per-day --fail --poison --poison-with --skew --day-articles --print --twins --arrivals --late-arrivals --departures --moves --changes --every --drift --prepare --seed --key --config -h --help --version'
            ;;
        demo)
            options='--articles --remove --config -h --help --version'
            ;;
        manual)
            options='--date --config -h --help --version'
            ;;
        completions)
            options='--config -h --help --version'
            ((place == 0)) && words='bash zsh fish'
            ;;
    esac
    [[ $current == -* ]] && words=$options
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -F _articlesync articlesync

#compdef articlesync
# zsh completion for articlesync, printed by `articlesync completions zsh`.

_articlesync_queries() {
    local -a names config
    local file=${(Q)opt_args[--config]:-$given}
    [[ -n $file ]] && config=(--config "$file")
    names=(${(f)"$(articlesync $config completions queries 2>/dev/null)"})
    compadd -a names
}

_articlesync() {
    local context state state_descr line
    local -a commands
    typeset -A opt_args
    commands=(
        'check:Check the configuration'
        'plan:Show what a sync would ask, and how long that takes, without asking'
        'sync:Fetch queries now and put the results in place of their contents'
        'run:Serve: sync queries by their schedules until told to stop'
        'status:Show how current and how complete each query'\''s contents are'
        'runs:Show the journal of runs, the newest first'
        'articles:Read articles from the store'
        'show:Show one article in full'
        'history:Show what happened to one article, the oldest first'
        'notes:Add, edit, list, show or remove notes of your own, about an article or free'
        'records:Read any entity of the store by its name, and write those that are a person'\''s'
        'export:Write a frozen copy of a query'\''s contents, with a manifest'
        'candidates:Show, compare, accept or drop results that were held back, or go back to a former generation'
        'remap:Read the kept answers again after a mapping or definition changed'
        'explain:Show what a query asks, what would be read now and why, and where each value comes from'
        'doctor:Look over the configuration, the keys, the store, the service and the machine'
        'prune:Remove what is older than the configuration keeps'
        'backup:Copy the store into one file, while syncs go on'
        'compact:Make the store'\''s file smaller, without what is free in it'
        'changes:Carry what changed in the store to a copy of it elsewhere, in a file'
        'notify:Try the webhooks'
        'providers:Show the providers known, or one in full'
        'sandbox:Serve an invented corpus as the New York Times API would, on loopback'
        'demo:Show the whole of it without a key: sandbox, configuration, sync, articles'
        'manual:Print the manual page'
        'completions:Print the completions of a shell'
        'help:Print help'
    )
    _arguments -C \
        --config='[The configuration file]:FILE:_files' \
        '(-h --help)'{-h,--help}'[Print help]' \
        --version'[Print the version]' \
        '1: :->command' \
        '*:: :->words'
    # What stands before the command is out of sight behind it.
    local given=${(Q)opt_args[--config]}
    case $state in
        command) _describe -t commands command commands ;;
        words)
            case $words[1] in
                check)
                    _arguments \
                        --online'[Also ask for the first page of each query]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]'
                    ;;
                plan)
                    _arguments \
                        --json'[One JSON document]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '*:query:_articlesync_queries'
                    ;;
                sync)
                    _arguments \
                        --dry-run'[Fetch and judge, and store nothing]' \
                        --accept'[Store the result even where it is incomplete or much smaller than before]' \
                        --json'[One JSON document]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '*:query:_articlesync_queries'
                    ;;
                run)
                    _arguments \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]'
                    ;;
                status)
                    _arguments \
                        --json'[One JSON document]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '*:query:_articlesync_queries'
                    ;;
                runs)
                    _arguments \
                        '(-n --limit)'{-n+,--limit=}'[At most so many]:N: ' \
                        --json'[One JSON document]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '1:query:_articlesync_queries'
                    ;;
                articles)
                    _arguments \
                        --where='[Only articles that fit]:PREDICATE: ' \
                        --search='[Only articles with these words, the best first]:TEXT: ' \
                        --sort='[The order]:KEYS: ' \
                        --as-of='[The store as it was then]:INSTANT: ' \
                        '(-n --limit)'{-n+,--limit=}'[At most so many]:N: ' \
                        --offset='[Leave out the first so many]:N: ' \
                        --follow'[Go on with what becomes of them]' \
                        '(-f --format)'{-f+,--format=}'[How they are written]:table|json|jsonl|csv:(table json jsonl csv)' \
                        --bom'[A byte order mark, for Excel (csv)]' \
                        --safe-for-spreadsheets'[An apostrophe before what would be a formula: = + - @ (csv)]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '*:query:_articlesync_queries'
                    ;;
                show)
                    _arguments \
                        '(-f --format)'{-f+,--format=}'[How it is written]:table|json|jsonl|csv:(table json jsonl csv)' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '1:article: '
                    ;;
                history)
                    _arguments \
                        --json'[One JSON document]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '1:article: '
                    ;;
                notes)
                    _arguments \
                        --title='[The title (edit)]:TEXT: ' \
                        '(-b --body)'{-b+,--body=}'[The text, or - for standard input]:TEXT: ' \
                        '(-k --keywords)'{-k+,--keywords=}'[Keywords, with commas between them]:WORDS: ' \
                        '(-a --about)'{-a+,--about=}'[A provider'\''s id, an id of the store, or a URL]:ARTICLE: ' \
                        --free'[About no article any more (edit)]' \
                        '(-s --search)'{-s+,--search=}'[Only those with it in title or keywords (list)]:TEXT: ' \
                        '(-n --limit)'{-n+,--limit=}'[At most so many (list)]:N: ' \
                        --follow'[Go on with what becomes of them (list)]' \
                        '(-f --format)'{-f+,--format=}'[How --follow writes them]:table|jsonl:(table jsonl)' \
                        --json'[One JSON document]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '1:action:(add edit list show remove)' \
                        '*:word: '
                    ;;
                records)
                    _arguments \
                        --where='[Only rows that fit]:PREDICATE: ' \
                        --arg='[For the next %@, %d, %f or %K of the predicate]:TEXT: ' \
                        --sort='[The order (select)]:KEYS: ' \
                        '(-c --columns)'{-c+,--columns=}'[Only these, in this order (select)]:NAMES: ' \
                        '(-n --limit)'{-n+,--limit=}'[At most so many (select)]:N: ' \
                        --offset='[Leave out the first so many (select)]:N: ' \
                        --all'[Every row is meant (update, delete)]' \
                        --strict'[Refuse keys that cannot be set (insert, update)]' \
                        --dry-run'[Tell how many rows it would be, and write nothing (update, delete)]' \
                        '(-f --format)'{-f+,--format=}'[How the answer is written]:table|json|jsonl|csv:(table json jsonl csv)' \
                        --bom'[A byte order mark, for Excel (select, csv)]' \
                        --safe-for-spreadsheets'[An apostrophe before what would be a formula: = + - @ (select, csv)]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '1:action:(select insert update delete entities)' \
                        '2:entity:(articles notes queries query_articles runs windows generations candidates revisions current_articles query_statuses coverage)' \
                        '*:key=value: '
                    ;;
                export)
                    _arguments \
                        '(-o --output)'{-o+,--output=}'[Where to write, - is standard output]:FILE:_files' \
                        '(-f --format)'{-f+,--format=}'[How]:csv|jsonl|sqlite:(csv jsonl sqlite)' \
                        --where='[Only articles that fit]:PREDICATE: ' \
                        --search='[Only articles with these words (full text)]:TEXT: ' \
                        --sort='[The order]:KEYS: ' \
                        --as-of='[The contents as they were then]:INSTANT: ' \
                        --with-notes'[The notes about these articles too (sqlite)]' \
                        --bom'[A byte order mark, for Excel (csv)]' \
                        --safe-for-spreadsheets'[An apostrophe before what would be a formula: = + - @ (csv)]' \
                        --manifest='[Where the manifest is]:FILE:_files' \
                        --force'[Write over files that are there]' \
                        --verify='[Only check a file against its manifest]:FILE:_files' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '1:query:_articlesync_queries'
                    ;;
                candidates)
                    _arguments \
                        --json'[One JSON document]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '1:action:(list diff accept drop)' \
                        '2:query:_articlesync_queries' \
                        '3:id: '
                    ;;
                remap)
                    _arguments \
                        --dry-run'[Show what would change, and change nothing]' \
                        --accept'[Put in place what loses articles, too]' \
                        --json'[One JSON document]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '*:query:_articlesync_queries'
                    ;;
                explain)
                    _arguments \
                        --answer='[Print the odd answer kept of a run]:RUN: ' \
                        --json'[One JSON document]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '1:query:_articlesync_queries'
                    ;;
                doctor)
                    _arguments \
                        --repair'[Put right what can be, after a copy of the store was made]' \
                        --json'[One JSON document]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]'
                    ;;
                prune)
                    _arguments \
                        --dry-run'[Count what would be removed, and remove nothing]' \
                        --vacuum'[Then make the file smaller; syncs wait meanwhile]' \
                        --json'[One JSON document]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]'
                    ;;
                backup)
                    _arguments \
                        --force'[Replace FILE where it is there already]' \
                        --json'[One JSON document]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '1:file: '
                    ;;
                compact)
                    _arguments \
                        --dry-run'[Say how much would be given back, and change nothing]' \
                        --json'[One JSON document]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]'
                    ;;
                changes)
                    _arguments \
                        --against='[What the replica holds: a former copy, or its own file (export needs it)]:COPY: ' \
                        --advance'[Then replace COPY by a copy of what was exported (export)]' \
                        --force'[Replace FILE where it is there already (export)]' \
                        --dry-run'[Say what would come of it, and change nothing (import)]' \
                        --json'[One JSON document]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '1:action:(export import)' \
                        '2:file: '
                    ;;
                notify)
                    _arguments \
                        --test'[Send a test notice]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '1:name: '
                    ;;
                providers)
                    _arguments \
                        --json'[One JSON document]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '1:name: '
                    ;;
                sandbox)
                    _arguments \
                        '(-p --port)'{-p+,--port=}'[The port; 0 lets the system choose]:N: ' \
                        --articles='[How many articles there are]:N: ' \
                        --from='[Their first day]:DAY: ' \
                        --to='[Their last day]:DAY: ' \
                        --era='[The shape of the answers]:2013|2019|2025:(2013 2019 2025)' \
                        --cap='[Results that one search can reach]:N: ' \
                        --count-to='[The most hits that it admits to; 0 is no limit]:N: ' \
                        --per-minute='[Requests a calendar minute; 0 is no limit]:N: ' \
                        --per-day='[Requests a day of UTC; 0 is no limit]:N: ' \
                        --fail='[Fail on purpose, see above]:KIND\:COUNT: ' \
                        --poison='[An article that trips the server]:INDEX|ID: ' \
                        --poison-with='[What its pages are answered with]:500|html:(500 html)' \
                        --skew='[How unevenly days are filled: 1 gives a few days very many]:N: ' \
                        --day-articles='[A day with exactly so many articles]:DAY=N: ' \
                        --print'[Every article is of midnight, and their order another each time]' \
                        --twins='[Articles with a second id]:N: ' \
                        --arrivals='[New articles, each the newest]:N: ' \
                        --late-arrivals='[New articles on days of chance]:N: ' \
                        --departures='[Articles that vanish]:N: ' \
                        --moves='[Articles that move to a later day]:N: ' \
                        --changes='[Articles whose text changes]:N: ' \
                        --every='[Pages between these]:N: ' \
                        --drift='[Answer in the shape of another era after N pages]:ERA\:N: ' \
                        --prepare'[Write every document first, so that answers cost little]' \
                        --seed='[Which corpus]:N: ' \
                        --key='[The one key that is accepted]:KEY: ' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]'
                    ;;
                demo)
                    _arguments \
                        --articles='[How many articles the sandbox has]:N: ' \
                        --remove'[Remove the folder at the end]' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]'
                    ;;
                manual)
                    _arguments \
                        --date='[The date in its footer]:DAY: ' \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]'
                    ;;
                completions)
                    _arguments \
                        --config='[The configuration file]:FILE:_files' \
                        '(-h --help)'{-h,--help}'[Print help]' \
                        --version'[Print the version]' \
                        '1:shell:(bash zsh fish)'
                    ;;
            esac
            ;;
    esac
}

_articlesync "$@"

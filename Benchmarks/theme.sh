# Measures what app developers touch: the resolved theme, hot and cold, whole looks in batches, reading while many are woken.

. Benchmarks/get.sh
. Benchmarks/park.sh
THEME_PATH="/v1/theme?userInterfaceStyle=dark"
THEME_ROUNDS=${THEME_ROUNDS:-3}
# Questions that nobody has asked before: `#` becomes another number each time.
COLD_PATTERNS=("/v1/theme?userInterfaceStyle=dark&displayScale=1.#" "/v1/theme.css?userInterfaceStyle=dark&displayScale=1.#"
  "/v1/theme.xml?userInterfaceStyle=light&displayScale=1.#" "/v1/theme.tokens.json?userInterfaceStyle=light&displayScale=1.#"
  "/v1/appearance?for=UIBarButtonItem&in=UIWindow/UIToolbar&displayScale=1.#")
COLD_COUNT=${COLD_COUNT:-5000}
FLOOD_COUNT=${FLOOD_COUNT:-100000}
FLOOD_HOT=100
# The most that representations may take together.
FLOOD_KEPT_MB=67.1
WAKE_CLIENTS=${WAKE_CLIENTS:-10000}
WAKE_TIMES=${WAKE_TIMES:-15}
WAKE_RATE=1000

# ---------------------------------------------------------------- warm: beside nginx

# fetch_zipped URL: the same, compressed, where nginx's gzip_static looks for it.
fetch_zipped() {
  curl -s -o "$stage/zipped.gz" -H 'Accept-Encoding: gzip' "$1"
  gzip -cd "$stage/zipped.gz" | cmp -s - "$stage/body" || die "livery's compressed answer is not its plain one"
}

# measure_warm [PREFIX]: the prefix stands before the names of the figures.
measure_warm() {
  local prefix=${1:-} url=http://127.0.0.1:$livery_port$THEME_PATH round tag file_tag
  fetch_sample "$url"
  [ "$sample_status" = 200 ] || die "$THEME_PATH answers $sample_status"
  fetch_zipped "$url"
  start_get_nginx "$THEME_PATH"
  tag=$(tag_of "$url")
  file_tag=$(tag_of "$nginx_url/file")
  for ((round = 1; round <= ROUNDS; round++)); do
    say "warm${prefix:+, all on the same cores}, round $round of $ROUNDS"
    load "${prefix}file" "$nginx_pid" "$nginx_url/file"
    load "${prefix}livery" "$livery_pid" "$url"
    load "${prefix}return" "$nginx_pid" "$nginx_url/return"
    load "${prefix}unchanged" "$livery_pid" "$url" -H "If-None-Match: $tag"
    load "${prefix}file-unchanged" "$nginx_pid" "$nginx_url/file" -H "If-None-Match: $file_tag"
    load "${prefix}zipped" "$livery_pid" "$url" -H 'Accept-Encoding: gzip'
    load "${prefix}file-zipped" "$nginx_pid" "$nginx_url/zipped" -H 'Accept-Encoding: gzip'
  done
}

measure_shared() {
  livery_env=(LIVERY_WORKERS="$nginx_workers" LIVERY_STATE="$stage/livery")
  start_livery --store memory:
  measure_warm shared-
  strike
  livery_env=(LIVERY_WORKERS=1 LIVERY_STATE="$stage/livery")
}

# ---------------------------------------------------------------- cold, and many different ones

# asked KIND STEP FIELD: from what `ask` printed, a line a round.
asked() { awk -v step="step=$2" -v field="$3" '$1 == step {
  for (i = 2; i <= NF; i++) if (split($i, pair, "=") == 2 && pair[1] == field) print pair[2] }' "$stage/asked.$1"; }

ask() { taskset -c "$LOAD_CORE" .build/bench/ask "$@"; }

measure_cold() {
  local round number=0 count=$((COLD_COUNT * ${#COLD_PATTERNS[@]}))
  for ((round = 1; round <= THEME_ROUNDS; round++)); do
    say "cold, round $round of $THEME_ROUNDS"
    ask series -p "$livery_port" -n "$count" -o $((100000000 + number)) "${COLD_PATTERNS[@]}" >>"$stage/asked.cold"
    ask series -p "$livery_port" -n "$count" -o $((200000000 + number)) -H 'Accept-Encoding: gzip' "${COLD_PATTERNS[@]}" \
      >>"$stage/asked.cold-zipped"
    number=$((number + count))
  done
}

private_mb() { calc "$(awk '/^Pss_Anon/ { print $2 }' "/proc/$livery_pid/smaps_rollup") * 1.024 / 1000" %.1f; }

# rendered: how many representations the server has rendered.
rendered() { curl -s "http://127.0.0.1:$livery_port/metrics" | awk '$1 == "livery_representations_rendered_total" { print $2 }'; }

# measure_flood: a fresh server, then all the different questions in two halves.
measure_flood() {
  local half=$((FLOOD_COUNT / 2)) before
  start_livery --store memory:
  flood_memory=("$(private_mb)")
  before=$(rendered)
  for first in 100000000 200000000; do
    say "$half different questions in a row"
    ask flood -p "$livery_port" -n $half -o $first -k $FLOOD_HOT "${COLD_PATTERNS[0]}" \
      "/v1/theme?userInterfaceStyle=light&displayScale=1#" /healthz >>"$stage/asked.flood"
    flood_memory+=("$(private_mb)")
  done
  # Each of the different ones was rendered, and each of the hot ones once; what is more was rendered again.
  flood_again=$(($(rendered) - before - 2 * half - FLOOD_HOT))
  strike
}

# ---------------------------------------------------------------- batches

# batch KIND: requests of a thousand nodes each, from two connections
batch() {
  local connections=2
  load "batch-$1" "$livery_pid" "http://127.0.0.1:$livery_port/v1/appearance" -s Benchmarks/batch.lua -- "$1"
}

measure_batches() {
  local round kind
  for ((round = 1; round <= ROUNDS; round++)); do
    say "batches, round $round of $ROUNDS"
    for kind in screen tree different; do batch $kind; done
  done
}

# nodes KIND: a second and core, by the server's CPU time
nodes() { column "batch-$1" 2 | median | awk '{ printf "%.0f", 1e9 / $1 }'; }

# ---------------------------------------------------------------- reading while a switch wakes

# measure_waking: questions at a steady rate while a crowd is parked; when nothing happens, and again and again
# from a switch to the last client's answer.
measure_waking() {
  local round paced urgent=()
  # Else the crowd of clients beside it on its core would make it late, and the server look slow.
  if chrt -f 1 true 2>/dev/null; then urgent=(chrt -f 1); fi
  for ((round = 1; round <= THEME_ROUNDS; round++)); do
    start_livery --store memory:
    say "questions while $WAKE_CLIENTS are woken, round $round of $THEME_ROUNDS"
    taskset -c "$LOAD_CORE" ${urgent[@]+"${urgent[@]}"} .build/bench/ask paced -p "$livery_port" -c 64 -r $WAKE_RATE "$THEME_PATH" \
      >"$stage/paced.$round" 2>"$stage/paced.errors" &
    paced=$!
    stage_pids+=("$paced")
    taskset -c "$LOAD_CORE" .build/bench/park -s livery -p "$livery_port" -i "$livery_pid" -t "$(two_themes)" -n "$WAKE_CLIENTS" \
      idle=2 $(repeat "$WAKE_TIMES" wake) idle=2 >"$stage/windows.$round"
    kill "$paced" && wait "$paced" || die "the questions were not all answered: $(cat "$stage/paced.errors")"
    strike
  done
}

# waking STEP ROUND: the p99 of the latencies of what was asked within the windows of that step.
waking() {
  awk -v step="step=$1" '
    function field(name, i, pair) { for (i = 2; i <= NF; i++) if (split($i, pair, "=") == 2 && pair[1] == name) return pair[2] }
    FNR == NR { if ($1 == step) { from[++windows] = field("start") + 0; to[windows] = field("end") + 0 } next }
    { for (i = 1; i <= windows; i++) if ($1 >= from[i] && $1 <= to[i]) { print $2; break } }' \
    "$stage/windows.$2" "$stage/paced.$2" | sort -g | awk '{ v[NR] = $1 } END { print v[int(NR * 0.99 + 0.999)] }'
}

# ---------------------------------------------------------------- all of it

bench_theme() {
  build_livery
  build_c cputime
  build_c park
  build_c ask
  need gzip gzip
  livery_env=(LIVERY_WORKERS=1 LIVERY_STATE="$stage/livery")
  start_livery --store memory:
  measure_warm
  measure_batches
  measure_cold
  strike
  share_cores measure_shared
  measure_flood
  measure_waking
  theme_report | report theme 'The resolved theme'
  say_missed
}

# warm_table PREFIX: the rows of all that is warm.
warm_table() {
  get_rows_of "$1livery" "$1file" "$1return"
  get_rows_of "$1unchanged" "$1file-unchanged"
  get_rows_of "$1zipped" "$1file-zipped"
}

theme_report() {
  declare -A title=([livery]='livery' [file]='nginx, file' [return]='nginx, `return 200`' [unchanged]='livery, 304'
    [file-unchanged]='nginx, 304' [zipped]='livery, gzip' [file-zipped]='nginx, `gzip_static`')
  local name
  for name in "${!title[@]}"; do title[shared-$name]=${title[$name]}; done
  local kind round
  cat <<TEXT
\`GET $THEME_PATH\`: $(wc -c <"$stage/body") bytes ($(wc -c <"$stage/zipped.gz") compressed) and $(wc -l <"$stage/headers") headers of its own, $GET_CONNECTIONS keep-alive
connections, one worker on one core, the load on another; $ROUNDS rounds of ${SECONDS_EACH} s each, the servers taking turns. Medians; ratios are taken
within a round, then their median.

| server | requests/s | CPU µs per request | livery ÷ it, requests/s | livery ÷ it, CPU | p99 ms |
|---|---:|---:|---:|---:|---:|
TEXT
  warm_table ''
  cat <<TEXT

The same as on a small machine: the servers have a worker for each of the $(nproc) cores, and the load is on the same ones.

| server | requests/s | CPU µs per request | livery ÷ it, requests/s | livery ÷ it, CPU | p99 ms |
|---|---:|---:|---:|---:|---:|
TEXT
  warm_table shared-
  cat <<TEXT

Questions that nobody asked before, one after another on one connection: themes in four forms and looks.

| | median ms | p99 ms | worst ms |
|---|---:|---:|---:|
TEXT
  for kind in cold cold-zipped; do
    printf '| %s | %.3f | %.3f | %.2f |\n' "$([ $kind = cold ] && echo cold || echo 'cold, compressed')" \
      "$(asked $kind series median | median)" "$(asked $kind series p99 | median)" "$(asked $kind series worst | median)"
  done
  cat <<TEXT

$(many "$FLOOD_COUNT") different questions in a row, and $FLOOD_HOT others asked again and again before, among and after them. Private memory: ${flood_memory[0]} MB
before, ${flood_memory[1]} MB after the first half, ${flood_memory[2]} MB after the second.

| first and second half | median ms | p99 ms |
|---|---:|---:|
TEXT
  for kind in before-hot before-plain among-cold among-hot after-hot after-plain; do
    printf '| %s | %s | %s |\n' "$(flood_word $kind)" "$(asked flood $kind median | each %.4f)" "$(asked flood $kind p99 | each %.3f)"
  done
  cat <<TEXT

\`POST /v1/appearance\` with 1 000 nodes, from two connections.

| nodes | requests/s | CPU ms per request | nodes a second and core |
|---|---:|---:|---:|
TEXT
  for kind in screen tree different; do
    printf '| %s | %.0f | %.2f | %s |\n' "$(batch_word $kind)" "$(column batch-$kind 1 | median)" \
      "$(calc "$(column batch-$kind 2 | median) / 1000")" "$(many "$(nodes $kind)")"
  done
  cat <<TEXT

$(many $WAKE_RATE) questions a second at a steady pace, all the warm one, while $(many "$WAKE_CLIENTS") clients are parked on the same worker: when nothing happens, and in the
windows from a switch to the last client's answer, $WAKE_TIMES in each of $THEME_ROUNDS rounds.

| round | quiet p99 ms | p99 ms while they are woken | a window, ms |
|---|---:|---:|---:|
TEXT
  for ((round = 1; round <= THEME_ROUNDS; round++)); do
    printf '| %s | %.2f | %.2f | %.0f |\n' "$round" "$(waking idle $round)" "$(waking wake $round)" "$(window $round)"
  done
  printf '\n| target | measured | asked | |\n|---|---|---|---|\n'
  theme_verdicts
}

theme_verdicts() {
  peer_verdicts
  verdict "304: CPU per request ÷ nginx's 304" "$(ratio unchanged file-unchanged 2)" at-most 0.85
  verdict "gzip: requests/s ÷ nginx's compressed file" "$(ratio zipped file-zipped 1)" at-least 1.2
  verdict "gzip: CPU per request ÷ nginx's compressed file" "$(ratio zipped file-zipped 2)" at-most 0.85
  verdict 'cold, p99' "$(asked cold series p99 | median | each %.3f)" at-most 1 ms
  verdict 'cold and compressed, p99' "$(asked cold-zipped series p99 | median | each %.3f)" at-most 1 ms
  verdict 'nodes a second and core, a screen' "$(nodes screen)" at-least 300000
  verdict 'nodes a second and core, a tree' "$(nodes tree)" at-least 300000
  verdict "private memory after $(many "$FLOOD_COUNT") different questions, by what may be kept" \
    "$(calc "${flood_memory[2]} / $FLOOD_KEPT_MB")" at-most 1.25
  verdict 'hot ones that had to be rendered again' "$flood_again" at-most 0
  verdict 'hot ones after the flood ÷ before, each by the plain ones beside, median' \
    "$(calc "$(hot_by_plain after | tail -1) / $(hot_by_plain before | head -1)")" at-most 1.2
  verdict "p99 while $(many "$WAKE_CLIENTS") are woken ÷ quiet p99" "$(waking_ratio)" at-most 3
}

# each FORMAT: lines of numbers as one, with commas
each() { awk -v format="$1" '{ printf (NR > 1 ? ", " : "") format, $1 }'; }

# hot_by_plain before|after: what a hot one takes by what a plain one does, a line a half.
hot_by_plain() {
  paste <(asked flood "$1-hot" median) <(asked flood "$1-plain" median) | awk '{ print $1 / $2 }'
}

flood_word() {
  case $1 in
    before-hot) echo 'the hot ones, before' ;;
    before-plain | after-plain) echo '`/healthz` beside them' ;;
    among-cold) echo 'the different ones' ;;
    among-hot) echo 'the hot ones, among them' ;;
    after-hot) echo 'the hot ones, after' ;;
  esac
}

batch_word() {
  case $1 in
    screen) echo 'a list of rows, each view with its path' ;;
    tree) echo 'the same as a tree' ;;
    different) echo 'no two in the same place' ;;
  esac
}

# window ROUND: how long the wake-ups of that round took.
window() {
  awk '$1 == "step=wake" { for (i = 2; i <= NF; i++) if (split($i, pair, "=") == 2 && pair[1] == "last") print pair[2] }' \
    "$stage/windows.$1" | median
}

# waking_ratio: between the two p99 of a round, the median over the rounds.
waking_ratio() {
  local round
  for ((round = 1; round <= THEME_ROUNDS; round++)); do
    calc "$(waking wake $round) / $(waking idle $round)" '%.4f\n'
  done | median | each %.2f
}

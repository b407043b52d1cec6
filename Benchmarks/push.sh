# Measures the way from a durable switch to the last client's hands, beside nginx with nchan and beside the disk itself.

. Benchmarks/get.sh
. Benchmarks/park.sh
PUSH_CLIENTS=${PUSH_CLIENTS:-1000 10000 19000}
PUSH_FEW=${PUSH_CLIENTS%% *}
PUSH_CROWDS="8 64"
PUSH_ENTRIES=1000000

# fresh_state: an empty folder on the project's disk, and the store in it.
fresh_state() {
  rm -rf "$stage/state"
  mkdir "$stage/state"
  state=$stage/state/livery.sqlite
}

# revision: of the newest change
revision() { curl -sf "http://127.0.0.1:$livery_port/metrics" | awk '$1 == "livery_revision" { print $2 }'; }

# switches WRITERS: so many at a time, each in a channel of its own → a line "rate p99-ms" in their figures. The rate is
# that of the log's entries: a switch that changed nothing would not count.
switches() {
  local out before
  before=$(revision)
  out=$(taskset -c "$LOAD_CORE" wrk -t1 -c"$1" -d"${SECONDS_EACH}s" --latency -s Benchmarks/switch.lua \
    "http://127.0.0.1:$livery_port/v1/active" -- $(two_themes | tr , ' ') "$1")
  if grep -qE 'Non-2xx|Socket errors' <<<"$out"; then
    printf '%s\n' "$out" >&2
    die "a switch was refused; nothing was measured"
  fi
  awk -v entries=$(($(revision) - before)) '
    /requests in/ { time = $4 + 0 } / 99%/ { p99 = $2 ~ /us$/ ? $2 / 1000 : $2 ~ /ms$/ ? $2 + 0 : $2 * 1000 }
    END { printf "%d %.2f\n", entries / time, p99 }' <<<"$out" >>"$stage/figures.switches-$1"
}

# wal_bytes_per_switch: what one switch adds to the write-ahead log.
wal_bytes_per_switch() {
  local before after i theme
  before=$(stat -c %s "$state-wal")
  for i in 1 2 3 4 5; do
    for theme in $(two_themes | tr , ' '); do
      curl -sf -o /dev/null -H 'Content-Type: application/json' -d "{\"theme\":\"$theme\"}" \
        "http://127.0.0.1:$livery_port/v1/active" || die "a switch to $theme was refused"
    done
  done
  after=$(stat -c %s "$state-wal")
  echo $(((after - before) / 10))
}

measure_switches() {
  local round mode writers
  fresh_state
  start_livery --store "sqlite:$state" --keep-changes 10000000
  switch_bytes=$(wal_bytes_per_switch)
  for ((round = 1; round <= ROUNDS; round++)); do
    say "durable switches, round $round of $ROUNDS"
    switches 1
    for mode in append again; do
      .build/bench/fsync "$stage/state" "$switch_bytes" "$SECONDS_EACH" "$mode" >>"$stage/figures.$mode"
    done
    for writers in $PUSH_CROWDS; do switches "$writers"; done
  done
  strike
}

# fill_log: as many more entries as it shall hold.
fill_log() {
  say "filling the log"
  "$fill_log" "$state" $PUSH_ENTRIES $(two_themes | tr , " ") >&2
}

# measure_long_log: start-up and memory with an empty log, and with a million entries.
measure_long_log() {
  local kind begin
  fresh_state
  start_livery --store "sqlite:$state" --keep-changes 10000000
  curl -sf -o /dev/null -H 'Content-Type: application/json' -d "{\"theme\":\"$(two_themes | cut -d, -f1)\"}" \
    "http://127.0.0.1:$livery_port/v1/active"
  strike
  for kind in short long; do
    [ "$kind" = short ] || fill_log
    begin=$(date +%s%N)
    start_livery --store "sqlite:$state" --keep-changes 10000000
    eval "start_$kind=$(calc "($(date +%s%N) - $begin) / 1e6" %.0f)"
    eval "memory_$kind=$(calc "$(awk '/^Pss_Anon/ { print $2 }' /proc/$livery_pid/smaps_rollup) * 1.024 / 1000" %.1f)"
    strike
  done
}

push_play() {
  fresh_state
  play "$1" "sqlite:$state" "$clients" "$round" $(repeat "$PARK_POLLS" wake)
}

bench_push() {
  build_livery
  build_c cputime
  build_c park
  build_c fsync
  fill_log=$(Scripts/build-release FillLog)
  need sqlite3 sqlite3
  livery_env=(LIVERY_WORKERS=1 LIVERY_STATE="$stage/livery")
  PARK_CLIENTS=$PUSH_CLIENTS
  local round clients server
  for ((round = 1; round <= PARK_ROUNDS; round++)); do
    for clients in $PARK_CLIENTS; do
      for server in livery nchan; do push_play "$server"; done
    done
    clients=$PUSH_FEW
    push_play livery-wide
  done
  measure_switches
  measure_long_log
  push_report | report push 'Durable switches, pushed'
  say_missed
}

# switches_row WRITERS
switches_row() {
  local word="$1 at a time"
  [ "$1" != 1 ] || word='one after another'
  printf '| %s | %.0f | %.2f |\n' "$word" "$(column "switches-$1" 1 | median)" "$(column "switches-$1" 2 | median)"
}

# crowd_ratio: 64 writers beside one, the median over the rounds.
crowd_ratio() { ratio "switches-${PUSH_CROWDS##* }" switches-1 1; }

push_report() {
  local clients writers
  cat <<TEXT
From \`POST /v1/active\` on the store \`sqlite:\`, through commit and fsync, to the answer of \`GET /v1/changes\` in the last client's hands; nchan keeps
nothing on disk. One worker on one core, the clients on another; $PARK_POLLS polls on the same connections, $PARK_ROUNDS rounds; medians.

TEXT
  wake_table livery nchan
  printf '\nThe same as it is run: as many workers as cores, all of them shared with the clients.\n\n'
  PARK_CLIENTS=$PUSH_FEW wake_table livery-wide
  cat <<TEXT

| durable switches | a second | p99 ms |
|---|---:|---:|
$(for writers in 1 $PUSH_CROWDS; do switches_row "$writers"; done)
| the disk alone, $switch_bytes bytes and fdatasync, file growing | $(median <"$stage/figures.append") | |
| the disk alone, the same over blocks that are there | $(median <"$stage/figures.again") | |

| log | start to first answer, ms | private memory, MB |
|---|---:|---:|
| one entry | $start_short | $memory_short |
| $(many $PUSH_ENTRIES) entries | $start_long | $memory_long |

| target | measured | asked | |
|---|---|---|---|
TEXT
  verdict "publish to client, $(many "$PUSH_FEW") parked, p99, one worker" \
    "$(over_rounds livery "$PUSH_FEW" p99 | awk '{ printf "%.1f", $1 }')" at-most 10 ms
  verdict 'the same with a worker on each core' \
    "$(over_rounds livery-wide "$PUSH_FEW" p99 | awk '{ printf "%.1f", $1 }')" at-most 10 ms
  for clients in $PARK_CLIENTS; do
    [ "$clients" -ge 10000 ] || continue
    verdict "last of $(many "$clients") answered ÷ nchan's last" "$(beside livery nchan "$clients" last)" at-most 1
  done
  verdict "durable switches, ${PUSH_CROWDS##* } at a time ÷ one after another" "$(crowd_ratio)" at-least 2
  verdict "start with $(many $PUSH_ENTRIES) entries" "$start_long" at-most 1000 ms
  verdict "private memory with $(many $PUSH_ENTRIES) entries" "$memory_long" at-most 32 MB
}

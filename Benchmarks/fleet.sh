# Measures several servers with one log in PostgreSQL: durable switches beside pgbench on one locked row of the same
# database, the way of a change to a client parked elsewhere, the gap when the primary is killed, memory.

FLEET_NOTICES=${FLEET_NOTICES:-300}
FLEET_KILLS=${FLEET_KILLS:-3}
FLEET_WRITERS="1 8 64"

# fleet_engine FLAGS…: a PostgreSQL of the run's own → fleet_primary, fleet_hosts; orders to it go to descriptor 9
fleet_engine() {
  rm -f "$stage/orders" "$stage/engine"
  mkfifo "$stage/orders"
  Scripts/engine "$@" <"$stage/orders" >"$stage/engine" 2>&1 &
  fleet_engine_pid=$!
  exec 9>"$stage/orders"
  for _ in {1..600}; do
    if grep -qs '^ready$' "$stage/engine"; then break; fi
    sleep 0.1
  done
  fleet_primary=$(sed -n 's/^primary //p' "$stage/engine")
  [ -n "$fleet_primary" ] || die "PostgreSQL does not start: $(cat "$stage/engine")"
  local standby
  standby=$(sed -n 's/^standby //p' "$stage/engine")
  fleet_hosts=${fleet_primary//\//%2F}${standby:+,${standby//\//%2F}}
}

fleet_order() {
  local before
  before=$(grep -c '^done$' "$stage/engine" || true)
  printf '%s\n' "$1" >&9
  until [ "$(grep -c '^done$' "$stage/engine" || true)" -gt "$before" ]; do
    kill -0 "$fleet_engine_pid" 2>/dev/null || die "the database ended: $(cat "$stage/engine")"
    sleep 0.01
  done
}

# fleet_start: three servers on it → fleet_servers
fleet_start() {
  local number
  fleet_servers=()
  for number in 1 2 3; do
    livery_env=("LIVERY_STORE=postgres://livery@$fleet_hosts/postgres")
    start_livery --state "$stage/state-$number" 9>&-
    fleet_servers+=("127.0.0.1:$livery_port")
  done
  livery_env=()
}

fleet_end() {
  strike
  exec 9>&-
  wait "$fleet_engine_pid" || true
  rm -rf "$stage"/state-*
}

fleet_revision() { curl -sf "http://${fleet_servers[0]}/metrics" | awk '$1 == "livery_revision" { print $2 }'; }

# fleet_switches WRITERS: so many at a time, shared out among the three → changes a second. The first server has heard
# of all of them a second after the last.
fleet_switches() {
  local number share before loads=()
  before=$(fleet_revision)
  for number in 0 1 2; do
    share=$((($1 + 2 - number) / 3))
    [ "$share" -gt 0 ] || continue
    wrk -t1 -c"$share" -d"${SECONDS_EACH}s" -s Benchmarks/switch.lua "http://${fleet_servers[number]}/v1/active" -- \
      night default "$share" "server-$number" >"$stage/wrk-$number" 9>&- &
    loads+=($!)
  done
  wait "${loads[@]}"
  if grep -lqE 'Non-2xx|Socket errors' "$stage"/wrk-?; then die "a switch was refused: $(cat "$stage"/wrk-?)"; fi
  rm -f "$stage"/wrk-?
  sleep 1.2
  calc "($(fleet_revision) - $before) / $SECONDS_EACH" "%.0f\n"
}

# fleet_pgbench CONNECTIONS: transactions a second, each of which locks the one row of a table, counts it up, commits.
# A second more than the switches get, since it begins to count before it has connected.
fleet_pgbench() {
  pgbench -h "$fleet_primary" -U livery -n -c "$1" -T $((SECONDS_EACH + 1)) -f "$stage/count.sql" postgres \
    >"$stage/pgbench.out" 2>&1 || die "pgbench failed: $(cat "$stage/pgbench.out")"
  awk '/^tps/ { printf "%.0f\n", $3; told = 1 } END { exit !told }' "$stage/pgbench.out" ||
    die "pgbench measured nothing: $(cat "$stage/pgbench.out")"
}

fleet_memory() {
  local kilobytes store
  # Of its own, and as empty as the file.
  psql -h "$fleet_primary" -U livery -d postgres -qX -c 'CREATE DATABASE memory'
  for store in sqlite: "postgres://livery@$fleet_hosts/memory"; do
    livery_env=("LIVERY_STORE=$store")
    start_livery --state "$stage/state-memory-${store%%:*}" 9>&-
    curl -sf -o /dev/null -d theme=night "http://127.0.0.1:$livery_port/v1/active"
    sleep 2
    # No pages of files: the program's own are shared, by how many of them differs from moment to moment.
    kilobytes=$(awk '/^Pss_Anon/ { print $2 }' "/proc/$livery_pid/smaps_rollup")
    printf '%s\n' "$kilobytes" >"$stage/memory-${store%%:*}"
  done
  livery_env=()
}

fleet_gap() {
  local pid
  mkfifo "$stage/killed"
  python3 Benchmarks/fleet.py gap "${fleet_servers[0]}" "${fleet_servers[1]}" <"$stage/killed" >>"$stage/figures.gap" 9>&- &
  pid=$!
  exec 8>"$stage/killed"
  sleep 2
  printf 'killed\n' >&8
  fleet_order kill
  fleet_order promote
  wait "$pid"
  exec 8>&-
  rm -f "$stage/killed"
}

bench_fleet() {
  local round writers notices
  # Servers, database and load share the machine: none of them has a core of its own.
  SERVER_CORE=$SERVER_CORE,$LOAD_CORE
  Scripts/set-up postgresql python3
  build_livery
  fleet_engine
  psql -h "$fleet_primary" -U livery -d postgres -qX -c 'CREATE TABLE counter (id int PRIMARY KEY, n bigint)' \
    -c 'INSERT INTO counter VALUES (1, 0)' -c 'ALTER TABLE counter SET (fillfactor = 10)'
  printf 'BEGIN;\nSELECT n FROM counter WHERE id = 1 FOR UPDATE;\nUPDATE counter SET n = n + 1 WHERE id = 1;\nCOMMIT;\n' \
    >"$stage/count.sql"
  fleet_start
  for ((round = 1; round <= ROUNDS; round++)); do
    say "switches at three servers, round $round of $ROUNDS"
    for writers in $FLEET_WRITERS; do
      fleet_switches "$writers" >>"$stage/figures.fleet-$writers"
      fleet_pgbench "$writers" >>"$stage/figures.pgbench-$writers"
    done
  done
  say "the way to a client parked elsewhere"
  notices=$(python3 Benchmarks/fleet.py notice "$FLEET_NOTICES" "${fleet_servers[0]}" "${fleet_servers[1]}")
  strike
  say "memory"
  fleet_memory
  fleet_end
  for ((round = 1; round <= FLEET_KILLS; round++)); do
    say "the primary is killed, $round of $FLEET_KILLS"
    fleet_engine --standby sync
    fleet_start
    fleet_gap
    fleet_end
  done
  fleet_report $notices | report fleet 'Several servers, one log'
  say_missed
}

# fleet_ratio WRITERS: the median over the rounds of switches beside transactions.
fleet_ratio() { paste "$stage/figures.fleet-$1" "$stage/figures.pgbench-$1" | awk '{ print $1 / $2 }' | median; }

fleet_row() {
  printf '| %s | %s | %s | %s |\n' "$1" "$(median <"$stage/figures.fleet-$1")" \
    "$(median <"$stage/figures.pgbench-$1")" "$(calc "$(fleet_ratio "$1")")"
}

# fleet_report P50 P99
fleet_report() {
  local more
  more=$(calc "($(cat "$stage/memory-postgres") - $(cat "$stage/memory-sqlite")) * 1.024 / 1000" %.1f)
  cat <<TEXT
PostgreSQL $(pgbench --version | awk '{ print $3 }') with its defaults, three servers, and the load on the same cores

| writers | switches a second, over HTTP | pgbench on one locked row, as many connections | ÷ |
|---|---|---|---|
$(for writers in $FLEET_WRITERS; do fleet_row "$writers"; done)

| | | | |
|---|---|---|---|
$(verdict '1 writer ÷ pgbench' "$(calc "$(fleet_ratio 1)")" at-least 0.35)
$(verdict '8 writers ÷ pgbench' "$(calc "$(fleet_ratio 8)")" at-least 0.8)
$(verdict '64 writers ÷ pgbench' "$(calc "$(fleet_ratio 64)")" at-least 3)
$(verdict 'from the acknowledgement to a client parked elsewhere, median' "$1" at-most 10 ms)
$(verdict 'the same, 99th percentile' "$2" at-most 50 ms)
$(verdict 'nothing acknowledged around a killed primary and its promotion' "$(sort -g "$stage/figures.gap" | tail -n 1)" at-most 2 s)
$(verdict 'memory beside SQLite' "$more" at-most 2 MB)
TEXT
}

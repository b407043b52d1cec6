# Measures how a crowd behind the documented nginx hears of switches, beside as many clients that the server holds itself.

CROWD_CLIENTS=${CROWD_CLIENTS:-15000}
CROWD_SWITCHES=${CROWD_SWITCHES:-15}

# start_proxy: the block of docs/operating.md with its cache, over TCP without TLS → proxy_port
start_proxy() {
  local server
  server=$(sed -n '/^```nginx nginx.conf$/,/^```$/p' docs/operating.md | sed '1d;$d' | sed "
    s,listen 443 ssl http2;,listen 127.0.0.1:$proxy_port backlog=4096;,
    /ssl_certificate/d
    s,127.0.0.1:8080,127.0.0.1:$livery_port,
    s,/var/lib/nginx/livery,$stage/cache,")
  start_nginx proxy "$server"
  await proxy "http://127.0.0.1:$proxy_port/themes/healthz"
}

# restart_proxy: with an empty cache; the program that waits for it goes on.
restart_proxy() {
  kill "$nginx_pid"
  while kill -0 "$nginx_pid" 2>/dev/null; do sleep 0.05; done
  rm -rf "$stage/cache"
  start_proxy
  touch "$stage/up"
}

crowd_figure() { figure crowd "$CROWD_CLIENTS" 1 "$@"; }

bench_crowd() {
  . Benchmarks/park.sh
  build_livery
  build_c cputime
  build_c park
  build_c crowd
  # Clients, proxy and server share all cores.
  SERVER_CORE=0-$(($(nproc) - 1))
  LOAD_CORE=$SERVER_CORE
  livery_env=(LIVERY_STATE="$stage/livery")
  play livery memory: "$CROWD_CLIENTS" 1 $(repeat "$CROWD_SWITCHES" wake)
  proxy_port=$(free_port)
  # As in Debian's nginx.conf, where worker_processes is auto.
  nginx_workers=$(nproc)
  livery_env+=(LIVERY_CROWD_SLOT=20 LIVERY_CACHE_MAX_AGE=1 LIVERY_CACHE_STALE_IF_ERROR=600 LIVERY_PUBLIC_URL="http://127.0.0.1:$proxy_port/themes")
  start_livery --store memory:
  start_proxy
  say "crowd, $CROWD_CLIENTS clients"
  trap restart_proxy USR1
  RESTART="rm -f $stage/up; kill -USR1 $$; until [ -e $stage/up ]; do sleep 0.1; done" \
    .build/bench/crowd -p "$proxy_port" -u "$livery_port" -i "$livery_pid" -n "$CROWD_CLIENTS" -t "$(two_themes)" \
    "switch=$CROWD_SWITCHES" back=3 restart >"$stage/play.crowd.$CROWD_CLIENTS.1" &
  local program=$!
  # A signal ends one wait.
  while kill -0 "$program" 2>/dev/null; do wait "$program" || true; done
  trap - USR1
  cat "$stage/play.crowd.$CROWD_CLIENTS.1" >&2
  [ -n "$(crowd_figure end held)" ] || die "the crowd did not come to its end"
  crowd_report | report crowd 'A crowd behind nginx'
  say_missed
}

crowd_report() {
  local direct through
  direct=$(figure livery "$CROWD_CLIENTS" 1 wake p99 | median)
  through=$(crowd_figure switch p99 | median)
  cat <<TEXT
$(many "$CROWD_CLIENTS") clients of one style sheet follow \`Livery-Next\` through the nginx of docs/operating.md, over TCP without TLS, with a
worker of nginx for each core; a switch every two seconds, $CROWD_SWITCHES times. Beside it, as many clients wait at the server itself
(\`/v1/changes\`). Everything shares all cores; medians of the switches.

| | first ms | median ms | p99 ms | last ms |
|---|---:|---:|---:|---:|
| at the server itself | $(figure livery "$CROWD_CLIENTS" 1 wake first | median) | $(figure livery "$CROWD_CLIENTS" 1 wake median | median) | $direct | $(figure livery "$CROWD_CLIENTS" 1 wake last | median) |
| through nginx | $(crowd_figure switch first | median) | $(crowd_figure switch median | median) | $through | $(crowd_figure switch last | median) |
| while nginx is stopped, emptied and started | $(crowd_figure restart first) | $(crowd_figure restart median) | $(crowd_figure restart p99) | $(crowd_figure restart last) |

Each client has each last theme, also after three switches that were taken back at once.

| target | measured | asked | |
|---|---|---|---|
TEXT
  verdict 'requests that the server holds' "$(crowd_figure end held)" at-most 2
  verdict 'p99 from the switch to the last byte' "$through" at-most "$(calc "(2 * $direct > $direct + 600 ? 2 * $direct : $direct + 600)")" ms
  verdict 'memory of the server above idle' "$(calc "$(crowd_figure end grown) / 1e6")" at-most 2 MB
}

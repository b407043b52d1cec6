# Measures how clients are held, woken and let go, beside nginx with nchan.

PARK_CLIENTS=${PARK_CLIENTS:-1000 5000 10000 19000}
PARK_POLLS=${PARK_POLLS:-4}
PARK_ROUNDS=${PARK_ROUNDS:-3}
# What nginx needs less memory with, at no cost for such small requests.
NCHAN_TUNED='client_header_buffer_size 512; request_pool_size 512; connection_pool_size 256;'

# two_themes: the one to switch to first, then the one active at the start.
two_themes() {
  local file name
  for file in Config/themes/*.json; do
    name=$(basename "$file" .json)
    [[ $name = default || $name = *.* ]] || { echo "$name,default" && return; }
  done
  die "Config/themes needs a theme beside default.json"
}

start_nchan() {
  local port
  port=$(free_port)
  start_nginx "$1" "
  nchan_shared_memory_size 128M;
  server {
    listen 127.0.0.1:$port backlog=4096;
    ${2:-}
    location = /publish { nchan_publisher; nchan_channel_id theme; nchan_message_buffer_length 10; }
    location = /subscribe {
      nchan_subscriber longpoll;
      nchan_channel_id theme;
      nchan_subscriber_first_message newest;
      nchan_subscriber_timeout 0;
    }
  }" 'load_module /usr/lib/nginx/modules/ngx_nchan_module.so;'
  nchan_port=$port
  await "$1" "http://127.0.0.1:$port/publish"
}

# play SERVER STORE CLIENTS ROUND STEPS…: a fresh server, its clients, the figures into a file. Where the server's name
# ends in -wide it has as many workers as there are cores, and nothing is pinned.
play() {
  local server=$1 store=$2 clients=$3 file=$stage/play.$1.$3.$4 arguments
  shift 4
  if [[ $server = *-wide ]]; then
    local SERVER_CORE LOAD_CORE livery_env=(LIVERY_STATE="$stage/livery")
    SERVER_CORE=0-$(($(nproc) - 1))
    LOAD_CORE=$SERVER_CORE
  fi
  case ${server%-wide} in
    livery)
      start_livery --store "$store"
      arguments=(-s livery -p "$livery_port" -i "$livery_pid" -t "$(two_themes)")
      ;;
    nchan | tuned)
      if [ "$server" = tuned ]; then start_nchan "$server" "$NCHAN_TUNED"; else start_nchan "$server"; fi
      arguments=(-s nchan -p "$nchan_port" -i "$(family "$nginx_pid" | tr ' ' ,)")
      ;;
  esac
  say "$server, $clients clients: $*"
  taskset -c "$LOAD_CORE" .build/bench/park "${arguments[@]}" -n "$clients" "$@" | tee "$file" >&2
  strike
}

# figure SERVER CLIENTS ROUND STEP FIELD: its values in that run, a line each.
figure() {
  awk -v step="step=$4" -v field="$5" '$1 == step {
    for (i = 2; i <= NF; i++) if (split($i, pair, "=") == 2 && pair[1] == field) print pair[2] }' "$stage/play.$1.$2.$3"
}

# over_rounds SERVER CLIENTS FIELD: the median over rounds of each round's median.
over_rounds() {
  local round
  for ((round = 1; round <= PARK_ROUNDS; round++)); do figure "$1" "$2" "$round" wake "$3" | median; done | median
}

# beside SERVER OTHER CLIENTS FIELD: the median ratio between the two, each taken within its round.
beside() {
  local round
  for ((round = 1; round <= PARK_ROUNDS; round++)); do
    calc "$(figure "$1" "$3" "$round" wake "$4" | median) / $(figure "$2" "$3" "$round" wake "$4" | median)" '%.4f\n'
  done | median | awk '{ printf "%.2f", $1 }'
}

# memory SERVER CLIENTS head|tail: KB for each client at the first poll, or after the last.
memory() { calc "$(figure "$1" "$2" 1 wake bytes | $3 -1) / 1000" %.1f; }

many() { sed ':a; s/\B[0-9]\{3\}\>/ &/; ta' <<<"$1"; }

# wake_table SERVERS…: how they woke their clients, the first beside each.
wake_table() {
  local clients server base=$1
  declare -A title=([livery]=livery [nchan]='nginx + nchan' [tuned]='nginx + nchan, tuned'
    [livery-wide]=livery)
  echo '| clients | server | acknowledged ms | first ms | median ms | p99 ms | last ms | livery ÷ it, last | CPU µs per client | KB per client, first poll | after several polls |'
  echo '|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|'
  for clients in $PARK_CLIENTS; do
    for server in "$@"; do
      printf '| %s | %s | %.2f | %.2f | %.1f | %.1f | %.1f | %s | %.1f | %s | %s |\n' "$(many "$clients")" "${title[$server]}" \
        "$(over_rounds "$server" "$clients" acknowledged)" "$(over_rounds "$server" "$clients" first)" "$(over_rounds "$server" "$clients" median)" \
        "$(over_rounds "$server" "$clients" p99)" "$(over_rounds "$server" "$clients" last)" \
        "$(beside "$base" "$server" "$clients" last)" "$(over_rounds "$server" "$clients" cpu_us)" \
        "$(memory "$server" "$clients" head)" "$(memory "$server" "$clients" tail)"
    done
  done
}

repeat() { for ((i = 0; i < $1; i++)); do echo "$2"; done; }

bench_park() {
  build_livery
  build_c cputime
  build_c park
  livery_env=(LIVERY_WORKERS=1 LIVERY_STATE="$stage/livery")
  local round clients server most=${PARK_CLIENTS##* } extra
  for ((round = 1; round <= PARK_ROUNDS; round++)); do
    for clients in $PARK_CLIENTS; do
      for server in livery nchan tuned; do
        extra=
        if [ "$round" = 1 ] && [ "$clients" = "$most" ] && [ "$server" != tuned ]; then
          extra="idle=10 drop=1 back drop=1000 back drop=$clients back"
        fi
        play "$server" memory: "$clients" "$round" $(repeat "$PARK_POLLS" wake) $extra
      done
    done
  done
  park_report "$most" | report park 'Parked clients'
  say_missed
}

park_report() {
  local most=$1 clients server field
  cat <<TEXT
Long-polls held and answered: \`GET /v1/changes?since=…&wait=55\` and \`POST /v1/active\` with the store \`memory:\`, beside nchan's long-poll and publish.
One worker on one core, the clients on another; $PARK_POLLS polls on the same connections, $PARK_ROUNDS rounds, a fresh server each; medians.
Tuned is \`$NCHAN_TUNED\`

TEXT
  wake_table livery nchan tuned
  printf '\nWith %s parked:\n\n| | livery | nginx + nchan |\n|---|---:|---:|\n' "$(many "$most")"
  row() { printf '| %s | %s | %s |\n' "$1" "$(figure livery "$most" 1 "$2" "$3" | sed -n "$4p")" "$(figure nchan "$most" 1 "$2" "$3" | sed -n "$4p")"; }
  row 'idle, % of a core' idle percent 1
  row 'idle, µs per second and client' idle us_per_second_and_client 1
  row 'one client leaves: noticed after, ms' drop noticed 1
  row '1 000 leave: noticed after the last one, ms' drop noticed 2
  row 'all leave: noticed after the last one, ms' drop noticed 3
  row 'all are back and parked after, ms' back took 4
  printf '\n| target | measured | asked | |\n|---|---|---|---|\n'
  for clients in $PARK_CLIENTS; do
    [ "$clients" -ge 10000 ] || continue
    verdict "memory for each of $(many "$clients"), after several polls" "$(memory livery "$clients" tail)" at-most 7 KB
    verdict "last of $(many "$clients") answered ÷ nchan's last" "$(beside livery nchan "$clients" last)" at-most 1
  done
  verdict 'idle' "$(figure livery "$most" 1 idle percent)" at-most 2 '% of a core'
  verdict 'idle, per second and client' "$(figure livery "$most" 1 idle us_per_second_and_client)" at-most 1 µs
  verdict 'a client that leaves is gone within' "$(figure livery "$most" 1 drop noticed | sed -n 1p)" at-most 100 ms
  verdict '1 000 that leave at once are gone within' "$(figure livery "$most" 1 drop noticed | sed -n 2p)" at-most 100 ms
  verdict 'all dropped at once, parked again within' "$(figure livery "$most" 1 back took | sed -n 4p)" at-most 5000 ms
  local few=${PARK_CLIENTS%% *}
  printf '\nCPU for each client woken, %s against %s: %s times.\n' "$(many "$most")" "$(many "$few")" \
    "$(calc "$(over_rounds livery "$most" cpu_us) / $(over_rounds livery "$few" cpu_us)")"
}

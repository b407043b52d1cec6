# Measures a small GET over keep-alive connections, beside nginx and beside bare libmicrohttpd: each server alone on one core,
# then all cores shared by the server and the load.

GET_CONNECTIONS=64

# fetch_sample URL [CURL FLAGS]: the reply's body and its own headers, which the peers then send too.
fetch_sample() {
  local url=$1
  shift
  curl -s -o "$stage/body" -D "$stage/head" "$@" "$url"
  sample_status=$(awk 'NR == 1 { print $2 }' "$stage/head")
  tr -d '\r' <"$stage/head" |
    grep -iE '^[a-z-]+:' | grep -viE '^(date|connection|content-length|keep-alive|transfer-encoding|server):' >"$stage/headers" || true
}

# nginx_headers: the sample's headers as nginx directives; the type and validators it sets itself for files.
nginx_headers() {
  grep -viE '^(content-type|etag|last-modified|content-encoding):' "$stage/headers" |
    sed -E 's/^([^:]+): *(.*)$/add_header \1 "\2" always;/; s/\$/${dollar}/g' | sed 's/""/"\\""/'
}

# load NAME PID URL [WRK FLAGS]: one measurement → a line "requests-a-second CPU-µs p99-ms" in NAME's figures.
load() {
  local name=$1 pid=$2 url=$3 before after out
  shift 3
  before=$(cpu "$pid")
  out=$(taskset -c "$LOAD_CORE" wrk -t"${load_threads:-1}" -c"${connections:-$GET_CONNECTIONS}" -d"${SECONDS_EACH}s" --latency "$url" "$@")
  after=$(cpu "$pid")
  if grep -qE 'Non-2xx|Socket errors' <<<"$out"; then
    printf '%s\n' "$out" >&2
    die "$name answered with errors; nothing was measured"
  fi
  awk -v cpu=$((after - before)) '
    /requests in/ { requests = $1 } /Requests\/sec/ { rate = $2 }
    / 99%/ { p99 = $2 ~ /us$/ ? $2 / 1000 : $2 ~ /ms$/ ? $2 + 0 : $2 * 1000 }
    END { printf "%d %.3f %.3f\n", rate, cpu / 1000 / requests, p99 }' <<<"$out" >>"$stage/figures.$name"
}

# column NAME N: that column of NAME's figures, a line a round.
column() { awk -v n="$2" '{ print $n }' "$stage/figures.$1"; }

# ratio A B N: the median of the ratios A / B of column N, each taken within its round.
ratio() {
  paste <(column "$1" "$3") <(column "$2" "$3") | awk '{ print $1 / $2 }' | median | awk '{ printf "%.2f", $1 }'
}

# get_table BASE NAMES…: a row each, with the ratios of the base to it.
get_table() {
  echo '| server | requests/s | CPU µs per request | livery ÷ it, requests/s | livery ÷ it, CPU | p99 ms |'
  echo '|---|---:|---:|---:|---:|---:|'
  get_rows_of "$@"
}

# get_rows_of BASE NAMES…: the rows alone.
get_rows_of() {
  local name base=$1
  shift
  for name in "$@"; do
    printf '| %s | %.0f | %.2f | %s | %s | %.2f |\n' "${title[$name]}" "$(column "$name" 1 | median)" \
      "$(column "$name" 2 | median)" "$(ratio "$base" "$name" 1)" "$(ratio "$base" "$name" 2)" \
      "$(column "$name" 3 | median)"
  done
}

# choose_sample: something of a few kilobytes at most that livery serves from memory → path, url, and the sample fetched.
choose_sample() {
  local size
  for path in "/v1/theme?userInterfaceStyle=dark" / /readyz; do
    url=http://127.0.0.1:$livery_port$path
    fetch_sample "$url"
    size=$(wc -c <"$stage/body")
    [ "$sample_status" != 200 ] || [ "$size" -gt 3500 ] || return 0
  done
  die "livery serves nothing small enough: $path answers $sample_status with $size bytes"
}

bench_get() {
  local path
  build_livery
  build_c cputime
  build_c ceiling -lmicrohttpd
  measure_peers
  share_cores measure_peers shared-
  get_report "$path" | report get 'GET of a small body from memory'
  say_missed
}

# share_cores COMMAND…: runs it as on a small machine: servers have a worker for each core, and the load is on the same cores.
share_cores() {
  local cores
  cores=$(nproc)
  local SERVER_CORE=0-$((cores - 1)) LOAD_CORE=0-$((cores - 1)) load_threads=$cores nginx_workers=$cores
  "$@"
}

# measure_peers [PREFIX]: a fresh livery beside its peers, in turns; the prefix stands before the names of the figures → path
measure_peers() {
  local prefix=${1:-} url round ceiling_pid ceiling_url tag file_tag
  livery_env=(LIVERY_WORKERS="${nginx_workers:-1}" LIVERY_STATE="$stage/livery")
  start_livery --store memory:
  choose_sample
  # It has one thread, so it is no peer of servers with several.
  [ -n "$prefix" ] || start_ceiling
  start_get_nginx "$path"
  tag=$(tag_of "$url")
  file_tag=$(tag_of "$nginx_url/file")
  for ((round = 1; round <= ROUNDS; round++)); do
    say "round $round of $ROUNDS${prefix:+, all on the same cores}"
    [ -n "$prefix" ] || load ceiling "$ceiling_pid" "$ceiling_url"
    load "${prefix}livery" "$livery_pid" "$url"
    load "${prefix}return" "$nginx_pid" "$nginx_url/return"
    load "${prefix}file" "$nginx_pid" "$nginx_url/file"
    load "${prefix}open" "$nginx_pid" "$nginx_url/open"
    load "${prefix}unchanged" "$livery_pid" "$url" -H "If-None-Match: $tag"
    load "${prefix}file-unchanged" "$nginx_pid" "$nginx_url/file" -H "If-None-Match: $file_tag"
  done
  strike
}

# start_ceiling: bare libmicrohttpd with the sample → ceiling_pid, ceiling_url
start_ceiling() {
  local port
  port=$(free_port)
  start ceiling .build/bench/ceiling "$port" 1 "$stage/body" "$stage/headers"
  ceiling_pid=$started ceiling_url=http://127.0.0.1:$port$path
  await ceiling "$ceiling_url"
}

# tag_of URL: its entity tag, after seeing that asking with it gives 304.
tag_of() {
  local tag status
  tag=$(curl -s -o /dev/null -D - "$1" | tr -d '\r' | sed -nE 's/^[Ee][Tt]ag: *//p')
  status=$(curl -s -o /dev/null -w '%{http_code}' -H "If-None-Match: $tag" "$1")
  [ "$status" = 304 ] || die "$1 answers $status, not 304, to its own entity tag $tag"
  echo "$tag"
}

# start_get_nginx: the sample as a file, the same with open_file_cache, and as bytes in memory → nginx_url
start_get_nginx() {
  local port type
  port=$(free_port)
  type=$(sed -nE 's/^[Cc]ontent-[Tt]ype: *//p' "$stage/headers")
  cp "$stage/body" "$stage/open.body"
  # nginx takes no dollar sign in a quoted text but by a variable.
  {
    printf 'return 200 "'
    sed 's/\\/\\\\/g; s/"/\\"/g; s/\$/${dollar}/g' "$stage/body"
    printf '";'
  } >"$stage/return.conf"
  start_nginx nginx "
  geo \$dollar { default '\$'; }
  server {
    listen 127.0.0.1:$port;
    default_type '$type';
    types { }
    $(nginx_headers)
    location = /file { alias $stage/body; }
    location = /zipped { alias $stage/zipped; gzip_static on; }
    location = /open { alias $stage/open.body; open_file_cache max=100 inactive=60s; }
    location = /return { include $stage/return.conf; }
  }"
  nginx_url=http://127.0.0.1:$port
  await nginx "$nginx_url/file"
  local kind
  for kind in file open; do
    curl -s "$nginx_url/$kind" | cmp -s - "$stage/body" || die "nginx /$kind does not serve the same bytes"
  done
}

# get_rows PREFIX: the tables' rows of one set-up: what has a body, then what answers 304.
get_rows() {
  local names=("$1livery" "$1file" "$1open" "$1return")
  [ -n "$1" ] || names+=(ceiling)
  get_table "$1livery" "${names[@]}"
  get_rows_of "$1unchanged" "$1unchanged" "$1file-unchanged"
}

# peer_verdicts: what is asked of Livery beside nginx, alone on a core and on shared ones.
peer_verdicts() {
  local prefix words
  for prefix in '' shared-; do
    words=${prefix:+, on the same cores}
    verdict "requests/s ÷ nginx's from a file$words" "$(ratio "${prefix}livery" "${prefix}file" 1)" at-least 1.25
    verdict "requests/s ÷ nginx's from memory$words" "$(ratio "${prefix}livery" "${prefix}return" 1)" at-least 0.95
    verdict "304: requests/s ÷ nginx's 304$words" "$(ratio "${prefix}unchanged" "${prefix}file-unchanged" 1)" at-least 1.2
  done
  verdict "CPU per request ÷ nginx's from a file" "$(ratio livery file 2)" at-most 0.85
}

get_report() {
  declare -A title=([livery]=livery [file]='nginx, file' [open]='nginx, file, `open_file_cache`' [return]='nginx, `return 200`'
    [ceiling]='bare libmicrohttpd' [unchanged]='livery, 304' [file-unchanged]='nginx, 304')
  local name
  for name in "${!title[@]}"; do title[shared-$name]=${title[$name]}; done
  cat <<TEXT
\`GET $1\`: $(wc -c <"$stage/body") bytes of body and $(wc -l <"$stage/headers") headers of its own, $GET_CONNECTIONS keep-alive connections, one worker on one core,
wrk on another; $ROUNDS rounds of ${SECONDS_EACH} s each, the servers taking turns. Medians; ratios are taken within a round, then their median.

TEXT
  get_rows ''
  cat <<TEXT

The same as on a small machine: the servers have a worker for each of the $(nproc) cores, and the load is on the same ones.

TEXT
  get_rows shared-
  printf '\n| target | measured | asked | |\n|---|---|---|---|\n'
  peer_verdicts
  verdict "requests/s ÷ bare libmicrohttpd's" "$(ratio livery ceiling 1)" at-least 0.9
}

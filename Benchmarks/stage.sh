# The stage every benchmark plays on: tools, builds, servers started pinned and always taken down, medians, the report.

# Short rounds and many of them: both sides of a ratio then meet the same mood of a shared machine.
ROUNDS=${ROUNDS:-15}
SECONDS_EACH=${SECONDS_EACH:-1}
SERVER_CORE=${SERVER_CORE:-0}
LOAD_CORE=${LOAD_CORE:-1}
RESULTS=Benchmarks/RESULTS.md

say() { printf '\n== %s\n' "$*" >&2; }
die() {
  printf 'bench: %s\n' "$*" >&2
  exit 1
}

# ---------------------------------------------------------------- what is taken down at the end, however it ends

stage_pids=()
stage=$(mkdir -p .build/bench && mktemp -d "$PWD/.build/bench/stage.XXXXXX")

strike() {
  local pid
  for pid in ${stage_pids[@]+"${stage_pids[@]}"}; do kill "$pid" 2>/dev/null || true; done
  for pid in ${stage_pids[@]+"${stage_pids[@]}"}; do
    for _ in {1..50}; do kill -0 "$pid" 2>/dev/null && sleep 0.1 || break; done
    kill -9 "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  stage_pids=()
}
trap 'strike; rm -rf "$stage"' EXIT
trap 'exit 130' INT TERM

# ---------------------------------------------------------------- what must be there first

# need PROGRAM PACKAGE: installs the Debian packages whose programs are missing, all in one go.
need() {
  local missing=()
  while [ $# -gt 1 ]; do
    if [ "${1#/}" != "$1" ]; then [ -e "$1" ] || missing+=("$2"); else
      PATH=$PATH:/usr/sbin:/sbin command -v "$1" >/dev/null || missing+=("$2")
    fi
    shift 2
  done
  [ ${#missing[@]} -eq 0 ] && return
  local as=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
      die "missing: ${missing[*]}. Neither root nor sudo here; as root, run: apt-get install ${missing[*]}"
    as=(sudo)
  fi
  command -v apt-get >/dev/null || die "missing: ${missing[*]}, and no apt-get to install them with"
  say "installing ${missing[*]}"
  ${as[@]+"${as[@]}"} apt-get update -qq
  DEBIAN_FRONTEND=noninteractive ${as[@]+"${as[@]}"} apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
  # Debian starts nginx on port 80 as it installs it, which nobody asked for.
  if [[ " ${missing[*]} " = *" nginx "* ]] && [ -d /run/systemd/system ]; then
    ${as[@]+"${as[@]}"} systemctl disable --now nginx >&2 || true
  fi
}

PATH=$PATH:/usr/sbin:/sbin
need taskset util-linux curl curl cc gcc /usr/include/microhttpd.h libmicrohttpd-dev \
  /usr/include/sqlite3.h libsqlite3-dev pkg-config pkg-config nginx nginx wrk wrk \
  /usr/lib/nginx/modules/ngx_nchan_module.so libnginx-mod-nchan
[ -n "${SERVER:-}" ] || command -v swift >/dev/null || die "swift is not on the PATH: install Swift 6.3 from swift.org"
[ "$(nproc)" -ge 2 ] || die "this needs two cores: one for the server, one for the load"
ulimit -n "$(ulimit -Hn)"

# build_c NAME [FLAGS]: Benchmarks/NAME.c → .build/bench/NAME
build_c() {
  local name=$1
  shift
  cc -O2 -Wall -Wextra -Werror -o ".build/bench/$name" "Benchmarks/$name.c" "$@"
}

build_livery() {
  livery=${SERVER:-}
  [ -z "$livery" ] || return 0
  say "building livery, release"
  livery=$(Scripts/build-release livery)
}

# ---------------------------------------------------------------- servers

free_port() {
  local port
  for _ in {1..100}; do
    port=$((20000 + RANDOM % 12000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo $port && return; }
  done
  die "no free port between 20000 and 32000"
}

# start NAME COMMAND…: runs a server on the server's core; its process id goes to `started`.
start() {
  local name=$1
  shift
  taskset -c "$SERVER_CORE" "$@" >"$stage/$name.out" 2>&1 &
  started=$!
  stage_pids+=("$started")
}

# await NAME URL: until it answers, or shows why it does not.
await() {
  for _ in {1..100}; do
    curl -s -o /dev/null --max-time 1 "$2" && return 0
    sleep 0.05
  done
  tail -5 "$stage/$1.out" >&2
  die "$1 does not answer at $2"
}

# start_livery [FLAGS]: → livery_port, livery_pid
start_livery() {
  livery_port=$(free_port)
  start livery env ${livery_env[@]+"${livery_env[@]}"} "$livery" serve --config Config --listen "127.0.0.1:$livery_port" "$@"
  livery_pid=$started
  await livery "http://127.0.0.1:$livery_port/healthz"
}

# start_nginx NAME HTTP-CONFIG [TOP-CONFIG]: one worker or `nginx_workers`, no access log → nginx_pid (of the master)
start_nginx() {
  cat >"$stage/$1.conf" <<CONF
${3:-}
$([ "$(id -u)" != 0 ] || echo "user root;")
worker_processes ${nginx_workers:-1};
worker_rlimit_nofile $(ulimit -n);
pid $stage/$1.pid;
error_log $stage/$1.log crit;
daemon off;
# More than there can be: near its limit nginx would close idle connections to take new ones.
events { worker_connections $(($(ulimit -n) * 5 / 4)); }
http {
  include /etc/nginx/mime.types;
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 300;
  keepalive_requests 1000000000;
  client_body_temp_path $stage/$1.body;
  proxy_temp_path $stage/$1.proxy;
  fastcgi_temp_path $stage/$1.fastcgi;
  uwsgi_temp_path $stage/$1.uwsgi;
  scgi_temp_path $stage/$1.scgi;
$2
}
CONF
  start "$1" nginx -c "$stage/$1.conf"
  nginx_pid=$started
}

# family PID: the process and its children.
family() { echo "$1" $(cat /proc/"$1"/task/*/children 2>/dev/null); }

# ---------------------------------------------------------------- figures

# cpu PID: nanoseconds of CPU that the process and its children have used.
cpu() { .build/bench/cputime $(family "$1"); }

median() { sort -g | awk '{ v[NR] = $1 } END { if (NR) print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

# calc EXPRESSION [FORMAT]
calc() { awk "BEGIN { printf \"${2:-%.2f}\", $1 }"; }

# mark VALUE at-least|at-most TARGET: a word for the tables.
mark() {
  awk -v v="$1" -v how="$2" -v t="$3" 'BEGIN {
    print (how == "at-least" ? v >= t : v <= t) ? "met" : "**missed**" }'
}

# verdict NAME VALUE at-least|at-most TARGET [UNIT]: a row of the targets' table; a miss is also said aloud.
verdict() {
  local outcome
  outcome=$(mark "$2" "$3" "$4")
  [ "$outcome" = met ] || echo "$1: $2${5:+ $5}, asked $3 $4${5:+ $5}" >>"$stage/missed"
  printf '| %s | %s%s | %s %s%s | %s |\n' "$1" "$2" "${5:+ $5}" "${3/-/ }" "$4" "${5:+ $5}" "$outcome"
}

# take_missed FILE: the targets that a table says were missed.
take_missed() { sed -n 's/^| \(.*\) | \*\*missed\*\* |$/\1/p' "$1" >"$stage/missed"; }

say_missed() {
  if [ -s "$stage/missed" ]; then
    say "targets missed"
    sed "s/^/  /" "$stage/missed" >&2
  else say "every target of this benchmark is met"; fi
  rm -f "$stage/missed"
}

# ---------------------------------------------------------------- the report

# installed PACKAGE…: those of the packages that are installed, with their versions. A name may be of another Debian.
installed() {
  dpkg-query -W -f '${db:Status-Status} ${Package} ${Version}\n' "$@" 2>/dev/null | sed -n 's/^installed \(.*\)/\1, /p' | tr -d '\n'
}

about_this_run() {
  local commit dirty=
  commit=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)
  [ -z "$(git status --porcelain -- Sources Package.swift 2>/dev/null)" ] || dirty=', with changes'
  cat <<TEXT
- command: \`${stage_settings:-}$stage_command\`
- commit: $commit$dirty, $(date -u +%Y-%m-%d)
- machine: $(nproc) cores, $(awk '/MemTotal/ { printf "%.0f GiB", $2 / 1048576 }' /proc/meminfo), $(awk -F': ' '/model name/ { print $2; exit }' /proc/cpuinfo), Linux $(uname -r | cut -d- -f1)
- versions: nginx $(nginx -v 2>&1 | sed 's,.*/,,'), $(installed libmicrohttpd12 libmicrohttpd12t64 libnginx-mod-nchan)$(swift --version 2>/dev/null | grep -o 'Swift version [0-9.]*')
TEXT
}

# report SECTION TITLE <text: shows the text, and puts it in the place of that section of RESULTS.md. Another Debian has its own.
report() {
  local section=$1${DEBIAN:+-$DEBIAN} body="$stage/report.$1" other
  { echo "## $2${DEBIAN:+, on Debian $(cat /etc/debian_version)}" && echo && about_this_run && echo && cat; } >"$body"
  cat "$body"
  {
    echo '# Results'
    echo
    echo 'Each section is written by `Scripts/bench`; how each figure is taken is told in [README.md](README.md). Compare ratios, not absolute figures: both sides of a ratio ran in the same minute on the same machine.'
    for other in {get,park,push,crowd,theme,resolve,page,clients,grow,documents,idle,fleet}{,-trixie}; do
      if [ "$other" = "$section" ]; then
        printf '\n<!-- %s -->\n' "$other"
        cat "$body"
        printf '<!-- end of %s -->\n' "$other"
      elif [ -f "$RESULTS" ] && grep -q "^<!-- $other -->$" "$RESULTS"; then
        echo
        sed -n "/^<!-- $other -->\$/,/^<!-- end of $other -->\$/p" "$RESULTS"
      fi
    done
  } >"$stage/results"
  cp "$stage/results" "$RESULTS"
}

# Measures the Swift client and livery.js against the real server: the figures of docs/clients.md that are times.

bench_clients() {
  local crowd python
  python=$(Scripts/browser)
  build_livery
  say "building Crowd, release"
  # Not as the server is built: the network of Foundation needs the machine's own curl.
  swift build -c release --product Crowd >&2
  crowd=$(swift build -c release --show-bin-path)/Crowd
  say "the clients, $ROUNDS rounds"
  PYTHONDONTWRITEBYTECODE=1 CHROMIUM=$(command -v chromium) "$python" Benchmarks/clients.py \
    "$livery" "$crowd" "$ROUNDS" >"$stage/clients" || die "the clients were not measured"
  report_clients <"$stage/clients" >"$stage/clients.report"
  report clients 'Clients' <"$stage/clients.report"
  say_missed
}

# The median of a figure.
middle() { awk -F'\t' -v name="$1" '$1 == name { print $2 }' "$stage/clients"; }

report_clients() {
  local client
  cat <<TEXT
A client beside the server and who switches, $ROUNDS rounds, nothing pinned. The kept theme counts from the call that follows until the app
has it, in Swift with the making of \`Livery\`; a switch from just before the request that switches to when the app is told; leaving from the call
until the server's own gauge shows it. How long the program takes to get that far is the system's part.

| | median ms | worst ms |
|---|---:|---:|
TEXT
  sed -E -e 's/^swift-/Swift, /' -e 's/^web-/web, /' -e 's/\t/ | /g' -e 's/started/the start of the program/' -e 's/kept/the kept theme/' \
    -e 's/switched/a switch until it is applied/' -e 's/left/leaving until the server knows/' -e 's/.*/| & |/'
  printf '\n| target | measured | asked | |\n|---|---|---|---|\n'
  for client in swift:Swift web:web; do
    verdict "${client#*:}: the kept theme" "$(middle "${client%:*}-kept")" at-most 50 ms
    verdict "${client#*:}: a switch until it is applied" "$(middle "${client%:*}-switched")" at-most 500 ms
    verdict "${client#*:}: leaving until the server knows" "$(middle "${client%:*}-left")" at-most 1000 ms
  done
}

# Measures lookups, compiling and reading, beside the plain model of the tests and Foundation's JSONSerialization.

bench_resolve() {
  say "building ResolveBench, release"
  local bench
  bench=$(Scripts/build-release ResolveBench)
  taskset -c "$SERVER_CORE" "$bench" >"$stage/resolve"
  take_missed "$stage/resolve"
  report resolve 'Look-ups, compiling, reading' <"$stage/resolve"
  say_missed
}

# Measures look-ups, compiling and reading, beside the plain model of the tests and Foundation's JSONSerialization.

bench_resolve() {
  say "building ResolveBench, release"
  swift build -c release --product ResolveBench >&2
  taskset -c "$SERVER_CORE" "$(swift build -c release --show-bin-path)/ResolveBench" >"$stage/resolve"
  sed -n 's/^| \(.*\) | \*\*missed\*\* |$/\1/p' "$stage/resolve" >"$stage/missed"
  report resolve 'Look-ups, compiling, reading' <"$stage/resolve"
  say_missed
}

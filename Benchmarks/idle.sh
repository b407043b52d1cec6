# Says what the program is made of, and what a server takes that nobody asks anything.

bench_idle() {
  need readelf binutils
  build_livery
  say "the program and its memory"
  python3 Benchmarks/idle.py "$livery" "$stage/idle" >"$stage/idle.table"
  take_missed "$stage/idle.table"
  {
    echo 'The program as `Scripts/build-release` leaves it; the container strips it. Memory with two themes and the shipped kits, the store in a file,'
    echo 'a worker on each core, three seconds after the answer of `/healthz`. What is of files is in the cache of the system, and shared.'
    echo
    cat "$stage/idle.table"
  } | report idle 'The program, and an idle server'
  say_missed
}

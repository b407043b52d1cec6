# Measures what grows with the number of themes and channels.

bench_grow() {
  build_livery
  say "five thousand themes, nine thousand channels, large images"
  python3 Benchmarks/grow.py "$livery" "$stage/grow" >"$stage/grow.table"
  take_missed "$stage/grow.table"
  {
    echo 'Themes of 12 colors and 40 rules, the shipped kits, the store in a file but for the rows about channels (`memory:`); one client'
    echo 'that asks one thing after another, the server on all cores but for the rows about images. Lists and representations are asked for in a way that is not kept yet.'
    echo
    cat "$stage/grow.table"
  } | report grow 'What grows with themes and channels'
  say_missed
}

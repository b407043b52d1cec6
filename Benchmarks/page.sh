# Measures how long a user of the live page waits: its size, the first theme drawn, a switch by somebody else, and all that with thousands of themes.

PAGE_ROUNDS=${PAGE_ROUNDS:-15}
PAGE_SLOW_ROUNDS=${PAGE_SLOW_ROUNDS:-3}
PAGE_THEMES=${PAGE_THEMES:-5000}
PAGE_CHANNELS=${PAGE_CHANNELS:-1000}

bench_page() {
  local python
  python=$(Scripts/browser)
  build_livery
  say "opening the page in $(chromium --version), $PAGE_ROUNDS rounds"
  SERVER=$livery CHROMIUM=$(command -v chromium) PAGE_ROUNDS=$PAGE_ROUNDS PAGE_SLOW_ROUNDS=$PAGE_SLOW_ROUNDS PAGE_THEMES=$PAGE_THEMES PAGE_CHANNELS=$PAGE_CHANNELS PYTHONPATH=Tests/Browser/Page "$python" Benchmarks/page.py >"$stage/page"
  take_missed "$stage/page"
  report page 'The live page' <"$stage/page"
  say_missed
}

# Measures what whoever opens the live page waits for: its size, the first theme drawn, a switch by somebody else.

PAGE_ROUNDS=${PAGE_ROUNDS:-15}

bench_page() {
  local python
  python=$(Scripts/browser)
  build_livery
  say "opening the page in $(chromium --version), $PAGE_ROUNDS rounds"
  SERVER=$livery CHROMIUM=$(command -v chromium) PAGE_ROUNDS=$PAGE_ROUNDS PYTHONPATH=Tests/Browser/Page "$python" Benchmarks/page.py >"$stage/page"
  take_missed "$stage/page"
  report page 'The live page' <"$stage/page"
  say_missed
}

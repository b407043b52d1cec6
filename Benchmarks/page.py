"""Opens the live page again and again in a fresh profile, and prints its figures beside the budget; then the same page on a slow
processor, with few themes and with thousands."""

import json
import os
import statistics
import time

from playwright.sync_api import sync_playwright

import budget
from world import World

# When the first drawing was there, and when a theme was last said to show: noted by the page's own clock.
WATCH = """
window.switched = {}
new MutationObserver(() => {
  if (!window.drawn && document.querySelector("main [role=img] .drawing")) window.drawn = performance.now()
  for (const card of document.querySelectorAll("article[aria-current=true]")) {
    window.switched[card.ariaLabel] ??= performance.timeOrigin + performance.now()
  }
}).observe(document, { childList: true, subtree: true, attributes: true })
window.tasks = []
new PerformanceObserver(list => { for (const task of list.getEntries()) window.tasks.push(task.duration) }).observe({ type: "longtask", buffered: true })
"""
# How much slower than this machine's processor the page's is.
THROTTLE = 6
# After this time in milliseconds a page has done what a change asks of it.
QUIET = 4000


def open_page(world, throttle=1):
    page = world.page()
    page.add_init_script(WATCH)
    if throttle > 1:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    page.goto(world.address)
    world.until(lambda: page.evaluate("window.drawn"))
    page.get_by_role("status", name="Connection").get_by_text("Connected").wait_for()
    return page


def seen(world, page, theme, title):
    """How long after a switch by another client the page says so, in milliseconds."""
    page.evaluate("window.switched = {}")
    began = time.time() * 1000
    world.switch(theme)
    world.until(lambda: page.evaluate("title => window.switched[title]", title))
    return page.evaluate("title => window.switched[title]", title) - began


def longest(page):
    """The longest task since the last question, in milliseconds. Tasks of less than 50 are not noted."""
    return page.evaluate("() => { const found = Math.max(0, ...window.tasks); window.tasks = []; return found }")


def slowed(world, rounds):
    """What a page on a slow processor takes: the first theme drawn, its longest tasks, requests after an upload, a switch seen."""
    found = {name: [] for name in ("drawn", "loading", "upload", "requests", "switch", "elements")}
    text = world.ask("v1/themes/night")
    for attempt in range(rounds):
        page = open_page(world, THROTTLE)
        world.until(lambda: "…" not in page.get_by_role("status", name="Themes shown").inner_text())
        page.wait_for_timeout(QUIET)
        found["drawn"].append(page.evaluate("window.drawn"))
        found["loading"].append(longest(page))
        asked = "performance.getEntriesByType('resource').length"
        before = page.evaluate(asked)
        world.put("night", text.replace("#FFB86B", f"#FFB8{attempt:02X}"))
        page.wait_for_timeout(QUIET)
        found["requests"].append(page.evaluate(asked) - before)
        found["upload"].append(longest(page))
        found["switch"].append(seen(world, page, "night", "Night"))
        world.switch("default")
        found["elements"].append(page.evaluate("document.querySelectorAll('*').length"))
        page.context.close()
    return {name: statistics.median(values) for name, values in found.items()}


def many(world, rounds, themes, channels):
    few = slowed(world, rounds)
    world.add_themes({f"theme-{at:05}": json.dumps({"kit": "uikit", "extends": "default", "title": f"Theme {at}", "colors": {"accent": f"#{at:06x}"}}) for at in range(themes)})
    for at in range(channels):
        world.switch("default", channel=f"channel-{at:04}")
    lots = slowed(world, rounds)
    print(f"\nThe same page at {THROTTLE} × CPU throttle, with the shipped themes and with {themes} more and {channels} channels; medians of {rounds}.\n")
    print("| | few | many | asked | |\n|---|---|---|---|---|")
    for key, words, limit in [
        ("drawn", "first theme drawn, ms", 2 * few["drawn"]), ("loading", "longest task while loading, ms", 200),
        ("upload", "longest task after another's upload of one theme, ms", 200), ("requests", "requests after that", None),
        ("switch", "a switch by curl seen, ms", None), ("elements", "elements in the document", None)]:
        asked = "" if limit is None else f"at most {limit:.0f}"
        verdict = "" if limit is None else "met" if lots[key] <= limit else "**missed**"
        print(f"| {words} | {few[key]:.0f} | {lots[key]:.0f} | {asked} | {verdict} |")


def main():
    rounds = int(os.environ["PAGE_ROUNDS"])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        world = World(os.environ["SERVER"], "Config", browser)
        world.begin()
        whole, first = (sum(map(world.size, names)) / budget.KB for names in (budget.files(), budget.first()))
        drawn = []
        for _ in range(rounds):
            page = open_page(world)
            drawn.append(page.evaluate("window.drawn"))
            page.context.close()
        page = open_page(world)
        switches = [seen(world, page, *each) for _ in range(rounds) for each in [("night", "Night"), ("default", "Default")]]
        print_first(rounds, whole, first, drawn, switches)
        many(world, int(os.environ["PAGE_SLOW_ROUNDS"]), int(os.environ["PAGE_THEMES"]), int(os.environ["PAGE_CHANNELS"]))
        world.end()
        browser.close()


def print_first(rounds, whole, first, drawn, switches):
    print(f"The shipped themes in headless Chromium on the server's machine, both sharing its cores; medians of {rounds} fresh profiles and {len(switches)} switches.\n")
    print("| target | measured | asked | |\n|---|---|---|---|")
    row("everything, as it is sent, KB", whole, budget.LARGEST / budget.KB)
    row("before the first theme shows, KB", first, budget.FIRST / budget.KB)
    row("first theme drawn, ms from the navigation", statistics.median(drawn), 500)
    row("a switch by curl seen, ms from the request", statistics.median(switches), 300)


def row(name, measured, limit):
    print(f"| {name} | {measured:.1f} | at most {limit:.0f} | {'met' if measured <= limit else '**missed**'} |")


main()

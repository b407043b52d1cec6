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


def empty(world, rounds):
    """The longest task of a page with one word, which is the browser's own."""
    found = []
    for _ in range(rounds):
        page = world.page()
        page.add_init_script(WATCH)
        page.route("**/empty", fill)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
        page.goto(world.address + "empty")
        page.wait_for_timeout(QUIET)
        found.append(longest(page))
        page.context.close()
    return statistics.median(found)


def processor(world, path, rounds):
    """The processor time of the longest task of a loading page without throttle, times the throttle: other programs do not count in it."""
    found = []
    for _ in range(rounds):
        page = world.page()
        page.route("**/empty", fill)
        world.browser.start_tracing(page=page, categories=["toplevel", "loading", "blink.user_timing", "disabled-by-default-devtools.timeline"])
        page.goto(world.address + path)
        page.wait_for_timeout(QUIET)
        found.append(THROTTLE * dearest(json.loads(world.browser.stop_tracing())["traceEvents"], world.address))
        page.context.close()
    return statistics.median(found)


def dearest(events, address):
    """The processor time of the dearest task of the page in milliseconds, after the one in which the browser takes the document."""
    start = [each for each in events if each["name"] == "navigationStart" and address in json.dumps(each["args"])][-1]
    own = [each for each in events if (each["pid"], each["tid"]) == (start["pid"], start["tid"]) and each["ts"] >= start["ts"] and each["ph"] == "X"]
    commits = [each["ts"] for each in own if each["name"] == "DocumentLoader::CommitNavigation"]
    tasks = [each for each in own if each["name"] == "RunTask" and not any(each["ts"] <= at <= each["ts"] + each["dur"] for at in commits)]
    return max(each.get("tdur", 0) for each in tasks) / 1000


def fill(route):
    route.fulfill(content_type="text/html", body="<!doctype html><title>Empty</title><p>Empty</p>")


def acts(page, found):
    """The longest tasks of what a reader does with the list."""
    field = page.get_by_role("searchbox", name="Filter themes")
    for name, act in [
        ("filter", lambda: field.press("n")), ("unfilter", lambda: field.press("Backspace")),
        ("sort", lambda: page.get_by_role("combobox", name="Sort").select_option("Newest change"))]:
        longest(page)
        act()
        page.wait_for_timeout(QUIET / 2)
        found[name].append(longest(page))


def slowed(world, rounds):
    """What a page on a slow processor takes: the first theme drawn, its longest tasks, requests after an upload, a switch seen."""
    found = {name: [] for name in ("drawn", "loading", "upload", "requests", "switch", "elements", "filter", "unfilter", "sort", "switching")}
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
        page.wait_for_timeout(QUIET / 2)
        found["switching"].append(longest(page))
        world.switch("default")
        acts(page, found)
        found["elements"].append(page.evaluate("document.querySelectorAll('*').length"))
        page.context.close()
    return {name: statistics.median(values) for name, values in found.items()}


def many(world, rounds, themes, channels):
    bare, bare_time = empty(world, rounds), processor(world, "empty", rounds)
    few = {**slowed(world, rounds), "time": processor(world, "", rounds)}
    world.add_themes({f"theme-{at:05}": json.dumps({"kit": "uikit", "extends": "default", "title": f"Theme {at}", "colors": {"accent": f"#{at:06x}"}}) for at in range(themes)})
    for at in range(channels):
        world.switch("default", channel=f"channel-{at:04}")
    lots = {**slowed(world, rounds), "time": processor(world, "", rounds)}
    print(f"\nThe same page at {THROTTLE} × CPU throttle, with the shipped themes and with {themes} more and {channels} channels; medians of {rounds}. Tasks under 50 ms are not noted: 0 stands for one of them. The longest task of a page with one word takes {bare:.0f} ms, and {bare_time:.0f} ms of processor time.\n")
    print("| | few | many | asked | |\n|---|---|---|---|---|")
    for key, words, limit in [
        ("drawn", "first theme drawn, ms", 2 * few["drawn"]), ("loading", "longest task while loading, ms", 200),
        ("time", f"{THROTTLE} × the processor time of the longest task while loading without throttle, ms", 200),
        ("upload", "longest task after another's upload of one theme, ms", 200), ("requests", "requests after that", None),
        ("switch", "a switch by curl seen, ms", None), ("switching", "longest task after it, ms", 200), ("filter", "longest task after a letter in the filter, ms", 200),
        ("unfilter", "longest task after it is taken back, ms", 200), ("sort", "longest task after another sort, ms", 200), ("elements", "elements in the document", None)]:
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

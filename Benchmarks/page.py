"""Opens the live page again and again in a fresh profile, and prints its figures beside the budget."""

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
"""


def open_page(world):
    page = world.page()
    page.add_init_script(WATCH)
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
        world.end()
        browser.close()
    print(f"The shipped themes in headless Chromium on the server's machine, both sharing its cores; medians of {rounds} fresh profiles and {len(switches)} switches.\n")
    print("| target | measured | asked | |\n|---|---|---|---|")
    row("everything, as it is sent, KB", whole, budget.LARGEST / budget.KB)
    row("before the first theme shows, KB", first, budget.FIRST / budget.KB)
    row("first theme drawn, ms from the navigation", statistics.median(drawn), 500)
    row("a switch by curl seen, ms from the request", statistics.median(switches), 300)


def row(name, measured, limit):
    print(f"| {name} | {measured:.1f} | at most {limit:.0f} | {'met' if measured <= limit else '**missed**'} |")


main()

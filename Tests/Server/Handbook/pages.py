"""The live page and those at /docs in a browser as wide as a phone, and every link on them."""

import urllib.error
import urllib.parse
import urllib.request

from playwright.sync_api import sync_playwright

PHONE = {"width": 390, "height": 844}


def problems(address, chromium):
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_context(viewport=PHONE).new_page()
        page.on("console", lambda message: found.append(f"{page.url}: {message.text}"))
        for path in ["/", "/docs", *guides(page, address)]:
            found += problems_of(page, address, path)
        browser.close()
    return found


def guides(page, address):
    page.goto(f"{address}/docs")
    links = page.get_by_role("navigation").get_by_role("link").evaluate_all("all => all.map(each => each.pathname)")
    return sorted({link for link in links if link.startswith("/docs/")})


def problems_of(page, address, path):
    """Returns the problems of a page: wider than the screen, a broken link, an address outside of the folder."""
    page.goto(address + path)
    width = page.evaluate("document.scrollingElement.scrollWidth")
    found = [] if width <= PHONE["width"] else [f"{path} is {width} wide on a screen of {PHONE['width']}"]
    links = page.locator("a, link").evaluate_all("all => all.map(each => [each.getAttribute('href'), each.href])")
    for written, target in links:
        if written.startswith("/"):
            found.append(f"{path} leads to {written}, which is another place behind a prefix")
        is_view = path == "/" and written.startswith("#")
        if target.startswith(address) and not is_view and not leads(target):
            found.append(f"{path} leads to {written}, where there is nothing")
    return found


SEEN = {}


def leads(target):
    place, _, anchor = target.partition("#")
    if place not in SEEN:
        try:
            with urllib.request.urlopen(place, timeout=60) as answer:
                SEEN[place] = answer.read().decode(errors="replace")
        except urllib.error.HTTPError:
            SEEN[place] = None
    text = SEEN[place]
    return text is not None and (not anchor or f'id="{urllib.parse.unquote(anchor)}"' in text)

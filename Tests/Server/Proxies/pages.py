"""A browser behind each proxy."""

import sys
from urllib.parse import urljoin

from proxies import PATIENCE, ROOT, fail, until

sys.path.insert(0, str(ROOT / "Tests/Browser/Client"))
from stage import PageServer

# Chromium lets a page of this machine alone ask servers of this machine.
PAGES = PageServer()

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" data-livery href="URL/v1/theme.css">
<script type="module" src="URL/livery.js"></script>
<style>body { color: var(--accent) }</style><body>Shop"""
COLOR = "getComputedStyle(document.body).color"


def check_switch(site, browser):
    """A page sees a switch by the request that it held before, not by another one later."""
    context = browser.new_context(ignore_https_errors=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    requests = []
    page.on("request", lambda request: requests.append(request) if "theme.css" in request.url else None)
    before = site.figure("livery_parked_clients")
    page.goto(PAGES.origin + PAGES.add(PAGE.replace("URL", site.url), policy=""))

    def is_held():
        # Lets the browser report its requests.
        page.wait_for_timeout(20)
        waits = requests and ("slot=" in requests[-1].url or "prefer" in requests[-1].headers)
        return waits and site.figure("livery_parked_clients") > before

    until("the wait of the page", is_held)
    held, old = requests[-1], page.evaluate(COLOR)
    site.switch("new-year")
    page.wait_for_function(f"{COLOR} != '{old}'")
    reply = held.response()
    # Its time slot may just have ended.
    is_led = "slot=" in held.url and reply.status in (200, 204)
    if not is_led and (reply.status != 200 or "preference-applied" not in reply.headers):
        fail(f"the held request got {reply.status}")
    site.switch("default")
    context.close()


def check_pages(site, browser):
    """The live page and the handbook work below the path, with all their links."""
    context = browser.new_context(ignore_https_errors=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    # A stream ends when the page is left.
    page.on("requestfailed", lambda request: request.failure == "net::ERR_ABORTED" or errors.append(f"{request.url}: {request.failure}"))
    page.goto(f"{site.url}")
    page.get_by_text("Showing now").first.wait_for()
    seen, found = set(), [f"{site.url}/docs"]
    while found:
        address = found.pop()
        if address in seen:
            continue
        seen.add(address)
        response = page.request.get(address)
        if response.status != 200 or not response.url.startswith(f"{site.url}/"):
            fail(f"{address} leads to {response.url}: {response.status}")
        if "/docs" not in address or "text/html" not in response.headers["content-type"]:
            continue
        page.goto(address)
        links = page.eval_on_selector_all("a[href]", "links => links.map(link => link.href.split('#')[0])")
        found += [urljoin(address, link) for link in links if link.startswith(site.url.rsplit("/", 1)[0])]
    if len(seen) < 10:
        fail(f"the handbook has only {seen}")
    if page.request.get(f"{site.url}/docs/").status != 200:
        fail("/docs/ leads nowhere")
    if errors:
        fail(f"the page says {errors}")
    context.close()

"""What a newcomer reads: the lines of the README and the example shop, as they stand there."""

import json
import re

from scene import NONCE, case
from stage import ROOT

USUAL = "http://127.0.0.1:8080"
SWITCHED = "getComputedStyle(document.documentElement).getPropertyValue('--accent')"


async def with_livery(scene, play):
    livery = scene.stage.another_livery()
    try:
        await livery.start()
        await play(livery)
    finally:
        await livery.end()


def at(livery, text):
    """What is written for the usual address, for this server."""
    assert USUAL in text, f"nothing in it is about {USUAL}"
    return text.replace(USUAL, livery.origin)


@case
async def readme(scene):
    """the lines of the README for a web page follow a switch"""
    lines = re.search(r"```html\n(.*?)```", (ROOT / "README.md").read_text(), re.S)[1]

    async def play(livery):
        policy = f"default-src 'none'; script-src 'self' 'nonce-{NONCE}'; "
        policy += f"style-src {livery.origin} 'nonce-{NONCE}'; connect-src {livery.origin}"
        head = at(livery, lines).replace("<style>", f'<style nonce="{NONCE}">')
        tab = await scene.tab(scene.address(head=head, script="", policy=policy))
        await tab.until(f"{SWITCHED}.startsWith('#')")
        before = await tab.ask(SWITCHED)
        await livery.switch("new-year")
        await tab.until(f"{SWITCHED} != {json.dumps(before)}")

    await with_livery(scene, play)


@case
async def readme_module(scene):
    """the lines of the README for a module put the theme on the page and draw by it"""
    lines = re.search(r"```js\n(.*?)```", (ROOT / "README.md").read_text(), re.S)[1]

    async def play(livery):
        script = f"window.drawn = []; const draw = theme => drawn.push(theme.theme)\n{at(livery, lines)}"
        tab = await scene.tab(scene.address(script=script.replace('"./', '"/'), themes=livery.origin))
        await tab.until("drawn.length == 1")
        await livery.switch("new-year")
        await tab.until("drawn[1] == 'new-year'")
        await tab.until("document.adoptedStyleSheets[0].cssRules[0].cssText.includes('new-year')")

    await with_livery(scene, play)


def shop(scene, livery):
    folder = ROOT / "Examples/Web"
    pages = scene.stage.pages
    # Its policy stands in the page itself.
    html = pages.add(at(livery, (folder / "index.html").read_text()), "")
    script = at(livery, (folder / "shop.js").read_text())
    pages.files |= {"/shop.css": (folder / "shop.css").read_text(), "/shop.js": script}
    return f"{pages.origin}{html}"


@case
async def example(scene):
    """the example shop follows, keeps the look that the reader chose, and starts while the server is away"""

    async def play(livery):
        tab = await scene.tab(shop(scene, livery))
        background = "getComputedStyle(document.body).backgroundColor"
        await tab.until(f"{background} == 'rgb(255, 255, 255)'")
        await tab.page.select_option("#look", "dark")
        await tab.until(f"{background} != 'rgb(255, 255, 255)' && document.adoptedStyleSheets.length == 2")
        night = await tab.ask(background)
        before = await tab.ask(SWITCHED)
        await livery.switch("new-year")
        await tab.until(f"{SWITCHED} != {json.dumps(before)}")
        colors = await tab.ask(f"[{background}, {SWITCHED}]")
        await livery.stop()
        await tab.until("document.getElementById('state').textContent.includes('away')")
        await tab.page.reload()
        assert await tab.ask(f"[{background}, {SWITCHED}]") == colors, f"{night} before"
        assert await tab.ask("document.getElementById('look').value") == "dark"
        await tab.page.click("button")
        assert await tab.ask("document.getElementById('count').value") == "1"
        await livery.start()
        await tab.until("document.getElementById('state').textContent == ''")

    await with_livery(scene, play)


@case
async def images(scene):
    """an image of the theme has the address of the theme's server"""

    async def play(livery):
        tab = await (await scene.tab(scene.address(themes=livery.origin))).follow(f"{livery.origin}/v1/theme.css")
        await tab.until("theme.state == 'live'")
        logo = await tab.ask("getComputedStyle(document.body).getPropertyValue('--image--logo')")
        address = livery.origin.removeprefix("http:")
        assert logo.startswith(f'url("{address}/v1/files/'), logo

    await with_livery(scene, play)

"""What one case plays with: rooms, and tabs of a browser that shares nothing with those of other cases."""

import asyncio
import contextlib
import json
import urllib.request

from playwright.async_api import Error
from stage import LIMIT, until

NONCE = "c2FsdA"
BLUE, RED, GREEN = "rgb(11, 79, 148)", "rgb(255, 0, 0)", "rgb(0, 255, 0)"

CASES = []


def case(action):
    """Its documentation is the sentence that it holds to."""
    CASES.append((action.__doc__, action))
    return action


def long_case(action):
    """One that is begun first, since all are played at the same time."""
    CASES.insert(0, (action.__doc__, action))
    return action


PREPARATION = """
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    (window.violations ??= []).push(`${violatedDirective} ${blockedURI}`))
  addEventListener("pageshow", ({ persisted }) => (window.isRestored = persisted))
"""

FOLLOW = """([address, options]) => {
  if (options.token == "window.token") options.token = () => window.token
  window.changes = 0
  window.theme = window.follow(address, options)
  window.atOnce = [theme.state, theme.text, getComputedStyle(document.body).color]
  theme.addEventListener("change", () => window.changes++)
}"""


class Scene:
    def __init__(self, stage):
        self.stage, self.tabs, self.contexts = stage, [], []

    async def __aenter__(self):
        return self

    async def __aexit__(self, kind, error, trace):
        try:
            for tab in self.tabs if error is None else []:
                await tab.was_clean()
        finally:
            for context in self.contexts:
                await context.close()

    def room(self, behavior="good"):
        return self.stage.room(behavior)

    async def context(self, **options):
        context = await self.stage.browser.new_context(**options)
        context.set_default_timeout(LIMIT * 1000)
        await context.add_init_script(PREPARATION)
        self.contexts.append(context)
        return context

    def address(self, head="", script=None, module="", policy=None, host="127.0.0.1", themes=""):
        """Of a page that draws by the theme, under a policy that allows what it needs and no more."""
        pages, themes = self.stage.pages, f"{self.stage.rooms} {self.stage.livery.origin} {themes}"
        policy = policy or (
            f"default-src 'none'; script-src 'self' {self.stage.livery.origin} 'nonce-{NONCE}'; "
            f"style-src {themes} 'nonce-{NONCE}'; connect-src 'self' {themes}"
        )
        script = script if script is not None else f"""
          import {{ follow, put }} from "{module or '/livery.js'}"
          Object.assign(window, {{ follow, put }})
        """
        html = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
          <link rel="icon" href="data:,">
          {head}
          <style nonce="{NONCE}">body {{ color: var(--accent, rgb(1, 2, 3)) }}</style>
          <body>Shop<script type="module" nonce="{NONCE}">{script}</script>"""
        return f"http://{host}:{pages.port}{pages.add(html, policy + '; img-src data:')}"

    async def tag(self, address):
        """The entity tag of a representation."""
        return (await asyncio.to_thread(urllib.request.urlopen, address)).headers["ETag"]

    async def tab(self, address=None, context=None):
        context = context or await self.context()
        tab = Tab(await context.new_page())
        self.tabs.append(tab)
        await tab.page.goto(address or self.address())
        return tab


class Tab:
    def __init__(self, page):
        self.page, self.errors, self.warnings = page, [], []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self.hear)

    def hear(self, message):
        if message.type == "warning":
            self.warnings.append(message.text)

    async def ask(self, expression, argument=None):
        return await self.page.evaluate(expression, argument)

    async def follow(self, address, **options):
        await self.until("window.follow")
        await self.page.evaluate(FOLLOW, [address, options])
        return self

    async def until(self, expression):
        self.last = None

        async def question():
            look = f"() => [!!({expression}), window.theme?.state, window.theme?.text]"
            # On the way to another page there is nothing to look at.
            with contextlib.suppress(Error):
                self.last = await self.page.evaluate(look)
                return self.last[0]

        try:
            await until(question, expression)
        except AssertionError as error:
            raise AssertionError(f"{error}; it was {json.dumps(self.last)}") from None

    async def shows(self, color):
        await self.until(f"getComputedStyle(document.body).color == {json.dumps(color)}")

    async def close(self):
        await self.was_clean()
        await self.page.close()

    async def was_clean(self):
        """No error was thrown, and the page's policy allowed all that was done."""
        assert not self.errors, f"errors on the page: {self.errors}"
        if not self.page.is_closed():
            violations = await self.page.evaluate("window.violations")
            assert not violations, f"against the policy: {violations}"

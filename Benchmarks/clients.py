"""How fast clients are: the kept theme, a switch until it is applied, leaving until the server knows.

    Benchmarks/clients.py LIVERY CROWD ROUNDS     lines of a name, the median and the worst, in milliseconds
"""

import asyncio
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.async_api import async_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser/Client"))
from stage import Livery, PageServer  # noqa: E402

THEMES = ["night", "default"]
PAGE = """<!doctype html><title>Bench</title><script type="module">
  import { follow } from "/livery.js"
  window.begin = (address) => {
    window.times = []
    const now = () => performance.timeOrigin + performance.now()
    const began = now()
    window.theme = follow(address)
    window.kept = theme.state == "kept" ? now() - began : null
    theme.addEventListener("change", () => times.push(now()))
  }
</script>"""


def say(name, times):
    print(f"{name}\t{statistics.median(times):.1f}\t{max(times):.1f}", flush=True)


async def parked(livery):
    text = await asyncio.to_thread(lambda: urllib.request.urlopen(f"{livery.origin}/metrics").read().decode())
    return int(re.search(r"^livery_parked_clients (\d+)$", text, re.M)[1])


async def until_parked(livery, count):
    while await parked(livery) != count:
        pass


class App:
    """A program that follows, and says by the system's clock when it has heard of a theme and when it left."""

    def __init__(self, crowd, origin, folder):
        self.began = time.monotonic_ns()
        self.process = subprocess.Popen(
            [crowd, "app", origin, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    async def hear(self):
        what, at = (await asyncio.to_thread(self.process.stdout.readline)).split()
        return what, int(at)

    def leave(self):
        self.process.stdin.write("leave\n")
        self.process.stdin.flush()

    def end(self):
        self.process.kill()
        self.process.wait()


async def measure_swift(livery, crowd, rounds):
    started, switched, left, kept = [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            app = App(crowd, livery.origin, folder)
            _, begins = await app.hear()
            what, at = await app.hear()
            if what.startswith("kept:"):
                started.append((begins - app.began) / 1e6)
                kept.append((at - begins) / 1e6)
            await until_parked(livery, 1)
            for theme in THEMES:
                began = time.monotonic_ns()
                await livery.switch(theme)
                while not (heard := await app.hear())[0].endswith(f":{theme}"):
                    pass
                switched.append((heard[1] - began) / 1e6)
                await until_parked(livery, 1)
            app.leave()
            _, at = await app.hear()
            await until_parked(livery, 0)
            left.append((time.monotonic_ns() - at) / 1e6)
            app.end()
    say("swift-started", started)
    say("swift-kept", kept)
    say("swift-switched", switched)
    say("swift-left", left)


async def measure_web(livery, rounds):
    switched, left, kept = [], [], []
    pages = PageServer()
    address = f"{pages.origin}{pages.add(PAGE, '')}"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=os.environ["CHROMIUM"])
        context = await browser.new_context()
        for _ in range(rounds):
            page = await context.new_page()
            await page.goto(address)
            await page.wait_for_function("!!window.begin")
            await page.evaluate("address => begin(address)", f"{livery.origin}/v1/theme.css")
            if (time_to_kept := await page.evaluate("kept")) is not None:
                kept.append(time_to_kept)
            await until_parked(livery, 1)
            for theme in THEMES:
                await page.evaluate("times.length = 0")
                began = time.time_ns() / 1e6
                await livery.switch(theme)
                await page.wait_for_function("times.length > 0")
                switched.append(await page.evaluate("times[0]") - began)
                await until_parked(livery, 1)
            at = await page.evaluate("() => { theme.stop(); return performance.timeOrigin + performance.now() }")
            await until_parked(livery, 0)
            left.append(time.time_ns() / 1e6 - at)
            await page.close()
        await browser.close()
    say("web-kept", kept)
    say("web-switched", switched)
    say("web-left", left)


async def main(program, crowd, rounds):
    livery = await Livery(program).start()
    try:
        await measure_swift(livery, crowd, rounds)
        await measure_web(livery, rounds)
    finally:
        await livery.end()


asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))

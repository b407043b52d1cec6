"""Follows the chapters for newcomers of README.md and docs/tokens.md: python Tests/Server/Newcomer PROGRAM."""

import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from typing import Callable

from playwright.sync_api import sync_playwright

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.getcwd()


@dataclass
class Guide:
    """A chapter that somebody does word by word."""

    file: str
    chapter: str
    # Given where the server listens and the folder that all of it was done in.
    look: Callable[[str, str], None]
    most_words: int
    # Written in the guide, and what stands for it here: a clone without the network, a program that is built, a free port.
    instead: dict = field(default_factory=dict)

    def blocks(self):
        """Returns the steps in order: lines for a shell, and files with their text."""
        with open(self.file, encoding="utf-8") as file:
            text = file.read().split(self.chapter, 1)[1].split("\n## ", 1)[0]
        words = len(text.split())
        assert words < self.most_words, f"the chapter has {words} words"
        for info, body in re.findall(r"^```(.*)\n((?:.*\n)*?)```$", text, re.M):
            if info == "console":
                for line in body.splitlines():
                    yield "command", line.removeprefix("$ ")
            else:
                yield info.split(" ", 1)[1], body

    def shell(self, line):
        for written, instead in self.instead.items():
            line = line.replace(written, instead)
        return line

    def follow(self, room):
        """Does it all; the server that runs then, and where it listens."""
        environment, server, address = dict(os.environ), None, ""
        environment["PATH"] = os.path.join(room, "bin") + os.pathsep + environment["PATH"]
        for kind, text in self.blocks():
            if kind != "command":
                place = os.path.join(room, kind)
                os.makedirs(os.path.dirname(place), exist_ok=True)
                with open(place, "w", encoding="utf-8") as file:
                    file.write(text)
            elif " serve" in text:
                server = subprocess.Popen(["bash", "-c", f"exec {self.shell(text)}"], cwd=room, env=environment, stderr=subprocess.PIPE, text=True)
                address = next(found[0] for line in server.stderr if (found := re.search(r"http://[\d.]+:\d+", line)))
                environment["LIVERY_SERVER"] = address
            else:
                script = f"set -e\n{self.shell(text)}\necho PATH=$PATH"
                done = subprocess.run(["bash", "-c", script], cwd=room, env=environment, capture_output=True, text=True, timeout=300)
                assert done.returncode == 0, f"{text}: {done.stdout}{done.stderr}"
                environment["PATH"] = done.stdout.rsplit("PATH=", 1)[1].strip()
                print(f"newcomer: {text}")
        return server, address


def browser(playwright):
    return playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])


def look_from_elsewhere(address, room):
    """Opens the page as from another machine: with the header of a proxy, the client may only read active themes."""
    with sync_playwright() as playwright:
        chromium = browser(playwright)
        page = chromium.new_context(extra_http_headers={"X-Forwarded-For": "192.0.2.7"}).new_page()
        page.goto(address)
        page.get_by_role("article", name="Acme").get_by_text("Showing now").wait_for(timeout=120_000)
        theme = page.evaluate("fetch('v1/appearance?for=PriceTag&in=MyNavigationController').then(answer => answer.json())")
        refused = page.evaluate("fetch('v1/active', { method: 'POST', body: '{}' }).then(answer => answer.status)")
        chromium.close()
    assert theme["set"]["inkColor"] == "#7a2048", theme
    assert refused == 403, refused
    print("newcomer: another machine's browser shows the theme with its own class, and may not switch")


def look_at_page(address, room):
    """The page of the guide, on a device that prefers light and on one that prefers dark."""
    place = os.path.join(room, "page.html")
    with open(place, encoding="utf-8") as file:
        text = file.read()
    with open(place, "w", encoding="utf-8") as file:
        file.write(text.replace("http://127.0.0.1:8080", address))
    colors = {}
    with sync_playwright() as playwright:
        chromium = browser(playwright)
        for scheme in ("light", "dark"):
            page = chromium.new_context(color_scheme=scheme).new_page()
            page.goto(f"file://{place}")
            style = "(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.body))"
            colors[scheme] = page.evaluate(style)
        chromium.close()
    assert colors["light"] == ["rgb(255, 255, 255)", "rgb(26, 26, 31)"], colors
    assert colors["dark"] == ["rgb(26, 26, 31)", "rgb(240, 240, 245)"], colors
    print("newcomer: a page has the tokens of a design tool, light and dark")


GUIDES = [
    Guide(
        "README.md",
        "## Your own theme, on another machine's screen\n",
        look_from_elsewhere,
        300,
        {
            "ADDRESS": ROOT,
            '$(livery/Scripts/build-release livery)': PROGRAM,
            "--listen 0.0.0.0:8080": "--listen 127.0.0.1:0",
        },
    ),
    Guide(
        "docs/tokens.md",
        "## From Figma to a page\n",
        look_at_page,
        400,
        {"--listen 127.0.0.1:8080": "--listen 127.0.0.1:0"},
    ),
]

for guide in GUIDES:
    with tempfile.TemporaryDirectory(prefix="livery-newcomer-") as room:
        # Readers of the guides besides README.md have the program already.
        os.makedirs(os.path.join(room, "bin"))
        if guide.file != "README.md":
            os.symlink(PROGRAM, os.path.join(room, "bin", "livery"))
        server = None
        try:
            server, address = guide.follow(room)
            guide.look(address, room)
        finally:
            if server:
                server.terminate()
                server.wait(60)

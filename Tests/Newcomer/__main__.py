"""Follows the chapter of README.md for newcomers: python Tests/Newcomer PROGRAM."""

import os
import re
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.getcwd()
CHAPTER = "## Your own theme, on another machine's screen\n"
MOST_WORDS = 300
# Written in the guide, and what stands for it here: a clone without the network, a program that is built, a free port.
INSTEAD = {
    "ADDRESS": ROOT,
    '$(livery/Scripts/build-release livery)': PROGRAM,
    "--listen 0.0.0.0:8080": "--listen 127.0.0.1:0",
}


def blocks():
    """What is to be typed and written, in order: lines for a shell, and files with their text."""
    with open("README.md", encoding="utf-8") as file:
        text = file.read().split(CHAPTER, 1)[1].split("\n## ", 1)[0]
    words = len(text.split())
    assert words < MOST_WORDS, f"the chapter has {words} words"
    for info, body in re.findall(r"^```(.*)\n((?:.*\n)*?)```$", text, re.M):
        if info == "console":
            for line in body.splitlines():
                yield "command", line.removeprefix("$ ")
        else:
            yield info.split(" ", 1)[1], body


def shell(line):
    for written, instead in INSTEAD.items():
        line = line.replace(written, instead)
    return line


def follow(room):
    """Does it all; the server that runs then, and where it listens."""
    environment, server, address = dict(os.environ), None, ""
    for kind, text in blocks():
        if kind != "command":
            place = os.path.join(room, kind)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "w", encoding="utf-8") as file:
                file.write(text)
        elif " serve" in text:
            server = subprocess.Popen(["bash", "-c", f"exec {shell(text)}"], cwd=room, env=environment, stderr=subprocess.PIPE, text=True)
            address = next(found[0] for line in server.stderr if (found := re.search(r"http://[\d.]+:\d+", line)))
            environment["LIVERY_SERVER"] = address
        else:
            script = f"set -e\n{shell(text)}\necho PATH=$PATH"
            done = subprocess.run(["bash", "-c", script], cwd=room, env=environment, capture_output=True, text=True, timeout=300)
            assert done.returncode == 0, f"{text}: {done.stdout}{done.stderr}"
            environment["PATH"] = done.stdout.rsplit("PATH=", 1)[1].strip()
            print(f"newcomer: {text}")
    return server, address


def look(address):
    """As from another machine: the header of a proxy makes it a stranger, who sees what channels show."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        page = browser.new_context(extra_http_headers={"X-Forwarded-For": "192.0.2.7"}).new_page()
        page.goto(address)
        page.get_by_role("article", name="Acme").get_by_text("Showing now").wait_for(timeout=120_000)
        theme = page.evaluate("fetch('v1/appearance?for=PriceTag&in=MyNavigationController').then(answer => answer.json())")
        refused = page.evaluate("fetch('v1/active', { method: 'POST', body: '{}' }).then(answer => answer.status)")
        browser.close()
    assert theme["set"]["inkColor"] == "#7a2048", theme
    assert refused == 403, refused


with tempfile.TemporaryDirectory(prefix="livery-newcomer-") as room:
    server = None
    try:
        server, address = follow(room)
        look(address)
        print("newcomer: another machine's browser shows the theme with its own class, and may not switch")
    finally:
        if server:
            server.terminate()
            server.wait(60)

"""The size of the page on its way to a browser: all of it, and the part before the first theme appears."""

import os
import re

KB = 1024
LARGEST, FIRST = 120 * KB, 40 * KB
FOLDER = os.path.join(os.path.dirname(__file__), "../../../Web/page")


def files():
    """Every file that a browser may ask for, by its path from the page's address."""
    names = [os.path.relpath(os.path.join(at, name), FOLDER) for at, _, names in os.walk(FOLDER) for name in names]
    return [address(name) for name in names if not name.endswith(".d.ts")]


def first():
    """The document, what it links to, what its modules import at once, and the first screen."""
    text = open(os.path.join(FOLDER, "index.html")).read()
    waiting = ["index.html", *re.findall(r'(?:href|src)="page/([^"]+)"', text), "scenes/uikit.js"]
    found = set()
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        if name.endswith(".js"):
            text = open(os.path.join(FOLDER, name)).read()
            imports = re.findall(r'^(?:import|export) .*from "(\./|\.\./)([^"]+)"', text, re.M)
            waiting += [os.path.normpath(os.path.join(os.path.dirname(name), up + path)) for up, path in imports]
    return [address(name) for name in found]


def address(name):
    return "" if name == "index.html" else f"page/{name}"

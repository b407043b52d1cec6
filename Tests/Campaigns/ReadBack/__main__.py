"""Themes full of words that were meant to become code, read back from every form by parsers that know nothing of Livery."""

import argparse
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Tools"))
from forms import FORMS
from server import Server
from words import Words


def show(server, theme):
    server.ask("PUT", "/v1/themes/hostile", theme["document"])
    server.ask("POST", "/v1/active", {"theme": "default"})
    server.ask("POST", "/v1/active", {"theme": "hostile", "note": theme["note"]})


def main():
    parser = argparse.ArgumentParser(prog="Scripts/read-back")
    parser.add_argument("program")
    parser.add_argument("config")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_args()
    words = Words(arguments.seed)
    server = Server(arguments.program, arguments.config)
    compared = 0
    try:
        for _ in range(arguments.rounds):
            theme = words.theme()
            show(server, theme)
            for form in FORMS:
                for wrong in form(server, theme):
                    sys.exit(f"FAILED (seed {arguments.seed}): {form.__name__}: {wrong}\n{theme}")
                compared += 1
    finally:
        server.end()
    print(f"{arguments.rounds} themes in {len(FORMS)} forms, {compared} comparisons: each says what was written (seed {arguments.seed})")


main()

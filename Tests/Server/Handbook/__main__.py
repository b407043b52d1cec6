"""Asks the examples and reads the pages: python Tests/Server/Handbook PROGRAM [--record]."""

import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Tools"))
import examples
import pages
from server import Server


def main(program, *flags):
    server = Server(os.path.abspath(program), "Config")
    try:
        if "--record" in flags:
            examples.record(server.address)
            print("handbook: the examples are written down; build again, so that /docs shows them")
            sys.exit()
        return examples.problems(server.address) + pages.problems(server.address, os.environ["CHROMIUM"])
    finally:
        server.end()


found = main(*sys.argv[1:])
for problem in found:
    print(f"handbook: {problem}")
if found:
    sys.exit(1)
print("handbook: each example is answered as it says, and each page fits a phone and leads somewhere")

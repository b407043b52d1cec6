"""Asks the examples and reads the pages: python Tests/Handbook PROGRAM [--record]."""

import os
import re
import subprocess
import sys

import examples
import pages


class Server:
    """The program with the shipped config and an empty log, at a free port."""

    def __init__(self, program):
        flags = ["--config", "Config", "--store", "memory:", "--listen", "127.0.0.1:0", "--log-format", "json"]
        self.process = subprocess.Popen([program, "serve", *flags], stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if found := re.search(r'"message":"Listening.*"port":(\d+)', line):
                self.address = f"http://127.0.0.1:{found[1]}"
                return
        raise SystemExit("handbook: the server did not start")

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


def main(program, *flags):
    server = Server(os.path.abspath(program))
    try:
        if "--record" in flags:
            examples.record(server.address)
            print("handbook: the examples are written down; build again, so that /docs shows them")
            sys.exit()
        return examples.problems(server.address) + pages.problems(server.address, os.environ["CHROMIUM"])
    finally:
        server.stop()


found = main(*sys.argv[1:])
for problem in found:
    print(f"handbook: {problem}")
if found:
    sys.exit(1)
print("handbook: each example is answered as it says, and each page fits a phone and leads somewhere")

"""A server that a check starts for itself, and what it is asked."""

import http.client
import json
import os
import re
import subprocess
import tempfile
import time

# The whole of the port: more of it may be on its way.
LISTENING = re.compile(rb"Listening on (http://[\d.]+:\d+)[^\d]")


def start(command, **options):
    """Its process, and the address at which it listens."""
    # A file takes all that it says, however long; a pipe would have to be read.
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, stderr=log, **options)
        for _ in range(6000):
            has_ended = process.poll() is not None
            said = os.pread(log.fileno(), 1 << 20, 0)
            if found := LISTENING.search(said):
                return process, found[1].decode()
            if has_ended:
                break
            time.sleep(0.02)
    process.kill()
    raise RuntimeError(f"the server did not start: {said.decode()}")


def until(what, condition, seconds=60):
    """Waits for a condition; raises an error if it does not hold in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come about")


class Server:
    """One with these files and an empty log, at a free port."""

    def __init__(self, program, config, **variables):
        self.program = program
        flags = ["--listen", "127.0.0.1:0", "--config", config, "--store", "memory:"]
        self.process, self.address = start([program, "serve", *flags], env={**os.environ, **variables})
        self.connection = http.client.HTTPConnection(self.address.removeprefix("http://"), timeout=120)

    def bytes(self, target):
        return self.answer("GET", target, None, 200)

    def ask(self, method, target, body=None, expected=200):
        return self.answer(method, target, body, expected).decode()

    def answer(self, method, target, body, expected):
        headers = {"Content-Type": "application/json"} if body is not None else {}
        self.connection.request(method, target, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status not in (expected, 201 if expected == 200 else expected):
            raise RuntimeError(f"{method} {target}: {answer.status} {content[:500]!r}")
        return content

    def run(self, *words):
        """What a command of the program prints."""
        command = [self.program, *words, "--server", self.address]
        return subprocess.run(command, check=True, capture_output=True, timeout=120).stdout.decode()

    def end(self):
        self.process.kill()
        self.process.wait()

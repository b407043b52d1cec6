"""A server of its own, and what it is asked."""

import http.client
import json
import re
import subprocess


class Server:
    def __init__(self, program, config):
        self.program = program
        flags = ["--listen", "127.0.0.1:0", "--config", config, "--store", "memory:"]
        self.process = subprocess.Popen([program, "serve", *flags], stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if found := re.search(r"Listening on http://127\.0\.0\.1:(\d+)", line):
                self.connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=120)
                self.address = f"http://127.0.0.1:{found[1]}"
                return
        raise RuntimeError("the server did not start")

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

    def upload(self, theme):
        self.ask("PUT", "/v1/themes/hostile", theme["document"])
        self.ask("POST", "/v1/active", {"theme": "default"})
        self.ask("POST", "/v1/active", {"theme": "hostile", "note": theme["note"]})

    def run(self, *words):
        """What a command of the program prints."""
        command = [self.program, *words, "--server", self.address]
        return subprocess.run(command, check=True, capture_output=True, timeout=120).stdout.decode()

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()

"""A PostgreSQL of its own, and three servers on it."""
import http.client
import json
import os
import re
import signal
import subprocess
import urllib.parse


class Database:
    """It ends, and its folder goes, when its input ends."""

    def __enter__(self):
        self.process = subprocess.Popen(
            ["Scripts/engine", "fsync=off"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if line.startswith("primary "):
                host = urllib.parse.quote(line.split(" ", 1)[1].strip(), safe="")
                self.url = f"postgres://livery@{host}/postgres?sslmode=disable"
            if line.startswith("engine: "):
                raise RuntimeError(line)
            if line == "ready\n":
                return self
        raise RuntimeError("the database did not start")

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


class Server:
    """A server at an address that nobody else uses, so that it finds its port again."""

    def __init__(self, number, command, folder, url):
        self.host, self.port = f"127.0.18.{number + 1}", 0
        self.state, self.log = os.path.join(folder, f"state-{number}"), os.path.join(folder, f"log-{number}")
        self.command, self.environment = command, os.environ | {"LIVERY_STORE": url}
        self.process = None
        self.start()
        while not self.is_ready():
            if self.has_ended():
                raise RuntimeError(f"a server did not start: {open(self.log).read()}")

    @property
    def address(self):
        return f"{self.host}:{self.port}"

    def start(self):
        flags = ["--listen", self.address, "--state", self.state, "--log-format", "json", "--drain-time", "2"]
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(self.command + flags, stderr=log, env=self.environment)

    def end(self):
        self.process.send_signal(signal.SIGTERM)

    def has_ended(self):
        return self.process.poll() is not None

    def is_ready(self):
        with open(self.log) as log:
            found = re.search(r'"port":(\d+)', log.read())
        if not found:
            return False
        self.port = int(found[1])
        try:
            return self.ask("GET", "/readyz")[0] == 200
        except OSError:
            return False

    def ask(self, method, target, body=None, headers=None):
        status, content = self.fetch(method, target, body, headers)
        return status, json.loads(content or b"null")

    def fetch(self, method, target, body=None, headers=None):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        try:
            connection.request(method, target, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def parked(self):
        """How many clients it holds that wait for a change."""
        found = re.search(rb"\nlivery_parked_clients (\d+)", self.fetch("GET", "/metrics")[1])
        return int(found[1]) if found else 0

    def cursor(self):
        return self.ask("GET", "/v1/changes")[1]["cursor"]


class Fleet:
    def __init__(self, program, config, url, folder):
        command = [program, "serve", "--config", config, "--connections-per-address", "0"]
        self.make = lambda number: Server(number, list(command), folder, url)
        self.servers = []

    def __enter__(self):
        try:
            for number in range(3):
                self.servers.append(self.make(number))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.process.kill()
            server.process.wait()

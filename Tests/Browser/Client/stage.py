"""What every case is played on: a browser, pages of an origin of their own, and servers to follow."""

import asyncio
import contextlib
import http.server
import json
import os
import re
import shutil
import signal
import tempfile
import threading
import urllib.parse
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LIMIT = 300
"""Seconds after which what a case waits for will not come any more, on the slowest of machines."""


async def fetch(address, data=None):
    def ask():
        with urllib.request.urlopen(address, data=data, timeout=LIMIT) as answer:
            return answer.read()

    return await asyncio.to_thread(ask)


async def until(question, what):
    """Asks again and again, until the answer is yes."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LIMIT):
            while not await question():
                await asyncio.sleep(0.03)
            return
    raise AssertionError(f"not reached: {what}")


class PageServer:
    """Serves pages from memory and `livery.js` from the sources, and hears what pages say."""

    def __init__(self):
        self.pages, self.files, self.said = {}, {}, []
        server = self

        class Request(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                kind, body, headers = server.find(urllib.parse.urlsplit(self.path).path)
                self.send_response(200 if body else 404)
                for name, value in ({"Content-Type": kind, "Content-Length": len(body)} | headers).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self):
                server.said.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
                self.send_response(204)
                self.end_headers()

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Request)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.port = self.server.server_port
        self.origin = f"http://127.0.0.1:{self.port}"

    def find(self, path):
        if path in ("/livery.js", "/livery-draft.js", "/livery-fonts.js"):
            module = (ROOT / f"Web/client{path}").read_bytes()
            return "text/javascript", module, {"Access-Control-Allow-Origin": "*"}
        if path in self.files:
            kind = "text/css" if path.endswith(".css") else "text/javascript"
            return kind, self.files[path].encode(), {}
        html, policy = self.pages.get(path, ("", ""))
        return "text/html; charset=utf-8", html.encode(), {"Content-Security-Policy": policy} if policy else {}

    def add(self, html, policy):
        path = f"/{len(self.pages)}.html"
        self.pages[path] = (html, policy)
        return path


class Room:
    """One room of the misbehaving server."""

    def __init__(self, origin, name):
        self.name, self.control = name, f"{origin}/-/{name}"
        self.css, self.json = f"{origin}/{name}/v1/theme.css", f"{origin}/{name}/v1/theme"

    async def set(self, **settings):
        settings = {name.replace("_", "-"): value for name, value in settings.items()}
        await fetch(self.control, urllib.parse.urlencode(settings).encode())

    async def report(self, **conditions):
        query = urllib.parse.urlencode(conditions)
        return json.loads(await fetch(f"{self.control}?{query}"))

    async def reached(self, requests=0, open=1_000_000):
        """Waits until so many requests have come, and no more than so many are held."""
        report = await self.report(requests=requests, open=open, within=LIMIT)
        assert report["count"] >= requests, f"{self.name} was asked {report['count']} times, not {requests}"
        assert report["open"] <= open, f"{self.name} holds {report['open']} requests, not {open}"
        return report

    async def held(self, count=1):
        """Waits until it holds just so many requests."""

        async def question():
            return (await self.report())["open"] == count

        await until(question, f"{self.name} holds {count}")

    async def asked_in_first(self, seconds):
        """How often it was asked in so many seconds from its first request on."""
        await self.reached(requests=1)
        await asyncio.sleep(seconds)
        times = [request["at"] for request in (await self.report())["requests"]]
        return sum(time <= times[0] + seconds for time in times)

    async def is_left(self):
        """Waits until it holds nothing and is asked nothing any more: what was on its way has come and gone."""

        async def question():
            before = (await self.reached(open=0))["count"]
            await asyncio.sleep(2)
            report = await self.report()
            return report["open"] == 0 and report["count"] == before

        await until(question, f"{self.name} is left alone")


class Livery:
    """The real server, with the shipped config."""

    def __init__(self, program, host="127.0.0.1", arguments=(), environment=None):
        self.program, self.host, self.process, self.port = program, host, None, 0
        self.arguments, self.environment = arguments, {**os.environ, **(environment or {})}
        self.folder = tempfile.mkdtemp()

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            self.program, "serve", "--config", ROOT / "Config", "--state", f"{self.folder}/state",
            "--listen", f"{self.host}:{self.port}", "--log-format", "json", "--drain-time", "0",
            *self.arguments, env=self.environment,
            stderr=asyncio.subprocess.PIPE)  # fmt: skip
        said = b""
        while not (found := re.search(rb'"port":(\d+)', said)):
            line = await asyncio.wait_for(self.process.stderr.readline(), LIMIT)
            assert line, f"livery did not start: {said.decode()}"
            said += line
        self.port = int(found[1])
        self.origin = f"http://{self.host}:{self.port}"
        self.reading = asyncio.create_task(self.process.stderr.read())
        return self

    async def switch(self, theme, channel="main"):
        await fetch(f"{self.origin}/v1/active", f"theme={theme}&channel={channel}".encode())

    async def stop(self, how=signal.SIGTERM, forgets=False):
        if self.process.returncode is None:
            self.process.send_signal(how)
        await self.process.wait()
        if forgets:
            shutil.rmtree(f"{self.folder}/state")

    async def end(self):
        await self.stop(signal.SIGKILL)
        shutil.rmtree(self.folder)


class Stage:
    """Made once for all cases."""

    def __init__(self, browser, program):
        self.browser, self.program = browser, program
        self.pages, self.rooms, self.serial, self.liveries = PageServer(), None, 0, 0

    @contextlib.asynccontextmanager
    async def open(self):
        process = await asyncio.create_subprocess_exec(
            ROOT / "Tests/Tools/misbehaving-server",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)  # fmt: skip
        line = (await process.stdout.readline()).decode()
        self.rooms = line.split()[-1]
        self.livery = await Livery(self.program).start()
        # Pages of another origin may ask for what channels show, and for nothing else.
        for theme in ("night", "paper"):
            await self.livery.switch(theme, channel=theme)
        try:
            yield self
        finally:
            await self.livery.end()
            process.stdin.close()
            await process.wait()

    def another_livery(self):
        """One with an address of its own: started again, it finds its port free."""
        self.liveries += 1
        return Livery(self.program, f"127.18.0.{self.liveries}")

    def room(self, behavior="good"):
        self.serial += 1
        return Room(self.rooms, f"{behavior}.{self.serial}")

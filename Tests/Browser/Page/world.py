"""A server of its own and one browser for all scenarios."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

from axe_playwright_python.sync_playwright import Axe

# A bound for what should come at once, so wide that a slow machine stays within it.
PATIENCE = 120_000
RULES = {"resultTypes": ["violations"], "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}


class World:
    """What a scenario is given: the server at its first state, pages that note what goes wrong on them."""

    def __init__(self, program, config, browser):
        self.program, self.browser = program, browser
        self.folder = tempfile.mkdtemp(prefix="livery-page-")
        self.config = os.path.join(self.folder, "Config")
        shutil.copytree(config, self.config)
        self.themes = os.path.join(self.config, "themes")
        self.shipped = os.listdir(self.themes)
        self.axe_engine = Axe()
        self.process, self.port, self.contexts = None, 0, []

    def begin(self):
        """Another scenario: no page, no token, nothing switched."""
        self.expect_trouble, self.complaints = False, []
        for context in self.contexts:
            context.close()
        self.contexts = []
        self.port = 0
        for name in os.listdir(self.themes):
            if name not in self.shipped:
                os.remove(os.path.join(self.themes, name))
        self.restart()

    def add_themes(self, documents):
        """Starts the server again with these themes besides the shipped ones."""
        for name, text in documents.items():
            with open(os.path.join(self.themes, f"{name}.json"), "w") as file:
                file.write(text)
        self.restart()

    def restart(self, **variables):
        self.stop()
        self.variables, self.store = variables, "memory:"
        self.start()

    def start(self):
        """At the port of before; where another program took that meanwhile, as soon as it lets go of it."""
        self.until(self.has_started)
        self.address = f"http://127.0.0.1:{self.port}/"

    def has_started(self):
        command = [self.program, "serve", "--config", self.config, "--listen", f"127.0.0.1:{self.port}", "--store", self.store]
        log = os.path.join(self.folder, "log")
        with open(log, "w") as file:
            self.process = subprocess.Popen(command, env={**os.environ, **self.variables}, stderr=file)
        while self.process.poll() is None:
            with open(log) as file:
                found = re.search(r"Listening on http://127\.0\.0\.1:(\d+)", file.read())
            if found:
                self.port = int(found[1])
                return True
            time.sleep(0.01)
        return False

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = None

    def end(self):
        self.stop()
        shutil.rmtree(self.folder)

    def context(self, **options):
        context = self.browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        return context

    def page(self, context=None, **options):
        page = (context or self.context(**options)).new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("console", self.note)
        page.add_init_script("addEventListener('securitypolicyviolation', each => console.error('refused by policy: ' + each.violatedDirective + ' ' + each.blockedURI))")
        return page

    def note(self, message):
        # What the browser itself says of an answer that was to be refused is no complaint about the page.
        isExpected = "Failed to load resource" in message.text and (self.expect_trouble or "409" in message.text or "412" in message.text)
        if message.type in ("error", "warning") and not isExpected:
            self.complaints.append(f"{message.text} {message.location['url']}")

    def ask(self, path, method="GET", body=None, headers={}):
        data = None if body is None else body.encode()
        kind = {"Content-Type": "application/json"} if data else {}
        request = urllib.request.Request(self.address + path, data=data, method=method, headers={**kind, **headers})
        with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as answer:
            return answer.read().decode()

    def size(self, path):
        """What a file takes on its way, in bytes."""
        request = urllib.request.Request(self.address + path, headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as answer:
            return len(answer.read())

    def get(self, path):
        return json.loads(self.ask(path))

    def switch(self, theme, note="", channel="main"):
        self.ask("v1/active", "POST", json.dumps({"theme": theme, "note": note, "channel": channel}))

    def schedule(self, theme, moment, note):
        self.ask("v1/schedule", "POST", json.dumps({"theme": theme, "from": moment, "note": note}))

    def put(self, theme, text):
        self.ask(f"v1/themes/{theme}", "PUT", text)

    def streams(self):
        return int(re.search(r"^livery_streams\S* (\d+)", self.ask("metrics"), re.M)[1])

    def axe(self, page):
        # A drawing is a picture of controls. Their contrast depends on the theme, and is reported under Colors.
        found = self.axe_engine.run(page, context={"exclude": [[".drawing"]]}, options=RULES).response["violations"]
        return [f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in found]

    def until(self, holds):
        """Asks until it holds; the time is a bound, no measure."""
        end = time.monotonic() + PATIENCE / 1000
        while not holds():
            if time.monotonic() > end:
                raise AssertionError("it did not come about in time")
            time.sleep(0.02)

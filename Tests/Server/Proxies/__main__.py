"""Runs the proxies of docs/operating.md: python Tests/Server/Proxies PROGRAM [NAME…], with the path of Chromium in CHROMIUM."""

import os
import subprocess
import sys
import tempfile
import threading
import time

from checks import CHECKS, check_away
from pages import check_pages, check_switch
from playwright.sync_api import sync_playwright
from proxies import Caddy, Fleet, HAProxy, Nginx, Varnish, fail

KINDS = [Nginx, Caddy, HAProxy, Varnish, Fleet]


def make_certificate(folder):
    """A PEM file with a certificate for localhost, and its key."""
    parts = [f"{folder}/certificate", f"{folder}/key"]
    words = "req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 2 -subj /CN=localhost"
    names = ["-addext", "subjectAltName=DNS:localhost", "-out", parts[0], "-keyout", parts[1]]
    subprocess.run(["openssl", *words.split(), *names], check=True, capture_output=True)
    path = f"{folder}/both.pem"
    with open(path, "w", encoding="utf-8") as file:
        for part in parts:
            with open(part, encoding="utf-8") as own:
                file.write(own.read())
    return path


class DefaultWait:
    """A poll with the default wait, which must end as the server ends it, not by a timeout of the proxy."""

    def __init__(self, site):
        site.switch("default", channel="quiet")
        cursor = site.ask("/v1/changes?channel=quiet").headers["Livery-Cursor"]
        self.thread = threading.Thread(target=self.ask, args=(site, cursor), daemon=True)
        self.thread.start()

    def ask(self, site, cursor):
        try:
            self.status = site.ask(f"/v1/changes?channel=quiet&since={cursor}").status
        except OSError as error:
            self.status = error

    def finish(self):
        self.thread.join()
        if self.status != 204:
            fail(f"the default wait ended with {self.status}")


def check_all(site, waiting, browser):
    actions = [(action, []) for action in CHECKS] + [(check_switch, [browser]), (check_pages, [browser])]
    for action, more in actions:
        began = time.monotonic()
        try:
            action(site, *more)
        except AssertionError as error:
            fail(f"{action.__doc__} But: {error}")
        print(f"{site.name}: {action.__doc__} ({time.monotonic() - began:.1f} s)", flush=True)
    waiting.finish()
    for sign in ("untagged-wait", "untrusted-proxy"):
        if site.figure(f'livery_proxy_signs_total{{sign="{sign}"}}'):
            fail(f"the server sees the sign {sign}")
    try:
        check_away(site)
    except AssertionError as error:
        fail(f"{check_away.__doc__} But: {error}")
    print(f"{site.name}: {check_away.__doc__}", flush=True)


def main(program, names):
    sites = []
    with tempfile.TemporaryDirectory(prefix="livery-proxies-") as folder:
        try:
            # Varnish and hitch read it as other users.
            os.chmod(folder, 0o755)
            certificate = make_certificate(folder)
            for kind in KINDS:
                if not names or kind.name.lower() in names:
                    sites.append(kind(program, f"{folder}/{kind.name.lower()}", certificate))
            waits = [DefaultWait(site) for site in sites]
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
                for site, waiting in zip(sites, waits):
                    check_all(site, waiting, browser)
                browser.close()
        except AssertionError as error:
            sys.exit(f"behind-proxies: {error}")
        finally:
            for site in sites:
                site.end()
    print(f"behind-proxies: {', '.join(site.name for site in sites)} hold waits, cache, and can't be poisoned")


main(os.path.abspath(sys.argv[1]), [name.lower() for name in sys.argv[2:]])

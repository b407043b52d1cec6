"""The proxies of docs/operating.md, each run from its block with a server behind it."""

import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests/Tools"))
from server import start, until

TOKEN = "a-token-for-the-test-of-proxies"
# A bound for what comes soon, so wide that a slow machine stays within it.
PATIENCE = 120


def fail(words):
    raise AssertionError(words)


def block(name):
    """A block of docs/operating.md, as it stands."""
    text = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    found = re.search(rf"^```\w+ {re.escape(name)}\n(.*?)^```$", text, re.S | re.M)
    return found.group(1) if found else fail(f"docs/operating.md shows no {name}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Reply:
    def __init__(self, response):
        self.status, self.headers, self.bytes = response.status, response.headers, response.read()
        self.text = self.bytes.decode(errors="replace")


class Site:
    """A proxy of one kind and the server behind it."""

    authorization = f"Bearer {TOKEN}"
    caches_sheets = caches_json = collapses = serves_stale = False
    scheme, path = "https", "/themes"

    def __init__(self, program, folder, certificate):
        self.program, self.folder = program, pathlib.Path(folder)
        self.certificate, self.processes = certificate, []
        self.folder.mkdir()
        self.port = free_port()
        self.url = f"{self.scheme}://localhost:{self.port}{self.path}"
        flags = ["--config", str(ROOT / "Config"), "--state", f"{folder}/state", "--listen", "127.0.0.1:0"]
        self.server, address = start([program, "serve", *flags], env={**os.environ, **self.settings()})
        self.upstream = address.removeprefix("http://")
        self.log = open(f"{folder}/log", "wb")
        try:
            self.start()
            until(f"{self.name}: an answer", self.is_up)
        except AssertionError as error:
            self.end()
            fail(f"{error}: {pathlib.Path(self.log.name).read_text()}")

    def settings(self):
        """Those of the page, with another token and address."""
        lines = dict(line.split("=", 1) for line in block("livery.env").splitlines())
        lines["LIVERY_PUBLIC_URL"] = lines["LIVERY_PUBLIC_URL"].replace("https://themes.example.com/themes", self.url)
        if self.collapses:
            # A cache in front must keep the brands of hosts apart.
            file = self.folder / "hosts.json"
            file.write_text('{ "*.brands.example": "{1}" }')
            lines["LIVERY_HOSTS_FILE"] = str(file)
        return {**lines, "LIVERY_TOKEN": TOKEN}

    def configure(self, name, before="", **others):
        """Writes the block of a configuration, with the addresses and paths of this test, and returns its path."""
        text = block(name).replace("themes.example.com", "localhost").replace("/etc/ssl/themes.pem", self.certificate)
        for written, instead in {"127.0.0.1:8080": self.upstream, **others}.items():
            if written not in text and written in others:
                fail(f"{name} has no {written}")
            text = text.replace(written, instead)
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(before + text, encoding="utf-8")
        return str(path)

    def run(self, *command, **environment):
        self.processes.append(
            subprocess.Popen(command, stdout=self.log, stderr=self.log, env={**os.environ, **environment}))

    def authority(self):
        """The path of the certificate that clients trust."""
        return self.certificate

    def is_up(self):
        try:
            return self.ask("/healthz").status == 200
        except OSError:
            return False

    def connect(self):
        if self.scheme == "http":
            return http.client.HTTPConnection("localhost", self.port, timeout=PATIENCE)
        return http.client.HTTPSConnection(
            "localhost", self.port, timeout=PATIENCE, context=ssl._create_unverified_context())

    def ask(self, path, method="GET", body=None, **headers):
        """Sends a request through the proxy. Underscores in names of headers stand for hyphens."""
        connection = self.connect()
        try:
            names = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.putrequest(method, self.path + path, skip_host="Host" in names, skip_accept_encoding=True)
            for name, value in names.items():
                connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            return Reply(connection.getresponse())
        finally:
            connection.close()

    def open(self, path, **headers):
        """Sends a request whose response is read piece by piece."""
        connection = self.connect()
        connection.request("GET", self.path + path, headers=headers)
        return connection.getresponse()

    def behind(self, path):
        """Asks the server itself."""
        connection = http.client.HTTPConnection(self.upstream, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers={"Authorization": self.authorization})
            return Reply(connection.getresponse())
        finally:
            connection.close()

    def figure(self, name):
        found = re.search(rf"^{re.escape(name)} (\d+)$", self.behind("/metrics").text, re.M)
        return int(found[1]) if found else fail(f"there is no metric {name}")

    def write(self, method, path, body, kind="application/json"):
        reply = self.ask(path, method, body, Authorization=self.authorization, Content_Type=kind)
        return reply if reply.status in (200, 201) else fail(f"{method} {path}: {reply.status} {reply.text[:500]}")

    def switch(self, theme, channel="main"):
        self.write("POST", "/v1/active", json.dumps({"theme": theme, "channel": channel, "force": True}).encode())

    def end(self):
        for process in [self.server, *self.processes]:
            process.terminate()
        for process in [self.server, *self.processes]:
            process.wait()
        self.log.close()


class Nginx(Site):
    name = "nginx"
    caches_sheets = caches_json = collapses = serves_stale = True

    def start(self):
        server = self.configure("nginx.conf", **{
            "listen 443": f"listen 127.0.0.1:{self.port}", "/var/lib/nginx/livery": f"{self.folder}/cache"})
        self.serve(f"include {server};")

    def serve(self, text):
        paths = "".join(f"{name}_temp_path {self.folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        # Else it gives up root, and with that the folder of this test.
        user = "user root;\n" if os.getuid() == 0 else ""
        main = self.folder / "main.conf"
        main.write_text(f"daemon off;\n{user}pid {self.folder}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{paths}{text}\n}}\n")
        self.run("nginx", "-c", str(main), "-p", str(self.folder), "-e", "stderr")


class Fleet(Nginx):
    """The nginx of compose.fleet.yaml, which has neither TLS, nor a cache, nor a public URL."""

    name = "Fleet"
    caches_sheets = caches_json = collapses = serves_stale = False
    scheme, path = "http", ""

    def settings(self):
        return {"LIVERY_TOKEN": TOKEN, "LIVERY_TRUSTED_PROXIES": "127.0.0.1", "LIVERY_BODY_BYTES": "32MiB"}

    def start(self):
        text = (ROOT / "Examples/fleet/nginx.conf").read_text(encoding="utf-8")
        upstream = re.search(r"upstream livery \{.*?\n  \}", text, re.S)[0].replace("livery:8080", self.upstream)
        self.serve(f"{upstream} server {{ listen 127.0.0.1:{self.port}; include {ROOT}/Examples/fleet/proxy.conf; }}")


class Caddy(Site):
    name = "Caddy"

    def start(self):
        # Its own interface would take a fixed port, and so would redirections from http.
        own = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n"
        path = self.configure("Caddyfile", own, **{"localhost {": f"https://localhost:{self.port} {{"})
        folder = str(self.folder)
        self.run("caddy", "run", "--adapter", "caddyfile", "--config", path, HOME=folder, XDG_DATA_HOME=folder, XDG_CONFIG_HOME=folder)

    def authority(self):
        return f"{self.folder}/caddy/pki/authorities/local/root.crt"


class HAProxy(Site):
    name = "HAProxy"
    caches_sheets = True

    def start(self):
        path = self.configure("haproxy.cfg", **{"bind :443": f"bind 127.0.0.1:{self.port}"})
        self.run("haproxy", "-db", "-f", path)


class Varnish(Site):
    name = "Varnish"
    caches_sheets = caches_json = collapses = serves_stale = True

    def start(self):
        port = str(free_port())
        host, upstream = self.upstream.split(":")
        rules = self.configure("default.vcl", **{'"127.0.0.1"': f'"{host}"', '"8080"': f'"{upstream}"'})
        unit = pathlib.Path(self.configure("varnish.service.d/livery.conf", **{
            "6086": port, "/etc/varnish/default.vcl": rules, "-j unix,user=vcache": "-j none"})).read_text()
        command = re.findall(r"^ExecStart=(.+)$", unit, re.M)[-1].split()
        self.run(*command, "-n", f"{self.folder}/varnish")
        hitch = self.configure("hitch.conf", **{"[*]:443": f"[127.0.0.1]:{self.port}", "6086": port})
        self.run("hitch", "--config", hitch, *(["--user", "nobody"] if os.getuid() == 0 else []))

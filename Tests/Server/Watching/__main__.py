"""Checks what deploy/ has for Prometheus and Grafana: python3 Tests/Server/Watching PROGRAM."""

import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

import yaml

PROJECT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(PROJECT / "Tests/Tools"), str(PROJECT / "Tests/Campaigns/Rolling")]
from fleet import Database
from server import start

PROGRAM = os.path.abspath(sys.argv[1])
TOKEN, OPERATOR = "the-token-of-prometheus", "the-token-of-an-operator"
CONFIGURATION = (PROJECT / "deploy/prometheus/prometheus.yml").read_text(encoding="utf-8")
RULES = (PROJECT / "deploy/prometheus/livery.rules.yml").read_text(encoding="utf-8")
DASHBOARD = json.loads((PROJECT / "deploy/grafana/livery.json").read_text(encoding="utf-8"))
TESTS = (PROJECT / "Tests/Server/Watching/rules.test.yml").read_text(encoding="utf-8")
# What Prometheus itself adds to every sample.
ADDED = {"job", "instance"}


def fail(words):
    sys.exit(f"watching: {words}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def alerts():
    return [rule for group in yaml.safe_load(RULES)["groups"] for rule in group["rules"]]


def panels():
    return [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]


def queries():
    """The queries of the dashboard as Grafana sends them for all servers, with the names of their series."""
    for panel in panels():
        for target in panel["targets"]:
            query = target["expr"].replace("$__rate_interval", "20s").replace("$instance", ".*")
            yield f"panel '{panel['title']}'", query, target["legendFormat"]


def check_by_promtool(room):
    """promtool accepts configuration and alerts, and each alert fires in one of their tests and is quiet in another."""
    files = {"prometheus.yml": CONFIGURATION.replace("/etc/prometheus", str(room)), "livery.rules.yml": RULES, "rules.test.yml": TESTS}
    for name, text in files.items():
        (room / name).write_text(text, encoding="utf-8")
    (room / "livery.token").write_text(TOKEN, encoding="utf-8")
    orders = ["check config prometheus.yml", "check rules livery.rules.yml", "test rules rules.test.yml"]
    for order in orders:
        done = subprocess.run(["promtool", *order.split()], cwd=room, capture_output=True, text=True, check=False)
        if done.returncode:
            fail(f"promtool {order}: {done.stdout}{done.stderr}")
    for rule in alerts():
        if f'alertname="{rule["alert"]}"' not in TESTS:
            fail(f"no test lets {rule['alert']} fire")


def check_page(room):
    """The commands of docs/operating.md install the files of the package in an empty /etc/prometheus."""
    page = (PROJECT / "docs/operating.md").read_text(encoding="utf-8")
    block = re.search(r"^```console prometheus\n(.*?)^```$", page, re.S | re.M)
    commands = re.findall(r"^# (.*)$", block[1], re.M) if block else fail("docs/operating.md has no block for Prometheus")
    machine = f"""
        cp -r {PROJECT}/deploy {room}/installed
        mount -t tmpfs tmpfs /usr/share && mkdir /usr/share/livery && cp -r {room}/installed/. /usr/share/livery
        mount -t tmpfs tmpfs /etc/prometheus && echo {TOKEN} > /etc/prometheus/livery.token
    """
    script = "\n".join([machine, *commands])
    done = subprocess.run(["unshare", "--map-root-user", "--mount", "bash", "-euc", script], capture_output=True, text=True, check=False)
    if done.returncode or "1 rule files found" not in done.stdout:
        fail(f"the commands of docs/operating.md for Prometheus: {done.stdout}{done.stderr}")


def check_names(metrics):
    """The servers have every metric that a query names, with every label."""
    known = {"up": {"job", "instance"}}
    for name, labels in re.findall(r"^([a-z_]+)(?:\{(.*)\})? ", metrics, re.M):
        known.setdefault(name, set()).update(re.findall(r'(\w+)="', labels), ADDED)
    asked = [(f"alert {rule['alert']}", rule["expr"], " ".join(rule["annotations"].values())) for rule in alerts()]
    count = 0
    for place, query, text in asked + list(queries()):
        # Every word of a query that could be a metric: not in a string, not a function, not a label of `by`.
        bare = re.sub(r'"[^"]*"', '""', query)
        names = re.findall(r"\b(livery_\w+|process_\w+|up)\b", bare)
        labels = set(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)\"", bare))
        for group in re.findall(r"\bby \(([^)]*)\)", bare):
            labels.update(re.findall(r"\w+", group))
        labels.update(re.findall(r"\{\{\s*(\w+)\s*\}\}", text), re.findall(r"\$labels\.(\w+)", text))
        if not names:
            fail(f"{place} names no metric: {query}")
        for name in names:
            count += 1
            if name not in known:
                fail(f"{place} names {name}, which no server has")
        for label in labels:
            if not any(label in known[name] for name in names):
                fail(f"{place} names the label {label}, which {', '.join(names)} lack")
    return count


class Servers:
    """A server with its log in a file, tokens and a webhook that nobody answers, and one with its log in PostgreSQL."""

    def __init__(self, room, database):
        self.config = room / "Config"
        subprocess.run([PROGRAM, "init", self.config], check=True, stdout=subprocess.DEVNULL)
        tokens = {"tokens": [{"name": "prometheus", "token": TOKEN, "roles": ["watch"]},
                             {"name": "operator", "token": OPERATOR, "roles": ["operate"]}]}
        (room / "tokens.json").write_text(json.dumps(tokens), encoding="utf-8")
        hook = {"LIVERY_WEBHOOKS": f"http://127.0.0.1:{free_port()}/", "LIVERY_WEBHOOK_SECRET": "a-secret-of-this-check"}
        stores = [({"LIVERY_STATE": f"{room}/one"} | hook), {"LIVERY_STORE": database.url, "LIVERY_STATE": f"{room}/two"}]
        self.started = []
        for variables in stores:
            command = [PROGRAM, "serve", "--config", self.config, "--listen", "127.0.0.1:0", "--tokens-file", f"{room}/tokens.json"]
            self.started.append(start(command, env=os.environ | variables))
        self.addresses = [address for _, address in self.started]

    def ask(self, path, **options):
        """Sends a request to each server, and returns what they answer, also errors."""
        answers = []
        for address in self.addresses:
            request = urllib.request.Request(address + path, headers={"Authorization": f"Bearer {OPERATOR}"}, **options)
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    answers.append(answer.read().decode())
            except urllib.error.HTTPError as error:
                answers.append(error.read().decode())
        return answers

    def work(self):
        """Makes samples of each kind, also of those that exist only after something was refused."""
        self.ask("/v1/active", data=b"theme=autumn")
        self.ask("/v1/theme")
        self.ask("/v1/theme?" + "x" * 5000)

    def end(self):
        for process, _ in self.started:
            process.kill()
            process.wait()


class Prometheus:
    """Prometheus with the configuration of the project, which asks these servers each second."""

    def __init__(self, room, servers):
        targets = json.dumps([address.removeprefix("http://") for address in servers.addresses])
        text = CONFIGURATION.replace("/etc/prometheus", str(room)).replace('["127.0.0.1:8080"]', targets)
        (room / "prometheus.yml").write_text(text.replace("15s", "1s"), encoding="utf-8")
        port = free_port()
        flags = [f"--web.listen-address=127.0.0.1:{port}", f"--storage.tsdb.path={room}/data", "--log.level=error"]
        self.process = subprocess.Popen(["prometheus", f"--config.file={room}/prometheus.yml", *flags])
        self.address = f"http://127.0.0.1:{port}"

    def ask(self, path, **parameters):
        try:
            with urllib.request.urlopen(f"{self.address}/api/v1/{path}?{urllib.parse.urlencode(parameters)}", timeout=60) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            fail(f"Prometheus refuses {parameters}: {error.read().decode()}")
        except OSError:
            return None

    def until(self, what, condition):
        for _ in range(300):
            if condition():
                return
            if self.process.poll() is not None:
                fail("Prometheus ended")
            time.sleep(0.2)
        fail(f"not so after a minute: {what}")

    def samples(self, query):
        found = self.ask("query", query=query)
        return found["result"] if found else []

    def alert(self, name):
        found = self.ask("alerts") or {"alerts": []}
        return next((alert for alert in found["alerts"] if alert["labels"]["alertname"] == name), None)

    def end(self):
        self.process.terminate()
        self.process.wait(60)


def check_by_prometheus(prometheus, servers):
    """Prometheus reads the servers with its token, each panel shows a curve, and a broken file raises an alert."""
    prometheus.until("both servers are up", lambda: len(prometheus.samples('up{job="livery"} == 1')) == 2)
    for place, query, _ in queries():
        prometheus.until(f"{place} shows something: {query}", lambda query=query: servers.work() or prometheus.samples(query))
    if prometheus.alert("LiveryConfigStale"):
        fail("LiveryConfigStale is raised without a reason")
    (servers.config / "themes/autumn.json").write_text("{", encoding="utf-8")
    prometheus.until("an alert for files with errors", lambda: prometheus.alert("LiveryConfigStale"))
    summary = prometheus.alert("LiveryConfigStale")["annotations"]["summary"]
    if not any(address.removeprefix("http://") in summary for address in servers.addresses):
        fail(f"the alert does not name the server: {summary}")


def main():
    with tempfile.TemporaryDirectory(prefix="livery-watching-") as folder, Database() as database:
        room = pathlib.Path(folder)
        check_by_promtool(room)
        check_page(room)
        servers = Servers(room, database)
        prometheus = None
        try:
            servers.work()
            count = check_names("\n".join(servers.ask("/metrics")))
            prometheus = Prometheus(room, servers)
            check_by_prometheus(prometheus, servers)
        finally:
            if prometheus:
                prometheus.end()
            servers.end()
    print(f"watching: {len(alerts())} alerts and {len(list(queries()))} queries of the dashboard name {count} metrics that exist")


main()

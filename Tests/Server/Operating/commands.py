"""Runs each command line of docs/operating.md as it stands: python3 Tests/Server/Operating/commands.py PROGRAM.

It is root in namespaces of its own, where /var/lib/livery is empty, and the hosts of the page are on this machine: a
PostgreSQL at its usual port, and a server with TLS. Each line runs by a shell, in an empty folder, as root. The server
runs as another user.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Tools"))
from server import until

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parents[3]
TEXT = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
ROOM = tempfile.mkdtemp(prefix="livery-commands-")
STARTED = []
# The lines that are no commands of a shell, or that need Docker, a package, Prometheus or Kubernetes: other steps of
# Scripts/test run those.
ELSEWHERE = ("docker ", "hostssl ", "$ export ", "# ", "kubectl ")
USER = "daemon"


def fail(words):
    sys.exit(f"commands: {words}")


def lines():
    """The command lines of the page, without prompts, in their order."""
    fenced = re.findall(r"^```console\n(.*?)^```$", TEXT, re.S | re.M)
    shown = "\n".join(line for block in fenced for line in block.splitlines())
    without = re.sub(r"^```.*?^```$", "", TEXT, flags=re.S | re.M)
    indented = "\n".join(re.findall(r"^    (\S.*)$", without, re.M))
    joined = (shown + "\n" + indented).replace("\\\n", "")
    return [line.removeprefix("$ ") for line in joined.splitlines() if line and not line.startswith(ELSEWHERE)]


class Page:
    """The lines that were not run yet."""

    def __init__(self):
        self.left = lines()

    def take(self, beginning):
        """The first line that begins so."""
        found = [line for line in self.left if line.startswith(beginning)]
        if not found:
            fail(f"docs/operating.md has no command line that begins with '{beginning}'")
        self.left.remove(found[0])
        return found[0]

    def run(self, beginning, **variables):
        """Runs the first line that begins so, in an empty folder. Returns what it prints."""
        with tempfile.TemporaryDirectory(dir=ROOM) as empty:
            return shell(self.take(beginning), empty, **variables)


def shell(line, folder, **variables):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LIVERY_")}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", line], cwd=folder, env={**environment, **variables}, capture_output=True,
        text=True, timeout=120)
    if done.returncode:
        fail(f"{line}\nended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def begin(line, folder, log, **variables):
    """Starts a server by a command line, and waits until it listens."""
    with open(log, "w", encoding="utf-8") as file:
        process = subprocess.Popen(["bash", "-c", f"exec {line}" if "=" not in line.split()[0] else line],
            cwd=folder, env={**os.environ, **variables}, stderr=file, start_new_session=True)
    STARTED.append(process)

    def listens():
        if process.poll() is not None:
            fail(f"{line}\nended: {pathlib.Path(log).read_text()}")
        return "Listening on" in pathlib.Path(log).read_text()

    until(f"{line} listening", listens)
    return process


def end(process):
    os.killpg(process.pid, 15)
    process.wait(60)


def furnish():
    """Empties the folders of the page, names its hosts, and puts the program into the path."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    for folder in ("/var/lib", "/var/backups", "/run", "/etc/ssl"):
        if folder == "/etc/ssl":
            shutil.copytree(folder, f"{ROOM}/ssl", symlinks=True)
        subprocess.run(["mount", "-t", "tmpfs", "none", folder], check=True)
    shutil.copytree(f"{ROOM}/ssl", "/etc/ssl", symlinks=True, dirs_exist_ok=True)
    hosts = pathlib.Path(ROOM) / "hosts"
    hosts.write_text("127.0.0.1 localhost db-1 themes.example.com\n127.0.0.2 db-2\n", encoding="utf-8")
    subprocess.run(["mount", "--bind", hosts, "/etc/hosts"], check=True)
    os.makedirs(f"{ROOM}/bin")
    os.symlink(PROGRAM, f"{ROOM}/bin/livery")
    os.environ["PATH"] = f"{ROOM}/bin:{os.environ['PATH']}:/usr/sbin"
    os.makedirs("/var/lib/livery")
    shutil.chown("/var/lib/livery", USER)
    os.makedirs("/run/secrets")
    pathlib.Path("/run/secrets/livery").write_text("…\n", encoding="utf-8")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=db-1", "-addext",
         "subjectAltName=DNS:db-1,DNS:db-2,DNS:themes.example.com", "-keyout", f"{ROOM}/key.pem", "-out", "/etc/ssl/db.pem"],
        check=True, capture_output=True)
    os.chmod(ROOM, 0o755)


def check_file(page):
    """The log in a file: copied while the server runs, put back and renewed by root, served by the other user."""
    shell("livery init Config", ROOM)
    serve = f"setpriv --reuid={USER} --regid={USER} --clear-groups livery serve --config {ROOM}/Config --state /var/lib/livery"
    server = begin(serve, ROOM, f"{ROOM}/one.log")
    shell("livery switch autumn", ROOM)
    page.run("sqlite3 ")
    shell("livery switch default", ROOM)
    end(server)
    shell("rm -f livery.sqlite-wal livery.sqlite-shm && cp /var/backups/livery.sqlite livery.sqlite.new && "
          "mv livery.sqlite.new livery.sqlite", "/var/lib/livery")
    page.run("livery store renew")
    server = begin(serve, ROOM, f"{ROOM}/two.log")
    active = shell("livery active", ROOM)
    if not active.startswith("main: autumn"):
        fail(f"after the restore the server says {active}")
    end(server)
    tls = f"--listen 127.0.0.1:443 --certificate /etc/ssl/db.pem --certificate-key {ROOM}/key.pem"
    token = {"LIVERY_TOKEN": "a-token-of-the-page-about-operating"}
    server = begin(f"livery serve --config {ROOM}/Config --store memory: {tls}", ROOM, f"{ROOM}/three.log", **token)
    page.run("livery export", LIVERY_CA="/etc/ssl/db.pem", **token)
    end(server)


def check_socket(page):
    os.makedirs("/run/livery")
    server = begin(page.take("livery serve --listen unix:"), ROOM, f"{ROOM}/socket.log")
    page.run("curl --unix-socket")
    page.run("livery active --server unix:")
    end(server)


def check_hosts(page):
    """With the page's entries in the settings, the command prints what the page shows of a host."""
    settings = pathlib.Path(ROOM) / "Config/livery.json"
    entries = json.loads(page.take('{ "hosts": '))
    settings.write_text(json.dumps({**json.loads(settings.read_text()), **entries}), encoding="utf-8")
    server = begin("livery serve --store memory:", ROOM, f"{ROOM}/hosts.log")
    shell("livery switch autumn --channel acme", ROOM)
    expected, printed = page.take("shop.acme.com: "), shell("livery hosts shop.acme.com", ROOM).strip()
    if printed != expected:
        fail(f"livery hosts prints '{printed}', docs/operating.md '{expected}'")
    end(server)


def start_database():
    shutil.chown(shutil.copy(f"{ROOM}/key.pem", f"{ROOM}/db.key"), "nobody")
    os.chmod(f"{ROOM}/db.key", 0o600)
    settings = ["listen_addresses=*", "port=5432", "ssl=on", "ssl_cert_file=/etc/ssl/db.pem", f"ssl_key_file={ROOM}/db.key"]
    engine = subprocess.Popen(
        ["bash", f"{ROOT}/Scripts/engine", *settings], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    STARTED.append(engine)
    sockets = engine.stdout.readline().split()[-1]
    if engine.stdout.readline().strip() != "ready":
        fail("PostgreSQL did not start")
    return sockets


def check_database(page):
    """The database is set up, checked, restored, and moved to, by the statements and lines of the page."""
    sockets = start_database()
    roles, rights = re.findall(r"^```sql\n(.*?)^```$", TEXT, re.S | re.M)

    def sql(database, text, role="admin"):
        for statement in filter(str.strip, text.split(";")):
            subprocess.run(
                ["psql", "-h", sockets, "-U", role, "-d", database, "-qX", "-v", "ON_ERROR_STOP=1", "-c", statement],
                check=True, env={**os.environ, "PGOPTIONS": "-c client_min_messages=warning"})

    # The owner of the cluster has the name that the page gives to the role of the servers.
    sql("postgres", "CREATE ROLE admin SUPERUSER LOGIN", role="livery")
    sql("postgres", "ALTER ROLE livery RENAME TO cluster; " + roles)
    page.run("LIVERY_STORE=postgres://livery_owner@db-1/livery livery store migrate")
    sql("livery", rights)
    found = page.run("LIVERY_STORE='postgres://livery@db-1,db-2/livery' livery store check")
    if "✗" in found:
        fail(f"livery store check finds {found}")
    end(begin(page.take("LIVERY_STORE='postgres://livery@db-1,db-2/livery?"), ROOM, f"{ROOM}/four.log"))
    page.run("LIVERY_STORE=postgres://livery@db-1/livery livery store renew")
    sql("livery", "DROP SCHEMA livery CASCADE")
    shell("LIVERY_STORE=postgres://livery_owner@db-1/livery livery store migrate", ROOM)
    sql("livery", rights)
    for _ in range(2):
        page.run("livery store copy sqlite:/var/lib/livery/livery.sqlite postgres://livery@db-1/livery")


def main():
    page = Page()
    try:
        furnish()
        page.run("livery init Config")
        check_file(page)
        check_hosts(page)
        check_socket(page)
        check_database(page)
        if page.left:
            fail("nothing here runs these lines of docs/operating.md:\n" + "\n".join(page.left))
        print("operating: each command line of docs/operating.md runs as it stands")
    finally:
        for started in STARTED:
            if started.poll() is None:
                started.stdin.close() if started.stdin else started.terminate()
                started.wait(60)
        shutil.rmtree(ROOM, ignore_errors=True)


main()

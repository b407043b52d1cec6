"""Runs or parses every piece of docs/operating.md about one server: python3 Tests/Server/Operating PROGRAM."""

import base64
import os
import pathlib
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Tools"))
import purges
from server import start, until

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = str(pathlib.Path(__file__).resolve().parents[3])
TEXT = open(f"{ROOT}/docs/operating.md", encoding="utf-8").read().split("# Running several servers")[0]
ROOM = tempfile.mkdtemp(prefix="livery-operating-")
STARTED = []


def fail(words):
    sys.exit(f"operating: {words}")


def block(name):
    found = re.search(rf"^```\w+ {re.escape(name)}\n(.*?)^```$", TEXT, re.S | re.M)
    return found.group(1) if found else fail(f"docs/operating.md shows no {name}")


def ask(url, headers=None, data=None):
    request = urllib.request.Request(url, headers=headers or {}, data=data)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.status, dict(answer.headers), answer.read().decode()


def run(*words, **options):
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, **options)
    if done.returncode:
        fail(f"{' '.join(words)} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def serve(config, state, **variables):
    """The program on a free port; its address."""
    flags = ["--config", config, "--state", state, "--listen", "127.0.0.1:0"]
    process, address = start([PROGRAM, "serve", *flags], env={**os.environ, **variables})
    STARTED.append(process)
    return address


def stop(process):
    process.send_signal(signal.SIGTERM)
    if process.wait(60) != 0:
        fail(f"the server ended with {process.returncode}")


def check_names():
    """Checks that the program has all settings, flags and commands of the page."""
    help_text = run(PROGRAM, "serve", "--help") + run(PROGRAM, "--help") + run(PROGRAM, "switch", "--help")
    known = set(re.findall(r"LIVERY_[A-Z_]+", help_text))
    for name in sorted(set(re.findall(r"LIVERY_[A-Z_]+", TEXT))):
        if name not in known:
            fail(f"there is no setting {name}")
    for command in sorted(set(re.findall(r"(?:^\$ |`|bin/)livery ([a-z]+)", TEXT, re.M))):
        if f"\n  {command} " not in help_text:
            fail(f"there is no command 'livery {command}'")


def check_documents():
    compose = yaml.safe_load(block("compose.yaml"))
    service = compose["services"]["livery"]
    if service["volumes"][1].split(":")[0] not in compose["volumes"]:
        fail("compose.yaml mounts a volume that it does not declare")
    docker = open(f"{ROOT}/Dockerfile", encoding="utf-8").read()
    for place in [volume.split(":")[1] for volume in service["volumes"]]:
        if place not in docker:
            fail(f"the image knows no {place}")


def free_address():
    """Where nobody listens now, for a proxy that can't choose a port by itself."""
    probe = socket.socket()
    probe.bind(("127.0.0.1", 0))
    address = f"127.0.0.1:{probe.getsockname()[1]}"
    probe.close()
    return address


def check_webhooks():
    """The receiver on the page prints the messages of a server, and nothing without a valid signature."""
    coded = "whsec_" + base64.b64encode(b"a key of the page about operating").decode()
    for number, secret in enumerate(["a-secret-of-the-page-about-operating", coded]):
        port = int(free_address().rpartition(":")[2])
        with open(f"{ROOM}/receiver.py", "w", encoding="utf-8") as file:
            file.write(block("receiver.py").replace("9000", str(port)))
        printed = open(f"{ROOM}/received-{number}", "w+", encoding="utf-8")
        environment = {**os.environ, "LIVERY_WEBHOOK_SECRET": secret}
        receiver = [sys.executable, f"{ROOM}/receiver.py"]
        STARTED.append(subprocess.Popen(receiver, stdout=printed, env=environment))
        hook = {"LIVERY_WEBHOOKS": f"http://127.0.0.1:{port}/purge", "LIVERY_WEBHOOK_SECRET": secret}
        server = serve(f"{ROOT}/Config", f"{ROOM}/told-{number}", **hook)
        ask(server + "/v1/active", data=b"theme=night")
        until("word of the switch", lambda: "'theme': 'night'" in open(printed.name, encoding="utf-8").read())
        headers = {"webhook-id": "x", "webhook-timestamp": str(int(time.time())), "webhook-signature": "v1,AAAA"}
        for unsigned in (headers, {}):
            check_refused(f"http://127.0.0.1:{port}/purge", unsigned)


def check_purges():
    """The file on the page purges at stand-ins of both APIs; a wrong token is refused there and stands in no log."""
    (fastly, keys), (cloudflare, files) = purges.start(purges.Fastly), purges.start(purges.Cloudflare)
    text = block("webhooks.json").replace("https://api.fastly.com", fastly)
    text = text.replace("https://api.cloudflare.com", cloudflare)
    secrets = (purges.FASTLY_KEY, f"Bearer {purges.CLOUDFLARE_TOKEN}")
    server = purging(text, secrets, "good")
    ask(server + "/v1/active", data=b"theme=night&channel=kiosk")
    until("the purges", lambda: len(keys) == 2 and len(files) == 2)
    if sorted(keys) != ["theme-kiosk", "theme-main"] or not files[-1].startswith("https://themes.example.com/v1/theme.css?"):
        fail(f"the CDNs purged {keys} and {files}")
    stop(STARTED[-1])
    wrong = ("a-wrong-key-for-fastly", "Bearer a-wrong-token")
    purging(text, wrong, "wrong")
    log = pathlib.Path(f"{ROOM}/wrong.log")
    until("both refusals", lambda: log.read_text().count("delivery failed") == 2)
    for part in ("it answered 403", "it answered 401"):
        if part not in log.read_text():
            fail(f"the log does not say '{part}': {log.read_text()}")
    if any(word in log.read_text() for word in ("a-wrong-key", "a-wrong-token", "SU1Z0isx")):
        fail("the log has a secret of webhooks.json")


def purging(text, secrets, name):
    """A server with the file of webhooks, whose tokens are these, in their order."""
    for secret in secrets:
        text = re.sub(r'"(Bearer )?…"', f'"{secret}"', text, count=1)
    hooks = pathlib.Path(f"{ROOM}/{name}.json")
    hooks.write_text(text, encoding="utf-8")
    hooks.chmod(0o600)
    flags = ["--config", f"{ROOT}/Config", "--state", f"{ROOM}/{name}", "--listen", "127.0.0.1:0"]
    with open(f"{ROOM}/{name}.log", "w", encoding="utf-8") as log:
        STARTED.append(subprocess.Popen(
            [PROGRAM, "serve", *flags, "--webhooks-file", str(hooks), "--log-format", "text"], stderr=log))
    found = []
    until("the server", lambda: found or found.extend(re.findall(r"on (http://[\d.:]+)\s", pathlib.Path(log.name).read_text())))
    return found[0]


def check_refused(receiver, headers):
    try:
        ask(receiver, headers, b"{}")
        fail("the receiver of docs/operating.md takes what is not signed")
    except urllib.error.HTTPError as refused:
        if refused.code != 401:
            fail(f"the receiver of docs/operating.md answers {refused.code}")
    except OSError as error:
        fail(f"the receiver of docs/operating.md does not answer what is not signed: {error}")


def check_backup():
    state = f"{ROOM}/state"
    server = serve(f"{ROOT}/Config", state)
    run(PROGRAM, "switch", "night", "--server", server)
    source, copy = sqlite3.connect(f"{state}/livery.sqlite"), sqlite3.connect(f"{ROOM}/backup.sqlite")
    source.backup(copy)
    source.close()
    copy.close()
    run(PROGRAM, "switch", "new-year", "--server", server)
    run(PROGRAM, "export", f"{ROOM}/bundle", "--server", server)
    stop(STARTED[-1])
    for ending in ("", "-wal", "-shm"):
        if os.path.exists(f"{state}/livery.sqlite{ending}"):
            os.remove(f"{state}/livery.sqlite{ending}")
    shutil.copy(f"{ROOM}/backup.sqlite", f"{state}/livery.sqlite")
    run(PROGRAM, "store", "renew", "--state", state)
    active = run(PROGRAM, "active", "--server", serve(f"{ROOM}/bundle", state))
    if not active.startswith("main: night"):
        fail(f"after the restore the server says {active}")


try:
    check_names()
    check_documents()
    check_webhooks()
    check_purges()
    check_backup()
    print("operating: every piece of docs/operating.md about one server runs or parses")
finally:
    for started in STARTED:
        if started.poll() is None:
            started.terminate()
            started.wait(60)
    shutil.rmtree(ROOM, ignore_errors=True)

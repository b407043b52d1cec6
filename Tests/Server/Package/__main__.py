"""Does with the Debian package what administrators do, in fresh Debians: python3 Tests/Server/Package PACKAGE DEBIAN…"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from machine import Machine

PROJECT = pathlib.Path(__file__).resolve().parents[3]
PACKAGE = os.path.abspath(sys.argv[1])
PAGE = (PROJECT / "docs/operating.md").read_text(encoding="utf-8")
SERVER = "http://127.0.0.1:8080"
TOKENS = {"tokens": [{"name": "me", "token": "a-token-of-this-check", "roles": ["operate"]}]}


def expect(what, holds):
    if not holds:
        raise RuntimeError(f"this does not hold: {what}")


def older(package, folder):
    """Makes an older version of the package, with another theme among its settings."""
    root = f"{folder}/older"
    subprocess.run(["dpkg-deb", "--raw-extract", package, root], check=True)
    control = pathlib.Path(root, "DEBIAN/control")
    control.write_text(re.sub(r"^Version: .*$", "Version: 0.0.1-1", control.read_text(), flags=re.M))
    theme = pathlib.Path(root, "etc/livery/themes/autumn.json")
    theme.write_text(theme.read_text().replace('"Autumn"', '"Autumn of old"'))
    subprocess.run(["dpkg-deb", "-Zgzip", "-z1", "--root-owner-group", "--build", root, f"{folder}/older.deb"], check=True,
                   stdout=subprocess.DEVNULL)
    return f"{folder}/older.deb"


class Debian(Machine):
    """A Debian with the packages of this check in /root."""

    def __init__(self, base, root, packages):
        super().__init__(base, root)
        for package in packages:
            shutil.copy(package, f"{root}/root")
        # The machine has no network once it has booted.
        fetch = "apt-get update -qq && apt-get install -y -qq --no-install-recommends --download-only /root/older.deb"
        command = [PROJECT / "Scripts/debian-root", "--in", root, "bash", "-c", fetch]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        expect(f"apt finds all dependencies: {done.stdout}{done.stderr}", done.returncode == 0)
        self.boot()

    def install(self, package):
        self.run("apt-get", "install", "-y", "--no-install-recommends", f"/root/{package}")

    def ask(self, path, *options, server=SERVER):
        """The status and the body of a response."""
        words = ["curl", "-sk", "--max-time", "20", "-w", "\n%{http_code}", *options, server + path]
        body, _, status = self.attempt(*words, kinds=["--net"]).stdout.rpartition("\n")
        return int(status), body

    def active(self):
        """The active theme, or None if the server does not answer with it."""
        status, body = self.ask("/v1/active")
        return json.loads(body)["theme"] if status == 200 else None

    def unit(self, name):
        return self.run("systemctl", "show", "--value", "--property", name, "livery.service").strip()

    def write(self, path, text):
        place = pathlib.Path(self.root + path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")

    def has(self, path):
        return os.path.lexists(self.root + path)

    def follow_page(self, name):
        """Runs the commands of a block of the page as they stand, and returns what they print."""
        block = re.search(rf"^```console {name}\n(.*?)^```$", PAGE, re.S | re.M)
        expect(f"docs/operating.md has a block '{name}'", block)
        commands = "\n".join(re.findall(r"^# (.*)$", block[1], re.M))
        return self.run("bash", "-euc", f"cd /root; {commands}")


def check_installation(debian):
    debian.install("older.deb")
    expect("the service runs after its installation", debian.unit("ActiveState") == "active")
    expect("it starts with the machine", debian.run("systemctl", "is-enabled", "livery.service") == "enabled\n")
    expect("it runs as its user", debian.run("stat", "-c", "%U %a", "/var/lib/livery") == "livery 750\n")
    expect("the socket is left to administrators", debian.attempt("systemctl", "is-enabled", "livery.socket").returncode)
    debian.run("systemd-analyze", "verify", "--man=no", "livery.service", "livery.socket")
    print(debian.run("systemd-analyze", "security", "--offline=true", "--threshold=20", "livery.service").splitlines()[-1])
    check_dependencies(debian)
    check_pages(debian)


def check_pages(debian):
    """Every command has a man page with all its flags, and bash completes the command line."""
    commands = re.findall(r"^  ([a-z]+)  ", debian.run("livery", "--help"), re.M)
    expect("the help lists commands", len(commands) > 15)
    for command in commands:
        page = debian.run("zcat", f"/usr/share/man/man1/livery-{command}.1.gz").replace("\\-", "-")
        for flag in re.findall(r"--[a-z]+[a-z-]*", debian.run("livery", command, "--help")):
            expect(f"livery-{command}(1) explains {flag}", flag in page)
    script = ". /usr/share/bash-completion/completions/livery; COMP_WORDS=(livery sche) COMP_CWORD=1; _livery; echo ${COMPREPLY[*]}"
    expect("bash completes commands", "schedule" in debian.run("bash", "-c", script))


def check_dependencies(debian):
    """Checks that the package names the package of every library that the program loads itself."""
    depends = debian.run("dpkg-query", "-W", "-f", "${Depends}", "livery")
    program = subprocess.run(["readelf", "-d", f"{debian.root}/usr/bin/livery"], check=True, capture_output=True, text=True).stdout
    places = dict(re.findall(r"(\S+) => (\S+)", debian.run("ldd", "/usr/bin/livery")))
    for library in re.findall(r"NEEDED.*\[(.*)\]", program):
        place = os.path.realpath(debian.root + places[library]) if library in places else None
        if place:
            owner = debian.run("dpkg-query", "-S", f"*/{os.path.basename(place)}").split(":")[0]
            expect(f"the package depends on {owner}, which has {library}", re.search(rf"(^|[ |]){re.escape(owner)}\b", depends))


def check_upgrade(debian):
    edited = "/etc/livery/themes/default.json"
    text = pathlib.Path(debian.root + edited).read_text(encoding="utf-8").replace('"Default"', '"Ours"')
    debian.write(edited, text)
    debian.write("/etc/livery/themes/own.json", '{ "kit": "uikit", "extends": "default", "title": "Own" }')
    debian.until("the new file is served", lambda: "own" in debian.run("livery", "themes"))
    before = debian.unit("MainPID")
    print(debian.follow_page("install"))
    expect("an upgrade restarts the service", debian.unit("MainPID") != before)
    expect("an upgrade keeps a file that was edited", '"Ours"' in debian.ask("/v1/themes/default")[1])
    expect("an upgrade replaces a file that was not", '"Autumn"' in debian.ask("/v1/themes/autumn")[1])
    expect("an upgrade keeps the state", debian.active() == "autumn")


def check_reload(debian):
    debian.write("/etc/livery/themes/late.json", '{ "kit": "uikit", "title": "Late" }')
    debian.run("systemctl", "reload", "livery")
    debian.run("livery", "switch", "late")
    expect("a reload reads the folder again", debian.active() == "late")
    expect("a reload keeps the process", debian.unit("NRestarts") == "0")


def check_settings(debian):
    """Variables of /etc/default/livery are settings, and the service may have a socket in its folder."""
    debian.write("/etc/default/livery", "LIVERY_LISTEN=127.0.0.1:8080,unix:/run/livery/livery.sock\n")
    debian.run("systemctl", "restart", "livery")
    expect("the Unix socket answers", debian.run("livery", "active", "--server", "unix:/run/livery/livery.sock").startswith("main: late"))
    debian.run("rm", "/etc/default/livery")


def check_watchdog(debian):
    """A process that does nothing any more is replaced."""
    debian.run("mkdir", "-p", "/run/systemd/system/livery.service.d")
    debian.run("bash", "-c", "printf '[Service]\\nWatchdogSec=2\\n' > /run/systemd/system/livery.service.d/short.conf")
    debian.run("systemctl", "daemon-reload")
    debian.run("systemctl", "restart", "livery")
    time.sleep(5)
    expect("a process that answers is left alone", debian.unit("NRestarts") == "0")
    debian.run("kill", "-STOP", debian.unit("MainPID"))
    debian.until("the watchdog has replaced the process", lambda: debian.unit("NRestarts") == "1")
    debian.until("the new process serves", debian.active)
    debian.run("rm", "-r", "/run/systemd/system/livery.service.d")
    debian.run("systemctl", "daemon-reload")


def check_secrets(debian):
    """The service has the files of /etc/credstore, which its user can't read."""
    debian.write("/root/tokens.json", json.dumps(TOKENS))
    debian.follow_page("tokens")
    switch = ["-d", "theme=default"]
    expect("a write needs a token now", debian.ask("/v1/active", *switch)[0] == 401)
    token = ["-H", f"Authorization: Bearer {TOKENS['tokens'][0]['token']}"]
    expect("a write with the token succeeds", debian.ask("/v1/active", *switch, *token)[0] == 200)
    expect("the file is root's", debian.run("stat", "-c", "%U %a", "/etc/credstore/livery.tokens-file") == "root 600\n")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=localhost",
         "-keyout", f"{debian.root}/root/key.pem", "-out", f"{debian.root}/root/certificate.pem"], check=True, capture_output=True)
    debian.follow_page("certificate")
    expect("the service has the certificate", debian.ask("/v1/theme", server=SERVER.replace("http", "https"))[0] == 200)
    debian.run("bash", "-c", "rm /etc/credstore/livery.*")
    debian.run("systemctl", "restart", "livery")
    expect("without the files it serves as before", debian.active() == "default")


def check_socket(debian):
    """With the socket a restart refuses nobody."""
    debian.follow_page("socket")
    expect("the server answers at the socket", debian.active())
    entrance = debian.enter("--net")
    asking = subprocess.Popen(
        [*entrance, "bash", "-c", f"while [ ! -e {debian.root}/root/enough ]; do curl -sS --max-time 20 -o /dev/null {SERVER}/v1/theme || echo; done"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for _ in range(3):
        debian.run("systemctl", "restart", "livery")
    debian.write("/root/enough", "")
    refused = asking.communicate()[0]
    expect(f"restarts refuse nobody: {refused}", not refused)


def check_removal(debian):
    theme = debian.active()
    debian.run("apt-get", "remove", "-y", "livery")
    expect("apt remove ends the service", debian.unit("ActiveState") == "inactive")
    expect("apt remove keeps the state", debian.has("/var/lib/livery/livery.sqlite"))
    expect("apt remove keeps the settings", debian.has("/etc/livery/livery.json"))
    debian.install(os.path.basename(PACKAGE))
    expect("the state is served again", debian.active() == theme)
    debian.run("apt-get", "purge", "-y", "livery")
    expect("apt purge deletes the state", not debian.has("/var/lib/livery"))
    left = debian.run("find", "/etc", "/usr", "-name", "*livery*", "-o", "-path", "/etc/livery/*", "-type", "f").split()
    expect(f"apt purge leaves the administrator's files alone, not {left}", set(left) == {
        "/etc/livery", "/etc/livery/themes/own.json", "/etc/livery/themes/late.json"})
    expect("the user stays", debian.run("getent", "passwd", "livery"))


def check(base, packages, room):
    debian = Debian(base, os.path.join(room, os.path.basename(base)), packages)
    steps = [check_installation, check_upgrade, check_reload, check_settings, check_watchdog, check_secrets, check_socket, check_removal]
    try:
        for step in steps:
            began = time.monotonic()
            # systemd permits five starts in ten seconds, which some steps together exceed.
            debian.attempt("systemctl", "reset-failed", "livery")
            step(debian)
            print(f"package: {os.path.basename(base)}: {step.__name__}: {time.monotonic() - began:.1f} s", flush=True)
    except Exception:
        journal = debian.attempt("journalctl", "--no-pager", "--lines", "40")
        print(journal.stdout if journal else "", file=sys.stderr)
        raise
    finally:
        debian.end()


def main():
    with tempfile.TemporaryDirectory(prefix="livery-package-", dir="/var/tmp") as room:
        packages = [PACKAGE, older(PACKAGE, room)]
        for base in sys.argv[2:]:
            check(base, packages, room)
    print("package: it installs, upgrades, reloads, restarts, is removed and purged in each Debian")


main()

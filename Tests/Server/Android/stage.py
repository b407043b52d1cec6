"""What the tests of `followers.py` stand on: rooms of the misbehaving server, and apps that follow."""

import itertools
import json
import pathlib
import queue
import subprocess
import threading
import time
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).parents[3]
HERE = pathlib.Path(__file__).parent
JARS = ["com.android.json", "kotlin-stdlib", "kotlin-stdlib-common", "kotlinx-coroutines-core", "atomicfu"]
CLASSPATH = ":".join(f"/usr/share/java/{name}.jar" for name in JARS)


class Failure(Exception):
    pass


def expect(holds, why):
    if not holds:
        raise Failure(why)


class Room:
    """One room of the misbehaving server."""

    numbers = itertools.count()

    def __init__(self, server, behavior="good"):
        self.server, self.name = server, f"{behavior}.k{next(self.numbers)}"
        self.url = f"{server}/{self.name}"

    def set(self, **settings):
        data = urllib.parse.urlencode({name.replace("_", "-"): value for name, value in settings.items()})
        urllib.request.urlopen(f"{self.server}/-/{self.name}", data.encode()).read()

    def report(self, within=60, **conditions):
        query = urllib.parse.urlencode(conditions | {"within": within})
        return json.load(urllib.request.urlopen(f"{self.server}/-/{self.name}?{query}", timeout=within + 60))

    def requests(self, count):
        """That many requests at least, with their headers."""
        report = self.report(requests=count)
        expect(report["count"] >= count, f"{self.name} got {report['count']} of {count} requests")
        return report["requests"]


class App:
    """A process that follows, as an app does: what it says, line by line."""

    def __init__(self, classes, *words):
        command = ["java", "-Xmx256m", "-XX:TieredStopAtLevel=1", "-cp", f"{classes}:{CLASSPATH}", "livery.FollowerKt"]
        self.process = subprocess.Popen(
            [*command, *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        self.said = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def until(self, beginning, within=60):
        """The next line that begins so; those before it stay in `said`."""
        end = time.monotonic() + within
        while True:
            try:
                line = self.lines.get(timeout=max(end - time.monotonic(), 0.001))
            except queue.Empty:
                raise Failure(f"no '{beginning}' within {within} s, but {self.said}") from None
            self.said.append(line)
            expect(not line.startswith("uncaught"), line)
            if line.startswith(beginning):
                return line

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class Stage:
    def __init__(self, folder, server, program, config):
        self.folder, self.server, self.program, self.config = folder, server, program, config
        self.numbers = itertools.count()

    def kept(self):
        return self.folder / f"kept{next(self.numbers)}"

    def app(self, room, *words, kept=None):
        return App(self.folder / "classes", "follow", getattr(room, "url", room), kept or self.kept(), *words)


def compile(folder):
    """The example with the program of the tests, and with declarations of a current library of coroutines."""
    files = [*(ROOT / "Examples/android").glob("*.kt"), *HERE.glob("*.kt")]
    done = subprocess.run(
        ["kotlinc", "-Xuse-experimental=kotlinx.coroutines.ExperimentalCoroutinesApi", "-cp", CLASSPATH, *map(str, files), "-d", str(folder / "classes")],
        capture_output=True, text=True, timeout=600)
    if done.returncode or "warning: " in done.stderr.replace("VM warning: ", ""):
        raise RuntimeError(f"kotlinc says:\n{done.stdout}{done.stderr}")

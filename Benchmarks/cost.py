"""What the benchmarks of cost share: a server of their own, clients that take the time, themes by the thousand."""
import http.client
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def theme(number, shade=0, rules=40):
    """A theme of so many rules."""
    colors = {f"c{i}": f"#{(number * 7919 + i * 131 + shade) % 0x1000000:06x}" for i in range(12)}
    keys = {"UILabel": "textColor", "UIButton": "titleColor:normal", "UIView": "backgroundColor", "UIToolbar": "tintColor"}
    classes = list(keys)
    appearance = []
    for i in range(rules):
        name = classes[i % len(classes)]
        appearance.append({"for": f"{name}.s{i}", "set": {keys[name]: "{c%d}" % (i % 12)}})
    return json.dumps({"title": f"Customer {number}", "colors": colors, "appearance": appearance}, indent=1)


def warned(number, shade=0):
    """A theme of 30 colors and 40 rules: half of the rules never win, and the text of the others is hard to read."""
    colors = {f"c{i}": f"#{(number * 7919 + i * 131 + shade) % 0x1000000:06x}" for i in range(30)}
    keys = {"UILabel": "textColor", "UIButton": "titleColor:normal"}
    appearance = []
    for i in range(40):
        group, turn = divmod(i, 4)
        name = list(keys)[group % 2]
        key = keys[name] if turn % 2 == 0 else "backgroundColor"
        appearance.append({"for": f"{name}.s{group}", "set": {key: "{c%d}" % (i % 30)}})
    return json.dumps({"title": f"Customer {number}", "colors": colors, "appearance": appearance}, indent=1)


def folder(path, themes, make=theme):
    """A config folder with the shipped kits and so many themes."""
    shutil.rmtree(path, ignore_errors=True)
    (path / "themes").mkdir(parents=True)
    (path / "images").mkdir()
    shutil.copytree(ROOT / "Config" / "kits", path / "kits")
    (path / "themes" / "default.json").write_text(make(0))
    for number in range(1, themes):
        (path / "themes" / f"customer-{number:05}.json").write_text(make(number))
    # A stamp tells a change from the last one only when some time has passed.
    time.sleep(2.1)
    return path


class Server:
    def __init__(self, program, work, config, *flags, core=None, again=False):
        self.config = config
        state = work / "state"
        if not again:
            shutil.rmtree(state, ignore_errors=True)
            state.mkdir()
        begun = time.perf_counter()
        self.process = subprocess.Popen(
            [*(["taskset", "-c", str(core)] if core is not None else []), program, "serve", "--config", str(config), "--state", str(state), "--listen", "127.0.0.1:0",
             "--log-format", "json", *flags],
            stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if not line.startswith("{"):
                raise SystemExit(f"the server did not start: {line}")
            said = json.loads(line)
            if "port" in said:
                self.port = said["port"]
                break
        else:
            raise SystemExit("the server did not start")
        self.start_seconds = time.perf_counter() - begun
        threading.Thread(target=lambda: [None for _ in self.process.stderr], daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def connect(self):
        return Client(self.port)

    def cpu_seconds(self):
        """What it has used of all processors."""
        fields = open(f"/proc/{self.process.pid}/stat").read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def private_bytes(self):
        """Memory that the process shares with nobody."""
        fields = {}
        for line in open(f"/proc/{self.process.pid}/smaps_rollup"):
            parts = line.split()
            if parts[0].endswith(":") and len(parts) > 2:
                fields[parts[0][:-1]] = int(parts[1]) * 1024
        return fields["Private_Clean"] + fields["Private_Dirty"]

    def peak_bytes(self):
        """The most that was resident since the peak was last forgotten."""
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith("VmHWM"):
                return int(line.split()[1]) * 1024

    def forget_peak(self):
        pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")


class Client:
    def __init__(self, port):
        self.link = http.client.HTTPConnection("127.0.0.1", port, timeout=300)

    def ask(self, method, target, body=None, headers=None):
        """The status, the body, and the seconds that it took."""
        if body is not None:
            headers = {"Content-Type": "application/json", **(headers or {})}
        begun = time.perf_counter()
        self.link.request(method, target, body=body, headers=headers or {})
        answer = self.link.getresponse()
        data = answer.read()
        return answer.status, data, time.perf_counter() - begun

    def get(self, target):
        return self.ask("GET", target)

    def switch(self, channel, themes, turn):
        status, data, seconds = self.ask(
            "POST", "/v1/active", json.dumps({"theme": themes[turn % len(themes)], "channel": channel}))
        if status != 200:
            raise SystemExit(f"a switch got {status}: {data[:200]}")
        return seconds


class Aside(threading.Thread):
    """Does something on a thread of its own. What goes wrong there is thrown at who waits for it."""

    def __init__(self, act):
        super().__init__(daemon=True)
        self.act, self.failure = act, None
        self.start()

    def run(self):
        try:
            self.act()
        except BaseException as failure:
            self.failure = failure

    def join(self, timeout=None):
        super().join(timeout)
        if self.failure is not None:
            raise self.failure


def hurry():
    """The thread gets a core at once, where that is allowed: what is measured is the server's time, and not how long the
    one who asks waits behind others that have something to do."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    except PermissionError:
        pass


def repeated(act, count, pause=0.0):
    """Does something so many times on a thread of its own; the seconds of each."""
    seconds = []

    def work():
        hurry()
        for _ in range(count):
            seconds.append(act())
            if pause:
                time.sleep(pause)

    Aside(work).join()
    return seconds


class Beside:
    """Does something again and again on a thread of its own, until told to stop; the seconds of each."""

    def __init__(self, act, pause=0.0):
        self.seconds, self.ended = [], threading.Event()
        self.thread = Aside(lambda: self.repeat(act, pause))

    def repeat(self, act, pause):
        hurry()
        while not self.ended.is_set():
            self.seconds.append(act())
            if pause:
                time.sleep(pause)

    def end(self):
        self.ended.set()
        self.thread.join()
        return self.seconds


def median(seconds):
    return statistics.median(seconds) * 1000


def high(seconds, part=0.99):
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000


def row(what, now, asked, met):
    print(f"| {what} | {now} | {asked} | {'met' if met else '**missed**'} |", flush=True)

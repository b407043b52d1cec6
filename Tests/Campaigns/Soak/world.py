"""A server of its own, the threads of its clients, and the measurements."""

import http.client
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

HEAD = "     s    MiB  descr.  threads  parked  requests/s  switches   p50 ms   p99 ms   max ms  refused  hostile"


class World:
    def __init__(self, program, config, seconds):
        self.seconds = seconds
        self.folder = tempfile.mkdtemp(prefix="livery-soak-")
        self.config = os.path.join(self.folder, "Config")
        shutil.copytree(config, self.config)
        self.is_over = threading.Event()
        self.lock = threading.Lock()
        self.counts, self.troubles, self.waits, self.rows = {}, [], [], []
        self.process, self.port = None, 0
        self.start(program)

    def start(self, program):
        # Few changes are kept, so that the log is full from early on, and clients that are too slow are cut off soon.
        flags = ["--listen", "127.0.0.1:0", "--config", self.config, "--state", os.path.join(self.folder, "state"),
                 "--keep-changes", "500", "--keep-days", "0", "--header-time", "2", "--idle-time", "8"]
        self.log = open(os.path.join(self.folder, "log"), "w+")
        self.process = subprocess.Popen([program, "serve", *flags], stderr=self.log)
        while not self.port:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server did not start: {self.said()}")
            found = re.search(r"Listening on http://127\.0\.0\.1:(\d+)", self.said())
            self.port = int(found[1]) if found else 0
            time.sleep(0.05)

    def said(self):
        with open(self.log.name) as log:
            return log.read()

    # What clients use.

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)

    def ask(self, connection, method, target, body=None, headers=None, expected=(200,)):
        """Sends a request. Any response except the expected ones and a temporary refusal is a failure."""
        connection.request(method, target, body=body, headers=headers or {})
        answer = connection.getresponse()
        content = answer.read()
        self.count("refused" if answer.status == 503 else "requests")
        if answer.status not in expected and answer.status != 503:
            self.trouble(f"{method} {target[:80]}: {answer.status} {content[:200]!r}")
        return answer, content

    def count(self, what, number=1):
        with self.lock:
            self.counts[what] = self.counts.get(what, 0) + number

    def trouble(self, what):
        with self.lock:
            self.troubles.append(what)

    def probe(self, seconds):
        with self.lock:
            self.waits.append(seconds)

    def pause(self, seconds):
        self.is_over.wait(seconds * random.uniform(0.5, 1.5))

    # The run.

    def run(self, clients):
        self.warm_up()
        self.before = self.figures()
        threads = []
        for client, number in clients:
            for index in range(number):
                threads.append(threading.Thread(target=self.guard, args=(client, index), daemon=True))
        for thread in threads:
            thread.start()
        print(HEAD, flush=True)
        began, last = time.monotonic(), {}
        step = max(2, self.seconds / 24)
        while time.monotonic() - began < self.seconds and self.process.poll() is None:
            self.is_over.wait(step)
            last = self.row(time.monotonic() - began, step, last)
        self.is_over.set()
        for thread in threads:
            thread.join(150)
            if thread.is_alive():
                self.trouble(f"a client never came to its end: {thread.name}")
        self.settle()

    def guard(self, client, index):
        """Runs a client until the end. A server that closes an idle connection is no trouble."""
        while not self.is_over.is_set():
            try:
                client(self, index)
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError, ConnectionAbortedError):
                self.count("closed")
            except Exception as error:
                if self.process.poll() is None:
                    self.trouble(f"{client.__name__}: {type(error).__name__}: {error}")
                self.pause(0.5)

    def warm_up(self):
        connection = self.connection()
        for _ in range(50):
            self.ask(connection, "GET", "/v1/theme")
        connection.close()

    def figures(self):
        status = open(f"/proc/{self.process.pid}/status").read()
        number = lambda name: int(re.search(rf"{name}:\s+(\d+)", status)[1])
        return {
            "memory": number("VmRSS") / 1024, "threads": number("Threads"),
            "descriptors": len(os.listdir(f"/proc/{self.process.pid}/fd")),
        }

    def parked(self):
        connection = self.connection()
        _, text = self.ask(connection, "GET", "/metrics")
        connection.close()
        found = re.search(rb"^livery_parked_clients (\d+)", text, re.MULTILINE)
        return int(found[1]) if found else -1

    def row(self, elapsed, step, last):
        figures, parked = self.figures(), self.parked()
        with self.lock:
            counts, waits, self.waits = dict(self.counts), sorted(self.waits), []
        gone = lambda what: counts.get(what, 0) - last.get(what, 0)
        at = lambda share: waits[min(len(waits) - 1, int(len(waits) * share))] * 1000 if waits else 0
        self.rows.append({**figures, "p99": at(0.99)})
        print(
            f"{elapsed:6.0f} {figures['memory']:6.1f} {figures['descriptors']:7} {figures['threads']:8} {parked:7} "
            f"{gone('requests') / step:11.0f} {gone('switches'):9} {at(0.5):8.1f} {at(0.99):8.1f} {at(1):8.1f} "
            f"{gone('refused'):8} {gone('hostile'):8}", flush=True)
        return counts

    def settle(self):
        """Waits until the server has released the clients that disconnected."""
        end = time.monotonic() + 60
        while self.process.poll() is None and time.monotonic() < end:
            self.after = self.figures()
            if self.after["descriptors"] <= self.before["descriptors"] + 2:
                break
            time.sleep(0.2)

    def complaints(self):
        complaints = [f"{what} ({self.troubles.count(what)} times)" for what in sorted(set(self.troubles))[:20]]
        if self.process.poll() is not None:
            return complaints + [f"the server ended with {self.process.returncode}: {self.said()[-2000:]}"]
        if self.after["descriptors"] > self.before["descriptors"] + 2:
            complaints.append(f"{self.after['descriptors']} descriptors are left, {self.before['descriptors']} before")
        if self.after["threads"] > self.before["threads"]:
            complaints.append(f"{self.after['threads']} threads are left, {self.before['threads']} before")
        complaints += self.growth()
        if re.search(r"\b(fault|fatal)\b", self.said(), re.IGNORECASE):
            complaints.append(f"the server complains: {self.said()[-2000:]}")
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait(60) != 0:
            complaints.append(f"SIGTERM ended it with {self.process.returncode}")
        return complaints

    def growth(self):
        """Caches fill at first: the second quarter is held against the last. A short run has no quarters."""
        quarter = len(self.rows) // 4
        if quarter < 3:
            return []
        mean = lambda rows: sum(row["memory"] for row in rows) / len(rows)
        early, late = mean(self.rows[quarter:2 * quarter]), mean(self.rows[-quarter:])
        return [] if late < early * 1.2 + 8 else [f"memory grew from {early:.1f} to {late:.1f} MiB"]

    def summary(self):
        counts = ", ".join(f"{number} {what}" for what, number in sorted(self.counts.items()))
        return f"in {self.seconds} s: {counts}"

    def end(self):
        self.is_over.set()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

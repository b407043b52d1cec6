"""Measures what grows with the number of themes and channels, and what must not: one row of a table for each.

usage: grow.py LIVERY FOLDER
       grow.py pull PORT TARGET
"""
import json
import os
import pathlib
import subprocess
import sys
import threading
import time

import cost
from cost import Aside, Beside, Server, high, median, repeated, row

FEW, MANY, CHANNELS = 10, 5000, 9000
MEBI = 1 << 20
IMAGE = 50_000_000
SERVER_CORE, LOAD_CORE = int(os.environ.get("SERVER_CORE", 0)), int(os.environ.get("LOAD_CORE", 1))


def uploads(server, count=9, make=cost.theme):
    """Uploads of documents that differ each time, over a file of the folder: milliseconds, and those of CPU."""
    client, taken, before = server.connect(), [], server.cpu_seconds()
    for turn in range(count):
        status, data, seconds = client.ask("PUT", "/v1/themes/customer-00005", make(5, shade=turn + 1))
        if status not in (200, 201):
            raise SystemExit(f"an upload got {status}: {data[:300]}")
        taken.append(seconds)
    return median(taken[2:]), (server.cpu_seconds() - before) * 1000 / count


def reload(server, turn):
    """From the writing of a file until its theme is another: 150 ms of it is the quiet that is waited for."""
    client = server.connect()
    target = "/v1/themes/customer-00007"
    before = client.get(target)[1]
    begun = time.perf_counter()
    path = server.config / "themes" / "customer-00007.json"
    beside = path.with_suffix(".new~")
    beside.write_text(cost.theme(7, shade=turn + 1))
    beside.rename(path)
    while client.get(target)[1] == before:
        time.sleep(0.002)
    return (time.perf_counter() - begun) * 1000


def measure_themes():
    figures = {}
    for count in (FEW, 100, 1000, MANY):
        config = cost.folder(WORK / f"config-{count}", count)
        with Server(PROGRAM, WORK, config) as server:
            client = server.connect()
            client.get("/v1/theme")
            found = {"start": server.start_seconds, "memory": server.private_bytes()}
            found["reload"] = sorted(reload(server, turn) for turn in range(3))[1]
            found["put"], found["put_cpu"] = uploads(server)
            lists = [client.get(f"/v1/themes?limit={limit}")[2] for limit in range(100, 80, -1)]
            found["list"] = median(lists)
            time.sleep(1)
            found["after"] = server.private_bytes()
        figures[count] = found
    few, many = figures[FEW], figures[MANY]
    puts = " / ".join(f"{figures[count]['put']:.1f} ({figures[count]['put_cpu']:.1f})" for count in figures)
    row("`PUT` of a 40-rule theme with 10 / 100 / 1 000 / 5 000 themes, ms (of CPU)", puts,
        "at 5 000 at most 2 × at 10", many["put"] <= 2 * few["put"])
    row("reload of one changed file with 10, with 5 000 themes, ms (150 of it waited for quiet)",
        f"{few['reload']:.0f}, {many['reload']:.0f}", "at most 100 more", many["reload"] - few["reload"] <= 100)
    row("private memory with 5 000 themes", f"{many['memory'] / MEBI:.0f} MiB", "at most 150 MB",
        many["memory"] <= 150e6)
    row("the same after nine uploads and three reloads",
        f"{many['after'] / MEBI:.0f} MiB, {many['after'] / many['memory']:.2f} ×", "at most 1.3 ×",
        many["after"] <= 1.3 * many["memory"])
    row("start with 5 000 themes", f"{many['start']:.2f} s", "at most 2 s", many["start"] <= 2)
    row("`GET /v1/themes` with 5 000, a page that nobody has asked for", f"{many['list']:.1f} ms", "at most 10 ms",
        many["list"] <= 10)


def fill(server, first, last, themes):
    """Switches in channels, some at a time: writes that come together share a commit."""
    numbers, lock = iter(range(first, last)), threading.Lock()

    def work():
        client = server.connect()
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            client.switch(f"channel-{number:05}", themes, number)

    for worker in [Aside(work) for _ in range(16)]:
        worker.join()


def measure_warnings():
    figures = {}
    for count in (FEW, MANY):
        config = cost.folder(WORK / f"config-warned-{count}", count, cost.warned)
        with Server(PROGRAM, WORK, config) as server:
            found = {"start": server.start_seconds, "memory": server.private_bytes()}
            fill(server, 1, count, [f"customer-{number:05}" for number in range(1, count)])
            found["put"], found["put_cpu"] = uploads(server, make=cost.warned)
        with Server(PROGRAM, WORK, config, again=True) as server:
            found["again"], found["shown"] = server.start_seconds, server.private_bytes()
        figures[count] = found
    few, many = figures[FEW], figures[MANY]
    row("start with 5 000 themes of 30 warnings", f"{many['start']:.2f} s", "at most 2 s", many["start"] <= 2)
    row("private memory with them", f"{many['memory'] / MEBI:.0f} MiB", "at most 150 MB", many["memory"] <= 150e6)
    row("start when each of 5 000 channels shows another of them", f"{many['again']:.2f} s", "at most 2 s",
        many["again"] <= 2)
    row("private memory then", f"{many['shown'] / MEBI:.0f} MiB", "at most 150 MB", many["shown"] <= 150e6)
    row("`PUT` of such a theme with 10, with 5 000 of them and as many channels, ms (of CPU)",
        f"{few['put']:.1f} ({few['put_cpu']:.1f}), {many['put']:.1f} ({many['put_cpu']:.1f})", "at most 2 ×",
        many["put"] <= 2 * few["put"])


def measure_channels():
    config = cost.folder(WORK / "config-channels", FEW)
    themes = ["customer-00001", "customer-00002"]
    with Server(PROGRAM, WORK, config, "--store", "memory:") as server:
        client, figures, filled = server.connect(), {}, 1
        for count in (1, 5000, CHANNELS):
            fill(server, filled, count, themes)
            filled = max(filled, count)
            taken = [client.switch("main", themes, turn) for turn in range(400)]
            figures[count] = median(taken[100:])
        lists = [client.get(f"/v1/channels?limit={limit}")[2] for limit in range(100, 80, -1)]
    row("a switch with 1 / 5 000 / 9 000 channels, ms", " / ".join(f"{figure:.2f}" for figure in figures.values()),
        "at 9 000 at most 1.5 ×", figures[CHANNELS] <= 1.5 * figures[1])
    row("`GET /v1/channels` with 9 000, a page that nobody has asked for", f"{median(lists):.1f} ms", "at most 10 ms",
        median(lists) <= 10)


def measure_upload_beside():
    config = cost.folder(WORK / "config-beside", FEW)
    themes = ["customer-00001", "customer-00002"]
    large = cost.theme(1, rules=38_000)
    with Server(PROGRAM, WORK, config) as server:
        client, turns = server.connect(), iter(range(1 << 30))
        # At one pace: a processor that has slept for a moment takes longer to begin.
        pause = 0.005
        quiet = repeated(lambda: client.switch("main", themes, next(turns)), 200, pause)[50:]
        switches = Beside(lambda: client.switch("main", themes, next(turns)), pause)
        status, data, seconds = server.connect().ask("PUT", "/v1/themes/large", large)
        beside = switches.end()
        if status != 201:
            raise SystemExit(f"the large upload got {status}: {data[:300]}")
    row(f"a switch while {len(large) / MEBI:.1f} MiB of rules are uploaded ({seconds:.1f} s): median and p99, quiet and beside, ms",
        f"{median(quiet):.2f} and {high(quiet):.2f}; {median(beside):.2f} and {high(beside):.2f}",
        "at most 2 × its quiet time", median(beside) <= 2 * median(quiet))


def pull(port, target):
    """A reader that takes an image whole, again and again."""
    client = cost.Client(port)
    while True:
        status, data, _ = client.get(target)
        if status != 200 or len(data) != IMAGE:
            raise SystemExit(f"the image came as {status} with {len(data)} bytes")


def measure_images():
    config = cost.folder(WORK / "config-images", FEW)
    (config / "images" / "large.png").write_bytes(os.urandom(IMAGE))
    everywhere = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {LOAD_CORE})
    with Server(PROGRAM, WORK, config, "--workers", "1", core=SERVER_CORE) as server:
        client = server.connect()
        target = json.loads(client.get("/v1/images/large")[1])["url"]
        quiet = repeated(lambda: client.get("/v1/theme")[2], 3000)[500:]
        before = server.private_bytes()
        command = [sys.executable, __file__, "pull", str(server.port), target]
        readers = [subprocess.Popen(command) for _ in range(3)]
        time.sleep(1)
        beside = repeated(lambda: client.get("/v1/theme")[2], 3000)
        grown = server.private_bytes() - before
        ended = [reader for reader in readers if reader.poll() is not None]
        for reader in readers:
            reader.kill()
            reader.wait()
    os.sched_setaffinity(0, everywhere)
    if ended:
        raise SystemExit("a reader of the image ended")
    row("a GET on the one worker while three read a 50 MB image: p99 quiet, beside, ms",
        f"{high(quiet):.2f}, {high(beside):.2f}", "at most 5 ×", high(beside) <= 5 * high(quiet))
    row("memory that this takes", f"{grown / MEBI:.1f} MiB", "none of the image", grown < 10 * MEBI)


def measure_metrics():
    config = cost.folder(WORK / "config-metrics", FEW)
    with Server(PROGRAM, WORK, config) as server:
        client = server.connect()
        alone = median([client.get("/metrics")[2] for _ in range(50)])
        others = [server.connect() for _ in range(900)]
        for other in others:
            other.get("/healthz")
        among = median([client.get("/metrics")[2] for _ in range(50)])
    row("`/metrics` alone, and among 900 connections, ms", f"{alone:.2f}, {among:.2f}", "counts it knows: at most 1.5 ×",
        among <= 1.5 * alone)


if sys.argv[1] == "pull":
    pull(int(sys.argv[2]), sys.argv[3])
PROGRAM, WORK = sys.argv[1], pathlib.Path(sys.argv[2])
print("| what | now | asked | |\n|---|---|---|---|")
for measure in (measure_themes, measure_warnings, measure_channels, measure_upload_beside, measure_images, measure_metrics):
    measure()

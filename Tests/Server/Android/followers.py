"""Compiles `Examples/android` with Debian's Kotlin and puts the follower to the misbehaving server and to the real one.

The docstrings of the tests stand in the table of `Tests/Browser/README.md`.
"""

import concurrent.futures
import json
import pathlib
import subprocess
import tempfile
import time

from server import Server
from stage import ROOT, App, Room, Stage, compile, expect

SENT = {"host", "accept", "authorization", "cache-control", "connection", "if-none-match", "livery-refused", "pragma"}
SENT |= {"prefer", "user-agent"}


def starts(stage):
    """the stored theme, or the seed, is there before start() returns; the stored one is checked with its tag"""
    room, kept = Room(stage.server), stage.kept()
    with stage.app(room, 'seed={"theme": "seed"}', kept=kept) as app:
        app.until("started")
        expect(app.said[:2] == ["theme seed null", "state KEPT"], app.said)
        app.until("state LIVE")
    with stage.app("http://127.0.0.1:1", kept=kept) as app:
        # Android names a plain address that it refuses in the same way.
        why = app.until("state OFFLINE")
        expect("ConnectException" in why, why)
        expect(app.said[:3] == ["theme stand-in #0b4f94", "state KEPT", "started"], app.said)
    before = room.report()["count"]
    with stage.app(room, kept=kept) as app:
        app.until("state LIVE")
        request = room.requests(before + 1)[before]["headers"]
        expect(request["if-none-match"] and app.said.count("theme stand-in #0b4f94") == 1, f"{request} {app.said}")


def changes(stage):
    """a change answers the request that is held, is stored as it came before it is told, and is told once"""
    room, kept = Room(stage.server), stage.kept()
    with stage.app(room, kept=kept) as app:
        app.until("state LIVE")
        room.requests(2)
        body = '{ "theme": "new", "colors": {"accent":  "#ff0000"}, "unheard": [1, 2.50] }'
        room.set(text=body)
        app.until("theme new #ff0000")
        held = room.requests(2)[1]
        expect(held["status"] == 200 and held["headers"]["prefer"] == "wait=25", held)
        tag, text = kept.read_text().split("\n", 1)
        sent = room.requests(3)[2]["headers"]
        expect(text == body and sent["if-none-match"] == tag, f"{sent} {text}")
        expect(set(sent) <= SENT and sent["user-agent"] == "LiveryKotlin", sent)


def waits(stage):
    """while nothing changes one request is held, and sent again when its wait ends"""
    room = Room(stage.server)
    with stage.app(room, "wait=1") as app:
        app.until("state LIVE")
        report = room.report(requests=5)
        prefer = [request["headers"].get("prefer") for request in report["requests"][:5]]
        expect(prefer == [None] + 4 * ["wait=1"] and report["most"] == 1, report)
        expect(sum(line.startswith("theme") for line in app.said) == 1, app.said)


FIGURES = {"hasty": 4, "forgetful": 4, "broken": 14, "gone": 14, "cut": 14, "stranger": 14, "garbled": 14,
           "tagless": 14, "moved": 14, "refusing": 2, "circling": 40}


def leading(stage):
    """where the server leads it, it waits there, without its tag, and follows"""
    room = Room(stage.server, "leading")
    with stage.app(room) as app:
        requests = room.requests(4)[:4]
        expect([("held=" in request["target"]) for request in requests] == [False, True, True, True], requests)
        expect(not any("if-none-match" in request["headers"] for request in requests[1:]), requests)
        app.until("state LIVE")
        room.set(accent="#ff0000")
        app.until("theme stand-in")
        room.set(behavior="good", accent="#00ff00")
        app.until("theme stand-in")
        report = room.report()
        while "held=" in report["requests"][-1]["target"]:
            report = room.report(requests=report["count"] + 1)


def figures(stage):
    """a follower sends no more requests than the figures say"""
    rooms = [Room(stage.server, behavior) for behavior in FIGURES]
    apps = [stage.app(room) for room in rooms]
    try:
        for room in rooms:
            room.report(requests=1)
        time.sleep(9)
        for room, most in zip(rooms, FIGURES.values()):
            report = room.report(within=0)
            # The first app has followed for longer than nine seconds when the last one begins.
            at = [request["at"] for request in report["requests"]]
            if room.name.startswith("gone"):
                # The JVM repeats a request at once if its connection was reset; the follower pauses for 0.15 s at least.
                at = [then for before, then in zip([0] + at, at) if then > before + 0.1]
            count = sum(then < at[0] + 9 for then in at)
            expect(count <= most and report["most"] == 1, f"{room.name}: {count} requests")
    finally:
        for app in apps:
            app.__exit__()


def busy(stage):
    """a server that names a time is not asked earlier, whatever it names, and whatever happens"""
    for status, after in ((429, "2"), (503, "2")):
        room = Room(stage.server, "busy")
        room.set(status=status, retry_after=after, times=2)
        with stage.app(room) as app:
            app.until("state OFFLINE")
            app.say("refresh")
            app.until("state LIVE")
            at = [request["at"] for request in room.requests(3)]
            expect(at[1] - at[0] >= 2 and at[2] - at[1] >= 2, at)
    date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 100))
    for after in ("99999999999999999", "1e300", date):
        room = Room(stage.server, "busy")
        room.set(retry_after=after)
        with stage.app(room) as app:
            app.until("state OFFLINE")
            app.say("refresh")
            time.sleep(2)
            expect(room.report()["count"] == 1 and app.lines.empty(), after)


def sleeps(stage):
    """a pause goes on while the device sleeps"""
    room = Room(stage.server, "busy")
    room.set(retry_after=3600, times=1)
    with stage.app(room) as app:
        app.until("state OFFLINE")
        app.say("sleep 7200000")
        app.until("state LIVE", within=40)


def recovers(stage):
    """after trouble the theme comes, and live again"""
    for behavior in ("broken", "gone", "cut", "stranger", "busy", "moved", "tagless"):
        room = Room(stage.server)
        room.set(behavior=behavior, retry_after="", times=2)
        with stage.app(room) as app:
            app.until("state LIVE")
            states = [line.split()[1] for line in app.said if line.startswith("state")]
            expect(states == ["OFFLINE", "LIVE"], f"{behavior}: {app.said}")


def asks_for_a_token(stage):
    """refused until the token is new, which is read before each request; a redirect to another host does not get it"""
    room = Room(stage.server, "refusing")
    with stage.app(room, "token=stale") as app:
        why = app.until("state REFUSED")
        expect("401" in why, why)
        app.say("token fresh")
        app.say("refresh")
        app.until("theme stand-in")
        app.until("state LIVE")
    port = stage.server.rpartition(":")[2]
    for host, token in (("localhost", None), ("127.0.0.1", "Bearer secret")):
        there, room = Room(stage.server), Room(stage.server, "moved")
        room.set(location=f"http://{host}:{port}/{there.name}/v1/theme")
        with stage.app(room, "token=secret") as app:
            app.until("state LIVE")
            tokens = {request["headers"].get("authorization") for request in there.requests(2)}
            expect(tokens == {token}, f"{host} got {tokens}")


def flows(stage):
    """a flow follows while it is collected"""
    room = Room(stage.server)
    with App(stage.folder / "classes", "flow", room.url, stage.kept()) as app:
        app.until("theme Stand-in ff0b4f94 null null")
        room.requests(2)
        room.set(accent="#ff000080")
        app.until("theme Stand-in 80ff0000 null null")
        app.say("")
        expect(app.until("of") == "of 1 followers 0 are alive", "it goes on")
        expect(room.report()["open"] == 0, "it still holds a request")


def ends(stage):
    """cancel() cuts the request; of 10 000 that come and go none fails, and none is alive a second later"""
    room = Room(stage.server)
    with stage.app(room) as app:
        room.requests(2)
        app.say("cancel")
        expect(room.report(open=0, within=1)["open"] == 0, "it still holds a request")
        expect(room.report(connected=0, within=1)["connected"] == 0, "it still holds a connection")
    room = Room(stage.server)
    with App(stage.folder / "classes", "churn", room.url, 10_000) as app:
        line = app.until("of", within=300)
        expect(line == "of 10000 followers 0 failed and 0 are alive", line)


def crowd(stage):
    """all of a crowd hear of a change, and all are back before an outage has lasted twice as long"""
    room = Room(stage.server)
    with App(stage.folder / "classes", "crowd", room.url, 100) as app:
        app.until("all 100 have stand-in")
        room.requests(200)
        room.set(text='{ "theme": "next" }')
        app.until("all 100 have next", within=5)
        room.set(behavior="gone")
        time.sleep(3)
        began = time.monotonic()
        room.set(behavior="good", text='{ "theme": "last" }')
        app.until("all 100 have last")
        took = time.monotonic() - began
        expect(took < 4, f"the last was back after {took} s")
        app.say("")


def damaged(stage):
    """a stored file that is cut short is none, and no tag is sent for it"""
    room, kept = Room(stage.server), stage.kept()
    for text in ("", '"tag"', '"tag"\n{ "theme": "cut"', '"tag"\n[]'):
        kept.write_text(text)
        before = room.report()["count"]
        with stage.app(room, kept=kept) as app:
            app.until("state LIVE")
            expect("if-none-match" not in room.requests(before + 1)[before]["headers"], text)
            expect(app.said[0] == "started", app.said)


def refuses(stage):
    """a body that can't be read, or that the app throws at, leaves the theme; the server learns why; a newer one heals it"""
    room, kept = Room(stage.server), stage.kept()
    with stage.app(room, "bad=#00bad0", kept=kept) as app:
        app.until("state LIVE")
        room.requests(2)
        good = kept.read_text()
        room.set(text='{ "title": "no name" }')
        app.until("state OFFLINE")
        sent = room.requests(3)[2]["headers"]
        expect(sent["livery-refused"] == "no theme in it: JSONException" and "prefer" in sent, sent)
        room.set(text='{ "theme": "bad", "colors": { "accent": "#00bad0" } }')
        app.until("theme stand-in")
        sent = room.requests(4)[3]["headers"]
        expect("no such color" in sent["livery-refused"] and "prefer" in sent, sent)
        expect(kept.read_text() == good, kept.read_text())
        room.set(text='{ "theme": "better" }')
        app.until("theme better")
        app.until("state LIVE")
        expect("livery-refused" not in room.requests(5)[4]["headers"], "it is healed")
        app.say("refuse no font Ubuntu\u00e9")
        app.until("theme stand-in")
        expect(room.requests(6)[5]["headers"]["livery-refused"].startswith("no font Ubuntu?"), "by the app")


def gives_up(stage):
    """a request that never ends is given up"""
    for behavior in ("deaf", "endless"):
        room = Room(stage.server, behavior)
        with stage.app(room, "wait=1", "patience=1") as app:
            app.until("state OFFLINE", within=10)
            room.requests(2)


def real(stage):
    """the real server's theme for the night and a channel, its images, and a switch"""
    server = Server(stage.program, stage.config)
    colors = {"accent": {"value": "#0000ff", "when": [{"traits": {"night": "night"}, "value": "#8888ff"}]}}
    try:
        for name, day in (("dawn", "#0000ff"), ("dusk", "#00ff00")):
            colors["accent"]["value"] = day
            server.ask("PUT", f"/v1/themes/{name}", {"kit": "android", "colors": colors})
        server.ask("POST", "/v1/active", {"theme": "dawn", "channel": "droid"})
        with stage.app(server.address, "channel=droid") as day, stage.app(
            server.address, "channel=droid", "night=night") as night:
            day.until("theme dawn #0000ff")
            night.until("theme dawn #8888ff")
            day.until("state LIVE")
            time.sleep(0.2)
            server.ask("POST", "/v1/active", {"theme": "dusk", "channel": "droid"})
            day.until("theme dusk #00ff00", within=2)
            night.until("theme dusk #8888ff", within=2)
        images = json.loads(server.ask("GET", "/v1/theme?theme=new-year"))["images"].values()
        url = next(image["url"] for image in images if image.get("url"))
        with stage.app(server.address) as app:
            app.say(f"file {url}")
            expect(app.until("file") == f"file {len(server.bytes(url))}", url)
        with stage.app(server.address, "channel=droid") as app:
            app.until("state LIVE")
            app.say("refuse no font Ubuntu")
            app.until("state OFFLINE")
            figures = {}
            for _ in range(100):
                figures = json.loads(server.ask("GET", "/v1/channels/droid/clients"))
                if figures["kinds"]["kotlin"]["refused"]:
                    break
                time.sleep(0.1)
            expect(figures["refusals"] == [{"reason": "no font Ubuntu", "count": 1}], figures)
        with stage.app(server.address, "channel=nope") as app:
            expect("nope" in app.until("state OFFLINE"), app.said)
    finally:
        server.end()


TESTS = (starts, changes, waits, leading, busy, sleeps, recovers, asks_for_a_token, damaged, refuses, gives_up, flows, crowd, real, figures, ends)


def attempt(test, stage):
    try:
        test(stage)
        return None
    except Exception as failure:  # of any kind: the other tests run all the same
        return f"{type(failure).__name__}: {failure}"


def main(program, config):
    """Runs all tests; returns how many failed."""
    with tempfile.TemporaryDirectory() as folder:
        compile(pathlib.Path(folder))
        process = subprocess.Popen(
            [ROOT / "Tests/Tools/misbehaving-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        failed = 0
        try:
            address = process.stdout.readline().split()[-1]
            stage = Stage(pathlib.Path(folder), address, program, config)
            with concurrent.futures.ThreadPoolExecutor(3) as pool:
                for test, why in zip(TESTS, pool.map(lambda test: attempt(test, stage), TESTS)):
                    print(f"{'✘' if why else '✔'} {test.__doc__}" + (f"\n{why}" if why else ""), flush=True)
                    failed += why is not None
        finally:
            process.kill()
            process.wait()
        return failed

"""A theme that changes, one that was kept, and tokens."""

import asyncio
import json
import time

from scene import BLUE, GREEN, RED, case


@case
async def kept(scene):
    """what was kept is on the page before anything is asked, also where the server is away"""
    room, context = scene.room(), await scene.context()
    first = await (await scene.tab(context=context)).follow(room.css)
    await first.until("theme.state == 'live'")
    await first.close()
    await room.set(behavior="gone")
    tab = await (await scene.tab(context=context)).follow(room.css)
    state, text, color = await tab.ask("atOnce")
    assert (state, color) == ("kept", BLUE) and "--accent" in text
    await tab.until("theme.state == 'offline'")
    await tab.shows(BLUE)
    await room.set(behavior="good", accent="#ff0000")
    await tab.shows(RED)


@case
async def checked(scene):
    """what was kept is checked with its tag, and not sent again"""
    room, context = scene.room(), await scene.context()
    first = await (await scene.tab(context=context)).follow(room.css)
    await first.until("theme.state == 'live'")
    await first.close()
    before = (await room.reached(open=0))["count"]
    tab = await (await scene.tab(context=context)).follow(room.css)
    await tab.until("theme.state == 'live'")
    request = (await room.report())["requests"][before]
    assert request["status"] == 304 and "prefer" not in request["headers"]
    await room.held()


async def starts_without(scene, damage):
    """Damages what was kept before it is read."""
    room, context = scene.room(), await scene.context()
    first = await (await scene.tab(context=context)).follow(room.css)
    await first.until("theme.state == 'live'")
    before = (await room.report())["count"]
    await first.ask(f"theme.stop(); for (const key in localStorage) if (localStorage[key].at) {damage}")
    await first.close()
    tab = await (await scene.tab(context=context)).follow(room.css)
    assert await tab.ask("atOnce[0]") == "loading"
    await tab.shows(BLUE)
    report = await room.report()
    later = [request for request in report["requests"][before:] if request.get("status") == 200]
    assert len(later) == 1 and "if-none-match" not in later[0]["headers"]


@case
async def cut_short(scene):
    """what was kept and is cut short counts as nothing: no tag is sent for it"""
    await starts_without(scene, "localStorage[key] = localStorage[key].slice(0, -9)")


@case
async def unreadable(scene):
    """what was kept and can't be read counts as nothing: no tag is sent for it"""
    await starts_without(scene, "localStorage[key] = JSON.stringify([\"\\\"tag\\\"\", '\u0000'])")


@case
async def not_kept(scene):
    """with keep: false nothing is kept"""
    room = scene.room()
    tab = await (await scene.tab()).follow(room.css, keep=False)
    await tab.until("theme.state == 'live'")
    assert await tab.ask("localStorage.length") == 0


@case
async def change(scene):
    """a change is applied, kept as it came, and told once"""
    room = scene.room()
    tab = await (await scene.tab()).follow(room.css)
    await tab.shows(BLUE)
    await room.held()
    await room.set(accent="#ff0000")
    await tab.shows(RED)
    text = ":root {\n  --accent: #ff0000;\n}\n"
    tag = await tab.ask("theme.tag")
    assert await tab.ask("Object.values(localStorage).map(JSON.parse)") == [[tag, text]]
    assert await tab.ask("[theme.text, changes]") == [text, 2]
    await room.held()
    await room.set(accent="#ff0000")
    await room.set(accent="#00ff00")
    await tab.shows(GREEN)
    assert await tab.ask("changes") == 3


@case
async def quiet(scene):
    """while nothing changes one request is held, and asked again when its wait ends"""
    room = scene.room()
    tab = await (await scene.tab()).follow(room.css, wait=1)
    report = await room.reached(requests=5)
    waits = [request["headers"].get("prefer") for request in report["requests"][:5]]
    assert waits == [None] + ["wait=1"] * 4 and report["most"] == 1
    assert await tab.ask("[theme.state, changes]") == ["live", 1]


@case
async def silent_about_the_reader(scene):
    """a request says no more than the tag, the wait and the origin"""
    room, context = scene.room(), await scene.context()
    host = scene.stage.rooms.removeprefix("http://").split(":")[0]
    await context.add_cookies([{"name": "who", "value": "me", "domain": host, "path": "/"}])
    tab = await (await scene.tab(context=context)).follow(room.css)
    await tab.until("theme.state == 'live'")
    headers = (await room.reached(requests=2))["requests"][1]["headers"]
    assert not {"cookie", "referer", "authorization"} & headers.keys(), headers


@case
async def loop(scene):
    """a loop over a theme gets the present text and each later one, and ends with stop()"""
    room = scene.room()
    tab = await scene.tab()
    await tab.follow(room.json)
    await tab.ask("""() => void (async () => {
      window.colors = []
      for await (const text of theme) colors.push(JSON.parse(text).colors.accent)
      window.isOver = true
    })()""")
    await tab.until("colors.length == 1")
    await room.held()
    await room.set(accent="#ff0000")
    await tab.until("colors.length == 2")
    await tab.ask("theme.stop()")
    await tab.until("isOver")
    assert await tab.ask("colors") == ["#0b4f94", "#ff0000"]
    await room.reached(open=0)


@case
async def loop_left(scene):
    """leaving a loop stops following"""
    room = scene.room()
    tab = await (await scene.tab()).follow(room.json)
    await tab.ask("async () => { for await (const text of theme) if (text) break }")
    await room.reached(requests=1, open=0)


@case
async def token(scene):
    """a token is sent as it is, and a function is asked before each request"""
    room = scene.room("refusing")
    await (await scene.tab()).follow(room.css, token="fresh")
    await room.held()
    tab = await scene.tab()
    await tab.ask("window.token = 'fresh'")
    await tab.follow(room.css, token="window.token")
    await room.held(2)
    await room.set(token="fresher")
    await tab.until("theme.state == 'refused'")
    await tab.ask("window.token = 'fresher'; dispatchEvent(new Event('online'))")
    await tab.until("theme.state == 'live'")


@case
async def hung_token(scene):
    """a token that never comes does not keep a page from letting go"""
    room, context = scene.room(), await scene.context()
    first, second = await scene.tab(context=context), await scene.tab(context=context)
    await first.ask("""address => {
      const token = () => new Promise(() => window.isAsked = true)
      window.theme = follow(address, { token })
    }""", room.css)
    await first.until("isAsked")
    await second.follow(room.css)
    await first.ask("theme.stop()")
    await second.shows(BLUE)


@case
async def restart(scene):
    """a switch of the real server is there at once; it may be killed, start again, and forget everything"""
    livery = scene.stage.another_livery()
    try:
        await livery.start()
        tab = await (await scene.tab(scene.address(themes=livery.origin))).follow(f"{livery.origin}/v1/theme.css")
        await tab.until("theme.state == 'live'")
        began = time.monotonic()
        await livery.switch("night")
        await tab.until("changes == 2")
        print(f"  a switch is on the page after {time.monotonic() - began:.2f} s")
        for forgets in (False, True):
            await livery.stop(forgets=forgets)
            await tab.until("theme.state == 'offline'")
            await livery.start()
            await tab.until("theme.state == 'live'")
            before = await tab.ask("changes")
            await livery.switch("new-year")
            await tab.until(f"changes == {before} + 1" if not forgets else "theme.text.includes('New Year')")
    finally:
        await livery.end()


@case
async def json_kept(scene):
    """another form than CSS is kept and followed, and nothing is put on the page"""
    room = scene.room()
    tab = await (await scene.tab()).follow(room.json)
    await tab.until("theme.state == 'live'")
    assert json.loads(await tab.ask("theme.text"))["colors"] == {"accent": "#0b4f94"}
    assert await tab.ask("[document.adoptedStyleSheets.length, localStorage.length]") == [0, 1]


@case
async def restless(scene):
    """where each answer has another tag it asks no more than five times a second"""
    room = scene.room()
    tab = await (await scene.tab()).follow(room.css)
    await tab.shows(BLUE)

    async def stir():
        for step in range(80):
            await room.set(accent=f"#0000{step:02x}")
            await asyncio.sleep(0.025)

    before = (await room.report())["count"]
    await stir()
    times = [request["at"] for request in (await room.report())["requests"]][before:]
    assert len(times) >= 2
    # What is on its way may come late, and the next one on time.
    assert times[-1] - times[0] >= 0.2 * (len(times) - 1) - 1, f"asked {len(times)} times in {times[-1] - times[0]} s"


@case
async def leading(scene):
    """where the server leads it on it waits there, without its tag, and follows"""
    room = scene.room("leading")
    tab = await (await scene.tab()).follow(room.css)
    first, *led = (await room.reached(requests=4))["requests"]
    assert "slot" not in first["target"]
    for number, request in enumerate(led, 1):
        assert request["target"].endswith(f"&slot={number}"), request["target"]
        assert not {"if-none-match", "prefer"} & request["headers"].keys()
    await room.set(accent="#ff0000")
    await tab.shows(RED)
    await tab.until("theme.state == 'live' && changes == 2")
    await room.set(behavior="good", accent="#00ff00")
    await tab.shows(GREEN)
    # It begins anew where nothing leads it on.
    report = await room.report()
    while "slot" in report["requests"][-1]["target"]:
        report = await room.reached(requests=report["count"] + 1)

"""Servers that are busy, broken, deaf or strangers."""

from scene import BLUE, RED, case, long_case
from stage import until


def gaps(report):
    times = [request["at"] for request in report["requests"]]
    return [later - earlier for earlier, later in zip(times, times[1:])]


@case
async def hasty(scene):
    """where a proxy takes Prefer away it polls: at most 4 requests in 9 s"""
    room = scene.room("hasty")
    tab = await (await scene.tab()).follow(room.css)
    await room.reached(requests=2)
    asked = await room.asked_in_first(9)
    assert asked <= 4, f"asked {asked} times"
    assert await tab.ask("theme.state") == "live"


@case
async def forgetful(scene):
    """where the tag it has comes again it polls: at most 4 requests in 9 s, and the tag is told once"""
    room = scene.room("forgetful")
    tab = await (await scene.tab()).follow(room.css)
    await room.reached(requests=2)
    asked = await room.asked_in_first(9)
    assert asked <= 4, f"asked {asked} times"
    assert await tab.ask("[theme.state, changes]") == ["live", 1]


@case
async def circling(scene):
    """where a cache leads it round it asks ten times, then every 15 s"""
    room = scene.room("circling")
    tab = await (await scene.tab()).follow(room.css)

    async def paused():
        # On a slow machine some answers are not quick, and the ten begin again.
        return max(gaps(await room.report()), default=0) >= 12

    await until(paused, "a pause")
    assert (await room.report())["count"] >= 11 and await tab.ask("theme.state") == "live"


async def pauses_as_told(scene, status):
    room = scene.room("busy")
    await room.set(status=status, retry_after=3)
    tab = await (await scene.tab()).follow(room.css)
    report = await room.reached(requests=3)
    assert all(gap >= 3 for gap in gaps(report)), f"asked after {gaps(report)}"
    assert await tab.ask("theme.state") == "offline"
    # A page that has not been told yet may ask again at once: here the third answer has arrived.
    await tab.until("performance.getEntriesByType('resource').filter(e => e.initiatorType == 'fetch').length >= 3")
    # Being shown again is no reason to ask earlier.
    await tab.ask("dispatchEvent(new Event('online'))")
    await room.set(behavior="good")
    await tab.until("theme.state == 'live'")
    pauses = gaps(await room.report())[:3]
    assert all(pause >= 3 for pause in pauses), f"asked after {pauses}"


@case
async def busy(scene):
    """a 503 with Retry-After is never asked again earlier, whatever happens"""
    await pauses_as_told(scene, 503)


@case
async def too_many(scene):
    """a 429 with Retry-After is never asked again earlier, whatever happens"""
    await pauses_as_told(scene, 429)


async def comes_back(scene, room):
    """At most 14 requests in 9 s, again and again, and back by itself. How long the pauses are clock.py looks at."""
    tab = await (await scene.tab()).follow(room.css)
    asked = await room.asked_in_first(9)
    assert asked <= 14, f"asked {asked} times"
    await room.reached(requests=4)
    assert await tab.ask("theme.state") == "offline"
    await room.set(behavior="good")
    await tab.until("theme.state == 'live'")


@case
async def broken(scene):
    """a 500 is asked again at most 14 times in 9 s, and the theme is back when the server is"""
    await comes_back(scene, scene.room("broken"))


@case
async def gone(scene):
    """where no answer comes, likewise"""
    await comes_back(scene, scene.room("gone"))


@case
async def moved(scene):
    """a redirect that leads nowhere, likewise"""
    await comes_back(scene, scene.room("moved"))


@case
async def elsewhere(scene):
    """a redirect to another host is followed, without the token; one that stays with it"""
    for host, token in (("localhost", None), ("127.0.0.1", "Bearer secret")):
        target, room = scene.room(), scene.room("moved")
        origin = scene.stage.rooms.replace("127.0.0.1", host)
        await room.set(location=f"{origin}/{target.name}/v1/theme.css")
        address = scene.address(themes=origin)
        tab = await (await scene.tab(address)).follow(room.css, token="secret")
        await tab.shows(BLUE)
        await target.held()
        sent = [request["headers"].get("authorization") for request in (await target.report())["requests"]]
        assert set(sent) == {token}, f"{host}: {sent}"
        asked = [request["headers"].get("authorization") for request in (await room.report())["requests"]]
        assert set(asked) == {"Bearer secret"}, asked


@case
async def busy_without_word(scene):
    """where a 503 has no Retry-After, likewise"""
    room = scene.room("busy")
    await room.set(retry_after="")
    await comes_back(scene, room)


async def heals(scene, status):
    room = scene.room("refusing")
    await room.set(status=status)
    tab = await scene.tab()
    await tab.ask("window.token = 'stale'")
    await tab.follow(room.css, token="window.token")
    await tab.until("theme.state == 'refused'")
    asked = await room.asked_in_first(6)
    assert asked <= 2, f"asked {asked} times"
    await tab.ask("window.token = 'fresh'; dispatchEvent(new Event('online'))")
    await tab.until("theme.state == 'live'")
    assert (await room.reached(requests=3))["requests"][-1]["headers"]["authorization"] == "Bearer fresh"


@case
async def unauthorized(scene):
    """a 401 is asked again at most twice in 6 s; a fresh token heals it as soon as the network is back"""
    await heals(scene, 401)


@case
async def forbidden(scene):
    """a 403, likewise"""
    await heals(scene, 403)


@case
async def network_back(scene):
    """when the network is back it asks at once"""
    room, context = scene.room("refusing"), await scene.context()
    tab = await (await scene.tab(context=context)).follow(room.css)
    await tab.until("theme.state == 'refused'")
    await room.set(behavior="good")
    await context.set_offline(True)
    await context.set_offline(False)
    await tab.until("theme.state == 'live'")


async def keeps_the_old(scene, behavior, is_css=True, warnings=1):
    room = scene.room()
    tab = await (await scene.tab()).follow(room.css if is_css else room.json)
    await tab.until("theme.state == 'live'")
    text = await tab.ask("theme.text")
    await room.held()
    await room.set(behavior=behavior, accent="#00ff00")
    await tab.until("theme.state == 'offline'")
    await room.reached(requests=(await room.report())["count"] + 2)
    assert await tab.ask("[theme.text, changes]") == [text, 1]
    told = [warning for warning in tab.warnings if "livery" in warning]
    assert len(told) == warnings, f"told {len(told)} times"
    await room.set(behavior="good")
    await tab.until("theme.state == 'live' && changes == 2")


@case
async def stranger(scene):
    """a page of HTML in place of the theme leaves the old one, and is told once"""
    await keeps_the_old(scene, "stranger")


async def refuses(scene, room, reason):
    """The server learns why with the next wait, which it holds, and a newer theme ends that."""
    await room.held()
    headers = (await room.report())["requests"][-1]["headers"]
    assert headers["livery-refused"] == reason and headers["prefer"] == "wait=25", headers
    await room.set(behavior="good", accent="#ff0000", text=":root { --accent: #ff0000; }")
    [tab] = scene.tabs
    await tab.shows(RED)
    await tab.until("theme.state == 'live'")
    await room.held()
    assert "livery-refused" not in (await room.report())["requests"][-1]["headers"]


@case
async def refused(scene):
    """a theme that can't be read is refused with the next wait, once for its tag, and the old one stays"""
    room = scene.room()
    tab = await (await scene.tab()).follow(room.css)
    await room.held()
    text = await tab.ask("theme.text")
    await room.set(text="No rule.")
    await tab.until("theme.state == 'offline'")
    await room.reached(requests=3)
    assert await tab.ask("[theme.text, changes]") == [text, 1]
    await tab.shows(BLUE)
    await refuses(scene, room, "no theme in it: SyntaxError")


@case
async def refused_by_page(scene):
    """a page may refuse a theme that it has, and the request that is held for it is sent again"""
    room = scene.room()
    tab = await (await scene.tab()).follow(room.css)
    await room.held()
    await tab.ask("for (let count = 0; count < 9; count++) theme.refuse(`kein Gr\u00fcn\n` + 'x'.repeat(200))")
    await room.reached(requests=3)
    assert await tab.ask("theme.state") == "offline"
    await refuses(scene, room, "kein Gr?n?" + "x" * 90)
    assert (await room.report())["count"] <= 5


@case
async def refused_by_stranger_to_it(scene):
    """where the server allows no such header, a client that refuses a theme gets the next one all the same"""
    room = scene.room()
    await room.set(allows="Authorization, If-None-Match, Prefer")
    tab = await (await scene.tab()).follow(room.css)
    await room.held()
    await tab.ask("theme.refuse('no')")
    await room.reached(requests=3)
    await room.held()
    assert "livery-refused" not in (await room.report())["requests"][-1]["headers"]
    await room.set(accent="#ff0000")
    await tab.shows(RED)


@case
async def garbled(scene):
    """CSS without sense leaves the old theme, and is told once"""
    await keeps_the_old(scene, "garbled")


@case
async def garbled_json(scene):
    """JSON without sense leaves the old theme, and is told once"""
    await keeps_the_old(scene, "garbled", is_css=False)


@case
async def tagless(scene):
    """an answer without a tag leaves the old theme, and is told once"""
    await keeps_the_old(scene, "tagless")


@case
async def cut(scene):
    """an answer that ends in the middle leaves the old theme"""
    await keeps_the_old(scene, "cut", warnings=0)


async def gives_up(scene, behavior):
    room = scene.room(behavior)
    tab = await (await scene.tab()).follow(room.css, wait=1)
    report = await room.reached(requests=2)
    lasted = report["requests"][0]["ended"] - report["requests"][0]["at"]
    assert lasted >= 20, f"given up after {lasted} s"
    assert await tab.ask("theme.state") == "offline"


@long_case
async def deaf(scene):
    """a request that is never answered is given up after the wait and 20 s"""
    await gives_up(scene, "deaf")


@long_case
async def endless(scene):
    """a request whose answer never ends is given up after the wait and 20 s"""
    await gives_up(scene, "endless")

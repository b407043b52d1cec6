"""Many tabs, hidden ones, and those that go away."""

from scene import BLUE, GREEN, RED, case, long_case
from stage import until


async def open_tabs(scene, room, count, **options):
    context = await scene.context()
    address = scene.address()
    tabs = [await scene.tab(address, context) for _ in range(count)]
    for tab in tabs:
        await tab.follow(room.css, **options)
    return tabs


async def all_show(tabs, color):
    for tab in tabs:
        await tab.shows(color)


@long_case
async def ten_tabs(scene):
    """ten tabs hold one connection and all change; also after the one that held it is closed"""
    room = scene.room()
    tabs = await open_tabs(scene, room, 10)
    await all_show(tabs, BLUE)
    await room.held()
    for tab in tabs:
        await tab.ask("window.before = changes")
    await room.set(accent="#ff0000")
    await all_show(tabs, RED)
    for tab in tabs:
        assert await tab.ask("[changes - before, theme.state]") == [1, "live"]
    await tabs.pop(0).close()
    await room.held()
    await room.set(accent="#00ff00")
    await all_show(tabs, GREEN)
    await room.held()


@case
async def newcomer(scene):
    """a new tab has the theme from the one that asks, without asking, where nothing is kept"""
    room = scene.room()
    first, *_ = tabs = await open_tabs(scene, room, 2, keep=False)
    await all_show(tabs, BLUE)
    await room.held()
    first, *later = (await room.report())["requests"]
    assert "if-none-match" not in first["headers"]
    assert all("if-none-match" in request["headers"] for request in later)


@case
async def told_to_wait(scene):
    """who takes over from a tab that was told to wait waits as well"""
    room = scene.room("busy")
    await room.set(retry_after=4)
    first, second = await open_tabs(scene, room, 2)
    await room.reached(requests=1)
    await second.until("theme.state == 'offline'")
    await first.close()
    await room.set(behavior="good")
    await second.until("theme.state == 'live'")
    times = [request["at"] for request in (await room.report())["requests"]]
    assert times[1] - times[0] >= 4


@long_case
async def hung(scene):
    """where the tab that asks hangs another takes over after the wait and 15 s"""
    room = scene.room()
    first, second = await open_tabs(scene, room, 2, wait=1)
    await second.shows(BLUE)
    # Nothing moves in this tab any more, until there is a file that it looks for.
    await first.ask("""() => void setTimeout(() => {
      for (let request; request?.status != 200; ) {
        request = new XMLHttpRequest()
        request.open("GET", "/wake.js", false)
        request.send()
        for (const end = Date.now() + 200; Date.now() < end; );
      }
    }, 100)""")
    await room.reached(open=0)
    await room.set(accent="#ff0000")
    await second.shows(RED)
    # It wakes up, is no longer the one that asks, and hears.
    scene.stage.pages.files["/wake.js"] = " "
    await first.shows(RED)
    await room.set(accent="#00ff00")
    await all_show([first, second], GREEN)
    await room.held()


@long_case
async def hung_requests(scene):
    """a tab whose own requests hang gives up the lead after the wait and 20 s"""
    room = scene.room()
    first, second = await open_tabs(scene, room, 2, wait=1)
    await second.shows(BLUE)
    await room.held()
    # It goes on to say that it leads.
    await first.ask("void (window.fetch = () => new Promise(() => {}))")
    await room.reached(open=0)
    await room.set(accent="#ff0000")
    await all_show([first, second], RED)
    await room.held()


@case
async def hidden(scene):
    """a hidden tab holds nothing, a visible one takes over, and one that is shown again asks at once"""
    stage, room = scene.stage, scene.room()
    browser = await stage.browser.new_browser_cdp_session()

    async def show(name):
        script = f"""
          import {{ follow }} from "/livery.js"
          const theme = follow("{room.css}")
          const say = () => fetch("/say", {{
            method: "POST", keepalive: true, body: `{name} ${{document.visibilityState}} ${{theme.text.match(/#.*(?=;)/)}}`,
          }})
          theme.addEventListener("change", say)
          document.addEventListener("visibilitychange", say)
          say()
        """
        target = await browser.send("Target.createTarget", {"url": scene.address(script=script)})
        return target["targetId"]

    async def said(words):
        async def question():
            return words in stage.pages.said

        await until(question, words)

    # These tabs have nobody attached, so that the browser itself says which is visible.
    first = await show("first")
    await said("first visible #0b4f94")
    await room.held()
    second = await show("second")
    await said("first hidden #0b4f94")
    await said("second visible #0b4f94")
    await room.held()
    blank = await browser.send("Target.createTarget", {"url": "about:blank"})
    await said("second hidden #0b4f94")
    await room.is_left()
    await room.set(accent="#ff0000")
    await room.is_left()
    await browser.send("Target.activateTarget", {"targetId": first})
    await said("first visible #ff0000")
    await said("second hidden #ff0000")
    for target in (first, second, blank["targetId"]):
        await browser.send("Target.closeTarget", {"targetId": target})
    await room.reached(open=0)


async def belongings(tab):
    """What the page holds of the browser, once all that nobody needs is gone."""
    session = await tab.page.context.new_cdp_session(tab.page)
    await session.send("HeapProfiler.collectGarbage")
    await session.send("Performance.enable")
    metrics = await session.send("Performance.getMetrics")
    await session.detach()
    return {metric["name"]: metric["value"] for metric in metrics["metrics"]}


@case
async def stop(scene):
    """stop() cuts the request, and 500 that come and go leave nothing"""
    room = scene.room()
    tab = await (await scene.tab()).follow(room.css)
    await room.held()
    await tab.ask("theme.stop()")
    await room.reached(open=0)
    before = await belongings(tab)
    await tab.ask("""async address => {
      for (let count = 0; count < 500; count++) {
        const theme = follow(address)
        await new Promise(next => setTimeout(next, count % 5))
        theme.stop()
      }
    }""", room.css)
    await room.reached(open=0)
    locks = await tab.ask("async () => { const { held, pending } = await navigator.locks.query(); return [...held, ...pending] }")
    assert locks == [], locks
    await room.is_left()
    after = await belongings(tab)
    # Five hundred that are left hold more.
    assert after["JSEventListeners"] <= before["JSEventListeners"] + 10, (before, after)
    assert after["JSHeapUsedSize"] <= before["JSHeapUsedSize"] + 250_000, (before, after)
    await tab.ask("address => window.theme = follow(address)", room.css)
    await tab.until("theme.state == 'live'")


@case
async def left(scene):
    """a page that is left lets go, and goes on when it comes back by 'back'"""
    room, context = scene.room(), await scene.context()
    tab = await (await scene.tab(context=context)).follow(room.css)
    await room.held()
    await tab.page.goto(scene.address(host="localhost"))
    await room.reached(open=0)
    # What another tab hears is no reason for the browser to forget the page.
    other = await (await scene.tab(context=context)).follow(room.css)
    await room.held()
    await room.set(accent="#ff0000")
    await other.shows(RED)
    await other.close()
    await room.reached(open=0)
    await tab.ask("void history.back()")
    await tab.until("window.isRestored")
    await tab.shows(RED)
    await room.held()
    await room.set(accent="#00ff00")
    await tab.shows(GREEN)


@case
async def no_storage(scene):
    """a page without storage and locks of its own follows all the same"""
    room = scene.room()
    themes = f"{scene.stage.rooms} {scene.stage.pages.origin}"
    policy = f"sandbox allow-scripts; script-src {themes} 'unsafe-inline'; connect-src {themes}"
    module = f"{scene.stage.pages.origin}/livery.js"
    tab = await (await scene.tab(scene.address(module=module, policy=policy))).follow(room.css)
    assert await tab.ask("() => { try { return localStorage } catch { return 'none' } }") == "none"
    await tab.shows(BLUE)
    await room.set(accent="#ff0000")
    await tab.shows(RED)


@case
async def no_locks(scene):
    """where there are no locks each tab asks for itself"""
    room, context = scene.room(), await scene.context()
    address = scene.address(host="shop.example")
    tabs = [await (await scene.tab(address, context)).follow(room.css) for _ in range(2)]
    assert await tabs[0].ask("navigator.locks") is None
    await room.held(2)
    await room.set(accent="#ff0000")
    await all_show(tabs, RED)
    assert await tabs[0].ask("changes") == 2


@case
async def not_shared(scene):
    """with share: false each tab asks for itself"""
    room = scene.room()
    tabs = await open_tabs(scene, room, 2, share=False)
    await room.held(2)
    await room.set(accent="#ff0000")
    await all_show(tabs, RED)

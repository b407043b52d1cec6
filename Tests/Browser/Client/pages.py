"""What stands on a page: links, what a server has rendered, the page's own styles."""

import json
import re

from scene import BLUE, GREEN, NONCE, RED, case
from stage import fetch, until

NIGHT_BLUE = "rgb(140, 195, 255)"


@case
async def link_alone(scene):
    """a link alone gives the right colors, light and dark, without a script"""
    sheet = f"{scene.stage.livery.origin}/v1/theme.css?theme=default"
    address = scene.address(head=f'<link rel="stylesheet" href="{sheet}">', script="")
    colors = []
    for scheme in ("light", "dark"):
        context = await scene.context(java_script_enabled=False, color_scheme=scheme)
        page = await context.new_page()
        await page.goto(address)
        colors.append(await page.evaluate("getComputedStyle(document.body).color"))
    assert colors == [BLUE, NIGHT_BLUE], colors


def following_link(scene, sheet):
    """A page whose link follows: the module comes from the real server, of an origin of its own."""
    return scene.address(
        head=f"""<link rel="stylesheet" data-livery href="{sheet}">
          <script type="module" src="{scene.stage.livery.origin}/livery.js"></script>""",
        script="",
    )


@case
async def link_follows(scene):
    """a link follows with the module beside it, under a policy that allows no style but the server's"""
    room = scene.room()
    tab = await scene.tab(following_link(scene, room.css))
    await tab.shows(BLUE)
    await room.held()
    # The sheet that stands now is the one that the module has put there.
    await tab.until("document.querySelector('link[data-livery]').disabled")
    await tab.shows(BLUE)
    await room.set(accent="#ff0000")
    await tab.shows(RED)


@case
async def link_is_newer(scene):
    """what the link has loaded is not put back to what was kept"""
    room, context = scene.room(), await scene.context()
    await (await scene.tab(following_link(scene, room.css), context)).until("localStorage.length")
    await scene.tabs[0].close()
    await room.set(accent="#ff0000")
    script = "window.colors = [getComputedStyle(document.body).color]"
    head = f"""<link rel="stylesheet" data-livery href="{room.css}">
      <script type="module" src="/livery.js"></script><script type="module" nonce="{NONCE}">{script}</script>"""
    tab = await scene.tab(scene.address(head=head, script=""), context)
    await tab.until("document.querySelector('link[data-livery]').disabled")
    assert await tab.ask("colors") == [RED]
    await tab.shows(RED)


@case
async def link_is_away(scene):
    """where the link can't be loaded, what was kept is shown"""
    room, context = scene.room(), await scene.context()
    await (await scene.tab(following_link(scene, room.css), context)).until("localStorage.length")
    await scene.tabs[0].close()
    await room.set(behavior="gone")
    tab = await scene.tab(following_link(scene, room.css), context)
    await tab.shows(BLUE)


@case
async def link_is_not_held(scene):
    """a link is loaded while a request for the same sheet is held"""
    room, context = scene.room(), await scene.context()
    await scene.tab(following_link(scene, room.css), context)
    await room.held()
    tab = await scene.tab(following_link(scene, room.css), context)
    await tab.shows(BLUE)
    report = await room.report()
    assert all(request["headers"].get("prefer") == "wait=25" for request in report["requests"] if "ended" not in request)


@case
async def rendered(scene):
    """a page that a server has rendered goes on from the tag that it names, asking once"""
    room = scene.room()
    text = (await fetch(room.css)).decode()
    tag = await scene.tag(room.css)
    before = (await room.report())["count"]
    head = f"""<style nonce="{NONCE}" data-livery="{room.css}" data-etag='{tag}'>{text}</style>
      <script type="module" src="/livery.js"></script>"""
    tab = await scene.tab(scene.address(head=head, script=""))
    assert await tab.ask("getComputedStyle(document.body).color") == BLUE
    await room.held()
    requests = (await room.report())["requests"][before:]
    assert all(request["headers"].get("if-none-match") == tag for request in requests)
    assert all(request["headers"].get("prefer") == "wait=25" for request in requests)
    await room.set(accent="#ff0000")
    await tab.shows(RED)


@case
async def seed(scene):
    """a seed is there at once, and is gone on from"""
    room = scene.room()
    tag = await scene.tag(room.css)
    tab = await (await scene.tab()).follow(room.css, seed={"text": ":root { --accent: #00ff00 }", "tag": tag})
    state, _, color = await tab.ask("atOnce")
    assert (state, color) == ("live", GREEN)
    await room.held()
    _, *requests = (await room.report())["requests"]
    assert all(request["headers"].get("if-none-match") == tag for request in requests)


@case
async def own_style_wins(scene):
    """what the page itself sets wins, before the theme or after it"""
    room = scene.room()
    style = f'<style nonce="{NONCE}">:root {{ --accent: rgb(0, 255, 0) }}</style>'
    tab = await (await scene.tab(scene.address(head=style))).follow(room.css)
    await tab.until("theme.state == 'live'")
    await tab.shows(GREEN)
    await tab.ask("document.documentElement.style.setProperty('--accent', 'rgb(255, 0, 0)')")
    await tab.shows(RED)


@case
async def to_and_fro(scene):
    """of two that a page goes to and fro between, the last one shows"""
    room = scene.room()
    tab = await (await scene.tab()).follow(f"{room.css}?colorScheme=light")
    await tab.shows(BLUE)
    await room.set(accent="#ff0000")
    await tab.shows(RED)
    await tab.ask("theme.stop()")
    await room.set(accent="#00ff00")
    await tab.follow(f"{room.css}?colorScheme=dark")
    await tab.shows(GREEN)
    await tab.ask("theme.stop()")
    await room.set(behavior="gone")
    await tab.follow(f"{room.css}?colorScheme=light")
    assert (await tab.ask("atOnce"))[2] == RED, "the kept one is shown at once"


CHANGES = """() => {
  window.transitions = []
  const start = document.startViewTransition?.bind(document)
  document.startViewTransition = (change) => {
    const transition = start(change)
    const times = () => new Set(document.getAnimations().map(({ effect }) => effect.getTiming().duration))
    // After all who were to hear of it earlier.
    transition.ready.then(() => setTimeout(() => transitions.push([...times()])))
    return transition
  }
}"""


async def change_with_transition(scene, **context):
    """The times of all transitions of a page after its first theme and a change."""
    room, text = scene.room(), ":root {{ --accent: {}; --transition--duration: {}; }}"
    await room.set(text=text.format("#0b4f94", "0.7s"))
    tab = await scene.tab(context=await scene.context(**context))
    await tab.ask(CHANGES)
    await tab.follow(room.css)
    await tab.shows(BLUE)
    await room.held()
    await room.set(text=text.format("#ff0000", "0.7s"))
    await tab.shows(RED)
    assert await tab.ask("changes") == 2
    return tab


@case
async def transition(scene):
    """a later theme comes with its own transition, the first one does not"""
    tab = await change_with_transition(scene)
    await tab.until("transitions.length")
    assert await tab.ask("transitions") == [[700]]


@case
async def no_transition(scene):
    """a reader who wants less motion gets none"""
    tab = await change_with_transition(scene, reduced_motion="reduce")
    assert await tab.ask("transitions") == []


@case
async def two_in_a_second(scene):
    """of two themes in a row each is on the page, the second while the transition to the first still runs"""
    room, text = scene.room(), ":root {{ --accent: {}; --transition--duration: 60s; }}"
    await room.set(text=text.format("#0b4f94"))
    tab = await (await scene.tab()).follow(room.css)
    await tab.ask("""() => {
      window.seen = []
      theme.addEventListener("change", () => seen.push(getComputedStyle(document.body).color))
    }""")
    await room.held()
    for accent, color in (("#ff0000", RED), ("#00ff00", GREEN)):
        await room.set(text=text.format(accent))
        await tab.shows(color)
    assert (await tab.ask("seen"))[-2:] == [RED, GREEN]


@case
async def silent_server(scene):
    """a theme server that is silent keeps no page from painting, and none from the theme that was kept"""
    room, context = scene.room(), await scene.context()
    head = f'<script type="module" src="/livery.js" data-livery="{room.css}"></script>'
    await (await scene.tab(scene.address(head=head, script=""), context)).until("localStorage.length")
    await scene.tabs[0].close()
    await room.set(behavior="deaf")
    tab = await scene.tab(scene.address(head=head, script=""), context)
    await tab.until("performance.getEntriesByName('first-contentful-paint').length")
    await tab.shows(BLUE)
    report = await room.reached(requests=1)
    assert report["open"] == 1 and "ended" not in report["requests"][-1]


@case
async def own_apply(scene):
    """a page may put the theme on itself, with a view transition"""
    room = scene.room()
    tab = await scene.tab()
    await tab.ask("""address => {
      const apply = (text, address) => document.startViewTransition(() => put(text, address))
      window.theme = follow(address, { apply })
    }""", room.css)
    await tab.shows(BLUE)
    await room.set(accent="#ff0000")
    await tab.shows(RED)


@case
async def failing_apply(scene):
    """where the page's own code fails that is an error of the page, and following goes on"""
    room = scene.room()
    tab = await scene.tab()
    await tab.ask("""address => {
      window.texts = []
      window.theme = follow(address, { apply: text => { texts.push(text); throw Error("of the page") } })
    }""", room.css)
    await tab.until("texts.length == 1")
    await room.held()
    await room.set(accent="#ff0000")
    await tab.until("texts.length == 2")
    # The server learns of it with the next wait.
    await room.held()
    request = (await room.report())["requests"][-1]["headers"]
    assert request["livery-refused"] == "not applied: Error" and request["prefer"] == "wait=25", request
    assert await tab.ask("[theme.state, theme.text, theme.tag, localStorage.length]") == ["offline", "", "", 0]
    assert [re.search("of the page", error) is not None for error in tab.errors] == [True, True]
    tab.errors.clear()


@case
async def real_headers(scene):
    """the real server lets a page of another origin wait"""
    livery = scene.stage.livery
    tab = await scene.tab()
    waits = []
    tab.page.on("response", lambda answer: waits.append(answer.headers.get("preference-applied")))
    await tab.follow(f"{livery.origin}/v1/theme?channel=night", wait=1)

    async def waited():
        return waits.count("wait=1") >= 3

    await until(waited, "three waits that the server has honored")
    assert await tab.ask("theme.state") == "live"
    assert json.loads(await tab.ask("theme.text"))["theme"] == "night"

"""Drafts on a page whose address has the key of one."""

from scene import BLUE, GREEN, RED, case

KEY = "yH3aB-_9cD4eF5gH6iJ7kL"


def page(scene, room, word="data-livery-drafts"):
    """A page that follows, under a policy that allows no style but the server's."""
    head = f'<script type="module" src="/livery.js" data-livery="{room.css}" {word}></script>'
    return scene.address(head=head, script="")


async def bar(tab):
    """What the bar says to someone who can't see it."""
    status = tab.page.get_by_role("status")
    await status.get_by_role("button", name="Leave").wait_for()
    await tab.until("document.body.lastElementChild.shadowRoot.querySelector('span').textContent")
    return await status.locator("span").inner_text()


async def room_with_draft(scene):
    room = scene.room()
    await room.set(draft="#00ff00")
    return room


@case
async def draft(scene):
    """an address with the key of a draft shows it, with a bar, and neither stores it nor shows it in another tab"""
    room, context = await room_with_draft(scene), await scene.context()
    address = page(scene, room)
    tab = await scene.tab(f"{address}?a=1+2&livery-draft={KEY}&b=%20", context)
    await tab.shows(GREEN)
    assert await bar(tab) == "Draft of Red"
    assert await tab.ask("localStorage.length") == 0
    other = await scene.tab(address, context)
    await other.shows(BLUE)
    await tab.shows(GREEN)
    await tab.page.keyboard.press("Tab")
    await tab.page.keyboard.press("Enter")
    await tab.shows(BLUE)
    assert tab.page.url == f"{address}?a=1+2&b=%20"
    assert await tab.ask("document.querySelector('[role=status]')") is None


@case
async def draft_replaced(scene):
    """a draft that is replaced is on the page at once"""
    room = await room_with_draft(scene)
    tab = await scene.tab(f"{page(scene, room)}?livery-draft={KEY}")
    await tab.shows(GREEN)
    await room.set(draft="#ff0000")
    await tab.shows(RED)


async def ends(scene, reason, sentence):
    room = await room_with_draft(scene)
    tab = await scene.tab(f"{page(scene, room)}?livery-draft={KEY}")
    await tab.shows(GREEN)
    assert await bar(tab) == "Draft of Red"
    await room.set(ended=reason)
    await tab.page.get_by_text(sentence, exact=True).wait_for()
    await tab.shows(BLUE)
    await room.set(accent="#ff0000")
    await tab.shows(RED)


@case
async def draft_published(scene):
    """when a draft is published the bar says so, and the page follows what is in force"""
    await ends(scene, "published", "This draft was published")


@case
async def draft_discarded(scene):
    """likewise when it is discarded"""
    await ends(scene, "discarded", "This draft was discarded")


@case
async def draft_expired(scene):
    """likewise when it has expired"""
    await ends(scene, "expired", "This draft has expired")


@case
async def draft_unasked(scene):
    """a page that does not allow drafts ignores the key, and so does one whose key is none"""
    room = await room_with_draft(scene)
    for word, key in (("", KEY), ("data-livery-drafts", KEY + "x"), ("data-livery-drafts", "")):
        tab = await scene.tab(f"{page(scene, room, word)}?livery-draft={key}")
        await tab.shows(BLUE)
        assert await tab.ask("document.querySelector('[role=status]')") is None
    assert all("draft" not in request["target"] for request in (await room.report())["requests"])


@case
async def draft_option(scene):
    """with `drafts: true` each theme of a page is that of the draft"""
    room = await room_with_draft(scene)
    tab = await scene.tab(f"{scene.address()}?livery-draft={KEY}")
    await tab.follow(f"{room.json}?colorScheme=light", drafts=True)
    await tab.until("JSON.parse(theme.text || '{}').colors?.accent == '#00ff00'")
    targets = [request["target"] for request in (await room.report())["requests"]]
    assert f"/{room.name}/v1/theme?colorScheme=light&draft={KEY}" in targets, targets
    assert await bar(tab) == "Draft of Red"

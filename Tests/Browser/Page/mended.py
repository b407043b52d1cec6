"""What a reader keeps: the place, the focus, what was typed and chosen; and what is said when something fails or happens elsewhere."""

import json
import re
import subprocess

from play import is_asked, open_editor, open_page, scenario, settle, switch
from world import PATIENCE


def alert(page):
    return page.get_by_role("main").get_by_role("alert")


def notice(page):
    return page.get_by_role("status", name="Notices")


@scenario("Back leads to the place in the list that one came from, and to the link")
def place(world):
    world.add_themes({f"extra-{number:02}": '{"kit": "uikit", "extends": "default"}' for number in range(20)})
    page = open_page(world, viewport={"width": 700, "height": 700})
    link = page.get_by_role("link", name="Edit extra-12")
    link.click()
    page.get_by_role("textbox", name="Theme document").wait_for()
    world.until(lambda: page.evaluate("scrollY") == 0)
    world.until(lambda: page.evaluate("document.activeElement.localName") == "h2")
    assert page.title() == "extra-12 · Edit · Livery"
    page.go_back()
    world.until(lambda: page.evaluate("document.activeElement.ariaLabel") == "Edit extra-12")
    box = link.bounding_box()
    assert 0 < box["y"] < 700, box


@scenario("the address bar says what was chosen, and shows a colleague the same")
def address(world):
    page = open_page(world, "#/theme/new-year")
    page.get_by_role("treeitem", name="UISlider").click()
    page.get_by_role("radio", name="Dark").check()
    world.until(lambda: "element=slider" in page.url and "scheme=dark" in page.url)
    other = open_page(world, page.url[page.url.index("#"):])
    other.get_by_role("region", name="Inspector").get_by_role("heading", name="UISlider").wait_for()
    assert other.get_by_role("radio", name="Dark").is_checked()


@scenario("edits are there again after a reload, until they are discarded")
def reloaded(world):
    page, field, text = open_editor(world, "night", "FFB86B")
    field.fill(text.replace("#FFB86B", "#00FF00"))
    page.get_by_text("Not saved", exact=True).wait_for()
    page.reload()
    world.until(lambda: "#00FF00" in field.input_value())
    page.get_by_role("button", name="Discard edits").click()
    world.until(lambda: "#FFB86B" in field.input_value())


@scenario("Ctrl+S saves, and Undo takes a save back like a switch, back to the file")
def undone(world):
    page, field, text = open_editor(world, "night", "FFB86B")
    field.fill(text.replace("#FFB86B", "#00FF00"))
    world.until(page.get_by_role("button", name="Save", exact=True).is_enabled)
    page.keyboard.press("Control+s")
    notice(page).get_by_text("Night is saved.").wait_for()
    assert world.get("v1/colors/accent?theme=night")["value"] == "#00ff00"
    page.get_by_role("button", name="Undo", exact=True).click()
    world.until(lambda: world.get("v1/colors/accent?theme=night")["value"] == "#ffb86b")
    assert "overrides" not in next(each for each in world.get("v1/themes")["themes"] if each["name"] == "night")
    world.until(lambda: "#FFB86B" in field.input_value())


@scenario("a save of what a channel shows is asked for with both screens")
def asked(world):
    page, field, text = open_editor(world, "default", "appearance")
    field.fill(text.replace('"title": "Default"', '"title": "Default too"'))
    save = page.get_by_role("button", name="Save", exact=True)
    world.until(save.is_enabled)
    save.click()
    dialog = page.get_by_role("dialog", name="Save Default, which main shows")
    world.until(lambda: dialog.get_by_role("img").count() == 2)
    assert not world.axe(page), world.axe(page)
    dialog.get_by_role("button", name="Cancel").click()
    assert page.get_by_text("Not saved", exact=True).is_visible()
    save.click()
    dialog.get_by_role("button", name="Save", exact=True).click()
    notice(page).get_by_text("is saved.").wait_for()
    assert next(each for each in world.get("v1/themes")["themes"] if each["name"] == "default")["title"] == "Default too"


@scenario("a document on one line is tidied to a line for each member")
def tidy(world):
    world.put("flat", '{"kit":"uikit","extends":"default","colors":{"accent":"#123456"}}')
    page, field, text = open_editor(world, "flat", "123456")
    page.get_by_role("button", name="Tidy").click()
    world.until(lambda: field.input_value().count("\n") > 4)


@scenario("another's switch is announced, and a button leads to what shows")
def announced(world):
    page = open_page(world, "#/timeline")
    page.get_by_text("main shows Default").wait_for()
    world.switch("night", note="elsewhere")
    notice(page).get_by_text("switched main to Night.").wait_for()
    page.get_by_role("button", name="Show", exact=True).click()
    world.until(lambda: page.evaluate("document.activeElement.closest('article')?.ariaLabel") == "Night")


@scenario("after signing in the page says that it is connected")
def signed_in(world):
    world.restart(LIVERY_TOKEN="right-token-0123456789")
    page = open_page(world)
    page.get_by_role("button", name="Access").click()
    page.get_by_role("dialog").get_by_label("Token").fill("right-token-0123456789")
    page.get_by_role("button", name="Use token").click()
    page.get_by_role("dialog").wait_for(state="detached")
    page.get_by_role("article", name="Night").wait_for()
    page.get_by_role("status", name="Connection").get_by_text("Connected", exact=True).wait_for()


@scenario("a list that can't be asked for says why, and is there after Try again")
def again(world):
    world.expect_trouble = True
    page, refused = world.page(), []

    def refuse(route):
        refused.append(route)
        route.fulfill(status=500, json={"detail": "The disk is full."})

    page.route("**/v1/overview", refuse)
    page.goto(world.address)
    # The page asks again by itself once it hears of changes.
    world.until(lambda: len(is_asked(page, refused)) == 2)
    alert(page).get_by_text("The disk is full.").wait_for()
    assert "Asking" not in page.get_by_role("main").inner_text()
    page.unroute("**/v1/overview")
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("article", name="Night").wait_for()
    assert alert(page).count() == 0


@scenario("a view that can't be loaded says so, and is there when the server is back")
def part(world):
    world.expect_trouble = True
    page = open_page(world)
    page.route("**/page/views/timeline.js", lambda route: route.abort())
    page.get_by_role("link", name="Timeline").click()
    alert(page).get_by_text("can't be reached").wait_for()
    page.unroute("**/page/views/timeline.js")
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("heading", name="What happened").wait_for()


@scenario("the history has edits of themes that are to show, though another channel shows them")
def due(world):
    world.switch("night", channel="kiosk")
    world.schedule("night", "2199-01-01T00:00:00Z", note="soon")
    world.put("night", '{"kit": "uikit", "title": "Night", "colors": {"accent": "#123456"}}')
    page = open_page(world, "#/timeline")
    page.get_by_role("list", name="Changes").get_by_text("Changed Night").wait_for()


@scenario("colors of themes stay in forced colors, and a choice has more than its weight")
def forced(world):
    page = open_page(world, forced_colors="active")
    part = page.get_by_role("img", name=re.compile("^Default")).locator("[data-part=primary]").first
    wanted = world.get("v1/appearance?theme=default&for=UIButton.primary&userInterfaceStyle=light")["set"]["backgroundColor"]
    rgb = tuple(int(wanted[at : at + 2], 16) for at in (1, 3, 5))
    world.until(lambda: part.evaluate("e => getComputedStyle(e).backgroundColor") == f"rgb{rgb}")
    chosen = page.get_by_role("radio", name="Light").evaluate("e => getComputedStyle(e.nextElementSibling).outlineStyle")
    assert chosen == "solid", chosen
    assert not world.axe(page), world.axe(page)
    page.evaluate("location.hash = '#/theme/aurora'")
    page.get_by_role("treeitem", selected=True).wait_for()
    assert not world.axe(page), world.axe(page)
    page.keyboard.press("Control+k")
    page.get_by_role("dialog", name="Commands").get_by_role("option", selected=True).wait_for()
    assert not world.axe(page), world.axe(page)


def dialogs(page, world):
    """Opens each dialog of the lists, of a theme and of the plans, and yields its name once it stands."""
    dialog = page.get_by_role("dialog")
    import_field = page.get_by_label("Files to import")
    wrong = {"name": "wrong.json", "mimeType": "application/json", "buffer": b'{"kit": "uikit", "colors": {"a": "#12"}}'}
    steps = [
        ("#/themes", "Switch", lambda: page.get_by_role("button", name="Switch to Aurora").click()),
        ("#/themes", "New", lambda: page.get_by_role("button", name="New theme").click()),
        ("#/themes", "Import", lambda: import_field.set_input_files(wrong)),
        ("#/themes", "Access", lambda: page.get_by_role("button", name="Access").click()),
        ("#/theme/night", "Change", lambda: page.get_by_role("button", name="Change backgroundColor").click()),
        ("#/theme/night/values", "Rename a value", lambda: page.get_by_role("button", name="Rename accent", exact=True).click()),
        ("#/timeline", "Schedule", lambda: page.get_by_role("button", name="Schedule Night").click()),
    ]
    steps += [("#/themes", act, lambda act=act: (page.get_by_role("button", name="More for Night").click(), page.get_by_role("menuitem", name=f"{act} Night").click())) for act in ["Rename", "Delete"]]
    for hash, name, opens in steps:
        page.evaluate("hash => { location.hash = hash }", hash)
        settle(page, world)
        opens()
        dialog.get_by_role("button").last.wait_for()
        settle(page, world)
        yield name
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached")


@scenario("axe finds nothing in any dialog, in the dark, in forced colors and on a phone")
def dialogs_sound(world):
    world.expect_trouble = True
    found = []
    for options in [{"color_scheme": "dark", "viewport": {"width": 390, "height": 844}}, {"forced_colors": "active"}]:
        page = open_page(world, reduced_motion="reduce", **options)
        page.get_by_role("article", name="Night").wait_for()
        for name in dialogs(page, world):
            found += [f"{name} with {options}: {each}" for each in world.axe(page)]
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        for view in ["#/theme/night/values", "#/theme/night/colors", "#/theme/new-year/images", "#/theme/night/edit", "#/theme/night/compare/aurora", "#/timeline"]:
            page.evaluate("hash => { location.hash = hash }", view)
            settle(page, world)
            found += [f"{view} with {options}: {each}" for each in world.axe(page)]
    assert not found, found


@scenario("errors of a file that is brought in are told from warnings")
def told(world):
    world.expect_trouble = True
    page = open_page(world)
    page.get_by_role("button", name="Import").wait_for()
    world.until(page.get_by_role("button", name="Import").is_enabled)
    page.get_by_label("Files to import").set_input_files({"name": "wrong.json", "mimeType": "application/json", "buffer": b'{"kit": "uikit", "colors": {"a": "#12"}}'})
    dialog = page.get_by_role("dialog", name="Import")
    problem = dialog.get_by_role("region", name="Problems").get_by_role("listitem")
    problem.wait_for()
    assert problem.get_attribute("class") == "bad", problem.get_attribute("class")
    dialog.get_by_text("Its errors must be mended first.").wait_for()
    assert dialog.get_by_role("button", name="Create").is_disabled()


@scenario("a folder above the page is refused with the right one")
def parent(world):
    refused = subprocess.run([world.program, "serve", "--config", world.config, "--web", "Web", "--listen", "127.0.0.1:0", "--store", "memory:"], capture_output=True, text=True, timeout=PATIENCE / 1000)
    assert refused.returncode == 1 and "name Web/page" in refused.stderr, refused
    world.restart(LIVERY_WEB="Web/page")
    open_page(world).get_by_role("article", name="Night").wait_for()


@scenario("no drawing is wider than its place, at any width")
def fits(world):
    page = open_page(world)
    too_wide = """() => [...document.querySelectorAll('.device')].filter(each => {
        const [own, place] = [each.getBoundingClientRect(), each.parentElement.getBoundingClientRect()]
        return own.left < place.left || own.right > place.right
    }).map(each => each.ariaLabel)"""
    for width in [320, 390, 1024, 1152, 1366, 1440, 1680, 1920, 2560]:
        page.set_viewport_size({"width": width, "height": 900})
        assert not page.evaluate(too_wide), (width, page.evaluate(too_wide))


@scenario("a title from right to left stands by itself, and a screen from right to left is mirrored")
def mirrored(world):
    title = "لیلة \u202eabc"
    world.put("layla", f'{{"kit": "uikit", "extends": "default", "title": "{title}"}}')
    page = open_page(world, "#/theme/layla")
    assert page.get_by_role("heading", level=2).locator("bdi").inner_text() == title
    page.get_by_role("button", name="More traits").click()
    page.get_by_role("combobox", name="layoutDirection").select_option("rightToLeft")
    drawing = page.locator("main .drawing").first
    world.until(lambda: drawing.get_attribute("dir") == "rtl")
    back = page.locator("[data-part=nav-back]").bounding_box()
    assert back["x"] > page.locator("[data-part=nav-edit]").bounding_box()["x"]


@scenario("times are in the browser's language, with their zone, and the handbook is linked")
def times(world):
    world.switch("night")
    page = open_page(world, "#/timeline", locale="en-US", timezone_id="Europe/Berlin")
    page.get_by_text("Times are those of Europe/Berlin.").wait_for()
    settle(page, world)
    assert re.search(r"since [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d", page.get_by_role("main").inner_text())
    page.get_by_role("link", name="Docs").click()
    page.wait_for_url(re.compile("/docs"))


@scenario("open traits push nothing apart, and the tabs stand on top of their line")
def traits(world):
    page = open_page(world, "#/theme/night", viewport={"width": 1280, "height": 900})
    settle(page, world)
    tabs = page.get_by_role("navigation", name="Parts of Night")
    before = tabs.bounding_box()["y"]
    page.get_by_role("button", name="More traits").click()
    page.get_by_role("combobox", name="layoutDirection").wait_for()
    assert abs(tabs.bounding_box()["y"] - before) < 8, (before, tabs.bounding_box())


@scenario("in the dialog of a switch the two screens stand apart, on the narrowest phone too")
def apart(world):
    for width in [320, 360, 390]:
        page = open_page(world, viewport={"width": width, "height": 844})
        dialog = switch(page, "Night")
        world.until(lambda: dialog.locator(".drawing").count() == 2)
        left, right = [each.bounding_box() for each in dialog.get_by_role("img").all()]
        assert left["x"] >= 0 and left["x"] + left["width"] <= right["x"] and right["x"] + right["width"] <= width, (width, left, right)


@scenario("the name of a channel stays on one line beside a theme with a long title")
def channels(world):
    world.put("long", json.dumps({"kit": "uikit", "title": "The very long name of a theme for the last days of a year " * 3}))
    world.switch("long")
    for width in [390, 1280]:
        page = open_page(world, "#/timeline", viewport={"width": width, "height": 900})
        name = page.get_by_role("region", name="Channels").get_by_text("main", exact=True).first
        name.wait_for()
        settle(page, world)
        assert name.bounding_box()["height"] < 32, name.bounding_box()


@scenario("all cards have buttons of one height, and their names are whole for a screen reader")
def even(world):
    page = open_page(world, viewport={"width": 1440, "height": 900})
    settle(page, world)
    buttons = page.get_by_role("article").get_by_role("button", name=re.compile("^Switch to "))
    heights = {round(each.bounding_box()["height"]) for each in buttons.all()}
    assert len(heights) == 1 and page.get_by_role("button", name="Switch to New Year", exact=True).count() == 1, heights


@scenario("Inspect begins with an element, and a word breaks between its parts")
def begins(world):
    page = open_page(world, "#/theme/aurora", viewport={"width": 390, "height": 844})
    page.get_by_role("treeitem", selected=True).wait_for()
    page.get_by_role("region", name="Inspector").get_by_role("heading", level=3).wait_for()
    page.evaluate("location.hash = '#/theme/aurora/compare/night'")
    page.get_by_role("button", name="Flip").wait_for()
    settle(page, world)
    # A second line would make it twice as high.
    assert page.get_by_text("with", exact=True).bounding_box()["height"] < 32
    page.evaluate("location.hash = '#/theme/aurora/colors'")
    page.get_by_role("table", name="Contrast").get_by_role("rowheader", name="UINavigationBar", exact=True).wait_for()
    assert page.get_by_role("rowheader", name="UINavigationBar", exact=True).locator("wbr").count() > 0


@scenario("the disabled text of a shipped theme can be told from its button")
def disabled(world):
    page = open_page(world, "#/theme/pine")
    for scheme in ["Light", "Dark"]:
        page.get_by_role("radio", name=scheme).check()
        button = page.get_by_role("img", name=re.compile("^Pine")).locator("[data-part]").filter(has_text="Start").last
        parts = "e => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor].map(each => each.match(/[0-9.]+/g).map(Number))"

        def apart():
            text, ground = button.evaluate(parts)
            return sum(abs(one - other) for one, other in zip(text[:3], ground[:3])) > 150
        world.until(apart)

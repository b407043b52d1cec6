"""Lists of any size: found, sorted, dense, with what shows first; and only what is near to the visible part in the document."""

import json
import re

from play import open_page, scenario

MANY = 400


def titles(page):
    return page.get_by_role("list", name="Themes").get_by_role("article").evaluate_all("all => all.map(each => each.ariaLabel)")


def count(page):
    return page.get_by_role("status", name="Themes shown").inner_text()


@scenario("what the channel shows stands first, and a filter finds by name, kit and channel")
def found(world):
    world.switch("night")
    page = open_page(world)
    world.until(lambda: titles(page)[:1] == ["Night"])
    assert count(page) == "7 of 7"
    page.get_by_role("main").focus()
    page.keyboard.press("/")
    page.keyboard.type("android")
    world.until(lambda: titles(page) == ["Pine"] and count(page) == "1 of 7")
    field = page.get_by_role("searchbox", name="Filter themes")
    field.fill("main")
    world.until(lambda: titles(page) == ["Night"])
    field.fill("nothing like it")
    page.get_by_text("No theme is like this.").wait_for()


@scenario("the list is dense, and sorted by the newest change")
def dense(world):
    world.put("pine", world.ask("v1/themes/pine").replace('"Pine"', '"Fir"'))
    page = open_page(world)
    page.get_by_role("combobox", name="Sort").select_option("Newest change")
    world.until(lambda: titles(page)[:2] == ["Default", "Fir"])
    page.get_by_role("radiogroup", name="Layout").get_by_role("radio", name="List").check()
    assert page.get_by_role("article").first.bounding_box()["height"] < 80
    assert page.get_by_role("link", name="Inspect Fir").is_visible()
    assert not world.axe(page), world.axe(page)
    page.set_viewport_size({"width": 320, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@scenario("of many themes only those near to the visible part are in the document, all are counted, and any is reached")
def many(world):
    world.add_themes({f"extra-{number:03}": json.dumps({"kit": "uikit", "extends": "default"}) for number in range(MANY)})
    page = open_page(world, viewport={"width": 1280, "height": 800})
    world.until(lambda: count(page) == f"{MANY + 7} of {MANY + 7}")
    for layout in ["Cards", "List"]:
        page.get_by_role("radio", name=layout).check()
        page.evaluate("scrollTo(0, 0)")
        world.until(lambda: titles(page)[:1] == ["Default"])
        assert page.get_by_role("article").count() < 90
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        world.until(lambda: titles(page)[-1:] == ["Pine"])
        assert page.get_by_role("article").count() < 90
        last = page.get_by_role("article", name="Pine")
        last.scroll_into_view_if_needed()
        world.until(lambda: 0 < last.bounding_box()["y"] < 800)


@scenario("another's upload of one theme is asked for and drawn alone")
def narrow(world):
    page = open_page(world)
    page.get_by_role("img", name="Night, drawn on iPhone").wait_for()
    world.until(lambda: page.locator(".drawing").count() == 7)
    asked = []
    page.on("request", lambda request: asked.append(request.url[len(world.address):]))
    world.put("night", world.ask("v1/themes/night").replace("#FFB86B", "#00FF00"))
    part = page.get_by_role("img", name="Night, drawn on iPhone").locator("[data-part=primary]").first
    world.until(lambda: part.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(0, 255, 0)")
    data = [each for each in asked if each.startswith("v1/") and "kits" not in each]
    assert all("night" in each for each in data) and len(data) == 3, data


@scenario("of many channels fifty are listed, and the others are found")
def channels(world):
    for number in range(110):
        world.switch("night", channel=f"a-{number:03}")
    page = open_page(world, "#/timeline")
    field = page.get_by_role("combobox", name="Channel")
    world.until(lambda: field.get_by_role("option").count() == 111)
    assert field.input_value() == "main"
    listed = page.get_by_role("region", name="Channels").get_by_role("listitem")
    world.until(lambda: listed.count() == 50)
    page.get_by_role("searchbox", name="Filter channels").fill("a-109")
    world.until(lambda: listed.count() == 1)
    listed.first.get_by_role("button").click()
    world.until(lambda: page.get_by_role("combobox", name="Channel").input_value() == "a-109")


@scenario("each theme is drawn in light and dark side by side, and in high contrast where it says something of that")
def side_by_side(world):
    world.put("contrasty", json.dumps({"kit": "uikit", "title": "Contrasty", "colors": {"accent": {"value": "#123456", "when": [
        {"traits": {"accessibilityContrast": "high"}, "value": "#000000"}]}}, "appearance": [{"for": "UIButton", "set": {"titleColor:normal": "{accent}"}}]}))
    page = open_page(world)
    page.get_by_role("radiogroup", name="Appearance").get_by_role("radio", name="Side by side").check()
    for title, names in [("Night", ["light", "dark"]), ("Contrasty", ["light", "dark", "light, high contrast", "dark, high contrast"])]:
        for name in names:
            page.get_by_role("article", name=title).get_by_role("img", name=f"{title}, {name}, drawn on iPhone").wait_for()
    assert page.get_by_role("article", name="Night").get_by_role("img").count() == 2
    assert not world.axe(page), world.axe(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.evaluate("location.hash = '#/theme/default'")
    dark = page.get_by_role("img", name="Default, dark, drawn on iPhone").locator("[data-part=primary]").first
    wanted = world.get("v1/appearance?theme=default&for=UIButton.primary&userInterfaceStyle=dark")["set"]["backgroundColor"]
    rgb = tuple(int(wanted[at : at + 2], 16) for at in (1, 3, 5))
    world.until(lambda: dark.evaluate("e => getComputedStyle(e).backgroundColor") == f"rgb{rgb}")
    page.get_by_role("radio", name="Light", exact=True).check()
    page.get_by_role("img", name="Default, drawn on iPhone").wait_for()


@scenario("of many changes fifty are listed, and older ones at a press")
def changes(world):
    for number in range(60):
        world.switch(["night", "aurora"][number % 2], note=f"change {number}")
    page = open_page(world, "#/timeline")
    entries = page.get_by_role("list", name="Changes").get_by_text(re.compile("^change [0-9]+$"))
    world.until(lambda: entries.count() == 50)
    page.get_by_role("button", name="Older changes").click()
    world.until(lambda: entries.count() == 60)

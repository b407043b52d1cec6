"""What the page makes of many themes, none, long names, and of HTML wherever somebody may write a text."""

import json
import os

from play import open_page, scenario, settle

PHONE = {"width": 390, "height": 844}
VIEWS = ["themes", "theme/{}", "theme/{}/colors", "theme/{}/values", "theme/{}/images", "theme/{}/edit", "theme/{}/compare/default", "timeline"]


def document(**members):
    return json.dumps({"kit": "uikit", "extends": "default", **members})


def visit(page, world, theme):
    """Every view, at rest."""
    for view in VIEWS:
        page.evaluate("hash => { location.hash = hash }", f"#/{view.format(theme)}")
        settle(page, world)
        yield view


@scenario("sixty themes are listed, and only those near to what is in sight are drawn")
def sixty(world):
    world.add_themes({f"extra-{number:02}": document(title=f"Extra {number}") for number in range(53)})
    page = open_page(world, viewport=PHONE)
    articles = page.get_by_role("list", name="Themes").get_by_role("article")
    world.until(lambda: articles.count() == 60)
    settle(page, world)
    asked = page.evaluate("performance.getEntriesByType('resource').filter(each => each.name.includes('/v1/appearance')).length")
    assert asked < 30, asked
    articles.last.scroll_into_view_if_needed()
    articles.last.locator(".drawing").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@scenario("a comparison tells values that differ beside the palette and the images")
def values(world):
    for name, radius in [("round", 12), ("square", 0)]:
        world.put(name, document(values={"cornerRadius": radius, "bodyFont": "Inter"}))
    page = open_page(world)
    page.evaluate("location.hash = '#/theme/round/compare/square'")
    found = page.get_by_role("region", name="Values")
    found.wait_for()
    assert all(words in found.inner_text() for words in ["cornerRadius", "12", "0"]), found.inner_text()
    assert "bodyFont" not in found.inner_text()


@scenario("a theme's own traits are chosen like those of its kit, and no other theme is asked for them")
def own_traits(world):
    page = open_page(world, "#/theme/harbor")
    page.get_by_role("button", name="More traits").click()
    page.get_by_role("combobox", name="density").select_option("compact")
    asked = "performance.getEntriesByType('resource').map(each => each.name).filter(each => /v1.theme.*theme=(harbor|night)/.test(each))"
    world.until(lambda: any("theme=harbor" in each and "density=compact" in each for each in page.evaluate(asked)))
    page.evaluate("location.hash = '#/theme/night'")
    world.until(lambda: any("theme=night" in each for each in page.evaluate(asked)))
    settle(page, world)
    assert page.get_by_role("combobox", name="density").count() == 0
    assert not any("theme=night" in each and "density" in each for each in page.evaluate(asked)), page.evaluate(asked)


@scenario("a server without themes says how one gets there")
def none(world):
    page = world.page()
    empty = {**world.get("v1/overview"), "themes": {"themes": []}, "kits": {}}
    page.route("**/v1/overview", lambda route: route.fulfill(json=empty))
    page.goto(world.address)
    page.get_by_text("There is no theme yet.").wait_for()
    assert page.get_by_role("article").count() == 0


@scenario("names as long as they may be are never cut off the page, on a phone and enlarged too")
def long(world):
    words = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 2
    shown, other = "n" * 64, "o" * 64
    world.add_themes({name: document(title=name[0] + words, colors={"a" * 60: "#123456"}) for name in [shown, other]})
    world.switch(other)
    world.switch(shown, note="w" * 250)
    for width in [320, PHONE["width"], 1280]:
        page = open_page(world, viewport={"width": width, "height": 800})
        for theme in [shown, other]:
            for view in visit(page, world, theme):
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (theme[0], view, width)


@scenario("HTML in a text of whatever sort is shown as text")
def markup(world):
    def hostile(place):
        return f"<img src=x onerror='document.title=1' class=hostile id={place}>"

    world.put("hostile", document(
        title=hostile("title"), images={"hostile": hostile("image")},
        appearance=[{"for": "MKMarkerAnnotationView", "set": {"glyphText": hostile("value")}}]))
    world.switch("hostile", note=hostile("note"))
    world.schedule("hostile", "2199-01-01T00:00:00Z", note=hostile("plan"))
    page = open_page(world)
    for view in visit(page, world, "hostile"):
        assert page.locator(".hostile").count() == 0, view
        assert hostile("title") in page.get_by_role("main").inner_text(), view
    assert hostile("note") in page.get_by_role("region", name="History").inner_text()
    assert hostile("plan") in page.get_by_role("list", name="Schedules").inner_text()
    page.evaluate("location.hash = '#/theme/hostile/edit'")
    field = page.get_by_role("textbox", name="Theme document")
    world.until(lambda: hostile("title") in field.input_value())
    field.fill(document(title="x", extends=hostile("parent")))
    page.get_by_role("region", name="Problems").get_by_text(hostile("parent")).wait_for()
    assert page.locator(".hostile").count() == 0


@scenario("every value of design tokens has a specimen, its text, and a link to what it refers to")
def specimens(world):
    page = open_page(world, "#/theme/harbor/values", reduced_motion="reduce")
    region = page.get_by_role("region", name="Values")
    shapes = region.get_by_role("list", name="Type").get_by_role("listitem", name="type.title").get_by_role("img", name="type.title")
    shapes.wait_for()
    assert shapes.locator(".shape").evaluate("e => getComputedStyle(e).fontSize") == "24px"
    resolved = world.get("v1/theme?theme=harbor")
    assert region.get_by_role("listitem").count() == len(resolved["values"]) + len(resolved["colors"])
    corner = region.get_by_role("img", name="radius.card").locator(".shape")
    assert corner.evaluate("e => getComputedStyle(e).borderTopLeftRadius") == "12px"
    link = region.get_by_role("link", name="color.accent → palette.sea")
    link.wait_for()
    settle(page, world)
    assert not world.axe(page), world.axe(page)
    link.click()
    page.wait_for_url("**/values/palette.sea")
    sea = region.get_by_role("listitem", name="palette.sea")
    world.until(lambda: 0 < sea.bounding_box()["y"] < 800)
    page.set_viewport_size({"width": 320, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@scenario("two themes are flipped and divided in one place, and only what the screen shows is listed")
def flipped(world):
    page = open_page(world, "#/theme/night/compare/new-year")
    region = page.get_by_role("region", name="Compare")
    region.get_by_role("img", name="New Year, drawn on iPhone").wait_for()
    apart = [each.bounding_box()["x"] for each in region.get_by_role("img").all()]
    page.get_by_role("button", name="Flip").click()
    world.until(lambda: page.locator(".on-top").count() == 1)
    both = [each.bounding_box() for each in region.get_by_role("img").all()]
    assert apart[0] != apart[1] and abs(both[0]["x"] - both[1]["x"]) < 1 and abs(both[0]["y"] - both[1]["y"]) < 1, both
    page.get_by_role("slider", name="Divide").fill("30")
    world.until(lambda: "30%" in page.locator(".on-top").evaluate("e => e.style.clipPath"))
    assert not world.axe(page), world.axe(page)
    before = region.get_by_role("heading", level=3).inner_text()
    page.get_by_role("checkbox", name="Only what this screen shows").check()
    world.until(lambda: region.get_by_role("heading", level=3).inner_text() != before)
    page.get_by_role("button", name="Beside each other").click()
    world.until(lambda: page.locator(".on-top").count() == 0)


@scenario("the classes of a kit of one's own stand beside the screen, on the card too, and are inspected by a click")
def own_classes(world):
    kit = os.path.join(world.config, "kits", "shop.json")
    with open(kit, "w") as file:
        json.dump({"title": "Shop", "extends": "web", "classes": {"btn-buy": {"superclass": "button"}}}, file)
    try:
        world.add_themes({"shop": json.dumps({"kit": "shop", "title": "Shop", "appearance": [{"for": "btn-buy", "set": {"backgroundColor:normal": "#884400"}}]})})
    finally:
        os.remove(kit)
    page = open_page(world)
    tile = page.get_by_role("article", name="Shop").locator(".chip-sheet [data-part]")
    world.until(lambda: tile.count() and tile.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(136, 68, 0)")
    page.get_by_role("link", name="Inspect Shop").click()
    page.get_by_role("list", name="Elements that the screen does not show").get_by_role("button", name="btn-buy").click()
    page.get_by_role("group", name="backgroundColor:normal").wait_for()
    assert page.get_by_role("region", name="Inspector").get_by_role("heading", name="btn-buy").count() == 1
    assert not world.axe(page), world.axe(page)

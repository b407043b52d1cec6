"""What the page makes of many themes, none, long names, and of HTML wherever somebody may write a text."""

import json

from play import open_page, scenario, settle

PHONE = {"width": 390, "height": 844}
VIEWS = ["themes", "theme/{}", "theme/{}/colors", "theme/{}/images", "theme/{}/edit", "theme/{}/compare/default", "timeline"]


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
    page.route("**/v1/themes", lambda route: route.fulfill(json={"themes": []}))
    page.goto(world.address)
    page.get_by_text("There is no theme yet.").wait_for()
    assert page.get_by_role("article").count() == 0


@scenario("names as long as they may be are never cut off the page, on a phone too")
def long(world):
    words = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 2
    name = "n" * 64
    world.add_themes({name: document(title=words, colors={"a" * 60: "#123456"})})
    world.switch(name, note="w" * 250)
    for width in [PHONE["width"], 1280]:
        page = open_page(world, viewport={"width": width, "height": 800})
        for view in visit(page, world, name):
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (view, width)


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

"""Values that are changed by pointing at them: patched where they are written, with all else as it was."""

import json
import re

from play import open_editor, open_page, scenario

SCREEN = re.compile("^Aurora")


def document(page, world, theme):
    """The text of a theme's editor, which has what is not saved."""
    page.get_by_role("link", name="Edit", exact=True).click()
    field = page.get_by_role("textbox", name="Theme document")
    world.until(lambda: len(field.input_value()) > 10)
    return field.input_value()


def background(page, title, part):
    return page.get_by_role("img", name=title).locator(f"[data-part={part}]").first.evaluate("e => getComputedStyle(e).backgroundColor")


@scenario("a double click on an element changes its color: it is drawn before it is kept, patched at its place, and taken back")
def pointed(world):
    page = open_page(world, "#/theme/aurora")
    before = world.ask("v1/themes/aurora")
    page.get_by_role("button", name="Change titleColor:normal").wait_for()
    page.get_by_role("img", name=SCREEN).locator("[data-part='UIButton.glow']").first.dblclick()
    dialog = page.get_by_role("dialog", name="Change backgroundColor of UIButton.glow")
    dialog.get_by_role("status", name="Also changes").get_by_text("other places change with it").wait_for()
    assert not world.axe(page), world.axe(page)
    dialog.get_by_role("textbox", name="Color").fill("#aa3300")
    world.until(lambda: background(page, SCREEN, "'UIButton.glow'") == "rgb(170, 51, 0)")
    dialog.get_by_role("status", name="Contrast").get_by_text("AA").wait_for()
    dialog.get_by_role("button", name="Apply").click()
    edits = page.get_by_role("group", name="Edits")
    edits.get_by_text("Not saved").wait_for()
    assert not world.axe(page), world.axe(page)
    assert document(page, world, "aurora") == before.replace("#05564A", "#AA3300")
    page.get_by_role("link", name="Inspect", exact=True).click()
    page.get_by_role("link", name="Inspect", exact=True).focus()
    page.keyboard.press("Control+z")
    world.until(lambda: background(page, SCREEN, "'UIButton.glow'") == "rgb(5, 86, 74)")
    assert world.ask("v1/themes/aurora") == before
    edits.get_by_role("button", name="Redo edit").click()
    edits.get_by_role("button", name="Save", exact=True).click()
    world.until(lambda: world.get("v1/colors/green?theme=aurora")["value"] == "#aa3300")


@scenario("a slider changes lightness, chroma or hue; in a theme that builds on another the color is its own from then on")
def child(world):
    world.put("child", '{\n  "extends": "default"\n}\n')
    page = open_page(world, "#/theme/child")
    page.get_by_role("treeitem", name="UIButton.primary").click()
    page.get_by_role("button", name="Change titleColor:disabled").click()
    dialog = page.get_by_role("dialog", name="Change titleColor:disabled of UIButton.primary")
    dialog.get_by_role("radio", name="the name onAccent").wait_for()
    dialog.get_by_role("listbox", name="Names").get_by_role("option", name="accent", exact=True).click()
    assert dialog.get_by_role("radio", name="only UIButton.primary here, by a new rule").is_checked()
    dialog.get_by_role("button", name="Apply").click()
    page.get_by_role("group", name="Edits").wait_for()
    page.get_by_role("treeitem", name="UIWindow", exact=True).click()
    page.get_by_role("button", name="Change backgroundColor").click()
    dialog = page.get_by_role("dialog", name="Change backgroundColor of UIWindow")
    dialog.get_by_role("slider", name="Lightness").focus()
    page.keyboard.press("Home")
    dialog.get_by_text("After #000000").wait_for()
    dialog.get_by_role("button", name="Apply").click()
    text = json.loads(document(page, world, "child"))
    assert text["colors"] == {"page": "#000000"}, text
    assert text["appearance"][0]["set"] == {"titleColor:disabled": "{accent}"}, text


@scenario("a property of words has a list of them, and a font a field for each part")
def forms(world):
    page = open_page(world, "#/theme/night")
    page.get_by_role("treeitem", name="UINavigationBar").click()
    page.get_by_role("button", name="Change barStyle").click()
    dialog = page.get_by_role("dialog", name="Change barStyle of UINavigationBar")
    dialog.get_by_label("Value").select_option("blackTranslucent")
    world.until(dialog.get_by_role("button", name="Apply").is_enabled)
    dialog.get_by_role("button", name="Apply").click()
    text = json.loads(document(page, world, "night"))
    assert {"for": "UINavigationBar", "set": {"barStyle": "blackTranslucent"}} in text["appearance"]
    page = open_page(world, "#/theme/aurora")
    page.get_by_role("treeitem", name="UILabel.title").first.click()
    page.get_by_role("button", name="Change font").click()
    page.get_by_role("dialog", name="Change font of UILabel.title").get_by_label("textStyle").fill("title1")
    world.until(page.get_by_role("button", name="Apply").is_enabled)
    page.get_by_role("button", name="Apply").click()
    assert '"font": { "textStyle": "title1" }' in document(page, world, "aurora")


@scenario("a design token is changed where it is written, and what refers to it follows")
def token(world):
    source = '{\n  "color": {\n    "sea": { "$type": "color", "$value": "#123456" },\n    "link": { "$type": "color", "$value": "{color.sea}" }\n  }\n}\n'
    world.ask("v1/themes/brand?format=tokens", "PUT", source)
    page = open_page(world, "#/theme/brand/values")
    page.get_by_role("button", name="Change color.link").click()
    dialog = page.get_by_role("dialog", name="Change color.link")
    dialog.get_by_role("status", name="Also changes").get_by_text("color.sea").wait_for()
    dialog.get_by_role("textbox", name="Color").fill("#ff0000")
    dialog.get_by_role("button", name="Apply").click()
    page.get_by_role("listitem", name="color.link").get_by_text("#ff0000").wait_for()
    assert document(page, world, "brand") == source.replace("#123456", "#ff0000")


@scenario("a contrast that fails is repaired by one button, in light and dark at once, and the rest stays as it was written")
def repaired(world):
    source = json.dumps({"kit": "uikit", "title": "Faint", "colors": {
        "ink": {"value": "#9FB4D0", "when": [{"traits": {"userInterfaceStyle": "dark"}, "value": "#334455"}]},
        "paper": {"value": "#FFFFFF", "when": [{"traits": {"userInterfaceStyle": "dark"}, "value": "#101010"}]}},
        "appearance": [{"for": "UILabel", "set": {"textColor": "{ink}", "backgroundColor": "{paper}"}}]}, indent=2)
    world.put("faint", source)
    page = open_page(world, "#/theme/faint/colors")
    table = page.get_by_role("table", name="Contrast")
    button = table.get_by_role("button", name=re.compile("^Use #[0-9a-f]{6} for textColor of UILabel$"))
    table.get_by_text(re.compile("ΔE [0-9.]+, for light and dark")).wait_for()
    assert not world.axe(page), world.axe(page)
    button.click()
    button.wait_for(state="detached")
    table.get_by_text("AA").wait_for()
    text = document(page, world, "faint")
    ink = json.loads(text)["colors"]["ink"]
    assert text.replace(ink["value"], "#9FB4D0").replace(ink["when"][0]["value"], "#334455") == source, text
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Saved", exact=True).wait_for()
    found = [each for each in world.get("v1/themes")["themes"] if each["name"] == "faint"][0]
    assert not found["warnings"] and all("readable" in each["message"] for each in found["notes"]), found


@scenario("a text whose background another element has is repaired as well")
def behind(world):
    world.put("faint", json.dumps({"kit": "uikit", "title": "Faint", "colors": {"ink": "#9FB4D0"}, "appearance": [
        {"for": "UILabel", "set": {"textColor": "{ink}"}}, {"for": "UITableViewCell", "set": {"backgroundColor": "#FFFFFF"}},
        {"for": "UITableView", "set": {"backgroundColor": "#E8E8E8"}}]}))
    page = open_page(world, "#/theme/faint/colors")
    table = page.get_by_role("table", name="Contrast")
    table.get_by_role("row").filter(has_text="textColor on backgroundColor of UITableViewCell").get_by_text("fails").wait_for()
    table.get_by_role("button", name=re.compile("^Use #[0-9a-f]{6} for textColor of UILabel$")).click()
    world.until(lambda: table.get_by_text("fails").count() == 0)
    page.get_by_role("button", name="Save", exact=True).click()
    world.until(lambda: world.get("v1/colors/ink?theme=faint")["value"] != "#9fb4d0")


@scenario("a value has another name, with all that refers to it in the document; a name that another theme needs stays")
def renamed(world):
    source = '{\n  "color": {\n    "sea": { "$type": "color", "$value": "#123456" },\n    "link": { "$type": "color", "$value": "{color.sea}" }\n  }\n}\n'
    world.ask("v1/themes/brand?format=tokens", "PUT", source)
    page = open_page(world, "#/theme/brand/values")
    page.get_by_role("button", name="Rename color.sea").click()
    dialog = page.get_by_role("dialog", name="Rename color.sea")
    dialog.get_by_text("1 reference to it in this document changes with it.").wait_for()
    assert not world.axe(page), world.axe(page)
    for name, why in [("sea", "It stays in its group"), ("color.link", "There is a value called")]:
        dialog.get_by_role("textbox", name="Name").fill(name)
        dialog.get_by_role("status").get_by_text(why).wait_for()
        assert dialog.get_by_role("button", name="Rename").is_disabled()
    dialog.get_by_role("textbox", name="Name").fill("color.ocean")
    dialog.get_by_role("button", name="Rename").click()
    page.get_by_role("listitem", name="color.ocean").wait_for()
    assert document(page, world, "brand") == source.replace('"sea"', '"ocean"').replace("{color.sea}", "{color.ocean}")
    page = open_page(world, "#/theme/default/values")
    page.get_by_role("button", name="Rename accent", exact=True).click()
    page.get_by_role("dialog", name="Rename accent").get_by_text("New Year refers to it by this name.").wait_for()
    assert page.get_by_role("button", name="Rename", exact=True).is_disabled()

"""The path of a designer who brings in a token export, without a page of docs."""

import datetime
import json
import re

from play import open_page, scenario

EXPORT = {"color": {"$type": "color", **{name: {"$value": value} for name, value in {
    "background": "#ffffff", "surface": "#f2f4f7", "text": "#1b2733", "accent": "#0b6e8f", "on-accent": "#ffffff", "line": "#d5dbe1"}.items()}}}


def color(page, name, value):
    page.get_by_role("button", name=f"Change {name}", exact=True).click()
    dialog = page.get_by_role("dialog", name=f"Change {name}")
    dialog.get_by_role("textbox", name="Color").fill(value)
    dialog.get_by_role("button", name="Apply").click()
    page.get_by_role("list", name="Palette").get_by_role("button", name=f"{name}, {value}").wait_for()


@scenario("tokens without rules are drawn by the roles of their names, and become a theme with rules by one button")
def roles(world):
    page = open_page(world, "#/theme/harbor")
    part = page.get_by_role("img", name=re.compile("^Harbor")).locator("[data-part=primary]").first
    world.until(lambda: part.count() and part.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(11, 110, 143)")
    assert part.evaluate("e => getComputedStyle(e).color") == "rgb(255, 255, 255)"
    assert not world.axe(page), world.axe(page)
    page.get_by_role("button", name="Make rules of this").click()
    page.get_by_role("heading", name="Harbor with rules").wait_for()
    made = world.get("v1/theme?theme=harbor-rules")
    assert {"for": "UIButton.primary", "set": {"backgroundColor": "#0b6e8f", "titleColor:normal": "#ffffff"}} in made["appearance"], made


@scenario("a designer brings in a token export, makes a dark variant, repairs its contrast, looks at it on a phone and plans it for Friday")
def path(world):
    page = open_page(world, timezone_id="UTC", viewport={"width": 1280, "height": 900})
    page.get_by_label("Files to import").set_input_files({"name": "Brand.tokens.json", "mimeType": "application/json", "buffer": json.dumps(EXPORT).encode()})
    dialog = page.get_by_role("dialog", name="Import")
    dialog.get_by_role("img").wait_for()
    dialog.get_by_role("button", name="Create").click()
    page.get_by_role("button", name="Make rules of this").click()
    page.get_by_role("heading", name=re.compile("with rules$")).wait_for()

    page.get_by_role("link", name="Themes", exact=True).click()
    page.get_by_role("button", name="New theme").click()
    dialog = page.get_by_role("dialog", name="New theme")
    dialog.get_by_label("Title").fill("Brand dark")
    dialog.get_by_label("Based on").select_option(label="brand with rules")
    dialog.get_by_role("button", name="Create").click()
    page.get_by_role("heading", name="Brand dark").wait_for()
    page.get_by_role("link", name="Colors", exact=True).click()
    for name, value in [("color.background", "#101418"), ("color.surface", "#1b2229")]:
        color(page, name, value)

    repair = page.get_by_role("table", name="Contrast").get_by_role("button", name=re.compile("^Use #[0-9a-f]{6} for textColor of UITextField$"))
    repair.click()
    repair.wait_for(state="detached")
    page.get_by_role("button", name="Save as draft").click()
    dialog = page.get_by_role("dialog", name="Draft of Brand dark")
    link = dialog.get_by_role("link", name="Preview link").get_attribute("href")
    phone = world.page(context=world.context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True))
    phone.goto(link)
    window = phone.get_by_role("img", name=re.compile("^Brand dark")).locator("[data-part=table]")
    world.until(lambda: window.count() and window.first.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(16, 20, 24)")
    # The phone is told that its draft is gone.
    world.expect_trouble = True
    dialog.get_by_role("button", name="Publish").click()
    world.until(lambda: world.get("v1/colors/color.background?theme=brand-dark")["value"] == "#101418")

    page.get_by_role("link", name="Timeline", exact=True).click()
    today = datetime.datetime.now(datetime.timezone.utc).replace(hour=0, minute=0, second=0, microsecond=0)
    friday = today + datetime.timedelta(days=(3 - today.weekday()) % 7 + 1)
    cell = page.locator(f"[role=gridcell][data-at='{friday.strftime('%Y-%m-%dT00:00:00.000Z')}']")
    page.get_by_role("button", name="Schedule Brand dark").drag_to(cell)
    page.get_by_role("dialog", name="Schedule a theme").get_by_role("button", name="Schedule", exact=True).click()
    page.get_by_role("grid", name="Plan").get_by_role("button", name=re.compile("^Brand dark, ")).wait_for()
    plan = world.get("v1/schedule")["schedules"][0]
    assert (plan["theme"], plan["from"][:10]) == ("brand-dark", friday.strftime("%Y-%m-%d")), plan

"""Where a value is used, and the way there."""

import re

from play import open_page, scenario


@scenario("a color leads to the rules, names, themes and elements that use it, and each of them is one click away")
def used(world):
    page = open_page(world, "#/theme/default/colors")
    button = page.get_by_role("list", name="Palette").get_by_role("button", name="accent, #0b4f94")
    button.click()
    uses = page.get_by_role("list", name="Uses of accent")
    uses.get_by_role("link", name="New Year").wait_for(state="detached")
    uses.get_by_role("listitem").filter(has_text="UIButton.primary backgroundColor").first.wait_for()
    assert uses.get_by_role("link", name="link", exact=True).count() == 1
    assert not world.axe(page), world.axe(page)
    button.click()
    uses.wait_for(state="detached")
    button.click()
    uses.get_by_role("link", name=re.compile(r"^default\.json:\d+$")).first.click()
    page.get_by_role("textbox", name="Theme document").wait_for()
    page.go_back()
    uses.get_by_role("link", name="UIButton.primary backgroundColor").first.click()
    page.get_by_role("group", name="backgroundColor", exact=True).wait_for()
    assert page.get_by_role("treeitem", selected=True).get_attribute("aria-label") == "UIButton.primary"


@scenario("a value of design tokens leads to the names that refer to it and the themes that have it from there")
def tokens(world):
    world.put("bay", '{"extends": "harbor", "title": "Bay"}')
    page = open_page(world, "#/theme/harbor/values")
    page.get_by_role("button", name="Uses of palette.sea").click()
    uses = page.get_by_role("list", name="Uses of palette.sea")
    uses.get_by_role("link", name="Bay").wait_for()
    assert not world.axe(page), world.axe(page)
    uses.get_by_role("link", name="color.accent", exact=True).click()
    page.wait_for_url("**/values/color.accent*")


@scenario("a screen that is drawn by names counts as their use, and each view opens the list at the first press")
def drawn_by_names(world):
    page = open_page(world, "#/theme/harbor/values")
    page.get_by_role("button", name="Uses of color.accent").click()
    uses = page.get_by_role("list", name="Uses of color.accent")
    uses.get_by_role("link", name="UIButton.primary backgroundColor").wait_for()
    page.get_by_role("link", name="Colors", exact=True).click()
    page.get_by_role("list", name="Palette").get_by_role("button", name=re.compile("^color.accent, ")).click()
    uses.get_by_role("link", name="UIButton.primary backgroundColor").click()
    assert page.get_by_role("treeitem", selected=True).get_attribute("aria-label") == "UIButton.primary"

"""Drafts: kept beside what applies, looked at by a link, and published or discarded."""

import re

from play import open_editor, open_page, scenario

OLD, NEW = "#FFB86B", "#00FF00"


def accent(world):
    return world.get("v1/colors/accent?theme=night")["value"]


def save_as_draft(world, page, field, text):
    field.fill(text)
    button = page.get_by_role("button", name="Save as draft")
    world.until(button.is_enabled)
    button.click()
    dialog = page.get_by_role("dialog", name="Draft of Night")
    dialog.get_by_role("link", name="Preview link").wait_for()
    return dialog


@scenario("what is saved as a draft changes nothing, is seen by its link as it changes, and applies when it is published")
def kept(world):
    page, field, text = open_editor(world, "night", OLD[1:])
    dialog = save_as_draft(world, page, field, text.replace(OLD, NEW))
    dialog.get_by_role("region", name="Consequences").get_by_text("UIButton.primary").first.wait_for()
    dialog.get_by_role("img", name="QR code").wait_for()
    assert not world.axe(page), world.axe(page)
    assert accent(world) == OLD.lower()
    other = world.page(context=world.context())
    other.goto(dialog.get_by_role("link", name="Preview link").get_attribute("href"))
    part = other.get_by_role("img", name=re.compile("^Night")).locator("[data-part=primary]").first
    world.until(lambda: part.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(0, 255, 0)")
    assert not world.axe(other), world.axe(other)
    dialog.get_by_role("button", name="Close").click()
    save_as_draft(world, page, field, text.replace(OLD, "#0000FF"))
    assert len(world.get("v1/drafts")["drafts"]) == 1
    world.until(lambda: part.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(0, 0, 255)")
    world.expect_trouble = True
    dialog.get_by_role("button", name="Publish").click()
    world.until(lambda: accent(world) == "#0000ff")
    page.get_by_text("Saved", exact=True).wait_for()
    other.get_by_text("This draft was published.").wait_for()


@scenario("drafts stand above the themes, and are opened and discarded there")
def listed(world):
    page, field, text = open_editor(world, "night", OLD[1:])
    save_as_draft(world, page, field, text.replace(OLD, NEW)).get_by_role("button", name="Close").click()
    page.get_by_role("link", name="Themes", exact=True).click()
    region = page.get_by_role("region", name="Drafts")
    region.get_by_role("button", name="Open draft of Night").click()
    page.get_by_role("dialog", name="Draft of Night").get_by_role("button", name="Close").click()
    assert not world.axe(page), world.axe(page)
    page.set_viewport_size({"width": 320, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    region.get_by_role("button", name="Discard").click()
    world.until(lambda: not world.get("v1/drafts")["drafts"])
    region.wait_for(state="detached")


@scenario("a save of what shows can become a draft instead")
def instead(world):
    page, field, text = open_editor(world, "default", "appearance")
    field.fill(text.replace('"title": "Default"', '"title": "Other"'))
    save = page.get_by_role("button", name="Save", exact=True)
    world.until(save.is_enabled)
    save.click()
    page.get_by_role("dialog", name="Save Default, which main shows").get_by_role("button", name="Save as draft").click()
    page.get_by_role("dialog", name="Draft of Other").wait_for()
    assert world.get("v1/active")["title"] == "Default"


@scenario("a link to no draft says so")
def none(world):
    world.expect_trouble = True
    page = world.page()
    page.goto(world.address + "?draft=" + "a" * 22)
    page.get_by_role("status").get_by_text(re.compile("draft")).wait_for()

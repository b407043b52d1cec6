"""The path of a designer by the keyboard alone: each stop is visible, and no act loses the focus."""

import datetime
import json
import re

from designer import EXPORT
from play import open_page, scenario

# The focused element: its name, and whether its focus is to be seen in the visible part of the page.
STOP = """() => {
  const element = document.activeElement
  const marked = element.matches("[type=radio]") && getComputedStyle(element).opacity === "0" ? element.nextElementSibling : element
  const style = getComputedStyle(marked)
  const box = marked.getBoundingClientRect()
  const words = element.labels?.[0]?.querySelector("span")?.textContent ?? element.labels?.[0]?.textContent
  return {
    tag: element.localName, name: (element.ariaLabel ?? words ?? element.textContent).trim(),
    isSeen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0
      && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  }
}"""
MOST_STOPS = 250


class Keys:
    def __init__(self, world, page):
        self.world, self.page = world, page

    def stop(self):
        return self.page.evaluate(STOP)

    def reach(self, name, key="Tab"):
        """Tabs to what is called like this, and sees the focus at each stop on the way."""
        passed = []
        for _ in range(MOST_STOPS):
            # In the document Tab indents, unless Escape went before it, as the field says.
            if self.stop()["tag"] == "textarea":
                self.page.keyboard.press("Escape")
            self.page.keyboard.press(key)
            stop = self.stop()
            passed.append(stop["name"][:30])
            # The page gives the focus to the heading of a view that opens meanwhile; Tab itself stops at none.
            if stop["tag"] not in ("body", "h1", "h2"):
                assert stop["isSeen"], f"the focus on {stop} is not to be seen"
            if re.fullmatch(name, stop["name"]):
                return
        raise AssertionError(f"no key leads to {name}, but to {passed}")

    def press(self, key="Enter"):
        self.page.keyboard.press(key)

    def type(self, text):
        self.page.keyboard.type(text)

    def act(self, name):
        self.reach(name)
        self.press()

    def stays(self):
        """The focus is on something, once the act is done."""
        self.world.until(lambda: self.stop()["tag"] != "body")

    def opens(self, name):
        """A dialog that has the focus."""
        dialog = self.page.get_by_role("dialog", name=name)
        dialog.wait_for()
        self.world.until(lambda: dialog.evaluate("e => e.contains(document.activeElement)"))
        return dialog

    def settles(self, heading):
        self.page.get_by_role("heading", name=heading).first.wait_for()
        self.stays()


def begin(world, hash="#/themes", **options):
    page = open_page(world, hash, timezone_id="UTC", locale="en-US", viewport={"width": 1280, "height": 900}, **options)
    return page, Keys(world, page)


@scenario("by keyboard alone a designer brings in tokens, makes a dark variant, repairs it, shows it on a phone and plans it")
def path(world):
    page, keys = begin(world)
    # Listened for early: the browser takes a while to hand choosers over.
    choosers = []
    page.on("filechooser", lambda chooser: choosers.append(chooser))
    page.get_by_role("article", name="Night").wait_for()
    keys.act("Import")
    world.until(lambda: page.evaluate("true") and choosers)
    choosers[0].set_files({"name": "Brand.tokens.json", "mimeType": "application/json", "buffer": json.dumps(EXPORT).encode()})
    dialog = keys.opens("Import")
    world.until(lambda: dialog.get_by_role("button", name="Create").is_enabled())
    keys.press()
    keys.settles("brand")
    keys.act("Make rules of this")
    keys.settles(re.compile("with rules$"))
    keys.act("Themes")
    page.get_by_role("button", name="New theme").wait_for()
    keys.act("New theme")
    dialog = keys.opens("New theme")
    keys.type("Brand dark")
    keys.reach("Based on")
    keys.type("brand")
    while dialog.get_by_label("Based on").evaluate("e => e.selectedOptions[0].text") != "brand with rules":
        keys.press("ArrowDown")
    keys.act("Create")
    keys.settles("Brand dark")
    assert world.get("v1/theme?theme=brand-dark")["colors"]["color.text"] == "#1b2733"

    keys.act("Colors")
    for name, value in [("color.background", "#101418"), ("color.surface", "#1b2229")]:
        keys.act(f"Change {name}")
        dialog = keys.opens(f"Change {name}")
        dialog.get_by_role("slider", name="Lightness").wait_for()
        world.until(lambda: keys.stop()["name"] == "Color")
        keys.press("Control+a")
        keys.type(value)
        keys.press()
        page.get_by_role("list", name="Palette").get_by_role("button", name=f"{name}, {value}").wait_for()
        keys.stays()
    repair = page.get_by_role("table", name="Contrast").get_by_role("button", name=re.compile("textColor of UITextField$"))
    repair.wait_for()
    keys.act("Use #[0-9a-f]{6} for textColor of UITextField")
    repair.wait_for(state="detached")
    keys.stays()

    keys.reach("Save as draft", "Shift+Tab")
    keys.press()
    dialog = keys.opens("Draft of Brand dark")
    link = dialog.get_by_role("link", name="Preview link").get_attribute("href")
    phone = world.page(context=world.context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True))
    phone.goto(link)
    phone.get_by_role("img", name=re.compile("^Brand dark")).wait_for()
    world.expect_trouble = True
    keys.act("Publish")
    world.until(lambda: world.get("v1/colors/color.background?theme=brand-dark")["value"] == "#101418")
    dialog.wait_for(state="detached")
    keys.stays()

    keys.act("Timeline")
    page.get_by_role("button", name="Schedule Brand dark").wait_for()
    keys.act("Schedule Brand dark")
    keys.opens("Schedule a theme")
    today = datetime.datetime.now(datetime.timezone.utc)
    friday = today + datetime.timedelta(days=(3 - today.weekday()) % 7 + 1)
    keys.press("Tab")
    keys.type(friday.strftime("%m%d%Y"))
    keys.press("Tab")
    keys.type("1000AM")
    keys.press()
    bar = page.get_by_role("grid", name="Plan").get_by_role("button", name=re.compile("^Brand dark, "))
    bar.wait_for()
    keys.stays()
    plan = world.get("v1/schedule")["schedules"][0]
    assert (plan["theme"], plan["from"]) == ("brand-dark", friday.strftime("%Y-%m-%dT10:00:00.000Z")), plan


@scenario("by keyboard alone a plan is moved, stretched, skipped once and cancelled")
def planned(world):
    first = datetime.datetime.now(datetime.timezone.utc).replace(hour=10, minute=0, second=0, microsecond=0) + datetime.timedelta(days=2)
    local = lambda days, hour: (first + datetime.timedelta(days=days)).replace(hour=hour).strftime("%Y-%m-%dT%H:%M")
    moment = lambda days, hour: f"{local(days, hour)}:00.000Z"
    world.ask("v1/schedule", "POST", json.dumps({"theme": "night", "from": moment(0, 10), "until": moment(0, 22)}))
    world.ask("v1/schedule", "POST", json.dumps({"theme": "aurora", "from": local(0, 23), "until": local(1, 1), "repeat": "FREQ=DAILY", "zone": "UTC"}))
    page, keys = begin(world, "#/timeline")
    plans = lambda: {each["theme"]: each for each in world.get("v1/schedule")["schedules"]}
    page.get_by_role("button", name=re.compile("^Night, .* until ")).wait_for()
    keys.reach("Night, .* until .*")
    keys.press("ArrowRight")
    world.until(lambda: plans()["night"]["from"] == moment(1, 10))
    world.until(lambda: keys.stop()["name"].startswith("Night, "))
    keys.press("Shift+ArrowRight")
    world.until(lambda: plans()["night"]["until"] == moment(2, 22))
    world.until(lambda: keys.stop()["name"].startswith("Night, "))
    keys.press()
    keys.opens(re.compile("^Night, "))
    keys.reach("Cancel schedule of Night")
    keys.press()
    world.until(lambda: "night" not in plans())
    keys.stays()
    page.get_by_role("button", name=re.compile("^Night, .* until ")).wait_for(state="detached")
    keys.stays()
    keys.reach("Aurora, .* until .*")
    keys.press()
    keys.opens(re.compile("^Aurora, "))
    keys.act("Skip this one")
    world.until(lambda: len(plans()["aurora"]["skipped"]) == 1)
    keys.stays()


@scenario("by keyboard alone a theme is duplicated, renamed, edited by pointing, compared, published by a switch, taken back and deleted")
def kept(world):
    page, keys = begin(world)
    page.get_by_role("article", name="Night").wait_for()
    keys.act("More for Night")
    world.until(lambda: keys.stop()["name"] == "Duplicate Night")
    keys.press()
    keys.settles("Night copy")
    keys.act("More for Night copy")
    world.until(lambda: keys.stop()["name"] == "Duplicate Night copy")
    keys.press("ArrowDown")
    keys.press()
    keys.opens("Rename Night copy")
    keys.press("Control+a")
    keys.type("Dusk")
    keys.press()
    keys.settles("Dusk")

    keys.act("Inspect")
    page.get_by_role("tree", name="Elements").wait_for()
    keys.reach("UIButton.*")
    keys.press("Home")
    world.until(lambda: keys.stop()["name"] == "UIWindow")
    keys.press("Enter")
    dialog = keys.opens(re.compile("^Change "))
    dialog.get_by_role("slider", name="Lightness").wait_for()
    keys.reach("Lightness", "Shift+Tab")
    keys.press("Home")
    dialog.get_by_text("After #000000").wait_for()
    keys.act("Apply")
    page.get_by_role("group", name="Edits").wait_for()
    keys.stays()
    keys.reach("Undo edit", "Shift+Tab")
    keys.press()
    keys.stays()
    page.get_by_role("group", name="Edits").get_by_text("Saved").wait_for()
    keys.act("Values")
    page.get_by_role("region", name="Values").get_by_role("listitem", name="accent", exact=True).wait_for()
    keys.act("Uses of accent")
    page.get_by_role("list", name="Uses of accent").get_by_role("link").first.wait_for()
    keys.press("Tab")
    keys.press("Shift+Tab")
    keys.press("Enter")
    page.get_by_role("list", name="Uses of accent").wait_for(state="detached")
    keys.stays()
    keys.reach("Compare", "Shift+Tab")
    keys.press()
    page.get_by_role("combobox", name="Compare with").wait_for()
    keys.reach("Compare with")
    keys.type("Aurora")
    keys.act("Flip")
    keys.stays()

    keys.press("Control+k")
    keys.opens("Commands")
    keys.type("Switch main to Dusk")
    keys.press()
    keys.opens(re.compile("^Switch .* to Dusk$"))
    keys.reach("Switch")
    keys.press()
    world.until(lambda: world.get("v1/active")["theme"] != "default")
    page.get_by_role("dialog").wait_for(state="detached")
    keys.stays()
    keys.act("Undo")
    world.until(lambda: world.get("v1/active")["theme"] == "default")
    keys.stays()
    keys.act("More for Dusk")
    keys.press("End")
    keys.press()
    keys.opens("Delete Dusk")
    keys.act("Delete Dusk")
    page.get_by_role("dialog").wait_for(state="detached")
    keys.stays()

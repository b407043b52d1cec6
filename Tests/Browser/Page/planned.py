"""Plans as bars of a calendar, moved by keys and by dragging."""

import datetime
import json
import re

from play import open_page, scenario


def moment(days, hour=10):
    day = datetime.datetime.now(datetime.timezone.utc).replace(hour=hour, minute=0, second=0, microsecond=0)
    return (day + datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def plans(world):
    return [(each["from"], each["until"]) for each in world.get("v1/schedule")["schedules"]]


def bar(page, title):
    return page.get_by_role("grid", name="Plan").get_by_role("button", name=re.compile(f"^{title}, .* until "))


@scenario("a plan is a bar that keys move and stretch and a pointer drags, and one button takes it back")
def moved(world):
    world.ask("v1/schedule", "POST", json.dumps({"theme": "night", "from": moment(1), "until": moment(1, 22)}))
    page = open_page(world, "#/timeline", timezone_id="UTC", viewport={"width": 1280, "height": 900})
    bar(page, "Night").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    world.until(lambda: plans(world) == [(moment(3), moment(3, 22))])
    assert not world.axe(page), world.axe(page)
    page.get_by_role("button", name="Undo").click()
    world.until(lambda: plans(world) == [(moment(1), moment(1, 22))])
    page.get_by_role("button", name="Undo").wait_for(state="detached")
    bar(page, "Night").focus()
    page.keyboard.press("Shift+ArrowRight")
    world.until(lambda: plans(world) == [(moment(1), moment(2, 22))])
    page.get_by_role("radio", name="Months").check()
    bar(page, "Night").wait_for()
    page.get_by_role("radio", name="Days").check()
    place = bar(page, "Night").bounding_box()
    row = page.get_by_role("row").nth(2).bounding_box()
    page.mouse.move(place["x"] + 8, place["y"] + 8)
    page.mouse.down()
    page.mouse.move(place["x"] + 8, place["y"] + 8 + row["height"], steps=4)
    page.mouse.up()
    world.until(lambda: plans(world) == [(moment(2), moment(3, 22))])


@scenario("a theme is dragged onto a day, repeats by the clock of a place, and is skipped once")
def repeated(world):
    page = open_page(world, "#/timeline", timezone_id="UTC", viewport={"width": 1280, "height": 900})
    day = page.locator(f"[role=gridcell][data-at='{moment(1, 0)}']")
    page.get_by_role("button", name="Schedule Aurora").drag_to(day)
    dialog = page.get_by_role("dialog", name="Schedule a theme")
    assert dialog.get_by_label("From").input_value() == moment(1, 0)[:16]
    dialog.get_by_label("From").fill(moment(1, 20)[:16])
    dialog.get_by_label("Until").fill(moment(1, 23)[:16])
    dialog.get_by_label("Repeat").select_option(label="Every day")
    dialog.get_by_label("Zone").fill("Europe/Berlin")
    assert not world.axe(page), world.axe(page)
    dialog.get_by_role("button", name="Schedule", exact=True).click()
    page.get_by_role("list", name="Schedules").get_by_text("Every day, by the clock of Europe/Berlin").wait_for()
    plan = world.get("v1/schedule")["schedules"][0]
    assert plan["local"] == {"from": moment(1, 20)[:16], "until": moment(1, 23)[:16]}, plan
    bar(page, "Aurora").nth(1).click()
    dialog = page.get_by_role("dialog", name=re.compile("^Aurora, .*, repeated$"))
    assert not world.axe(page), world.axe(page)
    dialog.get_by_role("button", name="Skip this one").click()
    world.until(lambda: len(world.get("v1/schedule")["schedules"][0]["skipped"]) == 1)
    page.get_by_role("button", name="Undo").click()
    world.until(lambda: not world.get("v1/schedule")["schedules"][0]["skipped"])
    bar(page, "Aurora").first.focus()
    page.keyboard.press("ArrowRight")
    world.until(lambda: len(world.get("v1/schedule")["schedules"][0]["moved"]) == 1)

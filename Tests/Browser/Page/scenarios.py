"""What the live page must hold, as sentences: driven by role and name alone, in a real browser."""

import re

import budget
from play import is_asked, is_focused, open_editor, open_page, release, scenario, settle, switch


@scenario("all of it takes 120 KB on its way, and 40 KB before the first theme shows")
def small(world):
    for names, limit in [(budget.files(), budget.LARGEST), (budget.first(), budget.FIRST)]:
        size = sum(world.size(name) for name in names)
        assert size <= limit, f"{size} bytes in {len(names)} files, at most {limit}"


@scenario("a switch by curl is seen, without a click")
def seen(world):
    page = open_page(world)
    world.switch("night", note="by curl")
    page.get_by_role("article", name="Night").get_by_text("Showing now").wait_for()
    assert page.get_by_role("article", name="Night").get_attribute("aria-current") == "true"
    assert "by curl" in page.get_by_role("main").inner_text()


@scenario("a switch in the page is in the API, with its note, and is undone by one button")
def switched(world):
    page = open_page(world)
    dialog = switch(page, "New Year", note="until <b>Sunday</b>")
    dialog.get_by_role("button", name="Switch", exact=True).click()
    page.get_by_role("status", name="Notices").get_by_text("main shows New Year now.").wait_for()
    active = world.get("v1/active")
    assert (active["theme"], active["note"]) == ("new-year", "until <b>Sunday</b>"), active
    assert page.locator("main b").get_by_text("Sunday").count() == 0
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("status", name="Notices").get_by_text("shows Default again").wait_for()
    assert world.get("v1/active")["theme"] == "default"


def insist(world, page, dialog, title, words, still):
    """A switch that the page holds up with words, and does once the reader insists."""
    dialog.get_by_role("button", name="Switch", exact=True).click()
    said = dialog.get_by_role("alert").inner_text()
    assert all(word in said for word in words), said
    assert world.get("v1/active")["theme"] == still
    dialog.get_by_role("button", name="Switch anyway").click()
    page.get_by_role("article", name=title).get_by_text("Showing now").wait_for()
    assert world.get("v1/active")["theme"] == title.lower()


@scenario("somebody who was quicker is not overwritten, unless the reader says so")
def quicker(world):
    page = open_page(world)
    dialog = switch(page, "Night")
    world.switch("aurora", note="was first")
    insist(world, page, dialog, "Night", ["Aurora", "was first"], still="aurora")


@scenario("a theme of another kit shows only when the reader says that it is meant")
def other_kit(world):
    # Until a first switch, the channel takes any kit.
    world.switch("default")
    page = open_page(world)
    dialog = switch(page, "Paper")
    insist(world, page, dialog, "Paper", ["'web'", "'uikit'"], still="default")


@scenario("every winner and loser of an element is there as the API has it")
def explained(world):
    page = open_page(world, "#/theme/new-year")
    element = page.get_by_role("treeitem", name="UIButton.primary")
    element.click()
    world.until(lambda: element.get_attribute("aria-selected") == "true")
    inspector = page.get_by_role("region", name="Inspector")
    inspector.get_by_role("heading", name="UIButton.primary").wait_for()
    around = "UIWindow/UITabBarController/UINavigationController"
    answer = world.get(f"v1/appearance?theme=new-year&for=UIButton.primary&in={around}&userInterfaceStyle=light&accessibilityContrast=normal&explain=true")
    for entry in answer["explain"]:
        group = inspector.get_by_role("group", name=entry["key"], exact=True)
        items = group.get_by_role("list", name=f"Rules for {entry['key']}").get_by_role("listitem")
        outcomes = [entry["winner"], *entry["lost"]]
        world.until(lambda: items.count() == len(outcomes))
        for place, outcome in enumerate(outcomes):
            words = items.nth(place).inner_text()
            assert outcome["rule"] in words and f"{outcome['file'].split('/')[-1]}:{outcome['line']}" in words, words
            if place:
                assert f"rule {outcome['reason']}: {outcome['why']}" in words, words
                assert items.nth(place).locator("s").count() > 0


@scenario("a color of the drawing is the API's, also after light and dark are swapped")
def drawn(world):
    page = open_page(world)
    for scheme, radio in [("dark", "Dark"), ("light", "Light")]:
        page.get_by_role("radiogroup", name="Appearance").get_by_role("radio", name=radio).check()
        answer = world.get(f"v1/appearance?theme=default&for=UIButton.primary&userInterfaceStyle={scheme}")
        wanted = tuple(int(answer["set"]["backgroundColor"][at : at + 2], 16) for at in (1, 3, 5))
        part = page.get_by_role("img", name=re.compile("^Default")).locator("[data-part=primary]").first
        world.until(lambda: part.evaluate("e => getComputedStyle(e).backgroundColor") == f"rgb{wanted}")


@scenario("a click on the drawing selects the element, and keys walk the tree")
def walked(world):
    page = open_page(world, "#/theme/default")
    page.get_by_role("img", name=re.compile("^Default")).locator("[data-part=slider]").click(position={"x": 4, "y": 2})
    slider = page.get_by_role("treeitem", name="UISlider")
    world.until(lambda: slider.get_attribute("aria-selected") == "true")
    slider.focus()
    for key, name in [("ArrowDown", "UIPageControl"), ("Home", "UIWindow"), ("End", "UITabBarItem")]:
        page.keyboard.press(key)
        world.until(lambda: is_focused(page, name))


@scenario("a slip has its line and column and blocks Save; what is typed is drawn, not served")
def typed(world):
    page, field, text = open_editor(world, "night", "FFB86B")
    field.fill(text.replace("#FFB86B", "#FFB8B"))
    page.get_by_role("region", name="Problems").get_by_role("button", name=re.compile(r"^Line 13, column 15")).wait_for()
    save = page.get_by_role("button", name="Save", exact=True)
    world.until(save.is_disabled)
    field.fill(text.replace("#FFB86B", "#00FF00"))
    part = page.get_by_role("img", name=re.compile("^Night")).locator("[data-part=primary]").first
    world.until(lambda: part.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(0, 255, 0)")
    assert world.get("v1/colors/accent?theme=night")["value"] == "#ffb86b"
    save.click()
    page.get_by_text("Saved", exact=True).wait_for()
    assert world.get("v1/colors/accent?theme=night")["value"] == "#00ff00"
    page.get_by_role("button", name=re.compile("^Take back")).click()
    world.until(lambda: world.get("v1/colors/accent?theme=night")["value"] == "#ffb86b")


@scenario("an answer that comes late replaces neither what was typed meanwhile nor what is wrong with it")
def late(world):
    page, field, text = open_editor(world, "night", "FFB86B")
    held = []
    page.route(re.compile("/v1/themes/night$"), lambda route: held.append(route))
    world.put("night", text.replace("#FFB86B", "#222222"))
    world.until(lambda: is_asked(page, held))
    field.fill(text.replace("#FFB86B", "#FFB8B"))
    problem = page.get_by_role("region", name="Problems").get_by_role("button", name=re.compile("^Line 13, column 15"))
    problem.wait_for()
    release(page, held)
    assert "#FFB8B\"" in field.input_value()
    page.route("**/v1/preview", lambda route: held.append(route) if "#111111" in route.request.post_data else route.continue_())
    field.fill(text.replace("#FFB86B", "#111111"))
    world.until(lambda: is_asked(page, held))
    field.fill(text.replace("#FFB86B", "#12345"))
    page.get_by_role("region", name="Problems").get_by_text("#12345").wait_for()
    release(page, held)
    assert problem.is_visible()


@scenario("what another saved meanwhile is not lost")
def saved_meanwhile(world):
    page, field, text = open_editor(world, "pine", "0F5132")
    field.fill(text.replace("#0F5132", "#111111"))
    world.put("pine", text.replace("#0F5132", "#222222"))
    save = page.get_by_role("button", name="Save", exact=True)
    world.until(save.is_enabled)
    save.click()
    page.get_by_role("button", name="Overwrite theirs").wait_for()
    assert world.get("v1/colors/pine?theme=pine")["value"] == "#222222"
    page.get_by_role("button", name="Overwrite theirs").click()
    world.until(lambda: world.get("v1/colors/pine?theme=pine")["value"] == "#111111")


@scenario("a schedule is entered, seen in the outlook, and taken back")
def scheduled(world):
    page = open_page(world, "#/timeline")
    page.get_by_role("button", name="Schedule a theme").click()
    dialog = page.get_by_role("dialog", name="Schedule a theme")
    dialog.get_by_label("Theme").select_option(label="Aurora")
    dialog.get_by_label("From").fill("2199-01-01T10:00")
    dialog.get_by_label("Note").fill("<i>far</i> away")
    dialog.get_by_role("button", name="Schedule", exact=True).click()
    page.get_by_role("list", name="Schedules").get_by_text("<i>far</i> away").wait_for()
    assert world.get("v1/schedule")["schedules"][0]["theme"] == "aurora"
    page.get_by_role("button", name="Cancel schedule of Aurora").click()
    world.until(lambda: not world.get("v1/schedule")["schedules"])


@scenario("the history tells who and why, and leads back")
def history(world):
    world.switch("aurora", note="one")
    world.switch("night", note="<script>two</script>")
    page = open_page(world, "#/timeline")
    changes = page.get_by_role("region", name="History").get_by_role("list", name="Changes")
    changes.get_by_role("listitem").filter(has_text="<script>two</script>").first.wait_for()
    changes.get_by_role("listitem").filter(has_text="one").get_by_role("button", name="Go back to Aurora").click()
    world.until(lambda: world.get("v1/active")["theme"] == "aurora")


@scenario("focus goes into a dialog and back, and Escape closes it")
def focus(world):
    page = open_page(world)
    button = page.get_by_role("button", name="Switch to Night", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    world.until(lambda: page.evaluate("document.activeElement.closest('dialog') !== null"))
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    world.until(lambda: is_focused(page, "Switch to Night"))


@scenario("axe finds nothing and nothing scrolls sideways, light and dark, on a phone too")
def sound(world):
    views = {
        "#/themes": ("article", "Aurora"), "#/theme/new-year?element=primary": ("group", "titleColor:normal"),
        "#/theme/new-year/colors": ("table", "Contrast"), "#/theme/new-year/images": ("img", "star"),
        "#/theme/night/edit": ("textbox", "Theme document"), "#/theme/night/compare/new-year": ("img", "New Year, drawn on iPhone"),
        "#/timeline": ("list", "Changes"),
    }
    world.switch("night")
    found = []
    for scheme in ["light", "dark"]:
        page = open_page(world, color_scheme=scheme, reduced_motion="reduce", viewport={"width": 390, "height": 844})
        for view, (role, name) in views.items():
            page.evaluate("hash => { location.hash = hash }", view)
            page.get_by_role(role, name=name, exact=True).wait_for()
            settle(page, world)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, view
            found += [f"{view} in {scheme}: {each}" for each in world.axe(page)]
    assert not found, found


@scenario("eight tabs hold one connection, and all hear of a switch")
def tabs(world):
    context = world.context()
    pages = [world.page(context=context) for _ in range(8)]
    for page in pages:
        page.goto(world.address)
    for page in pages:
        page.get_by_role("status", name="Connection").get_by_text("Connected").wait_for()
    world.until(lambda: world.streams() == 1)
    world.switch("night")
    for page in pages:
        page.get_by_role("article", name="Night").get_by_text("Showing now").wait_for()
    pages[0].close()
    world.switch("default")
    pages[-1].get_by_role("article", name="Default").get_by_text("Showing now").wait_for()


@scenario("a server that is killed is said to be away, and is followed when it is back")
def killed(world):
    page = open_page(world)
    page.get_by_role("article", name="Default").wait_for()
    world.expect_trouble = True
    world.stop()
    page.get_by_role("status", name="Connection").get_by_text(re.compile("Reconnecting|Offline")).wait_for()
    assert page.get_by_role("article", name="Default").is_visible()
    world.start()
    page.get_by_role("status", name="Connection").get_by_text("Connected").wait_for()
    world.switch("aurora")
    page.get_by_role("article", name="Aurora").get_by_text("Showing now").wait_for()


@scenario("without a token the page shows what channels show; a wrong one is refused, a right one may switch")
def token(world):
    world.restart(LIVERY_TOKEN="right-token-0123456789")
    world.expect_trouble = True
    page = open_page(world)
    page.get_by_role("article", name="Default").get_by_text("Showing now").wait_for()
    assert page.get_by_role("article").count() == 1
    assert page.get_by_role("button", name="Switch to Night", exact=True).count() == 0
    page.get_by_role("button", name="Access").click()
    dialog = page.get_by_role("dialog", name="Access")
    dialog.get_by_label("Token").fill("wrong-token-0123456789")
    dialog.get_by_role("button", name="Use token").click()
    dialog.get_by_role("alert").wait_for()
    dialog.get_by_label("Token").fill("right-token-0123456789")
    dialog.get_by_role("button", name="Use token").click()
    page.get_by_role("dialog").wait_for(state="detached")
    switch(page, "Night").get_by_role("button", name="Switch", exact=True).click()
    page.get_by_role("article", name="Night").get_by_text("Showing now").wait_for()


@scenario("a server that asks a token for reading is met with the dialog, and shows images with it")
def read_token(world):
    world.restart(LIVERY_TOKEN="right-token-0123456789", LIVERY_READ_TOKEN="read-token-0123456789")
    world.expect_trouble = True
    page = world.page()
    page.goto(world.address + "#/theme/default/images")
    dialog = page.get_by_role("dialog", name="Access")
    dialog.get_by_role("alert").wait_for()
    dialog.get_by_label("Token").fill("read-token-0123456789")
    dialog.get_by_role("button", name="Use token").click()
    image = page.get_by_role("region", name="Images").get_by_role("img").first
    world.until(lambda: image.evaluate("e => e.src.startsWith('blob:') && e.naturalWidth > 0"))

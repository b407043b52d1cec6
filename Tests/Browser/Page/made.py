"""Themes that are made, copied, renamed, brought in and deleted on the page."""

import json
import zipfile

from play import open_page, scenario

PIXEL = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cf500f0003860180a5d1d5640000000049454e44ae426082")


def names(world):
    return {each["name"] for each in world.get("v1/themes")["themes"]}


def menu(page, title, act):
    page.get_by_role("button", name=f"More for {title}").click()
    page.get_by_role("menuitem", name=f"{act} {title}").click()


@scenario("a new theme is made from a title, and its editor opens; a name that is taken is said")
def new(world):
    page = open_page(world)
    page.get_by_role("button", name="New theme").click()
    dialog = page.get_by_role("dialog", name="New theme")
    assert not world.axe(page), world.axe(page)
    dialog.get_by_label("Title").fill("Night")
    dialog.get_by_role("button", name="Create").click()
    dialog.get_by_role("alert").get_by_text("Choose another name").wait_for()
    dialog.get_by_label("Title").fill("Été “deux”")
    dialog.get_by_label("Based on").select_option(label="Night")
    dialog.get_by_role("button", name="Create").click()
    field = page.get_by_role("textbox", name="Theme document")
    world.until(lambda: "Été" in field.input_value())
    assert "ete-deux" in names(world)
    assert json.loads(world.ask("v1/themes/ete-deux")) == {"title": "Été “deux”", "kit": "uikit", "extends": "night"}


@scenario("a theme is duplicated at once under a free name, renamed, and deleted; what others refer to stays")
def copied(world):
    page = open_page(world)
    menu(page, "Night", "Duplicate")
    field = page.get_by_role("textbox", name="Theme document")
    world.until(lambda: '"Night copy"' in field.input_value())
    assert "night-copy" in names(world)
    menu(page, "Night copy", "Rename")
    dialog = page.get_by_role("dialog", name="Rename Night copy")
    dialog.get_by_label("Title").fill("Dusk")
    dialog.get_by_label("Name").fill("dusk")
    dialog.get_by_role("button", name="Rename").click()
    page.get_by_role("heading", name="Dusk", level=2).wait_for()
    world.until(lambda: "dusk" in names(world) and "night-copy" not in names(world))
    page.get_by_role("link", name="Themes", exact=True).click()
    world.switch("dusk")
    page.get_by_role("article", name="Dusk").get_by_text("Showing now").wait_for()
    menu(page, "Dusk", "Delete")
    dialog = page.get_by_role("dialog", name="Delete Dusk")
    dialog.get_by_text("main shows it").wait_for()
    assert dialog.get_by_role("button", name="Delete Dusk").is_disabled()
    dialog.get_by_role("button", name="Cancel").click()
    world.switch("default")
    page.get_by_role("button", name="Switch to Dusk").wait_for()
    menu(page, "Dusk", "Delete")
    dialog.get_by_role("button", name="Delete Dusk").click()
    world.until(lambda: page.get_by_role("article", name="Dusk").count() == 0)
    world.until(lambda: "dusk" not in names(world))


@scenario("the menu of a theme is reached and left by keys, and says why something can't be done")
def keys(world):
    page = open_page(world)
    button = page.get_by_role("button", name="More for Night")
    button.focus()
    page.keyboard.press("Enter")
    page.get_by_role("menu").wait_for()
    assert not world.axe(page), world.axe(page)
    page.keyboard.press("End")
    world.until(lambda: page.evaluate("document.activeElement.textContent") == "Delete Night")
    page.keyboard.press("Escape")
    world.until(lambda: page.evaluate("document.activeElement.ariaLabel") == "More for Night")
    menu(page, "Night", "Rename")
    assert page.get_by_role("dialog").get_by_label("Name").is_disabled()
    page.get_by_text("is a file of the config folder").wait_for()


@scenario("design tokens are brought in with their format said, a drawing, and a name")
def tokens(world):
    page = open_page(world)
    text = json.dumps({"color": {"accent": {"$type": "color", "$value": "#123456"}}})
    page.get_by_label("Files to import").set_input_files({"name": "Brand.tokens.json", "mimeType": "application/json", "buffer": text.encode()})
    dialog = page.get_by_role("dialog", name="Import")
    dialog.get_by_text("design tokens").wait_for()
    dialog.get_by_role("img").wait_for()
    assert not world.axe(page), world.axe(page)
    assert dialog.get_by_label("Name").input_value() == "brand"
    dialog.get_by_role("button", name="Create").click()
    field = page.get_by_role("textbox", name="Theme document")
    world.until(lambda: "#123456" in field.input_value())
    assert "brand" in names(world)
    assert not world.get("v1/drafts")["drafts"]


@scenario("several files are one theme with its images; its problems are listed, and nothing is kept after Cancel")
def several(world):
    page = open_page(world)
    files = page.get_by_label("Files to import")
    files.set_input_files([
        {"name": "winter.json", "mimeType": "application/json", "buffer": json.dumps({"kit": "uikit", "images": {"logo": "flake.png"}}).encode()},
        {"name": "flake.png", "mimeType": "image/png", "buffer": PIXEL}])
    dialog = page.get_by_role("dialog", name="Import")
    dialog.get_by_role("img").wait_for()
    dialog.get_by_role("button", name="Cancel").click()
    world.until(lambda: not world.get("v1/drafts")["drafts"])
    assert "winter" not in names(world)
    files.set_input_files({"name": "broken.json", "mimeType": "application/json", "buffer": b'{"kit": "uikit", "colors": {"a": "#12"}}'})
    world.expect_trouble = True
    dialog.get_by_role("region", name="Problems").get_by_role("listitem").first.wait_for()
    assert dialog.get_by_role("button", name="Create").is_disabled()


@scenario("files that are dropped anywhere are brought in, and a theme with images leaves as a package")
def dropped(world):
    page = open_page(world)
    page.get_by_role("article", name="Night").wait_for()
    page.evaluate("""() => {
        const data = new DataTransfer()
        data.items.add(new File(['{"kit": "uikit", "title": "Dropped"}'], 'dropped.json'))
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    }""")
    dialog = page.get_by_role("dialog", name="Import")
    dialog.get_by_role("img", name="Dropped, drawn on iPhone").wait_for()
    dialog.get_by_role("button", name="Create").click()
    page.get_by_role("heading", name="Dropped").wait_for()
    page.get_by_role("link", name="Themes", exact=True).click()
    with page.expect_download() as started:
        menu(page, "New Year", "Export")
    assert started.value.suggested_filename == "new-year.zip"
    found = zipfile.ZipFile(started.value.path()).namelist()
    assert "new-year.json" in found and len(found) > 1, found


@scenario("an image that is dropped on a theme is uploaded and named in its document")
def added(world):
    page = open_page(world, "#/theme/night/images")
    page.get_by_label("Add images or fonts").set_input_files({"name": "moon@2x.png", "mimeType": "image/png", "buffer": PIXEL})
    page.get_by_role("group", name="Edits").get_by_text("Not saved").wait_for()
    page.get_by_role("img", name="moon").wait_for()
    assert not world.axe(page), world.axe(page)
    before = json.loads(world.ask("v1/themes/night"))
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Saved", exact=True).wait_for()
    assert json.loads(world.ask("v1/themes/night")) == {**before, "images": {"moon": "moon"}}

"""By keys alone: what is found and done by a few letters, and edits that are taken back."""

from play import open_editor, open_page, scenario


@scenario("Ctrl+K finds a theme, an act and a color by a few letters, and does it")
def found(world):
    world.switch("night", channel="kiosk")
    page = open_page(world)
    page.get_by_role("article", name="Night").wait_for()
    page.keyboard.press("Control+k")
    dialog = page.get_by_role("dialog", name="Commands")
    field = dialog.get_by_role("combobox", name="Find or do")
    world.until(lambda: page.evaluate("document.activeElement.getAttribute('role')") == "combobox")
    assert not world.axe(page), world.axe(page)
    page.keyboard.type("switch kiosk aur")
    dialog.get_by_role("option", name="Switch kiosk to Aurora").wait_for()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="Switch kiosk to Aurora").get_by_role("button", name="Switch", exact=True).click()
    world.until(lambda: world.get("v1/active?channel=kiosk")["theme"] == "aurora")
    page.get_by_role("button", name="Commands").click()
    field.fill("dark")
    field.press("Enter")
    world.until(lambda: page.get_by_role("radio", name="Dark").is_checked())
    page.keyboard.press("Control+k")
    field.fill("open night")
    field.press("ArrowDown")
    field.press("ArrowUp")
    field.press("Enter")
    page.get_by_role("heading", name="Night", level=2).wait_for()
    page.keyboard.press("Control+k")
    field.fill("onaccent")
    dialog.get_by_role("option").first.click()
    page.get_by_role("list", name="Palette").wait_for()


@scenario("edits are taken back and done again, also what a button did")
def steps(world):
    world.put("flat", '{"kit":"uikit","colors":{"accent":"#123456"}}')
    page, field, text = open_editor(world, "flat", "123456")
    page.get_by_role("button", name="Tidy").click()
    world.until(lambda: field.input_value().count("\n") > 3)
    page.get_by_role("button", name="Undo edit").click()
    world.until(lambda: field.input_value() == text)
    page.get_by_role("link", name="Edit", exact=True).focus()
    page.keyboard.press("Control+Shift+z")
    world.until(lambda: field.input_value().count("\n") > 3)
    page.keyboard.press("Control+z")
    world.until(lambda: field.input_value() == text)
    for words, holds in [("redo", lambda: field.input_value() != text), ("undo", lambda: field.input_value() == text)]:
        page.keyboard.press("Control+k")
        page.get_by_role("combobox", name="Find or do").fill(f"{words} edit")
        page.keyboard.press("Enter")
        world.until(holds)
    assert page.get_by_role("button", name="Undo edit").is_disabled()


@scenario("Ctrl+K reaches what menus, tabs and lists have: elements, views, copies, names, an import")
def reached(world):
    page = open_page(world, "#/theme/aurora")
    page.get_by_role("treeitem").first.wait_for()

    def choose(words, name):
        page.keyboard.press("Control+k")
        page.get_by_role("combobox", name="Find or do").fill(words)
        page.get_by_role("option", name=name, exact=True).click()

    choose("glow of", "UIButton.glow of Aurora")
    page.get_by_role("treeitem", name="UIButton.glow", selected=True).wait_for()
    choose("values night", "Values of Night")
    page.get_by_role("heading", name="Night", level=2).wait_for()
    choose("rename night", "Rename Night")
    page.get_by_role("dialog", name="Rename Night").get_by_role("button", name="Cancel").click()
    with page.expect_file_chooser():
        choose("import", "Import")
    choose("duplicate", "Duplicate Night")
    page.get_by_role("heading", name="Night copy", level=2).wait_for()

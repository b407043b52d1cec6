"""Where the page leads: to code that does the same, to a theme's past, behind a proxy."""

import re
import subprocess

from play import open_editor, open_page, scenario, settle, switch
from proxy import Proxy


@scenario("an act is shown as curl, JavaScript, Swift and Kotlin, and the first two do it")
def as_code(world):
    page = open_page(world)
    code = {}
    for title in ["Night", "Aurora"]:
        dialog = switch(page, title)
        dialog.get_by_text("The same as code").click()
        for language in ["curl", "JavaScript", "Swift", "Kotlin"]:
            dialog.get_by_label("Language").select_option(language)
            code[title, language] = dialog.locator("pre").inner_text()
        dialog.get_by_role("button", name="Cancel").click()
    assert len(set(code.values())) == len(code), code
    assert all(re.search(title.lower(), text) for (title, _), text in code.items()), code
    subprocess.run(code["Night", "curl"], shell=True, check=True, capture_output=True, timeout=60)
    page.get_by_role("article", name="Night").get_by_text("Showing now").wait_for()
    page.evaluate(f"(async () => {{ {code['Aurora', 'JavaScript']} }})()")
    page.get_by_role("article", name="Aurora").get_by_text("Showing now").wait_for()


@scenario("a slip is mended by one button, where the right name is near")
def mended(world):
    page, field, text = open_editor(world, "night", "UIWindow")
    field.fill(text.replace("UIWindow", "UIWindo"))
    page.get_by_role("button", name='Change to "UIWindow"').click()
    world.until(lambda: field.input_value() == text)


@scenario("a slip in the name of a token is mended by one button as well")
def token_mended(world):
    page, field, text = open_editor(world, "harbor", "{palette.slate}")
    field.fill(text.replace("{palette.slate}", "{palette.slat}", 1))
    page.get_by_role("button", name='Change to "{palette.slate}"').click()
    world.until(lambda: field.input_value() == text)


@scenario("a theme is compared with what it was before a change, and that comes back into the editor")
def past(world):
    text = world.ask("v1/themes/night")
    world.switch("aurora")
    world.put("night", text.replace("#FFB86B", "#00AA77"))
    page = open_page(world, "#/timeline")
    entry = page.get_by_role("list", name="Changes").get_by_role("listitem").filter(has_text="Changed Night")
    entry.locator("summary").click()
    entry.get_by_text("colors › accent").wait_for()
    assert "#FFB86B" in entry.inner_text() and "#00AA77" in entry.inner_text()
    page.evaluate("location.hash = '#/theme/night/compare'")
    choice = page.get_by_role("combobox", name="Compare with")
    world.until(lambda: choice.locator("option", has_text="before").count() == 1)
    choice.select_option(choice.locator("option", has_text="before").get_attribute("value"))
    palette = page.get_by_role("region", name="Palette")
    palette.get_by_text("#ffb86b").first.wait_for()
    assert "#00aa77" in palette.inner_text()
    page.get_by_role("img", name="Night then").wait_for()
    page.get_by_role("button", name="Edit what it was then").click()
    field = page.get_by_role("textbox", name="Theme document")
    world.until(lambda: field.count() == 1 and field.input_value() == text)
    page.get_by_text("Not saved", exact=True).wait_for()
    assert world.get("v1/colors/accent?theme=night")["value"] == "#00aa77"


@scenario("behind a path of a proxy everything works unchanged")
def prefixed(world):
    with Proxy(world.address, "/brand/themes/") as proxy:
        page = world.page()
        page.goto(proxy.address)
        page.get_by_role("status", name="Connection").get_by_text("Connected").wait_for()
        world.switch("night")
        page.get_by_role("article", name="Night").get_by_text("Showing now").wait_for()
        page.evaluate("location.hash = '#/theme/new-year/images'")
        image = page.get_by_role("region", name="Images").get_by_role("img").first
        world.until(lambda: image.evaluate("e => e.naturalWidth > 0"))
        page.evaluate("location.hash = '#/themes'")
        switch(page, "Aurora").get_by_role("button", name="Switch", exact=True).click()
        world.until(lambda: world.get("v1/active")["theme"] == "aurora")
        settle(page, world)
        outside = page.evaluate("performance.getEntriesByType('resource').map(each => each.name)")
        assert all(address.startswith(proxy.address) for address in outside), outside
        page.close()


@scenario("a link to a view shows a colleague the same")
def shared(world):
    page = open_page(world, "#/theme/new-year")
    page.get_by_role("radiogroup", name="Appearance").get_by_role("radio", name="Dark").check()
    page.get_by_role("treeitem", name="UIButton.primary").click()
    page.evaluate("navigator.clipboard.writeText = text => { window.copied = text }")
    page.get_by_role("button", name="Copy link").click()
    world.until(lambda: page.evaluate("window.copied"))
    other = world.page()
    other.goto(page.evaluate("window.copied"))
    other.get_by_role("region", name="Inspector").get_by_role("heading", name="UIButton.primary").wait_for()
    assert other.get_by_role("radio", name="Dark").is_checked()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    assert download.value.suggested_filename == "new-year-dark.png"
    with open(download.value.path(), "rb") as file:
        assert file.read(8) == b"\x89PNG\r\n\x1a\n"

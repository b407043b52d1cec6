"""The list of scenarios, and what several of them do."""

import re

SCENARIOS = []


def scenario(sentence):
    def add(function):
        SCENARIOS.append((sentence, function))
        return function

    return add


def open_page(world, hash="#/themes", **options):
    page = world.page(**options)
    page.goto(world.address + hash)
    page.get_by_role("status", name="Connection").get_by_text("Connected").wait_for()
    return page


def open_editor(world, theme, word):
    """The editor of a theme once the theme stands in it, told by a word of it: the page, the field, and what is in it."""
    page = open_page(world, f"#/theme/{theme}/edit")
    field = page.get_by_role("textbox", name="Theme document")
    world.until(lambda: word in field.input_value())
    return page, field, field.input_value()


def settle(page, world):
    """Until nothing is being asked for: what was waited for stands, with its style."""
    world.until(lambda: page.evaluate("""() =>
        [...document.querySelectorAll("link[rel=stylesheet]")].every(link => link.sheet)
        && document.querySelector("main")?.childElementCount > 0 && !/^(Asking|Checking)/m.test(document.querySelector("main").innerText)"""))


def is_focused(page, name):
    return page.evaluate("name => [document.activeElement.ariaLabel, document.activeElement.textContent].includes(name)", name)


def switch(page, title, note=""):
    page.get_by_role("button", name=f"Switch to {title}", exact=True).click()
    dialog = page.get_by_role("dialog", name=re.compile(f"^Switch .* to {title}$"))
    if note:
        dialog.get_by_role("textbox", name="Note").fill(note)
    return dialog


def is_asked(page, held):
    # What the page asks is heard of whenever the browser is asked something.
    page.evaluate("0")
    return held


def release(page, held):
    """Lets what was held be answered, and the page take the answer."""
    for route in held:
        with page.expect_response(route.request.url):
            route.continue_()
    held.clear()
    page.evaluate("new Promise(done => setTimeout(done, 50))")

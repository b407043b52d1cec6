"""Takes a picture of the themes, as the README shows it; the browser itself makes a small file of it."""

import base64
import os
import sys

from playwright.sync_api import sync_playwright

from play import open_page
from world import World

SMALLER = """async png => {
    const image = Object.assign(new Image(), { src: `data:image/png;base64,${png}` })
    await image.decode()
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height })
    canvas.getContext("2d").drawImage(image, 0, 0)
    return canvas.toDataURL("image/webp", 0.82).split(",")[1]
}"""


def main(path):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        world = World(os.environ["SERVER"], "Config", browser)
        world.begin()
        world.switch("new-year", note="until Sunday")
        world.switch("default", note="back to normal")
        page = open_page(world, viewport={"width": 1280, "height": 740}, reduced_motion="reduce")
        world.until(lambda: page.locator("main .device.blank").count() == 0)
        picture = page.screenshot()
        blank = world.context().new_page()
        small = base64.b64decode(blank.evaluate(SMALLER, base64.b64encode(picture).decode()))
        with open(path, "wb") as file:
            file.write(small)
        world.end()
        browser.close()


main(sys.argv[1])

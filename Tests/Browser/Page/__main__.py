"""Plays the scenarios, or those whose sentence has one of the words, and says how each went."""

import os
import sys
import time
import traceback

from playwright.sync_api import sync_playwright

import commanded
import contents
import designer
import drafted
import keyed
import leading
import made
import many
import mended
import planned
import pointed
import scenarios
import used
import worn
from play import SCENARIOS
from world import World


def play(world, sentence, function):
    began = time.monotonic()
    try:
        world.begin()
        function(world)
        assert not world.complaints, f"the browser complains: {world.complaints}"
        print(f"ok      {sentence} ({time.monotonic() - began:.1f} s)", flush=True)
        return True
    except Exception as error:
        print(f"FAILED  {sentence}\n        {error}", flush=True)
        traceback.print_exc()
        return False


def main(words):
    chosen = [each for each in SCENARIOS if not words or any(word in each[0] for word in words)]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        world = World(os.environ["SERVER"], "Config", browser)
        passed = [play(world, *each) for each in chosen].count(True)
        world.end()
        browser.close()
    print(f"{passed} passed, {len(chosen) - passed} failed")
    return 0 if chosen and passed == len(chosen) else 1


sys.exit(main(sys.argv[1:]))

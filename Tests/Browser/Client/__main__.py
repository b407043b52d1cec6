"""Puts `livery.js` to every row of docs/clients.md, in a real browser. All cases are played at the same time.

    Scripts/clients-web [WORD…]     those alone whose sentence has one of the words
"""

import asyncio
import os
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

import clock  # noqa: F401
import documents  # noqa: F401
import drafts  # noqa: F401
import following  # noqa: F401
import pages  # noqa: F401
import sheets  # noqa: F401
import tabs  # noqa: F401
import trouble  # noqa: F401
import typefaces  # noqa: F401
from playwright.async_api import async_playwright
from scene import CASES, Scene
from stage import LIMIT, ROOT, Stage

AT_ONCE = 16


async def play(stage, case, turns):
    """What the case says in the end, and whether it went well."""
    sentence, action = case
    async with turns:
        began = time.monotonic()
        try:
            async with asyncio.timeout(2 * LIMIT), Scene(stage) as scene:
                await action(scene)
            went = None
        except Exception:
            went = traceback.format_exc()
    print(f"{'✘' if went else '✔'} {sentence} ({time.monotonic() - began:.1f} s)", flush=True)
    if went:
        print(went, flush=True)
    return went is None


async def main(words):
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(100))
    chosen = [case for case in CASES if not words or any(word in case[0] for word in words)]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=os.environ["CHROMIUM"],
            ignore_default_args=["--disable-back-forward-cache"],
            args=["--host-resolver-rules=MAP *.example 127.0.0.1"],
            timeout=LIMIT * 1000,
        )
        program = os.environ.get("SERVER", ROOT / ".build/debug/livery")
        async with Stage(browser, program).open() as stage:
            turns = asyncio.Semaphore(AT_ONCE)
            went = await asyncio.gather(*(play(stage, case, turns) for case in chosen))
        await browser.close()
    print(f"{sum(went)} passed, {len(went) - sum(went)} failed")
    return 0 if went and all(went) else 1


sys.exit(asyncio.run(main(sys.argv[1:])))

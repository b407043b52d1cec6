"""A theme's own fonts, on pages of another origin under a strict policy, and themes by the host of the server."""

import asyncio
import contextlib
import json
import sys
import urllib.request
from pathlib import Path

from scene import NONCE, case
from stage import Livery, until

sys.path.insert(0, str(Path(__file__).parents[2] / "Tools"))
from font import font

WRITE, READ = "write-secret-0123456789", "read-secret-0123456789"
BODY = '<p id="plain">aaaaaaaaaa</p><p id="bold">aaaaaaaaaa</p>'
STYLE = """
  p { font: 400 100px serif; font-family: var(--family, serif); display: inline-block; margin: 0; color: var(--ink) }
  #bold { font-weight: 700 }
"""


def theme(display="swap"):
    faces = [{"file": "brand-400.woff", "display": display}, {"file": "brand-700.ttf", "weight": 700, "display": display}]
    return {
        "kit": "web", "fonts": {"Brand": faces},
        "values": {"family": {"type": "fontFamily", "value": ["Brand", "serif"]}},
    }


async def put(livery, path, content):
    headers = {"Authorization": f"Bearer {WRITE}", "Content-Type": "application/octet-stream"}
    content = content if isinstance(content, bytes) else json.dumps(content).encode()
    request = urllib.request.Request(f"{livery.origin}/v1/{path}", content, headers, method="PUT")
    await asyncio.to_thread(urllib.request.urlopen, request)


@contextlib.asynccontextmanager
async def server(scene, arguments=(), **environment):
    livery = Livery(scene.stage.program, arguments=arguments, environment={"LIVERY_TOKEN": WRITE, **environment})
    await livery.start()
    try:
        await put(livery, "fonts/brand-400.woff", font(300, flavor="woff"))
        await put(livery, "fonts/brand-700.ttf", font(900, 700))
        await put(livery, "themes/brand", theme())
        await order(livery, theme="brand")
        yield livery
    finally:
        await livery.end()


async def order(livery, **fields):
    headers = {"Authorization": f"Bearer {WRITE}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{livery.origin}/v1/active", json.dumps(fields).encode(), headers)
    await asyncio.to_thread(urllib.request.urlopen, request)


async def page(scene, livery, head="", origin=None):
    origin = origin or livery.origin
    policy = (
        f"default-src 'none'; script-src 'self' 'nonce-{NONCE}'; style-src {origin} 'nonce-{NONCE}'; "
        f"connect-src 'self' {origin}; font-src {origin}"
    )
    address = scene.address(head=f'{head}<style nonce="{NONCE}">{STYLE}</style>', policy=policy)
    tab = await scene.tab(address)
    tab.fonts = []
    tab.page.on("request", lambda request: "/v1/files/" in request.url and tab.fonts.append(request.url))
    await tab.ask("body => document.body.insertAdjacentHTML('beforeend', body)", BODY)
    return tab


async def widths(tab):
    return await tab.ask("() => ['plain', 'bold'].map((id) => Math.round(document.getElementById(id).offsetWidth))")


async def drawn(tab, expected):
    async def question():
        return await widths(tab) == expected

    await until(question, f"the widths are {expected}, not {await widths(tab)}")


@case
async def font_followed(scene):
    """fonts of a theme are in before the page shows it, at their weights, each requested once"""
    async with server(scene) as livery:
        tab = await page(scene, livery)
        await tab.follow(f"{livery.origin}/v1/theme.css")
        await tab.until("getComputedStyle(document.getElementById('plain')).fontFamily.includes('Brand')")
        assert await widths(tab) == [300, 900]
        assert await tab.ask("() => theme.fonts") == ["Brand"]
        assert await tab.ask("() => document.fonts.check('16px Brand') && document.fonts.check('bold 16px Brand')")
        assert len(tab.fonts) == len(set(tab.fonts)) == 2, tab.fonts
        await put(livery, "fonts/brand-400.woff", font(600, flavor="woff"))
        await drawn(tab, [600, 900])
        assert len(tab.fonts) == len(set(tab.fonts)) == 3, tab.fonts


@case
async def font_linked(scene):
    """a page that takes the style sheet alone is drawn in the theme's font"""
    async with server(scene) as livery:
        tab = await page(scene, livery, f'<link rel="stylesheet" href="{livery.origin}/v1/theme.css">')
        await drawn(tab, [300, 900])


@case
async def font_optional(scene):
    """an optional font that is in before the theme shows moves nothing"""
    async with server(scene) as livery:
        await put(livery, "themes/brand", theme("optional"))
        tab = await page(scene, livery)
        await tab.ask("""() => {
          new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shifts?.push(one.value) })
            .observe({ type: "layout-shift", buffered: false }) }""")
        await tab.follow(f"{livery.origin}/v1/theme.css")
        await drawn(tab, [300, 900])
        await tab.ask("() => { window.shifts = [] }")
        await asyncio.sleep(0.5)
        assert await tab.ask("() => shifts.length") == 0
        assert await widths(tab) == [300, 900]


@case
async def font_guarded(scene):
    """fonts behind a token are fetched with it"""
    async with server(scene, LIVERY_READ_TOKEN=READ) as livery:
        tab = await page(scene, livery)
        await tab.follow(f"{livery.origin}/v1/theme.css", token=READ)
        await drawn(tab, [300, 900])
        assert await tab.ask("() => theme.fonts") == ["Brand"]
        assert len(tab.fonts) == len(set(tab.fonts)) == 2, tab.fonts


async def command(scene, livery, *words):
    """Runs one as a brand's owner would."""
    environment = {**livery.environment, "LIVERY_SERVER": livery.origin}
    process = await asyncio.create_subprocess_exec(
        scene.stage.program, *words, env=environment, cwd=livery.folder, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT)  # fmt: skip
    said = (await process.communicate())[0].decode()
    assert process.returncode == 0, f"livery {' '.join(words)}: {said}"
    return said


@case
async def brands_at_night(scene):
    """two brands of one server have their own fonts on their own hosts, and their own night each evening"""
    folder = Path(scene.stage.livery.folder)
    hosts = folder / "brands.json"
    hosts.write_text(json.dumps({"*.localhost": "{1}"}))
    async with server(scene, ["--hosts-file", str(hosts)]) as livery:
        for brand, width in (("acme", 300), ("nord", 600)):
            file = Path(livery.folder, f"{brand}-400.ttf")
            file.write_bytes(font(width))
            day = {
                "kit": "web", "fonts": {brand.title(): [{"file": file.name}]}, "colors": {"ink": "#101010"},
                "values": {"family": {"type": "fontFamily", "value": [brand.title(), "serif"]}},
            }
            night = {"kit": "web", "extends": brand, "colors": {"ink": "#f0f0f0"}}
            for name, theme in ((brand, day), (f"{brand}-night", night)):
                Path(livery.folder, f"{name}.json").write_text(json.dumps(theme))
            said = await command(scene, livery, "upload", file.name, f"{brand}.json", f"{brand}-night.json")
            assert "is new" in said, said
            await command(scene, livery, "switch", brand, "--channel", brand)
            await command(
                scene, livery, "schedule", f"{brand}-night", "--channel", brand, "--from", "20:00", "--until", "06:00",
                "--every", "day", "--zone", "Europe/Berlin")  # fmt: skip
        for brand, width in (("acme", 300), ("nord", 600)):
            # Half past seven and half past nine in Berlin, in winter.
            for time, color in (("18:30", 16), ("20:30", 240)):
                origin = f"http://{brand}.localhost:{livery.port}"
                tab = await page(scene, livery, origin=origin)
                sheet = await tab.ask(
                    """async ([address, token, nonce]) => {
                      const reply = await fetch(address, { headers: { Authorization: `Bearer ${token}` } })
                      const style = document.createElement("style")
                      style.nonce = nonce
                      style.textContent = await reply.text()
                      document.head.append(style)
                      return style.textContent }""",
                    [f"{origin}/v1/theme.css?at=2037-01-15T{time}:00Z", WRITE, NONCE])
                assert f'url("//{brand}.localhost:{livery.port}/v1/files/' in sheet, sheet[:600]
                await drawn(tab, [width, width])
                assert await tab.ask("name => document.fonts.check(`16px ${name}`)", brand.title())
                family, ink = await tab.ask(
                    "() => ['fontFamily', 'color'].map(name => getComputedStyle(document.getElementById('plain'))[name])")
                assert family.replace('"', "").startswith(brand.title()) and ink == f"rgb({color}, {color}, {color})", (family, ink)

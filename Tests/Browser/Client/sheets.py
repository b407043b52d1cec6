"""What a browser makes of a style sheet: the values that the theme says, on a page of another origin."""

import asyncio
import urllib.request

from scene import NONCE, case
from stage import LIMIT, ROOT, until

STYLE = """
  body { font-family: var(--body--font-family) }
  h1 { font-size: var(--h1--font-size); color: var(--body--color) }
  a { text-decoration-line: var(--a--text-decoration--normal); color: var(--a--color--normal) }
  button { color: var(--button--color--disabled) }
  .logo { width: 10px; height: 10px; background-image: var(--image--logo) }
"""
BODY = """
  <h1>Paper</h1><a href="#">out</a><nav><a href="#">in</a></nav><button>off</button>
  <section data-theme><a href="#">scope</a><button>scope</button></section>
  <aside data-scheme="dark"><a href="#">dark</a></aside>
"""
STAMP, NIGHT_STAMP = "rgb(138, 28, 18)", "rgb(255, 179, 166)"


async def sheet(scene, query="channel=paper", body=BODY, css=STYLE, **options):
    """A page that takes nothing but a link, in a browser of its own."""
    livery = scene.stage.livery.origin
    head = f'<link rel="stylesheet" href="{livery}/v1/theme.css?{query}"><style nonce="{NONCE}">{css}</style>'
    policy = f"default-src 'none'; style-src {livery} 'nonce-{NONCE}'; img-src {livery} data:"
    address = scene.address(head=head, script="", policy=policy)
    tab = await scene.tab(address, await scene.context(**options))
    await tab.ask("body => { document.body.innerHTML = body }", body)
    return tab


async def style(tab, selector, name):
    return await tab.ask("([selector, name]) => getComputedStyle(document.querySelector(selector))[name]", [selector, name])


@case
async def sheet_values(scene):
    """fonts, sizes and keywords of a style sheet are what the theme says"""
    tab = await sheet(scene)
    assert await style(tab, "body", "fontFamily") == "Georgia, serif"
    assert await style(tab, "h1", "fontSize") == "40px"
    assert await style(tab, "body > a", "textDecorationLine") == "underline"


@case
async def sheet_selectors(scene):
    """rules in containers hold where the page asks for selectors"""
    for query, line in (("channel=paper", "underline"), ("channel=paper&selectors=true", "none")):
        tab = await sheet(scene, query)
        assert await style(tab, "body > a", "textDecorationLine") == "underline"
        assert await style(tab, "nav a", "textDecorationLine") == line


@case
async def sheet_declarations(scene):
    """with declarations a page has the theme's looks without a rule of its own, and its own rules win"""
    css = "aside a { color: rgb(0, 0, 255) }"
    tab = await sheet(scene, "channel=paper&declarations=true", css=css, color_scheme="light")
    await styles(tab, "body", {"fontFamily": "Georgia, serif"})
    await styles(tab, "h1", {"fontSize": "40px"})
    await styles(tab, "body > a", {"color": STAMP, "textDecorationLine": "underline"})
    await styles(tab, "nav a", {"textDecorationLine": "none"})
    await styles(tab, "aside a", {"color": "rgb(0, 0, 255)"})
    await tab.ask("() => { document.documentElement.dataset.scheme = 'dark' }")
    await styles(tab, "body > a", {"color": NIGHT_STAMP})
    plain = await style(tab, "button", "backgroundColor")
    await tab.ask("() => { document.querySelector('button').className = 'primary' }")
    assert await style(tab, "button", "backgroundColor") != plain
    before = await style(tab, "body > a", "color")
    await tab.page.hover("body > a")
    assert await style(tab, "body > a", "color") != before


@case
async def sheet_override(scene):
    """a color overridden in a part of the page moves all that leans on it there, and nothing else"""
    tab = await sheet(scene)
    faded = await style(tab, "section button", "color")
    await tab.ask("""() => {
      const { style } = document.querySelector("section")
      style.setProperty("--stamp", "rgb(0, 0, 255)")
      style.setProperty("--pencil", "rgb(0, 0, 255)")
    }""")
    assert await style(tab, "section a", "color") == "rgb(0, 0, 255)"
    assert await style(tab, "body > a", "color") == STAMP
    assert await style(tab, "body > button", "color") == faded
    assert await style(tab, "section button", "color") == "color(srgb 0 0 1 / 0.6)"


@case
async def sheet_toggle(scene):
    """the reader's own choice wins over the browser's, both ways, for the page and for a part of it"""
    for scheme, colors in (("light", (STAMP, NIGHT_STAMP, STAMP)), ("dark", (NIGHT_STAMP, NIGHT_STAMP, STAMP))):
        tab = await sheet(scene, color_scheme=scheme)
        seen = [await style(tab, "body > a", "color")]
        assert await style(tab, "html", "colorScheme") == "light dark"
        for choice in ("dark", "light"):
            await tab.ask("choice => { document.documentElement.dataset.scheme = choice }", choice)
            seen.append(await style(tab, "body > a", "color"))
            assert await style(tab, "html", "colorScheme") == choice
            assert await style(tab, "aside a", "color") == NIGHT_STAMP
        assert tuple(seen) == colors, seen


@case
async def sheet_contrast(scene):
    """the reader's choice of contrast wins over the browser's"""
    tab = await sheet(scene, color_scheme="light", contrast="no-preference")
    normal = await style(tab, "h1", "color")
    await tab.ask("() => { document.documentElement.dataset.contrast = 'more' }")
    colors = normal, await style(tab, "h1", "color")
    assert colors == ("rgb(34, 30, 23)", "rgb(0, 0, 0)"), colors
    await tab.ask("() => { document.documentElement.dataset.scheme = 'dark' }")
    assert await style(tab, "h1", "color") == "rgb(255, 255, 255)"


@case
async def sheet_images(scene):
    """images of a style sheet load on a page of another origin"""
    tab = await sheet(scene, "theme=default", '<div class="logo"></div>')
    address = (await style(tab, ".logo", "backgroundImage")).removeprefix('url("').removesuffix('")')
    assert address.startswith(f"{scene.stage.livery.origin}/v1/files/"), address

    async def loaded():
        return await tab.ask("address => performance.getEntriesByName(address).some(it => it.responseEnd)", address)

    await until(loaded, "the image has come")
    size = await tab.ask("""address => new Promise((done, failed) => {
      const image = new Image()
      image.onload = () => done(image.naturalWidth)
      image.onerror = failed
      image.src = address
    })""", address)
    assert size > 0


TYPED = """
  body { background-color: var(--wide); border: var(--edge); outline: var(--same); box-shadow: var(--card);
    background-image: linear-gradient(var(--dawn)); transition: opacity var(--fade);
    font: 850 20px / var(--ratio) var(--face) }
  h1 { font: var(--type-body); letter-spacing: var(--type-body--letter-spacing); margin: var(--space-m);
    border: var(--line-thin--width) var(--line-thin--style) var(--line-thin--color) }
"""


async def typed_sheet(scene, golden):
    """A page whose theme has values of types: the input of a golden file, under its name."""
    name = f"golden-{golden}"
    livery = scene.stage.livery.origin
    # A page of another origin sees what a channel shows.
    theme = (ROOT / f"Tests/Fixtures/Forms/{golden}.golden").read_text().split("\n----\n")[0]
    request = urllib.request.Request(
        f"{livery}/v1/themes/{name}", theme.encode(), {"Content-Type": "application/json"}, method="PUT")
    await asyncio.to_thread(lambda: urllib.request.urlopen(request, timeout=LIMIT).read())
    await scene.stage.livery.switch(name, channel=name)
    return await sheet(scene, f"channel={name}", "<h1>Typed</h1>", css=TYPED)


async def styles(tab, selector, wanted):
    found = {name: await style(tab, selector, name) for name in wanted}
    assert found == wanted, found


@case
async def sheet_types(scene):
    """lines, shadows, gradients and transitions of a theme are what the browser draws"""
    tab = await typed_sheet(scene, "types")
    await styles(tab, "body", {
        "borderTopWidth": "2px", "borderTopStyle": "dashed", "borderTopColor": "rgb(26, 26, 31)",
        "outlineWidth": "2px", "outlineStyle": "dashed",
        "backgroundImage": "linear-gradient(rgb(255, 76, 27) 0%, rgb(255, 255, 255) 7%)",
        "transitionDuration": "0.3s", "transitionDelay": "0s",
        "transitionTimingFunction": "cubic-bezier(0.4, 0, 0.2, 1)",
        "fontFamily": '"Sofia Sans", serif', "fontWeight": "850", "lineHeight": "25px",
    })
    shadow = await style(tab, "body", "boxShadow")
    assert shadow.count("inset") == 1 and "0px 1px 2px 0px inset" in shadow and "0px 4px 8px -1px" in shadow, shadow


@case
async def sheet_typography(scene):
    """typography of a theme is a font of a page, its parts one by one"""
    tab = await typed_sheet(scene, "shop")
    await styles(tab, "h1", {
        "fontFamily": "Inter, sans-serif", "fontWeight": "500", "fontSize": "16px", "lineHeight": "24px",
        "letterSpacing": "normal", "marginTop": "16px", "borderTopWidth": "1px", "borderTopStyle": "solid",
        "borderTopColor": "rgb(26, 26, 31)",
    })
    await tab.ask("() => { document.documentElement.dataset.density = 'compact' }")
    await tab.ask("() => { document.documentElement.dataset.scheme = 'dark' }")
    await styles(tab, "h1", {"marginTop": "8px", "borderTopColor": "rgb(240, 240, 245)"})


@case
async def sheet_gamut(scene):
    """a screen with more colors than sRGB gets those that the theme has, alone and in lines"""
    tab = await typed_sheet(scene, "types")
    wide = "color(display-p3 1 0.3 0.1)"
    assert await style(tab, "body", "backgroundColor") == "rgb(255, 76, 27)"
    session = await tab.page.context.new_cdp_session(tab.page)
    await session.send("Emulation.setEmulatedMedia", {"features": [{"name": "color-gamut", "value": "p3"}]})
    assert await style(tab, "body", "backgroundColor") == wide
    assert await style(tab, "body", "backgroundImage") == f"linear-gradient({wide} 0%, rgb(255, 255, 255) 7%)"
    assert "color(display-p3 0 1 0 / 0.5)" in await style(tab, "body", "boxShadow")

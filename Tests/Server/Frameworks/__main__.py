"""Compiles the source code that the program makes of a theme, and checks that a misspelled name does not compile.

The compilers have no Compose and no SwiftUI: stand-ins beside this file have the parts that the templates use.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import tinycss2

HERE = Path(__file__).resolve().parent
THEME = """{ "kit": "web", "colors": {
    "ink": { "light": "#102030", "dark": "#f0f0f5" }, "in": "#0b4f94", "brand.500": "#ff000080", "2nd": "{ink/50%}" },
  "values": {
    "gap": { "type": "dimension", "value": { "value": 12.5, "unit": "px" } },
    "line": { "type": "dimension", "value": { "value": 2, "unit": "rem" } },
    "body": { "type": "fontFamily", "value": ["Inter", "sans-serif"] },
    "title": { "type": "typography", "value": { "fontFamily": "{body}", "fontSize": "{line}", "fontWeight": 650,
      "lineHeight": 1.25, "letterSpacing": { "value": -0.5, "unit": "px" } } },
    "plain": { "type": "typography", "value": { "fontFamily": "Georgia", "fontSize": "{gap}", "fontWeight": "bold" } },
    "lift": { "type": "shadow", "value": [
      { "color": "{ink/30%}", "offsetX": { "value": 0, "unit": "px" }, "offsetY": { "value": 4, "unit": "px" },
        "blur": { "value": 8, "unit": "px" }, "spread": { "value": -1, "unit": "px" } },
      { "color": "#000", "offsetX": { "value": 0, "unit": "px" }, "offsetY": { "value": 1, "unit": "px" },
        "blur": { "value": 2, "unit": "px" }, "spread": { "value": 0, "unit": "px" }, "inset": true }] } },
  "images": { "logo": "mark" },
  "appearance": [{ "for": "button.buy", "set": { "color:normal": "{in}" } }] }"""
EMPTY = '{ "kit": "web" }'
TEMPLATES = {"compose": "kt", "swiftui": "swift", "flutter": "dart", "react-native": "ts", "tailwind": "css", "scss": "scss",
             "mui": "ts", "shadcn": "css"}  # fmt: skip


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)


def livery(folder, *words):
    ended = run(PROGRAM, *words, "--config", folder / "Config", "--theme", "shop")
    assert ended.returncode == 0, f"{words}: {ended.stderr}"
    return ended.stdout


def kotlin(folder, *files):
    return run("kotlinc", "-nowarn", *files, "-d", folder / "classes")


def swift(folder, *files):
    return run("swiftc", "-swift-version", "6", "-typecheck", "-I", folder, "-module-cache-path", folder / "cache", *files)


def typescript(folder, *files):
    return run("tsc", "--strict", "--noEmit", "--target", "es2020", *files)


def sass(folder, *files):
    return run("sassc", *files)


def compiles(compiler, folder, files, misspelled=None):
    """Whether files compile, and do not with one more that has a name in it that is none."""
    ended = compiler(folder, *files)
    assert ended.returncode == 0, f"{compiler.__name__} {files}: {ended.stdout}{ended.stderr}"
    if misspelled:
        (folder / misspelled[0]).write_text(misspelled[1])
        assert compiler(folder, *files, folder / misspelled[0]).returncode != 0, f"{misspelled[1]} compiles"


def check_css(name, content):
    """Whether all rules are rules, and all declarations in them declarations."""
    for rule in tinycss2.parse_rule_list(content, skip_comments=True, skip_whitespace=True):
        assert rule.type != "error", f"{name}: {rule.message}"
        if rule.type == "at-rule" and rule.lower_at_keyword in ("layer", "media"):
            check_css(name, rule.content)
            continue
        for part in tinycss2.parse_declaration_list(rule.content, skip_comments=True, skip_whitespace=True):
            assert part.type == "declaration", f"{name}: {part}"


def names(folder):
    for language, ending in (("swift", "swift"), ("kotlin", "kt"), ("ts", "d.ts"), ("css", "css")):
        (folder / f"Names.{ending}").write_text(livery(folder, "types", language))
    (folder / "use.swift").write_text("let right = [ThemeNames.Color.ink, ThemeNames.Color.in, ThemeNames.Style.buy]\n")
    (folder / "use.kt").write_text("val right = listOf(ThemeNames.Color.ink, ThemeNames.Color.`in`, ThemeNames.Class.button)\n")
    (folder / "use.ts").write_text(
        'import { ColorName, Theme } from "./Names"\nexport const right: ColorName = "brand.500"\n'
        "export const ink = (theme: Theme) => theme.colors.ink\n")
    compiles(swift, folder, [folder / "Names.swift", folder / "use.swift"],
             ("wrong.swift", "let wrong = ThemeNames.Color.imk\n"))
    compiles(kotlin, folder, [folder / "Names.kt", folder / "use.kt"], ("wrong.kt", "val wrong = ThemeNames.Color.imk\n"))
    compiles(typescript, folder, [folder / "Names.d.ts", folder / "use.ts"],
             ("wrong.ts", 'import { Theme } from "./Names"\nexport const wrong = (theme: Theme) => theme.colors.imk\n'))
    check_css("types css", (folder / "Names.css").read_text())


def templates(folder):
    made = {}
    for name, ending in TEMPLATES.items():
        made[name] = folder / f"{name}.{ending}"
        made[name].write_text(livery(folder, "export", "--template", name))
        assert "{{" not in made[name].read_text(), f"{name} has a tag left"
    compiles(kotlin, folder, [*(HERE / "Compose").glob("*.kt"), made["compose"]])
    ended = run("swiftc", "-parse-as-library", "-emit-module", "-module-name", "SwiftUI", HERE / "SwiftUI.swift",
                "-module-cache-path", folder / "cache", "-o", folder / "SwiftUI.swiftmodule")
    assert ended.returncode == 0, ended.stderr
    compiles(swift, folder, [made["swiftui"]])
    compiles(typescript, folder, [made["react-native"], made["mui"]])
    compiles(sass, folder, [made["scss"]])
    for name in ("tailwind", "shadcn"):
        check_css(name, made[name].read_text())


def main():
    for theme in (THEME, EMPTY):
        with tempfile.TemporaryDirectory() as path:
            folder = Path(path)
            (folder / "Config/themes").mkdir(parents=True)
            (folder / "Config/themes/shop.json").write_text(theme)
            if theme is THEME:
                names(folder)
            templates(folder)
    print(f"{len(TEMPLATES)} templates and the names of a theme compile; Flutter's is only written")


PROGRAM = sys.argv[1]
main()

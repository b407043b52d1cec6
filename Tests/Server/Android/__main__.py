"""Builds an app of the Android archive of every theme that ships, and reads from it what the theme says.

    Scripts/android
"""

import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Tools"))
import followers
from font import font
from server import Server

FRAMEWORK = "/usr/share/android-framework-res/framework-res.apk"
MANIFEST = """<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="org.example.livery">
  <application android:label="Livery"/>
</manifest>
"""


class Failure(Exception):
    pass


def aapt(*words):
    done = subprocess.run(["aapt2", *map(str, words)], capture_output=True, text=True, timeout=300)
    if done.returncode or "warn:" in done.stderr:
        raise Failure(f"aapt2 {words[0]} says:\n{done.stdout}{done.stderr}")
    return done.stdout


def built(archive, folder):
    """Returns aapt's description of an app with only these resources."""
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        if broken := files.testzip():
            raise Failure(f"{broken} is broken in the archive")
        files.extractall(folder / "res")
    (folder / "AndroidManifest.xml").write_text(MANIFEST)
    aapt("compile", "--dir", folder / "res", "-o", folder / "resources.zip")
    aapt("link", "-I", FRAMEWORK, "--manifest", folder / "AndroidManifest.xml", "--min-sdk-version", 26,
         "-o", folder / "app.apk", folder / "resources.zip")
    return resources(aapt("dump", "resources", folder / "app.apk"))


def resources(dump):
    """The values by resource and configuration: ('color/accent', 'night') to '#ff8cc3ff'."""
    found, resource = {}, None
    for line in dump.splitlines():
        if match := re.match(r"\s+resource 0x\w+ (\S+)", line):
            resource = match[1]
        elif match := re.match(r"\s+\(([\w-]*)\) (.*)", line):
            found[resource, match[1]] = match[2]
    return found


def snake(name):
    return re.sub(r"[^A-Za-z0-9]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)).lower()


def check(name, kit, ask, found):
    """Yields what the app has otherwise than the theme."""
    schemes = {"uikit": "userInterfaceStyle={}", "web": "colorScheme={}", "android": "night={}"}
    words = {"android": ("notnight", "night")}.get(kit, ("light", "dark"))
    day, night = (json.loads(ask(f"/v1/theme.json?theme={name}&{schemes[kit].format(word)}")) for word in words)
    for color in day["colors"]:
        key = f"color/{snake(color)}"
        seen = [found.get((key, "")), found.get((key, "night"), found.get((key, "")))]
        said = [argb(theme["colors"][color]) for theme in (day, night)]
        if seen != said:
            yield f"{key} is {seen}, but the theme says {said}"
    for image, about in day["images"].items():
        if about.get("file", "").endswith(".png") and not any(key == f"drawable/image__{snake(image)}" for key, _ in found):
            yield f"there is no drawable of {image}"


    fonts = {key for key, _ in found if key.startswith("font/")}
    expected = set()
    for family, faces in sorted(day.get("fonts", {}).items()):
        files = [face["file"].split(".")[0] for face in faces if face["file"].endswith((".ttf", ".otf"))]
        for file in [family, *files]:
            key = f"font/{snake(file)}"
            expected.add(f"{key}_2" if key in expected else key)
    if fonts != expected:
        yield f"the app has the fonts {sorted(fonts)}, but the theme has {sorted(expected)}"

    for name, value in day["values"].items():
        for key, said in typed(snake(name), value):
            if found.get((key, "")) != said:
                yield f"{key} is {found.get((key, ''))}, but the theme says {said}"


def typed(name, entry, pixel="dp"):
    """What an app has of a value with a type."""
    value = entry["value"]
    match entry.get("type"):
        case "dimension" if value["unit"] == "px":
            yield f"dimen/{name}", f"{value['value']:f}{pixel}"
        case "dimension" if value["unit"] == "rem":
            yield f"dimen/{name}", f"{value['value'] * 16:f}sp"
        case "duration":
            yield f"integer/{name}", str(round(value["value"] * {"ms": 1, "s": 1000}[value["unit"]]))
        case "fontWeight":
            yield f"integer/{name}", str(value)
        case "fontFamily":
            yield f"string/{name}", f'"{value[0] if isinstance(value, list) else value}"'
        case "border":
            yield f"color/{name}__color", argb(value["color"])
            yield from typed(f"{name}__width", {"type": "dimension", "value": value["width"]})
        case "typography":
            yield from typed(f"{name}__font_family", {"type": "fontFamily", "value": value["fontFamily"]})
            yield from typed(f"{name}__font_size", {"type": "dimension", "value": value["fontSize"]}, "sp")
            yield from typed(f"{name}__font_weight", {"type": "fontWeight", "value": value["fontWeight"]})


def argb(hex):
    return f"#{hex[7:] or 'ff'}{hex[1:7]}"


def upload_fonts(server):
    """A theme with fonts, two of which have one name for Android, and one that Android does not take."""
    files = {"brand-400.ttf": font(300), "brand_400.ttf": font(600, 700), "brand.woff": font(300, flavor="woff")}
    for file, content in files.items():
        request = urllib.request.Request(f"{server.address}/v1/fonts/{file}", content, method="PUT")
        urllib.request.urlopen(request).close()
    faces = [{"file": file, "weight": 100 + 300 * number} for number, file in enumerate(files)]
    server.ask("PUT", "/v1/themes/branded", {"kit": "web", "fonts": {"Brand": faces}})


def main(program, config):
    server = Server(program, config)
    failed = passed = 0
    try:
        # Not over the connection that it keeps, which may be closed while aapt works.
        typed = (pathlib.Path(__file__).parents[2] / "Fixtures/Forms/shop.golden").read_text().split("\n----\n")[0]
        server.ask("PUT", "/v1/themes/typed", json.loads(typed))
        upload_fonts(server)
        fetch = lambda target: urllib.request.urlopen(server.address + target, timeout=120).read()
        for theme in json.loads(fetch("/v1/themes"))["themes"]:
            name = theme["name"]
            with tempfile.TemporaryDirectory() as folder:
                try:
                    found = built(fetch(f"/v1/theme.android.zip?theme={name}"), pathlib.Path(folder))
                    wrong = list(check(name, theme["kit"], fetch, found))
                except Failure as failure:
                    found, wrong = {}, [str(failure)]
            failed += bool(wrong)
            passed += not wrong
            print(f"{'✘' if wrong else '✔'} {name}: {len(found)} values in the app")
            print("".join(f"{line}\n" for line in wrong), end="")
    finally:
        server.end()
    failed += followers.main(program, config)
    print(f"{passed} themes passed, {failed} failed")
    return 0 if passed and not failed else 1


sys.exit(main(*sys.argv[1:]))

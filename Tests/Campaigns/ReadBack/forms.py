"""The forms in which a theme's words leave the server: each yields what is not as it was written."""

import io
import json
import re
import unicodedata
import zipfile
import xml.etree.ElementTree
from html.parser import HTMLParser

import tinycss2


def differs(what, found, wanted):
    if found != wanted:
        yield f"{what} is {found!r}, but was written {wanted!r}"


def plain_colors(theme):
    return {name: color for name, color in theme["document"]["colors"].items() if isinstance(color, str)}


def as_json(server, theme):
    answer = json.loads(server.ask("GET", "/v1/theme"))
    yield from differs("the title", answer["title"], theme["document"]["title"])
    found = {name: color.lower() for name, color in answer["colors"].items() if name != "varied"}
    yield from differs("the colors", found, plain_colors(theme))
    label = [entry["set"] for entry in answer["appearance"] if entry["for"] == "UILabel"]
    yield from differs("the font", label[0]["font"]["name"], theme["family"])


def as_tokens(server, theme):
    answer = json.loads(server.ask("GET", "/v1/theme.tokens.json"))
    yield from differs("the title", answer["$extensions"]["org.livery"]["title"], theme["document"]["title"])
    found = {}

    def collect(group, path):
        for name, member in group.items():
            if name == "$root" or not name.startswith("$"):
                steps = path if name == "$root" else path + [name]
                if "$value" in member:
                    found[".".join(steps)] = member["$value"]["hex"].lower()
                else:
                    collect(member, steps)

    collect({name: group for name, group in answer.items() if name not in ("appearance", "transition", "face")}, [])
    found.pop("varied")
    yield from differs("the families", answer["face"]["$value"], face(theme))
    yield from differs("the colors", found, {token_path(name): color for name, color in plain_colors(theme).items()})


def face(theme):
    """The names that the theme's value has."""
    return theme["document"]["values"]["face"]["value"]


def token_path(name):
    """The groups of a name that has dots: no group is without a name."""
    return ".".join(step for step in name.split(".") if step)


def css_read(text):
    """As a style sheet takes text in, before anything else."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n").replace("\0", "\ufffd")


def as_css(server, theme):
    nodes = tinycss2.parse_stylesheet(server.ask("GET", "/v1/theme.css"), skip_whitespace=True)
    comment = theme["document"]["title"].replace("*/", "* /")
    yield from differs("the comment", nodes[0].value.strip(" "), css_read(comment).strip(" "))
    words, strings, faces = [], [], []
    rules = list(nodes[1:])
    while rules:
        rule = rules.pop()
        if rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports"):
            rules += tinycss2.parse_rule_list(rule.content, skip_whitespace=True)
        elif rule.type == "qualified-rule":
            yield from css_selector(rule.prelude, words)
            yield from css_declarations(rule.content, {"--ui-label--font--name": strings, "--face": faces})
        else:
            yield f"there is a {rule.type}: {rule.serialize()[:200]!r}"
    [varied] = theme["document"]["colors"]["varied"]["when"]
    language = varied["traits"]["typesettingLanguage"].replace("\0", "\ufffd")
    yield from differs("the traits in selectors", set(words) - {"hostile", language}, set())
    yield from differs("the strings", strings, css_fonts(theme["family"].replace("\0", "\ufffd")))
    yield from differs("the families", faces, css_fonts(face(theme)[0].replace("\0", "\ufffd")))


def css_fonts(text):
    """The names of a list of fonts, each without the quotes that it may stand in."""
    names = []
    for name in (part.strip(" ") for part in text.split(",")):
        if len(name) > 1 and name[0] in "\"'" and name[-1] == name[0]:
            name = name[1:-1]
        names += [name] if name else []
    return names or [text]


def css_selector(prelude, words):
    text = tinycss2.serialize(prelude)
    if not text.startswith(":root"):
        yield f"there is a rule for {text[:200]!r}"
    blocks = list(prelude)
    while blocks:
        node = blocks.pop()
        if node.type == "string":
            words.append(node.value)
        elif node.type in ("[] block", "() block"):
            blocks += node.content
        elif node.type == "function":
            blocks += node.arguments
        elif node.type == "error":
            yield f"a selector is broken: {node.message}"


def css_declarations(content, fonts):
    for declaration in tinycss2.parse_declaration_list(content, skip_whitespace=True):
        if declaration.type != "declaration" or not declaration.name.startswith("--"):
            yield f"there is a {declaration.type}: {declaration.serialize()[:200]!r}"
            continue
        values = [value for value in declaration.value if value.type != "whitespace"]
        if declaration.name in fonts:
            yield from differs("what a list of fonts is made of", {value.type for value in values} - {"string", "literal"}, set())
            fonts[declaration.name].extend(value.value for value in values if value.type == "string")
        elif len(values) != 1 or values[0].type not in ("hash", "number", "dimension", "string", "ident", "url", "function"):
            yield f"{declaration.name} has the value {tinycss2.serialize(declaration.value)[:200]!r}"
        elif values[0].type == "string":
            yield f"{declaration.name} has a string"


def as_xml(server, theme):
    root = xml.etree.ElementTree.fromstring(server.ask("GET", "/v1/theme.xml"))
    found = {element.get("name"): element for element in root}
    yield from differs("the kinds of elements", {element.tag for element in root} - {"color", "string", "dimen", "integer", "item", "bool"}, set())
    yield from differs("the depth", [len(element) for element in root], [0] * len(found))
    fonts = [element.text for name, element in found.items() if name.startswith("ui_label") and element.tag == "string"]
    yield from differs("the font", [android(text) for text in fonts], [xml_can_hold(theme["family"])])


def xml_can_hold(text):
    lost = lambda letter: (ord(letter) < 0x20 and letter not in "\n\t") or letter in "\ufffe\uffff"
    return "".join("\ufffd" if lost(letter) else letter for letter in text)


def android(text):
    """Takes a string resource as Android does."""
    result, letters = "", iter(text or "")
    for letter in letters:
        if letter == "\\":
            letter = next(letters)
            letter = {"n": "\n", "t": "\t"}.get(letter, letter)
        result += letter
    return result


def as_android_archive(server, theme):
    """The zip that unpacks into `res`: whole by its checksums, and the same in it as in the one file."""
    with zipfile.ZipFile(io.BytesIO(server.bytes("/v1/theme.android.zip"))) as archive:
        yield from differs("the first broken file", archive.testzip(), None)
        yield from differs("the files", [name for name in archive.namelist() if not name.startswith("drawable-")], ["values/livery.xml"])
        day = archive.read("values/livery.xml").decode()
    yield from differs("the resources", day, server.ask("GET", "/v1/theme.xml"))


def as_asset_catalog(server, theme):
    """The zip with `Livery.xcassets`: a folder for each color, with the members that Apple's reference names."""
    found = {}
    with zipfile.ZipFile(io.BytesIO(server.bytes("/v1/theme.xcassets.zip"))) as archive:
        yield from differs("the first broken file", archive.testzip(), None)
        for path in archive.namelist():
            if path.endswith("/Contents.json"):
                document = json.loads(archive.read(path))
                yield from differs(f"the info of {path}", document["info"], {"author": "livery", "version": 1})
            if color := re.fullmatch(r"Livery\.xcassets/([^/]+)\.colorset/Contents\.json", path):
                [entry] = document["colors"]
                yield from differs("the space and idiom", (entry["color"]["color-space"], entry["idiom"]), ("srgb", "universal"))
                parts = entry["color"]["components"]
                yield from differs("the alpha", parts["alpha"], "1.000")
                found[color[1]] = "#" + "".join(parts[part].removeprefix("0x").lower() for part in ("red", "green", "blue"))
    found.pop("varied")
    yield from differs("the colors", found, plain_colors(theme))


def as_history(server, theme):
    answer = json.loads(server.ask("GET", "/v1/history?limit=1"))
    yield from differs("the note", answer["changes"][0]["note"], theme["note"])


def obeyed(letter):
    """Whether a terminal does something for it, or shows what follows elsewhere."""
    return unicodedata.category(letter) in ("Cc", "Zl", "Zp") or letter in "\u200e\u200f\u061c" or "\u202a" <= letter <= "\u202e" or "\u2066" <= letter <= "\u2069"


def on_the_terminal(server, theme):
    text = server.run("history")
    changes = json.loads(server.ask("GET", "/v1/history"))["changes"]
    lines = text.split("\n")
    yield from differs("the number of lines", len(lines) - 1, len(changes))
    yield from differs("what a terminal obeys", [letter for line in lines for letter in line if obeyed(letter)], [])
    raw = server.run("history", "--json")
    yield from differs("what a terminal obeys in JSON", [letter for letter in raw if obeyed(letter) and letter != "\n"], [])
    yield from differs("the note in JSON", json.loads(raw)["changes"][0]["note"], theme["note"])


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags = []

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, tuple(name for name, _ in attributes)))


def tags(text):
    parser = Tags()
    parser.feed(text)
    return parser.tags


def as_pages(server, theme):
    """No word of a theme makes an element or an attribute of a page."""
    for page in ("/", "/docs"):
        found = tags(server.ask("GET", page))
        kept = server.__dict__.setdefault("pages", {}).setdefault(page, found)
        yield from differs(f"the elements of {page}", found, kept)


FORMS = [as_json, as_tokens, as_css, as_xml, as_android_archive, as_asset_catalog, as_history, on_the_terminal, as_pages]

"""Checks documents that were made to be slow to read: one line of a table for each kind.

usage: documents.py LIVERY FOLDER
"""
import json
import pathlib
import sys
import time

import cost
import tokens
from cost import Beside, Server, high, median

PROGRAM, WORK = sys.argv[1], pathlib.Path(sys.argv[2])
MOST = 4 << 20
# So many colors, images, values and rules a theme may have: of more nothing is read.
SERVED = 65_536
LONG = "x" * 20


def filled(head, item, tail, separator=",", most=None):
    """As many items as fit, or so many, by their numbers."""
    parts, size, number = [], len(head) + len(tail), 0
    while True:
        text = item(number)
        size += len(text) + len(separator)
        if size > MOST or number == most:
            break
        parts.append(text)
        number += 1
    return head + separator.join(parts) + tail, number


def rules(item, most=None):
    return filled('{"appearance":[', item, "]}", most=most)


def colors(item, most=None):
    return filled('{"colors":{', item, "}}", most=most)


def traits(number):
    """Sets of traits that differ from rule to rule."""
    names = ["userInterfaceStyle", "displayScale", "userInterfaceIdiom", "accessibilityContrast"]
    values = [["light", "dark"], ["1", "2", "3"], ["phone", "pad", "tv"], ["normal", "high"]]
    return {name: value[number // (index + 1) % len(value)] for index, (name, value) in enumerate(zip(names, values))}


def hyphens(number):
    """Names that have the same letters and other words."""
    return "".join(letter + ("-" if number >> place & 1 else "") for place, letter in enumerate("abcdefghijklmnopq")) + "r"


KINDS = {
    "rules with contrast": lambda: rules(lambda n: json.dumps(
        {"for": f"UILabel.s{n}", "set": {"textColor": f"#{n % 0x1000000:06x}", "backgroundColor": "#808080"}})),
    "rules in containers with contrast": lambda: rules(lambda n: json.dumps(
        {"for": "UILabel", "in": f"UIView.s{n}/UIView.t{n % 7}", "set": {"textColor": "#777", "backgroundColor": "#888"}})),
    "rules with traits": lambda: rules(lambda n: json.dumps(
        {"for": f"UILabel.s{n % 50}", "traits": traits(n), "set": {"textColor": f"#{n % 0x1000000:06x}"}})),
    "styles": lambda: rules(lambda n: json.dumps({"for": f"UIView.style{n}", "set": {"backgroundColor": "#123"}})),
    "unknown references": lambda: rules(lambda n: json.dumps(
        {"for": f"UIView.s{n}", "set": {"backgroundColor": "{nothing%d}" % n}})),
    "wrong color references": lambda: colors(lambda n: '"c%d":"{b%d}"' % (n, n)),
    "flat names that collide": lambda: colors(lambda n: '"%s":"#123"' % hyphens(n)),
    "wrong properties": lambda: filled('{"appearance":[{"for":"UIView","set":{', lambda n: '"p%d":1' % n, "}}]}"),
    "aliases in a chain": lambda: filled(
        '{"colors":{"a0":"#123456",', lambda n: '"a%d":"{a%d}"' % (n + 1, n), "}}"),
    "colors in variants": lambda: colors(
        lambda n: '"c%d":{"value":"#123","when":[{"traits":{"userInterfaceStyle":"dark"},"value":"#456"}]}' % n),
    "unknown keys": lambda: filled("{", lambda n: '"k%d":1' % n, "}"),
    "wrong traits": lambda: rules(lambda n: json.dumps({"for": "UIView", "traits": {f"t{n}": "x"}, "set": {"backgroundColor": "#123"}})),
    "wrong classes": lambda: rules(lambda n: json.dumps({"for": f"UIVeiw{n}", "set": {"backgroundColor": "#123"}})),
    "images": lambda: filled('{"images":{', lambda n: '"i%d":"file%d"' % (n, n), "}}"),
    "one rule again and again": lambda: rules(lambda n: '{"for":"UIView","set":{"backgroundColor":"#123"}}'),
    "aliases in a chain, as many as are served": lambda: filled(
        '{"colors":{"a00000%s":"#123456",' % LONG, lambda n: '"a%05d%s":"{a%05d%s}"' % (n + 1, LONG, n, LONG), "}}",
        most=SERVED - 1),
    "flat names that collide, as many as are served": lambda: colors(
        lambda n: '"%s":"rgb(17 34 51 / 12.5%%)"' % hyphens(n), SERVED),
    "wrong color references, as many as are served": lambda: colors(
        lambda n: '"c%05d%s":"{b%05d%s}"' % (n, LONG, n, LONG), SERVED),
    "images, as many as are served": lambda: filled(
        '{"images":{', lambda n: '"i%05d%s":"file%05d%s"' % (n, LONG, n, LONG), "}}", most=SERVED),
    "one rule again and again, as many as are served": lambda: rules(
        lambda n: '{"for":"UIView.%s","set":{"backgroundColor":"#123"}}' % LONG[:8], SERVED),
    "numbers in a list": lambda: filled('{"values":{"v":[', lambda n: "1", "]}}"),
    "numbers in a list, as many as are read": lambda: filled('{"values":{"v":[', lambda n: "12.25", "]}}", most=699_990),
    "nothing but brackets": lambda: ("[" * (MOST - 1), MOST - 1),
    "nothing but commas": lambda: ('{"colors":{' + "," * (MOST - 20) + "}}", MOST - 20),
    "no JSON at all": lambda: ("\x01" * MOST, MOST),
    "dense design tokens": tokens.dense,
    "12 modifiers of 4 contexts": tokens.resolver,
    "Tokens Studio": tokens.studio,
    "Style Dictionary without types": tokens.plain,
    "variables of Figma in a circle": tokens.variables,
    "references in a circle": tokens.circle,
    "tokens that are left out": tokens.wrong,
}
# Of those that are not in Livery's own form.
FORMATS = {
    "dense design tokens": "tokens", "12 modifiers of 4 contexts": "resolver", "Tokens Studio": "tokensstudio",
    "Style Dictionary without types": "tokensstudio", "variables of Figma in a circle": "tokens",
    "references in a circle": "tokens", "tokens that are left out": "tokens"}


def measure(server, kind, make):
    document, count = make()
    quiet, reader, writer = server.connect(), server.connect(), server.connect()
    turns = iter(range(1 << 30))
    themes = ["customer-00001", "customer-00002"]
    gets = Beside(lambda: reader.get("/v1/theme")[2], pause=0.002)
    switches = Beside(lambda: writer.switch("main", themes, next(turns)), pause=0.005)
    # What those beside take is there before.
    time.sleep(1)
    server.forget_peak()
    before = server.peak_bytes()
    status, data, seconds = quiet.ask("POST", f"/v1/check?format={FORMATS.get(kind, 'livery')}", document)
    grown = server.peak_bytes() - before
    got, switched = gets.end(), switches.end()
    found = json.loads(data)
    if status != 200:
        raise SystemExit(f"{kind}: {status} {data[:300]}")
    told = len(found["problems"])
    print(f"| {kind} | {count} | {len(document) / (1 << 20):.1f} | {told} | {seconds:.2f}{'' if seconds <= 2 else ' **!**'} | "
          f"{grown / len(document):.1f}{'' if grown <= 12 * len(document) else ' **!**'} | "
          f"{median(switched):.2f}, {high(switched):.2f} | {median(got):.2f}, {high(got):.2f} |", flush=True)


def main():
    config = cost.folder(WORK / "config", 10)
    print("| kind | items | MiB | problems told | seconds (asked 2) | memory ÷ document (asked 12) | "
          "a switch beside, median and p99 ms | a GET beside, median and p99 ms |")
    print("|---|---:|---:|---:|---:|---:|---|---|")
    only = sys.argv[3:]
    for kind, make in KINDS.items():
        if only and kind not in only:
            continue
        with Server(PROGRAM, WORK, config) as server:
            measure(server, kind, make)


main()

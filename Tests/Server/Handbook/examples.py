"""The examples of /docs: asked in the order of their file, since some lean on what others did."""

import json
import re
import urllib.error
import urllib.request

from font import font

FILE = "Web/docs/examples.json"
MOST_MEMBERS, MOST_ITEMS, MOST_LINES, MOST_LEVELS, LONGEST = 11, 2, 8, 6, 160


def read():
    with open(FILE, encoding="utf-8") as file:
        return json.load(file)


def problems(address):
    """Where the server answers in another shape than an example says, or an operation has none."""
    found, known = [], {}
    examples = read()
    for name, example in examples.items():
        now = ask(address, renamed(example, known))
        for part in ("status", "type"):
            if now.get(part) != example.get(part):
                found.append(f"{name}: the {part} is {now.get(part)}, the example says {example.get(part)}")
        then, answer = example.get("answer"), now.get("answer")
        if shape(then) != shape(answer):
            found.append(f"{name}: the answer has another shape than the example says: {json.dumps(answer)[:600]}")
        learn(known, then, answer)
    with urllib.request.urlopen(f"{address}/openapi.json", timeout=60) as reply:
        paths = json.load(reply)["paths"]
    operations = {operation["operationId"] for path in paths.values() for operation in path.values()}
    found += [f"{name} has no example" for name in sorted(operations - set(examples))]
    found += [f"there is no operation {name}" for name in sorted(set(examples) - operations)]
    return found


def record(address):
    """Writes down what the server answers now."""
    known, written = {}, {}
    for name, example in read().items():
        then = example.pop("answer", None)
        request = renamed({key: example[key] for key in ("request", "headers", "body", "file") if key in example}, known)
        written[name] = {**request, **ask(address, request)}
        learn(known, then, written[name].get("answer"))
    with open(FILE, "w", encoding="utf-8") as file:
        file.write(json.dumps(written, indent=2, ensure_ascii=False) + "\n")


def ask(address, example):
    method, target = example["request"].split(" ", 1)
    headers = dict(example.get("headers", {}))
    data = None
    if "body" in example:
        headers.setdefault("Content-Type", "application/json")
        data = json.dumps(example["body"]).encode()
    if "file" in example:
        data = content(example["file"])
    request = urllib.request.Request(address + target, data=data, method=method, headers=headers)
    try:
        reply = urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as error:
        reply = error
    with reply:
        answer = {"status": reply.status}
        if body := reply.read():
            kind = reply.headers["Content-Type"].split(";")[0]
            answer["type"] = kind
            if kind.endswith("json"):
                answer["answer"] = cut(json.loads(body))
            elif kind.startswith("text/") or kind.endswith("xml"):
                answer["answer"] = cut_text(body.decode())
        return answer


def content(file):
    """The bytes of a file of the repository, which has no font."""
    if file.endswith(".ttf"):
        return font(500)
    with open(file, "rb") as opened:
        return opened.read()


def cut(value, level=0):
    """As much of an answer as a reader needs."""
    if isinstance(value, (dict, list)) and value and level == MOST_LEVELS:
        return "…"
    if isinstance(value, dict):
        members = list(value.items())
        chosen = members[: 4 if len(members) > MOST_MEMBERS else None]
        return {name: cut(member, level + 1) for name, member in chosen}
    if isinstance(value, list):
        return [cut(item, level + 1) for item in value[:MOST_ITEMS]]
    return value[:LONGEST] + "…" if isinstance(value, str) and len(value) > LONGEST else value


def cut_text(text):
    lines = [line[:LONGEST] for line in text.splitlines()]
    return "\n".join(lines[:MOST_LINES] + (["…"] if len(lines) > MOST_LINES else []))


def shape(value):
    """What holds whatever the themes say: names, kinds, counts; of text the lines without numbers."""
    if isinstance(value, dict):
        return {name: shape(member) for name, member in value.items()}
    if isinstance(value, list):
        return [shape(item) for item in value]
    if isinstance(value, str) and "\n" in value:
        return re.sub(r"[0-9a-f]*\d[0-9a-f.]*", "0", value)
    return "number" if type(value) in (int, float) else type(value).__name__


def learn(known, then, now):
    """Cursors and names that the server makes up are others each time; later examples name them."""
    if isinstance(then, dict) and isinstance(now, dict):
        for name in then:
            learn(known, then[name], now.get(name))
    elif isinstance(then, list) and isinstance(now, list):
        for one, other in zip(then, now):
            learn(known, one, other)
    elif isinstance(then, str) and isinstance(now, str) and then != now and len(then) >= 6:
        known[then] = now


def renamed(example, known):
    text = json.dumps(example)
    for then, now in known.items():
        text = text.replace(json.dumps(then)[1:-1], json.dumps(now)[1:-1])
    return json.loads(text)

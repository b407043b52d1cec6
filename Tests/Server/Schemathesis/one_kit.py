"""Leaves what other kits than uikit say of traits out of the document that schemathesis asks from.

The program brings several kits along. A trait of another kit than a named theme's is refused, as is a value that only
another kit has, and a schema has no way to say so. It also leaves the
keys of drafts out, and sends the bodies that are fonts as they are.
"""

import json
import pathlib

import schemathesis

KITS = pathlib.Path(__file__).resolve().parents[3] / "Config/kits"
KNOWN = json.loads((KITS / "uikit.json").read_text(encoding="utf-8"))["traits"]


@schemathesis.serializer("font/woff2", "font/woff", "font/ttf", "font/otf")
def as_bytes(context, value):
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.hook
def before_load_schema(context, raw_schema):
    shared = raw_schema["components"]["parameters"]
    foreign = {
        f"#/components/parameters/{key}"
        for key, parameter in shared.items()
        if parameter["description"].startswith("A trait of ") and parameter["name"] not in KNOWN
    }
    if not foreign:
        raise SystemExit("one_kit: no trait of another kit is in the document; is this still needed?")
    for parameter in shared.values():
        values = KNOWN.get(parameter["name"], {}).get("values")
        if parameter["description"].startswith("A trait of ") and values:
            parameter["schema"]["enum"] = values
    # No generator finds the key of a draft, and each wrong one delays the next answer.
    foreign |= {f"#/components/parameters/{key}" for key, parameter in shared.items() if parameter["name"] == "draft"}
    for path in raw_schema["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict) and "parameters" in operation:
                operation["parameters"] = [one for one in operation["parameters"] if one.get("$ref") not in foreign]

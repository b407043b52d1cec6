"""Token documents that say much in few bytes, in the three formats that Livery reads them in."""
import json

# So many tokens a document may have.
MOST = 20_000


def color(number):
    return {"colorSpace": "srgb", "components": [round(number % 97 / 97, 3), round(number % 89 / 89, 3), 0.5]}


def token(number):
    """Of ten tokens five are colors, two refer to one of these, two are lengths, one is a number that is described."""
    kind = number % 10
    if kind < 5:
        return {"$type": "color", "$value": color(number)}
    if kind < 7:
        return {"$type": "color", "$value": "{g%d.t%d}" % (number // 100, number - kind)}
    if kind < 9:
        return {"$type": "dimension", "$value": {"value": number % 64, "unit": "px"}}
    return {"$type": "number", "$value": number, "$description": "A number of the system"}


def grouped(numbers, token=token):
    """A hundred tokens in each group."""
    groups = {}
    for number in numbers:
        groups.setdefault(f"g{number // 100}", {})[f"t{number}"] = token(number)
    return groups


def dense():
    return json.dumps(grouped(range(MOST))), MOST


def resolver(modifiers=12, contexts=4, base=10_000, touched=200):
    """A set of tokens, and modifiers of which each touches some of them anew in each of its contexts."""
    order = [{"name": "base", "type": "set", "sources": [grouped(range(base))]}]
    for modifier in range(modifiers):
        own = range(modifier * touched, (modifier + 1) * touched)
        order.append({
            "name": f"m{modifier}", "type": "modifier", "default": "c0",
            "contexts": {f"c{context}": [grouped(own)] for context in range(contexts)}})
    return json.dumps({"version": "2025.10", "resolutionOrder": order}), base + modifiers * contexts * touched


def studio_token(number):
    """Of twenty tokens seven are colors, two of which are changed or faded, four are sums, one has the parts of a font and one
    those of a shadow, the others are lengths that are described."""
    kind, first = number % 20, number - number % 20
    near = "{g%d.t%d}" % (first // 100, first)
    if kind < 5:
        return {"type": "color", "value": "#%06x" % (number * 7919 % 0x1000000)}
    if kind == 5:
        change = {"type": "darken", "value": "0.1", "space": "lch"}
        return {"type": "color", "value": near, "$extensions": {"studio.tokens": {"modify": change}}}
    if kind == 6:
        return {"type": "color", "value": f"rgba({near}, 0.5)"}
    if kind < 11:
        return {"type": "spacing", "value": "{g%d.t%d} * 2" % (first // 100, first + 13)}
    if kind == 11:
        return {"type": "typography", "value": {"fontFamily": "Inter", "fontSize": "16px", "fontWeight": "400"}}
    if kind == 12:
        return {"type": "boxShadow", "value": {"x": "0", "y": "1px", "blur": "2px", "spread": "0", "color": near}}
    return {"type": "spacing", "value": f"{number % 64}px", "description": "A length of the system, in pixels"}


def studio(touched=1_000):
    """One set for everything, and two groups of themes with sets that touch some of it."""
    sets = {
        "core": grouped(range(MOST - 2 * touched), studio_token),
        "dark": grouped(range(touched), studio_token),
        "compact": grouped(range(touched, 2 * touched), studio_token)}
    themes = [
        ("light", "mode", []), ("dark", "mode", ["dark"]),
        ("regular", "density", []), ("compact", "density", ["compact"])]
    sets["$themes"] = [
        {"id": name, "name": name, "group": group,
         "selectedTokenSets": {"core": "enabled", **{own: "enabled" for own in owns}}}
        for name, group, owns in themes]
    sets["$metadata"] = {"tokenSetOrder": ["core", "dark", "compact"]}
    return json.dumps(sets), MOST


def plain():
    """Style Dictionary's form without types: colors by their digits, and references to them."""
    def token(number):
        near = "{g%d.t%d.value}" % (number // 100, number - number % 5)
        return {"value": near if number % 5 else "#%06x" % (number * 7919 % 0x1000000)}

    return json.dumps(grouped(range(MOST), token)), MOST


def variables():
    """Variables of Figma that refer to one another in one circle, with their values beside that."""
    def token(number):
        other = (number + 1) % MOST
        data = {"targetVariableName": f"g{other // 100}/t{other}"}
        return {"$type": "number", "$value": 1, "$extensions": {"com.figma.aliasData": data}}

    return json.dumps(grouped(range(MOST), token)), MOST


def circle():
    """References in one circle."""
    return json.dumps({f"t{n}": {"$type": "number", "$value": "{t%d}" % ((n + 1) % MOST)} for n in range(MOST)}), MOST


def wrong():
    """Values that nobody can say, and references to them."""
    def token(number):
        return {"$type": "color", "$value": {"r": 1} if number % 2 else "{g%d.t%d}" % (number // 100, number + 1)}

    return json.dumps(grouped(range(MOST), token)), MOST

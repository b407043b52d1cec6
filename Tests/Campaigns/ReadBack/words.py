"""Words that end strings, comments and tags in one language or another, alone and put together."""

import random
import unicodedata

PIECES = [
    "*/", "/*", "*\u0301/", "*/\u0301", "*\u200d/", "</style>", "<script>alert(1)</script>", "<!--", "-->", "]]>", "<![CDATA[",
    '"', "'", "\\", "\\\"", "\\'", '"\u0301', "\\\u0301", "\u200d", "\u202e", "\u2066", "\r\n", "\n", "\r", "\t", "\u0085",
    "\u2028", "\u2029", "\ufeff", "\u0000", "\u0001", "\u001b[31m", "\u007f", "\u009b2J", "\ufffe", "\uffff", "&amp;", "&#x0;",
    "&", "<", ">", "@string/x", "?attr/y", "%s", "%1$d", "${x}", "{accent}", ";}", "}*{", "url(//evil.example)", "@import 'x';",
    "expression(", "\U0001f600", "e\u0301", "\u00e9", "\U000e0001", "data:,", "__proto__", "null", " ", "  ", "-", "a", "Z9",
]


class Words:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def text(self):
        return "".join(self.random.choice(PIECES) for _ in range(self.random.randrange(1, 7)))

    def line(self):
        """What a note may be: without a NUL, and not longer than a note is."""
        return self.text().replace("\u0000", "0")[:100]

    def trait(self):
        """What a trait of text may be: up to 64 characters, none of them a control character."""
        return "".join(letter for letter in self.text() if unicodedata.category(letter) != "Cc")[:40] or "x"

    def name(self):
        """A name as the format allows it, near to what a parser takes for something else."""
        start = self.random.choice(["a", "b", "accent", "constructor", "__proto__", "toString", "url"])
        return start + "".join(self.random.choice("abcXYZ019._-") for _ in range(self.random.randrange(6)))

    def theme(self):
        color = lambda: f"#{self.random.getrandbits(24):06x}"
        names = {}
        for _ in range(self.random.randrange(1, 6)):
            name = self.name().strip("._-")
            names.setdefault("".join(letter for letter in name.lower() if letter.isalnum()), name)
        colors = {name: color() for name in names.values() if name[0].isalpha()}
        colors["varied"] = {"value": color(), "when": [{"traits": {"typesettingLanguage": self.trait()}, "value": color()}]}
        family = self.text()
        return {
            "family": family,
            "note": self.line(),
            "document": {
                "title": self.text(), "colors": colors,
                # A brace would refer to another value.
                "values": {"face": {"type": "fontFamily", "value": [family.replace("{", "(").replace("}", ")")]}},
                "appearance": [{"for": "UILabel", "set": {"font": {"name": family, "size": 12}}}],
            },
        }

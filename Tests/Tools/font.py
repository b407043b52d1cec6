"""Fonts that checks make for themselves."""

import io

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont


def font(width, weight=400, flavor=None):
    """A font whose letters are all as wide, in thousandths of its size."""
    pen = TTGlyphPen(None)
    for point in ((0, 0), (width, 0), (width, 700), (0, 700)):
        (pen.lineTo if pen.points else pen.moveTo)(point)
    pen.closePath()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "box"])
    builder.setupCharacterMap({code: "box" for code in range(32, 127)})
    builder.setupGlyf({".notdef": pen.glyph(), "box": pen.glyph()})
    builder.setupHorizontalMetrics({name: (width, 0) for name in (".notdef", "box")})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Brand", "styleName": "Regular"})
    builder.setupOS2(usWeightClass=weight, sTypoAscender=800, sTypoDescender=-200)
    builder.setupPost()
    file = io.BytesIO()
    builder.save(file)
    if flavor:
        again = TTFont(io.BytesIO(file.getvalue()))
        again.flavor, file = flavor, io.BytesIO()
        again.save(file)
    return file.getvalue()

"""Makes the two fonts of src/look/fonts from the packages of Fontsource: python tools/subset-fonts.py

Needs Python 3.9 or later with fonttools 4 and brotli (pip install fonttools brotli).
"""

import io
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parent.parent
# The ranges of src/look/fonts.css.
CHARACTERS = (
    "0020-007E 00A0 00A3 00A7 00A9 00AB 00B0-00B3 00B7 00BB-00BE 00D7 00F7 2013-2014 2018-2019 201C-201D "
    "2022 2026 2032-2033 20AC 2191 2193 2212"
)
FEATURES = ["ccmp", "kern", "liga", "mark", "pnum", "tnum"]
# Names of the files, of the packages, and the lightest and heaviest weight of the style sheets.
FONTS = [("market-sans", "source-sans-3", 400, 700), ("market-serif", "source-serif-4", 400, 600)]


def codepoints():
    for part in CHARACTERS.split():
        first, _, last = part.partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def rename(font, name):
    """Gives a font a name of its own, because its licence reserves the name of the original."""
    family = name.replace("-", " ").title()
    for number in (1, 3, 4, 16):
        if font["name"].getDebugName(number):
            font["name"].setName(family, number, 3, 1, 0x409)
    font["name"].setName(family.replace(" ", ""), 6, 3, 1, 0x409)


def main():
    options = Options()
    options.layout_features = FEATURES
    options.name_IDs = [0, 1, 2, 3, 4, 6, 13, 14]
    options.notdef_outline = True
    for name, package, lightest, heaviest in FONTS:
        files = ROOT / "node_modules/@fontsource-variable" / package / "files"
        whole = TTFont(files / f"{package}-latin-wght-normal.woff2", recalcTimestamp=False)
        copy = io.BytesIO()
        instantiateVariableFont(whole, {"wght": (lightest, heaviest)}).save(copy)
        copy.seek(0)
        font = TTFont(copy, recalcTimestamp=False)
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=codepoints())
        subsetter.subset(font)
        rename(font, name)
        font.flavor = "woff2"
        font.save(ROOT / "src/look/fonts" / f"{name}.woff2")


main()

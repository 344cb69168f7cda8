"""Makes Onest's two files of the cabinet out of the published ones: weights 400 to 700, and the ruble among the Latin.

Needs python3-fonttools and python3-brotli; run as: make-fonts.py <folder with onest-*-wght-normal.woff2> <folder to write to>
"""

import copy
import sys
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import _g_l_y_f as glyphs
from fontTools.varLib import instancer

source, target = map(Path, sys.argv[1:3])


def read(script):
    font = TTFont(source / f"onest-{script}-wght-normal.woff2")
    return instancer.instantiateVariableFont(font, {"wght": (400, 700)})


def append(font, name, glyph, variations, metrics, code):
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"].glyphs[name] = glyph
    font["gvar"].variations[name] = variations
    font["hmtx"].metrics[name] = metrics
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[code] = name


def save(font, script):
    # Without HVAR browsers take widths from gvar, where the appended glyphs have theirs.
    for table in ("HVAR", "STAT", "DSIG"):
        if table in font:
            del font[table]
    font.flavor = "woff2"
    font.save(target / f"onest-{script}.woff2")


latin, extended = read("latin"), read("latin-ext")
# Decompiles what the order of glyphs decides before it grows.
latin["gvar"], latin["glyf"], latin["GPOS"], latin["GSUB"], latin["GDEF"]
ruble = extended.getBestCmap()[0x20BD]
append(latin, "ruble", copy.deepcopy(extended["glyf"][ruble]), extended["gvar"].variations[ruble], extended["hmtx"][ruble], 0x20BD)
for name, code, width in (("thin", 0x2009, 200), ("narrow", 0x202F, 200)):
    if code not in latin.getBestCmap():
        append(latin, name, glyphs.Glyph(), [], (width, 0), code)
save(latin, "latin")
save(read("cyrillic"), "cyrillic")

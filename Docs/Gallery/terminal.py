#!/usr/bin/env python3
"""Reads a terminal's output from standard input, and writes it as SVG to standard output.

The script understands two kinds of escape sequences: some select a colour of the 256-colour palette, others reset the
colours. EventPass uses no other escape sequences to show symbols. Block characters are drawn as rectangles that
fill parts of their cells, so that neighbouring blocks touch with every font.
"""

import re
import sys
import unicodedata
from xml.sax.saxutils import escape

CELL, LINE, SIZE, MARGIN = 8, 16, 13, 12
PAPER, INK = "#12202b", "#e6edf3"
# The halves of a character cell that each block character fills: the index of the first filled half (0 is the upper
# half), and the number of filled halves.
BLOCKS = {"█": (0, 2), "▀": (0, 1), "▄": (1, 1)}
ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")


def palette(number):
    """The RGB colour of a palette number from 16 to 255.

    Users can redefine the colours 0 to 15, so symbols do not use them.
    """
    if number > 231:
        level = 8 + 10 * (number - 232)
        return f"#{level:02x}{level:02x}{level:02x}"
    steps = (0, 95, 135, 175, 215, 255)
    red, green, blue = (steps[(number - 16) // part % 6] for part in (36, 6, 1))
    return f"#{red:02x}{green:02x}{blue:02x}"


def colours(code, paper, ink):
    numbers = [int(number or 0) for number in code.split(";")]
    while numbers:
        first = numbers.pop(0)
        if first == 0:
            paper, ink = None, INK
        elif first in (38, 48) and len(numbers) > 1 and numbers[0] == 5:
            colour = palette(numbers[1])
            paper, ink = (colour, ink) if first == 48 else (paper, colour)
            numbers = numbers[2:]
        else:
            sys.exit(f"terminal.py: there is no colour {first} here yet")
    return paper, ink


def width(letter):
    if unicodedata.combining(letter) or unicodedata.category(letter) == "Cf":
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def rectangle(x, y, width, height, colour):
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}"/>'


def line(text, row):
    """The SVG shapes of a line of text, and its number of columns."""
    top = MARGIN + row * LINE
    shapes, words, column = [], [], 0
    paper, ink = None, INK
    for index, part in enumerate(ESCAPE.split(text)):
        if index % 2:
            paper, ink = colours(part, paper, ink)
            continue
        start = MARGIN + column * CELL
        columns = sum(width(letter) for letter in part)
        if paper and columns:
            shapes.append(rectangle(start, top, columns * CELL, LINE, paper))
        for letter in part:
            if letter in BLOCKS:
                upper, halves = BLOCKS[letter]
                shapes.append(
                    rectangle(MARGIN + column * CELL, top + upper * LINE // 2, CELL, halves * LINE // 2, ink))
            column += width(letter)
        # Each word is placed at its first column and stretched to the width of its columns, so that the font's width
        # does not matter.
        for word in re.finditer(r"\S+", re.sub("[█▀▄]", " ", part)):
            before = sum(width(letter) for letter in part[: word.start()])
            length = sum(width(letter) for letter in word.group())
            words.append(
                f'<text x="{start + before * CELL}" y="{top + 12}" fill="{ink}" textLength="{length * CELL}"'
                f' lengthAdjust="spacingAndGlyphs">{escape(word.group())}</text>')
    return shapes + words, column


lines = [text.rstrip("\r") for text in sys.stdin.read().rstrip("\n").split("\n")]
drawn = [line(text, row) for row, text in enumerate(lines)]
across = 2 * MARGIN + CELL * max(columns for _, columns in drawn)
down = 2 * MARGIN + LINE * len(lines)
print(
    f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}" shape-rendering="crispEdges"'
    f' font-family="Noto Sans Mono, monospace" font-size="{SIZE}">')
print(rectangle(0, 0, across, down, PAPER))
for shapes, _ in drawn:
    print("\n".join(shapes))
print("</svg>")

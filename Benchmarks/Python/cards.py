"""Draws pictures for lock screens with Pillow and segno, with the sizes and texts of `eventpass ticket export --format card`.

    python3 cards.py TICKETS FOLDER EVENT DATE VENUE

TICKETS is a file with the output of `eventpass ticket list --json`. The symbol is drawn with one pixel for each module
and then enlarged, because this is the fastest way with Pillow.
"""

import json
import sys

import segno
from PIL import Image, ImageDraw, ImageFont

FONTS = "/usr/share/fonts/truetype/noto"
WIDTH, HEIGHT = 1170, 2532
MARGIN, PANEL, PANEL_TOP = 96, 912, 1280
BACKGROUND, WHITE, MUTED = (22, 27, 34), (255, 255, 255), (170, 178, 189)


def fitting(text, font, size, smallest, width):
    """The font in the largest size at which the text is not too wide."""
    while size > smallest and font_of(font, size).getlength(text) > width:
        size -= 2
    return font_of(font, size)


def font_of(name, size, loaded={}):
    if (name, size) not in loaded:
        loaded[name, size] = ImageFont.truetype(f"{FONTS}/{name}.ttf", size)
    return loaded[name, size]


def draw_card(ticket, event, date, venue):
    card = Image.new("RGB", (WIDTH, HEIGHT), BACKGROUND)
    pen = ImageDraw.Draw(card)

    def write(text, y, font, size, smallest, colour):
        pen.text((MARGIN, y), text, colour, fitting(text, font, size, smallest, WIDTH - 2 * MARGIN))

    write(event, 824, "NotoSans-Bold", 76, 32, WHITE)
    write(date, 940, "NotoSans-Regular", 42, 30, MUTED)
    write(venue, 998, "NotoSans-Regular", 42, 30, MUTED)
    write(ticket["holder"] or "", PANEL_TOP - 100, "NotoSans-Bold", 56, 32, WHITE)
    write(ticket["type"], PANEL_TOP + PANEL + 28, "NotoSans-Regular", 42, 28, WHITE)
    write(ticket["code"], PANEL_TOP + PANEL + 86, "NotoSansMono-Regular", 42, 28, MUTED)
    left = (WIDTH - PANEL) // 2
    pen.rounded_rectangle((left, PANEL_TOP, left + PANEL, PANEL_TOP + PANEL), 36, WHITE)
    matrix = segno.make(ticket["token"], error="m", micro=False, boost_error=False).matrix
    modules = len(matrix)
    symbol = Image.frombytes("L", (modules, modules), bytes(0 if dark else 255 for row in matrix for dark in row))
    side = PANEL // (modules + 8) * modules
    inset = (PANEL - side) // 2
    card.paste(symbol.resize((side, side), Image.Resampling.NEAREST), (left + inset, PANEL_TOP + inset))
    return card


def main():
    tickets, folder, event, date, venue = sys.argv[1:]
    with open(tickets, encoding="utf-8") as lines:
        for line in lines:
            ticket = json.loads(line)
            draw_card(ticket, event, date, venue).save(f"{folder}/{ticket['code']}.png")


main()

"""Draws tickets with ReportLab and segno, ten on each A4 page, in the layout of Samples/Layouts/a4-10.json.

    python3 sheets.py TICKETS OUTPUT EVENT DATE VENUE

TICKETS is a file with the output of `eventpass ticket list --json`. The script is written to be as fast as ReportLab
allows. It uses ReportLab's own fonts without embedding them. It draws the dark modules (squares) of a symbol as one
path, with one rectangle for each run of dark modules in a row.
"""

import json
import sys

import segno
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
DOT = 72 / 300
COLUMNS, ROWS = 2, 5
WIDTH, HEIGHT = 92 * MM, 52 * MM


def write(canvas, text, x, y, width, height, size, smallest, font="Helvetica", lines=1, align="start"):
    """Draws a text in a box whose upper left corner is at x, y.

    If the text is too wide, its font size is reduced. If the text is too wide even at the smallest size, it is wrapped,
    and only its first `lines` lines are drawn.
    """
    if not text:
        return
    while size > smallest and stringWidth(text, font, size) > width:
        size -= 0.5
    rows = [text] if stringWidth(text, font, size) <= width else simpleSplit(text, font, size, width)[:lines]
    canvas.setFont(font, size)
    y -= (height - 1.2 * size * len(rows)) / 2 + size
    for row in rows:
        if align == "centre":
            canvas.drawCentredString(x + width / 2, y, row)
        else:
            canvas.drawString(x, y, row)
        y -= 1.2 * size


def draw_symbol(canvas, token, x, y, side):
    """Draws a symbol with its quiet zone in the middle of a box.

    The side of each module is a whole number of dots of a 300 dpi printer.
    """
    matrix = segno.make(token, error="m", micro=False, boost_error=False).matrix
    modules = len(matrix)
    module = int(side / DOT / (modules + 8)) * DOT
    left = x + (side - modules * module) / 2
    top = y - (side - modules * module) / 2
    path = canvas.beginPath()
    for index, row in enumerate(matrix):
        bottom = top - (index + 1) * module
        start = None
        for column, dark in enumerate(row + b"\0"):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                path.rect(left + start * module, bottom, (column - start) * module, module)
                start = None
    canvas.drawPath(path, stroke=0, fill=1)


def draw_ticket(canvas, ticket, x, y, event, date, venue):
    canvas.setFillColorRGB(1, 0.478, 0)
    canvas.rect(x, y - 2 * MM, WIDTH, 2 * MM, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    write(canvas, event, x + 5 * MM, y - 5.5 * MM, 47 * MM, 12 * MM, 13, 7, "Helvetica-Bold", 2)
    holder = ticket["holder"] or ""
    write(canvas, holder, x + 5 * MM, y - 29 * MM, 47 * MM, 10.5 * MM, 11, 6, "Helvetica-Bold", 2)
    write(canvas, ticket["type"], x + 5 * MM, y - 41 * MM, 30 * MM, 6 * MM, 9, 6)
    write(canvas, ticket["code"], x + 54 * MM, y - 41 * MM, 36 * MM, 6 * MM, 10, 10, "Courier-Bold", 1, "centre")
    draw_symbol(canvas, ticket["token"], x + 54 * MM, y - 5 * MM, 36 * MM)
    canvas.setFillColorRGB(0.243, 0.298, 0.349)
    write(canvas, date, x + 5 * MM, y - 18.5 * MM, 47 * MM, 4.5 * MM, 8, 5.5)
    write(canvas, venue, x + 5 * MM, y - 23 * MM, 47 * MM, 4.5 * MM, 8, 5.5)


def draw_marks(canvas):
    canvas.setLineWidth(0.3)
    columns = [12 * MM + column * 94 * MM for column in range(COLUMNS)]
    rows = [A4[1] - 15.5 * MM - row * 53.5 * MM for row in range(ROWS)]
    for x in [edge for column in columns for edge in (column, column + WIDTH)]:
        canvas.line(x, rows[0] + MM, x, rows[0] + 5 * MM)
        canvas.line(x, rows[-1] - HEIGHT - MM, x, rows[-1] - HEIGHT - 5 * MM)
    for y in [edge for row in rows for edge in (row, row - HEIGHT)]:
        canvas.line(columns[0] - MM, y, columns[0] - 5 * MM, y)
        canvas.line(columns[-1] + WIDTH + MM, y, columns[-1] + WIDTH + 5 * MM, y)


def main():
    tickets, output, event, date, venue = sys.argv[1:]
    canvas = Canvas(output, pagesize=A4)
    cell = 0
    with open(tickets, encoding="utf-8") as lines:
        for line in lines:
            if cell == COLUMNS * ROWS:
                canvas.showPage()
                cell = 0
            if cell == 0:
                draw_marks(canvas)
            row, column = divmod(cell, COLUMNS)
            x = 12 * MM + column * 94 * MM
            y = A4[1] - 15.5 * MM - row * 53.5 * MM
            draw_ticket(canvas, json.loads(line), x, y, event, date, venue)
            cell += 1
    canvas.save()


main()

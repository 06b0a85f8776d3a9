#!/usr/bin/env python3
"""Writes guests.csv and guests.xlsx with 40 households and 120 fictitious guests. Every run writes the same bytes."""

import csv
import html
import pathlib
import zipfile

HERE = pathlib.Path(__file__).parent

# Each entry has family names and given names of one script or language, and the usual order of a full name.
PEOPLE = [
    (["Nakato", "Ssekandi", "Okello", "Byaruhanga", "Kyomuhendo", "Wasswa", "Achieng", "Tumusiime"],
     ["Grace", "Denis", "Harriet", "Juliet", "Moses", "Sarah", "Ronald", "Esther", "Ivan"], "given first"),
    (["O’Brien", "Müller", "Lefèvre", "Núñez", "D’Amico", "Šimková", "Þórsdóttir", "Nguyễn"],
     ["Éve", "Jürgen", "Zoë", "José", "Chloë", "Łukasz", "Ægir", "Dũng"], "given first"),
    (["حداد", "الفاسي", "منصور", "نجار"], ["ليلى", "يوسف", "مريم", "عمر"], "given first"),
    (["शर्मा", "वर्मा", "पटेल"], ["आरव", "दीया", "कबीर", "मीरा"], "given first"),
    (["王", "李", "张"], ["伟", "芳", "秀英", "小明"], "family first"),
    (["김", "박"], ["민준", "서연", "지우"], "family first"),
    (["ታደሰ", "ከበደ"], ["አበበ", "ሰላም", "ሄለን"], "given first"),
    (["Παπαδοπούλου", "Νικολάου"], ["Ελένη", "Γιώργος", "Μαρία"], "given first"),
    (["Иванова", "Шевченко"], ["Ольга", "Андрій", "Наталия"], "given first"),
    (["כהן", "לוי"], ["נועה", "דוד", "יעל"], "given first"),
    (["ใจดี"], ["สมชาย", "มาลี", "นภา"], "given first"),
    (["முருகன்"], ["கவிதா", "அருண்", "பிரியா"], "given first"),
    (["ბერიძე"], ["ნინო", "გიორგი", "თამარ"], "given first"),
    (["山田"], ["太郎", "花子", "さくら"], "family first"),
]
MEALS = ["beef", "fish", "vegetarian", "vegan", "halal", "kosher"]
HEADINGS = [
    "Household", "Name", "E-mail", "Phone", "Plus ones", "Meal", "Table", "Access", "Notes",
    "Wedding Ceremony", "Reception", "Farewell Brunch",
]


def households():
    """Yields, for each of 40 households, its name, family name, given names, and the order of a full name.

    One household has 18 guests, 24 households have 3 guests each, and 15 have 2 each.
    """
    families = [(family, given, order) for families, given, order in PEOPLE for family in families]
    for index, (family, given, order) in enumerate(families[:40]):
        size = 18 if index == 1 else 3 if index < 38 and index % 8 in (0, 2, 3, 5, 6) else 2
        yield f"Family {family}", family, [given[(index + n) % len(given)] for n in range(size)], order


def guests():
    rows = []
    for index, (household, family, given, order) in enumerate(households()):
        seen = {}
        for position, name in enumerate(given):
            seen[name] = seen.get(name, 0) + 1
            # If two or three guests of a household have the same name, the second gets "Jr" after the name, and the
            # third "III".
            suffix = {1: "", 2: " Jr", 3: " III"}[seen[name]]
            full = f"{family}{name}" if order == "family first" else f"{name} {family}"
            number = len(rows) + 1
            rows.append([
                household, full + suffix,
                f"guest{number}@example.org" if position == 0 or number % 3 == 0 else "",
                f"+256 700 {number:06d}" if position == 0 else "",
                str(1 + index % 2) if position == 0 and index % 5 == 0 else "",
                MEALS[number % len(MEALS)], str(1 + index // 4),
                "wheelchair" if number % 40 == 7 else "",
                {11: "=allergic to nuts", 29: "sings, with \"guitar\"", 63: "arrives late 🌙"}.get(number, ""),
                "yes", "x" if index % 4 != 3 else "no", "1" if index % 3 == 0 else "",
            ])
    return rows


def write_csv(rows):
    with open(HERE / "guests.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADINGS)
        writer.writerows(rows)


def write_xlsx(rows):
    """Writes the smallest workbook that spreadsheet programs open: one sheet with inline texts and with numbers."""
    def cell(column, line, text):
        place = f"{chr(ord('A') + column)}{line}"
        if text.isascii() and text.isdigit():
            return f'<c r="{place}"><v>{text}</v></c>'
        quoted = html.escape(text, quote=False)
        return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{quoted}</t></is></c>'

    lines = []
    for line, row in enumerate([HEADINGS] + rows, start=1):
        cells = "".join(cell(column, line, text) for column, text in enumerate(row) if text)
        lines.append(f'<row r="{line}">{cells}</row>')
    start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml":
            f'<Types xmlns="{package}/content-types"><Default Extension="rels" '
            f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kind}.worksheet+xml"/></Types>',
        "_rels/.rels":
            f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
            f'Type="{relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml":
            f'<workbook xmlns="{main}" xmlns:r="{relations}"><sheets>'
            f'<sheet name="Guests" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels":
            f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
            f'Type="{relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml":
            f'<worksheet xmlns="{main}"><sheetData>{"".join(lines)}</sheetData></worksheet>',
    }
    with zipfile.ZipFile(HERE / "guests.xlsx", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            # The time is fixed, so that the same rows always give the same bytes.
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, start + text)


if __name__ == "__main__":
    rows = guests()
    assert len(rows) == 120 and len({row[0] for row in rows}) == 40
    write_csv(rows)
    write_xlsx(rows)

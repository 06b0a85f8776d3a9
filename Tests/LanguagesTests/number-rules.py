"""Makes number-rules.txt for the languages of the program. For many counts, number-rules.txt has the plural category
and the formatted number (from Unicode CLDR), and the plural form (by the language's PO file, as GNU gettext reads it).

To run the script: pip install Babel; python3 number-rules.py
"""

import re
from gettext import c2py
from pathlib import Path

import babel
from babel import Locale
from babel.numbers import format_decimal

FOLDER = Path(__file__).resolve().parent
TRANSLATIONS = FOLDER.parent.parent / "Sources/CTranslations/po"
# The locale for the numbers of each language, as in the property `Language.locale` of the program.
LANGUAGES = {"en": "en_GB", "fr": "fr", "sw": "sw", "lg": "lg"}
COUNTS = list(range(201)) + [
    999, 1_000, 1_001, 1_234, 9_999, 10_000, 12_500, 100_000, 999_999, 1_000_000, 1_000_001, 1_500_000, 2_000_000,
    10_000_000, 1_234_567_890,
]


def plural_forms(language):
    """Returns the rule for plural forms in the header of a language's PO file. English has no PO file."""
    if language == "en":
        return "nplurals=2; plural=(n != 1);"
    header = (TRANSLATIONS / f"{language}.po").read_text(encoding="utf-8")
    return re.search(r'^"Plural-Forms: (.*)\\n"$', header, re.MULTILINE)[1]


lines = [
    f"# Made by number-rules.py with Babel {babel.__version__}. Do not edit.",
    "# Columns, with tabs: language, count, category (CLDR), form (gettext, by the next header), text (CLDR)",
]
for language, name in LANGUAGES.items():
    locale = Locale.parse(name)
    forms = plural_forms(language)
    form = c2py(re.search(r"plural=(.*?);", forms)[1])
    lines.append(f"header\t{language}\t{forms}")
    for count in COUNTS:
        text = format_decimal(count, locale=locale)
        lines.append(f"{language}\t{count}\t{locale.plural_form(count)}\t{form(count)}\t{text}")
(FOLDER / "number-rules.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")

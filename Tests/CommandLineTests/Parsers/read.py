"""Parses every file below a folder with Python's library. Stops at the first file that is invalid. Also stops at a
file in which a text that the tests entered, such as a name, became markup, a formula or a command.

usage: read.py FOLDER

Prints the number of files with each extension, and how many of these files contain the letter U+0D4E. The tests put
this letter into their texts.
"""

import base64
import collections
import csv
import email
import email.policy
import hashlib
import html.parser
import io
import json
import pathlib
import re
import sys
import unicodedata
import xml.etree.ElementTree as tree
import zipfile


class Page(html.parser.HTMLParser):
    """Collects the text and attributes of a page. Refuses unexpected tags and attributes, and unescaped special
    characters in text."""

    def __init__(self, text):
        super().__init__(convert_charrefs=False)
        self.text = []
        self.script = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        assert re.fullmatch("[a-z][a-z0-9]*", tag) and tag != "b", tag
        if tag in ("script", "style"):
            self.script = tag
        for name, value in attributes:
            assert re.fullmatch("[a-zA-Z][a-zA-Z0-9:-]*", name), (tag, name)
            assert name in ("on",) or not name.startswith("on"), (tag, name)
            self.text.append(value or "")

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag):
        self.script = None

    def handle_data(self, data):
        assert self.script or not re.search('[<>&"]', data), data
        self.text.append(data)

    def handle_comment(self, data):
        raise AssertionError(data)


def unique(pairs):
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), names
    return dict(pairs)


def strict(text):
    """Parses JSON, and refuses duplicate keys and unescaped control characters."""
    return json.loads(text, object_pairs_hook=unique)


def is_plain(text):
    """Whether text is safe for a terminal: the text can neither move the cursor nor change the text direction."""
    kinds = {unicodedata.category(letter) for letter in text if letter not in "\n\u200c\u200d"}
    return not kinds & {"Cc", "Cf", "Zl", "Zp"}


def read_html(data):
    return "".join(Page(data.decode()).text)


def read_json(data):
    strict(data.decode())
    return data.decode()


def read_ndjson(data):
    for line in data.decode().split("\n")[:-1]:
        strict(line)
    return data.decode()


def read_sse(data):
    lines = data.decode().split("\n")
    assert "\r" not in data.decode(), lines
    fields = [line.split(":")[0] for line in lines if line]
    assert set(fields) <= {"event", "data", "id", "retry"}, fields
    for line in lines:
        if line.startswith("data:"):
            strict(line[5:])
    return data.decode()


SHAPES = {
    "svg", "title", "desc", "g", "rect", "path", "text", "tspan", "line", "circle", "style", "defs", "clipPath", "mask",
    "symbol", "use", "image", "filter", "feColorMatrix", "linearGradient", "stop",
}


def read_svg(data):
    for element in tree.fromstring(data).iter():
        assert element.tag.rsplit("}")[-1] in SHAPES, element.tag
        for name, value in element.attrib.items():
            assert not name.rsplit("}")[-1].startswith("on"), name
            assert not name.endswith("href") or value.startswith(("#", "data:image/png;base64,")), value
    return data.decode()


def read_atom(data):
    atom = "{http://www.w3.org/2005/Atom}"
    feed = tree.fromstring(data)
    assert feed.tag == f"{atom}feed"
    for entry in feed.iter(f"{atom}entry"):
        assert all(len(entry.findall(atom + name)) == 1 for name in ("id", "title", "updated")), entry
    return data.decode()


def read_ics(data):
    lines = data.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    assert not any(byte < 32 and byte != 9 for line in lines for byte in line)
    assert lines.count(b"BEGIN:VEVENT") == lines.count(b"END:VEVENT") >= 1 and lines[-1] == b""
    return data.replace(b"\r\n ", b"").decode()


HEADERS = {"date", "from", "to", "subject", "message-id", "mime-version", "content-type", "x-unsent"}


def read_eml(data):
    mail = email.message_from_bytes(data, policy=email.policy.default)
    assert {name.lower() for name in mail.keys()} <= HEADERS and len(mail.keys()) == len(set(mail.keys())), mail.keys()
    assert not mail.defects, mail.defects
    return "".join(Page(mail.get_body(("html",)).get_content()).text) + mail.get_body(("plain",)).get_content()


def read_txt(data):
    assert is_plain(data.decode())
    return data.decode()


def read_csv(data):
    text = data.decode("utf-8-sig")
    for separator in ",;\t":
        for row in csv.reader(text.splitlines(keepends=True), delimiter=separator):
            for cell in row:
                bare = cell.strip('"')
                assert not bare.startswith(("=", "@")), (separator, cell)
                assert not bare.startswith(("+", "-")) or bare[1:].isdigit(), (separator, cell)
    return text


def read_xlsx(data):
    book, text = zipfile.ZipFile(io.BytesIO(data)), ""
    for name in book.namelist():
        for element in tree.fromstring(book.read(name)).iter():
            assert element.tag.rsplit("}")[-1] not in ("f", "hyperlink"), name
            text += element.text or ""
    return text


PASS = {
    "formatVersion", "passTypeIdentifier", "serialNumber", "teamIdentifier", "organizationName", "description",
    "eventTicket", "barcode", "barcodes", "relevantDate", "expirationDate", "groupingIdentifier", "backgroundColor",
    "foregroundColor", "labelColor", "logoText", "sharingProhibited",
}


def read_pkpass(data):
    book = zipfile.ZipFile(io.BytesIO(data))
    for name, digest in strict(book.read("manifest.json").decode()).items():
        assert hashlib.sha1(book.read(name)).hexdigest() == digest, name
    ticket = strict(book.read("pass.json").decode())
    assert ticket.keys() <= PASS, ticket.keys() - PASS
    for fields in ticket["eventTicket"].values():
        for field in fields:
            assert field.keys() <= {
                "key", "label", "value", "dateStyle", "timeStyle", "textAlignment", "dataDetectorTypes", "ignoresTimeZone",
                "isRelative", "changeMessage",
            }, field
    return json.dumps(ticket, ensure_ascii=False)


def read_google(data):
    address = data.decode().rstrip("\n")
    assert re.fullmatch(r"https://pay\.google\.com/gp/v/save/[\w-]+\.[\w-]+\.[\w-]+", address), address
    header, claims = (
        strict(base64.urlsafe_b64decode(part + "==").decode()) for part in address.rsplit("/")[-1].split(".")[:2])
    assert header == {"alg": "RS256", "typ": "JWT"} and claims.keys() == {"iss", "aud", "typ", "iat", "payload"}
    assert claims["payload"].keys() == {"eventTicketClasses", "eventTicketObjects"}, claims
    assert all(len(part) == 1 for part in claims["payload"].values()), claims
    return json.dumps(claims, ensure_ascii=False)


def read_zpl(data):
    """Allows only the ZPL commands that print a ticket as pictures and symbols, each with valid parameters."""
    for command in re.split("[\\^~]", data.decode("ascii"))[1:]:
        assert re.fullmatch(
            r"(XA|XZ|CI0|PW\d+|LL\d+|LH0,0|FWN|PON|PMN|LRN|BY\d,\d,\d+|FO\d+,\d+|GFA,\d+,\d+,\d+,[0-9A-Za-z,:!]+|FS"
            r"|PQ\d+|BQN,2,\d+|FH_|FD[LMQH]A,[\w $%*+./:-]+)\s*", command), command
    return ""


def read_escpos(data):
    """Allows only the ESC/POS commands that print a ticket as pictures and symbols. Each command must be complete."""
    place = 0
    while place < len(data):
        if data[place:place + 4] == b"\x1dv0\0":
            width, height = (int.from_bytes(data[place + 4 + 2 * i:place + 6 + 2 * i], "little") for i in (0, 1))
            place += 8 + width * height
        elif data[place:place + 2] in (b"\x1dP", b"\x1dL"):
            place += 4
        elif data[place:place + 3] in (b"\x1d(D", b"\x1d(k"):
            place += 5 + int.from_bytes(data[place + 3:place + 5], "little")
        else:
            known = [b"\x1b@", b"\x1dVB\0", b"\x1bd\x05"]
            found = [command for command in known if data.startswith(command, place)]
            assert found, data[place:place + 8]
            place += len(found[0])
    assert place == len(data)
    return ""


def read_zip(data):
    book, text = zipfile.ZipFile(io.BytesIO(data)), ""
    for name in book.namelist():
        assert re.fullmatch(r"[0-9A-Z]{4}-[0-9A-Z]{4}[a-z.-]+", name), name
        text += read(name, book.read(name))
    return text


def read(name, data):
    ending = "google" if name.endswith("-google.txt") else name.rsplit(".")[-1]
    return globals().get(f"read_{ending}", lambda data: "")(data)


def main(folder):
    counts, shown = collections.Counter(), collections.Counter()
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.is_file():
            try:
                text = read(path.name, path.read_bytes())
            except Exception as error:
                raise AssertionError(path) from error
            ending = "google" if path.name.endswith("-google.txt") else path.suffix[1:]
            counts[ending] += 1
            shown[ending] += "\u0d4e" in text
    for ending in sorted(counts):
        print(ending, counts[ending], shown[ending])


main(sys.argv[1])

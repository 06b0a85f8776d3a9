import EventFixture
import Foundation
import Store
import Testing

@Suite("Texts that an older version stored, in files", .besideOthers)
struct OldTextFileTests {
    /// A separator that a reader may guess, and a formula behind it.
    private static let formulas = ";=HYPERLINK(1);\"=2\n@SUM(1)\r\n+1+1\t-1-1"

    /// Reads what was written with the parsers of Python's library, and prints each fault.
    private static let reading = """
        import csv, email, email.policy, html.parser, pathlib, xml.etree.ElementTree as tree, zipfile

        class Tags(html.parser.HTMLParser):
            def __init__(self, text):
                super().__init__()
                self.tags = set()
                self.feed(text)
            def handle_starttag(self, tag, attributes):
                self.tags.add(tag)

        fields = None
        for path in sorted(pathlib.Path("out").rglob("*")):
            data = path.read_bytes() if path.is_file() else b""
            if path.suffix == ".svg":
                tree.fromstring(data)
            if path.suffix == ".ics":
                lines = data.split(b"\\r\\n")
                assert all(len(line) <= 75 for line in lines), path
                assert not any(byte < 32 and byte != 9 for line in lines for byte in line), path
                assert lines.count(b"BEGIN:VEVENT") == 1 and lines[-1] == b"", path
            if path.suffix == ".eml":
                mail = email.message_from_bytes(data, policy=email.policy.default)
                if fields is None: fields = mail.keys()
                assert mail.keys() == fields, (path, mail.keys())
                assert not mail.defects, (path, mail.defects)
                page = mail.get_body(("html",)).get_content()
                assert "b" not in Tags(page).tags, path
            if path.suffix == ".txt":
                assert not any(ord(letter) < 32 and letter != "\\n" for letter in data.decode()), path
            if path.suffix == ".csv":
                text = data.decode("utf-8-sig")
                for separator in ",;\\t":
                    for row in csv.reader(text.splitlines(keepends=True), delimiter=separator):
                        for cell in row:
                            bare = cell.strip('"')
                            assert not bare.startswith(("=", "@")), (path, separator, cell)
                            assert not bare.startswith(("+", "-")) or bare[1:].isdigit(), (path, separator, cell)
            if path.suffix == ".xlsx":
                book = zipfile.ZipFile(path)
                for name in book.namelist():
                    for element in tree.fromstring(book.read(name)).iter():
                        assert element.tag.rsplit("}")[-1] not in ("f", "hyperlink"), (path, name)
        print("read")
        """

    @Test("No scalar lets markup, a formula, a header or a control out of a text into any file")
    func files() throws {
        let stage = try Stage()
        let rows = OldText.classes.indices.map { "n\($0),n\($0)@example.org,n\($0)\n" }.joined()
        #expect(try stage.issue(csv: Array("holder,email,note\n\(rows)".utf8)).status == 0)
        let store = try Store.open(sqlite: stage.folder("data/store.sqlite"))
        for (index, (_, scalar)) in OldText.classes.enumerated() {
            for column in ["note", "holder"] {
                try store.keepOldText(
                    OldText.markup(around: scalar) + Self.formulas, in: "ticket.\(column)",
                    where: "\(column) = 'n\(index)'")
            }
        }
        for column in ["ticket_type.name", "organizer.name"] {
            try store.keepOldText(OldText.all + Self.formulas, in: column)
        }
        for column in ["title", "venue", "address", "city", "about", "contact"] {
            try store.keepOldText(OldText.all + Self.formulas, in: "event.\(column)")
        }
        let ticket = try #require(try stage.tickets().first)
        let (code, token) = (ticket.code, try #require(ticket.token))
        #expect(try stage.sh("eventpass gate check fair --gate North \(token)").status == 0)
        try store.keepOldText(OldText.all + Self.formulas, in: "record.gate")
        for command in [
            "ticket export fair --all --format svg --output out/svg",
            "ticket export fair --all --format calendar --output out/calendar",
            "ticket export fair --all --format mail --from a@b.example --output out/mail",
            "ticket export fair --all --format pdf --output out/pdf",
            "ticket export fair --all --format card --output out/card",
            "ticket export fair \(code) --format terminal > out/terminal.txt",
            "report sales fair --csv out/sales.csv --xlsx out/sales.xlsx --svg out/sales.svg",
            "report attendance fair --csv out/came.csv --xlsx out/came.xlsx --svg out/came.svg",
        ] {
            let outcome = try stage.sh("mkdir -p out; eventpass \(command)")
            #expect(outcome.status == 0, "\(command)\n\(outcome)")
        }
        let read = try stage.sh("python3 -c '\(Self.reading.replacing("'", with: "'\\''"))'")
        #expect(read.text == "read\n", "\(read)")
        let pages = try stage.sh("find out -name '*.pdf' -exec pdftotext {} - ';' | grep -c -a '' ")
        #expect(pages.status == 0 && pages.errors.isEmpty, "\(pages)")
    }
}

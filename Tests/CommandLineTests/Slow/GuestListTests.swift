import EventFixture
import Foundation
import Testing

@Suite("Formats of guest lists, and errors in guest lists", .lowPriority, .slow)
struct GuestListTests {
    let stage: Stage

    init() throws { stage = try Stage() }

    private func issue(_ text: String) throws -> Outcome { try stage.issue(csv: Array(text.utf8)) }

    private func holders() throws -> [String] { try stage.tickets().map { $0.holder ?? "–" }.sorted() }

    private func refuses(_ csv: [UInt8], _ message: String, at location: SourceLocation = #_sourceLocation) throws {
        let outcome = try stage.issue(csv: csv)
        #expect(outcome.status == 65, "\(outcome)", sourceLocation: location)
        #expect(outcome.errorText.contains(message), "\(outcome)", sourceLocation: location)
        #expect(outcome.output.isEmpty, sourceLocation: location)
        #expect(isPlain(outcome.errors), sourceLocation: location)
        #expect(try stage.tickets().isEmpty, sourceLocation: location)
    }

    @Test("A guest list without a holder column is refused, and the error names the list’s columns")
    func missingColumn() throws {
        try refuses(
            Array("mail,type\na@b,Regular\n".utf8),
            "eventpass: error: line 1, column holder: there is no such column; the list has mail, type")
        try refuses([], "line 1, column holder: there is no such column; the list is empty")
        try refuses(Array("\n\n\n".utf8), "column holder: there is no such column")
    }

    @Test("CSV files of spreadsheet programs, which have a byte order mark, carriage returns and quotes, are read")
    func spreadsheet() throws {
        let text =
            "\u{FEFF}\"Name\",Type,Admits,Note\r\n\"Nakato, Grace\",Regular,2,\"says \"\"hi\"\"\"\r\n\r\nÉve,regular,,\r\n"
        let outcome = try issue(text)
        #expect(outcome.status == 0, "\(outcome)")
        let tickets = try stage.tickets().sorted { $0.admits > $1.admits }
        #expect(tickets.map(\.holder) == ["Nakato, Grace", "Éve"])
        #expect(tickets.map(\.note) == ["says \"hi\"", nil])
        #expect(tickets.map(\.admits) == [2, 1])
    }

    @Test("The fields of a CSV file can be separated by semicolons or tabs instead of commas")
    func separators() throws {
        #expect(try issue("holder;note\nA, B;x\n").status == 0)
        #expect(try issue("holder\tnote\nC; D\tx\n").status == 0)
        #expect(try holders() == ["A, B", "C; D"])
    }

    @Test("Unknown columns of a guest list are reported and ignored")
    func ignored() throws {
        let outcome = try issue("shoes,holder\n42,Grace\n")
        #expect(outcome.errorText.contains("hint: ignored columns: shoes\n"))
        #expect(try holders() == ["Grace"])
    }

    @Test("An unclosed quote is reported with its line and column")
    func unclosedQuote() throws {
        try refuses(
            Array("holder,note\nGrace,\"never ends\nEve,x\nBob,y\n".utf8),
            "eventpass: error: line 2, column note: a quote opens here but is never closed")
        try refuses(Array("holder\n\"Grace".utf8), "line 2, column holder: a quote opens here but is never closed")
        let long = "holder\nA\n\"" + String(repeating: "Grace\n", count: 300_000)
        try refuses(Array(long.utf8), "line 3, column holder: a quote opens here but is never closed")
    }

    @Test("A misplaced quote is reported with its line")
    func strayQuote() throws {
        try refuses(Array("holder\nGrace\n\"Eve\"x\n".utf8), "line 3, column holder: a quote is misplaced")
    }

    @Test("A list in an unknown encoding is refused; the error names the faulty field or says how to save the list")
    func notUTF8() throws {
        try refuses(Array("holder\nGrace\nJos".utf8) + [0xE9, 0x0A], "line 3, column holder: the text is not UTF-8")
        let utf16 = try #require("holder\nGrace\n".data(using: .utf16LittleEndian))
        try refuses(
            [UInt8](utf16),
            "the file is neither a workbook nor text in UTF-8; save the list as .xlsx or “CSV UTF-8”")
    }

    @Test("A list in UTF-16 with a byte order mark, which spreadsheets call “Unicode text”, is read")
    func utf16() throws {
        let text = try #require("\u{FEFF}Name\tNote\r\nŽofie 日本\tx\r\n".data(using: .utf16LittleEndian))
        #expect(try stage.issue(csv: [UInt8](text)).status == 0)
        #expect(try holders() == ["Žofie 日本"])
    }

    @Test("If a list has faulty rows, the error counts them and lists the first of them, and no ticket is issued")
    func allFaults() throws {
        let outcome = try issue("holder,type,admits\nA,Regular,1\nB,Gold,1\n,Regular,1\nC,Regular,17\nD,Silver,1\n")
        #expect(
            outcome.errorText.split(separator: "\n") == [
                "eventpass: error: the guest list has 4 faulty rows; no ticket was issued",
                "  line 3, column type: there is no ticket type “Gold”; the event has Regular",
                "  line 4, column holder: the field is empty",
                "  line 5, column admits: “17” is not a number of people from 1 to 16",
                "  line 6, column type: there is no ticket type “Silver”; the event has Regular",
                "eventpass: hint: correct the rows; if other rows are valid, --skip-bad skips the faulty rows",
            ])
        #expect(outcome.status == 65)
        #expect(try stage.tickets().isEmpty)
        let more = try issue("holder,type\n" + String(repeating: "A,Gold\n", count: 1030))
        #expect(more.errorText.contains("has 1,030 faulty rows"))
        #expect(more.errorText.contains("\n  1,000 × column type: not a ticket type of this event\n  line 2,"))
        #expect(
            more.errorText.contains("\n  … and 1,010 more rows; correct the rows above and try again to see them\n"))
    }

    @Test("A field with line breaks cannot add a line to an error message")
    func forged() throws {
        let outcome = try issue("holder,type\nA,\"x\neventpass: error: all is lost\u{1B}[2J\r\u{202E}\"\n")
        #expect(outcome.status == 65)
        // The three lines are the error, the row’s fault and the hint.
        #expect(outcome.errorText.split(separator: "\n").count == 3, "\(outcome)")
        #expect(isPlain(outcome.errors))
    }

    @Test("The error for a line that is too long names the limit, and a blank name is reported as an empty field")
    func longLine() throws {
        let long = "holder\nGrace\n" + String(repeating: "a", count: 2_000_000) + "\n"
        try refuses(Array(long.utf8), "line 3, column holder: the line has more than 1,048,576 bytes")
        try refuses(Array("holder,note\n\"  \",x\n".utf8), "line 2, column holder: the field is empty")
    }

    @Test("If the list’s file is missing, the exit status is 65; if the path is a folder, the exit status is 2")
    func noFile() throws {
        #expect(try stage.sh("eventpass ticket issue fair --csv nowhere.csv").status == 65)
        let folder = try stage.sh("eventpass ticket issue fair --csv .")
        #expect(folder.status == 2)
        #expect(folder.errorText.hasPrefix("eventpass: error: could not read"))
    }

    @Test("The option --sheet selects a visible or hidden worksheet; without it, the first visible worksheet is read")
    func sheets() throws {
        let sample = Project.file("Tests/SpreadsheetTests/Samples/openpyxl.xlsx")
        try stage.folder.write([UInt8](Data(contentsOf: sample)), to: "list.xlsx")
        for verb in ["ticket issue fair --type Regular --xlsx list.xlsx", "guest import fair list.xlsx"] {
            func answer(_ options: String) throws -> String { try stage.sh("eventpass \(verb) \(options)").errorText }
            // No worksheet of the file is a guest list, so each command fails. The error shows which worksheet the
            // program has read, because it quotes a field of that worksheet.
            #expect(try answer("--sheet SEATS").contains("none of its fields, such as “Seat”, is the name of a column"))
            #expect(try answer("--sheet 'Old list'").contains("such as “secret”"))
            #expect(try answer("--sheet Nowhere").contains("there is no sheet “Nowhere”; the sheets are "))
            #expect(try !answer("").contains("secret"))
        }
        try stage.folder.write(Array("holder\nGrace\n".utf8), to: "list.csv")
        let text = try stage.sh("eventpass ticket issue fair --type Regular --csv list.csv --sheet Guests")
        #expect(text.status == 65 && text.errorText.contains("a CSV file has no named sheets"), "\(text)")
    }

    @Test("Each of 100,000 valid rows gets a ticket; if one of 10,001 rows is faulty, no ticket is issued")
    func long() throws {
        let rows = TestEffort.isSoak ? 1_000_000 : 100_000
        let outcome = try issue("holder\n" + (1...rows).map { "Guest \($0)\n" }.joined())
        #expect(outcome.text.hasPrefix("issued \(rows) tickets for \(rows) people, signed with key 1\n"), "\(outcome)")
        #expect(try stage.sh("eventpass ticket list fair | wc -l").text == "\(rows + 1)\n")
        let faulty = try issue("holder,type\n" + String(repeating: "A,Regular\n", count: 10000) + "B,Gold\n")
        #expect(faulty.errorText.contains("line 10002, column type"))
        #expect(try stage.sh("eventpass ticket list fair | wc -l").text == "\(rows + 1)\n")
    }
}

import EventFixture
import Foundation
import TerminalFixture
import Testing

/// A request id identifies a command, so that a retry of the command does not issue the tickets a second time.
@Suite("Issuing tickets from a guest list, and with a request id", .lowPriority, .slow)
struct IssueListTests {
    let stage: Stage

    init() throws { stage = try Stage() }

    private func issue(_ list: String, _ options: String = "") throws -> Outcome {
        try stage.folder.write(Array(list.utf8), to: "list.csv")
        return try stage.sh("eventpass ticket issue fair --type Regular --csv list.csv \(options)")
    }

    @Test("If --skip-bad skips 3,000 faulty rows, the faults of the first 1,000 are counted, and 20 rows are listed")
    func manySkipped() throws {
        let list = "holder,type\nGrace,Regular\n" + String(repeating: "A,Gold\n", count: 3000)
        let outcome = try issue(list, "--skip-bad")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.hasPrefix("issued 1 ticket for 1 person, signed with key 1; 3000 rows skipped\n"))
        #expect(
            outcome.errorText.hasPrefix(
                """
                eventpass: 3,000 rows skipped
                  faults in the first 1,000 faulty rows:
                  1,000 × column type: not a ticket type of this event
                  line 3, column type: there is no ticket type “Gold”; the event has Regular

                """), "\(outcome)")
        #expect(outcome.errorText.contains("\n  line 22, ") && !outcome.errorText.contains("\n  line 23, "))
        #expect(outcome.errorText.contains("\n  … and 2,980 more rows\n"), "\(outcome)")
        let json = try issue(list, "--skip-bad --again --json")
        #expect(json.text.contains(#""skipped":3000"#), "\(json)")
        let dry = try issue(list, "--skip-bad --dry-run")
        #expect(dry.text == "nothing written: 1 ticket for 1 person to issue; 3000 rows skipped\n")
    }

    @Test("A list without any valid row is refused, even with --skip-bad")
    func nothingLeft() throws {
        for options in ["--skip-bad", "--skip-bad --dry-run", "--skip-bad --again"] {
            let outcome = try issue("holder,type\nA,Gold\nB,Gold\n", options)
            #expect(outcome.status == 65 && outcome.output.isEmpty, "\(outcome)")
            #expect(
                outcome.errorText == """
                    eventpass: error: the guest list has 2 faulty rows; no ticket was issued
                      line 2, column type: there is no ticket type “Gold”; the event has Regular
                      line 3, column type: there is no ticket type “Gold”; the event has Regular
                    eventpass: hint: correct the rows; if other rows are valid, --skip-bad skips the faulty rows

                    """)
        }
        #expect(try issue("holder,type\n\n", "--skip-bad").errorText.contains("has no rows below its header"))
        #expect(try stage.tickets().isEmpty)
    }

    @Test("If rows match existing tickets, the question says how many tickets will be issued and how many are repeats")
    func repeats() throws {
        #expect(try issue("holder\nGrace\n").status == 0)
        let refused = try issue("holder\nGrace\nEve\nBob\n")
        #expect(refused.status == 65 && refused.output.isEmpty)
        #expect(refused.errorText.contains("error: 1 of 3 rows match existing tickets"), "\(refused)")
        let hint = "hint: --again issues tickets for all rows, even for rows that match existing tickets\n"
        #expect(refused.errorText.contains(hint))
        #expect(try stage.tickets().count == 1)
        for (answer, status, tickets) in [("n\n", 1, 1), ("y\n", 0, 4)] as [(String, Int32, Int)] {
            let terminal = try PseudoTerminal(
                "eventpass ticket issue fair --type Regular --csv list.csv", in: stage.folder)
            try terminal.expect("Issue all 3 tickets, including 1 repeat? [y/N]")
            try terminal.type(answer)
            #expect(try terminal.end() == status, "\(terminal.text)")
            #expect(try stage.tickets().count == tickets)
        }
        let again = try issue("holder\nGrace\nEve\nBob\n", "--again")
        #expect(again.text.hasPrefix("issued 3 tickets"))
        #expect(again.errorText.contains("hint: 3 rows match existing tickets: lines 2, 3, 4\n"), "\(again)")
        #expect(try stage.tickets().count == 7)
        // For a list with a single row, the question does not contain the word “all”.
        try stage.folder.write(Array("holder\nGrace\n".utf8), to: "list.csv")
        let one = try PseudoTerminal("eventpass ticket issue fair --type Regular --csv list.csv", in: stage.folder)
        try one.expect("Issue 1 ticket, including 1 repeat? [y/N]")
        try one.type("n\n")
        #expect(try one.end() == 1)
    }

    @Test("If rows repeat earlier rows, the hint says that tickets are issued for them, and how to cancel the surplus")
    func repeatedRows() throws {
        let list = "holder\nGrace\nEve\nGrace\nEve\n"
        let rows = "hint: 2 rows repeat earlier rows, and tickets are issued for them, too: lines 4, 5\n"
        let dry = try issue(list, "--dry-run")
        #expect(dry.errorText.contains(rows), "\(dry)")
        #expect(dry.errorText.contains("hint: if these rows are mistakes, remove them from the list\n"), "\(dry)")
        let issued = try issue(list)
        #expect(issued.errorText.contains(rows), "\(issued)")
        #expect(
            issued.errorText.contains("hint: to cancel surplus tickets, use: eventpass ticket cancel fair CODE\n"),
            "\(issued)")
        #expect(try stage.tickets().count == 4)
    }

    @Test("If neither a column of the list nor --type gives the ticket type, the error suggests both")
    func noTypeColumn() throws {
        func errors(_ list: String) throws -> String {
            try stage.folder.write(Array(list.utf8), to: "list.csv")
            let outcome = try stage.sh("eventpass ticket issue fair --csv list.csv")
            #expect(outcome.status == 65 && outcome.output.isEmpty, "\(outcome)")
            return outcome.errorText
        }
        #expect(
            try errors("Name;Ticketart\nGrace;Regular\nEve;Regular\n") == """
                eventpass: hint: ignored columns: Ticketart
                eventpass: error: the guest list: no column is the ticket type; no ticket was issued
                eventpass: hint: give all tickets one type with --type NAME, or name the column with the types, such \
                as --map type=Ticketart

                """)
        #expect(
            try errors("Name\nGrace\n") == """
                eventpass: error: the guest list: no column is the ticket type; no ticket was issued
                eventpass: hint: give all tickets one type with --type NAME

                """)
        let mapped = try stage.sh("eventpass ticket issue fair --csv list.csv --type Regular")
        #expect(mapped.status == 0, "\(mapped)")
    }

    @Test("A second request with the same id issues no ticket, and a dry run with that id reports the earlier tickets")
    func requests() throws {
        let issue = "eventpass ticket issue fair --type Regular --request-id r"
        #expect(try stage.sh("\(issue) --count 5").text.hasPrefix("issued 5 tickets for 5 people"))
        let again = try stage.sh("\(issue) --count 5")
        #expect(again.status == 0 && again.text.hasPrefix("issued 5 tickets for 5 people"), "\(again)")
        #expect(
            again.errorText.contains(
                "these tickets were already issued for an earlier request with the same id; nothing was issued now"))
        let dry = try stage.sh("\(issue) --count 5 --dry-run")
        #expect(dry.text == "nothing written: this request issued 5 tickets for 5 people before\n", "\(dry)")
        #expect(!dry.errorText.contains("issued"), "\(dry)")
        let json = try stage.sh("\(issue) --count 5 --dry-run --json").text
        #expect(json.contains(#""issued":0"#) && json.contains(#""would_issue":0"#), "\(json)")
        let other = try stage.sh("\(issue) --count 6")
        #expect(other.status == 65 && other.errorText.contains("the request id r was already used for another request"))
        // If a list is sent again with the same request id, the list’s rows are not reported as repeats.
        for _ in 1...2 { #expect(try self.issue("holder\nGrace\nEve\n", "--request-id list").status == 0) }
        #expect(try stage.tickets().count == 7)
    }

    @Test("Every command with the option --request-id refuses an id that is empty or too long")
    func requestIDs() throws {
        let long = String(repeating: "r", count: 201)
        for command in [
            "ticket issue fair --type Regular --count 1", "order create fair --line Regular=1 --buyer Grace",
            "order pay fair 1 --paid cash", "order pay-back fair 1", "gate undo fair 4F7K-29QX --gate N --reason slip",
            "gate admit fair 4F7K-29QX --gate N", "gate check fair --gate N x",
        ] {
            for id in ["''", long, String(repeating: "é", count: 2500)] {
                let outcome = try stage.sh("eventpass \(command) --request-id \(id)")
                #expect(outcome.status == 64 && outcome.output.isEmpty, "\(command): \(outcome)")
                #expect(
                    outcome.errorText.hasPrefix("eventpass: error: --request-id takes 1 to 200 bytes\n"),
                    "\(command): \(outcome)")
            }
        }
        #expect(try stage.tickets().isEmpty && stage.sh("eventpass order list fair --json").output.isEmpty)
        let create = "eventpass order create fair --line Regular=1 --buyer Grace --request-id"
        #expect(try stage.sh("\(create) \(long.dropLast())").status == 0)
    }

    @Test("A list without a header line is refused, and --map assigns a column with an unknown name to a field")
    func headings() throws {
        let none = try issue("Grace Nakato,grace@example.org\nEve,\n")
        #expect(none.status == 65)
        #expect(
            none.errorText == """
                eventpass: error: line 1 is not a header: none of its fields, such as “Grace Nakato”, is the name of a \
                column; put a line such as “name,email” above it
                eventpass: hint: only if line 1 is a header, use --map holder="Grace Nakato"

                """)
        let list = "Wer,Mail\nGrace,grace@example.org\n"
        let unknown = try issue(list)
        #expect(unknown.status == 65 && unknown.errorText.contains("there is no such column; the list has Wer, Mail\n"))
        #expect(unknown.errorText.contains(#"hint: rename a column, or use --map holder="Wer""#))
        for (map, status, message) in [
            ("holder=Nobody", 65, "the list has no column “Nobody”; it has Wer, Mail"),
            ("wings=Wer", 65, "“wings” is not a column of guest lists; choose one of holder, first, last, email, "),
            ("nonsense", 64, "--map nonsense has no column"),
        ] as [(String, Int32, String)] {
            let outcome = try issue(list, "--map \(map)")
            #expect(outcome.status == status && outcome.errorText.contains(message), "\(outcome)")
        }
        #expect(try stage.sh("eventpass ticket issue fair --type Regular --count 1 --map holder=Wer").status == 64)
        #expect(try stage.tickets().isEmpty)
        #expect(try issue(list, "--map holder=Wer").status == 0)
        #expect(try stage.tickets().map(\.holder) == ["Grace"])
    }

    @Test("If the first worksheet is a cover page, the error names all worksheets and suggests --sheet")
    func cover() throws {
        let sample = Project.file("Tests/SpreadsheetTests/Samples/cover.xlsx")
        try stage.folder.write([UInt8](Data(contentsOf: sample)), to: "list.xlsx")
        for (verb, name) in [
            ("ticket issue fair --type Regular --xlsx list.xlsx", "holder"), ("guest import fair list.xlsx", "name"),
        ] {
            let refused = try stage.sh("eventpass \(verb)")
            #expect(refused.status == 65 && refused.output.isEmpty)
            #expect(
                refused.errorText == """
                    eventpass: error: line 1 of sheet “Cover” is not a header: none of its fields, such as \
                    “Grace & Denis”, is the name of a column; other sheets in the workbook: “Guests”, “Menu”
                    eventpass: hint: to read another sheet, add --sheet NAME; only if line 1 is a header, use \
                    --map \(name)="Grace & Denis"

                    """)
            let menu = try stage.sh("eventpass \(verb) --sheet Menu").errorText
            #expect(menu.contains("line 1 of sheet “Menu” is not a header"))
            #expect(menu.contains("other sheets in the workbook: “Cover”, “Guests”"))
            #expect(try stage.sh("eventpass \(verb) --sheet Guests").status == 0)
        }
        #expect(try stage.tickets().compactMap(\.holder).sorted() == ["Denis Nakato", "Grace Nakato"])
    }

    private struct Report: Decodable {
        struct Code: Decodable {
            let code: String
            let holder: String?
            let token: String?
        }

        let ticketCodes: [Code]
        let more: Int
    }

    @Test("`ticket issue --json` lists the code, holder and token of at most 1,000 tickets, and counts the others")
    func codes() throws {
        func report(_ outcome: Outcome) throws -> Report {
            try #require(outcome.status == 0, "\(outcome)")
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return try decoder.decode(Report.self, from: Data(outcome.output))
        }
        let few = try report(issue("holder\nGrace\n\"Eve \"\"E\"\"\"\n", "--json"))
        let tickets = try stage.tickets()
        #expect(few.more == 0 && few.ticketCodes.map(\.holder) == ["Grace", "Eve \"E\""])
        for issued in few.ticketCodes {
            let ticket = tickets.first { $0.code == issued.code }
            #expect(ticket?.holder == issued.holder && ticket?.token == issued.token && issued.token != nil)
        }
        let many = try report(stage.sh("eventpass ticket issue fair --type Regular --count 1001 --json"))
        #expect(many.more == 1 && Set(many.ticketCodes.map(\.code)).count == 1000)
        #expect(many.ticketCodes.allSatisfy { $0.holder == nil && $0.token != nil })
    }

    @Test("`ticket cancel` cancels all tickets whose codes are in a file, or none if the file has a faulty line")
    func takenBack() throws {
        #expect(try issue("holder,email\nGrace,grace@example.org\nEve,\n").status == 0)
        let first = Set(try stage.tickets().map(\.code))
        #expect(try issue("holder,email\nGrace,grace@example.org\nEve,\n", "--again").status == 0)
        let second = try stage.tickets().map(\.code).filter { !first.contains($0) }
        #expect(second.count == 2)
        func cancel(_ lines: [String], _ options: String = "--yes") throws -> Outcome {
            try stage.folder.write(Array(lines.joined(separator: "\n").utf8), to: "codes")
            return try stage.sh("eventpass ticket cancel fair --codes codes \(options)")
        }
        let faulty = try cancel([second[0], "Grace"])
        #expect(faulty.status == 65, "\(faulty)")
        #expect(faulty.errorText.contains("line 2: “Grace” is not a ticket's code"), "\(faulty)")
        let unknown = try cancel([second[0], "0000-0004"])
        #expect(unknown.status == 65 && unknown.output.isEmpty, "\(unknown)")
        #expect(try cancel([""]).errorText.contains("the file has no ticket codes"))
        #expect(try cancel(second, "").errorText.contains("cancelling 2 tickets needs confirmation"))
        #expect(try stage.tickets().allSatisfy { $0.status == "issued" })

        // The output of `ticket list` has a heading and further columns.
        let list = try stage.sh("eventpass ticket list fair").lines
        try #require(list.count == 5, "\(list)")
        let kept = list.filter { line in !first.contains { line.hasPrefix($0) } }
        let done = try cancel(kept + [second[0].lowercased()], "--yes --json")
        #expect(
            done.text == #"{"cancelled":2,"ended_before":0,"inside":0,"refund_owed":null}"# + "\n", "\(done)")
        let left = try stage.tickets().filter { $0.status == "issued" }
        #expect(Set(left.map(\.code)) == first)
        let again = try cancel(second)
        #expect(
            again.status == 0 && again.text == "cancelled 0 tickets; already cancelled or refunded: 2\n", "\(again)")
    }
}

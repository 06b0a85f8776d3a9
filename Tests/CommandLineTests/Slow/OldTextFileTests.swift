import EventFixture
import Foundation
import Store
import Testing

@Suite("The program’s files and responses, with unsafe texts that older versions stored", .lowPriority, .slow)
struct OldTextFileTests {
    /// A text with every separator that a CSV file can have, each followed by a formula.
    private static let formulas = ";=HYPERLINK(1);\"=2\n@SUM(1)\r\n+1+1\t-1-1"

    private static let password = "wet paint, mind the step"
    private static let apple = "--apple-certificate pass.pem --apple-key pass.key"
    private static let google = "--google-account account.json --google-issuer 3388"

    /// Creates a certificate for Apple passes and a service account for Google passes, with the openssl command.
    private static func makeKeys(in stage: Stage) throws {
        let made = try stage.sh(
            #"""
            openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /UID=pass.example.nile/CN=Nile/OU=TEAM123456 \
                -keyout pass.key -out pass.pem && chmod 600 pass.key \
            && printf '{"client_email":"w@nile.example","private_key":"%s"}' "$(sed 's/$/\\n/' pass.key | tr -d '\n')" \
                > account.json && chmod 600 account.json
            """#)
        try #require(made.status == 0, "\(made)")
    }

    /// Reads every file below a folder with the parsers of `read.py`.
    ///
    /// - Returns: for each file extension, the number of files, and the number of files with one of the hostile texts.
    private static func read(_ folder: String, of stage: Stage) throws -> [String: (files: Int, withText: Int)] {
        let read = try stage.sh(Parser.line("read", [folder]))
        try #require(read.status == 0 && read.errors.isEmpty, "\(read)")
        return Dictionary(
            uniqueKeysWithValues: try read.lines.map { line in
                let fields = line.split(separator: " ").map(String.init)
                return (fields[0], (try #require(Int(fields[1])), try #require(Int(fields[2]))))
            })
    }

    private static func keepOldTexts(in store: Store) throws {
        for (index, (_, scalar)) in OldText.classes.enumerated() {
            for column in ["note", "holder"] {
                try store.keepOldText(
                    OldText.markup(around: scalar) + formulas, in: "ticket.\(column)",
                    where: "\(column) = 'n\(index)'")
            }
        }
        for column in ["ticket_type.name", "organizer.name"] {
            try store.keepOldText(OldText.all + formulas, in: column)
        }
        for column in ["title", "venue", "address", "city", "about", "contact"] {
            try store.keepOldText(OldText.all + formulas, in: "event.\(column)")
        }
    }

    /// Shortens the texts that all printed tickets or cards of an event share.
    private static func shortenEvents(in store: Store) throws {
        for column in ["event.title", "event.venue", "sub_event.name"] {
            try store.keepOldText(OldText.short, in: column)
        }
        // A ticket shows the venue and the city on one line, so the city must be even shorter.
        try store.keepOldText(OldText.markup(around: "\u{1B}"), in: "event.city")
    }

    @Test("In exported files, no stored text becomes markup, a formula, a mail header or a printer command")
    func files() throws {
        let stage = try Stage()
        let rows = OldText.classes.indices.map { "n\($0),n\($0)@example.org,n\($0)\n" }.joined()
        #expect(try stage.issue(csv: Array("holder,email,note\n\(rows)".utf8)).status == 0)
        let store = try Store.open(sqlite: stage.folder("data/store.sqlite"))
        try OldTextFileTests.keepOldTexts(in: store)
        let ticket = try #require(try stage.tickets().first)
        let (code, token) = (ticket.code, try #require(ticket.token))
        #expect(try stage.sh("eventpass gate check fair --gate North \(token)").status == 0)
        try store.keepOldText(OldText.all + Self.formulas, in: "record.gate")
        try OldTextFileTests.makeKeys(in: stage)
        let (passes, google) = (OldTextFileTests.apple, OldTextFileTests.google)
        func run(_ commands: [String]) throws {
            for command in commands {
                let outcome = try stage.sh("mkdir -p out; eventpass \(command)")
                #expect(outcome.status == 0, "\(command)\n\(outcome)")
            }
        }
        try run([
            "ticket export fair --all --format svg --output out/svg",
            "ticket export fair --all --format calendar --output out/calendar",
            "ticket export fair --all --format mail --from a@b.example --output out/mail",
            "ticket export fair --all --format pdf --format phone --output out/pdf",
            "ticket export fair --all --format card --output out/card",
            "ticket export fair --all --format apple \(passes) --output out/apple",
            "ticket export fair --all --format google \(google) --output out/google",
            "ticket export fair \(code) --format terminal > out/terminal.txt",
            "print list fair --output out/list.pdf",
            "notice list > out/notices.txt", "notice list --json > out/notices.ndjson",
            "gate pack fair --device Laptop --gates North --output north.gate",
            // The exit status can be 3: the ticket’s holder is already inside, so the scan is a repeat.
            "gate check north.gate --gate North \(token) > out/pack.txt; test $? -le 3",
            "gate check north.gate --gate North --json \(token) > out/pack.ndjson; test $? -le 3",
            "gate list fair --csv out/list.csv", "ticket list fair --csv out/tickets.csv",
            "notice list --csv out/notices.csv",
            "report sales fair --csv out/sales.csv --xlsx out/sales.xlsx --svg out/sales.svg",
            "report attendance fair --csv out/came.csv --xlsx out/came.xlsx --svg out/came.svg",
        ])
        // A title that is too long for a ticket is never cut, so the program prints nothing.
        let refused = try stage.sh("eventpass print sheets fair --layout a4-10 --output out/long.pdf")
        #expect(refused.status == 65 && refused.errorText.contains("has too little room for the event "), "\(refused)")
        try OldTextFileTests.shortenEvents(in: store)
        try run([
            "print sheets fair --layout a4-10 --no-check --output out/sheets.pdf",
            "print sheets fair --format zpl --layout wristband --symbols printer --output out/symbols.zpl",
            "print sheets fair --format zpl --layout wristband --output out/pictures.zpl",
            "print sheets fair --format escpos --symbols printer --output out/symbols.escpos",
            "print labels fair --template avery-l7160 --no-check --output out/labels.pdf",
        ])
        let read = try OldTextFileTests.read("out", of: stage)
        for ending in ["eml", "google", "ics", "ndjson", "pkpass", "svg", "txt", "csv", "xlsx"] {
            #expect(read[ending]?.withText ?? 0 > 0, "\(ending): \(read)")
        }
        #expect(read["zpl"]?.files == 2 && read["escpos"]?.files == 1, "\(read)")
        for path in try stage.sh("find out -name '*.pdf'").lines {
            #expect(try PDFReader.complaints(of: stage.folder(path)) == "", "\(path)")
            #expect(try PDFReader.pageCount(of: stage.folder(path)) > 0, "\(path)")
        }
    }

    @Test("In the server’s responses, no stored text becomes markup or extends beyond its JSON field")
    func server() throws {
        let stage = try Stage()
        try OldTextFileTests.makeKeys(in: stage)
        try stage.folder.write(
            "name,household,companions,meal,access,table,note,reception\nAnn,The Anns,1,x,x,4,x,yes\n", to: "guests.csv"
        )
        let made = try stage.sh(
            """
            set -e
            eventpass order create fair --line Regular=2 --buyer Grace --email grace@example.org --paid cash
            eventpass event edit fair --venue Pier --contact box@example.org
            eventpass event sub-event add fair --type reception
            eventpass guest import fair guests.csv
            eventpass guest invite fair --all
            eventpass user password Olive --email olive@example.org
            mkdir data/prints
            eventpass print sheets fair --no-check --output data/prints/sheets.pdf
            eventpass gate pack fair --device Laptop --sub-event 1 --output north.gate
            """, input: Array(OldTextFileTests.password.utf8))
        try #require(made.status == 0, "\(made)")
        let scopes = ["read-orders", "read-reports", "scan", "sell", "administer"].map { "--scope \($0)" }
        let token = try #require(
            try stage.sh("eventpass organizer token create nile --name Box \(scopes.joined(separator: " "))").lines.last
        )
        let tickets = try stage.tickets().compactMap(\.token)
        let (ticket, other) = (try #require(tickets.first), try #require(tickets.last))
        let gate = "eventpass gate check fair --gate North --sub-event 1"
        #expect(try stage.sh("printf '\(ticket)\\nx\\n' | \(gate); \(gate) --exit \(other)").status == 1)
        let store = try Store.open(sqlite: stage.folder("data/store.sqlite"))
        try store.keepOldTexts()
        try OldTextFileTests.shortenEvents(in: store)
        let cards = try stage.sh("eventpass print cards fair --all --output cards.pdf")
        #expect(cards.status == 0, "\(cards.errorText.suffix(1000))")
        #expect(try PDFReader.complaints(of: stage.folder("cards.pdf")) == "")
        let server = try ServingProgram(
            in: stage.folder, "\(OldTextFileTests.apple) \(OldTextFileTests.google) --from a@b.example")
        let answers = try Parser.crawl(
            server, into: "answers", of: stage, password: OldTextFileTests.password, token: token,
            OldTextFileTests.programs
                + [
                    "/gate/fair?gate=North&sub_event=1", "/gate/fair/live?gate=North&sub_event=1",
                    "/desk/e/fair/print/1/file/1",
                ])
        try server.end()
        let refused = answers.filter { ![200, 303].contains($0.status) }
        #expect(refused.isEmpty, "\(refused)")
        let read = try OldTextFileTests.read("answers", of: stage)
        for (ending, least) in [
            ("html", 25), ("json", 15), ("sse", 1), ("pkpass", 1), ("google", 1), ("eml", 1), ("ics", 1), ("zip", 1),
        ] {
            #expect(read[ending]?.withText ?? 0 >= least, "\(ending): \(read)")
        }
    }

    /// Paths of the API that return stored texts.
    private static let programs =
        (["members", "audit", "notices", "tokens", "webhooks"].map { "organizers/nile/\($0)" }
        + ["organizers", "organizers/nile", "events", "events/fair"]
        + [
            "history", "sub-events", "types", "orders", "tickets", "tickets/links", "guests", "guests/links",
            "attendance",
            "figures", "records", "conflicts", "devices", "prints", "reports/sales", "reports/attendance",
            "reports/headcount", "headcounts",
        ].map { "events/fair/\($0)" }).map { "/api/v1/\($0)" }
}

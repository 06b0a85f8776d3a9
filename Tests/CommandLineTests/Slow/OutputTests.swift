import EventFixture
import Foundation
import Store
import Testing

@Suite("Output to pipes, files and terminals, and hostile texts in output", .lowPriority, .slow)
struct OutputTests {
    /// The words of `event show` that are not values of the event.
    private static let ownWords: Set = [
        "from", "tickets", "capacity", "most", "people", "once", "inside", "answers", "until", "confirmed",
    ]

    @Test("A command whose output pipe is closed ends with status 0 and no message")
    func closedPipe() throws {
        let stage = try Stage()
        _ = try stage.tokens(5000)
        for command in ["ticket list fair", "ticket list fair --json", "event list", "qr render --format svg x"] {
            let outcome = try stage.sh("bash -c 'set -o pipefail; eventpass \(command) | head -1'")
            #expect(outcome.status == 0, "\(outcome)")
            #expect(outcome.lines.count == 1)
            #expect(outcome.errors.isEmpty, "\(outcome)")
        }
        let nobody = try stage.sh("bash -c 'set -o pipefail; eventpass ticket list fair | true'")
        #expect(nobody.status == 0)
        #expect(nobody.errors.isEmpty)
    }

    @Test("A command that cannot write its output ends with status 2 and says why")
    func fullOutput() throws {
        let stage = try Stage()
        for command in ["event list", "ticket list fair", "qr render --format svg x", "gate stats fair"] {
            let outcome = try stage.sh("eventpass \(command) > /dev/full")
            #expect(outcome.status == 2)
            #expect(outcome.errorText == "eventpass: error: standard output: No space left on device\n")
        }
    }

    @Test("A closed standard stream never makes the program read or overwrite one of its own files instead")
    func closedStreams() throws {
        let stage = try Stage()
        let token = try #require(try stage.tokens(1).first)
        let before = try stage.sh("cat data/store.sqlite-turn data/store.sqlite-turnstile data/device data/keys/*")
        let silent = try stage.sh("eventpass gate check fair --gate North \(token) >&-")
        #expect(silent.status == 2)
        #expect(silent.errorText.contains("\neventpass: error: standard output: "))
        #expect(try stage.sh("eventpass gate check fair --gate North <&-").status == 2)
        #expect(try stage.sh("eventpass key import --number 9 <&-").status == 2)
        #expect(try stage.sh("eventpass event list 2>&-").status == 0)
        let after = try stage.sh("cat data/store.sqlite-turn data/store.sqlite-turnstile data/device data/keys/*")
        #expect(before.output == after.output)
    }

    @Test("A command fails if its output file cannot be created or already exists; the existing file stays unchanged")
    func existingOutput() throws {
        let folder = try TemporaryFolder()
        try folder.write("precious", to: "a.png")
        for format in ["png", "svg", "ascii"] {
            let outcome = try folder.sh("eventpass qr render --format \(format) --output a.png x")
            #expect(outcome.status == 65)
            #expect(outcome.errorText.hasPrefix("eventpass: error: a.png already exists\n"))
        }
        #expect(try folder.sh("eventpass qr render --format png --output no/such/folder.png x").status == 65)
        #expect(try folder.sh("mkdir d; eventpass qr render --format png --output d --force x").status == 2)
        #expect(try folder.sh("cat a.png").text == "precious")
        #expect(try folder.sh("ls").text == "a.png\nd\n")
    }

    private static let hostile = [
        "\u{1B}[2J\u{1B}]0;owned\u{7}Eve", "Bob\u{202E}gnp.exe", "Line\nFeed\r\nADMIT", "\u{9B}31mRed",
        "\u{2066}iso\u{2069}\u{2028}late", "\u{E0041}tag", "back\u{8}\u{8}space",
        // These texts contain Unicode scalars (Prepend, Extend, a zero-width joiner) that join with their neighbours
        // into one character.
        "\u{600}<b>\u{D4E}<i>Prepend", "\u{301}<b>\u{FE0F}<i>\u{200D}Extend",
    ]

    @Test("In its output, every command escapes control characters that names contain")
    func hostileNames() throws {
        let stage = try Stage()
        let names = OutputTests.hostile
        #expect(
            try stage.issue(csv: Array("holder,note\n\(names.indices.map { "n\($0),n\($0)\n" }.joined())".utf8)).status
                == 0)
        let store = try Store.open(sqlite: stage.folder("data/store.sqlite"))
        for (index, name) in names.enumerated() {
            for column in ["note", "holder"] {
                try store.keepOldText(name, in: "ticket.\(column)", where: "\(column) = 'n\(index)'")
            }
        }
        try stage.folder.write("\u{1B}[31mRed\u{202E}", to: "name.txt")
        let name = #""$(cat name.txt)""#
        var commands = [
            "organizer create \(name)", "organizer list", "organizer show red", "organizer list --json",
            "event create --organizer red --title \(name) --venue \(name)", "event list", "event show red",
            "event list --json", "event show \(name)", "type add fair --name \(name)", "type list fair",
            "type list fair --json", "type add fair --name \(name)", "ticket list fair", "ticket list fair --json",
            "ticket issue fair --type \(name)x --count 1", "ticket issue fair --csv \(name)",
            "gate check fair --gate \(name) x",
            "gate check fair --gate \(name) --json x", "gate stats fair", "gate stats fair --json",
            "ticket show fair \(name)", "event history red", "event history red --json", "report sales red",
            "report sales red --chart", "report attendance red --chart", "report audit --organizer red",
            "report audit --organizer red --json", "notice list --organizer red", "event edit red --kind \(name)",
            "event sub-event add red --type other --name \(name) --note \(name)",
            "gate check \(name) --gate x y", "\(name)", "qr read \(name)", "init --data \(name)", "--\(name)",
        ]
        let tickets = try stage.tickets()
        #expect(Set(tickets.compactMap(\.holder)) == Set(names))
        for ticket in tickets {
            let token = try #require(ticket.token)
            commands.append("ticket show fair \(ticket.code)")
            commands.append("gate check fair --gate \(name) \(token)")
            commands.append("gate check fair --gate \(name) --json \(token)")
            commands.append("ticket cancel fair \(ticket.code) --yes --note \(name)")
            commands.append("ticket show fair \(ticket.code)")
            commands.append("gate check fair --gate North \(token)")
        }
        commands += ["gate log fair", "gate log fair --json", "gate run fair --gate \(name)"]
        for command in commands {
            let outcome = try stage.sh(
                "eventpass \(command)", input: Array("\(tickets[0].token ?? "")\nx\u{1B}[0m\n".utf8))
            #expect(isPlain(outcome.output) && isPlain(outcome.errors), "\(command.debugDescription)\n\(outcome)")
        }
        let list = try stage.sh("eventpass ticket list fair")
        #expect(list.lines.count == names.count + 1)
        #expect(list.text.contains("‹1B›[2J‹1B›]0;owned‹7›Eve"))
        #expect(list.text.contains("Bob‹202E›gnp.exe"))
        #expect(list.text.contains("Line‹A›Feed‹D›‹A›ADMIT"))
    }

    @Test("In their output, commands escape the control characters in records of scans and in a changed gate pack")
    func hostileLedger() throws {
        let stage = try Stage()
        let token = try #require(try stage.tokens(1).first)
        let code = try #require(try stage.tickets().first?.code)
        let scanned = try stage.sh(
            """
            eventpass gate check fair --gate North \(token) && eventpass gate undo fair \(token) --gate North --reason x \
                && eventpass gate pack fair --device A --output a.gate \
                && eventpass gate pack fair --device B --output b.gate \
                && printf 'x\\n' | eventpass gate check fair --gate North
            """)
        try #require(scanned.status == 1, "\(scanned)")
        let store = try Store.open(sqlite: stage.folder("data/store.sqlite"))
        let text = OutputTests.hostile.joined(separator: " ")
        for column in ["record.gate", "record.operator", "scan_counter.gate"] {
            try store.keepOldText(text, in: column)
        }
        try store.keepOldText(text, in: "record.reason", where: "reason IS NOT NULL")
        try GatePackFile.open(stage.folder("b.gate")).keepOldText(text, in: "gate_pack.name")
        for command in [
            "gate log fair", "gate log fair --json", "gate stats fair", "gate stats fair --json",
            "ticket show fair \(code)", "report attendance fair", "gate verify-log", "gate merge a.gate b.gate",
            "gate merge fair b.gate", "gate refresh b.gate --from fair",
        ] {
            let outcome = try stage.sh("eventpass \(command)")
            #expect(isPlain(outcome.output) && isPlain(outcome.errors), "\(command)\n\(outcome)")
        }
        let log = try stage.sh("eventpass gate log fair")
        let expected = "‹600›<b>\u{D4E}<i>Prepend \u{301}<b>\u{FE0F}<i>\u{200D}Extend"
        #expect(log.lines.count == 2 && log.lines.last?.hasSuffix(expected) ?? false, "\(log)")
    }

    @Test("An invalid gate name is refused, and the message names the forbidden character or the allowed length")
    func gateNames() throws {
        let stage = try Stage()
        let name = #""$(cat name.txt)""#
        for (text, character) in [
            ("N\u{600}<b>", "character 2 is U+0600, a prefix"),
            ("N\u{1B}[2J", "character 2 is U+001B, a control character"),
            ("Nor\u{202E}th", "character 4 is U+202E"), ("  ", "empty; enter at least one letter"),
            (String(repeating: "n", count: 101), "a name of 1 to 100 bytes"),
        ] {
            try stage.folder.write(text, to: "name.txt")
            for command in ["check fair --gate \(name) x", "admit fair 4F7K-29QX --gate \(name)"] {
                let outcome = try stage.sh("eventpass gate \(command)")
                #expect(outcome.status == 64 && outcome.errorText.contains(character), "\(command)\n\(outcome)")
            }
        }
        #expect(try stage.sh("eventpass gate log fair --json").lines.isEmpty)
    }

    @Test("A path or name with a line break cannot add a line to an error message")
    func forgedPath() throws {
        let stage = try Stage()
        try stage.folder.write("x\nADMIT", to: "name.txt")
        let name = #""$(cat name.txt)""#
        for command in [
            "event list --data \(name)", "event list --store sqlite:\(name)", "qr read \(name)", "event show \(name)",
            "key list --keys \(name)", "ticket issue fair --csv \(name)",
        ] {
            let outcome = try stage.sh("eventpass \(command)")
            #expect(outcome.status == 65 || outcome.status == 2)
            let lines = outcome.errorText.split(separator: "\n")
            #expect(lines.allSatisfy { $0.hasPrefix("eventpass: ") }, "\(command)\n\(outcome)")
        }
    }

    @Test("Every command has a summary; a command without subcommands has an example of at most 80 columns")
    func help() throws {
        struct Help: Decodable {
            let commandName: String
            let abstract: String?
            let discussion: String?
            let subcommands: [Help]?

            var all: [Help] { [self] + (subcommands ?? []).flatMap(\.all) }
        }
        struct Dump: Decodable {
            let command: Help
        }
        let dump = try TemporaryFolder().sh("eventpass --experimental-dump-help")
        let root = try JSONDecoder().decode(Dump.self, from: Data(dump.output)).command
        for help in root.all where help.commandName != "help" {
            #expect(help.abstract != nil, "\(help)")
            let lines = (help.discussion ?? "").split(separator: "\n")
            let isLeaf = help.subcommands?.allSatisfy { $0.commandName == "help" } ?? true
            #expect(!isLeaf || lines.contains { $0.contains("eventpass ") }, "\(help)")
            for line in lines where line.hasPrefix("  ") || line.hasPrefix("eventpass ") {
                #expect(line.count <= 80, "\(line)")
            }
        }
    }

    @Test("`event show` prints the same values as text and as JSON")
    func eventPage() throws {
        let stage = try Stage()
        try stage.folder.write(SamplePicture().png, to: "poster.png")
        let edited = try stage.sh(
            """
            eventpass event poster set fair poster.png && eventpass event edit fair --about "A night out" --kind celebration --category music --address "Shore Road 1" \
                --city Entebbe --position 0.05,32.46 --doors 2099-01-01T17:15 --capacity 777 --limit-inside 333 --minimum-age 21 \
                --contact "call Joan" --answer-by 2098-12-24T12:30 --pay-by 2098-12-31T20:15 \
                --entry-confirmation email-or-sms --first-partner Amina --second-partner Brian && \
                eventpass event sub-event add fair --type other --name Brunch --note Terrace --venue Barn \
                --start 2099-01-02T10:45 --end 2099-01-02T11:45 --capacity 55 --answer-by 2098-12-20T13:45
            eventpass ticket issue fair --type Regular --count 3 && eventpass event cancel fair --yes
            """)
        try #require(edited.status == 0, "\(edited)")
        let page = try stage.sh("eventpass event show fair").text
        let json = try stage.sh("eventpass event show fair --json")
        let members = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
        func values(_ value: Any) -> [String] {
            switch value {
            case let list as [Any]: list.flatMap(values)
            // These JSON members determine the event’s appearance on pages, so the text does not show them.
            case let object as [String: Any]:
                object.filter { !["icon", "colour", "type_name"].contains($0.key) }.values.flatMap(values)
            case is NSNull: []
            default: ["\(value)"]
            }
        }
        let nothing = members.filter { $0.value is NSNull }.keys
        #expect(Set(nothing) == ["deleted"])
        for (name, member) in members {
            for value in values(member) {
                // The time 2099-01-01T17:15:00+03:00 in JSON is Thu 1 Jan 2099 17:15:00 +03:00 in the text.
                let time = value.wholeMatch(of: /\d{4}-\d\d-\d\dT([0-9:]{8})(.*)/)
                let expected = time.map { "\($0.1) \($0.2)" } ?? value
                #expect(page.contains(expected), "\(name): \(expected)\n\(page)")
            }
        }
        let words = members.values.flatMap(values).joined(separator: " ")
        for line in page.split(separator: "\n") {
            for word in line.dropFirst(11).matches(of: /[A-Za-z0-9.]{4,}/).map({ String($0.0) }) {
                #expect(words.contains(word) || OutputTests.ownWords.contains(word), "\(line)\n\(words)")
            }
        }
    }

    @Test("Commands print no escape sequences if the output is not a terminal")
    func noTerminal() throws {
        let stage = try Stage()
        let token = try #require(try stage.tokens(1).first)
        for command in ["event list", "doctor", "gate check fair --gate N \(token)", "qr render --format terminal x"] {
            let outcome = try stage.sh("eventpass \(command)")
            #expect(!outcome.output.contains(0x1B) && !outcome.errors.contains(0x1B), "\(command)")
        }
    }
}

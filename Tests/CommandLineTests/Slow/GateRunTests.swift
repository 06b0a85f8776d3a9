import EventFixture
import Foundation
import Store
import TerminalFixture
import Testing

@Suite("The gate page on a real terminal", .lowPriority, .slow)
struct GateRunTests {
    /// A running gate page on a pseudo-terminal, and the text that this terminal shows.
    private final class Watched {
        let terminal: PseudoTerminal
        private var screen: VirtualTerminal
        private var read = 0

        init(
            _ stage: Stage, _ command: String = "exec eventpass gate run fair --gate North", columns: UInt16 = 80,
            rows: UInt16 = 24, environment: [String: String] = [:]
        ) throws {
            screen = VirtualTerminal(columns: Int(columns), rows: Int(rows))
            terminal = try PseudoTerminal(
                command, in: stage.folder, columns: columns, rows: rows, environment: environment)
            try see("Scan a ticket.")
        }

        var seen: VirtualTerminal {
            screen.receive(terminal.bytes[read...])
            read = terminal.bytes.count
            return screen
        }

        func see(_ text: String) throws { try terminal.wait(for: text) { seen.text.contains(text) } }

        /// Presses one key and waits for a text. A pause separates the key from earlier input.
        func press(_ key: String, see text: String) throws {
            pause()
            try terminal.type(key)
            try see(text)
        }

        func resize(columns: UInt16, rows: UInt16) throws {
            _ = seen
            screen.resize(columns: Int(columns), rows: Int(rows))
            try terminal.resize(columns: columns, rows: rows)
        }

        /// Waits as long as a person does between two keys.
        func pause() { terminal.hold(forMilliseconds: 300) }
    }

    private enum Keys {
        static let help = "\u{1B}OP"
        static let find = "\u{1B}OQ"
        static let direction = "\u{1B}OR"
        static let gate = "\u{1B}OS"
        static let people = "\u{1B}[15~"
        static let undo = "\u{1B}[17~"
        static let manualAdmission = "\u{1B}[18~"
        static let up = "\u{1B}[A"
        static let down = "\u{1B}OB"
        static let end = "\u{1B}[21~"
    }

    @Test("If texts in a gate pack contain control characters, the page shows the characters’ Unicode numbers instead")
    func oldTextsInPack() throws {
        let stage = try Stage()
        let token = try #require(try stage.tokens(1).first)
        let store = try Store.open(sqlite: stage.folder("data/store.sqlite"))
        for column in OldText.columns { try store.keepOldText(OldText.all, in: column) }
        let packed = try stage.sh("eventpass gate pack fair --device Laptop --output north.gate")
        #expect(packed.status == 0, "\(packed)")
        let gate = try Watched(stage, "exec eventpass gate run north.gate --gate North", columns: 120)
        try gate.terminal.type("\(token)\r")
        try gate.see("ADMIT")
        try gate.see("‹600›<‹600›b")
        let text = String(decoding: gate.terminal.bytes, as: UTF8.self).unicodeScalars
        for (name, scalar) in OldText.classes
        where [.control, .format, .lineSeparator].contains(scalar.properties.generalCategory) && scalar != "\u{200D}"
            && scalar != "\u{200C}"
        {
            #expect(!text.contains(scalar) || "\u{1B}\r\n\u{8}".unicodeScalars.contains(scalar), "\(name)")
        }
        #expect(!zip(text, text.dropFirst()).contains { $0 == "\u{1B}" && $1 == "<" })
        try gate.press(Keys.end, see: "closed: 1 admitted")
    }

    @Test("The page shows how many tickets it refuses because their key is missing from the key ring")
    func missingKey() throws {
        let stage = try Stage()
        let old = try #require(try stage.tokens(2).first)
        let lost = try stage.sh(
            """
            eventpass key rotate && eventpass ticket issue fair --type Regular --count 1 && rm data/keys/001.key
            """)
        try #require(lost.status == 0, "\(lost)")
        let gate = try Watched(stage, columns: 140)
        try gate.see(
            "! 2 tickets are signed with key 1, which is not in this key ring; these tickets are refused here;")
        try gate.terminal.type("\(old)\r")
        try gate.see("REFUSE")
        try gate.press(Keys.end, see: "closed: 1 refused")
    }

    @Test("The page counts scans, shows large verdicts, does not echo scans, and restores the terminal when it ends")
    func scans() throws {
        let stage = try Stage()
        let tokens = try stage.tokens(2)
        let gate = try Watched(stage)
        #expect(gate.terminal.isRaw)
        #expect(gate.seen.isAlternate && !gate.seen.hasCursor && !gate.seen.wraps && gate.seen.acceptsPastes)
        try gate.terminal.type("\(tokens[0])\r")
        try gate.see("ADMIT · Regular")
        #expect(gate.seen.text.contains("█   █  █   █  ██ ██   █     █"))
        #expect(gate.seen.colour(row: 5, column: 0) == "42;30" && gate.seen.colour(row: 5, column: 79) == "42;30")
        try gate.see("admitted 1 of 2 · inside 1 · refused 0\nunsynced 0 · here: 1 admitted")
        try gate.terminal.type("\(tokens[1])\t")
        try gate.see("2 admitted")
        try gate.terminal.type("garbage\r\n\r   \n")
        try gate.see("1 refused")
        try gate.terminal.type([0xFF, 0xFE, 0x80, 0x01, 0x1B, 0x5B, 0x32, 0x4A, 0x0D])
        try gate.see("2 refused")
        try gate.terminal.type("\(tokens[0])\r")
        try gate.see("REPEAT · Regular")
        #expect(gate.seen.rings >= 2)
        try gate.press(Keys.end, see: "closed: 2 admitted · 2 refused · 1 repeated")
        #expect(try gate.terminal.end() == 0)
        let after = gate.seen
        #expect(!after.isAlternate && after.hasCursor && after.wraps && !after.acceptsPastes)
        #expect(after.unknown.isEmpty, "\(after.unknown)")
        #expect(gate.terminal.echoes && !gate.terminal.isRaw)
        for secret in tokens + ["garbage"] { #expect(!gate.terminal.text.contains(secret)) }
        #expect(try stage.sh("eventpass gate stats fair --json").text.contains(#""admitted":2"#))
    }

    @Test("A rehearsal shows REHEARSAL and records nothing; a normal gate warns that it is long before the doors open")
    func rehearsal() throws {
        let stage = try Stage()
        let token = try #require(try stage.tokens(1).first)
        let practice = try Watched(stage, "exec eventpass gate run fair --gate North --rehearse")
        try practice.see("REHEARSAL · way in")
        try practice.see("This is a rehearsal: nothing is recorded.")
        for count in 1...2 {
            try practice.terminal.type("\(token)\r")
            try practice.see("here: \(count) admitted")
            #expect(practice.seen.text.contains("\n  REHEARSAL"))
            practice.pause()
        }
        #expect(!practice.seen.text.contains("! doors"))
        try practice.press(Keys.end, see: "rehearsal closed, nothing was recorded: 2 admitted")
        #expect(try practice.terminal.end() == 0)
        #expect(try stage.sh("eventpass gate log fair").text == "Nothing was scanned.\n")
        let gate = try Watched(stage)
        try gate.see("! doors open in ")
        try gate.terminal.type("\(token)\r")
        try gate.see("ADMIT · Regular")
        try gate.press(Keys.end, see: "closed: 1 admitted")
    }

    @Test(
        "Keys set direction, group size and gate, and open search and help; a scan is decided even while text is typed")
    func commands() throws {
        let stage = try Stage()
        let issued = try stage.issue(csv: Array("name,admits\nGrace Nakato,4\nMallory,1\n".utf8))
        try #require(issued.status == 0, "\(issued)")
        let tickets = try stage.tickets()
        let grace = try #require(tickets.first { $0.holder == "Grace Nakato" })
        let token = try #require(grace.token)
        let gate = try Watched(stage)
        try gate.press(Keys.people, see: "How many people")
        try gate.press("3", see: "1 to 16: 3")
        try gate.press("\r", see: "3 PEOPLE")
        try gate.terminal.type("\(token)\r")
        try gate.see("Welcome: 3 of 4")
        #expect(!gate.seen.text.contains("PEOPLE"))
        try gate.press(Keys.direction, see: "WAY OUT")
        try gate.terminal.type("\(token)\r")
        try gate.see("EXIT · Grace Nakato")
        try gate.press(Keys.direction, see: "way in")
        try gate.press(Keys.gate, see: "Name of this gate")
        // A scan arrives while a name is typed. The typed letters stay.
        try gate.terminal.type("Sou")
        gate.pause()
        gate.pause()
        try gate.terminal.type("\(token)\r")
        try gate.see("Welcome back: 3 of 4")
        try gate.press("th\r", see: "gate South")
        try gate.press(Keys.find, see: "Name, code, e-mail or last digits")
        #expect(gate.seen.hasCursor)
        try gate.press("grace\r", see: "3 of 4 inside  Grace Nakato  Regular")
        try gate.press("\u{1B}", see: "ADMIT · Grace Nakato")
        try gate.press(Keys.find, see: "Name, code, e-mail or last digits")
        try gate.press("‹", see: "‹")
        try gate.press("\u{15}\u{1B}[2JMall\r", see: "No ticket found")
        try gate.press(Keys.help, see: "Ctrl-F   find a ticket")
        try gate.press("\u{1B}", see: "Grace Nakato  Regular  Welcome back")
        try gate.press("\u{3}", see: "closed: ")
        #expect(try gate.terminal.end() == 0)
        #expect(gate.seen.unknown.isEmpty, "\(gate.seen.unknown)")
        #expect(try stage.sh("eventpass gate log fair --json | tail -1").text.contains(#""gate":"North""#))
    }

    @Test("At a sub-event’s gate, a search counts only people inside that sub-event, with or without a gate pack")
    func findAtSubEvents() throws {
        let stage = try Stage()
        let made = try stage.sh(
            #"""
            set -e
            eventpass event sub-event add fair --type ceremony
            eventpass event sub-event add fair --type reception
            printf 'name,household,companions,ceremony,reception\nAnn,Berg,1,yes,yes\nBob,Berg,,yes,\nEve,,,yes,\n' > list.csv
            eventpass guest import fair list.csv
            eventpass guest invite fair --all
            """#)
        try #require(made.status == 0, "\(made)")
        let token = try #require(try stage.tickets().first { $0.admits == 3 }?.token)
        for (subEvent, count) in [("ceremony", 3), ("reception", 2)] {
            let scanned = try stage.sh(
                "eventpass gate check fair --gate North --sub-event \(subEvent) --count \(count) \(token)")
            try #require(scanned.status == 0, "\(scanned)")
        }
        let packed = try stage.sh("eventpass gate pack fair --device Lane --names --output north.gate")
        try #require(packed.status == 0, "\(packed)")
        for (target, question) in [("fair", "Name, code, e-mail or last digits"), ("north.gate", "Name or code:")] {
            let gate = try Watched(stage, "exec eventpass gate run \(target) --gate North --sub-event reception")
            try gate.see("inside 2 ")
            try gate.press(Keys.find, see: question)
            try gate.press("berg\r", see: "2 of 2 inside")
            try gate.press(Keys.find, see: question)
            try gate.press("eve\r", see: "not invited here")
            try gate.press("\u{3}", see: "closed: ")
            #expect(try gate.terminal.end() == 0)
        }
    }

    @Test("A guest without a QR code can be found and admitted manually, and an admission can be undone with a reason")
    func actions() throws {
        let stage = try Stage()
        let issued = try stage.issue(csv: Array("name,admits\nGrace Nakato,4\nGrace Okello,1\nPeter,1\n".utf8))
        try #require(issued.status == 0, "\(issued)")
        let tickets = try stage.tickets()
        let token = try #require(tickets.first { $0.holder == "Peter" }?.token)
        let nakato = try #require(tickets.first { $0.holder == "Grace Nakato" })
        let okello = try #require(tickets.first { $0.holder == "Grace Okello" })
        let gate = try Watched(stage)
        try gate.press(Keys.undo, see: "nothing to undo")
        try gate.press(Keys.manualAdmission, see: "select a ticket first")
        try gate.press(Keys.find, see: "Name, code, e-mail or last digits")
        try gate.press("grace\r", see: "Found for “grace”")
        try gate.press(Keys.down, see: "\n> \(okello.code)")
        try gate.press(Keys.up, see: "\n> \(nakato.code)")
        try gate.press(Keys.manualAdmission, see: "Press Enter to let in: \(nakato.code) Grace Nakato")
        // A scan arrives before Enter. The scan closes the question, so pressing Enter admits nobody.
        try gate.terminal.type("\(token)\r")
        try gate.see("ADMIT · Peter")
        try gate.press("\r", see: "ADMIT · Peter")
        gate.pause()
        #expect(gate.seen.text.contains("here: 1 admitted"))
        try gate.press(Keys.people, see: "How many people")
        try gate.press("2\r", see: "2 PEOPLE")
        try gate.press(Keys.manualAdmission, see: "Press Enter to let in 2 PEOPLE: ")
        try gate.press("\r", see: "Welcome: 2 of 4")
        // These keys select the second-latest admission.
        try gate.press(Keys.down, see: "\n> ")
        try gate.press(Keys.down, see: "  ADMIT ")
        try gate.press(Keys.undo, see: "Peter?")
        // A code that a scanner types while a person enters a reason is a scan, not a part of the reason.
        try gate.press("wrong", see: "Peter? wrong")
        gate.pause()
        try gate.terminal.type("4006381333931\r")
        try gate.see("1 refused")
        try gate.press(" lane", see: "Peter? wrong lane")
        try gate.press("\r", see: "VOID · Peter")
        try gate.see("undone: wrong lane")
        try gate.see("inside 2 ")
        let log = try stage.sh("eventpass gate log fair --json | tail -1").text
        #expect(log.contains(#""direction":"void""#) && log.contains("wrong lane"), "\(log)")
        try gate.press("\u{3}", see: "closed: 2 admitted · 1 undone · 1 refused")
        #expect(try gate.terminal.end() == 0)
    }

    @Test(
        "A gate with a gate pack shows the number of unmerged records and the pack’s age, and SIGHUP closes the pack"
    )
    func pack() throws {
        let stage = try Stage()
        let tokens = try stage.tokens(2)
        let made = try stage.sh("eventpass gate pack fair --device Lane --output north.gate")
        try #require(made.status == 0, "\(made)")
        let command = #"sh -c "echo \$\$ > pid; exec eventpass gate run north.gate --gate North"; echo "status $?""#
        for round in 1...2 {
            let gate = try Watched(stage, command)
            try gate.see("unsynced 0 · pack ")
            try gate.terminal.type("\(tokens[round - 1])\r")
            try gate.see("unsynced 1 · pack ")
            try gate.terminal.type("\(tokens[round - 1].dropLast(3))\r")
            try gate.see("1 refused")
            let line = String(decoding: try stage.folder.read("pid"), as: UTF8.self).dropLast()
            #expect(kill(try #require(Int32(line)), SIGHUP) == 0)
            try gate.terminal.expect("status 129")
            #expect(!FileManager.default.fileExists(atPath: stage.folder("north.gate-wal")))
            // Bytes 18 and 19 of a SQLite file are 1 if the file is not in write-ahead mode.
            #expect(try Array(stage.folder.read("north.gate")[18...19]) == [1, 1])
            let merged = try stage.sh("eventpass gate merge fair north.gate --json")
            #expect(merged.status == 0 && merged.text.contains(#""new":1"#), "\(merged)")
        }
        let stats = try stage.sh("eventpass gate stats fair --json").text
        #expect(stats.contains(#""admitted":2"#) && stats.contains(#""count":2"#), "\(stats)")
    }

    @Test("A megabyte of text that is pasted or typed at once gets one verdict, and the next scan is admitted")
    func megabyte() throws {
        let stage = try Stage()
        let tokens = try stage.tokens(2)
        let gate = try Watched(stage)
        let million = [UInt8](repeating: UInt8(ascii: "A"), count: 1_000_000)
        let lines = Array(repeating: Array("A line of a paste\r".utf8), count: 55_000).flatMap(\.self)
        try gate.terminal.type(million + [0x0D])
        try gate.see("here: 1 refused")
        try gate.terminal.type(Array("\u{1B}[200~".utf8) + lines + Array("\u{1B}[201~".utf8))
        try gate.see("here: 2 refused")
        // Some terminals do not mark the start and end of a paste. Then only the lines of the paste arrive.
        try gate.terminal.type(lines)
        try gate.see("here: 3 refused")
        try gate.terminal.type("\(tokens[0])\r")
        try gate.see("here: 1 admitted · 3 refused")
        // A paste whose end never arrives does not block the gate.
        try gate.terminal.type(Array("\u{1B}[200~".utf8) + million)
        try gate.see("here: 1 admitted · 4 refused")
        try gate.terminal.type("\(tokens[1])\r")
        try gate.see("here: 2 admitted · 4 refused")
        try gate.press("\u{4}", see: "closed: ")
        #expect(try gate.terminal.end() == 0)
    }

    @Test("A scanned symbol with the characters of command keys is refused, and triggers no command")
    func hostileSymbols() throws {
        let stage = try Stage()
        let token = try #require(try stage.tokens(1).first)
        let gate = try Watched(stage)
        let keys = ["\u{3}", "\u{4}", "\u{1A}", Keys.direction, Keys.end, "\u{1B}", "\u{11}", "\u{1C}"]
        for (index, key) in keys.enumerated() {
            gate.pause()
            try gate.terminal.type("\(key)4F7K\(key)\r")
            try gate.see("here: \(index + 1) refused")
        }
        #expect(gate.seen.text.contains("way in"))
        try gate.terminal.type("\(token)\r")
        try gate.see("ADMIT · Regular")
        try gate.press("\u{11}", see: "closed: 1 admitted")
        #expect(try gate.terminal.end() == 0)
    }

    @Test("After the window is resized, the page fits the new size, even if the window has only one row")
    func resize() throws {
        let stage = try Stage()
        let token = try #require(try stage.tokens(1).first)
        let gate = try Watched(stage)
        try gate.terminal.type("\(token)\r")
        try gate.see("ADMIT · Regular")
        for (columns, rows) in [(40, 12), (20, 5), (9, 1), (200, 60), (80, 24)] as [(UInt16, UInt16)] {
            try gate.resize(columns: columns, rows: rows)
            try gate.terminal.wait(for: "the page in \(columns)×\(rows)") {
                let text = gate.seen.text
                return (text.contains("ADMIT") || text.contains("A D M I T")) && (rows < 8 || text.contains("F1 keys"))
            }
        }
        try gate.press("\u{3}", see: "closed: ")
        #expect(try gate.terminal.end() == 0)
    }

    @Test("Ctrl-Z restores the terminal, and the shell command `fg` shows the page again")
    func stop() throws {
        let stage = try Stage()
        let token = try #require(try stage.tokens(1).first)
        let gate = try Watched(
            stage, #"set -m; eventpass gate run fair --gate North; echo "stopped $?"; read line; fg; echo "ended $?""#)
        try gate.terminal.type("\(token)\r")
        try gate.see("ADMIT · Regular")
        gate.pause()
        try gate.terminal.type("\u{1A}")
        try gate.terminal.expect("stopped 148")
        #expect(!gate.seen.isAlternate && gate.seen.hasCursor)
        #expect(gate.terminal.echoes && !gate.terminal.isRaw)
        try gate.terminal.type("\n")
        try gate.see("ADMIT · Regular")
        #expect(gate.seen.isAlternate && gate.terminal.isRaw)
        try gate.press("\u{3}", see: "ended 0")
        #expect(try gate.terminal.end() == 0)
    }

    @Test(
        "If a signal ends the gate page, the terminal is restored, even if a crash causes the signal",
        arguments: [SIGTERM, SIGHUP, SIGINT, SIGABRT, SIGSEGV, SIGQUIT])
    func signals(_ number: Int32) throws {
        let stage = try Stage()
        let token = try #require(try stage.tokens(1).first)
        let command =
            #"sh -c "echo \$\$ > pid; ulimit -c 0; exec eventpass gate run fair --gate North"; echo "status $?""#
        let gate = try Watched(stage, command)
        try gate.terminal.type("\(token)\r")
        try gate.see("ADMIT · Regular")
        let line = String(decoding: try stage.folder.read("pid"), as: UTF8.self).dropLast()
        #expect(kill(try #require(Int32(line)), number) == 0)
        try gate.terminal.expect("status \(number == SIGINT ? 0 : 128 + number)")
        #expect(!gate.seen.isAlternate && gate.seen.hasCursor && gate.seen.wraps)
        #expect(gate.terminal.echoes && !gate.terminal.isRaw)
    }

    @Test("Without colours, the verdict is still shown as a word", arguments: [["NO_COLOR": "1"], ["LC_ALL": "C"]])
    func plain(_ environment: [String: String]) throws {
        let stage = try Stage()
        let token = try #require(try stage.tokens(1).first)
        let gate = try Watched(
            stage,
            "exec eventpass gate run fair --gate North --quiet \(environment.keys.contains("LC_ALL") ? "--no-color" : "")",
            environment: environment)
        try gate.terminal.type("\(token)\r")
        try gate.see("ADMIT")
        try gate.terminal.type("x\r")
        try gate.see("REFUSE")
        #expect(!gate.terminal.text.contains(/\u{1B}\[[0-9;]*[1-9]m/))
        if environment["LC_ALL"] == "C" { #expect(gate.terminal.bytes.allSatisfy { $0 < 0x80 }) }
        try gate.press("\u{3}", see: "closed: ")
        #expect(try gate.terminal.end() == 0)
        #expect(gate.seen.rings == 0)
    }

    @Test("Without a terminal, `gate run` draws nothing, and its error suggests the command `gate check`")
    func noTerminal() throws {
        let stage = try Stage()
        let outcome = try stage.sh("eventpass gate run fair --gate North", input: Array("x\n".utf8))
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorText.contains("hint: use “eventpass gate check”"))
        for (command, environment) in [
            ("eventpass gate run fair --gate North > out", [:]), ("eventpass gate run fair --gate N", ["TERM": "dumb"]),
        ] as [(String, [String: String])] {
            let terminal = try PseudoTerminal(command, in: stage.folder, environment: environment)
            #expect(try terminal.end() == 64)
            #expect(!terminal.hasColour && terminal.text.contains("hint: use “eventpass gate check”"))
        }
    }

    @Test("The peak memory of a gate page does not grow with the event’s number of tickets")
    func memory() throws {
        let isSoak = TestEffort.isSoak
        let peaks = try [100, isSoak ? 1_000_000 : 20_000].map { count in
            let stage = try Stage()
            let issued = try stage.sh("eventpass ticket issue fair --type Regular --count \(count)")
            try #require(issued.status == 0, "\(issued)")
            let list = try stage.sh("eventpass ticket list fair --json | head -50")
            let tokens = try list.lines.compactMap {
                try JSONDecoder().decode(TicketLine.self, from: Data($0.utf8)).token
            }
            let gate = try Watched(stage)
            for (index, token) in tokens.enumerated() {
                try gate.terminal.type("\(token)\r")
                try gate.see("here: \(index + 1) admitted")
            }
            try gate.press(Keys.find, see: "Name, code, e-mail or last digits")
            try gate.press("nobody\r", see: "No ticket found")
            let peak = try gate.terminal.peakMemory
            try gate.press("\u{3}", see: "closed: ")
            #expect(try gate.terminal.end() == 0)
            return peak
        }
        print("a gate’s memory: \(peaks) bytes")
        #expect(peaks[1] - peaks[0] < 8 * 1024 * 1024)
    }
}

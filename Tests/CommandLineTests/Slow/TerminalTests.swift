import EventFixture
import Foundation
import TerminalFixture
import Testing

@Suite("Colours, questions and passphrases on a terminal", .lowPriority, .slow)
struct TerminalTests {
    @Test("On a terminal, output has colours unless NO_COLOR, a dumb terminal or --no-color forbids them")
    func colour() throws {
        let stage = try Stage()
        let token = try #require(try stage.tokens(1).first)
        for command in ["event list", "gate check fair --gate N \(token)", "qr render --format terminal x", "doctor"] {
            func hasColour(_ options: String = "", _ environment: [String: String] = [:]) throws -> Bool {
                let terminal = try PseudoTerminal(
                    "eventpass \(command) \(options)", in: stage.folder, environment: environment)
                _ = try terminal.end()
                #expect(!terminal.text.isEmpty)
                return terminal.hasColour
            }
            #expect(try hasColour(), "\(command)")
            #expect(try !hasColour("", ["NO_COLOR": "1"]), "\(command)")
            #expect(try !hasColour("", ["TERM": "dumb"]), "\(command)")
            #expect(try !hasColour("--no-color"), "\(command)")
        }
    }

    @Test("If the window is too narrow for a QR symbol, the message says how many columns the symbol needs")
    func narrow() throws {
        let stage = try Stage()
        let token = try #require(try stage.tokens(1).first)
        let code = try #require(try stage.tickets().first).code
        for command in ["qr render --format terminal \(token)", "qr render --format ascii \(token)"] {
            let terminal = try PseudoTerminal("eventpass \(command)", in: stage.folder, columns: 20)
            #expect(try terminal.end() == 65, "\(terminal.text)")
            #expect(terminal.text.contains(/eventpass: error: .*[0-9]+ columns/), "\(terminal.text)")
        }
        // In a narrow window, `ticket show` prints the ticket without its symbol.
        let terminal = try PseudoTerminal("eventpass ticket show fair \(code)", in: stage.folder, columns: 20)
        #expect(try terminal.end() == 0, "\(terminal.text)")
        #expect(terminal.text.contains(/eventpass: hint: .*[0-9]+ columns/), "\(terminal.text)")
    }

    @Test("If the locale is not UTF-8, QR symbols are drawn in ASCII")
    func ascii() throws {
        let folder = try TemporaryFolder()
        for locale in ["C", "POSIX", "en_US.ISO-8859-1"] {
            let terminal = try PseudoTerminal(
                "eventpass qr render --format terminal Hello", in: folder, environment: ["LC_ALL": locale])
            #expect(try terminal.end() == 0)
            #expect(!terminal.text.isEmpty && terminal.text.utf8.allSatisfy { $0 < 0x80 })
        }
        let blocks = try PseudoTerminal("eventpass qr render --format terminal Hello", in: folder)
        #expect(try blocks.end() == 0)
        #expect(blocks.text.contains("▀") || blocks.text.contains("▄"))
    }

    @Test("A new passphrase is asked for twice, and typed passphrases are never shown")
    func passphrase() throws {
        let stage = try Stage()
        let terminal = try PseudoTerminal("eventpass key rotate --passphrase", in: stage.folder)
        try terminal.expect("New passphrase: ")
        #expect(!terminal.echoes)
        try terminal.type("correct horse\n")
        try terminal.expect("Once more: ")
        try terminal.type("correct horse\n")
        #expect(try terminal.end() == 0, "\(terminal.text)")
        #expect(terminal.echoes)
        #expect(!terminal.text.contains("horse"))
        let asked = try PseudoTerminal("eventpass ticket issue fair --type Regular --count 1", in: stage.folder)
        try asked.expect("Passphrase of key 2: ")
        try asked.type("wrong\n")
        #expect(try asked.end() == 2)
        #expect(asked.text.contains("the passphrase is wrong"))
        let empty = try PseudoTerminal("eventpass ticket issue fair --type Regular --count 1", in: stage.folder)
        try empty.expect("Passphrase of key 2: ")
        try empty.type("\n")
        #expect(try empty.end() == 65)
        #expect(empty.text.contains("nothing was typed") && !empty.text.contains("no terminal"), "\(empty.text)")
    }

    @Test("A new password is asked for twice and never shown; if the two answers differ, no password is set")
    func password() throws {
        let stage = try Stage()
        #expect(try stage.sh("eventpass user add --name Joan --email joan@example.org").status == 0)
        func type(_ first: String, _ second: String) throws -> (status: Int32, text: String) {
            let terminal = try PseudoTerminal("eventpass user password joan", in: stage.folder)
            try terminal.expect("New password: ")
            #expect(!terminal.echoes)
            try terminal.type("\(first)\n")
            try terminal.expect("Once more: ")
            try terminal.type("\(second)\n")
            let status = try terminal.end()
            #expect(terminal.echoes && !terminal.text.contains("paint"))
            return (status, terminal.text)
        }
        let differ = try type("wet paint, mind", "wet paint, mend")
        #expect(differ.status == 65 && differ.text.contains("the two passwords differ"), "\(differ.text)")
        #expect(try type("paint", "paint").status == 65)
        let set = try type("wet paint, mind", "wet paint, mind")
        #expect(set.status == 0 && set.text.contains("Joan signs in as joan@example.org"), "\(set.text)")
        let records = try stage.sh("eventpass report audit --of-store --json | grep -c setPassword").text
        #expect(records == "1\n")
    }

    @Test("Ctrl-C at a passphrase prompt ends the program, and the terminal shows typed text again")
    func promptInterrupted() throws {
        let stage = try Stage()
        let terminal = try PseudoTerminal("exec eventpass key generate --passphrase", in: stage.folder)
        try terminal.expect("New passphrase: ")
        #expect(!terminal.echoes)
        try terminal.type([3])
        #expect(try terminal.end() != 0)
        #expect(terminal.echoes)
        #expect(try stage.sh("eventpass key list --json | wc -l").text == "1\n")
    }

    @Test("A command that asks for confirmation does nothing unless the answer is y")
    func confirmation() throws {
        let stage = try Stage()
        for answer in ["\n", "n\n", "yep\n", "\u{4}"] {
            let terminal = try PseudoTerminal("eventpass key retire 1", in: stage.folder)
            try terminal.expect("[y/N]")
            try terminal.type(answer)
            #expect(try terminal.end() == 1, "\(terminal.text)")
        }
        let terminal = try PseudoTerminal("eventpass key retire 1", in: stage.folder)
        try terminal.expect("[y/N]")
        try terminal.type("y\n")
        #expect(try terminal.end() == 0)
    }
}

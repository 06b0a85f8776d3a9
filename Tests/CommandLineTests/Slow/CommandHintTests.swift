import EventFixture
import Foundation
import Languages
import Testing

@Suite("Commands that hints show", .lowPriority, .slow)
struct CommandHintTests {
    @Test("If a text shows a command with arguments, the command exists, and each required argument is shown")
    func texts() throws {
        let program = try ShownProgram()
        var shown: [(place: String, command: ShownCommand)] = []
        for sentence in CatalogueTypes.sentences {
            shown += sentence.forms.flatMap(ShownCommand.all).map { (place: sentence.name, command: $0) }
        }
        for file in TranscriptTests.files {
            for step in Transcript(try String(contentsOf: file, encoding: .utf8)).steps {
                for line in step.errors where line.contains("eventpass: next: ") || line.contains("eventpass: hint: ") {
                    let commands = ShownCommand.all(in: String(line.dropFirst("eventpass: ".count)))
                    shown += commands.map { (place: "\(file.lastPathComponent):\(step.line)", command: $0) }
                }
            }
        }
        #expect(shown.count > 200)
        for (place, command) in shown { #expect(program.faults(of: command) == [], "\(place): \(command.words)") }
    }

    @Test("The test of shown commands finds an unknown command, an unknown option, and missing arguments")
    func faults() throws {
        let program = try ShownProgram()
        func faults(_ text: String) -> [String] { ShownCommand.all(in: text).flatMap(program.faults) }
        #expect(faults("see “eventpass gate” and “eventpass gate run”, which open gates") == [])
        #expect(faults("first run: eventpass gate run FILE --gate NAME; then eventpass doctor") == [])
        #expect(faults("eventpass gate walk FILE") == ["gate is incomplete"])
        #expect(faults("eventpass walk FILE") == ["no such command"])
        #expect(faults("eventpass gate run FILE --gate NAME --dor South") == ["no option --dor"])
        #expect(faults("eventpass gate run FILE") == ["--gate is missing"])
        #expect(faults("(eventpass type edit EVENT --quantity NUMBER)") == ["1 of 2 arguments"])
        #expect(faults("eventpass type edit EVENT \"VIP seats\" --quantity NUMBER") == [])
    }

    /// The command after `next: ` in the output of a command.
    ///
    /// - Parameter words: texts to replace in the command, such as `FILE`, each with its replacement.
    private func next(_ outcome: Outcome, _ words: [String: String] = [:]) throws -> String {
        let line = try #require(
            outcome.errorText.split(separator: "\n").last { $0.hasPrefix("eventpass: next: ") }, "\(outcome)")
        return words.reduce(String(line.dropFirst("eventpass: next: ".count))) { $0.replacing($1.key, with: $1.value) }
    }

    @Test("If a user runs the command in each hint, an empty celebration gets sub-events, guests and invitations")
    func celebration() throws {
        let stage = try Stage()
        try stage.folder.write("name\nGrace\n", to: "guests.csv")
        let imported = try stage.sh("eventpass guest import fair guests.csv")
        #expect(try next(imported) == "eventpass event sub-event add fair --type reception")
        let added = try stage.sh("\(try next(imported)) && eventpass event sub-event add fair --type ceremony")
        try #require(added.status == 0, "\(added)")
        let again = try stage.sh("eventpass guest import fair guests.csv")
        #expect(try next(again) == "eventpass guest invite fair --all --sub-event 1 --sub-event 2")
        let invited = try stage.sh(try next(again))
        #expect(invited.lines.first == "2 new invitations, 1 code issued for 1 person", "\(invited)")
        // Grace is already invited, and Denis is not. In this case, the hint does not suggest a command that invites
        // all guests.
        try stage.folder.write("name\nDenis\n", to: "guests.csv")
        let later = try stage.sh("eventpass guest import fair guests.csv")
        let one = try next(later, ["--guest NAME": "--guest Denis", "--sub-event NAME": "--sub-event Ceremony"])
        #expect(try stage.sh(one).lines.first == "1 new invitation, 1 code issued for 1 person", "\(later)")
        // If the imported list also contains the invitations, the command in the hint only issues the codes.
        try stage.folder.write("name,reception\nOlive,yes\n", to: "guests.csv")
        let complete = try stage.sh("eventpass guest import fair guests.csv")
        #expect(try next(complete) == "eventpass guest invite fair --all")
        #expect(try stage.sh(try next(complete)).lines.first == "0 new invitations, 1 code issued for 1 person")
    }

    @Test("After `event publish`, the hint names the command that invites the guests who are on the list already")
    func published() throws {
        let stage = try Stage()
        try stage.folder.write("name\nGrace\n", to: "guests.csv")
        let details = "--kind celebration --venue Lido --timezone UTC --start 2099-01-01T18:00 --end 2099-01-02T04:00"
        for title in ["Wedding", "Party"] {
            let made = try stage.sh(
                """
                eventpass event create --title \(title) \(details) && eventpass type add \(title) --name Guest &&
                    eventpass event sub-event add \(title) --type reception
                """)
            try #require(made.status == 0, "\(made)")
        }
        let empty = try next(stage.sh("eventpass event publish wedding"), ["FILE": "guests.csv"])
        #expect(empty == "eventpass guest import wedding guests.csv")
        let listed = try stage.sh("eventpass guest import party guests.csv && eventpass event publish party")
        let command = try #require(try next(listed).components(separatedBy: ", or ").last)
        #expect(command == "eventpass guest invite party --all --sub-event 1", "\(listed)")
        let invited = try stage.sh(command)
        #expect(invited.lines.first == "1 new invitation, 1 code issued for 1 person", "\(invited)")
    }

    @Test("The command in the hint of `gate pack` opens a gate, for any file name, and names a sub-event if necessary")
    func pack() throws {
        let stage = try Stage()
        _ = try stage.tokens(1)
        func status(_ outcome: Outcome, _ words: [String: String] = [:]) throws -> Int32 {
            let command = try next(outcome, words.merging([" on the gate's device": ""]) { first, _ in first })
            let check = command.replacing("gate run", with: "gate check")
            return try stage.sh("EVENTPASS_DATA=nowhere \(check) AAAA").status
        }
        let gate = ["--gate NAME": "--gate North"]
        let plain = try stage.sh("eventpass gate pack fair --device A --output \"it's north\"")
        #expect(try next(plain) == "eventpass gate run './it'\\''s north' --gate NAME on the gate's device")
        // The status 1 means that the gate is open and refuses the code.
        #expect(try status(plain, gate) == 1)
        try #require(stage.sh("eventpass event sub-event add fair --type reception").status == 0)
        let single = try stage.sh("eventpass gate pack fair --device B --output b.gate")
        #expect(try next(single) == "eventpass gate run b.gate --gate NAME --sub-event 1 on the gate's device")
        #expect(try status(single, gate) == 1)
        try #require(stage.sh("eventpass event sub-event add fair --type ceremony").status == 0)
        let several = try stage.sh("eventpass gate pack fair --device C --output c.gate")
        #expect(try next(several) == "eventpass gate run c.gate --gate NAME --sub-event NAME on the gate's device")
        #expect(try status(several, gate.merging(["--sub-event NAME": "--sub-event Ceremony"]) { $1 }) == 1)
        let only = try stage.sh("eventpass gate pack fair --device D --sub-event ceremony --output d.gate")
        #expect(try next(only) == "eventpass gate run d.gate --gate NAME on the gate's device")
        #expect(try status(only, gate) == 1)
    }

    @Test("The number of a sub-event selects it, even if the name of another sub-event begins with this number")
    func number() throws {
        let stage = try Stage()
        let made = try stage.sh(
            """
            eventpass event sub-event add fair --type reception &&
                eventpass event sub-event add fair --type ceremony --name "1st day" &&
                eventpass event sub-event edit fair 1 --venue Barn && eventpass event sub-event list fair --json
            """)
        #expect(made.status == 0 && made.text.contains(#""name":"Reception","note":null,"venue":"Barn""#), "\(made)")
        #expect(made.text.contains(#""name":"1st day","note":null,"venue":null"#), "\(made)")
    }
}

/// A command that a text shows, such as `eventpass gate run FILE --gate NAME`.
private struct ShownCommand {
    let words: [String]

    /// The commands in a text. A command ends before punctuation or a bracket.
    static func all(in text: String) -> [ShownCommand] {
        // An argument in quotes is one word.
        text.replacing(/"[^"]*"/, with: "QUOTED").matches(of: /eventpass ([a-z][^;”|()]*)/).compactMap { match in
            let shown = String(match.1).split(separator: /[,.]( |$)/).first ?? ""
            let words = shown.split(separator: " ").map(String.init)
            // These words continue a sentence about the program, such as “the eventpass that created the batch”.
            return ["that", "wrote"].contains(words.first) ? nil : ShownCommand(words: words)
        }
    }
}

/// The program's commands and their arguments, from `--experimental-dump-help`.
private struct ShownProgram {
    private struct Help: Decodable {
        let command: Command
    }

    private struct Command: Decodable {
        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Command]?
        let defaultSubcommand: String?

        struct Argument: Decodable {
            let kind: String
            let isOptional: Bool
            let names: [Name]?
        }

        struct Name: Decodable {
            let name: String
        }
    }

    private let root: Command

    init() throws {
        let help = try TemporaryFolder().sh("eventpass --experimental-dump-help")
        root = try JSONDecoder().decode(Help.self, from: Data(help.output)).command
    }

    /// Everything that is wrong with a shown command. A text may name a command without its arguments.
    func faults(of shown: ShownCommand) -> [String] {
        var command = root
        var words = shown.words[...]
        while let next = command.subcommands?.first(where: { $0.commandName == words.first }) {
            command = next
            words.removeFirst()
        }
        if command.commandName == root.commandName { return ["no such command"] }
        if words.isEmpty || words == ["--help"] { return [] }
        let standard = command.defaultSubcommand
        command = command.subcommands?.first { $0.commandName == standard } ?? command
        guard command.subcommands?.contains(where: { $0.commandName != "help" }) != true else {
            return ["\(command.commandName) is incomplete"]
        }
        return faults(of: words, command.arguments ?? [])
    }

    private func faults(of words: ArraySlice<String>, _ arguments: [Command.Argument]) -> [String] {
        var faults: [String] = []
        var (missing, words, count) = (arguments.filter { $0.kind == "option" && !$0.isOptional }, words, 0)
        while let word = words.popFirst() {
            guard word.hasPrefix("--") else {
                count += 1
                continue
            }
            func isShown(_ argument: Command.Argument) -> Bool {
                argument.names?.contains { "--\($0.name)" == word } == true
            }
            guard let option = arguments.first(where: isShown) else {
                faults.append("no option \(word)")
                _ = words.popFirst()
                continue
            }
            missing.removeAll(where: isShown)
            if option.kind == "option" { _ = words.popFirst() }
        }
        let required = arguments.filter { $0.kind == "positional" && !$0.isOptional }.count
        if count < required { faults.append("\(count) of \(required) arguments") }
        return faults + missing.map { "--\($0.names?.first?.name ?? "") is missing" }
    }
}

import EventFixture
import Foundation
import Testing

@Suite("The help of commands", .lowPriority, .slow)
struct HelpTests {
    @Test("In every command’s help, examples are indented by two columns, and no sentence contains a line break")
    func examples() throws {
        let help = try TemporaryFolder().sh("eventpass --experimental-dump-help")
        let root = try JSONDecoder().decode(Help.self, from: Data(help.output)).command
        let commands = root.all
        #expect(commands.count > 90)
        for command in commands {
            let discussion = command.discussion ?? ""
            for paragraph in discussion.split(separator: "\n\n") {
                let lines = paragraph.split(separator: "\n")
                let isExample = lines.allSatisfy { $0.hasPrefix("  ") }
                let startsWithColon = lines[0].hasSuffix(":")
                #expect(
                    isExample || lines.count == 1 && !lines[0].hasPrefix("eventpass ") || startsWithColon,
                    "\(command.commandName): \(paragraph)")
                // A longer example would be wrapped at 80 columns, and its second line would not be indented.
                for line in lines where isExample { #expect(line.count <= 80, "\(command.commandName): \(line)") }
            }
        }
    }

    @Test("In the test language en-XA, each help text and each error comes from the catalogue of sentences")
    func language() throws {
        let folder = try TemporaryFolder()
        let help = try folder.sh("EVENTPASS_LANGUAGE=en-XA eventpass --experimental-dump-help")
        for command in try JSONDecoder().decode(Help.self, from: Data(help.output)).command.all {
            // The texts of these two options are built into the argument parser.
            let options = (command.arguments ?? []).filter { !["help", "version"].contains($0.valueName) }
            let texts = [command.abstract] + options.flatMap { [$0.abstract, $0.discussion, $0.sectionTitle] }
            // If the long help text (`discussion`) begins with an example, it contains no sentence.
            let prose = command.discussion.flatMap { $0.hasPrefix("  eventpass ") ? nil : $0 }
            for text in (texts + [prose]).compactMap(\.self) {
                #expect(text.hasPrefix("⟦"), "\(command.commandName): \(text)")
            }
        }
        for command in [
            "event list", "qr render --mm 5 --scale 2 Hello", "key export 1", "evnt",
        ] {
            let error = try folder.sh("EVENTPASS_LANGUAGE=en-XA eventpass \(command)").errorText
            #expect(error.contains("error: ⟦"), "\(command): \(error)")
        }
    }

    @Test("In the test language en-XA, each command reports an unknown option with a sentence of the catalogue")
    func unknownOptions() throws {
        let folder = try TemporaryFolder()
        let help = try folder.sh("eventpass --experimental-dump-help")
        let leaves = try JSONDecoder().decode(Help.self, from: Data(help.output)).command.leaves
        #expect(leaves.count > 90)
        for leaf in leaves {
            let outcome = try folder.sh("eventpass \(leaf) --nosuch", environment: ["EVENTPASS_LANGUAGE": "en-XA"])
            let first = outcome.errorText.split(separator: "\n").first ?? ""
            #expect(outcome.status == 64 && first.contains("'--nosuch'"), "\(leaf): \(outcome)")
            #expect(first.wholeMatch(of: /eventpass: error: ⟦[^⟦⟧]+⟧/) != nil, "\(leaf): \(outcome)")
        }
        // The program does not use the parser’s own suggestions, which allow too many wrong letters.
        let near = try folder.sh("eventpass event list --jso")
        #expect(near.errorText.hasPrefix("eventpass: error: Unknown option '--jso'. Did you mean '--json'?\n"))
        // A value that begins with a hyphen is not an option.
        let value = try folder.sh("eventpass event edit --shift --nosuch")
        #expect(value.status == 64 && !value.errorText.contains("Unknown option"), "\(value)")
        // The missing value of an option is reported before the unknown option.
        let missing = try folder.sh("eventpass event create --title --nosuch")
        #expect(missing.status == 64 && missing.errorText.contains("Missing value for '--title "), "\(missing)")
        let flag = try folder.sh("eventpass event create --title Fair --json --nosuch")
        #expect(flag.status == 64 && flag.errorText.contains("Unknown option '--nosuch'"), "\(flag)")
    }

    @Test(
        """
        In the test language en-XA, the errors of commands without a data folder come from the catalogue of sentences, \
        and so do the notes of the commands that create a first event
        """)
    func notes() throws {
        let language = ["EVENTPASS_LANGUAGE": "en-XA"]
        var failed = 0
        for command in ScheduleCommand.services {
            // `ScheduleCommand` uses shell variables such as `$TICKET` as arguments. They are replaced by a value.
            let line = command.line.replacing(/\$[A-Z]+/, with: "1")
            let outcome = try TemporaryFolder().sh("eventpass \(line)", environment: language)
            if outcome.status != 0, Self.isMarked(outcome, of: command.line) { failed += 1 }
        }
        #expect(failed > 80)
        let folder = try TemporaryFolder()
        for line in [
            "init", "key generate", "organizer create Nile", "user add Ann",
            "event create --organizer nile --title Fair --venue Lido --timezone UTC --start 2099-01-01T18:00 --end 2099-01-02T04:00",
            "type add fair --name Regular", "event publish fair", "ticket issue fair --type Regular --count 2",
            "store backup copy.sqlite", "event duplicate fair", "event delete fair --yes",
        ] {
            let outcome = try folder.sh("eventpass \(line)", environment: language)
            #expect(outcome.status == 0, "\(outcome)")
            _ = Self.isMarked(outcome, of: line)
        }
    }

    /// Checks the lines that the program wrote to standard error. Each line must consist of texts in the test language,
    /// which are in ⟦ ⟧, and of commands to copy. Lines from the shell are ignored.
    ///
    /// - Returns: whether the program wrote a line.
    private static func isMarked(_ outcome: Outcome, of command: String) -> Bool {
        let lines = outcome.errorText.split(separator: "\n").filter { $0.hasPrefix("eventpass: ") }
        for line in lines {
            var depth = 0
            let rest = line.filter { character in
                if character == "⟦" { depth += 1 }
                if character == "⟧" { depth -= 1 }
                return depth == 0 && character != "⟧"
            }
            // An error about an option or argument begins with the name of the option or argument.
            let form = /eventpass: (?:(?:error|hint|warning|next): )?(?:[a-z-]+: )?(?:eventpass .*|[;: ]*)/
            #expect(rest.wholeMatch(of: form) != nil, "\(command): \(line)")
        }
        return !lines.isEmpty
    }

    @Test("The usage line of an error message lists only required arguments")
    func usage() throws {
        let folder = try TemporaryFolder()
        for command in ["ticket unblock x", "gate enter", "key export", "order pay x", "event sub-event edit"] {
            let outcome = try folder.sh("eventpass \(command)")
            #expect(outcome.status == 64, "\(outcome)")
            let usage = outcome.errorText.split(separator: "\n").first { $0.hasPrefix("Usage: ") }
            #expect(usage.map { $0.count <= 100 && !$0.contains("[--") } == true, "\(outcome)")
        }
    }

    @Test("A help page has a short usage line and one entry for all common options; --help-hidden explains each option")
    func short() throws {
        let folder = try TemporaryFolder()
        for command in ["order list", "store restore", "notice list", "ticket issue", "user add", "gate run", "doctor"]
        {
            let page = try folder.sh("eventpass \(command) --help")
            #expect(page.status == 0 && page.errors.isEmpty, "\(page)")
            let usage = page.lines.first { $0.hasPrefix("USAGE: ") } ?? ""
            #expect(usage.hasPrefix("USAGE: eventpass \(command) [<options>]"), "\(usage)")
            #expect(usage.count <= 80 && !usage.contains("[--"), "\(usage)")
            #expect(page.text.contains("\nOPTIONS:\n  --data, --store, --as, --no-color\n"), "\(page)")
            #expect(!page.text.contains("  --store <store>") && page.text.contains("  -h, --help "), "\(page)")
            #expect(try folder.sh("eventpass help \(command)").text == page.text)
            let complete = try folder.sh("eventpass \(command) --help-hidden").text
            #expect(complete.contains("  --store <store>") && !complete.contains("Common options"), "\(complete)")
        }
        // If a command has only some of the common options, its help lists each of them.
        #expect(try folder.sh("eventpass demo --help").text.contains("\n  --no-color "))
        #expect(try folder.sh("eventpass ticket --help").text.contains("USAGE: eventpass ticket <subcommand>\n"))
        #expect(try folder.sh("eventpass --version").text == "0.1.0\n")
        let full = try folder.sh("eventpass order list --help > /dev/full")
        #expect(full.status == 2 && full.errorText.contains("No space left on device"), "\(full)")
    }

    private struct Help: Decodable {
        let command: Command
    }

    private struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let arguments: [Argument]?
        let subcommands: [Command]?

        struct Argument: Decodable {
            let valueName: String?
            let abstract: String?
            let discussion: String?
            let sectionTitle: String?
        }

        var all: [Command] { [self] + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap(\.all) }

        /// The commands without subcommands, each with the names of its parents: `ticket issue`.
        var leaves: [String] {
            (subcommands ?? []).filter { $0.commandName != "help" }.flatMap { next in
                next.leaves.isEmpty ? [next.commandName] : next.leaves.map { "\(next.commandName) \($0)" }
            }
        }
    }
}

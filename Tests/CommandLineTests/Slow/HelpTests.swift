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
            // A discussion can consist of examples.
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
    }
}

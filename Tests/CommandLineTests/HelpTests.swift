import EventFixture
import Foundation
import Testing

@Suite("Help", .besideOthers)
struct HelpTests {
    @Test("Examples are indented by two columns in every help, and no sentence is broken into lines")
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
                // The help is wrapped at 80 columns: a longer line would lose its indent.
                for line in lines where isExample { #expect(line.count <= 80, "\(command.commandName): \(line)") }
            }
        }
    }

    @Test("The usage in an error names what must be said, and no option that need not be")
    func usage() throws {
        let folder = try TemporaryFolder()
        for command in ["ticket cancel x", "gate enter", "key export", "order pay x", "event function edit"] {
            let outcome = try folder.sh("eventpass \(command)")
            #expect(outcome.status == 64, "\(outcome)")
            let usage = outcome.errorText.split(separator: "\n").first { $0.hasPrefix("Usage: ") }
            #expect(usage.map { $0.count <= 100 && !$0.contains("[--") } == true, "\(outcome)")
        }
    }

    private struct Help: Decodable {
        let command: Command
    }

    private struct Command: Decodable {
        let commandName: String
        let discussion: String?
        let subcommands: [Command]?

        var all: [Command] { [self] + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap(\.all) }
    }
}

import EventFixture
import Foundation
import Testing

/// A create or edit command with an error in every field, and the names of the fields that the error message must list.
private struct Faulty: Sendable {
    let verb: String
    let rest: String
    let fields: [String]

    /// Creates the command. The error must name `fields` and each option in `rest`, except `--all`, `--guest` and
    /// `--holder`, which are valid in some of the commands.
    ///
    /// - Parameter rest: the command line after the verb: the arguments, then each option with an invalid value.
    init(_ verb: String, _ rest: String, also fields: [String] = []) {
        self.verb = verb
        self.rest = rest
        let options = rest.matches(of: #/--([a-z-]+) /#).map { String($0.1) }
        self.fields = options.filter { !["all", "guest", "holder"].contains($0) } + fields
    }

    var command: String { "eventpass \(verb) \(rest)" }

    /// A text longer than any field allows.
    static let long = String(repeating: "x", count: 201)
    /// A shell word with a control character. No field allows control characters.
    static let control = #""$(printf 'a\001b')""#
}

private let details = """
    --title "" --about \(Faulty.control) --kind x --category x --venue \(Faulty.long) --address \(Faulty.long) \
    --city \(Faulty.long) --position x --timezone Mars/Base --doors x --start 2099-13-01 --end x --capacity -5 \
    --minimum-age 17 --contact \(Faulty.long) --limit-inside 0 --answer-by x --pay-by x --entry-confirmation x \
    --first-partner \(Faulty.long) --second-partner \(Faulty.control)
    """

private let type = """
    --name "" --price "1.5 UGX" --quantity -1 --admits -17 --valid-from x --valid-until x --opens x --closes x --least x \
    --most x --gate "" --minimum-age x --re-entry x --hours x --gate-note \(Faulty.long)
    """

private let subEvent = """
    --type x --name \(Faulty.long) --note \(Faulty.long) --venue \(Faulty.long) --answer-by x --start x --end x \
    --capacity 0
    """

private let all = [
    Faulty("organizer create", "\"\"", also: ["name"]),
    Faulty("organizer edit", #"nile --name "" --about \#(Faulty.control) --links x --embed-origins x"#),
    Faulty("organizer token create", #"nile --name "" --scope x --expires x"#),
    Faulty("organizer webhook create", "nile --url x --kind x"),
    Faulty("organizer member add", "nile olive --role king"),
    Faulty("organizer member invite", "nile --email x --role king"),
    Faulty("user add", #"--name "" --email x --phone 07 --birth-date 1990-02-30"#),
    Faulty("event create", "\(details) --suite x"),
    Faulty("event edit", "fair \(details) --clear x"),
    Faulty("event edit", "fair --shift x"),
    Faulty("event duplicate", #"fair --title "" --shift x"#),
    Faulty("event reminder add", "fair --before x --to nobody"),
    Faulty("event reminder add", "fair --after x"),
    Faulty("event sub-event add", "fair \(subEvent)"),
    Faulty("event sub-event edit", "fair Reception \(subEvent)"),
    Faulty("type add", "fair \(type)"),
    Faulty("type duplicate", "fair Regular \(type)"),
    Faulty("type edit", "fair Regular \(type)"),
    Faulty(
        "order create",
        #"fair --line x --line Nothing=1 --buyer "" --email x --phone x --paid x "#
            + "--born x --reference \(Faulty.long)"),
    Faulty("order pay", "fair 1 --paid x --reference \(Faulty.long)"),
    Faulty("order pay-back", "fair 1 --amount x --reference \(Faulty.long)"),
    Faulty("ticket issue", "fair --type=Regular --count x"),
    Faulty("ticket issue", #"fair --type=Regular --email x --note "" --holder """#, also: ["holder"]),
    Faulty("ticket issue", "fair --type=Regular --holder Grace --born x"),
    Faulty("ticket edit", #"fair 0000-003V --email x --note \#(Faulty.long) --holder """#, also: ["holder"]),
    Faulty("ticket transfer", #"fair 0000-003V --to "" --email x"#),
    Faulty("guest invite", #"fair --all --codes x --type """#),
    Faulty("guest answer", "fair Grace perhaps --companions -1", also: ["answer"]),
]

@Suite("Errors of create and edit commands with several faulty fields", .lowPriority, .slow)
struct FieldFaultTests {
    @Test("Every create and edit command reports all faulty fields at once, each by its name")
    func together() throws {
        let stage = try Stage()
        let made = try stage.sh("eventpass event sub-event add fair --type reception")
        try #require(made.status == 0, "\(made)")
        let before = try stage.sh("eventpass report audit")
        for faulty in all {
            let answer = try stage.sh(faulty.command)
            #expect(answer.status == 65, "\(faulty.command)\n\(answer)")
            #expect(answer.output.isEmpty)
            for field in faulty.fields {
                let messages = answer.errorText.matches(of: try Regex("(error: |; )\(field): "))
                #expect(!messages.isEmpty, "\(field) of \(faulty.command)\n\(answer)")
            }
        }
        #expect(try stage.sh("eventpass report audit").output == before.output)
    }

    @Test("The commands of this suite cover every option of create and edit commands that can have an invalid value")
    func complete() throws {
        let help = try TemporaryFolder().sh("eventpass --experimental-dump-help")
        let root = try JSONDecoder().decode(Help.self, from: Data(help.output)).command
        let makers: Set = [
            "create", "add", "edit", "duplicate", "issue", "transfer", "invite", "answer", "pay",
            "pay-back",
        ]
        let commands = root.leaves(below: "").filter { makers.contains($0.command.commandName) }
        #expect(Set(commands.map(\.verb)) == Set(all.map(\.verb)))
        // These options accept any text, or select an existing object, a file or one of a few words, so they are not in
        // `all`.
        let others: Set = [
            "data", "store", "as", "keys", "passphrase-file", "request-id", "organizer", "event", "guest", "sub-event",
            "withdraw", "of", "text-file",
            "csv", "xlsx", "sheet", "map", "help",
        ]
        for (verb, command) in commands {
            let tried = Set(all.filter { $0.verb == verb }.flatMap(\.fields) + ["holder"])
            for argument in command.arguments ?? [] where argument.kind == "option" {
                let names = argument.names?.map(\.name) ?? []
                let isKnown = names.contains { tried.contains($0) || others.contains($0) }
                #expect(isKnown || verb == "ticket issue" && names == ["type"], "\(names) of \(verb)")
            }
        }
    }

    private struct Help: Decodable {
        let command: Command
    }

    private struct Command: Decodable {
        let commandName: String
        let subcommands: [Command]?
        let arguments: [Argument]?

        func leaves(below path: String) -> [(verb: String, command: Command)] {
            guard let subcommands, !subcommands.isEmpty else { return [(path, self)] }
            return subcommands.flatMap { $0.leaves(below: path.isEmpty ? $0.commandName : "\(path) \($0.commandName)") }
        }
    }

    private struct Argument: Decodable {
        struct Name: Decodable {
            let name: String
        }

        let kind: String
        let names: [Name]?
    }
}

import ArgumentParser
import Management
import Presentation
import Ticketing

struct OrganizerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "organizer", abstract: "Manage organizers: the people or companies that run events.",
        subcommands: [
            OrganizerCreateCommand.self, OrganizerListCommand.self, OrganizerShowCommand.self,
            OrganizerEditCommand.self, OrganizerVerifyCommand.self, OrganizerMemberCommand.self,
            OrganizerTokenCommand.self, OrganizerWebhookCommand.self,
        ])
}

struct OrganizerCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create an organizer; you become its owner.",
        discussion: """
              eventpass organizer create "Nile Nights" --json | jq .slug
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The organizer's name.")
    var name: String

    func run() throws {
        let organizer = try global.dataFolder().openServices().organizers.createOrganizer(named: name)
        let organizerJSON = OrganizerJSON(organizer: organizer)
        try StandardOutput.line(
            output.json ? organizerJSON.json.text : "created organizer \(organizer.slug) (\(organizer.number))")
        StandardError.say("next: eventpass event create --organizer \(organizer.slug) --title TITLE …")
    }
}

struct OrganizerListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your organizers.",
        discussion: """
              eventpass organizer list --json | jq .slug
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let organizers = try global.dataFolder().openServices().organizers.organizers()
        if output.json {
            for organizer in organizers { try StandardOutput.line(OrganizerJSON(organizer: organizer).json.text) }
            return
        }
        var table = Table("number", "slug", "verified", "name", empty: "There are no organizers.")
        for organizer in organizers {
            let verified = organizer.isVerified ? "yes" : "no"
            table.add("\(organizer.number)", organizer.slug, verified, organizer.name)
        }
        try table.write(global.terminal())
    }
}

struct OrganizerShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one organizer.",
        discussion: """
              eventpass organizer show nile-nights --json
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(
        help: "The organizer: its number, slug, name, or an unambiguous beginning of one of them.",
        completion: NameCompletion.organizers)
    var organizer: String

    func run() throws {
        let organizerJSON = OrganizerJSON(
            organizer: try global.dataFolder().openServices().organizers.organizer(named: organizer))
        for line in output.json ? [organizerJSON.json.text] : organizerJSON.lines { try StandardOutput.line(line) }
    }
}

struct OrganizerEditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change an organizer's name; its slug stays.",
        discussion: """
              eventpass organizer edit nile-nights --name "Nile Nights Ltd"
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(
        help: "The organizer: its number, slug, name, or an unambiguous beginning of one of them.",
        completion: NameCompletion.organizers)
    var organizer: String
    @Option(help: "The new name.")
    var name: String

    func run() throws {
        let services = try global.dataFolder().openServices()
        let found = try services.organizers.organizer(named: organizer)
        let renamed = try services.organizers.renameOrganizer(found, to: name)
        try StandardOutput.line(
            output.json ? OrganizerJSON(organizer: renamed).json.text : "renamed organizer \(renamed.slug)")
    }
}

/// The organizer option. Users with only one organizer can leave it out.
struct OrganizerOption: ParsableArguments {
    @Option(help: "The organizer. (default: your only organizer)", completion: NameCompletion.organizers)
    var organizer: String?

    /// The maximum number of organizers that an error lists.
    private static let maximumNames = 10

    func organizer(in services: ManagementServices) throws -> Organizer {
        if let organizer { return try services.organizers.organizer(named: organizer) }
        let organizers = try services.organizers.organizers()
        guard let only = organizers.first, organizers.count == 1 else {
            guard !organizers.isEmpty else {
                throw CommandFailure(
                    .usage, "there is no organizer yet", hint: "create one with: eventpass organizer create NAME")
            }
            let names = organizers.prefix(OrganizerOption.maximumNames).map(\.slug).joined(separator: ", ")
            let rest = organizers.count > OrganizerOption.maximumNames ? ", …" : ""
            throw CommandFailure(
                .usage, "there are \(organizers.count) organizers: \(names)\(rest)", hint: "choose one with --organizer"
            )
        }
        return only
    }
}

extension OrganizerJSON {
    private var verified: String {
        switch organizer.verification {
        case .localOwner: "yes, by the local owner"
        case .steps(let checked):
            VerificationStep.allCases.map { step in
                "\(step.rawValue) \(checked[step].map { $0.iso8601(in: .gmt) } ?? "missing")"
            }.joined(separator: "; ")
        }
    }

    var lines: [String] {
        [
            "organizer  \(organizer.name.visible)", "number     \(organizer.number)", "slug       \(organizer.slug)",
            "verified   \(verified)",
        ]
    }
}

import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct OrganizerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "organizer", abstract: Text.abstract.text,
        subcommands: [
            OrganizerCreateCommand.self, OrganizerListCommand.self, OrganizerShowCommand.self,
            OrganizerEditCommand.self, OrganizerVerifyCommand.self, OrganizerReviewCommand.self,
            OrganizerMemberCommand.self, OrganizerTokenCommand.self, OrganizerWebhookCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizer"

        case abstract = "Manage organizers: the people or companies that run events."
    }
}

struct OrganizerCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer create "Nile Nights" --json | jq .slug
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerCreate"

        case abstract = "Create an organizer; you become its owner."
        case name = "The organizer's name."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: ArgumentHelp(Text.name))
    var name: String

    func run() throws {
        let organizer = try global.dataFolder().openServices().organizers.createOrganizer(OrganizerDetails(name: name))
        let organizerJSON = OrganizerJSON(organizer: organizer)
        try StandardOutput.line(
            output.json ? organizerJSON.json.text : "created organizer \(organizer.slug) (\(organizer.number))")
        StandardError.next("eventpass event create --organizer \(organizer.slug) --title TITLE …")
    }
}

struct OrganizerListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer list --json | jq .slug
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerList"

        case abstract = "List your organizers."
    }

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
        commandName: "show", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer show nile-nights --json
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerShow"

        case abstract = "Show one organizer."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: ArgumentHelp(OrganizerArgument.Text.organizer), completion: NameCompletion.organizers)
    var organizer: String

    func run() throws {
        let organizerJSON = OrganizerJSON(
            organizer: try global.dataFolder().openServices().organizers.organizer(named: organizer))
        for line in output.json ? [organizerJSON.json.text] : organizerJSON.lines { try StandardOutput.line(line) }
    }
}

struct OrganizerEditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer edit nile-nights --name "Nile Nights Ltd"
              eventpass organizer edit nile-nights --links https://social.example/nile \\
                  --embed-origins https://nile.example
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerEdit"

        case abstract = "Change an organizer's details; its slug stays."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: ArgumentHelp(OrganizerArgument.Text.organizer), completion: NameCompletion.organizers)
    var organizer: String
    @OptionGroup var given: OrganizerOptions

    func run() throws {
        let services = try global.dataFolder().openServices()
        let found = try services.organizers.organizer(named: organizer)
        let edited = try services.organizers.editOrganizer(found) { details in
            var fields = FieldParser()
            given.apply(to: &details, in: { _ in .gmt }, &fields)
            try fields.finish(adding: details.limitFaults)
        }
        let result = edited.details == found.details ? "nothing changed" : "edited organizer \(edited.slug)"
        try StandardOutput.line(output.json ? OrganizerJSON(organizer: edited).json.text : result)
    }
}

struct OrganizerOptions: FieldOptions {
    typealias Entity = OrganizerDetails

    @Option("name", of: Entity.self) var name: String?
    @Option("about", of: Entity.self) var about: String?
    @Option("links", of: Entity.self, option: "links") var links: [String]
    @Option("embed_origins", of: Entity.self, option: "embed-origins") var embedOrigins: [String]
}

/// The organizer option. Users with only one organizer can leave it out.
struct OrganizerOption: ParsableArguments {
    @Option(help: ArgumentHelp(Text.organizer), completion: NameCompletion.organizers)
    var organizer: String?

    /// The maximum number of organizers that an error lists.
    private static let maximumNames = 10

    func organizer(in services: ManagementServices) throws -> Organizer {
        if let organizer { return try services.organizers.organizer(named: organizer) }
        let organizers = try services.organizers.organizers()
        guard let only = organizers.first, organizers.count == 1 else {
            guard !organizers.isEmpty else {
                throw CommandFailure(.usage, Text.noOrganizer, hint: Sentence(Text.noOrganizerHint))
            }
            let names = organizers.prefix(OrganizerOption.maximumNames).map(\.slug).joined(separator: ", ")
            let rest = organizers.count > OrganizerOption.maximumNames ? ", …" : ""
            throw CommandFailure(
                .usage, Text.severalOrganizers, ["count": .number(organizers.count), "names": "\(names)\(rest)"],
                hint: Sentence(Text.severalOrganizersHint))
        }
        return only
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsOrganizer"

        case organizer = "The organizer. (default: your only organizer)"
        case noOrganizer = "there is no organizer yet"
        case noOrganizerHint = "create one with: eventpass organizer create NAME"
        case severalOrganizers = "there are {count} organizers: {names}"
        case severalOrganizersHint = "choose one with --organizer"
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

    /// The fields that `lines` shows with their own labels. Each other field is shown with its label in forms.
    private static let fieldsWithOwnLine: Set = ["name", "about", "links", "embed_origins"]

    var lines: [String] {
        var lines = [
            "organizer  \(organizer.name.visible)", "number     \(organizer.number)", "slug       \(organizer.slug)",
            "verified   \(verified)",
        ]
        if let about = organizer.details.about { lines.append("about      \(about.visible)") }
        lines += organizer.details.links.map { "link       \($0.rawValue)" }
        lines += organizer.details.embedOrigins.map { "widget on  \($0.rawValue)" }
        let others = OtherFields(of: [organizer.details], except: OrganizerJSON.fieldsWithOwnLine, in: .gmt)
        return lines + others.lines(of: organizer.details)
    }
}

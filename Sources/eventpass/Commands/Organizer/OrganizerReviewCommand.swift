import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct OrganizerReviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass organizer review on
                  eventpass organizer review list
                  eventpass organizer review accept nile-nights --seen 3f9a1c07b2de
                  eventpass organizer review return nile-nights --seen 3f9a1c07b2de \\
                      --reason "the document has expired"
                """
            ]),
        subcommands: [
            OrganizerReviewListCommand.self, OrganizerReviewAcceptCommand.self, OrganizerReviewReturnCommand.self,
            OrganizerReviewOnCommand.self, OrganizerReviewOffCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerReview"

        case abstract = "Review the identity documents of organizers."
        case discussion =
            """
            Only the owner of this data folder may review documents. While the review is on, an organizer’s step \
            “identity” is complete only after the organizer’s document was accepted. The review is off by default.

            {examples}
            """
    }
}

struct OrganizerReviewListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer review list --json | jq -r .seen
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerReviewList"

        case abstract = "List the identity documents that wait for a review."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let submitted = try global.ownersDataFolder().openServices().organizers.identitiesToReview()
        if output.json {
            for identity in submitted { try StandardOutput.line(identity.json.text) }
            return
        }
        var table = Table(
            "organizer", "name", "document", "ends in", "seen", empty: "No documents are waiting for a review.")
        for identity in submitted {
            table.add(
                identity.organizer.slug, identity.organizer.name, identity.document?.rawValue ?? "–", identity.ending,
                identity.mark)
        }
        try table.write(global.terminal())
    }
}

/// The options that select a document to accept or to return.
struct ReviewOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @Option(help: ArgumentHelp(Text.seen))
    var seen: String

    enum Text: String, SentenceKey {
        static let subject = "optionsReview"

        case seen =
            "The document that you have seen, as in “eventpass organizer review list”. If the organizer has entered another document meanwhile, the command is refused."
        case notWaiting = "no document of “{name}” is waiting for a review"
        case several = "more than one organizer with a waiting document matches “{name}”"
        case notWaitingHint = "list the documents with: eventpass organizer review list"
    }

    /// The organizer’s document that waits for a review.
    ///
    /// - Throws: `CommandFailure` if no waiting document, or more than one, matches the organizer;
    ///   `ManagementError.identityChanged` if the waiting document is not the document that the reviewer has seen.
    func identity(_ services: ManagementServices) throws -> SubmittedIdentity {
        let name = organizerArgument.organizer
        let waiting = try services.organizers.identitiesToReview()
        let exact = waiting.filter { $0.organizer.slug == name || "\($0.organizer.number)" == name }
        let folded = name.folded
        let similar = waiting.filter {
            !folded.isEmpty && ($0.organizer.slug.hasPrefix(name) || $0.organizer.name.folded.hasPrefix(folded))
        }
        let found = exact.isEmpty ? similar : exact
        guard let identity = found.first, found.count == 1 else {
            throw CommandFailure(
                .badInput, found.isEmpty ? Text.notWaiting : .several, ["name": .text(name)],
                hint: Sentence(Text.notWaitingHint))
        }
        guard identity.mark == seen else { throw ManagementError.identityChanged }
        return identity
    }

    func write(_ identity: SubmittedIdentity, _ state: IdentityReview.State) throws {
        let json = JSON.object([
            ("organizer", .string(identity.organizer.slug)), ("state", .string(state.rawValue)),
        ])
        try StandardOutput.line(
            output.json ? json.text : "\(state.rawValue) the document of \(identity.organizer.slug)")
    }
}

struct OrganizerReviewAcceptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer review accept nile-nights --seen 3f9a1c07b2de
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerReviewAccept"

        case abstract = "Accept an identity document, which completes the organizer's verification step “identity”."
    }

    @OptionGroup var options: ReviewOptions

    func run() throws {
        let services = try options.global.ownersDataFolder().openServices()
        let identity = try options.identity(services)
        try services.organizers.acceptIdentity(of: identity.organizer.number, seen: identity.hash)
        try options.write(identity, .accepted)
    }
}

struct OrganizerReviewReturnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "return", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer review return nile-nights --seen 3f9a1c07b2de \\
                  --reason "the document has expired"
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerReviewReturn"

        case abstract = "Return an identity document, so that the organizer can enter another one."
        case reason = "The reason, which the organizer sees; at most 500 characters."
    }

    @OptionGroup var options: ReviewOptions
    @Option(help: ArgumentHelp(Text.reason))
    var reason: String

    func run() throws {
        let services = try options.global.ownersDataFolder().openServices()
        let identity = try options.identity(services)
        try services.organizers.returnIdentity(
            of: identity.organizer.number, seen: identity.hash, because: reason)
        try options.write(identity, .returned)
    }
}

struct OrganizerReviewOnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer review on
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerReviewOn"

        case abstract = "Turn the review on. Documents that organizers have already entered stay accepted."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws { try output.write(reviewsIdentities: true, global) }
}

struct OrganizerReviewOffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer review off
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerReviewOff"

        case abstract =
            "Turn the review off. A waiting document must still be reviewed, or the organizer must enter it again."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws { try output.write(reviewsIdentities: false, global) }
}

extension JSONOption {
    /// Turns the review of identity documents on or off, and prints the new setting.
    fileprivate func write(reviewsIdentities isOn: Bool, _ global: GlobalOptions) throws {
        try global.ownersDataFolder().openServices().organizers.setReviewsIdentities(isOn)
        try StandardOutput.line(
            json ? JSON.object([("on", .bool(isOn))]).text : "the review is \(isOn ? "on" : "off")")
    }
}

extension SubmittedIdentity {
    /// The number of characters at the beginning of the hash that identify a document on the command line.
    private static let markLength = 12

    /// The beginning of the document's hash.
    fileprivate var mark: String { String(hash.prefix(SubmittedIdentity.markLength)) }

    fileprivate var json: JSON {
        .object([
            ("organizer", .string(organizer.slug)), ("name", .string(organizer.name)),
            ("document", .optional(document?.rawValue)), ("ending", .string(ending)), ("seen", .string(mark)),
        ])
    }
}

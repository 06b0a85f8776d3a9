import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct OrganizerWebhookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook", abstract: Text.abstract.text,
        subcommands: [
            OrganizerWebhookCreateCommand.self, OrganizerWebhookListCommand.self, OrganizerWebhookShowCommand.self,
            OrganizerWebhookSecretCommand.self, OrganizerWebhookEndCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerWebhook"

        case abstract = "Manage webhooks."
    }
}

struct OrganizerWebhookCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass organizer webhook create nile-nights \\
                      --url https://example.org/hooks --kind issued --kind admitted \\
                      --event new-year > secret.txt
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerWebhookCreate"

        case abstract = "Create a webhook and print its secret."
        case discussion =
            """
            The server sends the webhook's requests. Docs/Serve.md describes their content and signature.

            {examples}
            """
        case event = "Send only this event's changes. (default: the changes of every event of the organizer)"
        case allowPrivate = "Allow a URL on this machine or a private network. Only for the owner of the data folder."
        case allowPrivateHint = "if the URL is on this machine or a private network, add --allow-private"
        case created = "created {webhook}; end it with: eventpass organizer webhook end {organizer} {webhook}"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @OptionGroup var given: WebhookOptions
    @Option(help: ArgumentHelp(Text.event), completion: NameCompletion.events)
    var event: String?
    @Flag(help: ArgumentHelp(Text.allowPrivate))
    var allowPrivate = false

    func run() throws {
        var fields = FieldParser()
        let kinds = fields.read(given.kinds, "kind")
        if WebhookAddress(given.url) == nil { fields.refuse("url", WebhookAddress.requirement) }
        try fields.finish()
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let organizer = try services.organizers.organizer(named: organizerArgument.organizer)
        let event = try event.map { try services.events.event(named: $0) }
        let draft = WebhookDetails(
            address: given.url, kinds: Set(kinds), allowance: allowPrivate ? .privateAllowed : .publicOnly)
        let ring = try folder.openKeyRing(keys, of: store)
        let (secret, webhook) = try advisingOnPrivateURLs {
            try services.webhooks.createWebhook(draft, of: organizer, event: event, signingWith: ring)
        }
        if output.json {
            return try StandardOutput.line(
                WebhookJSON(webhook, waiting: 0).json.adding([("secret", .string(secret.text))]).text)
        }
        try StandardOutput.line(secret.text)
        StandardError.say(Text.created, ["webhook": "\(webhook.id)", "organizer": .text(organizer.slug)])
    }

    /// Creates a webhook. If the URL is refused, but may be allowed with `--allow-private`, the error has a hint about
    /// this option.
    private func advisingOnPrivateURLs<Result>(_ create: () throws -> Result) throws -> Result {
        do {
            return try create()
        } catch ManagementError.invalid(let faults) where !allowPrivate {
            let refusals = [FaultSentence.encryptedOnly, .notPublicAddress].map { Sentence($0) }
            let error = ManagementError.invalid(faults)
            guard faults.contains(where: { refusals.contains($0.allowed) }) else { throw error }
            throw CommandFailure(
                ExitStatus(error.kind), error.sentence, hint: Sentence(Text.allowPrivateHint),
                shape: ErrorShape(error))
        }
    }
}

struct WebhookOptions: FieldOptionList {
    typealias Entity = WebhookDetails

    @Option("url", of: Entity.self) var url: String
    @Option(name: .customLong("kind"), help: ArgumentHelp(repeated: "kinds", of: Entity.self))
    var kinds: [ParsedArgument<Webhook.Kind>]
}

struct OrganizerWebhookListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer webhook list nile-nights --json | jq .last_answer
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerWebhookList"

        case abstract = "List an organizer's webhooks and their state."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let all = try services.webhooks.webhooks(
            of: try services.organizers.organizer(named: organizerArgument.organizer))
        if output.json {
            for state in all { try StandardOutput.line(WebhookJSON(state).json.text) }
            return
        }
        var table = Table("id", "state", "waiting", "kinds", "last answer", "url", empty: "There are no webhooks.")
        for state in all {
            table.add(
                "\(state.webhook.id)", state.webhook.state.rawValue, "\(state.waiting)",
                state.webhook.kinds.sorted().map(\.rawValue).joined(separator: " "),
                state.webhook.lastResult?.description ?? "",
                "\(state.webhook.address)")
        }
        try table.write(global.terminal())
    }
}

struct OrganizerWebhookShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass organizer webhook show nile-nights 4503599627370497
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerWebhookShow"

        case abstract = "List a webhook's recent and pending deliveries."
        case discussion =
            """
            Finished deliveries are kept for a week.

            {examples}
            """
    }

    private static let most = 100

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: WebhookArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let (organizer, id) = try argument.resolve(services)
        let deliveries = try services.webhooks.webhook(id, of: organizer, latest: OrganizerWebhookShowCommand.most)
            .deliveries
        if output.json {
            for delivery in deliveries { try StandardOutput.line(WebhookDeliveryJSON(delivery).json.text) }
            return
        }
        var table = Table("id", "state", "type", "ticket", "tries", "answer", empty: "There are no deliveries.")
        for delivery in deliveries {
            table.add(
                WebhookMessage.id(of: delivery), delivery.state.rawValue,
                WebhookMessage.type(of: delivery.kind), delivery.payload["ticket"] ?? "", "\(delivery.tries)",
                delivery.lastResult?.description ?? "")
        }
        try table.write(global.terminal())
    }
}

struct OrganizerWebhookSecretCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass organizer webhook secret nile-nights 4503599627370497 > secret.txt
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerWebhookSecret"

        case abstract = "Print a webhook's secret again."
        case discussion =
            """
            The secret is derived from the key ring and is not stored. Anyone who has the secret can forge requests of \
            this server.

            {examples}
            """
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: WebhookArgument

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let (organizer, id) = try argument.resolve(services)
        try services.authorize(.showWebhooks, in: organizer)
        let secret = try services.webhooks.secret(
            ofWebhook: id, of: organizer, signingWith: folder.openKeyRing(keys, of: store)
        )
        .text
        try StandardOutput.line(
            output.json ? JSON.object([("id", .string("\(id)")), ("secret", .string(secret))]).text : secret)
    }
}

struct OrganizerWebhookEndCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer webhook end nile-nights 4503599627370497
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerWebhookEnd"

        case abstract = "End a webhook. Pending deliveries are not sent."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: WebhookArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let (organizer, id) = try argument.resolve(services)
        try services.webhooks.endWebhook(id, of: organizer)
        try output.writeEnd("ended", "\(id)")
    }
}

struct WebhookArgument: ParsableArguments {
    @OptionGroup var organizerArgument: OrganizerArgument
    @Argument(help: ArgumentHelp(Text.webhook))
    var webhook: String

    func resolve(_ services: ManagementServices) throws -> (Organizer, WebhookID) {
        guard let id = WebhookID(webhook) else {
            throw CommandFailure(
                .badInput, Text.notAnID, ["id": .text(webhook)], hint: Sentence(Text.notAnIDHint))
        }
        return (try services.organizers.organizer(named: organizerArgument.organizer), id)
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsWebhookArgument"

        case webhook = "The webhook's id. To find it, run: eventpass organizer webhook list"
        case notAnID = "“{id}” is not a webhook’s id"
        case notAnIDHint = "list the ids with: eventpass organizer webhook list ORGANIZER"
    }
}

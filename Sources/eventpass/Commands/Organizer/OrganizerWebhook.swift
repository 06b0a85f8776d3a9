import ArgumentParser
import Management
import Presenting
import Ticketing

struct OrganizerWebhook: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook", abstract: "Programs of others that a server tells what becomes of tickets.",
        subcommands: [
            OrganizerWebhookCreate.self, OrganizerWebhookList.self, OrganizerWebhookShow.self,
            OrganizerWebhookSecret.self, OrganizerWebhookEnd.self,
        ])
}

struct OrganizerWebhookCreate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make one, and say the secret that its receiver needs.",
        discussion: """
            The server sends to it. Docs/Serve.md has what is sent, and how it is signed.

              eventpass organizer webhook create nile-nights \\
                  --url https://example.org/hooks --kind issued --kind admitted \\
                  --event new-year > secret.txt
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @Option(help: "Where it is sent: https, and http to a private address.")
    var url: String
    @Option(help: "What it is told; again for more.")
    var kind: [Given<Webhook.Kind>]
    @Option(help: "Only of this event. (default: every event of the organizer)")
    var event: String?
    @Flag(help: "It may lead to this machine and to private networks; for the owner of the data folder.")
    var allowPrivate = false

    func run() throws {
        var fields = Fields()
        let kinds = fields.read(kind, "kind")
        if WebhookAddress(url) == nil { fields.refuse("url", WebhookAddress.allowed) }
        try fields.end()
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let office = try folder.signIn(to: store)
        let organizer = try office.organizer(named: organizerArgument.organizer)
        let event = try event.map { try office.event(named: $0) }
        let draft = WebhookDraft(
            address: url, kinds: Set(kinds), allowance: allowPrivate ? .privateToo : .publicOnly)
        let (secret, webhook) = try office.makeWebhook(
            draft, of: organizer, event: event, signingWith: folder.openKeyRing(keys, of: store))
        if output.json {
            return try StandardOutput.line(
                WebhookView(webhook, waiting: 0).json.adding([("secret", .string(secret.text))]).text)
        }
        try StandardOutput.line(secret.text)
        StandardError.say(
            "made \(webhook.id); eventpass organizer webhook end \(organizer.slug) \(webhook.id) ends it")
    }
}

struct OrganizerWebhookList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List those of an organizer, and how each stands.",
        discussion: """
              eventpass organizer webhook list nile-nights --json | jq .last_answer
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let all = try office.webhooks(of: try office.organizer(named: organizerArgument.organizer))
        if output.json {
            for state in all { try StandardOutput.line(WebhookView(state).json.text) }
            return
        }
        var table = Table("id", "state", "waiting", "kinds", "last answer", "url", empty: "There are no webhooks.")
        for state in all {
            table.add(
                "\(state.webhook.id)", WebhookView(state).state, "\(state.waiting)",
                state.webhook.kinds.sorted().map(\.rawValue).joined(separator: " "), state.webhook.lastAnswer ?? "",
                "\(state.webhook.address)")
        }
        try table.write(global.terminal())
    }
}

struct OrganizerWebhookShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "List what one was told last, or is to be told.",
        discussion: """
            What has arrived or was given up is kept for a week.

              eventpass organizer webhook show nile-nights 4503599627370497
            """)

    /// How many are shown.
    private static let most = 100

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: WebhookArgument

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let (organizer, id) = try argument.read(office)
        let deliveries = try office.webhook(id, of: organizer, latest: OrganizerWebhookShow.most).deliveries
        if output.json {
            for delivery in deliveries { try StandardOutput.line(WebhookDeliveryView(delivery).json.text) }
            return
        }
        var table = Table("id", "state", "type", "ticket", "tries", "answer", empty: "There are no deliveries.")
        for delivery in deliveries {
            table.add(
                WebhookMessage.id(of: delivery), WebhookDeliveryView(delivery).state,
                WebhookMessage.type(of: delivery.kind), delivery.facts["ticket"] ?? "", "\(delivery.tries)",
                delivery.answer ?? "")
        }
        try table.write(global.terminal())
    }
}

struct OrganizerWebhookSecret: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret", abstract: "Say the secret of one again.",
        discussion: """
            It is made of the key ring and stored nowhere. Whoever has it can send what looks as if it came from here.

              eventpass organizer webhook secret nile-nights 4503599627370497 > secret.txt
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: WebhookArgument

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let office = try folder.signIn(to: store)
        let (organizer, id) = try argument.read(office)
        try office.authorize(.showWebhooks, in: organizer)
        let secret = try office.secret(ofWebhook: id, of: organizer, signingWith: folder.openKeyRing(keys, of: store))
            .text
        try StandardOutput.line(
            output.json ? JSON.object([("id", .string("\(id)")), ("secret", .string(secret))]).text : secret)
    }
}

struct OrganizerWebhookEnd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "End one at once; what waits for it is not sent.",
        discussion: """
              eventpass organizer webhook end nile-nights 4503599627370497
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: WebhookArgument

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let (organizer, id) = try argument.read(office)
        try office.endWebhook(id, of: organizer)
        try output.writeEnd("ended", "\(id)")
    }
}

/// Which webhook.
struct WebhookArgument: ParsableArguments {
    @OptionGroup var organizerArgument: OrganizerArgument
    @Argument(help: "Its id, as organizer webhook list shows it.")
    var webhook: String

    func read(_ office: Office) throws -> (Organizer, WebhookID) {
        guard let id = WebhookID(webhook) else {
            throw Failure(
                .badInput, "“\(webhook)” is no id of a webhook",
                hint: "eventpass organizer webhook list ORGANIZER shows them")
        }
        return (try office.organizer(named: organizerArgument.organizer), id)
    }
}

import ArgumentParser
import Languages
import Management
import MessageTransport
import Presentation
import Store
import Ticketing

struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: Text.abstract.text,
        subcommands: [PushSetCommand.self, PushShowCommand.self, PushTestCommand.self, PushRemoveCommand.self])

    enum Text: String, SentenceKey {
        static let subject = "commandPush"

        case abstract = "Set up push messages to the browsers of recipients."
        case contact = "an address such as mailto:tickets@example.org or https://example.org"
        case trialService = "the address of a server on this machine, without a path, such as http://127.0.0.1:8090"
    }
}

/// The address at which the operators of push services can reach the owner of the server.
struct PushContactArgument: ArgumentValue {
    let text: String

    init?(argument: String) {
        guard PushSettings.isContact(argument) else { return nil }
        text = argument
    }

    static var allowed: String { PushCommand.Text.contact.text }
}

/// The address of a push service on this machine, without a slash at its end.
struct TrialServiceArgument: ArgumentValue {
    let text: String

    init?(argument: String) {
        let text = argument.hasSuffix("/") ? String(argument.dropLast()) : argument
        guard let address = WebAddress(text), ServerHost.isLoopback(address.host) else { return nil }
        self.text = text
    }

    static var allowed: String { PushCommand.Text.trialService.text }
}

struct PushSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass push set --contact mailto:tickets@example.org \\
                      --url https://tickets.example.org
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandPushSet"

        case abstract = "Turn on push messages, or change their settings."
        case discussion =
            """
            Recipients turn on push messages on their page of preferences. Push messages cost nothing. The first call \
            makes a key and stores it in messages.json in the data folder. Only the owner of this file can read it. \
            Later calls keep the key, because the browsers of the recipients are bound to it.

            {examples}
            """
        case contact = "The address at which the operator of a push service can reach you: mailto:… or https://…"
        case url = "The public address of the server, such as https://tickets.example.org, for links in messages."
        case trialService =
            "For trials: the address of a push service on this machine, such as http://127.0.0.1:8090. The server also uses all other push services."
        case contactMissing = "the contact is missing"
        case contactHint = "add --contact mailto:ADDRESS"
        case urlMissing = "the public address of the server is not set, and push messages need it"
        case urlHint = "add --url https://ADDRESS"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @Option(help: ArgumentHelp(Text.contact))
    var contact: ParsedArgument<PushContactArgument>?
    @Option(help: ArgumentHelp(Text.url))
    var url: ParsedArgument<PublicURLArgument>?
    @Option(help: ArgumentHelp(Text.trialService, valueName: "url"))
    var trialService: ParsedArgument<TrialServiceArgument>?

    func run() throws {
        var fields = FieldParser()
        let contact = fields.read(contact, "contact")
        let url = fields.read(url, "url")
        let trialService = fields.read(trialService, "trial-service")
        try fields.finish()
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore(orCopy: false)
        var settings = try folder.messageSettingsToChange()
        if let url { settings.publicURL = url.text }
        guard settings.publicURL != nil else {
            throw CommandFailure(.usage, Text.urlMissing, hint: Sentence(Text.urlHint))
        }
        guard let address = contact?.text ?? settings.push?.contact else {
            throw CommandFailure(.usage, Text.contactMissing, hint: Sentence(Text.contactHint))
        }
        var push = try PushSettings(
            contact: address, privateKey: settings.push?.privateKey ?? PushSettings.randomKey())
        push.trialService = trialService?.text ?? settings.push?.trialService
        settings.push = push
        try folder.messageSettingsFile.write(settings)
        try NoticeDispatcher(clock: Instant.now).wakeWaitingForChannel(store)
        try PushReport(settings, store).write(output)
    }
}

struct PushShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: Text.abstract.text,
        discussion: """
              eventpass push show --json | jq .browsers
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandPushShow"

        case abstract = "Show the settings for push messages, without the private key, and the number of browsers."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore()
        try PushReport(try folder.messageSettingsFile.read(), store).write(output)
    }
}

struct PushRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: Text.abstract.text,
        discussion: """
              eventpass push remove
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandPushRemove"

        case abstract =
            "Remove the settings for push messages, their key, and the subscriptions of all browsers. Recipients must then turn on push messages again."
        case question =
            "Remove the key, and the subscription of one browser?|Remove the key, and the subscriptions of {count} browsers?"
        case refusal = "removing the key for push messages needs confirmation"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    func run() throws {
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore(orCopy: false)
        let file = folder.messageSettingsFile
        var settings = try file.read()
        let browsers = try store.read { try $0.pushSubscriptions.count() }
        try Confirmation.require(
            yes || browsers == 0, Sentence(Text.question, ["count": .number(browsers)]),
            refusal: Sentence(Text.refusal))
        settings.push = nil
        try file.write(settings)
        try store.write { try $0.pushSubscriptions.removeAll() }
        try PushReport(settings, store).write(output)
    }
}

/// The settings for push messages, without the private key, and the number of browsers that get push messages.
private struct PushReport {
    let settings: MessageSettings
    let browsers: Int

    init(_ settings: MessageSettings, _ store: Store) throws {
        self.settings = settings
        browsers = try store.read { try $0.pushSubscriptions.count() }
    }

    func write(_ output: JSONOption) throws {
        for line in output.json ? [json.text] : lines { try StandardOutput.line(line) }
        guard settings.push != nil, let problem = settings.linkProblem else { return }
        StandardError.warn(problem.sentence)
        StandardError.hint(problem.hint)
    }

    private var lines: [String] {
        guard let push = settings.push else { return ["Push messages are not set up."] }
        let fields: [(String, String?)] = [
            ("contact", push.contact), ("trial", push.trialService), ("links", settings.publicURL),
            ("browsers", "\(browsers)"),
        ]
        return fields.compactMap { name, value in value.map { ReportLine.text(name, $0) } }
    }

    private var json: JSON {
        .object([
            ("contact", .optional(settings.push?.contact)), ("trial_service", .optional(settings.push?.trialService)),
            ("url", .optional(settings.publicURL)), ("browsers", .int(browsers)),
        ])
    }
}

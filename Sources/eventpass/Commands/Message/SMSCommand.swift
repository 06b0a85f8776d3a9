import ArgumentParser
import Cryptography
import Foundation
import Languages
import Management
import MessageTransport
import Messaging
import Presentation
import Store
import Ticketing

struct SMSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sms", abstract: Text.abstract.text,
        subcommands: [SMSSetCommand.self, SMSShowCommand.self, SMSTestCommand.self, SMSRemoveCommand.self])

    enum Text: String, SentenceKey {
        static let subject = "commandSMS"

        case abstract = "Set up the provider or modem that sends SMS."
    }
}

struct SMSSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass sms set --africas-talking nilenights --key-file key.txt \\
                      --sender NILE --price "35 UGX"
                  eventpass sms set --gammu /etc/gammurc
                  eventpass sms set --whatsapp
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandSMSSet"

        case abstract = "Set how messages are sent to phones."
        case discussion =
            """
            Messages go to the phone of a recipient who has no e-mail address. The settings are stored in \
            messages.json in the data folder, which only its owner can read. A new provider replaces the earlier \
            provider.

            {examples}
            """
        case africasTalking = "The username of an account at Africa's Talking; “sandbox” is its trial account."
        case keyFile =
            "A file whose first line is the account's API key. Without this option, the key is read from $EVENTPASS_SMS_KEY or asked for."
        case sender =
            "The short code or name that recipients see as the sender. (default: the sender that the provider chooses)"
        case price = "The price of one part of a message, such as “35 UGX”, for the cost of messages to many people."
        case gammu = "Send with a modem or phone at this machine: the configuration file of the program gammu."
        case whatsapp =
            "Without a provider, prepare a WhatsApp link for each message to a phone number. A person opens the link and sends the message."
        case url = "The public address of the server, such as https://tickets.example.org, for links in messages."
        case perMinute = "The maximum number of SMS per minute. (default: no limit)"
        case perMinuteFault = "--per-minute must be 1 or more"
        case perMinuteProvider = "--per-minute needs --africas-talking or --gammu"
        case oneProvider = "give either --africas-talking or --gammu"
        case nothingToSet = "give --africas-talking, --gammu, --whatsapp or --no-whatsapp"
        case accountOptions = "--key-file, --sender and --price need --africas-talking"
        case notText = "the key is not UTF-8 text"
        case missingFile = "there is no file {path}"
        case question = "API key of {user}:"
        case enterReportAddress =
            "on the provider's site, enter the URL from the line “reports” as the callback URL for delivery reports"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @Option(help: ArgumentHelp(Text.africasTalking, valueName: "username"))
    var africasTalking: String?
    @Option(help: ArgumentHelp(Text.keyFile), completion: .file())
    var keyFile: String?
    @Option(help: ArgumentHelp(Text.sender))
    var sender: String?
    @Option(help: ArgumentHelp(Text.price))
    var price: ParsedArgument<Money>?
    @Option(help: ArgumentHelp(Text.gammu, valueName: "file"), completion: .file())
    var gammu: String?
    @Flag(inversion: .prefixedNo, exclusivity: .exclusive, help: ArgumentHelp(Text.whatsapp))
    var whatsapp: Bool?
    @Option(help: ArgumentHelp(Text.url))
    var url: ParsedArgument<PublicURLArgument>?
    @Option(help: ArgumentHelp(Text.perMinute))
    var perMinute: Int?

    func validate() throws {
        if let perMinute, perMinute < 1 { throw ValidationError(Text.perMinuteFault) }
        if perMinute != nil, africasTalking == nil, gammu == nil { throw ValidationError(Text.perMinuteProvider) }
        if africasTalking != nil, gammu != nil { throw ValidationError(Text.oneProvider) }
        if africasTalking == nil, gammu == nil, whatsapp == nil { throw ValidationError(Text.nothingToSet) }
        if africasTalking == nil, keyFile != nil || sender != nil || price != nil {
            throw ValidationError(Text.accountOptions)
        }
    }

    func run() throws {
        var fields = FieldParser()
        let price = fields.read(price, "price")
        let url = fields.read(url, "url")
        fields.checkText(text: africasTalking, "africas-talking")
        fields.checkText(text: sender, "sender")
        try fields.finish()
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore(orCopy: false)
        let sms = try provider(price)
        var settings = try folder.messageSettingsToChange()
        if let sms {
            settings.sms = sms.withReportSecret(from: settings.sms)
            settings.smsPerMinute = perMinute
        }
        if let whatsapp { settings.preparesWhatsApp = whatsapp }
        if let url { settings.publicURL = url.text }
        try folder.messageSettingsFile.write(settings)
        try NoticeDispatcher(clock: Instant.now).wakeWaitingForChannel(store)
        try SMSReport.write(settings, store, output)
        if settings.sms != nil { ReportLine.sayNextStep("eventpass sms test NUMBER", settings) }
        if settings.reportAddress != nil {
            StandardError.next(Text.enterReportAddress)
        }
    }

    /// The provider or modem that the options describe; nil if the options describe neither. Asks for the API key if
    /// the options describe an account at a provider.
    private func provider(_ price: Money?) throws -> SMSSettings? {
        if let africasTalking { return .africasTalking(try account(africasTalking, price)) }
        guard let gammu else { return nil }
        let path = DataFolder.absolute(gammu)
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw CommandFailure(.badInput, Text.missingFile, ["path": .text(path)])
        }
        return .gammu(GammuModem(configuration: path))
    }

    private func account(_ username: String, _ price: Money?) throws -> AfricasTalkingAccount {
        let question = Sentence(Text.question, ["user": .text(username)])
        let source = PassphrasePrompt(passwordFile: keyFile, option: "--key-file", variable: "EVENTPASS_SMS_KEY")
        guard let key = try source.forAccount(question).text else { throw CommandFailure(.badInput, Text.notText) }
        var account = AfricasTalkingAccount(username: username, apiKey: key)
        account.sender = sender
        account.pricePerPart = price?.minorUnits
        account.currency = price?.currency
        return account
    }
}

struct SMSShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: Text.abstract.text,
        discussion: """
              eventpass sms show --json | jq .provider
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandSMSShow"

        case abstract = "Show the settings for SMS, without the API key, and the number of waiting messages."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore()
        try SMSReport.write(try folder.messageSettingsFile.read(), store, output)
    }
}

struct SMSTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass sms test +256772123456
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandSMSTest"

        case abstract = "Send a test SMS now and print the answer of the provider."
        case discussion =
            """
            The provider charges the price of one message.

            {examples}
            """
        case number = "The phone number to send to, with country code."
        case missing = "no SMS provider is set up"
        case missingHint = "set one up with: eventpass sms set"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @Argument(help: ArgumentHelp(Text.number))
    var number: ParsedArgument<PhoneNumber>

    func run() throws {
        let number = try FieldParser.read(only: number, "number")
        let settings = try global.ownersDataFolder().messageSettingsFile.read()
        guard settings.sms != nil else {
            throw CommandFailure(.trouble, Text.missing, hint: Sentence(Text.missingHint))
        }
        let result = MessageTrial(settings, in: .ofCommandLine).send(to: number)
        try MessageTrialReport(recipient: number.rawValue, result: result).write(output)
    }
}

struct SMSRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: Text.abstract.text,
        discussion: """
              eventpass sms remove
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandSMSRemove"

        case abstract = "Remove the settings for SMS. Messages to phones wait until a provider is set up again."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore()
        let file = folder.messageSettingsFile
        var settings = try file.read()
        settings.sms = nil
        settings.smsPerMinute = nil
        try file.write(settings)
        try SMSReport.write(settings, store, output)
    }
}

/// The settings for SMS. The report contains the secret URL path for delivery reports, but not the API key.
struct SMSReport: ChannelReport {
    let settings: MessageSettings
    let waiting: Int

    private var account: AfricasTalkingAccount? {
        if case .africasTalking(let account) = settings.sms { account } else { nil }
    }
    private var modem: GammuModem? { if case .gammu(let modem) = settings.sms { modem } else { nil } }
    private var preparesWhatsApp: Bool { settings.preparesWhatsApp == true }

    var lines: [String] {
        let fields: [(String, String?)] = [
            ("account", account.map { "\($0.username) at Africa's Talking, with a stored key" }),
            ("sender", account?.sender),
            ("price", settings.sms?.pricePerPart.map { "\($0) for each part of a message" }),
            ("reports", settings.reportAddress), ("gammu", modem?.configuration),
            ("limit", settings.smsPerMinute.map { "\($0) a minute" }),
            ("whatsapp", preparesWhatsApp ? "links are prepared" : nil), ("links", settings.publicURL),
        ]
        let known = fields.compactMap { name, value in value.map { ReportLine.text(name, $0) } }
        return (settings.sms == nil ? ["No SMS provider is set up."] : []) + known + [ReportLine.waiting(waiting)]
    }

    var json: JSON {
        let provider = account != nil ? "africas-talking" : modem != nil ? "gammu" : nil
        return .object([
            ("provider", .optional(provider)), ("username", .optional(account?.username)),
            ("sender", .optional(account?.sender)), ("price", .optional(settings.sms?.pricePerPart?.description)),
            ("reports", .optional(settings.reportAddress)), ("configuration", .optional(modem?.configuration)),
            ("per_minute", .optional(settings.smsPerMinute)),
            ("whatsapp", .bool(preparesWhatsApp)), ("url", .optional(settings.publicURL)), ("waiting", .int(waiting)),
        ])
    }
}

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

struct MailCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail", abstract: Text.abstract.text,
        subcommands: [
            MailSetCommand.self, MailShowCommand.self, MailTestCommand.self, MailRemoveCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandMail"

        case abstract = "Set up the mail server that sends messages."
    }
}

struct MailSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass mail set --server smtp.example.org --user tickets \\
                      --password-file password.txt --from tickets@example.org \\
                      --url https://tickets.example.org --bounces bounces@example.org
                  eventpass mail set --folder mails --from tickets@example.org
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandMailSet"

        case abstract = "Set how messages are sent by e-mail."
        case discussion =
            """
            The settings are stored in messages.json in the data folder, which only its owner can read. They replace \
            all earlier settings for e-mail. Without --url, the public address stays as it is. “serve” and “notice \
            send” then send the waiting messages. Docs/Messages.md explains the settings.

            {examples}
            """
        case server = "The mail server: a host, or a host and a port. (default port: 587; 465 with --security tls)"
        case security =
            "The encryption: starttls, tls (from the first byte), or none (only for a server on this machine). (default: starttls; tls for port 465)"
        case user = "The account at the mail server. Its password is read from a file or asked for."
        case passwordFile =
            "A file whose first line is the account's password. Without this option, the password is read from $EVENTPASS_MAIL_PASSWORD or asked for."
        case certificates = "A PEM file with the certificates to trust, instead of the system's."
        case folder = "Write the mails into this folder as .eml files, instead of sending them to a server."
        case from = "The sender's address."
        case url = "The public address of the server, such as https://tickets.example.org, for links in messages."
        case bounces =
            "The address to which undeliverable mails return. A text that identifies the mail is added to this address, as in bounces+TEXT@example.org."
        case bounceFolder = "The Maildir folder in which returned mails arrive."
        case perMinute = "The maximum number of mails per minute. (default: no limit)"
        case serverOrFolder = "give either --server or --folder"
        case serverOptions = "--security, --user, --password-file and --certificates need --server"
        case bouncesWithoutServer =
            "--bounces and --bounce-folder need --server: mails in a folder are not sent, so they cannot return"
        case userRequired = "--password-file needs --user"
        case perMinuteFault = "--per-minute must be 1 or more"
        case unencrypted =
            "without encryption, everybody on the network path to {host} can read the messages and the password"
        case unencryptedHint = "use --security starttls or tls; none is allowed only for a server on this machine"
        case notText = "the password is not UTF-8 text"
        case missingFile = "there is no file {path}"
        case missingFolder = "there is no folder {path}"
        case missingFolderHint = "create the folder first"
        case notMaildir = "{path} is not a Maildir folder: it has no folders new and cur"
        case question = "Password of {user} at {host}:"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @Option(help: ArgumentHelp(Text.server, valueName: "host[:port]"))
    var server: ParsedArgument<MailServerArgument>?
    @Option(help: ArgumentHelp(Text.security))
    var security: SMTPServer.Security?
    @Option(help: ArgumentHelp(Text.user))
    var user: String?
    @Option(help: ArgumentHelp(Text.passwordFile), completion: .file())
    var passwordFile: String?
    @Option(help: ArgumentHelp(Text.certificates), completion: .file())
    var certificates: String?
    @Option(help: ArgumentHelp(Text.folder), completion: .directory)
    var folder: String?
    @Option(help: ArgumentHelp(Text.from, valueName: "address"))
    var from: ParsedArgument<EmailAddress>
    @Option(help: ArgumentHelp(Text.url))
    var url: ParsedArgument<PublicURLArgument>?
    @Option(help: ArgumentHelp(Text.bounces, valueName: "address"))
    var bounces: ParsedArgument<EmailAddress>?
    @Option(help: ArgumentHelp(Text.bounceFolder, valueName: "maildir"), completion: .directory)
    var bounceFolder: String?
    @Option(help: ArgumentHelp(Text.perMinute))
    var perMinute: Int?

    func validate() throws {
        guard (server == nil) != (folder == nil) else { throw ValidationError(Text.serverOrFolder) }
        let forServers = [user, passwordFile, certificates, security?.rawValue].compactMap(\.self)
        if server == nil, !forServers.isEmpty { throw ValidationError(Text.serverOptions) }
        if server == nil, bounces != nil || bounceFolder != nil { throw ValidationError(Text.bouncesWithoutServer) }
        if passwordFile != nil, user == nil { throw ValidationError(Text.userRequired) }
        if let perMinute, perMinute < 1 { throw ValidationError(Text.perMinuteFault) }
    }

    func run() throws {
        var fields = FieldParser()
        let server = fields.read(server, "server")
        let bounces = fields.read(bounces, "bounces")
        let url = fields.read(url, "url")
        fields.checkText(text: user, "user")
        try fields.finish()
        let from = try FieldParser.read(only: from, "from")
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore(orCopy: false)
        var mail = MailSettings(way: try way(server), from: from)
        mail.bounces = bounces
        mail.bounceFolder = try bounceFolder.map(maildir)
        mail.perMinute = perMinute
        var settings = try folder.messageSettingsToChange()
        settings.mail = mail
        if let url { settings.publicURL = url.text }
        try folder.messageSettingsFile.write(settings)
        try NoticeDispatcher(clock: Instant.now).wakeWaitingForChannel(store)
        try MailReport.write(settings, store, output)
        ReportLine.sayNextStep("eventpass mail test ADDRESS", settings)
    }

    /// The way in which mails are sent, as the options describe it. Asks for the password if the options name an
    /// account.
    private func way(_ argument: MailServerArgument?) throws -> MailSettings.Way {
        guard let argument else { return .folder(try existingFolder(folder ?? ".")) }
        let security = security ?? (argument.port == 465 ? .tls : .startTLS)
        guard security != .none || ServerHost.isLoopback(argument.host) else {
            throw CommandFailure(
                .usage, Text.unencrypted, ["host": .text(argument.host)], hint: Sentence(Text.unencryptedHint))
        }
        var server = SMTPServer(
            host: argument.host, port: argument.port ?? (security == .tls ? 465 : 587), security: security)
        if let certificates {
            let path = DataFolder.absolute(certificates)
            guard FileManager.default.isReadableFile(atPath: path) else {
                throw CommandFailure(.badInput, Text.missingFile, ["path": .text(path)])
            }
            server.certificates = path
        }
        server.user = user
        server.password = try user.map { user in
            let question = Sentence(Text.question, ["user": .text(user), "host": .text(argument.host)])
            let source = PassphrasePrompt(
                passwordFile: passwordFile, option: "--password-file", variable: "EVENTPASS_MAIL_PASSWORD")
            guard let password = try source.forAccount(question).text else {
                throw CommandFailure(.badInput, Text.notText)
            }
            return password
        }
        return .smtp(server)
    }

    private func existingFolder(_ folder: String) throws -> String {
        let path = DataFolder.absolute(folder)
        guard MailSetCommand.isFolder(path) else {
            throw CommandFailure(
                .badInput, Text.missingFolder, ["path": .text(path)], hint: Sentence(Text.missingFolderHint))
        }
        return path
    }

    private func maildir(_ folder: String) throws -> String {
        let path = try existingFolder(folder)
        guard ["new", "cur"].allSatisfy({ MailSetCommand.isFolder("\(path)/\($0)") }) else {
            throw CommandFailure(.badInput, Text.notMaildir, ["path": .text(path)])
        }
        return path
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}

struct MailShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: Text.abstract.text,
        discussion: """
              eventpass mail show --json | jq .waiting
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandMailShow"

        case abstract = "Show the settings for e-mail, without the password, and the number of waiting messages."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore()
        try MailReport.write(try folder.messageSettingsFile.read(), store, output)
    }
}

struct MailTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass mail test joan@example.org
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandMailTest"

        case abstract = "Send a test mail now and print the answer of the mail server."
        case discussion =
            """
            The test mail is not stored. If the mail server accepts it, check that it arrives, and that it is not \
            filed as spam.

            {examples}
            """
        case address = "The address to send to."
        case missing = "no mail server is set up"
        case missingHint = "set one up with: eventpass mail set"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @Argument(help: ArgumentHelp(Text.address))
    var address: ParsedArgument<EmailAddress>

    func run() throws {
        let address = try FieldParser.read(only: address, "address")
        let settings = try global.ownersDataFolder().messageSettingsFile.read()
        guard settings.mail != nil else {
            throw CommandFailure(.trouble, Text.missing, hint: Sentence(Text.missingHint))
        }
        let result = try MessageTrial(settings, in: .ofCommandLine).send(to: address, at: .now())
        try MessageTrialReport(recipient: address.rawValue, result: result).write(output)
    }
}

struct MailRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: Text.abstract.text,
        discussion: """
              eventpass mail remove
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandMailRemove"

        case abstract = "Remove the settings for e-mail. Messages wait until a mail server is set up again."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore()
        let file = folder.messageSettingsFile
        var settings = try file.read()
        settings.mail = nil
        try file.write(settings)
        try MailReport.write(settings, store, output)
    }
}

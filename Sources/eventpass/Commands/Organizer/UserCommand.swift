import ArgumentParser
import Cryptography
import Foundation
import Languages
import Management
import Presentation
import Ticketing

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: Text.abstract.text,
        subcommands: [UserAddCommand.self, UserListCommand.self, UserPasswordCommand.self])

    enum Text: String, SentenceKey {
        static let subject = "commandUser"

        case abstract = "Manage the users of this store."
    }
}

struct UserAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: Text.abstract.text,
        discussion: """
              eventpass user add "Joan Akello" --email joan@example.org
              eventpass organizer member add nile-nights joan@example.org --role seller
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandUserAdd"

        case abstract = "Add a user. Assign roles with “organizer member add”."
        case name = "The user's name, instead of the argument."
        case email = "The user's e-mail address, which no other user may have."
        case phone = "The user's phone number with country code, such as +256772123456."
        case birthDate = "The user's date of birth, such as 1990-05-17."
        case argument = "The user's name."
        case nameOnce = "give the name once, as an argument or with --name"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: ArgumentHelp(Text.argument, valueName: "name"))
    var argument: String?
    @Option(help: ArgumentHelp(Text.name))
    var name: String?
    @Option(help: ArgumentHelp(Text.email))
    var email: ParsedArgument<EmailAddress>?
    @Option(help: ArgumentHelp(Text.phone))
    var phone: ParsedArgument<PhoneNumber>?
    @Option(help: ArgumentHelp(Text.birthDate))
    var birthDate: ParsedArgument<CalendarDay>?

    func validate() throws {
        guard (argument == nil) != (name == nil) else {
            throw ValidationError(Text.nameOnce)
        }
    }

    func run() throws {
        var fields = FieldParser()
        let draft = UserDetails(
            name: argument ?? name ?? "", email: fields.read(email, "email"), phone: fields.read(phone, "phone"),
            birthDate: fields.read(birthDate, "birth-date"))
        try fields.finish(adding: draft.faults(at: .now()))
        let user = try global.dataFolder().openServices().users.addUser(draft)
        try StandardOutput.line(
            output.json ? UserJSON(user: user).json.text : "added user \(user.id), \(user.name.visible)")
        StandardError.next("eventpass organizer member add ORGANIZER \(user.id) --role ROLE")
    }
}

struct UserListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass user list --json | jq .email
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandUserList"

        case abstract = "List the users of this store."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let users = try global.dataFolder().openServices().users.users()
        if output.json {
            for user in users { try StandardOutput.line(UserJSON(user: user).json.text) }
            return
        }
        var table = Table("id", "name", "e-mail", "phone", empty: "There are no users.")
        for user in users { table.add("\(user.id)", user.name, user.email?.rawValue, user.phone?.rawValue) }
        try table.write(global.terminal())
    }
}

struct UserPasswordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "least": .number(NewPassword.leastCharacters),
                "examples": """
                  eventpass user password joan@example.org < password.txt
                """,
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandUserPassword"

        case abstract = "Set a user's password."
        case discussion =
            """
            At a terminal, the command asks for the password twice. Otherwise, it reads the password from standard \
            input. A password needs at least {least} characters; only the password's scrypt hash is stored. The user \
            is signed out everywhere.

            {examples}
            """
        case user = "The user: their id, e-mail address, or an unambiguous beginning of the name."
        case email = "The e-mail address to sign in with, for a user who has no e-mail address yet."
        case noPassword = "no password was given"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: ArgumentHelp(Text.user))
    var user: String
    @Option(help: ArgumentHelp(Text.email))
    var email: ParsedArgument<EmailAddress>?

    func run() throws {
        var fields = FieldParser()
        let email = fields.read(email, "email")
        try fields.finish()
        let services = try global.dataFolder().openServices()
        let user = try services.users.user(named: user)
        let (named, ended) = try services.users.setPassword(NewPassword(ask()), of: user, email: email)
        try StandardOutput.line(
            output.json
                ? JSON.object([("user", UserJSON(user: named).json), ("sessions_ended", .int(ended))]).text
                : "\(named.name.visible) signs in as \(named.email?.rawValue.visible ?? named.name.visible) with the new password"
                    + (ended == 0 ? "" : "; ended \(counted(ended, "session"))"))
    }

    private func ask() throws -> SecretBytes {
        let typed =
            isatty(STDIN_FILENO) == 1
            ? try Prompt.newSecret(.password)
            : try SecretLine.read(from: STDIN_FILENO, SecretLine.Text.standardInput.text)
        guard let typed else {
            throw CommandFailure(.badInput, Text.noPassword, hint: Sentence(SecretLine.Text.missingHint))
        }
        return typed
    }
}

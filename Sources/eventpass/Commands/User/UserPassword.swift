import ArgumentParser
import Cryptography
import Foundation
import Management
import Presenting
import Ticketing

struct UserPasswordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Set a user's password.",
        discussion: """
            The command asks for the password twice, or reads it from standard input. It needs at least \
            \(NewPassword.leastCharacters) characters; only its scrypt hash is stored. The user is signed out \
            everywhere.

              eventpass user password joan@example.org < password.txt
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The user: their id, e-mail address, or an unambiguous beginning of the name.")
    var user: String
    @Option(help: "The e-mail address to sign in with, for a user who has none.")
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
                : "\(named.name.visible) signs in as \(named.email?.rawValue.visible ?? "nobody") with the new password"
                    + (ended == 0 ? "" : "; signed out \(ended) \(ended == 1 ? "time" : "times")"))
    }

    private func ask() throws -> SecretBytes {
        let typed =
            isatty(STDIN_FILENO) == 1
            ? try Prompt.newSecret("password") : try SecretLine.read(from: STDIN_FILENO, "standard input")
        guard let typed else {
            throw CommandFailure(
                .badInput, "no password was given", hint: "type it at the prompt, or pass it on standard input")
        }
        return typed
    }
}

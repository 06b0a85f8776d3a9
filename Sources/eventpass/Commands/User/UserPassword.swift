import ArgumentParser
import Cryptography
import Foundation
import Management
import Presenting
import Ticketing

struct UserPassword: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Give a user a password to sign in with, in place of any they had.",
        discussion: """
            It is asked for twice, or read from standard input. At least \(NewPassword.leastCharacters) characters; only \
            its scrypt hash is kept. Wherever the user is signed in, they are signed out.

              eventpass user password joan@example.org < password.txt
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The user: their id, e-mail address, or an unambiguous beginning of the name.")
    var user: String
    @Option(help: "The e-mail address they sign in with, for a user who has none.")
    var email: Given<EmailAddress>?

    func run() throws {
        var fields = Fields()
        let email = fields.read(email, "email")
        try fields.end()
        let office = try global.dataFolder().openOffice()
        let user = try office.user(named: user)
        let (named, ended) = try office.setPassword(NewPassword(ask()), of: user, email: email)
        try StandardOutput.line(
            output.json
                ? JSON.object([("user", UserView(user: named).json), ("sessions_ended", .int(ended))]).text
                : "\(named.name.visible) signs in as \(named.email?.rawValue.visible ?? "nobody") with the new password"
                    + (ended == 0 ? "" : "; signed out \(ended) \(ended == 1 ? "time" : "times")"))
    }

    private func ask() throws -> SecretBytes {
        let typed =
            isatty(STDIN_FILENO) == 1
            ? try Prompt.newSecret("password") : try SecretLine.read(from: STDIN_FILENO, "standard input")
        guard let typed else {
            throw Failure(.badInput, "there is no password", hint: "type it, or give it on standard input")
        }
        return typed
    }
}

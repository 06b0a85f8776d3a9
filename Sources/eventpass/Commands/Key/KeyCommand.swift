import ArgumentParser
import Cryptography
import Foundation
import Languages
import Presentation
import TicketToken

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: Text.abstract.text,
        subcommands: [
            KeyGenerateCommand.self, KeyListCommand.self, KeyRotateCommand.self, KeyRetireCommand.self,
            KeyExportCommand.self, KeyImportCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandKey"

        case abstract = "Create, list, rotate, retire and copy issuer keys."
    }
}

/// The key number argument of a command: `1`, or `--number 1`.
struct KeyNumberArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(Text.key))
    var key: UInt8?
    @Option(help: ArgumentHelp(Text.number))
    var number: UInt8?

    func validate() throws { _ = try chosenNumber() }

    func chosenNumber() throws -> UInt8 {
        guard let chosen = key ?? number, key == nil || number == nil else {
            throw ValidationError(Text.once)
        }
        return chosen
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsKeyNumber"

        case key = "The key's number."
        case number = "The key's number, as an option instead of the argument."
        case once = "give the key's number once, such as 1 or --number 1"
    }
}

struct KeyListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass key list --json | jq .state
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandKeyList"

        case abstract = "List the keys, without their secrets."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let list = try KeyRing.list(at: try global.ownersDataFolder().keysFolder(keys))
        if output.json {
            for key in list { try StandardOutput.line(key.json.text) }
            return
        }
        var table = Table("key", "state", "created", "retired", "check", "", empty: "There are no keys.")
        for key in list {
            let remark = [key.isPublic ? "public" : nil, key.isEncrypted ? "sealed" : nil].compactMap(\.self)
            table.add(
                "\(key.number)", key.state.rawValue, key.created.iso8601(in: .gmt),
                key.retired?.iso8601(in: .gmt) ?? "–",
                key.checkText, remark.joined(separator: ", "))
        }
        try table.write(global.terminal())
    }
}

extension IssuerKey {
    var checkText: String { Hexadecimal.text(check) }

    var json: JSON {
        .object([
            ("number", .int(number)), ("state", .string(state.rawValue)),
            ("created", .string(created.iso8601(in: .gmt))), ("retired", .optional(retired?.iso8601(in: .gmt))),
            ("check", .string(checkText)), ("public", .bool(isPublic)), ("sealed", .bool(isEncrypted)),
        ])
    }
}

struct KeyExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass key export 1 --yes | eventpass key import \\
                      --data elsewhere --number 1
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandKeyExport"

        case abstract = "Write a key's secret to standard output, after confirmation."
        case discussion =
            """
            Anyone who has the secret can create tickets.

            {examples}
            """
        case notConfirmed = "exporting a secret needs confirmation"
        case question =
            "Anyone who has the secret of key {key} can create tickets. Write the secret to standard output?"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @OptionGroup var keyNumber: KeyNumberArgument

    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    func run() throws {
        let number = try keyNumber.chosenNumber()
        let ring = try global.ownersDataFolder().openKeyRing(keys)
        try Confirmation.require(
            yes, Sentence(Text.question, ["key": "\(number)"]),
            refusal: Sentence(Text.notConfirmed))
        try ring.withExportedSecret(of: number) { digits in
            // Hexadecimal digits need no escaping in JSON. The line is built in one buffer, so that no copy of the
            // secret remains in memory.
            let before = Array((output.json ? "{\"number\":\(number),\"secret\":\"" : "").utf8)
            let after = Array((output.json ? "\"}\n" : "\n").utf8)
            var line = [UInt8](repeating: 0, count: before.count + digits.count + after.count)
            defer { SecretBytes.wipe(&line) }
            line.replaceSubrange(..<before.count, with: before)
            for index in digits.indices { line[before.count + index] = digits[index] }
            line.replaceSubrange((before.count + digits.count)..., with: after)
            try StandardOutput.write(bytes: line)
        }
    }
}

struct KeyImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass key import --number 7 < key-7.txt
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandKeyImport"

        case abstract = "Import a key's secret from standard input (64 hexadecimal digits)."
        case discussion =
            """
            If no other key signs, the imported key signs new tickets. Otherwise, it only verifies tickets.

            {examples}
            """
        case number = "The key's number: 0 to 255, and never used for another key."
        case passphrase = "Seal the key file with a passphrase."
        case `public` = "The key is a public demonstration key."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Option(help: ArgumentHelp(Text.number))
    var number: UInt8

    @Flag(help: ArgumentHelp(Text.passphrase))
    var passphrase = false

    @Flag(help: ArgumentHelp(Text.public))
    var `public` = false

    func run() throws {
        let folder = try global.ownersDataFolder()
        var ring = try folder.openKeyRing(keys)
        let check = try folder.ringCheck(at: ring.folder)
        try check.requireOwnKeys()
        guard let secret = try SecretLine.read(from: STDIN_FILENO, SecretLine.Text.standardInput.text) else {
            throw KeyRingError.notASecret
        }
        let key = try ring.importKey(
            number: number, secret: secret, at: .now(),
            passphrase: passphrase ? PassphrasePrompt(keys).forSealing() : nil, isPublic: `public`,
            known: check.checks)
        try StandardOutput.line(
            output.json ? key.json.text : "key \(key.number) is \(key.state.rawValue) (check \(key.checkText))")
    }
}

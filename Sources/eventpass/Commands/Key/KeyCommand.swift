import ArgumentParser
import Cryptography
import Foundation
import Presentation
import TicketToken

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Create, list, rotate, retire and copy issuer keys.",
        subcommands: [
            KeyGenerateCommand.self, KeyListCommand.self, KeyRotateCommand.self, KeyRetireCommand.self,
            KeyExportCommand.self, KeyImportCommand.self,
        ])
}

/// The key number argument of a command: `1`, or `--number 1`.
struct KeyNumberArgument: ParsableArguments {
    @Argument(help: "The key's number.")
    var key: UInt8?
    @Option(help: "The key's number, as an option instead of the argument.")
    var number: UInt8?

    func validate() throws { _ = try chosenNumber() }

    /// The number, from the argument or the option.
    func chosenNumber() throws -> UInt8 {
        guard let chosen = key ?? number, key == nil || number == nil else {
            throw ValidationError("give the key's number once, such as 1 or --number 1")
        }
        return chosen
    }
}

struct KeyListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys, without their secrets.",
        discussion: """
              eventpass key list --json | jq .state
            """)

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
        commandName: "export", abstract: "Write a key's secret to standard output, after confirmation.",
        discussion: """
            Anyone who has the secret can create tickets.

              eventpass key export 1 --yes | eventpass key import \\
                  --data elsewhere --number 1
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @OptionGroup var keyNumber: KeyNumberArgument

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    func run() throws {
        let number = try keyNumber.chosenNumber()
        let ring = try global.ownersDataFolder().openKeyRing(keys)
        try Confirmation.require(
            yes, "Anyone who has the secret of key \(number) can create tickets. Write the secret to standard output?",
            of: "exporting a secret")
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
        commandName: "import", abstract: "Import a key's secret from standard input (64 hexadecimal digits).",
        discussion: """
            If no other key signs, the imported key signs new tickets. Otherwise, it only verifies tickets.

              eventpass key import --number 7 < key-7.txt
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Option(help: "The key's number: 0 to 255, and never used for another key.")
    var number: UInt8

    @Flag(help: "Seal the key file with a passphrase.")
    var passphrase = false

    @Flag(help: "The key is a public demonstration key.")
    var `public` = false

    func run() throws {
        let folder = try global.ownersDataFolder()
        var ring = try folder.openKeyRing(keys)
        let check = try folder.ringCheck(at: ring.folder)
        try check.requireOwnKeys()
        guard let secret = try SecretLine.read(from: STDIN_FILENO, "standard input") else {
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

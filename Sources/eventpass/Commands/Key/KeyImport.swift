import ArgumentParser
import Foundation
import TicketToken

struct KeyImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import a key's secret from standard input (64 hexadecimal digits).",
        discussion: """
            The key signs if no other key does; otherwise it only verifies.

              eventpass key import --number 7 < key-7.txt
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Option(help: "The key's number, 0 to 255, never used before.")
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

import ArgumentParser
import Foundation
import TicketToken

struct KeyImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Read a key's secret, 64 hexadecimal digits, from standard input.",
        discussion: """
            The key signs if no other does; else it verifies only.

              eventpass key import --number 7 < key-7.txt
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Option(help: "The number to take, 0 to 255; one that was never used.")
    var number: UInt8

    @Flag(help: "Seal the key file with a passphrase.")
    var passphrase = false

    @Flag(help: "A demonstration key that the world may read.")
    var `public` = false

    func run() throws {
        let folder = try global.ownersDataFolder()
        var ring = try folder.openKeyRing(keys)
        let check = try folder.ringCheck(at: ring.folder)
        try check.demandOwn()
        guard let secret = try SecretLine.read(from: STDIN_FILENO, "standard input") else {
            throw KeyRingError.notASecret
        }
        let key = try ring.importKey(
            number: number, secret: secret, at: .now(),
            passphrase: passphrase ? Passphrase(keys).forSealing() : nil, isPublic: `public`,
            known: check.checks)
        try StandardOutput.line(
            output.json ? key.json.text : "key \(key.number) is \(key.state.rawValue) (check \(key.checkText))")
    }
}

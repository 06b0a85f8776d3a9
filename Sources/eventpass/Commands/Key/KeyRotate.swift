import ArgumentParser
import TicketToken

struct KeyRotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Create a new signing key; earlier keys only verify.",
        discussion: """
            Tickets signed with earlier keys stay valid until their key is retired.

              eventpass key rotate && eventpass key list
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Flag(help: "Seal the new key file with a passphrase.")
    var passphrase = false

    func run() throws {
        let folder = try global.ownersDataFolder()
        var ring = try folder.openKeyRing(keys)
        let check = try folder.ringCheck(at: ring.folder)
        try check.requireAllKeys()
        try check.requireUnusedNumber(nil)
        let key = try ring.rotate(at: .now(), passphrase: passphrase ? PassphrasePrompt(keys).forSealing() : nil)
        try StandardOutput.line(
            output.json ? key.json.text : "key \(key.number) signs from now on; earlier keys only verify")
    }
}

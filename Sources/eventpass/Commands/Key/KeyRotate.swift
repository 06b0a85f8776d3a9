import ArgumentParser
import TicketToken

struct KeyRotate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Make a new key; those before it verify only.",
        discussion: """
            Tickets that were signed before stay good until their key is retired.

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
        try check.demandAll()
        try check.demandFree(nil)
        let key = try ring.rotate(at: .now(), passphrase: passphrase ? Passphrase(keys).forSealing() : nil)
        try StandardOutput.line(
            output.json ? key.json.text : "key \(key.number) signs from now on; the keys before it verify only")
    }
}

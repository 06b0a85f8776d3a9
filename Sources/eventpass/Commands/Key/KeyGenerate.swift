import ArgumentParser
import Presenting
import TicketToken

struct KeyGenerate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Make a new issuer key, which signs from now on.",
        discussion: """
            Keys made before stay active. To let them verify only, use key rotate.

              eventpass key generate && eventpass key list
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Flag(help: "Seal the key file with a passphrase (scrypt, AES-256-GCM).")
    var passphrase = false

    @Flag(help: "A demonstration key that the world may read; issuing with it needs --allow-public-key.")
    var `public` = false

    func validate() throws {
        if passphrase && `public` { throw ValidationError("a public key has no use for a passphrase") }
    }

    func run() throws {
        var ring = try global.ownersDataFolder().openKeyRing(keys)
        let key = try ring.generate(
            at: .now(), passphrase: passphrase ? Passphrase(keys).forSealing() : nil, isPublic: `public`)
        try StandardOutput.line(
            output.json ? key.json.text : "key \(key.number) signs from now on (check \(key.checkText))")
        StandardError.say(
            "next: eventpass organizer create NAME; and keep a copy of \(ring.folder.visible) somewhere safe")
    }
}

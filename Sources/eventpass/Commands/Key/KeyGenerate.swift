import ArgumentParser
import Presenting
import TicketToken

struct KeyGenerate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Make a new issuer key, which signs from now on.",
        discussion: """
            Keys made before stay active. To let them verify only, use key rotate.

            A key ring that lacks a key of its store makes no key by itself: bring the lost key, or say --number.

              eventpass key generate && eventpass key list
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Option(help: "The key's number, 0 to 255; one that was never used. (default: the next one)")
    var number: UInt8?
    @Flag(help: "Seal the key file with a passphrase (scrypt, AES-256-GCM).")
    var passphrase = false

    @Flag(help: "A demonstration key that the world may read; issuing with it needs --allow-public-key.")
    var `public` = false

    func validate() throws {
        if passphrase && `public` { throw ValidationError("a public key has no use for a passphrase") }
    }

    func run() throws {
        let folder = try global.ownersDataFolder()
        var ring = try folder.openKeyRing(keys)
        let check = try folder.ringCheck(at: ring.folder)
        if number == nil { try check.demandAll() }
        try check.demandOwn()
        try check.demandFree(number)
        let isRecovery = try check.missing() != nil
        let key = try ring.generate(
            at: .now(), number: number, passphrase: passphrase ? Passphrase(keys).forSealing() : nil, isPublic: `public`
        )
        try StandardOutput.line(
            output.json
                ? key.json.text
                : "key \(key.number) \(ring.signingKey?.number == key.number ? "signs from now on" : "is active; the highest number signs") (check \(key.checkText))"
        )
        let next = isRecovery ? "ticket reissue EVENT --all" : "organizer create NAME"
        StandardError.say("next: eventpass \(next); and keep a copy of \(ring.folder.visible) somewhere safe")
    }
}

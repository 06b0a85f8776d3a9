import ArgumentParser
import Presentation
import TicketToken

struct KeyGenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Create an issuer key. The active key with the highest number signs new tickets.",
        discussion: """
            Earlier keys stay active. If they should only verify tickets from now on, use “eventpass key rotate”.

            If the store was used with a key that is missing from the key ring, import that key first, or choose a \
            number with --number.

              eventpass key generate && eventpass key list
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Option(help: "The key's number: 0 to 255, and never used for another key. (default: the next number)")
    var number: UInt8?
    @Flag(help: "Seal the key file with a passphrase (scrypt, AES-256-GCM).")
    var passphrase = false

    @Flag(help: "Create a public demonstration key; issuing with it needs --allow-public-key.")
    var `public` = false

    func validate() throws {
        if passphrase && `public` { throw ValidationError("--public and --passphrase cannot be combined") }
    }

    func run() throws {
        let folder = try global.ownersDataFolder()
        var ring = try folder.openKeyRing(keys)
        let check = try folder.ringCheck(at: ring.folder)
        if number == nil { try check.requireAllKeys() }
        try check.requireOwnKeys()
        try check.requireUnusedNumber(number)
        let isRecovery = try check.missing() != nil
        let key = try ring.generate(
            at: .now(), number: number, passphrase: passphrase ? PassphrasePrompt(keys).forSealing() : nil,
            isPublic: `public`
        )
        try StandardOutput.line(
            output.json
                ? key.json.text
                : "key \(key.number) \(ring.signingKey?.number == key.number ? "signs from now on" : "is active; the highest number signs") (check \(key.checkText))"
        )
        let next = isRecovery ? "ticket reissue EVENT --all" : "organizer create NAME"
        StandardError.say("next: eventpass \(next); keep a copy of \(ring.folder.visible) in a safe place")
    }
}

struct KeyRotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Create a new signing key; earlier keys only verify.",
        discussion: """
            A ticket that was signed with an earlier key stays valid until that key is retired.

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

struct KeyRetireCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Retire a key: gates that are opened from now on refuse the tickets that the key signed.",
        discussion: """
              eventpass key rotate && eventpass key retire 1 --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @OptionGroup var keyNumber: KeyNumberArgument

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    func run() throws {
        let number = try keyNumber.chosenNumber()
        let folder = try global.ownersDataFolder()
        var ring = try folder.openKeyRing(keys)
        try folder.ringCheck(at: ring.folder).requireOwnKeys()
        try Confirmation.require(
            yes, "Every ticket that key \(number) signed will be refused. Retire the key?", of: "retiring a key")
        try ring.retire(number, at: .now())
        let json = ring.key(number)?.json ?? .null
        try StandardOutput.line(
            output.json ? json.text : "key \(number) is retired; reopen gates that are open now")
        if ring.signingKey == nil {
            StandardError.say("hint: no key signs now; create one with: eventpass key generate")
        }
    }
}

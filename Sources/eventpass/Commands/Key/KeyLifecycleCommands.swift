import ArgumentParser
import Languages
import Presentation
import TicketToken

struct KeyGenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass key generate && eventpass key list
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandKeyGenerate"

        case abstract = "Create an issuer key. The active key with the highest number signs new tickets."
        case discussion =
            """
            Earlier keys stay active. If they should only verify tickets from now on, use “eventpass key rotate”.

            If the store was used with a key that is missing from the key ring, import that key first, or choose a \
            number with --number.

            {examples}
            """
        case number = "The key's number: 0 to 255, and never used for another key. (default: the next number)"
        case passphrase = "Seal the key file with a passphrase (scrypt, AES-256-GCM)."
        case `public` = "Create a public demonstration key; issuing with it needs --allow-public-key."
        case publicAndSealed = "--public and --passphrase cannot be combined"
        case keepCopy = "{command}; keep a copy of {folder} in a safe place"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Option(help: ArgumentHelp(Text.number))
    var number: UInt8?
    @Flag(help: ArgumentHelp(Text.passphrase))
    var passphrase = false

    @Flag(help: ArgumentHelp(Text.public))
    var `public` = false

    func validate() throws {
        if passphrase && `public` { throw ValidationError(Text.publicAndSealed) }
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
                : "key \(key.number) \(ring.signingKey?.number == key.number ? "signs from now on" : "is active; the active key with the highest number signs new tickets") (check \(key.checkText))"
        )
        let next = isRecovery ? "ticket reissue EVENT --all" : "organizer create NAME"
        StandardError.next(Text.keepCopy, ["command": "eventpass \(next)", "folder": .text(ring.folder)])
    }
}

struct KeyRotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass key rotate && eventpass key list
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandKeyRotate"

        case abstract = "Create a new signing key; earlier keys then only verify tickets."
        case discussion =
            """
            A ticket that was signed with an earlier key stays valid until that key is retired.

            {examples}
            """
        case passphrase = "Seal the new key file with a passphrase."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Flag(help: ArgumentHelp(Text.passphrase))
    var passphrase = false

    func run() throws {
        let folder = try global.ownersDataFolder()
        var ring = try folder.openKeyRing(keys)
        let check = try folder.ringCheck(at: ring.folder)
        try check.requireAllKeys()
        try check.requireUnusedNumber(nil)
        let key = try ring.rotate(at: .now(), passphrase: passphrase ? PassphrasePrompt(keys).forSealing() : nil)
        try StandardOutput.line(
            output.json ? key.json.text : "key \(key.number) signs from now on; earlier keys only verify tickets")
    }
}

struct KeyRetireCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire", abstract: Text.abstract.text,
        discussion: """
              eventpass key rotate && eventpass key retire 1 --yes
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandKeyRetire"

        case abstract = "Retire a key: gates that are opened from now on refuse the tickets that the key signed."
        case notConfirmed = "retiring a key needs confirmation"
        case question = "Every ticket that key {key} signed will be refused. Retire the key?"
        case noKeySigns = "no key signs now; create one with: eventpass key generate"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @OptionGroup var keyNumber: KeyNumberArgument

    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    func run() throws {
        let number = try keyNumber.chosenNumber()
        let folder = try global.ownersDataFolder()
        var ring = try folder.openKeyRing(keys)
        try folder.ringCheck(at: ring.folder).requireOwnKeys()
        try Confirmation.require(
            yes, Sentence(Text.question, ["key": "\(number)"]),
            refusal: Sentence(Text.notConfirmed))
        try ring.retire(number, at: .now())
        let json = ring.key(number)?.json ?? .null
        try StandardOutput.line(
            output.json ? json.text : "key \(number) is retired; reopen gates that are open now")
        if ring.signingKey == nil {
            StandardError.hint(Text.noKeySigns)
        }
    }
}

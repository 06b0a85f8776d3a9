import ArgumentParser
import AttendeePack
import Cryptography
import Presenting
import PrintShop
import Ticketing
import Web

/// What passes and mails are signed with, and whom they are from.
struct PackOptions: ParsableArguments {
    @Option(
        help: "Apple's certificate for your pass type: .p12, PEM, or .cer; with its key or with --apple-key.",
        completion: .file())
    var appleCertificate: String?
    @Option(help: "The certificate's private key, PEM.", completion: .file())
    var appleKey: String?
    @Option(
        help: "Apple's WWDR intermediate certificate, PEM or .cer; phones want it in each pass.", completion: .file())
    var appleIntermediate: String?
    @Option(
        help: """
            A file whose first line is the passphrase of Apple's key. (default: $EVENTPASS_APPLE_PASSPHRASE, else asked \
            for)
            """)
    var applePassphraseFile: String?
    @Option(help: "The JSON file of the service account that signs for Google Wallet.", completion: .file())
    var googleAccount: String?
    @Option(help: "Your issuer's number at Google Wallet.")
    var googleIssuer: String?
    @Option(help: "Whom mails are from. (default: the event's contact, where that is an address)")
    var from: Given<EmailAddress>?

    func validate() throws {
        if appleCertificate == nil, appleKey != nil || appleIntermediate != nil || applePassphraseFile != nil {
            throw ValidationError(
                "--apple-key, --apple-intermediate and --apple-passphrase-file go with --apple-certificate")
        }
        if (googleAccount == nil) != (googleIssuer == nil) {
            throw ValidationError("--google-account and --google-issuer go together")
        }
    }

    /// Refuses a form whose keys were not given.
    func check(_ form: TicketForm) throws {
        if form == .apple, appleCertificate == nil {
            throw ValidationError("--format apple needs --apple-certificate FILE")
        }
        if form == .google, googleAccount == nil {
            throw ValidationError("--format google needs --google-account FILE and --google-issuer NUMBER")
        }
    }

    /// Refuses keys and addresses that none of these forms asks for.
    func checkUse(in forms: [TicketForm]) throws {
        if appleCertificate != nil, !forms.contains(.apple) {
            throw ValidationError("--apple-certificate goes with --format apple")
        }
        if googleAccount != nil, !forms.contains(.google) {
            throw ValidationError("--google-account and --google-issuer go with --format google")
        }
        if from != nil, !forms.contains(.mail) { throw ValidationError("--from goes with --format mail") }
    }

    /// The forms of a pack for which nothing was said.
    var forms: [TicketForm] {
        TicketForm.pack + (appleCertificate == nil ? [] : [.apple]) + (googleAccount == nil ? [] : [.google])
            + (from == nil ? [] : [.mail])
    }

    /// Reads and tries the keys, and asks for what is missing, once for all tickets.
    ///
    /// - Throws: `Failure` that names the file.
    func signers(for forms: Set<TicketForm>, of event: Event) throws -> PackSigners {
        var fields = Fields()
        let stated = fields.read(from, "from")
        try fields.end()
        var signers = PackSigners(now: .now())
        if forms.contains(.apple) { signers.apple = try apple() }
        if forms.contains(.google) { signers.google = try google() }
        if forms.contains(.mail) {
            guard let sender = stated ?? event.details.contact.flatMap({ EmailAddress(rawValue: $0) }) else {
                throw Failure(
                    .usage, "nobody is there for a mail to come from",
                    hint: "say --from tickets@example.org, or eventpass event edit \(event.slug) --contact ADDRESS")
            }
            signers.sender = sender
        }
        return signers
    }

    /// Reads and tries the keys once for a server, likewise; who mails are from is said by each event where it is not here.
    ///
    /// - Throws: `Failure` that names the file.
    func supplies() throws -> PassSupplies {
        var fields = Fields()
        let sender = fields.read(from, "from")
        try fields.end()
        return PassSupplies(apple: try apple(), google: try google(), sender: sender)
    }

    private func apple() throws -> AppleFiles? {
        guard let appleCertificate else { return nil }
        return try AppleFiles(
            path: appleCertificate, keyPath: appleKey, intermediatePath: appleIntermediate, passphrase: Passphrase(self)
        )
    }

    private func google() throws -> GoogleFiles? {
        guard let googleAccount, let googleIssuer else { return nil }
        return try GoogleFiles(path: googleAccount, issuer: googleIssuer)
    }
}

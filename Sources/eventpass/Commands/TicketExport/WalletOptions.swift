import ArgumentParser
import AttendeePack
import Cryptography
import Languages
import Presentation
import PrintShop
import Ticketing
import WebHost

/// The options for wallet passes and mails: the signing keys and the sender.
struct WalletOptions: ParsableArguments {
    @Option(help: ArgumentHelp(Text.appleCertificate), completion: .file())
    var appleCertificate: String?
    @Option(help: ArgumentHelp(Text.appleKey), completion: .file())
    var appleKey: String?
    @Option(help: ArgumentHelp(Text.appleIntermediate), completion: .file())
    var appleIntermediate: String?
    @Option(help: ArgumentHelp(Text.applePassphraseFile), completion: .file())
    var applePassphraseFile: String?
    @Option(help: ArgumentHelp(Text.googleAccount), completion: .file())
    var googleAccount: String?
    @Option(help: ArgumentHelp(Text.googleIssuer))
    var googleIssuer: String?
    @Option(help: ArgumentHelp(Text.from))
    var from: ParsedArgument<EmailAddress>?

    func validate() throws {
        if appleCertificate == nil, appleKey != nil || appleIntermediate != nil || applePassphraseFile != nil {
            throw ValidationError(Text.appleOptions)
        }
        if (googleAccount == nil) != (googleIssuer == nil) {
            throw ValidationError(Text.googleOptions)
        }
    }

    /// Throws an error if the format `form` needs a key that the user did not give.
    func check(_ form: TicketFormat) throws {
        if form == .apple, appleCertificate == nil {
            throw ValidationError(Text.certificateRequired)
        }
        if form == .google, googleAccount == nil {
            throw ValidationError(Text.accountRequired)
        }
    }

    /// Throws an error if the user gave a key or a sender that none of the formats in `forms` uses.
    func checkUse(in forms: [TicketFormat]) throws {
        if appleCertificate != nil, !forms.contains(.apple) {
            throw ValidationError(Text.unusedCertificate)
        }
        if googleAccount != nil, !forms.contains(.google) {
            throw ValidationError(Text.unusedAccount)
        }
        if from != nil, !forms.contains(.mail) { throw ValidationError(Text.unusedSender) }
    }

    /// The formats of a ticket bundle if the user names no format: the default formats of bundles, and the formats for
    /// which the user gave keys or a sender.
    var forms: [TicketFormat] {
        TicketFormat.bundleFormats + (appleCertificate == nil ? [] : [.apple]) + (googleAccount == nil ? [] : [.google])
            + (from == nil ? [] : [.mail])
    }

    /// Reads and checks the signing keys that the formats need, once for all tickets. Asks for a missing passphrase.
    ///
    /// - Throws: `CommandFailure`. If a file cannot be used, the message names that file.
    func signers(for forms: Set<TicketFormat>, of event: Event) throws -> WalletCredentials {
        var fields = FieldParser()
        let stated = fields.read(from, "from")
        try fields.finish()
        var signers = WalletCredentials(now: .now())
        if forms.contains(.apple) { signers.apple = try apple() }
        if forms.contains(.google) { signers.google = try google() }
        if forms.contains(.mail) {
            guard let sender = stated ?? event.details.contact.flatMap({ EmailAddress(rawValue: $0) }) else {
                throw CommandFailure(
                    .usage, Text.noSender, hint: Sentence(Text.noSenderHint, ["event": .text(event.slug)]))
            }
            signers.sender = sender
        }
        return signers
    }

    /// Reads and checks the signing keys for a server, which creates passes and mails for all events. Without --from,
    /// the contact of each event is the sender of that event's mails.
    ///
    /// - Throws: `CommandFailure`. If a file cannot be used, the message names that file.
    func passServices() throws -> TicketFileConfiguration {
        var fields = FieldParser()
        let sender = fields.read(from, "from")
        try fields.finish()
        return TicketFileConfiguration(apple: try apple(), google: try google(), sender: sender)
    }

    private func apple() throws -> AppleWalletCredentials? {
        guard let appleCertificate else { return nil }
        return try AppleWalletCredentials(
            path: appleCertificate, keyPath: appleKey, intermediatePath: appleIntermediate,
            passphrase: PassphrasePrompt(self)
        )
    }

    private func google() throws -> GoogleWalletCredentials? {
        guard let googleAccount, let googleIssuer else { return nil }
        return try GoogleWalletCredentials(path: googleAccount, issuer: googleIssuer)
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsWallet"

        case appleCertificate =
            "Apple's certificate for your pass type: .p12, PEM or .cer. If the file does not contain the private key, --apple-key is required."
        case appleKey = "The certificate's private key in PEM."
        case appleIntermediate = "Apple's WWDR intermediate certificate, PEM or .cer; phones require it in a pass."
        case applePassphraseFile =
            "A file whose first line is the passphrase of Apple's key. Without this option, the passphrase is read from $EVENTPASS_APPLE_PASSPHRASE or asked for."
        case googleAccount = "The JSON key file of the service account that signs Google Wallet links."
        case googleIssuer = "Your Google Wallet issuer ID."
        case from = "The mails' sender. (default: the event's contact, if it is an e-mail address)"
        case title = "Passes and mails"
        case appleOptions = "--apple-key, --apple-intermediate and --apple-passphrase-file need --apple-certificate"
        case googleOptions = "--google-account and --google-issuer must be used together"
        case certificateRequired = "--format apple needs --apple-certificate FILE"
        case accountRequired = "--format google needs --google-account FILE and --google-issuer NUMBER"
        case unusedCertificate = "--apple-certificate needs --format apple"
        case unusedAccount = "--google-account and --google-issuer need --format google"
        case unusedSender = "--from needs --format mail"
        case noSender = "the mails have no sender"
        case noSenderHint =
            "use --from tickets@example.org, or set the event's contact with: eventpass event edit {event} --contact ADDRESS"
        case noIntermediateWarning =
            "phones refuse a pass without Apple's WWDR intermediate certificate; add --apple-intermediate FILE"
        case passphraseNeededHint = "use --apple-passphrase-file FILE, or set EVENTPASS_APPLE_PASSPHRASE"
    }
}

extension AppleWalletCredentials {
    /// Reads and checks the certificate, its key and the intermediate certificate. Warns if phones would refuse the
    /// passes because the intermediate certificate is missing.
    ///
    /// - Throws: `CommandFailure` with the name of the file that cannot be used, and the reason.
    init(path: String, keyPath: String?, intermediatePath: String?, passphrase: PassphrasePrompt) throws {
        let certificate = try SecretFile.read(path)
        let key = try keyPath.map { try SecretFile.read($0) }
        let intermediate = try intermediatePath.map { path in
            let bytes = try SecretFile.read(path)
            do {
                try CMS.check(intermediates: bytes)
            } catch let fault as CertificateFault {
                throw CommandFailure(.badInput, .about(path, fault.sentence))
            }
            return bytes
        }
        let sealed = keyPath ?? path
        let now = Instant.now()
        func attempt(_ entered: SecretBytes?) throws -> SigningCertificate {
            do {
                let opened = try SigningCertificate(certificate, key: key, passphrase: entered, at: now.seconds)
                try AppleWalletPass.check(opened)
                return opened
            } catch let fault as CertificateFault where entered != nil || fault != .passphraseNeeded {
                throw CommandFailure(.badInput, .about(fault.isOfKey ? sealed : path, fault.sentence))
            } catch let error as TicketExportError {
                throw CommandFailure(.badInput, .about(path, error.sentence))
            }
        }
        let opened: SigningCertificate
        do {
            opened = try attempt(nil)
        } catch CertificateFault.passphraseNeeded {
            guard let entered = try passphrase.forOpening(certificate: sealed) else {
                throw CommandFailure(
                    .usage, .about(sealed, CertificateFault.passphraseNeeded.sentence),
                    hint: Sentence(WalletOptions.Text.passphraseNeededHint))
            }
            opened = try attempt(entered)
        }
        if let intermediate, let intermediatePath {
            do {
                try CMS.check(intermediates: intermediate, of: opened)
            } catch let fault as CertificateFault {
                throw CommandFailure(.badInput, .about(intermediatePath, fault.sentence))
            }
        }
        self.init(certificate: opened, intermediate: intermediate, now: now)
        if intermediate == nil, !opened.hasChain {
            StandardError.warn(Sentence(WalletOptions.Text.noIntermediateWarning))
        }
    }
}

extension GoogleWalletCredentials {
    init(path: String, issuer: String) throws {
        let account = try SecretFile.read(path)
        do {
            try self.init(account: account, issuer: issuer)
        } catch let error as TicketExportError {
            if case .invalidIssuer = error { throw CommandFailure(.usage, error.sentence) }
            throw CommandFailure(.badInput, .about(path, error.sentence))
        } catch {
            throw CommandFailure(.badInput, .about(path, Sentence(describing: error)))
        }
    }
}

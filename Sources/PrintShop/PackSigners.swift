package import AttendeePack
package import Cryptography
package import Ticketing

/// Keys and addresses of a pack, as far as its forms need them. Apple's certificate is opened once for all workers.
package struct PackSigners: Sendable {
    package var apple: AppleFiles?
    package var google: GoogleFiles?
    package var sender: EmailAddress?
    /// When mails are made.
    package let now: Instant

    package init(now: Instant) { self.now = now }
}

/// Apple's certificate, read and opened.
package struct AppleFiles: Sendable {
    package let certificate: SigningCertificate
    package let intermediate: SecretBytes?
    /// When passes are signed.
    package let now: Instant

    package init(certificate: SigningCertificate, intermediate: SecretBytes?, now: Instant) {
        self.certificate = certificate
        self.intermediate = intermediate
        self.now = now
    }
}

/// The file of Google's service account, read and tried.
package struct GoogleFiles: Sendable {
    private let account: SecretBytes
    private let issuer: String

    /// - Throws: `AttendeePackError` for an account or an issuer that is none.
    package init(account: SecretBytes, issuer: String) throws {
        self.account = account
        self.issuer = issuer
        _ = try open()
    }

    package func open() throws -> GoogleWalletIssuer { try GoogleWalletIssuer(serviceAccount: account, number: issuer) }
}

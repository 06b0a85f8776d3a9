package import AttendeePack
package import Cryptography
package import Ticketing

/// The credentials that some ticket formats need; each is nil if the user has not given it.
package struct WalletCredentials: Sendable {
    package var apple: AppleWalletCredentials?
    package var google: GoogleWalletCredentials?
    package var sender: EmailAddress?
    /// The date of tickets that are exported as e-mail messages.
    package let now: Instant

    package init(now: Instant) { self.now = now }
}

/// The user's certificate for Apple Wallet passes, loaded from its file.
package struct AppleWalletCredentials: Sendable {
    package let certificate: SigningCertificate
    package let intermediate: SecretBytes?
    /// The signing time of passes.
    package let now: Instant

    package init(certificate: SigningCertificate, intermediate: SecretBytes?, now: Instant) {
        self.certificate = certificate
        self.intermediate = intermediate
        self.now = now
    }
}

/// The user's service account at Google, loaded from its file and checked.
package struct GoogleWalletCredentials: Sendable {
    private let account: SecretBytes
    private let issuer: String

    /// Creates the credentials, and checks them.
    ///
    /// - Throws: `TicketExportError` for an invalid service account or issuer.
    package init(account: SecretBytes, issuer: String) throws {
        self.account = account
        self.issuer = issuer
        _ = try makeIssuer()
    }

    package func makeIssuer() throws -> GoogleWalletIssuer {
        try GoogleWalletIssuer(serviceAccount: account, number: issuer)
    }
}

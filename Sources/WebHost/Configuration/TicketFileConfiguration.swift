package import PrintShop
package import Ticketing

/// Certificates for wallet passes, and the sender of ticket mails.
public struct TicketFileConfiguration: Sendable {
    private let apple: AppleWalletCredentials?
    private let google: GoogleWalletCredentials?
    /// The sender of mails. Nil means the event's contact if the contact is an e-mail address.
    private let sender: EmailAddress?

    package init(apple: AppleWalletCredentials?, google: GoogleWalletCredentials?, sender: EmailAddress?) {
        self.apple = apple
        self.google = google
        self.sender = sender
    }

    /// The signers for tickets of an event. A signer with an expired certificate is left out.
    func signers(for event: Event, at now: Instant) -> WalletCredentials {
        var signers = WalletCredentials(now: now)
        if let apple, apple.certificate.validity.contains(now.seconds) {
            signers.apple = AppleWalletCredentials(
                certificate: apple.certificate, intermediate: apple.intermediate, now: now)
        }
        signers.google = google
        signers.sender = sender ?? event.details.contact.flatMap { EmailAddress(rawValue: $0) }
        return signers
    }
}

extension ServerContext {
    /// The signers for tickets of an event. A server without this configuration makes no wallet passes, and sends mails
    /// from the event's contact.
    package func signers(for event: Event) -> WalletCredentials {
        (ticketFiles ?? TicketFileConfiguration(apple: nil, google: nil, sender: nil)).signers(for: event, at: now())
    }
}

package import PrintShop
package import Ticketing

/// The certificates for wallet passes, and the address from which ticket mails come.
public struct TicketFileConfiguration: Sendable {
    private let apple: AppleWalletCredentials?
    private let google: GoogleWalletCredentials?
    /// The address from which mails come. If it is nil, mails come from the event’s contact, provided that this contact
    /// is an e-mail address.
    private let sender: EmailAddress?

    package init(apple: AppleWalletCredentials?, google: GoogleWalletCredentials?, sender: EmailAddress?) {
        self.apple = apple
        self.google = google
        self.sender = sender
    }

    /// The wallet certificates for the tickets of an event, and the sender of the ticket mails. A certificate that has
    /// expired or is not valid yet is left out.
    package func signers(for event: Event, at now: Instant) -> WalletCredentials {
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
    /// The wallet certificates for the tickets of an event, and the sender of the ticket mails. If the server has no
    /// `TicketFileConfiguration`, there are no certificates, and mails come from the event’s contact.
    package func signers(for event: Event) -> WalletCredentials {
        (ticketFiles ?? TicketFileConfiguration(apple: nil, google: nil, sender: nil)).signers(for: event, at: now())
    }
}

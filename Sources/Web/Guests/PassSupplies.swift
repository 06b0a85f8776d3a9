package import PrintShop
package import Ticketing

/// What passes and mails of tickets are made with, beside the keys that sign the tickets themselves.
public struct PassSupplies: Sendable {
    private let apple: AppleFiles?
    private let google: GoogleFiles?
    /// Nil is the event's contact, where that is an address.
    private let sender: EmailAddress?

    package init(apple: AppleFiles?, google: GoogleFiles?, sender: EmailAddress?) {
        self.apple = apple
        self.google = google
        self.sender = sender
    }

    /// For tickets of an event, at a moment: a certificate that has run out meanwhile signs nothing any more.
    func signers(for event: Event, at now: Instant) -> PackSigners {
        var signers = PackSigners(now: now)
        if let apple, apple.certificate.validity.contains(now.seconds) {
            signers.apple = AppleFiles(certificate: apple.certificate, intermediate: apple.intermediate, now: now)
        }
        signers.google = google
        signers.sender = sender ?? event.details.contact.flatMap { EmailAddress(rawValue: $0) }
        return signers
    }
}

extension House {
    /// Those of the server, or none but what the event itself says.
    func signers(for event: Event) -> PackSigners {
        (passes ?? PassSupplies(apple: nil, google: nil, sender: nil)).signers(for: event, at: now())
    }
}

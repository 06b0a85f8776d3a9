import Store
import Ticketing

/// Requests for an organizer's news. Visitors ask for news when they reserve tickets, and agree to get news when they
/// confirm the reservation.
extension UnitOfWork {
    /// Stores whether the visitor of an order asks for the organizer's news. Does nothing unless the order waits for a
    /// confirmation by e-mail, because an address that nobody has confirmed must not get news.
    ///
    /// - Parameter textVersion: the version of the consent text to which the visitor agreed; nil if the visitor did not
    ///   agree.
    func setNewsRequest(_ textVersion: Int?, with order: Order) throws {
        guard order.awaitsConfirmation, order.confirmsEmail else { return }
        let known = textVersion == NewsConsent.textVersion ? textVersion : nil
        try connection.newsConsents.setRequest(known, with: order.number, of: order.event, at: now)
    }

    /// Turns a visitor's request for news into a consent, after the visitor has confirmed the order.
    func agreeToNews(with order: Order, of event: Event) throws {
        guard let version = try connection.newsConsents.request(with: order.number, of: order.event) else { return }
        try connection.newsConsents.removeRequest(with: order.number, of: order.event)
        guard order.confirmsEmail, let address = order.confirmation?.address else { return }
        try giveNewsConsent(of: address, for: event.organizer, textVersion: version)
    }

    /// Stores the consent of an address. News is then sent, even if it was turned off after a complaint.
    func giveNewsConsent(of address: String, for organizer: OrganizerNumber, textVersion: Int) throws {
        try connection.newsConsents.set(
            NewsConsent(organizer: organizer, address: address, textVersion: textVersion, given: now))
        guard var recipient = try connection.recipients.with(address: address),
            recipient.preferences.isOff(.news, by: .email)
        else { return }
        recipient.preferences.turn(.news, off: false, by: .email)
        try connection.recipients.update(recipient)
    }
}

extension Order {
    /// Whether the link that confirms the order goes to an e-mail address.
    fileprivate var confirmsEmail: Bool {
        confirmation.map { EmailAddress(rawValue: $0.address) != nil } ?? false
    }
}

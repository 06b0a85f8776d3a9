/// The confirmation of a visitor's order. The server sends a link to the address that the visitor entered. Until the
/// visitor opens the link and confirms, the order has no tickets, and reserves capacity only until the deadline.
public struct OrderConfirmation: Hashable, Sendable {
    /// The time for which an unconfirmed order reserves its tickets, in minutes.
    public static let minutes = 15
    static let seconds = Int64(minutes) * 60

    /// The e-mail address or phone number to which the link was sent. Messages about the order go to this address.
    public let address: String
    /// The time at which the reservation expires if the order is not confirmed.
    public let deadline: Instant
    /// The time of the confirmation; nil until the visitor confirms.
    public var confirmed: Instant?

    public init(address: String, deadline: Instant, confirmed: Instant? = nil) {
        self.address = address
        self.deadline = deadline
        self.confirmed = confirmed
    }

    /// The address, shortened so that its owner still recognizes it: `g…@example.org`, `+25…56`.
    public var maskedAddress: String { Notice.masked(address) }
}

extension Order {
    /// Whether the order's tickets are issued only after the visitor has confirmed the order. An order that a member of
    /// the organizer has recorded as paid needs no confirmation.
    public var awaitsConfirmation: Bool {
        status == .pending && payment == nil && (confirmation.map { $0.confirmed == nil } ?? false)
    }

    /// The recipient of messages about the order; nil if the order has neither an address nor a phone number.
    public var contact: String? { confirmation?.address ?? buyer.contact }

    /// The buyer to whom the order's tickets are issued. If the link for the confirmation was sent to a phone number,
    /// this buyer has no e-mail address, because nobody has confirmed the address.
    public var confirmedBuyer: Buyer { buyer.confirmed(at: confirmation?.address) }
}

extension Buyer {
    /// This buyer, but without the e-mail address if another address or a phone number was confirmed.
    ///
    /// - Parameter address: the address or phone number to which the link for the confirmation was sent; nil if the
    ///   order needs no confirmation.
    public func confirmed(at address: String?) -> Buyer {
        guard let address, address != email else { return self }
        var buyer = self
        buyer.email = nil
        return buyer
    }
}

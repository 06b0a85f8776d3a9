/// The state of the last message that delivered a ticket.
public enum TicketMessage: Hashable, Sendable {
    /// A server or provider accepted the message at the time `at`. `isDelivered` says whether the provider has also
    /// reported that the message arrived.
    case sent(by: Notice.Channel, at: Instant, isDelivered: Bool)
    /// The message came back or did not arrive, and has not been sent again successfully.
    case cameBack

    /// The kinds of notices that deliver tickets.
    public static let kinds: [Notice.Kind] = [
        .ticketIssued, .ticketReissued, .ticketTransferred, .orderPending, .orderPaid, .invitation,
    ]

    /// The state of a notice's message; nil if the notice was never sent.
    public init?(_ notice: Notice) {
        guard let sent = notice.delivery.sent else { return nil }
        self =
            switch notice.delivery.state {
            case .sent, .delivered:
                .sent(
                    by: notice.delivery.channel ?? notice.channel, at: sent,
                    isDelivered: notice.delivery.state == .delivered)
            case .queued, .leased, .deferred, .bounced, .suppressed, .failed, .dropped, .merged: .cameBack
            }
    }
}

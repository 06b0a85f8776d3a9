public import Ticketing

/// A ticket whose proof held. Only a `TokenVerifier` can make one.
public struct VerifiedTicket: Hashable, Sendable {
    /// What is known of the live code (TOKEN §6).
    public enum LiveCode: Hashable, Sendable {
        /// A bare token; a type that demands live codes refuses it.
        case absent
        /// A code of this half minute or one beside it.
        case fresh
        /// There is a code, but no time was given, or no live key held, to judge it by.
        case notJudged
    }

    public let claims: TicketClaims
    public let liveCode: LiveCode

    init(claims: TicketClaims, liveCode: LiveCode) {
        self.claims = claims
        self.liveCode = liveCode
    }

    /// What the ticket's own claims refuse, for use without a store: another event, then the window.
    ///
    /// Nil for `event` or `moment` leaves that question out.
    public func refusal(event: EventNumber?, at moment: Instant?) -> TokenRefusal? {
        if let event, claims.event != event { return .wrongEvent(claims.event) }
        guard let moment else { return nil }
        if let from = claims.window.from, moment < from { return .notYetValid(from: from) }
        if let until = claims.window.until, moment >= until { return .expired(until: until) }
        return nil
    }
}

/// What a verifier found: a ticket, or the reason why it is none.
public enum Verification: Hashable, Sendable {
    case verified(VerifiedTicket)
    case refused(TokenRefusal)
}

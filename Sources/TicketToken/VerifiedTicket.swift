public import Ticketing

/// The claims of a ticket whose token was verified. Only a `TokenVerifier` can make a value of this type.
public struct VerifiedTicket: Hashable, Sendable {
    /// The result of checking the live code (TOKEN §6).
    public enum LiveCode: Hashable, Sendable {
        /// The token has no live code. If the ticket type requires live codes, gates refuse this ticket.
        case absent
        /// The code is for the current step of 30 seconds, for the step before it, or for the step after it.
        case fresh
        /// The code was not checked, because the time or the live key was missing.
        case notChecked
    }

    public let claims: TicketClaims
    public let liveCode: LiveCode

    init(claims: TicketClaims, liveCode: LiveCode) {
        self.claims = claims
        self.liveCode = liveCode
    }

    /// The refusal that follows from the claims alone, without a store: the ticket is for another event, or `moment` is
    /// outside the ticket's window. Nil if neither is the case.
    ///
    /// If `event` or `moment` is nil, the check that needs this value is skipped.
    public func refusal(event: EventNumber?, at moment: Instant?) -> TokenRefusal? {
        if let event, claims.event != event { return .wrongEvent(claims.event) }
        guard let moment else { return nil }
        if let from = claims.window.from, moment < from { return .notYetValid(from: from) }
        if let until = claims.window.until, moment >= until { return .expired(until: until) }
        return nil
    }
}

/// The result of a verification: a ticket, or a refusal.
public enum Verification: Hashable, Sendable {
    case verified(VerifiedTicket)
    case refused(TokenRefusal)
}

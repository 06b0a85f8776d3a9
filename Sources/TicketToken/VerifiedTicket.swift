public import Ticketing

/// An authentic ticket. Only a `TokenVerifier` can make one.
public struct VerifiedTicket: Hashable, Sendable {
    /// The result for the live code (TOKEN §6).
    public enum LiveCode: Hashable, Sendable {
        /// The token has no live code. Ticket types that require live codes refuse it.
        case absent
        /// The code is for the current 30-second step, the previous one or the next one.
        case fresh
        /// The code was not checked, since the time or the live key was missing.
        case notChecked
    }

    public let claims: TicketClaims
    public let liveCode: LiveCode

    init(claims: TicketClaims, liveCode: LiveCode) {
        self.claims = claims
        self.liveCode = liveCode
    }

    /// The refusal that follows from the claims alone, without a store: another event, or a time outside the window.
    ///
    /// If `event` or `moment` is nil, that check is skipped.
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

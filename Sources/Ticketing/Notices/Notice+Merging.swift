extension Notice {
    /// The key in the payload for the codes of further tickets, separated by spaces.
    private static let moreTicketsName = "more_tickets"
    /// The maximum number of tickets of one message.
    public static let mostTickets = 50

    /// The key in the payload for the time of the first of several merged sales, in milliseconds since 1970.
    public static let firstSaleName = "since"

    /// The payload of a notice about several tickets.
    public static func payload(about codes: [TicketCode]) -> [String: String] {
        var payload: [String: String] = [:]
        payload["ticket"] = codes.first?.description
        let more = codes.dropFirst().map(\.description)
        if !more.isEmpty { payload[moreTicketsName] = more.joined(separator: " ") }
        return payload
    }

    /// The codes of the tickets that the notice is about, without duplicates. The first code is that of the notice's
    /// own ticket.
    public var ticketCodes: [TicketCode] {
        let more = (payload[Notice.moreTicketsName] ?? "").split(separator: " ").map(String.init)
        let texts = [payload["ticket"] ?? payload["code"] ?? ""] + more
        return texts.compactMap { TicketCode(typed: $0) }.reduce(into: []) { codes, code in
            if !codes.contains(code) { codes.append(code) }
        }
    }

    /// The name of the payload value that contains the key (`Notice.key`) of the notice into which this notice was
    /// merged.
    public static let successorName = "merged_into"

    /// The payload without the values that only the program uses.
    public var visiblePayload: [String: String] {
        let hidden: Set<String> = [
            Notice.successorName, Notice.invitationNumberName, Notice.invitationChangeName,
            Notice.firstInvitationName, Notice.formerDeadlineName,
        ]
        return payload.filter { !hidden.contains($0.key) }
    }

    /// The key of the notice into which this notice was merged; nil if this notice was not merged.
    public var successor: String? { delivery.state == .merged ? payload[Notice.successorName] : nil }

    /// Whether an earlier notice can be merged into this notice. Both notices must be about the same sub-event, or both
    /// about the whole event. Notices about invitations must be about the invitations of the same guest. The caller
    /// must ensure that both notices are about the same event and to the same recipient, and that the kind of the
    /// earlier notice is in `mergedKinds` of this notice's kind.
    public func canMerge(_ earlier: Notice) -> Bool {
        guard payload["sub_event"] == earlier.payload["sub_event"] else { return false }
        if kind.isInvitation { return isLaterInvitation(than: earlier) }
        guard kind.isAboutTickets, payload["ticket"] != earlier.payload["ticket"] else { return true }
        // A message that tells the new number of people on a ticket cannot be about several tickets.
        return payload["admits"] == nil && earlier.payload["admits"] == nil
            && Set(ticketCodes + earlier.ticketCodes).count <= Notice.mostTickets
    }

    /// The payload of this notice after an earlier notice was merged into it (`canMerge`).
    public func payload(afterMerging earlier: Notice) -> [String: String] {
        if kind.isInvitation { return withWithdrawals(of: earlier) }
        if kind.isSum { return sum(with: earlier) }
        if kind.isAboutTickets { return withTickets(of: earlier) }
        // The old values in the earlier notice replace the old values in this notice, so that the merged message
        // reports all changes since the last message that the recipient got.
        return payload.merging(earlier.payload.filter { $0.key.hasPrefix(Notice.oldValuePrefix) }) { $1 }
    }

    private func withTickets(of earlier: Notice) -> [String: String] {
        var merged = payload
        let own = ticketCodes
        let more = Array(own.dropFirst()) + earlier.ticketCodes.filter { !own.contains($0) }
        if !more.isEmpty { merged[Notice.moreTicketsName] = more.map(\.description).joined(separator: " ") }
        if payload["admits"] == nil { merged["admits"] = earlier.payload["admits"] }
        return merged
    }

    private func sum(with earlier: Notice) -> [String: String] {
        var sum = payload
        for name in ["count", "tickets"] {
            sum[name] = "\(Notice.number(payload[name]) + Notice.number(earlier.payload[name]))"
        }
        sum["total"] = Notice.total(payload["total"], earlier.payload["total"])
        sum["order"] = nil
        sum[Notice.firstSaleName] = "\(min(firstSale, earlier.firstSale).milliseconds)"
        return sum
    }

    /// The time of the first sale in this notice.
    public var firstSale: Instant {
        payload[Notice.firstSaleName].flatMap { Int64($0) }.map { Instant(milliseconds: $0) } ?? created
    }

    private static func number(_ text: String?) -> Int { text.flatMap { Int($0) } ?? 0 }

    /// The sum of two amounts. Nil if both amounts are nil, which means free of charge. Empty if the sum is unknown,
    /// for example because the currencies differ.
    private static func total(_ a: String?, _ b: String?) -> String? {
        guard let a, let b else { return a ?? b }
        guard let first = Money(a), let second = Money(b) else { return "" }
        return first.plus(second)?.description ?? ""
    }
}

import Ticketing

/// One guest's fields, invitations, answers and companions before and after a change.
struct GuestChange {
    var before: AuditFields = [:]
    var after: AuditFields = [:]

    /// Adds an invitation.
    ///
    /// - Parameter subEvent: the `guestAuditName` of the sub-event. The functions below take the same name.
    mutating func invited(to subEvent: String) { after[subEvent] = "invited" }

    /// Adds the withdrawal of an invitation.
    ///
    /// - Parameter answer: the guest's answer, which is deleted together with the invitation.
    mutating func withdrawn(from subEvent: String, _ answer: InvitationReply) { before[subEvent] = answer.auditText }

    mutating func answered(_ subEvent: String, _ old: InvitationReply, now new: InvitationReply) {
        (before[subEvent], after[subEvent]) = (old.auditText, new.auditText)
    }

    /// Adds the removal of companions whom the guest may no longer bring.
    mutating func removed(_ companions: [Companion]) { before.merge(companions.auditFields) { $1 } }
}

extension Guest {
    var auditFields: AuditFields {
        var fields = details.auditFields
        fields["household"] = household.map { "\($0)" }
        fields["code"] = serial.map { TicketCode($0).description }
        return fields
    }
}

extension Guest {
    fileprivate static let auditNames: Set<String> = {
        let companions = (1...Guest.mostCompanions).map { Companion(number: $0) }
        return Set(GuestDetails.fields.map(\.name) + ["household", "code"])
            .union(companions.flatMap { companion in Companion.fields.map { companion.auditName($0) } })
    }()
}

extension SubEvent {
    /// The name of the field for the invitation to this sub-event in the audit records of guests. Usually this is the
    /// name of the sub-event. If another field of guests has that name, such as `meal`, the name of this field is
    /// `sub-event meal`.
    var guestAuditName: String { Guest.auditNames.contains(name) ? "sub-event \(name)" : name }
}

extension InvitationReply {
    var auditText: String {
        guard let companions, companions > 0 else { return kind.rawValue }
        return "\(kind.rawValue), with \(companions)"
    }
}

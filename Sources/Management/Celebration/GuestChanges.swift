import Store
import Ticketing

/// What happened to guests, for the audit trail. It is written at the end, since nobody else can append to the trail
/// afterwards; only where memory would grow too much, before.
struct GuestChanges {
    private static let mostKept = 50_000

    private let work: Work
    private let event: EventNumber
    private var changes: [AuditTrail.Change] = []

    init(_ work: Work, of event: EventNumber) {
        self.work = work
        self.event = event
    }

    mutating func add(_ number: Int, from before: AuditFields, to after: AuditFields) throws {
        guard let change = AuditTrail.Change(AuditSubject(.guest, number), before: before, after: after) else { return }
        changes.append(change)
        if changes.count == GuestChanges.mostKept { try write() }
    }

    mutating func write() throws {
        try work.record(changes, of: event)
        changes.removeAll()
    }
}

/// One guest's fields, invitations and answers before and after a change.
struct GuestChange {
    var before: AuditFields = [:]
    var after: AuditFields = [:]

    mutating func invited(to function: String) { after[function] = "invited" }

    /// - Parameter answer: what goes with the invitation.
    mutating func withdrawn(from function: String, _ answer: Answer) { before[function] = answer.auditText }

    mutating func answered(_ function: String, _ old: Answer, now new: Answer) {
        (before[function], after[function]) = (old.auditText, new.auditText)
    }
}

extension Guest {
    var auditFields: AuditFields {
        AuditFields(
            present: [
                ("name", name), ("household", household.map { "\($0)" }), ("email", details.email),
                ("phone", details.phone), ("companions", "\(details.companions)"), ("meal", details.meal),
                ("access", details.access), ("table", details.table), ("note", details.note),
                ("code", serial.map { TicketCode($0).description }),
            ])
    }
}

extension Answer {
    var auditText: String {
        guard let companions, companions > 0 else { return kind.rawValue }
        return "\(kind.rawValue), with \(companions)"
    }
}

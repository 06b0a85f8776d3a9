import Store
import Ticketing

/// Converts decisions of gates (records of the admission ledger) to messages for the webhooks of one organizer.
struct LedgerOccurrences {
    private let organizer: OrganizerNumber
    private let connection: any StoreConnection
    private var organizers: [EventNumber: OrganizerNumber?] = [:]
    private var names: [EventNumber: TicketTypeNames] = [:]

    init(of organizer: OrganizerNumber, _ connection: any StoreConnection) {
        self.organizer = organizer
        self.connection = connection
    }

    /// The message about a record. Nil for a record of another organizer's event, for a record without a ticket, and
    /// for records of exits and merges, about which webhooks receive no messages.
    mutating func occurrence(_ record: AdmissionRecord) throws -> WebhookOutbox.WebhookOccurrence? {
        guard let serial = record.serial, try owner(of: record.event) == organizer else { return nil }
        let kind: Webhook.Kind
        var fields: [String: String] = [:]
        switch record.decision {
        case .admit: kind = .admitted
        case .refuse(let reason):
            kind = .refused
            fields["reason"] = reason
        case .void:
            // The message does not contain the reason for the undo. A person typed the reason, so it could be
            // confidential.
            kind = .voided
            fields["voided"] = "admission"
        case .exit, .merge: return nil
        }
        let names = names[record.event] ?? TicketTypeNames(of: record.event, connection)
        self.names[record.event] = names
        fields["ticket"] = "\(TicketCode(serial))"
        fields["type"] = "\(record.type)"
        fields["type_name"] = try names[record.type]
        fields["issue"] = "\(record.issue)"
        fields["gate"] = record.gate
        if record.subEvent != 0 { fields["sub_event"] = "\(record.subEvent)" }
        fields["count"] = "\(record.count)"
        fields["used"] = "\(record.used)"
        if let allowed = record.allowed { fields["allowed"] = "\(allowed)" }
        fields["direction"] = record.direction.rawValue
        fields["device"] = "\(record.device)"
        fields["sequence"] = "\(record.sequence)"
        return WebhookOutbox.WebhookOccurrence(
            kind: kind, event: record.event, at: record.approximateTime ?? record.wallClock, fields: fields)
    }

    private mutating func owner(of event: EventNumber) throws -> OrganizerNumber? {
        if let known = organizers[event] { return known }
        let owner = try connection.events.organizer(of: event)
        organizers[event] = .some(owner)
        return owner
    }
}

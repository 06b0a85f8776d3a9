import Ticketing

/// Converts events, tickets, orders and other values to named fields for the audit trail. A value that is absent gets
/// no field.

extension Event {
    var auditFields: AuditFields {
        var fields = details.auditFields
        fields["status"] = status.rawValue
        fields["slug"] = slug
        fields["suite"] = suite.name
        fields["cancelled"] = cancelled?.auditValue
        fields["deleted"] = deleted?.auditValue
        return fields
    }
}

extension EventDetails {
    var auditFields: AuditFields {
        AuditFields(
            present: [
                ("title", title), ("about", about), ("kind", kind.rawValue), ("category", category.rawValue),
                ("venue", venue), ("address", address), ("city", city), ("position", position?.description),
                ("timezone", timeZone),
                ("doors", doors?.auditValue), ("start", start?.auditValue), ("end", end?.auditValue),
                ("capacity", capacity?.description), ("minimum_age", minimumAge?.rawValue.description),
                ("poster", poster), ("contact", contact), ("limit_inside", insideLimit?.description),
            ])
    }
}

extension TicketType {
    var auditFields: AuditFields { details.auditFields }
}

extension TicketTypeDetails {
    fileprivate var auditFields: AuditFields {
        AuditFields(
            present: [
                ("name", name), ("price", price?.description), ("quantity", quantity?.description),
                ("admits", admits.description), ("valid_from", window.from?.auditValue),
                ("valid_until", window.until?.auditValue), ("live_code", requiresLiveCode ? "yes" : "no"),
                ("opens", sales.opens?.auditValue), ("closes", sales.closes?.auditValue),
                ("least", perOrder.least.description), ("most", perOrder.most?.description),
                ("gates", gates.isEmpty ? nil : gates.joined(separator: ", ")), ("hidden", isHidden ? "yes" : "no"),
                ("door_reservations", allowsDoorReservations ? "yes" : "no"),
                ("minimum_age", minimumAge?.rawValue.description), ("re_entry", reentry.rawValue),
                ("hours", hours?.rawValue), ("gate_note", gateNote),
            ])
    }
}

extension Ticket {
    var auditFields: AuditFields {
        AuditFields(
            present: [
                ("status", status.rawValue), ("status_note", statusNote), ("holder", holder),
                ("email", email?.rawValue),
                ("note", note), ("order", sale?.order.description), ("price", sale?.price?.description),
                ("due", sale?.due?.description),
                ("issue", issue.description), ("key", key.description), ("type", type.description),
                ("admits", admits.description),
            ])
    }
}

extension SubEventDetails {
    var auditFields: AuditFields {
        AuditFields(
            present: [
                ("type", kind.rawValue), ("name", name), ("note", note), ("venue", venue),
                ("start", start?.auditValue), ("end", end?.auditValue), ("capacity", capacity?.description),
            ])
    }
}

extension Order {
    var auditFields: AuditFields {
        var fields = AuditFields(
            present: [
                ("status", status.rawValue), ("buyer", buyer.name), ("email", buyer.email?.rawValue),
                ("phone", buyer.phone?.rawValue), ("total", money(total)?.description),
                ("expires", expires?.auditValue), ("holding", holdsReservation ? "yes" : "no"),
                ("method", payment?.method.rawValue), ("reference", payment?.reference),
                ("amount_paid", amountPaid.flatMap(money)?.description), ("paid", paid?.auditValue),
                ("refund_owed", money(refundOwed)?.description),
                ("refund_paid", refundPaid > 0 ? money(refundPaid)?.description : nil),
            ])
        for line in lines { fields["type \(line.type)"] = "\(line.count)" }
        return fields
    }
}

extension AuditFields {
    init(present fields: [(String, String?)]) {
        self.init()
        for (name, value) in fields { self[name] = value }
    }
}

extension Instant {
    var auditValue: String { iso8601(in: .gmt) }
}

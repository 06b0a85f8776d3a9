import Ticketing

/// The domain's values as named fields, for the audit trail: what is absent has no field.

extension Event {
    var auditFields: AuditFields {
        var fields = details.auditFields
        fields["status"] = status.rawValue
        fields["slug"] = slug
        fields["suite"] = suite.name
        return fields
    }
}

extension EventDetails {
    var auditFields: AuditFields {
        AuditFields(
            present: [
                ("title", title), ("about", about), ("kind", kind.rawValue), ("category", category.rawValue),
                ("venue", venue), ("address", address), ("city", city), ("timezone", timeZone),
                ("doors", doors?.auditText), ("start", start?.auditText), ("end", end?.auditText),
                ("capacity", capacity?.description), ("minimum_age", minimumAge?.rawValue.description),
            ])
    }
}

extension TicketType {
    var auditFields: AuditFields {
        AuditFields(
            present: [
                ("name", name), ("price", price?.description), ("quantity", quantity?.description),
                ("admits", admits.description), ("valid_from", window.from?.auditText),
                ("valid_until", window.until?.auditText), ("live_code", demandsLiveCode ? "yes" : "no"),
            ])
    }
}

extension Ticket {
    var auditFields: AuditFields {
        AuditFields(
            present: [
                ("status", status.rawValue), ("status_note", statusNote), ("holder", holder), ("note", note),
                ("issue", issue.description), ("key", key.description), ("type", type.description),
            ])
    }
}

extension FunctionDetails {
    var auditFields: AuditFields {
        AuditFields(
            present: [
                ("type", kind.rawValue), ("name", name), ("note", note), ("venue", venue),
                ("start", start?.auditText), ("end", end?.auditText),
            ])
    }
}

extension AuditFields {
    init(present fields: [(String, String?)]) {
        self.init()
        for (name, value) in fields { self[name] = value }
    }
}

extension Instant {
    var auditText: String { iso8601(in: .gmt) }
}

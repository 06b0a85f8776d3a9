import Ticketing

/// These extensions convert events, tickets, orders and other values to named fields for the audit trail. A property
/// that is nil gets no field.

extension Organizer {
    var auditFields: AuditFields {
        var fields = details.auditFields
        fields["slug"] = slug
        return fields
    }
}

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

extension FieldEntity {
    var auditFields: AuditFields { AuditFields(present: auditTexts) }

    /// The name and the text of each field. The text is nil if the field is empty.
    fileprivate var auditTexts: [(String, String?)] {
        Self.fields.map { ($0.name, $0.content(of: self).auditText) }
    }
}

extension FieldContent {
    fileprivate var auditText: String? {
        switch self {
        case .empty: nil
        case .text(let text): text
        case .number(let number): "\(number)"
        case .flag(let flag): flag ? "yes" : "no"
        case .time(let time): time.auditValue
        case .money(let money): "\(money)"
        case .position(let position): "\(position)"
        case .names(let names): names.joined(separator: ", ")
        }
    }
}

extension TicketType {
    var auditFields: AuditFields { details.auditFields }
}

extension Ticket {
    var auditFields: AuditFields {
        AuditFields(
            present: [
                ("status", status.rawValue), ("status_note", statusNote), ("order", sale?.order.description),
                ("price", sale?.price?.description), ("due", sale?.due?.description), ("issue", issue.description),
                ("key", key.description), ("type", type.description), ("admits", admits.description),
            ] + HolderDetails(self).auditTexts)
    }
}

extension Order {
    var auditFields: AuditFields {
        var fields = AuditFields(
            present: [
                ("status", status.rawValue), (OrderAmountField.total.rawValue, money(total)?.description),
                ("expires", expires?.auditValue), ("holding", holdsReservation ? "yes" : "no"),
                (OrderAmountField.amountPaid.rawValue, amountPaid.flatMap(money)?.description),
                ("paid", paid?.auditValue),
                (OrderAmountField.refundOwed.rawValue, money(refundOwed)?.description),
                (OrderAmountField.refundPaid.rawValue, refundPaid > 0 ? money(refundPaid)?.description : nil),
                ("confirm_by", confirmation?.deadline.auditValue), ("confirmed", confirmation?.confirmed?.auditValue),
            ] + buyer.auditTexts + (payment?.auditTexts ?? []))
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

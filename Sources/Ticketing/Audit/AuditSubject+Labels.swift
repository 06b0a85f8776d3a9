public import Languages

extension AuditSubject.Kind {
    /// The label of a field in the records of this kind of subject. For example, the field `answer_by` has the label
    /// `Deadline for answers`. The records of guests also use names of sub-events as names of fields; such a name is
    /// its own label. A field that this version of the program does not know gets a label from the words in the field's
    /// name.
    public func label(ofField name: String) -> Sentence {
        if let label = AuditSubject.Kind.listed[self]?[name] { return label }
        if self == .guest { return .verbatim(name) }
        if let label = numberedLabel(name) { return label }
        if let label = AuditSubject.Kind.shared[name] { return Sentence(label) }
        if let label = AuditFieldSentence(field: name) { return Sentence(label) }
        return .verbatim(name.spaced)
    }

    /// The labels of fields that occur in the records of several kinds of subjects.
    private static let shared: [String: FieldSentence] = [
        "name": .name, "email": .email, "phone": .phone, "address": .address, "kind": .kind, "price": .price,
        "admits": .admits, "gates": .gates, "note": .note, "kinds": .ticketEvents,
    ]

    /// For each kind of subject, the labels by the names of the fields. They are the labels of the fields that people
    /// enter (`FieldEntity.fields`), and the labels of fields that only the records of this kind of subject have.
    private static let listed = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.listedLabels) })

    private var listedLabels: [String: Sentence] {
        switch self {
        case .organizer: OrganizerDetails.labels
        case .event: EventDetails.labels
        case .type: TicketTypeDetails.labels.merging(["order": Sentence(AuditFieldSentence.typeOrder)]) { $1 }
        case .subEvent, .formerSubEvent: SubEventDetails.labels
        case .ticket: HolderDetails.labels
        case .order: Buyer.labels.merging(Payment.labels) { $1 }
        case .guest: GuestDetails.labels.merging(AuditSubject.Kind.guestLabels) { $1 }
        case .webhook: WebhookDetails.labels
        case .template: ["subject": Sentence(AuditFieldSentence.messageSubject)]
        case .user, .member, .household, .ledger, .batch, .device, .token, .reminder, .headcount, .gatePack,
            .formerGatePack:
            [:]
        }
    }

    /// The labels of two kinds of fields in the records of guests: fields that are not declared in
    /// `GuestDetails.fields`, and the fields of companions.
    private static var guestLabels: [String: Sentence] {
        var labels = ["household": Sentence(AuditFieldSentence.household), "code": Sentence(AuditFieldSentence.code)]
        for companion in (1...Guest.mostCompanions).map({ Companion(number: $0) }) {
            for field in Companion.fields {
                labels[companion.auditName(field)] = Sentence(
                    AuditFieldSentence.companionField,
                    ["number": .text("\(companion.number)"), "field": .sentence(field.label)])
            }
        }
        return labels
    }

    /// The label of a field whose name ends with the number of a ticket type, such as `type 3`, or with a status of
    /// tickets, such as `tickets cancelled`; nil for any other field.
    private func numberedLabel(_ name: String) -> Sentence? {
        let words = name.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2 else { return nil }
        switch words[0] {
        case "type":
            return UInt16(words[1]).map { Sentence(AuditFieldSentence.ticketsOfType, ["number": .text("\($0)")]) }
        case "tickets":
            return Ticket.Status(rawValue: words[1]).map {
                Sentence(AuditFieldSentence.ticketsWithStatus, ["status": .sentence($0.label)])
            }
        default: return nil
        }
    }
}

extension FieldEntity {
    fileprivate static var labels: [String: Sentence] {
        Dictionary(fields.map { ($0.name, $0.label) }) { first, _ in first }
    }
}

import Languages

extension SubEventDetails: FieldEntity {
    public static let fields: [EntityField<SubEventDetails>] = [
        EntityField("type", .kind, \.kind, .choice(\.label), columns: ["kind"]),
        EntityField(
            "name", .name, .text(), emptyMeaning: .field(.kindName),
            derivedDefault: { .text($0.defaultName) }, read: { .text($0.name) },
            write: { content, details in
                switch content {
                case .empty: details.name = details.defaultName
                case .text(let name): details.name = name
                default: return false
                }
                return true
            }),
        EntityField("note", .note, \.note, .text(), hint: .field(.noteHint)),
        EntityField("venue", .otherVenue, \.venue, .text(), empty: .eventVenue, traits: [.inGatePacks]),
        EntityField(
            "answer_by", .answerBy, \.answerBy, .time, empty: .eventDeadline, hint: .field(.answerByHint),
            traits: [.endOfPeriod]),
        EntityField("start", .start, \.start, .time, traits: [.inGatePacks]),
        EntityField("end", .end, \.end, .time, columns: ["ends"], traits: [.inGatePacks, .endOfPeriod]),
        EntityField(
            "capacity", .insideLimit, \.capacity, .number(capacities), empty: .eventLimit,
            hint: .field(.insideLimitHint), traits: [.inGatePacks]),
    ]

    public static let requiredFields = ["type"]
    public static let blank = SubEventDetails(kind: .ceremony)

    public var formFaults: [FieldFault] { faults.map(\.fieldFault) }
}

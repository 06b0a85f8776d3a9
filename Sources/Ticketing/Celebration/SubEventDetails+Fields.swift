extension SubEventDetails: FieldEntity {
    public static let fields: [EntityField<SubEventDetails>] = [
        EntityField("type", "Kind", \.kind, .choice(\.displayName), columns: ["kind"]),
        EntityField(
            "name", "Name", .text(), emptyMeaning: "the name of the kind; for the kind other, the note",
            derivedDefault: { .text($0.defaultName) }, read: { .text($0.name) },
            write: { content, details in
                switch content {
                case .empty: details.name = details.defaultName
                case .text(let name): details.name = name
                default: return false
                }
                return true
            }),
        EntityField(
            "note", "Note", \.note, .text(), hint: "A short description. Required for the kind other."),
        EntityField("venue", "Other venue", \.venue, .text(), empty: "the event's venue", isInGatePacks: true),
        EntityField("start", "Start", \.start, .time, isInGatePacks: true),
        EntityField("end", "End", \.end, .time, columns: ["ends"], isInGatePacks: true),
        EntityField(
            "capacity", "Maximum inside at once", \.capacity, .number(capacities), empty: "the event's limit",
            isInGatePacks: true),
    ]

    public static let requiredFields = ["type"]
    public static let blank = SubEventDetails(kind: .ceremony)

    public var formFaults: [FieldFault] { faults.map(\.fieldFault) }
}

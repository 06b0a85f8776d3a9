extension SubEventDetails: FieldEntity {
    public static let fields: [EntityField<SubEventDetails>] = [
        EntityField(
            "type", "Kind", kindFormat.kind, columns: ["kind"], read: { kindFormat.content($0.kind) },
            write: { content, details in
                guard let kind = kindFormat.value(content) else { return false }
                // If the name is the default name of the old kind, it becomes the default name of the new kind.
                if details.name == details.kind.defaultName { details.name = kind.defaultName }
                details.kind = kind
                return true
            }),
        EntityField(
            "name", "Name", .text(), emptyMeaning: "the name of the kind", read: { .text($0.name) },
            write: { content, details in
                switch content {
                case .empty: details.name = details.kind.defaultName
                case .text(let name): details.name = name
                default: return false
                }
                return true
            }),
        EntityField(
            "note", "Note", \.note, .text(), hint: "A short description if no kind fits.",
            isInGatePacks: false),
        EntityField("venue", "Other venue", \.venue, .text(), empty: "the event's venue"),
        EntityField("start", "Start", \.start, .time),
        EntityField("end", "End", \.end, .time, columns: ["ends"]),
        EntityField(
            "capacity", "Maximum inside at once", \.capacity, .number(capacities), empty: "the event's limit"),
    ]

    public static let requiredFields = ["type"]
    public static let blank = SubEventDetails(kind: .ceremony)

    public var formFaults: [FieldFault] { faults.map(\.fieldFault) }

    private static let kindFormat = FieldFormat<SubEventKind>.choice(\.displayName)
}

import Languages

extension OrganizerDetails: FieldEntity {
    public static let fields: [EntityField<OrganizerDetails>] = [
        EntityField("name", .name, \.name, .text(), hint: .field(.organizerNameHint))
    ]

    public static let requiredFields = ["name"]
    public static let blank = OrganizerDetails(name: "")
}

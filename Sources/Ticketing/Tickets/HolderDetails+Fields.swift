import Languages

extension HolderDetails: FieldEntity {
    public static let fields: [EntityField<HolderDetails>] = [
        EntityField("holder", .name, \.holder, .text()),
        EntityField("email", .email, \.email, .email),
        EntityField("note", .gateNote, \.note, .text()),
    ]

    public static let requiredFields: [String] = []
    public static let blank = HolderDetails()
}

import Languages

extension HolderDetails: FieldEntity {
    public static let fields: [EntityField<HolderDetails>] = [
        // A pack has the names of holders only if the organizer has asked for names (`GatePackTable`).
        EntityField("holder", .name, \.holder, .text(), traits: [.inGatePacks]),
        EntityField("email", .email, \.email, .email),
        EntityField("note", .gateNote, \.note, .text(), hint: .field(.gateNoteHint), traits: [.inGatePacks]),
    ]

    public static let requiredFields: [String] = []
    public static let blank = HolderDetails()
}

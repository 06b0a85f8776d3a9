import Languages

extension GuestDetails: FieldEntity {
    public static let fields: [EntityField<GuestDetails>] = [
        EntityField("name", .name, \.name, .text()),
        EntityField("email", .email, \.email, .text()),
        EntityField("phone", .phone, \.phone, .text()),
        EntityField(
            "companions", .companions, \.companions, .number(0...Guest.mostCompanions),
            fallback: (0, .field(.noCompanions))),
        EntityField("meal", .meal, \.meal, .text(), isHealthData: true),
        EntityField("allergy", .allergy, \.allergy, .text(), isHealthData: true),
        EntityField(
            "access", .accessibility, \.access, .text(), columns: ["access_note"], isHealthData: true),
        EntityField("table", .table, \.table, .text(), columns: ["table_note"]),
        EntityField("note", .note, \.note, .text()),
    ]

    public static let requiredFields = ["name"]
    public static let blank = GuestDetails(name: "")
}

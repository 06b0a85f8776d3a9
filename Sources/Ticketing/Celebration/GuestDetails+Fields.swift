extension GuestDetails: FieldEntity {
    public static let fields: [EntityField<GuestDetails>] = [
        EntityField("name", "Name", \.name, .text()),
        EntityField("email", "E-mail address", \.email, .text()),
        EntityField("phone", "Phone number", \.phone, .text()),
        EntityField(
            "companions", "Companions", \.companions, .number(0...Guest.mostCompanions), fallback: (0, "no companions")),
        EntityField("meal", "Meal", \.meal, .text()),
        EntityField("access", "Accessibility needs", \.access, .text(), columns: ["access_note"]),
        EntityField("table", "Table", \.table, .text(), columns: ["table_note"]),
        EntityField("note", "Note", \.note, .text()),
    ]

    public static let requiredFields = ["name"]
    public static let blank = GuestDetails(name: "")
}

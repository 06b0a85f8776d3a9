import Languages

extension GuestDetails: FieldEntity {
    public static let fields: [EntityField<GuestDetails>] = [
        EntityField("name", .name, \.name, .text(), visibleTo: .seeGuestDetails),
        EntityField("email", .email, \.email, .email),
        EntityField("phone", .phone, \.phone, .syntax(GuestPhoneNumber.syntax, GuestPhoneNumber.isNormalized)),
        EntityField(
            "companions", .companions, \.companions, .number(0...Guest.mostCompanions),
            fallback: (0, .field(.noCompanions))),
        EntityField(
            "meal", .meal, \.meal, .text(atMost: longestText),
            traits: [.visible(to: .seeGuestDetails), .publicLabel(.meal)]),
        EntityField(
            "allergy", .allergy, \.allergy, .text(),
            traits: [.visible(to: .seeGuestDetails), .publicLabel(.allergies)]),
        EntityField(
            "access", .accessibility, \.access, .text(atMost: longestText, lines: .several), columns: ["access_note"],
            traits: [.visible(to: .seeGuestDetails)]),
        EntityField("table", .table, \.table, .text(atMost: longestText), columns: ["table_note"]),
        EntityField("note", .note, \.note, .text(atMost: longestText, lines: .several)),
    ]

    /// The texts that guests write themselves on the pages of their invitations.
    public static let ownTexts = fields.filter { $0.publicLabel != nil }

    public static let requiredFields = ["name"]
    public static let blank = GuestDetails(name: "")

    /// Sets an e-mail address or a phone number without a check. Older versions stored malformed addresses and numbers;
    /// a guest keeps them, so that forms can show them and a person can correct them. Returns false for any other
    /// field.
    public mutating func setOldText(_ text: String, of field: String) -> Bool {
        switch field {
        case "email": email = text
        case "phone": phone = text
        default: return false
        }
        return true
    }

    private static let longestText = 500
}

extension GuestPhoneNumber {
    fileprivate static let syntax = FieldSyntax(.field(.guestPhoneForm), pattern: #"^\+?[0-9]{4,15}$"#)

    @Sendable fileprivate static func isNormalized(_ text: String) -> Bool { normalized(of: text) == text }
}

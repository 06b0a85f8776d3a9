import Languages

extension WebhookDetails: FieldEntity {
    public static let fields: [EntityField<WebhookDetails>] = [
        EntityField(
            "url", .url, \.address, .syntax(WebhookAddress.syntax) { WebhookAddress($0) != nil },
            hint: .field(.urlHint), columns: ["address"]),
        EntityField("kinds", .ticketEvents, \.kinds, .choices(\.checkboxLabel)),
    ]

    public static let visibleTo: Role.Right = .administer
    public static let requiredFields = ["url", "kinds"]
    public static let blank = WebhookDetails(address: "", kinds: [])
}

extension WebhookAddress {
    fileprivate static let syntax = FieldSyntax(requirement, pattern: "^https?://[!-~]{1,1993}$")
}

extension Webhook.Kind {
    fileprivate var checkboxLabel: Sentence {
        switch self {
        case .issued: .field(.ticketsIssued)
        case .cancelled: .field(.ticketsEnded)
        case .admitted: .field(.peopleAdmitted)
        case .refused: .field(.ticketsRefused)
        case .voided: .field(.admissionsUndone)
        }
    }
}

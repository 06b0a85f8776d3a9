import EventFixture
import Testing
import Ticketing

@Suite("The right to see a field")
struct FieldVisibilityTests {
    /// The readers to test: one with the rights of each role, one with each single right, and one without rights.
    private static let readers: [Set<Role.Right>] =
        Role.allCases.map { role in Set(Role.Right.allCases.filter { role.grants($0) }) }
        + Role.Right.allCases.map { [$0] } + [[]]

    @Test("A few fields of guests, orders and webhooks are visible only with a special right; all others need `lookUp`")
    func declared() {
        func others<Entity: FieldEntity>(_ entity: Entity.Type) -> [String: Role.Right] {
            Dictionary(
                uniqueKeysWithValues: Entity.fields.filter { $0.visibleTo != .lookUp }.map { ($0.name, $0.visibleTo) })
        }
        #expect(others(EventDetails.self).isEmpty && others(TicketTypeDetails.self).isEmpty)
        #expect(others(SubEventDetails.self).isEmpty && others(OrganizerDetails.self).isEmpty)
        #expect(others(HolderDetails.self).isEmpty)
        #expect(
            others(GuestDetails.self) == [
                "name": .seeGuestDetails, "meal": .seeGuestDetails, "allergy": .seeGuestDetails,
                "access": .seeGuestDetails,
            ])
        #expect(
            others(Companion.self) == [
                "name": .seeGuestDetails, "child": .seeGuestDetails, "meal": .seeGuestDetails,
                "allergy": .seeGuestDetails,
            ])
        #expect(others(Buyer.self) == ["buyer": .readOrders, "email": .readOrders, "phone": .readOrders])
        #expect(others(Payment.self) == ["method": .readOrders, "reference": .readOrders])
        #expect(others(WebhookDetails.self) == ["url": .administer, "kinds": .administer])
        #expect(TicketSaleField.allCases.map(\.visibleTo) == [.readOrders, .readOrders, .lookUp])
    }

    @Test("An audit record shows a field’s value to all readers with the right that the field names, and to no others")
    func audited() throws {
        for rights in Self.readers {
            func checkList<Entity: FieldEntity>(
                _ entity: Entity.Type, _ kind: AuditSubject.Kind, _ name: (EntityField<Entity>) -> String
            ) throws {
                for field in Entity.fields {
                    try check(name(field), kind, isShown: rights.contains(field.visibleTo))
                }
            }
            func check(_ name: String, _ kind: AuditSubject.Kind, isShown: Bool) throws {
                let record = AuditRecord(
                    organizer: nil, sequence: 1, at: Instant(seconds: 0), user: try #require(UserID(rawValue: 1)),
                    action: "edit", subject: AuditSubject(kind, 1), before: [name: "old"],
                    after: [name: "new", "Ceremony": "attending"]
                ).with { $0.userName = "Grace" }
                let seen = record.visible(with: rights)
                let place = "\(kind) \(name), \(rights)"
                #expect(seen.before == [name: isShown ? "old" : AuditRecord.hiddenValue], "\(place)")
                let after = [name: isShown ? "new" : AuditRecord.hiddenValue, "Ceremony": "attending"]
                #expect(seen.after == after && seen.userName == "Grace", "\(place)")
            }
            try checkList(EventDetails.self, .event) { $0.name }
            try checkList(TicketTypeDetails.self, .type) { $0.name }
            try checkList(SubEventDetails.self, .subEvent) { $0.name }
            try checkList(SubEventDetails.self, .formerSubEvent) { $0.name }
            try checkList(OrganizerDetails.self, .organizer) { $0.name }
            try checkList(GuestDetails.self, .guest) { $0.name }
            for number in [1, Guest.mostCompanions] {
                try checkList(Companion.self, .guest) { Companion(number: number).auditName($0) }
            }
            try checkList(Buyer.self, .order) { $0.name }
            try checkList(Payment.self, .order) { $0.name }
            for name in ["total", "amount_paid", "refund_owed", "refund_paid", "refund_reference"] {
                try check(name, .order, isShown: rights.contains(.readOrders))
            }
            try check("status", .order, isShown: true)
            try checkList(HolderDetails.self, .ticket) { $0.name }
            for field in TicketSaleField.allCases {
                try check(field.rawValue, .ticket, isShown: rights.contains(field.visibleTo))
            }
            try checkList(WebhookDetails.self, .webhook) { $0.name }
            try check("address", .webhook, isShown: rights.contains(.administer))
            // An event also has a field `address`. This field needs the right `lookUp`, but a webhook’s address needs
            // `administer`.
            try check("address", .event, isShown: rights.contains(.lookUp))
        }
    }

    @Test("An object that is shown to a reader has only the fields that the reader may see, and its required fields")
    func masked() throws {
        for rights in Self.readers {
            func check<Entity: FieldEntity>(_ entity: Entity) {
                let seen = entity.visible(with: rights)
                for field in Entity.fields {
                    let isKept = rights.contains(field.visibleTo) || field.isRequired
                    #expect(
                        field.content(of: seen) == field.content(of: isKept ? entity : .blank),
                        "\(field.name), \(rights)")
                    #expect(Entity.shows(field.name, with: rights) == rights.contains(field.visibleTo))
                }
            }
            check(try GuestDetails.sample())
            check(try Companion.sample())
            check(try Buyer.sample())
            check(try Payment.sample())
            check(try WebhookDetails.sample())
            check(try EventDetails.sample())
        }
    }
}

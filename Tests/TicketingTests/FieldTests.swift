import EventFixture
import Testing
import Ticketing

@Suite("The lists of the fields that people fill in")
struct FieldTests {
    @Test(
        """
        Each list of fields has unique names and columns, and labels of at most three words; `requiredFields` names \
        only required fields of the list
        """)
    func unique() {
        func check<Entity: FieldEntity>(_ entity: Entity.Type) {
            let fields = Entity.fields
            #expect(Set(fields.map(\.name)).count == fields.count)
            #expect(Set(fields.flatMap(\.columns)).count == fields.flatMap(\.columns).count)
            for field in fields {
                #expect(field.name.wholeMatch(of: /[a-z]+(_[a-z]+)*/) != nil, "\(field.name)")
                #expect((1...3).contains(field.label.english.split(separator: " ").count), "\(field.label)")
                #expect(!field.kind.allowed.english.isEmpty, "\(field.name)")
                let columns = [FieldKind.money, .position].contains(field.kind) ? 2 : 1
                #expect(field.columns.count == columns, "\(field.name)")
            }
            for name in Entity.requiredFields {
                #expect(fields.contains { $0.name == name && $0.isRequired }, "\(name)")
            }
        }
        check(EventDetails.self)
        check(TicketTypeDetails.self)
        check(SubEventDetails.self)
        check(GuestDetails.self)
        check(Companion.self)
        check(OrganizerDetails.self)
        check(WebhookDetails.self)
        check(Buyer.self)
        check(Payment.self)
        check(HolderDetails.self)
    }

    @Test("Each field keeps the content that was set, and an optional field can be emptied")
    func kept() throws {
        func check<Entity: FieldEntity>(_ entity: Entity.Type) throws {
            let sample = try Entity.sample()
            for field in Entity.fields {
                #expect(field.content(of: sample) != field.content(of: Entity.blank), "\(field.name) is the default")
                var copy = Entity.blank
                try field.set(field.content(of: sample), in: &copy)
                #expect(field.content(of: copy) == field.content(of: sample), "\(field.name)")
                if field.isRequired {
                    #expect(throws: FieldFault.self, "\(field.name)") { try field.set(.empty, in: &copy) }
                } else {
                    try field.set(.empty, in: &copy)
                    #expect(field.content(of: copy) == field.content(of: Entity.blank), "\(field.name)")
                }
            }
        }
        try check(EventDetails.self)
        try check(TicketTypeDetails.self)
        try check(SubEventDetails.self)
        try check(GuestDetails.self)
        try check(Companion.self)
        try check(OrganizerDetails.self)
        try check(WebhookDetails.self)
        try check(Buyer.self)
        try check(Payment.self)
        try check(HolderDetails.self)
    }

    private static let typed: [(text: String, kind: FieldKind, content: FieldContent?)] = [
        ("12,500", .number(0...99_999), .number(12_500)), ("-1", .number(0...9), .number(-1)),
        ("many", .number(0...9), nil), ("1,5", .number(0...99), nil), ("1,234,567", .number(0...9), .number(1_234_567)),
        ("12.50 EUR", .money, .money(Money(minorUnits: 1250, currency: "EUR"))),
        ("12.50", .money, nil),
        ("0.0512,32.4637", .position, .position(Coordinates(latitude: 51_200, longitude: 32_463_700))),
        ("91,0", .position, nil), ("yes", .flag, .flag(true)), ("", .flag, .flag(false)), ("maybe", .flag, nil),
        ("North\nSouth\n", .names, .names(["North", "South"])), ("", .text(), .empty),
        ("18", .numberChoice([16, 18]), .number(18)), ("b\na", .choices([]), .names(["b", "a"])),
    ]

    @Test("Typed text is parsed according to the kind of its field; malformed text gives no content")
    func parsed() {
        for (text, kind, content) in Self.typed {
            #expect(kind.content(text, time: { _ in nil }) == content, "\(text)")
        }
    }

    @Test("A value outside the limits of its field is reported as a fault that states the limits")
    func limits() {
        var type = TicketTypeDetails(name: "Regular", quantity: -1)
        type.perOrder = OrderRange(least: 0, most: Order.mostTickets + 1)
        type.sales.opens = Instant(seconds: -1)
        #expect(
            type.limitFaults.map(\.description) == [
                "quantity: a whole number from 0 to 10,000,000", "opens: a time from 1970 to 2199",
                "least: a whole number from 1 to 10,000", "most: a whole number from 1 to 10,000",
            ])
        #expect(type.timeFaults.map(\.description) == ["opens: a time from 1970 to 2199"])
        #expect(
            Buyer(name: "Grace", email: "grace", phone: "0700").limitFaults.map(\.description) == [
                "email: an address such as grace@example.org",
                "phone: a number with country code, such as +256700123456",
            ])
        #expect(
            WebhookDetails.blank.limitFaults.map(\.description) == [
                "kinds: issued, cancelled, admitted, refused, voided"
            ])
    }

    @Test("A field with several choices accepts known choices in any order, and refuses an unknown choice")
    func choices() throws {
        let field = try #require(WebhookDetails.fields.first { $0.name == "kinds" })
        var details = WebhookDetails.blank
        try field.set(.names(["voided", "issued", "voided"]), in: &details)
        #expect(details.kinds == [.issued, .voided] && field.content(of: details) == .names(["issued", "voided"]))
        #expect(throws: FieldFault.self) { try field.set(.names(["issued", "sold"]), in: &details) }
        #expect(throws: FieldFault.self) { try field.set(.names([]), in: &details) }
    }
}

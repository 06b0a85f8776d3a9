import Presentation
import Testing
import Ticketing

@testable import eventpass

@Suite("Options for fields")
struct FieldOptionTests {
    @Test("Every field has exactly one option, and the option’s help begins with the field’s label")
    func complete() {
        check(EventDetailOptions.self)
        check(TicketTypeOptions.self)
        check(SubEventOptions.self)
        check(OrganizerOptions.self)
        check(CompanionOptions.self)
        check(BuyerOptions.self)
        check(PaymentOptions.self)
        check(OptionalPaymentOptions.self)
        check(HolderOptions.self)
        check(NewHolderOptions.self)
        check(WebhookOptions.self)
    }

    @Test("Each name in `EventOverviewJSON.fieldsWithOwnForm` is the name of a field of events")
    func overviews() {
        let named = EventOverviewJSON.fieldsWithOwnForm
        #expect(named.isSubset(of: EventDetails.fields.map(\.name)), "\(named)")
    }

    private func check<Options: FieldOptionList>(_ options: Options.Type) {
        #expect(Options.fieldNames.sorted() == Options.Entity.fields.map(\.name).sorted(), "\(options)")
        let help = Options.helpMessage(includeHidden: false, columns: 1000)
        for field in Options.Entity.fields {
            let label = field.label.text(in: .ofCommandLine)
            #expect(help.contains(" \(label)."), "\(options): \(label)")
        }
    }

    @Test("Each option sets only its own field, and the value “none” clears an optional field")
    func applied() throws {
        let given = try TicketTypeOptions.parse([
            "--name", "VIP", "--quantity", "none", "--gate", "North", "--gate", "South", "--minimum-age", "18",
            "--no-hidden", "--live-code", "--opens", "2030-01-01T18:00",
        ])
        var details = TicketTypeDetails(name: "Regular", quantity: 5, isHidden: true)
        var parser = FieldParser()
        given.apply(to: &details, in: { _ in .gmt }, &parser)
        try parser.finish()
        let expected = TicketTypeDetails(
            name: "VIP", requiresLiveCode: true, sales: SalesWindow(opens: Instant(seconds: 1_893_520_800))
        ).with {
            $0.gates = ["North", "South"]
            $0.minimumAge = .eighteen
        }
        #expect(details == expected)
    }

    @Test("An empty text clears an optional text field, but is refused as a price")
    func empty() throws {
        var details = TicketTypeDetails(name: "VIP", price: Money("5 EUR")).with { $0.gateNote = "lounge" }
        var parser = FieldParser()
        try TicketTypeOptions.parse(["--gate-note", "", "--price", ""]).apply(to: &details, in: { _ in .gmt }, &parser)
        #expect(details.gateNote == nil && details.price == Money("5 EUR"))
        #expect(throws: CommandFailure.self) { try parser.finish() }
    }

    @Test("The options of a buyer set the buyer’s fields; a malformed address or number is refused")
    func buyer() throws {
        var buyer = Buyer.blank
        var parser = FieldParser()
        try BuyerOptions.parse(["--buyer", "none", "--email", "grace@example.org"])
            .apply(to: &buyer, in: { _ in .gmt }, &parser)
        try parser.finish()
        #expect(buyer == Buyer(name: "none", email: "grace@example.org"))
        try BuyerOptions.parse(["--buyer", "", "--email", "grace", "--phone", "0700"])
            .apply(to: &buyer, in: { _ in .gmt }, &parser)
        #expect(buyer == Buyer(name: "", email: "grace@example.org"))
        #expect(throws: CommandFailure.self) { try parser.finish() }
        #expect(throws: (any Error).self) { try BuyerOptions.parse(["--email", "grace@example.org"]) }
    }

    @Test("A text option without a value does not take the next option as its value")
    func forgotten() {
        #expect(throws: (any Error).self) { try EventDetailOptions.parse(["--venue", "--city", "Entebbe"]) }
    }

    @Test("If a new sub-event has no name, its kind determines the name; an edit of the kind keeps the name")
    func derived() throws {
        let given = try SubEventOptions.parse(["--type", "reception"])
        var parser = FieldParser()
        var added = SubEventDetails.blank
        given.apply(to: &added, in: { _ in .gmt }, &parser, isNew: true)
        #expect(added.kind == .reception && added.name == "Reception")
        var edited = SubEventDetails.blank
        given.apply(to: &edited, in: { _ in .gmt }, &parser)
        #expect(edited.kind == .reception && edited.name == "Ceremony")
    }

    @Test("Every value that is not allowed is reported, with its option and the allowed values")
    func refused() throws {
        let given = try TicketTypeOptions.parse([
            "--price", "dear", "--minimum-age", "17", "--opens", "soon", "--re-entry", "twice", "--admits", "none",
        ])
        var details = TicketTypeDetails.blank
        var parser = FieldParser()
        given.apply(to: &details, in: { _ in .gmt }, &parser)
        #expect(details == .blank)
        do {
            try parser.finish()
            Issue.record("nothing was refused")
        } catch let failure as CommandFailure {
            for option in ["price", "minimum-age", "opens", "re-entry", "admits"] {
                #expect(failure.message.contains("\(option): "), "\(failure.message)")
            }
            #expect(failure.message.contains("13, 16, 18 or 21"))
        }
    }
}

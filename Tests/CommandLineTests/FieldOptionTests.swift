import Testing
import Ticketing

@testable import eventpass

@Suite("Options for fields")
struct FieldOptionTests {
    @Test("Each field of an event, a ticket type and a sub-event has one option, and each option sets a field")
    func complete() {
        #expect(EventDetailOptions.fieldNames.sorted() == EventDetails.fields.map(\.name).sorted())
        #expect(TicketTypeOptions.fieldNames.sorted() == TicketTypeDetails.fields.map(\.name).sorted())
        #expect(SubEventOptions.fieldNames.sorted() == SubEventDetails.fields.map(\.name).sorted())
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

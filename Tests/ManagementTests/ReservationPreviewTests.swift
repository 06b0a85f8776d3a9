import EventFixture
import Management
import Testing
import Ticketing

/// A preview is the summary that a visitor sees before making an order.
@Suite("Previews of visitors’ orders", .everyEngine)
struct ReservationPreviewTests {
    private let festival: Festival

    init() throws {
        festival = try Festival(
            type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX"), quantity: 20).with {
                $0.allowsDoorReservations = true
            })
    }

    private func draft(_ counts: [TicketTypeNumber: Int]) -> OrderDraft {
        OrderDraft(
            lines: counts.map { OrderDraft.Line(type: $0.key, count: $0.value) }.sorted { $0.type < $1.type },
            name: "Grace", email: "grace@example.org")
    }

    @Test("A preview has the tickets, total and payment deadline that the order will have, and reserves nothing")
    func preview() throws {
        let student = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Student"), to: festival.event)
        let storefront = try festival.storefront()
        let draft = self.draft([festival.regular.number: 2, student.number: 1])
        let preview = try storefront.preview(draft, of: festival.event.number)
        #expect(preview.lines.map { $0.type.name } == ["Regular", "Student"])
        #expect(preview.lines.map { $0.count } == [2, 1])
        #expect(preview.total == Money("100000 UGX") && preview.organizer == "Nile Nights")
        #expect(preview.payBy == festival.event.details.start?.advanced(bySeconds: 30 * 60))
        #expect(try festival.services.ticketTypes.ticketTypes(of: festival.event).allSatisfy { $0.reserved == 0 })
        #expect(try festival.services.orders.orders(of: festival.event, limit: 1).isEmpty)
        let free = try storefront.preview(self.draft([student.number: 1]), of: festival.event.number)
        #expect(free.total == nil && free.payBy == nil)
    }

    @Test("A preview is refused for the same reasons as an order, such as a hidden ticket type or a cancelled event")
    func refusals() throws {
        let hidden = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Crew", isHidden: true), to: festival.event)
        let storefront = try festival.storefront()
        let event = festival.event.number
        for lines in [[:], [festival.regular.number: 0], [hidden.number: 1]] as [[TicketTypeNumber: Int]] {
            #expect(throws: SalesError.self, "\(lines)") { try storefront.preview(draft(lines), of: event) }
            #expect(throws: SalesError.self, "\(lines)") {
                try storefront.reserve(draft(lines), of: event, request: "refused")
            }
        }
        #expect(throws: StorefrontError.tooManyTickets(limit: Storefront.maximumTicketsPerAddress)) {
            try storefront.preview(draft([festival.regular.number: 11]), of: event)
        }
        _ = try festival.services.events.edit(festival.event) { $0.capacity = 6 }
        #expect(throws: ManagementError.capacityExceeded(asked: 7, left: 6)) {
            try storefront.preview(draft([festival.regular.number: 7]), of: event)
        }
        #expect(try storefront.preview(draft([festival.regular.number: 6]), of: event).lines.first?.count == 6)
        _ = try festival.services.events.edit(festival.event) { $0.capacity = nil }
        _ = try festival.issue(19)
        #expect(throws: ManagementError.self) { try storefront.preview(draft([festival.regular.number: 2]), of: event) }
        _ = try festival.services.events.cancelEvent(festival.event)
        #expect(throws: StorefrontError.eventCancelled) {
            try storefront.preview(draft([festival.regular.number: 1]), of: event)
        }
    }
}

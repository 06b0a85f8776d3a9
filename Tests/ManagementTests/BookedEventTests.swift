import EventFixture
import Management
import Store
import Testing
import Ticketing

private let grace = "grace@example.org"
private let phone = "+256700123456"

@Suite("Events that a person has booked, as a basis for suggestions", .everyEngine)
struct BookedEventTests {
    private func booked(_ address: String, _ festival: Festival) throws -> [EventNumber] {
        try festival.store.read { try $0.ticketsOfAddress.booked(by: address, limit: 9) }.map(\.number)
    }

    @Test("A paid order counts for the buyer’s e-mail address and phone number; an unpaid or refunded order does not")
    func orders() throws {
        let festival = try Festival()
        var draft = festival.draft(1, payment: Payment(.complimentary))
        draft.buyer.phone = phone
        _ = try festival.services.orders.createOrder(draft, of: festival.event, signingWith: festival.ring)
        // Only the order counts, and not its ticket.
        try festival.tamper("UPDATE ticket SET email = NULL")
        #expect(try booked(grace, festival) == [festival.event.number])
        #expect(try booked(phone, festival) == [festival.event.number])
        for status in ["pending", "cancelled", "refunded"] {
            try festival.tamper("UPDATE ticket_order SET status = '\(status)'")
            #expect(try booked(grace, festival).isEmpty && booked(phone, festival).isEmpty, "\(status)")
        }
    }

    @Test("A visitor who types a stranger’s phone number or e-mail address does not change the stranger’s suggestions")
    func strangers() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular"))
        let storefront = try Storefront(
            to: festival.store, signingWith: festival.ring, clock: festival.clock.now,
            confirmsReservations: { $0 == .email })
        var draft = festival.draft(1)
        draft.buyer.phone = phone
        _ = try storefront.reserve(draft, of: festival.event.number, request: "r")
        #expect(try booked(grace, festival).isEmpty && booked(phone, festival).isEmpty)
        let link = try #require(try festival.notices(.reservationToConfirm).first?.payload["link"])
        let secret = try #require(try ConfirmationSecret(text: String(link.dropFirst("/confirm/".count))))
        _ = try storefront.confirmReservation(secret)
        #expect(try booked(grace, festival) == [festival.event.number] && booked(phone, festival).isEmpty)
        // The order now says that the link was sent to the phone number, so only this number counts as confirmed.
        try festival.tamper("UPDATE ticket_order SET confirm_address = phone")
        #expect(try booked(grace, festival).isEmpty && booked(phone, festival) == [festival.event.number])
        // An order that needed no confirmation does not count, because its addresses are not confirmed.
        try festival.tamper("UPDATE ticket_order SET confirm_address = NULL")
        #expect(try booked(grace, festival).isEmpty && booked(phone, festival).isEmpty)
    }

    @Test("Guest lists, cancelled tickets, and cancelled or deleted events do not count")
    func others() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,email,phone,companions\nGrace Nakato,grace@example.org,,1\n")
        try wedding.invite(to: [wedding.ceremony, wedding.reception])
        let festival = wedding.festival
        #expect(try booked(grace, festival).isEmpty)
        let issued = try festival.services.tickets.issue(
            .person(holder: "Grace", email: grace, note: nil), type: festival.regular, of: festival.event,
            signingWith: festival.ring)
        #expect(try booked(grace, festival) == [festival.event.number])
        _ = try festival.services.tickets.cancel(#require(issued.first.first).code, of: festival.event, note: nil)
        #expect(try booked(grace, festival).isEmpty)
        let (jazz, blues) = (try festival.published("Jazz"), try festival.published("Blues"))
        for event in [jazz, blues] { try festival.issue(to: grace, of: event) }
        #expect(try Set(booked(grace, festival)) == [jazz.number, blues.number])
        _ = try festival.services.events.cancelEvent(jazz)
        #expect(try booked(grace, festival) == [blues.number])
        _ = try festival.services.events.deleteEvent(blues)
        #expect(try booked(grace, festival).isEmpty)
    }
}

import EventFixture
import Management
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("The desk’s page after an edit that makes unpaid reservations end earlier", .serving)
struct ShortenedReservationPageTests {
    private let festival: Festival
    private let owner: DeskVisitor

    init() throws {
        festival = try Festival(
            type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")).with {
                $0.allowsDoorReservations = true
            })
        owner = try .owner(of: festival)
    }

    private func queuedReminders() throws -> Int {
        try festival.store.read { try $0.notices.page(of: festival.event.organizer, after: nil, limit: 100) }
            .count { $0.kind == .paymentPending }
    }

    @Test("After a new payment deadline, the page says how many unpaid reservations end earlier than buyers were told")
    func deadline() async throws {
        let order = OrderDraft(
            lines: [OrderDraft.Line(type: festival.regular.number, count: 1)], name: "Grace Nakato",
            email: "grace@example.org")
        _ = try Storefront(to: festival.store, signingWith: festival.ring, clock: festival.clock.now)
            .reserve(order, of: festival.event.number, request: "r")
        let path = "\(festival.event.deskPath)/edit/more"
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, path).body
            // The event starts at 08:26. Without a deadline, the reservation would end half an hour after the start.
            let form = try PageForm.filled(page, to: path, ["pay-by": "2026-12-23T07:40"])
            let saved = try await owner.post(served, path, form)
            let location = try #require(saved.headers["location"])
            #expect(saved.status == 303 && location.hasSuffix("&shortened=1"), "\(saved)")
            let next = try await owner.get(served, location).body
            #expect(next.contains("Saved. This change queued one message."), "\(next)")
            #expect(next.contains(" 1 unpaid reservation now ends earlier than its buyer was told."), "\(next)")
            #expect(try queuedReminders() == 1)
            try festival.deliver { _ in .accepted(providerID: nil, answer: "") }
            let later = try PageForm.filled(next, to: path, ["pay-by": "2026-12-23T07:50"])
            let again = try await owner.post(served, path, later)
            #expect(again.status == 303 && again.headers["location"]?.contains("shortened") == false, "\(again)")
            #expect(try queuedReminders() == 1)
        }
    }
}

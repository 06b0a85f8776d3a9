import EventFixture
import Foundation
import Management
import Store
import Testing
import TicketToken
import Ticketing

@Suite("Visitors’ reservations with payment at the door, on the command line", .lowPriority, .slow)
struct DoorReservationTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    /// Reserves one ticket, as a visitor does on the public page.
    private func reserve(_ type: String, by visitor: String) throws {
        let store = try Store.open(sqlite: stage.folder("data/store.sqlite"))
        let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        let services = try ManagementServices.signIn(to: store) { now }
        let event = try #require(try services.events.events().first)
        let found = try #require(try services.ticketTypes.ticketTypes(of: event).first { $0.name == type })
        let storefront = try Storefront(to: store, signingWith: KeyRing.open(at: stage.folder("data/keys"))) { now }
        _ = try storefront.reserve(
            OrderDraft(
                lines: [OrderDraft.Line(type: found.number, count: 1)], name: visitor,
                email: "\(visitor)@example.org"), of: event.number, request: visitor)
    }

    @Test("Visitors can reserve a ticket with a price only while `type edit` allows payment at the door")
    func edited() throws {
        let added = try stage.sh("eventpass type add fair --name Seat --price '50000 UGX' --quantity 2")
        try #require(added.status == 0, "\(added)")
        #expect(throws: StorefrontError.notReservable("Seat")) { try reserve("Seat", by: "grace") }
        try #require(stage.sh("eventpass type edit fair Seat --door-reservations").status == 0)
        try reserve("Seat", by: "grace")
        // Grace has not confirmed her reservation. Only one of the two tickets may have an unconfirmed reservation.
        #expect(throws: StorefrontError.tooManyUnconfirmed) { try reserve("Seat", by: "joan") }
        try #require(stage.sh("eventpass type edit fair Seat --no-door-reservations").status == 0)
        #expect(throws: StorefrontError.notReservable("Seat")) { try reserve("Seat", by: "joan") }
    }

    @Test("If the buyer has tickets for another event at the same time, `order create` needs a confirmation or --yes")
    func conflicts() throws {
        let made = try stage.sh(
            """
            eventpass event create --title Twin --venue Lido --timezone Africa/Kampala --start 2099-01-01T20:00 \
                --end 2099-01-01T22:00 && eventpass type add twin --name Regular && eventpass event publish twin && \
                eventpass ticket issue twin --type Regular --holder Grace --email grace@example.org
            """)
        try #require(made.status == 0, "\(made)")
        let create = "eventpass order create fair --line Regular=1 --buyer Grace --paid cash"
        let warning = "warning: The buyer also has tickets for “Twin”, which overlaps with this event: "
        let asked = try stage.sh("\(create) --email Grace+1@example.org < /dev/null")
        #expect(asked.status == 64 && asked.errorText.contains(warning), "\(asked)")
        #expect(asked.errorText.contains("so the order needs confirmation\neventpass: hint: add --yes\n"), "\(asked)")
        #expect(try stage.tickets().isEmpty)
        // An order that also has a fault is refused without the warning about the other event.
        let invalid = try stage.sh("\(create) --line Regular=1 --email Grace@example.org < /dev/null")
        #expect(invalid.status != 0 && !invalid.errorText.contains("The buyer also has"), "\(invalid)")
        let created = try stage.sh("\(create) --email Grace+1@example.org --yes")
        #expect(created.status == 0 && created.errorText.contains(warning), "\(created)")
        #expect(try stage.tickets().count == 1)
        let other = try stage.sh("\(create) --email joan@example.org < /dev/null")
        #expect(other.status == 0 && !other.errorText.contains("The buyer also has"), "\(other)")
        // A retry with the same request id returns the order without a question.
        let first = try stage.sh("\(create) --email Grace+1@example.org --request-id a --yes")
        let again = try stage.sh("\(create) --email Grace+1@example.org --request-id a < /dev/null")
        #expect(first.status == 0 && again.status == 0 && again.text == first.text, "\(again)")
        #expect(!again.errorText.contains("The buyer also has"), "\(again)")
        let others = try stage.sh("\(create) --email Grace+1@example.org --request-id b < /dev/null")
        #expect(others.status == 64, "\(others)")
        #expect(try stage.tickets().count == 3)
    }

    @Test("`event edit --pay-by` sets the time until which unpaid reservations are kept")
    func payBy() throws {
        let added = try stage.sh(
            """
            eventpass type add fair --name Seat --price '50000 UGX' --door-reservations && \
                eventpass event edit fair --pay-by 2098-12-31T12:00
            """)
        try #require(added.status == 0, "\(added)")
        try reserve("Seat", by: "grace")
        #expect(try stage.sh("eventpass order list fair").text.contains(" 2098-12-31 12:00  grace"))
        #expect(try stage.sh("eventpass event show fair").text.contains(/pay by +.*31.*2098/))
        try #require(stage.sh("eventpass event edit fair --clear pay-by").status == 0)
        #expect(try stage.sh("eventpass order list fair").text.contains(" 2099-01-01 18:30  grace"))
    }

    @Test(
        "A payment deadline without a time is the end of that day; buyers who were told a later deadline get a message"
    )
    func payByDate() throws {
        let added = try stage.sh("eventpass type add fair --name Seat --price '50000 UGX' --door-reservations")
        try #require(added.status == 0, "\(added)")
        try reserve("Seat", by: "grace")
        let edited = try stage.sh("eventpass event edit fair --pay-by 2098-12-30")
        #expect(
            edited.status == 0 && edited.text.contains("; 1 message from this change is waiting; no sender is set up"),
            "\(edited)")
        let remarks = [
            "eventpass: unpaid reservations of visitors end on Tue 30 Dec 2098 23:59:00 +03:00",
            "eventpass: 1 unpaid reservation now ends earlier than its buyer was told",
        ]
        #expect(edited.errorText == remarks.map { $0 + "\n" }.joined(), "\(edited)")
        #expect(try stage.sh("eventpass order list fair").text.contains(" 2098-12-30 23:59  grace"))
        let listed = try stage.sh("eventpass notice list").text
        #expect(listed.contains(/payment-pending  grace@example.org  .*  queued  due .* \+03:00  not yet decided/))
        let later = try stage.sh("eventpass event edit fair --pay-by 2098-12-31T12:00")
        #expect(
            later.errorText.contains(remarks[1]) && later.text.contains("; 1 message from this change is waiting"),
            "\(later)")
        let cleared = try stage.sh("eventpass event edit fair --clear pay-by")
        #expect(
            !cleared.errorText.contains("earlier") && cleared.text.contains("; this change queued no message"),
            "\(cleared)")
        let types = try stage.sh("eventpass type edit fair Seat --closes 2098-12-29 --opens 2098-12-01 --json")
        #expect(types.text.contains(#""opens":"2098-12-01T00:00:00+03:00""#), "\(types)")
        #expect(types.text.contains(#""closes":"2098-12-29T23:59:00+03:00""#), "\(types)")
        let help = try stage.sh("eventpass event edit --help").text.split(whereSeparator: \.isWhitespace)
        #expect(help.joined(separator: " ").contains("A date alone means 23:59 on that day."))
    }

    @Test("`order list` shows that a visitor’s unpaid order expires half an hour after the doors open")
    func listed() throws {
        let added = try stage.sh("eventpass type add fair --name Seat --price '50000 UGX' --door-reservations")
        try #require(added.status == 0, "\(added)")
        #expect(try stage.sh("eventpass type list fair").text.contains(/Seat .* yes +yes/))
        try reserve("Seat", by: "grace")
        let listed = try stage.sh("eventpass order list fair")
        #expect(listed.text.contains(/pending .* 2099-01-01 18:30  grace/), "\(listed)")
        #expect(
            try stage.sh("eventpass order list fair --json").text.contains(
                #""expires":"2099-01-01T18:30:00+03:00","payment":"at-the-door""#))
        try #require(stage.sh("eventpass event edit fair --doors 2099-01-01T17:00").status == 0)
        #expect(try stage.sh("eventpass order list fair").text.contains(" 2099-01-01 17:30  grace"))
        let number = try #require(listed.lines.last?.prefix { $0.isNumber })
        #expect(try stage.sh("eventpass order show fair \(number)").text.contains("pending, reserved until "))
        // A paid order does not expire.
        try #require(stage.sh("eventpass order pay fair \(number) --paid cash").status == 0)
        #expect(try !stage.sh("eventpass order list fair").text.contains(" 2099-01-01 17:30"))
        // An order that an organizer creates and that is paid at the door does not expire.
        let own = "eventpass order create fair --line Seat=1 --buyer Ruth --paid at-the-door"
        try #require(stage.sh(own).status == 0)
        #expect(try stage.sh("eventpass order list fair --status pending").text.contains(/50000 UGX {4,}Ruth/))
    }
}

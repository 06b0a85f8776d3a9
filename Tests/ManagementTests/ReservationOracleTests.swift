import EventFixture
import Management
import Store
import Testing
import TicketToken
import Ticketing

/// A stranger enters the address of another person, and compares the answers with those for other addresses.
@Suite("Reservations with another person’s address", .everyEngine)
struct ReservationOracleTests {
    private static let victim = "victim@example.org"
    /// An address without tickets.
    private static let nobody = "nobody@example.org"
    private static let limit = Storefront.maximumTicketsPerAddress

    private func festival(_ quantity: Int? = nil) throws -> Festival {
        try Festival(
            type: TicketTypeDetails(
                name: "Regular", quantity: quantity,
                sales: SalesWindow(closes: Festival.start.advanced(bySeconds: 7200))))
    }

    /// The organizer gives tickets to an address.
    private func issue(_ count: Int, to email: String, _ festival: Festival) throws {
        for _ in 0..<count {
            _ = try festival.services.tickets.issue(
                .person(holder: "Victoria", email: email, note: nil), type: festival.regular, of: festival.event,
                signingWith: festival.ring)
        }
    }

    private func storefront(_ festival: Festival, _ channel: Notice.Channel?) throws -> Storefront {
        try Storefront(
            to: festival.store, signingWith: festival.ring, clock: festival.clock.now,
            confirmsReservations: { $0 == channel })
    }

    /// - Parameter channel: the channel by which the server sends links; nil if it sends none.
    @discardableResult
    private func reserve(
        _ festival: Festival, _ count: Int, by email: String, phone: String? = nil, request: String = "r",
        channel: Notice.Channel? = .email
    ) throws -> LinkedOrder {
        var draft = festival.draft(count)
        draft.buyer.email = email
        draft.buyer.phone = phone
        let storefront = try storefront(festival, channel)
        let link = try storefront.reserve(
            draft, of: festival.event.number, request: "\(email) \(phone ?? "") \(request)")
        return try #require(try storefront.order(link))
    }

    /// The answer to a reservation, without the number of the order and the address.
    private func answer(
        _ festival: Festival, _ count: Int, by email: String, request: String = "r", channel: Notice.Channel? = .email
    ) throws -> String {
        do {
            let made = try reserve(festival, count, by: email, request: request, channel: channel)
            let until = made.order.confirmation?.deadline.milliseconds ?? 0
            return "\(made.order.status.rawValue) \(made.order.tickets) \(made.tickets.count) \(until)"
        } catch let error as StorefrontError {
            return "\(error)"
        }
    }

    private func confirm(_ festival: Festival, _ made: LinkedOrder) throws -> LinkedOrder {
        let notice = try festival.notices(.reservationToConfirm).first {
            $0.payload["order"] == "\(made.order.number)"
        }
        let text = try #require(notice?.payload["link"]).dropFirst("/confirm/".count)
        let secret = try #require(try ConfirmationSecret(text: String(text)))
        let storefront = try storefront(festival, .email)
        return try #require(try storefront.order(storefront.confirmReservation(secret)))
    }

    @Test(
        "A stranger who asks for 1 to 10 tickets gets the same answers for an address with and without tickets",
        arguments: [1, 9, 10])
    func counting(tickets: Int) throws {
        let festival = try festival()
        try issue(tickets, to: Self.victim, festival)
        for count in 1...Self.limit {
            // A mailbox gets at most five links in an hour.
            if count == Storefront.maximumLinksPerHour + 1 { festival.clock.advance(bySeconds: 3600) }
            let answers = try [Self.victim, Self.nobody].map {
                try answer(festival, count, by: $0, request: "\(count)")
            }
            #expect(answers[0] == answers[1] && answers[0].hasPrefix("pending \(count) 0 "), "\(count): \(answers)")
        }
    }

    @Test("A person who has eight tickets from the organizer can confirm only two of the reserved tickets")
    func confirming() throws {
        let festival = try festival()
        try issue(8, to: Self.victim, festival)
        let made = try (1...3).map { try reserve(festival, $0, by: Self.victim, request: "\($0)") }
        #expect(throws: StorefrontError.tooManyTickets(limit: Self.limit)) { try confirm(festival, made[2]) }
        #expect(try confirm(festival, made[1]).tickets.count == 2)
        #expect(throws: StorefrontError.tooManyTickets(limit: Self.limit)) { try confirm(festival, made[0]) }
        // The refused orders keep their capacity until their reservations lapse.
        #expect(try festival.counts() == (10, 4))
        festival.clock.advance(bySeconds: Int64(OrderConfirmation.minutes) * 60)
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 2)
        #expect(try festival.counts() == (10, 0))
    }

    @Test("Four reservations by a stranger neither block the owner of the address nor show the owner’s reservations")
    func blocking() throws {
        let festival = try festival()
        let own = try reserve(festival, 2, by: Self.victim, request: "own")
        // The answers do not show that the owner of the first address has just reserved tickets.
        for number in 1..<Storefront.maximumLinksPerHour {
            let answers = try [Self.victim, Self.nobody].map {
                try answer(festival, 10, by: $0, request: "\(number)")
            }
            #expect(answers[0] == answers[1] && answers[0].hasPrefix("pending 10 0 "), "\(number): \(answers)")
        }
        // Both owners can confirm their own reservations, even if they reserve after the stranger.
        #expect(try confirm(festival, own).tickets.count == 2)
        let later = try reserve(festival, 2, by: Self.nobody, request: "own")
        #expect(try confirm(festival, later).tickets.count == 2)
    }

    @Test("Five links that a stranger requests block a mailbox for an hour, and show that links were requested")
    func blocked() throws {
        let festival = try festival()
        for number in 1...Storefront.maximumLinksPerHour {
            try reserve(festival, 1, by: "victim+\(number)@example.org")
        }
        #expect(throws: StorefrontError.tooManyMessages) { try reserve(festival, 1, by: Self.victim) }
        let links = try festival.notices(.reservationToConfirm).filter { $0.recipient.hasPrefix("victim") }
        #expect(links.count == Storefront.maximumLinksPerHour)
        try reserve(festival, 1, by: Self.nobody)
        festival.clock.advance(bySeconds: 3600)
        let later = try reserve(festival, 1, by: Self.victim, request: "later")
        #expect(try confirm(festival, later).tickets.count == 1)
    }

    @Test("One mailbox can reserve a quarter of the tickets; for 15 minutes, other addresses are then refused, too")
    func holding() throws {
        let festival = try festival(80)
        for number in 0..<2 { try reserve(festival, 10, by: Self.victim, request: "\(number)") }
        for address in [Self.victim, Self.nobody] {
            #expect(throws: StorefrontError.tooManyUnconfirmed) { try reserve(festival, 1, by: address, request: "2") }
        }
        #expect(try festival.counts() == (0, 20))
        festival.clock.advance(bySeconds: Int64(OrderConfirmation.minutes) * 60)
        try reserve(festival, 1, by: Self.nobody, request: "3")
    }

    @Test("A stranger who confirms by phone learns nothing about the tickets of the entered e-mail address")
    func phone() throws {
        let festival = try festival()
        try issue(10, to: Self.victim, festival)
        for (email, phone) in [(Self.victim, "+256700123456"), (Self.nobody, "+256700123457")] {
            let made = try reserve(festival, 10, by: email, phone: phone, channel: .sms)
            #expect(try confirm(festival, made).tickets.count == 10)
            // The limit applies to the phone number, so another e-mail address gives the stranger no more tickets.
            let more = try reserve(festival, 1, by: "more@example.org", phone: phone, channel: .sms)
            #expect(throws: StorefrontError.tooManyTickets(limit: Self.limit)) { try confirm(festival, more) }
        }
    }

    @Test("If the server sends no links, a stranger cannot find out how many tickets an address has from the organizer")
    func noLinks() throws {
        let festival = try festival()
        try issue(10, to: Self.victim, festival)
        for (count, result) in [(10, "paid 10 10 0"), (1, "\(StorefrontError.tooManyTickets(limit: Self.limit))")] {
            for address in [Self.victim, Self.nobody] {
                let answer = try answer(festival, count, by: address, request: "\(count)", channel: nil)
                #expect(answer == result, "\(address)")
            }
        }
    }
}

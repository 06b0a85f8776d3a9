import EventFixture
import Foundation
import Management
import Store
import Testing
import Ticketing

extension Festival {
    func storefront() throws -> Storefront { try Storefront(to: store, signingWith: ring, clock: clock.now) }

    /// Publishes another event, which begins `seconds` seconds after `Festival.start`.
    @discardableResult
    func published(
        _ title: String, at seconds: Int64 = 3600, lasting: Int64 = 3600, price: Money? = nil,
        _ change: (inout EventDetails) -> Void = { _ in }
    ) throws -> Event {
        let start = Festival.start.advanced(bySeconds: seconds)
        var details = EventDetails(
            title: title, venue: "Hall", timeZone: "UTC", start: start, end: start.advanced(bySeconds: lasting))
        change(&details)
        let draft = try services.events.createEvent(details, suite: .hmac, of: organizer())
        _ = try services.ticketTypes.addTicketType(TicketTypeDetails(name: "Regular", price: price), to: draft)
        return try services.events.publish(draft)
    }

    fileprivate func titles(_ search: EventSearch = EventSearch()) throws -> [String] {
        try storefront().events(search, limit: 100).map(\.event.details.title)
    }
}

extension EventSearch {
    /// A search for events with tickets at prices such as `20000 UGX`.
    fileprivate static func priced(from least: String? = nil, to most: String? = nil) -> EventSearch {
        EventSearch(prices: PriceLimits(least: least.flatMap { Money($0) }, most: most.flatMap { Money($0) }))
    }
}

@Suite("Storefront: public events", .everyEngine)
struct StorefrontEventTests {
    private static let day: Int64 = 86_400

    @Test("A search never finds private events, drafts, celebrations, or cancelled, deleted and past events")
    func hidden() throws {
        let festival = try Festival()
        let services = festival.services
        try festival.published("Closed circle") { $0.kind = .private }
        try festival.published("Wedding") { $0.kind = .celebration }
        let turned = try festival.published("Turned private")
        let cancelled = try festival.published("Cancelled")
        let deleted = try festival.published("Deleted")
        _ = try services.events.createEvent(
            EventDetails(title: "Draft", timeZone: "UTC"), suite: .hmac, of: festival.organizer())
        #expect(try festival.titles().sorted() == ["Cancelled", "Deleted", "New Year by the Lake", "Turned private"])
        _ = try services.events.edit(turned) { $0.kind = .private }
        _ = try services.events.cancelEvent(cancelled)
        _ = try services.events.deleteEvent(deleted)
        #expect(try festival.titles() == ["New Year by the Lake"])
        for text in ["closed", "wedding", "turned", "cancelled", "deleted", "draft"] {
            #expect(try festival.titles(EventSearch(text: text)).isEmpty, "\(text)")
        }
        // A search finds none of these events. Visitors can open only the pages of the cancelled and the deleted event.
        let storefront = try festival.storefront()
        for name in ["closed-circle", "wedding", "turned-private", "draft", "\(turned.number)", "new", "0"] {
            #expect(try storefront.event(named: name) == nil, "\(name)")
        }
        #expect(try storefront.event(named: "cancelled")?.event.status == .cancelled)
        // The page of a deleted event says that the event does not take place.
        #expect(try storefront.event(named: "deleted")?.event.status == .cancelled)
        _ = try services.events.restoreEvent(deleted)
        _ = try services.events.edit(turned) { $0.kind = .public }
        #expect(try festival.titles().sorted() == ["Deleted", "New Year by the Lake", "Turned private"])
        festival.clock.set(Festival.start.advanced(bySeconds: 7200))
        #expect(try festival.titles().isEmpty)
        #expect(try storefront.event(named: "new-year-by-the-lake") != nil)
    }

    @Test("A search finds events by words, city, category, days and price, and by combinations of these criteria")
    func found() throws {
        let festival = try Festival()
        try festival.published("Ópera in the PARK", at: 5 * Self.day, price: Money("20000 UGX")) {
            ($0.city, $0.category) = ("Entebbe", .music)
        }
        try festival.published("Park run", at: 2 * Self.day) { ($0.city, $0.category) = ("Kampala", .sport) }
        try festival.published("Gala", at: 9 * Self.day, price: Money("90 EUR")) {
            ($0.city, $0.venue) = ("  kampala ", "The Park Hotel")
        }
        func day(_ days: Int64) -> CalendarDay {
            CalendarDay(Festival.start.advanced(bySeconds: days * Self.day), in: .gmt)
        }
        let found: [(EventSearch, [String])] = [
            (EventSearch(text: "park"), ["Park run", "Ópera in the PARK", "Gala"]),
            (EventSearch(text: "opera  IN"), ["Ópera in the PARK"]),
            (EventSearch(text: "park; 'run"), ["Park run"]),
            (EventSearch(text: "par"), ["Park run", "Ópera in the PARK", "Gala"]),
            // A word of four letters may differ in one letter from the word that it finds, but not in two.
            (EventSearch(text: "pars"), ["Park run", "Ópera in the PARK", "Gala"]),
            (EventSearch(text: "pxrs"), []),
            (EventSearch(text: "park opera kampala"), []),
            (EventSearch(city: "KAMPALA"), ["Park run", "Gala"]),
            (EventSearch(text: "hotel", city: "Kampala"), ["Gala"]),
            (EventSearch(category: .music), ["Ópera in the PARK"]),
            (EventSearch(category: .food), []),
            (EventSearch(from: day(6)), ["Gala"]),
            (EventSearch(from: day(0), to: day(3)), ["New Year by the Lake", "Park run"]),
            (EventSearch.priced(to: "20000 UGX"), ["New Year by the Lake", "Park run", "Ópera in the PARK"]),
            (EventSearch.priced(to: "19999 UGX"), ["New Year by the Lake", "Park run"]),
            (EventSearch.priced(from: "20000 UGX"), ["Ópera in the PARK"]),
            (EventSearch.priced(from: "20001 UGX"), []),
            (EventSearch.priced(from: "1 EUR", to: "90 EUR"), ["Gala"]),
            (EventSearch.priced(from: "1 EUR", to: "89 EUR"), []),
            (EventSearch(text: "%"), ["New Year by the Lake", "Park run", "Ópera in the PARK", "Gala"]),
        ]
        for (search, titles) in found { #expect(try festival.titles(search) == titles, "\(search)") }
        let prices = try festival.storefront().events(EventSearch(text: "park"), limit: 9).map(\.cheapest)
        #expect(prices == [nil, Money("20000 UGX"), Money("90 EUR")])
    }

    @Test("A search by day finds the events on that day; an event that ends at midnight is not on the next day")
    func days() throws {
        let festival = try Festival()
        let today = CalendarDay(Festival.start.advanced(bySeconds: 3 * Self.day), in: .gmt)
        let tomorrow = CalendarDay(Festival.start.advanced(bySeconds: 4 * Self.day), in: .gmt)
        // The seconds from the festival’s start to one hour before midnight in UTC.
        let late = tomorrow.midnight.seconds - 3600 - Festival.start.seconds
        for (title, zone, first, last) in [
            ("Kiritimati", "Pacific/Kiritimati", 0, 120), ("Pago Pago", "Pacific/Pago_Pago", 1, 120),
            ("Accra", "UTC", 2, 120), ("London", "UTC", 3, 60),
        ] {
            try festival.published(title, at: late + Int64(first * 60), lasting: Int64((last - first) * 60)) {
                $0.timeZone = zone
            }
        }
        func titles(_ day: CalendarDay, limit: Int) throws -> [String] {
            try festival.storefront().events(EventSearch(from: day, to: day), limit: limit).map(\.event.details.title)
        }
        #expect(try titles(today, limit: 9) == ["Pago Pago", "Accra", "London"])
        #expect(try titles(tomorrow, limit: 9) == ["Kiritimati", "Accra"])
        #expect(try titles(today, limit: 1) == ["Pago Pago"])
        #expect(try titles(tomorrow, limit: 2) == ["Kiritimati", "Accra"])
        #expect(try festival.storefront().events(EventSearch(to: today), limit: 9).count == 4)
    }

    @Test("A hidden ticket type doesn’t affect the lowest price of its event, and is not on the event’s page")
    func hiddenType() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50 EUR")))
        _ = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Friends", isHidden: true), to: festival.event)
        #expect(try festival.storefront().events(EventSearch.priced(to: "0 EUR"), limit: 9).isEmpty)
        #expect(try festival.storefront().events(EventSearch(), limit: 9).first?.cheapest == Money("50 EUR"))
        let page = try #require(try festival.storefront().event(named: festival.event.slug))
        #expect(page.types.map(\.type.name) == ["Regular"] && page.organizer == "Nile Nights")
        #expect(page.types.first?.sale == .yes(until: festival.event.details.start, .overADay) || page.types.count == 1)
    }

    @Test("A search finds a long event exactly once at every moment until the event ends")
    func long() throws {
        let festival = try Festival()
        try festival.published("Exhibition", lasting: 200 * Self.day)
        let storefront = try festival.storefront()
        var random = SeededGenerator(for: "moments of an exhibition")
        for moment in [0, 3600, 31 * Self.day + 3600, 62 * Self.day + 3600, 200 * Self.day + 3599]
            + (0..<20).map({ _ in Int64.random(in: 0..<200 * Self.day, using: &random) })
        {
            festival.clock.set(Festival.start.advanced(bySeconds: moment))
            #expect(try storefront.events(EventSearch(text: "exhibition"), limit: 9).count == 1, "\(moment)")
        }
        festival.clock.set(Festival.start.advanced(bySeconds: 200 * Self.day + 3600))
        #expect(try storefront.events(EventSearch(), limit: 9).isEmpty)
    }

    @Test("Consecutive pages neither repeat nor omit an event")
    func pages() throws {
        let festival = try Festival()
        for number in 0..<25 { try festival.published("Night \(number)", at: Int64(3600 + number / 5)) }
        let storefront = try festival.storefront()
        var titles: [String] = []
        var last: FoundEvent.Position?
        repeat {
            let page = try storefront.events(EventSearch(text: "night"), after: last, limit: 4)
            titles += page.map(\.event.details.title)
            last = page.last?.position
            if let position = last { #expect(FoundEvent.Position("\(position)") == position) }
        } while last != nil
        #expect(titles.count == 25 && Set(titles).count == 25)
        for text in ["", "1", "1.", ".1", "1.0", "1.2.3", "x.1", "1.99999999999"] {
            #expect(FoundEvent.Position(text) == nil, "\(text)")
        }
    }

    @Test("Expired reservations, and unpaid reservations after the payment deadline, do not make an event full")
    func room() throws {
        let festival = try Festival(capacity: 2)
        let deadline = Festival.start.advanced(bySeconds: 2400)
        _ = try festival.services.events.edit(festival.event) { $0.payBy = deadline }
        let storefront = try festival.storefront()
        let event = festival.event.number
        func isReservable() throws -> Bool? {
            try storefront.embeddableEvent(named: "\(event)")?.found.isReservable
        }
        let paid = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "VIP", price: Money("50000 UGX")).with { $0.allowsDoorReservations = true },
            to: festival.event)
        _ = try festival.services.orders.createOrder(
            OrderDraft(lines: [.init(type: paid.number, count: 2)], name: "Kay", email: nil),
            of: festival.event)
        #expect(try isReservable() == false)
        festival.clock.advance(bySeconds: Order.reservationSeconds)
        #expect(try isReservable() == true)
        _ = try storefront.reserve(
            OrderDraft(lines: [.init(type: paid.number, count: 1)], name: "Grace", email: "grace@example.org"),
            of: event, request: "at the door")
        _ = try festival.issue(1)
        #expect(try isReservable() == false)
        festival.clock.set(deadline)
        #expect(try isReservable() == true)
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.perOrder = OrderRange(least: 2)
        }
        #expect(try isReservable() == false)
    }

    @Test("Neither a ticket type nor a badge shows more tickets left than the event has room for")
    func left() throws {
        let festival = try Festival(capacity: 6, type: TicketTypeDetails(name: "Regular", quantity: 20))
        func add(_ details: TicketTypeDetails) throws {
            _ = try festival.services.ticketTypes.addTicketType(details, to: festival.event)
        }
        let storefront = try festival.storefront()
        /// The badges on the page and in the list, without the badge for the end of the sales.
        func badges() throws -> [EventBadge] {
            let page = try #require(try storefront.event(named: festival.event.slug)).badges
            let listed = try #require(try storefront.events(EventSearch(), limit: 9).first).badges
            #expect(page == listed)
            return page.filter { if case .salesEnd = $0 { false } else { true } }
        }
        func types() throws -> [VisitorOffer] {
            try #require(try storefront.event(named: festival.event.slug)).types
        }
        try add(TicketTypeDetails(name: "Student", quantity: 2))
        try add(TicketTypeDetails(name: "Pair", quantity: 20, admits: #require(Admits(rawValue: 2))))
        #expect(try types().map(\.left) == [6, 2, 3])
        #expect(try badges() == [.left(6)])
        _ = try festival.issue(3)
        #expect(try types().map(\.left) == [3, 2, 1])
        // The types share the room for three people, so the badge does not add up their numbers.
        #expect(try badges() == [.left(3)])
        try add(TicketTypeDetails(name: "Standing"))
        #expect(try types().map(\.left) == [3, 2, 1, nil] && badges().isEmpty)
        _ = try festival.issue(3)
        #expect(try types().allSatisfy { $0.sale == .no(.soldOut) } && badges() == [.soldOut])
    }

    @Test(
        "If a type’s smallest order needs more tickets than are left, or more room, visitors see the type as sold out")
    func smallestOrder() throws {
        let four = TicketTypeDetails(name: "Table", quantity: 10).with { $0.perOrder = OrderRange(least: 4) }
        let festival = try Festival(capacity: 12, type: four)
        func offer() throws -> VisitorOffer? {
            try festival.storefront().event(named: festival.event.slug)?.types.first
        }
        func isSoldOut() throws -> Bool { try offer()?.sale == .no(.soldOut) }
        _ = try festival.issue(6)
        #expect(try offer()?.counts == 4...4 && !isSoldOut())
        _ = try festival.issue(1)
        #expect(try isSoldOut() && offer()?.counts == nil)
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.quantity = nil
        }
        // The type has no quantity now, but the event has room for 12 people.
        #expect(try offer()?.counts == 4...5 && !isSoldOut())
        _ = try festival.issue(2)
        #expect(try isSoldOut() && offer()?.left == nil)
        // An order of 20 tickets fits, but visitors can’t reserve so many. The organizer can sell them.
        _ = try festival.services.events.edit(festival.event) { $0.capacity = nil }
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.perOrder = OrderRange(least: 20)
        }
        #expect(try offer()?.isOnSale == true && offer()?.counts == nil)
    }

    @Test("Sixteen storefronts that open at once create only one user for visitors; nobody can sign in as that user")
    func oneVisitor() async throws {
        let festival = try Festival()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 { group.addTask { _ = try festival.storefront() } }
            try await group.waitForAll()
        }
        let visitor = try #require(try festival.store.read { try $0.users.visitor() })
        #expect(visitor.name == Storefront.visitorName)
        #expect(try festival.services.users.users().map(\.name) == ["Test"])
        for name in [visitor.name, "\(visitor.id)"] {
            #expect(throws: ManagementError.self) {
                try ManagementServices.signIn(to: festival.store, as: name, clock: festival.clock.now)
            }
            #expect(throws: ManagementError.self) {
                try festival.services.members.candidate(named: name, for: festival.organizer())
            }
        }
        #expect(try festival.store.check().isIntact)
    }
}

import EventFixture
import Management
import Testing
import Ticketing

@Suite("The search in all events", .everyEngine)
struct SearchEverywhereTests {
    /// The hits of a search as texts, such as `order 1912276171`.
    private func hits(_ services: ManagementServices, _ text: String, limit: Int = 9) throws -> [String] {
        try services.search.everywhere(typed: text, limit: limit).map { hit in
            switch hit.subject {
            case .event: "event \(hit.event.details.title)"
            case .order(let order): "order \(order.number)"
            case .ticket(let ticket): "ticket \(ticket.code)"
            case .guest(_, let name): "guest \(name)"
            }
        }
    }

    private func order(_ name: String, _ method: Payment.Method?, at festival: Festival) throws -> Order {
        try festival.services.orders.createOrder(
            OrderDraft(
                lines: [.init(type: festival.regular.number, count: 2)], name: name, email: "buyer@example.org",
                payment: method.map { Payment($0) }),
            of: festival.event, signingWith: festival.ring)
    }

    @Test("Numbers, codes and names find orders, tickets, guests and events, without regard to case and accents")
    func found() throws {
        let wedding = try Wedding()
        let (festival, services) = (wedding.festival, wedding.services)
        try wedding.importGuests("name,household,email,Ceremony,Reception\nGrâce Akello,Akello,,yes,no\n")
        _ = try services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.price = Money("50000 UGX")
        }
        let paid = try order("Zoë Nakato", .cash, at: festival)
        let unpaid = try order("Sarah Nakawuki", nil, at: festival)
        for text in ["\(paid.number)", " \(paid.number) ", "nakato", "ZOE NAKATO", "nakato zo", "zoë n"] {
            #expect(try hits(services, text) == ["order \(paid.number)"], "\(text)")
        }
        for text in ["\(unpaid.number)", "nakawuki", "sar naka"] {
            #expect(try hits(services, text) == ["order \(unpaid.number)"], "\(text)")
        }
        let code = try #require(services.orders.tickets(of: paid, of: festival.event).first).code
        for text in ["\(code)", "\(code)".lowercased(), "\(code)".replacing("-", with: " ")] {
            #expect(try hits(services, text) == ["ticket \(code)"], "\(text)")
        }
        for text in ["grace", "ake", "Akello Grâce"] {
            #expect(try hits(services, text) == ["guest Grâce Akello"], "\(text)")
        }
        for text in ["lake", "NEW year", "lido"] {
            #expect(try hits(services, text) == ["event New Year by the Lake"], "\(text)")
        }
        // A single letter finds no names, and an empty text finds nothing.
        #expect(try hits(services, "l") == ["event New Year by the Lake"])
        for text in ["", " ", "-", "elsewhere"] { #expect(try hits(services, text).isEmpty, "\(text)") }
        #expect(try Set(hits(services, "nak")) == ["order \(paid.number)", "order \(unpaid.number)"])
    }

    @Test("Members find only what their role may see, and nobody finds anything of another organizer")
    func rights() throws {
        let festival = try Festival()
        let made = try order("Zoë Nakato", .cash, at: festival)
        let code = try #require(festival.services.orders.tickets(of: made, of: festival.event).first).code
        let gate = try festival.services(as: .gate)
        for text in ["\(made.number)", "nakato"] {
            let found = try hits(gate, text)
            #expect(found.count == 2 && found.allSatisfy { $0.hasPrefix("ticket ") }, "\(text): \(found)")
        }
        #expect(try hits(gate, "\(code)") == ["ticket \(code)"])
        #expect(try hits(festival.services(as: .viewer), "nakato") == ["order \(made.number)"])

        let stranger = try festival.services(ofStranger: "Stranger")
        let elsewhere = try stranger.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        let own = try stranger.events.createEvent(
            EventDetails(title: "Regatta", timeZone: "UTC"), suite: .hmac, of: elsewhere)
        for text in ["\(made.number)", "\(code)", "nakato", "lake"] {
            #expect(try hits(stranger, text).isEmpty, "\(text)")
        }
        #expect(try hits(stranger, "regatta") == ["event Regatta"])
        #expect(try hits(festival.services, "regatta").isEmpty)
        // A grant for one event restricts the search to this event and to the rights of the grant.
        let device = festival.services.narrowed(
            to: Grant(organizer: festival.event.organizer, event: festival.event.number, rights: [.lookUp, .scan]))
        #expect(try hits(device, "\(code)") == ["ticket \(code)"])
        #expect(try hits(device, "\(made.number)").allSatisfy { $0.hasPrefix("ticket ") })
        let other = stranger.narrowed(to: Grant(organizer: elsewhere.number, event: own.number, rights: [.scan]))
        #expect(try hits(other, "\(code)").isEmpty)
    }

    @Test("A search has at most `limit` hits of each kind; if it finds an order, it leaves out the order’s tickets")
    func limit() throws {
        let festival = try Festival()
        let made = try (1...5).map { try order("Nan \($0)", .cash, at: festival) }
        _ = try festival.services.tickets.issue(
            .person(holder: "Nan Holder", email: nil, note: nil), type: festival.regular, of: festival.event,
            signingWith: festival.ring)
        let all = try hits(festival.services, "nan", limit: 6)
        #expect(Set(all.filter { $0.hasPrefix("order") }) == Set(made.map { "order \($0.number)" }))
        #expect(all.filter { $0.hasPrefix("ticket") }.count == 1 && all.count == 6)
        let few = try hits(festival.services, "nan", limit: 2)
        #expect(few.filter { $0.hasPrefix("order") }.count == 2)
        #expect(few.filter { $0.hasPrefix("ticket") }.count == 2 && few.count == 4)
    }

    @Test("Names are searched in the events closest to now; numbers and codes are found in all events")
    func closest() throws {
        let festival = try Festival()
        let made = try order("Zoë Nakato", .cash, at: festival)
        let code = try #require(festival.services.orders.tickets(of: made, of: festival.event).first).code
        let organizer = try festival.organizer()
        for number in 1...SearchService.eventsWithNames {
            if number == SearchService.eventsWithNames {
                #expect(try hits(festival.services, "nakato") == ["order \(made.number)"])
            }
            // Each of these events begins within seconds, so it is closer to now than the festival, which begins in an
            // hour.
            let start = Festival.start.advanced(bySeconds: Int64(number))
            _ = try festival.services.events.createEvent(
                EventDetails(title: "Rehearsal \(number)", timeZone: "UTC", start: start), suite: .hmac, of: organizer)
        }
        #expect(try hits(festival.services, "nakato").isEmpty)
        #expect(try hits(festival.services, "\(made.number)") == ["order \(made.number)"])
        #expect(try hits(festival.services, "\(code)") == ["ticket \(code)"])
        #expect(try hits(festival.services, "rehearsal", limit: 2) == ["event Rehearsal 1", "event Rehearsal 2"])
    }

    @Test("Ongoing events are the closest, then the events with the least time to their start or since their end")
    func distance() throws {
        let organizer = try #require(OrganizerNumber(rawValue: 1))
        func event(_ title: String, from start: Int64?, to end: Int64?) throws -> Event {
            func moment(_ seconds: Int64?) -> Instant? { seconds.map { Festival.start.advanced(bySeconds: $0) } }
            return Event(
                number: try #require(EventNumber(rawValue: 1)), organizer: organizer, slug: title, suite: .hmac,
                created: Festival.start,
                details: EventDetails(title: title, timeZone: "UTC", start: moment(start), end: moment(end)))
        }
        let events = try [
            event("undated", from: nil, to: nil), event("soon", from: 60, to: 7200), event("later", from: 600, to: nil),
            event("now", from: -9000, to: 9000), event("over", from: -9000, to: -300),
        ]
        let sorted = Event.closest(events, to: Festival.start).map(\.details.title)
        #expect(sorted == ["now", "soon", "over", "later", "undated"])
    }
}

import EventFixture
import Languages
import Management
import Store
import Testing
import Ticketing

@Suite("Sales with a date of birth", .everyEngine)
struct AgeLimitSalesTests {
    private let festival: Festival

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular").with { $0.minimumAge = .eighteen })
    }

    private func draft(_ born: String?) -> OrderDraft {
        var draft = festival.draft(1, payment: Payment(.complimentary))
        draft.born = born
        return draft
    }

    private var day: CalendarDay { CalendarDay(Festival.start.advanced(bySeconds: 3600), in: festival.event.zone) }

    private func born(_ years: Int, later days: Int = 0) throws -> String {
        try #require(CalendarDay(year: day.year - years, month: day.month, day: day.day + days)).rawValue
    }

    /// The program's refusals of a buyer in three cases: an order, a ticket for a person, and a visitor's reservation.
    private func refusals(_ born: String?, request: String) -> [String] {
        func refusal(_ work: () throws -> Void) -> String {
            do {
                try work()
                return ""
            } catch {
                return "\(error)"
            }
        }
        return [
            refusal {
                _ = try festival.services.orders.createOrder(
                    draft(born), of: festival.event, signingWith: festival.ring)
            },
            refusal {
                _ = try festival.services.tickets.issue(
                    .person(holder: "Grace", email: nil, note: nil), type: festival.regular, of: festival.event,
                    born: born, signingWith: festival.ring)
            },
            refusal {
                _ = try festival.storefront().reserve(draft(born), of: festival.event.number, request: request)
            },
        ]
    }

    @Test("A buyer who is known to be too young can buy nothing; the error names the minimum age and the event")
    func refused() throws {
        let day = SentenceArgument.day(day).text(in: .english)
        let text = "“New Year by the Lake” is for people who are at least 18 years old on \(day)"
        for refusal in refusals(try born(18, later: 1), request: "a") { #expect(refusal.contains(text), "\(refusal)") }
        for typed in ["", "x", "2099-01-01", "1850-01-01"] {
            for refusal in refusals(typed, request: "b\(typed)") {
                #expect(refusal.contains("born: a date"), "\(refusal)")
            }
        }
        #expect(try festival.counts() == (0, 0))
        #expect(try festival.notices(.orderPaid).isEmpty && festival.notices(.newSale).isEmpty)
    }

    @Test("People get tickets from their 18th birthday on, or without a date of birth; no date of birth is stored")
    func sold() throws {
        let birthday = try born(18)
        #expect(refusals(birthday, request: "a") == ["", "", ""])
        #expect(refusals(nil, request: "b") == ["", "", ""])
        #expect(try festival.counts().issued == 6)
        var found: [String] = []
        try festival.services.audit.forEachChange(of: festival.organizer()) { found.append("\($0)") }
        #expect(!found.isEmpty)
        found.append(try stored())
        for text in found {
            let isStored = text.contains(birthday)
            #expect(!isStored)
        }
    }

    /// All orders, tickets and notices of the store.
    private func stored() throws -> String {
        try festival.store.read { connection in
            let orders = try connection.orders.page(of: festival.event.number, after: nil, limit: 100)
            let notices = try connection.notices.page(of: festival.event.organizer, after: nil, limit: 100)
            let tickets = try orders.flatMap { try connection.tickets.all(of: $0.number, of: $0.event) }
            return "\(orders) \(notices) \(tickets)"
        }
    }

    @Test("An event’s minimum age applies to all ticket types; without any minimum age, tickets are sold to everybody")
    func ofEvent() throws {
        let child = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Child"), to: festival.event)
        var order = OrderDraft(
            lines: [OrderDraft.Line(type: child.number, count: 1)], name: "Grace", payment: Payment(.complimentary))
        order.born = try born(10)
        _ = try festival.services.orders.createOrder(order, of: festival.event, signingWith: festival.ring)
        _ = try festival.services.events.edit(festival.event) { $0.minimumAge = .thirteen }
        #expect(throws: SalesError.self) {
            try festival.services.orders.createOrder(order, of: festival.event, signingWith: festival.ring)
        }
    }

    @Test("A repeated request returns the existing order, even if the date of birth in the request differs")
    func repeated() throws {
        func create(_ born: String?) throws -> OrderNumber {
            try festival.services.orders.createOrder(
                draft(born), of: festival.event, signingWith: festival.ring, request: "r"
            ).number
        }
        let made = try create(born(30))
        #expect(try create(nil) == made && create(born(5)) == made)
    }
}

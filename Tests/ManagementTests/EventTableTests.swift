import EventFixture
import Languages
import Management
import Testing
import Ticketing

/// Checks each cell of the table of edits and deletions in Docs/Management.md, “Events”.
@Suite("The table of edits and deletions", .everyEngine)
struct EventTableTests {
    /// A column of the table: a state of the event, with the results of edits and deletions in that state.
    struct Column: Sendable, CustomTestStringConvertible {
        enum State: Sendable { case draft, unsold, sold, ongoing, completed, cancelled }

        let state: State
        /// The number of active tickets.
        let sold: Int
        /// The number of messages that are sent when the event’s time or place changes.
        let moveNotices: Int
        let deletion: DeletionRule
        /// The number of tickets that a deletion of the event makes invalid, and the messages that it sends; nil if the
        /// deletion is refused.
        let ended: (tickets: Int, notices: [String])?

        var testDescription: String { "\(state)" }
    }

    /// The messages that are sent when an event with sold tickets is deleted. Two holders have e-mail addresses. A
    /// third holder, who pays at the door, has only a telephone number. A buyer with an e-mail address has an unpaid
    /// order.
    private static let cancellationNotices = [
        "event-cancelled +256772000001", "event-cancelled a@x.org", "event-cancelled b@x.org",
        "order-cancelled +256772000001", "order-cancelled c@x.org",
    ]

    static let columns = [
        Column(state: .draft, sold: 0, moveNotices: 0, deletion: .allowed, ended: (0, [])),
        Column(state: .unsold, sold: 0, moveNotices: 0, deletion: .needsConfirmation, ended: (0, [])),
        Column(
            state: .sold, sold: 3, moveNotices: 3, deletion: .needsConfirmationForHolders(3),
            ended: (3, cancellationNotices)),
        Column(state: .ongoing, sold: 3, moveNotices: 3, deletion: .refusedWhileOngoing, ended: nil),
        Column(state: .completed, sold: 3, moveNotices: 0, deletion: .allowed, ended: (0, [])),
        Column(state: .cancelled, sold: 0, moveNotices: 0, deletion: .allowed, ended: (0, [])),
    ]

    private static let type = TicketTypeDetails(name: "Regular", price: Money("50000 UGX"))

    private func event(_ state: Column.State, _ festival: Festival) throws -> Event {
        let services = festival.services
        let event =
            state == .draft ? try services.events.duplicate(festival.event, titled: "Draft", by: nil) : festival.event
        if state != .draft, state != .unsold {
            for email in ["a@x.org", "b@x.org"] {
                _ = try services.tickets.issue(
                    .person(holder: "A", email: email, note: nil), type: festival.regular, of: event,
                    signingWith: festival.ring)
            }
            let line = OrderDraft.Line(type: festival.regular.number, count: 1)
            _ = try services.orders.createOrder(
                OrderDraft(lines: [line], name: "Joan", phone: "+256772000001", payment: Payment(.atTheDoor)),
                of: event, signingWith: festival.ring)
            _ = try services.orders.createOrder(OrderDraft(lines: [line], name: "Carol", email: "c@x.org"), of: event)
        }
        switch state {
        case .draft, .unsold, .sold: break
        case .ongoing: festival.clock.advance(bySeconds: 3600)
        case .completed: festival.clock.advance(bySeconds: 7200)
        case .cancelled: _ = try services.events.cancelEvent(event)
        }
        return try services.events.event(named: "\(event.number)")
    }

    @Test(
        """
        Every detail is editable in every state, except the start and the place of an ongoing event; a new time or \
        place is sent to ticket holders until the event ends
        """, arguments: columns)
    func edit(column: Column) throws {
        let festival = try Festival(capacity: 10, type: EventTableTests.type)
        let event = try event(column.state, festival)
        var wanted = event.details
        wanted.title = "Ball"
        wanted.about = "Dancing"
        wanted.kind = .private
        wanted.category = .music
        wanted.capacity = 5
        wanted.minimumAge = .eighteen
        wanted.contact = "ball@x.org"
        let quiet = try festival.services.events.edit(event) { $0 = wanted }
        #expect(quiet.sold == column.sold && quiet.notices == 0)
        let moves: [(lock: String?, move: (inout EventDetails) -> Void)] = [
            ("venue", { $0.venue = "Pier" }), ("address", { $0.address = "Shore Road 1" }),
            ("city", { $0.city = "Jinja" }), (nil, { $0.doors = $0.start?.advanced(bySeconds: -600) }),
            ("start", { $0.start = $0.start?.advanced(bySeconds: -60) }),
            ("timezone", { $0.timeZone = "Africa/Nairobi" }),
            ("position", { $0.position = Coordinates(latitude: 51_200, longitude: 32_463_700) }),
        ]
        for (index, (lock, move)) in moves.enumerated() {
            let before = wanted
            move(&wanted)
            if column.state == .ongoing, let lock {
                #expect(throws: ManagementError.invalid([FieldFault(lock, FaultSentence.lockedWhileOngoing)])) {
                    try festival.services.events.edit(event) { $0 = wanted }
                }
                wanted = before
            } else {
                // A message is sent for each edit, although all edits are made within one millisecond.
                #expect(
                    try festival.services.events.edit(event) { $0 = wanted }.notices == column.moveNotices,
                    "move \(index)")
            }
            #expect(try festival.services.events.event(named: "\(event.number)").details == wanted)
        }
        // A later end makes a completed event current again, so its ticket holders are notified.
        wanted.end = wanted.end?.advanced(bySeconds: 86_400)
        let expected = column.state == .completed ? 3 : column.moveNotices
        #expect(try festival.services.events.edit(event) { $0 = wanted }.notices == expected)
    }

    @Test("Depending on the event’s state, a deletion is allowed, needs confirmation or is refused", arguments: columns)
    func delete(column: Column) throws {
        let festival = try Festival(type: EventTableTests.type)
        let event = try event(column.state, festival)
        #expect(try festival.services.events.deletionRule(of: event) == column.deletion)
        func outbox() throws -> [String] {
            try [Notice.Kind.eventCancelled, .orderCancelled, .refundOwed].flatMap { kind in
                try festival.notices(kind).map { notice in
                    #expect(notice.payload["title"] == event.details.title)
                    return "\(kind.rawValue) \(notice.recipient)"
                }
            }.sorted()
        }
        let before = try outbox()
        #expect(before == (column.state == .cancelled ? EventTableTests.cancellationNotices : []))
        guard let ended = column.ended else {
            #expect(throws: ManagementError.eventOngoing(event.number)) {
                try festival.services.events.deleteEvent(event)
            }
            #expect(try festival.services.events.event(named: "\(event.number)") == event)
            #expect(try festival.services.tickets.admittedPeople(of: event) == column.sold)
            return
        }
        let end = try festival.services.events.deleteEvent(event)
        #expect(end.tickets == ended.tickets && end.notices == ended.notices.count)
        #expect(try outbox() == (before + ended.notices).sorted())
        #expect(try festival.services.tickets.admittedPeople(of: event) == column.sold - ended.tickets)
        #expect(throws: ManagementError.self) { try festival.services.events.event(named: "\(event.number)") }
    }
}

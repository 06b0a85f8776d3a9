import EventFixture
import Gate
import Management
import Store
import Testing
import TicketToken
import Ticketing

/// Visitors confirm their reservations with links in messages, if the server can send messages.
@Suite("Confirmed reservations", .everyEngine)
struct ReservationConfirmationTests {
    private static let price = Money("50000 UGX")
    private static let minutes15 = Int64(OrderConfirmation.minutes) * 60

    private func festival(_ quantity: Int? = 10, price: Money? = nil) throws -> Festival {
        try Festival(
            type: TicketTypeDetails(
                name: "Regular", price: price, quantity: quantity,
                sales: SalesWindow(closes: Festival.start.advanced(bySeconds: 7200))
            ).with { $0.allowsDoorReservations = true })
    }

    private func storefront(_ festival: Festival, _ channels: Set<Notice.Channel> = [.email]) throws -> Storefront {
        try Storefront(
            to: festival.store, signingWith: festival.ring, clock: festival.clock.now,
            confirmsReservations: { channels.contains($0) })
    }

    @discardableResult
    private func reserve(
        _ festival: Festival, _ count: Int = 1, by email: String = "grace@example.org", phone: String? = nil,
        request: String = "r", channels: Set<Notice.Channel> = [.email]
    ) throws -> LinkedOrder {
        var draft = festival.draft(count)
        draft.buyer.email = email
        draft.buyer.phone = phone
        let storefront = try storefront(festival, channels)
        return try #require(
            try storefront.order(
                storefront.reserve(draft, of: festival.event.number, request: "\(email) \(request)")))
    }

    private func secret(_ festival: Festival, _ made: LinkedOrder) throws -> ConfirmationSecret {
        let notice = try festival.notices(.reservationToConfirm).first {
            $0.payload["order"] == "\(made.order.number)"
        }
        let link = try #require(notice?.payload["link"])
        try #require(link.hasPrefix("/confirm/"))
        return try #require(try ConfirmationSecret(text: String(link.dropFirst("/confirm/".count))))
    }

    private func confirm(_ festival: Festival, _ made: LinkedOrder) throws -> LinkedOrder {
        let storefront = try storefront(festival)
        return try #require(try storefront.order(storefront.confirmReservation(secret(festival, made))))
    }

    private func order(_ festival: Festival, _ number: OrderNumber) throws -> Order {
        try festival.services.orders.order(number, of: festival.event)
    }

    @Test("A reservation has no tickets until its visitor confirms it; opening the link does not confirm it")
    func confirmed() throws {
        let festival = try festival()
        let made = try reserve(festival, 2)
        #expect(made.order.awaitsConfirmation && made.tickets.isEmpty && made.order.payment == nil)
        #expect(made.order.confirmation?.deadline == Festival.start.advanced(bySeconds: Self.minutes15))
        #expect(try festival.counts() == (0, 2) && festival.tokens().isEmpty)
        let notice = try #require(try festival.notices(.reservationToConfirm).first)
        #expect(notice.recipient == "grace@example.org" && notice.payload["tickets"] == "2")
        #expect(notice.payload["order"] == "\(made.order.number)" && notice.payload["expires"] != nil)
        #expect(notice.redacted.payload["link"] == nil)
        #expect(try festival.notices(.orderPending).isEmpty && festival.notices(.orderPaid).isEmpty)
        for _ in 0..<2 {
            let found = try #require(try storefront(festival).reservation(secret(festival, made)))
            guard case .waiting(let until) = found.state else { throw Surprise("\(found.state)") }
            #expect(until == made.order.expires)
        }
        #expect(try festival.counts() == (0, 2))
        let confirmed = try confirm(festival, made)
        #expect(confirmed.order.number == made.order.number && confirmed.tickets.count == 2)
        #expect(confirmed.order.status == .paid && confirmed.order.payment?.method == .complimentary)
        #expect(try festival.counts() == (2, 0))
        #expect(try festival.notices(.orderPaid).map(\.recipient) == ["grace@example.org"])
        let gate = try festival.gate()
        let token = try festival.token(of: confirmed.tickets[0].ticket)
        #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
        var actions: [String] = []
        try festival.services.audit.forEachChange(of: festival.organizer()) { actions.append($0.action) }
        #expect(actions.contains("confirmReservation"))
    }

    @Test("If a reservation is confirmed twice, or by sixteen browsers at once, its tickets are issued once")
    func once() async throws {
        let festival = try festival()
        let made = try reserve(festival, 2)
        let storefront = try storefront(festival)
        let secret = try secret(festival, made)
        let paths = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 { group.addTask { try storefront.confirmReservation(secret).path } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(paths.count == 1)
        #expect(try paths.contains(storefront.confirmReservation(secret).path))
        #expect(try festival.counts() == (2, 0) && festival.tokens().count == 2)
        #expect(try festival.notices(.orderPaid).count == 1)
        guard case .confirmed(let link?)? = try storefront.reservation(secret)?.state else {
            throw Surprise("the reservation is not confirmed")
        }
        #expect(paths.contains(link.path))
        guard case .intact = try festival.services.audit.verifyAudit(of: festival.organizer()) else {
            throw Surprise("the audit trail is broken")
        }
    }

    @Test("A reservation that is not confirmed in time lapses: its tickets can be sold, and nobody gets a message")
    func lapse() throws {
        let festival = try festival()
        let made = try reserve(festival, 10)
        festival.clock.advance(bySeconds: Self.minutes15 - 1)
        #expect(throws: ManagementError.quantityExceeded(type: "Regular", asked: 1, left: 0)) {
            try festival.order(1, .cash)
        }
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 0)
        festival.clock.advance(bySeconds: 1)
        _ = try festival.order(1, .cash)
        _ = try festival.order(1, .cash)
        #expect(try festival.counts() == (2, 0))
        // The two paid orders have the same address as the reservation, so messages about them are left out here.
        let messages = try festival.messages(to: "grace@example.org").filter { $0 != .orderPaid }
        #expect(messages == [.reservationToConfirm])
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 0)
        // The other tickets are no longer available, so a late confirmation fails, and changes nothing.
        guard case .lapsed? = try storefront(festival).reservation(secret(festival, made))?.state else {
            throw Surprise("the reservation has not lapsed")
        }
        #expect(throws: ManagementError.quantityExceeded(type: "Regular", asked: 10, left: 8)) {
            try confirm(festival, made)
        }
        #expect(try order(festival, made.order.number).awaitsConfirmation && festival.counts() == (2, 0))
    }

    @Test("A lapsed reservation can be confirmed as long as enough tickets are left and are on sale at the same price")
    func late() throws {
        let festival = try festival(40, price: Self.price)
        let grace = try reserve(festival, 2)
        festival.clock.advance(bySeconds: Self.minutes15)
        #expect(try confirm(festival, grace).tickets.count == 2)
        #expect(try festival.counts() == (2, 0))
        let joan = try reserve(festival, 2, by: "joan@example.org")
        let sarah = try reserve(festival, 2, by: "sarah@example.org")
        festival.clock.advance(bySeconds: Self.minutes15)
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 2)
        #expect(try confirm(festival, joan).tickets.count == 2)
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.price = Money("60000 UGX")
        }
        #expect(throws: StorefrontError.reservationLapsed) { try confirm(festival, sarah) }
        #expect(try festival.counts() == (4, 0))
        // The link is invalid after a day.
        festival.clock.advance(bySeconds: 24 * 3600)
        #expect(try storefront(festival).reservation(secret(festival, sarah)) == nil)
        #expect(throws: StorefrontError.notFound) { try confirm(festival, sarah) }
    }

    @Test("The server’s regular check ends lapsed reservations of all events, and frees their capacity")
    func pass() throws {
        let festival = try festival()
        let other = try festival.published("Other")
        let type = try #require(try festival.services.ticketTypes.ticketTypes(of: other).first)
        for number in 0..<3 { try reserve(festival, by: "n\(number)@example.org") }
        let draft = festival.draft(1, type: type)
        _ = try storefront(festival).reserve(draft, of: other.number, request: "other")
        #expect(try festival.counts() == (0, 3))
        festival.clock.advance(bySeconds: Self.minutes15)
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 4)
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 0)
        #expect(try festival.counts() == (0, 0))
        #expect(try festival.services.ticketTypes.ticketTypes(of: other).map(\.reserved) == [0])
        #expect(try festival.notices(.reservationLapsed).isEmpty)
    }

    @Test("A confirmed reservation of priced tickets is kept until the doors have been open for half an hour")
    func door() throws {
        let festival = try festival(40, price: Self.price)
        var orders: [LinkedOrder] = []
        for visitor in ["grace@example.org", "joan@example.org"] {
            let confirmed = try confirm(festival, reserve(festival, 5, by: visitor))
            orders.append(confirmed)
            #expect(confirmed.order.isDueAtTheDoor && confirmed.order.expires == nil)
            #expect(confirmed.tickets.allSatisfy { $0.ticket.sale?.due == Self.price })
        }
        #expect(try festival.counts() == (10, 0))
        #expect(try festival.notices(.orderPending).count == 2)
        let due = try #require(Self.price)
        #expect(
            try festival.gate().decide(Scan(festival.tokens()[0])).outcome
                == .refuse(.unpaid(due: due)))
        festival.clock.set(Festival.start.advanced(bySeconds: 3600 + 1799))
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 0)
        festival.clock.advance(bySeconds: 1)
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 2)
        #expect(try festival.counts() == (0, 0))
        let notices = try festival.notices(.reservationLapsed)
        #expect(notices.map(\.recipient).sorted() == ["grace@example.org", "joan@example.org"])
        #expect(notices.allSatisfy { $0.payload["tickets"] == "5" })
        #expect(try festival.notices(.orderCancelled).isEmpty)
        for made in orders {
            #expect(throws: StorefrontError.reservationCancelled) { try confirm(festival, made) }
        }
    }

    @Test("A mailbox can have several unconfirmed reservations for an event, but gets at most five links in an hour")
    func mailbox() throws {
        let festival = try festival(nil)
        let first = try reserve(festival, request: "first")
        let second = try reserve(festival, by: "grace+1@example.org", request: "second")
        #expect(first.order.number != second.order.number)
        // If the same form is sent again, the result is the same order.
        #expect(try reserve(festival, request: "first").order.number == first.order.number)
        #expect(try festival.counts() == (0, 2))
        for made in [first, second] { #expect(try confirm(festival, made).tickets.count == 1) }
        for number in 2..<Storefront.maximumLinksPerHour {
            _ = try confirm(festival, reserve(festival, request: "again \(number)"))
        }
        #expect(throws: StorefrontError.tooManyMessages) { try reserve(festival, request: "more") }
        festival.clock.advance(bySeconds: 3600)
        #expect(try confirm(festival, reserve(festival, 5, request: "more")).tickets.count == 5)
        // The eleventh ticket can be reserved, but the reservation cannot be confirmed.
        let eleventh = try reserve(festival, request: "eleventh")
        #expect(throws: StorefrontError.tooManyTickets(limit: 10)) { try confirm(festival, eleventh) }
        #expect(try festival.counts() == (10, 1))
    }

    @Test("Unconfirmed reservations take at most ten tickets, or a quarter of the quantity if that is more")
    func share() throws {
        let festival = try festival(80)
        let made = try (0..<2).map { try reserve(festival, 10, by: "n\($0)@example.org") }
        #expect(throws: StorefrontError.tooManyUnconfirmed) { try reserve(festival) }
        _ = try confirm(festival, made[0])
        try reserve(festival, 10)
        #expect(throws: StorefrontError.tooManyUnconfirmed) { try reserve(festival, by: "joan@example.org") }
        festival.clock.advance(bySeconds: Self.minutes15)
        try reserve(festival, 10, by: "joan@example.org")
        #expect(try festival.counts() == (10, 10))
    }

    @Test(
        """
        If the server cannot send a visitor a link, tickets are issued at once; at most a quarter of a type’s tickets \
        can be issued unpaid in this way
        """)
    func unreachable() throws {
        let festival = try festival(12, price: Self.price)
        for channels: Set<Notice.Channel> in [[], [.sms]] {
            let made = try reserve(festival, by: "n\(channels.count)@example.org", channels: channels)
            #expect(made.order.confirmation == nil && made.tickets.count == 1 && made.order.isDueAtTheDoor)
        }
        #expect(throws: StorefrontError.tooManyUnconfirmed) { try reserve(festival, 2, channels: []) }
        #expect(try festival.notices(.reservationToConfirm).isEmpty && festival.counts() == (2, 0))
        // If the visitor gives a phone number, the link is sent as a text message.
        let phone = "+256700123456"
        let made = try reserve(festival, phone: phone, channels: [.sms])
        #expect(made.order.confirmation?.address == phone && made.tickets.isEmpty)
        #expect(try confirm(festival, made).tickets.count == 1)
        #expect(try festival.notices(.orderPending).map(\.recipient).contains(phone))
    }

    @Test("A visitor who confirms by phone gets the messages about the event by phone, not by e-mail")
    func confirmedByPhone() throws {
        let festival = try festival(40, price: Self.price)
        let phone = "+256700123456"
        let made = try confirm(festival, reserve(festival, 2, phone: phone, channels: [.sms]))
        #expect(made.tickets.count == 2 && made.tickets.allSatisfy { $0.ticket.email == nil })
        let preview = try festival.services.notices.preview(
            OrganizerMessage(audience: .all, subject: "Coats", body: "It is cold."), of: festival.event)
        #expect(preview.recipients == 1 && preview.bySMS == 1)
        _ = try festival.services.events.edit(festival.event) { $0.venue = "Pier" }
        #expect(try festival.notices(.eventMoved).map(\.recipient) == [phone])
        // A ticket that was reissued still belongs to the visitor.
        _ = try festival.services.tickets.reissue(
            made.tickets[0].ticket.code, of: festival.event, signingWith: festival.ring)
        let found = try festival.store.read { try RecipientTickets(of: phone, $0).active(at: festival.event.number) }
        #expect(found.count == 2)
        #expect(try festival.notices(.ticketReissued).map(\.recipient) == [phone])
        _ = try festival.services.events.cancelEvent(festival.event)
        #expect(try festival.notices(.eventCancelled).map(\.recipient) == [phone])
        #expect(try festival.notices(.orderCancelled).map(\.recipient) == [phone])
        #expect(try festival.messages(to: "grace@example.org").isEmpty)
    }

    @Test(
        """
        If messages to an address came back, a reservation with this address gets the same response and limits as any \
        other
        """)
    func suppressed() throws {
        let festival = try festival(nil)
        try festival.store.write { connection in
            _ = try connection.recipients.add(MessageRecipient(address: "grace@example.org", secret: "s"))
            try connection.recipients.suppress("grace@example.org", since: Festival.start, answer: "550 5.1.1")
        }
        let grace = try reserve(festival, request: "0")
        let joan = try reserve(festival, by: "joan@example.org")
        #expect(grace.order.awaitsConfirmation && grace.order.expires == joan.order.expires)
        #expect(try festival.counts() == (0, 2))
        for address in ["grace@example.org", "joan@example.org"] {
            for number in 1..<Storefront.maximumLinksPerHour {
                try reserve(festival, by: address, request: "\(number)")
            }
            #expect(throws: StorefrontError.tooManyMessages) { try reserve(festival, by: address, request: "more") }
        }
    }

    @Test("Only the owner of an address sees the address’s tickets for conflicting events")
    func conflicts() throws {
        let festival = try festival()
        let events = [
            try festival.published("Twin"), try festival.published("Overlap", at: 1800),
            try festival.published("After", at: 7200 + 1800), try festival.published("Later", at: 7200 + 1801),
        ]
        for event in events {
            let type = try #require(try festival.services.ticketTypes.ticketTypes(of: event).first)
            _ = try festival.services.tickets.issue(
                .person(holder: "Grace", email: "grace@example.org", note: nil), type: type, of: event,
                signingWith: festival.ring)
        }
        let (grace, joan) = (try reserve(festival), try reserve(festival, by: "joan@example.org"))
        let own = try #require(try storefront(festival).reservation(secret(festival, grace)))
        #expect(own.conflicts.map(\.event.details.title) == ["Overlap", "Twin", "After"])
        #expect(own.conflicts.map(\.conflict) == [.overlap, .sameTime, .close])
        let other = try #require(try storefront(festival).reservation(secret(festival, joan)))
        #expect(other.conflicts.isEmpty)
        // Members of the organizer can read the notices, but must not learn from them which other events Grace attends.
        let payloads = try festival.notices(.reservationToConfirm).map(\.payload)
        #expect(payloads.count == 2 && Set(payloads[0].keys) == Set(payloads[1].keys))
        for value in payloads.flatMap(\.values) {
            #expect(["Twin", "Overlap", "After", "Later"].allSatisfy { !value.contains($0) }, "\(value)")
        }
    }

    @Test(
        """
        A visitor who spells the address differently still sees tickets for conflicting events, and can release the \
        reservation
        """)
    func released() throws {
        let festival = try festival()
        let twin = try festival.published("Twin")
        let type = try #require(try festival.services.ticketTypes.ticketTypes(of: twin).first)
        _ = try festival.services.tickets.issue(
            .person(holder: "Grace", email: "grace@example.org", note: nil), type: type, of: twin,
            signingWith: festival.ring)
        let made = try reserve(festival, 2, by: "Grace+x@example.org")
        let (link, storefront) = (try secret(festival, made), try storefront(festival))
        #expect(try storefront.reservation(link)?.conflicts.map(\.event.details.title) == ["Twin"])
        #expect(try festival.counts() == (0, 2))
        for _ in 0..<2 { try storefront.releaseReservation(link) }
        #expect(try festival.counts() == (0, 0) && order(festival, made.order.number).status == .cancelled)
        guard case .cancelled? = try storefront.reservation(link)?.state else {
            throw Surprise("the reservation is not cancelled")
        }
        #expect(throws: StorefrontError.reservationCancelled) { try storefront.confirmReservation(link) }
        // The visitor can reserve again. A confirmed reservation cannot be released with its link.
        let again = try reserve(festival, by: "grace+x@example.org", request: "2")
        _ = try confirm(festival, again)
        #expect(throws: StorefrontError.notFound) { try storefront.releaseReservation(secret(festival, again)) }
        #expect(try festival.counts() == (1, 0))
        // The order that was confirmed with the address grace+x@example.org also causes a conflict, because this
        // address belongs to the same mailbox.
        let other = try festival.published("Other")
        let found = try festival.store.read {
            try $0.ticketConflicts.events(
                of: "grace@example.org", from: Festival.start, to: Festival.start.advanced(bySeconds: 86_400),
                except: other.number, limit: 5)
        }
        #expect(found.map(\.number).contains(festival.event.number))
    }

    @Test("Members see the buyer’s tickets for conflicting events, but only for events of their own organizer")
    func memberConflicts() throws {
        let festival = try festival()
        let twin = try festival.published("Twin")
        let order = try festival.order(1, .cash)
        let orders = festival.services.orders
        #expect(try orders.conflicts(of: order, of: festival.event).isEmpty)
        for (email, event) in [("grace@example.org", twin), ("joan@example.org", twin)] {
            let type = try #require(try festival.services.ticketTypes.ticketTypes(of: event).first)
            _ = try festival.services.tickets.issue(
                .person(holder: "Grace", email: email, note: nil), type: type, of: event, signingWith: festival.ring)
        }
        let found = try orders.conflicts(of: order, of: festival.event)
        #expect(found.map(\.event.number) == [twin.number] && found.map(\.conflict) == [.sameTime])
        // A user with rights for one event only does not see the tickets for the other event.
        let grant = Grant(organizer: twin.organizer, event: festival.event.number, rights: [.lookUp, .sell])
        let narrowed = festival.services.narrowed(to: grant).orders
        #expect(try narrowed.conflicts(of: order, of: festival.event).isEmpty)
        // Another organizer's events are not named.
        let other = try festival.services.organizers.createOrganizer(OrganizerDetails(name: "Other"))
        let draft = try festival.services.events.createEvent(
            EventDetails(
                title: "Elsewhere", venue: "Hall", timeZone: "UTC", start: twin.details.start, end: twin.details.end),
            suite: .hmac, of: other)
        let type = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "Regular"), to: draft)
        let elsewhere = try festival.services.events.publish(draft)
        let bought = try festival.services.orders.createOrder(
            OrderDraft(
                lines: [OrderDraft.Line(type: type.number, count: 1)], name: "Grace", email: "grace@example.org",
                payment: Payment(.cash)), of: elsewhere, signingWith: festival.ring)
        #expect(try orders.conflicts(of: bought, of: elsewhere).isEmpty)
    }

    @Test("Before an order is created, the buyer’s e-mail address and phone number are both used to find conflicts")
    func buyerConflicts() throws {
        let festival = try festival()
        let orders = festival.services.orders
        // An event without an end counts as three hours long.
        let twin = try festival.published("Twin")
        try festival.tamper("UPDATE event SET ends = NULL WHERE number = \(twin.number.rawValue)")
        let late = try festival.published("Late", at: 3600 + 3 * 3600)
        func titles(_ email: String?, _ phone: String?, at event: Event? = nil) throws -> [String] {
            try orders.conflicts(of: Buyer(name: "Kay", email: email, phone: phone), with: event ?? festival.event)
                .map(\.event.details.title)
        }
        let type = try #require(try festival.services.ticketTypes.ticketTypes(of: twin).first)
        let line = OrderDraft.Line(type: type.number, count: 1)
        // A member has entered only a phone number.
        _ = try orders.createOrder(
            OrderDraft(lines: [line], name: "Kay", phone: "+256772123456", payment: Payment(.cash)), of: twin,
            signingWith: festival.ring)
        #expect(try titles(nil, "+256 772 123-456") == ["Twin"])
        #expect(try titles("kay@example.org", "+256772123456") == ["Twin"])
        #expect(try titles("kay@example.org", nil).isEmpty && titles(nil, nil).isEmpty && titles("x", "y").isEmpty)
        #expect(try titles(nil, "+256772123457").isEmpty)
        // The event “Late” begins when the three hours have passed. Events that are at most 30 minutes apart also
        // conflict.
        #expect(try titles(nil, "+256772123456", at: late) == ["Twin"])
        let later = try festival.published("Later", at: 3600 + 3 * 3600 + 1801)
        #expect(try titles(nil, "+256772123456", at: later).isEmpty)
    }

    @Test("Invited guests have tickets for the event of their invitation, until they decline or the code is cancelled")
    func guestConflicts() throws {
        let wedding = try Wedding()
        let festival = wedding.festival
        let fair = try festival.published("Fair")
        try wedding.importGuests("name,email,phone,ceremony\nGrace,grace@x.org,,yes\nJohn,,+256772123456,yes\n")
        func titles(_ email: String?, _ phone: String?) throws -> [String] {
            try festival.services.orders.conflicts(of: Buyer(name: "Kay", email: email, phone: phone), with: fair)
                .map(\.event.details.title)
        }
        // Without a code, a guest has no ticket.
        #expect(try titles("grace@x.org", nil).isEmpty)
        try wedding.invite()
        let title = wedding.event.details.title
        #expect(try titles("grace@x.org", nil) == [title] && titles(nil, "+256772123456") == [title])
        #expect(try titles("john@x.org", nil).isEmpty)
        _ = try festival.services.guests.editAnswers(ofGuest: 1, of: wedding.event) {
            $0.answers[wedding.ceremony.number] = .declined
        }
        #expect(try titles("grace@x.org", nil).isEmpty && titles(nil, "+256772123456") == [title])
        let serial = try #require(try wedding.guests().first { $0.guest.name == "John" }?.guest.serial)
        _ = try festival.services.tickets.cancel(TicketCode(serial), of: wedding.event, note: nil)
        #expect(try titles(nil, "+256772123456").isEmpty)
    }

    @Test("If a member records a reservation as paid, a later confirmation issues no second tickets")
    func paid() throws {
        let festival = try festival(price: Self.price)
        let made = try reserve(festival, 2)
        #expect(try festival.pay(made.order).status == .paid)
        #expect(try confirm(festival, made).tickets.count == 2)
        #expect(try festival.counts() == (2, 0) && order(festival, made.order.number).payment?.method == .cash)
    }

    @Test("A reservation cannot be confirmed after its event or order is cancelled, or with a wrong link")
    func ended() throws {
        let festival = try festival()
        let made = try reserve(festival)
        let storefront = try storefront(festival)
        let wrong = try #require(try ConfirmationSecret(text: String(repeating: "0", count: 32)))
        #expect(try storefront.reservation(wrong) == nil)
        #expect(throws: StorefrontError.notFound) { try storefront.confirmReservation(wrong) }
        for text in ["", "0", String(repeating: "0", count: 64), String(repeating: "G", count: 32)] {
            #expect(try ConfirmationSecret(text: text) == nil, "\(text)")
        }
        _ = try festival.services.orders.cancelOrder(made.order.number, of: festival.event, note: nil)
        #expect(try festival.counts() == (0, 0))
        #expect(throws: StorefrontError.reservationCancelled) { try confirm(festival, made) }
        let joan = try reserve(festival, by: "joan@example.org")
        _ = try festival.services.events.cancelEvent(festival.event)
        guard case .cancelled? = try storefront.reservation(secret(festival, joan))?.state else {
            throw Surprise("the reservation is not cancelled")
        }
        #expect(throws: StorefrontError.reservationCancelled) { try confirm(festival, joan) }
        #expect(try festival.tokens().isEmpty)
    }
}

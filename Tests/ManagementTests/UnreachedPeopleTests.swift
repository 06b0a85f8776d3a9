import EventFixture
import Management
import Store
import Testing
import Ticketing

/// An address is stopped if the program sends no more messages to it, for example because a mail came back.
@Suite("People whom no message reaches", .everyEngine)
struct UnreachedPeopleTests {
    private let wedding: Wedding
    private var festival: Festival { wedding.festival }
    private var event: Event { festival.event }
    private var notices: NoticeService { festival.services.notices }

    init() throws { wedding = try Wedding() }

    private func issue(_ holder: String, to address: String?) throws {
        _ = try festival.services.tickets.issue(
            .person(holder: holder, email: address, note: nil), type: festival.regular, of: event,
            signingWith: festival.ring)
    }

    /// Changes a recipient. If the address is new, first adds the recipient.
    private func change(_ address: String, _ alter: (inout MessageRecipient) -> Void) throws {
        try festival.store.write { connection in
            var recipient = try connection.recipients.add(MessageRecipient(address: address, secret: "of \(address)"))
            alter(&recipient)
            try connection.recipients.update(recipient)
        }
    }

    private func stop(_ address: String) throws {
        try change(address) { _ in }
        try festival.store.write { try $0.recipients.suppress(address, since: Festival.start, answer: "550 5.1.1") }
    }

    private let off = MessagePreferences.offKey(.organizerMessage, .email)

    /// Issues a ticket to a person whom messages reach (Bob), and to four people whom messages do not reach, each for a
    /// different reason.
    private func issueForEachReason() throws {
        try issue("Ann", to: nil)
        for name in ["bob", "cleo", "dan", "eve"] { try issue(name.capitalized, to: "\(name)@example.org") }
        try stop("cleo@example.org")
        try change("dan@example.org") { $0.preferences.off = [off] }
        try change("eve@example.org") { $0.preferences.isPaused = true }
    }

    @Test(
        """
        People without a usable address, and people who paused or turned off this kind of message, are counted and \
        named
        """)
    func reasons() throws {
        try issueForEachReason()
        let found = try notices.unreached(.audience(.all), by: .organizerMessage, of: event)
        #expect(found.counts == [.noAddress: 1, .suppressed: 1, .turnedOff: 1, .paused: 1])
        #expect(Set(found.named.map(\.name)) == ["Ann", "Cleo", "Dan", "Eve"])
        let cleo = UnreachedPerson(
            name: "Cleo", address: "cleo@example.org", reason: .suppressed, since: Festival.start)
        #expect(found.named.contains(cleo) && found.withAddress == 3)
        // Nobody can turn off or pause a message that says that the event is cancelled.
        let ended = try notices.unreached(.everyone, by: .eventCancelled, of: event)
        #expect(ended.counts == [.noAddress: 1, .suppressed: 1])
        let moved = try notices.unreached(.everyone, by: .eventMoved, of: event)
        #expect(moved.counts == [.noAddress: 1, .suppressed: 1, .paused: 1])
    }

    @Test("A preview counts exactly the recipients to whom the message is then sent")
    func preview() throws {
        try issueForEachReason()
        let message = OrganizerMessage(audience: .all, subject: "Parking", body: "Use gate 3.")
        let preview = try notices.preview(message, of: event)
        #expect(preview.recipients == 1 && preview.byEmail == 1 && preview.bySMS == 0)
        #expect(preview.addresses == 4 && preview.unreached.total == 4)
        #expect(try notices.write(message, of: event) == 4)
        _ = try NoticeDispatcher(clock: festival.clock.now).decide(atMost: 100, channels: [.email], festival.store)
        let written = try festival.notices(.organizerMessage)
        #expect(written.filter { $0.delivery.state == .leased }.map(\.recipient) == ["bob@example.org"])
        let reasons = written.filter { $0.delivery.state != .leased }.compactMap(\.delivery.reason)
        #expect(Set(reasons) == [.suppressed, .turnedOff, .paused] && reasons.count == 3)
    }

    @Test(
        "People who share a stopped address count once; at most five are named; tickets without names are only counted")
    func numbers() throws {
        for name in ["Ann", "Bob"] { try issue(name, to: "both@example.org") }
        try stop("both@example.org")
        #expect(try notices.unreached(.everyone, by: .eventCancelled, of: event).counts == [.suppressed: 1])
        for number in 1...7 { try issue("Guest \(number)", to: nil) }
        let many = try notices.unreached(.everyone, by: .eventCancelled, of: event)
        #expect(many.total == 8 && many.named.count == UnreachedPeople.mostNamed && many.isShortened)
        let codes = try festival.issue(2)
        #expect(codes.count == 2)
        let after = try notices.unreached(.everyone, by: .eventCancelled, of: event)
        #expect(after.total == 10 && after.named == many.named)
    }

    @Test("A person with a stopped address is reached at another usable address, until that address is also stopped")
    func otherAddress() throws {
        try wedding.importGuests("name,email,phone\nGrace,grace@x.org,+256772123456\nJoy,joy@x.org,\n")
        try wedding.invite(to: [wedding.reception])
        let guests = MessagePeople.guests([1, 2])
        for address in ["grace@x.org", "joy@x.org"] { try stop(address) }
        func unreached(_ kind: Notice.Kind = .invitation) throws -> [String] {
            try notices.unreached(guests, by: kind, of: event).named.map(\.name)
        }
        // A member has entered Grace's phone number together with her e-mail address, so she is reached by phone.
        #expect(try unreached() == ["Joy"])
        let invited = MessagePeople.invited(toSubEvent: wedding.reception.number)
        #expect(try notices.unreached(invited, by: .invitation, of: event).total == 1)
        // The message `ticketsFound` has links to all tickets of an address that a visitor has entered. It goes only to
        // this address, never to a phone number beside it.
        #expect(try unreached(.ticketsFound) == ["Grace", "Joy"])
        try festival.store.write { try $0.recipients.setOther("+256700111222", of: "joy@x.org") }
        #expect(try unreached().isEmpty)
        try stop("+256772123456")
        try stop("+256700111222")
        #expect(try unreached() == ["Grace", "Joy"])
    }

    @Test("A message may go to a phone if the recipient has no e-mail address to which the message can go")
    func phones() throws {
        let guests = "Grace,grace@x.org,+256772123456\nJoy,joy@x.org,\nBen,,+256701000000\n"
        try wedding.importGuests("name,email,phone\n\(guests)")
        try wedding.invite(to: [wedding.reception])
        func mayReach(_ guests: [Int], _ kind: Notice.Kind = .invitation, atPhones: Bool = true) throws -> Bool {
            try notices.mayReach(.guests(guests), by: kind, of: event, atPhones: atPhones)
        }
        #expect(try mayReach([3]) && mayReach([1, 2, 3]) && !mayReach([3], atPhones: false))
        #expect(try !mayReach([1, 2]) && mayReach([1, 2], atPhones: false))
        try stop("joy@x.org")
        #expect(try !mayReach([1, 2]))
        // A member has entered Grace's phone number together with her e-mail address.
        try stop("grace@x.org")
        #expect(try mayReach([1, 2]) && !mayReach([1, 2], .ticketsFound))
        try stop("+256772123456")
        #expect(try !mayReach([1, 2]) && !mayReach([1, 2], atPhones: false))
        try festival.store.write { try $0.recipients.setOther("+256700111222", of: "joy@x.org") }
        #expect(try mayReach([1, 2]))
        // A message about a cancelled event also goes to a buyer without a ticket, unless the address is stopped.
        try stop("+256701000000")
        try stop("+256700111222")
        func endReachesPhones() throws -> Bool {
            try notices.mayReach(.everyone, by: .eventCancelled, of: event, atPhones: true)
        }
        #expect(try !endReachesPhones())
        let vip = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "VIP", price: Money("50000 UGX")), to: event)
        _ = try festival.services.orders.createOrder(
            OrderDraft(lines: [.init(type: vip.number, count: 1)], name: "Kay", phone: "+256772999999"), of: event)
        #expect(try endReachesPhones())
        try stop("+256772999999")
        #expect(try !endReachesPhones())
    }

    @Test("The numbers of unsent messages do not include messages to stopped addresses")
    func unsent() throws {
        for name in ["ann", "bob"] { try issue(name, to: "\(name)@example.org") }
        #expect(try notices.pendingNotices(of: event) == 2)
        try stop("ann@example.org")
        #expect(try notices.pendingNotices(of: event) == 1)
        #expect(try notices.unsentNotices(of: event) == Notices.Unsent(toEmail: 1, toPhone: 0))
    }

    @Test("After an event is deleted, restored or moved, the people without a usable address are named")
    func ended() throws {
        try issue("Ann", to: nil)
        for name in ["Bob", "Cleo"] { try issue(name, to: "\(name.lowercased())@example.org") }
        try stop("cleo@example.org")
        #expect(try notices.recipientsOfEnd(of: event).people == 2)
        let deleted = try festival.services.events.deleteEvent(event)
        #expect(deleted.notices == 2 && deleted.deliverable == 1)
        let found = try notices.unreached(after: deleted)
        #expect(Set(found.named.map(\.name)) == ["Ann", "Cleo"])
        try festival.tamper("UPDATE notice SET sent = 1, state = 'sent', due = NULL WHERE kind = 'event-cancelled'")
        let restored = try festival.services.events.restoreEvent(deleted.event)
        #expect(restored.notices == 2 && restored.deliverable == 1)
        #expect(Set(try notices.unreached(after: restored).named.map(\.name)) == ["Ann", "Cleo"])
        let edit = try festival.services.events.edit(restored.event) { $0.about = "Bring a coat" }
        #expect(try notices.unreached(after: edit).isEmpty)
        let moved = try festival.services.events.edit(restored.event) { $0.venue = "The Barn" }
        #expect(Set(try notices.unreached(after: moved).named.map(\.name)) == ["Ann", "Cleo"])
    }

    @Test(
        "The people who are told of an event’s cancellation are its holders and buyers; a shared address counts once")
    func announced() throws {
        try issue("Ann", to: "ann@example.org")
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: event) {
            $0.price = Money("50000 UGX")
        }
        let line = OrderDraft.Line(type: festival.regular.number, count: 2)
        for email in ["ann@example.org", "kay@example.org", nil] {
            _ = try festival.services.orders.createOrder(
                OrderDraft(lines: [line], name: "Kay", email: email), of: event)
        }
        #expect(try notices.recipientsOfEnd(of: event).people == 2)
        _ = try festival.services.events.cancelEvent(event)
        let recipients = try festival.store.read {
            try $0.notices.page(of: event.organizer, after: nil, limit: 100)
        }.filter { [.eventCancelled, .orderCancelled, .refundOwed].contains($0.kind) }.map(\.recipient)
        #expect(Set(recipients) == ["ann@example.org", "kay@example.org"])
    }

    /// Sells two tickets to Kay, who has no address. Transfers the second ticket to Joan, who has a stopped address.
    private func sell(_ type: TicketType, _ method: Payment.Method) throws -> Order {
        let line = OrderDraft.Line(type: type.number, count: 2)
        let order = try festival.services.orders.createOrder(
            OrderDraft(lines: [line], name: "Kay", email: nil, payment: Payment(method)), of: event,
            signingWith: festival.ring)
        let second = try #require(try festival.services.orders.tickets(of: order, of: event).last)
        _ = try festival.services.tickets.transfer(
            second.code, of: event, to: "Joan", email: "joan@example.org", signingWith: festival.ring)
        return order
    }

    @Test(
        """
        After a refund or a cancellation, the buyer is counted only once, and the holders of transferred tickets are \
        also named
        """)
    func endedOrders() throws {
        try stop("joan@example.org")
        let orders = festival.services.orders
        let type = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "VIP", price: Money("5000 UGX")), to: event)
        for method in [Payment.Method.cash, .complimentary] {
            let paid = try sell(type, method)
            let ended = try orders.refund(.all, ofOrder: paid.number, of: event, note: nil)
            #expect(ended.refundsOwed.isEmpty == (method == .complimentary))
            let refunded = try notices.unreached(afterEnding: ended, of: event)
            #expect(refunded.counts == [.noAddress: 1, .suppressed: 1])
            #expect(Set(refunded.named.map(\.name)) == ["Joan", "Kay"])
        }
        let unpaid = try sell(type, .atTheDoor)
        let cancelled = try notices.unreached(
            afterCancelling: orders.cancelOrder(unpaid.number, of: event, note: nil), of: event)
        #expect(cancelled.counts == [.noAddress: 1, .suppressed: 1])
        // This ticket is issued without an order.
        try issue("Ann", to: nil)
        var ann: Ticket?
        try festival.services.tickets.forEachTicket(of: event) { if $0.holder == "Ann" { ann = $0 } }
        let ended = try notices.unreached(
            afterEnding: festival.services.tickets.cancel(#require(ann).code, of: event, note: nil), of: event)
        #expect(ended.counts == [.noAddress: 1] && ended.named.map(\.name) == ["Ann"])
    }

    @Test("If a reservation that was never confirmed is cancelled, nobody is named as not reached")
    func unconfirmed() throws {
        let storefront = try Storefront(
            to: festival.store, signingWith: festival.ring, clock: festival.clock.now,
            confirmsReservations: { $0 == .email })
        let draft = OrderDraft(
            lines: [OrderDraft.Line(type: festival.regular.number, count: 1)], name: "Eve", email: "eve@example.org")
        let made = try #require(try storefront.order(storefront.reserve(draft, of: event.number, request: "r")))
        try stop("eve@example.org")
        let order = try festival.services.orders.cancelOrder(made.order.number, of: event, note: nil)
        #expect(try notices.unreached(afterCancelling: order, of: event).isEmpty)
        #expect(try festival.notices(.orderCancelled).isEmpty)
    }

    @Test("A guest import reports the guests who have codes and whose invitations changed, with or without an address")
    func imported() throws {
        try wedding.importGuests("name,email,reception,ceremony\nGrace,grace@x.org,yes,\nTom,,yes,\nUma,,yes,\n")
        try wedding.invite(to: [wedding.reception])
        let summary = try wedding.importGuests("name,ceremony,companions\nGrace,yes,\nTom,yes,\nUma,,2\n")
        #expect(summary.notified == [1, 2, 3])
        let found = try notices.unreached(.guests(summary.notified), by: .invitation, of: event)
        #expect(found.counts == [.noAddress: 2] && found.named.map(\.name) == ["Tom", "Uma"])
    }

    @Test("Gate staff learn how many people are not reached, but not who they are")
    func gateStaff() throws {
        try issue("Ann", to: nil)
        let user = try festival.services.users.addUser(UserDetails(name: "Gate"))
        _ = try festival.services.members.setRole(.gate, of: user, in: festival.organizer())
        let staff = try ManagementServices.signIn(to: festival.store, as: user.name, clock: festival.clock.now)
        let found = try staff.notices.unreached(.everyone, by: .eventCancelled, of: event)
        #expect(found.total == 1 && found.named.isEmpty)
        #expect(try notices.unreached(.everyone, by: .eventCancelled, of: event).named.map(\.name) == ["Ann"])
    }

    @Test("Organizers see that a channel cannot be used, and only the local owner sees the cause")
    func outage() throws {
        try issue("Ann", to: "ann@example.org")
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        let lease = try #require(
            try dispatcher.decide(atMost: 10, channels: [.email], festival.store).leases.first)
        let cause = "no message can be written to the folder /var/mail: Permission denied"
        try dispatcher.record(.notTried(answer: cause, pauseSeconds: 60), of: lease, chance: 0, festival.store)
        let user = try festival.services.users.addUser(UserDetails(name: "Joan"))
        let organizer = try festival.organizer()
        _ = try festival.services.members.setRole(.owner, of: user, in: organizer)
        let joan = try ManagementServices.signIn(to: festival.store, as: user.name, clock: festival.clock.now)
        let lists: [(NoticeService) throws -> [Notice]] = [
            { try $0.notices(of: organizer, limit: 10) },
            { try $0.notices(in: .ofEvent(event), NoticeQuery([.deferred]), limit: 10) },
            { try $0.notices(in: .ofOrganizer(organizer), NoticeQuery([.deferred]), limit: 10) },
            { try $0.notices(of: organizer, in: .deferred, after: nil, limit: 10) },
            { try [$0.notice(lease.notice.key, of: organizer)] },
        ]
        for list in lists {
            let (seen, all) = (try list(joan.notices), try list(notices))
            #expect(seen.map(\.delivery.reason) == [.outage] && seen.map(\.delivery.answer) == [nil])
            #expect(all.map(\.delivery.answer) == [cause])
        }
        let outage = try #require(try notices.outages()[.email])
        #expect(outage.answer == cause && outage.time == festival.clock.now())
        #expect(outage.waitingSince == lease.notice.created)
        #expect(throws: ManagementError.localOwnerOnly) { try joan.notices.outages() }
        // When the channel works again, the message no longer shows the cause of the failure.
        festival.clock.advance(bySeconds: 60)
        _ = try dispatcher.decide(atMost: 10, channels: [.email], festival.store)
        let leased = try #require(try festival.notices(.ticketIssued).first).delivery
        #expect(leased.state == .leased && leased.answer == nil)
    }
}

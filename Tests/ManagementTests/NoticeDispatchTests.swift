import EventFixture
import Foundation
import Languages
import Management
import Store
import Testing
import Ticketing

@Suite("Leases and results of messages", .everyEngine)
struct NoticeDispatchTests {
    private let festival: Festival
    private var dispatcher: NoticeDispatcher { NoticeDispatcher(clock: festival.clock.now) }

    init() throws {
        festival = try Festival()
    }

    private func issue(to addresses: [String]) throws {
        for address in addresses {
            _ = try festival.services.tickets.issue(
                .person(holder: "Grace", email: address, note: nil), type: festival.regular, of: festival.event,
                signingWith: festival.ring)
        }
    }

    private func notice(_ kind: Notice.Kind) throws -> Notice { try #require(try festival.notices(kind).first) }

    private func lease(_ channels: Set<Notice.Channel> = [.email, .sms]) throws -> [NoticeDispatcher.Lease] {
        try dispatcher.decide(atMost: 100, channels: channels, festival.store).leases
    }

    @Test("Four processes that lease messages at the same time never lease the same message")
    func race() async throws {
        try issue(to: (0..<60).map { "guest\($0)@example.org" })
        let taken = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<4 {
                group.addTask { [festival] in
                    let store = try Store.open(festival.address)
                    let dispatcher = NoticeDispatcher(clock: festival.clock.now)
                    var keys: [String] = []
                    while true {
                        let (leases, decided) = try dispatcher.decide(atMost: 7, channels: [.email], store)
                        keys += leases.map(\.notice.key)
                        if decided == 0 { return keys }
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(taken.count == 60 && Set(taken).count == 60)
    }

    @Test(
        """
        If a process dies while it sends a message, the message is sent again after its lease expires; a late result \
        of the first attempt changes nothing
        """)
    func killed() throws {
        try issue(to: ["grace@example.org"])
        let first = try #require(try lease().first)
        #expect(try lease().isEmpty)
        festival.clock.advance(bySeconds: NoticeDispatcher.leaseSeconds - 1)
        #expect(try lease().isEmpty)
        festival.clock.advance(bySeconds: 1)
        let second = try #require(try lease().first)
        // Both attempts have the same message id, so that mail programs can find the duplicate.
        #expect(second.token == first.token && second.notice.delivery.tries == 2)
        try dispatcher.record(.refused(answer: "550 5.1.1 no such user"), of: first, chance: 0, festival.store)
        #expect(try notice(.ticketIssued).delivery.state == .leased)
        try dispatcher.record(.accepted(providerID: nil, answer: "250 OK"), of: second, chance: 0, festival.store)
        let sent = try notice(.ticketIssued).delivery
        #expect(sent.state == .sent && sent.due == nil && sent.answer == "250 OK" && sent.sent != nil)
        #expect(try lease().isEmpty)
    }

    @Test("A deferred message is tried again with growing delays for about a day; after that, it counts as failed")
    func deferred() throws {
        _ = try festival.services.events.edit(festival.event) {
            $0.start = Festival.start.advanced(bySeconds: 10 * 86_400)
            $0.end = Festival.start.advanced(bySeconds: 11 * 86_400)
        }
        try issue(to: ["grace@example.org"])
        var delays: [Int64] = []
        while let lease = try lease().first {
            let now = festival.clock.now()
            try dispatcher.record(.deferred(answer: "451 try later"), of: lease, chance: 0.5, festival.store)
            guard let due = try notice(.ticketIssued).delivery.due else { break }
            delays.append(due.seconds - now.seconds)
            festival.clock.set(due)
        }
        #expect(delays == delays.sorted() && delays.first == 5)
        #expect((18...30).contains(delays.reduce(0, +) / 3600))
        let failed = try notice(.ticketIssued).delivery
        #expect(failed.state == .failed && failed.reason == .gaveUp && failed.answer == "451 try later")
    }

    @Test("The notice policy determines how long the program tries to send a deferred message again")
    func retryTime() throws {
        try issue(to: ["grace@example.org"])
        let policy = NoticePolicy.standard.with { $0.retrySeconds = 3600 }
        let begin = festival.clock.now()
        var attempts = 0
        while let lease = try lease().first {
            attempts += 1
            try dispatcher.record(
                .deferred(answer: "451 try later"), of: lease, chance: 0.5, policy: policy, festival.store)
            if let due = try notice(.ticketIssued).delivery.due { festival.clock.set(due) }
        }
        let failed = try notice(.ticketIssued).delivery
        #expect(failed.state == .failed && failed.reason == .gaveUp && attempts == 6)
        #expect(festival.clock.now() <= begin.advanced(bySeconds: 3600))
    }

    @Test("The greatest limit that a setting allows holds: a decision counts that many messages to an address")
    func greatestLimit() throws {
        let setting = try #require(NoticePolicySetting.named("organizer-per-day"))
        let most = setting.range.upperBound
        let policy = NoticePolicy.standard.with { setting.set(most, in: &$0) }
        let (event, now) = (festival.event, festival.clock.now())
        let recipient = "mona@example.org"
        func queue(_ numbers: Range<Int>) throws {
            let notices = numbers.map { number in
                Notice(
                    organizer: event.organizer, event: event.number, kind: .salesMilestone, recipient: recipient,
                    payload: [:], key: "milestone \(number)", created: now)
            }
            _ = try festival.store.write { try $0.notices.queue(notices) }
        }
        func send() throws {
            try festival.tamper("UPDATE notice SET state = 'sent', due = NULL, sent = \(now.milliseconds)")
        }
        try queue(1..<most)
        try send()
        try queue(most..<most + 2)
        let leases = try dispatcher.decide(atMost: 100, channels: [.email], policy: policy, festival.store).leases
        #expect(leases.count == 1)
        #expect(try festival.notices(.salesMilestone).compactMap(\.delivery.reason).contains(.dailyCap))
        // A greater limit would never be reached, because a decision does not count more messages.
        try send()
        let history = try festival.store.read { try $0.notices.history(of: recipient, since: now) }
        #expect(history.count == most)
    }

    /// A plan is the result of a dry run of the dispatcher: its decision about each message.
    @Test("A plan lists the messages that would be merged, including messages that still wait, and changes nothing")
    func plan() throws {
        try issue(to: ["grace@example.org"])
        let issued = try #require(try lease().first)
        try dispatcher.record(.accepted(providerID: nil, answer: "250"), of: issued, chance: 0, festival.store)
        func move(to venue: String) throws {
            festival.clock.advance(bySeconds: 1)
            _ = try festival.services.events.edit(festival.event) { $0.venue = venue }
        }
        try move(to: "Barn")
        let first = try #require(try lease().first)
        try dispatcher.record(.deferred(answer: "451 try later"), of: first, chance: 0.5, festival.store)
        try move(to: "Hall")
        let stored = try festival.notices(.eventMoved)
        let plan = try dispatcher.plan(limit: 9, channels: [.email], festival.store)
        #expect(try festival.notices(.eventMoved) == stored)
        let second = try #require(stored.first { $0.key != first.notice.key })
        #expect(plan.map(\.notice.key) == [first.notice.key, second.key])
        #expect(plan.first?.decision == NoticeDecision(.merge(into: second.key), because: .merged))
        // When the dispatcher then leases the messages, it merges them as the plan says.
        #expect(try lease().map(\.notice.key) == [second.key])
        let merged = try festival.notices(.eventMoved).first { $0.key == first.notice.key }
        #expect(merged?.delivery.state == .merged)
    }

    @Test("A plan leaves out a message as long as no channel for it is set up; the plan changes nothing")
    func planOfWaiting() throws {
        try issue(to: ["grace@example.org"])
        #expect(try lease([]).isEmpty)
        let waiting = try notice(.ticketIssued)
        #expect(waiting.delivery.reason == .noChannel)
        #expect(try dispatcher.plan(limit: 9, channels: [], festival.store).isEmpty)
        let plan = try dispatcher.plan(limit: 9, channels: [.email], festival.store)
        #expect(plan.map(\.notice.key) == [waiting.key] && plan.first?.decision.action == .send(.email))
        #expect(try notice(.ticketIssued) == waiting)
    }

    @Test("While the mail server is down, attempts do not count, however many there are")
    func outage() throws {
        try issue(to: ["grace@example.org"])
        for _ in 0..<30 {
            let lease = try #require(try lease().first)
            try dispatcher.record(.notTried(answer: "down", pauseSeconds: 60), of: lease, chance: 0, festival.store)
            festival.clock.advance(bySeconds: 60)
        }
        #expect(try notice(.ticketIssued).delivery.tries == 0)
    }

    @Test("After a message has come back, its address gets no messages until a member sends that message again")
    func bounced() throws {
        try issue(to: ["grace@example.org"])
        let lease = try #require(try lease().first)
        let report = BounceReport(
            token: lease.token, isPermanent: true, isComplaint: false, answer: "550 5.1.1 user unknown")
        try dispatcher.record(.accepted(providerID: nil, answer: "250"), of: lease, chance: 0, festival.store)
        #expect(try dispatcher.record(report, festival.store)?.delivery.state == .bounced)
        #expect(
            try dispatcher.record(
                BounceReport(token: "feed", isPermanent: true, isComplaint: false, answer: ""), festival.store) == nil)

        // If the program is killed before it has finished with a report, it reads the report a second time.
        festival.clock.advance(bySeconds: 1)
        let first = try notice(.ticketIssued)
        #expect(try dispatcher.record(report, festival.store)?.delivery.state == .bounced)
        #expect(try notice(.ticketIssued) == first)

        try issue(to: ["grace@example.org"])
        #expect(try self.lease().isEmpty)
        let organizer = try festival.organizer()
        let blocked = try festival.services.notices.notices(
            in: .ofOrganizer(organizer), NoticeQuery([.suppressed]), limit: 9)
        #expect(blocked.map(\.delivery.reason) == [.suppressed])
        let key = try #require(blocked.first).key
        #expect(throws: ManagementError.noticeSettled(.suppressed)) {
            try festival.services.notices.retry(key, of: organizer)
        }
        // A member sends the returned message again, so messages to the address are allowed again.
        _ = try festival.services.notices.retry(lease.notice.key, of: organizer)
        #expect(try self.lease().count == 1)
    }

    @Test(
        """
        If a message is reported as returned before the program has stored that it was sent, the report is stored, \
        and the message is not sent again
        """,
        arguments: [false, true])
    func reportBeforeResult(isDeferred: Bool) throws {
        try issue(to: ["grace@example.org"])
        let lease = try #require(try lease().first)
        if isDeferred {
            try dispatcher.record(.deferred(answer: "connection lost"), of: lease, chance: 0, festival.store)
        }
        let report = BounceReport(
            token: lease.token, isPermanent: true, isComplaint: false, answer: "550 5.1.1 user unknown")
        #expect(try dispatcher.record(report, festival.store)?.delivery.state == .bounced)
        // The process that sent the message is slow, and stores its result after the report.
        try dispatcher.record(.accepted(providerID: nil, answer: "250"), of: lease, chance: 0, festival.store)
        let stored = try notice(.ticketIssued).delivery
        #expect(stored.state == .bounced && stored.due == nil && stored.sent == festival.clock.now())
        #expect(stored.answer == "550 5.1.1 user unknown")
        festival.clock.advance(bySeconds: NoticeDispatcher.leaseSeconds)
        #expect(try self.lease().isEmpty)
        let organizer = try festival.organizer()
        #expect(
            try festival.services.notices.stoppedAddresses(of: organizer, limit: 5).map(\.address)
                == ["grace@example.org"])
    }

    @Test(
        """
        After a complaint, an address gets no messages until a member allows them again; a list shows the affected \
        tickets
        """)
    func complaint() throws {
        try issue(to: ["grace@example.org"])
        let lease = try #require(try lease().first)
        try dispatcher.record(.accepted(providerID: nil, answer: "250"), of: lease, chance: 0, festival.store)
        let report = BounceReport(token: lease.token, isPermanent: false, isComplaint: true, answer: "spam")
        #expect(try dispatcher.record(report, festival.store)?.delivery.reason == .complaint)
        festival.clock.advance(bySeconds: 1)
        try issue(to: ["grace@example.org"])
        #expect(try self.lease().isEmpty)
        let organizer = try festival.organizer()
        for found in try [
            festival.services.notices.stoppedAddresses(of: organizer, limit: 5),
            festival.services.notices.stoppedAddresses(of: festival.event, limit: 5),
        ] {
            #expect(found.map(\.address) == ["grace@example.org"] && found.map(\.answer) == ["spam"])
            let subjects = try #require(found.first).subjects
            #expect(subjects.count == 2 && subjects.allSatisfy { $0.event == festival.event.number })
            #expect(subjects.contains { $0.ticket?.description == lease.notice.payload["ticket"] })
        }
        #expect(try festival.services.notices.recentFailures(of: organizer.number) == 1)
        #expect(try !festival.services.notices.allowMessages(to: "joan@example.org", of: organizer))
        #expect(try festival.services.notices.allowMessages(to: "grace@example.org", of: organizer))
        #expect(try !festival.services.notices.allowMessages(to: "grace@example.org", of: organizer))
        #expect(try festival.services.notices.stoppedAddresses(of: organizer, limit: 5).isEmpty)
        festival.clock.advance(bySeconds: 1)
        try issue(to: ["grace@example.org"])
        #expect(try self.lease().count == 1)
    }

    @Test(
        """
        Three changes of the venue become one message with the original and the last venue; if the venue changes \
        back, no message is sent
        """)
    func merged() throws {
        try issue(to: ["grace@example.org"])
        for lease in try lease() {
            try dispatcher.record(.accepted(providerID: nil, answer: ""), of: lease, chance: 0, festival.store)
        }
        for venue in ["Pier", "Barn", "Tent"] {
            festival.clock.advance(bySeconds: 1)
            _ = try festival.services.events.edit(festival.event) { $0.venue = venue }
        }
        let leases = try lease()
        #expect(leases.map { $0.notice.payload["venue"] } == ["Tent"])
        #expect(leases.map { $0.notice.payload["old_venue"] } == ["Lido"])
        try dispatcher.record(
            .accepted(providerID: nil, answer: ""), of: try #require(leases.first), chance: 0, festival.store)
        for venue in ["Pier", "Tent"] {
            festival.clock.advance(bySeconds: 1)
            _ = try festival.services.events.edit(festival.event) { $0.venue = venue }
        }
        #expect(try lease().isEmpty)
        let moved = try festival.notices(.eventMoved)
        #expect(moved.map(\.delivery.state) == [.merged, .merged, .sent, .merged, .dropped])
        // Each merged message names the message that replaced it.
        #expect(moved.map(\.successor) == [moved[1].key, moved[2].key, nil, moved[4].key, nil])
        #expect(moved.last?.delivery.reason == .unchanged)
    }

    @Test("Changes of two sub-events cause two messages; two changes of one sub-event cause one message")
    func subEvents() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,email\nAnn,ann@x.org\n")
        try wedding.invite(to: [wedding.ceremony, wedding.reception])
        let (services, clock, store) = (wedding.services, wedding.festival.clock, wedding.festival.store)
        let changes = [(wedding.ceremony, "Chapel"), (wedding.reception, "Tent"), (wedding.ceremony, "Hall")]
        for (subEvent, venue) in changes {
            clock.advance(bySeconds: 1)
            _ = try services.subEvents.editSubEvent(subEvent, of: wedding.event) { $0.venue = venue }
        }
        let leases = try NoticeDispatcher(clock: clock.now).decide(atMost: 100, channels: [.email], store).leases
        let moved = leases.map(\.notice).filter { $0.kind == .eventMoved }
        #expect(Set(moved.map { $0.payload["venue"] }) == ["Hall", "Tent"] && moved.count == 2)
        #expect(moved.first { $0.payload["venue"] == "Tent" }?.payload["old_venue"] == "The Barn")
        #expect(moved.first { $0.payload["venue"] == "Hall" }?.payload["old_venue"] == "")
    }

    @Test(
        """
        After three messages about an event in a day, an address gets further changes of an invitation in one later \
        message; another guest’s first invitation is not delayed
        """)
    func invitations() throws {
        let event = try festival.published("Later", at: 10 * 86_400)
        // In the time zone of this event, the clock starts in the quiet hours, in which messages wait.
        festival.clock.advance(bySeconds: 12 * 3600)
        let services = festival.services
        let party = try services.subEvents.addSubEvent(SubEventDetails(kind: .reception, name: "Party"), to: event)
        let dinner = try services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony, name: "Dinner"), to: event)
        func add(_ names: [String]) throws {
            let rows = names.map { "\($0),home@example.org\n" }.joined()
            try festival.folder.write("name,email\n\(rows)", to: "guests.csv")
            _ = try services.guests.importGuests(
                path: festival.folder("guests.csv"), GuestImportOptions(), into: event)
        }
        func change(_ inviting: [SubEvent], withdrawing: [SubEvent] = []) throws {
            festival.clock.advance(bySeconds: 1)
            let change = InvitationChange(
                inviting: inviting.map(\.number), withdrawing: withdrawing.map(\.number), sharing: .guest)
            _ = try services.guests.invite(.all, change, of: event, signingWith: festival.ring)
        }
        func sent() throws -> [Notice] {
            try lease().map { lease in
                try dispatcher.record(
                    .accepted(providerID: nil, answer: ""), of: lease, chance: 0, festival.store)
                return lease.notice
            }
        }
        try add(["Ann"])
        try change([party])
        #expect(try sent().map(\.kind) == [.invitation])
        try change([dinner])
        #expect(try sent().map(\.kind) == [.invitation])
        try change([], withdrawing: [dinner])
        #expect(try sent().map(\.kind) == [.invitation])
        try change([dinner])
        #expect(try sent().isEmpty && festival.notices(.invitation).last?.delivery.reason == .updateCap)
        try add(["Ann", "Ben"])
        try change([party, dinner])
        #expect(try sent().map { $0.payload["guest"] } == ["Ben"])
        try change([], withdrawing: [dinner])
        #expect(try sent().isEmpty)
        festival.clock.advance(bySeconds: 86_400)
        let last = try sent()
        #expect(last.compactMap { $0.payload["guest"] }.sorted() == ["Ann", "Ben"])
        #expect(last.allSatisfy { $0.payload["sub_events"] == "Party" && $0.withdrawnSubEvents == [dinner.number] })
    }

    @Test("If an invitation is changed and then withdrawn, only a message about the withdrawal is sent")
    func withdrawnInvitation() throws {
        let wedding = try Wedding()
        let (clock, store) = (wedding.festival.clock, wedding.festival.store)
        try wedding.importGuests("name,email\nAnn,ann@x.org\n")
        try wedding.invite(to: [wedding.ceremony, wedding.reception])
        let dispatcher = NoticeDispatcher(clock: clock.now)
        for lease in try dispatcher.decide(atMost: 100, channels: [.email], store).leases {
            try dispatcher.record(.accepted(providerID: nil, answer: ""), of: lease, chance: 0, store)
        }
        for subEvent in [wedding.ceremony, wedding.reception] {
            clock.advance(bySeconds: 1)
            try wedding.invite(withdraw: [subEvent])
        }
        let leases = try dispatcher.decide(atMost: 100, channels: [.email], store).leases.map(\.notice)
        #expect(leases.map(\.kind) == [.invitationWithdrawn])
        #expect(leases.first?.withdrawnSubEvents == [wedding.ceremony.number, wedding.reception.number])
        let merged = try wedding.festival.notices(.invitation).last
        #expect(merged?.delivery.state == .merged && merged?.successor == leases.first?.key)
    }

    @Test(
        """
        If an invitation is withdrawn before its message is sent, the guest gets no message; a later invitation then \
        counts as the first
        """)
    func unknownInvitation() throws {
        let wedding = try Wedding()
        let (clock, store) = (wedding.festival.clock, wedding.festival.store)
        let dispatcher = NoticeDispatcher(clock: clock.now)
        func leased() throws -> [Notice] {
            try dispatcher.decide(atMost: 100, channels: [.email], store).leases.map(\.notice)
        }
        try wedding.importGuests("name,email\nAnn,ann@x.org\n")
        try wedding.invite(to: [wedding.ceremony])
        clock.advance(bySeconds: 1)
        try wedding.invite(withdraw: [wedding.ceremony])
        #expect(try leased().isEmpty)
        #expect(try wedding.festival.notices(.invitation).map(\.delivery.state) == [.merged])
        let withdrawal = try #require(try wedding.festival.notices(.invitationWithdrawn).first)
        #expect(withdrawal.delivery.state == .dropped && withdrawal.delivery.reason == .withdrawn)
        try wedding.importGuests("name,email\nBen,ben@x.org\n")
        let changes: [(inviting: [SubEvent], withdrawing: [SubEvent])] = [
            ([wedding.reception], []), ([], [wedding.reception]), ([wedding.ceremony], []),
        ]
        for (inviting, withdrawing) in changes {
            clock.advance(bySeconds: 1)
            try wedding.invite(to: inviting, withdraw: withdrawing)
        }
        let last = try leased().filter { $0.recipient == "ben@x.org" }
        #expect(last.map(\.kind) == [.invitation] && last.allSatisfy(\.bringsInvitation))
        #expect(last.allSatisfy { $0.visiblePayload.keys.allSatisfy { !$0.hasPrefix("invitation_") } })
    }

    @Test("A message that waits for another attempt is merged into the message about the next change")
    func mergedAfterFailure() throws {
        try issue(to: ["grace@example.org"])
        _ = try lease()
        _ = try festival.services.events.edit(festival.event) { $0.venue = "Pier" }
        let first = try #require(try lease().first)
        try dispatcher.record(.deferred(answer: "451"), of: first, chance: 0, festival.store)
        festival.clock.advance(bySeconds: 1)
        _ = try festival.services.events.edit(festival.event) { $0.venue = "Tent" }
        let leases = try lease()
        #expect(leases.map { $0.notice.payload["old_venue"] } == ["Lido"])
        #expect(leases.map { $0.notice.payload["venue"] } == ["Tent"])
        #expect(try festival.notices(.eventMoved).map(\.delivery.state) == [.merged, .leased])
    }

    @Test("If a ticket is cancelled before a message about it is sent, the message is dropped as outdated")
    func outdated() throws {
        try issue(to: ["grace@example.org"])
        let code = try #require(
            try festival.services.tickets.tickets(of: festival.event, matching: .all, limit: 1).first
        ).code
        _ = try festival.services.tickets.cancel(code, of: festival.event, note: nil)
        let leases = try lease()
        #expect(leases.map(\.notice.kind) == [.ticketCancelled])
        #expect(try notice(.ticketIssued).delivery.reason == .outdated)
    }

    @Test(
        "After an event is cancelled or deleted, only messages about the cancellation and the refund are sent",
        arguments: [false, true])
    func cancelled(isDeleted: Bool) throws {
        let paid = try festival.published("Paid", at: 86_400, price: Money("50000 UGX"))
        let type = try #require(try festival.services.ticketTypes.ticketTypes(of: paid).first)
        func order(_ method: Payment.Method?, _ email: String) throws {
            let draft = OrderDraft(
                lines: [OrderDraft.Line(type: type.number, count: 1)], name: "Grace", email: email,
                payment: method.map { Payment($0) })
            _ = try festival.services.orders.createOrder(
                draft, of: paid, signingWith: method == nil ? nil : festival.ring)
        }
        try order(.cash, "grace@example.org")
        try order(.atTheDoor, "ann@example.org")
        try order(nil, "joan@example.org")
        _ = try festival.services.tickets.issue(
            .person(holder: "Ruth", email: "ruth@example.org", note: nil), type: type, of: paid,
            signingWith: festival.ring)
        if isDeleted {
            _ = try festival.services.events.deleteEvent(paid)
        } else {
            _ = try festival.services.events.cancelEvent(paid)
        }
        let sent = try lease().map(\.notice).filter { $0.event == paid.number }
        #expect(Set(sent.map(\.kind)).isSubset(of: [.eventCancelled, .refundOwed, .orderCancelled]))
        #expect(sent.contains { $0.kind == .refundOwed && $0.recipient == "grace@example.org" })
        #expect(sent.contains { $0.kind == .eventCancelled && $0.recipient == "ruth@example.org" })
        for kind in [Notice.Kind.orderPaid, .orderPending, .ticketIssued] {
            let found = try festival.notices(kind).map(\.delivery)
            #expect(!found.isEmpty && found.allSatisfy { $0.state == .dropped && $0.reason == .outdated }, "\(kind)")
        }
    }

    @Test("If an order is refunded before its confirmation is sent, the confirmation is dropped")
    func refunded() throws {
        let paid = try festival.published("Paid", at: 86_400, price: Money("50000 UGX"))
        let type = try #require(try festival.services.ticketTypes.ticketTypes(of: paid).first)
        let draft = OrderDraft(
            lines: [OrderDraft.Line(type: type.number, count: 1)], name: "Grace", email: "grace@example.org",
            payment: Payment(.cash))
        let order = try festival.services.orders.createOrder(draft, of: paid, signingWith: festival.ring)
        _ = try festival.services.orders.refund(.all, ofOrder: order.number, of: paid, note: nil)
        #expect(try !lease().map(\.notice.kind).contains(.orderPaid))
        #expect(try notice(.orderPaid).delivery.reason == .outdated)
    }

    @Test("Tickets that are transferred to one address shortly after each other are announced in one message")
    func transferred() throws {
        let event = try festival.published("Later", at: 10 * 86_400)
        // In the time zone of this event, the clock starts in the quiet hours, in which messages about transfers wait.
        festival.clock.advance(bySeconds: 12 * 3600)
        let type = try #require(try festival.services.ticketTypes.ticketTypes(of: event).first)
        for _ in 0..<3 {
            let issued = try festival.services.tickets.issue(
                .person(holder: "Eve", email: nil, note: nil), type: type, of: event, signingWith: festival.ring)
            _ = try festival.services.tickets.transfer(
                #require(issued.first.first).code, of: event, to: "Joan", email: "joan@example.org",
                signingWith: festival.ring)
            festival.clock.advance(bySeconds: 1)
        }
        let leases = try lease().map(\.notice).filter { $0.kind == .ticketTransferred }
        #expect(leases.count == 1 && leases.first?.ticketCodes.count == 3)
        let states = try festival.notices(.ticketTransferred).map(\.delivery.state)
        #expect(states.count { $0 == .merged } == 2 && states.count { $0 == .leased } == 1)
    }

    @Test("A member of another organizer can neither read, repeat nor acknowledge a message")
    func foreign() throws {
        try issue(to: ["grace@example.org"])
        let key = try notice(.ticketIssued).key
        let joan = try ManagementServices.signIn(
            to: festival.store, as: festival.services.users.addUser(UserDetails(name: "Joan")).name,
            clock: festival.clock.now)
        let own = try joan.organizers.createOrganizer(OrganizerDetails(name: "Lake House"))
        #expect(throws: ManagementError.unknownNotice(key)) { try joan.notices.notice(key, of: own) }
        #expect(throws: ManagementError.unknownNotice(key)) { try joan.notices.retry(key, of: own) }
        #expect(throws: ManagementError.unknownNotice(key)) {
            try joan.notices.acknowledge(key, as: .sent, of: own)
        }
        let nile = try festival.organizer()
        #expect(throws: ManagementError.self) { try joan.notices.acknowledge(key, as: .sent, of: nile) }
        let sent = try festival.services.notices.acknowledge(key, as: .sent, answer: "by hand", of: nile)
        #expect(sent.delivery.state == .sent && sent.delivery.answer == "by hand")
        #expect(throws: ManagementError.noticeSettled(.sent)) {
            try festival.services.notices.retry(key, of: nile)
        }
        // A provider’s answer stays plain text, even if it looks like a stored sentence of this program.
        let forged = #"{"arguments":{},"forms":["Call us"],"name":"gate.admit"}"#
        let failed = try festival.services.notices.acknowledge(key, as: .failed, answer: forged, of: nile)
        #expect(failed.delivery.answer.map { Sentence(stored: $0).english } == " \(forged)")
        #expect(try lease().isEmpty)
    }
}

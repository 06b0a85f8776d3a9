import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Messages to owners and managers about sales", .everyEngine)
struct SalesNoticeTests {
    /// 08:00 in Kampala on the day of `Festival.start` (Wed 23 Dec 2026, 07:26:40 in Kampala).
    private static let eight = Festival.start.advanced(bySeconds: 2000)

    private func festival(_ quantity: Int? = nil, price: Money? = Money("50000 UGX")) throws -> Festival {
        let festival = try Festival(
            type: TicketTypeDetails(name: "Regular", price: price, quantity: quantity).with {
                $0.allowsDoorReservations = true
            })
        _ = try festival.services.events.edit(festival.event) {
            $0.start = Festival.start.advanced(bySeconds: 10 * 86_400)
            $0.end = Festival.start.advanced(bySeconds: 11 * 86_400)
        }
        return festival
    }

    private func recipients(_ kind: Notice.Kind, _ festival: Festival) throws -> [String] {
        try festival.notices(kind).map(\.recipient).sorted()
    }

    private func sendSales(_ festival: Festival) throws -> [Notice] {
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        var sent: [Notice] = []
        while true {
            let (leases, decided) = try dispatcher.decide(atMost: 100, channels: [.email], festival.store)
            if decided == 0 { return sent }
            for lease in leases {
                try dispatcher.record(.accepted(providerID: nil, answer: ""), of: lease, chance: 0, festival.store)
            }
            sent += leases.map(\.notice).filter { $0.kind == .newSale }
        }
    }

    @Test("Owners and managers with an e-mail address get messages, except about orders that they enter themselves")
    func recipients() throws {
        let festival = try festival()
        let mona = try festival.member("Mona", "mona@example.org", .manager)
        try festival.member("Olive", "olive@example.org", .owner)
        for role in [Role.seller, .gate, .viewer] {
            try festival.member("\(role)", "\(role)@example.org", role)
        }
        try festival.member("Max", nil, .manager)
        _ = try festival.order(2, .cash)
        #expect(try recipients(.newSale, festival) == ["mona@example.org", "olive@example.org"])
        let sale = try #require(try festival.notices(.newSale).first?.payload)
        #expect(sale["tickets"] == "2" && sale["count"] == "1" && sale["total"] == "100000 UGX")

        let draft = festival.draft(1, payment: Payment(.cash))
        _ = try mona.orders.createOrder(draft, of: festival.event, signingWith: festival.ring)
        #expect(try recipients(.newSale, festival).filter { $0 == "mona@example.org" }.count == 1)
        #expect(try recipients(.newSale, festival).filter { $0 == "olive@example.org" }.count == 2)
        // An order that is created with Mona's API token does not count as entered by Mona, so Mona also gets a
        // message.
        let program = mona.narrowed(
            to: Grant(organizer: festival.event.organizer, event: nil, rights: [.lookUp, .sell]))
        _ = try program.orders.createOrder(draft, of: festival.event, signingWith: festival.ring)
        #expect(try recipients(.newSale, festival).filter { $0 == "mona@example.org" }.count == 2)
    }

    @Test("A former member gets no further messages")
    func formerMember() throws {
        let festival = try festival()
        let mona = try festival.member("Mona", "mona@example.org", .manager)
        _ = try festival.services.members.removeMember(mona.user, from: festival.organizer())
        _ = try festival.order(2, .cash)
        #expect(try festival.notices(.newSale).isEmpty)
    }

    @Test(
        """
        An order causes one message when its tickets are issued: after a payment, or at once if the tickets are free \
        or to be paid at the door
        """)
    func once() throws {
        let festival = try festival()
        try festival.member("Mona", "mona@example.org", .manager)
        let pending = try festival.order(1)
        #expect(try festival.notices(.newSale).isEmpty)
        _ = try festival.pay(pending, .cash, request: "p")
        _ = try festival.pay(pending, .cash, request: "p")
        #expect(try festival.notices(.newSale).map { $0.payload["order"] } == ["\(pending.number)"])
        let door = try festival.order(1, .atTheDoor)
        _ = try festival.pay(door)
        #expect(try festival.notices(.newSale).count == 2)
        let free = try festival.order(1, .complimentary)
        let told = try festival.notices(.newSale).first { $0.payload["order"] == "\(free.number)" }
        #expect(told != nil && told?.payload["total"] == nil)
        _ = try festival.storefront().reserve(festival.draft(2), of: festival.event.number, request: "r")
        #expect(try festival.notices(.newSale).count == 4)
        // Tickets that are issued without an order are not sales, even a large number of them.
        _ = try festival.issue(300)
        #expect(try festival.notices(.newSale).count == 4)
    }

    @Test(
        """
        Tickets without orders count for milestones and low inventory; if many are issued at once, only the highest \
        milestone is reported
        """)
    func issuedTickets() throws {
        let festival = try festival(230)
        try festival.member("Mona", "mona@example.org", .manager)
        func milestones() throws -> [String?] { try festival.notices(.salesMilestone).map { $0.payload["tickets"] } }
        _ = try festival.issue(49)
        #expect(try milestones().isEmpty)
        _ = try festival.services.tickets.issue(
            .person(holder: "Joan", email: nil, note: nil), type: festival.regular, of: festival.event,
            signingWith: festival.ring)
        #expect(try milestones() == ["50"])
        _ = try festival.issue(169)
        #expect(try milestones().compactMap(\.self).sorted() == ["200", "50"])
        #expect(try festival.notices(.lowInventory).isEmpty)
        _ = try festival.issue(5)
        #expect(try festival.notices(.lowInventory).map { $0.payload["tickets"] } == ["6"])
        // Each milestone causes one message. Further tickets cause no second message, no matter how they are issued.
        _ = try festival.issue(1)
        _ = try festival.order(2, .cash)
        _ = try festival.pay(festival.order(1), .cash)
        #expect(try festival.counts().issued == 228)
        #expect(try festival.notices(.lowInventory).count == 1)
        #expect(try milestones().compactMap(\.self).sorted() == ["200", "50"])
    }

    @Test(
        """
        After a change of the settings, a milestone is reported only if it is newly reached and above all reported \
        milestones
        """)
    func changedMilestones() throws {
        let festival = try festival()
        try festival.member("Mona", "mona@example.org", .manager)
        func sell(_ count: Int, first: Int = 50, step: Int = 100) throws -> [String] {
            let policy = NoticePolicy.standard.with { ($0.firstMilestone, $0.milestoneStep) = (first, step) }
            let before = Set(try festival.notices(.salesMilestone).map(\.key))
            _ = try festival.services.applying { policy }.tickets.issue(
                .unnamed(count), type: festival.regular, of: festival.event, signingWith: festival.ring)
            return try festival.notices(.salesMilestone).filter { !before.contains($0.key) }
                .compactMap { $0.payload["tickets"] }
        }
        let orders = try (0..<6).map { _ in try festival.order(10, .complimentary) }
        #expect(try sell(45) == ["100"])
        #expect(try sell(1, step: 10).isEmpty)
        #expect(try sell(30, step: 10) == ["130"])
        #expect(try sell(10, first: 140, step: 1000) == ["140"])
        // After refunds, the event reaches some milestones a second time.
        for order in orders {
            _ = try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
        }
        #expect(try festival.counts().issued == 86)
        #expect(try sell(5, step: 10).isEmpty)
        #expect(try sell(50, step: 10).isEmpty)
        #expect(try sell(10, step: 10) == ["150"])
    }

    @Test("After the setting for low inventory changes, a type with few tickets left is reported once")
    func changedInventory() throws {
        let festival = try festival(100)
        try festival.member("Mona", "mona@example.org", .manager)
        func sell(_ count: Int, left: Int) throws -> [String?] {
            let policy = NoticePolicy.standard.with { $0.lowInventory = left }
            _ = try festival.services.applying { policy }.tickets.issue(
                .unnamed(count), type: festival.regular, of: festival.event, signingWith: festival.ring)
            return try festival.notices(.lowInventory).map { $0.payload["tickets"] }
        }
        #expect(try sell(85, left: 10).isEmpty)
        #expect(try sell(1, left: 20) == ["14"])
        #expect(try sell(5, left: 10) == ["14"])
        #expect(try sell(7, left: 3) == ["14"])
    }

    @Test("A visitor’s reservation causes messages about sales according to the server’s settings")
    func storefrontPolicy() throws {
        let festival = try festival()
        try festival.member("Mona", "mona@example.org", .manager)
        let storefront = try Storefront(
            to: festival.store, signingWith: festival.ring, clock: festival.clock.now,
            noticePolicy: { NoticePolicy.standard.with { $0.firstMilestone = 2 } })
        let copy = storefront.using(festival.store, signingWith: festival.ring)
        _ = try copy.reserve(festival.draft(2), of: festival.event.number, request: "r")
        #expect(try festival.notices(.salesMilestone).map { $0.payload["tickets"] } == ["2"])
    }

    @Test("Neither a dry run of issuing tickets nor a failed attempt to issue tickets queues a message")
    func noIssue() throws {
        let festival = try festival(60)
        try festival.member("Mona", "mona@example.org", .manager)
        _ = try festival.services.tickets.issue(
            .unnamed(55), type: festival.regular, of: festival.event, signingWith: festival.ring,
            options: TicketIssueOptions(effect: .dryRun))
        #expect(throws: ManagementError.self) { _ = try festival.issue(61) }
        #expect(try festival.notices(.salesMilestone).isEmpty && festival.notices(.lowInventory).isEmpty)
    }

    @Test("If tickets without orders are issued concurrently, each milestone is reported once")
    func concurrentIssues() async throws {
        let festival = try festival()
        try festival.member("Mona", "mona@example.org", .manager)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    for _ in 0..<5 {
                        _ = try festival.services.tickets.issue(
                            .unnamed(7), type: festival.regular, of: festival.event, signingWith: festival.ring)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try festival.counts().issued == 210)
        let milestones = try festival.notices(.salesMilestone).compactMap { $0.payload["tickets"] }
        #expect(milestones.sorted() == ["100", "200", "50"])
    }

    @Test(
        "With 8 concurrent sellers, each manager gets one message about each milestone and about a type’s last tickets")
    func concurrentSales() async throws {
        let festival = try festival(120)
        for name in ["Mona", "Olive"] { try festival.member(name, "\(name.lowercased())@example.org", .manager) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<7 { _ = try festival.order(2, .cash) } }
            }
            try await group.waitForAll()
        }
        #expect(try festival.counts().issued == 112)
        let milestones = try festival.notices(.salesMilestone).map { "\($0.recipient) \($0.payload["tickets"] ?? "")" }
        #expect(
            milestones.sorted() == [
                "mona@example.org 100", "mona@example.org 50", "olive@example.org 100", "olive@example.org 50",
            ])
        _ = try festival.order(2, .cash)
        #expect(try recipients(.lowInventory, festival) == ["mona@example.org", "olive@example.org"])
        let low = try festival.notices(.lowInventory)
        #expect(low.allSatisfy { $0.payload["tickets"] == "10" && $0.payload["type"] == "Regular" })
        #expect(try festival.notices(.newSale).count == 2 * 57)
    }

    @Test("Low inventory is reported only for a type that had more than 10 tickets")
    func smallTypes() throws {
        let festival = try festival(10)
        try festival.member("Mona", "mona@example.org", .manager)
        _ = try festival.order(9, .cash)
        #expect(try festival.notices(.lowInventory).isEmpty)
        let large = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Large", price: Money("50000 UGX"), quantity: 11), to: festival.event)
        _ = try festival.services.orders.createOrder(
            festival.draft(11, payment: Payment(.cash), type: large), of: festival.event, signingWith: festival.ring)
        #expect(try festival.notices(.lowInventory).map { $0.payload["tickets"] } == ["0"])
    }

    @Test("At each full hour, one message has the sums of the hour’s sales, even if sales continue meanwhile")
    func hourly() throws {
        let festival = try festival()
        try festival.member("Mona", "mona@example.org", .manager)
        try festival.setSales(.hourly, of: "mona@example.org")
        for count in 1...3 {
            _ = try festival.order(count, .cash)
            #expect(try sendSales(festival).isEmpty)
            festival.clock.advance(bySeconds: 300)
        }
        // This sale is after the full hour, but before the message is sent, so the message includes it.
        festival.clock.set(Instant(milliseconds: Self.eight.milliseconds + 1))
        _ = try festival.order(4, .cash)
        let sent = try sendSales(festival)
        #expect(sent.map { $0.payload["count"] } == ["4"])
        #expect(sent.map { $0.payload["tickets"] } == ["10"])
        #expect(sent.map { $0.payload["total"] } == ["500000 UGX"])
        let states = try festival.notices(.newSale).map(\.delivery.state)
        #expect(states.filter { $0 == .merged }.count == 3 && states.filter { $0 == .sent }.count == 1)
        festival.clock.advance(bySeconds: 3600)
        #expect(try sendSales(festival).isEmpty)
    }

    @Test("At most one message about sales is sent in a minute, and it has all sales since the last such message")
    func realTime() throws {
        let festival = try festival()
        try festival.member("Mona", "mona@example.org", .manager)
        _ = try festival.order(1, .cash)
        #expect(try sendSales(festival).map { $0.payload["count"] } == ["1"])
        for _ in 0..<5 {
            festival.clock.advance(bySeconds: 10)
            _ = try festival.order(1, .cash)
            #expect(try sendSales(festival).isEmpty)
        }
        festival.clock.advance(bySeconds: 10)
        let sent = try sendSales(festival)
        let deliveries = try festival.notices(.newSale).map(\.delivery)
        #expect(sent.map { $0.payload["count"] } == ["5"], "\(deliveries)")
    }

    @Test("If three processes send at the same time, each sale is reported exactly once")
    func concurrentDigests() async throws {
        let festival = try festival()
        try festival.member("Mona", "mona@example.org", .manager)
        try festival.setSales(.hourly, of: "mona@example.org")
        for _ in 0..<30 { _ = try festival.order(1, .cash) }
        festival.clock.set(Self.eight)
        let counts = try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<3 {
                group.addTask {
                    let store = try Store.open(festival.address)
                    let dispatcher = NoticeDispatcher(clock: festival.clock.now)
                    var counts: [Int] = []
                    while true {
                        let (leases, decided) = try dispatcher.decide(atMost: 7, channels: [.email], store)
                        counts += leases.map(\.notice).filter { $0.kind == .newSale }
                            .compactMap { $0.payload["count"].flatMap { Int($0) } }
                        if decided == 0 { return counts }
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        // Sales that are missing from the first message cause another message, which waits for one minute.
        festival.clock.advance(bySeconds: 61)
        let rest = try sendSales(festival).compactMap { $0.payload["count"].flatMap { Int($0) } }
        #expect((counts + rest).reduce(0, +) == 30 && counts.count == 1)
    }

    @Test("At 08:00, one summary of the previous day’s sales is queued for each manager, even with four servers")
    func summary() async throws {
        let festival = try festival()
        for name in ["Mona", "Olive"] { try festival.member(name, "\(name.lowercased())@example.org", .manager) }
        func queue(at moment: Instant) throws -> Int {
            festival.clock.set(moment)
            return try SalesSummaryScheduler(clock: festival.clock.now).queueDue(festival.store)
        }
        _ = try festival.order(2, .cash)
        let cancelled = try festival.order(3, .cash)
        _ = try festival.order(1, .complimentary)
        _ = try festival.order(5)
        _ = try festival.issue(7)
        _ = try festival.services.orders.refund(.all, ofOrder: cancelled.number, of: festival.event, note: nil)
        #expect(try queue(at: Self.eight) == 0)
        #expect(try queue(at: Self.eight.advanced(bySeconds: 86_399)) == 0)
        festival.clock.set(Self.eight.advanced(bySeconds: 86_400))
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try SalesSummaryScheduler(clock: festival.clock.now).queueDue(Store.open(festival.address))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.sorted() == [0, 0, 0, 2])
        #expect(try recipients(.dailySummary, festival) == ["mona@example.org", "olive@example.org"])
        let summary = try #require(try festival.notices(.dailySummary).first?.payload)
        #expect(summary["day"] == "2026-12-23" && summary["tickets"] == "3" && summary["count"] == "2")
        #expect(summary["total"] == "100000 UGX")
        // Nothing was sold on the next day.
        #expect(try queue(at: Self.eight.advanced(bySeconds: 2 * 86_400)) == 0)
        #expect(try festival.notices(.dailySummary).count == 2)
    }
}

extension Festival {
    @discardableResult
    fileprivate func member(_ name: String, _ email: String?, _ role: Role) throws -> ManagementServices {
        let address = email.flatMap { EmailAddress(rawValue: $0) }
        let user = try services.users.addUser(UserDetails(name: name, email: address))
        _ = try services.members.setRole(role, of: user, in: organizer())
        return try ManagementServices.signIn(to: store, as: "\(user.id)", clock: clock.now)
    }

    fileprivate func setSales(_ timing: MessagePreferences.SalesTiming, of address: String) throws {
        try store.write { connection in
            let secret = String(repeating: "ab", count: 16)
            var recipient = try connection.recipients.add(MessageRecipient(address: address, secret: secret))
            recipient.preferences.sales = timing
            try connection.recipients.update(recipient)
        }
    }
}

import Cryptography
import EventFixture
import Foundation
import Gate
import Testing
import TicketToken
import Ticketing

@testable import Management
@testable import Store

@Suite("Webhooks", .everyEngine)
struct WebhookTests {
    /// A festival with a webhook, and with the dispatcher that sends the webhook’s deliveries.
    private struct Shop {
        let festival: Festival
        let dispatcher: WebhookDispatcher
        let webhook: Webhook
        let secret: WebhookSecret

        init(
            _ kinds: Set<Webhook.Kind> = Set(Webhook.Kind.allCases),
            url: String = "https://example.org/hooks?key=hidden",
            by services: ((Festival) throws -> ManagementServices)? = nil
        ) throws {
            festival = try Festival()
            dispatcher = WebhookDispatcher(signingWith: { [ring = festival.ring] in ring }, clock: festival.clock.now)
            (secret, webhook) = try (services?(festival) ?? festival.services).webhooks.createWebhook(
                WebhookDetails(address: url, kinds: kinds), of: festival.organizer(), signingWith: festival.ring)
        }

        /// Queues deliveries for new records of the ledger, and leases the due deliveries. A dispatcher leases a
        /// delivery before it sends the delivery, so that no other dispatcher sends the same delivery.
        func leaseDue(atMost limit: Int = 1000) throws -> [WebhookDispatcher.DeliveryLease] {
            try dispatcher.enqueueLedgerRecords(festival.store)
            return try dispatcher.leaseDeliveries(atMost: limit, festival.store)
        }

        func settle(_ lease: WebhookDispatcher.DeliveryLease, _ answer: WebhookResult) throws {
            try dispatcher.recordResult(lease, answer, chance: 0.5, festival.store)
        }

        /// Leases deliveries and records them as delivered, until no delivery is due. Returns these deliveries.
        func deliverAll() throws -> [WebhookDelivery] {
            var delivered: [WebhookDelivery] = []
            while true {
                let leases = try leaseDue()
                guard !leases.isEmpty else { return delivered }
                for lease in leases {
                    delivered.append(lease.delivery)
                    try settle(lease, .status(204))
                }
            }
        }

        var state: WebhookStatus {
            get throws { try festival.services.webhooks.webhook(webhook.id, of: festival.organizer(), latest: 0).state }
        }

        var latest: [WebhookDelivery] {
            get throws {
                try festival.services.webhooks.webhook(webhook.id, of: festival.organizer(), latest: 100).deliveries
            }
        }
    }

    private static func isLike(_ delivered: [WebhookDelivery], _ kinds: [Webhook.Kind]) -> Bool {
        delivered.map(\.kind).sorted() == kinds.sorted()
    }

    @Test(
        """
        One delivery is sent when a ticket is issued, admitted, refused or cancelled, or when its admission is undone; \
        no delivery contains a token, name or note
        """
    )
    func story() throws {
        let shop = try Shop()
        let festival = shop.festival
        let ticket = try festival.ticket(of: festival.issue(1)[0])
        _ = try festival.services.tickets.issue(
            .person(holder: "Grace Hidden", email: "grace@example.org", note: "secret note"), type: festival.regular,
            of: festival.event, signingWith: festival.ring)
        let issued = try shop.deliverAll()
        #expect(
            Self.isLike(issued, [.issued, .issued]) && issued.contains { $0.payload["ticket"] == "\(ticket.code)" })
        let gate = try festival.gate()
        let token = try festival.token(of: ticket)
        #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
        festival.clock.advance(bySeconds: 60)
        guard case .refuse(.alreadyUsed) = gate.decide(Scan(token)).outcome else { throw Surprise("admitted twice") }
        try gate.flush()
        _ = gate.undo(Scan(token), reason: "wrong person: Grace")
        let decided = try shop.deliverAll()
        #expect(Self.isLike(decided, [.admitted, .refused, .voided]), "\(decided)")
        for delivery in decided {
            #expect(delivery.payload["ticket"] == "\(ticket.code)" && delivery.payload["gate"] == "North")
            #expect(delivery.payload["type_name"] == "Regular" && delivery.payload["device"] == "\(festival.device)")
        }
        #expect(decided.first { $0.kind == .refused }?.payload["reason"] == "alreadyUsed")
        _ = try festival.services.tickets.cancel(ticket.code, of: festival.event, note: "asked for by Grace")
        let cancelled = try shop.deliverAll()
        #expect(Self.isLike(cancelled, [.cancelled]) && cancelled[0].payload["status"] == "cancelled")
        #expect(try shop.deliverAll().isEmpty)
        let stored = try shop.latest.map { "\($0.payload)" }.joined()
        #expect(try shop.latest.count == 6 && shop.latest.allSatisfy { $0.end?.outcome == .delivered })
        for hidden in ["Grace", "note", "wrong person", token, "asked for"] { #expect(!stored.contains(hidden)) }
    }

    @Test("A refund, a deleted or restored event, and a voided sheet of tickets cause one delivery for each ticket")
    func ends() throws {
        let shop = try Shop()
        let festival = shop.festival
        let order = try festival.order(2, .cash)
        _ = try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
        var delivered = try shop.deliverAll()
        #expect(Self.isLike(delivered, [.issued, .issued, .cancelled, .cancelled]))
        // The tickets are free, so nothing is refunded.
        #expect(delivered.count { $0.payload["status"] == "cancelled" } == 2)
        let batch = try festival.batch()
        _ = try shop.deliverAll()
        let sheet = try festival.services.printing.voidSheet(
            0, at: Array(0..<batch.count), of: batch, of: festival.event, signingWith: festival.ring)
        delivered = try shop.deliverAll()
        #expect(
            delivered.count == sheet.reissued.count
                && delivered.allSatisfy { $0.payload["voided"] == "paper" && $0.kind == .voided })
        let active = try festival.tokens().count - 2
        let deleted = try festival.services.events.deleteEvent(festival.event).event
        delivered = try shop.deliverAll()
        #expect(Self.isLike(delivered, Array(repeating: .cancelled, count: active)))
        festival.clock.advance(bySeconds: 10)
        _ = try festival.services.events.restoreEvent(deleted)
        delivered = try shop.deliverAll()
        #expect(Self.isLike(delivered, Array(repeating: .issued, count: active)))
        #expect(delivered[0].payload["restored"] == "yes")
    }

    @Test("A webhook sends no changes from before its creation; another store’s admissions are sent after a merge")
    func arrivals() throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        #expect(try festival.gate().decide(Scan(tokens[0])).outcome == .admit(again: false))
        let folder = try TemporaryFolder()
        let store = try Store.open(sqlite: folder("lane.sqlite"), creating: true)
        _ = try festival.store.copy(to: store)
        let (_, webhook) = try festival.services.webhooks.createWebhook(
            WebhookDetails(address: "https://example.org", kinds: [.admitted]), of: festival.organizer(),
            signingWith: festival.ring)
        let dispatcher = WebhookDispatcher(signingWith: { [ring = festival.ring] in ring }, clock: festival.clock.now)
        func leaseDue() throws -> [WebhookDispatcher.DeliveryLease] {
            try dispatcher.enqueueLedgerRecords(festival.store)
            return try dispatcher.leaseDeliveries(atMost: 10, festival.store)
        }
        #expect(try leaseDue().isEmpty)
        var random = SystemRandomNumberGenerator()
        let lane = LaneStore(
            store: store, event: festival.event.number, device: .random(using: &random), name: "Lane", trust: .all)
        let gate = try Gate(
            name: "South", event: festival.event.number, store: store, ring: festival.ring, device: lane.device,
            operation: Gate.Operation(clock: festival.clock.now))
        #expect(gate.decide(Scan(tokens[1])).outcome == .admit(again: false))
        _ = try festival.services.gates.merge(lane, into: festival.event, as: festival.device)
        let delivered = try leaseDue()
        #expect(delivered.map(\.delivery.payload["gate"]) == ["South"] && delivered[0].webhook.id == webhook.id)
        _ = try festival.services.gates.merge(lane, into: festival.event, as: festival.device)
        #expect(try leaseDue().isEmpty)
    }

    @Test("A webhook sends no changes that were rolled back, and only changes of its own organizer, event and kinds")
    func strangers() throws {
        let shop = try Shop([.issued, .admitted])
        let festival = shop.festival
        let stranger = try festival.services(ofStranger: "Stranger")
        let own = try stranger.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        let draft = WebhookDetails(address: "https://elsewhere.example", kinds: Set(Webhook.Kind.allCases))
        let theirs = try stranger.webhooks.createWebhook(draft, of: own, signingWith: festival.ring).webhook
        let other = try festival.services.webhooks.createWebhook(
            draft, of: festival.organizer(), event: festival.draft(), signingWith: festival.ring
        ).webhook
        let type = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Few", quantity: 1), to: festival.event)
        #expect(throws: (any Error).self) { try festival.issue(2, type: type) }
        let token = try festival.issue(1)[0]
        #expect(try festival.gate().decide(Scan(token)).outcome == .admit(again: false))
        _ = try festival.services.tickets.cancel(festival.ticket(of: token).code, of: festival.event, note: nil)
        let delivered = try shop.leaseDue().map { ($0.webhook.id, $0.delivery.kind) }
        #expect(delivered.count == 2 && delivered.allSatisfy { $0.0 == shop.webhook.id })
        #expect(Set(delivered.map(\.1)) == [.issued, .admitted])
        #expect(
            try festival.services.webhooks.webhook(other.id, of: festival.organizer(), latest: 9).deliveries.isEmpty)
        #expect(try stranger.webhooks.webhook(theirs.id, of: own, latest: 9).deliveries.isEmpty)
        #expect(throws: ManagementError.unknownWebhook(shop.webhook.id)) {
            try stranger.webhooks.webhook(shop.webhook.id, of: own, latest: 9)
        }
        #expect(throws: ManagementError.unknownWebhook(shop.webhook.id)) {
            try stranger.webhooks.endWebhook(shop.webhook.id, of: own)
        }
        #expect(throws: ManagementError.unknownEvent("\(festival.event.number)", known: [])) {
            try stranger.webhooks.createWebhook(draft, of: own, event: festival.event, signingWith: festival.ring)
        }
    }

    @Test("A failed delivery is retried with the same id after a pause; other deliveries wait until a retry succeeds")
    func backOff() throws {
        let shop = try Shop([.issued])
        let festival = shop.festival
        _ = try festival.issue(3)
        let first = try shop.leaseDue()
        #expect(first.count == WebhookDispatcher.maximumConcurrentPerWebhook)
        for lease in first { try shop.settle(lease, .status(500)) }
        #expect(try shop.leaseDue().isEmpty)
        #expect(try shop.state.webhook.outage?.failures == 2 && shop.state.webhook.lastResult == .status(500))
        festival.clock.advance(bySeconds: 29)
        #expect(try shop.leaseDue().isEmpty)
        festival.clock.advance(bySeconds: 1)
        // At first only one delivery is sent, to find out whether the receiver works again.
        let second = try shop.leaseDue()
        #expect(second.count == 1)
        try shop.settle(second[0], .status(200))
        #expect(try shop.state.webhook.outage == nil)
        let rest = try shop.deliverAll()
        #expect(Set((second.map(\.delivery) + rest).map(\.id)).count == 3)
        #expect(Set(first.map(\.delivery.id)).isSubset(of: (second.map(\.delivery) + rest).map(\.id)))
        #expect((second.map(\.delivery) + rest).map(\.tries).max() == 2)
        #expect(try shop.state.waiting == 0)
    }

    @Test("Deliveries that have failed for a day are given up, and are listed as given up")
    func givenUp() throws {
        let shop = try Shop([.issued])
        let festival = shop.festival
        _ = try festival.issue(5)
        var tries = 0
        while try shop.state.waiting > 0 {
            for lease in try shop.leaseDue() {
                tries += 1
                try shop.settle(lease, .noResponse(.noConnection))
            }
            festival.clock.advance(bySeconds: 600)
        }
        #expect((10...100).contains(tries), "\(tries)")
        let latest = try shop.latest
        #expect(latest.count == 5 && latest.allSatisfy { $0.end?.outcome == .givenUp })
        #expect(latest.allSatisfy { $0.lastResult == .noResponse(.noConnection) })
        // A week later, these deliveries are deleted.
        festival.clock.advance(bySeconds: DeliveryRetryPolicy.retentionSeconds + 1)
        try shop.dispatcher.prune(festival.store)
        #expect(try shop.latest.isEmpty)
    }

    @Test(
        "If a receiver responds with 410, its webhook ends; the end is audited, and nothing more is delivered to it")
    func gone() throws {
        let shop = try Shop([.issued])
        let festival = shop.festival
        _ = try festival.issue(3)
        try shop.settle(try shop.leaseDue()[0], .status(410))
        #expect(try shop.state.webhook.ended != nil && shop.state.waiting == 0)
        let records = try festival.services.audit.changes(of: festival.organizer(), limit: 1000).filter {
            $0.subject == AuditSubject(.webhook, shop.webhook.id)
        }
        #expect(records.map(\.action) == ["makeWebhook", "endWebhook"] && records[1].after["answer"] == "410")
        #expect(records[0].after["address"] == "https://example.org")
        let other = try festival.services.webhooks.createWebhook(
            WebhookDetails(address: "https://example.org", kinds: [.issued]), of: festival.organizer(),
            signingWith: festival.ring
        ).webhook
        _ = try festival.issue(1)
        let lease = try #require(try shop.leaseDue().first)
        try festival.services.webhooks.endWebhook(other.id, of: festival.organizer())
        try festival.services.webhooks.endWebhook(other.id, of: festival.organizer())
        // The webhook ended while a delivery was in progress. The result of the delivery changes nothing.
        try shop.settle(lease, .status(500))
        _ = try festival.issue(1)
        festival.clock.advance(bySeconds: 3600)
        #expect(try shop.leaseDue().isEmpty)
    }

    @Test("Each delivery is leased to only one of several dispatchers; the lease of a crashed dispatcher expires")
    func lease() throws {
        let shop = try Shop([.issued, .admitted])
        let festival = shop.festival
        let tokens = try festival.issue(1)
        #expect(try festival.gate().decide(Scan(tokens[0])).outcome == .admit(again: false))
        let leased = try atOnce(6) { _ in
            let store = try Store.open(festival.address)
            try shop.dispatcher.enqueueLedgerRecords(store)
            return try shop.dispatcher.leaseDeliveries(atMost: 10, store).map(\.delivery)
        }.flatMap(\.self)
        #expect(Set(leased.map(\.id)).count == leased.count && leased.count == 2, "\(leased)")
        festival.clock.advance(bySeconds: WebhookDispatcher.leaseSeconds - 1)
        #expect(try shop.leaseDue().isEmpty)
        festival.clock.advance(bySeconds: 1)
        let again = try shop.leaseDue()
        #expect(Set(again.map(\.delivery.id)) == Set(leased.map(\.id)) && again.allSatisfy { $0.delivery.tries == 2 })
        // Deliveries in progress count towards the webhook’s limit of simultaneous deliveries.
        _ = try festival.issue(3)
        for (underWay, count) in [(2, 0), (1, 1)] {
            let leases = try shop.dispatcher.leaseDeliveries(
                atMost: 10, besides: [shop.webhook.id: underWay], festival.store)
            #expect(leases.count == count)
        }
    }

    @Test("A webhook with many pending deliveries does not delay other webhooks, because the webhooks take turns")
    func fairOrder() throws {
        let shop = try Shop([.issued])
        let festival = shop.festival
        let others = try (1...2).map { number in
            try festival.services.webhooks.createWebhook(
                WebhookDetails(address: "https://example.org/\(number)", kinds: [.issued]), of: festival.organizer(),
                signingWith: festival.ring
            ).webhook.id
        }
        _ = try festival.issue(10)
        var delivered: [WebhookID] = []
        for _ in 1...6 {
            festival.clock.advance(bySeconds: 1)
            let leases = try shop.leaseDue(atMost: 2)
            delivered += leases.map(\.webhook.id)
            for lease in leases { try shop.settle(lease, .status(204)) }
        }
        for id in [shop.webhook.id] + others { #expect(delivered.count { $0 == id } == 4, "\(delivered)") }
    }

    @Test("A webhook whose creator is no longer an owner sends neither new nor pending deliveries")
    func rights() throws {
        let shop = try Shop([.issued, .admitted], by: { try $0.services(as: .owner) })
        let festival = shop.festival
        let token = try festival.issue(1)[0]
        let maker = try #require(
            try festival.services.members.members(of: festival.organizer()).first { $0.user.id == shop.webhook.madeBy }?
                .user)
        _ = try festival.services.members.setRole(.manager, of: maker, in: festival.organizer())
        _ = try festival.issue(1)
        #expect(try festival.gate().decide(Scan(token)).outcome == .admit(again: false))
        #expect(try shop.leaseDue().isEmpty)
        let manager = try ManagementServices.signIn(to: festival.store, as: "\(maker.id)", clock: festival.clock.now)
        #expect(throws: ManagementError.self) { try manager.webhooks.webhooks(of: festival.organizer()) }
        _ = try festival.services.members.setRole(.owner, of: maker, in: festival.organizer())
        #expect(try shop.deliverAll().map(\.kind).sorted() == [.admitted, .issued])
    }

    @Test("A new webhook is refused if its URL or kinds are invalid, or if there are too many webhooks")
    func faults() throws {
        let festival = try Festival()
        let owner = try festival.services(as: .owner)
        func make(
            _ url: String, _ kinds: Set<Webhook.Kind> = [.issued], _ allowance: Webhook.AddressPolicy = .publicOnly,
            by services: ManagementServices? = nil
        ) throws -> Webhook {
            try (services ?? festival.services).webhooks.createWebhook(
                WebhookDetails(address: url, kinds: kinds, allowance: allowance), of: festival.organizer(),
                signingWith: festival.ring
            ).webhook
        }
        for url in [
            "http://example.org", "https://127.0.0.1", "https://[::1]:8080/", "https://[::ffff:127.0.0.1]",
            "https://10.0.0.1",
            "https://169.254.169.254/latest", "https://0.0.0.0", "https://ann:secret@example.org",
        ] {
            let error = try #require(throws: ManagementError.self, "\(url)") { try make(url) }
            guard case .invalid(let faults) = error else { throw Surprise("\(error)") }
            #expect(faults.map(\.field) == ["url"], "\(url)")
        }
        guard case .invalid(let all) = try #require(throws: ManagementError.self, performing: { try make("x", []) })
        else {
            throw Surprise("not reported as invalid")
        }
        #expect(all.map(\.field) == ["url", "kinds"])
        #expect(throws: ManagementError.localOwnerOnly) {
            try make("http://127.0.0.1", [.issued], .privateAllowed, by: owner)
        }
        let program = festival.services.narrowed(
            to: Grant(organizer: festival.event.organizer, event: nil, rights: [.lookUp, .administer]))
        #expect(throws: ManagementError.localOwnerOnly) {
            try make("https://10.0.0.1", [.issued], .privateAllowed, by: program)
        }
        #expect(try make("http://127.0.0.1:9", [.issued], .privateAllowed).addressPolicy == .privateAllowed)
        #expect(throws: ManagementError.self) { try make("https://169.254.169.254", [.issued], .privateAllowed) }
        for _ in 1..<Webhook.most { _ = try make("https://example.org", by: owner) }
        #expect(throws: ManagementError.tooManyWebhooks) { try make("https://example.org") }
    }

    @Test(
        """
        A webhook’s secret is not stored, but derived from an issuer key; once that key is retired, the webhook has no \
        secret
        """)
    func secrets() throws {
        let shop = try Shop([.issued])
        let festival = shop.festival
        #expect(shop.secret.text.hasPrefix("whsec_") && shop.secret.text.utf8.count == 50)
        let again = try festival.services.webhooks.secret(
            ofWebhook: shop.webhook.id, of: festival.organizer(), signingWith: festival.ring)
        #expect(again.text == shop.secret.text && "\(again)" == "WebhookSecret(redacted)")
        let bytes = try #require(Data(base64Encoded: String(shop.secret.text.dropFirst(6))))
        let stored = try festival.everything()
        #expect(bytes.count == 32 && !stored.contains(Hexadecimal.text(Array(bytes))))
        #expect(!stored.contains(shop.secret.text.dropFirst(6)))
        var other = try KeyRing.open(at: festival.ring.folder)
        try other.generate(at: Festival.start)
        let dispatcher = WebhookDispatcher(signingWith: KeyRingWatch(other).current, clock: festival.clock.now)
        _ = try festival.issue(1)
        #expect(try dispatcher.leaseDeliveries(atMost: 1, festival.store).first?.secret?.text == shop.secret.text)
        try other.retire(shop.webhook.key, at: festival.clock.now())
        festival.clock.advance(bySeconds: 3600)
        let lease = try #require(dispatcher.leaseDeliveries(atMost: 1, festival.store).first)
        #expect(lease.secret == nil)
        #expect(throws: SigningError.self) {
            try festival.services.webhooks.secret(
                ofWebhook: shop.webhook.id, of: festival.organizer(), signingWith: other)
        }
    }
}

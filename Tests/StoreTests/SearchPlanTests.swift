import EventFixture
import Management
import Testing
import Ticketing

@testable import Store

@Suite("Query plans of searches")
struct SearchPlanTests {
    @Test("A gate's earlier admissions are counted in one pass over the records, not in one pass for each admission")
    func earlierAdmissions() throws {
        let festival = try Festival(engine: .sqlite)
        let gate = GateHistories.GateScope(
            "North", event: festival.event.number, subEvent: 0, device: festival.device, upTo: 1)
        let plan = try festival.store.read { connection in
            let explaining = Explaining(connection, .sqlite)
            _ = try explaining.gateHistories.counts(of: gate)
            return explaining.plan
        }
        #expect(!plan.contains { $0.contains("CORRELATED") }, "\(plan)")
    }

    @Test("The gate that is proposed for an event is found by an index, without reading all records of the event")
    func latestGate() throws {
        let festival = try Festival(engine: .sqlite)
        let plan = try festival.store.read { connection in
            let explaining = Explaining(connection, .sqlite)
            _ = try explaining.gateActivity.latestGate(of: festival.event.number)
            return explaining.plan
        }
        #expect(plan.contains { $0.contains("record_ticket (event=? AND serial>?)") }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN record") }, "\(plan)")
    }

    @Test("The recipients who have turned on suggested events, and their booked events, are found by indexes")
    func suggestions() throws {
        let festival = try Festival(engine: .sqlite)
        let plan = try festival.store.read { connection in
            let explaining = Explaining(connection, .sqlite)
            _ = try explaining.suggestionTimes.due(at: Festival.start, limit: 9)
            _ = try explaining.ticketsOfAddress.booked(by: "grace@example.org", limit: 9)
            return explaining.plan
        }
        for index in ["suggestion_time_due", "ticket_address", "ticket_order_email", "ticket_order_phone"] {
            #expect(plan.contains { $0.contains(index) }, "\(index): \(plan)")
        }
        #expect(!plan.contains { $0.hasPrefix("SCAN e") || $0.hasPrefix("SCAN o") }, "\(plan)")
    }

    @Test("The events for which an address has tickets are found by indexes, without reading all orders of an event")
    func foundTickets() throws {
        let festival = try Festival(engine: .sqlite)
        let plan = try festival.store.read { connection in
            let explaining = Explaining(connection, .sqlite)
            _ = try explaining.ticketsOfAddress.eventsWithTickets(
                of: "grace@example.org", notOverAt: Festival.start, limit: 9)
            return explaining.plan
        }
        for index in [
            "ticket_address", "ticket_order_email", "ticket_order_phone", "ticket_of_order", "guest_address",
            "guest_phone",
        ] {
            #expect(plan.contains { $0.contains(index) }, "\(index): \(plan)")
        }
        let tables = ["e", "o", "g", "t"]
        #expect(!plan.contains { line in tables.contains { line.hasPrefix("SCAN \($0)") } }, "\(plan)")
    }

    @Test("Lookups of sessions, devices, API tokens and webhooks, and removals of expired rows, use an index")
    func signingIn() throws {
        let festival = try Festival(engine: .sqlite)
        let (user, now) = (festival.services.user.id, Festival.start)
        let email = try #require(EmailAddress(rawValue: "joan@example.org"))
        let (device, event) = (try #require(WebDeviceID(rawValue: 1)), festival.event.number)
        let token = try #require(APITokenID(rawValue: 1))
        let webhook = try #require(WebhookID(rawValue: 1))
        let answer = IdempotentRequest.StoredResponse(status: 200, body: "{}")
        let queries: [(String, (any StoreConnection) throws -> Void)] = [
            ("person_email", { _ = try $0.users.with(email: email) }),
            ("INTEGER PRIMARY KEY", { _ = try $0.credentials.of(user) }),
            ("PRIMARY KEY", { _ = try $0.webSessions.with(hash: [1]) }),
            ("PRIMARY KEY", { try $0.webSessions.recordUse(hash: [1], seenAt: now) }),
            ("web_session_person", { _ = try $0.webSessions.all(of: user) }),
            ("web_session_person", { _ = try $0.webSessions.endAll(of: user) }),
            ("web_session_seen", { try $0.webSessions.prune(notSeenSince: now) }),
            ("PRIMARY KEY", { _ = try $0.signInPauses.of([1]) }),
            ("sign_in_pause_latest", { try $0.signInPauses.prune(notFailedSince: now) }),
            ("entry_link_person", { try $0.signInLinks.removeAll(of: user) }),
            ("PRIMARY KEY", { _ = try $0.pairings.with(hash: [1]) }),
            ("PRIMARY KEY", { _ = try $0.pairings.consume(hash: [1], at: now) }),
            ("pairing_device", { _ = try $0.pairings.cancel(device, of: event) }),
            ("pairing_expires", { _ = try $0.pairings.hasOpen(at: now) }),
            ("pairing_expires", { _ = try $0.pairings.countFailure(at: now) }),
            ("pairing_expires", { try $0.pairings.prune(expiredAt: now) }),
            ("web_device_hash", { _ = try $0.webDevices.with(hash: [1]) }),
            ("web_device_hash", { try $0.webDevices.recordUse(hash: [1], seenAt: now) }),
            ("INTEGER PRIMARY KEY", { _ = try $0.webDevices.with(id: device, of: event) }),
            ("INTEGER PRIMARY KEY", { _ = try $0.webDevices.revoke(device, of: event, at: now) }),
            ("web_device_event", { _ = try $0.webDevices.all(of: event) }),
            ("api_token_hash", { _ = try $0.apiTokens.with(hash: [1]) }),
            ("api_token_hash", { try $0.apiTokens.recordUse(hash: [1], seenAt: now) }),
            ("INTEGER PRIMARY KEY", { _ = try $0.apiTokens.with(id: token, of: festival.event.organizer) }),
            ("api_token_organizer", { _ = try $0.apiTokens.all(of: festival.event.organizer) }),
            ("INTEGER PRIMARY KEY", { _ = try $0.webhooks.with(id: webhook, of: festival.event.organizer) }),
            ("webhook_organizer", { _ = try $0.webhooks.all(of: festival.event.organizer) }),
            (
                "webhook_organizer",
                {
                    _ = try $0.webhooks.active(of: festival.event.organizer, whileTheyAre: [.owner])
                }
            ),
            ("webhook_delivery_due", { _ = try $0.webhookDeliveries.due(of: webhook, at: now, limit: 1) }),
            ("webhook_delivery_due", { _ = try $0.webhookDeliveries.pendingCount(of: webhook) }),
            ("webhook_delivery_created", { _ = try $0.webhookDeliveries.latest(of: webhook, limit: 1) }),
            ("webhook_delivery_settled", { _ = try $0.webhookDeliveries.hasAny(settledBefore: now) }),
            ("webhook_delivery_settled", { try $0.webhookDeliveries.prune(settledBefore: now) }),
            ("PRIMARY KEY", { _ = try $0.ledger.records(of: festival.device, after: 0, limit: 1) }),
            ("PRIMARY KEY", { _ = try $0.answeredRequests.with(key: "k", of: token) }),
            ("PRIMARY KEY", { try $0.answeredRequests.answer("k", of: token, answer) }),
            ("PRIMARY KEY", { try $0.answeredRequests.remove("k", of: token) }),
            ("answered_request_created", { try $0.answeredRequests.prune(madeBefore: now) }),
            ("entry_link_expires", { try $0.signInLinks.prune(expiredAt: now) }),
        ]
        for (index, query) in queries { try expect(query, along: index, festival) }
    }

    private func expect(
        _ query: (any StoreConnection) throws -> Void, along index: String, _ festival: Festival
    ) throws {
        let plan = try festival.store.read { connection in
            let explaining = Explaining(connection, .sqlite)
            try query(explaining)
            return explaining.plan
        }
        #expect(plan.contains { $0.contains(index) }, "\(index): \(plan)")
        #expect(
            plan.allSatisfy {
                $0.hasPrefix("SEARCH") || $0.contains("GROUP BY") || $0.contains("CORRELATED SCALAR SUBQUERY")
            }, "\(plan)")
    }

    @Test("A search of public events reads rows in the order of an index, regardless of the search terms")
    func browsing() throws {
        let festival = try Festival(engine: .sqlite)
        for query in SearchPlanTests.publicSearches {
            try expect(
                { _ = try $0.eventTerms.page(query, after: nil, limit: 20) },
                along: "PRIMARY KEY (term=? AND (anchor,event)>(?,?) AND anchor<?)", festival)
        }
        for typed in ["lak", "festval", "internatoinal"] {
            try expect(
                { _ = try $0.searchWords.alternatives(for: typed, at: Festival.start) },
                along: "event_term USING PRIMARY KEY (term>? AND term<?)", festival)
        }
        try expect(
            { _ = try $0.searchWords.alternatives(for: "festval", at: Festival.start) },
            along: "search_word USING PRIMARY KEY (spelling=?)", festival)
        let plan = try festival.store.read { connection in
            let explaining = Explaining(connection, .sqlite)
            _ = try explaining.eventCandidates.upcoming(at: Festival.start, limit: 10_000)
            return explaining.plan
        }
        #expect(plan.contains { $0.contains("SEARCH t USING PRIMARY KEY (term=? AND anchor>?)") }, "\(plan)")
        #expect(plan.contains { $0.contains("SEARCH y USING PRIMARY KEY (event=?)") }, "\(plan)")
        #expect(plan.allSatisfy { !$0.contains("TEMP B-TREE") }, "\(plan)")
        try expect({ _ = try $0.events.with(slug: "a") }, along: "sqlite_autoindex_event_1", festival)
        try expect({ try $0.eventTerms.refresh(festival.event.number) }, along: "event_term_event", festival)
        let email = try #require(EmailAddress(rawValue: "joan@example.org"))
        try expect(
            { _ = try $0.tickets.activeCount(of: email, at: festival.event.number, limit: 9) }, along: "ticket_email",
            festival)
    }

    @Test("On PostgreSQL, searches for public events, words, and events to recommend use indexes")
    func browsingOnServer() throws {
        let festival = try Festival(engine: .postgreSQL)
        let plans = try festival.store.read { connection in
            // Without this setting, the planner reads small tables without an index.
            _ = try connection.execute("SET LOCAL enable_seqscan = off", [])
            let searches = Explaining(connection, .postgreSQL)
            for query in SearchPlanTests.publicSearches {
                _ = try searches.eventTerms.page(query, after: nil, limit: 20)
            }
            let words = Explaining(connection, .postgreSQL)
            _ = try words.searchWords.alternatives(for: "festval", at: Festival.start)
            let candidates = Explaining(connection, .postgreSQL)
            _ = try candidates.eventCandidates.upcoming(at: Festival.start, limit: 10_000)
            return (searches: searches.plan, words: words.plan, candidates: candidates.plan)
        }
        #expect(plans.searches.contains { $0.contains("event_term_pkey") }, "\(plans.searches)")
        #expect(plans.words.contains { $0.contains("event_term_pkey") }, "\(plans.words)")
        #expect(plans.words.contains { $0.contains("search_word_pkey") }, "\(plans.words)")
        #expect(plans.candidates.contains { $0.contains("event_term_pkey") }, "\(plans.candidates)")
        for plan in [plans.searches, plans.words, plans.candidates] {
            #expect(plan.allSatisfy { !$0.contains("Seq Scan") }, "\(plan)")
        }
    }

    /// Searches of public events with every kind of condition.
    private static let publicSearches: [EventTerms.Query] = {
        let (now, later) = (Festival.start, Festival.start.advanced(bySeconds: 9))
        let area = EventTerms.Area(
            city: "kampala", center: Coordinates(latitude: 313_600, longitude: 32_581_100), kilometres: 25)
        let terms: [[[EventTerms.Term]]] = [
            [], [[.word("lake")]], [[.category(.music)]], [[.city("kampala")]],
            [[.word("lake")], [.word("new")], [.category(.music)], [.city("kampala")]],
            [[.word("lake"), .word("lakes")], [.word("new"), .word("news")]],
        ]
        return terms.flatMap { terms in
            [
                EventTerms.Query(terms: terms, from: now, to: later),
                EventTerms.Query(
                    terms: terms, from: now, to: later, least: Money("1 EUR"), most: Money("9 EUR"), area: area),
            ]
        }
    }()

    @Test("A page of an event's history is read through the index of kinds and sequence numbers, without sorting")
    func history() throws {
        let festival = try Festival(engine: .sqlite)
        for order in [AuditTrail.ReadingOrder.oldestFirst, .latestFirst] {
            let plan = try festival.store.read { connection in
                let explaining = Explaining(connection, .sqlite)
                _ = try explaining.audit.history(
                    of: festival.event.number, guestActions: ["answerInvitation", "inviteGuests"], in: 1...9, limit: 2,
                    order)
                return explaining.plan
            }
            let index = "audit_event (event=? AND subject_kind=? AND sequence>? AND sequence<?)"
            #expect(plan.filter { $0.contains(index) }.count == 5, "\(plan)")
            #expect(plan.allSatisfy { !$0.hasPrefix("SCAN") && !$0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    @Test("A guest search reads one event's guests through the index of names, without sorting")
    func guests() throws {
        let festival = try Festival(engine: .sqlite)
        let plan = try festival.store.read { connection in
            let explaining = Explaining(connection, .sqlite)
            _ = try explaining.guests.page(of: festival.event.number, naming: "a b", after: nil, limit: 50)
            return explaining.plan
        }
        #expect(plan.contains { $0.contains("guest_name") }, "\(plan)")
        #expect(plan.allSatisfy { !$0.hasPrefix("SCAN") && !$0.contains("TEMP B-TREE") }, "\(plan)")
    }

    @Test("The last messages about the tickets that a search found are read with indexes, without sorting")
    func messages() throws {
        let festival = try Festival(engine: .sqlite)
        let event = festival.event.number
        let serials = try [1, 2, 3].map { try #require(Serial(rawValue: $0)) }
        let addresses = ["grace@example.org", "+256772123456"]
        try expect(
            { _ = try $0.notices.lastSent(to: addresses, about: event, of: TicketMessage.kinds) }, along: "notice_sent",
            festival)
        try expect(
            { _ = try $0.recipients.suppressed(among: addresses) }, along: "sqlite_autoindex_message_recipient",
            festival)
        try expect({ _ = try $0.orders.buyers(of: serials, at: event) }, along: "PRIMARY KEY", festival)
    }

    @Test("Among thousands of orders, a search by the last four digits of a phone reads only the matching search keys")
    func thousands() throws {
        let festival = try Festival(engine: .sqlite)
        let (event, type) = (festival.event.number, festival.regular.number)
        try festival.tamper(
            """
            WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 5000)
            INSERT INTO ticket_order (event, number, buyer, phone, total, status, created, holding)
                SELECT \(event.rawValue), value, 'Kay', '+256772' || (100000 + value), 0, 'paid', 5, 0 FROM n;
            INSERT INTO ticket (event, serial, type, admits, key, issue, status, issued_at, ticket_order)
                SELECT event, number, \(type.rawValue), 1, 1, 0, 'issued', 5, number FROM ticket_order
            """)
        try festival.store.write { try $0.ticketSearchKeys.backfill { _ in } }
        let found = try festival.store.read { connection in
            try ["4321", "04321", "104321", "9999"].map { digits in
                try connection.ticketSearch.page(of: event, matching: .phoneEnding(digits), after: nil, limit: 50)
                    .map(\.serial.rawValue)
            }
        }
        #expect(found == [[4321], [4321], [4321], []])
        try expect(
            { _ = try $0.ticketSearch.page(of: event, matching: .phoneEnding("4321"), after: nil, limit: 50) },
            along: "ticket_name_name (<expr>=? AND (name,serial)>(?,?) AND name<?)", festival)
    }

    @Test("In a pack, searching for a phone number's hash and comparing such hashes use indexes, without sorting")
    func packs() throws {
        let festival = try Festival(engine: .sqlite)
        let event = festival.event.number
        _ = try festival.services.orders.createOrder(
            OrderDraft(
                lines: [.init(type: festival.regular.number, count: 1)], name: "Kay", phone: "+256772104321",
                payment: Payment(.cash)),
            of: festival.event, signingWith: festival.ring)
        let pack = try GatePackFile.open(festival.pack { $0.allowsPhoneSearch = true })
        let hashKey = try #require(try pack.read { try $0.gatePackRecord.phoneSearchKey() })
        let plans = try pack.read { connection in
            let search = Explaining(connection, .sqlite)
            _ = try search.gatePackRecord.phoneSearchKey()
            _ = try search.ticketSearch.page(of: event, matching: .phoneEnding("4321"), after: nil, limit: 50)
            let comparison = Explaining(connection, .sqlite)
            _ = try GatePackPhoneKeys(of: event, hashKey: hashKey)
                .differences(of: [], from: 1, through: 9, comparison, comparison)
            return (search: search.plan, comparison: comparison.plan)
        }
        #expect(plans.search.contains { $0.contains("gate_pack_key USING PRIMARY KEY (purpose=? AND number=?)") })
        #expect(plans.search.contains { $0.contains("ticket_name_name (<expr>=? AND (name,serial)>(?,?) AND name<?)") })
        #expect(plans.comparison.count == 2)
        #expect(
            plans.comparison.allSatisfy { $0.contains("PRIMARY KEY (event=? AND serial>? AND serial<?)") },
            "\(plans.comparison)")
        #expect(plans.search.allSatisfy { $0.hasPrefix("SEARCH") }, "\(plans.search)")
        let found = try pack.read { connection in
            try ["4321", "04321", "104321", "9999"].map { digits in
                try connection.ticketSearch.page(of: event, matching: .phoneEnding(digits), after: nil, limit: 50).count
            }
        }
        #expect(found == [1, 1, 1, 0])
    }

    @Test("Every search or change of an event's tickets and orders uses an index, without sorting")
    func indexed() throws {
        let festival = try Festival(engine: .sqlite)
        _ = try festival.issue(1)
        let event = festival.event.number
        let orders = try #require(OrderNumber(rawValue: 1))...(try #require(OrderNumber(rawValue: 9)))
        let queries: [(String, (any StoreConnection) throws -> Void)] = [
            (
                "ticket_name_name",
                { _ = try $0.ticketSearch.page(of: event, matching: .holder("a"), after: nil, limit: 50) }
            ),
            (
                "ticket_name_name",
                { _ = try $0.ticketSearch.page(of: event, matching: .holder("a b c"), after: nil, limit: 50) }
            ),
            (
                "ticket_name_name",
                { _ = try $0.ticketSearch.page(of: event, matching: .email("a"), after: nil, limit: 50) }
            ),
            (
                "ticket_name_name",
                { _ = try $0.ticketSearch.page(of: event, matching: .phoneEnding("3456"), after: nil, limit: 50) }
            ),
            ("PRIMARY KEY", { _ = try $0.ticketSearch.page(of: event, matching: .code(1...9), after: nil, limit: 50) }),
            ("PRIMARY KEY", { _ = try $0.ticketSearch.page(of: event, matching: .all, after: nil, limit: 50) }),
            ("ticket_of_order", { _ = try $0.tickets.all(of: #require(OrderNumber(rawValue: 1)), of: event) }),
            ("ticket_of_order", { _ = try $0.tickets.activeCount(of: #require(OrderNumber(rawValue: 1)), of: event) }),
            ("ticket_of_order", { try $0.tickets.markPaid(#require(OrderNumber(rawValue: 1)), of: event, as: .cash) }),
            ("ticket_of_order", { try $0.orders.end(of: event, orders, at: Festival.start) }),
            ("PRIMARY KEY", { try $0.orders.restore(of: event, orders, ended: Festival.start, at: Festival.start) }),
            ("PRIMARY KEY", { _ = try $0.orders.end(of: event, after: nil, limit: 50, at: Festival.start) }),
            (
                "PRIMARY KEY",
                {
                    _ = try $0.orders.restore(
                        of: event, ended: Festival.start, after: nil, limit: 50, at: Festival.start)
                }
            ),
            ("ticket_order_created", { _ = try $0.orders.page(of: event, after: nil, limit: 50) }),
            ("ticket_order_request", { _ = try $0.orders.with(request: "r", of: event) }),
            ("ticket_order_holding", { _ = try $0.orders.endExpiredReservations(of: event, at: Festival.start) }),
            ("record_refusal", { _ = try $0.ledger.refusals(of: event) }),
            ("ticket_order_holding", { _ = try $0.orders.reservedTickets(of: event, at: Festival.start) }),
            ("ticket_order_holding", { _ = try $0.orders.reservedPeople(of: event, at: Festival.start) }),
        ]
        for (index, query) in queries { try expect(query, along: index, festival) }
    }
}

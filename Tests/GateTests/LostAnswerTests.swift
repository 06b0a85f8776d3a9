import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Lost responses of the database server")
struct LostAnswerTests {
    /// A festival whose gates reach their store through a proxy, which can cut the connection.
    private struct Stage {
        let festival: Festival
        let proxy: CuttingProxy
        let store: Store

        init() throws {
            festival = try Festival(engine: .postgreSQL)
            let server = try PostgreSQLServer.shared()
            proxy = try CuttingProxy(to: server.port)
            let url = festival.storeURL.replacing(":\(server.port)/", with: ":\(proxy.port)/")
            store = try Store.open(.postgreSQL(PostgreSQLAddress(url: url)))
        }

        func gate() throws -> Gate {
            try Gate(
                name: "North", event: festival.event.number, store: store, ring: festival.ring,
                device: festival.device,
                operation: Gate.Operation(clock: festival.clock.now))
        }
    }

    @Test("If the response to a commit is lost, the gate finds the request in the store, and shows the admission")
    func settled() throws {
        let stage = try Stage()
        let tokens = try stage.festival.issue(4)
        let gate = try stage.gate()
        #expect(gate.decide(Scan(tokens[0])).outcome == .admit(again: false))
        stage.proxy.cutNextCommit()
        #expect(gate.decide(Scan(tokens[1])).outcome == .admit(again: false))
        stage.proxy.cutNextCommit()
        let group = gate.decide([Scan(tokens[2], requestID: "mine"), Scan("rubbish"), Scan(tokens[3]), Scan(tokens[0])])
        #expect(group.map(\.outcome.name) == ["admit", "refuse", "admit", "repeat"])
        stage.proxy.cutNextCommit()
        #expect(gate.decide(Scan(tokens[2], requestID: "mine")).outcome == .admit(again: false))
        try gate.flush()
        let totals = try stage.festival.store.read { try $0.slots.totals(of: stage.festival.event.number) }
        #expect(totals.admitted == 4 && totals.inside == 4)
        #expect(try stage.festival.store.read { try $0.ledger.verify() } == .intact(devices: 1, records: 4))
        let counted = try stage.festival.store.read { try $0.scanCounters.all(of: stage.festival.event.number) }
        #expect(counted.map(\.count) == [1])
    }

    @Test(
        "If a commit's outcome stays unknown, its scans are undecided and possibly stored; a retry gets their verdicts")
    func unsettled() throws {
        let stage = try Stage()
        let tokens = try stage.festival.issue(3)
        let gate = try stage.gate()
        #expect(gate.decide(Scan(tokens[0], requestID: "0")).outcome == .admit(again: false))
        // The first commit is lost, and so is the response to the commit of the automatic retry.
        stage.proxy.cutNextCommit(.commit)
        stage.proxy.cutNextCommit(.answer)
        let scans = [Scan(tokens[1], requestID: "1"), Scan("rubbish"), Scan(tokens[2], requestID: "2")]
        let unsure = gate.decide(scans)
        #expect(unsure.map(\.outcome.name) == ["undecided", "refuse", "undecided"])
        #expect(unsure.map(\.mayBeStored) == [true, false, true])
        let settled = gate.decide(scans)
        #expect(settled.map(\.outcome.name) == ["admit", "refuse", "admit"])
        #expect(settled.allSatisfy { !$0.mayBeStored })
        #expect(try stage.festival.records().count == 3)
        stage.proxy.cutNextCommit(.everything)
        #expect(gate.decide(Scan(tokens[0], requestID: "3", direction: .exit)).mayBeStored)
        // No commit is sent for this scan, so it is certainly not stored.
        let unsent = gate.decide(Scan(tokens[1], requestID: "4", direction: .exit))
        #expect(unsent.outcome.name == "undecided" && !unsent.mayBeStored)
    }

    @Test("Refusals that wait to be written are written exactly once, even if the commit or its response is lost")
    func refusals() throws {
        for cut in [CuttingProxy.Cut.answer, .commit] {
            let stage = try Stage()
            let tokens = try stage.festival.issue(2)
            let gate = try stage.gate()
            _ = gate.decide(Scan(tokens[0]))
            stage.festival.clock.advance(bySeconds: 10)
            _ = gate.decide([Scan(tokens[0]), Scan(tokens[0]), Scan("rubbish")])
            stage.proxy.cutNextCommit(cut)
            _ = gate.decide([Scan(tokens[0]), Scan(tokens[1]), Scan(tokens[0])])
            _ = gate.decide([Scan(tokens[0]), Scan("rubbish")])
            stage.proxy.cutNextCommit(cut)
            try gate.flush()
            #expect(try stage.festival.isIntact())
            let names = try stage.festival.records().map(\.decision.name)
            #expect(names == ["admit", "refuse", "refuse", "refuse", "admit", "refuse", "refuse"])
            let counted = try stage.festival.store.read { try $0.scanCounters.all(of: stage.festival.event.number) }
            #expect(counted.map(\.count) == [2])
        }
    }

    @Test(
        "A management change is made exactly once, even if its COMMIT or the response to the COMMIT is lost",
        arguments: [CuttingProxy.Cut.answer, .commit])
    func services(cut: CuttingProxy.Cut) throws {
        let stage = try Stage()
        let (festival, event) = (stage.festival, stage.festival.event)
        let services = try ManagementServices.signIn(to: stage.store, clock: festival.clock.now)
        func losing<Result>(_ change: () throws -> Result) throws -> Result {
            // The proxy also cuts the first retry.
            stage.proxy.cutNextCommit(cut)
            stage.proxy.cutNextCommit(.commit)
            return try change()
        }
        let type = try losing {
            try services.ticketTypes.addTicketType(
                TicketTypeDetails(name: "Balcony", price: Money("5 UGX"), quantity: 3), to: event)
        }
        #expect(try festival.services.ticketTypes.ticketTypes(of: event).map(\.name) == ["Regular", "Balcony"])
        let issued = try losing {
            try services.tickets.issue(.unnamed(5), type: festival.regular, of: event, signingWith: festival.ring)
        }
        #expect(issued.tickets == 5)
        #expect(try festival.services.tickets.ticketCount(of: event) == 5)
        // The order is for the last three tickets. A retry must not treat the tickets of the first attempt as sold to
        // somebody else.
        let order = try losing {
            try services.orders.createOrder(
                OrderDraft(
                    lines: [OrderDraft.Line(type: type.number, count: 3)], name: "Grace", payment: Payment(.cash)),
                of: event, signingWith: festival.ring)
        }
        #expect(try festival.services.orders.order(order.number, of: event) == order)
        #expect(try festival.services.ticketTypes.ticketType(named: "Balcony", of: event).issued == 3)
        let code = try #require(try festival.services.orders.tickets(of: order, of: event).first).code
        let moved = try losing {
            try services.tickets.transfer(code, of: event, to: "Sarah", email: nil, signingWith: festival.ring)
        }
        #expect(moved.issue == 1 && moved.holder == "Sarah")
        #expect(try festival.services.tickets.ticket(code, of: event) == moved)
        let refund = try losing { try services.orders.refund(.all, ofOrder: order.number, of: event, note: nil) }
        #expect(refund.refundsOwed == [Money(minorUnits: 15, currency: "UGX")])
        #expect(try festival.services.orders.order(order.number, of: event).refundOwed == 15)
        _ = try losing { try services.events.duplicate(event, titled: "Again", by: nil) }
        _ = try losing { try services.organizers.createOrganizer(OrganizerDetails(name: "Second")) }
        _ = try losing { try services.users.addUser(UserDetails(name: "Joan")) }
        #expect(try festival.services.events.events().map(\.slug).sorted() == ["again", event.slug])
        #expect(try festival.services.organizers.organizers().map(\.slug).sorted() == ["nile-nights", "second"])
        #expect(try festival.services.users.users().map(\.name).sorted() == ["Joan", "Test"])
        let organizer = try festival.services.organizers.organizer(named: "nile-nights")
        var actions: [String] = []
        try festival.services.audit.forEachChange(of: organizer) { actions.append($0.action) }
        #expect(actions.count { $0 == "issueTickets" } == 1 && actions.count { $0 == "createOrder" } == 1)
        guard case .intact = try festival.services.audit.verifyAudit(of: organizer) else {
            throw Surprise("the audit trail is broken")
        }
    }

    @Test("If the server stays unreachable, the error says that the change is possibly stored, and suggests a check")
    func unknown() throws {
        let stage = try Stage()
        let services = try ManagementServices.signIn(to: stage.store, clock: stage.festival.clock.now)
        stage.proxy.cutNextCommit(.everything)
        let error = #expect(throws: StoreError.self) {
            try services.ticketTypes.addTicketType(TicketTypeDetails(name: "Balcony"), to: stage.festival.event)
        }
        #expect(error == .outcomeUnknown(path: stage.store.path))
        #expect(error?.hint?.english.contains("check") == true)
        #expect(
            try stage.festival.services.ticketTypes.ticketTypes(of: stage.festival.event).map(\.name) == [
                "Regular", "Balcony",
            ])
    }
}

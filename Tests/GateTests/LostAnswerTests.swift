import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Answers that are lost on the way from the server")
struct LostAnswerTests {
    /// A festival whose gates reach their store through a go-between.
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
                device: festival.device, clock: festival.clock.now)
        }
    }

    @Test("A commit whose answer is lost is asked for by its request: one admission, and it is shown")
    func settled() throws {
        let stage = try Stage()
        let tokens = try stage.festival.issue(4)
        let gate = try stage.gate()
        #expect(gate.decide(Scan(tokens[0])).outcome == .admit(again: false))
        stage.proxy.cutNextCommit()
        #expect(gate.decide(Scan(tokens[1])).outcome == .admit(again: false))
        stage.proxy.cutNextCommit()
        let group = gate.decide([Scan(tokens[2], request: "mine"), Scan("rubbish"), Scan(tokens[3]), Scan(tokens[0])])
        #expect(group.map(\.outcome.name) == ["admit", "refuse", "admit", "repeat"])
        stage.proxy.cutNextCommit()
        #expect(gate.decide(Scan(tokens[2], request: "mine")).outcome == .admit(again: false))
        try gate.flush()
        let totals = try stage.festival.store.read { try $0.places.totals(of: stage.festival.event.number) }
        #expect(totals.admitted == 4 && totals.inside == 4)
        #expect(try stage.festival.store.read { try $0.ledger.verify() } == .whole(devices: 1, records: 4))
        let counted = try stage.festival.store.read { try $0.scanCounters.all(of: stage.festival.event.number) }
        #expect(counted.map(\.count) == [1])
    }

    @Test("In the office it is said that the change may have been made, and what to do")
    func office() throws {
        let stage = try Stage()
        let office = try Office.signIn(to: stage.store, clock: stage.festival.clock.now)
        stage.proxy.cutNextCommit()
        let error = #expect(throws: StoreError.self) {
            try office.addTicketType(TicketTypeDraft(name: "Balcony"), to: stage.festival.event)
        }
        #expect(error == .outcomeUnknown(path: stage.store.path))
        #expect(error?.hint?.contains("look") == true)
        #expect(try stage.festival.office.ticketTypes(of: stage.festival.event).map(\.name) == ["Regular", "Balcony"])
    }
}

import EventFixture
import Testing
import Ticketing

@testable import Store

@Suite("Query plan of the check whether an organizer’s events have scans")
struct ScanPlanTests {
    @Test("The check uses indexes, and does not read the whole ledger")
    func indexed() throws {
        let festival = try Festival(engine: .sqlite)
        let plan = try festival.store.read { connection in
            let explaining = Explaining(connection, .sqlite)
            _ = try explaining.gateActivity.hasScan(of: festival.event.organizer)
            return explaining.plan
        }
        for index in ["record_refusal (event=?", "record_ticket (event=?"] {
            #expect(plan.contains { $0.contains(index) }, "\(plan)")
        }
        #expect(!plan.contains { $0.hasPrefix("SCAN record") || $0.hasPrefix("SCAN scan_counter") }, "\(plan)")
    }
}

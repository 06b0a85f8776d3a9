import EventFixture
import Testing
import Ticketing

@testable import Store

@Suite("Query plans for finding notices that can be merged")
struct MergePlanTests {
    @Test("Earlier and later notices to a recipient are found through an index of recipients, not of events")
    func recipients() throws {
        let festival = try Festival(engine: .sqlite)
        let notice = Notice(
            organizer: festival.event.organizer, event: festival.event.number, kind: .eventMoved,
            recipient: "grace@example.org", payload: [:], key: "moved/grace@example.org", created: Festival.start)
        let plan = try festival.store.read { connection in
            let explaining = Explaining(connection, .sqlite)
            _ = try explaining.notices.replacement(of: notice)
            _ = try explaining.notices.predecessors(of: notice)
            return explaining.plan
        }
        let searches = plan.filter { $0.contains("notice") }
        #expect(searches.count == 2, "\(plan)")
        #expect(searches.allSatisfy { $0.contains("notice_to_send (recipient=?") }, "\(plan)")
    }
}

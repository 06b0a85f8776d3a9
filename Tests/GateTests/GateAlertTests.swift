import EventFixture
import Gate
import Store
import Testing
import Ticketing

@testable import Management

/// A gate is silent if it scans nothing while other gates scan.
@Suite("Alerts about gates, and the check whether an organizer’s events have scans", .everyEngine)
struct GateAlertTests {
    private let festival: Festival
    private let organizer: Organizer

    init() throws {
        festival = try Festival()
        organizer = try #require(try festival.services.organizers.organizers().first)
    }

    private var hasScan: Bool { get throws { try festival.services.gates.hasScan(of: organizer) } }

    @Test("An admission, a refusal and a code that is not a ticket count as scans; a check-in on paper does not")
    func scans() throws {
        #expect(try !hasScan)
        let token = try festival.issue(1)[0]
        var sheet = PaperCheckIns(
            of: festival.event, gate: "East", approximateTime: nil, at: festival.clock.now()
        ) { _, _ in nil }
        sheet.read("\(TicketCode(try festival.ticket(of: token).serial))", line: 1)
        _ = try festival.services.paperCheckIns.enterPaperCheckIns(sheet, into: festival.event, as: festival.device)
        #expect(try !hasScan)
        let gate = try festival.gate()
        #expect(gate.decide(Scan("not a ticket")).outcome.name == "refuse")
        try gate.flush()
        #expect(try hasScan)

        // For `hasScan`, one scan of any kind is enough. In the first store, the only scan is a refusal; in the store
        // `other`, it is an admission.
        try festival.tamper("DELETE FROM scan_counter")
        #expect(try !hasScan)
        #expect(gate.decide(Scan(token)).outcome.name == "refuse")
        try gate.flush()
        #expect(try hasScan)
        let other = try Festival()
        #expect(try other.gate().decide(Scan(other.issue(1)[0])).outcome == .admit(again: false))
        #expect(try other.services.gates.hasScan(of: #require(other.services.organizers.organizers().first)))
        // Scans at one organizer's events do not count for another organizer in the same store.
        let lake = try festival.services.organizers.createOrganizer(OrganizerDetails(name: "Lake House"))
        #expect(try !festival.services.gates.hasScan(of: lake))
    }

    @Test("The alerts list the event’s silent gates, and the scans that gates could not decide in the last day")
    func alerts() throws {
        let open = Festival.start.advanced(bySeconds: 3600)
        _ = try festival.services.events.edit(festival.event) { $0.end = open.advanced(bySeconds: 12 * 3600) }
        let event = try festival.services.events.event(named: festival.event.slug)
        let tokens = try festival.issue(21)
        festival.clock.set(open)
        #expect(try festival.gate("North").decide(Scan(tokens[0])).outcome == .admit(again: false))
        let (days, hours) = (open.advanced(bySeconds: -2 * 86_400), open.advanced(bySeconds: -3600))
        try festival.store.write { connection in
            try connection.undecidedScans.add(5, gate: "North", subEvent: 0, event: event.number, hour: days)
            try connection.undecidedScans.add(3, gate: "North", subEvent: 0, event: event.number, hour: hours)
            try connection.undecidedScans.add(4, gate: "South", subEvent: 0, event: event.number, hour: hours)
        }
        let first = try #require(try festival.services.gates.alerts(of: [event])[event.number])
        #expect(first.silent.isEmpty)
        festival.clock.advance(bySeconds: 21 * 60)
        let south = try festival.gate("South")
        for token in tokens.dropFirst() { #expect(south.decide(Scan(token)).outcome == .admit(again: false)) }
        let other = try festival.services.events.duplicate(event, titled: "Second night", by: nil)
        let all = try festival.services.gates.alerts(of: [other, event])
        let alerts = try #require(all[event.number])
        #expect(alerts.silent.map(\.gate) == ["North"] && alerts.silent.map(\.last) == [open])
        #expect(alerts.undecided == 7)
        let others = try #require(all[other.number])
        #expect(others.silent.isEmpty && others.undecided == 0)
    }

    @Test("Alerts need as many queries for two events as for one; they are refused without the right to read reports")
    func readOnce() throws {
        let token = try festival.issue(1)[0]
        let other = try festival.services.events.publish(
            try festival.services.events.duplicate(festival.event, titled: "Second night", by: nil))
        let open = Festival.start.advanced(bySeconds: 3600)
        festival.clock.set(open)
        #expect(try festival.gate().decide(Scan(token)).outcome == .admit(again: false))
        func queries(_ events: [Event]) throws -> (all: Int, ledger: Int) {
            try festival.store.read { connection in
                let log = StatementLog(connection)
                let alerts = try GateAlerts.all(of: events, at: open, log)
                #expect(Set(alerts.keys) == Set(events.map(\.number)))
                return (log.statements.count, log.statements.count(where: { $0.contains("FROM record ") }))
            }
        }
        let (one, two) = (try queries([festival.event]), try queries([festival.event, other]))
        #expect(one.ledger > 0 && one.ledger == two.ledger && one.all == two.all)
        let visitor = festival.services.narrowed(
            to: Grant(organizer: organizer.number, event: nil, rights: [.lookUp]))
        #expect(throws: ManagementError.notGranted(.reportAttendance)) {
            try visitor.gates.alerts(of: [festival.event, other])
        }
    }
}

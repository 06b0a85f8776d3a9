import EventFixture
import Gate
import Management
import Testing
import Ticketing

@Suite("Reports of celebrations", .everyEngine)
struct CelebrationReportTests {
    /// Makes a wedding with invited guests. The Nakato household has three members. One of them, Amy, is not invited to
    /// the ceremony. Denis is allowed to bring one companion. Nobody is invited to the brunch.
    private func wedding() throws -> Wedding {
        let wedding = try Wedding()
        try wedding.importGuests(
            """
            name,household,companions,ceremony,reception
            Grace,Nakato,0,yes,yes
            John,Nakato,0,yes,yes
            Amy,Nakato,0,,yes
            Denis,,1,yes,yes

            """)
        try wedding.invite()
        return wedding
    }

    private func admit(_ people: Int, of name: String, to subEvent: SubEvent, _ wedding: Wedding) throws {
        let verdict = try wedding.gate(at: subEvent).decide(Scan(wedding.token(of: name), count: people))
        #expect(verdict.outcome.name == "admit")
    }

    @Test("A report counts people for each sub-event, and does not add these counts up")
    func bySubEvent() throws {
        let wedding = try wedding()
        try admit(2, of: "Grace", to: wedding.ceremony, wedding)
        try admit(2, of: "Denis", to: wedding.ceremony, wedding)
        try admit(3, of: "Grace", to: wedding.reception, wedding)
        try admit(1, of: "Denis", to: wedding.reception, wedding)
        let report = try wedding.services.reports.attendanceReport(of: wedding.event)
        #expect(report.totals.expected == 5)
        #expect(report.totals.admitted == nil && report.totals.inside == nil && report.noShows == nil)
        #expect(report.totals.subEvents.map(\.expected) == [4, 5, 0])
        #expect(report.totals.subEvents.map(\.admitted) == [4, 4, 0])
        #expect(report.totals.subEvents.map(\.noShows) == [0, 1, 0])
        #expect(report.byGate.map(\.people) == [4, 4])
        #expect(report.byGate.map(\.subEvent) == [wedding.ceremony, wedding.reception])
    }

    @Test("If a used ticket is cancelled, absent guests with other tickets still count as no-shows")
    func noShows() throws {
        let wedding = try wedding()
        try admit(2, of: "Grace", to: wedding.ceremony, wedding)
        let code = try wedding.festival.ticket(of: wedding.token(of: "Grace")).code
        _ = try wedding.services.tickets.cancel(code, of: wedding.event, note: nil)
        let ceremony = try #require(try wedding.services.reports.attendance(of: wedding.event).subEvents.first)
        #expect(ceremony.expected == 2 && ceremony.admitted == 2 && ceremony.noShows == 2)
    }

    @Test("The holder of a ticket that belongs to no guest of the guest list is expected at every sub-event")
    func withoutGuests() throws {
        let wedding = try wedding()
        let token = try #require(try wedding.festival.issue(1).first)
        #expect(try wedding.gate(at: wedding.brunch).decide(Scan(token)).outcome == .admit(again: false))
        let subEvents = try wedding.services.reports.attendance(of: wedding.event).subEvents
        #expect(subEvents.map(\.expected) == [5, 6, 1] && subEvents.map(\.noShows) == [5, 6, 0])
    }

    @Test("A re-entry is a return to the same sub-event; a first entry to another sub-event is not a re-entry")
    func reentries() throws {
        let wedding = try wedding()
        try admit(1, of: "Denis", to: wedding.ceremony, wedding)
        try admit(1, of: "Denis", to: wedding.reception, wedding)
        let gate = try wedding.gate(at: wedding.reception)
        wedding.festival.clock.advance(bySeconds: 60)
        #expect(gate.decide(Scan(try wedding.token(of: "Denis"), direction: .exit)).outcome == .exit)
        wedding.festival.clock.advance(bySeconds: 60)
        try admit(2, of: "Denis", to: wedding.reception, wedding)
        let report = try wedding.services.reports.attendanceReport(of: wedding.event)
        #expect(report.reentriesBySubEvent[wedding.ceremony.number] == 0)
        #expect(report.reentriesBySubEvent[wedding.reception.number] == 1 && report.reentries == 1)
    }
}

import EventFixture
import Foundation
import Gate
import Management
import Testing
import Ticketing

@testable import eventpass

@Suite("Actions on the gate page other than scans", .lowPriority)
struct GateActionTests {
    private typealias Evening = GatePageTests.Evening

    private static let undo = "\u{1B}[17~"
    private static let manualAdmission = "\u{1B}[18~"

    private func ticket(_ holder: String, _ evening: Evening) throws -> SelectedTicket {
        SelectedTicket(
            try #require(
                try evening.festival.services.tickets.tickets(
                    of: evening.festival.event, matching: .holder(holder), limit: 1
                )
                .first))
    }

    private func find(_ text: String, _ evening: Evening) throws {
        let dataSource = StoreDataSource(services: evening.festival.services, event: evening.festival.event)
        evening.page.show(try TicketSearchResult(text, in: dataSource, at: evening.gate.subEvent, most: 50))
    }

    private func undo(_ ticket: SelectedTicket, _ reason: String, _ evening: Evening) {
        let verdict = evening.gate.undo(Scan(lookedUp: ticket.serial), reason: reason)
        evening.page.show(undone: verdict, reason: reason, at: evening.now)
    }

    @Test("F6 asks for a reason and undoes the last admission; its people are then no longer counted")
    func undone() throws {
        let evening = try Evening()
        #expect(evening.press(GateActionTests.undo).isEmpty)
        #expect(evening.page.question == nil && evening.page.message != nil)
        let before = evening.page.counts
        evening.page.update(AttendanceFigures(expected: 8, admitted: 0, inside: 0, refused: 0), askedWith: before)
        let first = try evening.issue("Grace Nakato")
        let second = try evening.issue("Grace Okello")
        evening.press("\u{1B}[15~", "3", "\r")
        evening.scan(first)
        evening.scan(second)
        evening.scan("rubbish")
        let okello = try ticket("Grace Okello", evening)
        let nakato = try ticket("Grace Nakato", evening)
        evening.press(GateActionTests.undo)
        #expect(evening.page.question == .reason(okello))
        // Without a reason, nothing is undone.
        #expect(evening.press("\r", " ", "\r").isEmpty)
        #expect(evening.page.question == .reason(okello))
        evening.press("\u{15}", "wrong lane")
        try GatePageTests().compare(evening, with: "reason")
        #expect(evening.press("\r") == [.undo(okello, reason: "wrong lane")])
        undo(okello, "wrong lane", evening)
        #expect(evening.page.counts.event == AttendanceFigures(expected: 8, admitted: 3, inside: 3, refused: 1))
        try GatePageTests().compare(evening, with: "undone")
        // The last admission is already undone. So the next undo asks about the admission before it.
        evening.press(GateActionTests.undo)
        #expect(evening.page.question == .reason(nakato))
        evening.press("\u{1B}")
        #expect(evening.page.question == nil)
        undo(nakato, "slip", evening)
        #expect(evening.page.counts.event == AttendanceFigures(expected: 8, admitted: 0, inside: 0, refused: 1))
        #expect(evening.page.counts.summary(in: .english) == "2 admitted · 2 undone · 1 refused")
        #expect(evening.press(GateActionTests.undo).isEmpty && evening.page.question == nil)
    }

    @Test("A refused undo is counted as a refusal, and the chosen group size still applies to the next scan")
    func refusedUndo() throws {
        let evening = try Evening()
        _ = try evening.issue("Grace Nakato")
        evening.press("\u{1B}[15~", "3", "\r")
        undo(try ticket("Grace Nakato", evening), "slip", evening)
        #expect(evening.page.peopleOnNextTicket == 3)
        #expect(evening.page.counts.summary(in: .english) == "1 refused" && evening.page.message == nil)
    }

    @Test("Arrow keys select a found or scanned ticket, F7 asks for confirmation, and only Enter admits the ticket")
    func byHand() throws {
        let evening = try Evening()
        let scanned = try evening.issue("Grace Nakato")
        _ = try evening.issue("Grace Okello")
        evening.scan(scanned)
        let okello = try ticket("Grace Okello", evening)
        let nakato = try ticket("Grace Nakato", evening)
        #expect(evening.press(GateActionTests.manualAdmission).isEmpty)
        #expect(evening.page.question == nil && evening.page.message != nil)
        try find("grace", evening)
        evening.press("\u{1B}[B", "\u{1B}[B", "\u{1B}[B", GateActionTests.manualAdmission)
        #expect(evening.page.question == .manualAdmission(okello))
        try GatePageTests().compare(evening, with: "hand")
        #expect(evening.press("y", "\r").isEmpty)
        #expect(evening.page.question == .manualAdmission(okello))
        #expect(evening.press("\r") == [.admit(okello)])
        #expect(evening.press("\r").isEmpty)
        // A ticket in the list of the last verdicts can also be selected.
        evening.press("\u{1B}[A", GateActionTests.manualAdmission)
        #expect(evening.page.question == .manualAdmission(nakato))
        evening.press("\u{1B}", GateActionTests.undo)
        #expect(evening.page.question == .reason(nakato))
        // A refused text that is not a ticket can't be selected.
        evening.press("\u{1B}")
        evening.scan("rubbish")
        evening.press("\u{1B}[A", GateActionTests.manualAdmission)
        #expect(evening.page.question == nil)
    }

    @Test("A scan that arrives while the page asks a question is decided, and does not count as an answer")
    func scansBetween() throws {
        let evening = try Evening()
        let token = try evening.issue("Grace Nakato")
        evening.scan(token)
        func type(_ text: String) -> [GateScreenState.Request] {
            var decoder = KeyDecoder()
            return decoder.decode(Array(text.utf8)).compactMap { evening.page.handle($0, at: evening.now) }
        }
        for scan in [token, "4006381333931"] {
            evening.press(GateActionTests.undo, "wrong")
            #expect(type("\(scan)\r") == [.scan(Array(scan.utf8))])
            #expect(evening.page.question != nil)
            #expect(String(decoding: evening.page.typing.text, as: UTF8.self) == "wrong")
            evening.now += .seconds(1)
            #expect(evening.page.advance(at: evening.now) == nil)
            evening.press("\u{1B}")
            try find("grace", evening)
            evening.press(GateActionTests.manualAdmission)
            #expect(evening.page.question != nil)
            evening.now += .seconds(1)
            #expect(type("\(scan)\r") == [.scan(Array(scan.utf8))])
            #expect(evening.page.question == nil)
            evening.now += .seconds(1)
            #expect(evening.page.advance(at: evening.now) == nil)
            #expect(evening.press("\r").isEmpty)
        }
        // A pasted ticket is also a scan.
        evening.press("\u{1B}", GateActionTests.undo)
        #expect(type("\u{1B}[200~\(token)\u{1B}[201~") == [.scan(Array(token.utf8))])
    }

    @Test("A scan is decided as soon as its line end arrives")
    func atOnce() throws {
        let evening = try Evening()
        let token = try evening.issue("Grace Nakato")
        for end in ["\r", "\t", "\n"] {
            for byte in Array(token.utf8) {
                #expect(evening.page.handle(Key(meaning: .text, bytes: [byte]), at: evening.now) == nil)
                evening.now += .milliseconds(1)
            }
            let enter = Key(meaning: .lineEnd, bytes: Array(end.utf8))
            #expect(evening.page.handle(enter, at: evening.now) == .scan(Array(token.utf8)))
        }
    }

    @Test("In windows of 40 columns or more, the help lists all keys")
    func help() throws {
        let evening = try Evening()
        evening.press("\u{1B}OP")
        try GatePageTests().compare(evening, with: "help")
        for size in [ScreenPage.Size(columns: 60, rows: 20), ScreenPage.Size(columns: 200, rows: 50)] {
            let text = evening.text(size)
            for key in ["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F10", "Esc", "Ctrl-Z", "arrows"] {
                #expect(text.contains(key), "\(key) in \(size)")
            }
        }
    }

    @Test("A long reason and a long name fit into the input line of any window, and an overlong reason is refused")
    func longReason() throws {
        let evening = try Evening()
        evening.scan(try evening.issue(String(repeating: "北京 Nakato ", count: 12)))
        evening.press(GateActionTests.undo, "she came back and asked for it; the end")
        for columns in [1, 5, 20, 40, 80, 200] {
            let screen = evening.screen(ScreenPage.Size(columns: columns, rows: 24))
            for line in screen.lines { #expect(line.text.columns <= columns) }
            let input = screen.lines[22].text
            if columns >= 40 { #expect(input.hasSuffix("the end") && input.hasPrefix("Why undo")) }
            #expect(screen.cursor.map { $0.column < columns } == true)
        }
        #expect(evening.press(String(repeating: "x", count: 200), "\r").isEmpty)
        #expect(evening.page.message?.contains("at most 200") == true)
        #expect(evening.page.typing.text.count == 239)
    }

    @Test("The prompt for a missing reason is not cut, even in a narrow window")
    func missingReason() throws {
        let evening = try Evening()
        evening.scan(try evening.issue("Normal Nora"))
        evening.press(GateActionTests.undo, "\r")
        for columns in [40, 80, 200] {
            let input = evening.screen(ScreenPage.Size(columns: columns, rows: 24)).lines[22].text
            #expect(input.hasPrefix("Why undo") && input.hasSuffix("(write a reason)"), "\(input)")
        }
    }

    @Test("At a sub-event’s gate, only that sub-event’s guests count as expected, in the main store and in a gate pack")
    func subEvent() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,household,companions\nAnn,Berg,1\nBob,Berg,0\nEve,Vale,2\nZoe,Lane,0\n")
        try wedding.invite(to: [wedding.ceremony])
        try wedding.invite(.named(["Eve"]), to: [wedding.reception])
        let services = StoreDataSource(services: wedding.services, event: wedding.event)
        let pack = try OpenGatePack(at: wedding.festival.pack())
        for dataSource in [services, pack] as [any GateDataSource] {
            let attendance = try dataSource.attendance()
            func expected(_ subEvent: SubEvent) -> Int {
                AttendanceFigures(attendance, at: subEvent, pack: nil).expected
            }
            #expect(expected(wedding.ceremony) == 7)
            #expect(expected(wedding.reception) == 3)
            #expect(expected(wedding.brunch) == 0)
        }
    }

    @Test("A search at a sub-event counts only people inside that sub-event, in the main store and in a gate pack")
    func foundAtSubEvents() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,household,companions\nAnn,Berg,1\nBob,Berg,0\n")
        try wedding.invite(to: [wedding.ceremony])
        try wedding.invite(.named(["Ann"]), to: [wedding.reception])
        let token = try wedding.token(of: "Ann")
        let code = try wedding.festival.ticket(of: token).code
        let (ceremony, reception) = (try wedding.gate(at: wedding.ceremony), try wedding.gate(at: wedding.reception))
        #expect(ceremony.decide(Scan(token, count: 3)).outcome == .admit(again: false))
        #expect(reception.decide(Scan(token, count: 2)).outcome == .admit(again: false))
        let services = StoreDataSource(services: wedding.services, event: wedding.event)
        let pack = try OpenGatePack(at: wedding.festival.pack())
        func line(at subEvent: SubEvent, _ dataSource: any GateDataSource) throws -> String {
            var page = GateScreenState(try wedding.gate(at: subEvent), direction: .entry)
            page.show(try TicketSearchResult("\(code)", in: dataSource, at: subEvent, most: 50))
            let screen = GateScreenRenderer(zone: wedding.event.zone).screen(
                page, GatePageTests.large, at: wedding.festival.clock.now())
            return screen.lines.first { $0.text.contains("> \(code)") }?.text ?? ""
        }
        for dataSource in [services, pack] as [any GateDataSource] {
            let lines = try [wedding.ceremony, wedding.reception, wedding.brunch].map { try line(at: $0, dataSource) }
            #expect(lines[0].contains("Issued     3 of 3 inside"), "\(lines)")
            #expect(lines[1].contains("Issued     2 of 2 inside"), "\(lines)")
            #expect(lines[2].contains("Issued     not invited here"), "\(lines)")
        }
        try wedding.invite(.named(["Ann"]), withdraw: [wedding.reception])
        #expect(try line(at: wedding.reception, services).contains("2 inside, not invited here"))
    }
}

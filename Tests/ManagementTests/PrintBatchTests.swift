import EventFixture
import Gate
import Management
import Store
import Testing
import TicketToken
import Ticketing

/// A print batch is a fixed list of tickets, which is printed in one or more files of several sheets. A file must not
/// be printed until it is released. A lost sheet can be voided: its tickets then get new tokens, and the tokens on the
/// sheet are refused.
@Suite("Print batches", .everyEngine)
struct PrintBatchTests {
    private let festival: Festival

    init() throws { festival = try Festival() }

    static func plan(cells: Int = 4, sheetsPerFile: Int = 2, output: String = "/tickets.pdf") -> PrintBatch.Plan {
        PrintBatch.Plan(
            layout: "a4-4", layoutHash: [1, 2, 3], cellsPerSheet: cells, imposition: "rows", output: output,
            sheetsPerFile: sheetsPerFile, settings: ["language": "sw"])
    }

    private func issue(named names: [String]) throws {
        for name in names {
            _ = try festival.services.tickets.issue(
                .person(holder: name, email: nil, note: nil), type: festival.regular, of: festival.event,
                signingWith: festival.ring)
        }
    }

    private func batch(_ selection: PrintSelection = PrintSelection()) throws -> PrintBatch {
        try festival.services.printing.planBatch(PrintBatchTests.plan(), selection, of: festival.event)
    }

    private func tickets(_ batch: PrintBatch) throws -> [PrintBatchTicket] {
        try festival.services.printing.tickets(of: batch, at: 0..<batch.count, of: festival.event)
    }

    /// Records the printed tokens of all sheets of a file, and the release of the file.
    private func release(_ batch: PrintBatch, file: Int = 0) throws {
        let sheets = batch.sheets(ofFile: file)
        let cells = batch.plan.cellsPerSheet
        let positions = sheets.lowerBound * cells..<min(sheets.upperBound * cells, batch.count)
        let issues = try festival.services.printing.tickets(of: batch, at: positions, of: festival.event)
            .filter { $0.ticket.status == .issued }.map { ($0.position, $0.ticket.issue) }
        try festival.services.printing.recordPrintedTokens(
            of: batch, sheets: Array(sheets), issues: issues, of: festival.event)
        let file = PrintedFile(
            number: file, path: "/tickets-\(file).pdf", hash: [9], check: .everySymbolReadBack, released: Festival.start
        )
        try festival.services.printing.recordReleasedFile(file, of: batch, of: festival.event)
    }

    @Test("A batch keeps the same tickets in the same sequence despite later sales, renamings and cancellations")
    func keeps() throws {
        try issue(named: ["Zoe", "ada", "Éva", "Bob"])
        _ = try festival.issue(2)
        let batch = try batch(PrintSelection(order: .holder))
        let before = try tickets(batch)
        #expect(before.map(\.ticket.holder) == ["ada", "Bob", "Éva", "Zoe", nil, nil])
        #expect(before.map(\.position) == Array(0..<6))
        #expect(batch.number == 1 && batch.count == 6 && batch.sheets == 2 && batch.files == 1)
        try issue(named: ["Aaron"])
        _ = try festival.services.tickets.transfer(
            before[0].ticket.code, of: festival.event, to: "Zz", email: nil, signingWith: festival.ring)
        _ = try festival.services.tickets.cancel(before[1].ticket.code, of: festival.event, note: nil)
        let after = try tickets(batch)
        #expect(after.map(\.ticket.serial) == before.map(\.ticket.serial))
        #expect(after[0].printed == nil && after[0].ticket.issue == 1)
        #expect(after[1].ticket.status == .cancelled)
        let read = try festival.services.printing.batch(1, of: festival.event)
        #expect(read.batch == batch && read.files.isEmpty && !read.isFinished)
        #expect(read.batch.plan == PrintBatchTests.plan())
    }

    @Test("In each sort order, a batch contains every valid ticket once")
    func orders() throws {
        let vip = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "VIP"), to: festival.event)
        _ = try festival.issue(5)
        _ = try festival.issue(3, type: vip)
        let cancelled = try tickets(batch())[2].ticket
        _ = try festival.services.tickets.cancel(cancelled.code, of: festival.event, note: nil)
        for order in PrintOrder.allCases {
            let printed = try tickets(batch(PrintSelection(order: order))).map(\.ticket)
            #expect(printed.count == 7 && Set(printed.map(\.serial)).count == 7)
            #expect(!printed.contains { $0.serial == cancelled.serial })
            if order == .code { #expect(printed.map(\.serial) == printed.map(\.serial).sorted()) }
            if order == .type { #expect(printed.map(\.type.rawValue) == printed.map(\.type.rawValue).sorted()) }
        }
        let ofOne = try tickets(batch(PrintSelection(type: vip.number))).map(\.ticket.type)
        #expect(Set(ofOne) == [vip.number])
    }

    @Test(
        """
        A batch of chosen tickets has only these tickets, in each sort order; each chosen ticket that cannot be \
        printed is reported with the reason
        """)
    func chosen() throws {
        try issue(named: ["Zoe", "ada", "Éva", "Bob", "z", "日本"])
        // One SQL statement cannot read this number of tickets.
        _ = try festival.issue(600)
        let vip = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "VIP"), to: festival.event)
        _ = try festival.issue(3, type: vip)
        let whole = try tickets(batch()).map(\.ticket.code)
        let codes = whole.enumerated().filter { !$0.offset.isMultiple(of: 5) }.map(\.element)
        for order in PrintOrder.allCases {
            let all = try tickets(batch(PrintSelection(order: order))).map(\.ticket.code)
            let selection = PrintSelection(order: order, codes: Array(codes.reversed()) + codes.prefix(3))
            let printed = try tickets(batch(selection)).map(\.ticket.code)
            #expect(printed == all.filter(Set(codes).contains), "\(order)")
        }
        let ofOne = try tickets(batch(PrintSelection(type: vip.number, codes: whole))).map(\.ticket.type)
        #expect(ofOne == [vip.number, vip.number, vip.number])

        let live = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Live", requiresLiveCode: true), to: festival.event)
        _ = try festival.issue(1, type: live)
        var liveCode: TicketCode?
        try festival.services.tickets.forEachTicket(of: festival.event) {
            if $0.type == live.number { liveCode = $0.code }
        }
        let unprintable = try #require(liveCode)
        _ = try festival.services.tickets.block(whole[0], of: festival.event, note: "disputed")
        _ = try festival.services.tickets.cancel(whole[1], of: festival.event, note: nil)
        let chosen = try festival.services.printing.chosenTickets(
            [unprintable] + whole.prefix(3), of: festival.event)
        #expect(chosen.printable == [whole[2]])
        #expect(chosen.refused.map(\.code) == [unprintable, whole[0], whole[1]])
        #expect(chosen.refused.map(\.reason) == [.liveCode, .status(.blocked), .status(.cancelled)])
        #expect(throws: PrintBatchError.onlyLiveCodes(1)) { try batch(PrintSelection(codes: [unprintable])) }
        #expect(throws: PrintBatchError.nothingToPrint(papersOnly: false)) {
            try batch(PrintSelection(codes: [whole[0], whole[1]]))
        }
    }

    @Test("A batch can be a range of tickets; if the range is empty, the error says how many tickets there are")
    func range() throws {
        _ = try festival.issue(10)
        let all = try tickets(batch()).map(\.ticket.serial)
        #expect(try tickets(batch(PrintSelection(from: 4, to: 5))).map(\.ticket.serial) == Array(all[3..<5]))
        #expect(try tickets(batch(PrintSelection(from: 9))).map(\.ticket.serial) == Array(all[8...]))
        #expect(throws: PrintBatchError.emptyRange(from: 11, to: 20, tickets: 10)) {
            try batch(PrintSelection(from: 11, to: 20))
        }
    }

    @Test("A ticket counts as unprinted until its current token is in a released file; a planned batch is not enough")
    func unprinted() throws {
        _ = try festival.issue(4)
        let unprinted = PrintSelection(paperFilter: .unprinted)
        let first = try batch(unprinted)
        #expect(try batch(unprinted).count == 4)
        try release(first)
        #expect(throws: PrintBatchError.nothingToPrint(papersOnly: true)) { try batch(unprinted) }
        _ = try festival.issue(1)
        #expect(try batch(unprinted).count == 1)
        let code = try tickets(first)[0].ticket.code
        _ = try festival.services.tickets.reissue(code, of: festival.event, signingWith: festival.ring)
        #expect(try batch(unprinted).count == 2)
    }

    @Test("For an event without tickets, no batch can be planned")
    func nothing() throws {
        for papers in [PrintSelection.PaperFilter.all, .unprinted] {
            #expect(throws: PrintBatchError.nothingToPrint(papersOnly: false)) {
                try batch(PrintSelection(paperFilter: papers))
            }
        }
        #expect(try festival.services.printing.batches(of: festival.event).isEmpty)
        #expect(throws: PrintBatchError.unknownBatch(1, known: 0)) {
            try festival.services.printing.batch(1, of: festival.event)
        }
    }

    @Test("A batch is finished when every file is released, in any order")
    func files() throws {
        _ = try festival.issue(17)
        let batch = try batch()
        #expect(batch.sheets == 5 && batch.files == 3)
        #expect((0..<3).map { batch.sheets(ofFile: $0) } == [0..<2, 2..<4, 4..<5])
        for file in [2, 0, 0] {
            try release(batch, file: file)
            #expect(try !festival.services.printing.batch(1, of: festival.event).isFinished)
        }
        try release(batch, file: 1)
        let state = try festival.services.printing.batch(1, of: festival.event)
        #expect(state.isFinished && state.files.map(\.number) == [0, 1, 2])
    }

    @Test("A voided sheet’s tokens are refused; its tickets get new tokens; other sheets stay valid")
    func voided() throws {
        let tokens = try festival.issue(8)
        let batch = try batch()
        try release(batch)
        _ = try festival.services.tickets.cancel(tickets(batch)[5].ticket.code, of: festival.event, note: nil)
        let voided = try festival.services.printing.voidSheet(
            1, at: Array(4..<8), of: batch, of: festival.event, signingWith: festival.ring)
        #expect(voided.reissued.count == 3 && voided.ended.count == 1)
        let gate = try festival.gate()
        for (position, token) in tokens.enumerated() {
            let outcome = gate.decide(Scan(token)).outcome
            switch position {
            case 0..<4: #expect(outcome == .admit(again: false))
            case 5: #expect(outcome == .refuse(.revoked(.cancelled, since: Festival.start, note: nil)))
            default: #expect(outcome == .refuse(.superseded(since: Festival.start)))
            }
        }
        for ticket in voided.reissued {
            #expect(try gate.decide(Scan(festival.token(of: ticket))).outcome == .admit(again: false))
        }
        #expect(try festival.services.printing.batch(1, of: festival.event).voided == [1])
        #expect(throws: PrintBatchError.unknownSheet(3, sheets: 2)) {
            try festival.services.printing.voidSheet(
                2, at: [], of: batch, of: festival.event, signingWith: festival.ring)
        }
    }

    @Test(
        """
        Voiding a sheet invalidates each token on the sheet, even the token of a blocked ticket that is unblocked \
        later
        """)
    func voidedWhileBlocked() throws {
        let tokens = try festival.issue(4)
        let batch = try batch()
        try release(batch)
        let code = try tickets(batch)[1].ticket.code
        _ = try festival.services.tickets.block(code, of: festival.event, note: "disputed")
        let voided = try festival.services.printing.voidSheet(
            0, at: Array(0..<4), of: batch, of: festival.event, signingWith: festival.ring)
        #expect(voided.reissued.count == 4 && voided.ended.isEmpty)
        let freed = try festival.services.tickets.unblock(code, of: festival.event)
        let gate = try festival.gate()
        for token in tokens {
            #expect(gate.decide(Scan(token)).outcome == .refuse(.superseded(since: Festival.start)))
        }
        #expect(try gate.decide(Scan(festival.token(of: freed))).outcome == .admit(again: false))
    }

    @Test("Voiding a sheet a second time does not invalidate the newer sheets with the reissued tokens")
    func voidedAgain() throws {
        _ = try festival.issue(4)
        let old = try batch()
        try release(old)
        func void() throws -> VoidedSheet {
            try festival.services.printing.voidSheet(
                0, at: Array(0..<4), of: old, of: festival.event, signingWith: festival.ring)
        }
        #expect(try void().reissued.count == 4)
        let new = try batch(PrintSelection(paperFilter: .unprinted))
        try release(new)
        let again = try void()
        #expect(again.wasVoid && again.reissued.isEmpty && again.superseded.count == 4)
        let gate = try festival.gate()
        for entry in try tickets(new) {
            #expect(try gate.decide(Scan(festival.token(of: entry.ticket))).outcome == .admit(again: false))
        }
    }

    @Test("If a sheet is voided, the result lists exactly the positions in other batches that have the sheet’s tokens")
    func elsewhere() throws {
        _ = try festival.issue(6)
        let first = try batch()
        try release(first)
        let code = try tickets(first)[0].ticket.code
        _ = try festival.services.tickets.reissue(code, of: festival.event, signingWith: festival.ring)
        let second = try batch(PrintSelection(from: 1, to: 5))
        try release(second)
        _ = try batch()
        let voided = try festival.services.printing.voidSheet(
            0, at: [0, 1, 2, 3], of: second, of: festival.event, signingWith: festival.ring)
        #expect(voided.reissued.count == 4)
        #expect(voided.elsewhere == (1...3).map { PrintPosition(batch: first, position: $0) })
        let again = try festival.services.printing.voidSheet(
            0, at: [0, 1, 2, 3], of: first, of: festival.event, signingWith: festival.ring)
        #expect(again.superseded.count == 4 && again.elsewhere.isEmpty)
    }

    @Test("A sheet can also be voided if the store has no record that the sheet was printed")
    func voidedUnnoted() throws {
        let tokens = try festival.issue(2)
        let batch = try batch()
        let voided = try festival.services.printing.voidSheet(
            0, at: [0, 1], of: batch, of: festival.event, signingWith: festival.ring)
        #expect(voided.reissued.count == 2)
        let gate = try festival.gate()
        for token in tokens {
            #expect(gate.decide(Scan(token)).outcome == .refuse(.superseded(since: Festival.start)))
        }
    }

    @Test("A blocked ticket that was left out of a file counts as unprinted after it is unblocked")
    func unprintedAgain() throws {
        _ = try festival.issue(3)
        let first = try batch()
        let code = try tickets(first)[1].ticket.code
        _ = try festival.services.tickets.block(code, of: festival.event, note: "disputed")
        try release(first)
        #expect(throws: PrintBatchError.nothingToPrint(papersOnly: true)) {
            try batch(PrintSelection(paperFilter: .unprinted))
        }
        _ = try festival.services.tickets.unblock(code, of: festival.event)
        #expect(try tickets(batch(PrintSelection(paperFilter: .unprinted))).map(\.ticket.code) == [code])
    }

    @Test("Tickets of files that are not released count as unprinted")
    func halfPrinted() throws {
        _ = try festival.issue(17)
        let batch = try batch()
        try release(batch, file: 1)
        #expect(try self.batch(PrintSelection(paperFilter: .unprinted)).count == 9)
    }

    @Test("Tickets of a cancelled event can’t be printed")
    func cancelledEvent() throws {
        _ = try festival.issue(3)
        let batch = try batch()
        _ = try festival.services.events.cancelEvent(festival.event)
        #expect(throws: ManagementError.eventCancelled) { try tickets(batch) }
        #expect(throws: ManagementError.eventCancelled) { try self.batch() }
    }

    @Test("Discarding a batch deletes it, unless one of its files is released")
    func discarded() throws {
        _ = try festival.issue(3)
        try festival.services.printing.discardBatch(batch(), of: festival.event)
        #expect(try festival.services.printing.batches(of: festival.event).isEmpty)
        let kept = try batch()
        // The audit trail mentions batch 1, and batch numbers are never reused.
        #expect(kept.number == 2)
        try release(kept)
        try festival.services.printing.discardBatch(kept, of: festival.event)
        #expect(try festival.services.printing.batches(of: festival.event).map(\.batch) == [kept])
    }

    @Test("Eight batches that are planned at the same time get eight numbers, and each contains all tickets")
    func raced() async throws {
        _ = try festival.issue(20)
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let batch = try festival.services.printing.planBatch(
                        PrintBatchTests.plan(), PrintSelection(), of: festival.event)
                    #expect(try tickets(batch).count == 20)
                    return batch.number
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(numbers.sorted() == Array(1...8))
    }

    @Test("A request for a batch of another event is refused as if the batch did not exist")
    func scoped() throws {
        _ = try festival.issue(3)
        let batch = try batch()
        let other = try festival.services.events.createEvent(
            EventDetails(title: "Other", timeZone: "UTC"), suite: .hmac,
            of: festival.services.organizers.organizer(named: "Nile Nights"))
        #expect(throws: PrintBatchError.unknownBatch(1, known: 0)) {
            try festival.services.printing.batch(1, of: other)
        }
        #expect(throws: PrintBatchError.unknownBatch(1, known: 0)) {
            try festival.services.printing.voidSheet(0, at: [0], of: batch, of: other, signingWith: festival.ring)
        }
    }
}

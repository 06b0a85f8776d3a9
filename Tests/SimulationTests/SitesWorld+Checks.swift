import EventFixture
import Gate
import Management
@testable import Store
import TicketToken
import Ticketing

/// What a site owes: records of what it has shown, and those that may come of what it has not.
struct Promises {
    /// What a record and a scan have in common.
    struct Mark: Hashable {
        let request: String?
        let serial: Serial
        let gate: String
        let direction: Direction
        let count: Int
    }

    /// The same with the decision and its time.
    struct Decided: Hashable {
        let mark: Mark
        let decision: String
        let at: Instant
    }

    /// Shown, and to be there when the site is read next.
    var owed: [Decided: Int] = [:]
    /// May be written later, or never: refusals that wait.
    var waiting: [Decided: Int] = [:]
    /// May be written or not: what was undecided.
    var undecided: [Mark: Int] = [:]

    /// Whether a record was promised, or asked for. Takes it off.
    mutating func take(_ record: AdmissionRecord) -> Bool {
        guard let serial = record.serial else { return false }
        let mark = Mark(
            request: record.request, serial: serial, gate: record.gate,
            direction: record.direction == .exit ? .exit : .entry, count: record.count)
        let decided = Decided(mark: mark, decision: record.decision.shown, at: record.wallClock)
        return Promises.take(decided, &owed) || Promises.take(decided, &waiting) || Promises.take(mark, &undecided)
    }

    private static func take<Key>(_ key: Key, _ counts: inout [Key: Int]) -> Bool {
        guard let count = counts[key], count > 0 else { return false }
        counts[key] = count == 1 ? nil : count - 1
        return true
    }
}

extension AdmissionRecord.Decision {
    /// As `Verdict.Outcome.shown`.
    var shown: String { [name, reason].compactMap(\.self).joined(separator: " ") }
}

extension SitesWorld {
    /// Reads what a site's ledger has beyond what was read, and asks of each record where it comes from.
    ///
    /// - Parameter sources: what it may have taken over.
    /// - Returns: how many records it took over: two that merge the same in the same moment, after the same, write the same.
    @discardableResult
    mutating func read(_ index: Int, from sources: RecordSet = RecordSet()) throws -> ClosedRange<Int> {
        guard let store = sites[index].open?.store else { return 0...0 }
        if sites[index].isOffice { try readTickets() }
        var (taken, perhaps) = (0, 0)
        // Own ones last: a merge's are behind what they learned.
        let news = try sites[index].contents.books.news(in: store).map { ($0, $0.record.device == sites[index].device) }
        for (link, isOwn) in news.filter({ !$0.1 }) + news.filter(\.1) {
            let record = link.record
            let number = register.number(of: link.hash)
            if isOwn, record.decision == .merge || sites[index].promises.take(record) {
                let known = sites[index].contents.books.records
                try isRight(record, at: index)
                if let number, sources.contains(number), !known.contains(number) { perhaps += 1 }
                add(link, number ?? register.add(record, hash: link.hash, known: known), to: index)
            } else if let number, sources.contains(number), !sites[index].contents.books.records.contains(number) {
                guard register.isCopy(record, of: number) else {
                    throw Violation(
                        invariant: "7", detail: "\(record) of \(register.entries[number].record)")
                }
                add(link, number, to: index)
                taken += 1
            } else {
                throw Violation(invariant: "12", detail: "\(sites[index].name): \(record) comes from nowhere")
            }
        }
        if let (lost, _) = sites[index].promises.owed.first {
            throw Violation(invariant: "5", detail: "\(sites[index].name): \(lost) is not recorded")
        }
        return taken...taken + perhaps
    }

    private mutating func add(_ link: AdmissionLedger.HashedRecord, _ number: Int, to index: Int) {
        sites[index].contents.books.add(BookLine(number: number, record: link.record, hash: link.hash))
    }

    /// 1, 10: whoever was let in had a seat as far as the site knew, and whoever was let out was inside.
    private func isRight(_ record: AdmissionRecord, at index: Int) throws {
        guard let serial = record.serial, let ticket = tickets.first(where: { $0.serial == serial }) else { return }
        let seats = SiteSeats(admits: ticket.admits, sites[index].contents.books.lines(of: serial))
        let isRight =
            switch record.decision {
            case .admit: seats.free >= record.count
            case .exit: seats.inside >= record.count
            case .refuse, .void, .merge: true
            }
        guard isRight else {
            throw Violation(
                invariant: "10",
                detail: "\(sites[index].name): \(record) with \(seats.inside) of \(ticket.admits) inside")
        }
    }

    /// Finds out what the last deeds have left.
    mutating func settle(_ index: Int) throws {
        try read(index, from: sites[index].sources)
        try takeOffer(index)
    }

    /// After a crash: what was there is there as it was.
    mutating func examine(_ index: Int) throws {
        sites[index].isInDoubt = true
        guard let session = try session(at: index) else {
            throw Violation(invariant: "a store opens", detail: "\(sites[index].name): the disk is well")
        }
        if let line = try sites[index].contents.books.missing(in: session.store) {
            throw Violation(invariant: "6", detail: "\(sites[index].name): \(line.record) is not there, or otherwise")
        }
        try knowsConflicts(index, session.store)
    }

    func isWhole(_ store: Store, _ name: String) throws {
        let check = try store.check()
        guard check.isIntact else { throw Violation(invariant: "6", detail: "\(name): \(check)") }
    }

    /// Who was let in twice, by a site's own records.
    func doubles(_ books: SiteBooks) -> [Told] {
        tickets.flatMap { ticket in
            SiteSeats(admits: ticket.admits, books.lines(of: ticket.serial)).excess.compactMap {
                Told($0.later, $0.people, among: $0.rivals, register, of: books.records)
            }
        }
    }

    /// Who was let in twice, as a site is to tell it: what it was told, and before that what its own records say. Nil when
    /// that is in doubt.
    func told(at index: Int) -> [Told]? {
        guard let told = sites[index].contents.told else { return nil }
        let own = doubles(sites[index].contents.books)
        let known = Set(own.map(\.key))
        return own + told.filter { !known.contains($0.key) }
    }

    /// 9: each is listed once, and the first in the order of all records came by right.
    func knowsConflicts(_ index: Int, _ store: Store) throws {
        let listed = try store.read { try $0.conflicts.all(of: outset.evening.event.number) }.map(Told.init)
        guard let expected = told(at: index) else { return }
        guard Set(listed) == Set(expected), listed.count == expected.count else {
            throw Violation(invariant: "9", detail: "\(sites[index].name): listed \(listed), expected \(expected)")
        }
    }

    /// Who was let in twice is told at the gate. Of two that were last in the same moment, the later id's counts.
    func isTold(_ verdict: Verdict, of ticket: Int, at index: Int, _ told: [Told]?) throws {
        guard verdict.ticket != nil, let told else { return }
        let serial = tickets[ticket].serial
        let found = verdict.attention.compactMap { attention in
            if case .doubleAdmission(let first, let second) = attention { [first, second] } else { nil }
        }
        let possible = told.filter { $0.serial == serial }.map { [$0.first, $0.second] }
        guard possible.isEmpty == found.isEmpty, found.allSatisfy(possible.contains) else {
            throw Violation(
                invariant: "told again", detail: "\(sites[index].name): \(found), and it knows \(possible)")
        }
    }
}

import EventFixture
import Gate
import Management
@testable import Store
import TicketToken
import Ticketing

/// The records that a site must have because of its verdicts, and the records that the site may have because of
/// undecided requests.
struct Promises {
    /// The properties by which a record is matched with a scan.
    struct Mark: Hashable {
        let request: String?
        let serial: Serial
        let gate: String
        let direction: Direction
        let count: Int
    }

    /// A mark (see `Mark`), together with the decision on the scan and the time of the decision.
    struct Decided: Hashable {
        let mark: Mark
        let decision: String
        let at: Instant
    }

    /// The records of the verdicts that the gate has shown. These records must exist when the site is read the next
    /// time.
    var owed: [Decided: Int] = [:]
    /// Refusals whose records have not been written yet. The gate writes these records later, or never.
    var waiting: [Decided: Int] = [:]
    /// Undecided requests. Their records may have been written.
    var undecided: [Mark: Int] = [:]

    /// Whether a verdict or an undecided request explains this record. A verdict or request that has explained one
    /// record can't explain another record.
    mutating func fulfill(_ record: AdmissionRecord) -> Bool {
        guard let serial = record.serial else { return false }
        let mark = Mark(
            request: record.request, serial: serial, gate: record.gate,
            direction: record.direction == .exit ? .exit : .entry, count: record.count)
        let decided = Decided(mark: mark, decision: record.decision.nameWithReason, at: record.wallClock)
        return Promises.fulfill(decided, &owed) || Promises.fulfill(decided, &waiting)
            || Promises.fulfill(mark, &undecided)
    }

    private static func fulfill<Key>(_ key: Key, _ counts: inout [Key: Int]) -> Bool {
        guard let count = counts[key], count > 0 else { return false }
        counts[key] = count == 1 ? nil : count - 1
        return true
    }
}

extension AdmissionRecord.Decision {
    /// The decision in the form of `Verdict.Outcome.nameWithReason`.
    var nameWithReason: String { [name, reason].compactMap(\.self).joined(separator: " ") }
}

extension SitesWorld {
    /// Reads the new records of a site's ledger, and checks that each record has a known source.
    ///
    /// - Parameter sources: the records that the site may have merged.
    /// - Returns: the smallest and largest possible count of merged records. Two sites write equal records if they
    ///   merge the same records at the same moment. Such a record may have been written by this site or merged from
    ///   the other site, so the count is uncertain.
    @discardableResult
    mutating func read(_ index: Int, from sources: RecordSet = RecordSet()) throws -> ClosedRange<Int> {
        guard let store = sites[index].open?.store else { return 0...0 }
        if sites[index].isMainStore { try readTickets() }
        var (merged, uncertain) = (0, 0)
        // The site's own records come last, because the record of a merge follows the records that the merge added.
        let news = try sites[index].contents.ledger.news(in: store).map {
            ($0, $0.record.device == sites[index].device)
        }
        for (link, isOwn) in news.filter({ !$0.1 }) + news.filter(\.1) {
            let record = link.record
            let number = register.number(of: link.hash)
            if isOwn, record.decision == .merge || sites[index].promises.fulfill(record) {
                let known = sites[index].contents.ledger.records
                try isRight(record, at: index)
                if let number, sources.contains(number), !known.contains(number) { uncertain += 1 }
                add(link, number ?? register.add(record, hash: link.hash, known: known), to: index)
            } else if let number, sources.contains(number), !sites[index].contents.ledger.records.contains(number) {
                guard register.isCopy(record, of: number) else {
                    throw Violation(
                        invariant: 7, detail: "\(record) is a changed copy of \(register.entries[number].record)")
                }
                add(link, number, to: index)
                merged += 1
            } else {
                throw Violation(invariant: 12, detail: "\(sites[index].name): \(record) has no source")
            }
        }
        if let (lost, _) = sites[index].promises.owed.first {
            throw Violation(invariant: 5, detail: "\(sites[index].name): \(lost) is not recorded")
        }
        return merged...merged + uncertain
    }

    private mutating func add(_ link: AdmissionLedger.HashedRecord, _ number: Int, to index: Int) {
        sites[index].contents.ledger.add(LedgerEntry(number: number, record: link.record, hash: link.hash))
    }

    /// Checks invariants 1 and 10 (Docs/Gate.md, “What always holds”) for a new record. The records known at the site
    /// must show a free slot (in this model: a seat) for each admitted person. They must also show that each person who
    /// left had been inside.
    private func isRight(_ record: AdmissionRecord, at index: Int) throws {
        guard let serial = record.serial, let ticket = tickets.first(where: { $0.serial == serial }) else { return }
        let seats = SiteSeats(admits: ticket.admits, sites[index].contents.ledger.entries(of: serial))
        let isRight =
            switch record.decision {
            case .admit: seats.free >= record.count
            case .exit: seats.inside >= record.count
            case .refuse, .void, .merge: true
            }
        guard isRight else {
            throw Violation(
                invariant: 10,
                detail: "\(sites[index].name): \(record) with \(seats.inside) of \(ticket.admits) inside")
        }
    }

    /// Reads the records and the pack refresh that the last steps added to a site's file.
    mutating func settle(_ index: Int) throws {
        try read(index, from: sites[index].sources)
        try applyOffer(index)
    }

    /// Checks after a crash that no earlier record is missing or changed.
    mutating func examine(_ index: Int) throws {
        sites[index].isInDoubt = true
        guard let session = try session(at: index) else {
            throw Violation(
                invariant: "a store opens", detail: "\(sites[index].name) does not open, but the disk has not failed")
        }
        if let entry = try sites[index].contents.ledger.missing(in: session.store) {
            throw Violation(invariant: 6, detail: "\(sites[index].name): \(entry.record) is missing or changed")
        }
        try knowsConflicts(index, session.store)
    }

    func requireIntact(_ store: Store, _ name: String) throws {
        let check = try store.check()
        guard check.isIntact else { throw Violation(invariant: 6, detail: "\(name): \(check)") }
    }

    /// The double admissions that follow from a site's own records.
    func doubles(_ ledger: SiteLedger) -> [ReportedConflict] {
        tickets.flatMap { ticket in
            SiteSeats(admits: ticket.admits, ledger.entries(of: ticket.serial)).excess.compactMap {
                ReportedConflict($0.later, $0.people, among: $0.rivals, register, of: ledger.records)
            }
        }
    }

    /// The double admissions that a site must report: first those that follow from its own records, then further
    /// double admissions that the main store has reported to the site. Nil if the main store's reports to the site are
    /// uncertain.
    func conflicts(at index: Int) -> [ReportedConflict]? {
        guard let received = sites[index].contents.receivedConflicts else { return nil }
        let own = doubles(sites[index].contents.ledger)
        let known = Set(own.map(\.key))
        return own + received.filter { !known.contains($0.key) }
    }

    /// Checks invariant 9: the site lists each conflict once, with the earlier admission as the valid admission.
    func knowsConflicts(_ index: Int, _ store: Store) throws {
        let stored = try store.read { try $0.conflicts.all(of: outset.evening.event.number) }.map(ReportedConflict.init)
        guard let conflicts = conflicts(at: index) else { return }
        let names = sites[index].contents.ledger.renamed
        let (listed, expected) = (stored.map { $0.renamed(names) }, conflicts.map { $0.renamed(names) })
        guard Set(listed) == Set(expected), listed.count == Set(listed).count else {
            throw Violation(invariant: 9, detail: "\(sites[index].name): listed \(listed), expected \(expected)")
        }
    }

    /// Checks that a gate shows a double admission if and only if the scanned ticket has one.
    func showsConflicts(_ verdict: Verdict, of ticket: Int, at index: Int, _ conflicts: [ReportedConflict]?) throws {
        guard verdict.ticket != nil, let conflicts else { return }
        let serial = tickets[ticket].serial
        let found = verdict.attention.compactMap { attention in
            if case .doubleAdmission(let first, let second) = attention { [first, second] } else { nil }
        }
        let possible = conflicts.filter { $0.serial == serial }.map { [$0.first, $0.second] }
        guard possible.isEmpty == found.isEmpty, found.allSatisfy(possible.contains) else {
            throw Violation(
                invariant: "conflicts are shown", detail: "\(sites[index].name): \(found), expected \(possible)")
        }
    }
}

import Ticketing

/// A ticket's state, as a site knows it.
struct SiteTicket: Hashable {
    var isCancelled = false
    var issue = 0
}

/// The people inside with one ticket, computed from a site's records in the order that all sites use. This type is a
/// second implementation of the rules for tickets with re-entry, independent of the gate's code. A ticket has one seat
/// for each person that it admits.
struct SiteSeats {
    private struct Seat {
        var isInside: Bool
        let occupant: LedgerEntry?
        let last: Admission
    }

    let admits: Int
    private var seats: [Int: Seat] = [:]
    /// The admissions for which too few seats were free. Each element has the admission, the number of its people
    /// without a seat, and the earlier admissions that occupied the seats (the oldest first).
    private(set) var excess: [(later: LedgerEntry, people: Int, rivals: [LedgerEntry])] = []

    init(admits: Int, _ entries: [LedgerEntry]) {
        self.admits = admits
        for entry in entries {
            switch entry.record.decision {
            case .admit:
                let rivals = seats.values.filter(\.isInside).compactMap(\.occupant)
                let seated = free
                enter(entry.record.count, Admission(at: entry.record.wallClock, gate: entry.record.gate), by: entry)
                guard entry.record.count > seated else { continue }
                excess.append(
                    (entry, entry.record.count - seated, rivals.sorted { $0.record.moment < $1.record.moment }))
            case .exit: leave(entry.record.count)
            case .refuse, .void, .merge: break
            }
        }
    }

    var inside: Int { seats.values.count(where: \.isInside) }
    var free: Int { max(0, admits - inside) }

    mutating func enter(_ people: Int, _ admission: Admission, by entry: LedgerEntry? = nil) {
        let own = (0..<admits).filter { seats[$0]?.isInside != true }.prefix(min(free, people))
        // People for whom there is no seat are also counted as inside.
        let others = (admits..<admits + seats.count + people).filter { seats[$0] == nil }.prefix(people - own.count)
        for seat in own + others { seats[seat] = Seat(isInside: true, occupant: entry, last: admission) }
    }

    mutating func leave(_ people: Int) {
        for seat in seats.keys.sorted().filter({ seats[$0]?.isInside == true }).prefix(people) {
            seats[seat]?.isInside = false
        }
    }

    /// Whether a scan at this moment is an accidental repeat: a scan at the gate of the last admission, less than five
    /// seconds after that admission. If several admissions have the same latest time, any of them may be the last one,
    /// so the result can contain both true and false.
    func slips(at gate: String, _ now: Instant) -> Set<Bool> {
        let newest = seats.values.map(\.last.at).max()
        return Set(
            seats.values.filter { $0.last.at == newest }.map { seat in
                seat.last.gate == gate && (0..<5000).contains(now.milliseconds - seat.last.at.milliseconds)
            })
    }
}

extension SiteSeats {
    /// The answers that a gate is allowed to give to a scan if the ticket is in the site's file.
    func answers(to ask: SitesAction.Ask, _ ticket: SiteTicket, at gate: String, _ now: Instant) -> Set<String> {
        if ask.direction == .exit { return inside >= ask.count ? ["exit"] : ["refuse notInside"] }
        if ticket.isCancelled { return ["refuse revoked"] }
        if ask.issue < ticket.issue { return ["refuse superseded"] }
        if free >= ask.count { return ["admit"] }
        guard free == 0 else { return ["refuse alreadyUsed"] }
        return Set(slips(at: gate, now).map { $0 ? "repeat" : "refuse alreadyUsed" })
    }
}

/// A double admission (two admissions to one seat), as the main store or a pack reports it. The site that made the
/// later admission had no record of the earlier admission at that time.
struct ReportedConflict: Hashable, CustomStringConvertible {
    let serial: Serial
    private(set) var earlier: RecordID
    private(set) var later: RecordID
    let people: Int
    let first: Admission
    let second: Admission

    init(_ double: DoubleAdmission) {
        serial = double.ticket.serial
        (earlier, later, people) = (double.earlier.id, double.later.id, double.people)
        (first, second) = (double.earlier.admission, double.later.admission)
    }

    /// The key of a conflict. A site lists at most one conflict with each key.
    struct Key: Hashable {
        let serial: Serial
        let later: RecordID
    }

    var key: Key { Key(serial: serial, later: later) }

    /// This conflict, but with the IDs that its two records have in the main store. A site stores a conflict with the
    /// IDs that the records had at the site when the conflict was found.
    func renamed(_ names: [RecordID: RecordID]) -> ReportedConflict {
        var renamed = self
        renamed.earlier = names[earlier] ?? earlier
        renamed.later = names[later] ?? later
        return renamed
    }

    /// The conflict between the admission `later` and one of its `rivals`, the earlier admissions that occupied the
    /// seats. The conflict is with the oldest rival that was unknown to the site of `later`: the site had no record of
    /// this rival when it made the admission `later`. Nil if that site had records of all rivals. Also nil if neither
    /// of the two admissions is in `own`, the records of the site that reports the conflict.
    init?(_ later: LedgerEntry, _ people: Int, among rivals: [LedgerEntry], _ register: Register, of own: RecordSet) {
        let known = register.entries[later.number].known
        guard let serial = later.record.serial, let earlier = rivals.first(where: { !known.contains($0.number) })
        else { return nil }
        guard own.contains(later.number) || own.contains(earlier.number) else { return nil }
        self.serial = serial
        (self.earlier, self.later, self.people) = (earlier.record.id, later.record.id, people)
        first = Admission(at: earlier.record.wallClock, gate: earlier.record.gate)
        second = Admission(at: later.record.wallClock, gate: later.record.gate)
    }

    var description: String { "\(later) against \(earlier), \(people) people" }
}

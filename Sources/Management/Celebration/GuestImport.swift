import Store
import Ticketing

/// One import of a guest list under way: each row becomes a guest, or finds the one that it is about. A guest is never
/// there twice.
///
/// A row is about a guest at once when e-mail and name are the same, or the name is and nothing else speaks against it.
/// Where the e-mail or the name alone says so, the row waits until all others are read: another row may fit better. It
/// waits in its file, which is read again then: all rows of a list may have to wait.
struct GuestImport {
    /// Guests whose new name is told one by one.
    private static let renamesTold = 100

    private let event: EventNumber
    private let work: Work
    private let functionNames: [Int: String]
    private let guests: Guests
    private let invitations: Invitations
    private(set) var summary: GuestImportSummary
    private var matching: GuestMatching
    private var households: [String: Int] = [:]
    private var lastHousehold = 0
    /// The lines of the rows that wait, as they came.
    private var waiting: [Int32] = []
    private var batch: GuestBatch
    private var notices: InvitationNotices
    /// The numbers of guests whose invitations changed.
    private var changedInvitations: [Int32] = []
    /// Codes of guests who may bring more people than before.
    private(set) var outgrown: Set<Serial> = []

    init(of event: Event, functions: [EventFunction], columns: GuestColumns, _ work: Work) throws {
        self.event = event.number
        self.work = work
        functionNames = Dictionary(functions.map { ($0.number, $0.name) }) { first, _ in first }
        guests = work.connection.guests
        invitations = work.connection.invitations
        summary = GuestImportSummary(columns: columns)
        batch = GuestBatch(of: event.number, work.connection)
        notices = InvitationNotices(work, of: event, functions: functions)
        matching = try GuestMatching(of: event.number, guests)
        for household in try guests.households(of: event.number) {
            households[household.name.folded] = household.number
            lastHousehold = max(lastHousehold, household.number)
        }
    }

    /// Takes a row, or lets it wait.
    ///
    /// - Throws: `GuestListFault` when it is about nobody in particular; then nothing was written.
    mutating func take(_ row: GuestSheet.Row) throws {
        let candidates = try matching.candidates(for: row, households, writing: &batch)
        if let guest = try matching.strongMatch(for: row, among: candidates, households) {
            return try update(guest, row)
        }
        if candidates.contains(where: matching.isFree) {
            waiting.append(Int32(clamping: row.line))
        } else {
            try insert(row)
        }
    }

    /// Takes the rows that waited; each faulty one goes to `onFault`.
    ///
    /// - Parameter reopened: the list, from its beginning.
    mutating func finish(
        reopened: () throws -> GuestSheet, onFault: (GuestListFault) throws -> Void
    ) throws {
        if !waiting.isEmpty { try takeWaiting(reopened, onFault) }
        try batch.write()
    }

    private mutating func takeWaiting(
        _ reopened: () throws -> GuestSheet, _ onFault: (GuestListFault) throws -> Void
    ) throws {
        // For each guest how many rows may be about them; more than one is all the same.
        var claims = [UInt8](repeating: 0, count: matching.nextNumber)
        var asking = WaitingRows(lines: waiting)
        try reopened().forEachRow { row in
            guard asking.takes(row) else { return }
            for guest in try matching.weakMatches(for: row, households, writing: &batch)
            where claims[guest.number] < 2 { claims[guest.number] += 1 }
        } onFaults: { _ in
        }
        try asking.end()
        var writing = WaitingRows(lines: waiting)
        try reopened().forEachRow { row in
            guard writing.takes(row) else { return }
            do {
                let matches = try matching.weakMatches(for: row, households, writing: &batch)
                guard let guest = matches.first else { return try insert(row) }
                guard matches.count == 1, claims[guest.number] == 1 else { throw GuestMatching.ambiguous(row, matches) }
                try update(guest, row)
            } catch let fault as GuestListFault {
                try onFault(fault)
            }
        } onFaults: { _ in
        }
        try writing.end()
    }

    /// Finds the rows that waited among all rows of the list.
    private struct WaitingRows {
        /// In the order of the list.
        let lines: [Int32]
        private var found = 0

        init(lines: [Int32]) { self.lines = lines }

        mutating func takes(_ row: GuestSheet.Row) -> Bool {
            guard found < lines.count, Int32(clamping: row.line) == lines[found] else { return false }
            found += 1
            return true
        }

        /// - Throws: `CelebrationError.listChanged` when one of them was not there any more.
        func end() throws {
            guard found == lines.count else { throw CelebrationError.listChanged }
        }
    }

    /// Tells guests of their invitations, by the codes that are theirs now.
    mutating func tell() throws {
        for number in changedInvitations {
            if let guest = try guests.with(number: Int(number), of: event) { try notices.add(guest) }
        }
        try notices.send()
    }

    private mutating func insert(_ row: GuestSheet.Row) throws {
        let number = matching.nextNumber
        let guest = Guest(
            event: event, number: number, household: try household(of: row), details: row.applied(to: nil))
        let functions = row.invitations.filter(\.isInvited).map(\.function)
        try batch.add(guest, foldedName: row.foldedName, invitedTo: functions)
        matching.add(guest, from: row)
        summary.added += 1
        summary.invited += functions.count
    }

    private mutating func update(_ guest: Guest, _ row: GuestSheet.Row) throws {
        matching.take(guest, for: row)
        var changed = guest
        changed.details = row.applied(to: guest.details)
        changed.household = try household(of: row) ?? guest.household
        var change = GuestChange(before: guest.auditFields, after: changed.auditFields)
        if changed != guest { try rewrite(guest, as: changed, row, &change) }
        let isInvitedElsewhere = try invite(guest, row, &change)
        guard changed != guest || isInvitedElsewhere else {
            summary.unchanged += 1
            return
        }
        summary.updated += 1
        if isInvitedElsewhere, guest.serial != nil { changedInvitations.append(Int32(clamping: guest.number)) }
        try work.record(
            AuditSubject(.guest, guest.number), of: event, before: change.before, after: change.after)
    }

    private mutating func rewrite(
        _ guest: Guest, as changed: Guest, _ row: GuestSheet.Row, _ change: inout GuestChange
    ) throws {
        // A new household has to be there before its guest.
        try batch.write()
        try guests.update(changed)
        if changed.people > guest.people, let serial = guest.serial { outgrown.insert(serial) }
        if changed.people < guest.people {
            let most = changed.details.companions
            for old in try invitations.lower(toCompanions: most, guest: guest.number, of: event) {
                change.answered(name(of: old.function), old.answer, now: .attending(companions: most))
                summary.answersLowered += 1
            }
        }
        if guest.name.folded != row.foldedName, summary.renamed.count < GuestImport.renamesTold {
            summary.renamed.append((row.line, guest.name, row.name))
        }
        matching.change(guest, to: changed, foldedName: row.foldedName)
    }

    /// Invites a guest as the row says, and takes invitations back. False when that changes nothing.
    private mutating func invite(
        _ guest: Guest, _ row: GuestSheet.Row, _ change: inout GuestChange
    ) throws -> Bool {
        let (invited, withdrawn) = (summary.invited, summary.withdrawn)
        for (function, isInvited) in row.invitations {
            if isInvited {
                guard try invitations.insert(guest: guest.number, function: function, of: event) else { continue }
                change.invited(to: name(of: function))
                summary.invited += 1
            } else if let old = try invitations.remove(guest: guest.number, function: function, of: event) {
                change.withdrawn(from: name(of: function), old.answer)
                summary.withdrawn += 1
                if old.answer != .none { summary.answersLost += 1 }
            }
        }
        return (invited, withdrawn) != (summary.invited, summary.withdrawn)
    }

    private func name(of function: Int) -> String { functionNames[function] ?? "function \(function)" }

    private mutating func household(of row: GuestSheet.Row) throws -> Int? {
        guard let name = row.household else { return nil }
        let folded = name.folded
        guard !folded.isEmpty else { return nil }
        if let number = households[folded] { return number }
        lastHousehold += 1
        let number = lastHousehold
        batch.add(Household(event: event, number: number, name: name), foldedName: folded)
        households[folded] = number
        summary.households += 1
        return number
    }
}

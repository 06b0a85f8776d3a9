import Store
import Ticketing

/// A guest list import in progress. Each row adds a guest, or updates the guest that the row matches. No guest is added
/// twice.
///
/// When a row is first read, it matches a guest if both have the same name and e-mail address. If the row or the guest
/// has no address, the same name is enough, unless the row and the guest have different households. Without such a
/// match, a guest with the same name or the same address is only a possible match, and another row could match this
/// guest better. So the row is deferred: it is read again from the file after all other rows. Deferred rows are not
/// kept in memory, because all rows of a list could be deferred.
struct GuestImport {
    private static let maximumReportedRenames = 100

    private let event: EventNumber
    private let work: UnitOfWork
    private let subEventNames: [Int: String]
    private let guests: Guests
    private let invitations: Invitations
    private(set) var summary: GuestImportSummary
    private var matching: GuestMatching
    private var households: [String: Int] = [:]
    private var lastHousehold = 0
    /// The line numbers of deferred rows, in ascending order.
    private var deferredLines: [Int32] = []
    private var batch: GuestBatch
    private var notices: InvitationNotices
    private(set) var changedInvitations: [Int32] = []
    /// The numbers of the sub-events whose invitations were withdrawn, by the numbers of the guests.
    private var withdrawn: [Int32: [Int]] = [:]
    /// The tickets that must admit more people, because a guest is now allowed to bring more companions.
    private(set) var codesToEnlarge: Set<Serial> = []
    private var choices: GuestChoices

    init(of event: Event, subEvents: [SubEvent], columns: ColumnAssignment, _ work: UnitOfWork) throws {
        self.event = event.number
        self.work = work
        subEventNames = Dictionary(subEvents.map { ($0.number, $0.guestAuditName) }) { first, _ in first }
        guests = work.connection.guests
        invitations = work.connection.invitations
        summary = GuestImportSummary(columns: columns)
        batch = GuestBatch(of: event.number, work.connection)
        notices = InvitationNotices(work, of: event, subEvents: subEvents)
        choices = GuestChoices(of: event, work.connection)
        matching = try GuestMatching(
            of: event.number, guests, lastNumber: try work.lastGuestNumber(of: event.number))
        for household in try guests.households(of: event.number) {
            households[household.name.folded] = household.number
            lastHousehold = max(lastHousehold, household.number)
        }
    }

    /// Imports a row, or defers it until `finish`.
    ///
    /// - Throws: `GuestListFault` if the row matches several guests, or a guest whom another row has matched. The row
    ///   then changes nothing.
    mutating func process(_ row: GuestListRows.Row) throws {
        let candidates = try matching.candidates(for: row, households, writing: &batch)
        if let guest = try matching.strongMatch(for: row, among: candidates, households) {
            return try update(guest, row)
        }
        if candidates.contains(where: matching.isUnmatched) {
            deferredLines.append(Int32(clamping: row.line))
        } else {
            try insert(row)
        }
    }

    /// Imports the deferred rows. Passes the fault of each faulty row to `onFault`.
    ///
    /// - Parameter reopened: opens the list again, at its beginning.
    mutating func finish(
        reopened: () throws -> GuestListRows, onFault: (GuestListFault) throws -> Void
    ) throws {
        if !deferredLines.isEmpty { try processDeferredRows(reopened, onFault) }
        try batch.write()
    }

    private mutating func processDeferredRows(
        _ reopened: () throws -> GuestListRows, _ onFault: (GuestListFault) throws -> Void
    ) throws {
        // The number of deferred rows that possibly match each guest; 2 means two or more. The index is the guest's
        // number.
        var claims = [UInt8](repeating: 0, count: matching.nextNumber)
        var asking = DeferredRows(lines: deferredLines)
        try reopened().forEachRow { row in
            guard asking.matchesNext(row) else { return }
            for guest in try matching.weakMatches(for: row, households, writing: &batch)
            where claims[guest.number] < 2 { claims[guest.number] += 1 }
        } onFaults: { _ in
        }
        try asking.requireAllFound()
        var writing = DeferredRows(lines: deferredLines)
        try reopened().forEachRow { row in
            guard writing.matchesNext(row) else { return }
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
        try writing.requireAllFound()
    }

    /// Recognizes the deferred rows by their line numbers when the list is read again.
    private struct DeferredRows {
        let lines: [Int32]
        private var found = 0

        init(lines: [Int32]) { self.lines = lines }

        mutating func matchesNext(_ row: GuestListRows.Row) -> Bool {
            guard found < lines.count, Int32(clamping: row.line) == lines[found] else { return false }
            found += 1
            return true
        }

        /// - Throws: `GuestError.listChanged` if a deferred row is missing.
        func requireAllFound() throws {
            guard found == lines.count else { throw GuestError.listChanged }
        }
    }

    /// Queues notices to guests whose invitations changed. The notices contain the guests' current ticket codes.
    ///
    /// - Parameter reissued: the numbers of the guests whose codes were reissued.
    mutating func sendNotices(withNewCode reissued: Set<Int>) throws {
        for number in changedInvitations {
            guard let guest = try guests.with(number: Int(number), of: event) else { continue }
            try notices.add(
                guest, withdrawnFrom: withdrawn[number] ?? [], hasNewCode: reissued.contains(guest.number))
        }
        try notices.send()
    }

    private mutating func insert(_ row: GuestListRows.Row) throws {
        let number = matching.nextNumber
        let guest = Guest(
            event: event, number: number, household: try household(of: row), details: row.applied(to: nil))
        let subEvents = row.invitations.filter(\.isInvited).map(\.subEvent)
        try batch.add(guest, foldedName: row.foldedName, invitedTo: subEvents)
        matching.add(guest, from: row)
        summary.added += 1
        summary.invited += subEvents.count
    }

    private mutating func update(_ matched: Guest, _ row: GuestListRows.Row) throws {
        matching.markMatched(matched, for: row)
        let household = try household(of: row) ?? matched.household
        var guest = matched
        if household != guest.household || row.applied(to: guest.details) != guest.details {
            // The guest could have changed the meal or the allergies after the guest was matched. So lock the guest,
            // and read the current details.
            guest = try guests.locked(number: matched.number, of: event) ?? matched
        }
        var changed = guest
        changed.details = row.applied(to: guest.details)
        changed.household = household
        if try choices.keep(in: &changed.details, of: guest) { summary.answersKept += 1 }
        var change = GuestChange(before: guest.auditFields, after: changed.auditFields)
        if changed != guest { try store(guest, as: changed, row, &change) }
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

    private mutating func store(
        _ guest: Guest, as changed: Guest, _ row: GuestListRows.Row, _ change: inout GuestChange
    ) throws {
        // A new household must be written before a guest who belongs to it.
        try batch.write()
        let lowered = try work.store(guest, as: changed, &change) { name(of: $0) }
        summary.answersLowered += lowered
        if changed.people > guest.people, let serial = guest.serial { codesToEnlarge.insert(serial) }
        if guest.name.folded != row.foldedName, summary.renamed.count < GuestImport.maximumReportedRenames {
            summary.renamed.append((row.line, guest.name, row.name))
        }
        matching.change(guest, to: changed, foldedName: row.foldedName)
    }

    /// Adds and withdraws invitations as the row says. Returns whether anything changed.
    private mutating func invite(
        _ guest: Guest, _ row: GuestListRows.Row, _ change: inout GuestChange
    ) throws -> Bool {
        let before = (summary.invited, summary.withdrawn)
        for (subEvent, isInvited) in row.invitations {
            if isInvited {
                guard try invitations.insert(guest: guest.number, subEvent: subEvent, of: event) else { continue }
                change.invited(to: name(of: subEvent))
                summary.invited += 1
            } else if let old = try invitations.remove(guest: guest.number, subEvent: subEvent, of: event) {
                change.withdrawn(from: name(of: subEvent), old.reply)
                withdrawn[Int32(clamping: guest.number), default: []].append(subEvent)
                summary.withdrawn += 1
                if old.reply != .none { summary.answersLost += 1 }
            }
        }
        return before != (summary.invited, summary.withdrawn)
    }

    private func name(of subEvent: Int) -> String { subEventNames[subEvent] ?? "sub-event \(subEvent)" }

    private mutating func household(of row: GuestListRows.Row) throws -> Int? {
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

import Store
import Ticketing

/// One import of a guest list under way: each row becomes a guest, or finds the one that it is about. A guest is never
/// there twice.
///
/// A row is about a guest at once when e-mail and name are the same, or the name is and nothing else speaks against it.
/// Where the e-mail or the name alone says so, the row waits until all others are read: another row may fit better.
struct GuestImport {
    /// Guests whose new name is told one by one.
    private static let renamesTold = 100

    private let event: EventNumber
    private let guests: Guests
    private let invitations: Invitations
    private(set) var summary: GuestImportSummary
    /// What names and addresses are there, as hash values: most rows of a list are new, and need no look into the store.
    private var knownNames: Set<Int> = []
    private var knownEmails: Set<Int> = []
    private var households: [String: Int] = [:]
    private var lastHousehold = 0
    /// The row each guest was in, by the guest's number; 0 when in none.
    private var lines: [Int32]
    private var waiting: [GuestSheet.Row] = []
    /// Codes of guests who may bring more people than before.
    private(set) var outgrown: Set<Serial> = []

    init(of event: EventNumber, columns: GuestColumns, _ connection: any StoreConnection) throws {
        self.event = event
        guests = connection.guests
        invitations = connection.invitations
        summary = GuestImportSummary(columns: columns)
        for household in try guests.households(of: event) {
            households[household.name.folded] = household.number
            lastHousehold = max(lastHousehold, household.number)
        }
        var names: Set<Int> = []
        var emails: Set<Int> = []
        try guests.forEachName(of: event) { name, email in
            names.insert(name.hashValue)
            if let email { emails.insert(email.hashValue) }
        }
        (knownNames, knownEmails) = (names, emails)
        lines = [Int32](repeating: 0, count: try guests.lastNumber(of: event) + 1)
    }

    /// Takes a row, or lets it wait.
    ///
    /// - Throws: `GuestListFault` when it is about nobody in particular; then nothing was written.
    mutating func take(_ row: GuestSheet.Row) throws {
        let candidates = try candidates(for: row)
        if let guest = try strongMatch(for: row, among: candidates) { return try update(guest, row) }
        if candidates.contains(where: isFree) {
            waiting.append(row)
        } else {
            try insert(row)
        }
    }

    /// Takes the rows that waited; each faulty one goes to `onFault`.
    mutating func finish(onFault: (GuestListFault) throws -> Void) throws {
        let rows = waiting.sorted { $0.line < $1.line }
        var claims: [Int: Int] = [:]
        for row in rows {
            for guest in try weakMatches(for: row) { claims[guest.number, default: 0] += 1 }
        }
        for row in rows {
            do {
                let matches = try weakMatches(for: row)
                guard let guest = matches.first else {
                    try insert(row)
                    continue
                }
                guard matches.count == 1, claims[guest.number] == 1 else { throw ambiguous(row, matches) }
                try update(guest, row)
            } catch let fault as GuestListFault {
                try onFault(fault)
            }
        }
    }

    // MARK: Who is meant

    /// Guests with the row's e-mail or name.
    private func candidates(for row: GuestSheet.Row) throws -> [Guest] {
        var found: [Guest] = []
        if let email = row.email, knownEmails.contains(email.hashValue) {
            found = try guests.with(email: email, of: event, limit: 64)
        }
        if knownNames.contains(row.foldedName.hashValue) {
            let known = Set(found.map(\.number))
            found += try guests.named(foldedName: row.foldedName, of: event, limit: 64)
                .filter { !known.contains($0.number) }
        }
        return found
    }

    private func isFree(_ guest: Guest) -> Bool { lines[guest.number] == 0 }

    private func strongMatch(for row: GuestSheet.Row, among candidates: [Guest]) throws -> Guest? {
        let sameName = candidates.filter { $0.name.folded == row.foldedName }
        let same = sameName.filter { guest in
            if let email = row.email, let other = guest.details.email { return email == other }
            guard let household = row.household, let other = guest.household else { return true }
            return households[household.folded] == other
        }
        // Of several, those whose e-mail or household is said to be the same.
        let closest = same.filter { guest in
            row.email != nil && guest.details.email == row.email
                || row.household.map { households[$0.folded] == guest.household } ?? false
        }
        let matches = same.count > 1 && !closest.isEmpty ? closest : same
        if let guest = matches.first(where: isFree) {
            guard matches.count(where: isFree) == 1 else { throw ambiguous(row, matches.filter(isFree)) }
            return guest
        }
        if let guest = matches.first {
            throw GuestListFault(line: row.line, column: "name", fault: .sameGuest(line: Int(lines[guest.number])))
        }
        return nil
    }

    /// Of the guests in no other row: those with the row's e-mail; else those with its name.
    private func weakMatches(for row: GuestSheet.Row) throws -> [Guest] {
        let free = try candidates(for: row).filter(isFree)
        let sameEmail = free.filter { row.email != nil && $0.details.email == row.email }
        return sameEmail.isEmpty ? free : sameEmail
    }

    private func ambiguous(_ row: GuestSheet.Row, _ matches: [Guest]) -> GuestListFault {
        let candidates = matches.prefix(5).map { "guest \($0.number), \($0.name)" }
        return GuestListFault(
            line: row.line, column: "name", fault: .ambiguousGuest(row.name, candidates: Array(candidates)))
    }

    // MARK: What is written

    private mutating func insert(_ row: GuestSheet.Row) throws {
        let number = lines.count
        let guest = Guest(
            event: event, number: number, household: try household(of: row), details: row.applied(to: nil))
        try guests.insert(guest, foldedName: row.foldedName)
        lines.append(Int32(clamping: row.line))
        knownNames.insert(row.foldedName.hashValue)
        if let email = row.email { knownEmails.insert(email.hashValue) }
        summary.added += 1
        for (function, isInvited) in row.invitations where isInvited {
            try invitations.insert(guest: number, function: function, of: event)
            summary.invited += 1
        }
    }

    private mutating func update(_ guest: Guest, _ row: GuestSheet.Row) throws {
        lines[guest.number] = Int32(clamping: row.line)
        var changed = guest
        changed.details = row.applied(to: guest.details)
        changed.household = try household(of: row) ?? guest.household
        var hasChanged = changed != guest
        if hasChanged {
            try guests.update(changed)
            if changed.people > guest.people, let serial = guest.serial { outgrown.insert(serial) }
            if guest.name.folded != row.foldedName, summary.renamed.count < GuestImport.renamesTold {
                summary.renamed.append((row.line, guest.name, row.name))
            }
            knownNames.insert(row.foldedName.hashValue)
            if let email = row.email { knownEmails.insert(email.hashValue) }
        }
        for (function, isInvited) in row.invitations {
            if isInvited {
                guard try invitations.insert(guest: guest.number, function: function, of: event) else { continue }
                summary.invited += 1
            } else {
                guard try invitations.remove(guest: guest.number, function: function, of: event) else { continue }
                summary.withdrawn += 1
            }
            hasChanged = true
        }
        if hasChanged { summary.updated += 1 } else { summary.unchanged += 1 }
    }

    private mutating func household(of row: GuestSheet.Row) throws -> Int? {
        guard let name = row.household else { return nil }
        let folded = name.folded
        guard !folded.isEmpty else { return nil }
        if let number = households[folded] { return number }
        lastHousehold += 1
        let number = lastHousehold
        try guests.insert(Household(event: event, number: number, name: name), foldedName: folded)
        households[folded] = number
        summary.households += 1
        return number
    }
}

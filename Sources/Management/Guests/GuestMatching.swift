import Languages
import Spreadsheet
import Store
import Ticketing

/// Finds the guests that a row of a list possibly matches. Guests that other rows have added are included.
struct GuestMatching {
    /// If at most this many guests have the name that a row contains, they are read from the store. If more guests have
    /// the name, they are indexed in memory.
    private static let namesakesReadDirectly = 16
    private static let emailPageSize = 16
    /// The maximum number of guests with the same e-mail address that one search collects.
    private static let maximumPerEmail = 64

    private let event: EventNumber
    private let guests: Guests
    /// Hash values of the names of all guests. If neither the name nor the address of a row has a known hash value, the
    /// row needs no query.
    private var knownNames: Set<Int> = []
    private var knownEmails: Set<Int> = []
    /// Indexes for names with more than `namesakesReadDirectly` guests, by folded name (the name without case and
    /// accents).
    private var namesakes: [String: Namesakes] = [:]
    /// For each e-mail address that many guests share, a guest number. All guests who have this address, and whose
    /// numbers are not higher, are already matched.
    private var matchedThrough: [String: Int] = [:]
    /// The line of the row that matched or added each guest; 0 if no row matched or added the guest. The index is the
    /// guest's number.
    private var lines: [Int32]

    /// - Parameter last: the highest number that a guest of the event has or had; 0 if the event never had guests.
    init(of event: EventNumber, _ guests: Guests, lastNumber last: Int) throws {
        self.event = event
        self.guests = guests
        var names: Set<Int> = []
        var emails: Set<Int> = []
        try guests.forEachName(of: event) { name, email in
            names.insert(name.hashValue)
            if let email { emails.insert(email.hashValue) }
        }
        (knownNames, knownEmails) = (names, emails)
        lines = [Int32](repeating: 0, count: last + 1)
    }

    var nextNumber: Int { lines.count }

    mutating func add(_ guest: Guest, from row: GuestListRows.Row) {
        lines.append(Int32(clamping: row.line))
        remember(guest, foldedName: row.foldedName)
        namesakes[row.foldedName]?.add(guest.number, email: guest.details.email, household: guest.household)
    }

    /// Marks a guest as matched by a row. From then on, no other row can match this guest.
    mutating func markMatched(_ guest: Guest, for row: GuestListRows.Row) {
        lines[guest.number] = Int32(clamping: row.line)
    }

    /// Updates the indexes after a row has changed a guest.
    ///
    /// - Parameter foldedName: the folded name of the changed guest.
    mutating func change(_ guest: Guest, to changed: Guest, foldedName: String) {
        remember(changed, foldedName: foldedName)
        let old = (email: guest.details.email, household: guest.household)
        let new = (email: changed.details.email, household: changed.household)
        if guest.name.folded == foldedName {
            namesakes[foldedName]?.update(guest.number, from: old, to: new)
        } else {
            namesakes[guest.name.folded]?.remove(guest.number, email: old.email, household: old.household)
            namesakes[foldedName]?.add(guest.number, email: new.email, household: new.household)
        }
    }

    private mutating func remember(_ guest: Guest, foldedName: String) {
        knownNames.insert(foldedName.hashValue)
        if let email = guest.details.email { knownEmails.insert(email.hashValue) }
    }

    /// The guests with the row's e-mail address or name. If many guests have the address or the name, the result
    /// contains only the guests that can affect the match.
    ///
    /// - Parameters:
    ///   - households: the numbers of households by their folded names.
    ///   - batch: the batch whose pending guests are written before a query.
    mutating func candidates(
        for row: GuestListRows.Row, _ households: [String: Int], writing batch: inout GuestBatch
    ) throws -> [Guest] {
        var found: [Guest] = []
        if let email = row.email, knownEmails.contains(email.hashValue) { found = try guestsWithEmail(email, &batch) }
        if knownNames.contains(row.foldedName.hashValue) {
            let known = Set(found.map(\.number))
            found += try guestsWithName(row, households, &batch).filter { !known.contains($0.number) }
        }
        return found
    }

    /// Guests with this e-mail address, whether a row has matched them or not. If many guests have the address, not all
    /// of them are read: two unmatched guests are enough to show that the row is ambiguous.
    private mutating func guestsWithEmail(_ email: String, _ batch: inout GuestBatch) throws -> [Guest] {
        try batch.write()
        var found: [Guest] = []
        var last = matchedThrough[email] ?? 0
        while true {
            let page = try guests.with(email: email, of: event, after: last, limit: GuestMatching.emailPageSize)
            if !found.contains(where: isUnmatched) { found = [] }
            found += page
            guard page.count == GuestMatching.emailPageSize, found.count < GuestMatching.maximumPerEmail,
                found.count(where: isUnmatched) < 2
            else { return found }
            last = page[page.count - 1].number
            // All guests up to `last` are matched, so they need not be read again.
            if !found.contains(where: isUnmatched) { matchedThrough[email] = last }
        }
    }

    private mutating func guestsWithName(
        _ row: GuestListRows.Row, _ households: [String: Int], _ batch: inout GuestBatch
    ) throws -> [Guest] {
        let name = row.foldedName
        if namesakes[name] == nil {
            try batch.write()
            let few = try guests.named(foldedName: name, of: event, limit: GuestMatching.namesakesReadDirectly + 1)
            guard few.count > GuestMatching.namesakesReadDirectly else { return few }
            var many = Namesakes()
            try guests.forEach(foldedName: name, of: event) { many.add($0, email: $1, household: $2) }
            namesakes[name] = many
        }
        let household = row.household.flatMap { households[$0.folded] }
        let numbers =
            namesakes[name]?.candidates(email: row.email, household: household) { [lines] in lines[$0] == 0 } ?? []
        if !numbers.isEmpty { try batch.write() }
        return try numbers.compactMap { try guests.with(number: $0, of: event) }
    }

    func isUnmatched(_ guest: Guest) -> Bool { lines[guest.number] == 0 }

    /// The guest with the same name and e-mail address as the row. If the row or the guest has no address, the guest
    /// must have the same name as the row, and must not belong to another household. Nil if there is no such guest; the
    /// row can then be matched after all other rows (`weakMatches`).
    ///
    /// - Throws: `GuestListFault` if the row matches several guests, or a guest whom another row has matched.
    func strongMatch(
        for row: GuestListRows.Row, among candidates: [Guest], _ households: [String: Int]
    ) throws -> Guest? {
        let sameName = candidates.filter { $0.name.folded == row.foldedName }
        let same = sameName.filter { guest in
            if let email = row.email, let other = guest.details.email { return email == other }
            guard let household = row.household, let other = guest.household else { return true }
            return households[household.folded] == other
        }
        // If several guests match, the guests with the row's e-mail or household are preferred.
        let closest = same.filter { guest in
            row.email != nil && guest.details.email == row.email
                || row.household.map { households[$0.folded] == guest.household } ?? false
        }
        let matches = same.count > 1 && !closest.isEmpty ? closest : same
        if let guest = matches.first(where: isUnmatched) {
            guard matches.count(where: isUnmatched) == 1 else {
                throw GuestMatching.ambiguous(row, matches.filter(isUnmatched))
            }
            return guest
        }
        if let guest = matches.first {
            throw GuestListFault(line: row.line, column: "name", fault: .sameGuest(line: Int(lines[guest.number])))
        }
        return nil
    }

    /// The unmatched guests with the row's e-mail address. If no unmatched guest has the address, the result contains
    /// the unmatched guests with the row's name.
    mutating func weakMatches(
        for row: GuestListRows.Row, _ households: [String: Int], writing batch: inout GuestBatch
    ) throws -> [Guest] {
        let free = try candidates(for: row, households, writing: &batch).filter(isUnmatched)
        let sameEmail = free.filter { row.email != nil && $0.details.email == row.email }
        return sameEmail.isEmpty ? free : sameEmail
    }

    static func ambiguous(_ row: GuestListRows.Row, _ matches: [Guest]) -> GuestListFault {
        let candidates = matches.prefix(5).map {
            Sentence(
                GuestListFault.Text.guest, ["number": "\($0.number)", "name": .text($0.name.singleLineExcerpt)])
        }
        return GuestListFault(
            line: row.line, column: "name", fault: .ambiguousGuest(row.name, candidates: candidates))
    }
}

import Store
import Ticketing

/// Which guests a row of a list may be about, of those who are there and those whom the list has added.
struct GuestMatching {
    /// Guests of one name who are asked for one by one; more of them are kept in memory.
    private static let fewNamesakes = 16
    /// Guests of one e-mail address who are looked at together.
    private static let emailPage = 16
    private static let mostOfEmail = 64

    private let event: EventNumber
    private let guests: Guests
    /// What names and addresses are there, as hash values: most rows of a list are new, and need no look into the store.
    private var knownNames: Set<Int> = []
    private var knownEmails: Set<Int> = []
    /// By folded name, where there are more than a few.
    private var namesakes: [String: Namesakes] = [:]
    /// The number up to which all guests of an address are in a row, where there are many.
    private var takenUpTo: [String: Int] = [:]
    /// The row each guest was in, by the guest's number; 0 when in none.
    private var lines: [Int32]

    init(of event: EventNumber, _ guests: Guests) throws {
        self.event = event
        self.guests = guests
        var names: Set<Int> = []
        var emails: Set<Int> = []
        try guests.forEachName(of: event) { name, email in
            names.insert(name.hashValue)
            if let email { emails.insert(email.hashValue) }
        }
        (knownNames, knownEmails) = (names, emails)
        lines = [Int32](repeating: 0, count: try guests.lastNumber(of: event) + 1)
    }

    /// The number of the guest who is added next.
    var nextNumber: Int { lines.count }

    /// A guest whom a row added.
    mutating func add(_ guest: Guest, from row: GuestSheet.Row) {
        lines.append(Int32(clamping: row.line))
        know(guest, foldedName: row.foldedName)
        namesakes[row.foldedName]?.add(guest.number, email: guest.details.email, household: guest.household)
    }

    /// A row is about the guest; no other can be.
    mutating func take(_ guest: Guest, for row: GuestSheet.Row) { lines[guest.number] = Int32(clamping: row.line) }

    /// - Parameter foldedName: of the guest as they are now.
    mutating func change(_ guest: Guest, to changed: Guest, foldedName: String) {
        know(changed, foldedName: foldedName)
        let old = (email: guest.details.email, household: guest.household)
        let new = (email: changed.details.email, household: changed.household)
        if guest.name.folded == foldedName {
            namesakes[foldedName]?.move(guest.number, from: old, to: new)
        } else {
            namesakes[guest.name.folded]?.remove(guest.number, email: old.email, household: old.household)
            namesakes[foldedName]?.add(guest.number, email: new.email, household: new.household)
        }
    }

    private mutating func know(_ guest: Guest, foldedName: String) {
        knownNames.insert(foldedName.hashValue)
        if let email = guest.details.email { knownEmails.insert(email.hashValue) }
    }

    /// Guests with the row's e-mail or name; of many, those that matter.
    ///
    /// - Parameters:
    ///   - households: numbers by folded names.
    ///   - batch: what it still has is written before guests are looked for.
    mutating func candidates(
        for row: GuestSheet.Row, _ households: [String: Int], writing batch: inout GuestBatch
    ) throws -> [Guest] {
        var found: [Guest] = []
        if let email = row.email, knownEmails.contains(email.hashValue) { found = try ofEmail(email, &batch) }
        if knownNames.contains(row.foldedName.hashValue) {
            let known = Set(found.map(\.number))
            found += try ofName(row, households, &batch).filter { !known.contains($0.number) }
        }
        return found
    }

    /// Guests of an address: up to two who are free, and who else is met.
    private mutating func ofEmail(_ email: String, _ batch: inout GuestBatch) throws -> [Guest] {
        try batch.write()
        var found: [Guest] = []
        var last = takenUpTo[email] ?? 0
        while true {
            let page = try guests.with(email: email, of: event, after: last, limit: GuestMatching.emailPage)
            if !found.contains(where: isFree) { found = [] }
            found += page
            guard page.count == GuestMatching.emailPage, found.count < GuestMatching.mostOfEmail,
                found.count(where: isFree) < 2
            else { return found }
            last = page[page.count - 1].number
            // Those who are in a row already are not looked at again.
            if !found.contains(where: isFree) { takenUpTo[email] = last }
        }
    }

    private mutating func ofName(
        _ row: GuestSheet.Row, _ households: [String: Int], _ batch: inout GuestBatch
    ) throws -> [Guest] {
        let name = row.foldedName
        if namesakes[name] == nil {
            try batch.write()
            let few = try guests.named(foldedName: name, of: event, limit: GuestMatching.fewNamesakes + 1)
            guard few.count > GuestMatching.fewNamesakes else { return few }
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

    /// Whether no row was about the guest yet.
    func isFree(_ guest: Guest) -> Bool { lines[guest.number] == 0 }

    /// The guest whom the row is about at once; nil when there is none.
    ///
    /// - Throws: `GuestListFault` where it may be about several, or another row is about the same.
    func strongMatch(
        for row: GuestSheet.Row, among candidates: [Guest], _ households: [String: Int]
    ) throws -> Guest? {
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
            guard matches.count(where: isFree) == 1 else { throw GuestMatching.ambiguous(row, matches.filter(isFree)) }
            return guest
        }
        if let guest = matches.first {
            throw GuestListFault(line: row.line, column: "name", fault: .sameGuest(line: Int(lines[guest.number])))
        }
        return nil
    }

    /// Of the guests in no other row: those with the row's e-mail; else those with its name.
    mutating func weakMatches(
        for row: GuestSheet.Row, _ households: [String: Int], writing batch: inout GuestBatch
    ) throws -> [Guest] {
        let free = try candidates(for: row, households, writing: &batch).filter(isFree)
        let sameEmail = free.filter { row.email != nil && $0.details.email == row.email }
        return sameEmail.isEmpty ? free : sameEmail
    }

    static func ambiguous(_ row: GuestSheet.Row, _ matches: [Guest]) -> GuestListFault {
        let candidates = matches.prefix(5).map { "guest \($0.number), \($0.name)" }
        return GuestListFault(
            line: row.line, column: "name", fault: .ambiguousGuest(row.name, candidates: Array(candidates)))
    }
}

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

    /// Guests of one name who are asked for one by one; more of them are kept in memory.
    private static let fewNamesakes = 16
    /// Guests of one e-mail address who are looked at together.
    private static let emailPage = 16
    private static let mostOfEmail = 64

    private let event: EventNumber
    private let work: Work
    private let functionNames: [Int: String]
    private let guests: Guests
    private let invitations: Invitations
    private(set) var summary: GuestImportSummary
    /// What names and addresses are there, as hash values: most rows of a list are new, and need no look into the
    /// store.
    private var knownNames: Set<Int> = []
    private var knownEmails: Set<Int> = []
    /// By folded name, where there are more than a few.
    private var namesakes: [String: Namesakes] = [:]
    /// The number up to which all guests of an address are in a row, where there are many.
    private var takenUpTo: [String: Int] = [:]
    private var households: [String: Int] = [:]
    private var lastHousehold = 0
    /// The row each guest was in, by the guest's number; 0 when in none.
    private var lines: [Int32]
    /// The lines of the rows that wait, as they came.
    private var waiting: [Int32] = []
    private var batch: GuestBatch
    private var changes: GuestChanges
    private var notices: InvitationNotices
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
        changes = GuestChanges(work, of: event.number)
        notices = InvitationNotices(work, of: event, functions: functions)
        for household in try guests.households(of: event.number) {
            households[household.name.folded] = household.number
            lastHousehold = max(lastHousehold, household.number)
        }
        var names: Set<Int> = []
        var emails: Set<Int> = []
        try guests.forEachName(of: event.number) { name, email in
            names.insert(name.hashValue)
            if let email { emails.insert(email.hashValue) }
        }
        (knownNames, knownEmails) = (names, emails)
        lines = [Int32](repeating: 0, count: try guests.lastNumber(of: event.number) + 1)
    }

    /// Takes a row, or lets it wait.
    ///
    /// - Throws: `GuestListFault` when it is about nobody in particular; then nothing was written.
    mutating func take(_ row: GuestSheet.Row) throws {
        let candidates = try candidates(for: row)
        if let guest = try strongMatch(for: row, among: candidates) { return try update(guest, row) }
        if candidates.contains(where: isFree) {
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
        try notices.send()
    }

    private mutating func takeWaiting(
        _ reopened: () throws -> GuestSheet, _ onFault: (GuestListFault) throws -> Void
    ) throws {
        // For each guest how many rows may be about them; more than one is all the same.
        var claims = [UInt8](repeating: 0, count: lines.count)
        var asking = WaitingRows(lines: waiting)
        try reopened().forEachRow { row in
            guard asking.takes(row) else { return }
            for guest in try weakMatches(for: row) where claims[guest.number] < 2 { claims[guest.number] += 1 }
        } onFaults: { _ in
        }
        try asking.end()
        var writing = WaitingRows(lines: waiting)
        try reopened().forEachRow { row in
            guard writing.takes(row) else { return }
            do {
                let matches = try weakMatches(for: row)
                guard let guest = matches.first else { return try insert(row) }
                guard matches.count == 1, claims[guest.number] == 1 else { throw ambiguous(row, matches) }
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

    /// Writes what was changed into the audit trail. Nobody else can append to it afterwards.
    mutating func record() throws { try changes.write() }

    // MARK: Who is meant

    /// Guests with the row's e-mail or name; of many, those that matter.
    private mutating func candidates(for row: GuestSheet.Row) throws -> [Guest] {
        var found: [Guest] = []
        if let email = row.email, knownEmails.contains(email.hashValue) { found = try ofEmail(email) }
        if knownNames.contains(row.foldedName.hashValue) {
            let known = Set(found.map(\.number))
            found += try ofName(row).filter { !known.contains($0.number) }
        }
        return found
    }

    /// Guests of an address: up to two who are free, and who else is met.
    private mutating func ofEmail(_ email: String) throws -> [Guest] {
        try batch.write()
        var found: [Guest] = []
        var last = takenUpTo[email] ?? 0
        while true {
            let page = try guests.with(email: email, of: event, after: last, limit: GuestImport.emailPage)
            if !found.contains(where: isFree) { found = [] }
            found += page
            guard page.count == GuestImport.emailPage, found.count < GuestImport.mostOfEmail,
                found.count(where: isFree) < 2
            else { return found }
            last = page[page.count - 1].number
            // Those who are in a row already are not looked at again.
            if !found.contains(where: isFree) { takenUpTo[email] = last }
        }
    }

    private mutating func ofName(_ row: GuestSheet.Row) throws -> [Guest] {
        let name = row.foldedName
        if namesakes[name] == nil {
            try batch.write()
            let few = try guests.named(foldedName: name, of: event, limit: GuestImport.fewNamesakes + 1)
            guard few.count > GuestImport.fewNamesakes else { return few }
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
    private mutating func weakMatches(for row: GuestSheet.Row) throws -> [Guest] {
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
        let functions = row.invitations.filter(\.isInvited).map(\.function)
        try batch.add(guest, foldedName: row.foldedName, invitedTo: functions)
        lines.append(Int32(clamping: row.line))
        know(guest, foldedName: row.foldedName)
        namesakes[row.foldedName]?.add(number, email: guest.details.email, household: guest.household)
        summary.added += 1
        summary.invited += functions.count
    }

    private mutating func know(_ guest: Guest, foldedName: String) {
        knownNames.insert(foldedName.hashValue)
        if let email = guest.details.email { knownEmails.insert(email.hashValue) }
    }

    private mutating func update(_ guest: Guest, _ row: GuestSheet.Row) throws {
        lines[guest.number] = Int32(clamping: row.line)
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
        if isInvitedElsewhere { try notices.add(changed) }
        try changes.add(guest.number, from: change.before, to: change.after)
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
        know(changed, foldedName: row.foldedName)
        let old = (email: guest.details.email, household: guest.household)
        let new = (email: changed.details.email, household: changed.household)
        if guest.name.folded == row.foldedName {
            namesakes[row.foldedName]?.move(guest.number, from: old, to: new)
        } else {
            namesakes[guest.name.folded]?.remove(guest.number, email: old.email, household: old.household)
            namesakes[row.foldedName]?.add(guest.number, email: new.email, household: new.household)
        }
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

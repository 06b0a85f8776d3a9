import Store
import Ticketing

/// The meals, allergies and companions that guests have chosen themselves, on the pages of their invitations. An import
/// does not overwrite them.
///
/// The choices are read from the audit trail, which names the author of each change.
struct GuestChoices {
    private let event: Event
    private let connection: any StoreConnection
    private var choices: [String: Choice] = [:]
    /// The sequence number that the organizer's last audit record had when the records were last read.
    private var lastRecord: Int64 = 0
    /// The user that represents all visitors in the audit trail. Nil if the user was not needed yet, or if no visitor
    /// has ever made a change.
    private var visitor: UserID?

    private struct Choice {
        /// The texts that the guest has chosen, by field; empty for a text that the guest has cleared.
        var texts: [String: String] = [:]
        /// Whether the guest made the last change of the described companions.
        var hasDescribedCompanions = false
        /// The times at which the guest has changed answers.
        var moments: Set<Instant> = []
    }

    init(of event: Event, _ connection: any StoreConnection) {
        self.event = event
        self.connection = connection
    }

    /// Corrects the details that an import is about to store: puts back the meal, the allergies and the number of
    /// companions that the guest has chosen. The import can lower the number of companions that the guest may bring,
    /// but not below the number of companions that the guest has announced or described. This method never raises the
    /// number above its value before the import.
    ///
    /// - Parameters:
    ///   - details: the details to store.
    ///   - guest: the guest before the import. The guest's row must be locked.
    /// - Returns: whether `details` differed from a choice of the guest.
    mutating func keep(in details: inout GuestDetails, of guest: Guest) throws -> Bool {
        let former = guest.details
        let own = GuestDetails.ownTexts.filter { $0.content(of: details) != $0.content(of: former) }
        guard !own.isEmpty || details.companions < former.companions else { return false }
        try readNewRecords()
        guard let choice = choices["\(guest.number)"] else { return false }
        let wanted = details
        for field in own where choice.texts[field.name] == GuestChoices.text(field.content(of: former)) {
            try field.set(field.content(of: former), in: &details)
        }
        if details.companions < former.companions {
            let chosen = try companions(of: guest, choice)
            details.companions = max(details.companions, min(chosen, former.companions))
        }
        return details != wanted
    }

    private func companions(of guest: Guest, _ choice: Choice) throws -> Int {
        let invitations = try connection.invitations.all(ofGuest: guest.number, event: event.number)
        let announced = invitations.filter { invitation in
            invitation.repliedAt.map { choice.moments.contains($0) } ?? false
        }
        let described =
            choice.hasDescribedCompanions
            ? try connection.companions.all(ofGuest: guest.number, event: event.number).count : 0
        return max(described, announced.compactMap(\.reply.companions).max() ?? 0)
    }

    /// Reads the records that were added since the last call. A guest can answer during the import.
    private mutating func readNewRecords() throws {
        visitor = try visitor ?? connection.users.visitor()?.id
        guard let visitor else { return }
        // The next call begins after the organizer's last record of any kind, so that no record is searched twice. The
        // last record is determined before the answers are read, because on PostgreSQL another transaction can add
        // records between the two queries.
        var (choices, last) = (choices, try connection.audit.last(of: event.organizer))
        guard last > lastRecord else { return }
        try connection.audit.forEachRecord(
            of: Operation.answerInvitation.rawValue, at: event.number, subject: .guest, after: lastRecord
        ) { record in
            last = max(last, record.sequence)
            let isOfGuest = record.user == visitor
            GuestChoices.add(record, isOfGuest: isOfGuest, to: &choices[record.subject.id, default: Choice()])
        }
        (self.choices, lastRecord) = (choices, last)
    }

    private static func text(_ content: FieldContent) -> String {
        if case .text(let text) = content { text } else { "" }
    }

    private static func add(_ record: AuditRecord, isOfGuest: Bool, to choice: inout Choice) {
        let changed = Set(record.before.keys).union(record.after.keys)
        for name in GuestDetails.ownTexts.map(\.name) where changed.contains(name) {
            choice.texts[name] = isOfGuest ? record.after[name] ?? "" : nil
        }
        if !changed.isDisjoint(with: companionFields) { choice.hasDescribedCompanions = isOfGuest }
        if isOfGuest { choice.moments.insert(record.at) }
    }

    private static let companionFields = Set(
        (1...Guest.mostCompanions).flatMap { number in
            Companion.fields.map { Companion(number: number).auditName($0) }
        })
}

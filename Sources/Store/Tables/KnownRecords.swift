import Ticketing

extension StoreConnection {
    var knownRecords: KnownRecords { KnownRecords(connection: self) }
}

/// The records that a pack knows of its office, as of its making or last refresh (GATE, "Gate packs"). Empty at an office.
struct KnownRecords {
    let connection: any StoreConnection

    /// As `AdmissionLedger.columns`, with nulls for columns that stay at the office.
    static let columns = AdmissionLedger.columns
        .replacing(" request,", with: " NULL,").replacing(" operator,", with: " NULL,")

    /// Those of some tickets, at all functions, in no order.
    func links(of serials: [Serial], _ event: EventNumber) throws -> [AdmissionLedger.Link] {
        let serials = SerialList(serials, from: 2)
        return try connection.all(
            """
            SELECT \(KnownRecords.columns) FROM known_record WHERE event = $1 AND serial IN (\(serials.placeholders))
            """, [.int(event.rawValue)] + serials.values, AdmissionLedger.link)
    }

    /// Records of learned heads, in no order.
    func merges(of event: EventNumber) throws -> [AdmissionRecord] {
        try connection.all(
            """
            SELECT \(KnownRecords.columns) FROM known_record WHERE event = $1 AND serial = 0 AND verdict = 'merge'
            """, [.int(event.rawValue)], AdmissionLedger.record)
    }

}

/// A ledger's own records of some tickets, and those that a pack knows besides.
///
/// A record that has come in with its chain since is in both lists, with one hash. Where a device was cloned, a known record
/// of a ticket may have the id of another that is the ledger's own: both happened. The known one then gets an id of its
/// hash, and so do the references to it.
struct JoinedRecords {
    private struct Key: Hashable {
        let id: RecordID
        let serial: Serial?
    }

    let all: [AdmissionRecord]
    private let own: Set<Key>
    private let isAllOwn: Bool
    /// By the new id, the id that the record has at the office.
    private let known: [RecordID: RecordID]

    init(own: [AdmissionLedger.Link], known: [AdmissionLedger.Link]) {
        let records = own.map(\.record)
        isAllOwn = known.isEmpty
        guard !known.isEmpty else {
            (all, self.own, self.known) = (records, [], [:])
            return
        }
        let hashes = Set(own.map(\.hash))
        let keys = Set(records.map { Key(id: $0.id, serial: $0.serial) })
        let others = known.filter { !hashes.contains($0.hash) }
        let parted = others.filter { keys.contains(Key(id: $0.record.id, serial: $0.record.serial)) }
        let names = Dictionary(parted.map { (Key(id: $0.record.id, serial: $0.record.serial), $0.newID) }) { first, _ in
            first
        }
        let renamed = others.map { link in
            var record = link.record
            if let name = names[Key(id: record.id, serial: record.serial)] { record.device = name.device }
            record.reverses = record.reverses.map { names[Key(id: $0, serial: record.serial)] ?? $0 }
            return record
        }
        (all, self.own) = (records + renamed, keys)
        self.known = Dictionary(names.map { ($1, $0.id) }) { first, _ in first }
    }

    /// Whether one of the two admissions is in the ledger's own chains. Of two that a pack only knows, the office tells.
    func concerns(_ conflict: DoubleAdmission) -> Bool {
        [conflict.earlier.id, conflict.later.id].contains { isOwn($0, of: conflict.ticket.serial) }
    }

    /// Whether a ticket's record is in the ledger's own chains.
    func isOwn(_ id: RecordID, of serial: Serial) -> Bool { isAllOwn || own.contains(Key(id: id, serial: serial)) }

    /// The id that a known record has at the office.
    func atOffice(_ id: RecordID) -> RecordID { known[id] ?? id }
}

extension AdmissionLedger.Link {
    /// An id that no record of the ledger has: of a branch of the record's device that the record's hash names.
    fileprivate var newID: RecordID { RecordID(device: record.device.branch(hash), sequence: record.sequence) }
}

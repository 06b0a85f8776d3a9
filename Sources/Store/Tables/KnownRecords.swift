import Ticketing

extension StoreConnection {
    var knownRecords: KnownRecords { KnownRecords(connection: self) }
}

/// The main store's records that were copied into a gate pack when the pack was made or last refreshed (Docs/Gate.md,
/// "Gate packs"). A main store has no known records.
struct KnownRecords {
    let connection: any StoreConnection

    /// The columns of `AdmissionLedger.columns`, with NULL in place of each column that the table of known records
    /// lacks.
    static let columns = AdmissionLedger.columns
        .replacing(" request,", with: " NULL,").replacing(" operator,", with: " NULL,")

    /// The known records of some tickets, at all sub-events, in no particular order.
    func links(of serials: [Serial], _ event: EventNumber) throws -> [AdmissionLedger.HashedRecord] {
        let serials = SerialList(serials, from: 2)
        return try connection.all(
            """
            SELECT \(KnownRecords.columns) FROM known_record WHERE event = $1 AND serial IN (\(serials.placeholders))
            """, [.int(event.rawValue)] + serials.values, AdmissionLedger.hashedRecord)
    }

    /// The known records of an event's merges, in no particular order.
    func merges(of event: EventNumber) throws -> [AdmissionRecord] {
        try connection.all(
            """
            SELECT \(KnownRecords.columns) FROM known_record WHERE event = $1 AND serial = 0 AND verdict = 'merge'
            """, [.int(event.rawValue)], AdmissionLedger.record)
    }

}

/// A ledger's own records of some tickets, combined with the known records.
///
/// If a known record was later merged into the ledger, it is included only once. If a device was cloned, a known record
/// of a ticket may have the same id as a different record of that ticket in the ledger. Both records are kept, because
/// both admissions happened. The known record gets a new id, which is derived from its hash, and records that refer to
/// it use the new id too.
struct JoinedRecords {
    private struct Key: Hashable {
        let id: RecordID
        let serial: Serial?
    }

    let all: [AdmissionRecord]
    private let own: Set<Key>
    private let isAllOwn: Bool
    /// For each known record that got a new id: the id that the record has in the main store. The dictionary's keys are
    /// the new ids.
    private let known: [RecordID: RecordID]

    init(own: [AdmissionLedger.HashedRecord], known: [AdmissionLedger.HashedRecord]) {
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

    /// Whether at least one of a conflict's two admissions is in the ledger's own chains. If both admissions are only
    /// known records, this ledger does not report the conflict, because the main store does.
    func concerns(_ conflict: DoubleAdmission) -> Bool {
        [conflict.earlier.id, conflict.later.id].contains { isOwn($0, of: conflict.ticket.serial) }
    }

    /// Whether a ticket's record is in the ledger's own chains.
    func isOwn(_ id: RecordID, of serial: Serial) -> Bool { isAllOwn || own.contains(Key(id: id, serial: serial)) }

    func idInMainStore(_ id: RecordID) -> RecordID { known[id] ?? id }
}

extension AdmissionLedger.HashedRecord {
    /// A new id for this record, which no record of the ledger has. The sequence number stays the same. The device id
    /// becomes the id of a branch; this id is derived from the record's hash.
    fileprivate var newID: RecordID { RecordID(device: record.device.branchID(hash), sequence: record.sequence) }
}

@testable import Store
import Ticketing

/// A set of records of a simulated world. Each record has a number in that world.
struct RecordSet: Hashable {
    private var bits: [UInt64] = []

    mutating func insert(_ number: Int) {
        while bits.count <= number / 64 { bits.append(0) }
        bits[number / 64] |= 1 << UInt64(number % 64)
    }

    func contains(_ number: Int) -> Bool {
        number / 64 < bits.count && bits[number / 64] & 1 << UInt64(number % 64) != 0
    }

    func isSuperset(of other: RecordSet) -> Bool {
        other.bits.indices.allSatisfy { index in
            other.bits[index] & ~(index < bits.count ? bits[index] : 0) == 0
        }
    }

    mutating func formUnion(_ other: RecordSet) {
        while bits.count < other.bits.count { bits.append(0) }
        for index in other.bits.indices { bits[index] |= other.bits[index] }
    }
}

/// One record in the ledger of a site (the main store or a gate pack).
struct LedgerEntry {
    /// The record's number in the world. All sites share it, even if the record's chain has different IDs there.
    let number: Int
    var record: AdmissionRecord
    let hash: [UInt8]

    var isRefusal: Bool { if case .refuse = record.decision { true } else { false } }
}

/// All records of a simulated world, found by their hashes. The sites' copies of a record are compared with the record
/// here.
struct Register {
    struct Entry {
        let record: AdmissionRecord
        /// The records that its site had when the record was written.
        let known: RecordSet
    }

    private(set) var entries: [Entry] = []
    private var numbers: [[UInt8]: Int] = [:]

    func number(of hash: [UInt8]) -> Int? { numbers[hash] }

    mutating func add(_ record: AdmissionRecord, hash: [UInt8], known: RecordSet) -> Int {
        numbers[hash] = entries.count
        entries.append(Entry(record: record, known: known))
        return entries.count - 1
    }

    /// Whether a record equals the record with this number, apart from the ID of its chain.
    func isCopy(_ record: AdmissionRecord, of number: Int) -> Bool {
        var record = record
        record.device = entries[number].record.device
        return record == entries[number].record
    }
}

/// A site's ledger, as far as the simulation has read it.
struct SiteLedger {
    /// The entries of each chain, in the chain's order.
    private(set) var entries: [DeviceID: [LedgerEntry]] = [:]
    private(set) var records = RecordSet()
    /// The main store's records that a pack received when it was created or refreshed.
    var known: [LedgerEntry] = []
    private var last: [DeviceID: Int64] = [:]

    mutating func add(_ entry: LedgerEntry) {
        entries[entry.record.device, default: []].append(entry)
        records.insert(entry.number)
        last[entry.record.device] = entry.record.sequence
    }

    /// The known records that have different IDs at this site and in the main store: the site's ID is the key, and the
    /// main store's ID is the value. The IDs differ if the site had already used the main store's ID for another
    /// record.
    var renamed: [RecordID: RecordID] {
        let own = Set(entries.values.joined().filter { !$0.isRefusal }.map(\.record.id))
        let parted = known.filter { own.contains($0.record.id) }
        return Dictionary(
            parted.map { entry in
                let branch = entry.record.device.branchID(entry.hash)
                return (RecordID(device: branch, sequence: entry.record.sequence), entry.record.id)
            }
        ) { first, _ in first }
    }

    /// A ticket's records from this ledger and from the known records, sorted by their moments.
    func entries(of serial: Serial) -> [LedgerEntry] {
        let own = entries.values.flatMap { $0.filter { $0.record.serial == serial } }
        let numbers = Set(own.map(\.number))
        let ids = Set(own.filter { !$0.isRefusal }.map(\.record.id))
        let others = known.filter { $0.record.serial == serial && !numbers.contains($0.number) }.map { entry in
            var entry = entry
            // Two copies of a pack may both have used this ID. The known record then gets an ID that contains its hash.
            if ids.contains(entry.record.id) { entry.record.device = entry.record.device.branchID(entry.hash) }
            return entry
        }
        return (own + others).sorted { $0.record.moment < $1.record.moment }
    }

    /// The records of this ledger that a pack receives: all except refusals.
    var decisions: [LedgerEntry] { entries.values.flatMap(\.self).filter { !$0.isRefusal } }

    /// A device's decision on a request.
    func decision(on request: String, of device: DeviceID) -> AdmissionRecord? {
        entries[device]?.first { $0.record.request == request }?.record
    }

    /// The records of a store that this ledger lacks.
    func news(in store: Store) throws -> [AdmissionLedger.HashedRecord] {
        try store.read { connection in
            try ChainPaths(connection).heads.filter { $0.sequence > last[$0.device] ?? 0 }.flatMap { head in
                try connection.ledger.hashedRecords(of: head.device, after: last[head.device] ?? 0, limit: 10_000)
            }
        }
    }

    /// The first record of this ledger that a store lacks or has with different contents.
    func missing(in store: Store) throws -> LedgerEntry? {
        let found = try SiteLedger().news(in: store)
        let byID = Dictionary(found.map { ($0.record.id, $0) }) { first, _ in first }
        return entries.values.joined().first { entry in
            byID[entry.record.id].map { $0.record != entry.record || $0.hash != entry.hash } ?? true
        }
    }
}

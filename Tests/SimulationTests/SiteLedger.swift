@testable import Store
import Ticketing

/// A set of records of a simulated world. The set stores the numbers that its records have in that world.
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
    /// The record's number in the simulated world. The number is the same at all sites, even if the record's chain has
    /// different IDs at different sites.
    let number: Int
    var record: AdmissionRecord
    let hash: [UInt8]

    var isRefusal: Bool { if case .refuse = record.decision { true } else { false } }
}

/// All records of a simulated world. A record is found by its hash. Each site's copy of a record is compared with the
/// record in this register.
struct Register {
    struct Entry {
        let record: AdmissionRecord
        /// The records that a site already had when it wrote this record.
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

    /// Whether a record equals the registered record with this number, apart from the ID of the record's chain.
    func isCopy(_ record: AdmissionRecord, of number: Int) -> Bool {
        var record = record
        record.device = entries[number].record.device
        return record == entries[number].record
    }
}

/// The part of a site's ledger that the simulation has read.
struct SiteLedger {
    /// The entries of each chain, in the chain's order. The key is the ID of the chain.
    private(set) var entries: [DeviceID: [LedgerEntry]] = [:]
    private(set) var records = RecordSet()
    /// The main store's records that a pack received when the pack was created or last refreshed.
    var known: [LedgerEntry] = []
    private var last: [DeviceID: Int64] = [:]

    mutating func add(_ entry: LedgerEntry) {
        entries[entry.record.device, default: []].append(entry)
        records.insert(entry.number)
        last[entry.record.device] = entry.record.sequence
    }

    /// The records of `known` that have different IDs at this site and in the main store. The key is a record's ID at
    /// this site, and the value is its ID in the main store. The IDs differ if the site had already used the main
    /// store's ID for another record.
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

    /// A ticket's records from this ledger and from `known`, in the order that all sites use.
    func entries(of serial: Serial) -> [LedgerEntry] {
        let own = entries.values.flatMap { $0.filter { $0.record.serial == serial } }
        let numbers = Set(own.map(\.number))
        let ids = Set(own.filter { !$0.isRefusal }.map(\.record.id))
        let others = known.filter { $0.record.serial == serial && !numbers.contains($0.number) }.map { entry in
            var entry = entry
            // If two copies of a pack have used this ID for different records, the record from `known` gets an ID that
            // is derived from the record's hash.
            if ids.contains(entry.record.id) { entry.record.device = entry.record.device.branchID(entry.hash) }
            return entry
        }
        return (own + others).sorted { $0.record.moment < $1.record.moment }
    }

    /// The records of this ledger that a new or refreshed pack receives: all records except refusals.
    var decisions: [LedgerEntry] { entries.values.flatMap(\.self).filter { !$0.isRefusal } }

    /// The record of a device's decision on the request with this ID; nil if there is no such record.
    func decision(on request: String, of device: DeviceID) -> AdmissionRecord? {
        entries[device]?.first { $0.record.request == request }?.record
    }

    /// The records that are in a store but not in this ledger.
    func news(in store: Store) throws -> [AdmissionLedger.HashedRecord] {
        try store.read { connection in
            try ChainPaths(connection).heads.filter { $0.sequence > last[$0.device] ?? 0 }.flatMap { head in
                try connection.ledger.hashedRecords(of: head.device, after: last[head.device] ?? 0, limit: 10_000)
            }
        }
    }

    /// The first record of this ledger that is missing from a store, or that has different contents there.
    func missing(in store: Store) throws -> LedgerEntry? {
        let found = try SiteLedger().news(in: store)
        let byID = Dictionary(found.map { ($0.record.id, $0) }) { first, _ in first }
        return entries.values.joined().first { entry in
            byID[entry.record.id].map { $0.record != entry.record || $0.hash != entry.hash } ?? true
        }
    }
}

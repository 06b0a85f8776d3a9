@testable import Store
import Ticketing

/// Some of the records of a world, by their numbers there.
struct RecordSet: Hashable {
    private var words: [UInt64] = []

    mutating func insert(_ number: Int) {
        while words.count <= number / 64 { words.append(0) }
        words[number / 64] |= 1 << UInt64(number % 64)
    }

    func contains(_ number: Int) -> Bool {
        number / 64 < words.count && words[number / 64] & 1 << UInt64(number % 64) != 0
    }

    func isSuperset(of other: RecordSet) -> Bool {
        other.words.indices.allSatisfy { index in
            other.words[index] & ~(index < words.count ? words[index] : 0) == 0
        }
    }

    mutating func formUnion(_ other: RecordSet) {
        while words.count < other.words.count { words.append(0) }
        for index in other.words.indices { words[index] |= other.words[index] }
    }
}

/// One record as it stands in a site's ledger.
struct BookLine {
    /// In the world, whatever its chain is called here.
    let number: Int
    var record: AdmissionRecord
    let hash: [UInt8]

    var isRefusal: Bool { if case .refuse = record.decision { true } else { false } }
}

/// All records of a world, by their hashes: what a copy of a record is to be held against.
struct Register {
    struct Entry {
        let record: AdmissionRecord
        /// What its site had when it was written.
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

    /// Whether it says the same, but for the id of its chain.
    func isCopy(_ record: AdmissionRecord, of number: Int) -> Bool {
        var record = record
        record.device = entries[number].record.device
        return record == entries[number].record
    }
}

/// A site's ledger as it was read so far.
struct SiteBooks {
    /// By chain, in its order.
    private(set) var lines: [DeviceID: [BookLine]] = [:]
    private(set) var records = RecordSet()
    /// The office's records that a pack got when it was made or refreshed.
    var known: [BookLine] = []
    private var last: [DeviceID: Int64] = [:]

    mutating func add(_ line: BookLine) {
        lines[line.record.device, default: []].append(line)
        records.insert(line.number)
        last[line.record.device] = line.record.sequence
    }

    /// In the order of all records.
    func lines(of serial: Serial) -> [BookLine] {
        let own = lines.values.flatMap { $0.filter { $0.record.serial == serial } }
        let numbers = Set(own.map(\.number))
        let ids = Set(own.filter { !$0.isRefusal }.map(\.record.id))
        let others = known.filter { $0.record.serial == serial && !numbers.contains($0.number) }.map { line in
            var line = line
            // Of two copies of a pack, both may have used the number: the office's record is named by its hash.
            if ids.contains(line.record.id) { line.record.device = line.record.device.branchID(line.hash) }
            return line
        }
        return (own + others).sorted { $0.record.moment < $1.record.moment }
    }

    /// All of a site's own lines that a pack is told of.
    var decisions: [BookLine] { lines.values.flatMap(\.self).filter { !$0.isRefusal } }

    /// What a device has decided on a request.
    func decision(on request: String, of device: DeviceID) -> AdmissionRecord? {
        lines[device]?.first { $0.record.request == request }?.record
    }

    /// The lines that a store has beyond these.
    func news(in store: Store) throws -> [AdmissionLedger.HashedRecord] {
        try store.read { connection in
            try ChainPaths(connection).heads.filter { $0.sequence > last[$0.device] ?? 0 }.flatMap { head in
                try connection.ledger.hashedRecords(of: head.device, after: last[head.device] ?? 0, limit: 10_000)
            }
        }
    }

    /// What of these a store has not, or otherwise.
    func missing(in store: Store) throws -> BookLine? {
        let found = try SiteBooks().news(in: store)
        let byID = Dictionary(found.map { ($0.record.id, $0) }) { first, _ in first }
        return lines.values.joined().first { line in
            byID[line.record.id].map { $0.record != line.record || $0.hash != line.hash } ?? true
        }
    }
}

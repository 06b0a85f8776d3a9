@testable import Store
import Ticketing

/// A subset of the records of a world, by their numbers in the world.
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

/// One record in a site's ledger.
struct BookLine {
    /// The record's number in the world, independent of its chain's name here.
    let number: Int
    var record: AdmissionRecord
    let hash: [UInt8]

    var isRefusal: Bool { if case .refuse = record.decision { true } else { false } }
}

/// All records of a world, by hash. Copies of a record are compared with these.
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

    /// Whether the records are equal except for the ID of their chain.
    func isCopy(_ record: AdmissionRecord, of number: Int) -> Bool {
        var record = record
        record.device = entries[number].record.device
        return record == entries[number].record
    }
}

/// A site's ledger, as far as it has been read.
struct SiteBooks {
    /// By chain, in the chain's order.
    private(set) var lines: [DeviceID: [BookLine]] = [:]
    private(set) var records = RecordSet()
    /// The main store's records that a pack received when it was created or refreshed.
    var known: [BookLine] = []
    private var last: [DeviceID: Int64] = [:]

    mutating func add(_ line: BookLine) {
        lines[line.record.device, default: []].append(line)
        records.insert(line.number)
        last[line.record.device] = line.record.sequence
    }

    /// The ids in the main store of the known records that have another id here, since the site's own chain used theirs.
    var renamed: [RecordID: RecordID] {
        let own = Set(lines.values.joined().filter { !$0.isRefusal }.map(\.record.id))
        let parted = known.filter { own.contains($0.record.id) }
        return Dictionary(
            parted.map { line in
                let branch = line.record.device.branchID(line.hash)
                return (RecordID(device: branch, sequence: line.record.sequence), line.record.id)
            }
        ) { first, _ in first }
    }

    /// In the order of all records.
    func lines(of serial: Serial) -> [BookLine] {
        let own = lines.values.flatMap { $0.filter { $0.record.serial == serial } }
        let numbers = Set(own.map(\.number))
        let ids = Set(own.filter { !$0.isRefusal }.map(\.record.id))
        let others = known.filter { $0.record.serial == serial && !numbers.contains($0.number) }.map { line in
            var line = line
            // Two copies of a pack may both have used the number, so the main store names the record by its hash.
            if ids.contains(line.record.id) { line.record.device = line.record.device.branchID(line.hash) }
            return line
        }
        return (own + others).sorted { $0.record.moment < $1.record.moment }
    }

    /// The site's own records that a pack receives.
    var decisions: [BookLine] { lines.values.flatMap(\.self).filter { !$0.isRefusal } }

    /// A device's decision on a request.
    func decision(on request: String, of device: DeviceID) -> AdmissionRecord? {
        lines[device]?.first { $0.record.request == request }?.record
    }

    /// The records of a store that this ledger lacks.
    func news(in store: Store) throws -> [AdmissionLedger.HashedRecord] {
        try store.read { connection in
            try ChainPaths(connection).heads.filter { $0.sequence > last[$0.device] ?? 0 }.flatMap { head in
                try connection.ledger.hashedRecords(of: head.device, after: last[head.device] ?? 0, limit: 10_000)
            }
        }
    }

    /// The first of these records that a store lacks, or has with other contents.
    func missing(in store: Store) throws -> BookLine? {
        let found = try SiteBooks().news(in: store)
        let byID = Dictionary(found.map { ($0.record.id, $0) }) { first, _ in first }
        return lines.values.joined().first { line in
            byID[line.record.id].map { $0.record != line.record || $0.hash != line.hash } ?? true
        }
    }
}

import Cryptography
import EventFixture
import Foundation
import GRDB
import Management
import Ticketing

@testable import Store

/// Edits the file of a closed gate pack, as anyone with the file and SQLite could. SQLite updates the checksums of the
/// file's pages, so checksums do not reveal the edit.
struct PackEditing {
    let path: String

    init(_ path: String) { self.path = path }

    /// Runs SQL statements, separated by semicolons. While they run, foreign keys and CHECK constraints are not
    /// enforced.
    func run(_ script: String) throws {
        try change { try $0.execute(sql: script) }
    }

    func change(_ work: (Database) throws -> Void) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA ignore_check_constraints = 1; PRAGMA synchronous = OFF")
            try work(database)
        }
        try queue.close()
    }

    /// Appends records to a chain in the pack, with the hashes that the program would compute. Then updates the chain's
    /// head.
    ///
    /// - Parameter device: the device of the chain; nil for the pack's device.
    func append(_ count: Int, to device: DeviceID? = nil, _ record: (Int) throws -> AdmissionRecord) throws {
        let store = try GatePackFile.open(path)
        try store.write { connection in
            guard let pack = try connection.gatePackRecord.current() else { throw Surprise("no pack") }
            var head = try connection.ledger.head(of: device ?? pack.device)
            if let known = pack.heads.first(where: { $0.id.device == device }), head.sequence == 0 {
                // The pack contains only the head of this chain, and none of its records. One record with the head's
                // hash is enough to continue the chain.
                var end = try record(0)
                (end.device, end.sequence) = (head.device, known.id.sequence)
                try connection.execute(AdmissionLedger.insertion, AdmissionLedger.values(end, hash: known.hash))
                head = AdmissionLedger.Head(
                    device: head.device, sequence: known.id.sequence, hybridClock: head.hybridClock, hash: known.hash)
            }
            let hasher = try ChainHasher()
            for index in 0..<count { try connection.ledger.append(record(index), to: &head, hasher: hasher) }
            try connection.ledger.store(head)
        }
    }

    /// Adds a branch with one record. The branch forks after the last record of the chain of `parent`. Its head is
    /// signed with the private key in the file, so the pack's device seems to have written the branch.
    ///
    /// - Returns: the branch ID.
    @discardableResult
    func branch(leaving parent: DeviceID, _ record: AdmissionRecord) throws -> DeviceID {
        let store = try GatePackFile.open(path)
        return try store.write { connection in
            guard let pack = try connection.gatePackRecord.current() else { throw Surprise("no pack") }
            let end = try connection.ledger.head(of: parent)
            var written = record
            (written.device, written.sequence) = (pack.device, end.sequence + 1)
            let hash = try ChainHasher().hash(of: written, after: end.hash)
            written.device = pack.device.branchID(hash)
            try connection.execute(AdmissionLedger.insertion, AdmissionLedger.values(written, hash: hash))
            _ = try connection.ledger.head(of: written.device)
            try connection.ledger.store(
                AdmissionLedger.Head(
                    device: written.device, sequence: written.sequence, hybridClock: written.hybridClock, hash: hash),
                signedBy: connection.deviceKeys.signer(of: pack.device))
            try ChainPaths(connection).add(
                ChainBranch(origin: pack.device, parent: parent, lastShared: end.sequence), as: written.device)
            return written.device
        }
    }

    /// Signs the chain of the pack's device with the private key in the file.
    func sign() throws {
        let store = try GatePackFile.open(path)
        try store.write { connection in
            guard let pack = try connection.gatePackRecord.current() else { throw Surprise("no pack") }
            try connection.ledger.store(
                connection.ledger.head(of: pack.device), signedBy: connection.deviceKeys.signer(of: pack.device))
        }
    }
}

extension Festival {
    /// Makes the record of an admission. The default values are the values that a gate would write.
    func admission(
        _ serial: Serial?, count: Int = 1, allowed: Int = 1, slot: Int = 0, at moment: Instant = Festival.start,
        gate: String = "North"
    ) throws -> AdmissionRecord {
        AdmissionRecord(
            device: device, sequence: 0, event: event.number,
            direction: .entry, decision: .admit, gate: gate, wallClock: moment,
            hybridClock: HybridClock.zero.next(at: moment)
        ).with {
            $0.request = nil
            $0.serial = serial
            $0.issue = 0
            $0.type = regular.number
            $0.slot = slot
            $0.count = count
            $0.used = 1
            $0.allowed = allowed
            $0.reentry = .afterExit
            $0.operator = nil
        }
    }

    @discardableResult
    func merge(_ path: String) throws -> LaneMergeReport {
        try services.gates.merge(LaneStore(OpenGatePack(at: path)), into: event, as: device)
    }
}

import Cryptography
import EventFixture
import Foundation
import GRDB
import Management
import Ticketing

@testable import Store

/// A closed pack's file, edited by somebody who has it and SQLite. Page checksums are no secret, so the edits keep them
/// valid.
struct PackEditing {
    let path: String

    init(_ path: String) { self.path = path }

    /// Runs statements, separated by semicolons, without foreign keys and checks.
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

    /// Appends records to a chain of the pack, hashed as the program hashes them, and moves its head forward.
    ///
    /// - Parameter device: the chain's device; nil for the pack's own.
    func append(_ count: Int, to device: DeviceID? = nil, _ record: (Int) throws -> AdmissionRecord) throws {
        let store = try GatePackFile.open(path)
        try store.write { connection in
            guard let pack = try connection.gatePackRecord.current() else { throw Surprise("no pack") }
            var head = try connection.ledger.head(of: device ?? pack.device)
            if let known = pack.heads.first(where: { $0.id.device == device }), head.sequence == 0 {
                // The main store's chain is not in the pack, but its head is: a record with that hash is enough to
                // continue from.
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

    /// Adds a branch with one record. The branch claims the pack's own device, and claims to fork from a chain at its
    /// head. Its head is signed with the key in the file.
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

    /// Signs the pack's own chain with the key in the file, as anyone who has the file can.
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
    /// An admission as a gate would write it, to be changed by a test.
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

    /// Merges a pack into the main store.
    @discardableResult
    func merge(_ path: String) throws -> LaneMergeReport {
        try services.gates.merge(LaneStore(OpenGatePack(at: path)), into: event, as: device)
    }
}

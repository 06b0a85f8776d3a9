import Foundation
import Gate
import Management
import TicketToken
import Ticketing

@testable import Store

/// Merges any bytes into the main store, as if they were a gate pack that comes back from a gate. The main store must
/// either refuse the pack and give a reason, or accept the records that the pack's hash chains prove. Earlier records
/// must stay, and the store must pass its check after the merge. The store may accept any record that the pack's device
/// signed. It may accept records of other devices only if they are genuine.
enum MergeReading {
    static func run(_ bytes: [UInt8]) throws {
        let festival = try FuzzFestival.made.get()
        let folder = try FuzzFolder()
        var choices = FuzzBytes(bytes)
        let file = try PatchedFile(&choices, of: festival.pack, in: folder)
        let store = try Store.open(sqlite: folder.write(festival.services, at: "main-store"))
        let device = try FuzzFestival.device(FuzzFestival.mainStoreDevice)
        let services = try ManagementServices.signIn(to: store) { FuzzFestival.now }
        let before = try records(store)
        do {
            let lane = LaneStore(try OpenGatePack(at: file.path))
            let first = try services.gates.merge(lane, into: festival.event, as: device)
            guard first.summary.new > 0 || !file.isGood else { throw FuzzFinding("the valid pack adds no record") }
            let again = try services.gates.merge(lane, into: festival.event, as: device)
            guard again.summary.new == 0 else { throw FuzzFinding("a second merge adds \(again.summary.new) records") }
        } catch let error as StoreError {
            // A merge may refuse a damaged pack with a `StoreError` or a `MergeError`. It must not refuse the unchanged
            // pack.
            if file.isGood { throw error }
        } catch let error as MergeError { if file.isGood { throw error } }
        try areHonest(records(store), before: before, festival, store)
        try isAtWork(services, store, festival, in: folder)
        let check = try store.check()
        guard check.isIntact else {
            let trails = check.brokenTrails.map(\.found)
            throw FuzzFinding("\(check.faults) \(check.wrongCounters) \(trails) \(check.ledger.map { "\($0)" } ?? "")")
        }
    }

    private static func records(_ store: Store) throws -> [AdmissionLedger.HashedRecord] {
        try store.read { connection in
            try ChainPaths(connection).heads.flatMap {
                try connection.ledger.hashedRecords(of: $0.device, after: 0, limit: 1000)
            }
        }
    }

    /// Checks that the chain of the main store has no branch, and that all its new records are records of merges. Also
    /// checks each new record in other chains: either the pack's device wrote the record, or the unchanged pack
    /// contained it.
    private static func areHonest(
        _ links: [AdmissionLedger.HashedRecord], before: [AdmissionLedger.HashedRecord], _ festival: FuzzFestival,
        _ store: Store
    ) throws {
        let services = try FuzzFestival.device(FuzzFestival.mainStoreDevice)
        let pack = try FuzzFestival.device(FuzzFestival.packDevice)
        let known = Set(before.map(\.hash))
        guard known.isSubset(of: links.map(\.hash)) else { throw FuzzFinding("records were removed") }
        let branches = try store.read { try ChainPaths($0).branches }
        guard !branches.byChain.values.contains(where: { $0.origin == services || $0.parent == services }) else {
            throw FuzzFinding("the main store's chain has a branch")
        }
        for link in links where !known.contains(link.hash) {
            switch branches.origin(of: link.record.device) {
            case pack: break
            case services:
                guard link.record.decision == .merge else {
                    throw FuzzFinding("the main store's chain gained \(link.record)")
                }
            case let other:
                guard festival.hashes.contains(link.hash) else {
                    throw FuzzFinding("accepted a forged record of \(other): \(link.record)")
                }
            }
        }
    }

    /// Checks that a gate still decides after the merge, and that queries of the ledger and a refresh of the unchanged
    /// gate pack succeed.
    private static func isAtWork(
        _ services: ManagementServices, _ store: Store, _ festival: FuzzFestival, in folder: FuzzFolder
    ) throws {
        let gate = try Gate(
            name: "Door", event: festival.event.number, store: store, ring: FuzzFestival.ring(),
            device: FuzzFestival.device(FuzzFestival.mainStoreDevice),
            operation: Gate.Operation(clock: { FuzzFestival.now }))
        for text in [festival.unused, festival.party, festival.used] {
            if case .undecided(let why) = gate.decide(Scan(text)).outcome { throw FuzzFinding("undecided: \(why)") }
        }
        try gate.flush()
        try services.gates.forEachRecord(of: festival.event) { _ in }
        try services.gates.forEachConflict(of: festival.event) { _ in }
        _ = try services.reports.attendance(of: festival.event)
        let good = try OpenGatePack(at: folder.write(festival.pack.bytes, at: "good.gate"))
        _ = try services.gatePacks.refreshGatePack(good, from: festival.event, verifyingWith: FuzzFestival.ring())
    }
}

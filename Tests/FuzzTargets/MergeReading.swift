import Foundation
import Gate
import Management
import TicketToken
import Ticketing

@testable import Store

/// Any bytes as a returning pack: the main store refuses it with a reason, or accepts the records that its chains
/// prove. Earlier contents stay, and the store passes its check afterwards. The store may accept anything that the
/// pack's own device signed, but of other devices only records from their own packs.
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
            guard first.summary.new > 0 || !file.isGood else { throw FuzzFinding("the valid pack adds nothing") }
            let again = try services.gates.merge(lane, into: festival.event, as: device)
            guard again.summary.new == 0 else { throw FuzzFinding("merged again, it adds \(again.summary.new)") }
        } catch let error as StoreError {
            // Both errors are declared, except for the unchanged pack.
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

    /// The main store's own chain gains only its record of the merge, no branch belongs to it, and every new record of
    /// a device other than the pack's was in the unchanged pack.
    private static func areHonest(
        _ links: [AdmissionLedger.HashedRecord], before: [AdmissionLedger.HashedRecord], _ festival: FuzzFestival,
        _ store: Store
    ) throws {
        let services = try FuzzFestival.device(FuzzFestival.mainStoreDevice)
        let pack = try FuzzFestival.device(FuzzFestival.packDevice)
        let known = Set(before.map(\.hash))
        guard known.isSubset(of: links.map(\.hash)) else { throw FuzzFinding("records are gone") }
        let branches = try store.read { try ChainPaths($0).branches }
        guard !branches.byChain.values.contains(where: { $0.origin == services || $0.parent == services }) else {
            throw FuzzFinding("a branch of the main store's own chain")
        }
        for link in links where !known.contains(link.hash) {
            switch branches.origin(of: link.record.device) {
            case pack: break
            case services:
                guard link.record.decision == .merge else {
                    throw FuzzFinding("the main store's own chain gained \(link.record)")
                }
            case let other:
                guard festival.hashes.contains(link.hash) else {
                    throw FuzzFinding("forged for \(other): \(link.record)")
                }
            }
        }
    }

    /// After any merge, gates decide, and queries on the ledger answer.
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

import Foundation
import Gate
import Management
import TicketToken
import Ticketing

@testable import Store

/// Whatever is called a pack that comes back: the office takes nothing and says why, or what its chains prove. What it had
/// before stays, and its store is whole afterwards. Of the pack's own device it may take anything that is signed; of every
/// other device, only what that device's own pack wrote.
enum MergeReading {
    static func run(_ bytes: [UInt8]) throws {
        let festival = try FuzzFestival.made.get()
        let folder = try FuzzFolder()
        var choices = FuzzBytes(bytes)
        let file = try PatchedFile(&choices, of: festival.pack, in: folder)
        let store = try Store.open(sqlite: folder.put(festival.services, at: "office"))
        let device = try FuzzFestival.device(FuzzFestival.officeDevice)
        let services = try ManagementServices.signIn(to: store) { FuzzFestival.now }
        let before = try records(store)
        do {
            let lane = LaneStore(try OpenGatePack(at: file.path))
            let first = try services.gates.merge(lane, into: festival.event, as: device)
            guard first.summary.new > 0 || !file.isGood else { throw FuzzFinding("the good pack brings nothing") }
            let again = try services.gates.merge(lane, into: festival.event, as: device)
            guard again.summary.new == 0 else { throw FuzzFinding("merged again, it brings \(again.summary.new)") }
        } catch let error as StoreError {
            // Declared, as is the other, but for the pack as its gates left it.
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

    /// The office's own chain has nothing new but what the office wrote about the merge, no branch belongs to it, and
    /// every new record of another device than the pack's is one that was in the pack when nobody had changed it.
    private static func areHonest(
        _ links: [AdmissionLedger.HashedRecord], before: [AdmissionLedger.HashedRecord], _ festival: FuzzFestival,
        _ store: Store
    ) throws {
        let services = try FuzzFestival.device(FuzzFestival.officeDevice)
        let pack = try FuzzFestival.device(FuzzFestival.packDevice)
        let known = Set(before.map(\.hash))
        guard known.isSubset(of: links.map(\.hash)) else { throw FuzzFinding("records are gone") }
        let branches = try store.read { try ChainPaths($0).branches }
        guard !branches.byChain.values.contains(where: { $0.origin == services || $0.parent == services }) else {
            throw FuzzFinding("a branch of the office's own chain")
        }
        for link in links where !known.contains(link.hash) {
            switch branches.origin(of: link.record.device) {
            case pack: break
            case services:
                guard link.record.decision == .merge else {
                    throw FuzzFinding("the office's own chain got \(link.record)")
                }
            case let other:
                guard festival.hashes.contains(link.hash) else {
                    throw FuzzFinding("forged for \(other): \(link.record)")
                }
            }
        }
    }

    /// Gates decide, and what reads the ledger answers, whatever was merged.
    private static func isAtWork(
        _ services: ManagementServices, _ store: Store, _ festival: FuzzFestival, in folder: FuzzFolder
    ) throws {
        let gate = try Gate(
            name: "Door", event: festival.event.number, store: store, ring: FuzzFestival.ring(),
            device: FuzzFestival.device(FuzzFestival.officeDevice)
        ) { FuzzFestival.now }
        for text in [festival.unused, festival.party, festival.used] {
            if case .undecided(let why) = gate.decide(Scan(text)).outcome { throw FuzzFinding("undecided: \(why)") }
        }
        try gate.flush()
        try services.gates.forEachRecord(of: festival.event) { _ in }
        try services.gates.forEachConflict(of: festival.event) { _ in }
        _ = try services.reports.attendance(of: festival.event)
        let good = try OpenGatePack(at: folder.put(festival.pack.bytes, at: "good.gate"))
        _ = try services.gatePacks.refreshGatePack(good, from: festival.event, verifyingWith: FuzzFestival.ring())
    }
}

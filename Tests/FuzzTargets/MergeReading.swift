import Foundation
import Management
import Ticketing

@testable import Store

/// Whatever is called a pack that comes back: the office takes nothing and says why, or what its chains prove. What it had
/// before stays, and its store is whole afterwards.
enum MergeReading {
    static func run(_ bytes: [UInt8]) throws {
        let festival = try FuzzFestival.made.get()
        let folder = try FuzzFolder()
        var choices = FuzzBytes(bytes)
        let file = try PatchedFile(&choices, of: festival.pack, in: folder)
        let store = try Store.open(sqlite: folder.put(festival.office, at: "office"))
        let device = try FuzzFestival.device(FuzzFestival.officeDevice)
        let own = try records(of: device, store)
        do {
            let office = try Office.signIn(to: store) { FuzzFestival.now }
            let lane = GateLane(try OpenPack(at: file.path))
            _ = try office.merge(lane, into: festival.event, as: device)
            let again = try office.merge(lane, into: festival.event, as: device)
            guard again.summary.new == 0 else { throw FuzzFinding("merged again, it brings \(again.summary.new)") }
            try office.forEachConflict(of: festival.event) { _ in }
        } catch is StoreError {
            // Declared, as is the other.
        } catch is MergeError {}
        guard try records(of: device, store).starts(with: own) else {
            throw FuzzFinding("the office's own records differ")
        }
        let check = try store.check()
        guard check.isWhole else {
            let trails = check.brokenTrails.map(\.found)
            throw FuzzFinding("\(check.faults) \(check.wrongCounters) \(trails) \(check.ledger.map { "\($0)" } ?? "")")
        }
    }

    private static func records(of device: DeviceID, _ store: Store) throws -> [[UInt8]] {
        try store.read { try $0.ledger.links(of: device, after: 0, limit: 1000) }.map(\.hash)
    }
}

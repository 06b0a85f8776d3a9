import Management
import TicketToken
import Ticketing

@testable import Store

/// Asks the main store to refresh any bytes as if they were a gate pack. The main store must either refuse the pack
/// with a reason, or refresh the pack. It may refresh only a pack that it has created. The refreshed pack must have the
/// rights that the main store recorded, and must not contain keys that could sign tickets.
enum RefreshReading {
    static func run(_ bytes: [UInt8]) throws {
        let festival = try FuzzFestival.made.get()
        let folder = try FuzzFolder()
        var choices = FuzzBytes(bytes)
        let file = try PatchedFile(&choices, of: festival.pack, in: folder)
        let store = try Store.open(sqlite: folder.write(festival.services, at: "main-store"))
        do {
            let services = try ManagementServices.signIn(to: store) { FuzzFestival.now }
            let open = try OpenGatePack(at: file.path)
            let number = open.pack.number
            let refresh = try services.gatePacks.refreshGatePack(
                open, from: festival.event, verifyingWith: FuzzFestival.ring())
            guard refresh.pack.number > number else { throw FuzzFinding("the pack's number does not increase") }
            try isGiven(open, by: store)
        } catch let error as StoreError {
            // These calls declare `StoreError` and `GatePackError`. But the refresh of the unchanged pack must not
            // fail.
            if file.isGood { throw error }
        } catch let error as GatePackError { if file.isGood { throw error } }
        let check = try store.check()
        guard check.isIntact else { throw FuzzFinding("main store damaged: \(check.faults) \(check.wrongCounters)") }
    }

    private static func isGiven(_ open: OpenGatePack, by services: Store) throws {
        let (pack, keys) = try open.store.read { (try $0.gatePackRecord.current(), try $0.gatePackRecord.keys()) }
        guard try pack?.device == FuzzFestival.device(FuzzFestival.packDevice) else {
            throw FuzzFinding("refreshed as the pack of another device")
        }
        guard let pack, let given = try services.read({ try $0.gateDevices.with(id: pack.device) }) else {
            throw FuzzFinding("refreshed for a device that the main store does not know")
        }
        guard pack.rights == given.rights, pack.name == given.name, pack.event == given.event else {
            throw FuzzFinding("the pack claims \(pack.rights), but has \(String(describing: given.rights))")
        }
        guard keys.allSatisfy({ $0.purpose == .listed }) else { throw FuzzFinding("a list pack received keys") }
    }
}

import EventFixture
import GRDB
import Management
import SimulatedDisk
import Store
import TicketToken
import Ticketing

/// A main store and the gate packs that it created, as the bytes of their closed files.
struct SitesOutset: Sendable {
    static let store = "store.sqlite"
    static let pack = "lane.gate"
    /// The expiry of the packs. The simulated clocks, even the wrong ones, never reach this time.
    static let expires = Festival.start.advanced(bySeconds: 400 * 86_400)

    struct PackImage: Sendable {
        let device: DeviceID
        let number: Int
        let image: [UInt8]
    }

    let evening: Evening
    /// The main store's device ID. Simultaneous admissions are ordered by device ID. This ID is smaller than the IDs of
    /// the packs, so the order is the same in each run.
    let device: DeviceID
    /// The bytes of the main store.
    let services: [UInt8]
    /// The packs, sorted by their device IDs.
    let packs: [PackImage]

    init(packs count: Int) throws {
        let evening = try Evening(singles: 3)
        self.evening = evening
        guard let device = DeviceID(bytes: [UInt8](repeating: 0, count: DeviceID.length)) else {
            throw Surprise("no device ID of zeros")
        }
        self.device = device
        let disk = try evening.disk(seed: 0)
        var made: [PackImage] = []
        do {
            let services = try ManagementServices.signIn(to: evening.store(on: disk)) { Festival.start }
            for index in 0..<count {
                let other = try SimulatedDisk(seed: 0)
                let summary = try SitesOutset.makePack("Lane \(index)", from: services, evening, on: other)
                guard other.place(SitesOutset.pack), let image = other.bytes(of: SitesOutset.pack) else {
                    throw Surprise("the pack is not on the disk")
                }
                made.append(PackImage(device: summary.pack.device, number: summary.pack.number, image: image))
            }
        }
        try DatabaseQueue(path: disk(SitesOutset.store)).writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        guard let image = disk.bytes(of: SitesOutset.store) else { throw Surprise("the store is not on the disk") }
        services = image
        packs = made.sorted { $0.device < $1.device }
    }

    /// Creates a pack under a temporary name. The caller then gives the file its final name with `SimulatedDisk.place`.
    static func makePack(
        _ name: String, from services: ManagementServices, _ evening: Evening, on disk: SimulatedDisk
    ) throws -> CreatedGatePack {
        try services.gatePacks.createGatePack(
            of: evening.event, GatePackRequest(name: name, expires: expires), verifyingWith: evening.ring,
            at: disk(pack))
    }

    static func disk(_ image: [UInt8], as name: String, seed: UInt64) throws -> SimulatedDisk {
        let disk = try SimulatedDisk(seed: seed)
        try disk.write(image, to: name)
        return disk
    }
}

import EventFixture
import GRDB
import Gate
import Management
import SimulatedDisk
import Store
import TicketToken
import Ticketing

/// A published event with some tickets, as the image of its closed store: put on one simulated disk after another, it
/// saves the making.
struct Evening: Sendable {
    /// A ticket as it was issued.
    struct Seed: Sendable {
        let code: TicketCode
        let serial: Serial
        let token: String
        let admits: Int
    }

    let event: Event
    let regular: TicketType
    let ring: KeyRing
    let device: DeviceID
    /// One person each.
    let singles: [Seed]
    /// Up to three people.
    let party: Seed
    private let image: [UInt8]

    init(singles count: Int) throws {
        let disk = try SimulatedDisk(seed: 0)
        let festival = try Festival(at: .sqlite(path: disk("store.sqlite")))
        let three = try festival.office.addTicketType(
            TicketTypeDraft(name: "Party", admits: Admits(rawValue: 3) ?? .one), to: festival.event)
        func seed(_ token: String) throws -> Seed {
            let ticket = try festival.ticket(of: token)
            return Seed(
                code: ticket.code, serial: ticket.code.serial, token: token, admits: Int(ticket.admits.rawValue))
        }
        party = try seed(festival.issue(1, type: three)[0])
        singles = try festival.issue(count).map(seed)
        try DatabaseQueue(path: disk("store.sqlite")).writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        guard let image = disk.bytes(of: "store.sqlite") else { throw Surprise("the store is not on the disk") }
        self.image = image
        (event, regular, ring, device) = (festival.event, festival.regular, festival.ring, festival.device)
    }

    /// A disk with the store on it, as it is before the doors open.
    func disk(seed: UInt64) throws -> SimulatedDisk {
        let disk = try SimulatedDisk(seed: seed)
        try disk.put(image, at: "store.sqlite")
        return disk
    }

    func store(on disk: SimulatedDisk) throws -> Store {
        // The program's own file is empty; what SQLite sees is on the disk.
        try Store.open(sqlite: disk("store.sqlite"), creating: true)
    }

    func gate(
        _ name: String, at store: Store, device: DeviceID? = nil, clock: @escaping () -> Instant = { Festival.start }
    ) throws -> Gate {
        try Gate(
            name: name, event: event.number, store: store, ring: ring, device: device ?? self.device, clock: clock)
    }
}

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
struct Evening {
    let event: Event
    let regular: TicketType
    let ring: KeyRing
    let device: DeviceID
    /// One person each.
    let singles: [String]
    /// Up to three people.
    let party: String
    let cancelled: String
    /// The token before a re-issue, and the one behind it.
    let replaced: String
    let renewed: String
    private let image: [UInt8]

    init(singles count: Int) throws {
        let disk = try SimulatedDisk(seed: 0)
        let festival = try Festival(at: .sqlite(path: disk("store.sqlite")))
        let office = festival.office
        let three = try office.addTicketType(
            TicketTypeDraft(name: "Party", admits: Admits(rawValue: 3) ?? .one), to: festival.event)
        party = try festival.issue(1, type: three)[0]
        let others = try festival.issue(2)
        (cancelled, replaced) = (others[0], others[1])
        singles = try festival.issue(count)
        _ = try office.cancel(festival.ticket(of: cancelled).code, of: festival.event, note: nil)
        renewed = try festival.token(
            of: office.reissue(festival.ticket(of: replaced).code, of: festival.event, signingWith: festival.ring))
        try DatabaseQueue(path: disk("store.sqlite")).writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        guard let image = disk.bytes(of: "store.sqlite") else { throw Surprise("the store is not on the disk") }
        self.image = image
        (event, regular, ring, device) = (festival.event, festival.regular, festival.ring, festival.device)
    }

    /// A disk with the store on it, as it is before the doors open. Steps are counted from its opening.
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

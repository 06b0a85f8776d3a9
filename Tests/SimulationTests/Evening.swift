import EventFixture
import GRDB
import Gate
import Management
import SimulatedDisk
import Store
import TicketToken
import Ticketing

/// A published event with some tickets. The event is kept as the bytes of its closed store, because copying these bytes
/// to each simulated disk is faster than creating the event each time.
struct Evening: Sendable {
    /// A ticket as it was issued.
    struct Seed: Sendable {
        let code: TicketCode
        let serial: Serial
        let token: String
        let rules: TicketRules
    }

    struct Kind {
        let name: String
        var rules = TicketRules()
        var count = 1

        fileprivate func draft() throws -> TicketTypeDetails {
            let hours = rules.hours.map { hours in
                [hours.lowerBound, hours.upperBound].map { minutes in
                    [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
                }.joined(separator: "-")
            }
            guard let admits = Admits(rawValue: UInt8(rules.seats)) else { throw Surprise("\(rules.seats) people") }
            return TicketTypeDetails(
                name: name, admits: admits
            ).with {
                $0.reentry = rules.reentry
                $0.hours = hours.flatMap { DailyHours(rawValue: $0) }
            }
        }
    }

    let event: Event
    let regular: TicketType
    let ring: KeyRing
    let device: DeviceID
    let tickets: [Seed]
    /// The sub-events, each with its limit on people inside.
    let subEvents: [SubEvent]
    private let image: [UInt8]

    /// Makes an event with these ticket types and their tickets.
    ///
    /// - Parameter limits: for each sub-event to create, its limit on people inside; nil for no limit.
    init(_ kinds: [Kind], limits: [Int?] = []) throws {
        let disk = try SimulatedDisk(seed: 0)
        guard let first = kinds.first else { throw Surprise("an event without tickets") }
        let festival = try Festival(at: .sqlite(path: disk("store.sqlite")), type: first.draft())
        tickets = try kinds.enumerated().flatMap { index, kind in
            let type =
                try index == 0
                ? festival.regular : festival.services.ticketTypes.addTicketType(kind.draft(), to: festival.event)
            return try festival.issue(kind.count, type: type).map { token in
                let code = try festival.ticket(of: token).code
                return Seed(code: code, serial: code.serial, token: token, rules: kind.rules)
            }
        }
        subEvents = try limits.enumerated().map { index, limit in
            try festival.services.subEvents.addSubEvent(
                SubEventDetails(kind: .other, name: "Hall \(index + 1)", note: "a hall", capacity: limit),
                to: festival.event)
        }
        try DatabaseQueue(path: disk("store.sqlite")).writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        guard let image = disk.bytes(of: "store.sqlite") else { throw Surprise("the store is not on the disk") }
        self.image = image
        (event, regular, ring, device) = (festival.event, festival.regular, festival.ring, festival.device)
    }

    /// An event with tickets for one person each, and one ticket for a party of three.
    init(singles count: Int) throws {
        try self.init([
            Kind(name: "Regular", count: count), Kind(name: "Party", rules: TicketRules(seats: 3)),
        ])
    }

    /// An event with tickets for every re-entry rule, and with one sub-event for each element of `limits`.
    static func ofEveryRule(limits: [Int?] = []) throws -> Evening {
        try Evening(
            [
                Kind(name: "Regular", count: 2), Kind(name: "Party", rules: TicketRules(seats: 3)),
                Kind(name: "Once", rules: TicketRules(reentry: .never)),
                Kind(name: "Always", rules: TicketRules(reentry: .always)),
                Kind(name: "Couple", rules: TicketRules(seats: 2, reentry: .always)),
                Kind(name: "Daily", rules: TicketRules(reentry: .daily)),
                Kind(name: "Daily for two", rules: TicketRules(seats: 2, reentry: .daily)),
                Kind(name: "Twice", rules: TicketRules(reentry: .atMost(2))),
                Kind(name: "Morning", rules: TicketRules(hours: 7 * 60..<9 * 60 + 30)),
            ], limits: limits)
    }

    /// A new simulated disk with a copy of the event's store.
    func disk(seed: UInt64) throws -> SimulatedDisk {
        let disk = try SimulatedDisk(seed: seed)
        try disk.write(image, to: "store.sqlite")
        return disk
    }

    func store(on disk: SimulatedDisk) throws -> Store {
        // The file in the real folder is empty; SQLite reads and writes the file on the simulated disk.
        try Store.open(sqlite: disk("store.sqlite"), creating: true)
    }

    func gate(
        _ name: String, at store: Store, subEvent: Int? = nil, device: DeviceID? = nil,
        clock: @escaping () -> Instant = { Festival.start }
    ) throws -> Gate {
        try Gate(
            name: name, event: event.number, subEvent: subEvent, store: store, ring: ring,
            device: device ?? self.device,
            operation: Gate.Operation(clock: clock))
    }
}

import EventFixture
import Gate
import Management
import SimulatedDisk
@testable import Store
import Ticketing

/// The final merge of all sites.
extension SitesWorld {
    mutating func end() throws {
        for index in sites.indices {
            guard let store = try session(at: index)?.store else { continue }
            try requireIntact(store, sites[index].name)
        }
        for _ in 0..<2 {
            for source in Array(1..<sites.count).shuffled(using: &random) { try merge(from: source, into: 0) }
        }
        guard let services = try session(at: 0)?.store else { return }
        try requireIntact(services, sites[0].name)
        try isSameElsewhere(services)
    }

    /// Checks invariants 7 and 8: if a new main store merges all sites in another order, it gets the same records and
    /// slots.
    private mutating func isSameElsewhere(_ services: Store) throws {
        let seen = sites[0].contents.ledger
        let disk = try SitesOutset.disk(outset.services, as: SitesOutset.store, seed: 0)
        var other = SeededGenerator(seed: random.next())
        let fresh = Site(
            name: "Other", device: .random(using: &other), disk: disk,
            contents: Contents(tickets: sites[0].contents.tickets), isNew: true)
        sites.append(fresh)
        let index = sites.count - 1
        guard try session(at: index) != nil else { return }
        for source in Array(0..<index).shuffled(using: &random) { try merge(from: source, into: index) }
        guard let store = sites[index].open?.store else { return }
        try requireIntact(store, fresh.name)
        let ledger = sites[index].contents.ledger
        guard ledger.records.isSuperset(of: seen.records) else {
            throw Violation(invariant: 7, detail: "another merge order gives different records")
        }
        // If a chain has forked, the IDs of its branches depend on the merge order, so the slots are not compared.
        guard ledger.entries.keys.allSatisfy({ key in sites.contains { $0.device == key } }),
            Set(ledger.entries.keys) == Set(seen.entries.keys).union([fresh.device])
        else { return }
        for ticket in tickets {
            let (here, there) = (try slots(of: ticket, services), try slots(of: ticket, store))
            guard here == there else { throw Violation(invariant: 8, detail: "\(here) is not \(there)") }
        }
        guard Set(doubles(ledger)) == Set(doubles(seen)) else {
            throw Violation(invariant: 8, detail: "\(doubles(ledger)) is not \(doubles(seen))")
        }
    }

    private func slots(of ticket: TicketSeen, _ store: Store) throws -> [AdmissionSlot] {
        try store.read { try $0.slots.of(ticket.serial, event: outset.evening.event.number, subEvent: 0) }
    }
}

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
            try isWhole(store, sites[index].name)
        }
        for _ in 0..<2 {
            for lane in Array(1..<sites.count).shuffled(using: &random) { try merge(from: lane, into: 0) }
        }
        guard let services = try session(at: 0)?.store else { return }
        try isWhole(services, sites[0].name)
        try isSameElsewhere(services)
    }

    /// 7, 8: a main store that knew nothing merges everything, in another order.
    private mutating func isSameElsewhere(_ services: Store) throws {
        let seen = sites[0].contents.books
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
        try isWhole(store, fresh.name)
        let books = sites[index].contents.books
        guard books.records.isSuperset(of: seen.records) else {
            throw Violation(invariant: "7", detail: "another merge order gives other records")
        }
        // In a fork, the branch that was merged first keeps the device's ID.
        guard books.lines.keys.allSatisfy({ key in sites.contains { $0.device == key } }),
            Set(books.lines.keys) == Set(seen.lines.keys).union([fresh.device])
        else { return }
        for ticket in tickets {
            let (here, there) = (try places(of: ticket, services), try places(of: ticket, store))
            guard here == there else { throw Violation(invariant: "8", detail: "\(here) and \(there)") }
        }
        guard Set(doubles(books)) == Set(doubles(seen)) else {
            throw Violation(invariant: "8", detail: "\(doubles(books)) and \(doubles(seen))")
        }
    }

    private func places(of ticket: TicketSeen, _ store: Store) throws -> [AdmissionSlot] {
        try store.read { try $0.slots.of(ticket.serial, event: outset.evening.event.number, subEvent: 0) }
    }
}

import EventFixture
import Foundation
import Management
import Testing
import Ticketing

@Suite("Concurrent processes that sell tickets", .serialized, .everyEngine, .slow)
struct SaleProcessTests {
    @Test("If five tickets are left and eight processes each order one, paid or not, exactly five succeed")
    func lastTickets() throws {
        let festival = try Festival(
            capacity: 5, type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX"), quantity: 5))
        // Two reservations have expired. The processes release these reservations while they sell.
        let longAgo = try ManagementServices.signIn(to: festival.store) { Instant(seconds: 1_000_000_000) }
        for _ in 0..<2 { _ = try longAgo.orders.createOrder(festival.draft(1), of: festival.event) }
        let paid = [[], ["--paid", "cash"], ["--paid", "at-the-door"]]
        let programs = try (0..<8).map { number in
            try Program(
                ["order", "create", "new-year", "--line", "Regular=1", "--buyer", "Grace", "--json"]
                    + paid[number % 3], on: festival, input: [])
        }
        let made = try programs.map { try $0.rest() }
        #expect(made.filter { !$0.isEmpty }.count == programs.count { $0.process.terminationStatus == 0 })
        #expect(
            programs.allSatisfy { [0, 1].contains($0.process.terminationStatus) },
            "\(programs.map(\.process.terminationStatus))")
        #expect(programs.count { $0.process.terminationStatus == 0 } == 5)
        let counts = try festival.counts()
        #expect(counts.issued + counts.reserved == 5)
        try OversellTests.checkCounts(festival)
    }

    @Test("If eight processes send the same request at once, one order is created, and each process returns that order")
    func oneRequest() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", quantity: 50))
        let programs = try (0..<8).map { _ in
            try Program(
                [
                    "order", "create", "new-year", "--line", "Regular=3", "--buyer", "Grace", "--paid", "card",
                    "--request-id", "once", "--json",
                ], on: festival, input: [])
        }
        let lines = try programs.flatMap { try $0.rest() }
        #expect(lines.count == 8 && Set(lines).count == 1)
        #expect(try festival.counts() == (3, 0))
    }
}

import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Repeated requests on a database server")
struct RepeatedRequestTests {
    private let festival: Festival
    private let storefront: Storefront

    init() throws {
        festival = try Festival(
            engine: .postgreSQL,
            type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")).with {
                $0.allowsDoorReservations = true
            })
        storefront = try festival.storefront()
    }

    @Test(
        """
        A repeated request writes to the store before it is answered, so that the answer waits until the standby \
        servers have the first request’s changes
        """)
    func writes() throws {
        let (services, event, ring) = (festival.services, festival.event, festival.ring)
        let pending = try festival.order(1)
        let owed = try festival.order(3, .cash)
        _ = try services.orders.refund(.all, ofOrder: owed.number, of: event, note: nil)
        let requests: [(String, () throws -> Void)] = [
            (
                "issue",
                { [festival] in
                    _ = try services.tickets.issue(
                        .unnamed(2), type: festival.regular, of: event, signingWith: ring,
                        options: TicketIssueOptions(request: "r-1"))
                }
            ),
            (
                "order",
                { [festival] in _ = try services.orders.createOrder(festival.draft(2), of: event, request: "r-1") }
            ),
            (
                "reserve",
                { [festival, storefront] in
                    _ = try storefront.reserve(festival.draft(1), of: event.number, request: "r-1")
                }
            ),
            ("pay", { [festival] in _ = try festival.pay(pending, request: "r-1") }),
            (
                "pay back",
                { _ = try services.orders.recordRefundPayment(nil, ofOrder: owed.number, of: event, request: "r-1") }
            ),
        ]
        for (name, ask) in requests {
            try ask()
            let (changes, writer) = (try changes(), try lastWriter())
            try ask()
            #expect(try self.changes() == changes, "\(name) ran twice")
            #expect(try lastWriter() != writer, "\(name) was answered by a transaction that only reads")
        }
    }

    private func changes() throws -> Int64 {
        try festival.store.read { try $0.audit.last(of: festival.event.organizer) }
    }

    /// The server’s ID of the transaction that last wrote to the organizer’s audit trail.
    private func lastWriter() throws -> String {
        var writer = ""
        try festival.store.read { connection in
            try connection.forEachRow(
                "SELECT CAST(xmin AS TEXT) FROM audit_head WHERE organizer = $1",
                [.integer(Int64(festival.event.organizer.rawValue))]
            ) { writer = $0.text(0) }
        }
        return writer
    }
}

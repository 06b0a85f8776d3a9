import EventFixture
import Management
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Access to routes", .serving, .slow)
struct AccessTests {
    private let festival: Festival
    private let organizer: Organizer
    private let parts: [String: String]

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        organizer = try #require(try festival.services.organizers.organizers().first)
        _ = try festival.issue(1)
        var codes: [TicketCode] = []
        try festival.services.tickets.forEachTicket(of: festival.event) { codes.append($0.code) }
        let line = OrderDraft.Line(type: festival.regular.number, count: 1)
        let order = try festival.services.orders.createOrder(
            OrderDraft(lines: [line], name: "Grace"), of: festival.event)
        let subEvent = try festival.services.subEvents.addSubEvent(
            SubEventDetails(kind: .reception), to: festival.event)
        parts = [
            "event": festival.event.slug, "organizer": organizer.slug, "step": "basics",
            "code": try #require(codes.first).description, "type": "\(festival.regular.number)",
            "order": "\(order.number)", "sub_event": "\(subEvent.number)", "guest": "1", "household": "1",
            "device": "1", "webhook": "1", "session": "0000000000000000", "batch": "1", "file": "1", "token": "1",
            "list": "1", "reminder": "1", "version": "1", "invitation": "0000000000000000", "change": "1",
            "user": "\(festival.services.user.id)", "area": "orders", "report": "1",
        ]
    }

    /// Routes that would end the session of this test. Other tests cover these routes.
    private static let ending = ["/sign-out", "/sign-out-everywhere"]

    /// Pages of the local owner. No visitor of this test is the local owner.
    private static let localOwners = [MessageSettingsPage.path, "\(MessageSettingsPage.path)/test"]

    private enum Who {
        case nobody
        case member(Role)
        /// An owner of another organizer.
        case stranger
    }

    @Test("Protected routes refuse anonymous clients; an organizer’s route requires a role with a right to that route")
    func everyRoute() async throws {
        // This server also runs gates and prints tickets, so that the routes for gates and printing are also checked.
        let (gates, printing) = (
            try festival.gates, PrintConfiguration(ring: festival.keys, dataFolder: festival.folder.path)
        )
        let server = try ServerParts(festival.configuration, gates: gates, printing: printing, log: { _ in })
        let routes = server.routes.filter { $0.access.requiresCredentials && !AccessTests.ending.contains($0.path) }
        #expect(routes.count > 10)
        let visitors = try visitors()
        let refusals = [401, 403, 405]
        try await Served.with(configuration: festival.configuration, gates: gates, printing: printing) {
            served async throws in
            for route in routes {
                for (who, visitor) in visitors {
                    let (status, location) = try await visitor.begin(served, route.method.rawValue, path(of: route))
                    let attempt = "\(visitor.name): \(route.method) \(route.path) \(status)"
                    #expect(
                        status < 500,
                        "\(attempt) \(served.log.records.last { $0.event == "fault" }.map { "\($0)" } ?? "")")
                    switch (who, route.access) {
                    case (.nobody, _):
                        #expect(status == (route.method == .get ? 303 : 401), "\(attempt)")
                        if status == 303 { #expect(location?.hasPrefix("/sign-in?next=") ?? false, "\(attempt)") }
                    case (.member(let role), .member(let operation)),
                        (.member(let role), .gate(let operation)) where route.path.contains(":"):
                        #expect(
                            role.grants(operation.requiredRight) ? !refusals.contains(status) : status == 403,
                            "\(attempt)")
                    case (.stranger, .member) where route.path.contains(":"),
                        (.stranger, .gate) where route.path.contains(":"):
                        #expect(status == 404, "\(attempt)")
                    case (.member, _) where AccessTests.localOwners.contains(route.path),
                        (.stranger, _) where AccessTests.localOwners.contains(route.path):
                        #expect(status == 403, "\(attempt)")
                    case (.member, _), (.stranger, _):
                        #expect(!refusals.contains(status), "\(attempt)")
                        if location?.hasPrefix("/sign-in") ?? false { Issue.record("\(attempt)") }
                    }
                }
            }
        }
    }

    @Test("If a path has only a part of an event’s or organizer’s name, or more than the name, the response is a 404")
    func beginnings() async throws {
        let owner = try DeskVisitor.owner(of: festival)
        try await Served.with(configuration: festival.configuration) { served async throws in
            for path in ["/desk/e/new", "/desk/e/\(festival.event.slug)-2", "/desk/organizers/nile"] {
                #expect(try await owner.get(served, path).status == 404, "\(path)")
            }
            #expect(try await owner.get(served, "/desk/e/\(festival.event.number)").status == 200)
        }
    }

    private func visitors() throws -> [(Who, DeskVisitor)] {
        let stranger = try festival.services.users.addUser(UserDetails(name: "Stranger"))
        _ = try ManagementServices.signIn(to: festival.store, as: "\(stranger.id)", clock: festival.clock.now)
            .organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        return try [(.nobody, .nobody), (.stranger, DeskVisitor("stranger", stranger, at: festival))]
            + Role.allCases.map { (.member($0), try .member($0, of: organizer, at: festival)) }
    }

    private func path(of route: Route) throws -> String {
        try route.path.split(separator: "/").map { part in
            guard part.hasPrefix(":") else { return "/\(part)" }
            return "/\(try #require(parts[String(part.dropFirst())], "this test has no value for \(part)"))"
        }.joined()
    }
}

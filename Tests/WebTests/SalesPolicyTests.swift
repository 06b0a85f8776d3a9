import EventFixture
import Management
import MessageTransport
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("The policy of messages about sales", .serving)
struct SalesPolicyTests {
    private func milestones(_ festival: Festival) throws -> [String?] {
        try festival.store.read { try $0.notices.page(of: festival.event.organizer, after: nil, limit: 1000) }
            .filter { $0.kind == .salesMilestone }.map { $0.payload["tickets"] }
    }

    @Test("Milestones follow the settings if tickets are sold at the desk, through the API or on the public pages")
    func everySide() async throws {
        let festival = try Festival()
        let owner = try DeskVisitor.owner(of: festival)
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let secret = try festival.services.apiTokens.createAPIToken(
            Set(APIToken.Scope.allCases), named: "Program", of: organizer
        ).secret.encoded
        var settings = MessageSettings()
        settings.policy = ["milestone-first": 2, "milestone-step": 10]
        let current = settings
        try await Served.with(configuration: festival.configuration { current }) { served async throws in
            let orders = "\(festival.event.deskPath)/orders"
            let typed = ["count-\(festival.regular.number)": "2", "buyer": "Kay", "method": "cash"]
            let form = try PageForm.filled(try await owner.get(served, orders).body, to: orders, typed)
            #expect(try await owner.post(served, orders, form).status == 303)
            #expect(try milestones(festival) == ["2"])

            for (key, count, milestone) in [("", 8, "10"), ("Idempotency-Key: 1\r\n", 10, "20")] {
                festival.clock.advance(bySeconds: 1)
                let reply = try await served.ask(
                    "POST", "/api/v1/events/\(festival.event.slug)/tickets",
                    head: "Authorization: Bearer \(secret)\r\nContent-Type: application/json\r\n\(key)",
                    body: #"{"type":"Regular","count":\#(count)}"#)
                #expect(reply?.status == 201)
                #expect(try milestones(festival).last == milestone)
            }

            festival.clock.advance(bySeconds: 1)
            let path = "/events/\(festival.event.slug)"
            let browser = Browser(served)
            try await browser.get(path)
            let reserved = try await browser.send(
                "\(path)/reserve", ["count_0": "10", "name": "Grace", "email": "grace@example.org"])
            #expect(reserved.status == 303)
            #expect(try milestones(festival) == ["2", "10", "20", "30"])
        }
    }
}

import EventFixture
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Sales to buyers who have tickets for other events at the same time", .serving)
struct SaleConflictTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let path: String

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
        path = "\(festival.event.deskPath)/orders"
    }

    /// Publishes another event at the same time, and issues a ticket to Grace for it.
    @discardableResult
    private func publish(_ title: String) throws -> Event {
        var details = festival.event.details
        details.title = title
        let draft = try festival.services.events.createEvent(
            details, suite: .hmac, of: festival.services.organizers.organizer(named: "Nile Nights"))
        let type = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "Regular"), to: draft)
        let event = try festival.services.events.publish(draft)
        _ = try festival.services.tickets.issue(
            .person(holder: "Grace", email: "grace@example.org", note: nil), type: type, of: event,
            signingWith: festival.ring)
        return event
    }

    private func orders() throws -> [Order] { try festival.services.orders.orders(of: festival.event, limit: 100) }

    @Test("The desk shows the conflicts once, before the order is created; sending the form again creates the order")
    func desk() async throws {
        try publish("Twin <b>")
        try await Served.with(configuration: festival.configuration) { served async throws in
            let typed = [
                "count-\(festival.regular.number)": "1", "buyer": "Grace", "email": "grace@example.org",
            ]
            // A form with other faults does not ask about the conflicts yet.
            let page = try await owner.get(served, path).body
            let empty = try PageForm.filled(page, to: path, ["buyer": "Grace", "email": "grace@example.org"])
            let incomplete = try await owner.post(served, path, empty)
            #expect(incomplete.status == 422 && !incomplete.body.contains("The buyer also has tickets"))
            let first = try PageForm.filled(try await owner.get(served, path).body, to: path, typed)
            let asked = try await owner.post(served, path, first)
            let text = "The buyer also has tickets for “Twin &lt;b&gt;”, which takes place at the same time: "
            #expect(asked.status == 422 && asked.body.contains(text), "\(asked.body)")
            #expect(asked.body.contains("No order was created.") && asked.body.contains("create the order anyway."))
            #expect(try orders().isEmpty)
            // If the buyer gets another such ticket before the form is sent again, the page shows both conflicts.
            try publish("Other")
            let again = try await owner.post(served, path, PageForm.filled(asked.body, to: path))
            #expect(again.status == 422 && again.body.contains("“Other”") && again.body.contains(text))
            // A fault of another field does not make the page ask about the same conflicts again.
            let wrong = try PageForm.filled(again.body, to: path, ["count-\(festival.regular.number)": "x"])
            let refused = try await owner.post(served, path, wrong)
            #expect(refused.status == 422 && !refused.body.contains("The buyer also has tickets"))
            let last = try PageForm.filled(refused.body, to: path, ["count-\(festival.regular.number)": "1"])
            #expect(try await owner.post(served, path, last).status == 303)
            #expect(try orders().count == 1)
            // Another buyer has no tickets.
            let fresh = try PageForm.filled(
                try await owner.get(served, path).body, to: path, typed.merging(["email": "joan@example.org"]) { $1 })
            #expect(try await owner.post(served, path, fresh).status == 303)
        }
    }

    @Test("If an order’s form is sent again after a restart, no second order is created, even if conflicts were added")
    func restarted() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            let typed = [
                "count-\(festival.regular.number)": "1", "buyer": "Grace", "email": "grace@example.org",
            ]
            let form = try PageForm.filled(try await owner.get(served, path).body, to: path, typed)
            #expect(try await owner.post(served, path, form).status == 303)
            try publish("Twin")
            try await Served.with(configuration: festival.configuration) { restarted async throws in
                let again = try await owner.post(restarted, path, form)
                #expect(again.status == 303, "\(again.body)")
            }
            #expect(try orders().count == 1)
        }
    }

    @Test("The API shows the conflicts before an order is created, and names the buyers whom no message reaches")
    func api() async throws {
        let twin = try publish("Twin")
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.price = Money("30000 UGX")
        }
        let secret = try festival.services.apiTokens.createAPIToken(
            [.sell, .changeTickets, .readOrders], named: "Program",
            of: festival.services.organizers.organizer(named: "Nile Nights")
        ).secret.encoded
        let head = "Authorization: Bearer \(secret)\r\nContent-Type: application/json\r\n"
        let orders = "/api/v1/events/\(festival.event.slug)/orders"
        try await Served.with(configuration: festival.configuration) { served async throws in
            func ask(_ path: String, _ body: String) async throws -> Reply {
                festival.clock.advance(bySeconds: 1)
                return try #require(try await served.ask("POST", path, head: head, body: body))
            }
            func draft(_ buyer: String) -> String { #"{"lines":[{"type":"regular","count":1}],\#(buyer)}"# }
            let grace = draft(#""buyer":"Grace","email":"grace@example.org""#)
            let preview = try await ask("\(orders)/preview", grace)
            let conflict = #""conflicts":[{"event":\#(twin.number),"title":"Twin","#
            #expect(preview.status == 200 && preview.body.contains(conflict), "\(preview.body)")
            #expect(try self.orders().isEmpty)
            let created = try await ask(orders, grace)
            #expect(created.status == 201 && created.body.contains(conflict), "\(created.body)")
            #expect(created.body.contains(#""unreachable":0,"#))
            let kay = draft(#""buyer":"Kay""#)
            #expect(try await ask("\(orders)/preview", kay).body.contains(#""conflicts":[]"#))
            for buyer in [#""buyer":"""#, #""buyer":"Kay","email":"kay@""#, #""buyer":"Kay","phone":"x""#] {
                for path in [orders, "\(orders)/preview"] {
                    let refused = try await ask(path, draft(buyer))
                    #expect(refused.status == 422, "\(path) \(buyer): \(refused.body)")
                }
            }
            let unreached = #""unreachable_people":[{"name":"Kay","address":null,"reason":"no_address","since":null}]"#
            var numbers: [OrderNumber] = []
            for _ in 0..<2 {
                let reply = try await ask(orders, kay)
                #expect(reply.status == 201 && reply.body.contains(unreached), "\(reply.body)")
                numbers.append(try #require(try self.orders().last).number)
            }
            for (number, action, body) in [
                (numbers[1], "cancel", "{}"), (numbers[0], "pay", #"{"method":"complimentary"}"#),
                (numbers[0], "refund", "{}"),
            ] {
                let reply = try await ask("\(orders)/\(number)/\(action)", body)
                #expect(reply.status == 200 && reply.body.contains(unreached), "\(action): \(reply.body)")
            }
        }
    }
}

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

@Suite("API responses", .serving)
struct APIAnswerTests {
    private let festival: Festival
    private let organizer: Organizer
    private let event: String

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        event = "/api/v1/events/\(festival.event.slug)"
    }

    private func token(_ scopes: Set<APIToken.Scope>, of event: Event? = nil) throws -> String {
        try festival.services.apiTokens.createAPIToken(scopes, named: "Program", of: organizer, event: event).secret
            .encoded
    }

    private func ask(
        _ served: Served, _ token: String, _ method: String, _ path: String, _ body: String = ""
    ) async throws -> Reply {
        festival.clock.advance(bySeconds: 1)
        let type = body.isEmpty ? "" : "Content-Type: application/json\r\n"
        return try #require(
            try await served.ask(method, path, head: "Authorization: Bearer \(token)\r\n\(type)", body: body))
    }

    @Test("The audit trail shows meals and allergies only with the scope “read” or “manage-events”")
    func health() async throws {
        let ceremony = try festival.services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony), to: festival.event)
        try festival.folder.write("name,ceremony\nGrace,yes\n", to: "guests.csv")
        _ = try festival.services.guests.importGuests(path: festival.folder("guests.csv"), into: festival.event)
        _ = try festival.services.guests.editAnswers(ofGuest: 1, of: festival.event) {
            $0.answers[ceremony.number] = .maybe
            ($0.meal, $0.allergy) = ("couscous", "peanuts")
        }
        try await Served.with(configuration: festival.configuration) { served async throws in
            for (scopes, isShown) in [
                ([.readReports], false), ([.readReports, .read], true), ([.readReports, .manageEvents], true),
            ] as [(Set<APIToken.Scope>, Bool)] {
                let program = try token(scopes)
                let guests = try await ask(served, program, "GET", "\(event)/guests").body
                #expect(guests.contains("Grace") && guests.contains(#""couscous""#) == isShown, "\(guests)")
                #expect(guests.contains(#""allergy":null"#) != isShown, "\(guests)")
                for path in ["/api/v1/organizers/\(organizer.number)/audit?limit=200", "\(event)/history"] {
                    let body = try await ask(served, program, "GET", path).body
                    #expect(body.contains(#""Ceremony":"maybe""#), "\(path)")
                    #expect(body.contains("couscous") == isShown && body.contains("peanuts") == isShown, "\(path)")
                    #expect(body.contains(#""allergy":"(hidden)""#) != isShown, "\(path)")
                }
            }
        }
    }

    @Test("With the scope “sell”, responses contain ticket tokens and links; with “read-orders” alone, they do not")
    func codes() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            let seller = try token([.sell])
            for (path, body) in [
                ("\(event)/tickets", #"{"type":"Regular","count":2}"#),
                ("\(event)/tickets/import", #"{"type":"Regular","rows":[{"holder":"Ann"},{"holder":"Ben"}]}"#),
                (
                    "\(event)/orders",
                    #"{"lines":[{"type":"regular","count":2}],"buyer":"Grace","payment":{"method":"cash"}}"#
                ),
            ] {
                let reply = try await ask(served, seller, "POST", path, body)
                #expect(reply.status == 201, "\(reply.body)")
                let codes = reply.body.matches(of: /"code":"([0-9A-Z-]{9})"/).map { String($0.1) }
                let tokens = reply.body.matches(of: /"token":"([^"]+)"/).map { String($0.1) }
                let links = reply.body.matches(of: /"link":"(http:\/\/localhost\/t\/[^"]+)"/)
                #expect(codes.count == 2 && tokens.count == 2 && links.count == 2, "\(path): \(reply.body)")
                for (code, token) in zip(codes, tokens) {
                    #expect(try festival.ticket(of: token).code == TicketCode(typed: code))
                }
            }
            // If a list is imported again, tickets are issued only if the request confirms the repetition.
            let count = try festival.services.tickets.ticketCount(of: festival.event)
            for (body, status) in [
                (#"{"type":"Regular","rows":[{"holder":"Zoe"},{"holder":"ANN"}]}"#, 409),
                (#"{"type":"Regular","again":false,"rows":[{"holder":"Ann"}]}"#, 409),
                (#"{"type":"Regular","again":true,"rows":[{"holder":"Ann"}]}"#, 201),
            ] {
                let reply = try await ask(served, seller, "POST", "\(event)/tickets/import", body)
                #expect(reply.status == status, "\(reply.body)")
            }
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == count + 1)
            let pending = try await ask(
                served, seller, "POST", "\(event)/orders", #"{"lines":[{"type":"regular","count":1}],"buyer":"Ada"}"#)
            #expect(pending.body.contains(#""ticket_codes":[]"#))
            let order = try #require(
                try festival.services.orders.orders(of: festival.event, limit: 9).first { $0.status == .paid })
            let read = try await ask(served, token([.readOrders]), "GET", "\(event)/orders/\(order.number)")
            #expect(read.status == 200 && read.body.contains(#""token":null"#) && !read.body.contains(#""link":"http"#))
        }
    }

    @Test("An empty JSON object is a valid body for publishing; an error names the unknown field or missing scope")
    func named() async throws {
        let draft = try festival.services.events.createEvent(
            EventDetails(
                title: "Fair", venue: "Lido", timeZone: "Africa/Kampala", start: Festival.start,
                end: Festival.start.advanced(bySeconds: 3600)), suite: .hmac, of: organizer)
        _ = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "Regular"), to: draft)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let manager = try token([.manageEvents])
            let publish = "/api/v1/events/fair/publish"
            #expect(
                try await ask(served, manager, "POST", publish, #"{"a":1}"#).body.contains("The field “a” is unknown")
            )
            #expect(try await ask(served, manager, "POST", publish, "{}").status == 200)
            let slip = try await ask(
                served, manager, "POST", "/api/v1/events/fair/types", #"{"name":"VIP","prise":"1 UGX"}"#)
            #expect(slip.status == 400 && slip.body.contains("The field “prise” is unknown"))
            let hostile = try await ask(
                served, manager, "POST", "/api/v1/events/fair/types", #"{"name":"VIP","\u001b[31m\u202e":1}"#)
            #expect(hostile.status == 400 && !hostile.body.contains("\u{1B}") && !hostile.body.contains("\u{202E}"))
            let lacking = try await ask(served, manager, "POST", "\(event)/tickets", #"{"type":"Regular","count":1}"#)
            #expect(lacking.status == 403)
            #expect(
                lacking.body.contains(
                    "This request needs a token with the scope sell; the token has only manage-events, read."))
            let narrow = try await ask(
                served, token([.readReports], of: festival.event), "GET", "/api/v1/organizers/nile-nights/audit")
            #expect(narrow.status == 403 && narrow.body.contains("This token is for one event only."))
        }
    }

    @Test("Times are read with and without a fraction of a second, and need an offset")
    func times() {
        #expect(Instant(internet: "2026-12-05T16:00:00Z")?.milliseconds == 1_796_486_400_000)
        #expect(Instant(internet: "2026-12-05T19:00:00.250+03:00")?.milliseconds == 1_796_486_400_250)
        for text in ["2026-12-05T16:00:00", "2026-12-05", "2026-12-05T16:00:00.Z", "16:00", ""] {
            #expect(Instant(internet: text) == nil, "\(text)")
        }
    }

    @Test("An unsupported method gets a 405, not a 404; the 405 lists the path’s methods")
    func methods() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            for method in ["QUERY", "PROPFIND", "REPORT", "PUT"] {
                let reply = try #require(try await served.ask(method, event))
                #expect(reply.status == 405, "\(method)")
                #expect(reply.headers["allow"]?.contains("GET") ?? false, "\(method)")
                #expect(try await served.ask(method, "/api/v1/nowhere/at/all")?.status == 404, "\(method)")
            }
        }
    }
}

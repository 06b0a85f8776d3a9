import EventFixture
import Foundation
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

/// Texts that are not dates of birth.
private let garbage = [
    "17.5.1990", "1990-02-30", "2099-01-01", "1850-01-01", #""><script>alert(1)</script>"#, "{{title}}", "\u{202E}",
    String(repeating: "9", count: 3000),
]

@Suite("Dates of birth in forms and requests", .serving)
struct AgeLimitPageTests {
    private let festival: Festival
    /// The dates of birth of two buyers. The first buyer turns 18 on the day after the event’s start, and the second
    /// buyer turns 18 on the day of the start.
    private let young = "2008-12-24"
    private let old = "2008-12-23"
    private let refusal = "is for people who are at least 18 years old on Wed 23 Dec 2026"

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular").with { $0.minimumAge = .eighteen })
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    private func ticketCount() throws -> Int { try festival.services.tickets.ticketCount(of: festival.event) }

    @Test("The public form asks for the date of birth only if there is a minimum age, and says that it is not saved")
    func asked() async throws {
        let open = try Festival()
        try await Served.with(configuration: open.configuration) { served async throws in
            let browser = Browser(served)
            try await browser.get("/events/\(open.event.slug)")
            #expect(browser.body.contains("name=\"email\"") && !browser.body.contains("name=\"born\""))
            _ = try open.services.events.edit(open.event) { $0.minimumAge = .thirteen }
            try await browser.get("/events/\(open.event.slug)")
            #expect(browser.body.contains("name=\"born\""))
        }
        try await serve { served async throws in
            let browser = Browser(served)
            try await browser.get("/events/\(festival.event.slug)")
            #expect(browser.body.contains("Date of birth (optional)") && browser.body.contains("not saved"))
        }
    }

    @Test("A visitor who is too young, or types something other than a date, sees an error; typed markup is escaped")
    func visitor() async throws {
        let path = "/events/\(festival.event.slug)"
        let who = ["count_0": "1", "name": "Kay", "email": "kay@example.org"]
        try await serve { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            for typed in garbage + [young] {
                let reply = try await browser.send("\(path)/reserve", who.merging(["born": typed]) { $1 })
                #expect(reply.status == 422 && reply.body.contains("id=\"born-fault\""), "\(typed.prefix(20))")
                #expect(!reply.body.contains("<script>alert"), "\(typed.prefix(20))")
            }
            #expect(browser.body.contains("“New Year by the Lake” \(refusal)"))
            #expect(browser.body.contains("value=\"\(young)\""))
            #expect(try await browser.send("\(path)/reserve", who.merging(["born": old]) { $1 }).status == 303)
            try await browser.get(path)
            let none = try await browser.send(
                "\(path)/reserve", ["count_0": "1", "name": "Joan", "email": "joan@example.org", "born": ""])
            #expect(none.status == 303)
            #expect(try ticketCount() == 2)
            for date in [young, old] {
                let isLogged = served.log.text.contains(date)
                #expect(!isLogged)
            }
        }
    }

    @Test("The desk’s form for an order refuses a buyer who is too young, and shows the reason at the field")
    func desk() async throws {
        let owner = try DeskVisitor.owner(of: festival)
        let path = "\(festival.event.deskPath)/orders"
        try await serve { served async throws in
            func send(_ born: String) async throws -> Reply {
                let page = try await owner.get(served, path).body
                let typed = [
                    "count-\(festival.regular.number)": "1", "buyer": "Grace", "method": "complimentary", "born": born,
                ]
                return try await owner.post(served, path, PageForm.filled(page, to: path, typed))
            }
            for typed in garbage + [young] {
                let reply = try await send(typed)
                #expect(reply.status == 422 && reply.body.contains("born-fault"), "\(typed.prefix(20))")
                #expect(!reply.body.contains("<script>alert"), "\(typed.prefix(20))")
                if typed == young { #expect(reply.body.contains(refusal)) }
            }
            #expect(try ticketCount() == 0)
            #expect(try await send(old).status == 303)
            #expect(try ticketCount() == 1)
        }
    }

    @Test("The API refuses `born` if it is not a date, or if the person is too young, and never returns the date")
    func api() async throws {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let secret = try festival.services.apiTokens.createAPIToken(
            Set(APIToken.Scope.allCases), named: "Program", of: organizer
        ).secret.encoded
        let event = "/api/v1/events/\(festival.event.slug)"
        try await serve { served async throws in
            func ask(_ path: String, _ body: String) async throws -> Reply {
                let head = "Authorization: Bearer \(secret)\r\nContent-Type: application/json\r\n"
                return try #require(try await served.ask("POST", "\(event)/\(path)", head: head, body: body))
            }
            let order = #""lines":[{"type":"Regular","count":1}],"buyer":"Grace","payment":{"method":"complimentary"}"#
            let requests = [("orders", order), ("tickets", #""type":"Regular","holder":"Grace""#)]
            for (path, body) in requests {
                for typed in garbage + ["", young] {
                    let json = try String(decoding: JSONEncoder().encode(typed), as: UTF8.self)
                    let reply = try await ask(path, "{\(body),\"born\":\(json)}")
                    #expect(reply.status == 422 && reply.body.contains(#""field":"born""#), "\(reply.body)")
                    if typed == young { #expect(reply.body.contains(refusal)) }
                }
                for wrong in ["5", "true", "[]", "{}"] {
                    let reply = try await ask(path, "{\(body),\"born\":\(wrong)}")
                    #expect((400..<500).contains(reply.status), "\(reply.status) \(wrong)")
                }
                #expect(try ticketCount() == (path == "orders" ? 0 : 2))
                for right in ["\"\(old)\"", "null"] {
                    let reply = try await ask(path, "{\(body),\"born\":\(right)}")
                    let isReturned = reply.body.contains(old) || reply.body.contains("born")
                    #expect(reply.status == 201 && !isReturned, "\(reply.body)")
                }
            }
            #expect(try ticketCount() == 4)
        }
    }
}

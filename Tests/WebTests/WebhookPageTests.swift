import EventFixture
import Foundation
import Management
import Testing
import TicketToken
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Webhooks at the desk and in the API", .serving)
struct WebhookPageTests {
    private let festival: Festival
    private let organizer: Organizer

    init() throws {
        festival = try Festival()
        organizer = try #require(try festival.services.organizers.organizers().first)
    }

    private var path: String { "\(organizer.deskPath)/webhooks" }

    @Test("An owner can create a webhook, see its secret and deliveries, and end it; a manager can’t do any of this")
    func desk() async throws {
        let owner = try DeskVisitor.owner(of: festival)
        let second = try DeskVisitor.member(.owner, of: organizer, at: festival)
        let manager = try DeskVisitor.member(.manager, of: organizer, at: festival)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let fields = [
                ("form", "one"), ("url", "https://example.org/<b>"), ("event", "every"), ("kind-issued", "yes"),
            ]
            let wrong = try await owner.post(served, path, fields)
            #expect(wrong.status == 422 && wrong.body.contains("value=\"https://example.org/&lt;b&gt;\""))
            #expect(wrong.body.contains("name=\"kind-issued\" type=\"checkbox\" value=\"yes\" checked"))
            let good = [
                ("form", "two"), ("url", "https://example.org/a&b"), ("event", "every"), ("kind-issued", "yes"),
            ]
            let pagePaths = try await [owner.post(served, path, good), owner.post(served, path, good)].compactMap {
                $0.headers["location"]
            }
            #expect(Set(pagePaths).count == 1 && pagePaths.count == 2)
            #expect(try festival.services.webhooks.webhooks(of: organizer).count == 1)
            let pagePath = String(try #require(pagePaths.first).prefix { $0 != "?" })
            _ = try festival.issue(1)
            let page = try await owner.get(served, pagePath).body
            #expect(page.contains("https://example.org/a&amp;b") && page.contains("ticket.issued"))
            let webhook = try festival.services.webhooks.webhooks(of: organizer)[0].webhook
            let secret = try festival.services.webhooks.secret(
                ofWebhook: webhook.id, of: organizer, signingWith: festival.ring
            )
            .text
            #expect(page.contains(secret) && !served.log.text.contains(secret))
            for who in [path, pagePath] { #expect(try await manager.get(served, who).status == 403) }
            #expect(try await manager.post(served, "\(pagePath)/end", []).status == 403)
            let near = [
                ("form", "three"), ("url", "http://127.0.0.1/"), ("kind-issued", "yes"), ("allow-private", "yes"),
            ]
            let refused = try await second.post(served, path, near)
            #expect(refused.status == 422 && refused.body.contains("only the owner of this server"))
            #expect(try await owner.post(served, path, near).status == 303)
            let none = try await owner.post(served, path, [("form", "four"), ("url", "https://example.org/")])
            #expect(none.status == 422 && none.body.contains("choose at least one"))
            for _ in 0..<2 { #expect(try await owner.post(served, "\(pagePath)/end", []).status == 303) }
            let ended = try await owner.get(served, pagePath).body
            #expect(!ended.contains(secret) && ended.contains("ended"))
        }
    }

    @Test(
        "An API client can create a webhook, read its secret, and end it; a webhook to a private address is refused"
    )
    func program() async throws {
        let secret = try festival.services.apiTokens.createAPIToken([.administer], named: "Shop", of: organizer).secret
            .encoded
        let root = "/api/v1/organizers/\(organizer.slug)/webhooks"
        try await Served.with(configuration: festival.configuration) { served async throws in
            func ask(_ method: String, _ path: String, _ body: String = "", key: String? = nil) async throws -> Reply {
                let key = key.map { "Idempotency-Key: \($0)\r\n" } ?? ""
                let type = body.isEmpty ? "" : "Content-Type: application/json\r\n"
                return try #require(
                    try await served.ask(
                        method, path, head: "Authorization: Bearer \(secret)\r\n\(type)\(key)", body: body))
            }
            let body =
                #"{"url":"https://example.org/h","kinds":["issued","refused"],"event":"\#(festival.event.slug)"}"#
            let made = try await ask("POST", root, body, key: "k")
            #expect(made.status == 201 && !made.body.contains("whsec_"), "\(made.body)")
            #expect(try await ask("POST", root, body, key: "k").body == made.body)
            let webhook = try festival.services.webhooks.webhooks(of: organizer)[0].webhook
            #expect(
                try festival.services.webhooks.webhooks(of: organizer).count == 1
                    && webhook.event == festival.event.number)
            let displayed = try await ask("GET", "\(root)/\(webhook.id)/secret")
            #expect(
                try displayed.body.contains(
                    festival.services.webhooks.secret(ofWebhook: webhook.id, of: organizer, signingWith: festival.ring)
                        .text))
            _ = try festival.issue(1)
            let deliveries = try await ask("GET", "\(root)/\(webhook.id)/deliveries").body
            #expect(deliveries.contains(#""type":"ticket.issued""#) && deliveries.contains(#""state":"waiting""#))
            #expect(try await ask("GET", root).body.contains(#""waiting":1"#))
            for url in ["http://example.org/", "https://127.0.0.1/", "https://2130706433/", "https://[::1]/"] {
                #expect(try await ask("POST", root, #"{"url":"\#(url)","kinds":["issued"]}"#).status == 422, "\(url)")
            }
            #expect(try await ask("POST", root, #"{"url":"https://example.org","kinds":["all"]}"#).status == 422)
            let ended = try await ask("POST", "\(root)/\(webhook.id)/end")
            #expect(ended.status == 200 && ended.body.contains(#""state":"ended""#))
            #expect(try await ask("GET", "\(root)/x").status == 404)
            #expect(try await ask("GET", "\(root)/1/deliveries").status == 404)
        }
    }
}

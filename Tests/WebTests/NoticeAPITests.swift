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

@Suite("The outbox in the API", .serving)
struct NoticeAPITests {
    private typealias Value = APIDescription.Value

    private let festival: Festival
    private let organizer: Organizer
    private let path = "/api/v1/organizers/nile-nights/notices"

    init() throws {
        festival = try Festival()
        organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        for name in ["a", "b", "c"] { try festival.issue(to: "\(name)@example.org") }
    }

    private func token(_ scopes: Set<APIToken.Scope>, of event: Event? = nil) throws -> String {
        try festival.services.apiTokens.createAPIToken(scopes, named: "Program", of: organizer, event: event).secret
            .encoded
    }

    /// Sends a request, and checks the response against the API description.
    private func ask(
        _ served: Served, _ token: String, _ method: String, _ path: String, _ body: String = "", key: String? = nil
    ) async throws -> Reply {
        festival.clock.advance(bySeconds: 1)
        let type = body.isEmpty ? "" : "Content-Type: application/json\r\n"
        let once = key.map { "Idempotency-Key: \($0)\r\n" } ?? ""
        let reply = try #require(
            try await served.ask(method, path, head: "Authorization: Bearer \(token)\r\n\(type)\(once)", body: body))
        #expect(try APIDescription().faults(of: reply, to: method, path) == [], "\(method) \(path)")
        return reply
    }

    private func items(_ reply: Reply) throws -> [Value] { try #require(try Value(json: reply.body)["items"]?.list) }

    private func key(of recipient: String) throws -> String {
        try #require(try festival.notices(to: recipient).first?.key)
    }

    @Test("The list shows the delivery state of each message, and can be limited to one state")
    func list() async throws {
        try festival.deliver { notice in
            switch notice.recipient {
            case "a@example.org": .accepted(providerID: nil, answer: "250 2.0.0 queued as 7F")
            case "b@example.org": .refused(answer: "550 5.1.1 \"no\" such <user>")
            default: .deferred(answer: "451 later")
            }
        }
        try await Served.with(configuration: festival.configuration) { served async throws in
            let secret = try token([.readReports])
            let all = try items(await ask(served, secret, "GET", path))
            #expect(all.compactMap { $0["state"]?.text }.sorted() == ["bounced", "deferred", "sent"])
            let sent = try #require(all.first { $0["recipient"]?.text == "a@example.org" })
            #expect(sent["sent"] != .null && sent["due"] == .null && sent["channel"]?.text == "email")
            #expect(sent["reason"]?.text == "critical" && sent["answer"]?.text == "250 2.0.0 queued as 7F")
            #expect(sent["tries"] == .number(1))
            let deferred = try #require(all.first { $0["recipient"]?.text == "c@example.org" })
            #expect(deferred["due"] != .null && deferred["reason"]?.text == "retry" && deferred["sent"] == .null)
            let bounced = try items(await ask(served, secret, "GET", "\(path)?state=bounced"))
            #expect(bounced.map { $0["answer"]?.text } == ["550 5.1.1 \"no\" such <user>"])
            #expect(try items(await ask(served, secret, "GET", "\(path)?state=queued")).isEmpty)
            for state in ["", "lost", "Sent"] {
                #expect(try await ask(served, secret, "GET", "\(path)?state=\(state)").status == 422, "\(state)")
            }
            // A cursor is valid only for lists of the same state.
            let first = try await ask(served, secret, "GET", "\(path)?limit=1")
            let cursor = try #require(try Value(json: first.body)["next"]?.text)
            #expect(try await ask(served, secret, "GET", "\(path)?limit=1&cursor=\(cursor)").status == 200)
            #expect(try await ask(served, secret, "GET", "\(path)?state=sent&cursor=\(cursor)").status == 400)
        }
    }

    @Test("A program that sends messages reports each result; the server does not send these messages")
    func acknowledging() async throws {
        let (first, second) = (try key(of: "a@example.org"), try key(of: "b@example.org"))
        try await Served.with(configuration: festival.configuration) { served async throws in
            let secret = try token([.sell])
            func report(_ key: String, _ result: String, _ answer: String? = nil) async throws -> Reply {
                let more = answer.map { #","answer":"\#($0)""# } ?? ""
                return try await ask(
                    served, secret, "POST", "\(path)/acknowledge", #"{"key":"\#(key)","as":"\#(result)"\#(more)}"#)
            }
            let sent = try Value(json: await report(first, "sent", "250 OK").body)
            #expect(sent["state"]?.text == "sent" && sent["reason"]?.text == "handedOver" && sent["due"] == .null)
            #expect(sent["answer"]?.text == "250 OK")
            #expect(try Value(json: await report(first, "delivered").body)["state"]?.text == "delivered")
            // A notice in a final state does not change.
            #expect(try await report(first, "failed").status == 409)
            #expect(try await report(second, "failed", "550 no").status == 200)
            #expect(try festival.notices(to: "b@example.org").first?.delivery.sent == nil)
            let faulty: [(result: String, answer: String?)] = [
                ("queued", nil), ("", nil), ("sent", String(repeating: "x", count: 201)), ("sent", #"a\nb"#),
                ("sent", ""),
            ]
            for (result, answer) in faulty {
                #expect(try await report(second, result, answer).status == 422, "\(result) \(answer ?? "")")
            }
            // Only the third message is left for the server to send.
            var left: [String] = []
            try festival.deliver { notice in
                left.append(notice.recipient)
                return .accepted(providerID: nil, answer: "250 OK")
            }
            #expect(left == ["c@example.org"])
        }
    }

    @Test("A failed message is queued again once; a repeated request with a new idempotency key is refused")
    func retrying() async throws {
        try festival.deliver { _ in .refused(answer: "550 5.1.1 no such user") }
        let body = #"{"key":"\#(try key(of: "a@example.org"))"}"#
        try await Served.with(configuration: festival.configuration) { served async throws in
            let secret = try token([.sell])
            let first = try await ask(served, secret, "POST", "\(path)/retry", body, key: "one")
            #expect(try Value(json: first.body)["state"]?.text == "queued")
            #expect(try await ask(served, secret, "POST", "\(path)/retry", body, key: "one").body == first.body)
            #expect(try await ask(served, secret, "POST", "\(path)/retry", body, key: "two").status == 409)
            let recipient = try festival.store.read { try $0.recipients.with(address: "a@example.org") }
            #expect(recipient != nil && recipient?.suppressed == nil)
        }
    }

    @Test("Messages of another organizer are not found, and an API token needs a certain scope for each request")
    func refusals() async throws {
        let joan = try festival.services.users.addUser(UserDetails(name: "Joan"))
        let services = try ManagementServices.signIn(to: festival.store, as: "\(joan.id)", clock: festival.clock.now)
        let elsewhere = try services.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        _ = try services.organizers.verify(elsewhere, .email(#require(EmailAddress(rawValue: "joan@example.org"))))
        let theirs = try #require(try services.notices.notices(of: elsewhere, limit: 1).first)
        let stranger = try services.apiTokens.createAPIToken(
            Set(APIToken.Scope.allCases), named: "Theirs", of: elsewhere
        ).secret.encoded
        let ours = try key(of: "a@example.org")
        try await Served.with(configuration: festival.configuration) { served async throws in
            let seller = try token([.sell])
            let reader = try token([.readReports])
            let ofEvent = try token(Set(APIToken.Scope.allCases), of: festival.event)
            for (action, more) in [("retry", ""), ("acknowledge", #","as":"sent""#)] {
                let post = { (token: String, path: String, key: String) in
                    try await ask(served, token, "POST", "\(path)/\(action)", #"{"key":"\#(key)"\#(more)}"#).status
                }
                #expect(try await post(seller, path, theirs.key) == 404)
                #expect(try await post(seller, path, "nothing") == 404)
                #expect(try await post(stranger, path, ours) == 404)
                #expect(try await post(stranger, "/api/v1/organizers/elsewhere/notices", ours) == 404)
                #expect(try await post(reader, path, ours) == 403)
                #expect(try await post(ofEvent, path, ours) == 403)
                for body in ["{}", #"{"key":7}"#, #"{"key":"x","as":"sent","state":"sent"}"#, "[]"] {
                    #expect(try await ask(served, seller, "POST", "\(path)/\(action)", body).status == 400, "\(body)")
                }
            }
            #expect(try await ask(served, seller, "GET", path).status == 403)
            let page = try await ask(served, stranger, "GET", "/api/v1/organizers/elsewhere/notices")
            #expect(page.body.contains("joan@example.org") && !page.body.contains("\"code\""))
            #expect(try festival.notices(to: "a@example.org").first?.delivery.state == .queued)
        }
    }
}

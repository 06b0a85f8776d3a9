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

@Suite("Templates, reminders and messages in the API", .serving)
struct MessageAPITests {
    private typealias Value = APIDescription.Value

    private let festival: Festival
    private let organizer: Organizer
    private let templates = "/api/v1/organizers/nile-nights/templates"
    private let event: String

    init() throws {
        festival = try Festival()
        organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        event = "/api/v1/events/\(festival.event.slug)"
    }

    private func token(_ scopes: Set<APIToken.Scope>, of event: Event? = nil) throws -> String {
        try festival.services.apiTokens.createAPIToken(scopes, named: "Program", of: organizer, event: event).secret
            .encoded
    }

    /// Sends a request, and checks the response against the API description.
    private func ask(
        _ served: Served, _ token: String, _ method: String, _ path: String, _ body: String = ""
    ) async throws -> Reply {
        festival.clock.advance(bySeconds: 1)
        let type = body.isEmpty ? "" : "Content-Type: application/json\r\n"
        let reply = try #require(
            try await served.ask(method, path, head: "Authorization: Bearer \(token)\r\n\(type)", body: body))
        #expect(try APIDescription().faults(of: reply, to: method, path) == [], "\(method) \(path)")
        return reply
    }

    /// The names of the invalid fields in an error response.
    private func fields(_ reply: Reply) throws -> [String] {
        try Value(json: reply.body)["fields"]?.list?.compactMap { $0["field"]?.text } ?? []
    }

    @Test("A template replaces the standard text until it is removed; a preview stores nothing")
    func template() async throws {
        let path = "\(templates)/reminder/email/en"
        let body = #"{"subject":"See you: {event_title}","body":"Hello, {{it}} begins {start}."}"#
        try await Served.with(configuration: festival.configuration) { served async throws in
            let secret = try token([.manageEvents])
            let standard = try Value(json: await ask(served, secret, "GET", path).body)
            #expect(standard["own"] == .bool(false) && standard["changed"] == .null)
            #expect(standard["arguments"]?.list?.contains(.text("event_title")) == true)
            let preview = try Value(json: await ask(served, secret, "POST", "\(path)/preview", body).body)
            #expect(preview["subject"]?.text == "See you: New Year by the Lake")
            #expect(preview["body"]?.text?.hasPrefix("Hello, {it} begins ") == true)
            #expect(try festival.services.notices.templates(of: organizer).isEmpty)
            let set = try Value(json: await ask(served, secret, "PUT", path, body).body)
            #expect(set["own"] == .bool(true) && set["changed"] != .null)
            #expect(set["body"]?.text == "Hello, {{it}} begins {start}.")
            // If the request contains no subject, the template keeps its current subject.
            let kept = try Value(json: await ask(served, secret, "PUT", path, #"{"body":"Bye."}"#).body)
            #expect(kept["subject"]?.text == "See you: {event_title}" && kept["body"]?.text == "Bye.")
            let kinds = try Value(json: await ask(served, secret, "GET", "\(templates)?limit=200").body)
            let reminder = kinds["items"]?.list?.first { $0["kind"]?.text == "reminder" }
            #expect(reminder?["own"]?.list?.count == 1)
            for _ in 0..<2 {
                let removed = try Value(json: await ask(served, secret, "POST", "\(path)/remove").body)
                #expect(removed == standard)
            }
        }
    }

    @Test("The API refuses a faulty template, a template that cannot exist, and a request without the right scope")
    func templateRefusals() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            let secret = try token([.manageEvents])
            let email = "\(templates)/reminder/email/en"
            let long = String(repeating: "x", count: 4001)
            for (path, body, field) in [
                (email, #"{"body":"{"}"#, "body"), (email, #"{"body":"{password}"}"#, "body"),
                (email, #"{"body":" \n "}"#, "body"), (email, #"{"body":"\#(long)"}"#, "body"),
                (email, #"{"subject":"a\nb","body":"x"}"#, "subject"),
                (email, #"{"subject":"","body":"x"}"#, "subject"),
                ("\(templates)/reminder/sms/fr", #"{"subject":"x","body":"x"}"#, "subject"),
            ] {
                for (method, target) in [("PUT", path), ("POST", "\(path)/preview")] {
                    let refused = try await ask(served, secret, method, target, body)
                    #expect(try refused.status == 422 && fields(refused) == [field], "\(body): \(refused)")
                }
            }
            for place in [
                "confirm-email/email/en", "password-reset/email/en", "nothing/email/en", "reminder/whatsapp/en",
                "reminder/fax/en", "reminder/email/lg", "reminder/email/en-XA", "reminder/email/EN",
            ] {
                #expect(try await ask(served, secret, "GET", "\(templates)/\(place)").status == 404, "\(place)")
                let put = try await ask(served, secret, "PUT", "\(templates)/\(place)", #"{"body":"x"}"#)
                #expect(put.status == 404, "\(place)")
            }
            for body in ["{}", "[]", #"{"body":7}"#, #"{"body":"x","kind":"reminder"}"#] {
                #expect(try await ask(served, secret, "PUT", email, body).status == 400, "\(body)")
            }
            let others = [
                try token([.read, .sell, .readReports]), try token(Set(APIToken.Scope.allCases), of: festival.event),
            ]
            for other in others {
                #expect(try await ask(served, other, "GET", templates).status == 403)
                #expect(try await ask(served, other, "PUT", email, #"{"body":"x"}"#).status == 403)
                #expect(try await ask(served, other, "POST", "\(email)/preview", #"{"body":"x"}"#).status == 403)
                #expect(try await ask(served, other, "POST", "\(email)/remove").status == 403)
            }
            #expect(try festival.services.notices.templates(of: organizer).isEmpty)
        }
    }

    @Test("Reminders are added, listed and removed; errors name the fields of the body")
    func reminders() async throws {
        let path = "\(event)/reminders"
        try await Served.with(configuration: festival.configuration) { served async throws in
            // A token that is valid only for this event is sufficient.
            let secret = try token([.manageEvents], of: festival.event)
            let added = try await ask(
                served, secret, "POST", path, #"{"of":"end","minutes":60,"to":"type:regular","message":"Thank you."}"#)
            #expect(added.status == 201)
            let reminder = try Value(json: added.body)
            #expect(reminder["to"]?.text == "type:Regular" && reminder["number"] == .number(1))
            let standard = try Value(json: await ask(served, secret, "POST", path, #"{"minutes":-30}"#).body)
            #expect(standard["of"]?.text == "start" && standard["to"]?.text == "all" && standard["message"] == .null)
            let list = try Value(json: await ask(served, secret, "GET", path).body)
            #expect(list["items"] == .list([reminder, standard]))
            for (body, status, field) in [
                (#"{"minutes":-61}"#, 422, "minutes"), (#"{"minutes":86401}"#, 422, "minutes"),
                (#"{"minutes":-86401}"#, 422, "minutes"), (#"{"minutes":5,"of":"noon"}"#, 422, "of"),
                (#"{"minutes":5,"to":"everyone"}"#, 422, "to"), (#"{"minutes":5,"to":""}"#, 422, "to"),
                (#"{"minutes":5,"message":"\#(String(repeating: "x", count: 1001))"}"#, 422, "message"),
            ] {
                let refused = try await ask(served, secret, "POST", path, body)
                #expect(try refused.status == status && fields(refused) == [field], "\(body): \(refused)")
            }
            #expect(try await ask(served, secret, "POST", path, #"{"minutes":5,"to":"type:Gold"}"#).status == 404)
            #expect(try await ask(served, secret, "POST", path, #"{"minutes":"5"}"#).status == 400)
            #expect(try await ask(served, secret, "POST", path, "{}").status == 400)
            let removed = try Value(json: await ask(served, secret, "POST", "\(path)/1/remove").body)
            #expect(removed["removed"] == .bool(true))
            for number in ["1", "0", "-2", "x", "99999999999999999999"] {
                #expect(try await ask(served, secret, "POST", "\(path)/\(number)/remove").status == 404, "\(number)")
            }
            #expect(try festival.services.notices.reminders(of: festival.event).map(\.number) == [2])
            let reader = try token([.read, .sell])
            #expect(try await ask(served, reader, "GET", path).status == 403)
            #expect(try await ask(served, reader, "POST", path, #"{"minutes":5}"#).status == 403)
        }
    }

    @Test("An API token that cannot read orders gets a preview without names; a token for one event cannot send news")
    func limits() async throws {
        try festival.issue(to: nil, holder: "Grace Nakato")
        let path = "\(event)/messages"
        let all = #"{"to":"all","subject":"Parking","body":"Use gate 3."}"#
        let news = #"{"to":"news","subject":"On sale","body":"Come again."}"#
        try await Served.with(configuration: festival.configuration) { served async throws in
            let writer = try token([.manageEvents], of: festival.event)
            let reader = try token([.manageEvents, .readOrders], of: festival.event)
            let hidden = try await ask(served, writer, "POST", "\(path)/preview", all).body
            #expect(try Value(json: hidden)["unreachable"] == .number(1) && !hidden.contains("Grace"))
            #expect(try await ask(served, reader, "POST", "\(path)/preview", all).body.contains("Grace Nakato"))
            for target in [path, "\(path)/preview"] {
                #expect(try await ask(served, reader, "POST", target, news).status == 403, "\(target)")
            }
            let organizers = try token([.manageEvents])
            #expect(try await ask(served, organizers, "POST", "\(path)/preview", news).status == 200)
        }
        let notices = try festival.store.read { try $0.notices.page(of: organizer.number, after: nil, limit: 100) }
        #expect(!notices.contains { $0.kind == .news })
    }

    @Test("A preview states the number of recipients and the cost of SMS; the message is queued once to each address")
    func message() async throws {
        for address in ["a@example.org", "a@example.org", "b@example.org", nil] { try festival.issue(to: address) }
        try festival.order(byPhone: "+256772123456")
        let path = "\(event)/messages"
        let all = #"{"to":"all","subject":"Parking","body":"Gate 2 is closed.\nUse gate 3."}"#
        func queued() throws -> [String] {
            try festival.store.read { try $0.notices.page(of: organizer.number, after: nil, limit: 100) }
                .filter { $0.kind == .organizerMessage }.map(\.recipient).sorted()
        }
        try await Served.with(configuration: festival.configuration) { served async throws in
            let secret = try token([.manageEvents], of: festival.event)
            let preview = try Value(json: await ask(served, secret, "POST", "\(path)/preview", all).body)
            #expect(preview["recipients"] == .number(3) && preview["by_email"] == .number(2))
            #expect(preview["by_sms"] == .number(1) && preview["unreachable"] == .number(1))
            #expect(preview["parts"] == .number(1) && preview["cost"] == .null)
            #expect(try queued().isEmpty)
            let sent = try Value(json: await ask(served, secret, "POST", path, all).body)
            #expect(sent["queued"] == .number(3))
            #expect(try queued() == ["+256772123456", "a@example.org", "b@example.org"])
            for (body, status) in [
                (#"{"to":"all","subject":"a\nb","body":"x"}"#, 422), (#"{"to":"all","subject":"","body":"x"}"#, 422),
                (#"{"to":"all","subject":"x","body":" "}"#, 422), (#"{"to":"nobody","subject":"x","body":"x"}"#, 422),
                (#"{"to":"type:Gold","subject":"x","body":"x"}"#, 404), (#"{"to":"all","subject":"x"}"#, 400),
            ] {
                for target in [path, "\(path)/preview"] {
                    #expect(try await ask(served, secret, "POST", target, body).status == status, "\(target) \(body)")
                }
            }
            let reader = try token([.read, .sell, .readReports])
            for target in [path, "\(path)/preview"] {
                #expect(try await ask(served, reader, "POST", target, all).status == 403)
            }
            #expect(try queued().count == 3)
        }
    }
}

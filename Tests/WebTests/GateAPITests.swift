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

@Suite("API clients at gates", .everyEngine, .serving)
struct GateAPITests {
    private typealias Value = APIDescription.Value

    private let festival: Festival

    init() throws { festival = try Festival() }

    @Test("A repeated request is decided once; two clients can use the same request ID; the ledger names each client")
    func requests() async throws {
        let token = try #require(try festival.issue(1).first)
        let code = try festival.ticket(of: token).code
        try await serve { served async throws in
            let (one, other) = (try secret([.scan], "Turnstile"), try secret([.scan], "App"))
            let scan = #"{"request":"1","text":"\#(token)","gate":"North"}"#
            let first = try await ask(served, one, "scan", scan)
            #expect(first["verdict"]?.text == "admit" && first["undoable"] == .bool(true))
            #expect(try await ask(served, one, "scan", scan) == first)
            #expect(try await ask(served, other, "scan", scan)["verdict"]?.text == "repeat")
            // A client is allowed to undo an admission that another client made at the same gate.
            let undo = #"{"request":"2","code":"\#(code)","gate":"North","reason":"scanned twice"}"#
            #expect(try await ask(served, other, "undo", undo)["verdict"]?.text == "void")
            let admit = #"{"request":"3","code":"\#(code)","gate":"North"}"#
            #expect(try await ask(served, one, "admit", admit)["verdict"]?.text == "admit")
        }
        var operators: Set<String?> = []
        try festival.services.gates.forEachRecord(of: festival.event) { operators.insert($0.operator) }
        #expect(operators == ["Turnstile", "App"])
    }

    @Test("Scanning needs an API token with the scope “scan”, an event of the token’s organizer, and a valid request")
    func refusals() async throws {
        let token = try #require(try festival.issue(1).first)
        let scan = #"{"request":"1","text":"\#(token)","gate":"North"}"#
        try await serve { served async throws in
            let all = Set(APIToken.Scope.allCases)
            #expect(try await status(served, try secret(all.subtracting([.scan]), "Reader"), "scan", scan) == 403)
            let user = try festival.services.users.addUser(UserDetails(name: "Stranger"))
            let services = try ManagementServices.signIn(
                to: festival.store, as: "\(user.id)", clock: festival.clock.now)
            let theirs = try services.apiTokens.createAPIToken(
                all, named: "Theirs", of: services.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere")))
            #expect(try await status(served, theirs.secret.encoded, "scan", scan) == 404)
            let mine = try secret([.scan], "Turnstile")
            for body in [
                "", "{}", #"{"request":"","text":"x","gate":"North"}"#, #"{"request":"a b","text":"x","gate":"North"}"#,
                #"{"request":"1","text":"x","gate":" "}"#, #"{"request":"1","text":"x","gate":"North","count":17}"#,
                #"{"request":"1","text":"x","gate":"North","sub_event":7}"#,
                #"{"request":"1","text":"x","gate":"North","direction":"up"}"#,
                #"{"request":"1","text":"x","gate":"North","operator":"Somebody"}"#,
            ] {
                #expect([400, 415].contains(try await status(served, mine, "scan", body)), "\(body)")
            }
        }
        #expect(try festival.services.reports.attendance(of: festival.event).admitted == 0)
        // The API of a server without gates has no gate routes.
        try await Served.with(configuration: festival.configuration) { served async throws in
            #expect(try await status(served, try secret([.scan], "Turnstile"), "scan", scan) == 404)
        }
    }

    private func secret(_ scopes: Set<APIToken.Scope>, _ name: String) throws -> String {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        return try festival.services.apiTokens.createAPIToken(scopes, named: name, of: organizer).secret.encoded
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        let gates = GateConfiguration(ring: festival.keys, device: festival.device, reader: [])
        try await Served.with(configuration: festival.configuration, gates: gates, work)
    }

    private func ask(_ served: Served, _ secret: String, _ verb: String, _ body: String) async throws -> Value {
        let reply = try await reply(served, secret, verb, body)
        #expect(reply.status == 200, "\(reply.body)")
        return try Value(json: reply.body)
    }

    private func status(_ served: Served, _ secret: String, _ verb: String, _ body: String) async throws -> Int {
        try await reply(served, secret, verb, body).status
    }

    private func reply(_ served: Served, _ secret: String, _ verb: String, _ body: String) async throws -> Reply {
        let target = "\(API.root)/events/\(festival.event.slug)/gate/\(verb)"
        let type = body.isEmpty ? "" : "Content-Type: application/json\r\n"
        let reply = try #require(
            try await served.ask("POST", target, head: "Authorization: Bearer \(secret)\r\n\(type)", body: body))
        let faults = try APIDescription().faults(of: reply, to: "POST", target)
        #expect(faults.isEmpty, "\(faults)")
        return reply
    }
}

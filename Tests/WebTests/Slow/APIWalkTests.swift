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

@Suite("All operations of the HTTP API", .serving, .slow)
struct APIWalkTests {
    private typealias Value = APIDescription.Value

    /// A caller that lacks the right to some requests. `Program` is the caller that has all rights.
    private struct Other {
        enum Kind {
            case nobody
            /// An owner of another organizer.
            case stranger
            case member(Role)
        }

        let kind: Kind
        let secret: String?

        /// Every kind of caller. All callers except `nobody` have a token with all scopes.
        static func all(_ organizer: Organizer, at festival: Festival) throws -> [Other] {
            func secret(_ user: User, _ organizer: Organizer) throws -> String {
                try ManagementServices.signIn(to: festival.store, as: "\(user.id)", clock: festival.clock.now).apiTokens
                    .createAPIToken(
                        Set(APIToken.Scope.allCases), named: user.name, of: organizer
                    ).secret.encoded
            }
            let stranger = try festival.services.users.addUser(UserDetails(name: "Stranger"))
            let elsewhere = try ManagementServices.signIn(
                to: festival.store, as: "\(stranger.id)", clock: festival.clock.now
            )
            .organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
            let members = try Role.allCases.filter { $0 != .owner }.map { role in
                let user = try festival.services.users.addUser(UserDetails(name: "The \(role.rawValue)"))
                // Only owners can create tokens, so the user is an owner until the token exists. A token has the rights
                // that its creator has when the token is used.
                _ = try festival.services.members.setRole(.owner, of: user, in: organizer)
                let secret = try secret(user, organizer)
                _ = try festival.services.members.setRole(role, of: user, in: organizer)
                return Other(kind: .member(role), secret: secret)
            }
            return [
                Other(kind: .nobody, secret: nil),
                Other(kind: .stranger, secret: try secret(stranger, elsewhere)),
            ] + members
        }

        /// The status of the refusal that this caller must get; nil if the request is allowed.
        func refusal(_ method: String, _ path: String, _ scope: APIToken.Scope) -> Int? {
            switch kind {
            case .nobody: 401
            // The server answers these two routes with the stranger’s own events and organizers.
            case .stranger:
                method == "GET" && ["/events", "/organizers"].contains { path.prefix { $0 != "?" } == $0 } ? nil : 404
            case .member(let role): role.grants(scope.right) ? nil : 403
            }
        }
    }

    /// An API client whose token has all scopes. The client records which operations it has called.
    private final class Program {
        let served: Served
        let secret: String
        let others: [Other]
        let description: APIDescription
        private(set) var answered: Set<String> = []
        private let scopes: [String: APIToken.Scope]
        /// Advances the clock so that the rate limit allows the next request.
        private let advance: () -> Void

        init(_ served: Served, _ secret: String, _ others: [Other], advance: @escaping () -> Void) throws {
            (self.served, self.secret, self.others, self.advance) = (served, secret, others, advance)
            description = try APIDescription()
            scopes = Dictionary(
                uniqueKeysWithValues: Routes.api(gates: nil).compactMap { route in
                    guard case .program(let scope) = route.access else { return nil }
                    let path = route.path.dropFirst(API.root.count).replacing(/:[a-z_]+/, with: "{}")
                    return ("\(route.method.rawValue.lowercased()) \(path)", scope)
                })
        }

        /// Sends the request as each caller that lacks the right to it, and checks the status of each response.
        private func refuseOthers(_ method: String, _ path: String, _ head: String, _ body: String) async throws {
            let target = "\(API.root)\(path)"
            let name = try #require(description.operation(method, target)).name.replacing(/\{[^}]*\}/, with: "{}")
            let scope = try #require(scopes[name], "\(name)")
            for other in others {
                guard let refusal = other.refusal(method, path, scope) else { continue }
                let bearer = other.secret.map { "Authorization: Bearer \($0)\r\n" } ?? ""
                let reply = try await served.ask(method, target, head: bearer + head, body: body)
                #expect(reply?.status == refusal, "\(other.kind): \(method) \(path): \(reply?.body ?? "")")
            }
        }

        /// First checks that the server refuses the request from other callers, and with oversized fields. Then sends
        /// the request, which must succeed, and checks the response against the API description.
        @discardableResult
        func ask(_ method: String, _ path: String, _ body: String = "") async throws -> Value {
            let target = "\(API.root)\(path)"
            let type = body.isEmpty ? "" : "Content-Type: application/json\r\n"
            if !path.contains("limit=") {
                try await refuseOthers(method, path, type, body)
                try await refuseTooMuch(method, path, type, body)
            }
            let reply = try #require(
                try await served.ask(method, target, head: "Authorization: Bearer \(secret)\r\n\(type)", body: body))
            #expect((200...201).contains(reply.status), "\(method) \(path): \(reply.body)")
            let faults = try description.faults(of: reply, to: method, target)
            #expect(faults.isEmpty, "\(method) \(path)")
            answered.insert(try #require(description.operation(method, target)).name)
            let value = try Value(json: reply.body)
            if method == "GET", !path.contains("limit="), value["next"] == .null, let rows = value["items"]?.list {
                let rowByRow = try await list(path, by: 1)
                #expect(rowByRow == rows, "\(path)")
            }
            return value
        }

        /// Reads a list in pages of `limit` rows.
        private func list(_ path: String, by limit: Int) async throws -> [Value] {
            var (rows, next): ([Value], String) = ([], "")
            while true {
                let target = "\(path)\(path.contains("?") ? "&" : "?")limit=\(limit)\(next)"
                let part = try await ask("GET", target)
                rows += try #require(part["items"]?.list)
                guard let cursor = part["next"]?.text else { return rows }
                next = "&cursor=\(cursor)"
            }
        }

        /// Checks that the server refuses an oversized value in any field of the request. Skips CSV lists and search
        /// texts, because they are allowed to be longer than the text of this test.
        private func refuseTooMuch(_ method: String, _ path: String, _ head: String, _ body: String) async throws {
            guard case .object(let fields) = try? Value(json: body) else { return }
            for (name, value) in fields where name != "csv" && !path.hasSuffix("/search") {
                let (old, new): (String, String)
                switch value {
                case .text(let text): (old, new) = ("\"\(text)\"", "\"\(String(repeating: "wide ", count: 2000))end\"")
                case .number(let number): (old, new) = ("\(Int(number))", "99999999999999999999")
                default: continue
                }
                let wrong = body.replacing("\"\(name)\":\(old)", with: "\"\(name)\":\(new)")
                #expect(wrong != body, "\(method) \(path) \(name)")
                advance()
                let reply = try #require(
                    try await served.ask(
                        method, "\(API.root)\(path)", head: "Authorization: Bearer \(secret)\r\n\(head)", body: wrong))
                #expect(
                    [400, 404, 422].contains(reply.status), "\(method) \(path) \(name): \(reply.status) \(reply.body)")
            }
        }

        /// A text or a number, as it is written in a path.
        func name(_ value: Value?) throws -> String {
            try #require(value?.text ?? value?.number.map { "\(Int($0))" })
        }
    }

    @Test(
        "Each operation works as Docs/openapi.yaml says, and refuses oversized fields and callers without rights",
        .everyEngine)
    func everyOperation() async throws {
        let wedding = try Wedding()
        let festival = wedding.festival
        let organizer = try #require(try festival.services.organizers.organizers().first)
        _ = try festival.issue(8)
        let batch = try festival.printed()
        let friend = try festival.services.users.addUser(UserDetails(name: "Friend"))
        let phone = try festival.services.devices.createPairing(to: festival.event, gate: "South").pairing.device
        let (secret, _) = try festival.services.apiTokens.createAPIToken(
            Set(APIToken.Scope.allCases), named: "Program", of: organizer)
        let (_, spare) = try festival.services.apiTokens.createAPIToken([.read], named: "Spare", of: organizer)
        let others = try Other.all(organizer, at: festival)
        let gateConfiguration = GateConfiguration(ring: festival.keys, device: festival.device, reader: [])
        try await Served.with(configuration: festival.configuration, gates: gateConfiguration) { served async throws in
            let program = try Program(served, secret.encoded, others) { festival.clock.advance(bySeconds: 1) }
            let asked: [(Program, Festival) async throws -> Void] = [
                { program, _ in
                    try await organizers(program, organizer, friend: friend.id, spare: spare.id)
                }, { program, _ in try await guests(program) }, { program, _ in try await notices(program) },
                { program, _ in try await sales(program) },
                { try await gates($0, $1, phone: phone, batch: batch) }, { program, _ in try await events(program) },
            ]
            for part in asked {
                try await part(program, festival)
                festival.clock.advance(bySeconds: 60)
            }
            #expect(Set(program.description.operations.keys).subtracting(program.answered) == [])
        }
    }

    private func organizers(
        _ program: Program, _ organizer: Organizer, friend: UserID, spare: APITokenID
    ) async throws {
        try await program.ask("GET", "/organizers")
        let path = "/organizers/\(organizer.slug)"
        try await program.ask("GET", path)
        try await program.ask("POST", "\(path)/members", #"{"user":"\#(friend)","role":"gate"}"#)
        try await program.ask("GET", "\(path)/members")
        try await program.ask("POST", "\(path)/members/\(friend)/remove")
        try await program.ask("GET", "\(path)/audit?limit=200")
        #expect(try await program.ask("GET", "\(path)/audit/verification")["intact"] == .bool(true))
        try await program.ask("POST", "\(path)/tokens/\(spare)/revoke")
        let tokens = try await program.ask("GET", "\(path)/tokens")["items"]?.list ?? []
        #expect(tokens.count { $0["state"]?.text == "revoked" } == 1)
        try await webhooks(program, "\(path)/webhooks")
    }

    private func webhooks(_ program: Program, _ path: String) async throws {
        let made = try await program.ask(
            "POST", path, #"{"url":"https://example.org/told","kinds":["issued","refused"]}"#)
        let one = "\(path)/\(try program.name(made["id"]))"
        #expect(try await program.ask("GET", path)["items"]?.list?.count == 1)
        #expect(try await program.ask("GET", one)["state"]?.text == "active")
        #expect(try await program.ask("GET", "\(one)/secret")["secret"]?.text?.hasPrefix("whsec_") ?? false)
        #expect(try await program.ask("GET", "\(one)/deliveries")["items"] == .list([]))
        #expect(try await program.ask("POST", "\(one)/end")["state"]?.text == "ended")
    }

    private let event = "/events/new-year-by-the-lake"

    private func guests(_ program: Program) async throws {
        let rows = """
            [{"name":"Grace","email":"grace@example.org","companions":1,"Ceremony":true,"Reception":true},
             {"name":"Joan \\"Jo\\", Esq","Ceremony":"yes","table":null}]
            """
        let tried = try await program.ask("POST", "\(event)/guests/import", #"{"rows":\#(rows),"dry_run":true}"#)
        #expect(tried["added"] == .number(2))
        #expect(try await program.ask("GET", "\(event)/guests")["items"] == .list([]))
        #expect(
            try await program.ask("POST", "\(event)/guests/import", #"{"rows":\#(rows)}"#)["added"] == .number(2))
        let again = try await program.ask(
            "POST", "\(event)/guests/import",
            #"{"csv":"Who,Ceremony\nGrace,1\nNobody,perhaps\n","map":{"name":"Who"},"faulty_rows":"skip"}"#)
        #expect(again["unchanged"] == .number(1) && again["skipped"] == .number(1))
        let invited = try await program.ask(
            "POST", "\(event)/invitations", #"{"guests":[1],"sub_events":[1,2],"codes":"guest"}"#)
        #expect(invited["codes"] == .number(1) && invited["people"] == .number(2))
        try await program.ask(
            "POST", "\(event)/guests/1/answers", #"{"sub_event":2,"answer":"attending","companions":1}"#)
        let described = try await program.ask(
            "PATCH", "\(event)/guests/1",
            #"{"allergy":"nuts","companion_details":[{"name":"Amina","child":true,"meal":null}]}"#)
        #expect(described["allergy"]?.text == "nuts" && described["meal"] == .null)
        #expect(described["companion_details"]?.list?.first?["child"] == .bool(true))
        #expect(try await program.ask("GET", "\(event)/guests/1")["household"] == .null)
        let links = try await program.ask("GET", "\(event)/guests/links")["items"]?.list ?? []
        #expect(links.count == 2 && links[0]["link"]?.text?.hasPrefix("http://localhost/i/") ?? false)
        #expect(links.dropFirst().first?["link"] == .null)
        #expect(try await program.ask("GET", "\(event)/guests/1/link")["link"] == links[0]["link"])
        try await program.ask("POST", "\(event)/guests/search", #"{"text":"gra"}"#)
        try await headcounts(program)
        let came = try await program.ask("GET", "\(event)/attendance")["items"]?.list ?? []
        #expect(came.count == 3 && came[1]["attending"]?["people"] == .number(2))
        try await program.ask("GET", "/organizers/nile-nights/notices")
        #expect(
            try await program.ask("PATCH", "/organizers/nile-nights", #"{"name":"Nile Nights Ltd"}"#)["name"]?.text
                == "Nile Nights Ltd")
        let profile = #"{"about":"Shows","links":["https://a.example"],"embed_origins":["https://nile.example"]}"#
        let edited = try await program.ask("PATCH", "/organizers/nile-nights", profile)
        #expect(edited["about"] == .text("Shows") && edited["links"] == .list([.text("https://a.example")]))
        #expect(edited["embed_origins"] == .list([.text("https://nile.example")]))
        let cleared = try await program.ask(
            "PATCH", "/organizers/nile-nights", #"{"about":null,"links":[],"embed_origins":null}"#)
        #expect(cleared["about"] == .null && cleared["links"] == .list([]) && cleared["embed_origins"] == .list([]))
    }

    private func headcounts(_ program: Program) async throws {
        let current = try await program.ask("GET", "\(event)/reports/headcount")
        #expect(current["version"] == .null && current["frozen"] == .null && current["digest"] == .null)
        #expect(try await program.ask("GET", "\(event)/headcounts")["items"] == .list([]))
        let frozen = try await program.ask("POST", "\(event)/headcounts", #"{"note":"for the Lido"}"#)
        #expect(frozen["version"] == .number(1) && frozen["note"]?.text == "for the Lido")
        #expect(frozen["sub_events"] == current["sub_events"])
        let subEvents = frozen["sub_events"]?.list ?? []
        #expect(subEvents.count == 3 && subEvents[1]["people"] == .number(2))
        #expect(subEvents[1]["companions"] == .number(1) && subEvents[1]["meals"]?.list?.count == 1)
        #expect(try await program.ask("POST", "\(event)/headcounts", "{}")["version"] == .number(2))
        #expect(try await program.ask("GET", "\(event)/headcounts/1") == frozen)
        let versions = try await program.ask("GET", "\(event)/headcounts")["items"]?.list ?? []
        #expect(versions.map { $0["version"] } == [.number(1), .number(2)])
        #expect(versions.first?["digest"] == frozen["digest"] && versions.first?["frozen_by"] == frozen["frozen_by"])
    }

    private func notices(_ program: Program) async throws {
        let path = "/organizers/nile-nights/notices"
        let queued = try await program.ask("GET", "\(path)?state=queued")["items"]?.list ?? []
        let invitation = try #require(queued.first { $0["recipient"]?.text == "grace@example.org" })
        #expect(invitation["state"]?.text == "queued" && invitation["tries"] == .number(0))
        let key = try program.name(invitation["key"])
        let failed = try await program.ask(
            "POST", "\(path)/acknowledge", #"{"key":"\#(key)","as":"failed","answer":"550 no such user"}"#)
        #expect(failed["state"]?.text == "failed" && failed["answer"]?.text == "550 no such user")
        #expect(failed["due"] == .null && failed["reason"]?.text == "handedOver")
        #expect(try await program.ask("POST", "\(path)/retry", #"{"key":"\#(key)"}"#)["state"]?.text == "queued")
        let sent = try await program.ask("POST", "\(path)/acknowledge", #"{"key":"\#(key)","as":"sent"}"#)
        #expect(sent["sent"] != .null && sent["due"] == .null)
        let rest = try await program.ask("GET", "\(path)?state=queued")["items"]?.list
        #expect(rest?.count == queued.count - 1)
        #expect(try await program.ask("GET", "\(path)?state=sent")["items"]?.list == [sent])
        try await templates(program)
        try await messages(program)
    }

    private func templates(_ program: Program) async throws {
        let path = "/organizers/nile-nights/templates"
        let one = "\(path)/reminder/email/en"
        let standard = try await program.ask("GET", one)
        #expect(standard["own"] == .bool(false))
        let text = #"{"subject":"See you: {event_title}","body":"It begins {start}."}"#
        #expect(try await program.ask("PUT", one, text)["own"] == .bool(true))
        let preview = try await program.ask("POST", "\(one)/preview", text)
        #expect(preview["subject"]?.text == "See you: New Year by the Lake")
        let kinds = try await program.ask("GET", path)["items"]?.list ?? []
        #expect(kinds.count { $0["own"] != .list([]) } == 1)
        #expect(try await program.ask("POST", "\(one)/remove") == standard)
    }

    private func messages(_ program: Program) async throws {
        let reminder = try await program.ask(
            "POST", "\(event)/reminders", #"{"of":"end","minutes":60,"to":"all","message":"Thank you."}"#)
        #expect(try await program.ask("GET", "\(event)/reminders")["items"] == .list([reminder]))
        let number = try program.name(reminder["number"])
        #expect(try await program.ask("POST", "\(event)/reminders/\(number)/remove")["removed"] == .bool(true))
        let text = #"{"to":"all","subject":"Parking","body":"Use gate B."}"#
        let preview = try await program.ask("POST", "\(event)/messages/preview", text)
        #expect(preview["recipients"] == .number(1))
        #expect(try await program.ask("POST", "\(event)/messages", text)["queued"] == .number(1))
    }

    /// Makes and publishes an event with a ticket type, and returns its path.
    private func fair(_ program: Program) async throws -> String {
        let sale = try await program.ask(
            "POST", "/events",
            """
            {"organizer":"nile-nights","title":"Fair","timezone":"Africa/Kampala","venue":"Lido",
             "start":"2027-06-01T18:00:00+03:00","end":"2027-06-02T04:00:00+03:00"}
            """)
        let fair = "/events/\(try program.name(sale["slug"]))"
        let added = try await program.ask(
            "POST", "\(fair)/types", #"{"name":"Regular","price":"50000 UGX","hours":"10:00-18:00","gate_note":"VIP"}"#)
        let edited = try await program.ask(
            "PATCH", "\(fair)/types/\(try program.name(added["number"]))",
            #"{"hours":null,"re_entry":"3","gates":["North"],"opens":"2026-01-01T00:00:00Z","live_code":true}"#)
        #expect(edited["hours"] == .null && edited["re_entry"]?.text == "3" && edited["gate_note"]?.text == "VIP")
        let vip = try await program.ask("POST", "\(fair)/types", #"{"name":"VIP"}"#)
        let unsold = "\(fair)/types/\(try program.name(vip["number"]))"
        let order = try await program.ask("POST", "\(unsold)/move", #"{"position":1}"#)["types"]?.list ?? []
        #expect(order.count == 2 && order.last == added["number"])
        try await program.ask("POST", "\(unsold)/remove")
        try await program.ask("POST", "\(fair)/publish")
        try await program.ask("GET", "\(fair)/types")
        return fair
    }

    private func sales(_ program: Program) async throws {
        let fair = try await fair(program)
        let sold = #"{"lines":[{"type":"regular","count":2}],"buyer":"Grace"}"#
        #expect(try await program.ask("POST", "\(fair)/orders/preview", sold)["conflicts"]?.list?.isEmpty == true)
        let first = try program.name(try await program.ask("POST", "\(fair)/orders", sold)["number"])
        let second = try program.name(try await program.ask("POST", "\(fair)/orders", sold)["number"])
        try await program.ask("POST", "\(fair)/orders/\(first)/pay", #"{"method":"cash"}"#)
        try await program.ask("POST", "\(fair)/orders/\(second)/cancel", "{}")
        try await program.ask("GET", "\(fair)/orders")
        let found = try await program.ask("POST", "\(fair)/orders/search", #"{"text":"gra"}"#)["items"]?.list ?? []
        #expect(found.count == 2 && found.allSatisfy { $0["buyer"]?.text == "Grace" })
        let paid = try await program.ask("GET", "\(fair)/orders/\(first)")["ticket_codes"]?.list ?? []
        let code = try program.name(paid.first?["code"])
        try await program.ask("POST", "\(fair)/tickets", #"{"type":"Regular","holder":"Zoe","email":"z@example.org"}"#)
        let issued = try await program.ask(
            "POST", "\(fair)/tickets/import", #"{"type":"Regular","rows":[{"holder":"Ann"},{"holder":"Ben"}]}"#)
        #expect(issued["issued"] == .number(2))
        let twice = #"{"type":"Regular","again":true,"rows":[{"holder":"Ann"}]}"#
        #expect(try await program.ask("POST", "\(fair)/tickets/import", twice)["issued"] == .number(1))
        let tickets = try await program.ask("GET", "\(fair)/tickets")["items"]?.list ?? []
        #expect(tickets.count == 6)
        let renamed = try await program.ask(
            "PATCH", "\(fair)/tickets/\(code)", #"{"holder":"Grâce","email":"g@example.org"}"#)
        #expect(renamed["holder"]?.text == "Grâce" && renamed["email"]?.text == "g@example.org")
        #expect(renamed["issue"] == .number(0) && renamed["token"] == paid.first?["token"])
        try await program.ask("POST", "\(fair)/tickets/\(code)/block", #"{"note":"lost"}"#)
        try await program.ask("POST", "\(fair)/tickets/\(code)/unblock")
        try await program.ask("POST", "\(fair)/tickets/\(code)/reissue")
        try await program.ask("POST", "\(fair)/tickets/\(code)/transfer", #"{"holder":"Joan"}"#)
        try await program.ask("GET", "\(fair)/tickets/\(code)")
        try await program.ask("POST", "\(fair)/tickets/search", #"{"text":"Jo"}"#)
        let link = try await program.ask("GET", "\(fair)/tickets/\(code)/link")["link"]
        #expect(link?.text?.hasPrefix("http://localhost/t/") ?? false)
        try await program.ask("POST", "\(fair)/orders/\(first)/refund", #"{"tickets":["\#(code)"]}"#)
        let paidBack = try await program.ask("POST", "\(fair)/orders/\(first)/pay-back", #"{"amount":"20000 UGX"}"#)
        #expect(paidBack["refund_paid"]?.text == "20000 UGX" && paidBack["refund_owed"]?.text == "30000 UGX")
        let zoe = try program.name(tickets.first { $0["email"]?.text == "z@example.org" }?["code"])
        #expect(
            try await program.ask("POST", "\(fair)/tickets/\(zoe)/resend")["recipients"]
                == .list([.text("z@example.org")]))
        let other = try program.name(tickets.first { $0["order"] == .null }?["code"])
        try await program.ask("POST", "\(fair)/tickets/\(other)/cancel", "{}")
        let links = try await program.ask("GET", "\(fair)/tickets/links")["items"]?.list ?? []
        #expect(links.filter { $0["link"] == .null }.count == 2)
        #expect(try await program.ask("GET", "\(fair)/tickets/links?limit=4")["next"] != .null)
        try await program.ask("GET", "\(fair)/reports/sales?fee=3.5%25")
    }

    private func gates(_ program: Program, _ festival: Festival, phone: WebDeviceID, batch: Int) async throws {
        let token = try #require(try festival.tokens().first)
        let code = try festival.ticket(of: token).code
        let fair = "/events/fair"
        let scan = #"{"request":"1","text":"\#(token)","gate":"North","sub_event":1}"#
        let verdict = try await program.ask("POST", "\(event)/gate/scan", scan)
        #expect(verdict["request"]?.text == "1")
        // The repeated request gets the same response, and admits nobody a second time.
        #expect(try await program.ask("POST", "\(event)/gate/scan", scan) == verdict)
        let tickets = try await program.ask("GET", "\(fair)/tickets")["items"]?.list ?? []
        let activeTicket = try program.name(tickets.first { $0["status"]?.text == "issued" }?["code"])
        let admitted = try await program.ask(
            "POST", "\(fair)/gate/admit", #"{"request":"2","code":"\#(activeTicket)","gate":"North"}"#)
        #expect(["admit", "refuse"].contains(admitted["verdict"]?.text))
        try await program.ask(
            "POST", "\(fair)/gate/undo",
            #"{"request":"3","code":"\#(activeTicket)","gate":"North","reason":"scanned twice"}"#)
        try await program.ask("GET", "\(event)/figures")
        let records = try await program.ask("GET", "\(event)/records")["items"]?.list ?? []
        #expect(records.allSatisfy { $0["operator"]?.text == "Program" })
        try await program.ask("GET", "\(event)/conflicts")
        try await program.ask("POST", "\(event)/devices/\(phone)/revoke")
        try await program.ask("GET", "\(event)/devices")
        let landmark = #"{"gate":"North","landmark":"by the fountain"}"#
        try await program.ask("POST", "\(event)/gates/landmark", landmark)
        let gates = try await program.ask("GET", "\(event)/gates")["items"]?.list ?? []
        #expect(gates.first { $0["gate"]?.text == "North" }?["landmark"]?.text == "by the fountain")
        try await program.ask("POST", "\(event)/gates/landmark/remove", #"{"gate":"NORTH"}"#)
        try await program.ask("GET", "\(event)/reports/attendance")
        let batches = try await program.ask("GET", "\(event)/prints")["items"]?.list ?? []
        #expect(batches.count == 1)
        let voided = try await program.ask("POST", "\(event)/prints/\(batch)/sheets/1/void")
        #expect(voided["reissued"]?.list?.count ?? 0 > 0, "\(code)")
        #expect(try await program.ask("GET", "\(event)/prints/\(batch)")["voided_sheets"] == .list([.number(1)]))
    }

    private func events(_ program: Program) async throws {
        let copy = try await program.ask("POST", "/events/fair/duplicate", #"{"title":"Again","shift":"7d"}"#)
        #expect(copy["start"]?.text == "2027-06-08T18:00:00+03:00")
        let again = "/events/\(try program.name(copy["slug"]))"
        let moved = try await program.ask("POST", "\(again)/shift", #"{"by":"-1d2h"}"#)
        #expect(moved["start"]?.text == "2027-06-07T16:00:00+03:00")
        try await program.ask("PATCH", again, #"{"about":"More"}"#)
        let subEvent = try await program.ask(
            "POST", "\(again)/sub-events", #"{"type":"other","note":"on the terrace","capacity":5}"#)
        let path = "\(again)/sub-events/\(try program.name(subEvent["number"]))"
        let edited = try await program.ask("PATCH", path, #"{"name":"Brunch","venue":"Barn","capacity":null}"#)
        #expect(edited["note"]?.text == "on the terrace" && edited["capacity"] == .null)
        try await program.ask("GET", "\(again)/sub-events")
        try await program.ask("GET", again)
        try await program.ask("POST", "\(path)/remove")
        try await program.ask("GET", "\(again)/history")
        try await program.ask("POST", "\(again)/delete")
        #expect(try await program.ask("GET", "/events?deleted=yes")["items"]?.list?.count == 1)
        try await program.ask("POST", "\(again)/restore")
        try await program.ask("GET", "/events")
        try await program.ask("POST", "/events/fair/cancel")
    }
}

extension Festival {
    /// Records a batch of tickets as printed and verified, and returns the batch’s number.
    fileprivate func printed() throws -> Int {
        let batch = try services.printing.planBatch(
            PrintBatch.Plan(
                layout: "a4-4", layoutHash: [1], cellsPerSheet: 4, imposition: "rows", output: "/tickets.pdf",
                sheetsPerFile: 10),
            PrintSelection(), of: event)
        try services.printing.recordReleasedFile(
            PrintedFile(
                number: 0, path: "/tickets.pdf", hash: [1, 2], check: .everySymbolReadBack, released: clock.now()),
            of: batch, of: event)
        return batch.number
    }
}

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

@Suite("API clients", .serving)
struct APITests {
    private let festival: Festival
    private let description: APIDescription

    init() throws {
        festival = try Festival()
        description = try APIDescription()
    }

    private var event: String { "/api/v1/events/\(festival.event.slug)" }

    @Test("A missing, malformed, unknown or revoked API token gets a 401 that reveals nothing about the event")
    func strangers() async throws {
        try await serve { served async throws in
            let (secret, token) = try self.token([.read])
            #expect(try await ask(served, secret, "GET", event)?.status == 200)
            try festival.services.apiTokens.revokeAPIToken(token.id, of: organizer)
            let none = String(repeating: "0", count: 64)
            for head in [
                "", "Authorization: Bearer\r\n", "Authorization: Bearer x\r\n", "Authorization: Basic \(none)\r\n",
                "Authorization: Bearer \(none)\r\n", "Authorization: Bearer \(secret)\r\n",
                "Cookie: __Host-session=\(secret)\r\n", "Authorization: Bearer \(secret) \(secret)\r\n",
            ] {
                for (method, path) in [("GET", event), ("GET", "\(event)/orders"), ("POST", "\(event)/publish")] {
                    let reply = try #require(try await served.ask(method, path, head: head))
                    #expect(reply.status == 401, "\(head)")
                    #expect(reply.headers["www-authenticate"]?.hasPrefix("Bearer") ?? false)
                    #expect(reply.headers["content-type"] == "application/problem+json")
                    #expect(!reply.body.contains("New Year"))
                    // Only a request without a token is asked to send one.
                    let hasToken = head.hasPrefix("Authorization: Bearer ") && head.split(separator: " ").count == 3
                    #expect(reply.body.contains("This token is unknown, expired or revoked.") == hasToken, "\(head)")
                }
            }
            #expect(!served.log.text.contains(secret))
        }
    }

    @Test("If a request has no valid token, the server doesn’t read the request’s body")
    func unread() async throws {
        try await serve { served async throws in
            for token in [String(repeating: "0", count: 64), "x"] {
                let wire = try await served.wire()
                try await wire.send(
                    """
                    POST \(event)/guests/import HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\
                    Content-Type: application/json\r\nContent-Length: 4000000\r\n\r\n
                    """)
                #expect(await wire.reply(to: "POST")?.status == 401)
                try await wire.close()
            }
        }
    }

    @Test(
        "A token gives access only to the routes of its scopes, and only to the data of its own organizer",
        arguments: [true, false])
    func scopes(isTheirs: Bool) async throws {
        try await serve { served async throws in
            let secret = isTheirs ? try stranger() : try token([.read]).secret
            for route in Routes.api(gates: nil) {
                guard case .program(let scope) = route.access else { throw Surprise("not an API route: \(route.path)") }
                festival.clock.advance(bySeconds: 1)
                let path = try route.path.replacing(":event", with: festival.event.slug)
                    .replacing(":organizer", with: organizer.slug).replacing(/:[a-z_]+/, with: "1")
                let body = route.method == .get || isBodiless(route) ? "" : "{}"
                let reply = try #require(try await ask(served, secret, route.method.rawValue, path, body))
                #expect(reply.status < 500, "\(route.path): \(reply.body)")
                if isTheirs {
                    let isOwnList = ["/api/v1/events", "/api/v1/organizers"].contains(route.path)
                    #expect(isOwnList || [400, 404].contains(reply.status), "\(route.method) \(route.path)")
                    #expect(!reply.body.contains("New Year") && !reply.body.contains("Nile"))
                } else if scope != .read {
                    // The caller can see the event, so a 403 reveals only that the caller lacks the permission.
                    let refusals = route.path.hasSuffix("/restore") ? [409] : [400, 403, 404, 422]
                    #expect(refusals.contains(reply.status), "\(route.method) \(route.path) \(reply.status)")
                }
            }
            // A valid request is refused if its token lacks the scope.
            if !isTheirs {
                for (path, body) in [
                    ("\(event)/publish", ""), ("\(event)/cancel", ""), ("\(event)/types", #"{"name":"VIP"}"#),
                    ("\(event)/orders", #"{"lines":[],"buyer":"Grace"}"#),
                    ("\(event)/tickets", #"{"type":"Regular","count":1}"#),
                ] {
                    #expect(try await ask(served, secret, "POST", path, body)?.status == 403, "\(path)")
                }
                #expect(try await ask(served, secret, "GET", "\(event)/orders")?.status == 403)
                #expect(try await ask(served, secret, "GET", "\(event)/reports/sales")?.status == 403)
            }
        }
    }

    @Test(
        """
        A client can publish an event and sell tickets; with the scope “read” alone, it sees no ticket tokens or \
        prices
        """)
    func story() async throws {
        try await serve { served async throws in
            let all = try token(Set(APIToken.Scope.allCases)).secret
            let made = try #require(
                try await ask(
                    served, all, "POST", "/api/v1/events",
                    """
                    {"organizer":"nile-nights","title":"<b>Fair</b>","timezone":"Africa/Kampala","venue":"Lido",
                     "start":"2030-01-01T18:00:00+03:00","end":"2030-01-02T04:00:00+03:00","minimum_age":18}
                    """))
            #expect(made.status == 201, "\(made.body)")
            let fair = "/api/v1/events/\(try text(made, "slug"))"
            #expect(try text(made, "start") == "2030-01-01T18:00:00+03:00")
            let edited = try #require(
                try await ask(served, all, "PATCH", fair, #"{"about":"More","minimum_age":null}"#))
            #expect(try text(edited, "about") == "More" && edited.body.contains(#""minimum_age":null"#))
            let wrong = try #require(
                try await ask(served, all, "PATCH", fair, #"{"kind":"secret","start":"tomorrow","capacity":-1}"#))
            #expect(wrong.status == 422 && wrong.body.contains("celebration") && wrong.body.contains("start"))
            #expect(wrong.body.contains(#""kind":"invalid_input","subject":"request","fields":[{"#), "\(wrong.body)")
            #expect(wrong.body.contains(#"{"field":"start","allowed":""#), "\(wrong.body)")
            #expect(
                try await ask(served, all, "POST", "\(fair)/types", #"{"name":"Regular","price":"50000 UGX"}"#)?.status
                    == 201)
            #expect(try await ask(served, all, "POST", "\(fair)/publish")?.status == 200)
            let order = try #require(
                try await ask(
                    served, all, "POST", "\(fair)/orders",
                    #"{"lines":[{"type":"regular","count":2}],"buyer":"Grace","payment":{"method":"cash"}}"#))
            #expect(order.status == 201 && order.body.contains(#""total":"100000 UGX""#), "\(order.body)")
            let tickets = try #require(try await ask(served, all, "GET", "\(fair)/tickets"))
            #expect(tickets.body.contains(#""token":"EP"#) || !tickets.body.contains(#""token":null"#))
            let reader = try token([.read]).secret
            let seen = try #require(try await ask(served, reader, "GET", "\(fair)/tickets"))
            #expect(seen.body.contains(#""token":null"#) && !seen.body.contains("50000"))
            let code = try #require(tickets.body.firstMatch(of: /"code":"([^"]+)"/)).1
            #expect(
                try await ask(served, all, "POST", "\(fair)/tickets/\(code)/block", #"{"note":"lost"}"#)?.status == 200)
            #expect(try await ask(served, all, "POST", "\(fair)/tickets/\(code)/unblock")?.status == 200)
            #expect(try await ask(served, all, "POST", "\(fair)/tickets/\(code)/reissue")?.status == 200)
            #expect(try await ask(served, all, "POST", "\(fair)/tickets/\(code)/cancel", "{}")?.status == 200)
            for path in [
                "figures", "reports/sales", "reports/attendance", "records", "guests", "sub-events", "history",
            ] {
                #expect(try await ask(served, all, "GET", "\(fair)/\(path)")?.status == 200, "\(path)")
            }
            #expect(try await ask(served, all, "POST", "\(fair)/delete")?.status == 200)
            #expect(try await ask(served, all, "GET", fair)?.status == 404)
            #expect(try await ask(served, all, "POST", "\(fair)/restore")?.status == 200)
        }
    }

    /// A cursor is a text in a response. A client sends this text to request the next page of a list.
    @Test("The pages of a list repeat no row; a changed cursor, or a cursor for another list or token, is refused")
    func cursors() async throws {
        for _ in 1...5 {
            _ = try festival.services.orders.createOrder(
                draft("Grace"), of: festival.event, signingWith: festival.ring)
        }
        try await serve { served async throws in
            let secret = try token([.readOrders]).secret
            var (numbers, cursors): ([String], [String]) = ([], [])
            var cursor: String?
            repeat {
                let reply = try #require(
                    try await ask(
                        served, secret, "GET",
                        "\(event)/orders?limit=2" + (cursor.map { "&cursor=\($0)" } ?? "")))
                #expect(reply.status == 200, "\(reply.body)")
                numbers += reply.body.matches(of: /"number":(\d+),"event"/).map { String($0.1) }
                cursor = reply.body.firstMatch(of: /"next":"([0-9a-f]+)"/).map { String($0.1) }
                cursors += [cursor].compactMap(\.self)
            } while cursor != nil
            #expect(numbers.count == 5 && Set(numbers).count == 5 && cursors.count == 2)
            let other = try token([.readOrders, .read]).secret
            let good = cursors[0]
            for (secret, path) in [
                (other, "\(event)/orders?cursor=\(good)"), (other, "\(event)/tickets?cursor=\(good)"),
                (secret, "\(event)/tickets?cursor=\(good)"), (secret, "\(event)/orders?cursor=\(good.dropLast(2))2f"),
                (secret, "\(event)/orders?cursor=\(good.first == "0" ? "1" : "0")\(good.dropFirst())"),
                (secret, "\(event)/orders?cursor="),
                (secret, "\(event)/orders?cursor=x"), (secret, "\(event)/orders?a=1&cursor=\(good)"),
                (secret, "\(event)/orders?limit=0"), (secret, "\(event)/orders?limit=201"),
                (secret, "\(event)/orders?limit=-1"), (secret, "\(event)/orders?limit=two"),
            ] {
                #expect(try await ask(served, secret, "GET", path)?.status == 400, "\(path)")
            }
        }
    }

    @Test("If the last row of a page is deleted, the next page is refused, so that no row is skipped or repeated")
    func goneRow() async throws {
        let services = festival.services
        let organizer = try services.organizers.organizer(named: "nile-nights")
        let first = try services.users.addUser(UserDetails(name: "Aaron"))
        _ = try services.members.setRole(.gate, of: first, in: organizer)
        try await serve { served async throws in
            let secret = try token([.read]).secret
            let list = "/api/v1/organizers/nile-nights/members"
            let part = try #require(try await ask(served, secret, "GET", "\(list)?limit=1"))
            #expect(part.body.contains("Aaron"))
            let cursor = try #require(part.body.firstMatch(of: /"next":"([0-9a-f]+)"/)).1
            let rest = try await ask(served, secret, "GET", "\(list)?cursor=\(cursor)")
            #expect(rest?.status == 200 && rest?.body.contains("Aaron") == false)
            _ = try services.members.removeMember(first, from: organizer)
            #expect(try await ask(served, secret, "GET", "\(list)?cursor=\(cursor)")?.status == 409)
        }
    }

    @Test("A search request has its text in the body, not in the URL, so that no name appears in the log")
    func search() async throws {
        for name in ["Grace", "Graham", "Zoe"] {
            _ = try festival.services.tickets.issue(
                .person(holder: name, email: nil, note: nil), type: festival.regular, of: festival.event,
                signingWith: festival.ring)
        }
        try await serve { served async throws in
            let secret = try token([.read]).secret
            let first = try #require(
                try await ask(served, secret, "POST", "\(event)/tickets/search?limit=1", #"{"text":"GRA"}"#))
            #expect(first.body.contains(#""holder":"Grace""#))
            let cursor = try #require(first.body.firstMatch(of: /"next":"([0-9a-f]+)"/)).1
            let second = try #require(
                try await ask(
                    served, secret, "POST", "\(event)/tickets/search?limit=1&cursor=\(cursor)", #"{"text":"GRA"}"#))
            #expect(second.body.contains(#""holder":"Graham""#) && second.body.contains(#""next":null"#))
            // A cursor is valid only for the search from whose response it comes.
            #expect(
                try await ask(
                    served, secret, "POST", "\(event)/tickets/search?cursor=\(cursor)", #"{"text":"Z"}"#)?.status == 400
            )
            for name in ["Grace", "GRA"] { #expect(!served.log.text.contains(name)) }
        }
    }

    @Test("A request for free tickets needs no payment, and creates a complete order with its tickets")
    func freeOrder() async throws {
        try await serve { served async throws in
            let secret = try token([.sell]).secret
            let body = #"{"lines":[{"type":"regular","count":2}],"buyer":"Grace"}"#
            let made = try #require(try await ask(served, secret, "POST", "\(event)/orders", body))
            #expect(made.status == 201 && made.body.contains(#""status":"paid""#), "\(made.body)")
            #expect(made.body.contains(#""payment":"complimentary""#) && !made.body.contains(#""ticket_codes":[]"#))
        }
    }

    @Test("A search of orders finds pending orders too, page by page, and no name appears in the log")
    func orderSearch() async throws {
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.price = Money("30000 UGX")
        }
        for name in ["Grace", "Ada", "Graham"] {
            festival.clock.advance(bySeconds: 1)
            _ = try festival.services.orders.createOrder(draft(name), of: festival.event)
        }
        try await serve { served async throws in
            let secret = try token([.readOrders]).secret
            let path = "\(event)/orders/search?limit=1"
            let first = try #require(try await ask(served, secret, "POST", path, #"{"text":"GRA"}"#))
            #expect(first.body.contains(#""buyer":"Grace""#) && first.body.contains(#""status":"pending""#))
            let cursor = try #require(first.body.firstMatch(of: /"next":"([0-9a-f]+)"/)).1
            let second = try #require(
                try await ask(served, secret, "POST", "\(path)&cursor=\(cursor)", #"{"text":"GRA"}"#))
            #expect(second.body.contains(#""buyer":"Graham""#) && second.body.contains(#""next":null"#))
            #expect(!second.body.contains("Ada"))
            #expect(try await ask(served, try token([.read]).secret, "POST", path, #"{"text":"GRA"}"#)?.status == 403)
            for name in ["Grace", "Graham", "GRA"] { #expect(!served.log.text.contains(name)) }
        }
    }

    @Test("A request with an idempotency key is performed once, however often it is sent, even concurrently")
    func keys() async throws {
        try await serve { served async throws in
            let secret = try token([.manageEvents]).secret
            let body = #"{"name":"VIP"}"#
            let first = try #require(try await ask(served, secret, "POST", "\(event)/types", body, key: "one"))
            let again = try #require(try await ask(served, secret, "POST", "\(event)/types", body, key: "one"))
            #expect(first.status == 201 && again.status == 201 && first.body == again.body)
            for (path, other) in [("\(event)/types", #"{"name":"Other"}"#), ("\(event)/duplicate", "{}")] {
                #expect(try await ask(served, secret, "POST", path, other, key: "one")?.status == 422, "\(path)")
            }
            // After a refusal, the same key may be used again.
            let duplicate = try #require(try await ask(served, secret, "POST", "\(event)/types", body, key: "two"))
            #expect([409, 422].contains(duplicate.status))
            #expect(
                try await ask(served, secret, "POST", "\(event)/types", #"{"name":"Two"}"#, key: "two")?.status == 201)
            let answers = try await withThrowingTaskGroup(of: Reply?.self) { group in
                for _ in 1...6 {
                    group.addTask {
                        try await ask(served, secret, "POST", "\(event)/types", #"{"name":"Many"}"#, key: "many")
                    }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1?.status ?? 0) }
            }
            #expect(answers.allSatisfy { $0 == 201 || $0 == 409 } && answers.contains(201), "\(answers)")
            for key in ["", String(repeating: "k", count: 256)] {
                #expect(try await ask(served, secret, "POST", "\(event)/types", body, key: key)?.status == 400)
            }
        }
        let names = try festival.services.ticketTypes.ticketTypes(of: festival.event).map(\.name)
        #expect(names.sorted() == ["Many", "Regular", "Two", "VIP"])
    }

    @Test("A list with faulty rows is refused with the error of each such row, and no row is imported")
    func lists() async throws {
        let wedding = try festival.services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony), to: festival.event)
        try await serve { served async throws in
            let secret = try token([.manageEvents, .sell]).secret
            let guests = #"[{"name":"Grace","email":"grace"},{"name":"Joan","Ceremony":"perhaps"},{"name":"Zoe"}]"#
            for body in [#"{"rows":\#(guests)}"#, #"{"rows":\#(guests),"dry_run":true}"#] {
                let reply = try #require(try await ask(served, secret, "POST", "\(event)/guests/import", body))
                #expect(reply.status == 422 && reply.body.contains(#""faulty":2"#), "\(reply.body)")
                #expect(reply.body.contains(#"{"line":2,"column":"email","fault":"#), "\(reply.body)")
            }
            // Rows with different fields make one wide table with too many columns.
            let wide = "[\((1...2000).map { #"{"k\#($0)":0}"# }.joined(separator: ","))]"
            let refused = try #require(
                try await ask(served, secret, "POST", "\(event)/guests/import", #"{"rows":\#(wide)}"#))
            #expect(refused.status == 422 && refused.body.contains("has 2,000"), "\(refused.body)")
            let people = #"[{"holder":"Ann","type":"VIP"},{"holder":"Ben","type":"Regular"}]"#
            let reply = try #require(
                try await ask(served, secret, "POST", "\(event)/tickets/import", #"{"rows":\#(people)}"#))
            #expect(reply.status == 422 && reply.body.contains(#""faulty":1"#), "\(reply.body)")
            for body in [
                "{}", #"{"rows":[],"csv":""}"#, #"{"rows":{}}"#, #"{"rows":[1]}"#, #"{"rows":[{"name":[]}]}"#,
                #"{"rows":[{"name":1.5}]}"#, #"{"csv":1}"#,
            ] {
                let reply = try #require(try await ask(served, secret, "POST", "\(event)/guests/import", body))
                #expect(reply.status == 400, "\(body): \(reply.body)")
            }
            for body in [#"{"rows":[]}"#, #"{"csv":""}"#, #"{"csv":"\u0000"}"#, #"{"csv":"name\n\"Grace"}"#] {
                let reply = try #require(try await ask(served, secret, "POST", "\(event)/guests/import", body))
                #expect(reply.status == 422, "\(body): \(reply.body)")
            }
            // If an import would delete a guest’s reply, it needs a confirmation.
            let one = #"{"rows":[{"name":"Grace","Ceremony":"yes"}]}"#
            #expect(try await ask(served, secret, "POST", "\(event)/guests/import", one)?.status == 200)
            #expect(
                try await ask(
                    served, secret, "POST", "\(event)/guests/1/answers",
                    #"{"sub_event":\#(wedding.number),"answer":"declined"}"#)?.status == 200)
            let none = #"{"rows":[{"name":"Grace","Ceremony":false}]"#
            let kept = try #require(try await ask(served, secret, "POST", "\(event)/guests/import", none + "}"))
            #expect(kept.status == 409)
            let lost = try #require(
                try await ask(served, secret, "POST", "\(event)/guests/import", none + #","answers_lost":1}"#))
            #expect(lost.status == 200 && lost.body.contains(#""answers_lost":1"#))
        }
        #expect(try festival.services.guests.guests(of: festival.event, limit: 9).map(\.guest.name) == ["Grace"])
        #expect(try festival.services.tickets.ticketCount(of: festival.event) == 0)
    }

    @Test("A program that reads the answer of a guest and sends it back is not refused, even if there is no answer")
    func answerRoundTrip() async throws {
        let ceremony = try festival.services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony), to: festival.event)
        try await serve { served async throws in
            let secret = try token([.manageEvents]).secret
            let rows = #"{"rows":[{"name":"Grace","Ceremony":"yes"}]}"#
            #expect(try await ask(served, secret, "POST", "\(event)/guests/import", rows)?.status == 200)
            func send(_ members: String) async throws -> Reply {
                try #require(
                    try await ask(
                        served, secret, "POST", "\(event)/guests/1/answers",
                        #"{"sub_event":\#(ceremony.number),\#(members)}"#))
            }
            /// The members `answer` and `companions` of the guest's invitation.
            func stored() async throws -> String {
                let body = try #require(try await ask(served, secret, "GET", "\(event)/guests/1")).body
                return String(try #require(body.firstMatch(of: /"answer":"[a-z ]*","companions":(null|\d+)/)).0)
            }
            let untouched = try await stored()
            #expect(untouched == #""answer":"no answer","companions":null"#)
            #expect(try await send(untouched).status == 200)
            for sent in ["attending", "maybe", "declined", "no answer", "none"] {
                #expect(try await send(#""answer":"\#(sent)""#).status == 200, "\(sent)")
                let answer = try await stored()
                #expect(answer.hasPrefix(#""answer":"\#(sent == "none" ? "no answer" : sent)""#), "\(sent)")
                #expect(try await send(answer).status == 200, "\(answer)")
                #expect(try await stored() == answer)
            }
            for wrong in [#""answer":"none","companions":1"#, #""answer":"no answer","companions":0"#] {
                let refused = try await send(wrong)
                #expect(refused.status == 422 && refused.body.contains("declined or no answer"), "\(refused.body)")
            }
        }
    }

    @Test("A client can revoke its own token, but can’t create a token")
    func boundaries() async throws {
        try await serve { served async throws in
            let (secret, token) = try self.token([.manageEvents])
            let tokens = "/api/v1/organizers/nile-nights/tokens"
            #expect(try await served.ask("POST", tokens, head: "Authorization: Bearer \(secret)\r\n")?.status == 405)
            #expect(try await ask(served, secret, "POST", "\(tokens)/\(token.id)/revoke", key: "one")?.status == 200)
            #expect(try await ask(served, secret, "POST", "\(tokens)/\(token.id)/revoke", key: "one")?.status == 401)
        }
    }

    @Test("A body is refused if it is malformed, not JSON or too deep, or if it has duplicate or unknown fields")
    func bodies() async throws {
        try await serve { served async throws in
            let secret = try token([.manageEvents]).secret
            let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
            for body in [
                "", "{", "[]", "1", "null", #"{"name":"A","name":"B"}"#, #"{"name":1}"#, #"{"nam":"A"}"#, "{}",
                #"{"name":"A","x":1}"#, #"{"name":"A","gates":\#(deep)}"#, #"{"name":"\ud800"}"#,
                #"{"name":"A","quantity":1e99}"#, #"{"name":"A","quantity":1.5}"#,
            ] {
                let reply = try #require(try await ask(served, secret, "POST", "\(event)/types", body))
                #expect([400, 415, 422].contains(reply.status), "\(body.prefix(40)): \(reply.status)")
            }
            let form = try await served.ask(
                "POST", "\(event)/types",
                head: "Authorization: Bearer \(secret)\r\nContent-Type: application/x-www-form-urlencoded\r\n",
                body: "name=A")
            #expect(form?.status == 415)
            #expect(try await ask(served, secret, "POST", "\(event)/publish", #"{"a":1}"#)?.status == 400)
        }
        #expect(try festival.services.ticketTypes.ticketTypes(of: festival.event).count == 1)
    }

    @Test("A client over its rate limit is told how long to wait, while other clients are served")
    func rates() async throws {
        try await serve { served async throws in
            let (mine, other) = (try token([.read]).secret, try token([.read]).secret)
            var statuses: [Int] = []
            for _ in 1...41 {
                let reply = try #require(try await ask(served, mine, "GET", "/api/v1/organizers"))
                statuses.append(reply.status)
                #expect(reply.headers["ratelimit-limit"] == "40")
                #expect(reply.headers["ratelimit-remaining"].flatMap { Int($0) } == 40 - min(40, statuses.count))
                if reply.status == 429 { #expect(reply.headers["retry-after"] == "1") }
            }
            // Responses to refused requests also have the rate-limit fields.
            for path in ["/api/v1/events/nothing", "\(event)/orders", "\(event)/tickets?limit=x"] {
                let reply = try #require(try await ask(served, other, "GET", path))
                #expect(reply.status >= 400 && reply.headers["ratelimit-limit"] == "40", "\(path)")
            }
            #expect(statuses == Array(repeating: 200, count: 40) + [429])
            #expect(try await ask(served, other, "GET", "/api/v1/organizers")?.status == 200)
            festival.clock.advance(bySeconds: 1)
            #expect(try await ask(served, mine, "GET", "/api/v1/organizers")?.status == 200)
        }
    }

    // MARK: -

    private var organizer: Organizer { get throws { try festival.services.organizers.organizer(named: "Nile Nights") } }

    private func token(_ scopes: Set<APIToken.Scope>) throws -> (secret: String, token: APIToken) {
        let made = try festival.services.apiTokens.createAPIToken(scopes, named: "Program", of: organizer)
        return (made.secret.encoded, made.token)
    }

    /// Creates another organizer, and returns a token of that organizer with all scopes.
    private func stranger() throws -> String {
        let user = try festival.services.users.addUser(UserDetails(name: "Stranger"))
        let services = try ManagementServices.signIn(to: festival.store, as: "\(user.id)", clock: festival.clock.now)
        return try services.apiTokens.createAPIToken(
            Set(APIToken.Scope.allCases), named: "Theirs",
            of: services.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        ).secret.encoded
    }

    private func draft(_ name: String) -> OrderDraft {
        OrderDraft(lines: [OrderDraft.Line(type: festival.regular.number, count: 1)], name: name)
    }

    private func isBodiless(_ route: Route) -> Bool {
        ["publish", "cancel", "delete", "restore", "unblock", "resend", "reissue", "revoke", "remove", "void"].contains(
            route.path.split(separator: "/").last)
            && !route.path.contains("orders") && !route.path.hasSuffix(":code/cancel")
            && !route.path.contains("landmark")
    }

    private func text(_ reply: Reply, _ name: String) throws -> String {
        let object = try JSONSerialization.jsonObject(with: Data(reply.body.utf8)) as? [String: Any]
        return try #require(object?[name] as? String)
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    private func ask(
        _ served: Served, _ secret: String, _ method: String, _ path: String, _ body: String = "", key: String? = nil
    ) async throws -> Reply? {
        let type = body.isEmpty ? "" : "Content-Type: application/json\r\n"
        let reply = try await served.ask(
            method, path,
            head: "Authorization: Bearer \(secret)\r\n\(type)\(key.map { "Idempotency-Key: \($0)\r\n" } ?? "")",
            body: body)
        if let reply { #expect(try description.faults(of: reply, to: method, path) == [], "\(method) \(path)") }
        return reply
    }

    private struct Surprise: Error {
        let what: String
        init(_ what: String) { self.what = what }
    }
}

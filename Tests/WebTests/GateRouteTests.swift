import EventFixture
import Foundation
import Management
import Store
import Synchronization
import Testing
import TicketToken
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Requests of the gate page", .everyEngine, .serving)
struct GateRouteTests {
    @Test(
        "A ticket is admitted once; a repeated request gets the same response; a new request gets the verdict “repeat”"
    )
    func scans() async throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        try await festival.serve { door async throws in
            let first = try #require(try await door.scan(token, request: "one"))
            #expect(first.status == 200)
            #expect(first.headers["content-type"] == "application/json")
            #expect(try first.text("verdict") == "admit")
            #expect(try first.text("word") == "ADMIT")
            #expect(try first.text("request") == "one")
            #expect(try first.text("symbol") == SymbolDigest.of(Array(token.utf8)))
            #expect(try first.text("code") == festival.ticket(of: token).code.description)
            #expect(try first.truth("undoable") == true)
            #expect(try await door.scan(token, request: "one")?.body == first.body)
            #expect(try await door.scan(token)?.text("verdict") == "repeat")
            #expect(try await door.scan(token, gate: "South")?.text("verdict") == "refuse")
            // A request with the same ID but other content is not decided.
            #expect(try await door.scan(token, request: "one", more: #","count":2"#)?.text("verdict") == "undecided")
        }
        #expect(try festival.records().map(\.operator) == ["Test", "Test"])
    }

    @Test("While the key ring is empty, a gate decides nothing and says why; when the ring has keys, the gate decides")
    func emptyRing() async throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        try KeyRing.create(at: festival.folder("empty"))
        let rings = Mutex(try KeyRing.open(at: festival.folder("empty")))
        let gates = GateConfiguration(ring: { rings.withLock { $0 } }, device: festival.device, reader: [])
        try await festival.serve(gates: gates) { door async throws in
            let scanned = try #require(try await door.scan(token))
            #expect(try scanned.text("verdict") == "undecided")
            #expect(scanned.body.contains("the key ring lacks key 1 (check "), "\(scanned.body)")
            rings.withLock { $0 = festival.ring }
            #expect(try await door.scan(token)?.text("verdict") == "admit")
        }
    }

    // A scanner types the scanned text like a keyboard. The page sends two readings of the typed keys: one in the
    // computer’s keyboard layout, and one in the US layout. Only one of them is the scanned text.
    @Test("If a scanner’s input has several possible readings, the gate uses the reading with a valid signature")
    func readings() async throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        try await festival.serve { door async throws in
            let reply = try #require(try await door.scan("wrong keys", more: #","also":["\#(tokens[0])","x"]"#))
            #expect(try reply.text("verdict") == "admit")
            #expect(try reply.text("symbol") == SymbolDigest.of(Array(tokens[0].utf8)))
            let none = try #require(try await door.scan("wrong keys", more: #","also":[""]"#))
            #expect(try none.text("verdict") == "refuse")
            #expect(try none.text("reason") == "malformed")
            #expect(try none.truth("undoable") == false)
        }
    }

    @Test(
        "A malformed request is refused, and changes nothing",
        arguments: [
            "", "{", "[]", "null", "\"text\"", #"{"request":"r","text":"x"}"#,
            #"{"request":"r","text":"x","gate":"North","gate":"South"}"#,
            #"{"request":"r","text":"x","gate":"North","g\u0061te":"South"}"#,
            #"{"request":"r","text":"x","gate":"North","counts":1}"#,
            #"{"request":"r","text":"x","gate":"North","count":"1"}"#,
            #"{"request":"r","text":"x","gate":"North","count":1.5}"#,
            #"{"request":"r","text":"x","gate":"North","count":0}"#,
            #"{"request":"r","text":"x","gate":"North","count":17}"#,
            #"{"request":"r","text":"x","gate":"North","count":99999999999999999999}"#,
            #"{"request":"r","text":"x","gate":"North","direction":"in"}"#,
            #"{"request":"r","text":"x","gate":" "}"#, #"{"request":"r","text":"x","gate":"a\u0000b"}"#,
            #"{"request":"","text":"x","gate":"North"}"#, #"{"request":"a b","text":"x","gate":"North"}"#,
            #"{"request":"r","text":null,"gate":"North"}"#, #"{"request":"r","text":["x"],"gate":"North"}"#,
            #"{"request":"r","text":"x","gate":"North","also":"x"}"#,
            #"{"request":"r","text":"x","gate":"North","also":[[[[[[[[[["x"]]]]]]]]]]}"#,
            #"{"request":"r","text":"x","gate":"North","also":["1","2","3","4","5","6","7","8","9"]}"#,
            #"{"request":"r","text":"x","gate":"North"} more"#, #"{"request":"r","text":"\ud800","gate":"North"}"#,
            "{\"request\":\"r\",\"text\":\"\(String(repeating: "x", count: 5000))\",\"gate\":\"North\"}",
            "{\"request\":\"r\",\"text\":\"x\",\"gate\":\"\(String(repeating: "x", count: 101))\"}",
            "{\"request\":\"\(String(repeating: "r", count: 101))\",\"text\":\"x\",\"gate\":\"North\"}",
        ])
    func faults(json: String) async throws {
        let festival = try Festival()
        try await festival.serve { door async throws in
            let reply = try #require(try await door.post("scan", json))
            #expect(reply.status == 400)
            #expect(reply.headers["content-type"] == "application/problem+json")
        }
        let counted = try festival.store.read { try $0.scanCounters.all(of: festival.event.number) }
        #expect(try festival.records().isEmpty && counted.isEmpty)
    }

    @Test("A request ID may have 1 to 100 printable ASCII characters except spaces; the error for other IDs says so")
    func requestIDs() async throws {
        let festival = try Festival()
        try await festival.serve { door async throws in
            for id in ["r/1?a=b&c=d", "~!@#$%^*()_+|", String(repeating: "x", count: 100)] {
                #expect(try await door.scan("rubbish", request: id)?.text("verdict") == "refuse", "\(id)")
            }
            for id in ["a b", "é", String(repeating: "x", count: 101)] {
                let reply = try #require(try await door.scan("rubbish", request: id))
                #expect(reply.status == 400, "\(id)")
                #expect(reply.body.contains("1 to 100 printable ASCII characters without spaces"))
            }
        }
    }

    @Test("A search text or an undo reason that is too long is refused; a frame that is sent as JSON is also refused")
    func tooMuch() async throws {
        let festival = try Festival()
        let code = try festival.ticket(of: festival.issue(1)[0]).code
        let much = String(repeating: "x", count: 10_000)
        try await festival.serve { door async throws in
            let undo = #"{"request":"r","code":"\#(code)","gate":"North","reason":"\#(much)"}"#
            #expect(try await door.post("undo", undo)?.status == 400)
            #expect(try await door.post("search", #"{"text":"\#(much)"}"#)?.status == 400)
            #expect(try await door.post("frame?width=1&height=1&request=r&gate=North", "x")?.status == 415)
        }
        #expect(try festival.records().isEmpty)
    }

    @Test("Scanning needs a session, a role with the right to scan, and an event of the user’s organizer")
    func strangers() async throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let viewer = try festival.services.users.addUser(UserDetails(name: "Vera"))
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        _ = try festival.services.members.setRole(.viewer, of: viewer, in: organizer)
        let stranger = try festival.services.users.addUser(UserDetails(name: "Sam"))
        try await Served.with(configuration: festival.configuration, gates: try festival.gates) { served async throws in
            for what in ["scan", "frame", "admit", "undo", "search"] {
                let path = "/gate/\(festival.event.slug)/\(what)"
                #expect(try await served.ask("POST", path)?.status == 401, "\(what)")
            }
            for (user, status) in [(viewer, 403), (stranger, 404)] {
                let door = try await GateDoor(served, festival, as: user)
                #expect(try await door.scan(token)?.status == status)
                #expect(try await door.get("figures?gate=North")?.status == status)
                #expect(try await door.get("live?gate=North")?.status == status)
                #expect(try await door.post("search", #"{"text":"Ann"}"#)?.status == status)
                #expect(try await door.frame([0], 1, 1)?.status == status)
            }
        }
        #expect(try festival.records().isEmpty)
    }

    @Test("If two users send equal request IDs, the gate decides both requests, and the ledger names both users")
    func twoPeople() async throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let joan = try festival.services.users.addUser(UserDetails(name: "Joan"))
        _ = try festival.services.members.setRole(.gate, of: joan, in: organizer)
        try await Served.with(configuration: festival.configuration, gates: try festival.gates) { served async throws in
            let (one, other) = (
                try await GateDoor(served, festival), try await GateDoor(served, festival, as: joan)
            )
            #expect(try await one.scan(tokens[0], request: "r")?.text("verdict") == "admit")
            #expect(try await other.scan(tokens[1], request: "r")?.text("verdict") == "admit")
            #expect(try await other.scan(tokens[0], request: "r")?.text("verdict") == "undecided")
        }
        #expect(try festival.records().map(\.operator) == ["Test", "Joan"])
    }

    @Test("A ticket is found by its holder’s name and admitted by its code; the admission can be undone")
    func byHand() async throws {
        let festival = try Festival()
        let name = #"<script>alert("1")</script> & Söhne"#
        _ = try festival.services.tickets.issue(
            .person(holder: name, email: "grace@example.org", note: nil), type: festival.regular, of: festival.event,
            signingWith: festival.ring)
        try await festival.serve { door async throws in
            let found = try #require(try await door.post("search", #"{"text":"<SCRIPT"}"#)?.list("tickets"))
            #expect(found.count == 1 && found.first?["name"] as? String == name)
            #expect(found.first?["state"] as? String == "issued" && found.first?["inside"] as? Int == 0)
            #expect(try await door.post("search", #"{"text":"nobody"}"#)?.list("tickets")?.isEmpty == true)
            let code = try #require(found.first?["code"] as? String)
            let admitted = try #require(
                try await door.post("admit", #"{"request":"a","code":"\#(code)","gate":"North"}"#))
            #expect(try admitted.text("verdict") == "admit" && admitted.text("holder") == name)
            #expect(
                try await door.post("search", #"{"text":"grace@"}"#)?.list("tickets")?.first?["inside"] as? Int == 1)
            let undo = #"{"request":"u","code":"\#(code)","gate":"North","reason":"scanned twice"}"#
            #expect(try await door.post("undo", undo)?.text("verdict") == "void")
            #expect(try await door.post("undo", undo)?.text("verdict") == "void")
            #expect(try await door.post("undo", undo.replacing("\"u\"", with: "\"v\""))?.text("verdict") == "refuse")
            for body in [
                #"{"request":"a","code":"4F7","gate":"North"}"#,
                #"{"request":"a","code":"\#(code)","gate":"North","reason":""}"#,
            ] {
                #expect(try await door.post("undo", body)?.status == 400)
            }
            #expect(!door.served.log.text.contains("grace"))
        }
        #expect(try festival.records().map(\.decision.name) == ["admit", "void", "refuse"])
    }

    @Test("The figures count the decisions of all gates, and a stream sends new figures after each scan")
    func numbers() async throws {
        let festival = try Festival()
        let tokens = try festival.issue(3)
        try await festival.serve { door async throws in
            _ = try await door.scan(tokens[0])
            let figures = try #require(try await door.get("figures?gate=North"))
            #expect(try figures.number("inside") == 1 && figures.number("admitted") == 1)
            let live = try await door.live()
            var received = ""
            while !received.contains(#""inside":1,"admitted":1"#) { received += try #require(await live.receive()) }
            #expect(received.contains("text/event-stream") && received.contains("event: figures"))
            _ = try await door.scan(tokens[1], gate: "South")
            _ = try await door.scan("rubbish")
            while !received.contains(#""inside":2,"admitted":2,"refused":1"#) {
                received += try #require(await live.receive())
            }
            // The list has only the decisions of gate North, the latest one first.
            let last = try #require(try await door.get("figures?gate=North")?.list("last"))
            #expect(last.map { $0["word"] as? String } == ["REFUSE", "ADMIT"])
            #expect(try await door.get("figures?gate=South")?.list("last")?.count == 1)
        }
    }

    @Test("A stream sends heartbeats while nothing changes")
    func signOfLife() async throws {
        try await Festival().serve { door async throws in
            let live = try await door.live()
            var received = ""
            while !received.contains("event: sign\ndata: still here\n\n") {
                received += try #require(await live.receive())
            }
        }
    }

    @Test("At a gate, a ticket’s admissions can be undone only in reverse order, beginning with the last one")
    func lines() async throws {
        let festival = try Festival()
        let type = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Table", admits: #require(Admits(rawValue: 4))), to: festival.event)
        _ = try festival.services.tickets.issue(
            .person(holder: "Ada", email: nil, note: nil), type: type, of: festival.event, signingWith: festival.ring)
        let party = try #require(try festival.tokens().first)
        let code = try festival.ticket(of: party).code
        try await festival.serve { door async throws in
            func lines(_ key: String) async throws -> [Bool?]? {
                try await door.get("figures?gate=North")?.list("last")?.map { $0[key] as? Bool }
            }
            for request in ["a", "b"] {
                #expect(try await door.scan(party, request: request)?.text("verdict") == "admit")
            }
            #expect(try await lines("undoable") == [true, false])
            let undo = #"{"request":"u","code":"\#(code)","gate":"North","reason":"did not come in"}"#
            #expect(try await door.post("undo", undo)?.text("verdict") == "void")
            #expect(try await lines("undoable") == [false, false, true])
            #expect(try await lines("taken_back") == [false, true, false])
            // A repeated request adds no line to the list of decisions.
            #expect(try await door.scan(party, request: "a")?.text("verdict") == "admit")
            #expect(try await lines("undoable") == [false, false, true])
            #expect(try await door.scan(party, more: #","direction":"exit""#)?.text("verdict") == "exit")
            #expect(try await lines("undoable") == [false, false, false, false])
        }
    }

    @Test(
        "After the server restarts, a gate’s counts include earlier decisions, and its earlier admissions can be undone"
    )
    func restarted() async throws {
        let festival = try Festival()
        let tokens = try festival.issue(3)
        try await festival.serve { door async throws in
            for token in tokens { #expect(try await door.scan(token)?.text("verdict") == "admit") }
            #expect(try await door.scan(tokens[0], more: #","direction":"exit""#)?.text("verdict") == "exit")
            #expect(try await door.scan(tokens[0])?.text("verdict") == "admit")
            festival.clock.advance(bySeconds: 60)
            #expect(try await door.scan(tokens[1])?.text("verdict") == "refuse")
            _ = try await door.scan("rubbish")
            _ = try await door.scan(tokens[1], gate: "South")
        }
        let code = try festival.ticket(of: tokens[2]).code
        try await festival.serve { door async throws in
            // After the restart, this scan comes before the first request for figures. The figures count it once.
            festival.clock.advance(bySeconds: 60)
            #expect(try await door.scan(tokens[2])?.text("verdict") == "refuse")
            func figures() async throws -> GateReply {
                try #require(try await door.get("figures?gate=North"))
            }
            let here = try #require(try await figures().object("here"))
            #expect(here["admitted"] as? Int == 3 && here["inside"] as? Int == 3 && here["refused"] as? Int == 3)
            let last = try #require(try await figures().list("last"))
            #expect(
                last.map { $0["word"] as? String } == ["REFUSE", "REFUSE", "ADMIT", "EXIT", "ADMIT", "ADMIT", "ADMIT"])
            #expect(last.map { $0["line"] as? Int } == [7, 6, 5, 4, 3, 2, 1])
            let line = try #require(
                last.first { $0["code"] as? String == "\(code)" && $0["word"] as? String == "ADMIT" })
            #expect(line["undoable"] as? Bool == true)
            let undo = #"{"request":"u","code":"\#(code)","gate":"North","reason":"did not come in"}"#
            #expect(try await door.post("undo", undo)?.text("verdict") == "void")
            let after = try #require(try await figures().object("here"))
            #expect(after["admitted"] as? Int == 2 && after["inside"] as? Int == 2)
        }
    }

    @Test("At a celebration, each gate serves one sub-event; a scan that names no sub-event is undecided")
    func subEvents() async throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,household,companions\nAnn,Berg,1\n")
        try wedding.invite(to: [wedding.ceremony])
        let token = try wedding.token(of: "Ann")
        try await wedding.festival.serve { door async throws in
            let at = { (subEvent: SubEvent) in #","sub_event":\#(subEvent.number)"# }
            #expect(try await door.scan(token)?.text("verdict") == "undecided")
            #expect(try await door.scan(token, more: at(wedding.brunch))?.text("verdict") == "refuse")
            #expect(try await door.scan(token, more: at(wedding.ceremony))?.text("verdict") == "admit")
            #expect(try await door.scan(token, more: #","sub_event":99"#)?.status == 400)
            let figures = try await door.get("figures?gate=North&sub_event=\(wedding.ceremony.number)")
            #expect(try figures?.number("inside") == 1)
            #expect(try await door.get("figures?gate=North&sub_event=\(wedding.brunch.number)")?.number("inside") == 0)
        }
    }

    @Test(
        "A ticket search shows how many people are inside at the requested sub-event; an unknown sub-event is refused"
    )
    func searchAtSubEvents() async throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,companions,ceremony,reception\nAnn,2,yes,yes\n")
        try wedding.invite()
        let token = try wedding.token(of: "Ann")
        try await wedding.festival.serve { door async throws in
            for (subEvent, count) in [(wedding.ceremony, 3), (wedding.reception, 2)] {
                let more = #","sub_event":\#(subEvent.number),"count":\#(count)"#
                #expect(try await door.scan(token, more: more)?.text("verdict") == "admit")
            }
            for (subEvent, inside, party) in [
                (wedding.ceremony, 3, 3), (wedding.reception, 2, 3), (wedding.brunch, 0, 0),
            ] {
                let found = try await door.post("search", #"{"text":"ann","sub_event":\#(subEvent.number)}"#)?
                    .list("tickets")?.first
                #expect(found?["inside"] as? Int == inside && found?["party"] as? Int == party)
            }
            #expect(try await door.post("search", #"{"text":"ann","sub_event":99}"#)?.status == 400)
            let form = "gate=North&direction=entry&text=ann&sub_event="
            let found = try #require(try await door.form("find", form + "\(wedding.reception.number)"))
            #expect(found.status == 200 && found.body.contains("2 of 3 inside"))
            let uninvited = try await door.form("find", form + "\(wedding.brunch.number)")
            #expect(uninvited?.body.contains("not invited here") == true)
        }
    }

    @Test("A verdict is in the language of the device, as JSON and as a page; the names in JSON stay in English")
    func languages() async throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        try await festival.serve { door async throws in
            let swahili = door.speaking("sw-UG, en;q=0.5")
            let admitted = try #require(try await swahili.scan(token, request: "one"))
            #expect(try admitted.text("verdict") == "admit" && admitted.text("word") == "RUHUSU")
            #expect(try admitted.text("why") == "Karibu" && admitted.text("language") == "sw")
            festival.clock.advance(bySeconds: 60)
            let form = "request=two&gate=North&sub_event=&direction=entry&count=1&text=\(token)"
            let refused = try #require(try await door.speaking("fr").form("check", form))
            #expect(refused.body.contains(#"<p class="word">REFUS</p>"#) && refused.body.contains("lang=\"fr\""))
            #expect(refused.body.contains("Déjà") && !refused.body.contains("Already"))
            // Without scripts, the field for the reason of an undo already has a reason, in the language of the page.
            let page = try #require(try await door.speaking("fr").get("?gate=North"))
            #expect(page.body.contains(#"name="reason" maxlength="200" value="Scanné par erreur""#))
            #expect(try await door.scan("nonsense", request: "three")?.text("word") == "REFUSE")
        }
    }

    @Test("Without scripts, a form leads to a page with the verdict and escaped names; a repeated form is decided once")
    func form() async throws {
        let festival = try Festival()
        _ = try festival.services.tickets.issue(
            .person(holder: "<script>alert(1)</script>", email: nil, note: nil), type: festival.regular,
            of: festival.event, signingWith: festival.ring)
        let token = try #require(try festival.tokens().first)
        try await festival.serve { door async throws in
            for _ in 0..<2 {
                let reply = try #require(
                    try await door.form(
                        "check", "request=r1&gate=North&sub_event=&direction=entry&count=1&text=\(token)"))
                #expect(reply.status == 200)
                #expect(reply.body.contains(#"data-colour="green""#))
                #expect(reply.body.contains(#"<p class="word">ADMIT</p>"#))
                #expect(reply.body.contains("&lt;script&gt;") && !reply.body.contains("<script>alert"))
            }
            let refused = try await door.form("check", "request=r2&gate=North&text=%3Cscript%3E")
            #expect(refused?.body.contains(#"data-colour="red""#) == true)
            #expect(refused?.body.contains("<script>\"") == false)
            #expect(try await door.form("check", "request=r3&gate=&text=x")?.status == 400)
            #expect(try await door.form("check", "request=r3&gate=North&count=0&text=x")?.status == 400)
        }
        #expect(try festival.records().count == 1)
    }

    @Test("If a group exceeds its ticket’s free slots, the response says how many are free; a new request can use them")
    func slotsLeft() async throws {
        let festival = try Festival()
        let type = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Table", admits: #require(Admits(rawValue: 6))), to: festival.event)
        _ = try festival.services.tickets.issue(
            .person(holder: "Ada", email: nil, note: nil), type: type, of: festival.event, signingWith: festival.ring)
        let token = try #require(try festival.tokens().first)
        try await festival.serve { door async throws in
            let first = try #require(try await door.scan(token, more: #","count":3"#))
            #expect(try first.text("verdict") == "admit" && first.body.contains(#""people_left":null"#))
            let large = try #require(try await door.scan(token, more: #","count":4"#))
            #expect(try large.text("verdict") == "refuse" && large.number("people_left") == 3)
            // The page has sent the ticket’s text, so the response does not repeat the text.
            #expect(try large.text("text") == nil && !large.body.contains(token))
            let part = try #require(try await door.scan(token, more: #","count":1"#))
            #expect(try part.text("verdict") == "admit" && part.number("used") == 4)

            // Without scripts, the page has a form that admits as many people as there are free slots.
            let fields = "gate=North&sub_event=&direction=entry&text=\(token)"
            let page = try #require(try await door.form("check", "request=r1&count=3&\(fields)")).body
            #expect(page.contains(">Admit 2</button>") && page.contains(#"name="count" value="2""#))
            let forms = PageForm.all(in: page).filter { form in form.fields.contains { $0.value == token } }
            let form = try #require(forms.first)
            #expect(forms.count == 1 && form.action == "/gate/\(festival.event.slug)/check")
            let typed = form.fields.filter { $0.name != CSRFToken.field }.map { "\($0.name)=\($0.value)" }
            for _ in 0..<2 {
                let reply = try #require(try await door.form("check", typed.joined(separator: "&")))
                #expect(reply.body.contains(#"<p class="word">ADMIT</p>"#) && !reply.body.contains(">Admit 2<"))
            }
            let full = try #require(try await door.scan(token, more: #","count":1"#))
            #expect(try full.text("verdict") != "admit" && full.body.contains(#""people_left":null"#))
            #expect(try await door.get("figures?gate=North")?.number("inside") == 6)
        }
    }

    @Test("Without scripts, forms find tickets and undo an admission once; an invalid code or reason is refused")
    func forms() async throws {
        let festival = try Festival()
        _ = try festival.services.tickets.issue(
            .person(holder: "Ann <b>Berg</b>", email: nil, note: nil), type: festival.regular, of: festival.event,
            signingWith: festival.ring)
        let code = try festival.ticket(of: #require(try festival.tokens().first)).code
        try await festival.serve { door async throws in
            let found = try #require(try await door.form("find", "gate=North&sub_event=&direction=exit&text=ann"))
            #expect(found.body.contains("Ann &lt;b&gt;Berg&lt;/b&gt;") && !found.body.contains("<b>Berg"))
            #expect(found.body.contains("Let out") && found.body.contains(#"name="text" value="\#(code)""#))
            #expect(try await door.form("find", "gate=North&text=nobody")?.body.contains("Nothing found") == true)
            #expect(try await door.form("find", "gate=North&text=")?.status == 400)
            // If the text is a printed code, the response only shows the ticket. A form on that page admits the guest.
            let displayed = try #require(try await door.form("check", "request=r0&gate=North&text=\(code)"))
            #expect(displayed.body.contains("A printed code proves nothing") && !displayed.body.contains(">ADMIT<"))
            _ = try await door.form("check", "request=r1&gate=North&hand=1&text=\(code)")
            for _ in 0..<2 {
                let reply = try await door.form("take-back", "request=r2&gate=North&code=\(code)&reason=mistake")
                #expect(reply?.body.contains(#"<p class="word">UNDONE</p>"#) == true)
            }
            for fields in ["code=\(code)&reason=", "code=4F7&reason=mistake", "reason=mistake"] {
                let refused = try #require(try await door.form("take-back", "request=r3&gate=North&\(fields)"))
                let field = fields.hasSuffix("reason=") ? "back-reason" : "back-code"
                #expect(refused.status == 422 && refused.body.contains("<p class=\"fault\" id=\"\(field)-fault\">"))
                #expect(refused.body.contains("action=\"/gate/\(festival.event.slug)/take-back\""))
            }
        }
        #expect(try festival.records().map(\.decision.name) == ["admit", "void"])
    }

    @Test("If a gate can’t know whether its decision was stored, the same request can be sent again, even by a form")
    func mayBeStored() async throws {
        let festival = try Festival(engine: .postgreSQL)
        let tokens = try festival.issue(3)
        let server = try PostgreSQLServer.shared()
        let proxy = try CuttingProxy(to: server.port)
        let url = festival.storeURL.replacing(":\(server.port)/", with: ":\(proxy.port)/")
        func loseAnswers() {
            proxy.cutNextCommit(.commit)
            proxy.cutNextCommit(.answer)
        }
        let store: @Sendable () throws -> Store = { try Store.open(.postgreSQL(PostgreSQLAddress(url: url))) }
        try await festival.serve(store: store) { door async throws in
            // This scan also stores the rows that a new session and a new gate need. So the only commits that are lost
            // below are those of admissions.
            #expect(try await door.scan(tokens[2])?.text("verdict") == "admit")
            loseAnswers()
            let unsure = try await door.scan(tokens[0], request: "r1")
            #expect(unsure?.status == 503)
            #expect(unsure?.body.contains("admit") == false)
            #expect(try await door.scan(tokens[0], request: "r1")?.text("verdict") == "admit")
            loseAnswers()
            let form = "request=r2&gate=North&sub_event=&direction=entry&count=1&text=\(tokens[1])"
            let page = try #require(try await door.form("check", form))
            #expect(page.body.contains(#"data-colour="yellow""#))
            #expect(page.body.contains(#"name="request" value="r2""#) && page.body.contains(">Ask again<"))
            #expect(page.body.contains(#"name="text" value="\#(tokens[1])""#))
            #expect(page.body.contains(#"name="gate" value="North""#))
            let settled = try #require(try await door.form("check", form))
            #expect(settled.body.contains(#"data-colour="green""#) && !settled.body.contains(">Ask again<"))
        }
        #expect(try festival.records().count == 3)
    }

    @Test("A paired phone can scan and send frames until the phone is revoked, and the ledger has the phone’s name")
    func phones() async throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        try await Served.with(configuration: festival.configuration, gates: try festival.gates) { served async throws in
            let phone = try festival.pairedPhone(named: "Phone 1")
            let door = try GateDoor(served, festival, phone: phone.secret)
            #expect(try await door.scan(tokens[0])?.text("verdict") == "admit")
            #expect(try await door.get("figures?gate=North")?.number("admitted") == 1)
            #expect(try await door.frame([0], 1, 1)?.status == 204)
            try festival.revoke(phone)
            #expect(try await door.scan(tokens[1])?.status == 401)
            #expect(try await door.frame([0], 1, 1)?.status == 401)
        }
        #expect(try festival.records().map(\.operator) == ["Phone 1"])
    }

    @Test(
        "If a phone only sends camera frames and shows figures, its pairing expires; each scan extends the pairing"
    )
    func idle() async throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        try await Served.with(configuration: festival.configuration, gates: try festival.gates) { served async throws in
            let phone = try festival.pairedPhone(named: "Phone 1")
            let door = try GateDoor(served, festival, phone: phone.secret)
            festival.clock.advance(bySeconds: WebDevice.idleSeconds - 1)
            #expect(try await door.scan(tokens[0])?.text("verdict") == "admit")
            festival.clock.advance(bySeconds: WebDevice.idleSeconds - 1)
            let live = try await door.live()
            var text = try #require(await live.receive())
            #expect(text.contains("200"))
            #expect(try await door.get("figures?gate=North")?.status == 200)
            #expect(try await door.frame([0], 1, 1)?.status == 204)
            festival.clock.advance(bySeconds: 1)
            #expect(try await door.scan(tokens[1])?.status == 401)
            // The server ends the phone’s stream with an empty chunk.
            while !text.hasSuffix("\r\n0\r\n\r\n"), let more = await live.receive() { text += more }
            #expect(text.hasSuffix("\r\n0\r\n\r\n"))
        }
    }

    @Test("If a server stops during many scans, every admission that a client saw in a response is stored")
    func stopping() async throws {
        let festival = try Festival()
        let tokens = try festival.issue(60)
        let answered = try await withThrowingTaskGroup(of: String?.self) { group in
            try await festival.serve { door async throws in
                for token in tokens {
                    group.addTask {
                        do {
                            return try await door.scan(token)?.text("verdict") == "admit" ? token : nil
                        } catch {
                            // The client got no connection, or the connection ended early.
                            return nil
                        }
                    }
                }
                _ = try await group.next()
            }
            return try await group.reduce(into: Set<String>()) { if let token = $1 { $0.insert(token) } }
        }
        let admitted = Set(try festival.records().map(\.serial))
        for token in answered { #expect(admitted.contains(try festival.ticket(of: token).serial)) }
    }
}

extension Festival {
    func records() throws -> [AdmissionRecord] {
        var records: [AdmissionRecord] = []
        try services.gates.forEachRecord(of: event) { records.append($0) }
        return records
    }
}

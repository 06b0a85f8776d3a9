import EventFixture
import Foundation
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

@Suite("Verdicts on the gate page, and the page of a paired phone", .everyEngine, .serving)
struct GateVerdictPageTests {
    @Test(
        "For a ticket for several people, the page shows first how many are inside, then the verdict, then the reason")
    func party() async throws {
        let five = try #require(Admits(rawValue: 5))
        let festival = try Festival(type: TicketTypeDetails(name: "Table", admits: five))
        let token = try festival.issue(1)[0]
        try await festival.serve { door async throws in
            let admitted = try #require(try await door.scan(token, more: #","count":3"#))
            #expect(try admitted.text("party") == "3 of 5" && admitted.text("why") == "Welcome")
            let page = try #require(try await door.form("check", "request=r1&gate=North&count=1&text=\(token)")).body
            let people = try #require(page.range(of: #"<p class="people">4 of 5</p>"#))
            let word = try #require(page.range(of: #"<p class="word">ADMIT</p>"#))
            let reason = try #require(page.range(of: #"<p class="why">Welcome</p>"#))
            #expect(people.upperBound < word.lowerBound && word.upperBound < reason.lowerBound)
            #expect(page.contains(#"data-letters="5""#))
            let refused = try #require(try await door.scan("rubbish"))
            #expect(refused.body.contains(#""party":null"#))
        }
    }

    @Test("The letters of a long verdict word are narrower; accents and invisible characters do not make a word longer")
    func letters() {
        for (word, count) in VerdictWords.letters { #expect(word.longestPart == count, "\(word)") }
    }

    @Test("If a ticket is for another gate, the JSON and the page without scripts have the landmark of that gate")
    func wrongGate() async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "VIP").with { $0.gates = ["South"] })
        let token = try festival.issue(1)[0]
        try festival.services.gates.setLandmark(
            GateLandmark(gate: "South", text: "by the <b>fountain</b>"), of: festival.event)
        try await festival.serve { door async throws in
            let refused = try #require(try await door.scan(token))
            #expect(try refused.text("why") == "This ticket is for gate South – by the <b>fountain</b>")
            let gate = try #require(try refused.list("valid_at")?.first)
            #expect(gate["name"] as? String == "South" && gate["landmark"] as? String == "by the <b>fountain</b>")
            let page = try #require(try await door.form("check", "request=r1&gate=North&text=\(token)")).body
            #expect(page.contains("This ticket is for gate South – by the &lt;b&gt;fountain"))
            #expect(page.contains(#"data-letters="6""#))
            #expect(try await door.scan(token, gate: "South")?.text("verdict") == "admit")
        }
    }

    @Test("If a ticket is for another gate, the verdict has the picture of that gate; a removed picture is not found")
    func picture() async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "VIP").with { $0.gates = ["South"] })
        let token = try festival.issue(1)[0]
        let stored = try festival.services.pictures.setGatePicture(
            anyPicture(), of: "south", showing: "A <b>fountain</b>", at: festival.event)
        let address = "/pictures/\(stored.id)/640.jpg"
        try await festival.serve { door async throws in
            let shown = try #require(try await door.scan(token)?.list("gate_pictures")?.first)
            #expect(shown["address"] as? String == address && shown["text"] as? String == "A <b>fountain</b>")
            let page = try #require(try await door.form("check", "request=r1&gate=North&text=\(token)")).body
            #expect(page.contains(#"<img class="way" src="\#(address)" alt="A &lt;b&gt;fountain&lt;/b&gt;"/>"#))
            #expect(MarkupGrammar.fault(in: page) == nil)
            #expect(try await door.served.ask("GET", address)?.status == 200)
            try festival.services.pictures.removeGatePicture(of: "South", at: festival.event)
            #expect(try await door.served.ask("GET", address)?.status == 404)
            #expect(try await door.scan(token)?.list("gate_pictures")?.isEmpty == true)
        }
    }

    @Test("A paired phone can open only the page of its own gate, and that page has no menu")
    func phone() async throws {
        let festival = try Festival()
        let own = "/gate/\(festival.event.number)?gate=North"
        try await festival.serve { owner async throws in
            let phone = try GateDoor(owner.served, festival, phone: festival.pairedPhone(named: "Phone 1").secret)
            for path in ["/gate", "?gate=South", "?gate=North%20"] {
                let reply = try #require(try await phone.get(path))
                #expect(reply.status == 303 && reply.headers["location"] == own, "\(path)")
            }
            let page = try #require(try await phone.get("?gate=North")).body
            let links = page.matches(of: /<a [^>]*href="([^"]*)"/).map { String($0.1) }
            let here = "/gate/\(festival.event.slug)?gate=North&amp;direction=entry"
            // The link to the sign-in page is hidden. On a paired phone, a script makes it a link to the pairing page,
            // and shows it only after the phone was revoked.
            #expect(links == ["#main", here, "/sign-in"], "\(links)")
            for part in ["<header", "<nav", "/sign-out"] { #expect(!page.contains(part), "\(part)") }
            let pairing = try #require(try await phone.get("/pair")).body
            #expect(pairing.contains(#"id="own-gate" class="button" href="\#(own)""#))
            #expect(!pairing.contains("<header") && !pairing.contains("<nav"))
            // A signed-in user sees no menu on the gate page either, but can go back to the list of gates.
            let users = try #require(try await owner.get("?gate=North")).body
            #expect(users.contains(#"href="/gate""#) && !users.contains("<header"))
            #expect(try await owner.get("/pair")?.body.contains("own-gate") == false)
        }
    }

    @Test("In the list of gates, an event without a date comes after all other events, and says that it has no date")
    func undated() async throws {
        let festival = try Festival()
        _ = try festival.services.events.createEvent(
            EventDetails(title: "Carols", venue: "Garden", timeZone: "UTC"), suite: .hmac,
            of: festival.services.organizers.organizer(named: "Nile Nights"))
        try await festival.serve { owner async throws in
            let list = try #require(try await owner.get("/gate")).body
            let dated = try #require(list.range(of: "<h2>\(festival.event.details.title)</h2>"))
            let undated = try #require(list.range(of: "<h2>Carols</h2>"))
            #expect(dated.upperBound < undated.lowerBound)
            #expect(list[undated.upperBound...].contains(#"<p class="quiet">No date yet, Garden</p>"#))
        }
    }

    @Test("On a phone that was paired without a sub-event, the sub-event can be chosen, but not the gate")
    func subEvent() async throws {
        let wedding = try Wedding()
        let festival = wedding.festival
        try await festival.serve { owner async throws in
            let phone = try GateDoor(owner.served, festival, phone: festival.pairedPhone(named: "Phone 1").secret)
            let list = try #require(try await phone.get("/gate"))
            #expect(list.status == 200 && list.body.contains(#"value="North""#) && list.body.contains(" readonly"))
            #expect(list.body.contains("Reception") && !list.body.contains("<header"))
            let page = try #require(try await phone.get("?gate=North&sub_event=\(wedding.reception.number)"))
            #expect(page.status == 200 && page.body.contains(#"href="/gate""#))
        }
    }
}

import EventFixture
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

/// Markup that pages must escape in every field.
private let hostile = #"<script>alert("1")</script><svg onload=x>'&{{title}}"#

@Suite("Companions on a guest’s page and at the desk", .serving)
struct InvitationCompanionTests {
    private let wedding: Wedding

    init() throws {
        wedding = try Wedding()
        try wedding.importGuests(
            "name,household,companions,ceremony,reception\nGrace,N,2,yes,yes\nMoses,N,0,yes,\nJoan,A,1,,yes\n")
        try wedding.invite()
    }

    private func path(of name: String) throws -> String {
        let serial = try #require(try guest(name).guest.serial)
        let ticket = try wedding.services.tickets.ticket(TicketCode(serial), of: wedding.event)
        return "/i/\(try TicketLink(to: ticket, of: wedding.event, wedding.festival.ring).path)"
    }

    private func guest(_ name: String) throws -> InvitedGuest {
        try wedding.services.guests.guest(named: name, of: wedding.event)
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: wedding.festival.configuration, work)
    }

    /// The fields of a complete reply of Grace.
    private let replied = ["sub_event_1": "attending", "companions_1": "2", "sub_event_2": "maybe"]

    @Test("One form saves a guest’s answers, allergies and companions; the page shows them again, with markup escaped")
    func saved() async throws {
        let path = try path(of: "Grace")
        let fields = replied.merging([
            "allergy": "nuts", "companion-1-name": "", "companion-2-name": hostile, "companion-2-child": "yes",
            "companion-2-meal": " rice ", "companion-1-allergy": "",
        ]) { $1 }
        try await serve { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            for id in ["companion-1-name-1", "companion-2-child-1", "allergy-2"] {
                #expect(browser.body.contains("id=\"\(id)\""), "\(id)")
            }
            for id in ["companion-3-name-1", "companion-1-name-2"] {
                #expect(!browser.body.contains("id=\"\(id)\""), "\(id)")
            }
            try await browser.submit("\(path)/answer", fields.ofGuest(1))
            #expect(browser.body.contains("Ceremony: coming with 2 companions. Reception: perhaps coming."))
            #expect(browser.body.contains("Allergies: nuts. Companion 1: &lt;script&gt;"))
            #expect(browser.body.contains("value=\"maybe\" checked"))
            #expect(!browser.body.contains("<script>alert") && !browser.body.contains("<svg onload"))
            // The fields of the first companion were left blank, so the second companion has become the first one.
            #expect(try browser.value(behind: #"name="guest-1-companion-1-meal" autocomplete="off" value=""#) == "rice")
            #expect(browser.body.contains(#"name="guest-1-companion-1-child" value="yes" checked"#))
            #expect(!browser.body.contains(#"name="guest-1-companion-2-child" value="yes" checked"#))
        }
        let companion = Companion(number: 1, name: hostile, isChild: true, meal: "rice")
        #expect(try guest("Grace").companions == [companion])
        #expect(try guest("Grace").invitations.map(\.reply) == [.attending(companions: 2), .maybe])
        #expect(try guest("Moses").companions.isEmpty)
    }

    @Test("An invalid text of a companion is an error at its field and in the summary, and the form keeps its values")
    func faults() async throws {
        let path = try path(of: "Grace")
        let long = String(repeating: "x", count: 201)
        let fields = replied.merging([
            "companion-1-name": "Amina", "companion-1-child": "yes", "companion-2-name": "Ben",
            "companion-2-allergy": long, "allergy": long,
        ]) { $1 }
        try await serve { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            let refused = try await browser.send("\(path)/answer", fields.ofGuest(1))
            #expect(refused.status == 422)
            for id in ["companion-2-allergy-1", "allergy-1"] {
                #expect(refused.body.contains("href=\"#\(id)\""), "\(id)")
                #expect(refused.body.contains("aria-invalid=\"true\" aria-describedby=\"\(id)-fault\""), "\(id)")
                #expect(refused.body.contains("<p class=\"fault\" id=\"\(id)-fault\">"), "\(id)")
            }
            #expect(!refused.body.contains("companion-1-name-1-fault"))
            #expect(refused.body.contains("Grace, Companion 2, Allergies: "))
            #expect(
                try browser.value(behind: #"name="guest-1-companion-1-name" autocomplete="off" value=""#) == "Amina")
            #expect(
                try browser.value(behind: #"name="guest-1-companion-2-allergy" autocomplete="off" value=""#) == long)
            #expect(refused.body.contains(#"name="guest-1-companion-1-child" value="yes" checked"#))
            #expect(try guest("Grace").companions.isEmpty)
            #expect(try guest("Grace").invitations.allSatisfy { $0.reply == .none })
            for (name, text) in [("companion-1-name", "A\u{7}"), ("companion-2-meal", "\u{202E}x")] {
                let reply = try await browser.send("\(path)/answer", replied.merging([name: text]) { $1 }.ofGuest(1))
                #expect(reply.status == 422 && reply.body.contains("id=\"\(name)-1-fault\""), "\(name)")
            }
            let malformed = replied.merging(["companion-1-child": "perhaps"]) { $1 }
            #expect(try await browser.send("\(path)/answer", malformed.ofGuest(1)).status == 400)
        }
        #expect(try guest("Grace").companions.isEmpty)
    }

    @Test("A guest whose text is one letter too long is told the limit of this field, and can use all of the limit")
    func limits() async throws {
        let path = try path(of: "Grace")
        try await serve { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            for (name, limit) in [("meal", 500), ("allergy", 200), ("companion-1-meal", 200)] {
                let long = replied.merging([name: String(repeating: "x", count: limit + 1)]) { $1 }
                let refused = try await browser.send("\(path)/answer", long.ofGuest(1))
                #expect(refused.status == 422, "\(name)")
                let limits = refused.body.matches(of: /Enter 1 to (\d+) characters/).map { String($0.1) }
                #expect(!limits.isEmpty && Set(limits) == ["\(limit)"], "\(name): \(limits)")
            }
            let longest = replied.merging(["meal": String(repeating: "x", count: 500)]) { $1 }
            try await browser.submit("\(path)/answer", longest.ofGuest(1))
        }
        #expect(try guest("Grace").guest.details.meal?.count == 500)
    }

    @Test("If a guest describes more companions than come along, the reply is refused, and nothing is saved")
    func uncounted() async throws {
        let path = try path(of: "Grace")
        let coming = [
            "sub_event_1": "attending", "companions_1": "0", "sub_event_2": "maybe", "companions_2": "2",
            "companion-1-child": "yes", "companion-1-name": "", "companion-1-meal": "",
            "companion-1-allergy": "peanuts",
        ]
        try await serve { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            #expect(browser.body.contains(">Companions, if you come</label>"))
            let refused = try await browser.send("\(path)/answer", coming.ofGuest(1))
            #expect(refused.status == 422)
            let text = "You described one companion, but the number of companions is 0. Choose the number"
            #expect(refused.body.contains("<a href=\"#companions-1-1\">Grace, Ceremony: \(text)"))
            #expect(refused.body.contains("<p class=\"fault\" id=\"companions-1-1-fault\">\(text)"))
            #expect(refused.body.contains(#"aria-invalid="true" aria-describedby="companions-1-1-fault""#))
            // The answer to the reception is “maybe”, so the number of companions at the reception is not checked.
            #expect(!refused.body.contains("companions-1-2-fault") && !refused.body.contains("#companions-1-2"))
            #expect(
                try browser.value(behind: #"name="guest-1-companion-1-allergy" autocomplete="off" value=""#)
                    == "peanuts")
            let two = coming.merging(["companions_1": "1", "companion-2-name": "Ben"]) { $1 }
            let lacking = try await browser.send("\(path)/answer", two.ofGuest(1))
            #expect(lacking.status == 422)
            #expect(lacking.body.contains("You described 2 companions, but the number of companions is 1."))
            #expect(try guest("Grace").companions.isEmpty)
            #expect(try guest("Grace").invitations.allSatisfy { $0.reply == .none })
            // It is sufficient that the number of companions is large enough at one sub-event.
            let enough = two.merging(["sub_event_2": "attending"]) { $1 }
            try await browser.submit("\(path)/answer", enough.ofGuest(1))
        }
        #expect(try guest("Grace").invitations.map(\.reply) == [.attending(companions: 1), .attending(companions: 2)])
        #expect(
            try guest("Grace").companions == [
                Companion(number: 1, isChild: true, allergy: "peanuts"), Companion(number: 2, name: "Ben"),
            ])
    }

    @Test("The number of companions is checked against saved answers, and only for a guest who is coming")
    func storedCompanions() async throws {
        let path = try path(of: "Grace")
        try await serve { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            let described = ["companion-1-name": "Amina", "companion-2-name": "Ben"]
            // A guest who may come, or is not coming, needs no number of companions.
            for (first, second) in [("maybe", "declined"), ("declined", "declined"), ("maybe", "maybe")] {
                let answers = ["sub_event_1": first, "sub_event_2": second, "companions_1": "0", "companions_2": "0"]
                try await browser.submit("\(path)/answer", described.merging(answers) { $1 }.ofGuest(1))
            }
            #expect(try guest("Grace").companions.map(\.name) == ["Amina", "Ben"])
            // This form has no companions, so the saved companions are compared with the number.
            let short = ["sub_event_1": "attending", "companions_1": "1"]
            #expect(try await browser.send("\(path)/answer", short.ofGuest(1)).status == 422)
            #expect(try guest("Grace").invitations.map(\.reply) == [.maybe, .maybe])
            try await browser.submit("\(path)/answer", short.merging(["companions_1": "2"]) { $1 }.ofGuest(1))
            // This form has no answer to the ceremony, so the saved answer for the ceremony is used.
            let other = ["sub_event_2": "attending", "companions_2": "0"]
            try await browser.submit("\(path)/answer", other.ofGuest(1))
            // If the fields of all companions are cleared, the number can be 0.
            let cleared = short.merging(
                ["companions_1": "0", "companion-1-name": "", "companion-2-name": " ", "companion-2-meal": ""]) { $1 }
            try await browser.submit("\(path)/answer", cleared.ofGuest(1))
        }
        #expect(try guest("Grace").companions.isEmpty)
        #expect(
            try guest("Grace").invitations.map(\.reply) == [.attending(companions: 0), .attending(companions: 0)])
    }

    @Test("A form with too many companions, or with the companions of another household, saves nothing")
    func foreign() async throws {
        let (own, other) = (try path(of: "Grace"), try path(of: "Joan"))
        let crowd = Dictionary(uniqueKeysWithValues: (1...15).map { ("companion-\($0)-name", "Companion \($0)") })
        try await serve { served async throws in
            let browser = Browser(served)
            try await browser.get(own)
            let refused = try await browser.send("\(own)/answer", replied.merging(crowd) { $1 }.ofGuest(1))
            #expect(refused.status == 422 && refused.body.contains("You can bring up to 2 companions."))
            let stranger = Browser(served)
            try await stranger.get(other)
            let eve = replied.merging(["companion-1-name": "Eve"]) { $1 }
            #expect(try await stranger.send("\(other)/answer", eve.ofGuest(1)).status == 422)
            #expect(!stranger.body.contains("Amina") && !stranger.body.contains("Grace"))
        }
        #expect(try wedding.guests().allSatisfy { $0.companions.isEmpty })
        #expect(try wedding.guests().flatMap(\.invitations).allSatisfy { $0.reply == .none })
    }

    @Test("The desk shows companions and “maybe”, and a member can edit them")
    func desk() async throws {
        let owner = try DeskVisitor.owner(of: wedding.festival)
        let grid = "\(wedding.event.deskPath)/guests"
        let pagePath = "\(grid)/1"
        _ = try wedding.services.guests.editAnswers(ofGuest: 1, of: wedding.event) { answers in
            answers.answers[1] = .maybe
            answers[companion: 1] = Companion(number: 1, name: hostile, isChild: true, meal: "rice")
        }
        try await serve { served async throws in
            let list = try await owner.get(served, grid).body
            #expect(list.contains("Companions: &lt;script&gt;") && list.contains("<select class=\"maybe\""))
            let page = try await owner.get(served, pagePath).body
            #expect(page.contains("<dt>Companion 1</dt>") && page.contains(", child, meal: rice</dd>"))
            #expect(!list.contains("<script>alert") && !page.contains("<script>alert"))
            let shown = Dictionary(try PageForm.filled(page, to: pagePath)) { first, _ in first }
            #expect(shown["answer-1"] == "maybe" && shown["companion-1-meal"] == "rice")
            #expect(page.contains(#"name="companion-1-child" type="checkbox" value="yes" checked"#))
            // The checkbox of the first companion is no longer ticked, and the checkbox of the second companion is
            // ticked.
            let edit = try PageForm.filled(
                page, to: pagePath,
                [
                    "answer-2": "maybe", "companion-1-name": "Amina", "companion-2-allergy": "eggs", "allergy": "milk",
                    "companion-2-child": "yes",
                ])
            for _ in 0..<2 { #expect(try await owner.post(served, pagePath, edit).status == 303) }
            let long = String(repeating: "x", count: 201)
            let again = try await owner.get(served, pagePath).body
            let wrong = try await owner.post(
                served, pagePath, PageForm.filled(again, to: pagePath, ["companion-2-name": long]))
            #expect(wrong.status == 422 && wrong.body.contains("id=\"companion-2-name-fault\""))
        }
        let grace = try guest("Grace")
        #expect(grace.guest.details.allergy == "milk" && grace.invitations.map(\.reply) == [.maybe, .maybe])
        #expect(
            grace.companions == [
                Companion(number: 1, name: "Amina", meal: "rice"),
                Companion(number: 2, isChild: true, allergy: "eggs"),
            ])
    }
}

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

extension Browser {
    /// The fields of guests that a browser would send with the form of an invitation, if the user changed nothing.
    var guestFields: [String: String] {
        var fields: [String: String] = [:]
        for input in body.matches(of: /<input ([^>]*)name="(guest-[^"]+)"([^>]*)>/) {
            let (before, after) = (String(input.1), String(input.3))
            let isChoice = before.contains("type=\"radio\"") || before.contains("type=\"checkbox\"")
            guard !isChoice || after.contains(" checked") else { continue }
            fields[String(input.2)] = after.firstMatch(of: /value="([^"]*)"/).map { String($0.1) } ?? ""
        }
        for list in body.matches(of: /<select [^>]*name="(guest-[^"]+)"[^>]*>(.*?)<\/select>/.dotMatchesNewlines()) {
            fields[String(list.1)] = String(list.2).firstMatch(of: /value="([0-9]+)" selected/).map { String($0.1) }
        }
        return fields
    }
}

@Suite("The form of a household", .serving)
struct HouseholdFormTests {
    private let wedding: Wedding
    private let path: String

    init() throws {
        wedding = try Wedding()
        try wedding.importGuests(
            "name,household,companions,ceremony,reception\nGrace,N,2,yes,yes\nMoses,N,0,yes,\nJoan,A,1,,yes\n")
        try wedding.invite()
        let serial = try #require(try wedding.guests()[0].guest.serial)
        let ticket = try wedding.services.tickets.ticket(TicketCode(serial), of: wedding.event)
        path = "/i/\(try TicketLink(to: ticket, of: wedding.event, wedding.festival.ring).path)"
    }

    private func guest(_ name: String) throws -> InvitedGuest {
        try wedding.services.guests.guest(named: name, of: wedding.event)
    }

    private func open(_ work: (Browser) async throws -> Void) async throws {
        try await Served.with(configuration: wedding.festival.configuration) { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            try await work(browser)
        }
    }

    /// The fields of the current page, with the values that the user has typed.
    private func typed(_ browser: Browser, _ changes: [String: String]...) -> [String: String] {
        changes.reduce(browser.guestFields) { $0.merging($1) { $1 } }
    }

    private let grace = [
        "sub_event_1": "attending", "companions_1": "1", "sub_event_2": "declined", "meal": "fish",
        "companion-1-name": "Amina", "companion-1-child": "yes",
    ].ofGuest(1)
    private let moses = ["sub_event_1": "maybe", "meal": "rice"].ofGuest(2)

    private func nobodyHasAnswered() throws -> Bool {
        try wedding.guests().allSatisfy { guest in
            guest.invitations.allSatisfy { $0.reply == .none } && guest.companions.isEmpty
                && guest.guest.details.meal == nil && guest.guest.details.allergy == nil
        }
    }

    @Test("The page has one form, and all IDs on it are different; one form saves the replies of both guests")
    func both() async throws {
        try await open { browser in
            #expect(browser.body.components(separatedBy: "action=\"\(path)/answer\"").count == 2)
            #expect(browser.body.components(separatedBy: ">Send answer</button>").count == 2)
            let ids = browser.body.matches(of: /[ ]id="([^"]+)"/).map { String($0.1) }
            #expect(Set(ids).count == ids.count && ids.contains("guest-1") && ids.contains("guest-2"))
            #expect(browser.body.contains("<legend><h2>Moses</h2></legend>") && !browser.body.contains("Joan"))
            try await browser.submit("\(path)/answer", typed(browser, grace, moses))
            #expect(
                browser.body.contains(
                    "Grace – Ceremony: coming with one companion. Reception: not coming. Meal: fish. "
                        + "Companion 1: Amina, child. Moses – Ceremony: perhaps coming. Meal: rice."))
        }
        let (first, second) = (try guest("Grace"), try guest("Moses"))
        #expect(first.invitations.map(\.reply) == [.attending(companions: 1), .declined])
        #expect(first.companions == [Companion(number: 1, name: "Amina", isChild: true)])
        #expect(second.invitations.map(\.reply) == [.maybe] && second.guest.details.meal == "rice")
        #expect(try guest("Joan").invitations.map(\.reply) == [.none])
    }

    @Test(
        "A guest for whom nothing was changed stays as before: without an answer, or with the old answer and its time")
    func untouched() async throws {
        try await open { browser in
            try await browser.submit("\(path)/answer", typed(browser, grace))
            #expect(browser.body.contains("Moses – Ceremony: no answer."))
            #expect(try guest("Moses").invitations.map(\.repliedAt) == [nil])
            wedding.festival.clock.advance(bySeconds: 60)
            try await browser.get(path)
            try await browser.submit("\(path)/answer", typed(browser, moses))
            try await browser.submit("\(path)/answer", typed(browser))
        }
        #expect(try guest("Grace").invitations.map(\.repliedAt) == [Festival.start, Festival.start])
        #expect(try guest("Grace").guest.details.meal == "fish" && guest("Grace").companions.map(\.name) == ["Amina"])
        #expect(try guest("Moses").invitations.map(\.repliedAt) == [Festival.start.advanced(bySeconds: 60)])
    }

    @Test(
        "If the second guest’s reply has an error, nothing is stored, the error names the guest, and typed values stay")
    func secondFault() async throws {
        let long = String(repeating: "x", count: 501)
        try await open { browser in
            let sent = typed(browser, grace, moses, ["meal": long].ofGuest(2))
            let refused = try await browser.send("\(path)/answer", sent)
            #expect(refused.status == 422 && refused.body.contains("No answer was saved, for these reasons:"))
            #expect(refused.body.contains("<li><a href=\"#meal-2\">Moses, Meal and dietary needs: "))
            #expect(refused.body.contains("aria-describedby=\"meal-2-fault\""))
            #expect(refused.body.components(separatedBy: "<li><a href=\"#").count == 2)
            #expect(browser.guestFields == sent)
            #expect(try nobodyHasAnswered())
            try await browser.submit("\(path)/answer", typed(browser, ["meal": "rice"].ofGuest(2)))
        }
        #expect(try guest("Grace").invitations.map(\.reply) == [.attending(companions: 1), .declined])
        #expect(try guest("Moses").guest.details.meal == "rice")
    }

    @Test(
        """
        The list of errors has the errors of all guests: missing answers, invalid texts, and descriptions of \
        companions without the number of companions
        """)
    func allFaults() async throws {
        try await open { browser in
            let sent = typed(
                browser, ["sub_event_1": "attending", "companion-2-name": "Ben"].ofGuest(1),
                ["allergy": String(repeating: "x", count: 201)].ofGuest(2))
            let refused = try await browser.send("\(path)/answer", sent)
            #expect(refused.status == 422)
            let choose = "Choose “Coming”, “Maybe” or “Not coming”."
            for line in [
                "<a href=\"#sub-event-1-2\">Grace, Reception: \(choose)",
                "<a href=\"#companions-1-1\">Grace, Ceremony: You described one companion, but",
                "<a href=\"#sub-event-2-1\">Moses, Ceremony: \(choose)",
                "<a href=\"#allergy-2\">Moses, Allergies: ", "<p class=\"fault\" id=\"sub-event-2-1-fault\">\(choose)",
                "aria-describedby=\"sub-event-2-1-fault\"", "aria-describedby=\"guest-2-faults\"",
                "<p class=\"fault\" id=\"guest-2-faults\">The form has details about Moses, but an answer is missing.",
            ] {
                #expect(refused.body.contains(line), "\(line)")
            }
            #expect(!refused.body.contains("The form has details about Grace"))
            #expect(browser.guestFields == sent)
        }
        #expect(try nobodyHasAnswered())
    }

    @Test("Details of a guest without an answer, such as a number of companions, are refused and stay in the form")
    func details() async throws {
        try await open { browser in
            for details in [
                ["companions_1": "2"], ["meal": "fish"], ["allergy": "nuts"], ["companion-1-child": "yes"],
                ["companion-2-allergy": "milk"],
            ] {
                try await browser.get(path)
                let sent = typed(browser, details.ofGuest(1), moses)
                let refused = try await browser.send("\(path)/answer", sent)
                #expect(refused.status == 422, "\(details)")
                #expect(refused.body.contains("The form has details about Grace, but an answer is missing."))
                #expect(refused.body.contains("href=\"#sub-event-1-1\"") && !refused.body.contains("#sub-event-2-1\""))
                #expect(browser.guestFields == sent, "\(details)")
            }
        }
        #expect(try nobodyHasAnswered())
    }

    @Test("If no answer is given, an error says so, and lists all sub-events of all guests")
    func nothing() async throws {
        try await open { browser in
            for fields in [browser.guestFields, [:]] {
                let refused = try await browser.send("\(path)/answer", fields)
                #expect(refused.status == 422)
                #expect(refused.body.contains("Your answer was not saved. Choose whether you are coming."))
                for id in ["sub-event-1-1", "sub-event-1-2", "sub-event-2-1"] {
                    #expect(refused.body.contains("<li><a href=\"#\(id)\">"), "\(id)")
                }
                #expect(!refused.body.contains("The form has details"))
            }
            // A form of an earlier version of the page has other field names. Such a form must not save an answer.
            try await browser.submit("\(path)/answer", typed(browser, grace, moses))
            let old = try await browser.send("\(path)/answer", ["guest": "1", "sub_event_1": "declined"])
            #expect(old.status == 422 && old.body.contains("Choose whether you are coming."))
        }
        #expect(try guest("Grace").invitations.map(\.reply) == [.attending(companions: 1), .declined])
    }

    @Test(
        """
        If one guest’s answer has changed meanwhile, the page shows the new answer, saves nothing, and keeps the typed \
        values
        """)
    func oldPage() async throws {
        try await open { browser in
            let sent = typed(browser, grace, ["sub_event_1": "attending"].ofGuest(2))
            _ = try wedding.services.guests.answer(.declined, ofGuest: "Moses", to: wedding.ceremony, of: wedding.event)
            let refused = try await browser.send("\(path)/answer", sent)
            #expect(refused.status == 422)
            #expect(refused.body.contains("<a href=\"#guest-2\">Moses: The saved answer has changed since"))
            #expect(refused.body.contains("Now saved: Ceremony: not coming. To replace it"))
            #expect(!refused.body.contains(">Grace: ") && refused.body.contains("id=\"guest-2-faults\""))
            #expect(try guest("Grace").invitations.map(\.reply) == [.none, .none])
            #expect(try guest("Moses").invitations.map(\.reply) == [.declined])
            let again = browser.guestFields
            let mark = "guest-2-seen-sub_event_1"
            #expect(again.filter { $0.key != mark } == sent.filter { $0.key != mark } && again[mark] != sent[mark])
            try await browser.submit("\(path)/answer", again)
        }
        #expect(try guest("Grace").invitations.map(\.reply) == [.attending(companions: 1), .declined])
        #expect(try guest("Moses").invitations.map(\.reply) == [.attending(companions: 0)])
    }

    @Test("An old page does not overwrite the newer answer of a guest for whom nothing was changed on the page")
    func oldPart() async throws {
        try await open { browser in
            let sent = typed(browser, grace)
            _ = try wedding.services.guests.editAnswers(ofGuest: 2, of: wedding.event) { answers in
                (answers.answers[1], answers.meal) = (.declined, "soup")
            }
            try await browser.submit("\(path)/answer", sent)
        }
        #expect(try guest("Grace").invitations.map(\.reply) == [.attending(companions: 1), .declined])
        #expect(try guest("Moses").invitations.map(\.reply) == [.declined])
        #expect(try guest("Moses").guest.details.meal == "soup")
    }

    @Test("A forged field of a guest of another household saves nothing, and the page shows nothing about the guest")
    func foreign() async throws {
        try await open { browser in
            for field in ["sub_event_2": "declined", "meal": "poison", "companion-1-name": "Eve", "x": ""] {
                let sent = typed(browser, grace)
                let refused = try await browser.send(
                    "\(path)/answer", sent.merging([field.key: field.value].ofGuest(3)) { $1 })
                #expect(refused.status == 422, "\(field)")
                #expect(refused.body.contains("no longer belongs to this invitation"))
                #expect(!refused.body.contains("Joan") && !refused.body.contains("guest-3"))
                #expect(browser.guestFields == sent)
            }
            for name in ["guest--1-meal", "guest-01-meal", "guest-meal", "guest-1e0-meal"] {
                #expect(try await browser.send("\(path)/answer", [name: "fish"]).status == 400, "\(name)")
            }
        }
        #expect(try nobodyHasAnswered())
    }

    @Test("A form is refused as malformed if it has more answers of one guest than an event can have sub-events")
    func manyAnswers() async throws {
        try await open { browser in
            let fields = browser.guestFields
            func forged(_ count: Int) -> [String: String] {
                let forged = (1...count).map { ("sub_event_\($0)", "declined") }
                return fields.merging(Dictionary(uniqueKeysWithValues: forged).ofGuest(1)) { $1 }
            }
            let refused = try await browser.send("\(path)/answer", forged(SubEvent.most + 1))
            #expect(refused.status == 400 && refused.body.contains("at most \(SubEvent.most) fields"))
            // The form is also refused if the browser sends it without the hidden fields of the page.
            #expect(try await browser.send("\(path)/answer", forged(2000), hidden: false).status == 400)
            try await browser.get(path)
            #expect(try await browser.send("\(path)/answer", forged(SubEvent.most)).status == 422)
        }
        #expect(try nobodyHasAnswered())
    }

    @Test("After its deadline, a sub-event is shown as text; a form with a forged answer for it is refused as a whole")
    func closed() async throws {
        let deadline = Festival.start.advanced(bySeconds: 1200)
        _ = try wedding.services.subEvents.editSubEvent(wedding.ceremony, of: wedding.event) { $0.answerBy = deadline }
        wedding.festival.clock.set(deadline)
        try await open { browser in
            #expect(Set(browser.guestFields.keys).isDisjoint(with: ["guest-1-sub_event_1", "guest-2-meal"]))
            #expect(!browser.body.contains("name=\"guest-1-sub_event_1\""))
            #expect(!browser.body.contains("name=\"guest-2-") && browser.body.contains("id=\"sub-event-2-1\""))
            let answer = typed(browser, ["sub_event_2": "attending", "companions_2": "0"].ofGuest(1))
            for (forged, line) in [
                (
                    ["sub_event_1": "attending"].ofGuest(1),
                    "<a href=\"#sub-event-1-1\">Grace, Ceremony: The deadline for"
                ),
                (moses, "<a href=\"#guest-2\">Moses: The deadline for answers has passed."),
            ] {
                let refused = try await browser.send("\(path)/answer", answer.merging(forged) { $1 })
                #expect(refused.status == 422 && refused.body.contains(line), "\(line)")
                #expect(try nobodyHasAnswered())
            }
            try await browser.submit("\(path)/answer", answer)
        }
        #expect(try guest("Grace").invitations.map(\.reply) == [.none, .attending(companions: 0)])
    }
}

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

@Suite("Replies from pages that were opened before another change", .serving)
struct OldInvitationPageTests {
    private let wedding: Wedding

    init() throws { wedding = try Wedding() }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: wedding.festival.configuration, work)
    }

    private func edit(_ alter: (inout GuestAnswers) throws -> Void) throws {
        _ = try wedding.services.guests.editAnswers(ofGuest: 1, of: wedding.event, alter)
    }

    private func grace() throws -> InvitedGuest {
        try wedding.services.guests.guest(named: "Grace", of: wedding.event)
    }

    /// The hidden hashes of Grace’s replies on the current page.
    private func marks(_ browser: Browser) -> [String: String] {
        let found = browser.body.matches(
            of: /<input type="hidden" name="guest-1-(seen-[a-z_0-9]+)" value="([0-9a-f]+)">/)
        return Dictionary(found.map { (String($0.1), String($0.2)) }) { first, _ in first }
    }

    /// The fields of the first reply.
    private let first = [
        "sub_event_1": "maybe", "sub_event_2": "maybe", "meal": "rice", "allergy": "", "companion-1-name": "Ben",
        "companion-1-meal": "", "companion-1-allergy": "",
    ]

    /// Invites Grace, and stores her first reply.
    private func invite() throws -> String {
        let path = try wedding.inviteGrace()
        try edit { answers in
            (answers.answers[1], answers.answers[2], answers.meal) = (.maybe, .maybe, "rice")
            answers[companion: 1].name = "Ben"
        }
        return path
    }

    @Test("Two people with one link save different parts of a reply, and both changes stay")
    func merged() async throws {
        let path = try invite()
        try await serve { served async throws in
            let (old, new) = (Browser(served), Browser(served))
            try await old.get(path)
            try await new.get(path)
            let seen = marks(old)
            #expect(
                seen.keys.sorted() == [
                    "seen-allergy", "seen-companions", "seen-meal", "seen-sub_event_1", "seen-sub_event_2",
                ])
            let changes = [
                "sub_event_1": "attending", "companions_1": "1", "allergy": "nuts", "companion-1-name": "Amina",
            ]
            let form = first.merging(seen) { $1 }
            try await new.submit("\(path)/answer", form.merging(changes) { $1 }.ofGuest(1))
            try await old.submit("\(path)/answer", form.merging(["sub_event_2": "declined"]) { $1 }.ofGuest(1))
            #expect(old.body.contains("Ceremony: you are coming with one companion. Reception: you are not coming."))
        }
        #expect(try grace().invitations.map(\.reply) == [.attending(companions: 1), .declined])
        #expect(try grace().guest.details.meal == "rice" && grace().guest.details.allergy == "nuts")
        #expect(try grace().companions == [Companion(number: 1, name: "Amina")])
    }

    @Test(
        """
        If two people change the same part of a reply, the later form saves nothing; the page shows both values, and \
        the next form that is sent determines the value
        """)
    func conflict() async throws {
        let path = try invite()
        try await serve { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            let seen = marks(browser)
            try edit { ($0.meal, $0.allergy) = ("fish", "milk") }
            let typed = first.merging(["meal": "beef", "sub_event_1": "declined"]) { $1 }
            let refused = try await browser.send("\(path)/answer", typed.merging(seen) { $1 }.ofGuest(1))
            #expect(refused.status == 422)
            #expect(refused.body.contains("The saved answer has changed since you opened this page. Now saved: "))
            #expect(refused.body.contains("Meal: fish. Allergies: milk. Companion 1: Ben."))
            #expect(try browser.value(behind: #"name="guest-1-meal" autocomplete="off" value=""#) == "beef")
            // Only the other person has changed the allergies.
            #expect(try browser.value(behind: #"name="guest-1-allergy" autocomplete="off" value=""#) == "milk")
            #expect(try grace().guest.details.meal == "fish")
            #expect(try grace().invitations.map(\.reply) == [.maybe, .maybe])
            let again = typed.merging(["allergy": "milk"]) { $1 }.merging(marks(browser)) { $1 }
            try await browser.submit("\(path)/answer", again.ofGuest(1))
            #expect(try grace().guest.details.meal == "beef" && grace().guest.details.allergy == "milk")
            #expect(try grace().invitations.map(\.reply) == [.declined, .maybe])
        }
    }

    @Test("If a companion was removed, an old page does not bring the companion back")
    func removed() async throws {
        let path = try invite()
        try await serve { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            let old = first.merging(marks(browser)) { $1 }
            try edit { $0.companions = [] }
            let refused = try await browser.send(
                "\(path)/answer", old.merging(["companion-1-meal": "fish"]) { $1 }.ofGuest(1))
            #expect(refused.status == 422)
            #expect(try grace().companions.isEmpty)
            try await browser.submit("\(path)/answer", old.merging(["sub_event_1": "declined"]) { $1 }.ofGuest(1))
            #expect(try grace().companions.isEmpty)
            #expect(try grace().invitations.map(\.reply) == [.declined, .maybe])
        }
    }

    @Test(
        "At the desk, a change of a companion conflicts if the list of companions has changed; other changes are saved")
    func desk() async throws {
        try wedding.importGuests("name,companions,ceremony\nGrace,2,yes\n")
        let owner = try DeskVisitor.owner(of: wedding.festival)
        let path = "\(wedding.event.deskPath)/guests/1"
        try edit { $0.companions = [Companion(number: 1, name: "Ben"), Companion(number: 2, name: "Carol")] }
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            try edit { $0.companions = [Companion(number: 1, name: "Carol")] }
            // On the old page, the second companion is Carol. Now Carol is the first companion.
            let meal = try PageForm.filled(page, to: path, ["companion-2-meal": "fish"])
            let refused = try await owner.post(served, path, meal)
            #expect(refused.status == 422)
            #expect(try grace().companions == [Companion(number: 1, name: "Carol")])
            let allergy = try PageForm.filled(page, to: path, ["allergy": "nuts"])
            #expect(try await owner.post(served, path, allergy).status == 303)
            #expect(try grace().guest.details.allergy == "nuts")
            #expect(try grace().companions == [Companion(number: 1, name: "Carol")])
        }
    }

    @Test("The largest form of the desk can be saved: 15 companions, and invitations to all sub-events of an event")
    func largest() async throws {
        let added = (4...SubEvent.most).map { "Part \($0)" }
        for name in added {
            _ = try wedding.services.subEvents.addSubEvent(
                SubEventDetails(kind: .other, name: name, note: "more"), to: wedding.event)
        }
        let headings = (["name", "companions", "ceremony", "reception", "brunch"] + added).joined(separator: ",")
        let row = (["Grace", "15"] + added.map { _ in "yes" } + ["yes", "yes", "yes"]).joined(separator: ",")
        try wedding.importGuests("\(headings)\n\(row)\n")
        let owner = try DeskVisitor.owner(of: wedding.festival)
        let path = "\(wedding.event.deskPath)/guests/1"
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            var boxes: [String: String] = ["companion-15-name": "Zoe"]
            for number in 1...15 { boxes["companion-\(number)-child"] = "yes" }
            let form = try PageForm.filled(page, to: path, boxes)
            #expect(form.count > 250)
            #expect(try await owner.post(served, path, form).status == 303)
        }
        #expect(try grace().invitations.count == SubEvent.most && grace().companions.count == 15)
        #expect(try grace().companions.last == Companion(number: 15, name: "Zoe", isChild: true))
    }
}

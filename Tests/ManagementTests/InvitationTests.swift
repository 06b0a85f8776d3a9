import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Invitations and replies", .everyEngine)
struct InvitationTests {
    @Test(
        """
        The first invitation issues a code for each household, and for each guest without a household; a second \
        invitation issues no codes
        """)
    func codes() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,household,companions\nA,H,1\nB,H,\nC,,2\nD,,\n")
        let first = try wedding.invite(to: [wedding.ceremony, wedding.reception])
        #expect(first.invited == 8 && first.codes == 3 && first.people == 7)
        let again = try wedding.invite(to: [wedding.ceremony, wedding.reception])
        #expect(again.invited == 0 && again.codes == 0)
        let guests = try wedding.guests()
        #expect(guests[0].guest.serial == guests[1].guest.serial && guests[2].guest.serial != guests[3].guest.serial)
        var holders: [String?: UInt8] = [:]
        try wedding.services.tickets.forEachTicket(of: wedding.event) { holders[$0.holder] = $0.admits.rawValue }
        #expect(holders == ["H": 3, "C": 3, "D": 1])
        let types = try wedding.services.ticketTypes.ticketTypes(of: wedding.event)
        #expect(types.map(\.name) == ["Regular", "Guest"] && types[1].issued == 3)
        #expect(try wedding.services.tickets.admittedPeople(of: wedding.event) == 7)
    }

    @Test("Each guest can have a separate code; a household of more than 16 people gets several codes")
    func sharing() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,household\n" + (1...18).map { "G\($0),H\n" }.joined())
        #expect(try wedding.invite(to: [wedding.ceremony]).codes == 2)
        let single = try Wedding()
        try single.importGuests("name,household\nA,H\nB,H\n")
        #expect(try single.invite(to: [single.ceremony], sharing: .guest).codes == 2)
    }

    @Test("Guests without an invitation get no code; issuing codes fails if the event is full or has no sub-events")
    func refusals() throws {
        let wedding = try Wedding(capacity: 2)
        try wedding.importGuests("name,companions\nA,2\n")
        #expect(try wedding.invite().codes == 0)
        #expect(throws: ManagementError.capacityExceeded(asked: 3, left: 2)) {
            try wedding.invite(to: [wedding.ceremony])
        }
        #expect(try wedding.guests()[0].invitations.isEmpty)
        #expect(throws: GuestError.unknownGuest("Z")) { try wedding.invite(.named(["Z"])) }
        let festival = try Festival()
        #expect(throws: GuestError.noSubEvents) {
            try festival.services.guests.invite(
                .all, InvitationChange(), of: festival.event, signingWith: festival.ring)
        }
    }

    @Test("Each version of an invitation is sent once to every guest with an e-mail address or telephone number")
    func notices() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,email,phone\nA,a@x.org,\nB,,0700 123456\nC,,\n")
        func invitations() throws -> [Notice] {
            try wedding.festival.store.read {
                try $0.notices.page(of: wedding.event.organizer, after: nil, limit: 100)
            }.filter { $0.kind == .invitation }
        }
        for _ in 0..<2 { try wedding.invite(to: [wedding.ceremony]) }
        let first = try invitations()
        #expect(first.map(\.recipient).sorted() == ["0700123456", "a@x.org"])
        #expect(first.allSatisfy { $0.payload["sub_events"] == "Ceremony" && $0.payload["code"]?.count == 9 })
        for _ in 0..<2 { try wedding.invite(to: [wedding.brunch]) }
        #expect(try invitations().count == 4)
    }

    @Test("A guest’s answers are saved together or not at all; unchanged answers keep their dates")
    func answersAtOnce() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,companions,meal,ceremony,reception\nA,2,fish,yes,yes\n")
        func edit(_ alter: (inout GuestAnswers) throws -> Void) throws -> InvitedGuest {
            try wedding.services.guests.editAnswers(ofGuest: 1, of: wedding.event, alter)
        }
        let first = try edit { answers in
            #expect(answers.answers == [1: .none, 2: .none] && answers.meal == "fish")
            answers.answers[1] = .attending(companions: 1)
            answers.meal = " "
        }
        #expect(
            first.invitations.map(\.reply) == [.attending(companions: 1), .none] && first.guest.details.meal == nil)
        wedding.festival.clock.advance(bySeconds: 60)
        let second = try edit { $0.answers[2] = .declined }
        #expect(second.invitations.map(\.repliedAt) == [Festival.start, Festival.start.advanced(bySeconds: 60)])
        #expect(throws: GuestError.tooManyCompanions(asked: 3, allowed: 2)) {
            try edit {
                $0.meal = "beef"
                $0.answers[2] = .attending(companions: 3)
            }
        }
        #expect(throws: GuestError.notInvited(guest: "A", subEvent: "Brunch")) {
            try edit {
                $0.meal = "beef"
                $0.answers[3] = .declined
            }
        }
        #expect(throws: ManagementError.self) { try edit { $0.meal = String(repeating: "x", count: 501) } }
        #expect(try wedding.guests().first?.guest.details.meal == nil)
    }

    @Test(
        """
        A guest’s answer has a date, can be changed or withdrawn, and can’t have more companions than the guest may \
        bring
        """)
    func answers() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,companions,meal,ceremony,reception\nA,2,fish,yes,yes\nB,,beef,yes,no\n")
        func answer(_ answer: InvitationReply, _ guest: String = "A") throws -> InvitedGuest {
            try wedding.services.guests.answer(answer, ofGuest: guest, to: wedding.reception, of: wedding.event)
        }
        let first = try answer(.attending(companions: 2))
        #expect(first.invitations[1].reply == .attending(companions: 2))
        #expect(first.invitations[1].repliedAt == Festival.start && first.invitations[0].repliedAt == nil)
        #expect(throws: GuestError.tooManyCompanions(asked: 3, allowed: 2)) {
            try answer(.attending(companions: 3))
        }
        #expect(throws: GuestError.tooManyCompanions(asked: -1, allowed: 2)) {
            try answer(.attending(companions: -1))
        }
        #expect(throws: GuestError.notInvited(guest: "B", subEvent: "Reception")) { try answer(.declined, "B") }
        wedding.festival.clock.advance(bySeconds: 60)
        #expect(try answer(.declined).invitations[1].repliedAt == Festival.start.advanced(bySeconds: 60))
        #expect(try answer(.none).invitations[1] == Invitation(subEvent: 2, reply: .none, repliedAt: nil))
        let audit = try wedding.festival.store.read {
            try $0.audit.page(of: wedding.event.organizer, after: 0, limit: 100)
        }.filter { $0.action == "answerInvitation" }
        #expect(audit.map { $0.after["Reception"] } == ["attending, with 2", "declined", "no answer"])
        #expect(audit.last?.before == ["Reception": "declined"])
    }

    @Test("An attendance report counts guests, people, meals and admissions for each sub-event")
    func attendance() throws {
        let wedding = try Wedding()
        try wedding.importGuests(
            "name,companions,meal,ceremony,reception\nA,2,fish,yes,yes\nB,1,beef,yes,yes\nC,,,yes,yes\nD,3,fish,,yes\n")
        try wedding.invite()
        for (guest, reply) in [
            ("A", InvitationReply.attending(companions: 1)), ("B", .declined), ("C", .attending(companions: 0)),
        ] {
            _ = try wedding.services.guests.answer(reply, ofGuest: guest, to: wedding.reception, of: wedding.event)
        }
        _ = try wedding.gate(at: wedding.reception).decide(Scan(try wedding.token(of: "A"), count: 2))
        let all = try wedding.services.guests.guestAttendance(of: wedding.event)
        struct Count: Equatable {
            let guests: Int
            let people: Int
        }
        func count(_ headcount: SubEventAttendance.Headcount) -> Count {
            Count(guests: headcount.guests, people: headcount.people)
        }
        #expect(count(all[0].invited) == Count(guests: 3, people: 6) && all[0].unanswered == all[0].invited)
        let reception = all[1]
        #expect(count(reception.attending) == Count(guests: 2, people: 3))
        #expect(count(reception.declined) == Count(guests: 1, people: 2))
        #expect(count(reception.unanswered) == Count(guests: 1, people: 4))
        #expect(count(reception.invited) == Count(guests: 4, people: 9))
        #expect(reception.meals == [MealCount(meal: "fish", people: 1), MealCount(meal: nil, people: 2)])
        #expect(reception.admitted == 2 && reception.inside == 2 && all[0].admitted == 0)
        #expect(count(all[2].invited) == Count(guests: 0, people: 0))
    }

    @Test("Attendance counts meals as the caterer’s numbers do: meals that differ only in case or accents are one meal")
    func meals() throws {
        let wedding = try Wedding()
        try wedding.importGuests(
            "name,companions,meal,ceremony\nA,1,Fish,yes\nB,,crème,yes\nC,,FISH,yes\nD,,Creme,yes\nE,,,yes\n")
        for guest in ["A", "B", "C", "D", "E"] {
            _ = try wedding.services.guests.answer(
                .attending(companions: guest == "A" ? 1 : 0), ofGuest: guest, to: wedding.ceremony, of: wedding.event)
        }
        _ = try wedding.services.guests.editAnswers(ofGuest: 1, of: wedding.event) { $0[companion: 1].meal = "fish" }
        let meals = try wedding.services.guests.guestAttendance(of: wedding.event).map(\.meals)
        #expect(
            meals == [
                [
                    MealCount(meal: "crème", people: 2), MealCount(meal: "Fish", people: 3),
                    MealCount(meal: nil, people: 1),
                ], [], [],
            ])
        #expect(try wedding.services.headcounts.numbers(of: wedding.event).subEvents.map(\.meals) == meals)
    }

    @Test("A guest is found by number, e-mail address or name; if several guests match, the error lists them")
    func naming() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,household,email\nÉve Núñez,H,eve@x.org\nÉve Núñez,I,\nBo,,\n")
        for name in ["3", "BO", " bo "] {
            #expect(try wedding.services.guests.guest(named: name, of: wedding.event).guest.number == 3)
        }
        #expect(try wedding.services.guests.guest(named: "EVE@x.org", of: wedding.event).guest.number == 1)
        let error = #expect(throws: ManagementError.self) {
            try wedding.services.guests.guest(named: "eve nunez", of: wedding.event)
        }
        let candidates = "Éve Núñez (number 1, household H, eve@x.org), Éve Núñez (number 2, household I)"
        #expect(error?.description == "“eve nunez” could be \(candidates)")
        var found: [String] = []
        try wedding.services.guests.forEachGuest(of: wedding.event, named: "ève") { found.append($0.household ?? "–") }
        #expect(found == ["H", "I"])
    }

    @Test("A guest search matches the start of words, without wildcards, and its pages list each match once")
    func search() throws {
        let wedding = try Wedding()
        let household = (1...30).map { "Guest \($0),Nakato family,\n" }.joined()
        try wedding.importGuests(
            "name,household,email\n\(household)Grace Nakato,,\nGrace O’Neil,100% fun_,\nAda Katonga,Lake,\n")
        func found(_ text: String, after last: Int? = nil, limit: Int = 100) throws -> [String] {
            try wedding.services.guests.guests(of: wedding.event, named: text, after: last, limit: limit).map(
                \.guest.name)
        }
        #expect(try found("nakato").count == 31 && found("NÀK").count == 31)
        #expect(try found("nakato grace") == ["Grace Nakato"] && found("guest 30 nak") == ["Guest 30"])
        #expect(try found("neil") == ["Grace O’Neil"] && found("fun gra") == ["Grace O’Neil"])
        #expect(try found("100%") == ["Grace O’Neil"] && found("lake") == ["Ada Katonga"])
        for nobody in ["%aton", "_", "%", "ato", "nakato lake", "nobody"] {
            #expect(try found(nobody) == [], "\(nobody)")
        }
        var (pages, last): ([Int], Int?) = ([], nil)
        while true {
            let page = try wedding.services.guests.guests(of: wedding.event, named: "nakato", after: last, limit: 4)
            pages += page.map(\.guest.number)
            guard page.count == 4 else { break }
            last = page.last?.guest.number
        }
        #expect(pages.count == 31 && Set(pages).count == 31)
    }
}

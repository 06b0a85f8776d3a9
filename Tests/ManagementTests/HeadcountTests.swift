import Cryptography
import EventFixture
import Foundation
import Management
import Store
import Testing
import Ticketing

@Suite("Frozen versions of the numbers for the caterer", .everyEngine)
struct HeadcountTests {
    private let wedding: Wedding
    private var headcounts: HeadcountService { wedding.services.headcounts }

    init() throws {
        wedding = try Wedding()
        try wedding.importGuests(
            """
            name,household,companions,meal,ceremony,reception
            Grace,Nakato,2,fish,yes,yes
            Moses,Nakato,0,,yes,
            Joan,,0,beef,,yes

            """)
        try answer("Grace") {
            $0.answers[1] = .attending(companions: 1)
            $0.allergy = "nuts"
            $0[companion: 1] = Companion(number: 1, name: "Amy", isChild: true, allergy: "milk")
        }
        try answer("Moses") { $0.answers[1] = .maybe }
    }

    private func answer(_ name: String, _ alter: (inout GuestAnswers) throws -> Void) throws {
        let guest = try wedding.services.guests.guest(named: name, of: wedding.event).guest
        _ = try wedding.services.guests.editAnswers(ofGuest: guest.number, of: wedding.event, alter)
    }

    private func freeze(_ note: String? = nil) throws -> FrozenHeadcount {
        try headcounts.freeze(of: wedding.event, note: note)
    }

    @Test("The current numbers come from the answers, the meals and the companions")
    func current() throws {
        let numbers = try headcounts.numbers(of: wedding.event)
        #expect(numbers.subEvents.map(\.name) == ["Ceremony", "Reception", "Brunch"])
        let ceremony = try #require(numbers.subEvents.first)
        #expect(ceremony.people == 2 && ceremony.children == 1 && ceremony.maybe == 1 && ceremony.silent == 0)
        #expect(ceremony.meals == [MealCount(meal: "fish", people: 1), MealCount(meal: nil, people: 1)])
        #expect(
            ceremony.allergies == [
                PersonWithAllergy(name: "Grace", household: "Nakato", allergy: "nuts"),
                PersonWithAllergy(name: "Amy", broughtBy: "Grace", household: "Nakato", allergy: "milk"),
            ])
        let possible = PossiblePeople(people: 1, meals: [MealCount(meal: nil, people: 1)], allergies: [])
        #expect(ceremony.mayCome == possible)
        #expect(numbers.subEvents[1].silent == 2 && numbers.subEvents[1].people == 0)
        #expect(numbers.subEvents[2].silent == 0)
    }

    @Test("Later answers, imports and removals of sub-events do not change a frozen version")
    func immutable() throws {
        let frozen = try freeze("for the Lido")
        #expect(frozen.version.number == 1 && frozen.version.note == "for the Lido")
        #expect(frozen.version.userName == "Test" && frozen.version.frozenAt == Festival.start)
        wedding.festival.clock.advance(bySeconds: 60)
        try answer("Grace") {
            $0.answers[1] = .declined
            $0.allergy = "none"
        }
        try wedding.importGuests("name,household,companions\nGrace,Nakato,0\n")
        try wedding.services.subEvents.removeSubEvent(wedding.brunch, of: wedding.event)
        _ = try wedding.services.subEvents.editSubEvent(wedding.ceremony, of: wedding.event) { $0.name = "Vows" }
        #expect(try headcounts.version(1, of: wedding.event) == frozen)
        #expect(try headcounts.versions(of: wedding.event) == [frozen.version])
        let second = try freeze()
        #expect(second.version.number == 2 && second.version.note == nil && second.numbers != frozen.numbers)
        #expect(try headcounts.version(1, of: wedding.event) == frozen)
    }

    @Test("A version is compared with another version and with the current numbers; each difference is named")
    func compared() throws {
        _ = try freeze()
        #expect(try headcounts.differences(from: 1, to: nil, of: wedding.event).isEmpty)
        try answer("Joan") { $0.answers[2] = .attending(companions: 0) }
        _ = try freeze()
        try answer("Joan") { $0.meal = "rice" }
        func difference(_ figure: HeadcountDifference.Figure, _ before: Int, _ after: Int) -> HeadcountDifference {
            HeadcountDifference(subEvent: 2, name: "Reception", figure: figure, before: before, after: after)
        }
        let came = [difference(.people, 0, 1), difference(.attending, 0, 1), difference(.silent, 2, 1)]
        #expect(
            try headcounts.differences(from: 1, to: 2, of: wedding.event) == came + [
                difference(.meal("beef"), 0, 1)
            ])
        #expect(
            try headcounts.differences(from: 1, to: nil, of: wedding.event) == came + [
                difference(.meal("rice"), 0, 1)
            ])
        #expect(
            try headcounts.differences(from: 2, to: nil, of: wedding.event) == [
                difference(.meal("beef"), 1, 0), difference(.meal("rice"), 0, 1),
            ])
        #expect(throws: HeadcountError.unknown(3)) { try headcounts.differences(from: 3, to: nil, of: wedding.event) }
        #expect(throws: HeadcountError.unknown(0)) { try headcounts.version(0, of: wedding.event) }
    }

    @Test("Versions that are frozen at the same time get different numbers without gaps")
    func simultaneous() async throws {
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<6 {
                group.addTask { [wedding] in
                    let store = try Store.open(wedding.festival.address)
                    let services = try ManagementServices.signIn(to: store, clock: wedding.festival.clock.now)
                    return try services.headcounts.freeze(of: wedding.event).version.number
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(numbers.sorted() == Array(1...6))
        #expect(try headcounts.versions(of: wedding.event).map(\.number) == Array(1...6))
    }

    @Test("Events without sub-events, and invalid notes, are refused; the audit record of a version names no guest")
    func conditions() throws {
        #expect(throws: ManagementError.self) { try freeze(String(repeating: "x", count: 201)) }
        #expect(throws: ManagementError.self) { try freeze("a\u{0}") }
        let plain = try Festival()
        #expect(throws: GuestError.noSubEvents) { try plain.services.headcounts.freeze(of: plain.event) }
        #expect(try headcounts.versions(of: wedding.event).isEmpty)
        #expect(try freeze(" ").version.note == nil)
        var last: AuditRecord?
        try wedding.services.audit.forEachChange(of: wedding.festival.organizer()) { last = $0 }
        let record = try #require(last)
        #expect(record.action == "freezeHeadcount" && record.subject == AuditSubject(.headcount, 1))
        #expect(record.after["people"] == "Ceremony: 2, Reception: 0, Brunch: 0")
        let values = record.after.values.joined(separator: " ")
        #expect(!values.contains("Grace") && !values.contains("Amy"))
    }

    @Test("The names of people with allergies are shown only to users who may see guests")
    func names() throws {
        let frozen = try freeze()
        func services(_ rights: Set<Role.Right>) -> HeadcountService {
            wedding.services.narrowed(
                to: Grant(organizer: wedding.event.organizer, event: wedding.event.number, rights: rights)
            ).headcounts
        }
        let reports = services([.readReports])
        try answer("Moses") { $0.allergy = "soy" }
        let possible = try reports.numbers(of: wedding.event).subEvents[0].mayCome?.allergies
        #expect(possible == [PersonWithAllergy(allergy: "soy")])
        try answer("Moses") { $0.allergy = nil }
        let hidden = try reports.version(1, of: wedding.event).numbers
        #expect(hidden == frozen.numbers.withoutNames && hidden != frozen.numbers)
        #expect(try reports.numbers(of: wedding.event) == hidden)
        let both = services([.readReports, .lookUp])
        #expect(try both.version(1, of: wedding.event) == frozen)
        #expect(try services([.manageEvents]).freeze(of: wedding.event).numbers == hidden)
        // The stored version has the names, even if the user who froze it is not allowed to see names.
        #expect(try headcounts.version(2, of: wedding.event).numbers == frozen.numbers)
        #expect(throws: ManagementError.notGranted(.showHeadcount)) {
            try services([.lookUp]).version(1, of: wedding.event)
        }
        for role in [Role.seller, .gate] {
            let member = try wedding.festival.services(as: role).headcounts
            #expect(throws: ManagementError.self) { try member.numbers(of: wedding.event) }
        }
        let viewer = try wedding.festival.services(as: .viewer).headcounts
        #expect(try viewer.version(1, of: wedding.event) == frozen)
        #expect(throws: ManagementError.self) { try viewer.freeze(of: wedding.event) }
    }

    @Test("A version from an older program, without details of people who may come, is still shown and compared")
    func former() throws {
        _ = try freeze()
        // The digest belongs to this content, as if an earlier version of the program had stored both.
        let content = """
            {"sub_events":[{"allergies":[],"attending":1,"children":0,"companions":0,"maybe":2,"meals":[],\
            "name":"Ceremony","number":1,"silent":0}]}
            """
        let digest = try SHA256.digest(Array(content.utf8))
        try wedding.festival.store.write {
            _ = try $0.execute("UPDATE headcount SET content = $1, digest = $2", [.text(content), .blob(digest)])
        }
        let version = try headcounts.version(1, of: wedding.event)
        #expect(version.numbers.subEvents.map(\.maybe) == [2] && version.numbers.subEvents[0].mayCome == nil)
        let figures = try headcounts.differences(from: 1, to: nil, of: wedding.event).map(\.figure)
        #expect(figures.contains(.people) && figures.contains(.maybe) && !figures.contains(.mayCome))
    }

    @Test("If somebody changes a version in the database, the version is not shown, and the error names no guest")
    func tampered() throws {
        _ = try freeze()
        try wedding.festival.tamper("UPDATE headcount SET content = replace(content, 'Grace', 'Eve')")
        let error = try #require(throws: StoreError.self) { try headcounts.version(1, of: wedding.event) }
        let text = "\(error)"
        #expect(text.contains("headcount.content") && !text.contains("Eve"))
        #expect(try headcounts.versions(of: wedding.event).count == 1)
    }

    @Test("A copy of the store has the versions; a copy of the event has none")
    func copies() throws {
        let frozen = try freeze("kept")
        let folder = try TemporaryFolder()
        let target = try Store.open(sqlite: folder("copy.sqlite"), creating: true)
        _ = try wedding.festival.store.copy(to: target)
        let services = try ManagementServices.signIn(to: target, clock: wedding.festival.clock.now)
        #expect(try services.headcounts.version(1, of: wedding.event) == frozen)
        let copy = try wedding.services.events.duplicate(wedding.event, titled: "Again", by: nil)
        #expect(try headcounts.versions(of: copy).isEmpty)
    }
}

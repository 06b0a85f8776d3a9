import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Sub-events that change while gates are open", .everyEngine)
struct SubEventChangeTests {
    private func undecided(_ verdict: Verdict) -> String? {
        if case .undecided(let why) = verdict.outcome { why.english } else { nil }
    }

    @Test("A gate whose sub-event was removed leaves every scan undecided, even after a new sub-event is added")
    func removed() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,reception,brunch\nGrace,yes,yes\n")
        try wedding.invite()
        let guest = try wedding.token(of: "Grace")
        let staff = try wedding.festival.issue(1)[0]
        let gate = try wedding.gate(at: wedding.brunch)
        try wedding.services.subEvents.removeSubEvent(wedding.brunch, of: wedding.event)
        for scan in [Scan(guest), Scan(staff), Scan(staff, requestID: "r"), Scan(staff, direction: .exit)] {
            let why = undecided(gate.decide(scan))
            #expect(why == "the sub-event Brunch was removed; close this gate, and open it at another sub-event")
        }
        let next = try wedding.services.subEvents.addSubEvent(SubEventDetails(kind: .rehearsal), to: wedding.event)
        #expect(next.number == wedding.brunch.number + 1)
        try wedding.invite(to: [next])
        for token in [guest, staff] { #expect(undecided(gate.decide(Scan(token))) != nil) }
        #expect(try wedding.festival.store.read { try $0.ledger.verify() } == .intact(devices: 1, records: 0))
        #expect(try wedding.gate(at: next).decide(Scan(guest)).outcome == .admit(again: false))
    }

    @Test("Once sub-events are added, a gate of the whole event leaves entries undecided, but still records exits")
    func added() throws {
        let festival = try Festival()
        let tokens = try festival.issue(3)
        let gate = try festival.gate()
        #expect(gate.decide(Scan(tokens[0])).outcome == .admit(again: false))
        #expect(gate.decide(Scan(tokens[1], requestID: "r")).outcome == .admit(again: false))
        _ = try festival.services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony), to: festival.event)
        let verdicts = gate.decide([Scan(tokens[2]), Scan(tokens[0], direction: .exit), Scan(tokens[0])])
        let why = "the event has sub-events now; close this gate, and open it at one of them: Ceremony"
        #expect(undecided(verdicts[0]) == why && undecided(verdicts[2]) == why)
        #expect(verdicts[1].outcome == .exit)
        // Invariant 4 of Docs/Gate.md: a retry of an admitted request gets the admission, regardless of later changes.
        #expect(gate.decide(Scan(tokens[1], requestID: "r")).outcome == .admit(again: false))
        #expect(try festival.store.read { try $0.ledger.verify() } == .intact(devices: 1, records: 3))
    }

    @Test("An open gate uses the new name of a renamed sub-event")
    func renamed() throws {
        let wedding = try Wedding()
        let token = try wedding.festival.issue(1)[0]
        let gate = try wedding.gate(at: wedding.brunch)
        _ = try wedding.services.subEvents.editSubEvent(
            wedding.brunch, of: wedding.event
        ) { $0.name = "Lunch" }
        #expect(VerdictSentences(timeZone: .gmt).explanation(gate.decide(Scan(token))) == "Welcome to Lunch")
    }

    @Test(
        "An event gives at most 64 numbers to sub-events and never reuses one; a copy of the event starts at 1 again")
    func numbers() throws {
        let wedding = try Wedding()
        var given: Set = [1, 2, 3]
        try wedding.services.subEvents.removeSubEvent(wedding.ceremony, of: wedding.event)
        for _ in 4...SubEvent.most {
            let subEvent = try wedding.services.subEvents.addSubEvent(
                SubEventDetails(kind: .rehearsal), to: wedding.event)
            #expect(given.insert(subEvent.number).inserted)
            try wedding.services.subEvents.removeSubEvent(subEvent, of: wedding.event)
        }
        #expect(given == Set(1...SubEvent.most))
        #expect(throws: GuestError.tooManySubEvents) {
            try wedding.services.subEvents.addSubEvent(SubEventDetails(kind: .rehearsal), to: wedding.event)
        }
        let copy = try wedding.services.events.duplicate(wedding.event, titled: "Again", by: nil)
        #expect(try wedding.services.subEvents.subEvents(of: copy).map(\.name) == ["Reception", "Brunch"])
        let next = try wedding.services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony), to: copy)
        #expect(try wedding.services.subEvents.subEvents(of: copy).map(\.number) == [1, 2, 3] && next.number == 3)
    }

    @Test("Eight sub-events that are added at the same time get eight different numbers")
    func numbersAtOnce() async throws {
        let wedding = try Wedding()
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 1...8 {
                group.addTask {
                    try wedding.services.subEvents.addSubEvent(
                        SubEventDetails(kind: .rehearsal, name: "R\(task)"), to: wedding.event
                    ).number
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(numbers.sorted() == Array(4...11))
    }

    @Test(
        """
        If a transaction has locked a sub-event, the removal of the sub-event waits, and fails if the transaction \
        admits somebody
        """)
    func locked() async throws {
        let wedding = try Wedding()
        let serial = try wedding.festival.ticket(of: wedding.festival.issue(1)[0]).serial
        let (event, brunch) = (wedding.event, wedding.brunch)
        let removal = try wedding.festival.store.write { connection in
            #expect(try connection.subEvents.locked(brunch.number, of: event.number) == brunch)
            let removal = try startWaiting(for: connection) {
                try wedding.services.subEvents.removeSubEvent(brunch, of: event)
            }
            let isOccupied = try connection.slots.occupy(
                0, of: SubEventTicket(event: event.number, serial: serial, subEvent: brunch.number),
                admission: Admission(at: Festival.start, gate: "North"), clock: .zero)
            #expect(isOccupied)
            return removal
        }
        await #expect(throws: GuestError.subEventInUse("Brunch", admitted: 1)) { try await removal.value }
    }

    @Test("If a sub-event is removed during an admission to it, either the removal or the admission succeeds")
    func removalAgainstScans() async throws {
        let wedding = try Wedding()
        let token = try wedding.festival.issue(1)[0]
        for round in 1...20 {
            let subEvent = try wedding.services.subEvents.addSubEvent(
                SubEventDetails(kind: .rehearsal, name: "R\(round)"), to: wedding.event)
            let gate = try wedding.gate("N\(round)", at: subEvent)
            async let isRemoved = Task.detached {
                do {
                    try wedding.services.subEvents.removeSubEvent(subEvent, of: wedding.event)
                    return true
                } catch GuestError.subEventInUse {
                    return false
                }
            }.value
            let verdict = gate.decide(Scan(token))
            switch (try await isRemoved, verdict.outcome) {
            case (true, .undecided), (false, .admit): break
            case let (removed, outcome): Issue.record("round \(round): removed \(removed), \(outcome)")
            }
        }
    }
}

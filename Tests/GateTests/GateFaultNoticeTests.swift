import EventFixture
import Gate
import Store
import Testing
import Ticketing

@testable import Management

@Suite("Messages about silent gates, which scan nothing while other gates scan", .everyEngine)
struct SilentGateTests {
    /// The start of the event, at 08:26:40 in Kampala.
    private static let open = Festival.start.advanced(bySeconds: 3600)

    private let festival: Festival
    private let tokens: [String]

    init() throws {
        festival = try Festival()
        _ = try festival.services.events.edit(festival.event) {
            $0.end = SilentGateTests.open.advanced(bySeconds: 12 * 3600)
        }
        try festival.addManager()
        tokens = try festival.issue(100)
        festival.clock.set(SilentGateTests.open)
    }

    private func after(minutes: Int64, seconds: Int64 = 0) {
        festival.clock.set(SilentGateTests.open.advanced(bySeconds: minutes * 60 + seconds))
    }

    private func admit(_ numbers: Range<Int>, at gate: Gate) {
        for token in tokens[numbers] { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
    }

    private func queue() throws -> Int {
        try GateFaultScheduler(clock: festival.clock.now).queueSilent(festival.store)
    }

    /// Takes the due messages from the outbox, as a server does before it sends them. Returns the kinds of the taken
    /// messages about silent gates, and for each such message in the store the reason for its state.
    private func decided() throws -> (sent: [Notice.Kind], reasons: [NoticeReason?]) {
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        let leases = try dispatcher.decide(atMost: 20, channels: [.email], festival.store).leases
        let kinds = leases.map(\.notice.kind).filter { $0 == .gateSilent }
        return (kinds, try festival.gateNotices(.gateSilent).map(\.delivery.reason))
    }

    @Test("If a gate scans nothing for 20 minutes while others scan 20 tickets, four servers queue only one message")
    func once() throws {
        let (north, south) = (try festival.gate("North"), try festival.gate("South"))
        admit(0..<1, at: north)
        after(minutes: 10)
        admit(1..<20, at: south)
        after(minutes: 20)
        #expect(try queue() == 0)
        after(minutes: 20, seconds: 1)
        // Gate South has recorded only 19 scans.
        #expect(try queue() == 0)
        admit(20..<21, at: south)
        let counts = try atOnce(4) { [festival] _ in
            try GateFaultScheduler(clock: festival.clock.now).queueSilent(Store.open(festival.address))
        }
        #expect(counts.sorted() == [0, 0, 0, 1])
        let notice = try #require(try festival.gateNotices(.gateSilent).first)
        #expect(notice.recipient == "mona@example.org" && notice.payload["gate"] == "North")
        #expect(notice.payload["scans"] == "20" && notice.payload["title"] == "New Year by the Lake")
        #expect(notice.payload["gate_time"] == "\(SilentGateTests.open.milliseconds)")
        #expect(try decided().sent == [.gateSilent])
        // No second message is sent about the same silence. A later silence causes a new message.
        after(minutes: 40)
        admit(21..<41, at: south)
        #expect(try queue() == 0)
        admit(41..<42, at: north)
        after(minutes: 61)
        admit(42..<62, at: south)
        #expect(try queue() == 1)
        #expect(try festival.gateNotices(.gateSilent).count == 2)
    }

    @Test(
        "A message about a silent gate is dropped if the gate scanned again, its phone was used, or the event is over")
    func outdated() throws {
        let (north, south) = (try festival.gate("North"), try festival.gate("South"))
        admit(0..<1, at: north)
        after(minutes: 30)
        admit(1..<21, at: south)
        #expect(try queue() == 1)
        after(minutes: 31)
        admit(21..<22, at: north)
        var last = try decided()
        #expect(last.sent.isEmpty && last.reasons == [.outdated])

        after(minutes: 60)
        admit(22..<42, at: south)
        #expect(try queue() == 1)
        after(minutes: 61)
        _ = try festival.usePhone(at: "North")
        last = try decided()
        #expect(last.sent.isEmpty && last.reasons == [.outdated, .outdated])

        after(minutes: 90)
        admit(42..<43, at: north)
        after(minutes: 12 * 60 - 5)
        admit(43..<63, at: south)
        // Gate North counts as closed now, because its last scan was more than six hours ago.
        #expect(try queue() == 0)
        admit(63..<64, at: north)
        _ = try festival.services.events.edit(festival.event) {
            $0.end = SilentGateTests.open.advanced(bySeconds: 14 * 3600)
        }
        after(minutes: 13 * 60)
        admit(64..<84, at: south)
        #expect(try queue() == 1)
        after(minutes: 14 * 60)
        last = try decided()
        #expect(last.sent.isEmpty && last.reasons == [.outdated, .outdated, .outdated])
    }

    @Test("No gate counts as silent before or after the event, while no other gate scans, or while its phone is in use")
    func others() throws {
        // The start of an event can be changed only before the event starts.
        festival.clock.set(Festival.start)
        _ = try festival.services.events.edit(festival.event) {
            $0.start = SilentGateTests.open.advanced(bySeconds: 3600)
        }
        festival.clock.set(SilentGateTests.open)
        let (north, south) = (try festival.gate("North"), try festival.gate("South"))
        admit(0..<1, at: north)
        after(minutes: 30)
        admit(1..<21, at: south)
        // The event has not started yet.
        #expect(try queue() == 0)
        after(minutes: 60)
        admit(21..<22, at: north)
        after(minutes: 85)
        #expect(try queue() == 0)
        let phone = try festival.usePhone(at: "North")
        after(minutes: 95)
        admit(22..<42, at: south)
        #expect(try queue() == 0)
        after(minutes: 100)
        try festival.usePhone(phone)
        after(minutes: 110)
        admit(42..<62, at: south)
        #expect(try queue() == 0)
        after(minutes: 121)
        #expect(try queue() == 1)
        after(minutes: 12 * 60)
        admit(62..<82, at: south)
        #expect(try queue() == 0)
    }

    @Test("Gates with gate packs, and gates that occur only in paper lists, never count as silent, even after a merge")
    func elsewhere() throws {
        let south = try festival.gate("South")
        let path = try festival.pack()
        admit(0..<1, at: try festival.gate(onPack: path, "North"))
        _ = try festival.merge(path)
        var sheet = PaperCheckIns(
            of: festival.event, gate: "East", approximateTime: nil, at: festival.clock.now()
        ) { _, _ in nil }
        sheet.read("\(TicketCode(try festival.ticket(of: tokens[1]).serial))", line: 1)
        let entered = try festival.services.paperCheckIns.enterPaperCheckIns(
            sheet, into: festival.event, as: festival.device)
        #expect(entered.entered == 1)
        admit(2..<3, at: try festival.gate("West"))
        after(minutes: 21)
        admit(3..<23, at: south)
        #expect(try queue() == 1)
        #expect(try festival.gateNotices(.gateSilent).map { $0.payload["gate"] } == ["West"])
    }

    @Test(
        """
        A search for the gates that have decided scans since a given time finds each gate with its event and \
        sub-event, even if another gate has many later records
        """)
    func search() throws {
        let (north, south) = (try festival.gate("North"), try festival.gate("South"))
        admit(0..<1, at: north)
        after(minutes: 1)
        admit(1..<2, at: south)
        for _ in 0..<6 { _ = south.decide(tokens.map { Scan($0) }) }
        let number = festival.event.number
        /// The gates that have decided scans since a time, which is `milliseconds` after the event's start. Each text
        /// has a gate's name and the number of its sub-event.
        func decided(after milliseconds: Int64) throws -> [String] {
            let since = Instant(milliseconds: SilentGateTests.open.milliseconds + milliseconds)
            let gates = try festival.store.read { try $0.gateActivity.gates(since: since) }
            #expect(gates.keys.allSatisfy { $0 == number })
            return (gates[number] ?? []).map { "\($0.name) \($0.subEvent)" }
        }
        #expect(try decided(after: 0) == ["North 0", "South 0"] && decided(after: 1) == ["South 0"])
        #expect(try decided(after: 60_000) == ["South 0"] && decided(after: 60_001).isEmpty)
        let later = SilentGateTests.open.advanced(bySeconds: 60)
        let gates = try festival.store.read {
            try $0.gateActivity.gates(since: SilentGateTests.open, countingFrom: later)
        }
        #expect(Array(gates.keys) == [number])
        let first = try #require(gates[number]?.first)
        #expect(first.last == SilentGateTests.open && first.count == 0)
        #expect(gates[number]?.map(\.name) == ["North", "South"])
    }

    @Test("The ledger is read only once for the messages to several managers about several silent gates")
    func readOnce() throws {
        for name in ["Moses", "Miriam"] { try festival.addManager(name) }
        let (north, east) = (try festival.gate("North"), try festival.gate("East"))
        admit(0..<1, at: north)
        admit(1..<2, at: east)
        after(minutes: 30)
        admit(2..<22, at: try festival.gate("South"))
        #expect(try queue() == 6)
        /// For each message, the reason not to send it, or nil. Also the number of queries that read the ledger.
        func decided() throws -> (reasons: [NoticeReason?], queries: Int) {
            let now = festival.clock.now()
            return try festival.store.read { connection in
                let log = StatementLog(connection)
                var reader = NoticeFactsReader(log, channels: [.email], policy: .standard, at: now)
                let due = try connection.notices.due(at: now, limit: 100).filter { $0.kind == .gateSilent }
                let reasons = try due.map { notice in
                    try reader.facts(of: notice, MessageRecipient(address: notice.recipient, secret: "")).obsolete
                }
                return (reasons, log.statements.count(where: { $0.contains("FROM record ") }))
            }
        }
        var found = try decided()
        #expect(found.reasons.count == 6 && found.reasons.allSatisfy { $0 == nil } && found.queries == 1)
        after(minutes: 31)
        admit(22..<23, at: north)
        found = try decided()
        #expect(found.reasons.count(where: { $0 == .outdated }) == 3 && found.reasons.count == 6 && found.queries == 1)
    }

    @Test("A gate at two sub-events can be silent at one of them, and the message names that sub-event")
    func subEvents() throws {
        let wedding = try Wedding()
        try wedding.festival.addManager()
        _ = try wedding.services.events.edit(wedding.event) {
            $0.end = SilentGateTests.open.advanced(bySeconds: 12 * 3600)
        }
        let guests = (0..<21).map { "Guest \($0),yes,yes\n" }.joined()
        try wedding.importGuests("name,ceremony,reception\n\(guests)")
        try wedding.invite()
        let tokens = try (0..<21).map { try wedding.token(of: "Guest \($0)") }
        let clock = wedding.festival.clock
        clock.set(SilentGateTests.open)
        let early = try wedding.gate(at: wedding.ceremony)
        let late = try wedding.gate(at: wedding.reception)
        #expect(early.decide(Scan(tokens[0])).outcome == .admit(again: false))
        clock.advance(bySeconds: 21 * 60)
        for token in tokens.dropFirst() { #expect(late.decide(Scan(token)).outcome == .admit(again: false)) }
        #expect(try GateFaultScheduler(clock: clock.now).queueSilent(wedding.festival.store) == 1)
        let notice = try #require(try wedding.festival.gateNotices(.gateSilent).first)
        #expect(notice.payload["gate"] == "North" && notice.payload["gate_at"] == wedding.ceremony.name)
        #expect(notice.payload["gate_sub_event"] == "\(wedding.ceremony.number)")
    }
}

@Suite("Messages about scans that a gate could not decide", .everyEngine)
struct UndecidedScanTests {
    /// 08:26:40 in Kampala, during the event.
    private static let open = Festival.start.advanced(bySeconds: 3600)
    private static let hour = Instant(seconds: open.seconds / 3600 * 3600)

    private let festival: Festival

    init() throws {
        festival = try Festival()
        try festival.addManager()
        festival.clock.set(UndecidedScanTests.open)
    }

    /// Scans tickets while a table of the store is missing, so that every scan is undecided.
    private func scanInVain(_ tokens: [String], at gate: Gate) throws {
        try festival.tamper("ALTER TABLE admission_slot RENAME TO elsewhere")
        for verdict in gate.decide(tokens.map { Scan($0) }) { #expect(verdict.outcome.name == "undecided") }
        try festival.tamper("ALTER TABLE elsewhere RENAME TO admission_slot")
    }

    private func queue() throws -> Int {
        try GateFaultScheduler(clock: festival.clock.now).queueUndecided(festival.store)
    }

    private func counts() throws -> [Int] {
        try festival.store.read { try $0.undecidedScans.all(since: UndecidedScanTests.hour) }.map(\.count)
    }

    @Test("An idle gate stores the number of undecided scans for each hour; managers get one message for each hour")
    func hours() throws {
        let tokens = try festival.issue(3)
        let gate = try festival.gate()
        try scanInVain(tokens, at: gate)
        #expect(gate.hasPendingRecords && gate.pendingRecordCount == 0)
        // The gate does not write the number together with the next decision, because a write error would make that
        // scan undecided.
        #expect(gate.decide(Scan(tokens[0])).outcome == .admit(again: false))
        #expect(try counts().isEmpty && queue() == 0)
        try gate.flushWhenIdle()
        #expect(try !gate.hasPendingRecords && counts() == [3])
        let told = try atOnce(4) { [festival] _ in
            try GateFaultScheduler(clock: festival.clock.now).queueUndecided(Store.open(festival.address))
        }
        #expect(told.sorted() == [0, 0, 0, 1])
        let notice = try #require(try festival.gateNotices(.gateUndecided).first)
        #expect(notice.recipient == "mona@example.org" && notice.payload["gate"] == "North")
        #expect(notice.payload["scans"] == "3")
        #expect(notice.payload["gate_time"] == "\(UndecidedScanTests.hour.milliseconds)")

        try scanInVain([tokens[1]], at: gate)
        try gate.flushWhenIdle()
        #expect(try counts() == [4] && queue() == 0)
        festival.clock.set(UndecidedScanTests.hour.advanced(bySeconds: 3600))
        try scanInVain([tokens[1]], at: gate)
        try gate.flushWhenIdle()
        #expect(try counts() == [4, 1] && queue() == 1)
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        let sent = try dispatcher.decide(atMost: 20, channels: [.email], festival.store).leases
        #expect(sent.map(\.notice.kind) == [.gateUndecided, .gateUndecided])
    }

    @Test("In one hour, there is another message when the number of undecided scans reaches 10, and another at 100")
    func steps() throws {
        let tokens = try festival.issue(90)
        let gate = try festival.gate()
        for (scans, told) in [(1, 1), (8, 0), (1, 1), (1, 0), (88, 0), (1, 1), (90, 0)] {
            try scanInVain(Array(tokens[0..<scans]), at: gate)
            try gate.flushWhenIdle()
            #expect(try queue() == told && queue() == 0, "\(scans)")
        }
        let notices = try festival.gateNotices(.gateUndecided)
        #expect(Set(notices.map { $0.payload["scans"] }) == ["1", "10", "100"])
        // If the first number is already above 10, there is only one message.
        festival.clock.set(UndecidedScanTests.hour.advanced(bySeconds: 3600))
        try scanInVain(Array(tokens[0..<12]), at: gate)
        try gate.flushWhenIdle()
        #expect(try queue() == 1 && queue() == 0)
    }

    @Test("If the number of undecided scans cannot be stored, scans are still decided, and the gate tries again later")
    func faults() throws {
        let tokens = try festival.issue(2)
        let gate = try festival.gate()
        try scanInVain([tokens[0]], at: gate)
        try festival.tamper("ALTER TABLE undecided_scan RENAME TO elsewhere")
        #expect(throws: (any Error).self) { try gate.flushWhenIdle() }
        for token in tokens { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        #expect(gate.hasPendingRecords)
        // `flush` is called when a gate closes. It writes pending refusals, but no numbers of undecided scans, so it
        // throws no error.
        try gate.flush()
        try festival.tamper("ALTER TABLE elsewhere RENAME TO undecided_scan")
        try gate.flushWhenIdle()
        #expect(try counts() == [1])
    }

    @Test("Rehearsals and gates with gate packs cause no message; after the event, waiting messages are dropped")
    func others() throws {
        let tokens = try festival.issue(2)
        let rehearsal = try festival.gate(fixedTime: UndecidedScanTests.open)
        try scanInVain([tokens[0]], at: rehearsal)
        #expect(!rehearsal.hasPendingRecords)
        let path = try festival.pack { $0.expires = UndecidedScanTests.open.advanced(bySeconds: 1800) }
        let onPack = try festival.gate(onPack: path)
        festival.clock.advance(bySeconds: 3000)
        let gate = try festival.gate()
        try scanInVain([tokens[1]], at: gate)
        try gate.flushWhenIdle()
        #expect(try queue() == 1)
        festival.clock.advance(bySeconds: 700)
        #expect(onPack.decide(Scan(tokens[0])).outcome.name == "undecided")
        #expect(!onPack.hasPendingRecords)
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        #expect(try dispatcher.decide(atMost: 20, channels: [.email], festival.store).leases.isEmpty)
        #expect(try festival.gateNotices(.gateUndecided).map(\.delivery.reason) == [.outdated])
        // In the next hour, the event is over.
        festival.clock.advance(bySeconds: 2000)
        try scanInVain([tokens[1]], at: gate)
        try gate.flushWhenIdle()
        #expect(try counts() == [1, 1] && queue() == 0)
    }
}

extension Festival {
    /// Adds a manager, who gets the messages about gates.
    fileprivate func addManager(_ name: String = "Mona") throws {
        let user = try services.users.addUser(
            UserDetails(name: name, email: EmailAddress(rawValue: "\(name.lowercased())@example.org")))
        let organizer = try services.organizers.organizer(named: "Nile Nights")
        _ = try services.members.setRole(.manager, of: user, in: organizer)
    }

    fileprivate func gateNotices(_ kind: Notice.Kind) throws -> [Notice] {
        try store.read { try $0.notices.page(of: event.organizer, after: nil, limit: 1000) }.filter { $0.kind == kind }
    }

    /// Pairs a phone with a gate. Pairing is a use of the phone.
    fileprivate func usePhone(at gate: String) throws -> AccessSecret {
        let address = try #require(ClientAddress("127.0.0.1"))
        let (code, _) = try services.devices.createPairing(to: event, gate: gate, name: "Olive")
        let paired = try Authenticator(to: store, clock: clock.now).pair(code, from: Authenticator.Client(address))
        return try #require(paired).secret
    }

    fileprivate func usePhone(_ secret: AccessSecret) throws {
        #expect(try Authenticator(to: store, clock: clock.now).services(ofDevice: secret) != nil)
    }
}

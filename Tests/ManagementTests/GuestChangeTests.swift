import EventFixture
import Management
import Spreadsheet
import Store
import Testing
import Ticketing

@Suite("Importing guests again", .everyEngine)
struct GuestChangeTests {
    private func invitations(_ wedding: Wedding) throws -> [Notice] {
        try wedding.festival.store.read {
            try $0.notices.page(of: wedding.event.organizer, after: nil, limit: 1000)
        }.filter { [.invitation, .invitationWithdrawn].contains($0.kind) }
    }

    private func audit(_ wedding: Wedding, _ action: String) throws -> [AuditRecord] {
        try wedding.festival.store.read {
            try $0.audit.page(of: wedding.event.organizer, after: 0, limit: 1000)
        }.filter { $0.action == action && $0.subject.kind == .guest }
    }

    @Test("Guests with malformed addresses from older versions stay in the guest list, and can be changed")
    func oldAddresses() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,email,phone\nAmy,amy@example.org,0772123456\nBob,bob@example.org,\n")
        try wedding.festival.store.keepOldText("amy at example", in: "guest.email", where: "name = 'Amy'")
        try wedding.festival.store.keepOldText("ask Bob", in: "guest.phone", where: "name = 'Amy'")
        let listed = try wedding.services.guests.guests(of: wedding.event, limit: 9).map(\.guest)
        let amy = try #require(listed.first { $0.name == "Amy" })
        #expect(listed.count == 2 && amy.details.email == "amy at example" && amy.details.phone == "ask Bob")
        try wedding.importGuests("name,phone\nAmy,0772 123 456\n")
        let corrected = try wedding.services.guests.guest(named: "Amy", of: wedding.event).guest.details
        #expect(corrected.email == "amy at example" && corrected.phone == "0772123456")
    }

    @Test("Guests who share a name are told apart by household or by e-mail address")
    func namesakes() throws {
        for column in ["household", "email"] {
            let wedding = try Wedding()
            let rows = (1...400).map { "Plus One,h\($0)@x.org\n" }
            #expect(try wedding.importGuests("name,\(column)\n" + rows.joined()).added == 400)
            #expect(try wedding.importGuests("name,\(column)\n" + rows.reversed().joined()).unchanged == 400)
            let more = try wedding.importGuests(
                "name,\(column),meal\nPlus One,h400@x.org,fish\nPlus One,new@x.org,\n", .init(faultyRows: .skip))
            #expect(more.updated == 1 && more.added == 0 && more.skipped == 1)
            let again = try wedding.importGuests("name,\(column)\n" + rows.joined())
            #expect(again.added == 0 && again.unchanged + again.updated == 400)
        }
    }

    @Test(
        """
        If a row matches several guests, and exactly one of them is matched by no other row, the row updates that \
        guest; otherwise, the row is faulty
        """)
    func manyNamesakes() throws {
        let wedding = try Wedding()
        let rows = (1...100).map { "Jo,H\($0)\n" }.joined()
        try wedding.importGuests("name,household\n" + rows)
        let all = try wedding.importGuests(
            "name,household,meal\nJo,H7,fish\nJo,H7,beef\nJo,,soup\n", .init(faultyRows: .skip))
        #expect(all.updated == 1 && all.added == 0 && all.faults.map(\.line) == [3, 4])
        #expect(all.faults.first?.fault == .sameGuest(line: 2))
        // One row has no household. It matches the only guest whom no other row matches.
        let rest = (1...99).map { "Jo,H\($0),\n" }.joined()
        #expect(try wedding.importGuests("name,household,meal\n" + rest + "Jo,,soup\n").updated == 1)
        #expect(try wedding.services.guests.guest(named: "100", of: wedding.event).guest.details.meal == "soup")
    }

    @Test("If a list renames one of many guests who share an e-mail address, the row is matched to that guest")
    func sharedAddress() throws {
        let wedding = try Wedding()
        let rows = (1...200).map { "Child \($0),family@x.org\n" }
        try wedding.importGuests("name,email\n" + rows.joined())
        let summary = try wedding.importGuests(
            "name,email\n" + rows.dropLast().joined() + "Renamed,family@x.org\n")
        #expect(summary.added == 0 && summary.updated == 1 && summary.unchanged == 199)
        #expect(try wedding.services.guests.guest(named: "200", of: wedding.event).guest.name == "Renamed")
    }

    @Test(
        """
        Every change of an invitation queues a message; unsent messages become one message with the last state and all \
        withdrawn sub-events
        """)
    func changesAreMerged() throws {
        let wedding = try Wedding()
        let clock = wedding.festival.clock
        try wedding.importGuests("name,email\nA,a@x.org\n")
        try wedding.invite(to: [wedding.ceremony])
        for _ in 0..<3 {
            clock.advance(bySeconds: 1)
            try wedding.invite(to: [wedding.reception])
            clock.advance(bySeconds: 1)
            try wedding.invite(withdraw: [wedding.reception])
        }
        let notices = try invitations(wedding)
        #expect(notices.count == 7)
        #expect(notices.count { $0.payload["sub_events"] == "Ceremony" } == 4)
        clock.advance(bySeconds: 1)
        try wedding.importGuests("name,ceremony\nA,no\n")
        try wedding.importGuests("name,ceremony\nA,no\n")
        #expect(try invitations(wedding).count { $0.kind == .invitationWithdrawn } == 1)
        clock.advance(bySeconds: 1)
        try wedding.importGuests("name,brunch\nA,yes\n")
        #expect(try invitations(wedding).count == 9)

        let leases = try NoticeDispatcher(clock: clock.now).decide(
            atMost: 100, channels: [.email], wedding.festival.store
        ).leases.map(\.notice)
        #expect(leases.map(\.kind) == [.invitation] && leases.first?.payload["sub_events"] == "Brunch")
        #expect(leases.first?.withdrawnSubEvents == [wedding.ceremony.number, wedding.reception.number])
        // The guest has received no invitation yet, so this message counts as the invitation. The limit on updates does
        // not delay it.
        #expect(leases.first?.bringsInvitation == true)
        let merged = try invitations(wedding).filter { $0.delivery.state == .merged }
        let successors = try invitations(wedding).dropFirst().map(\.key)
        #expect(merged.count == 8 && merged.compactMap(\.successor) == successors)
    }

    @Test(
        """
        Invitations with replies are withdrawn only if the caller agrees to lose the replies; a dry run counts these \
        replies
        """)
    func answersLost() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,ceremony,reception\nA,yes,yes\nB,yes,yes\n")
        _ = try wedding.services.guests.answer(
            .attending(companions: 0), ofGuest: "A", to: wedding.reception, of: wedding.event)
        let list = "name,reception\nA,no\nB,no\n"
        #expect(throws: GuestError.answersWouldBeLost(1)) { try wedding.importGuests(list) }
        #expect(try wedding.guests().allSatisfy { $0.invitations.count == 2 })
        let dry = try wedding.importGuests(list, GuestImportOptions(writeMode: .dryRun))
        #expect(dry.answersLost == 1 && dry.withdrawn == 2)
        #expect(throws: GuestError.answersWouldBeLost(1)) {
            try wedding.importGuests(list, GuestImportOptions(answers: .discard(atMost: 0)))
        }
        let summary = try wedding.importGuests(list, GuestImportOptions(answers: .discard(atMost: 1)))
        #expect(summary.answersLost == 1 && summary.withdrawn == 2)
        let records = try audit(wedding, "importGuests")
        #expect(records.map(\.before) == [["Reception": "attending"], ["Reception": "no answer"]])
        #expect(records.allSatisfy { $0.after.isEmpty })
    }

    @Test("If a guest’s limit of companions falls below the number in the reply, the reply is lowered to the limit")
    func lowered() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,companions,ceremony,reception\nA,2,yes,yes\n")
        for subEvent in [wedding.ceremony, wedding.reception] {
            _ = try wedding.services.guests.answer(
                .attending(companions: subEvent == wedding.ceremony ? 1 : 2), ofGuest: "A", to: subEvent,
                of: wedding.event)
        }
        let summary = try wedding.importGuests("name,companions\nA,1\n")
        #expect(summary.answersLowered == 1 && summary.updated == 1)
        #expect(
            try wedding.guests()[0].invitations.map(\.reply) == [.attending(companions: 1), .attending(companions: 1)])
        let attendance = try wedding.services.guests.guestAttendance(of: wedding.event)
        #expect(attendance[1].attending.people == 2)
        let record = try #require(try audit(wedding, "importGuests").last)
        #expect(record.before == ["companions": "2", "Reception": "attending, with 2"])
        #expect(record.after == ["companions": "1", "Reception": "attending, with 1"])
    }

    @Test("Each changed guest has an audit record with old and new values, and the audit trail is intact")
    func recorded() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,meal,household\nA,fish,H\nB,beef,\nC,,\n")
        #expect(try audit(wedding, "importGuests").isEmpty)
        try wedding.importGuests("name,meal,email,ceremony\nA,soup,a@x.org,\nB,beef,,yes\nC,,,\n")
        let records = try audit(wedding, "importGuests")
        #expect(records.map(\.subject.id) == ["1", "2"])
        #expect(records.map(\.before) == [["meal": "fish"], [:]])
        #expect(records.map(\.after) == [["meal": "soup", "email": "a@x.org"], ["Ceremony": "invited"]])
        _ = try wedding.services.guests.answer(.declined, ofGuest: "B", to: wedding.ceremony, of: wedding.event)
        try wedding.invite(.named(["B"]), withdraw: [wedding.ceremony])
        #expect(try audit(wedding, "inviteGuests").map(\.before) == [["Ceremony": "declined"]])
        let found = try wedding.festival.store.read { try $0.audit.verify(wedding.event.organizer) }
        guard case .intact = found else {
            Issue.record("\(found)")
            return
        }
    }

    @Test("An unclosed quotation mark does not hide faults in earlier rows")
    func unclosed() throws {
        let wedding = try Wedding()
        let text = "name,email\nAnn,nonsense\nBo,\"open\nCy,\n"
        for rows in [GuestImportOptions.FaultyRowPolicy.refuse, .skip] {
            #expect(
                throws: GuestError.guestImport(
                    [
                        GuestListFault(line: 2, column: "email", fault: .notAnEmail("nonsense")),
                        GuestListFault(line: 3, column: "email", fault: .sheet(.unclosedQuote)),
                    ], total: 2)
            ) {
                try wedding.importGuests(text, GuestImportOptions(faultyRows: rows))
            }
        }
        #expect(try wedding.guests().isEmpty)
    }

    @Test("If very many rows are faulty, all are counted, and the first thousand are listed")
    func countless() throws {
        let wedding = try Wedding()
        let list = "name,email\n" + (1...2500).map { "G\($0),bad\n" }.joined()
        do {
            try wedding.importGuests(list)
            Issue.record("imported")
        } catch let error as GuestError {
            guard case .guestImport(let faults, let total) = error else { throw error }
            #expect(faults.count == 1000 && total == 2500)
            #expect(error.description.contains("\n  1,000 × column email: not an e-mail address\n"))
            #expect(
                error.description.hasSuffix(
                    "\n  … and 2,480 more rows; correct the rows above and try again to see them"))
        }
    }
}

import EventFixture
import Foundation
import Management
import Store
import Testing
import TicketToken
import Ticketing

@Suite("Every operation with every role", .everyEngine, .slow)
struct OperationTests {
    @Test("The list of calls and the lists of exceptions together contain every operation and every public function")
    func complete() throws {
        let outside: Set<Management.Operation> = [
            .addUser, .showUsers, .readStoreAudit, .createOrganizer, .sendNotices, .expireHold, .dropChange,
            .confirmReservation, .findTickets, .changeMessagePreferences,
            .setPassword, .makeEntryLink, .pauseSignIn, .acceptClock, .resetPassword, .joinTeam, .reviewIdentity,
            .reviewAbuse, .reportAbuse,
        ]
        #expect(Set(calls.map(\.operation)).union(outside) == Set(Management.Operation.allCases))
        #expect(try ServiceSurface.functions() == (calls.map(\.function) + personal).sorted())
    }

    @Test(
        "The search for public functions finds overloads, functions in extensions, and declarations over several lines")
    func surface() {
        let source = """
            extension Elsewhere {
                public func none() {}
            }

            extension OrderService {
                /// Overloads, counted once each.
                @discardableResult public func sell(_ count: Int, by body: ([Int: Int], (Int) -> Void) throws -> Void) {}
                public func sell(
                    _ draft: Draft, by body: (Int) -> Void = { _ in },
                    in range: ClosedRange<Int> = 0...1
                ) throws {}
                func inside() {}
                struct Inner {
                    public func hidden() {}
                }
            }
            """
        #expect(ServiceSurface.functions(in: source) == ["sell(_:by:)", "sell(_:by:in:)"])
    }

    @Test(
        "A member can call exactly the operations of the role; a refusal names the roles that have the operation",
        arguments: Role.allCases)
    func roles(role: Role) throws {
        let festival = try Festival()
        let services = try festival.services(as: role)
        for call in calls {
            if role.grants(call.operation.requiredRight) {
                #expect(throws: Never.self, "\(call.function) as \(role)") { try call.attempt(festival, services) }
            } else {
                let needs = Role.allCases.filter { $0.grants(call.operation.requiredRight) }
                #expect(throws: ManagementError.forbidden(role: role, needs: needs), "\(call.function) as \(role)") {
                    try call.attempt(festival, services)
                }
            }
        }
    }

    @Test("Each role has exactly its documented rights")
    func table() {
        let reading: Set<Management.Operation> = [
            .showOrganizer, .showEvent, .showTypes, .showTickets, .showLedger, .showSubEvents, .showGuests,
            .showAttendance, .showBatches, .createOrganizer, .findTickets, .changeMessagePreferences,
            .reportAbuse,
        ]
        let reports: Set<Management.Operation> = [
            .reportSales, .reportAttendance, .showHeadcount, .showHistory, .readAudit, .readNotices, .showDevices,
            .showAPITokens,
        ]
        let granted = Dictionary(
            uniqueKeysWithValues: Role.allCases.map { role in
                (role, Set(Management.Operation.allCases.filter { role.grants($0.requiredRight) }))
            })
        #expect(granted[.owner] == Set(Management.Operation.allCases))
        #expect(granted[.gate] == reading.union([.scan]))
        #expect(granted[.viewer] == reading.union(reports).union([.showOrders]))
        #expect(
            granted[.seller]
                == reading.union([
                    .showOrders, .showTokens, .issueTickets, .resendTicket, .createOrder, .payOrder, .cancelOrder,
                    .expireHold, .confirmReservation, .printTickets, .releaseSheets, .discardBatch,
                ]))
        let administers: Set<Management.Operation> = [
            .addUser, .showUsers, .sendNotices, .readStoreAudit, .acceptClock, .setPassword, .makeEntryLink,
            .pauseSignIn, .editOrganizer, .verifyOrganizer, .manageMembers, .findUser, .showWebhooks, .makeWebhook,
            .endWebhook, .resetPassword, .joinTeam, .reviewIdentity, .reviewAbuse,
        ]
        #expect(granted[.manager] == Set(Management.Operation.allCases).subtracting(administers))
    }

    @Test("A user who is not a member of any organizer can read public events, and nothing else")
    func guests() throws {
        let festival = try Festival()
        let guest = try festival.services(ofStranger: "Guest")
        let owner = festival.services
        _ = try festival.draft()
        for kind in [EventDetails.Kind.private, .celebration] {
            let event = try festival.draft()
            _ = try owner.events.edit(event) { $0.kind = kind }
            _ = try owner.events.publish(event)
        }
        _ = try owner.events.deleteEvent(owner.events.publish(festival.draft()))
        _ = try owner.events.cancelEvent(owner.events.publish(festival.draft()))
        #expect(try guest.events.visibleEvents().map(\.number) == [festival.event.number])
        #expect(try guest.events.visibleEvent(named: "new-year").number == festival.event.number)
        for event in try owner.events.events() + owner.events.events(.deleted)
        where event.number != festival.event.number {
            #expect(throws: ManagementError.unknownEvent("\(event.number)", known: [festival.event.slug])) {
                try guest.events.visibleEvent(named: "\(event.number)")
            }
        }
        #expect(try guest.events.events().isEmpty)
        for call in calls {
            #expect(
                throws: ManagementError.unknownOrganizer("\(festival.event.organizer)", known: []), "\(call.function)"
            ) { try call.attempt(festival, guest) }
        }
        // A member sees all events of the organizer, including drafts, but no events of other organizers.
        _ = try owner.members.setRole(.viewer, of: guest.user, in: festival.organizer())
        #expect(try guest.events.visibleEvents() == owner.events.events())
        let stranger = try festival.services(ofStranger: "Stranger")
        _ = try stranger.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        #expect(try stranger.events.visibleEvents().isEmpty)
    }

    @Test("For the owner of another organizer, every operation reports an unknown organizer")
    func strangers() throws {
        let festival = try Festival()
        let stranger = try festival.services(ofStranger: "Stranger")
        _ = try stranger.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        for call in calls {
            #expect(
                throws: ManagementError.unknownOrganizer("\(festival.event.organizer)", known: []), "\(call.function)"
            ) { try call.attempt(festival, stranger) }
        }
        #expect(throws: ManagementError.unknownEvent(festival.event.slug, known: [])) {
            try stranger.events.event(named: festival.event.slug)
        }
    }

    @Test("An `Event` value that names the wrong organizer is refused as unknown, even for that organizer’s owner")
    func forgedOrganizer() throws {
        let festival = try Festival()
        let stranger = try festival.services(ofStranger: "Stranger")
        let own = try stranger.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        let event = festival.event
        let forged = Event(
            number: event.number, organizer: own.number, slug: event.slug, suite: event.suite, created: event.created,
            status: event.status, details: event.details)
        #expect(throws: ManagementError.unknownEvent("\(event.number)", known: [])) {
            try stranger.events.cancelEvent(forged)
        }
        #expect(throws: ManagementError.unknownEvent("\(event.number)", known: [])) {
            try stranger.tickets.ticketCount(of: forged)
        }
        #expect(throws: ManagementError.unknownEvent("\(event.number)", known: [])) {
            try stranger.events.shift([forged], by: #require(TimeShift("1d")))
        }
    }

    @Test("Every change is recorded in the audit trail with old and new values, and the trail stays intact")
    func audited() throws {
        let festival = try Festival()
        func trail() throws -> [AuditRecord] {
            var records: [AuditRecord] = []
            try festival.services.audit.forEachChange(of: festival.organizer()) { records.append($0) }
            return records
        }
        for call in calls
        where ![.lookUp, .readOrders, .scan, .readReports].contains(call.operation.requiredRight)
            && ![.findUser, .showTokens, .showWebhooks].contains(call.operation)
            // These functions change nothing, but require the same right as the change that they prepare.
            && !["preview(_:of:)", "templates(of:)", "reminders(of:)", "chosenTickets(_:of:)"].contains(call.function)
            // These functions schedule or undo a change. The audit trail records the change when it is made.
            && !call.function.hasPrefix("schedule") && call.function != "undo(_:of:)"
            // The active key has signed every ticket, so this call would have no ticket to reissue.
            && call.function != "reissueAll(of:signingWith:publicKeys:progress:)"
        {
            // Each operation has a different time, because the check of the store below compares the times of audit
            // records with the times in the changed rows.
            festival.clock.advance(bySeconds: 1)
            let before = try trail().count
            try call.attempt(festival, festival.services)
            guard case .intact = try festival.services.audit.verifyAudit(of: festival.organizer()) else {
                throw Surprise("\(call.function) breaks the audit trail")
            }
            let records = try trail()
            #expect(records.count > before, "\(call.function)")
            // A call can need several changes: an event can be created together with its types and its poster.
            let actions = records.dropFirst(before).map(\.action)
            #expect(actions.contains(call.operation.rawValue), "\(call.function): \(actions)")
            let last = try #require(records.last)
            #expect(last.user == festival.services.user.id && last.before != last.after, "\(call.function)")
        }
        guard case .intact(let records) = try festival.services.audit.verifyAudit(of: festival.organizer()) else {
            throw Surprise("the audit trail is broken")
        }
        #expect(records > calls.count / 2)
        let check = try festival.store.check()
        #expect(check.isIntact, "\(check)")
    }

    @Test(
        "The check of an audit trail finds a changed record, a gap or a missing last record, and reports the position")
    func tampered() throws {
        func broken(_ sql: String) throws -> AuditVerification {
            let festival = try Festival()
            _ = try festival.issue(1)
            let number = festival.event.organizer.rawValue
            try festival.store.write { _ = try $0.execute(sql, [.integer(Int64(number))]) }
            return try festival.services.audit.verifyAudit(of: festival.organizer())
        }
        let edits = [
            "UPDATE audit SET after = '{}' WHERE sequence = 2 AND organizer = $1",
            "UPDATE audit SET person = person + 1 WHERE sequence = 2 AND organizer = $1",
            "UPDATE audit SET at = at + 1 WHERE sequence = 2 AND organizer = $1",
        ]
        for edit in edits { #expect(try broken(edit) == .broken(sequence: 2, fault: .edited)) }
        let gap = try broken("DELETE FROM audit WHERE sequence = 3 AND organizer = $1")
        #expect(gap == .broken(sequence: 4, fault: .gap))
        let cut = try broken("DELETE FROM audit WHERE sequence = 5 AND organizer = $1")
        #expect(cut == .broken(sequence: 4, fault: .head))
    }
}

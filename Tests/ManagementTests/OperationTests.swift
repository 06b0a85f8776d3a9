import EventFixture
import Foundation
import Management
import Store
import Testing
import TicketToken
import Ticketing

/// One public function of the office, the operation it is, and a call of it.
private struct Call: Sendable {
    let function: String
    let operation: Management.Operation
    /// Makes ready what it needs, as the owner; then does it, as somebody.
    let attempt: @Sendable (Festival, Office) throws -> Void

    init(
        _ function: String, _ operation: Management.Operation,
        _ attempt: @escaping @Sendable (Festival, Office) throws -> Void
    ) {
        self.function = function
        self.operation = operation
        self.attempt = attempt
    }
}

private let calls: [Call] = [
    Call("members(of:)", .showOrganizer) { _ = try $1.members(of: $0.organizer()) },
    Call("member(named:of:)", .showOrganizer) { _ = try $1.member(named: "Test", of: $0.organizer()) },
    Call("candidate(named:for:)", .findUser) {
        _ = try $1.candidate(named: "\($0.stranger().id)", for: $0.organizer())
    },
    Call("verify(_:_:)", .verifyOrganizer) {
        _ = try $1.verify($0.organizer(), .terms(version: Terms.version))
    },
    Call("setRole(_:of:in:)", .manageMembers) { _ = try $1.setRole(.viewer, of: $0.stranger(), in: $0.organizer()) },
    Call("removeMember(_:from:)", .manageMembers) { festival, office in
        let user = try festival.stranger()
        _ = try festival.office.setRole(.viewer, of: user, in: festival.organizer())
        _ = try office.removeMember(user, from: festival.organizer())
    },
    Call("people(of:)", .showEvent) { _ = try $1.people(of: $0.event) },
    Call("deletion(of:)", .showEvent) { _ = try $1.deletion(of: $0.event) },
    Call("history(of:)", .showHistory) { _ = try $1.history(of: $0.event) },
    Call("createEvent(_:suite:of:)", .createEvent) {
        _ = try $1.createEvent(EventDetails(title: "New", timeZone: "UTC"), suite: .hmac, of: $0.organizer())
    },
    Call("createEvent(_:of:effect:progress:)", .createEvent) {
        let new = NewEvent(details: EventDetails(title: "New", timeZone: "UTC"), suite: .hmac)
        _ = try $1.createEvent(new, of: $0.organizer())
    },
    Call("edit(_:_:)", .editEvent) { festival, office in
        _ = try office.edit(festival.event) { $0.about = UUID().uuidString }
    },
    Call("shift(_:by:)", .shiftEvents) { festival, office in
        _ = try office.shift([festival.draft()], by: #require(TimeShift("7d")))
    },
    Call("publish(_:)", .publishEvent) { _ = try $1.publish($0.draft()) },
    Call("cancelEvent(_:)", .cancelEvent) { _ = try $1.cancelEvent($0.office.publish($0.draft())) },
    Call("deleteEvent(_:)", .deleteEvent) { _ = try $1.deleteEvent($0.draft()) },
    Call("restoreEvent(_:)", .restoreEvent) { festival, office in
        _ = try office.restoreEvent(festival.office.deleteEvent(festival.draft()).event)
    },
    Call("duplicate(_:titled:by:)", .duplicateEvent) { _ = try $1.duplicate($0.event, titled: "Again", by: nil) },
    Call("ticketTypes(of:)", .showTypes) { _ = try $1.ticketTypes(of: $0.event) },
    Call("ticketType(named:of:)", .showTypes) { _ = try $1.ticketType(named: "Regular", of: $0.event) },
    Call("addTicketType(_:to:)", .addType) {
        _ = try $1.addTicketType(TicketTypeDraft(name: UUID().uuidString), to: $0.event)
    },
    Call("editTicketType(_:of:_:)", .editType) {
        _ = try $1.editTicketType($0.regular.number, of: $0.event) { $0.isHidden.toggle() }
    },
    Call("ticketTypesOnSale(of:)", .showTypes) { _ = try $1.ticketTypesOnSale(of: $0.event) },
    Call("createOrder(_:of:signingWith:publicKeys:request:)", .createOrder) {
        _ = try $1.createOrder($0.draft(1), of: $0.event)
    },
    Call("order(_:of:)", .showOrders) { _ = try $1.order($0.order(1).number, of: $0.event) },
    Call("forEachOrder(of:_:)", .showOrders) { try $1.forEachOrder(of: $0.event) { _ in } },
    Call("tickets(of:of:)", .showOrders) { _ = try $1.tickets(of: $0.order(1, .cash), of: $0.event) },
    Call("pay(_:of:_:signingWith:publicKeys:request:)", .payOrder) {
        _ = try $1.pay($0.order(1).number, of: $0.event, Payment(.cash), signingWith: $0.ring)
    },
    Call("refund(_:ofOrder:of:note:)", .refundOrder) {
        _ = try $1.refund(.all, ofOrder: $0.order(1, .cash).number, of: $0.event, note: nil)
    },
    Call("cancelOrder(_:of:note:)", .cancelOrder) {
        _ = try $1.cancelOrder($0.order(1).number, of: $0.event, note: nil)
    },
    Call("transfer(_:of:to:email:signingWith:publicKeys:)", .transferTicket) {
        _ = try $1.transfer($0.freshCode(), of: $0.event, to: "Grace", email: nil, signingWith: $0.ring)
    },
    Call("block(_:of:note:)", .blockTicket) { _ = try $1.block($0.freshCode(), of: $0.event, note: "disputed") },
    Call("unblock(_:of:)", .unblockTicket) { festival, office in
        let code = try festival.office.block(festival.freshCode(), of: festival.event, note: "disputed").code
        _ = try office.unblock(code, of: festival.event)
    },
    Call("inside(on:of:)", .showTickets) { festival, office in
        _ = try office.inside(on: festival.office.ticket(festival.freshCode(), of: festival.event), of: festival.event)
    },
    Call("tickets(of:matching:after:limit:)", .showTickets) {
        _ = try $1.tickets(of: $0.event, matching: .all, limit: 1)
    },
    Call("forEachTicketPage(of:_:)", .showTickets) { try $1.forEachTicketPage(of: $0.event) { _ in } },
    Call("forEachTicket(of:_:)", .showTickets) { try $1.forEachTicket(of: $0.event) { _ in } },
    Call("ticketCount(of:)", .showTickets) { _ = try $1.ticketCount(of: $0.event) },
    Call("ticket(_:of:)", .showTickets) { _ = try $1.ticket($0.freshCode(), of: $0.event) },
    Call("issue(_:type:of:signingWith:publicKeys:progress:)", .issueTickets) {
        _ = try $1.issue(.unnamed(1), type: $0.regular, of: $0.event, signingWith: $0.ring)
    },
    Call("cancel(_:of:note:)", .cancelTicket) { _ = try $1.cancel($0.freshCode(), of: $0.event, note: nil) },
    Call("reissue(_:of:signingWith:publicKeys:)", .reissueTicket) {
        _ = try $1.reissue($0.freshCode(), of: $0.event, signingWith: $0.ring)
    },
    Call("functions(of:)", .showFunctions) { _ = try $1.functions(of: $0.wedding()) },
    Call("function(named:of:)", .showFunctions) { _ = try $1.function(named: "Ceremony", of: $0.wedding()) },
    Call("addFunction(_:to:)", .addFunction) {
        _ = try $1.addFunction(FunctionDetails(kind: .reception), to: $0.wedding())
    },
    Call("editFunction(_:_:of:)", .editFunction) { festival, office in
        let event = try festival.wedding()
        _ = try office.editFunction(
            festival.office.functions(of: event)[0], FunctionChange(venue: "Elsewhere"), of: event)
    },
    Call("removeFunction(_:of:)", .removeFunction) { festival, office in
        let event = try festival.wedding()
        try office.removeFunction(festival.office.functions(of: event)[0], of: event)
    },
    Call("importSettings(_:into:)", .importSettings) {
        let old = OldSettingsFunction(name: "Sangeet", isMain: false, venue: nil, start: nil)
        _ = try $1.importSettings([old], into: $0.wedding())
    },
    Call("forEachGuest(of:named:_:)", .showGuests) { try $1.forEachGuest(of: $0.wedding()) { _ in } },
    Call("guest(named:of:)", .showGuests) { _ = try $1.guest(named: "Grace", of: $0.wedding()) },
    Call("importGuests(path:_:into:progress:)", .importGuests) {
        _ = try $1.importGuests(path: $0.list("name\nDenis\n"), into: $0.wedding())
    },
    Call("invite(_:_:of:signingWith:publicKeys:progress:)", .inviteGuests) {
        _ = try $1.invite(.all, InvitationChange(), of: $0.wedding(), signingWith: $0.ring)
    },
    Call("answer(_:ofGuest:to:of:)", .answerInvitation) { festival, office in
        let event = try festival.wedding()
        let ceremony = try festival.office.functions(of: event)[0]
        _ = try office.answer(.declined, ofGuest: "Grace", to: ceremony, of: event)
    },
    Call("guestAttendance(of:)", .showAttendance) { _ = try $1.guestAttendance(of: $0.wedding()) },
    Call("authorizeTokens(of:)", .showTokens) { try $1.authorizeTokens(of: $0.event) },
    Call("authorizeScanning(at:)", .scan) { try $1.authorizeScanning(at: $0.event) },
    Call("forEachRecord(of:_:)", .showLedger) { try $1.forEachRecord(of: $0.event) { _ in } },
    Call("attendance(of:)", .showLedger) { _ = try $1.attendance(of: $0.event) },
    Call("salesReport(of:fee:)", .reportSales) { _ = try $1.salesReport(of: $0.event) },
    Call("attendanceReport(of:)", .reportAttendance) { _ = try $1.attendanceReport(of: $0.event) },
    Call("forEachChange(of:_:)", .readAudit) { try $1.forEachChange(of: $0.organizer()) { _ in } },
    Call("verifyAudit(of:)", .readAudit) { _ = try $1.verifyAudit(of: $0.organizer()) },
    Call("forEachNotice(of:_:)", .readNotices) { try $1.forEachNotice(of: $0.organizer()) { _ in } },
]

/// Functions that show a user nothing but what is theirs, or that only the local owner may call; each has a test of its own.
private let personal = [
    "createOrganizer(named:)", "organizers()", "organizer(named:)", "events(_:)", "event(named:among:)",
    "visibleEvents()", "visibleEvent(named:)", "addUser(_:)", "users()", "user(named:)", "setUp(_:ownerName:at:)",
    "signIn(to:as:clock:)", "forEachNoticeToSend(_:)", "forEachChangeOfStore(_:)", "verifyAuditOfStore()",
]

@Suite("Every operation, as every role", .everyEngine)
struct OperationTests {
    @Test("The table has every operation and every public function of the office")
    func complete() throws {
        let outside: Set<Management.Operation> = [
            .addUser, .showUsers, .readStoreAudit, .createOrganizer, .sendNotices, .expireHold,
        ]
        #expect(Set(calls.map(\.operation)).union(outside) == Set(Management.Operation.allCases))
        #expect(try OfficeSurface.functions() == (calls.map(\.function) + personal).sorted())
    }

    @Test(
        "The table would miss an overload, a function of any extension in any file, and one written over several lines")
    func surface() {
        let source = """
            extension Elsewhere {
                public func none() {}
            }

            extension Office {
                /// Twice, with other types.
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
        #expect(OfficeSurface.functions(in: source) == ["sell(_:by:)", "sell(_:by:in:)"])
    }

    @Test("A role may do what it grants, and is told who else may", arguments: Role.allCases)
    func roles(role: Role) throws {
        let festival = try Festival()
        let office = try festival.office(as: role)
        for call in calls {
            if role.grants(call.operation.right) {
                #expect(throws: Never.self, "\(call.function) as \(role)") { try call.attempt(festival, office) }
            } else {
                let needs = Role.allCases.filter { $0.grants(call.operation.right) }
                #expect(throws: ManagementError.forbidden(role: role, needs: needs), "\(call.function) as \(role)") {
                    try call.attempt(festival, office)
                }
            }
        }
    }

    @Test("Each role may do what the page says of it, and nothing else")
    func table() {
        let looks: Set<Management.Operation> = [
            .showOrganizer, .showEvent, .showTypes, .showTickets, .showLedger, .showFunctions, .showGuests,
            .showAttendance,
        ]
        let reports: Set<Management.Operation> = [
            .reportSales, .reportAttendance, .showHistory, .readAudit, .readNotices,
        ]
        let granted = Dictionary(
            uniqueKeysWithValues: Role.allCases.map { role in
                (role, Set(Management.Operation.allCases.filter { role.grants($0.right) }))
            })
        #expect(granted[.owner] == Set(Management.Operation.allCases))
        #expect(granted[.gate] == looks.union([.scan]))
        #expect(granted[.viewer] == looks.union(reports).union([.showOrders]))
        #expect(
            granted[.seller]
                == looks.union([
                    .showOrders, .showTokens, .issueTickets, .createOrder, .payOrder, .cancelOrder, .expireHold,
                ]))
        let administers: Set<Management.Operation> = [
            .addUser, .createOrganizer, .showUsers, .sendNotices, .readStoreAudit, .verifyOrganizer, .manageMembers,
            .findUser,
        ]
        #expect(granted[.manager] == Set(Management.Operation.allCases).subtracting(administers))
    }

    @Test("Who is a member of nothing browses what is published for everybody, and can do nothing with it")
    func guests() throws {
        let festival = try Festival()
        let guest = try festival.office(ofStranger: "Guest")
        let owner = festival.office
        _ = try festival.draft()
        for kind in [EventDetails.Kind.private, .celebration] {
            let event = try festival.draft()
            _ = try owner.edit(event) { $0.kind = kind }
            _ = try owner.publish(event)
        }
        _ = try owner.deleteEvent(owner.publish(festival.draft()))
        _ = try owner.cancelEvent(owner.publish(festival.draft()))
        #expect(try guest.visibleEvents().map(\.number) == [festival.event.number])
        #expect(try guest.visibleEvent(named: "new-year").number == festival.event.number)
        for event in try owner.events() + owner.events(.deleted) where event.number != festival.event.number {
            #expect(throws: ManagementError.unknownEvent("\(event.number)", known: [festival.event.slug])) {
                try guest.visibleEvent(named: "\(event.number)")
            }
        }
        #expect(try guest.events().isEmpty)
        for call in calls {
            #expect(
                throws: ManagementError.unknownOrganizer("\(festival.event.organizer)", known: []), "\(call.function)"
            ) { try call.attempt(festival, guest) }
        }
        // A member sees what is theirs, drafts too, and not what others publish.
        _ = try owner.setRole(.viewer, of: guest.user, in: festival.organizer())
        #expect(try guest.visibleEvents() == owner.events())
        let stranger = try festival.office(ofStranger: "Stranger")
        _ = try stranger.createOrganizer(named: "Elsewhere")
        #expect(try stranger.visibleEvents().isEmpty)
    }

    @Test("Another organizer's owner finds nothing, whatever they try")
    func strangers() throws {
        let festival = try Festival()
        let stranger = try festival.office(ofStranger: "Stranger")
        _ = try stranger.createOrganizer(named: "Elsewhere")
        for call in calls {
            #expect(
                throws: ManagementError.unknownOrganizer("\(festival.event.organizer)", known: []), "\(call.function)"
            ) { try call.attempt(festival, stranger) }
        }
        #expect(throws: ManagementError.unknownEvent(festival.event.slug, known: [])) {
            try stranger.event(named: festival.event.slug)
        }
    }

    @Test("An event that claims another organizer is unknown, even to that organizer's owner")
    func forgedOrganizer() throws {
        let festival = try Festival()
        let stranger = try festival.office(ofStranger: "Stranger")
        let own = try stranger.createOrganizer(named: "Elsewhere")
        let event = festival.event
        let forged = Event(
            number: event.number, organizer: own.number, slug: event.slug, suite: event.suite, created: event.created,
            status: event.status, details: event.details)
        #expect(throws: ManagementError.unknownEvent("\(event.number)", known: [])) {
            try stranger.cancelEvent(forged)
        }
        #expect(throws: ManagementError.unknownEvent("\(event.number)", known: [])) {
            try stranger.ticketCount(of: forged)
        }
        #expect(throws: ManagementError.unknownEvent("\(event.number)", known: [])) {
            try stranger.shift([forged], by: #require(TimeShift("1d")))
        }
    }

    @Test("Whatever changes something is written into the audit trail, before and after, whose chain stays whole")
    func audited() throws {
        let festival = try Festival()
        func trail() throws -> [AuditRecord] {
            var records: [AuditRecord] = []
            try festival.office.forEachChange(of: festival.organizer()) { records.append($0) }
            return records
        }
        for call in calls
        where ![.lookUp, .readOrders, .scan, .readReports].contains(call.operation.right)
            && ![.findUser, .showTokens].contains(call.operation)
        {
            // Each at a time of its own: what says when it was changed has a record of that time.
            festival.clock.advance(bySeconds: 1)
            let before = try trail().count
            try call.attempt(festival, festival.office)
            guard case .whole = try festival.office.verifyAudit(of: festival.organizer()) else {
                throw Surprise("\(call.function) breaks the trail")
            }
            let records = try trail()
            #expect(records.count > before, "\(call.function)")
            let last = try #require(records.last)
            #expect(last.action == call.operation.rawValue, "\(call.function)")
            #expect(last.user == festival.office.user.id && last.before != last.after, "\(call.function)")
        }
        guard case .whole(let records) = try festival.office.verifyAudit(of: festival.organizer()) else {
            throw Surprise("the trail is broken")
        }
        #expect(records > calls.count / 2)
        let check = try festival.store.check()
        #expect(check.isWhole, "\(check)")
    }

    @Test("A change of the trail, its removal and its end are found, each where it is")
    func tampered() throws {
        func broken(_ sql: String) throws -> AuditVerification {
            let festival = try Festival()
            _ = try festival.issue(1)
            let number = festival.event.organizer.rawValue
            try festival.store.write { _ = try $0.execute(sql, [.integer(Int64(number))]) }
            return try festival.office.verifyAudit(of: festival.organizer())
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

extension Festival {
    fileprivate func organizer() throws -> Organizer { try office.organizer(named: "Nile Nights") }

    /// Another draft that could be published.
    fileprivate func draft() throws -> Event {
        let draft = try office.duplicate(event, titled: "Draft", by: nil)
        return draft
    }

    /// A draft with a function and a guest who is invited to it.
    fileprivate func wedding() throws -> Event {
        let event = try draft()
        _ = try office.addFunction(FunctionDetails(kind: .ceremony), to: event)
        _ = try office.importGuests(path: list("name,ceremony\nGrace,yes\n"), into: event)
        return event
    }

    fileprivate func list(_ text: String) throws -> String {
        try folder.write(text, to: "list.csv")
        return folder("list.csv")
    }

    fileprivate func freshCode() throws -> TicketCode {
        let before = Set(try tokens())
        let added = try issue(1) + tokens()
        guard let token = added.first(where: { !before.contains($0) }) else { throw Surprise("no new ticket") }
        return try ticket(of: token).code
    }

    /// A user without any organizer.
    fileprivate func stranger() throws -> User { try office.addUser(UserDraft(name: UUID().uuidString)) }

    fileprivate func office(ofStranger name: String) throws -> Office {
        let user = try office.addUser(UserDraft(name: name))
        return try Office.signIn(to: store, as: "\(user.id)", clock: clock.now)
    }

    fileprivate func office(as role: Role) throws -> Office {
        let user = try stranger()
        _ = try office.setRole(role, of: user, in: try organizer())
        return try Office.signIn(to: store, as: "\(user.id)", clock: clock.now)
    }
}

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
    Call("members", .showOrganizer) { _ = try $1.members(of: $0.organizer()) },
    Call("member", .showOrganizer) { _ = try $1.member(named: "Test", of: $0.organizer()) },
    Call("candidate", .findUser) { _ = try $1.candidate(named: "\($0.stranger().id)", for: $0.organizer()) },
    Call("verify", .verifyOrganizer) {
        _ = try $1.verify($0.organizer(), .terms(version: Terms.version))
    },
    Call("setRole", .manageMembers) { _ = try $1.setRole(.viewer, of: $0.stranger(), in: $0.organizer()) },
    Call("removeMember", .manageMembers) { festival, office in
        let user = try festival.stranger()
        _ = try festival.office.setRole(.viewer, of: user, in: festival.organizer())
        _ = try office.removeMember(user, from: festival.organizer())
    },
    Call("people", .showEvent) { _ = try $1.people(of: $0.event) },
    Call("deletion", .showEvent) { _ = try $1.deletion(of: $0.event) },
    Call("history", .showHistory) { _ = try $1.history(of: $0.event) },
    Call("createEvent", .createEvent) {
        _ = try $1.createEvent(EventDetails(title: "New", timeZone: "UTC"), suite: .hmac, of: $0.organizer())
    },
    Call("createEvent", .createEvent) {
        let new = NewEvent(details: EventDetails(title: "New", timeZone: "UTC"), suite: .hmac)
        _ = try $1.createEvent(new, of: $0.organizer())
    },
    Call("edit", .editEvent) { festival, office in
        _ = try office.edit(festival.event) { $0.about = UUID().uuidString }
    },
    Call("shift", .shiftEvents) { festival, office in
        _ = try office.shift([festival.draft()], by: #require(TimeShift("7d")))
    },
    Call("publish", .publishEvent) { _ = try $1.publish($0.draft()) },
    Call("cancelEvent", .cancelEvent) { _ = try $1.cancelEvent($0.office.publish($0.draft())) },
    Call("deleteEvent", .deleteEvent) { _ = try $1.deleteEvent($0.draft()) },
    Call("restoreEvent", .restoreEvent) { festival, office in
        _ = try office.restoreEvent(festival.office.deleteEvent(festival.draft()).event)
    },
    Call("duplicate", .duplicateEvent) { _ = try $1.duplicate($0.event, titled: "Again", by: nil) },
    Call("ticketTypes", .showTypes) { _ = try $1.ticketTypes(of: $0.event) },
    Call("ticketType", .showTypes) { _ = try $1.ticketType(named: "Regular", of: $0.event) },
    Call("addTicketType", .addType) {
        _ = try $1.addTicketType(TicketTypeDraft(name: UUID().uuidString), to: $0.event)
    },
    Call("editTicketType", .editType) {
        _ = try $1.editTicketType($0.regular.number, of: $0.event) { $0.isHidden.toggle() }
    },
    Call("ticketTypesOnSale", .showTypes) { _ = try $1.ticketTypesOnSale(of: $0.event) },
    Call("createOrder", .createOrder) { _ = try $1.createOrder($0.draft(1), of: $0.event) },
    Call("order", .showOrders) { _ = try $1.order($0.order(1).number, of: $0.event) },
    Call("forEachOrder", .showOrders) { try $1.forEachOrder(of: $0.event) { _ in } },
    Call("tickets", .showOrders) { _ = try $1.tickets(of: $0.order(1, .cash), of: $0.event) },
    Call("pay", .payOrder) {
        _ = try $1.pay($0.order(1).number, of: $0.event, Payment(.cash), signingWith: $0.ring)
    },
    Call("refund", .refundOrder) {
        _ = try $1.refund(.all, ofOrder: $0.order(1, .cash).number, of: $0.event, note: nil)
    },
    Call("cancelOrder", .cancelOrder) { _ = try $1.cancelOrder($0.order(1).number, of: $0.event, note: nil) },
    Call("transfer", .transferTicket) {
        _ = try $1.transfer($0.freshCode(), of: $0.event, to: "Grace", email: nil, signingWith: $0.ring)
    },
    Call("block", .blockTicket) { _ = try $1.block($0.freshCode(), of: $0.event, note: "disputed") },
    Call("unblock", .unblockTicket) { festival, office in
        let code = try festival.office.block(festival.freshCode(), of: festival.event, note: "disputed").code
        _ = try office.unblock(code, of: festival.event)
    },
    Call("inside", .showTickets) { festival, office in
        _ = try office.inside(on: festival.office.ticket(festival.freshCode(), of: festival.event), of: festival.event)
    },
    Call("tickets", .showTickets) { _ = try $1.tickets(of: $0.event, matching: .all, limit: 1) },
    Call("forEachTicketPage", .showTickets) { try $1.forEachTicketPage(of: $0.event) { _ in } },
    Call("forEachTicket", .showTickets) { try $1.forEachTicket(of: $0.event) { _ in } },
    Call("ticketCount", .showTickets) { _ = try $1.ticketCount(of: $0.event) },
    Call("ticket", .showTickets) { _ = try $1.ticket($0.freshCode(), of: $0.event) },
    Call("issue", .issueTickets) {
        _ = try $1.issue(.unnamed(1), type: $0.regular, of: $0.event, signingWith: $0.ring)
    },
    Call("cancel", .cancelTicket) { _ = try $1.cancel($0.freshCode(), of: $0.event, note: nil) },
    Call("reissue", .reissueTicket) { _ = try $1.reissue($0.freshCode(), of: $0.event, signingWith: $0.ring) },
    Call("functions", .showFunctions) { _ = try $1.functions(of: $0.wedding()) },
    Call("function", .showFunctions) { _ = try $1.function(named: "Ceremony", of: $0.wedding()) },
    Call("addFunction", .addFunction) {
        _ = try $1.addFunction(FunctionDetails(kind: .reception), to: $0.wedding())
    },
    Call("editFunction", .editFunction) { festival, office in
        let event = try festival.wedding()
        _ = try office.editFunction(
            festival.office.functions(of: event)[0], FunctionChange(venue: "Elsewhere"), of: event)
    },
    Call("removeFunction", .removeFunction) { festival, office in
        let event = try festival.wedding()
        try office.removeFunction(festival.office.functions(of: event)[0], of: event)
    },
    Call("importSettings", .importSettings) {
        let old = OldSettingsFunction(name: "Sangeet", isMain: false, venue: nil, start: nil)
        _ = try $1.importSettings([old], into: $0.wedding())
    },
    Call("forEachGuest", .showGuests) { try $1.forEachGuest(of: $0.wedding()) { _ in } },
    Call("guest", .showGuests) { _ = try $1.guest(named: "Grace", of: $0.wedding()) },
    Call("importGuests", .importGuests) {
        _ = try $1.importGuests(path: $0.list("name\nDenis\n"), into: $0.wedding())
    },
    Call("invite", .inviteGuests) {
        _ = try $1.invite(.all, InvitationChange(), of: $0.wedding(), signingWith: $0.ring)
    },
    Call("answer", .answerInvitation) { festival, office in
        let event = try festival.wedding()
        let ceremony = try festival.office.functions(of: event)[0]
        _ = try office.answer(.declined, ofGuest: "Grace", to: ceremony, of: event)
    },
    Call("guestAttendance", .showAttendance) { _ = try $1.guestAttendance(of: $0.wedding()) },
    Call("authorizeScanning", .scan) { try $1.authorizeScanning(at: $0.event) },
    Call("forEachRecord", .showLedger) { try $1.forEachRecord(of: $0.event) { _ in } },
    Call("attendance", .showLedger) { _ = try $1.attendance(of: $0.event) },
    Call("salesReport", .reportSales) { _ = try $1.salesReport(of: $0.event) },
    Call("attendanceReport", .reportAttendance) { _ = try $1.attendanceReport(of: $0.event) },
    Call("forEachChange", .readAudit) { try $1.forEachChange(of: $0.organizer()) { _ in } },
    Call("verifyAudit", .readAudit) { _ = try $1.verifyAudit(of: $0.organizer()) },
    Call("forEachNotice", .readNotices) { try $1.forEachNotice(of: $0.organizer()) { _ in } },
]

/// Functions that show a user nothing but what is theirs, or that only the local owner may call; each has a test of its own.
private let personal = [
    "createOrganizer", "organizers", "organizer", "events", "event", "addUser", "users", "user", "setUp", "signIn",
    "forEachNoticeToSend",
]

@Suite("Every operation, as every role", .everyEngine)
struct OperationTests {
    @Test("The table has every operation and every public function of the office")
    func complete() throws {
        let outside: Set<Management.Operation> = [.addUser, .showUsers, .createOrganizer, .sendNotices]
        #expect(Set(calls.map(\.operation)).union(outside) == Set(Management.Operation.allCases))
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Management")
        var found: Set<String> = []
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.lastPathComponent.hasPrefix("Office") else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            let office = text.split(separator: "\nextension ").filter {
                $0.hasPrefix("Office") || file.lastPathComponent == "Office.swift"
            }
            for part in office {
                found.formUnion(part.matches(of: /public (?:static )?func (\w+)/).map { String($0.1) })
            }
        }
        #expect(found == Set(calls.map(\.function) + personal))
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

    @Test("Whatever changes something is written into the audit trail, whose chain stays whole")
    func audited() throws {
        let festival = try Festival()
        for call in calls
        where ![.lookUp, .scan, .readReports].contains(call.operation.right) && call.operation != .findUser {
            try call.attempt(festival, festival.office)
            var actions: [String] = []
            try festival.office.forEachChange(of: festival.organizer()) { actions.append($0.action) }
            #expect(actions.last == call.operation.rawValue, "\(call.function)")
        }
        guard case .whole(let records) = try festival.office.verifyAudit(of: festival.organizer()) else {
            throw Surprise("the trail is broken")
        }
        #expect(records > calls.count / 2)
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

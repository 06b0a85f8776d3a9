import EventFixture
import Management
import Store
import Testing
import Ticketing

/// A grant limits services to some rights, for one organizer or for one of the organizer’s events. For example, the
/// services of a paired phone are limited by a grant.
@Suite("Services restricted by a grant", .everyEngine, .slow)
struct GrantTests {
    /// Operations that give another person or program access. No grant allows these operations.
    private static let lending: Set<Management.Operation> = [.pairDevice, .makeAPIToken]

    @Test(
        "A grant for a whole organizer allows look-ups and the operations of the granted right, and no others",
        arguments: Role.Right.allCases)
    func rights(right: Role.Right) throws {
        let festival = try Festival()
        // Each grant here contains the right to look up, because some calls read data before they change it.
        let rights: Set<Role.Right> = [right, .lookUp]
        let services = festival.services.narrowed(
            to: Grant(organizer: festival.event.organizer, event: nil, rights: rights))
        for call in calls {
            if rights.contains(call.operation.requiredRight) && !GrantTests.lending.contains(call.operation) {
                #expect(throws: Never.self, "\(call.function)") { try call.attempt(festival, services) }
            } else {
                #expect(throws: ManagementError.notGranted(call.operation), "\(call.function)") {
                    try call.attempt(festival, services)
                }
            }
        }
    }

    @Test("A grant without rights allows no operation")
    func nothing() throws {
        let festival = try Festival()
        let services = festival.services.narrowed(
            to: Grant(organizer: festival.event.organizer, event: nil, rights: []))
        for call in calls {
            let error = try #require(throws: ManagementError.self, "\(call.function)") {
                try call.attempt(festival, services)
            }
            guard case .notGranted = error else { throw Surprise("\(call.function): \(error)") }
        }
    }

    /// Operations that do not concern one organizer, such as adding users. `calls` does not contain them.
    private static func outside(
        _ festival: Festival
    ) -> [(operation: Management.Operation, attempt: (ManagementServices) throws -> Void)] {
        [
            (.addUser, { _ = try $0.users.addUser(UserDetails(name: "Joan")) }),
            (.showUsers, { _ = try $0.users.users() }),
            (.sendNotices, { try $0.notices.forEachNoticeOfStore { _ in } }),
            (.readStoreAudit, { try $0.audit.forEachChangeOfStore { _ in } }),
            (
                .acceptClock,
                {
                    var random = SystemRandomNumberGenerator()
                    try $0.gates.acceptClock(of: .random(using: &random), reason: "It was ahead")
                }
            ),
            (.setPassword, { _ = try $0.users.setPassword(NewPassword(Door.secret(Door.password)), of: $0.user) }),
            (.makeEntryLink, { _ = try $0.users.createSignInLink() }),
            (
                .joinTeam,
                {
                    let secret = try #require(try AccessSecret(encoded: String(repeating: "0", count: 64)))
                    _ = try $0.members.join(by: secret)
                }
            ),
            (.reviewIdentity, { try $0.organizers.acceptIdentity(of: festival.organizer().number, seen: "") }),
            (.reviewAbuse, { try $0.abuseReports.setTakesAbuseReports(true) }),
            (.createOrganizer, { _ = try $0.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere")) }),
        ]
    }

    @Test("A device’s grant for one event allows look-ups and scans at that event, and no other operation")
    func device() throws {
        let festival = try Festival()
        let rights: Set<Role.Right> = [.lookUp, .scan]
        let services = festival.services.narrowed(
            to: Grant(organizer: festival.event.organizer, event: festival.event.number, rights: rights))
        var refused: Set<Management.Operation> = []
        for call in calls {
            do {
                try call.attempt(festival, services)
                #expect(rights.contains(call.operation.requiredRight), "\(call.function)")
            } catch ManagementError.notGranted(let operation) {
                #expect(operation == call.operation, "\(call.function)")
                refused.insert(operation)
            } catch ManagementError.unknownEvent(_, let known) {
                // The call concerns another event of the same organizer, and the grant doesn’t include that event.
                #expect(known.isEmpty, "\(call.function)")
                refused.insert(call.operation)
            }
        }
        for (operation, attempt) in GrantTests.outside(festival) {
            let error = try #require(throws: ManagementError.self, "\(operation)") { try attempt(services) }
            #expect(error == .notGranted(operation) || error == .localOwnerOnly, "\(operation)")
            refused.insert(operation)
        }
        // No user can call these operations. The program performs them, for example when a reservation expires or a
        // visitor looks for tickets.
        refused.formUnion([
            .confirmReservation, .findTickets, .changeMessagePreferences, .expireHold, .dropChange, .pauseSignIn,
            .resetPassword,
        ])
        for operation in Management.Operation.allCases where !rights.contains(operation.requiredRight) {
            #expect(refused.contains(operation), "\(operation)")
        }
        #expect(refused.isSuperset(of: [.showOrganizer]))
    }

    @Test("A grant of all rights on an event allows edits of that event, but no calls on other events or the organizer")
    func oneEvent() throws {
        let festival = try Festival()
        let other = try festival.draft()
        let all = Set(Role.Right.allCases)
        let services = festival.services.narrowed(
            to: Grant(organizer: other.organizer, event: other.number, rights: all))
        for call in calls {
            let error = try #require(throws: ManagementError.self, "\(call.function)") {
                try call.attempt(festival, services)
            }
            switch error {
            case .notGranted(let operation): #expect(operation == call.operation, "\(call.function)")
            case .unknownEvent(_, let known): #expect(known.isEmpty, "\(call.function)")
            default: Issue.record("\(call.function): \(error)")
            }
        }
        #expect(try services.events.edit(other) { $0.about = "More" }.event.details.about == "More")
        #expect(throws: ManagementError.notGranted(.duplicateEvent)) {
            try services.events.duplicate(other, titled: "Again", by: nil)
        }
        #expect(try services.events.events().map(\.number) == [other.number])
        #expect(try services.events.visibleEvents().map(\.number) == [other.number])
        #expect(throws: ManagementError.unknownEvent(festival.event.slug, known: [other.slug])) {
            try services.events.event(named: festival.event.slug)
        }
        #expect(throws: ManagementError.unknownEvent(festival.event.slug, known: [other.slug])) {
            try services.events.visibleEvent(named: festival.event.slug)
        }
    }

    @Test("A grant for one organizer hides another organizer’s data, even if the user owns both organizers")
    func otherOrganizer() throws {
        let festival = try Festival()
        let own = try festival.services.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        let services = festival.services.narrowed(
            to: Grant(organizer: own.number, event: nil, rights: Set(Role.Right.allCases)))
        #expect(try services.organizers.organizers().map(\.number) == [own.number])
        #expect(try services.events.events(.any).isEmpty && services.events.visibleEvents().isEmpty)
        for call in calls {
            #expect(
                throws: ManagementError.unknownOrganizer("\(festival.event.organizer)", known: []), "\(call.function)"
            ) { try call.attempt(festival, services) }
        }
        let event = festival.event
        let forged = Event(
            number: event.number, organizer: own.number, slug: event.slug, suite: event.suite, created: event.created,
            status: event.status, details: event.details)
        #expect(throws: ManagementError.unknownEvent("\(event.number)", known: [])) {
            try services.tickets.admittedPeople(of: forged)
        }
    }

    @Test("A grant allows at most what its user’s rights allow, and nothing after the user’s membership has ended")
    func neverMore() throws {
        let festival = try Festival()
        let seller = try festival.services(as: .seller)
        let all = Grant(organizer: festival.event.organizer, event: nil, rights: Set(Role.Right.allCases))
        let services = seller.narrowed(to: all)
        for call in calls where !Role.seller.grants(call.operation.requiredRight) {
            let needs = Role.allCases.filter { $0.grants(call.operation.requiredRight) }
            #expect(throws: ManagementError.forbidden(role: .seller, needs: needs), "\(call.function)") {
                try call.attempt(festival, services)
            }
        }
        _ = try festival.services.members.removeMember(seller.user, from: festival.organizer())
        for call in calls {
            #expect(throws: ManagementError.unknownOrganizer("\(festival.event.organizer)", known: [])) {
                try call.attempt(festival, services)
            }
        }
        // A user without a membership can read public events, but services that are narrowed by a grant show no events.
        #expect(try !seller.events.visibleEvents().isEmpty)
        let elsewhere = Grant(
            organizer: festival.event.organizer, event: try festival.draft().number, rights: [.lookUp])
        #expect(try seller.narrowed(to: elsewhere).events.visibleEvents().isEmpty)
    }

    @Test("Services that are narrowed by two grants have only the rights that both grants contain")
    func twice() throws {
        let festival = try Festival()
        let event = festival.event
        let first = Grant(organizer: event.organizer, event: event.number, rights: [.lookUp])
        let second = Grant(organizer: event.organizer, event: nil, rights: Set(Role.Right.allCases))
        for services in [
            festival.services.narrowed(to: first).narrowed(to: second),
            festival.services.narrowed(to: second).narrowed(to: first),
        ] {
            #expect(try services.tickets.admittedPeople(of: event) == 0)
            #expect(throws: ManagementError.notGranted(.cancelEvent)) { try services.events.cancelEvent(event) }
            #expect(throws: ManagementError.notGranted(.readAudit)) {
                try services.audit.verifyAudit(of: festival.organizer())
            }
        }
    }
}

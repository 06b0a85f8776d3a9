import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Integrity of the audit trail", .everyEngine)
struct AuditTests {
    @Test("A completely deleted audit trail is detected, because each organizer’s trail has at least one record")
    func missing() throws {
        let festival = try Festival()
        _ = try festival.issue(1)
        try festival.tamper("DELETE FROM audit; DELETE FROM audit_head")
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        #expect(try festival.services.audit.verifyAudit(of: organizer) == .broken(sequence: 1, fault: .missing))
        let check = try festival.store.check()
        #expect(!check.isIntact)
        #expect(check.brokenTrails.map(\.organizer) == [organizer.number])
    }

    @Test("An audit trail that was reassigned to another organizer is detected")
    func reassigned() throws {
        let festival = try Festival()
        let number = festival.event.organizer
        let other = try festival.services.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        try festival.tamper(
            """
            DELETE FROM audit WHERE organizer = \(other.number); DELETE FROM audit_head WHERE organizer = \(other.number);
            UPDATE audit SET organizer = \(other.number) WHERE organizer = \(number);
            UPDATE audit_head SET organizer = \(other.number) WHERE organizer = \(number)
            """)
        let broken = try festival.store.check().brokenTrails
        #expect(Set(broken.map(\.organizer)) == [number, other.number])
    }

    @Test(
        """
        If the last audit records are deleted and the trail’s head is reset, a check finds the deletion, because the \
        store still has the changes that these records describe
        """)
    func cutOff() throws {
        let acts: [(String, (Festival) throws -> Void)] = [
            ("issue", { _ = try $0.issue(1) }),
            (
                "cancel",
                { _ = try $0.services.tickets.cancel($0.ticket(of: $0.tokens()[0]).code, of: $0.event, note: nil) }
            ),
            (
                "block",
                { _ = try $0.services.tickets.block($0.ticket(of: $0.tokens()[0]).code, of: $0.event, note: "x") }
            ),
            (
                "reissue",
                {
                    _ = try $0.services.tickets.reissue(
                        $0.ticket(of: $0.tokens()[0]).code, of: $0.event, signingWith: $0.ring)
                }
            ),
            ("order", { _ = try $0.order(1) }),
            ("pay", { _ = try $0.order(1, .cash) }),
            ("create", { _ = try $0.services.events.duplicate($0.event, titled: "Another", by: nil) }),
            ("cancel all", { _ = try $0.services.events.cancelEvent($0.event) }),
            ("delete", { _ = try $0.services.events.deleteEvent($0.event) }),
        ]
        for (name, act) in acts {
            let festival = try Festival()
            _ = try festival.issue(1)
            let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
            guard case .intact(let before) = try festival.services.audit.verifyAudit(of: organizer) else {
                throw Surprise("the audit trail is broken before the change")
            }
            festival.clock.advance(bySeconds: 60)
            try act(festival)
            guard case .intact(let after) = try festival.services.audit.verifyAudit(of: organizer), after > before
            else {
                throw Surprise("\(name) wrote no audit record")
            }
            try cut(organizer, after: before, in: festival)
            let found = try festival.services.audit.verifyAudit(of: organizer)
            #expect(found == .broken(sequence: Int64(before), fault: .truncated), "\(name)")
        }
    }

    @Test("The deletion of a refund payment’s audit record is detected")
    func payBackCutOff() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        let order = try festival.order(1, .cash)
        _ = try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        guard case .intact(let before) = try festival.services.audit.verifyAudit(of: organizer) else {
            throw Surprise("the audit trail is broken before the change")
        }
        festival.clock.advance(bySeconds: 60)
        _ = try festival.services.orders.recordRefundPayment(nil, ofOrder: order.number, of: festival.event)
        try cut(organizer, after: before, in: festival)
        let found = try festival.services.audit.verifyAudit(of: organizer)
        #expect(found == .broken(sequence: Int64(before), fault: .truncated))
    }

    /// Deletes the last records of an audit trail, and resets the trail’s head.
    private func cut(_ organizer: Organizer, after sequence: some BinaryInteger, in festival: Festival) throws {
        let chain = "organizer = \(organizer.number)"
        try festival.tamper(
            """
            DELETE FROM audit WHERE \(chain) AND sequence > \(sequence);
            UPDATE audit_head SET sequence = \(sequence), hash = (
                SELECT hash FROM audit WHERE \(chain) AND sequence = \(sequence)) WHERE \(chain)
            """)
    }

    @Test("A clock that was set back between two changes is not reported as a fault")
    func clockSetBack() throws {
        let festival = try Festival()
        festival.clock.advance(bySeconds: 600)
        _ = try festival.issue(2)
        festival.clock.advance(bySeconds: -900)
        _ = try festival.services.tickets.cancel(
            festival.ticket(of: festival.tokens()[0]).code, of: festival.event, note: nil)
        #expect(try festival.store.check().isIntact)
    }

    @Test(
        """
        The store’s audit trail has the changes to users; only the local owner can read it, and its deletion is \
        detected
        """)
    func ofTheStore() throws {
        let festival = try Festival()
        let services = festival.services
        #expect(try services.audit.verifyAuditOfStore() == .intact(records: 1))
        let user = try services.users.addUser(UserDetails(name: "Grace"))
        _ = try services.users.addUser(UserDetails(name: "Amina"))
        #expect(try services.audit.verifyAuditOfStore() == .intact(records: 3))
        var seen: [AuditRecord] = []
        try services.audit.forEachChangeOfStore { seen.append($0) }
        #expect(seen.map(\.action) == ["addUser", "addUser", "addUser"])
        #expect(seen.map(\.after) == ["Test", "Grace", "Amina"].map { ["name": $0] })
        #expect(seen.allSatisfy { $0.organizer == nil })

        let other = try ManagementServices.signIn(to: festival.store, as: "\(user.id)", clock: festival.clock.now)
        #expect(throws: ManagementError.localOwnerOnly) { try other.audit.verifyAuditOfStore() }
        #expect(throws: ManagementError.localOwnerOnly) { try other.audit.forEachChangeOfStore { _ in } }

        try festival.tamper("UPDATE audit SET after = '{\"name\":\"Greta\"}' WHERE organizer = 0 AND sequence = 2")
        #expect(try services.audit.verifyAuditOfStore() == .broken(sequence: 2, fault: .edited))
        try festival.tamper("DELETE FROM audit WHERE organizer = 0; DELETE FROM audit_head WHERE organizer = 0")
        #expect(try services.audit.verifyAuditOfStore() == .broken(sequence: 1, fault: .missing))
        #expect(try festival.store.check().brokenTrails.map(\.organizer) == [nil])
    }

    @Test("An audit record whose fields can’t be parsed is reported as edited")
    func unreadable() throws {
        for edit in ["after = 'x'", "before = '[]'", "subject_kind = 'planet'", "person = 0"] {
            let festival = try Festival()
            try festival.tamper("UPDATE audit SET \(edit) WHERE sequence = 2")
            let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
            #expect(
                try festival.services.audit.verifyAudit(of: organizer) == .broken(sequence: 2, fault: .edited),
                "\(edit)")
        }
    }
}

import EventFixture
import Management
import Testing
import Ticketing

@Suite("Replies of a guest to several invitations", .everyEngine)
struct GuestRepliesTests {
    private let wedding: Wedding

    init() throws {
        wedding = try Wedding()
        try wedding.importGuests("name,email,companions,ceremony,reception\nGrace,g@x.org,2,yes,yes\n")
    }

    private func edit(_ alter: (inout [Int: Ticketing.InvitationReply]) throws -> Void) throws -> InvitedGuest {
        try wedding.services.guests.editReplies(
            ofGuest: 1, of: wedding.event, signingWith: { wedding.festival.ring }, alter)
    }

    private func replies() throws -> [Int: Ticketing.InvitationReply] {
        let guest = try wedding.services.guests.guest(named: "1", of: wedding.event)
        return Dictionary(guest.invitations.map { ($0.subEvent, $0.reply) }) { first, _ in first }
    }

    @Test("Replies are stored, and the guest is invited to a further sub-event and gets a code and one message")
    func saved() throws {
        let saved = try edit {
            $0[1] = .attending(companions: 2)
            $0[3] = .maybe
        }
        #expect(saved.invitations.map(\.reply) == [.attending(companions: 2), .none, .maybe])
        #expect(saved.guest.serial != nil)
        let organizer = try wedding.festival.organizer()
        let notices = try wedding.services.notices.notices(of: organizer, limit: 100)
        #expect(notices.filter { $0.kind == .invitation }.map(\.recipient) == ["g@x.org"])
        let actions = try wedding.services.audit.latestChanges(of: organizer, limit: 3).map(\.action)
        #expect(actions.contains("inviteGuests") && actions.contains("answerInvitation"))
        // A change of one reply leaves the others as they are.
        _ = try edit { $0[2] = .declined }
        #expect(try replies() == [1: .attending(companions: 2), 2: .declined, 3: .maybe])
    }

    @Test("If one of the replies is refused, nothing is changed, and no invitation is withdrawn")
    func refused() throws {
        #expect(throws: GuestError.tooManyCompanions(asked: 3, allowed: 2)) {
            try edit {
                $0[3] = Ticketing.InvitationReply.none
                $0[1] = .attending(companions: 3)
            }
        }
        #expect(throws: GuestError.self) { try edit { $0[9] = Ticketing.InvitationReply.none } }
        _ = try edit { $0[1] = nil }
        #expect(try replies() == [1: .none, 2: .none])
        #expect(throws: GuestError.unknownGuest("7")) {
            try wedding.services.guests.editReplies(
                ofGuest: 7, of: wedding.event, signingWith: { wedding.festival.ring }
            ) { _ in }
        }
        #expect(throws: ManagementError.self) {
            try wedding.festival.services(as: .seller).guests.editReplies(
                ofGuest: 1, of: wedding.event, signingWith: { wedding.festival.ring }
            ) { $0[1] = .declined }
        }
    }

    @Test("Answers need no signing key; an invitation to a further sub-event needs a signing key")
    func keys() throws {
        func answer(_ subEvent: Int) throws {
            _ = try wedding.services.guests.editReplies(
                ofGuest: 1, of: wedding.event, signingWith: { throw ManagementError.noSigningKey }
            ) { $0[subEvent] = .maybe }
        }
        try answer(1)
        #expect(throws: ManagementError.noSigningKey) { try answer(3) }
        #expect(try replies() == [1: .maybe, 2: .none])
    }
}

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
            ofGuests: [1], of: wedding.event, signingWith: { wedding.festival.ring }
        ) { try alter(&$0[1, default: [:]]) }[0]
    }

    private func replies() throws -> [Int: Ticketing.InvitationReply] {
        let guest = try wedding.services.guests.guest(named: "1", of: wedding.event)
        return Dictionary(guest.invitations.map { ($0.subEvent, $0.reply) }) { first, _ in first }
    }

    @Test(
        "Replies are stored; a reply for a sub-event without an invitation adds the invitation, a code and one message")
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
                ofGuests: [7], of: wedding.event, signingWith: { wedding.festival.ring }
            ) { _ in }
        }
        #expect(throws: ManagementError.self) {
            try wedding.festival.services(as: .seller).guests.editReplies(
                ofGuests: [1], of: wedding.event, signingWith: { wedding.festival.ring }
            ) { $0[1] = [1: .declined] }
        }
    }

    @Test("An answer to an existing invitation needs no signing key, but an answer that adds an invitation does")
    func keys() throws {
        func answer(_ subEvent: Int) throws {
            _ = try wedding.services.guests.editReplies(
                ofGuests: [1], of: wedding.event, signingWith: { throw ManagementError.noSigningKey }
            ) { $0[1, default: [:]][subEvent] = .maybe }
        }
        try answer(1)
        #expect(throws: ManagementError.noSigningKey) { try answer(3) }
        #expect(try replies() == [1: .maybe, 2: .none])
    }

    @Test("The replies of several guests are stored in one transaction: all of them, or none")
    func severalGuests() throws {
        try wedding.importGuests("name,household,companions\nAda,Okello,1\nBen,Okello,0\n")
        func edit(companionsOfBen: Int) throws -> [InvitedGuest] {
            try wedding.services.guests.editReplies(
                ofGuests: [3, 1, 2], of: wedding.event, signingWith: { wedding.festival.ring }
            ) {
                $0[1, default: [:]][1] = .declined
                // Guests 2 and 3 share a household, and are invited to different sub-events.
                $0[2, default: [:]][2] = .attending(companions: 1)
                $0[3, default: [:]][3] = .attending(companions: companionsOfBen)
            }
        }
        #expect(throws: GuestError.tooManyCompanions(asked: 1, allowed: 0)) { try edit(companionsOfBen: 1) }
        #expect(try replies() == [1: .none, 2: .none])
        #expect(try wedding.guests().allSatisfy { $0.guest.serial == nil })
        let saved = try edit(companionsOfBen: 0)
        #expect(saved.map(\.guest.number) == [1, 2, 3])
        #expect(saved[0].invitations.map(\.reply) == [.declined, .none] && saved[0].guest.serial == nil)
        #expect(saved[1].invitations.map(\.subEvent) == [2] && saved[2].invitations.map(\.subEvent) == [3])
        #expect(saved[1].invitations.map(\.reply) == [.attending(companions: 1)])
        #expect(saved[1].guest.serial != nil && saved[1].guest.serial == saved[2].guest.serial)
    }
}

import EventFixture
import Management
import Store
import Testing
import TicketToken
import Ticketing

@Suite("Storefront: invitations", .everyEngine)
struct StorefrontInvitationTests {
    private let wedding: Wedding
    private let storefront: Storefront

    init() throws {
        wedding = try Wedding()
        try wedding.importGuests(
            """
            name,household,companions,meal,ceremony,reception
            Grace Nakato,Nakato,2,,yes,yes
            Moses Nakato,Nakato,0,fish,yes,
            Joan Auma,Auma,1,,,yes

            """)
        try wedding.invite()
        storefront = try wedding.festival.storefront()
    }

    private func link(of name: String) throws -> TicketLink {
        let serial = try #require(try wedding.services.guests.guest(named: name, of: wedding.event).guest.serial)
        return try wedding.festival.link(to: wedding.services.tickets.ticket(TicketCode(serial), of: wedding.event))
    }

    private func guest(_ name: String) throws -> InvitedGuest {
        try wedding.services.guests.guest(named: name, of: wedding.event)
    }

    @Test("A ticket’s link shows the ticket’s guests and their invitations, and no other guests")
    func displayed() throws {
        let found = try #require(try storefront.invitation(link(of: "Grace Nakato")))
        #expect(found.guests.map(\.guest.name) == ["Grace Nakato", "Moses Nakato"] && found.closed == nil)
        #expect(found.guests.map { $0.invitations.map(\.subEvent) } == [[1, 2], [1]])
        #expect(try storefront.ticket(link(of: "Grace Nakato"))?.isInvitation == true)
        // A link to a ticket that belongs to no guest shows no invitation.
        let ticket = try wedding.festival.ticket(of: wedding.festival.issue(1)[0])
        #expect(try storefront.invitation(wedding.festival.link(to: ticket)) == nil)
    }

    @Test("A guest can reply for each sub-event, with companions and a meal, and can change the reply later")
    func answers() throws {
        let link = try link(of: "Grace Nakato")
        let number = try guest("Grace Nakato").guest.number
        try storefront.answer(
            link, GuestReply(guest: number, answers: [1: .attending(companions: 2), 2: .declined], meal: "<b>fish</b>"))
        #expect(try guest("Grace Nakato").invitations.map(\.reply) == [.attending(companions: 2), .declined])
        #expect(try guest("Grace Nakato").guest.details.meal == "<b>fish</b>")
        try storefront.answer(link, GuestReply(guest: number, answers: [2: .attending(companions: 0)]))
        #expect(
            try guest("Grace Nakato").invitations.map(\.reply) == [
                .attending(companions: 2), .attending(companions: 0),
            ])
        #expect(try guest("Grace Nakato").guest.details.meal == "<b>fish</b>")
        try storefront.answer(link, GuestReply(guest: number, answers: [:], meal: " "))
        #expect(try guest("Grace Nakato").guest.details.meal == nil)
        #expect(try guest("Grace Nakato").guest.details.companions == 2)
        guard case .intact = try wedding.services.audit.verifyAudit(of: wedding.festival.organizer()) else {
            throw Surprise("the audit trail is broken")
        }
    }

    @Test("A reply for another guest, for a sub-event without invitation, or with too many companions is refused")
    func foreign() throws {
        let link = try link(of: "Joan Auma")
        let (joan, grace) = (try guest("Joan Auma").guest.number, try guest("Grace Nakato").guest.number)
        #expect(throws: StorefrontError.notFound) {
            try storefront.answer(link, GuestReply(guest: grace, answers: [1: .declined], meal: "poison"))
        }
        #expect(throws: GuestError.notInvited(guest: "Joan Auma", subEvent: wedding.ceremony.name)) {
            try storefront.answer(link, GuestReply(guest: joan, answers: [2: .declined, 1: .declined]))
        }
        #expect(throws: StorefrontError.notFound) {
            try storefront.answer(link, GuestReply(guest: joan, answers: [9: .declined]))
        }
        for companions in [-1, 2, Int.max] {
            #expect(throws: GuestError.tooManyCompanions(asked: companions, allowed: 1)) {
                try storefront.answer(
                    link, GuestReply(guest: joan, answers: [2: .attending(companions: companions)], meal: "rice"))
            }
        }
        // A refused reply saves nothing, not even the meal.
        #expect(
            try guest("Joan Auma").invitations.map(\.reply) == [.none] && guest("Joan Auma").guest.details.meal == nil)
        #expect(try guest("Grace Nakato").guest.details.meal == nil)
        #expect(throws: StorefrontError.self) {
            try storefront.answer(link, GuestReply(guest: joan, answers: [:], meal: String(repeating: "a", count: 501)))
        }
    }

    @Test("The replies of a household are stored together or not at all, and the error has the faults of all guests")
    func household() throws {
        let link = try link(of: "Moses Nakato")
        let (grace, moses) = (try guest("Grace Nakato").guest.number, try guest("Moses Nakato").guest.number)
        let valid = GuestReply(guest: grace, answers: [1: .attending(companions: 1), 2: .declined], meal: "fish")
        let faulty = GuestReply(
            guest: moses, answers: [1: .attending(companions: 1), 2: .maybe], meal: String(repeating: "a", count: 501))
        for replies in [[valid, faulty], [faulty, valid]] {
            let refused = try #require(throws: RefusedReplies.self) { try storefront.answer(link, replies) }
            #expect(refused.faults.map(\.guest) == [moses, moses, moses])
            #expect(refused.faults.map(\.subEvent) == [1, 2, nil])
            #expect((refused.faults[0].error as? GuestError) == .tooManyCompanions(asked: 1, allowed: 0))
            let notInvited = GuestError.notInvited(guest: "Moses Nakato", subEvent: wedding.reception.name)
            #expect((refused.faults[1].error as? GuestError) == notInvited)
            guard case .invalid(let faults)? = refused.faults[2].error as? StorefrontError else {
                throw Surprise("\(refused.faults[2].error)")
            }
            #expect(faults.map(\.field) == ["meal"])
        }
        let reply = GuestReply(guest: moses, answers: [1: .maybe])
        let joan = GuestReply(guest: try guest("Joan Auma").guest.number, answers: [2: .declined])
        #expect(throws: StorefrontError.notFound) { try storefront.answer(link, [valid, reply, joan]) }
        try storefront.answer(link, [valid, reply], .dryRun)
        #expect(try wedding.guests().flatMap(\.invitations).allSatisfy { $0.reply == .none })
        #expect(try guest("Grace Nakato").guest.details.meal == nil)
        // If the closure throws an error for one reply, the other reply is not stored either.
        struct Outdated: Error {}
        #expect(throws: RefusedReplies.self) {
            try storefront.answer(link, [valid, reply]) { reply, _ in
                if reply.guest == moses { throw Outdated() }
                return reply
            }
        }
        #expect(try guest("Grace Nakato").invitations.map(\.reply) == [.none, .none])
        try storefront.answer(link, [valid, reply])
        #expect(try guest("Grace Nakato").invitations.map(\.reply) == [.attending(companions: 1), .declined])
        #expect(try guest("Moses Nakato").invitations.map(\.reply) == [.maybe])
        guard case .intact = try wedding.services.audit.verifyAudit(of: wedding.festival.organizer()) else {
            throw Surprise("the audit trail is broken")
        }
    }

    @Test("After the deadline for answers, guests can no longer change their answers, but the organizer still can")
    func deadline() throws {
        let deadline = Festival.start.advanced(bySeconds: 1800)
        _ = try wedding.services.events.edit(wedding.event) { $0.answerBy = deadline }
        let link = try link(of: "Joan Auma")
        let joan = try guest("Joan Auma").guest.number
        wedding.festival.clock.set(deadline.advanced(bySeconds: -1))
        #expect(try storefront.invitation(link)?.closed == nil)
        try storefront.answer(link, GuestReply(guest: joan, answers: [2: .attending(companions: 1)]))
        wedding.festival.clock.set(deadline)
        let found = try #require(try storefront.invitation(link))
        #expect(found.closed == .answersClosed && found.event.details.answerBy == deadline)
        #expect(throws: StorefrontError.answersClosed) {
            try storefront.answer(link, GuestReply(guest: joan, answers: [2: .declined], meal: "rice"))
        }
        #expect(try guest("Joan Auma").invitations.map(\.reply) == [.attending(companions: 1)])
        #expect(try guest("Joan Auma").guest.details.meal == nil)
        _ = try wedding.services.guests.editAnswers(ofGuest: joan, of: wedding.event) { $0.answers[2] = .declined }
        #expect(try guest("Joan Auma").invitations.map(\.reply) == [.declined])
        wedding.festival.clock.set(Festival.start.advanced(bySeconds: 7200))
        #expect(try storefront.invitation(link)?.closed == .eventOver)
    }

    @Test(
        "The link of an invitation still works after the event was cancelled or deleted, but nobody can answer",
        arguments: [false, true])
    func eventGone(isDeleted: Bool) throws {
        let joan = try guest("Joan Auma").guest
        let (link, grace) = (try link(of: "Joan Auma"), try link(of: "Grace Nakato"))
        // A code that is cancelled before the event is cancelled stays invalid.
        _ = try wedding.services.tickets.cancel(grace.code, of: wedding.event, note: nil)
        wedding.festival.clock.advance(bySeconds: 1)
        if isDeleted {
            _ = try wedding.services.events.deleteEvent(wedding.event)
        } else {
            _ = try wedding.services.events.cancelEvent(wedding.event)
        }
        let found = try #require(try storefront.invitation(link))
        #expect(found.closed == .eventCancelled && found.guests.map(\.guest.name) == ["Joan Auma"])
        #expect(throws: StorefrontError.eventCancelled) {
            try storefront.answer(link, GuestReply(guest: joan.number, answers: [2: .declined]))
        }
        #expect(try storefront.invitation(grace) == nil)
        #expect(try guest("Joan Auma").invitations.map(\.reply) == [.none])
    }

    @Test("A reply is refused after the end of the event or with a replaced link; an invitation can’t be transferred")
    func ends() throws {
        let link = try link(of: "Joan Auma")
        let joan = try guest("Joan Auma").guest
        #expect(throws: StorefrontError.transferRefused(.invitation)) {
            try storefront.transfer(link, to: "Eve", email: nil)
        }
        wedding.festival.clock.advance(bySeconds: 7200)
        #expect(try storefront.invitation(link)?.closed == .eventOver)
        #expect(throws: StorefrontError.eventOver) {
            try storefront.answer(link, GuestReply(guest: joan.number, answers: [2: .declined]))
        }
        wedding.festival.clock.advance(bySeconds: -7200)
        _ = try wedding.services.tickets.reissue(
            TicketCode(#require(joan.serial)), of: wedding.event, signingWith: wedding.festival.ring)
        #expect(try storefront.invitation(link) == nil)
        #expect(throws: StorefrontError.notFound) {
            try storefront.answer(link, GuestReply(guest: joan.number, answers: [2: .declined]))
        }
    }
}

import EventFixture
import Foundation
import Languages
import Management
import MessageTransport
import Messaging
import Testing
import Ticketing

@Suite("Links in messages", .serialized)
struct MessageLinkTests {
    /// The state of the event of a message. In each state but `open`, the event has no public page, or its tickets and
    /// invitations are no longer valid.
    enum State: String, CaseIterable {
        case open, privateEvent, celebration, deleted, deletedPrivate, cancelledCelebration

        var kind: EventDetails.Kind {
            switch self {
            case .open, .deleted: .public
            case .privateEvent, .deletedPrivate: .private
            case .celebration, .cancelledCelebration: .celebration
            }
        }

        /// The kinds of messages that are sent about the event in this state.
        var kinds: [Notice.Kind] {
            switch self {
            case .open: Notice.Kind.allCases
            // Only public events are suggested.
            case .privateEvent, .celebration: Notice.Kind.allCases.filter { !$0.suggestsEvents }
            case .deleted, .deletedPrivate, .cancelledCelebration:
                [
                    .eventCancelled, .ticketCancelled, .orderCancelled, .refundOwed, .refundProcessed,
                    .invitationWithdrawn, .reservationLapsed,
                ]
            }
        }
    }

    /// A fixture whose event is in a state. If `tickets` is 2, each recipient of the sample messages has two tickets or
    /// invitations.
    private static func fixture(_ state: State, tickets: Int) throws -> MessageFixture {
        let fixture = try MessageFixture()
        if tickets == 2 {
            _ = try MessageFixture.issued(to: "Joan Auma", "joan@example.org", fixture.festival)
            try fixture.festival.tamper(
                "UPDATE guest SET email = 'grace@example.org', phone = NULL WHERE phone = '+256700123456'")
        }
        try fixture.festival.tamper("UPDATE event SET kind = '\(state.kind.rawValue)'")
        switch state {
        case .open, .privateEvent, .celebration: break
        case .deleted, .deletedPrivate: _ = try fixture.festival.services.events.deleteEvent(fixture.event)
        case .cancelledCelebration: _ = try fixture.festival.services.events.cancelEvent(fixture.event)
        }
        return fixture
    }

    /// The kinds of messages that link to the event’s page or, if the event has no public page, to a ticket, invitation
    /// or order.
    private static let aboutEnds: [Notice.Kind] = [
        .eventCancelled, .ticketCancelled, .reservationLapsed, .invitationWithdrawn,
    ]

    /// The path of the first link in a text.
    private static func path(in text: String) -> String? {
        text.firstMatch(of: /https:\/\/tickets\.example\.org(\/\S+)/).map { String($0.1) }
    }

    /// Whether the page at a path from a message opens for a visitor.
    private static func opens(_ path: String, _ fixture: MessageFixture) throws -> Bool {
        let festival = fixture.festival
        let storefront = try Storefront(to: festival.store, signingWith: festival.ring, clock: festival.clock.now)
        let parts = path.split(separator: "/").map(String.init)
        switch (parts.first ?? "", parts.count) {
        case ("t", 4):
            return try TicketLink(event: parts[1], code: parts[2], secret: parts[3])
                .flatMap { try storefront.ticket($0) } != nil
        case ("i", 4):
            return try TicketLink(event: parts[1], code: parts[2], secret: parts[3])
                .flatMap { try storefront.invitation($0) } != nil
        case ("o", 4):
            return try OrderLink(event: parts[1], order: parts[2], secret: parts[3])
                .flatMap { try storefront.order($0) } != nil
        case ("events", 2): return try storefront.event(named: parts[1]) != nil
        case ("m", 2): return parts[1] == MessageFixture.secret
        // The store has no rows for the sample links to these pages, so only the secret is compared.
        case ("confirm", 2), ("find", 2): return parts[1] == MessageFixture.secret
        // The route `/desk/e/:event`
        case ("desk", 3): return parts[1] == "e" && parts[2] == fixture.event.slug
        // The route `/desk/organizers/:organizer/verify`
        case ("desk", 4):
            let organizers = try festival.services.organizers.organizers().map(\.slug)
            return parts[1] == "organizers" && organizers.contains(parts[2]) && parts[3] == "verify"
        case ("find", 1), ("reset#\(MessageFixture.secret)", 1), ("join#\(MessageFixture.secret)", 1): return true
        default: return false
        }
    }

    @Test(
        "In every state of an event, the mail and the SMS of each kind of message have a link to a page that opens",
        arguments: State.allCases, [1, 2])
    func everyKind(state: State, tickets: Int) throws {
        let fixture = try Self.fixture(state, tickets: tickets)
        for kind in state.kinds {
            let what = "\(kind), \(state), \(tickets)"
            let message = try #require(try fixture.compose(fixture.sample(kind)), "\(what)")
            let mail = try #require(message.mail)
            let link = try #require(Self.path(in: message.smsText), "\(what): \(message.smsText)")
            #expect(try Self.opens(link, fixture), "\(what): \(link)")
            let url = "\(MessageFixture.origin)\(link)"
            #expect(mail.plainText.contains(url) && mail.html.contains("href=\"\(url)\""), "\(what): \(mail.plainText)")
            #expect(message.push.url == url && message.shortText.hasSuffix(" \(url)"), "\(what)")
            guard Self.aboutEnds.contains(kind) else { continue }
            for language in Language.offered {
                let text = try #require(try fixture.compose(fixture.sample(kind), in: language)).smsText
                #expect(SMSText(text).parts == 1, "\(what) \(language): \(text)")
            }
        }
    }

    @Test("Without a public page, a message about something that ended links to the ticket, invitation or order")
    func ended() throws {
        for state in [State.privateEvent, .celebration, .deletedPrivate, .cancelledCelebration] {
            let fixture = try Self.fixture(state, tickets: 1)
            func link(_ kind: Notice.Kind, _ recipient: String? = nil) throws -> String {
                let sample = fixture.sample(kind)
                let notice = fixture.notice(
                    kind, to: recipient ?? sample.recipient, sample.payload, of: sample.event)
                let message = try #require(try fixture.compose(notice), "\(kind)")
                return try #require(Self.path(in: message.smsText), "\(kind)")
            }
            #expect(try link(.ticketCancelled).hasPrefix("/t/"), "\(state)")
            #expect(try link(.reservationLapsed).hasPrefix("/o/"), "\(state)")
            #expect(try link(.invitationWithdrawn).hasPrefix("/i/"), "\(state)")
            // A stranger gets no link to the ticket or order of another person.
            for kind in [Notice.Kind.ticketCancelled, .reservationLapsed, .invitationWithdrawn] {
                #expect(try link(kind, "nobody@example.org") == "/find", "\(state) \(kind)")
            }
            guard state == .deletedPrivate || state == .cancelledCelebration else { continue }
            #expect(try link(.eventCancelled).hasPrefix("/t/"), "\(state)")
            #expect(try link(.eventCancelled, "sarah@example.org").hasPrefix("/t/"), "\(state)")
            #expect(try link(.eventCancelled, "grace@example.org").hasPrefix("/i/"), "\(state)")
            // Denis has not paid, so he has no ticket.
            #expect(try link(.eventCancelled, "denis@example.org").hasPrefix("/o/"), "\(state)")
            #expect(try link(.eventCancelled, "nobody@example.org") == "/find", "\(state)")
        }
    }

    @Test(
        """
        While the code of an invitation is blocked, messages about the invitation link to the ticket’s page, which \
        still opens
        """)
    func blocked() throws {
        let fixture = try Self.fixture(.celebration, tickets: 1)
        let code = try #require(fixture.sample(.invitation).ticketCodes.first)
        _ = try fixture.festival.services.tickets.block(code, of: fixture.event, note: "lost")
        for kind in [Notice.Kind.invitation, .answerReminder, .invitationWithdrawn] {
            let message = try #require(try fixture.compose(fixture.sample(kind)), "\(kind)")
            let link = try #require(Self.path(in: message.smsText), "\(kind)")
            #expect(try link.hasPrefix("/t/") && Self.opens(link, fixture), "\(kind): \(link)")
            #expect(message.mail?.html.contains("/i/") == false, "\(kind)")
        }
    }

    @Test("The mail about several invitations has a link for the answer to each, and no button for only one of them")
    func severalInvitations() throws {
        let fixture = try Self.fixture(.celebration, tickets: 2)
        let mail = try #require(try fixture.compose(fixture.sample(.answerReminder))?.mail)
        let paths = mail.html.matches(of: /href="https:\/\/tickets\.example\.org(\/i\/[^"]+)"/).map { String($0.1) }
        #expect(paths.count == 2 && Set(paths).count == 2, "\(paths)")
        for path in paths { #expect(try Self.opens(path, fixture), "\(path)") }
    }

    @Test(
        """
        If a second address is added, the first address gets a code with a link, and the second address gets a code \
        without a link
        """)
    func addressCode() throws {
        let fixture = try MessageFixture()
        let settings = "\(MessageFixture.origin)/m/\(MessageFixture.secret)"
        for (recipient, added) in [
            ("joan@example.org", "sms"), ("+256700123456", "email"), ("joan@example.org", "push"),
            ("+256700123456", "push"),
        ] {
            let notice = fixture.addressCode(to: recipient, adding: added)
            let message = try #require(try fixture.compose(notice), "\(recipient) \(added)")
            #expect(message.smsText == "Your code is 123456. Do not share it. \(settings)", "\(recipient) \(added)")
            #expect(message.push.url == settings, "\(recipient) \(added)")
            // The link in the footer is enough, so the mail has no button.
            guard let mail = message.mail else { continue }
            #expect(mail.html.components(separatedBy: settings).count == 2, "\(mail.html)")
        }
        for (recipient, added) in [("joan@example.org", "email"), ("+256700123456", "sms")] {
            let message = try #require(try fixture.compose(fixture.addressCode(to: recipient, adding: added)))
            #expect(message.smsText == "Your code is 123456. Do not share it." && message.push.url == nil, "\(added)")
            guard let mail = message.mail else { continue }
            #expect(mail.html.contains("123456") && !mail.html.contains("/m/"), "\(mail.html)")
            #expect(!mail.plainText.contains("/m/"), "\(mail.plainText)")
        }
    }
}

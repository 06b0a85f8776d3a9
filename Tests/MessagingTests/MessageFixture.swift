import EventFixture
import Foundation
import Languages
import MailFixture
import Management
import MessageTransport
import Messaging
import PrintShop
import Store
import Testing
import Ticketing

/// A wedding with guests, tickets and orders, and a composer of messages about it.
final class MessageFixture: Sendable {
    static let origin = "https://tickets.example.org"
    static let secret = String(repeating: "ab", count: 16)

    let wedding: Wedding
    /// A ticket that was issued to Joan.
    let ticket: Ticket
    /// Sarah’s paid order of two tickets, Denis’s order that is not paid yet, and Amina’s order that is to be paid at
    /// the door.
    let paid: Order
    let pending: Order
    let atDoor: Order
    /// The codes of the invitations of two guests: Grace with an e-mail address, and Peter with a phone number.
    let graceCode: String
    let peterCode: String
    let popular: Event

    var festival: Festival { wedding.festival }
    var event: Event { wedding.event }

    init() throws {
        wedding = try Wedding()
        let festival = wedding.festival
        try wedding.importGuests(
            "name,email,phone,companions\nGrace Nakato,grace@example.org,,1\nPeter Okello,,+256700123456,0\n")
        try wedding.invite(to: [wedding.ceremony, wedding.reception])
        let codes = try wedding.guests().map { try TicketCode(#require($0.guest.serial)).description }
        (graceCode, peterCode) = (codes[0], codes[1])
        ticket = try MessageFixture.issued(to: "Joan Auma", "joan@example.org", festival)
        let vip = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "VIP", price: Money("50000 UGX")), to: festival.event)
        func order(_ name: String, _ email: String, _ count: Int, _ method: Payment.Method?) throws -> Order {
            let draft = OrderDraft(
                lines: [OrderDraft.Line(type: vip.number, count: count)], name: name, email: email,
                payment: method.map { Payment($0) })
            return try festival.services.orders.createOrder(
                draft, of: festival.event, signingWith: method == nil ? nil : festival.ring)
        }
        paid = try order("Sarah Namuli", "sarah@example.org", 2, .cash)
        pending = try order("Denis Ochieng", "denis@example.org", 1, nil)
        atDoor = try order("Amina Said", "amina@example.org", 1, .atTheDoor)
        popular = try MessageFixture.popularEvent("Lido", in: festival)
        try festival.store.write { connection in
            try connection.newsConsents.set(
                NewsConsent(
                    organizer: festival.event.organizer, address: "joan@example.org",
                    textVersion: NewsConsent.textVersion, given: Festival.start))
        }
    }

    /// Publishes an event in Kampala, ten days after the start of the festival. Half of its tickets are taken.
    static func popularEvent(
        _ title: String, in festival: Festival, _ change: (inout EventDetails) -> Void = { _ in }
    ) throws -> Event {
        let services = festival.services
        let start = Festival.start.advanced(bySeconds: 10 * 86_400)
        var details = EventDetails(
            title: title, venue: "Lido", timeZone: "Africa/Kampala", start: start,
            end: start.advanced(bySeconds: 7200))
        details.city = "Kampala"
        change(&details)
        let draft = try services.events.createEvent(
            details, suite: .hmac, of: services.organizers.organizer(named: "Nile Nights"))
        let type = try services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Regular", price: Money("50000 UGX"), quantity: 30), to: draft)
        let event = try services.events.publish(draft)
        _ = try services.tickets.issue(.unnamed(15), type: type, of: event, signingWith: festival.ring)
        return event
    }

    static func issued(to holder: String, _ email: String, _ festival: Festival) throws -> Ticket {
        let summary = try festival.services.tickets.issue(
            .person(holder: holder, email: email, note: nil), type: festival.regular, of: festival.event,
            signingWith: festival.ring)
        return try #require(summary.first.first)
    }

    func settings(publicURL: String? = MessageFixture.origin) throws -> MessageSettings {
        var settings = MessageSettings()
        settings.publicURL = publicURL
        settings.mail = MailSettings(
            way: .folder(festival.folder("mail")), from: try #require(EmailAddress(rawValue: "tickets@nile.example")))
        return settings
    }

    /// - Parameter passes: the credentials for wallet passes; nil for mails without passes.
    func composer(
        publicURL: String? = MessageFixture.origin, passes: WalletCredentials? = nil
    ) throws -> MessageComposer {
        var credentials: (@Sendable (Event, Instant) -> WalletCredentials)?
        if let passes { credentials = { _, _ in passes } }
        return MessageComposer(
            ring: festival.ring, settings: try settings(publicURL: publicURL), passes: credentials,
            now: festival.clock.now())
    }

    /// Composes a message; nil if it must not be sent, for example because its ticket was cancelled.
    func compose(
        _ notice: Notice, in language: Language = .english, publicURL: String? = MessageFixture.origin,
        passes: WalletCredentials? = nil, preferences: MessagePreferences = MessagePreferences()
    ) throws -> ComposedMessage? {
        let recipient = MessageRecipient(
            address: notice.recipient, secret: MessageFixture.secret, language: language.rawValue,
            preferences: preferences)
        let composer = try composer(publicURL: publicURL, passes: passes)
        let subject = try festival.store.read {
            try composer.subject(
                of: notice, to: recipient, $0, pictures: MessagePictures(festival.store.pictureStore))
        }
        return try subject.map { try composer.compose($0) }
    }

    func notice(
        _ kind: Notice.Kind, to recipient: String, _ payload: [String: String] = [:], of event: EventNumber? = nil
    ) -> Notice {
        Notice(
            organizer: kind == .passwordReset || kind == .ticketsFound || kind.suggestsEvents
                ? nil : self.event.organizer, event: event,
            kind: kind, recipient: recipient, payload: payload, key: "key", created: Festival.start)
    }

    /// The notice with the code that confirms a second address or a browser.
    ///
    /// - Parameter added: the channel of the second address, or `push`.
    func addressCode(to recipient: String, adding added: String) -> Notice {
        Notice(
            organizer: nil, event: nil, kind: .confirmEmail, recipient: recipient,
            payload: ["code": "123456", Notice.addressCodeName: added], key: "key", created: Festival.start)
    }

    func queued(_ kind: Notice.Kind) throws -> [Notice] {
        try festival.store.read { try $0.notices.page(of: event.organizer, after: nil, limit: 1000) }
            .filter { $0.kind == kind }
    }

    /// A notice of this kind, with the values that the program stores in such a notice.
    func sample(_ kind: Notice.Kind) -> Notice {
        let start = Festival.start.advanced(bySeconds: 3600)
        let times = ["start": start.iso8601(in: .gmt), "old_start": Festival.start.iso8601(in: .gmt), "title": "T"]
        let subEvent = times.merging([
            "sub_event": "Reception", "sub_event_number": "\(wedding.reception.number)",
        ]) { $1 }
        func order(_ order: Order) -> [String: String] {
            ["order": "\(order.number)", "tickets": "\(order.tickets)", "total": "50000 UGX"]
        }
        let (recipient, payload): (String, [String: String]) =
            switch kind {
            case .confirmEmail: ("joan@example.org", ["code": "123456", "organizer": "Nile Nights"])
            case .eventMoved, .eventCancelled, .eventRestored, .reminder: ("joan@example.org", times)
            case .subEventCancelled: ("grace@example.org", subEvent)
            case .ticketIssued, .ticketReissued, .ticketTransferred, .ticketCancelled:
                ("joan@example.org", ["ticket": ticket.code.description])
            case .orderPending: ("denis@example.org", order(pending))
            case .orderPaid: ("sarah@example.org", order(paid))
            case .orderCancelled: ("sarah@example.org", order(paid))
            case .refundOwed: ("sarah@example.org", order(paid).merging(["amount": "50000 UGX"]) { $1 })
            case .refundProcessed: ("sarah@example.org", ["order": "\(paid.number)", "amount": "50000 UGX"])
            case .paymentPending:
                (
                    "denis@example.org",
                    order(pending).merging(["reminder": "half", "expires": start.iso8601(in: .gmt)]) { $1 }
                )
            case .ticketExpiring, .entryConfirmed: ("joan@example.org", ticketValues(kind, expires: start))
            case .invitation: ("grace@example.org", invitationValues)
            case .invitationWithdrawn: ("grace@example.org", ["code": graceCode, "guest": "Grace Nakato"])
            case .answerReminder: ("grace@example.org", times)
            case .reservationToConfirm:
                (
                    "amina@example.org",
                    order(atDoor).merging([
                        "link": "/confirm/\(MessageFixture.secret)", "expires": start.iso8601(in: .gmt),
                    ]) { $1 }
                )
            case .reservationLapsed: ("amina@example.org", order(atDoor))
            case .ticketsFound: ("joan@example.org", ["link": "/find/\(MessageFixture.secret)"])
            case .passwordReset: ("joan@example.org", ["link": "/reset#\(MessageFixture.secret)"])
            case .teamInvitation: ("joan@example.org", ["link": "/join#\(MessageFixture.secret)"])
            case .organizerMessage, .news:
                ("joan@example.org", ["subject": "Parking", "body": "Use gate B.\n\nThank you."])
            case .identityReviewed:
                ("joan@example.org", ["result": "returned", "body": "The number is not readable."])
            case .newSale, .lowInventory, .salesMilestone, .dailySummary, .paymentReceived, .doubleAdmissions,
                .gateSilent, .gateUndecided:
                ("joan@example.org", MessageFixture.organizerValues(kind))
            // The recipient has no ticket for the event, so the event can be suggested.
            case .recommendations: ("nora@example.org", suggestions(event, .category))
            case .popularNearYou: ("nora@example.org", suggestions(popular, .city))
            }
        let isOfServer = [.confirmEmail, .ticketsFound, .passwordReset, .teamInvitation, .identityReviewed]
            .contains(kind)
        return notice(kind, to: recipient, payload, of: isOfServer || kind.suggestsEvents ? nil : event.number)
    }

    private func suggestions(_ event: Event, _ reason: EventSuggestion.Reason) -> [String: String] {
        Notice.payload(
            of: [EventSuggestion(event: event.number, reason: reason)], city: "Kampala", timeZone: "Africa/Kampala")
    }

    /// The values of a notice about a ticket that expires, or about an admission at a gate.
    private func ticketValues(_ kind: Notice.Kind, expires: Instant) -> [String: String] {
        if kind == .ticketExpiring {
            [
                "type": "Regular", "type_number": "\(festival.regular.number)", "expires": expires.iso8601(in: .gmt),
            ]
        } else {
            [
                "ticket": ticket.code.description, "gate": "North", "gate_sub_event": "0",
                "gate_time": "\(Festival.start.milliseconds)",
            ]
        }
    }

    private var invitationValues: [String: String] {
        [
            "code": graceCode, "guest": "Grace Nakato", "guest_number": "1", "sub_events": "Ceremony, Reception",
            "companions": "1",
        ]
    }

    private static func organizerValues(_ kind: Notice.Kind) -> [String: String] {
        switch kind {
        case .newSale: ["count": "2", "tickets": "5", "total": "250000 UGX", "title": "T"]
        case .lowInventory: ["type": "Regular", "tickets": "10", "title": "T"]
        case .dailySummary:
            ["day": "2026-12-22", "count": "3", "tickets": "7", "total": "350000 UGX", "title": "T"]
        case .paymentReceived: ["count": "1", "tickets": "2", "total": "100000 UGX", "title": "T"]
        case .doubleAdmissions: ["tickets": "2", "title": "T"]
        case .gateSilent:
            [
                "gate": "North", "gate_at": "Reception", "gate_sub_event": "2",
                "gate_time": "\(Festival.start.milliseconds)", "scans": "25", "title": "T",
            ]
        case .gateUndecided:
            [
                "gate": "North", "gate_sub_event": "0", "gate_time": "\(Festival.start.milliseconds)", "scans": "3",
                "title": "T",
            ]
        default: ["tickets": "100", "title": "T"]
        }
    }
}

extension ComposedMessage {
    /// The mail as GMime reads it.
    func read() throws -> ReadMail {
        ReadMail(try #require(try mailBytes(domain: "nile.example", token: "4f2a")))
    }
}

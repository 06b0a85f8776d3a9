import EventFixture
import Foundation
import Gate
import Management
import Testing
import Ticketing

/// A server with events in different states: an event with open gates, a race whose tickets are on sale, a wedding
/// whose guests are replying, and a draft. All events except the draft have a poster and an accent.
struct Season {
    let stage: GateStage
    let order: Order
    let race: Event
    let wedding: Event
    let draft: Event

    var evening: Event { stage.festival.event }

    init() throws {
        stage = try GateStage(.owner)
        let (festival, services) = (stage.festival, stage.festival.services)
        let organizer = try services.organizers.organizer(named: "Nile Nights")
        let now = Instant(seconds: Int64(Date().timeIntervalSince1970))
        func from(now hours: Double) -> Instant { now.advanced(bySeconds: Int64(hours * 3600)) }

        festival.clock.set(from(now: -6 * 24))
        _ = try services.events.edit(festival.event) { details in
            details.about = "Bands until midnight, and boats after it."
            (details.category, details.venue, details.city) = (.music, "Lido Beach", "Entebbe")
            (details.doors, details.start, details.end) = (from(now: -1), from(now: 0.5), from(now: 6))
            details.capacity = 300
        }
        _ = try services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) { draft in
            (draft.price, draft.quantity) = (Money("50000 UGX"), 200)
        }
        race = try Season.race(services, organizer, from)
        draft = try services.events.createEvent(
            EventDetails(title: "Carols in the Garden", timeZone: "Africa/Kampala"), suite: .hmac, of: organizer)
        wedding = try Season.wedding(festival, organizer, from)
        order = try Season.sell(festival, from)
        try Season.admit(festival, from)
        festival.clock.set(now)
        _ = try services.orders.createOrder(
            OrderDraft(lines: [.init(type: festival.regular.number, count: 2)], name: "Moses Okello"),
            of: festival.event)
        _ = try services.devices.createPairing(to: festival.event, gate: "North", name: "Amina")
        _ = try services.apiTokens.createAPIToken([.read, .sell, .changeTickets], named: "Box office", of: organizer)
        _ = try services.webhooks.createWebhook(
            WebhookDetails(address: "https://example.org/told", kinds: [.issued, .refused]), of: organizer,
            signingWith: festival.ring)
        try addPictures(organizer)
    }

    private func addPictures(_ organizer: Organizer) throws {
        let (pictures, evening) = (stage.festival.services.pictures, stage.festival.event)
        let posters = [
            (evening, SeasonPictures.lake, "Fireworks over a lake", "#7A4FD0"),
            (race, SeasonPictures.boats, "Three sailing boats in the evening sun", "#0E7490"),
            (wedding, SeasonPictures.wreath, "Two rings in a wreath of flowers", "#B4536B"),
        ]
        for (event, poster, text, accent) in posters {
            _ = try pictures.setPicture(poster.get(), as: .poster, showing: text, of: event)
            let colour = try #require(Colour(accent))
            try pictures.setAccent(colour, of: event)
        }
        for event in [evening, race] {
            _ = try pictures.setPicture(
                SeasonPictures.moon.get(), as: .logo, showing: "A moon above waves", of: event)
        }
        _ = try pictures.setPicture(SeasonPictures.moon.get(), showing: "A moon above waves", of: organizer)
        _ = try pictures.setGatePicture(
            SeasonPictures.arch.get(), of: "North", showing: "A white arch between trees", at: evening)
        try stage.festival.services.gates.setLandmark(
            GateLandmark(gate: "North", text: "the white arch at the main road"), of: evening)
    }

    private static func race(_ services: ManagementServices, _ organizer: Organizer, _ from: (Double) -> Instant) throws
        -> Event
    {
        let race = try services.events.createEvent(
            EventDetails(
                title: "Boat Race", category: .sport, venue: "Lido Beach", timeZone: "Africa/Kampala", start: from(72),
                end: from(75), capacity: 300
            ).with {
                $0.about = """
                    Eight boats, and one of them wins. The boats start at the jetty, sail around the island, and \
                    return past the terrace.

                    Gates open an hour before the start. Food and drinks are sold on the bank, and children are welcome.

                    If there is a storm, the race begins two hours later. All tickets stay valid.
                    """
                $0.city = "Entebbe"
            },
            suite: .hmac, of: organizer)
        for type in [
            TicketTypeDetails(name: "Bank, standing"),
            TicketTypeDetails(
                name: "Terrace", price: Money("20000 UGX"), quantity: 40, sales: SalesWindow(closes: from(20))),
            TicketTypeDetails(
                name: "Jetty", price: Money("80000 UGX"), quantity: 10, sales: SalesWindow(closes: from(0.7))),
        ] { _ = try services.ticketTypes.addTicketType(type, to: race) }
        return try services.events.publish(race)
    }

    private static func wedding(
        _ festival: Festival, _ organizer: Organizer, _ from: (Double) -> Instant
    ) throws -> Event {
        let services = festival.services
        let start = from(40 * 24)
        let wedding = try services.events.createEvent(
            EventDetails(
                title: "Wedding at The Barn", kind: .celebration, venue: "The Barn", timeZone: "Africa/Kampala",
                start: start, end: start.advanced(bySeconds: 9 * 3600)
            ).with { ($0.firstPartner, $0.secondPartner) = ("Amina", "Denis") },
            suite: .hmac, of: organizer)
        let ceremony = try services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony, start: start), to: wedding)
        let reception = try services.subEvents.addSubEvent(SubEventDetails(kind: .reception, start: start), to: wedding)
        _ = try services.subEvents.addSubEvent(
            SubEventDetails(kind: .other, name: "Brunch", note: "on the terrace"), to: wedding)
        try festival.folder.write(
            """
            name,household,companions,meal,ceremony,reception
            Grace Nakato,Nakato,1,fish,yes,yes
            Moses Nakato,Nakato,0,,yes,yes
            Maximiliana Wolkenstein-Trostburg von und zu Liechtenberg,,2,vegan,yes,yes
            محمد عبد الرحمن الشريف,,0,halal,yes,yes
            अनुष्का श्रीवास्तव,,0,,,yes
            Nguyễn Thị Minh Khai,,1,,yes,yes
            O,,0,,,yes

            """, to: "wedding.csv")
        _ = try services.guests.importGuests(path: festival.folder("wedding.csv"), into: wedding)
        _ = try services.guests.setTables([1: "Rose", 2: "Rose", 3: "Oak", 6: "Oak"], expecting: [:], of: wedding)
        _ = try services.guests.invite(
            .all, InvitationChange(), of: wedding, signingWith: festival.ring)
        let answers: [(InvitationReply, String, SubEvent)] = [
            (.attending(companions: 0), "Grace Nakato", ceremony),
            (.attending(companions: 1), "Grace Nakato", reception), (.declined, "Moses Nakato", ceremony),
            (.attending(companions: 0), "O", reception),
        ]
        for (answer, name, subEvent) in answers {
            _ = try services.guests.answer(answer, ofGuest: name, to: subEvent, of: wedding)
        }
        return wedding
    }

    /// Sells tickets over several days.
    ///
    /// - Returns: the first order.
    private static func sell(_ festival: Festival, _ from: (Double) -> Instant) throws -> Order {
        let services = festival.services
        let balcony = try services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Balcony, left, with supper", price: Money("150000 UGX"), quantity: 20),
            to: festival.event
        ).number
        // Only gate North accepts tickets for students.
        let student = try services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Student").with { $0.gates = ["North"] }, to: festival.event
        ).number
        let regular = festival.regular.number
        var first: Order?
        let sales: [(Double, String, TicketTypeNumber, Int, Payment.Method)] = [
            (5, "Grace Nakato", regular, 2, .cash),
            (5, "Maximiliana Wolkenstein-Trostburg von und zu Liechtenberg", balcony, 2, .card),
            (4, "محمد عبد الرحمن الشريف", regular, 4, .mobileMoney), (2, "Nguyễn Thị Minh Khai", student, 1, .cash),
            (2, "Sarah Auma", regular, 6, .bankTransfer), (1, "Ёлка Снежная", regular, 5, .card),
            (1, "Σωκράτης Παπαδόπουλος", balcony, 4, .card),
        ]
        for (days, name, type, count, method) in sales {
            festival.clock.set(from(-24 * days))
            let order = try services.orders.createOrder(
                OrderDraft(
                    lines: [.init(type: type, count: count)], name: name, email: "\(count)@example.org",
                    payment: Payment(method)), of: festival.event, signingWith: festival.ring)
            first = first ?? order
        }
        return try #require(first)
    }

    /// Scans tickets at two gates before the event starts. Most people are admitted, and some scans are refused.
    private static func admit(_ festival: Festival, _ from: (Double) -> Instant) throws {
        festival.clock.set(from(-0.9))
        let gates = try ["North", "South, by the boats"].map { try festival.gate($0) }
        let tokens = try festival.tokens()
        for (index, token) in tokens.dropLast(6).enumerated() {
            festival.clock.advance(bySeconds: [20, 300, 40, 260, 60][index % 5])
            _ = gates[index % 3 == 0 ? 1 : 0].decide(Scan(token))
        }
        festival.clock.advance(bySeconds: 60)
        for text in [tokens[0], tokens[1], "https://example.org"] { _ = gates[1].decide(Scan(text)) }
        _ = gates[0].decide(Scan(tokens[2]))
        for gate in gates { try gate.flush() }
    }
}

extension Season {
    var orderPath: String {
        get throws {
            let link = try #require(try OrderLink(to: order.number, of: evening.number, stage.festival.ring))
            return "/o/\(link.path)"
        }
    }

    var ticketPath: String {
        get throws {
            let ticket = try #require(try stage.festival.services.orders.tickets(of: order, of: evening).first)
            return "/t/\(try TicketLink(to: ticket, of: evening, stage.festival.ring).path)"
        }
    }

    /// The token of a new ticket that only gate North accepts.
    var studentToken: String {
        get throws {
            let types = try stage.festival.services.ticketTypes.ticketTypes(of: evening)
            let type = try #require(types.first { $0.details.name == "Student" })
            return try #require(try stage.festival.issue(1, type: type).first)
        }
    }

    var invitationPath: String {
        get throws {
            let services = stage.festival.services
            let serial = try #require(try services.guests.guest(named: "Grace Nakato", of: wedding).guest.serial)
            let ticket = try services.tickets.ticket(TicketCode(serial), of: wedding)
            return "/i/\(try TicketLink(to: ticket, of: wedding, stage.festival.ring).path)"
        }
    }
}

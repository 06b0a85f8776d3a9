import Languages
import Ticketing
import WebHost

extension DesignPage {
    static let publicPath = "/design/public"

    /// The page with the components of public pages.
    ///
    /// - Throws: `Problem` 404 if the server is not in development mode.
    func publicPage(_ request: PageRequest) async throws -> RouteResponse {
        try requireDevelopment()
        let card: [String: TemplateContext.Value] = [
            "organizer": .text("Nile Nights"), "organizer_slug": .text("nile-nights"),
            "organizer_picture": .section(TemplateContext(DesignPage.picture)),
            "upcoming": .sentence(DiscoverySentence.upcomingCount, ["count": .number(3)]),
        ]
        let map: [String: TemplateContext.Value] = [
            "map_page": .text(DesignPage.publicPath), "map_app": .text(DesignPage.publicPath),
        ]
        var context: [String: TemplateContext.Value] = [
            "chip_lists": .list([DesignPage.chips]), "organizer_card": .section(TemplateContext(card)),
            "map": .section(TemplateContext(map)), "types": .list(DesignPage.ticketTypes),
            "tickets": .list(DesignPage.tickets),
        ]
        context.merge(DesignPage.eventCards) { $1 }
        context.merge(DesignPage.invitation) { $1 }
        return try request.page(
            "design-public", title: Sentence(DesignSentence.publicTitle), side: .attendee, context)
    }

    private static var chips: TemplateContext {
        let labels: [DiscoverySentence] = [.today, .tomorrow, .thisWeekend]
        return TemplateContext([
            "chips_label": .sentence(DiscoverySentence.dates),
            "chips": .list(
                labels.map { label in
                    let chip = TemplateContext(["href": .text(publicPath), "label": .sentence(label)])
                    return label == .today ? chip.merging(["chosen": present]) : chip
                }),
        ])
    }

    private static var eventCards: [String: TemplateContext.Value] {
        func card(_ title: String, _ price: String, _ more: [String: TemplateContext.Value]) -> TemplateContext {
            TemplateContext([
                "card_path": .text(publicPath), "card_title": .text(title),
                "card_when": .text("Thursday 31 December 2026, 21:00"), "card_place": .text("Lido Beach, Entebbe"),
                "card_price": .text(price), "card_has_badges": .section(TemplateContext([:])),
            ]).merging(more)
        }
        func badge(_ text: Sentence, _ tone: BadgeTone) -> TemplateContext {
            TemplateContext(["badge_text": .sentence(text), "badge_tone": .text(tone.rawValue)])
        }
        let left = Sentence(DiscoverySentence.left, ["count": .number(7)])
        let pictured: [String: TemplateContext.Value] = [
            "card_reason": .sentence(DiscoverySentence.matchesCategory, ["category": "Music"]),
            "card_badges": .list([badge(Sentence(DiscoverySentence.happeningNow), .good), badge(left, .warn)]),
        ]
        let recommended = [
            card("Boat Race", "Free", pictured.merging(picture) { $1 }),
            card(
                "New Year by the Lake", "UGX 50,000",
                [
                    "picture_hue": .text("1"), "card_reason": .sentence(DiscoverySentence.followedOrganizer),
                    "card_badges": .list([badge(Sentence(DiscoverySentence.soldOut), .bad)]),
                ]),
        ]
        let similar = (0..<4).map { card("Jazz in the Park \($0 + 1)", "UGX 20,000", ["picture_hue": .text("\($0)")]) }
        return [
            "sections": .list([
                TemplateContext(["heading": .sentence(DiscoverySentence.recommended), "events": .list(recommended)])
            ]),
            "similar": .section(TemplateContext(["events": .list(similar)])),
        ]
    }

    // MARK: Tickets

    /// Ticket types in each state. Three of them have a countdown, each in another colour.
    private static var ticketTypes: [TemplateContext] {
        let moment: [String: SentenceArgument] = ["moment": "31 December 2026, 20:00"]
        func left(_ time: String) -> Sentence { Sentence(TicketPageSentence.timeLeft, ["time": .text(time)]) }
        let days = Sentence(TicketPageSentence.daysLeft, ["days": "3", "time": "4:10"])
        return [
            ticketType(
                "Bank, standing", 0, Sentence(PublicSentence.onSaleUntil, moment), "open", countdown: days,
                ["admits": .sentence(PublicSentence.admits, ["count": .number(4)])]),
            ticketType(
                "Terrace", 20_000, Sentence(PublicSentence.dayLeft, moment), "day", countdown: left("14:10:27"),
                ["left": .sentence(PublicSentence.left, ["count": .number(7)])]),
            ticketType(
                "Jetty", 80_000, Sentence(PublicSentence.hourLeft, moment), "hour", countdown: left("0:42:10"),
                ["type_age": .sentence(PublicSentence.ageAndOver, ["age": "18"])]),
            ticketType(
                "Guests of the band", 0, nil, "open",
                ["obstacle": .sentence(PublicSentence.askOrganizer)]),
            ticketType("Boat", 250_000, Sentence(PublicSentence.soldOut), "closed"),
        ]
    }

    private static func ticketType(
        _ name: String, _ units: Int, _ sale: Sentence?, _ hue: String, countdown: Sentence? = nil,
        _ more: [String: TemplateContext.Value] = [:]
    ) -> TemplateContext {
        let amount = Money(minorUnits: Int64(units), currency: "UGX").displayText
        let price = units == 0 ? Sentence(PublicSentence.free) : .verbatim(amount)
        var context: [String: TemplateContext.Value] = [
            "number": .text("\(units)"), "type": .text(name), "price": .sentence(price),
            "hue": .text(hue),
            "type_and_price": .sentence(PublicSentence.typeAndPrice, ["type": .text(name), "price": .sentence(price)]),
        ]
        if let sale { context["sale"] = .sentence(sale) }
        if let countdown {
            context["until"] = .section(TemplateContext(["countdown_text": .sentence(countdown)]))
            context["choice"] = .section(
                TemplateContext([
                    "most": .text("10"), "per_order": .text("1"), "chosen": .text(units == 0 ? "0" : "2"),
                    "price_units": .text("\(units)"), "currency": .text("UGX"), "decimals": .text("0"),
                ]))
        }
        return TemplateContext(context).merging(more)
    }

    private static var tickets: [TemplateContext] {
        func ticket(
            _ number: Int, _ state: DesignSentence, _ tone: BadgeTone, _ more: [String: TemplateContext.Value]
        ) -> TemplateContext {
            TemplateContext([
                "anchor": .text("ticket-\(number)"), "type": .text("Terrace"), "code": .text("QCFC-4R6X"),
                "position": .sentence(TicketPageSentence.ticketOf, ["number": .text("\(number)"), "total": "3"]),
                "ticket_state": .sentence(state), "tone": .text(tone.rawValue),
            ]).merging(more)
        }
        let symbol: [String: TemplateContext.Value] = [
            "symbol_path": .text(symbolPath),
            "symbol_text": .sentence(PublicSentence.codeOfTicket, ["code": "QCFC-4R6X"]),
        ]
        let wallet = TemplateContext(["wallet_path": .text(publicPath), "wallet": .text("Google Wallet")])
        return [
            ticket(
                1, .good, .good,
                [
                    "holder": .text("Grace Nakato"), "symbol": .section(TemplateContext(symbol)),
                    "link": .text(publicPath), "wallets": .list([wallet]),
                ]),
            ticket(2, .warn, .warn, ["live": present, "link": .text(publicPath)]),
            ticket(3, .bad, .bad, ["ticket_remark": .sentence(DesignSentence.problem)]),
        ]
    }
}

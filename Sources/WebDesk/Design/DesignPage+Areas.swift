import Languages
import WebHost

/// The design pages of public pages and of gates.
extension DesignPage {
    static let publicPath = "/design/public"
    static let gatePath = "/design/gate"

    /// The page with the components of public pages.
    ///
    /// - Throws: `Problem` 404 if the server is not in development mode.
    func publicPage(_ request: PageRequest) async throws -> RouteResponse {
        try requireDevelopment()
        var context = DesignPage.choices
        context["cards"] = .list(try DesignPage.cards)
        context["organizer_card"] = .section(
            TemplateContext([
                "organizer": .text("Nile Nights"), "organizer_slug": .text("nile-nights"),
                "upcoming": .sentence(DesignSentence.upcoming),
            ]))
        context["couple"] = .text("Amina & Denis")
        return try request.page(
            "design-public", title: Sentence(DesignSentence.publicTitle), side: .attendee, context)
    }

    /// The page with the verdicts of gates.
    ///
    /// - Throws: `Problem` 404 if the server is not in development mode.
    func gatePage(_ request: PageRequest) async throws -> RouteResponse {
        try requireDevelopment()
        return try request.page(
            "design-gate", title: Sentence(DesignSentence.gateTitle), side: .organizer,
            ["verdicts": .list(DesignPage.verdicts)])
    }

    /// A card with a picture, badges and a reason, and cards without a picture.
    private static var cards: [TemplateContext] {
        get throws {
            func card(_ title: String, _ price: String, _ more: [String: TemplateContext.Value]) -> TemplateContext {
                let values: [String: TemplateContext.Value] = [
                    "card_path": .text(publicPath), "card_title": .text(title),
                    "card_when": .text("Thursday 31 December 2026, 21:00"), "card_place": .text("Lido Beach, Entebbe"),
                    "card_price": .text(price),
                ]
                return TemplateContext(values.merging(more) { $1 })
            }
            let badge = TemplateContext([
                "badge_text": .sentence(DiscoverySentence.soldOut), "badge_tone": .text(BadgeTone.bad.rawValue),
            ])
            return [
                card(
                    "Boat Race", "Free",
                    [
                        "picture_source": .text(try Assets.embedded.address(of: "icons/mark.svg")),
                        "picture_width": .text("900"), "picture_height": .text("1125"), "picture_text": .text(""),
                        "card_reason": .sentence(DesignSentence.reason), "card_badges": .list([badge]),
                    ]),
                card("New Year by the Lake", "UGX 50,000", ["picture_hue": .text("1")]),
                card("Jazz in the Park", "UGX 20,000", ["picture_hue": .text("2")]),
            ]
        }
    }

    /// Template values for ticket types in each state, and for two answers to an invitation.
    private static var choices: [String: TemplateContext.Value] {
        let moment: [String: SentenceArgument] = ["moment": .text("31 December 2026, 20:00")]
        let types: [(name: String, price: Int, sale: Sentence, hue: String)] = [
            ("Bank, standing", 0, Sentence(PublicSentence.onSale), "open"),
            ("Terrace", 20_000, Sentence(PublicSentence.dayLeft, moment), "day"),
            ("Jetty", 80_000, Sentence(PublicSentence.hourLeft, moment), "hour"),
            ("Boat", 250_000, Sentence(PublicSentence.soldOut), "closed"),
        ]
        let answers = [("Grace Nakato", "attending"), ("Moses Okello", "declined")]
        return [
            "types": .list(types.enumerated().map { index, type in ticketType(index, type) }),
            "answers": .list(
                answers.enumerated().map { index, answer in
                    TemplateContext([
                        "guest_name": .text(answer.0), "answer_id": .text("answer-\(index)"),
                        "answer_name": .text("answer-\(index)"), answer.1: .section(TemplateContext([:])),
                    ])
                }),
        ]
    }

    private static func ticketType(
        _ index: Int, _ type: (name: String, price: Int, sale: Sentence, hue: String)
    ) -> TemplateContext {
        let price = type.price == 0 ? Sentence(PublicSentence.free) : .verbatim("UGX \(type.price)")
        var context: [String: TemplateContext.Value] = [
            "number": .text("\(index)"), "type": .text(type.name), "price": .sentence(price),
            "type_and_price": .sentence(
                PublicSentence.typeAndPrice, ["type": .text(type.name), "price": .sentence(price)]),
            "sale": .sentence(type.sale), "hue": .text(type.hue),
        ]
        if type.hue != "closed" {
            context["choice"] = .section(
                TemplateContext([
                    "most": .text("10"), "per_order": .text("1"), "chosen": .text("\(index)"),
                    "price_units": .text("\(type.price)"), "currency": .text("UGX"), "decimals": .text("0"),
                ]))
        }
        return TemplateContext(context)
    }

    /// A verdict in each colour.
    private static let verdicts: [TemplateContext] = [
        TemplateContext([
            "colour": .text("green"), "word": .text("ADMIT"), "letters": .text("5"), "party_text": .text("3 of 5"),
            "holder": .text("Grace Nakato"), "why": .sentence(DesignSentence.admitted), "code": .text("QCFC-4R6X"),
            "type": .text("Regular"), "say": .list([TemplateContext(["text": .text("Table 4")])]),
        ]),
        TemplateContext([
            "colour": .text("red"), "word": .text("REFUSE"), "letters": .text("6"), "holder": .text("Moses Okello"),
            "why": .sentence(DesignSentence.wrongGate),
        ]),
        TemplateContext([
            "colour": .text("blue"), "word": .text("TAKEN BACK"), "letters": .text("5"),
            "why": .sentence(DesignSentence.tookBack),
        ]),
        TemplateContext([
            "colour": .text("yellow"), "word": .text("NOT DECIDED"), "letters": .text("7"),
            "why": .sentence(DesignSentence.undecided), "waits": .sentence(DesignSentence.waits),
        ]),
    ]
}

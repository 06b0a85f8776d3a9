import Charts
import Languages
import QRSymbol
import WebHost

/// The page with every component in every state, for people who develop the program. Only a server in development mode
/// has the page. A test compares screenshots of the page with earlier screenshots.
struct DesignPage: Sendable {
    static let path = "/desk/design"

    let desk: Desk

    /// - Throws: `Problem` 404 if the server is not in development mode.
    func page(_ request: PageRequest) async throws -> RouteResponse {
        guard desk.server.mode == .development else { throw Problem(.notFound) }
        var context = try fields
        context.merge(events) { $1 }
        context.merge(DesignPage.list) { $1 }
        context.merge(DesignPage.results) { $1 }
        context["charts"] = .list([bars.context, timeSeries.context])
        context["symbol"] = .section(TemplateContext(try QRSymbol("https://example.org").context))
        (context["first_initials"], context["second_initials"]) = (.text("AN"), .text("MO"))
        return try desk.page(request, "design", title: Sentence(DesignSentence.title), context)
    }

    private var fields: [String: TemplateContext.Value] {
        get throws {
            let text = FormField("text", Sentence(DesignSentence.textLabel), hint: Sentence(DesignSentence.textHint))
            let mail = FormField("mail", Sentence(DesignSentence.faultLabel), .email)
            let choice = FormField(
                "choice", Sentence(DesignSentence.choiceLabel),
                .choice([.init("music", Sentence(DesignSentence.choiceMusic))]))
            let price = FormField("price", Sentence(DesignSentence.moneyLabel), .money(["UGX", "KES", "EUR"]))
            let start = FormField(
                "start", Sentence(DesignSentence.momentLabel), .moment(zone: Sentence(DesignSentence.zone)))
            let count = FormField("count", Sentence(DesignSentence.stepperLabel), .stepper(0...10))
            let area = FormField("area", Sentence(DesignSentence.areaLabel), .text)
            let tick = FormField("tick", Sentence(DesignSentence.tickLabel), .checkbox)
            return [
                "fields": .list([
                    text.context("New Year by the Lake"),
                    mail.context("grace@", fault: Sentence(DesignSentence.fault)),
                    choice.context("music"), price.context("50000 UGX"), start.context("2026-12-31T21:00"),
                    count.context("2"), area.context(""), tick.context(FormField.checkedValue),
                ])
            ]
        }
    }

    /// Template values for a list with filters, sorted columns and selected rows.
    private static var list: [String: TemplateContext.Value] {
        let state = FormField(
            "state", Sentence(DesignSentence.state), .choice([.init("paid", Sentence(DesignSentence.good))]))
        let rows = FormField(
            "rows", Sentence(DesignSentence.rowsLabel), .choice([.init("ticked", Sentence(DesignSentence.ticked))]))
        return [
            "list_label": .sentence(DesignSentence.orders), "list_path": .text(path), "list_search_path": .text(path),
            "list_has_filters": .section(TemplateContext([:])),
            "list_filters": .list([state.context("paid")]),
            "search_fields": .list([FormField("text", Sentence(DesignSentence.searchLabel), id: "search").context("")]),
            "list_columns": .list(columns), "list_rows": .list(orders), "bulk": .section(TemplateContext([:])),
            "bulk_path": .text(path), "bulk_rows": .list([rows.context("ticked")]),
            "bulk_actions": .list([
                TemplateContext(["action_name": .text("export"), "action_label": .sentence(DesignSentence.export)]),
                TemplateContext([
                    "action_name": .text("refund"), "action_label": .sentence(DesignSentence.refund),
                    "action_dangerous": .section(TemplateContext([:])),
                ]),
            ]),
        ]
    }

    private static let columns: [TemplateContext] = [
        TemplateContext([
            "column_label": .sentence(DesignSentence.orders), "column_path": .text(path),
            "column_sort": .text("ascending"),
        ]),
        TemplateContext(["column_label": .sentence(DesignSentence.buyer), "column_path": .text(path)]),
        TemplateContext([
            "column_label": .sentence(DesignSentence.total), "column_number": .section(TemplateContext([:])),
        ]),
        TemplateContext(["column_label": .sentence(DesignSentence.state)]),
    ]

    private static let orders: [TemplateContext] = [
        ("1001", "Grace Nakato", "UGX 100,000", DesignSentence.good, BadgeTone.good),
        ("1002", "Moses Okello", "UGX 50,000", DesignSentence.warn, BadgeTone.warn),
        ("1003", "Maximiliana Wolkenstein-Trostburg", "UGX 480,000", DesignSentence.bad, BadgeTone.bad),
    ].map { number, buyer, total, state, tone in
        TemplateContext([
            "row_id": .text(number), "row_path": .text(path), "row_title": .text(number),
            "row_select": .sentence(DesignSentence.selectRow, ["order": .text(number)]),
            "row_cells": .list([
                TemplateContext(["cell_label": .sentence(DesignSentence.buyer), "cell_text": .text(buyer)]),
                TemplateContext([
                    "cell_label": .sentence(DesignSentence.total), "cell_text": .text(total),
                    "cell_number": .section(TemplateContext([:])),
                ]),
                TemplateContext([
                    "cell_label": .sentence(DesignSentence.state), "cell_text": .sentence(state),
                    "cell_badge": .section(TemplateContext(["cell_tone": .text(tone.rawValue)])),
                ]),
            ]),
        ])
    }

    /// Template values for a question before an action, and for the message after it.
    private static let results: [String: TemplateContext.Value] = [
        "dialog": .section(
            TemplateContext([
                "dialog_id": .text("refund"), "dialog_title": .sentence(DesignSentence.dialogTitle),
                "dialog_about": .sentence(DesignSentence.dialogAbout), "dialog_path": .text(path),
                "dialog_keep": .sentence(DesignSentence.keep), "dialog_action": .sentence(DesignSentence.refund),
            ])),
        "undo": .section(
            TemplateContext([
                "toast": .sentence(DesignSentence.toast), "undo_path": .text(path),
                "undo_label": .sentence(DesignSentence.undo),
            ])),
    ]

    private var events: [String: TemplateContext.Value] {
        let cards = [("Boat Race", "Free"), ("New Year by the Lake", "UGX 50,000"), ("Jazz in the Park", "UGX 20,000")]
        return [
            "cards": .list(
                cards.enumerated().map { index, card in
                    TemplateContext([
                        "card_path": .text(DesignPage.path), "card_title": .text(card.0),
                        "card_when": .text("Thursday 31 December 2026, 21:00"),
                        "card_place": .text("Lido Beach, Entebbe"), "card_price": .text(card.1),
                        "picture_hue": .text("\(index)"),
                    ])
                })
        ]
    }

    private var bars: PageChart {
        PageChart(
            .bars, id: "design-bars", title: .salesByType, labelAxisTitle: Sentence(DeskSentence.type),
            valueAxisTitle: Sentence(DeskSentence.tickets),
            points: [.init("Regular", 17), .init("Balcony, left, with supper", 6), .init("Student", 1)])
    }

    private var timeSeries: PageChart {
        PageChart(
            .timeSeries, id: "design-columns", title: .soldByDay, labelAxisTitle: Sentence(DeskSentence.created),
            valueAxisTitle: Sentence(DeskSentence.tickets),
            points: [.init("26 Nov", 4), .init("27 Nov", 4), .init("28 Nov", 7), .init("29 Nov", 9)])
    }
}

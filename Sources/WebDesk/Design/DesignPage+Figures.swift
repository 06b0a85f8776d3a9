import Charts
import Languages
import QRSymbol
import Ticketing
import WebHost

extension DesignPage {
    /// Template values for the figures of an event, and for reports.
    static var figures: [String: TemplateContext.Value] {
        [
            "event_bars": .section(eventBars), "dashboard": .section(dashboard), "report": .section(report),
            "empty_report": .section(TemplateContext(["table_none": .sentence(DeskEventSentence.nothingYet)])),
        ]
    }

    /// Template values for content that is still loading, a history, and a description.
    static var progress: [String: TemplateContext.Value] {
        [
            "loading": .section(TemplateContext(["skeleton_shown": present])), "history": .section(history),
            "description": .section(
                FormattedText(
                    """
                    Bands play **until midnight**, and *everybody* dances.

                    - Food: [the menu](https://example.org/menu)
                    - Drinks

                    1. Doors
                    2. Fireworks
                    """
                ).context),
        ]
    }

    private static var eventBars: TemplateContext {
        func bar(_ id: String, _ label: Sentence, inside: Int, expected: Int) -> TemplateContext {
            let share = Sentence(
                DeskHomeSentence.insideOfExpected, ["inside": .number(inside), "expected": .number(expected)])
            return TemplateContext([
                "bar_id": .text(id), "bar_label": .sentence(label), "bar_share": .sentence(share),
                "bar_value": .text("\(inside)"), "bar_max": .text("\(expected)"),
            ])
        }
        return TemplateContext([
            "bars": .list([
                bar("bar-0", Sentence(DesignSentence.ceremony), inside: 18, expected: 24),
                bar("bar-1", Sentence(DesignSentence.reception), inside: 0, expected: 80),
            ]),
            "today": .sentence(DeskHomeSentence.issuedToday, ["count": .number(3)]),
            "today_money": .sentence(DeskHomeSentence.moneyToday, ["amounts": "UGX 150,000"]),
            "silences": .list([
                TemplateContext([
                    "alert": .sentence(DeskHomeSentence.silentGate, ["gate": "North", "time": "31 Dec 2026, 21:40"])
                ])
            ]),
            "undecided": .sentence(DeskHomeSentence.undecidedScans, ["count": .number(2)]),
            "alerts_not_read": .sentence(DeskHomeSentence.alertsNotRead),
        ])
    }

    private static var dashboard: TemplateContext {
        func number(_ name: DeskEventSentence, _ value: String) -> TemplateContext {
            TemplateContext(["name": .sentence(name), "value": .text(value)])
        }
        let share: [String: TemplateContext.Value] = [
            "share_count": .text("18"), "share_most": .text("24"),
            "share_label": .sentence(DeskEventSentence.insideNow),
        ]
        let heroes: [[String: TemplateContext.Value]] = [
            [
                "hero_name": .sentence(DeskEventSentence.insideNow), "hero_value": .text("18"),
                "hero_about": .sentence(DeskOverviewSentence.ofExpected, ["count": .number(24)]),
                "hero_share": .section(TemplateContext(share)),
            ],
            ["hero_name": .sentence(DeskEventSentence.netRevenue), "hero_value": .text("UGX 1,750,000")],
        ]
        let sale: [String: TemplateContext.Value] = [
            "issued": .text("17"), "ended": .text("1"), "revenue": .text("UGX 800,000"), "refunds": .text("UGX 50,000"),
            "net": .text("UGX 750,000"), "due": .text("–"),
        ]
        let subEvent: [String: TemplateContext.Value] = [
            "sub_event": .sentence(DesignSentence.ceremony), "expected": .text("24"), "admitted": .text("20"),
            "inside": .text("18"), "to_come": .text("4"),
        ]
        let refusal: [String: TemplateContext.Value] = [
            "gate": .text("North"), "reason": .sentence(DesignSentence.wrongGate), "count": .text("2"),
        ]
        return TemplateContext([
            "heroes": .list(heroes.map { TemplateContext($0) }),
            "numbers": .list([number(.admitted, "20"), number(.notArrived, "4"), number(.refused, "2")]),
            "charts": .list([bars, timeSeries, emptyChart].map(\.context)),
            "types": .list([TemplateContext(sale).merging(["type": .text("Regular")])]),
            "all": .section(TemplateContext(sale).merging(["type": .sentence(DeskEventSentence.allTypes)])),
            "others": .sentence(DeskEventSentence.otherCurrencies, ["amounts": "KES 4,000"]),
            "sub_events": .section(
                TemplateContext(["sub_events_rows": .list([TemplateContext(subEvent)])])
                    .merging(SubEventLabel(.celebration).context)),
            "refusals": .section(TemplateContext(["refusals_rows": .list([TemplateContext(refusal)])])),
        ])
    }

    private static var bars: PageChart {
        PageChart(
            .bars, id: "design-bars", title: .soldByType, labelAxisTitle: Sentence(DeskSentence.type),
            valueAxisTitle: Sentence(DeskSentence.tickets),
            points: [.init("Regular", 17), .init("Balcony, left, with supper", 6), .init("Student", 1)])
    }

    private static var timeSeries: PageChart {
        PageChart(
            .timeSeries, id: "design-columns", title: .soldByDay, labelAxisTitle: Sentence(DeskSentence.created),
            valueAxisTitle: Sentence(DeskSentence.tickets),
            points: [.init("26 Nov", 4), .init("27 Nov", 4), .init("28 Nov", 7), .init("29 Nov", 9)])
    }

    private static var emptyChart: PageChart {
        PageChart(
            .timeSeries, id: "design-empty", title: .arrivals, labelAxisTitle: Sentence(DeskEventSentence.time),
            valueAxisTitle: Sentence(DeskEventSentence.peopleInFiveMinutes), points: [])
    }

    private static var report: TemplateContext {
        func row(_ title: TemplateContext.Value) -> TemplateContext {
            TemplateContext([
                "row_title": title,
                "row_cells": .list([
                    TemplateContext([
                        "cell_label": .sentence(DeskEventSentence.revenue), "cell_text": .text("UGX 800,000"),
                        "cell_number": present,
                    ])
                ]),
            ])
        }
        let table: [String: TemplateContext.Value] = [
            "table_title": .sentence(DeskEventSentence.soldByType),
            "table_columns": .list([
                TemplateContext(["column_label": .sentence(DeskSentence.type)]),
                TemplateContext(["column_label": .sentence(DeskEventSentence.revenue), "column_number": present]),
            ]),
            "table_rows": .list([row(.text("Regular"))]),
            "table_totals": .section(
                TemplateContext(["total_rows": .list([row(.sentence(DeskEventSentence.allTypes))])])),
            "table_files": .list(
                ["CSV", "PDF"].map {
                    TemplateContext(["file_path": .text(path), "file_label": .text($0), "file_format": .text($0)])
                }),
        ]
        return TemplateContext(["table": .section(TemplateContext(table))])
    }

    private static var history: TemplateContext {
        let time: [String: TemplateContext.Value] = [
            "name": .sentence(DesignSentence.momentLabel), "was": .text("17:00"), "now": .text("04:00"),
        ]
        return TemplateContext([
            "changes": .list([
                TemplateContext([
                    "sentence": .sentence(DesignSentence.changed), "at": .text("29 Nov 2026, 18:04"),
                    "change_subject": .text("New Year by the Lake"), "change_zone": .text("Africa/Kampala"),
                    "has_values": .section(TemplateContext(["changed": .list([TemplateContext(time)])])),
                ]),
                TemplateContext(["sentence": .sentence(DesignSentence.created), "at": .text("27 Nov 2026, 09:12")]),
            ])
        ])
    }

    /// Template values for the box office, and for tickets to hand over.
    ///
    /// - Throws: `QRSymbolError`.
    static var sales: [String: TemplateContext.Value] {
        get throws {
            func saleType(_ name: String, _ units: Int, _ more: [String: TemplateContext.Value]) -> TemplateContext {
                let price = Money(minorUnits: Int64(units), currency: "UGX").displayText
                return TemplateContext([
                    "type_name": .text(name), "type_price": .text(price), "type_units": .text("\(units)"),
                    "type_currency": .text("UGX"), "type_decimals": .text("0"),
                    "type_amount": .text(Money.typedPattern(decimals: 0)),
                ]).merging(more)
            }
            let field = FormField("count-1", .verbatim("Regular"), .stepper(0...20))
            let symbol = try QRSymbol(symbolText).context
            let ticket = TemplateContext(symbol).merging([
                "symbol_code": .text("QCFC-4R6X"), "symbol_type": .text("Regular"), "symbol_admits": .text("4"),
                "symbol_due": .text("UGX 50,000"),
            ])
            return [
                "sale_types": .list([
                    saleType(
                        "Regular", 50_000,
                        [
                            "type_field": .text("count-1"), "type_sells": present,
                            "type_about": .sentence(DeskBoxOfficeSentence.ticketsLeft, ["count": .number(12)]),
                            "type_fields": .list([field.context("2")]),
                        ]),
                    saleType("Student", 20_000, ["type_about": .sentence(DesignSentence.disabled)]),
                ]),
                "given_fields": .list([BoxOfficePage.given.context("200000")]),
                "methods": .list(BoxOfficePage.methodContexts),
                "handover": .section(
                    TemplateContext([
                        "handover_title": .sentence(DeskSaleSentence.ticketsToHandOver), "link": .text(symbolText),
                        "link_symbol": .section(TemplateContext(symbol)), "is_local": present, "is_live": present,
                        "key_gone": present, "on_paper": present, "pdf_path": .text(path),
                        "symbols": .list([ticket]), "more_symbols": .text("3"),
                    ])),
            ]
        }
    }
}

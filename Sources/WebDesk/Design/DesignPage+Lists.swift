import Languages
import Ticketing
import WebHost

extension DesignPage {
    /// Template values for a list with filters and selected rows, the same list after a search, an empty list, a list
    /// of events, and the result of an import.
    static var lists: [String: TemplateContext.Value] {
        let rows = FormField(
            "rows", Sentence(DesignSentence.rowsLabel), .choice([.init("ticked", Sentence(DesignSentence.ticked))]))
        var whole: [String: TemplateContext.Value] = [
            "list_label": .sentence(DesignSentence.orders), "list_has_filters": present,
            "list_columns": .list(columns), "list_rows": .list(orders), "list_next_path": .text(listsPath),
            "bulk": present, "bulk_path": .text(listsPath),
            "bulk_rows": .list([rows.context("ticked")]),
            "bulk_actions": .list([
                TemplateContext(["action_name": .text("export"), "action_label": .sentence(DesignSentence.export)]),
                TemplateContext([
                    "action_name": .text("refund"), "action_label": .sentence(DesignSentence.refund),
                    "action_dangerous": present,
                ]),
            ]),
        ]
        whole.merge(toolbar("", text: "")) { $1 }
        var found: [String: TemplateContext.Value] = [
            "list_label": .sentence(DesignSentence.foundOrders), "list_searching": present,
            "list_text": .text("grace"), "list_whole": .sentence(DesignSentence.allOrders),
            "list_columns": .list(foundColumns), "list_rows": .list([orders[0]]),
            "list_next": present,
        ]
        found.merge(toolbar("found-", text: "grace")) { $1 }
        var empty: [String: TemplateContext.Value] = [
            "list_none": .sentence(DesignSentence.noOrders), "list_has_filters": present, "list_folded": present,
        ]
        empty.merge(toolbar("empty-", text: "")) { $1 }
        return [
            "list": .section(TemplateContext(whole)), "found_list": .section(TemplateContext(found)),
            "empty_list": .section(TemplateContext(empty)),
            "event_lines": .section(TemplateContext(["events": .list(events)])), "import": .section(importReport),
        ]
    }

    /// Template values for the links above the pages of an event: the breadcrumbs and the tabs.
    static var tabs: [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [
            "event_path": .text(path), "event_title": .text("New Year by the Lake"), "organizer_path": .text(path),
            "organizer_name": .text("Nile Nights"), "failures_path": .text(path), "unread_path": .text(path),
            "failures": .sentence(DeskOutboxSentence.recentFailures, ["count": .number(2), "days": .number(7)]),
            "unread": .sentence(DeskOutboxSentence.unreadCount, ["count": .number(3)]),
            "parents": Desk.parents([(label: Sentence(DeskSentence.guests), path: path)]),
        ]
        for name in [
            "in_events", "at_overview", "at_check_in", "may_editEvent", "may_setPicture", "may_addSubEvent",
            "may_showHistory", "may_showDevices",
        ] {
            context[name] = present
        }
        context.merge(SubEventLabel(.celebration).context) { $1 }
        return ["event_frame": .section(TemplateContext(context))]
    }

    private static var events: [TemplateContext] {
        func event(
            _ title: String, _ state: DesignSentence, _ tone: BadgeTone, _ more: [String: TemplateContext.Value]
        ) -> TemplateContext {
            TemplateContext([
                "event_path": .text(listsPath), "event_title": .text(title), "state": .sentence(state),
                "state_tone": .text(tone.rawValue), "organizer_name": .text("Nile Nights"),
            ]).merging(more)
        }
        return [
            event(
                "New Year by the Lake", .info, .good,
                [
                    "event_start": .text("31 Dec 2026, 21:00"), "event_zone": .text("Africa/Kampala"),
                    "event_place": .text("Lido Beach, Entebbe"),
                ]),
            event("Boat Race", .neutral, .neutral, [:]),
            event("Jazz in the Park", .bad, .bad, ["deleted": present, "may_restoreEvent": present]),
        ]
    }

    private static var importReport: TemplateContext {
        TemplateContext([
            "noted": .section(
                TemplateContext(["notes": .list([TemplateContext(["note": .sentence(DesignSentence.skipped)])])])),
            "faulty_rows": .section(
                TemplateContext([
                    "faulty": .text("1"), "more": present,
                    "faults": .list([TemplateContext(["fault_text": .sentence(DesignSentence.rowFault)])]),
                ])),
        ])
    }

    /// Template values for the search and the filter above a list.
    ///
    /// - Parameter prefix: the beginning of the fields’ ids, different for each list.
    private static func toolbar(_ prefix: String, text: String) -> [String: TemplateContext.Value] {
        let state = FormField(
            "state", Sentence(DesignSentence.state), .choice([.init("paid", Sentence(DesignSentence.good))]),
            id: "\(prefix)state")
        let search = FormField("text", Sentence(DesignSentence.searchLabel), id: "\(prefix)search")
        return [
            "list_path": .text(listsPath), "list_search_path": .text(listsPath),
            "list_filters": .list([state.context("paid")]), "search_fields": .list([search.context(text)]),
        ]
    }

    private static let columns: [TemplateContext] = [
        TemplateContext([
            "column_label": .sentence(DesignSentence.orders), "column_path": .text(listsPath),
            "column_sort": .text("ascending"),
        ]),
        TemplateContext(["column_label": .sentence(DesignSentence.buyer), "column_path": .text(listsPath)]),
        TemplateContext([
            "column_label": .sentence(DesignSentence.total), "column_number": present,
        ]),
        TemplateContext(["column_label": .sentence(DesignSentence.state)]),
    ]

    /// The columns after a search. Instead of links, they have sort buttons, which send the form of the search again.
    private static let foundColumns: [TemplateContext] = [
        TemplateContext(["column_label": .sentence(DesignSentence.orders), "column_value": .text("number")]),
        TemplateContext([
            "column_label": .sentence(DesignSentence.buyer), "column_value": .text("buyer"),
            "column_sort": .text("descending"),
        ]),
        TemplateContext([
            "column_label": .sentence(DesignSentence.total), "column_number": present,
        ]),
        TemplateContext(["column_label": .sentence(DesignSentence.state)]),
    ]

    private static let orders: [TemplateContext] = [
        ("1001", "Grace Nakato", "UGX 100,000", DesignSentence.good, BadgeTone.good),
        ("1002", "Moses Okello", "UGX 50,000", DesignSentence.warn, BadgeTone.warn),
        ("1003", "Maximiliana Wolkenstein-Trostburg", "UGX 480,000", DesignSentence.bad, BadgeTone.bad),
    ].map { number, buyer, total, state, tone in
        TemplateContext([
            "row_id": .text(number), "row_path": .text(listsPath), "row_title": .text(number),
            "row_select": .sentence(DesignSentence.selectRow, ["order": .text(number)]),
            "row_cells": .list([
                TemplateContext(["cell_label": .sentence(DesignSentence.buyer), "cell_text": .text(buyer)]),
                TemplateContext([
                    "cell_label": .sentence(DesignSentence.total), "cell_text": .text(total),
                    "cell_number": present,
                ]),
                TemplateContext([
                    "cell_label": .sentence(DesignSentence.state), "cell_text": .sentence(state),
                    "cell_badge": .section(TemplateContext(["cell_tone": .text(tone.rawValue)])),
                ]),
            ]),
        ])
    }

    /// Template values for a week of the calendar, with a day of another month, free days, today, an event, and a
    /// conflict.
    static var calendar: [String: TemplateContext.Value] {
        func day(_ number: Int, _ entries: [TemplateContext] = []) -> TemplateContext {
            var date: [String: TemplateContext.Value] = [
                "day_number": .text("\(number)"), "day_name": .text("\(number) December 2026"),
                "day_value": .text("2026-12-0\(number)"),
            ]
            if number == 2 { date["today"] = present }
            let day = TemplateContext(date)
            let content =
                entries.isEmpty
                ? ("free", TemplateContext([:])) : ("entries", TemplateContext(["lines": .list(entries)]))
            return TemplateContext(["day": .section(day), content.0: .section(content.1)])
        }
        func entry(_ title: String, _ more: [String: TemplateContext.Value] = [:]) -> TemplateContext {
            let values: [String: TemplateContext.Value] = [
                "entry_title": .text(title), "entry_path": .text(listsPath), "entry_time": .text("18:00–21:00"),
                "entry_venue": .text("Lido Beach"), "entry_state": .sentence(DesignSentence.neutral),
                "entry_tone": .text(""),
            ]
            return TemplateContext(values.merging(more) { $1 })
        }
        let conflict = Sentence(DeskCalendarSentence.samePlace, ["event": .text("Boat Race")])
        let conflicts: [String: TemplateContext.Value] = [
            "conflicts": .list([TemplateContext(["conflict": .sentence(conflict)])])
        ]
        let week = [
            TemplateContext(["outside": present]), day(1), day(2, [entry("Carols")]),
            day(3), day(4, [entry("Jazz in the Park", conflicts)]), day(5), day(6),
        ]
        return [
            "calendar_month": .text("December 2026"),
            "weekdays": .list(EventCalendarPage.weekdays.map { TemplateContext(["weekday": .sentence($0)]) }),
            "weeks": .list([TemplateContext(["days": .list(week)])]),
        ]
    }
}

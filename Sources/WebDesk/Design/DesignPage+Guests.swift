import Languages
import Ticketing
import WebHost

extension DesignPage {
    /// A guest with the answer to an invitation; a nil answer means that the guest is not invited.
    private typealias Answered = (name: String, answer: Ticketing.InvitationReply?)

    private static let answered: [Answered] = [
        ("Grace Nakato", .attending(companions: 1)), ("Moses Okello", .maybe), ("Amina Nassali", .declined),
        ("Sarah Auma", Ticketing.InvitationReply.none), ("Peter Wasswa", nil),
    ]

    /// Template values for guests with different answers. The answer field of one guest has a fault, and the answer
    /// field of another guest has a note.
    static var guests: [String: TemplateContext.Value] {
        let total = Sentence(
            DeskGuestListSentence.shortTotals,
            ["coming": .number(2), "maybe": .number(1), "declined": .number(1), "unanswered": .number(1)])
        let columns: [(Sentence, [String: TemplateContext.Value])] = [
            (Sentence(DeskGuestSentence.guest), ["column_path": .text(listsPath), "column_sort": .text("ascending")]),
            (Sentence(DeskGuestSentence.household), ["column_path": .text(listsPath)]),
            (Sentence(FieldSentence.table), [:]),
        ]
        let list: [String: TemplateContext.Value] = [
            "bulk": present, "may_answerInvitation": present,
            "list_columns": .list(columns.map { TemplateContext(["column_label": .sentence($0)]).merging($1) }),
            "sub_events": .list([
                TemplateContext([
                    "sub_event": .sentence(DesignSentence.ceremony), "sub_event_colour": .text("gold"),
                    "sub_event_totals": .sentence(total),
                ])
            ]),
            "guests": .list(answered.enumerated().map { guestRow($0, $1) }),
        ]
        return ["guest_list": .section(TemplateContext(list))]
    }

    private static func guestRow(_ index: Int, _ guest: Answered) -> TemplateContext {
        let field = FormField("answer-\(index)", .verbatim(guest.name), .choice(GuestField.choices(1)))
        let (fault, note): (Sentence?, Sentence?) =
            switch guest.answer {
            case .maybe: (nil, Sentence(DesignSentence.changedMeanwhile))
            case .declined: (Sentence(DeskGuestSentence.noLongerInvited).asSentence, nil)
            default: (nil, nil)
            }
        var cell: [String: TemplateContext.Value] = [
            "cell_sub_event": .sentence(DesignSentence.ceremony), "cell_text": .text("–"),
        ]
        if let answer = guest.answer {
            cell["cell_state"] = .text(answer.cellState)
            cell["cell_field"] = .section(field.context(GuestField.text(of: answer), fault: fault, note: note))
        }
        var row: [String: TemplateContext.Value] = [
            "guest_number": .text("\(index)"), "guest_name": .text(guest.name), "guest_path": .text(listsPath),
            "household": .text("Nakato"), "table": .text("Rose"), "cells": .list([TemplateContext(cell)]),
            "row_select": .sentence(DeskListSentence.selectRow, ["row": .text(guest.name)]),
        ]
        if index == 0 {
            row["row_ticked"] = present
            row["companions"] = .sentence(DeskGuestSentence.companions, ["count": .number(1)])
            row["companion_names"] = .sentence(DeskGuestSentence.companionNames, ["names": "David"])
        }
        return TemplateContext(row)
    }

    /// Template values for a seating plan with a table and guests without a table, and for a list of households.
    static var tables: [String: TemplateContext.Value] {
        let withoutTable: [String: TemplateContext.Value] = [
            "without_table": present, "table_id": .text("without-table"), "table_key": .text(""),
            "table_name": .sentence(DeskSeatingSentence.withoutTable), "table_coming": .number(0),
            "table_possible": .number(1), "seats": .list([seat(3, isSelected: true)]),
            "unseated_next": .text(listsPath),
        ]
        let table: [String: TemplateContext.Value] = [
            "table_id": .text("table-0"), "table_key": .text("rose"), "table_name": .text("Rose"),
            "table_coming": .number(2), "table_possible": .number(1), "seats": .list((0..<3).map { seat($0) }),
        ]
        let empty: [String: TemplateContext.Value] = [
            "table_id": .text("table-1"), "table_key": .text("oak"), "table_name": .text("Oak"),
            "table_coming": .number(0), "table_possible": .number(0),
        ]
        return [
            "seating_plan": .section(
                TemplateContext([
                    "may_seatGuests": present, "unseated": .section(TemplateContext(withoutTable)),
                    "tables": .list([TemplateContext(table), TemplateContext(empty)]),
                ])),
            "household_list": .section(households),
        ]
    }

    private static func seat(_ index: Int, isSelected: Bool = false) -> TemplateContext {
        let guest = answered[index]
        let answer = guest.answer ?? Ticketing.InvitationReply.none
        var context: [String: TemplateContext.Value] = [
            "seat_number": .text("\(index)"), "seat_name": .text(guest.name), "seat_table": .text(""),
            "seat_coming": .text("1"), "seat_possible": .text("0"), "seat_answer": .sentence(answer.shortText),
            "seat_tone": .text(answer.tone.rawValue), "seat_household": .text("Nakato"),
        ]
        if isSelected { context["seat_selected"] = present }
        return TemplateContext(context)
    }

    private static var households: TemplateContext {
        func member(_ guest: Answered) -> TemplateContext {
            TemplateContext([
                "guest_path": .text(listsPath), "guest_name": .text(guest.name),
                "answers": .list([
                    TemplateContext([
                        "answer_sub_event": .sentence(DesignSentence.ceremony),
                        "answer_text": .sentence(guest.answer?.shortText ?? .verbatim("–")),
                        "answer_tone": .text(guest.answer?.tone.rawValue ?? ""),
                    ])
                ]),
                "member_companions": .sentence(DeskGuestSentence.companions, ["count": .number(1)]),
                "member_contact": .text("guest@example.org"),
                "member_invitation": .sentence(DeskSeatingSentence.withCode),
            ])
        }
        func household(_ name: String, _ guests: ArraySlice<Answered>) -> TemplateContext {
            TemplateContext([
                "household_name": .text(name), "household_width": .text("5"),
                "members": .list(guests.map { member($0) }),
                "household_links": .list([
                    TemplateContext([
                        "link_path": .text(listsPath),
                        "link_label": .sentence(DeskSeatingSentence.invitationOf, ["code": "QCFC-4R6X"]),
                    ])
                ]),
            ])
        }
        let differs = Sentence(
            DeskSeatingSentence.differing, ["sub_events": .sentence(Sentence(DesignSentence.ceremony))])
        return TemplateContext([
            "household_columns": .list([TemplateContext(["column_name": .sentence(DesignSentence.ceremony)])]),
            "households": .list([
                household("Nakato", answered[..<3]).merging(["household_differs": .sentence(differs)]),
                household("Wasswa", answered[4...]),
            ]),
        ])
    }
}

extension Ticketing.InvitationReply {
    /// The CSS class of a `<select>` element in which this answer is selected.
    fileprivate var cellState: String {
        switch self {
        case .attending: "coming"
        case .maybe: "maybe"
        case .declined: "declined"
        case .none: "invited"
        }
    }
}

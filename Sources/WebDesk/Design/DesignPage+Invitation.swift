import Languages
import WebHost

extension DesignPage {
    /// Template values for the head of an invitation with the couple’s names, and for guests with different answers.
    static var invitation: [String: TemplateContext.Value] {
        let head: [String: TemplateContext.Value] = [
            "logo": .section(TemplateContext(picture)), "couple": .text("Amina & Denis"),
            "event": .text("Wedding by the Lake"), "saved_reply": .sentence(DesignSentence.answersSaved),
            "invites": .sentence(PublicSentence.invites, ["organizer": "Amina & Denis"]),
        ]
        return ["invitations": .list([TemplateContext(head)]), "invited_guests": .list([attending, other, refused])]
    }

    private static func invitedGuest(
        _ number: Int, _ name: String, _ subEvents: [TemplateContext], _ more: [String: TemplateContext.Value] = [:]
    ) -> TemplateContext {
        TemplateContext(["guest_id": .text("guest-\(number)"), "name": .text(name), "sub_events": .list(subEvents)])
            .merging(more)
    }

    private static func answer(
        _ id: String, _ name: DesignSentence, _ colour: String, _ more: [String: TemplateContext.Value]
    ) -> TemplateContext {
        TemplateContext([
            "answer_id": .text(id), "answer_name": .text(id), "called": .sentence(name),
            "sub_event_colour": .text(colour),
        ]).merging(more)
    }

    private static func textField(
        _ id: String, _ label: FieldSentence, _ value: String, fault: Sentence? = nil
    ) -> TemplateContext {
        let field = TemplateContext([
            "text_id": .text(id), "text_name": .text(id), "text_label": .sentence(label), "text_value": .text(value),
        ])
        guard let fault else { return field }
        return field.merging(["text_fault": .sentence(fault)])
    }

    /// A guest who comes with a child, and who may still change the answer.
    private static var attending: TemplateContext {
        let companions: [String: TemplateContext.Value] = [
            "companions_id": .text("companions-1"), "companions_name": .text("companions-1"),
            "companions": .list([
                TemplateContext(["n": .text("0")]), TemplateContext(["n": .text("1"), "chosen": present]),
            ]),
        ]
        let row: [String: TemplateContext.Value] = [
            "companion_number": .sentence(PublicSentence.companionNumber, ["number": "1"]),
            "child_id": .text("child-1"), "child_name": .text("child-1"), "is_child": present,
            "companion_texts": .list([textField("companion-1", .name, "David")]),
        ]
        return invitedGuest(
            1, "Grace Nakato",
            [
                answer(
                    "answer-1", .ceremony, "gold",
                    [
                        "where": .text("20 December 2026, 15:00, Lido Beach"), "note": .sentence(DesignSentence.dress),
                        "sub_event_deadline": .sentence(PublicSentence.answerBy, ["moment": "1 December 2026, 18:00"]),
                        "attending": present, "bringing": .section(TemplateContext(companions)),
                    ])
            ],
            [
                "texts": .list([textField("meal-1", .meal, "Fish")]),
                "companions_about": .sentence(PublicSentence.companionsAbout),
                "companion_rows": .list([TemplateContext(row)]),
            ])
    }

    /// A guest who has declined one sub-event, has answered “maybe” for another, and can no longer answer for a third.
    private static var other: TemplateContext {
        invitedGuest(
            2, "Moses Okello",
            [
                answer("answer-2", .ceremony, "gold", ["declined": present]),
                answer("answer-3", .reception, "rose", ["maybe": present]),
                answer("answer-4", .rehearsal, "sage", ["over": .sentence(DesignSentence.answersClosed)]),
            ],
            ["saved_details": .sentence(PublicSentence.savedMeal, ["meal": "Fish"])])
    }

    /// A guest without an answer, whose form was refused.
    private static var refused: TemplateContext {
        let fault: [String: TemplateContext.Value] = [
            "guest_faults_id": .text("guest-3-faults"), "guest_fault": .sentence(DesignSentence.changedMeanwhile),
        ]
        return invitedGuest(
            3, "Sarah Auma",
            [
                answer(
                    "answer-5", .ceremony, "gold",
                    [
                        "answer_fault": .sentence(PublicSentence.chooseOneAnswer),
                        "answer_described_by": .text("answer-5-fault"),
                    ])
            ],
            [
                "guest_faults": .section(TemplateContext(fault)), "guest_described_by": .text("guest-3-faults"),
                "texts": .list([
                    textField(
                        "meal-3", .meal, "\u{200B}",
                        fault: Sentence(PublicSentence.textFault, ["count": .number(500)]))
                ]),
            ])
    }
}

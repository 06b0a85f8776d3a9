import Languages
import Ticketing
import WebHost

extension DesignPage {
    /// Template values for fields of all kinds: usable fields, fields with faults, locked fields, and files.
    static var fields: [String: TemplateContext.Value] {
        let title = FormField(
            "text", Sentence(DesignSentence.textLabel), hint: Sentence(DesignSentence.textHint), requirement: .required)
        let mail = FormField("mail", Sentence(DesignSentence.faultLabel), .email)
        let (usable, faulty, locked) = (Inputs(""), Inputs("faulty-"), Inputs("locked-"))
        let checked = FormField.checkedValue
        return [
            "fields": .list([
                title.context("New Year by the Lake"), usable.choice.context("music"),
                usable.price.context("50000 UGX"), usable.start.context("2026-12-31T21:00"),
                usable.count.context("2", note: Sentence(DesignSentence.note)), usable.area.context(""),
                usable.tick.context(checked),
            ]),
            "faulty_fields": .list([
                mail.context("grace@", fault: Sentence(DesignSentence.fault)),
                faulty.choice.context("music", fault: Sentence(DesignSentence.choiceFault)),
                faulty.price.context("cheap UGX", fault: Sentence(DesignSentence.moneyFault)),
                faulty.start.context("2020-12-31T21:00", fault: Sentence(DesignSentence.momentFault)),
                faulty.count.context("0", fault: Sentence(DesignSentence.stepperFault)),
                faulty.area.context("", fault: Sentence(DesignSentence.areaFault)),
                faulty.tick.context("", fault: Sentence(DesignSentence.tickFault)),
            ]),
            "locked_fields": .list([
                locked.choice.context("music", isLocked: true), locked.price.context("50000 UGX", isLocked: true),
                locked.start.context("2026-12-31T21:00", note: Sentence(DesignSentence.locked), isLocked: true),
                locked.count.context("2", isLocked: true), locked.area.context("Bands until midnight.", isLocked: true),
                locked.tick.context(checked, isLocked: true),
            ]),
            "uploads": .list(uploads),
        ]
    }

    /// The fields that the page shows in each of three states: usable, with a fault, and locked.
    private struct Inputs {
        let choice, price, start, count, area, tick: FormField

        /// - Parameter prefix: The beginning of the fields’ names, different for each state.
        init(_ prefix: String) {
            choice = FormField(
                "\(prefix)choice", Sentence(DesignSentence.choiceLabel),
                .choice([.init("music", Sentence(DesignSentence.choiceMusic))]))
            price = FormField(
                "\(prefix)price", Sentence(DesignSentence.moneyLabel), .money(["UGX", "KES", "EUR"]),
                requirement: .required)
            start = FormField(
                "\(prefix)start", Sentence(DesignSentence.momentLabel),
                .moment(zone: Sentence(DesignSentence.zone)), requirement: .required)
            count = FormField("\(prefix)count", Sentence(DesignSentence.stepperLabel), .stepper(0...10))
            area = FormField("\(prefix)area", Sentence(DesignSentence.areaLabel), .text)
            tick = FormField("\(prefix)tick", Sentence(DesignSentence.tickLabel), .checkbox)
        }
    }

    private static var uploads: [TemplateContext] {
        let refused = PictureForm.Refused(text: "", faults: [FieldFault("file", PictureError.notAPicture.sentence)])
        func form(_ role: PictureRole, _ id: String) -> PictureForm { PictureForm(role: role, path: path, id: id) }
        return [
            form(.poster, "poster").context(nil),
            form(.poster, "sending").context(nil).merging(["role_sent": .text("60")]),
            form(.logo, "refused").context(nil, refused),
            form(.logo, "logo").context(nil).merging(["role_picture": .section(TemplateContext(picture))]),
        ]
    }

    /// Template values for the results of forms: a message, a fault, a summary of faults, and toasts.
    static var results: [String: TemplateContext.Value] {
        var summary = ErrorSummary()
        summary.add("mail", Sentence(DesignSentence.fault))
        summary.add("faulty-choice", Sentence(DesignSentence.choiceFault))
        return [
            "flash_done": .section(TemplateContext(["done": .sentence(DesignSentence.done)])),
            "flash_refused": .section(TemplateContext(["fault": .sentence(DeskSentence.unchanged)])),
            "flash_summary": .section(
                TemplateContext(["errors": summary.templateValue(Sentence(DesignSentence.summary))])),
            "plain_toast": .section(TemplateContext(["toast": .sentence(DesignSentence.saved)])),
            "pending": .section(
                TemplateContext([
                    "pending_seconds": .text("10"), "pending_pattern": .sentence(DesignSentence.toast),
                    "pending_return": .text(path), "toast": .sentence(DesignSentence.toast), "undo_path": .text(path),
                    "undo_label": .sentence(DeskUndoSentence.undo),
                ])),
            "dropped_change": .sentence(DeskUndoSentence.tooLate),
        ]
    }
}

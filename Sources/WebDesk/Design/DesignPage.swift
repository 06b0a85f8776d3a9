import Charts
import Languages
import QRSymbol
import Ticketing
import WebHost

/// The pages with the components and their states, for people who develop the program. Each page has the style sheets
/// of one area: the desk, public pages, or gates. Only a server in development mode has the pages. A test compares
/// screenshots of the pages with earlier screenshots.
struct DesignPage: Sendable {
    static let path = "/desk/design"

    let desk: Desk

    /// The page with the components of the desk.
    ///
    /// - Throws: `Problem` 404 if the server is not in development mode.
    func page(_ request: PageRequest) async throws -> RouteResponse {
        try requireDevelopment()
        var context = fields
        context.merge(DesignPage.lists) { $1 }
        context.merge(DesignPage.guestAnswers) { $1 }
        context.merge(DesignPage.calendar) { $1 }
        context["undo"] = .section(
            TemplateContext([
                "toast": .sentence(DesignSentence.toast), "undo_path": .text(DesignPage.path),
                "undo_label": .sentence(DesignSentence.undo),
            ]))
        (context["first_buyer"], context["second_buyer"]) = (.text("Grace Nakato"), .text("Moses Okello"))
        context["charts"] = .list([bars.context, timeSeries.context])
        context["symbol"] = .section(TemplateContext(try QRSymbol("https://example.org").context))
        return try desk.page(request, "design", title: Sentence(DesignSentence.title), context)
    }

    /// - Throws: `Problem` 404 if the server is not in development mode.
    func requireDevelopment() throws {
        guard desk.server.mode == .development else { throw Problem(.notFound) }
    }

    private var fields: [String: TemplateContext.Value] {
        let text = FormField("text", Sentence(DesignSentence.textLabel), hint: Sentence(DesignSentence.textHint))
        let mail = FormField("mail", Sentence(DesignSentence.faultLabel), .email)
        let tick = FormField("tick", Sentence(DesignSentence.tickLabel), .checkbox)
        let fields = DesignPage.inputs("")
        let faulty = DesignPage.inputs("faulty-")
        let locked = DesignPage.inputs("locked-")
        let note = Sentence(DesignSentence.locked)
        let poster = PictureForm(role: .poster, path: DesignPage.path, id: "poster")
        let logo = PictureForm(role: .logo, path: DesignPage.path, id: "logo")
        let refused = PictureForm.Refused(text: "", faults: [FieldFault("file", PictureError.notAPicture.sentence)])
        return [
            "fields": .list([
                text.context("New Year by the Lake"), fields.choice.context("music"), fields.price.context("50000 UGX"),
                fields.start.context("2026-12-31T21:00"), fields.count.context("2"), fields.area.context(""),
                tick.context(FormField.checkedValue),
            ]),
            "faulty_fields": .list([
                mail.context("grace@", fault: Sentence(DesignSentence.fault)),
                faulty.choice.context("music", fault: Sentence(DesignSentence.choiceFault)),
                faulty.price.context("cheap UGX", fault: Sentence(DesignSentence.moneyFault)),
                faulty.start.context("2020-12-31T21:00", fault: Sentence(DesignSentence.momentFault)),
                faulty.count.context("0", fault: Sentence(DesignSentence.stepperFault)),
                faulty.area.context("", fault: Sentence(DesignSentence.areaFault)),
            ]),
            "locked_fields": .list([
                locked.choice.context("music", isLocked: true), locked.price.context("50000 UGX", isLocked: true),
                locked.start.context("2026-12-31T21:00", note: note, isLocked: true),
                locked.area.context("Bands until midnight.", isLocked: true),
            ]),
            "uploads": .list([poster.context(nil), logo.context(nil, refused)]),
        ]
    }

    /// A field for each kind of input that is shown in several states.
    ///
    /// - Parameter prefix: the beginning of the fields’ names, different for each state.
    private static func inputs(_ prefix: String) -> (
        choice: FormField, price: FormField, start: FormField, count: FormField, area: FormField
    ) {
        (
            FormField(
                "\(prefix)choice", Sentence(DesignSentence.choiceLabel),
                .choice([.init("music", Sentence(DesignSentence.choiceMusic))])),
            FormField("\(prefix)price", Sentence(DesignSentence.moneyLabel), .money(["UGX", "KES", "EUR"])),
            FormField(
                "\(prefix)start", Sentence(DesignSentence.momentLabel), .moment(zone: Sentence(DesignSentence.zone))),
            FormField("\(prefix)count", Sentence(DesignSentence.stepperLabel), .stepper(0...10)),
            FormField("\(prefix)area", Sentence(DesignSentence.areaLabel), .text)
        )
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

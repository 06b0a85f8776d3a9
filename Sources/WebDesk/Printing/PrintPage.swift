import Languages
import Management
import NIOCore
import PrintShop
import Printing
import Ticketing
import WebHost

/// The print page of an event: its print batches, a preview, and the form that prints tickets.
struct PrintPage: Sendable {
    let desk: Desk
    /// The object that prints batches; nil if the server can’t print.
    let runner: PrintJobRunner?

    static let defaultLayout = "a4-10"
    /// The length of a preview’s longest side, in pixels.
    private static let previewPixels = 1200

    private struct FormInput: Sendable {
        var layout = PrintPage.defaultLayout
        var offset = ""
        var type = ""
        var order = PrintOrder.code.rawValue
        var language = "en-GB"
        var isUnprinted = false
        var isStacked = false
        var isDuplex = false

        init() {}

        /// Reads the values from a form. A missing field gets its default.
        ///
        /// - Throws: `Problem` 400 if a field occurs twice.
        init(_ form: FormFields) throws {
            layout = try form.value("layout") ?? layout
            offset = try form.typed("offset") ?? offset
            type = try form.value("type") ?? type
            order = try form.value("order") ?? order
            language = try form.typed("language") ?? language
            isUnprinted = form.has("unprinted")
            isStacked = form.has("stack")
            isDuplex = form.has("duplex")
        }

        /// The form fields for the layout and the offset. If the user changes one of these fields, the preview is drawn
        /// again.
        func previewFields(
            _ layouts: [(name: String, title: String, isTwoSided: Bool)], _ faults: [FieldFault]
        ) -> [TemplateContext] {
            let choices = layouts.map { FormField.Choice($0.name, .verbatim("\($0.title) (\($0.name))")) }
            return [
                FormField("layout", Sentence(DeskSentence.layout), .choice(choices), id: "shown-layout").context(
                    layout, fault: faults.text(of: "layout")),
                FormField(
                    "offset", Sentence(DeskPrintSentence.offset), hint: Sentence(DeskPrintSentence.offsetHint),
                    id: "shown-offset"
                ).context(offset, fault: faults.text(of: "offset")),
            ]
        }

        func printFields(_ types: [TicketType], _ faults: [FieldFault]) -> [TemplateContext] {
            let tickets =
                [FormField.Choice("", Sentence(DeskPrintSentence.allTypes))]
                + types.map { FormField.Choice("\($0.number)", .verbatim($0.name)) }
            let orders = PrintOrder.allCases.map { FormField.Choice($0.rawValue, $0.label) }
            func tick(_ name: String, _ label: DeskPrintSentence, _ isSet: Bool) -> TemplateContext {
                FormField(name, Sentence(label), .checkbox).context(
                    isSet ? FormField.checkedValue : "", fault: faults.text(of: name))
            }
            return [
                FormField("type", Sentence(DeskSentence.tickets), .choice(tickets)).context(
                    type, fault: faults.text(of: "type")),
                FormField("order", Sentence(DeskPrintSentence.order), .choice(orders)).context(
                    order, fault: faults.text(of: "order")),
                FormField(
                    "language", Sentence(DeskPrintSentence.language), hint: Sentence(DeskPrintSentence.languageHint)
                ).context(language, fault: faults.text(of: "language")),
                tick("unprinted", .unprintedOnly, isUnprinted), tick("stack", .stacked, isStacked),
                tick("duplex", .bothSides, isDuplex),
            ]
        }

        /// The values as fields of forms and URLs.
        var fields: FormFields {
            let ticks = [("unprinted", isUnprinted), ("stack", isStacked), ("duplex", isDuplex)].filter { $0.1 }
            return FormFields(
                values: [
                    ("layout", layout), ("offset", offset), ("type", type), ("order", order), ("language", language),
                ] + ticks.map { ($0.0, FormField.checkedValue) })
        }

        var imposition: Imposition.FillOrder { isStacked ? .cutStack : .rows }

        /// The chosen ticket type; nil for all types.
        ///
        /// - Throws: `ManagementError.invalid` for an unknown type.
        func type(among types: [TicketType]) throws -> TicketType? {
            guard !type.isEmpty else { return nil }
            guard let found = types.first(where: { "\($0.number)" == type }) else {
                throw ManagementError.invalid([FieldFault("type", DeskSaleSentence.chooseType)])
            }
            return found
        }

        /// - Throws: `ManagementError.invalid` with all faults, if a value is invalid.
        var settings: PrintSettings {
            get throws {
                var settings = PrintSettings()
                var faults: [PrintFault] = []
                if isDuplex { settings.sides = .both }
                do throws(PrintFault) {
                    settings.offset = try PrintPage.offset(offset)
                } catch { faults.append(error) }
                if language.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}/) != nil {
                    settings.language = language
                } else if !language.isEmpty {
                    faults.append(.language(language))
                }
                guard faults.isEmpty else { throw ManagementError.invalid(faults.flatMap(\.fields)) }
                return settings
            }
        }
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        var typed = try FormInput(try request.queryFields())
        do {
            typed.offset = try typed.settings.offset.text
            return try await page(request, typed)
        } catch ManagementError.invalid(let faults) {
            return try await page(request, typed, faults: faults)
        }
    }

    /// The page with the values that the user entered.
    ///
    /// - Parameter faults: The faults of these values. If there are faults, the status of the response is 422.
    private func page(_ request: PageRequest, _ typed: FormInput, faults: [FieldFault] = []) async throws
        -> RouteResponse
    {
        let jobs = try runner.required()
        let (event, states, types, specimen, heading) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showBatches)
            let types = try services.ticketTypes.ticketTypes(of: event)
            return (
                event, try services.printing.batches(of: event), types,
                try PrintSheetPreview(of: event, in: services, types: types), try desk.headerContext(event, services)
            )
        }
        let layouts = try await jobs.previews.run { _ in jobs.layouts.forTickets() }
        let isTwoSided = layouts.first { $0.name == typed.layout }?.isTwoSided
        var faults = faults
        if typed.isDuplex, isTwoSided == false, faults.text(of: "duplex") == nil {
            faults.append(PrintPage.oneSidedFault)
        }
        let path = "/desk/e/\(event.slug)/print"
        // In the preview, each invalid value is replaced by the default of its field.
        let preview = "\(path)/preview.png?\(typed.fields.without { faults.text(of: $0) != nil }.encoded)"
        var context: [String: TemplateContext.Value] = [
            "path": .text(path), "layout": .text(typed.layout), "offset": .text(typed.offset),
            "preview": .text(preview),
            "other_fields": .list(
                typed.fields.without { ["layout", "offset"].contains($0) }.values.map {
                    TemplateContext(["other_name": .text($0.name), "other_value": .text($0.value)])
                }),
            "preview_fields": .list(typed.previewFields(layouts, faults)),
            "fields": .list(typed.printFields(types, faults)),
            "batches": .list(
                states.reversed().map { state in
                    let key = PrintJobRunner.Key(event: event.number, batch: state.batch.number)
                    return state.context(of: event, jobs.state(of: key), path: path)
                }),
        ]
        if isTwoSided ?? false {
            context["back"] = .text("\(preview)&side=back")
            if !typed.isDuplex { context["back_unused"] = .section(TemplateContext([:])) }
        }
        context["layout_refused"] = try await PrintPage.refusal(of: specimen, typed, among: layouts.map(\.name), jobs)
        if !faults.isEmpty {
            context["fault"] = .sentence(faults.message(Sentence(DeskPrintSentence.nothingPrinted)))
        }
        return try request.page(
            "desk-print-batches", title: .verbatim(event.details.title), side: .organizer,
            status: faults.isEmpty ? .ok : .unprocessableContent, context.merging(heading) { $1 })
    }

    /// The reason why nothing can be printed with the chosen layout, shown in place of the preview; nil if the layout
    /// can be printed.
    private static func refusal(
        of specimen: PrintSheetPreview, _ typed: FormInput, among layouts: [String], _ jobs: PrintJobRunner
    ) async throws -> TemplateContext.Value? {
        guard layouts.contains(typed.layout) else { return nil }
        let error = try await jobs.previews.run { _ -> PrintingError? in
            do {
                return try specimen.refusal(jobs.layouts.load(typed.layout), typed.settings)
            } catch is LayoutFolderError {
                // The server reports this error when the user prints.
                return nil
            } catch ManagementError.invalid {
                // The form shows the invalid values.
                return nil
            }
        }
        return error.map { error in
            .sentence(.list([error.sentence.asSentence, error.hint?.asSentence].compactMap(\.self)))
        }
    }

    /// Renders one side of a sheet of specimen tickets with the chosen settings, as PNG.
    func preview(_ request: PageRequest) async throws -> RouteResponse {
        guard let pass = request.credentials else { throw SignInRequired() }
        let jobs = try runner.required()
        let typed = try FormInput(try request.queryFields())
        let side: PrintSheetPreview.Side = request.query("side") == "back" ? .back : .front
        let now = desk.server.now
        let png = try await jobs.previews.run { store in
            guard let (services, _) = try pass.services(at: Authenticator(to: store, clock: now)) else {
                throw SignInRequired()
            }
            let event = try services.event(of: request, for: .showTokens)
            let types = try services.ticketTypes.ticketTypes(of: event)
            let chosen = try typed.type(among: types).map { [$0] } ?? types
            let preview = try PrintSheetPreview(of: event, in: services, types: chosen)
            return try preview.png(
                jobs.layouts.load(typed.layout), try typed.settings, typed.imposition, side,
                longest: PrintPage.previewPixels)
        }
        return RouteResponse(headers: [.contentType: MediaType.png], body: .bytes(ByteBuffer(bytes: png)))
    }

    /// Plans a batch and starts to print it. A form that is sent twice plans one batch. If the form asks for a preview,
    /// prints nothing and redirects to the page with the preview.
    func plan(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) { try await begin(request) }
    }

    private func begin(_ request: PageRequest) async throws -> RouteResponse {
        guard let pass = request.credentials else { throw SignInRequired() }
        let jobs = try runner.required()
        let form = try await request.form()
        let typed = try FormInput(form)
        let change = try await request.formChangeID()
        let isPreview = try form.value("go") == "preview"
        let planned = try await request.withServices { services in
            let event = try services.event(of: request, for: .printTickets)
            if isPreview { return Planned.previewOnly(event) }
            do {
                let batch = try services.performOnce(change) { try PrintPage.plan(typed, of: event, jobs, $0) }
                return Planned.batch(event, batch)
            } catch {
                guard let faults = [FieldFault](refusal: error) else { throw error }
                return .refused(faults)
            }
        }
        switch planned {
        case .previewOnly(let event): return .seeOther("/desk/e/\(event.slug)/print?\(typed.fields.encoded)")
        case .batch(let event, let batch):
            guard let batch else { return .seeOther("/desk/e/\(event.slug)/print") }
            jobs.start(PrintJobRunner.Key(event: event.number, batch: batch.number), for: pass)
            return .seeOther("/desk/e/\(event.slug)/print/\(batch.number)")
        case .refused(let faults): return try await page(request, typed, faults: faults)
        }
    }

    private enum Planned: Sendable {
        case previewOnly(Event)
        /// The batch is nil if the form was already sent to another server, or to this server before a restart. The
        /// earlier request has then planned the batch.
        case batch(Event, PrintBatch?)
        case refused([FieldFault])
    }

    private static func plan(
        _ typed: FormInput, of event: Event, _ jobs: PrintJobRunner, _ services: ManagementServices
    ) throws -> PrintBatch {
        let settings = try typed.settings
        guard let order = PrintOrder(rawValue: typed.order) else {
            throw FieldFault("order", DeskSaleSentence.chooseOption)
        }
        let type = try typed.type(among: try services.ticketTypes.ticketTypes(of: event))
        return try jobs.plan(
            PrintSelection(order: order, type: type?.number, paperFilter: typed.isUnprinted ? .unprinted : .all),
            layout: typed.layout, typed.imposition, settings, of: event, services)
    }

    static let oneSidedFault = FieldFault("duplex", DeskPrintSentence.chooseTwoSided)

    private static func offset(_ text: String) throws(PrintFault) -> PaperOffset {
        if text.isEmpty { return .none }
        guard let offset = PaperOffset(text) else { throw PrintFault.offset(text) }
        return offset
    }
}

import Cryptography
import FileAccess
import HTTPTypes
import Languages
import Management
import NIOCore
import Presentation
import PrintShop
import Printing
import Ticketing
import WebHost

/// The page of one print batch: the tickets that a user printed together. The page shows the batch’s progress and
/// files, and has a form that voids printed sheets.
///
/// `scripts/print-progress.js` polls the progress.
struct BatchPage: Sendable {
    /// The object that prints batches; nil if the server can’t print.
    let runner: PrintJobRunner?

    func page(_ request: PageRequest) async throws -> RouteResponse {
        try await page(request, sheets: "", isSure: false)
    }

    /// The page, or the batch’s state as JSON if the request does not ask for HTML.
    ///
    /// - Parameters:
    ///   - sheets: The sheet numbers that the user typed into the form that voids sheets.
    ///   - isSure: Whether the user ticked the box that confirms the form.
    ///   - faults: The faults of the form’s values. If there are faults, the status of the response is 422.
    private func page(
        _ request: PageRequest, sheets: String, isSure: Bool, faults: [FieldFault] = []
    ) async throws -> RouteResponse {
        let jobs = try runner.required()
        let (event, state, rights) = try await withBatch(request, for: .showBatches) { services, event, state in
            (event, state, try services.permissionContext(in: event.organizer))
        }
        let run = jobs.state(of: PrintJobRunner.Key(event: event.number, batch: state.batch.number))
        guard request.wantsHTML else {
            return .text(state.json(run, in: request.deskLanguage).text, type: "application/json")
        }
        let path = "/desk/e/\(event.slug)/print"
        var context: [String: TemplateContext.Value] = [
            "event_title": .text(event.details.title), "list": .text(path),
            "path": .text("\(path)/\(state.batch.number)"),
        ]
        let isHere = jobs.configuration.contains(state.batch.plan.output)
        context["batch"] = .section(state.context(of: event, run, path: path))
        context["files"] = .list(
            isHere ? state.files.map { TemplateContext(["number": .text("\($0.number + 1)")]) } : [])
        if !isHere { context["elsewhere"] = .section(TemplateContext([:])) }
        if case .failed(let message) = run {
            context["failed"] = .sentence(message ?? Sentence(DeskPrintSentence.unexpectedError))
        }
        if case .finished(let messages) = run {
            context["messages"] = .list(messages.map { TemplateContext(["text": .sentence($0)]) })
        }
        let isUnderWay = run?.isRunning ?? false
        if isHere, !state.isFinished, !isUnderWay {
            context["open"] = .section(TemplateContext([:]))
            if state.files.isEmpty { context["not_started"] = .section(TemplateContext([:])) }
        }
        let sure = FormField(
            "sure", Sentence(DeskPrintSentence.confirm), .checkbox, hint: Sentence(DeskPrintSentence.confirmHint))
        context["fields"] = .list([
            FormField(
                "sheets", Sentence(DeskSentence.sheets), hint: Sentence(DeskPrintSentence.sheetsHint),
                requirement: .required
            ).context(sheets, fault: faults.text(of: "sheets")),
            sure.context(isSure ? FormField.checkedValue : "", fault: faults.text(of: "sure")),
        ])
        if !faults.isEmpty {
            context["fault"] = .sentence(faults.message(Sentence(DeskPrintSentence.nothingVoided)))
        }
        return try request.page(
            "desk-print-batch", title: .verbatim(event.details.title), side: .organizer,
            status: faults.isEmpty ? .ok : .unprocessableContent, context.merging(rights) { $1 })
    }

    /// Responds with a PDF file of the batch. Throws an error if the file was changed after the batch was printed.
    func file(_ request: PageRequest) async throws -> RouteResponse {
        let jobs = try runner.required()
        let number = request.pathParameter("file").flatMap { Int($0) } ?? 0
        let (event, batch, bytes) = try await withBatch(request, for: .showTokens) { _, event, state in
            let batch = state.batch.number
            guard let file = state.files.first(where: { $0.number + 1 == number }) else {
                throw PrintFault.unknownFile(number, batch: batch)
            }
            guard jobs.configuration.contains(file.path) else { throw PrintFault.printedElsewhere(batch: batch) }
            let bytes = try BatchPage.bytes(of: file.path)
            guard try SHA256.digest(bytes) == file.hash else { throw PrintFault.changed(batch: batch) }
            return (event, batch, bytes)
        }
        let name = "\(event.slug)-\(batch)-\(number).pdf"
        return RouteResponse(
            headers: [.contentType: MediaType.pdf, .contentDisposition: "attachment; filename=\"\(name)\""],
            body: .bytes(ByteBuffer(bytes: bytes)))
    }

    func resume(_ request: PageRequest) async throws -> RouteResponse {
        guard let pass = request.credentials else { throw SignInRequired() }
        let jobs = try runner.required()
        let key = try await withBatch(request, for: .printTickets) { _, event, state in
            guard jobs.configuration.contains(state.batch.plan.output) else {
                throw PrintFault.printedElsewhere(batch: state.batch.number)
            }
            return PrintJobRunner.Key(event: event.number, batch: state.batch.number)
        }
        jobs.start(key, for: pass)
        return redirectToBatch(request)
    }

    /// Voids sheets. The tickets on the sheets get new QR codes, and gates refuse the printed QR codes.
    func void(_ request: PageRequest) async throws -> RouteResponse {
        let jobs = try runner.required()
        let form = try await request.form()
        let (text, isSure) = (try form.typed("sheets") ?? "", form.has("sure"))
        let voided = try await withBatch(request, for: .voidSheet) { services, event, state in
            do {
                let key = PrintJobRunner.Key(event: event.number, batch: state.batch.number)
                let sheets = try BatchPage.sheets(text, isSure: isSure, of: state.batch)
                return VoidOutcome.done(key, try BatchPage.void(sheets, of: state.batch, event, jobs, services))
            } catch {
                guard let faults = [FieldFault](refusal: error) else { throw error }
                return .refused(faults)
            }
        }
        switch voided {
        case .done(let key, let messages):
            jobs.setMessages(messages, of: key)
            return redirectToBatch(request)
        case .refused(let faults): return try await page(request, sheets: text, isSure: isSure, faults: faults)
        }
    }

    private enum VoidOutcome: Sendable {
        case done(PrintJobRunner.Key, [Sentence])
        case refused([FieldFault])
    }

    /// The numbers of the sheets to void, from the text that the user typed.
    ///
    /// - Throws: `PrintFault` if the text is not a list of sheets, if the list is too long, or if the user did not tick
    ///   the box; `PrintBatchError.unknownSheet` if the batch has no such sheet.
    private static func sheets(_ text: String, isSure: Bool, of batch: PrintBatch) throws -> SheetNumbers {
        guard let sheets = SheetNumbers(text.filter { !$0.isWhitespace }) else { throw PrintFault.sheets(text) }
        guard sheets.numbers.count <= PrintFault.maxSheets else {
            throw PrintFault.tooManySheets(sheets.numbers.count)
        }
        if let last = sheets.numbers.last, last > batch.sheets {
            throw PrintBatchError.unknownSheet(last, sheets: batch.sheets)
        }
        guard isSure else { throw PrintFault.notConfirmed }
        return sheets
    }

    private static func void(
        _ sheets: SheetNumbers, of batch: PrintBatch, _ event: Event, _ jobs: PrintJobRunner,
        _ services: ManagementServices
    ) throws -> [Sentence] {
        let (ring, imposition) = (try jobs.configuration.ring(), try Imposition(batch))
        return try sheets.numbers.flatMap { number in
            try services.printing.voidSheet(
                number - 1, at: imposition.positions(onSheet: number - 1).compactMap(\.self), of: batch, of: event,
                signingWith: ring
            ).messages(ofSheet: number)
        }
    }

    /// Discards a batch. A batch that already has printed files stays unchanged.
    func discard(_ request: PageRequest) async throws -> RouteResponse {
        let jobs = try runner.required()
        let event = try await withBatch(request, for: .discardBatch) { services, event, state in
            let key = PrintJobRunner.Key(event: event.number, batch: state.batch.number)
            if jobs.state(of: key)?.isRunning ?? false { throw PrintFault.inProgress(batch: state.batch.number) }
            try services.printing.discardBatch(state.batch, of: event)
            jobs.setMessages([], of: key)
            return event
        }
        return .seeOther("/desk/e/\(event.slug)/print")
    }

    private func redirectToBatch(_ request: PageRequest) -> RouteResponse {
        .seeOther("/desk/e/\(request.pathParameter("event") ?? "")/print/\(request.pathParameter("batch") ?? "")")
    }

    private func withBatch<Result: Sendable>(
        _ request: PageRequest, for operation: Management.Operation,
        _ work: @escaping @Sendable (ManagementServices, Event, PrintBatchState) throws -> Result
    ) async throws -> Result {
        try await request.withServices { services in
            let event = try services.event(of: request, for: operation)
            let name = request.pathParameter("batch") ?? ""
            guard let number = Int(name), "\(number)" == name else { throw PrintBatchError.unknownBatch(0, known: 0) }
            return try work(services, event, try services.printing.batch(number, of: event))
        }
    }

    private static func bytes(of path: String) throws -> [UInt8] {
        let reader = try BlockReader(path: path)
        var bytes: [UInt8] = []
        while case let block = try reader.next(atMost: 1 << 20), !block.isEmpty { bytes += block }
        return bytes
    }
}

extension PrintBatchState {
    func context(of event: Event, _ run: PrintRunState?, path: String) -> TemplateContext {
        var context: [String: TemplateContext.Value] = [
            "number": .text("\(batch.number)"), "path": .text("\(path)/\(batch.number)"),
            "made": .text(batch.made.minuteText(in: event.zone)),
            "layout": .text(batch.plan.layout.split(separator: "/").last.map(String.init) ?? ""),
            "tickets": .number(batch.count), "sheets": .number(batch.sheets),
            "state": .sentence(stateText(run)),
        ]
        if !voided.isEmpty { context["voided"] = .text(voided.map { "\($0 + 1)" }.joined(separator: ", ")) }
        if let text = run?.statusText { context["progress"] = .sentence(text) }
        return TemplateContext(context)
    }

    /// The state of the batch, for `print-progress.js`.
    ///
    /// - Parameter language: the language of the page.
    func json(_ run: PrintRunState?, in language: Language) -> JSON {
        .object([
            ("batch", .int(batch.number)), ("under_way", .bool(run?.isRunning ?? false)),
            ("state", .string(stateText(run).text(in: language))),
            ("progress", .optional(run?.statusText?.text(in: language))),
        ])
    }

    private func stateText(_ run: PrintRunState?) -> Sentence {
        if run?.isRunning ?? false { return Sentence(DeskPrintSentence.printing) }
        if isFinished { return Sentence(DeskPrintSentence.printed) }
        return Sentence(
            DeskPrintSentence.interrupted, ["done": .number(files.count), "files": .number(batch.files)])
    }
}

extension VoidedSheet {
    fileprivate func messages(ofSheet number: Int) -> [Sentence] {
        var messages = [
            Sentence(
                wasVoid ? DeskPrintSentence.sheetVoidAlready : DeskPrintSentence.sheetVoided,
                ["number": "\(number)", "count": .number(reissued.count)])
        ]
        if !elsewhere.isEmpty {
            messages.append(Sentence(DeskPrintSentence.copiesVoid, ["count": .number(elsewhere.count)]))
        }
        for ticket in exhausted {
            messages.append(Sentence(DeskPrintSentence.exhausted, ["code": .text("\(ticket.code)")]))
        }
        return messages
    }
}

import FileAccess
import Foundation
import HTTPTypes
import Languages
import Management
import Presentation
import Spreadsheet
import TicketToken
import Ticketing
import WebHost

/// The pages that upload a list, show a preview and import it after confirmation.
///
/// `scripts/upload.js` checks the size of a file before its upload.
struct ImportPages: Sendable {
    let desk: Desk
    let kind: ImportKind
    let imports: UploadedLists
    private var server: ServerContext { desk.server }

    /// The limits for one list.
    static let limits = LoadedWorksheet.Limits(
        rows: UploadLimit.rows, columns: UploadLimit.columns, memory: 16 << 20, unpacked: 64 << 20)

    /// The largest size of a form without its file, in bytes.
    private static let formBytes = 4096

    private static let text = FormField(
        "text", Sentence(DeskFormSentence.pastedList), .text, hint: Sentence(DeskFormSentence.pastedListHint))
    private static let sheet = FormField(
        "sheet", Sentence(DeskFormSentence.sheet), hint: Sentence(DeskFormSentence.sheetHint))

    // MARK: - Uploading

    func form(_ request: PageRequest) async throws -> RouteResponse {
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: kind.operation)
            return (event, try form(event, services))
        }
        return try desk.page(request, "desk-import-upload", title: .verbatim(event.details.title), context)
    }

    func upload(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let form = try await request.form()
            let (text, sheet) = (try form.value("text") ?? "", try form.typed("sheet") ?? "")
            guard let session = request.credentials?.secret.id else { throw SignInRequired() }
            let outcome = try await request.withServices(on: server.importThreads) { services -> Outcome in
                let event = try services.event(of: request, for: kind.operation)
                guard let sent = ImportPages.uploadedBytes(request.file, text) else {
                    let fault = FieldFault("file", DeskFormSentence.noList)
                    return .redisplay(
                        .verbatim(event.details.title), try self.form(event, services, sheet: sheet, fault: fault))
                }
                do {
                    let list = try makeList(sent.bytes, sheet, session, event, services)
                    return Outcome.uploaded("\(listPath(event))/\(try imports.add(list))")
                } catch {
                    guard let refusal = ImportResult(refusal: error)?.refusal else { throw error }
                    let fault = FieldFault(ImportPages.field(of: error) ?? sent.field, refusal)
                    return .redisplay(
                        .verbatim(event.details.title),
                        try self.form(event, services, text: text, sheet: sheet, fault: fault))
                }
            }
            switch outcome {
            case .uploaded(let path): return .seeOther(path)
            case .redisplay(let title, let context):
                return try desk.page(
                    request, "desk-import-upload", title: title, status: .unprocessableContent, context)
            }
        }
    }

    private enum Outcome: Sendable {
        case uploaded(String)
        case redisplay(Sentence, [String: TemplateContext.Value])
    }

    /// The uploaded list, and the name of the form field that contains it; nil if the form has no list. If the user
    /// chose no file, a browser sends an empty file.
    private static func uploadedBytes(_ file: UploadedFile?, _ text: String) -> (bytes: [UInt8], field: String)? {
        if let bytes = file?.consume(), !bytes.isEmpty { return (bytes, "file") }
        return text.isEmpty ? nil : (Array(text.utf8), ImportPages.text.name)
    }

    /// The name of the form field whose value caused an error; nil if the uploaded list itself caused the error.
    private static func field(of error: any Error) -> String? {
        guard let fault = error as? WorksheetError, case .noSuchSheet = fault.reason else { return nil }
        return sheet.name
    }

    /// Parses an uploaded list, and previews its import. The headings determine the suggested fields of the columns.
    private func makeList(
        _ bytes: [UInt8], _ sheet: String, _ session: WebSessionID, _ event: Event, _ services: ManagementServices
    ) throws -> UploadedList {
        // The temporary file needs no name with an extension, because the first bytes of the list show whether it is a
        // workbook or CSV. The system deletes the file after it was read.
        let copy = try SpooledFile(bytes: bytes, folder: FileManager.default.temporaryDirectory.path)
        let rows = try withExtendedLifetime(copy) {
            try LoadedWorksheet(
                path: copy.path, sheet: sheet.isEmpty ? .firstVisible : .named(sheet), within: ImportPages.limits)
        }
        let list = GuestListFile(rows, named: "the list")
        let columns = try kind.columns(of: list, event, services)
        var plan = ImportPlan(meanings: columns.guessed)
        if kind == .tickets { plan.type = try services.ticketTypes.ticketTypes(of: event).first?.number }
        return UploadedList(
            session: session, user: services.user.id, event: event.number, kind: kind, sent: server.now(),
            state: .ready(
                UploadedList.Content(
                    file: list, columns: columns, rows: rows.rows, plan: plan,
                    preview: try plan.preview(list, kind, event, services, try server.keyRing))))
    }

    private func listPath(_ event: Event) -> String { "\(event.deskPath)/import/\(kind.rawValue)" }

    private func form(
        _ event: Event, _ services: ManagementServices, text: String = "", sheet: String = "", fault: FieldFault? = nil
    ) throws -> [String: TemplateContext.Value] {
        var context = try desk.headerContext(event, services)
        context["list_path"] = .text(listPath(event))
        context["list_\(kind.rawValue)"] = .section(TemplateContext([:]))
        context["most_bytes"] = .text("\(BodyLimit.upload.bytes - ImportPages.formBytes)")
        context["command"] = .text(kind == .guests ? "eventpass guest import" : "eventpass ticket issue --csv")
        func field(_ field: FormField, _ value: String) -> TemplateContext {
            field.context(value, fault: fault?.field == field.name ? fault?.allowed.asSentence : nil)
        }
        context["fields"] = .list([field(ImportPages.text, text), field(ImportPages.sheet, sheet)])
        guard let fault else { return context }
        context["fault"] = .sentence(
            Sentence.list([Sentence(DeskFormSentence.listNotRead), Sentence(DeskFormSentence.correctFields)]))
        if fault.field == "file" {
            context["file_fault"] = ErrorSummary.fault(
                fault.allowed.asSentence, of: Sentence(DeskGuestSentence.file), at: "file")
        }
        return context
    }

    // MARK: - Previewing

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (title, context) = try await request.withServices { services in
            let (event, _, list) = try requireList(request, services)
            return (Sentence.verbatim(event.details.title), try self.context(request, list, event, services))
        }
        return try desk.page(request, "desk-import", title: title, context)
    }

    /// Assigns the chosen fields to the columns, and previews the import again.
    func mapColumns(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        return .seeOther(
            try await request.withServices(on: server.importThreads) { services in
                let (event, id, list) = try requireList(request, services)
                let path = "\(listPath(event))/\(id)"
                guard case .ready(let content) = list.state else { return path }
                var plan = content.plan
                plan.meanings = try content.columns.headings.indices.map { index in
                    try form.value("column-\(index)").flatMap { $0.isEmpty ? nil : $0 }
                }
                if kind == .tickets, let type = try form.value("type") {
                    plan.type = try services.ticketTypes.ticketTypes(of: event).first { "\($0.number)" == type }?.number
                }
                plan.revision += 1
                imports.change(
                    id, to: plan, try plan.preview(content.file, kind, event, services, try server.keyRing))
                return path
            })
    }

    // MARK: - Importing

    func confirm(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let form = try await request.form()
            let revision = try form.value("revision").flatMap { Int($0) }
            let consent = ImportConsent(
                skipsFaultyRows: try form.value("skip") != nil,
                deletedAnswers: try form.value("lose").flatMap { Int($0) } ?? 0,
                issuesDuplicates: try form.value("again") != nil)
            let (title, path, context) = try await request.withServices(on: server.importThreads) {
                services -> (Sentence, String, [String: TemplateContext.Value]?) in
                let (event, id, list) = try requireList(request, services)
                let (title, path) = (Sentence.verbatim(event.details.title), "\(listPath(event))/\(id)")
                if case .done = list.state { return (title, path, nil) }
                guard let revision, let content = imports.beginImport(id, as: revision) else {
                    throw Problem(.conflict, Sentence(DeskFormSentence.listChanged))
                }
                do {
                    let trial = try content.plan.run(content.file, kind, event, services, try server.keyRing, consent)
                    guard trial.result == nil else {
                        imports.finishImport(id, trial)
                        return (title, path, nil)
                    }
                    imports.abortImport(id)
                    let context = try self.context(request, list, event, services, refused: trial)
                    let errors = ImportPages.errors(of: trial, consent, tried: content.preview)
                    return (title, path, context.merging(errors) { $1 })
                } catch let error as any ExplainedError where error.kind != .systemFailure {
                    imports.abortImport(id)
                    throw error
                } catch {
                    // After an unexpected error, the list may have been imported. A second import must not start.
                    imports.finishImport(id, ImportResult(result: Sentence(DeskFormSentence.unknownResult)))
                    throw error
                }
            }
            guard let context else { return .seeOther(path) }
            return try desk.page(request, "desk-import", title: title, status: .unprocessableContent, context)
        }
    }

    func discard(_ request: PageRequest) async throws -> RouteResponse {
        .seeOther(
            try await request.withServices { services in
                let (event, id, _) = try requireList(request, services)
                imports.remove(id)
                return listPath(event)
            })
    }

    /// The list whose id is in the path of the request.
    ///
    /// - Throws: `Problem` 404 if there is no such list, if it has expired, or if it was uploaded in another session
    ///   (the sign-in in one browser).
    private func requireList(_ request: PageRequest, _ services: ManagementServices) throws -> (
        Event, String, UploadedList
    ) {
        let event = try services.event(of: request, for: kind.operation)
        let id = request.pathParameter("list") ?? ""
        guard let session = request.credentials?.secret.id,
            let list = imports.list(id, of: session, event.number, kind, at: server.now())
        else {
            throw Problem(.notFound, Sentence(DeskFormSentence.listExpired))
        }
        return (event, id, list)
    }
}

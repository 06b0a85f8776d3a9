import Languages
import Management
import Ticketing
import WebHost

/// The response to an action for several rows of a list, before it is rendered.
enum BulkOutcome: Sendable {
    case file(ListFile)
    /// The page that shows the effects of the action and asks for a confirmation. It is refused if a field of the page
    /// has a fault.
    case plan(Sentence, [String: TemplateContext.Value], isRefused: Bool = false)
    /// The URL of the next page.
    case done(String)
    /// A planned batch, whose printing begins now, and the path of the batch’s page.
    case printing(PrintJobRunner.Key, path: String)
    /// The title of the list’s page and its template values.
    case refused(Sentence, [String: TemplateContext.Value])
}

extension Desk {
    /// Performs the action of the form below a list. If the action is refused, shows the list again.
    ///
    /// - Parameters:
    ///   - operation: The operation that shows the list.
    ///   - template: The template of the list’s page.
    ///   - runner: The object that prints batches; nil if the server can’t print.
    ///   - makeList: Makes the list with the actions that the user may perform.
    ///   - perform: Performs the action, or shows its effects.
    ///   - redisplay: Makes the template values of the list’s page. The selected rows stay selected.
    func submitBulk<List: SelectableList>(
        _ request: PageRequest, of operation: Management.Operation, on template: String,
        printing runner: PrintJobRunner?,
        list makeList: @escaping @Sendable (Event, ManagementServices) throws -> List,
        perform: @escaping @Sendable (BulkSubmission<List>, ManagementServices) throws -> BulkOutcome,
        redisplay:
            @escaping @Sendable (BulkSubmission<List>, ManagementServices) throws -> [String: TemplateContext.Value]
    ) async throws -> RouteResponse {
        let (form, formKey) = (try await request.form(), try await request.formKey())
        let change = try await request.formChangeID()
        return try await performOnce(request) {
            let outcome = try await request.withServices(on: server.reportThreads) { services -> BulkOutcome in
                let event = try services.event(of: request, for: operation)
                let list = try makeList(event, services)
                let sent = BulkSubmission(
                    list: list, selection: try BulkSelection(list.layout, form), form: form, formKey: formKey,
                    change: change, request: request)
                do {
                    return try perform(sent, services)
                } catch {
                    guard let refused = RejectedForm(error) else { throw error }
                    var context = try redisplay(sent, services)
                    context["fault"] = .sentence(refused.message(Sentence(DeskSentence.unchanged)))
                    return .refused(.verbatim(event.details.title), context)
                }
            }
            return try await respond(request, outcome, template, runner)
        }
    }

    /// Responds with a list as a file.
    ///
    /// - Parameters:
    ///   - operation: The operation that shows the list.
    ///   - work: Reads the list. Its `FieldFault` becomes a response with the status 422, because a download has no
    ///     form that could show the fault.
    func downloadList(
        _ request: PageRequest, of operation: Management.Operation,
        _ work: @escaping @Sendable (Event, ManagementServices) throws -> ListFile
    ) async throws -> RouteResponse {
        let file = try await request.withServices(on: server.reportThreads) { services -> ListFile in
            let event = try services.event(of: request, for: operation)
            do {
                return try work(event, services)
            } catch let fault as FieldFault {
                throw Problem(.unprocessableContent, fault.allowed)
            }
        }
        return try await file.response()
    }

    private func respond(
        _ request: PageRequest, _ outcome: BulkOutcome, _ template: String, _ runner: PrintJobRunner?
    ) async throws -> RouteResponse {
        switch outcome {
        case .file(let file): return try await file.response()
        case .done(let path): return .seeOther(path)
        case .printing(let key, let path):
            guard let pass = request.credentials else { throw SignInRequired() }
            try runner.required().start(key, for: pass)
            return .seeOther(path)
        case .plan(let title, let context, let isRefused):
            return try page(
                request, "desk-bulk", title: title, status: isRefused ? .unprocessableContent : .ok, context)
        case .refused(let title, let context):
            return try page(request, template, title: title, status: .unprocessableContent, context)
        }
    }
}

import Languages
import Management
import Ticketing
import WebHost

/// The response to an action for several rows of a list, before it is rendered.
enum BulkOutcome: Sendable {
    case file(ListFile)
    /// The page that shows the effects of the action and asks for a confirmation. `isRefused` says that the user has
    /// already sent the form of this page, and that a field of the form has a fault.
    case plan(Sentence, [String: TemplateContext.Value], isRefused: Bool = false)
    /// The URL of the next page.
    case done(String)
    /// A planned batch, whose printing begins now, and the path of the batch’s page.
    case printing(PrintJobRunner.Key, path: String)
    /// The list’s page with the reason of the refusal.
    case refused(RefusedListPage)
}

typealias RefusedListPage = @Sendable () async throws -> RouteResponse

extension Desk {
    /// Performs the action of the form below a list. If the action is refused, shows the list again.
    ///
    /// - Parameters:
    ///   - runner: The object that prints batches; nil if the server can’t print, or if the list has no such action.
    ///   - makeList: Makes the list of the form, with the actions that the user may perform.
    ///   - perform: Performs the action, or shows its effects.
    ///   - redisplay: Makes the list’s page with the reason of the refusal. The selected rows stay selected.
    func submitBulk<List: SelectableList>(
        _ request: PageRequest, printing runner: PrintJobRunner? = nil,
        list makeList: @escaping @Sendable (FormFields, ManagementServices) throws -> List,
        perform: @escaping @Sendable (BulkSubmission<List>, ManagementServices) throws -> BulkOutcome,
        redisplay:
            @escaping @Sendable (BulkSubmission<List>, Sentence, ManagementServices) throws -> RefusedListPage
    ) async throws -> RouteResponse {
        let (form, formKey) = (try await request.form(), try await request.formKey())
        let change = try await request.formChangeID()
        return try await performOnce(request) {
            let outcome = try await request.withServices(on: server.reportThreads) { services -> BulkOutcome in
                let list = try makeList(form, services)
                let sent = BulkSubmission(
                    list: list, selection: try BulkSelection(list.layout, form), form: form, formKey: formKey,
                    change: change, request: request)
                do {
                    return try perform(sent, services)
                } catch {
                    guard let refused = RejectedForm(error) else { throw error }
                    return .refused(
                        try redisplay(sent, refused.message(Sentence(DeskSentence.unchanged)), services))
                }
            }
            return try await respond(request, outcome, runner)
        }
    }

    /// Performs the action of the form below a list of an event.
    ///
    /// - Parameters:
    ///   - operation: The operation that shows the list.
    ///   - redisplay: Makes the template values of the list’s page. The selected rows stay selected.
    func submitBulk<List: SelectableEventList>(
        _ request: PageRequest, of operation: Management.Operation, on template: String,
        printing runner: PrintJobRunner?,
        list makeList: @escaping @Sendable (Event, ManagementServices) throws -> List,
        perform: @escaping @Sendable (BulkSubmission<List>, ManagementServices) throws -> BulkOutcome,
        redisplay:
            @escaping @Sendable (BulkSubmission<List>, ManagementServices) throws -> [String: TemplateContext.Value]
    ) async throws -> RouteResponse {
        try await submitBulk(request, printing: runner) { _, services -> List in
            try makeList(services.event(of: request, for: operation), services)
        } perform: { sent, services in
            try perform(sent, services)
        } redisplay: { sent, fault, services in
            let title = Sentence.verbatim(sent.event.details.title)
            let context = try redisplay(sent, services).merging(["fault": .sentence(fault)]) { $1 }
            return {
                try self.page(request, template, title: title, status: .unprocessableContent, context)
            }
        }
    }

    private func respond(
        _ request: PageRequest, _ outcome: BulkOutcome, _ runner: PrintJobRunner?
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
        case .refused(let showPage): return try await showPage()
        }
    }
}

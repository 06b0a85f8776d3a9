import HTTPTypes
import Languages
import Management
import Presentation
import TicketToken
import Ticketing
import WebHost

/// Code that all pages of the desk share. The desk is the part of the website for organizers.
struct Desk: Sendable {
    let server: ServerContext

    /// Renders a page of the desk. After an action, the page's URL contains the keyword of a flash message, and the
    /// page shows this message: the result of the action.
    func page(
        _ request: PageRequest, _ template: String, title: Sentence, status: HTTPResponse.Status = .ok,
        _ context: [String: TemplateContext.Value] = [:]
    ) throws -> RouteResponse {
        var context = context
        if let note = FlashMessage(request) {
            context["done"] = .sentence(note.text)
            if note.mayQueueNotices { context["queues"] = .section(TemplateContext([:])) }
            if let queued = note.queuedNotices {
                var list: [String: TemplateContext.Value] = ["queued_text": .sentence(queued.text)]
                if let path = queued.path { list["queued_path"] = .text(path) }
                context["queued"] = .section(TemplateContext(list))
            }
            if let unreached = request.unreached {
                context["unreached"] = .sentence(unreached.sentence.asSentence)
                if unreached.isShortened { context["unreached_more"] = .section(TemplateContext([:])) }
            }
        }
        return try request.page(template, title: title, side: .organizer, status: status, context)
    }

    /// Template values for the header that all pages of an event share.
    func headerContext(_ event: Event, _ services: ManagementServices) throws -> [String: TemplateContext.Value] {
        var context = event.headerContext(at: server.now())
        context.merge(try services.permissionContext(in: event.organizer)) { $1 }
        let failures = try failureContext(event.organizer, services, context)
        context.merge(failures) { $1 }
        context.merge(try unreadContext(services)) { $1 }
        context.merge(try SenderState(server).context(of: event, services)) { $1 }
        context.merge(try switcherContext(event, services)) { $1 }
        return context
    }

    /// The value `parents` of an event’s page: the pages that its breadcrumbs name after the event.
    static func parents(_ pages: [(label: Sentence, path: String)]) -> TemplateContext.Value {
        .list(pages.map { TemplateContext(["parent_label": .sentence($0.label), "parent_path": .text($0.path)]) })
    }

    /// The page with the guests of an event, for the breadcrumbs of the pages below it.
    static func guestsParent(_ event: Event) -> (label: Sentence, path: String) {
        (Sentence(DeskSentence.guests), "\(event.deskPath)/guests")
    }

    private static let maxOtherEvents = 8

    /// Template values for the organizer’s link in the navigation, and for the menu that switches to another event. The
    /// menu has events of all organizers of the user. It leaves out events that are over; the next event comes first.
    private func switcherContext(
        _ event: Event, _ services: ManagementServices
    ) throws -> [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [:]
        if let organizer = try services.organizers.organizers().first(where: { $0.number == event.organizer }) {
            context["organizer_name"] = .text(organizer.name)
            context["organizer_path"] = .text(organizer.deskPath)
        }
        let now = server.now()
        let others = try services.events.events().filter {
            $0.number != event.number && ![.completed, .cancelled].contains($0.phase(at: now))
        }
        let next = others.sorted { ($0.details.start?.seconds ?? .max) < ($1.details.start?.seconds ?? .max) }
        context["other_events"] = .list(
            next.prefix(Desk.maxOtherEvents).map { other in
                var line: [String: TemplateContext.Value] = [
                    "other_path": .text(other.deskPath), "other_title": .text(other.details.title),
                ]
                if let start = other.formatted(other.details.start) { line["other_start"] = .text(start) }
                return TemplateContext(line)
            })
        return context
    }

    /// Template values for a link to an organizer's messages that failed during the last days. Empty if no message
    /// failed, or if the user is not allowed to read the messages.
    ///
    /// - Parameter context: the template values from `permissionContext`, one for each operation that the user may
    ///   perform.
    func failureContext(
        _ organizer: OrganizerNumber, _ services: ManagementServices, _ context: [String: TemplateContext.Value]
    ) throws -> [String: TemplateContext.Value] {
        guard context["may_readNotices"] != nil else { return [:] }
        let failures = try services.notices.recentFailures(of: organizer)
        guard failures > 0 else { return [:] }
        return [
            "failures": .sentence(
                DeskOutboxSentence.recentFailures,
                ["count": .number(failures), "days": .number(NoticeService.recentDays)]),
            "failures_path": .text(NoticeCentrePage.path),
        ]
    }

    /// Template values for a link to the messages that the signed-in user has received. Empty if the user has read all
    /// of them.
    func unreadContext(_ services: ManagementServices) throws -> [String: TemplateContext.Value] {
        let unread = try services.notices.unreadNotices()
        guard unread > 0 else { return [:] }
        let most = NoticeService.maximumUnread - 1
        let text =
            unread > most
            ? Sentence(DeskOutboxSentence.manyUnread, ["most": .number(most)])
            : Sentence(DeskOutboxSentence.unreadCount, ["count": .number(unread)])
        return [
            "unread": .sentence(text),
            "unread_path": .text(NoticeCentrePage.path),
        ]
    }

    /// The keys that sign tickets.
    ///
    /// - Throws: `ManagementError.noSigningKey` if the server has no such keys.
    func signingKeys() throws -> KeyRing {
        guard let ring = try server.keyRing else { throw ManagementError.noSigningKey }
        return ring
    }

    /// Performs the action of a form only once, even if the form is sent several times.
    ///
    /// - Parameters:
    ///   - status: The status of the response if the action succeeds. A response with this status is stored, and is the
    ///     answer to a repeated form. A response with any other status means that nothing was changed.
    ///   - repeated: Turns the stored response into the response to a repeated form.
    func performOnce(
        _ request: PageRequest, keeping status: HTTPResponse.Status = .seeOther,
        repeated: @Sendable (RouteResponse) -> RouteResponse = { $0 },
        _ work: @escaping @Sendable () async throws -> RouteResponse
    ) async throws -> RouteResponse {
        // Check that the user is still signed in. Otherwise, a stored response could be shown to somebody else.
        try await request.withServices { _ in }
        return try await server.formSubmissions.once(
            try await request.formKey(), keeping: status, repeated: repeated, work)
    }

    /// Performs the sale or repayment that a form asks for, and performs it only once, even if the form is sent several
    /// times. For some minutes afterwards, an identical form with another id needs a confirmation. A user can send such
    /// a form by accident after using the Back button.
    ///
    /// - Parameters:
    ///   - repeated: Turns the stored response into the response to a repeated form.
    ///   - work: Performs the sale or repayment. Its argument is the earlier identical form. The argument is nil if
    ///     there is no such form, or if the user has confirmed that the identical form is intended.
    func performSaleOnce(
        _ request: PageRequest, repeated: @Sendable (RouteResponse) -> RouteResponse = { $0 },
        _ work: @escaping @Sendable (DuplicateSubmission?) async throws -> RouteResponse
    ) async throws -> RouteResponse {
        try await performOnce(request, repeated: repeated) {
            let form = try await request.form()
            guard let pass = request.credentials else { throw SignInRequired() }
            let likeness = try request.contentDigest(of: form, from: CSRFToken(pass.secret).code)
            let isConfirmed = try form.value(DuplicateSubmission.field) == FormField.checkedValue
            let id = try form.value(PageRequest.formID)
            let duplicate =
                isConfirmed
                ? nil : await server.formSubmissions.recentDuplicate(like: likeness, by: id, at: server.now())
            let answer = try await work(duplicate)
            if answer.status == .seeOther {
                await server.formSubmissions.record(likeness, by: id, madeAt: server.now())
            }
            return answer
        }
    }

    typealias PageContent = (title: Sentence, context: [String: TemplateContext.Value])

    private enum SubmissionOutcome: Sendable {
        case done(String)
        case redisplay(Sentence, [String: TemplateContext.Value])
    }

    /// Performs the action of a form and redirects to the next page. If the action is refused, shows the form again.
    ///
    /// - Parameters:
    ///   - template: The template of the form’s page.
    ///   - refusal: The sentence that says what was not done, such as `Nothing was saved.` It is a part of the error
    ///     message.
    ///   - work: Performs the action and returns the path to redirect to.
    ///   - redisplay: Makes the page with the typed values and the errors.
    func submit(
        _ request: PageRequest, _ template: String, refusal: Sentence = Sentence(DeskSentence.unchanged),
        _ work: @escaping @Sendable (ManagementServices) throws -> String,
        redisplay: @escaping @Sendable (ManagementServices, RejectedForm) throws -> PageContent
    ) async throws -> RouteResponse {
        let outcome = try await request.withServices { services in
            do {
                return SubmissionOutcome.done(try work(services))
            } catch {
                guard let refused = RejectedForm(error) else { throw error }
                let content = try redisplay(services, refused)
                let fault = TemplateContext.Value.sentence(refused.message(refusal))
                return .redisplay(content.title, content.context.merging(["fault": fault]) { own, _ in own })
            }
        }
        switch outcome {
        case .done(let path): return .seeOther(path)
        case .redisplay(let title, let context):
            return try page(request, template, title: title, status: .unprocessableContent, context)
        }
    }

    /// A list of labels and values. Entries without a value are omitted.
    static func labelledValues(_ values: [(Sentence, Sentence?)]) -> TemplateContext.Value {
        .list(
            values.compactMap { name, value in
                value.map { TemplateContext(["name": .sentence(name), "value": .sentence($0)]) }
            })
    }
}

extension ManagementServices {
    /// Performs the change that a form asks for, unless the change was made before. The store records the id of the
    /// change, so the same form has no effect when it is sent again, even after a restart of the server.
    ///
    /// - Parameter change: The id of the change. Nil for a form without an id; the change is then made every time.
    /// - Returns: The result of the change; nil if the change was made before.
    @discardableResult
    func performOnce<Result>(_ change: ChangeID?, _ work: (ManagementServices) throws -> Result) throws -> Result? {
        guard let change else { return try work(self) }
        return try hasCommitted(change) ? nil : try work(withChangeID(change))
    }

    /// Finds the event in the path of a request, and checks that the user is allowed to perform the operation on it.
    /// The path must contain the event's full slug or number. If abbreviations were accepted, a repeated form could
    /// delete a second event: after the first event is deleted, the abbreviation may match an event with a similar
    /// slug.
    ///
    /// - Throws: `ManagementError.unknownEvent` if there is no such event, or if the user is not allowed to see the
    ///   event; `forbidden` if the user is not allowed to perform the operation.
    func event(
        of request: PageRequest, for operation: Management.Operation, among which: EventSelection = .active
    ) throws -> Event {
        let name = request.pathParameter("event") ?? ""
        guard let found = try events.events(which).first(where: { $0.slug == name || $0.number.description == name })
        else {
            throw ManagementError.unknownEvent(name, known: [])
        }
        try authorize(operation, on: found)
        return found
    }

    /// Finds the organizer in the path of a request, and checks that the user is allowed to perform the operation
    /// there. The path must contain the organizer's full slug or number.
    ///
    /// - Throws: `ManagementError.unknownOrganizer` if there is no such organizer, or if the user is not allowed to see
    ///   the organizer; `forbidden` if the user is not allowed to perform the operation.
    func organizer(of request: PageRequest, for operation: Management.Operation) throws -> Organizer {
        let name = request.pathParameter("organizer") ?? ""
        guard let found = try organizers.organizers().first(where: { $0.slug == name || $0.number.description == name })
        else {
            throw ManagementError.unknownOrganizer(name, known: [])
        }
        try authorize(operation, in: found)
        return found
    }
}

extension Event {
    /// The path of the event’s overview page.
    var deskPath: String { "/desk/e/\(slug)" }

    func formatted(_ instant: Instant?) -> String? { instant.map { $0.minuteText(in: zone) } }

    /// A deadline for answers, with a remark if it has passed; nil if there is no deadline.
    func deadlineText(_ deadline: Instant?, at now: Instant) -> Sentence? {
        guard let deadline, let text = formatted(deadline) else { return nil }
        return now < deadline ? .verbatim(text) : Sentence(DeskEventSentence.deadlinePassed, ["time": .text(text)])
    }

    /// Template values for the badge of the event, which shows the event's state in one or two words, in a colour.
    func statusBadge(at now: Instant) -> [String: TemplateContext.Value] {
        let phase = phase(at: now)
        guard deleted == nil else {
            return ["state": .sentence(DeskEventSentence.deletedState), "state_tone": .text(BadgeTone.bad.rawValue)]
        }
        return ["state": .sentence(phase.label), "state_tone": .text(phase.tone.rawValue)]
    }

    func headerContext(at now: Instant) -> [String: TemplateContext.Value] {
        var context = statusBadge(at: now)
        context["event_title"] = .text(details.title)
        context["event_path"] = .text(deskPath)
        context["event_zone"] = .text(details.timeZone)
        if let start = formatted(details.start) { context["event_start"] = .text(start) }
        let location = [details.venue, details.city].compactMap(\.self).joined(separator: ", ")
        if !location.isEmpty { context["event_place"] = .text(location) }
        context.merge(SubEventLabel(details.kind).context) { $1 }
        return context
    }
}

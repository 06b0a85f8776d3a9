import Gate
import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// The page of a gate. Scripts on the page send scans and searches; `scripts/scanning.js` starts these scripts, and
/// `scripts/camera.js` starts the camera. In a browser without scripts, the forms of the page send the scans and
/// searches.
struct GatePage: Sendable {
    let server: ServerContext

    /// Maximum number of people whom one request can admit or let out.
    static let maximumPeople = 16

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let fields = try request.queryFields()
        guard try fields.value("gate") != nil else {
            let name = request.pathParameter("event") ?? ""
            try await request.withServices { try $0.gates.authorizeScanning(at: $0.events.visibleEvent(named: name)) }
            return .seeOther("/gate")
        }
        return try await page(request, at: ChosenGate(fields))
    }

    /// The content of a form that the user has sent. With this content, the page offers to send the form again.
    struct RetryForm: Sendable {
        let path: String
        let gateRequest: GateRequest
        let fields: [String: String]

        init(_ path: String, _ gateRequest: GateRequest, _ fields: [String: String]) {
            (self.path, self.gateRequest, self.fields) = (path, gateRequest, fields)
        }

        fileprivate var context: TemplateContext {
            TemplateContext([
                "path": .text(path), "request": .text(gateRequest.request),
                "direction": .text(gateRequest.direction.rawValue), "fields": RetryForm.context(of: fields),
            ])
        }

        /// Template values that offer this form for fewer people, with a new request id.
        fileprivate func context(for count: Int) -> TemplateContext {
            TemplateContext([
                "path": .text(path), "direction": .text(gateRequest.direction.rawValue),
                "label": .sentence(GatePageSentence.admitFewer, ["people": .number(count)]),
                "fields": RetryForm.context(of: fields.merging(["count": "\(count)"]) { $1 }),
            ])
        }

        private static func context(of fields: [String: String]) -> TemplateContext.Value {
            .list(
                fields.sorted { $0.key < $1.key }.map {
                    TemplateContext(["name": .text($0.key), "value": .text($0.value)])
                })
        }
    }

    /// The form that undoes an admission in a browser without scripts, as the user has sent it.
    struct UndoForm: Sendable {
        let code: String
        let reason: String

        var codeFault: Sentence? { TicketCode(typed: code) == nil ? Sentence(GatePageSentence.codeFault) : nil }

        var reasonFault: Sentence? { TextFault.of(reason)?.sentence.asSentence }

        fileprivate var context: TemplateContext {
            var context: [String: TemplateContext.Value] = ["code": .text(code), "reason": .text(reason)]
            if let fault = codeFault { context["code_fault"] = .sentence(fault) }
            if let fault = reasonFault { context["reason_fault"] = .sentence(fault) }
            return TemplateContext(context)
        }
    }

    /// The page of a gate, with the result of the form that the user has sent.
    ///
    /// - Parameters:
    ///   - worker: the sender of the request, if the caller has already authorized the request. If it is nil, this
    ///     method authorizes the request.
    ///   - verdict: the verdict on the scan that the form sent.
    ///   - retryForm: the form that the user has sent. The page offers to retry this form, or to send it for fewer
    ///     people.
    ///   - found: the tickets that a search found, each with its name, code and details.
    ///   - isByCode: whether the search was for a printed code.
    ///   - refusedUndo: the form of an undo with an invalid code or reason. The page shows the form again.
    func page(
        _ request: PageRequest, at chosenGate: ChosenGate, by worker: GateStaff? = nil, verdict: Verdict? = nil,
        retryForm: RetryForm? = nil, found: [TemplateContext]? = nil, isByCode: Bool = false,
        refusedUndo: UndoForm? = nil
    ) async throws -> RouteResponse {
        let scope = try await scope(of: request, at: chosenGate, by: worker)
        let event = scope.event
        // A paired phone shows only its own gate.
        if let assignment = scope.assignment, request.isSafeMethod, !chosenGate.isAllowed(by: assignment) {
            return .seeOther(assignment.path)
        }
        var context: [String: TemplateContext.Value] = [
            "base": .text("/gate/\(event.slug)"), "here": .text(chosenGate.address(at: event)),
            "gate": .text(chosenGate.gate), "event": .text(event.details.title),
            "sub_event": .text(chosenGate.subEvent.map { "\($0)" } ?? ""),
            "mostPeople": .text("\(GatePage.maximumPeople)"), "request": .text(request.id),
            "direction": .text(chosenGate.direction.rawValue), "texts": .text(request.language.gatePageTexts),
        ]
        // The page has no menu. A wrong touch could otherwise open another page while people wait at the gate.
        context["bare"] = .section(TemplateContext([:]))
        if scope.offersChoice { context["choice"] = .section(TemplateContext([:])) }
        if let subEvent = scope.subEvents.first(where: { $0.number == chosenGate.subEvent }) {
            context["subEventName"] = .text(subEvent.name)
            context["subEventColour"] = .text(subEvent.details.kind.colourName)
        }
        if chosenGate.direction == .exit { context["exit"] = .section(TemplateContext([:])) }
        if let verdict {
            context["verdict"] = .section(
                TemplateContext(verdict, VerdictJSON(zone: event.zone, in: request.language, countsPeople: false)))
            if let retryForm, verdict.mayBeStored { context["retry"] = .section(retryForm.context) }
            if let retryForm, let left = verdict.slotsLeft {
                context["fewer"] = .section(retryForm.context(for: left))
            }
        }
        if let found {
            context["found"] = .list(found)
            if found.isEmpty { context["nothing"] = .section(TemplateContext([:])) }
            if isByCode, !found.isEmpty { context["byCode"] = .section(TemplateContext([:])) }
        }
        if let refusedUndo { context["refused_undo"] = .section(refusedUndo.context) }
        return try request.localizedPage(
            "gate", title: .verbatim(chosenGate.gate), side: .organizer,
            status: refusedUndo == nil ? .ok : .unprocessableContent, context)
    }

    /// The event of a gate's page, its sub-events, and the gate of a paired phone.
    private struct PageScope: Sendable {
        let event: Event
        let subEvents: [SubEvent]
        /// Nil for a user, who can choose any gate of the event.
        let assignment: GateAssignment?

        /// Whether the list of gates offers another gate or sub-event. A phone that was paired without a sub-event
        /// chooses its sub-event there.
        var offersChoice: Bool { assignment.map { $0.subEvent == nil && !subEvents.isEmpty } ?? true }
    }

    private func scope(
        of request: PageRequest, at chosenGate: ChosenGate, by worker: GateStaff?
    ) async throws -> PageScope {
        if let worker {
            return PageScope(event: worker.event, subEvents: worker.subEvents, assignment: worker.assignment)
        }
        let name = request.pathParameter("event") ?? ""
        return try await request.withServicesAtGate { services, device in
            let event = try services.events.visibleEvent(named: name)
            try services.gates.authorizeScanning(at: event)
            // Throws an error if the sub-event is unknown.
            if let number = chosenGate.subEvent { _ = try services.subEvents.subEvent(named: "\(number)", of: event) }
            return PageScope(
                event: event, subEvents: try services.subEvents.subEvents(of: event), assignment: device?.assignment)
        }
    }

    /// The page that lists the events at which the visitor is allowed to scan tickets, with the gates and sub-events of
    /// each event. Events without a date come last. Users do not see events that ended more than a day ago.
    func gateList(_ request: PageRequest) async throws -> RouteResponse {
        let yesterday = server.now().advanced(bySeconds: -86_400)
        let (forms, assignment) = try await request.withServicesAtGate {
            services, device -> ([EventForm], GateAssignment?) in
            let events = try services.events.visibleEvents().filter { event in
                device.map { $0.assignment.event == event.number } ?? ((event.details.end ?? yesterday) >= yesterday)
            }
            let dated = events.filter { $0.details.start != nil }
            let undated = events.filter { $0.details.start == nil }
            let forms = try (dated + undated).compactMap { try GatePage.form($0, services, device?.assignment) }
            return (forms, device?.assignment)
        }
        var context: [String: TemplateContext.Value] = ["events": .list(forms.map(\.context))]
        if let assignment {
            // The gate of a paired phone is fixed. A phone without a fixed sub-event can choose a sub-event here.
            guard assignment.subEvent == nil, forms.contains(where: \.hasSubEvents) else {
                return .seeOther(assignment.path)
            }
            context["bare"] = .section(TemplateContext([:]))
        }
        return try request.localizedPage(
            "gate-choice", title: Sentence(GatePageSentence.gates), side: .organizer, context)
    }

    private struct EventForm: Sendable {
        let context: TemplateContext
        let hasSubEvents: Bool
    }

    /// The form that opens a gate of an event; nil if the sender may not scan at the event.
    ///
    /// - Parameter assignment: the only gate that a paired phone can open; nil for a user.
    private static func form(
        _ event: Event, _ services: ManagementServices, _ assignment: GateAssignment?
    ) throws -> EventForm? {
        do { try services.gates.authorizeScanning(at: event) } catch is ManagementError { return nil }
        let subEvents = try services.subEvents.subEvents(of: event)
        var gates = try assignment.map { [$0.gate] } ?? services.ticketTypes.ticketTypes(of: event).flatMap(\.gates)
        if gates.isEmpty, let gate = try services.gates.proposedGate(of: event) { gates.append(gate) }
        return EventForm(
            context: context(event, gates: gates, isFixed: assignment != nil, subEvents),
            hasSubEvents: !subEvents.isEmpty)
    }

    /// The name that the page proposes if the event has no gate yet. Records and other phones show the name, so it does
    /// not depend on the language of this phone.
    private static let newGateName = "Entrance"

    private static func context(
        _ event: Event, gates: [String], isFixed: Bool, _ subEvents: [SubEvent]
    ) -> TemplateContext {
        let gates = Set(gates).sorted()
        let parts: [Sentence?] = [
            event.details.start?.minuteTime(in: event.zone) ?? Sentence(GatePageSentence.noDate),
            event.details.venue.map { .verbatim($0) },
            event.details.city.map { .verbatim($0) },
        ]
        var context: [String: TemplateContext.Value] = [
            "address": .text("/gate/\(event.slug)"), "title": .text(event.details.title),
            "number": .text("\(event.number)"),
            "gate": .text(gates.first ?? newGateName),
            "time": .sentence(.list(parts.compactMap(\.self), separator: ", ")),
            "longestName": .text("\(TextFault.longest)"),
            "gates": .list(gates.map { TemplateContext(["name": .text($0)]) }),
        ]
        if isFixed { context["fixed"] = .section(TemplateContext([:])) }
        if !subEvents.isEmpty {
            let label = event.details.kind == .celebration ? GatePageSentence.function : .session
            context["hasSubEvents"] = .section(TemplateContext(["sub_event_label": .sentence(label)]))
            context["sub_events"] = .list(
                subEvents.map { TemplateContext(["number": .text("\($0.number)"), "name": .text($0.name)]) })
        }
        return TemplateContext(context)
    }
}

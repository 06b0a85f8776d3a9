import Gate
import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// The page of a gate. Scripts on the page send scans and searches; `scripts/scanning.js` starts these scripts. In a
/// browser without scripts, the forms of the page send the scans and searches.
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
    func page(
        _ request: PageRequest, at chosenGate: ChosenGate, by worker: GateStaff? = nil, verdict: Verdict? = nil,
        retryForm: RetryForm? = nil, found: [TemplateContext]? = nil, isByCode: Bool = false
    ) async throws -> RouteResponse {
        let (event, subEvent) = try await eventAndSubEvent(request, at: chosenGate, by: worker)
        var context: [String: TemplateContext.Value] = [
            "base": .text("/gate/\(event.slug)"), "here": .text(chosenGate.address(at: event)),
            "gate": .text(chosenGate.gate), "event": .text(event.details.title),
            "sub_event": .text(chosenGate.subEvent.map { "\($0)" } ?? ""),
            "mostPeople": .text("\(GatePage.maximumPeople)"), "request": .text(request.id),
            "direction": .text(chosenGate.direction.rawValue), "texts": .text(request.language.gatePageTexts),
        ]
        if let subEvent { context["subEventName"] = .text(subEvent.name) }
        if chosenGate.direction == .exit { context["exit"] = .section(TemplateContext([:])) }
        if let verdict {
            context["verdict"] = .section(TemplateContext(verdict, VerdictJSON(zone: event.zone, in: request.language)))
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
        return try request.localizedPage("gate", title: .verbatim(chosenGate.gate), side: .organizer, context)
    }

    private func eventAndSubEvent(
        _ request: PageRequest, at chosenGate: ChosenGate, by worker: GateStaff?
    ) async throws -> (Event, SubEvent?) {
        if let worker { return (worker.event, worker.subEvents.first { $0.number == chosenGate.subEvent }) }
        let name = request.pathParameter("event") ?? ""
        return try await request.withServices { services in
            let event = try services.events.visibleEvent(named: name)
            try services.gates.authorizeScanning(at: event)
            return (event, try chosenGate.subEvent.map { try services.subEvents.subEvent(named: "\($0)", of: event) })
        }
    }

    /// The page that lists the events at which the visitor is allowed to scan tickets, with the gates and sub-events of
    /// each event.
    func gateList(_ request: PageRequest) async throws -> RouteResponse {
        let yesterday = server.now().advanced(bySeconds: -86_400)
        let events = try await request.withServices { services in
            try services.events.visibleEvents().filter { ($0.details.end ?? yesterday) >= yesterday }.compactMap {
                event in
                do { try services.gates.authorizeScanning(at: event) } catch is ManagementError {
                    return nil as TemplateContext?
                }
                return GatePage.context(
                    event, try services.ticketTypes.ticketTypes(of: event), try services.subEvents.subEvents(of: event))
            }
        }
        return try request.localizedPage(
            "gate-choice", title: Sentence(GatePageSentence.gates), side: .organizer, ["events": .list(events)])
    }

    private static func context(_ event: Event, _ types: [TicketType], _ subEvents: [SubEvent]) -> TemplateContext {
        let gates = Set(types.flatMap(\.gates)).sorted()
        let start = event.details.start.map { $0.iso8601(in: event.zone) }
        let time = start.map { "\($0.prefix(10)) \($0.dropFirst(11).prefix(5))" }
        var context: [String: TemplateContext.Value] = [
            "address": .text("/gate/\(event.slug)"), "title": .text(event.details.title),
            "number": .text("\(event.number)"), "gate": .text(gates.first ?? "Entrance"),
            "time": .text([time, event.details.venue, event.details.city].compactMap(\.self).joined(separator: ", ")),
            "longestName": .text("\(TextFault.longest)"),
            "gates": .list(gates.map { TemplateContext(["name": .text($0)]) }),
        ]
        if !subEvents.isEmpty {
            let label = event.details.kind == .celebration ? GatePageSentence.function : .session
            context["hasSubEvents"] = .section(TemplateContext(["sub_event_label": .sentence(label)]))
            context["sub_events"] = .list(
                subEvents.map { TemplateContext(["number": .text("\($0.number)"), "name": .text($0.name)]) })
        }
        return TemplateContext(context)
    }
}

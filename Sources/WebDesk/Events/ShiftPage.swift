import Languages
import Management
import Ticketing
import WebHost

/// The page that moves the times of several events of an organizer at once, after a preview.
struct ShiftPage: Sendable {
    let desk: Desk

    private static let maxEventsShown = 100

    private static let shiftField = FormField(
        "later", Sentence(DeskEventSentence.moveBy), hint: Sentence(DeskEventSentence.moveHint),
        requirement: .required)

    private struct FormInput: Sendable {
        var events: Set<String> = []
        var shiftField = ""
        /// The hash of the preview that the user confirms; nil if the form asks for a preview.
        var previewMark: String?
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (name, context) = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .shiftEvents)
            return (organizer.name, try self.context(organizer, services, FormInput()))
        }
        return try desk.page(request, "desk-shift-events", title: .verbatim(name), context)
    }

    /// Shows a preview for the chosen events. If the form confirms a preview, moves the events.
    func shift(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let typed = FormInput(
            events: Set(form.values("event")), shiftField: try form.typed("later") ?? "",
            previewMark: try form.value("preview_hash"))
        guard typed.previewMark != nil else {
            let shiftPreview = try await request.withServices { services in
                let organizer = try services.organizer(of: request, for: .shiftEvents)
                return try preview(typed, organizer, services)
            }
            return try answer(request, shiftPreview)
        }
        return try await desk.performOnce(request) {
            let outcome = try await request.withServices { services in
                let organizer = try services.organizer(of: request, for: .shiftEvents)
                let shiftPreview = try preview(typed, organizer, services)
                guard let ready = shiftPreview.confirmable else { return Outcome.redisplay(shiftPreview) }
                // If the user sends the form twice, the second form fails this check: the first form has moved the
                // events, so the hash of their preview is different.
                guard ready.mark == typed.previewMark else {
                    return .redisplay(try stalePreview(shiftPreview, typed, organizer, services))
                }
                let edits = try services.events.shift(ready.events, by: ready.shift)
                let unreached = try edits.reduce(0) { try $0 + services.notices.unreached(after: $1).total }
                let queued = edits.filter { $0.notices > 0 }
                let event = queued.count == 1 ? queued.first?.event.number : nil
                return .done(
                    FlashMessage.path(
                        organizer.deskPath, .moved, count: queued.reduce(0) { $0 + $1.notices }, of: event,
                        unreached: unreached > 0 ? .count(unreached) : nil,
                        shortened: edits.reduce(0) { $0 + $1.shortened.count }))
            }
            switch outcome {
            case .done(let path): return .seeOther(path)
            case .redisplay(let shiftPreview): return try answer(request, shiftPreview)
            }
        }
    }

    private enum Outcome: Sendable {
        case done(String)
        case redisplay(Preview)
    }

    private struct Preview: Sendable {
        let title: Sentence
        var context: [String: TemplateContext.Value]
        /// The move to confirm; nil if the form has faults.
        var confirmable: (events: [Event], shift: TimeShift, mark: String)?
        var isRefused = false
    }

    private func answer(_ request: PageRequest, _ shiftPreview: Preview) throws -> RouteResponse {
        try desk.page(
            request, "desk-shift-events", title: shiftPreview.title,
            status: shiftPreview.isRefused ? .unprocessableContent : .ok, shiftPreview.context
        )
    }

    private func stalePreview(
        _ shiftPreview: Preview, _ typed: FormInput, _ organizer: Organizer, _ services: ManagementServices
    ) throws -> Preview {
        var shiftPreview = shiftPreview
        shiftPreview.isRefused = true
        shiftPreview.context["fault"] = .sentence(DeskEventSentence.movedMeanwhile)
        return shiftPreview
    }

    private func preview(_ typed: FormInput, _ organizer: Organizer, _ services: ManagementServices) throws -> Preview {
        let chosen = try ShiftPage.events(of: organizer, services).filter { typed.events.contains("\($0.number)") }
        var faults: [FieldFault] = []
        if chosen.isEmpty { faults.append(FieldFault("event", DeskFormSentence.chooseOne)) }
        let shift = TimeShift(typed.shiftField)
        if shift == nil { faults.append(FieldFault("later", DeskEventSentence.unknownDuration)) }
        var lines: [TemplateContext] = []
        var summaries: [String] = [typed.shiftField]
        for event in chosen {
            guard let shift else { break }
            do {
                // The move of each event is tried separately, so that the text of each fault names the event that
                // cannot be moved.
                guard let edit = try services.events.shift([event], by: shift, effect: .dryRun).first else { continue }
                lines.append(TemplateContext(ShiftPage.line(edit)))
                summaries.append("\(event.number) \(edit.event.details) \(edit.sold)")
            } catch {
                guard let cause = ShiftPage.errorSentence(error) else { throw error }
                faults.append(
                    FieldFault(
                        "event", DeskEventSentence.moveFault,
                        ["event": .text(event.details.title), "fault": .sentence(cause)]))
            }
        }
        var shiftPreview = Preview(
            title: .verbatim(organizer.name), context: try self.context(organizer, services, typed, faults))
        guard faults.isEmpty, let shift else {
            shiftPreview.isRefused = true
            shiftPreview.context["fault"] = .sentence(
                Sentence.list([Sentence(DeskFormSentence.nothingMoved), Sentence(DeskFormSentence.correctFields)]))
            return shiftPreview
        }
        let mark = try FieldMerge.fingerprint(summaries.joined(separator: "\n"))
        shiftPreview.confirmable = (chosen, shift, mark)
        shiftPreview.context["preview"] = .section(
            TemplateContext([
                "moves": .list(lines), "preview_hash": .text(mark), "later": .text(typed.shiftField),
                "chosen": .list(chosen.map { TemplateContext(["chosen_number": .text("\($0.number)")]) }),
            ]))
        return shiftPreview
    }

    /// The reason why an event can’t be moved; nil for an unexpected error.
    private static func errorSentence(_ error: any Error) -> Sentence? {
        if case ManagementError.notPublishable(let faults) = error {
            return .list(faults.map(\.sentence), separator: "; ")
        }
        return [FieldFault](refusal: error).map { .list($0.map(\.allowed), separator: "; ") }
    }

    private static func line(_ edit: EventEditResult) -> [String: TemplateContext.Value] {
        [
            "move_title": .text(edit.event.details.title), "move_zone": .text(edit.event.details.timeZone),
            "move_from": startValue(edit.before, edit.event), "move_to": startValue(edit.event.details, edit.event),
            "move_sold": .text("\(edit.sold)"), "move_notices": .text("\(edit.notices)"),
        ]
    }

    private static func startValue(_ details: EventDetails, _ event: Event) -> TemplateContext.Value {
        event.formatted(details.start).map { .text($0) } ?? .sentence(DeskSentence.noDate)
    }

    /// The events that can be moved, in the order of their starts. Drafts without a start come last.
    private static func events(of organizer: Organizer, _ services: ManagementServices) throws -> [Event] {
        let own = try services.events.events().filter { $0.organizer == organizer.number && $0.status != .cancelled }
        return own.sorted { ($0.details.start?.milliseconds ?? .max) < ($1.details.start?.milliseconds ?? .max) }
    }

    private func context(
        _ organizer: Organizer, _ services: ManagementServices, _ typed: FormInput, _ faults: [FieldFault] = []
    ) throws -> [String: TemplateContext.Value] {
        let now = desk.server.now()
        let open = try ShiftPage.events(of: organizer, services).filter { $0.phase(at: now) != .completed }
        var context: [String: TemplateContext.Value] = [
            "events": .list(
                open.prefix(ShiftPage.maxEventsShown).map { event in
                    var line = event.headerContext(at: now)
                    line["event_number"] = .text("\(event.number)")
                    if typed.events.contains("\(event.number)") { line["is_chosen"] = .section(TemplateContext([:])) }
                    return TemplateContext(line)
                }),
            "fields": .list([ShiftPage.shiftField.context(typed.shiftField, fault: faults.text(of: "later"))]),
        ]
        context.merge(try services.organizerContext(organizer)) { own, _ in own }
        if let fault = faults.text(of: "event") {
            context["event_fault"] = ErrorSummary.fault(fault, of: Sentence(DeskSentence.events), at: "events")
        }
        if open.count > ShiftPage.maxEventsShown {
            context["rest"] = .sentence(
                DeskEventSentence.laterEvents, ["count": .number(open.count - ShiftPage.maxEventsShown)])
        }
        return context
    }
}

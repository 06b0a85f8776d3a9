import Foundation
import Languages
import Management
import Ticketing
import WebHost

/// The page that edits several events of an organizer together, after a preview. Either all events change, or none.
struct EventBatchPage: Sendable {
    let desk: Desk

    static let path = "\(EventListPage.path)/edit"
    /// The largest number of events that one form edits.
    static let most = 100

    private static let eventName = "event"
    private static let markName = "preview_hash"
    /// The fields that can sensibly have the same value in several events.
    private static let inputs = FieldInput<EventDetails>.named([
        "venue", "address", "city", "position", "timezone", "contact", "category", "kind", "minimum-age",
        "entry-confirmation",
    ])

    static func path(of numbers: [EventNumber]) -> String {
        let fields = FormFields(values: numbers.map { (name: eventName, value: "\($0)") })
        return "\(path)?\(fields.encoded)"
    }

    /// Checks that one form can edit these events.
    static func check(_ events: [Event]) throws {
        guard events.count <= most else {
            throw FieldFault([FieldFault].wholeForm, DeskEventListSentence.tooMany, ["limit": .number(most)])
        }
        guard events.allSatisfy({ $0.deleted == nil }) else { throw ManagementError.alreadyDeleted }
        guard Set(events.map(\.organizer)).count <= 1 else { throw ManagementError.multipleOrganizers }
    }

    private struct FormInput: Sendable {
        /// The numbers of the chosen events.
        var events: Set<String> = []
        /// The names of the fields whose boxes are ticked.
        var ticked: Set<String> = []
        var typed: [String: String] = [:]
        /// The hash of the preview that the user confirms; nil if the form asks for a preview.
        var mark: String?

        init(events: [String]) { self.events = Set(events) }

        init(_ form: FormFields) throws {
            events = Set(form.values(EventBatchPage.eventName))
            mark = try form.value(EventBatchPage.markName)
            for input in EventBatchPage.inputs {
                typed[input.rawValue] = try form.typed(input.rawValue)
                if try form.value(EventBatchPage.boxName(input)) == FormField.checkedValue {
                    ticked.insert(input.rawValue)
                }
            }
        }

        var changes: [(input: FieldInput<EventDetails>, text: String)] {
            EventBatchPage.inputs.filter { ticked.contains($0.rawValue) }
                .map { (input: $0, text: typed[$0.rawValue] ?? "") }
        }

        /// Sets the ticked fields. If the time zone changes, the local times stay the same, as in the form that edits a
        /// single event.
        func apply(to details: inout EventDetails) throws {
            var subject = FieldInput<EventDetails>.Subject(entity: details, eventZone: nil)
            let times = FieldInput<EventDetails>.all.filter { $0.declaration.kind == .time }
                .map { (input: $0, text: $0.text(in: subject)) }
            for change in changes { try change.input.set(change.text, into: &subject) }
            if subject.entity.timeZone != details.timeZone {
                for time in times where !time.text.isEmpty { try time.input.set(time.text, into: &subject) }
            }
            details = subject.entity
        }
    }

    private static func boxName(_ input: FieldInput<EventDetails>) -> String { "change-\(input.rawValue)" }

    // MARK: Requests

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let typed = FormInput(events: try request.queryFields().values(EventBatchPage.eventName))
        let content = try await request.withServices { services -> Desk.PageContent? in
            let offered = try EventBatchPage.events(typed, services)
            guard !offered.isEmpty else { return nil }
            var content = self.content(typed, offered)
            content.context.merge(try services.onlyOrganizerContext()) { own, _ in own }
            return content
        }
        guard let content else { return .seeOther(EventListPage.path) }
        return try desk.page(request, "desk-event-batch", title: content.title, content.context)
    }

    private enum Outcome: Sendable {
        case done(String)
        case redisplay(Desk.PageContent, isRefused: Bool)
    }

    /// Shows a preview. If the form confirms a preview, changes the events.
    func submit(_ request: PageRequest) async throws -> RouteResponse {
        let typed = try FormInput(try await request.form())
        guard typed.mark != nil else {
            return try answer(request, try await request.withServices { try redisplay(typed, $0) })
        }
        return try await desk.performOnce(request) {
            try answer(request, try await request.withServices { try change(typed, $0) })
        }
    }

    private func answer(_ request: PageRequest, _ outcome: Outcome) throws -> RouteResponse {
        switch outcome {
        case .done(let path): .seeOther(path)
        case .redisplay(let content, let isRefused):
            try desk.page(
                request, "desk-event-batch", title: content.title, status: isRefused ? .unprocessableContent : .ok,
                content.context)
        }
    }

    private func change(_ typed: FormInput, _ services: ManagementServices) throws -> Outcome {
        let chosen = try EventBatchPage.events(typed, services)
        // If the user sends the form twice, the second form fails this check, because the events have changed.
        guard let preview = try self.preview(typed, chosen, services), preview.mark == typed.mark else {
            return try redisplay(typed, services, isStale: true)
        }
        let results: [EventEditResult]
        do {
            results = try services.events.edit(chosen) { try typed.apply(to: &$0) }.compactMap(\.result)
        } catch is EventBatchRefusal {
            return try redisplay(typed, services, isStale: true)
        }
        let unreached = try results.reduce(0) { try $0 + services.notices.unreached(after: $1).total }
        let queued = results.filter { $0.notices > 0 }
        return .done(
            FlashMessage.path(
                EventListPage.path, .editedTogether, count: queued.reduce(0) { $0 + $1.notices },
                of: queued.count == 1 ? queued.first?.event.number : nil,
                unreached: unreached > 0 ? .count(unreached) : nil,
                shortened: results.reduce(0) { $0 + $1.shortened.count }))
    }

    // MARK: The preview

    /// The results of the change for each event.
    private struct Preview {
        let outcomes: [EventBatchOutcome]
        /// The hash of the change and of its effects; nil if the change is refused for an event, or if no event would
        /// change.
        let mark: String?

        var hasRefusals: Bool { outcomes.contains { $0.result == nil } }
    }

    /// Previews the change of the chosen events. Returns nil if no event or field is chosen, or if a value has a fault.
    private func preview(
        _ typed: FormInput, _ chosen: [Event], _ services: ManagementServices
    ) throws -> Preview? {
        guard !chosen.isEmpty, EventBatchPage.faults(of: typed).isEmpty else { return nil }
        let outcomes = try services.events.edit(chosen, effect: .dryRun) { try typed.apply(to: &$0) }
        let results = outcomes.compactMap(\.result)
        guard results.count == outcomes.count, results.contains(where: { $0.before != $0.event.details }) else {
            return Preview(outcomes: outcomes, mark: nil)
        }
        let summaries =
            typed.changes.map { "\($0.input.rawValue)=\($0.text)" }
            + results.map { "\($0.event.number) \($0.event.status) \($0.before) \($0.event.details) \($0.sold)" }
        return Preview(outcomes: outcomes, mark: try FieldMerge.fingerprint(summaries.joined(separator: "\n")))
    }

    /// The faults of the typed values that do not depend on an event.
    private static func faults(of typed: FormInput) -> [FieldFault] {
        var faults: [FieldFault] = []
        var subject = FieldInput<EventDetails>.Subject(entity: .blank, eventZone: nil)
        for input in inputs {
            let text = typed.typed[input.rawValue] ?? ""
            if typed.ticked.contains(input.rawValue) {
                do throws(FieldFault) {
                    try input.set(text, into: &subject)
                } catch {
                    faults.append(error)
                }
            } else if !text.isEmpty, !input.isChoice {
                faults.append(FieldFault(input.rawValue, DeskEventListSentence.tickToChange))
            }
        }
        if typed.ticked.isEmpty { faults.append(FieldFault([FieldFault].wholeForm, DeskEventListSentence.tickOne)) }
        let unread = Set(faults.map(\.field))
        return faults
            + subject.entity.faults.filter { typed.ticked.contains($0.field) && !unread.contains($0.field) }
    }

    /// Shows the form with the typed values and, if they have no faults, with a preview.
    ///
    /// - Parameter isStale: Whether the events have changed since the preview that the form confirms.
    private func redisplay(
        _ typed: FormInput, _ services: ManagementServices, isStale: Bool = false
    ) throws -> Outcome {
        let chosen = try EventBatchPage.events(typed, services)
        var faults = EventBatchPage.faults(of: typed)
        if chosen.isEmpty { faults.append(FieldFault(EventBatchPage.eventName, DeskFormSentence.chooseOne)) }
        let preview = try self.preview(typed, chosen, services)
        var content = self.content(typed, chosen, faults)
        content.context.merge(try services.onlyOrganizerContext()) { own, _ in own }
        if let preview {
            content.context["preview"] = .section(TemplateContext(context(of: preview, typed)))
        }
        var isRefused = true
        if isStale {
            content.context["fault"] = .sentence(DeskEventListSentence.changedMeanwhile)
        } else if !faults.isEmpty {
            content.context["fault"] = .sentence(faults.message(Sentence(DeskSentence.unchanged)))
        } else if let preview, preview.hasRefusals {
            content.context["fault"] = .sentence(DeskEventListSentence.refusedRule)
        } else {
            isRefused = false
        }
        return .redisplay(content, isRefused: isRefused)
    }

    private func context(of preview: Preview, _ typed: FormInput) -> [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = ["batch_rows": .list(preview.outcomes.map(row))]
        if typed.ticked.contains("timezone") {
            context["preview_note"] = .sentence(DeskEventListSentence.keptTimes)
        }
        guard let mark = preview.mark else {
            if !preview.hasRefusals { context["preview_note"] = .sentence(DeskEventListSentence.nothingToChange) }
            return context
        }
        let changed = preview.outcomes.compactMap(\.result).filter { $0.before != $0.event.details }
        let hidden: [(name: String, value: String)] =
            preview.outcomes.map { (name: EventBatchPage.eventName, value: "\($0.event.number)") }
            + typed.changes.flatMap { change -> [(name: String, value: String)] in
                [
                    (name: EventBatchPage.boxName(change.input), value: FormField.checkedValue),
                    (name: change.input.rawValue, value: change.text),
                ]
            } + [(name: EventBatchPage.markName, value: mark)]
        context["confirm"] = .section(
            TemplateContext([
                "confirm_fields": ListLayout.hidden(hidden),
                "confirm_label": .sentence(DeskEventListSentence.confirm, ["count": .number(changed.count)]),
            ]))
        return context
    }

    private func row(_ outcome: EventBatchOutcome) -> TemplateContext {
        var context: [String: TemplateContext.Value] = ["batch_event": .text(outcome.event.details.title)]
        switch outcome {
        case .refused(_, let error):
            context["batch_refusal"] = .sentence(
                DeskEventListSentence.refused, ["reason": .sentence(EventBatchPage.reason(error))])
        case .edited(let result):
            context["batch_sold"] = .number(result.sold)
            context["batch_notices"] = .number(result.notices)
            let changes = EventBatchPage.changes(from: result.before, to: result.event.details)
            context["batch_changes"] = .list(changes)
            if changes.isEmpty { context["batch_same"] = .section(TemplateContext([:])) }
        }
        return TemplateContext(context)
    }

    /// The reason why an event cannot be changed, with the labels of the fields.
    private static func reason(_ error: ManagementError) -> Sentence {
        switch error {
        case .invalid(let faults):
            let reasons = faults.map { fault -> Sentence in
                let label = EventDetails.fields.first { $0.optionName == fault.field || $0.name == fault.field }?.label
                return Sentence(
                    PublicSentence.fieldFault,
                    ["field": .sentence(label ?? .verbatim(fault.field)), "fault": .sentence(fault.allowed)])
            }
            return .list(reasons, separator: "; ")
        case .notPublishable(let faults): return .list(faults.map(\.sentence), separator: "; ")
        default: return error.sentence
        }
    }

    /// Template values for the fields that look different before and after the edit. If only the time zone changes, the
    /// local times stay the same, so the times are not shown.
    private static func changes(from before: EventDetails, to after: EventDetails) -> [TemplateContext] {
        let zones = [before, after].map { TimeZones.named($0.timeZone) ?? .gmt }
        return EventDetails.fields.compactMap { field in
            let was = field.content(of: before).shown(as: field.kind, in: zones[0])
            let now = field.content(of: after).shown(as: field.kind, in: zones[1])
            guard was != now else { return nil }
            var context: [String: TemplateContext.Value] = ["change_label": .sentence(field.label)]
            if let was { context["change_was"] = .sentence(was) }
            if let now { context["change_now"] = .sentence(now) }
            return TemplateContext(context)
        }
    }

    // MARK: The form

    /// The chosen events that the user may edit, sorted by start.
    private static func events(_ typed: FormInput, _ services: ManagementServices) throws -> [Event] {
        let chosen = try services.events.events().filter { typed.events.contains("\($0.number)") }
        try check(chosen)
        if let first = chosen.first { try services.authorize(.editEvent, on: first) }
        return chosen.sorted { ($0.details.start?.milliseconds ?? .max) < ($1.details.start?.milliseconds ?? .max) }
    }

    private func content(
        _ typed: FormInput, _ chosen: [Event], _ faults: [FieldFault] = []
    ) -> Desk.PageContent {
        let title = Sentence(DeskEventListSentence.batchTitle, ["count": .number(chosen.count)])
        let now = desk.server.now()
        var context: [String: TemplateContext.Value] = [
            "batch_title": .sentence(title), "batch_path": .text(EventBatchPage.path),
            "events_path": .text(EventListPage.path),
            "events": .list(
                chosen.map { event in
                    var line = event.headerContext(at: now)
                    line["event_number"] = .text("\(event.number)")
                    return TemplateContext(line)
                }),
            "fields": .list(EventBatchPage.inputs.flatMap { fields($0, typed, chosen, faults) }),
        ]
        if let fault = faults.text(of: EventBatchPage.eventName) {
            context["event_fault"] = ErrorSummary.fault(fault, of: Sentence(DeskSentence.events), at: "events")
        }
        return (title, context)
    }

    /// Template values for the checkbox that selects a field, and for the field itself.
    private func fields(
        _ input: FieldInput<EventDetails>, _ typed: FormInput, _ chosen: [Event], _ faults: [FieldFault]
    ) -> [TemplateContext] {
        let box = FormField(
            EventBatchPage.boxName(input),
            Sentence(
                DeskEventListSentence.changeField, ["field": .sentence(input.declaration.label.insideSentence)]),
            .checkbox)
        // A choice always has a value. Until the user chooses a value, the form shows the value of the first event.
        let first = chosen.first.map { input.text(in: .init(entity: $0.details, eventZone: nil)) } ?? ""
        let value = typed.typed[input.rawValue] ?? (input.isChoice ? first : "")
        return [
            box.context(typed.ticked.contains(input.rawValue) ? FormField.checkedValue : ""),
            input.optionalField.context(value, fault: faults.text(of: input.rawValue)),
        ]
    }
}

extension EventBatchOutcome {
    fileprivate var result: EventEditResult? { if case .edited(let result) = self { result } else { nil } }
}

extension FieldInput<EventDetails> {
    /// Whether the field is a choice among a few values. A form always sends a value for such a field.
    fileprivate var isChoice: Bool {
        switch declaration.kind {
        case .choice, .numberChoice: true
        default: false
        }
    }
}

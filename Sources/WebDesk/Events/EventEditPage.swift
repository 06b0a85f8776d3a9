import Languages
import Management
import Ticketing
import WebHost

/// The form of one editing step of an event.
struct EventEditPage: Sendable {
    let desk: Desk

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let step = try step(of: request)
        // The overview page of a draft lists the missing details, with links to this form. These links have the
        // parameter `missing`, with which the form marks the fields to complete.
        let isChecked = request.query("missing") != nil
        let now = desk.server.now()
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .editEvent)
            let faults = isChecked ? try services.publishingFaults(of: event, at: now).compactMap(\.fieldFault) : []
            let fields = try FieldInput.context(
                step.inputs(of: event.details), of: event.details, in: nil, faults: faults,
                notes: event.lockNotes(at: now), locked: event.lockedFields(at: now))
            return (event, try self.context(step, event, services, fields))
        }
        return try desk.page(request, "desk-edit-event", title: .verbatim(event.details.title), context)
    }

    func save(_ request: PageRequest) async throws -> RouteResponse {
        let step = try step(of: request)
        let form = try await request.form()
        let sent = try FormEdit(form, step.inputs(in: form))
        let goesOn = try form.value("go") == "next"
        let outcome = try await request.withServices { services in
            let event = try services.event(of: request, for: .editEvent)
            do {
                let edit = try services.events.edit(event) { try sent.apply(to: &$0, in: nil) }
                let unreached: FlashMessage.Unreached? =
                    try services.notices.unreached(after: edit).isEmpty ? nil : .people(.everyone, by: .eventMoved)
                return Outcome.saved(event.deskPath, edit, unreached)
            } catch let clash as EditConflict {
                return try redisplay(step, sent, event, services, clash: clash)
            } catch ManagementError.invalid(let faults) {
                return try redisplay(step, sent, event, services, faults: faults)
            } catch ManagementError.notPublishable(let faults) {
                return try redisplay(step, sent, event, services, publishing: faults)
            } catch let error as ManagementError {
                guard case .capacityBelowSold = error else { throw error }
                return try redisplay(
                    step, sent, event, services,
                    faults: [FieldFault("capacity", error.sentence)])
            }
        }
        switch outcome {
        case .saved(let path, let edit, let unreached):
            let next =
                goesOn ? step.next.map { "\(path)/edit/\($0.rawValue)" } ?? path : "\(path)/edit/\(step.rawValue)"
            let isChanged = edit.before != edit.event.details
            let saved = FlashMessage.Kind.edited(
                deadline: (edit.before.answerBy, edit.event.details.answerBy), at: desk.server.now())
            return .seeOther(
                FlashMessage.path(
                    next, isChanged ? saved : .unchanged, count: edit.notices, unreached: unreached,
                    shortened: edit.shortened.count))
        case .redisplay(let title, let context):
            return try desk.page(request, "desk-edit-event", title: title, status: .unprocessableContent, context)
        }
    }

    private enum Outcome: Sendable {
        case saved(String, EventEditResult, FlashMessage.Unreached?)
        case redisplay(Sentence, [String: TemplateContext.Value])
    }

    private func step(of request: PageRequest) throws -> EventStep {
        guard let step = request.pathParameter("step").flatMap({ EventStep(rawValue: $0) }) else {
            throw Problem(.notFound)
        }
        return step
    }

    /// Shows the form again, with the values that the user typed and with the errors.
    private func redisplay(
        _ step: EventStep, _ sent: FormEdit<FieldInput<EventDetails>>, _ event: Event, _ services: ManagementServices,
        faults: [FieldFault] = [],
        clash: EditConflict? = nil, publishing: [PublishingFault] = []
    ) throws -> Outcome {
        // Another user may have changed the event in the meantime, so it is read again.
        let now = try services.events.events().first { $0.number == event.number } ?? event
        let time = desk.server.now()
        let notes = try clash.map { try services.conflictNotes(on: $0, in: now) } ?? [:]
        let all = faults + publishing.compactMap(\.fieldFault)
        // If the event has begun since the form was opened, some of its fields are now locked. If the typed value of
        // such a field is refused, the field still shows this value, and its note has the stored value.
        let locks = now.lockNotes(at: time, typedIn: Set(all.map(\.field)))
        let fields = try sent.context(
            over: now.details, in: nil, faults: all, notes: locks.merging(notes) { $1 },
            locked: now.lockedFields(at: time))
        var context = try self.context(step, now, services, fields)
        let elsewhere =
            all.filter { fault in !step.fields.contains(fault.field) }.map(\.sentence)
            + publishing.filter { $0.field == nil }.map(\.sentence)
        if clash != nil {
            context["fault"] = .sentence(DeskEventSentence.editedMeanwhile)
        } else {
            let cause =
                elsewhere.isEmpty
                ? Sentence(DeskFormSentence.correctFields) : Sentence.list(elsewhere, separator: "; ").asSentence
            context["fault"] = .sentence(Sentence.list([Sentence(DeskFormSentence.nothingSaved), cause]))
        }
        return .redisplay(.verbatim(now.details.title), context)
    }

    private func context(
        _ step: EventStep, _ event: Event, _ services: ManagementServices, _ fields: [TemplateContext]
    ) throws -> [String: TemplateContext.Value] {
        var context = try desk.headerContext(event, services)
        context["step_label"] = .sentence(step.label)
        context["step_path"] = .text("\(event.deskPath)/edit/\(step.rawValue)")
        context["fields"] = .list(fields)
        let about = FormattedText(event.details.about ?? "")
        if step == .basics, !about.blocks.isEmpty { context["about"] = .section(about.context) }
        if step.next != nil { context["has_next"] = .section(TemplateContext([:])) }
        context["steps"] = .list(
            EventStep.allCases.map { other in
                var context: [String: TemplateContext.Value] = [
                    "name": .sentence(other.label), "path": .text("\(event.deskPath)/edit/\(other.rawValue)"),
                ]
                if other == step { context["here"] = .section(TemplateContext([:])) }
                return TemplateContext(context)
            })
        let sold = try services.ticketTypes.ticketTypes(of: event).reduce(0) { $0 + $1.issued }
        if event.editNeedsWarning(sold: sold, now: desk.server.now()) {
            let remarks = try desk.messageRemarks(.everyone, by: .eventMoved, of: event, services, context)
            let warning = Sentence(DeskEventSentence.soldWarning, ["count": .number(sold)])
            context["warning"] = .sentence(.list([warning] + remarks.sentences))
            if remarks.areWaiting { context["messages_wait"] = .section(TemplateContext([:])) }
        }
        return context
    }
}

extension Event {
    /// The notes beside the fields that users cannot change while the event is in progress, by the name of the field.
    ///
    /// - Parameter faulty: the names of fields whose typed values are refused. Their notes also have the stored value.
    fileprivate func lockNotes(at now: Instant, typedIn faulty: Set<String> = []) -> [String: Sentence] {
        let locked = lockedFields(at: now)
        guard !locked.isEmpty else { return [:] }
        var notes: [String: Sentence] = ["end": Sentence(DeskEventSentence.laterEnd)]
        let subject = FieldInput<EventDetails>.Subject(entity: details, eventZone: nil)
        for input in FieldInput<EventDetails>.all where locked.contains(input.rawValue) {
            let note = Sentence(DeskEventSentence.lockedField)
            let stored = RejectedForm.currentValue(.verbatim(input.text(in: subject)))
            notes[input.rawValue] = faulty.contains(input.rawValue) ? Sentence.list([note, stored]) : note
        }
        return notes
    }
}

extension ManagementServices {
    /// The note for each field that another user has changed: its current value, and the user who set this value.
    fileprivate func conflictNotes(on clash: EditConflict, in event: Event) throws -> [String: Sentence] {
        // The change is recent, because it was made while the form was open. So it is among the last entries of the
        // history.
        let history = try events.latestHistory(of: event, limit: 200).filter { $0.subject.kind == .event }
        return Dictionary(
            uniqueKeysWithValues: clash.fields.map { field, current in
                let name = field.replacing("-", with: "_")
                let change = history.first { $0.before[name] != $0.after[name] }
                let setBy = change.map { change in
                    (
                        user: change.userName.map { Sentence.verbatim($0) } ?? Sentence(DeskFormSentence.somebody),
                        time: change.at.minuteText(in: event.zone)
                    )
                }
                return (field, RejectedForm.currentValue(current, setBy: setBy))
            })
    }
}

import Management
import Ticketing

/// One step of an event in a form.
struct EventEditPage: Sendable {
    let desk: Desk

    func page(_ visit: Visit) async throws -> Answer {
        let step = try step(of: visit)
        // Who comes from what publishing lacks is shown it at its field.
        let isChecked = visit.query("missing") != nil
        let now = desk.house.now()
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: .editEvent)
            let faults = isChecked ? try office.publishingFaults(of: event, at: now).compactMap(\.fieldFault) : []
            let fields = try EventField.facts(step.fields, of: event.details, faults: faults)
            return (event, try self.facts(step, event, office, fields))
        }
        return try desk.page(visit, "desk-edit", title: event.details.title, facts)
    }

    func save(_ visit: Visit) async throws -> Answer {
        let step = try step(of: visit)
        let form = try await visit.form()
        let sent = try SentEdit(form, step.fields)
        let goesOn = try form.one("go") == "next"
        let outcome = try await visit.office { office in
            let event = try office.event(of: visit, for: .editEvent)
            do {
                let edit = try office.edit(event) { try sent.apply(to: &$0) }
                return Outcome.saved(event.deskPath, edit)
            } catch let clash as EditClash {
                return try again(step, sent, event, office, clash: clash)
            } catch ManagementError.invalid(let faults) {
                return try again(step, sent, event, office, faults: faults)
            } catch ManagementError.notPublishable(let faults) {
                return try again(step, sent, event, office, publishing: faults)
            } catch let error as ManagementError {
                guard case .capacityBelowSold = error else { throw error }
                return try again(
                    step, sent, event, office,
                    faults: [FieldFault(EventField.capacity.rawValue, error.description)])
            }
        }
        switch outcome {
        case .saved(let path, let edit):
            let next =
                goesOn ? step.next.map { "\(path)/edit/\($0.rawValue)" } ?? path : "\(path)/edit/\(step.rawValue)"
            let isChanged = edit.before != edit.event.details
            return .seeOther(DeskNote.path(next, isChanged ? .saved : .unchanged, count: edit.notices))
        case .again(let title, let facts):
            return try desk.page(visit, "desk-edit", title: title, status: .unprocessableContent, facts)
        }
    }

    private enum Outcome: Sendable {
        case saved(String, EventEdit)
        case again(String, [String: Facts.Fact])
    }

    private func step(of visit: Visit) throws -> EventStep {
        guard let step = visit.part("step").flatMap({ EventStep(rawValue: $0) }) else { throw Problem(.notFound) }
        return step
    }

    /// The form again, with all that was typed.
    private func again(
        _ step: EventStep, _ sent: SentEdit<EventField>, _ event: Event, _ office: Office, faults: [FieldFault] = [],
        clash: EditClash? = nil, publishing: [PublishingFault] = []
    ) throws -> Outcome {
        // As it is now: others may have changed it since it was looked up.
        let now = try office.events().first { $0.number == event.number } ?? event
        let notes = try clash.map { try office.notes(on: $0, in: now) } ?? [:]
        let all = faults + publishing.compactMap(\.fieldFault)
        var facts = try self.facts(step, now, office, try sent.facts(over: now.details, faults: all, notes: notes))
        let elsewhere =
            all.filter { fault in !step.fields.contains { $0.rawValue == fault.field } }.map(\.description)
            + publishing.filter { $0.field == nil }.map(\.description)
        facts["fault"] = .text(
            clash != nil
                ? "Somebody else has changed this while you were writing. Nothing is saved yet: what you typed is below, and beside it what is there now. Save again to replace that with yours."
                : "Nothing is saved yet. \(elsewhere.isEmpty ? "Look at what is marked." : elsewhere.joined(separator: "; "))"
        )
        return .again(now.details.title, facts)
    }

    private func facts(
        _ step: EventStep, _ event: Event, _ office: Office, _ fields: [Facts]
    ) throws -> [String: Facts.Fact] {
        var facts = try desk.heading(event, office)
        facts["step_label"] = .text(step.label)
        facts["step_path"] = .text("\(event.deskPath)/edit/\(step.rawValue)")
        facts["fields"] = .list(fields)
        if step.next != nil { facts["has_next"] = .one(Facts([:])) }
        facts["steps"] = .list(
            EventStep.allCases.map { other in
                var facts: [String: Facts.Fact] = [
                    "name": .text(other.label), "path": .text("\(event.deskPath)/edit/\(other.rawValue)"),
                ]
                if other == step { facts["here"] = .one(Facts([:])) }
                return Facts(facts)
            })
        let sold = try office.ticketTypes(of: event).reduce(0) { $0 + $1.issued }
        if event.editWarns(sold: sold, now: desk.house.now()) {
            let notice = if case .text(let words) = facts["waiting"] { "; \(words)" } else { "; no sender is set up" }
            facts["warning"] = .text(
                "\(sold) \(sold == 1 ? "ticket is" : "tickets are") sold. "
                    + "Another time or place queues one message to each holder\(notice).")
        }
        return facts
    }
}

extension Office {
    /// What to say at fields that somebody else changed meanwhile: what is there, and who put it there.
    fileprivate func notes(on clash: EditClash, in event: Event) throws -> [String: String] {
        let history = try history(of: event)
        return Dictionary(
            uniqueKeysWithValues: clash.fields.map { field, current in
                let name = field.replacing("-", with: "_")
                let change = history.last { $0.before[name] != $0.after[name] }
                let who = change.map { " \($0.userName ?? "somebody") at \($0.at.minuteText(in: event.zone))" }
                let what = current.isEmpty ? "nothing" : "“\(current)”"
                return (field, "There is \(what) now\(who.map { ", by\($0)" } ?? "").")
            })
    }
}

import Management
import Ticketing

/// A new draft like an event: its types and functions, neither tickets nor guests.
struct EventCopies: Sendable {
    let desk: Desk

    private static let title = FormField("title", "What the copy is called", need: .needed)
    private static let later = FormField(
        "later", "How much later it is", hint: "Such as 7d, 364d or 2h; earlier with a minus. Empty is the same time.")

    func page(_ visit: Visit) async throws -> Answer {
        let (event, rights) = try await visit.office { office in
            let event = try office.event(of: visit, for: .duplicateEvent)
            return (event, try office.rights(in: event.organizer))
        }
        return try page(visit, event, rights, title: event.details.title, later: "")
    }

    private func page(
        _ visit: Visit, _ event: Event, _ rights: [String: Facts.Fact], title: String, later: String,
        faults: [FieldFault] = []
    ) throws -> Answer {
        var facts = event.heading(at: desk.house.now()).merging(rights) { $1 }
        facts["fields"] = .list([
            EventCopies.title.facts(title, fault: faults.text(of: "title")),
            EventCopies.later.facts(later, fault: faults.text(of: "later")),
        ])
        return try desk.page(
            visit, "desk-duplicate", title: event.details.title,
            status: faults.isEmpty ? .ok : .unprocessableContent, facts)
    }

    func duplicate(_ visit: Visit) async throws -> Answer {
        try await desk.once(visit) {
            let form = try await visit.form()
            let (title, later) = (try form.typed("title") ?? "", try form.typed("later") ?? "")
            let shift = TimeShift(later)
            let (event, rights, result) = try await visit.office { office in
                let event = try office.event(of: visit, for: .duplicateEvent)
                let rights = try office.rights(in: event.organizer)
                guard later.isEmpty || shift != nil else {
                    return (event, rights, Outcome.refused([FieldFault("later", "a time such as 7d, -2h or 1d12h")]))
                }
                do {
                    let copy = try office.duplicate(event, titled: title, by: shift)
                    return (event, rights, .made(copy.deskPath))
                } catch ManagementError.invalid(let faults) {
                    return (event, rights, .refused(faults))
                }
            }
            switch result {
            case .made(let path): return .seeOther(DeskNote.path(path, .duplicated))
            case .refused(let faults):
                return try page(visit, event, rights, title: title, later: later, faults: faults)
            }
        }
    }

    private enum Outcome: Sendable {
        case made(String)
        case refused([FieldFault])
    }
}

import Management
import Ticketing

/// The functions of a celebration: what there is, one more, one less.
struct FunctionPages: Sendable {
    let desk: Desk

    private static let fields = Array(FunctionField.allCases)

    private static func blank(_ event: Event) -> FunctionField.Subject {
        var details = FunctionDetails(kind: .ceremony, start: event.details.start)
        details.name = ""
        return FunctionField.Subject(details: details, zone: event.zone)
    }

    func page(_ visit: Visit) async throws -> Answer {
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: .showFunctions)
            return (
                event,
                try self.facts(event, office, FunctionField.facts(FunctionPages.fields, of: FunctionPages.blank(event)))
            )
        }
        return try desk.page(visit, "desk-functions", title: event.details.title, facts)
    }

    func add(_ visit: Visit) async throws -> Answer {
        try await desk.once(visit) {
            let sent = try SentEdit(try await visit.form(), FunctionPages.fields)
            let outcome = try await visit.office { office in
                let event = try office.event(of: visit, for: .addFunction)
                do {
                    var subject = FunctionPages.blank(event)
                    try sent.apply(to: &subject)
                    _ = try office.addFunction(subject.details, to: event)
                    return Outcome.done("\(event.deskPath)/functions")
                } catch {
                    guard let faults = [FieldFault](refusal: error) else { throw error }
                    var facts = try self.facts(
                        event, office, try sent.facts(over: FunctionPages.blank(event), faults: faults))
                    facts["fault"] = .text(
                        "It is not added. \(faults.text(of: [FieldFault].whole) ?? "Look at what is marked.")")
                    return .again(event.details.title, facts)
                }
            }
            switch outcome {
            case .done(let path): return .seeOther(DeskNote.path(path, .added))
            case .again(let title, let facts):
                return try desk.page(visit, "desk-functions", title: title, status: .unprocessableContent, facts)
            }
        }
    }

    func remove(_ visit: Visit) async throws -> Answer {
        let number = visit.part("function") ?? ""
        let path = try await visit.office { office in
            let event = try office.event(of: visit, for: .removeFunction)
            // Sent a second time, it is gone.
            if let function = try office.functions(of: event).first(where: { "\($0.number)" == number }) {
                try office.removeFunction(function, of: event)
            }
            return event.deskPath
        }
        return .seeOther(DeskNote.path("\(path)/functions", .removed))
    }

    private enum Outcome: Sendable {
        case done(String)
        case again(String, [String: Facts.Fact])
    }

    private func facts(_ event: Event, _ office: Office, _ fields: [Facts]) throws -> [String: Facts.Fact] {
        var facts = try desk.heading(event, office)
        facts["fields"] = .list(fields)
        facts["functions"] = .list(
            try office.functions(of: event).map { function in
                let details = function.details
                let said = [event.shown(details.start), details.venue, details.note].compactMap(\.self)
                return Facts([
                    "function": .text("\(details.kind.icon) \(function.name)"),
                    "function_said": .text(said.joined(separator: " · ")),
                    "function_path": .text("\(event.deskPath)/functions/\(function.number)"),
                ])
            })
        return facts
    }
}

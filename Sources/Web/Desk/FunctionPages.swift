import Management
import Ticketing

/// The functions of a celebration: what there is, one more, one otherwise, one less.
struct FunctionPages: Sendable {
    let desk: Desk

    private static let fields = Array(FunctionField.allCases)

    private static func blank(_ event: Event) -> FunctionField.Subject {
        FunctionField.Subject(details: FunctionDetails(kind: .ceremony, start: event.details.start), zone: event.zone)
    }

    func page(_ visit: Visit) async throws -> Answer {
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: .showFunctions)
            return (event, try self.list(event, office))
        }
        return try desk.page(visit, "desk-functions", title: event.details.title, facts)
    }

    func add(_ visit: Visit) async throws -> Answer {
        try await desk.once(visit) {
            let sent = try SentEdit(try await visit.form(), FunctionPages.fields)
            return try await desk.act(visit, "desk-functions", refusal: "It is not added.") { office in
                let event = try office.event(of: visit, for: .addFunction)
                var subject = FunctionPages.blank(event)
                try sent.apply(to: &subject)
                _ = try office.addFunction(subject.details, to: event)
                return DeskNote.path("\(event.deskPath)/functions", .added)
            } again: { office, refused in
                let event = try office.event(of: visit, for: .addFunction)
                let fields = try sent.facts(over: FunctionPages.blank(event), faults: refused.faults)
                return (event.details.title, try self.list(event, office, fields))
            }
        }
    }

    func form(_ visit: Visit) async throws -> Answer {
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: .editFunction)
            let function = try FunctionPages.function(of: visit, event, office)
            let subject = FunctionField.Subject(details: function.details, zone: event.zone)
            let fields = try FunctionField.facts(FunctionPages.fields, of: subject)
            return (event, try self.form(function, event, office, fields))
        }
        return try desk.page(visit, "desk-function", title: event.details.title, facts)
    }

    func edit(_ visit: Visit) async throws -> Answer {
        let sent = try SentEdit(try await visit.form(), FunctionPages.fields)
        return try await desk.act(visit, "desk-function", refusal: "Nothing is saved yet.") { office in
            let event = try office.event(of: visit, for: .editFunction)
            let function = try FunctionPages.function(of: visit, event, office)
            let edited = try office.editFunction(function, of: event) { details in
                var subject = FunctionField.Subject(details: details, zone: event.zone)
                try sent.apply(to: &subject)
                details = subject.details
            }
            return DeskNote.path(
                "\(event.deskPath)/functions", edited.details == function.details ? .unchanged : .saved)
        } again: { office, refused in
            let event = try office.event(of: visit, for: .editFunction)
            let function = try FunctionPages.function(of: visit, event, office)
            let subject = FunctionField.Subject(details: function.details, zone: event.zone)
            let fields = try sent.facts(over: subject, faults: refused.faults, notes: refused.notes)
            return (event.details.title, try self.form(function, event, office, fields))
        }
    }

    func remove(_ visit: Visit) async throws -> Answer {
        let number = visit.part("function") ?? ""
        return try await desk.act(visit, "desk-functions", refusal: "It stays.") { office in
            let event = try office.event(of: visit, for: .removeFunction)
            // Sent a second time, it is gone.
            if let function = try office.functions(of: event).first(where: { "\($0.number)" == number }) {
                try office.removeFunction(function, of: event)
            }
            return DeskNote.path("\(event.deskPath)/functions", .removed)
        } again: { office, _ in
            let event = try office.event(of: visit, for: .removeFunction)
            return (event.details.title, try self.list(event, office))
        }
    }

    private static func function(of visit: Visit, _ event: Event, _ office: Office) throws -> EventFunction {
        let number = visit.part("function") ?? ""
        guard let function = try office.functions(of: event).first(where: { "\($0.number)" == number }) else {
            throw CelebrationError.unknownFunction(number, known: [])
        }
        return function
    }

    private func form(
        _ function: EventFunction, _ event: Event, _ office: Office, _ fields: [Facts]
    ) throws -> [String: Facts.Fact] {
        var facts = try desk.heading(event, office)
        facts["fields"] = .list(fields)
        facts["function"] = .text("\(function.details.kind.icon) \(function.name)")
        facts["function_path"] = .text("\(event.deskPath)/functions/\(function.number)")
        return facts
    }

    /// - Parameter fields: of the form for another one; nil is an empty form.
    private func list(_ event: Event, _ office: Office, _ fields: [Facts]? = nil) throws -> [String: Facts.Fact] {
        var facts = try desk.heading(event, office)
        facts["fields"] = .list(
            try fields ?? FunctionField.facts(FunctionPages.fields, of: FunctionPages.blank(event)))
        facts["functions"] = .list(
            try office.functions(of: event).map { function in
                let details = function.details
                let times = [details.start, details.end].compactMap { event.shown($0) }.joined(separator: " – ")
                let places = details.capacity.map { "at most \($0) inside" }
                let said = [times.isEmpty ? nil : times, details.venue, places, details.note].compactMap(\.self)
                return Facts([
                    "function": .text("\(details.kind.icon) \(function.name)"),
                    "function_said": .text(said.joined(separator: " · ")),
                    "function_path": .text("\(event.deskPath)/functions/\(function.number)"),
                ])
            })
        return facts
    }
}

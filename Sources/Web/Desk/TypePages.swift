import Management
import Ticketing

/// The ticket types of an event.
struct TypePages: Sendable {
    let desk: Desk

    private static let fields = Array(TypeField.allCases)

    func list(_ visit: Visit) async throws -> Answer {
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: .showTypes)
            var facts = try desk.heading(event, office)
            facts["types"] = .list(try office.ticketTypesOnSale(of: event).map { $0.facts(event) })
            return (event, facts)
        }
        return try desk.page(visit, "desk-types", title: event.details.title, facts)
    }

    func new(_ visit: Visit) async throws -> Answer {
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: .addType)
            let subject = TypeField.Subject(draft: TicketTypeDraft(name: ""), zone: event.zone)
            return (event, try form(event, office, nil, TypeField.facts(TypePages.fields, of: subject)))
        }
        return try desk.page(visit, "desk-type", title: event.details.title, facts)
    }

    func add(_ visit: Visit) async throws -> Answer {
        try await desk.once(visit) {
            let sent = try SentEdit(try await visit.form(), TypePages.fields)
            return try await save(visit, .addType, sent) { office, event in
                var subject = TypeField.Subject(draft: TicketTypeDraft(name: ""), zone: event.zone)
                try sent.apply(to: &subject)
                _ = try office.addTicketType(subject.draft, to: event)
                return .added
            }
        }
    }

    func page(_ visit: Visit) async throws -> Answer {
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: .editType)
            let type = try TypePages.type(of: visit, event, office)
            let subject = TypeField.Subject(draft: type.details, zone: event.zone)
            return (event, try form(event, office, type, TypeField.facts(TypePages.fields, of: subject)))
        }
        return try desk.page(visit, "desk-type", title: event.details.title, facts)
    }

    func edit(_ visit: Visit) async throws -> Answer {
        let sent = try SentEdit(try await visit.form(), TypePages.fields)
        return try await save(visit, .editType, sent) { office, event in
            let type = try TypePages.type(of: visit, event, office)
            let edited = try office.editTicketType(type.number, of: event) { draft in
                var subject = TypeField.Subject(draft: draft, zone: event.zone)
                try sent.apply(to: &subject)
                draft = subject.draft
            }
            return edited.details == type.details ? .unchanged : .saved
        }
    }

    private func save(
        _ visit: Visit, _ operation: Management.Operation, _ sent: SentEdit<TypeField>,
        _ work: @escaping @Sendable (Office, Event) throws -> DeskNote.Deed
    ) async throws -> Answer {
        try await desk.act(visit, "desk-type", refusal: "Nothing is saved yet.") { office in
            let event = try office.event(of: visit, for: operation)
            return DeskNote.path("\(event.deskPath)/types", try work(office, event))
        } again: { office, refused in
            let event = try office.event(of: visit, for: operation)
            let type = operation == .editType ? try TypePages.type(of: visit, event, office) : nil
            let subject = TypeField.Subject(draft: type?.details ?? TicketTypeDraft(name: ""), zone: event.zone)
            let fields = try sent.facts(over: subject, faults: refused.faults, notes: refused.notes)
            return (event.details.title, try form(event, office, type, fields))
        }
    }

    private static func type(of visit: Visit, _ event: Event, _ office: Office) throws -> TicketType {
        let name = visit.part("type") ?? ""
        guard let type = try office.ticketTypes(of: event).first(where: { $0.number.description == name }) else {
            throw ManagementError.unknownType(name, known: [])
        }
        return type
    }

    /// - Parameter type: nil for a new one.
    private func form(
        _ event: Event, _ office: Office, _ type: TicketType?, _ fields: [Facts]
    ) throws -> [String: Facts.Fact] {
        var facts = try desk.heading(event, office)
        facts["fields"] = .list(fields)
        facts["type_path"] = .text("\(event.deskPath)/\(type.map { "types/\($0.number)" } ?? "new-type")")
        facts["type_title"] = .text(type?.name ?? "New ticket type")
        if let type, type.issued > 0 {
            facts["warning"] = .text(
                "\(type.issued) \(type.issued == 1 ? "is" : "are") issued. What is sold keeps its price and how many it admits; all else holds for "
                    + "every ticket at once.")
        }
        return facts
    }
}

extension TicketTypeOnSale {
    fileprivate func facts(_ event: Event) -> Facts {
        var facts: [String: Facts.Fact] = [
            "type_name": .text(type.name), "type_number": .text("\(type.number)"),
            "price": .text(type.price?.description ?? "free"), "issued": .text("\(type.issued)"),
            "held": .text("\(held)"), "quantity": .text(type.quantity.map { "\($0)" } ?? "no limit"),
            "type_path": .text("\(event.deskPath)/types/\(type.number)"),
        ]
        switch sale {
        case .yes(let until, _):
            facts["sale"] = .text(until.map { "on sale until \($0.minuteText(in: event.zone))" } ?? "on sale")
            facts["sale_tone"] = .text("good")
        case .no(let reason): facts["sale"] = .text(reason.words)
        }
        return Facts(facts)
    }
}

import Languages
import Management
import Ticketing
import WebHost

/// The pages that list, add and edit the ticket types of an event.
struct TicketTypePages: Sendable {
    let desk: Desk

    private typealias TypeInput = FieldInput<TicketTypeDetails>

    func list(_ request: PageRequest) async throws -> RouteResponse {
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showTypes)
            return (event, try list(event, services))
        }
        return try desk.page(request, "desk-ticket-types", title: .verbatim(event.details.title), context)
    }

    private func list(_ event: Event, _ services: ManagementServices) throws -> [String: TemplateContext.Value] {
        var context = try desk.headerContext(event, services)
        let types = try services.ticketTypes.ticketTypesOnSale(of: event)
        context["types"] = .list(types.enumerated().map { $1.context(event, at: $0) })
        return context
    }

    /// Moves a type up by one position. The form contains the new position, counted from 1. Nothing is changed if the
    /// type no longer has the position that the page showed, for example because the form is sent twice.
    func move(_ request: PageRequest) async throws -> RouteResponse {
        let position = try await request.form().value("position").flatMap { UInt16($0) }.map(Int.init) ?? 0
        return try await submitList(request, .editType, refusal: .nothingMoved) { services, event in
            let type = try TicketTypePages.type(of: request, event, services)
            _ = try services.ticketTypes.moveTicketType(type.number, of: event, from: position + 1, to: position)
            return .saved
        }
    }

    func remove(_ request: PageRequest) async throws -> RouteResponse {
        let number = request.pathParameter("type") ?? ""
        return try await submitList(request, .removeType, refusal: .nothingRemoved) { services, event in
            // If the user sends the form twice, the type is already removed when the second form arrives.
            let types = try services.ticketTypes.ticketTypes(of: event)
            if let type = types.first(where: { $0.number.description == number }) {
                try services.ticketTypes.removeTicketType(type.number, of: event)
            }
            return .removed
        }
    }

    /// Performs the action of a form, and shows its result or refusal on the page with the list of types.
    private func submitList(
        _ request: PageRequest, _ operation: Management.Operation, refusal: DeskFormSentence,
        _ work: @escaping @Sendable (ManagementServices, Event) throws -> FlashMessage.Kind
    ) async throws -> RouteResponse {
        try await desk.submit(request, "desk-ticket-types", refusal: Sentence(refusal)) { services in
            let event = try services.event(of: request, for: operation)
            return FlashMessage.path("\(event.deskPath)/types", try work(services, event))
        } redisplay: { services, _ in
            let event = try services.event(of: request, for: operation)
            return (.verbatim(event.details.title), try self.list(event, services))
        }
    }

    func new(_ request: PageRequest) async throws -> RouteResponse {
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .addType)
            return (event, try form(event, services, nil, TypeInput.context(of: .blank, in: event.zone)))
        }
        return try desk.page(request, "desk-ticket-type", title: .verbatim(event.details.title), context)
    }

    func add(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let sent = try FormEdit(try await request.form(), TypeInput.all)
            return try await save(request, .addType, sent) { services, event in
                var details = TicketTypeDetails.blank
                try sent.apply(to: &details, in: event.zone)
                _ = try services.ticketTypes.addTicketType(details, to: event)
                return .added
            }
        }
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .editType)
            let type = try TicketTypePages.type(of: request, event, services)
            return (event, try form(event, services, type, TypeInput.context(of: type.details, in: event.zone)))
        }
        return try desk.page(request, "desk-ticket-type", title: .verbatim(event.details.title), context)
    }

    func edit(_ request: PageRequest) async throws -> RouteResponse {
        let sent = try FormEdit(try await request.form(), TypeInput.all)
        return try await save(request, .editType, sent) { services, event in
            let type = try TicketTypePages.type(of: request, event, services)
            let edited = try services.ticketTypes.editTicketType(type.number, of: event) {
                try sent.apply(to: &$0, in: event.zone)
            }
            return edited.details == type.details ? .unchanged : .saved
        }
    }

    private func save(
        _ request: PageRequest, _ operation: Management.Operation, _ sent: FormEdit<TypeInput>,
        _ work: @escaping @Sendable (ManagementServices, Event) throws -> FlashMessage.Kind
    ) async throws -> RouteResponse {
        let refusal = Sentence(DeskFormSentence.nothingSaved)
        return try await desk.submit(request, "desk-ticket-type", refusal: refusal) { services in
            let event = try services.event(of: request, for: operation)
            return FlashMessage.path("\(event.deskPath)/types", try work(services, event))
        } redisplay: { services, refused in
            let event = try services.event(of: request, for: operation)
            let type = operation == .editType ? try TicketTypePages.type(of: request, event, services) : nil
            let fields = try sent.context(
                over: type?.details ?? .blank, in: event.zone, faults: refused.faults, notes: refused.notes)
            return (.verbatim(event.details.title), try form(event, services, type, fields))
        }
    }

    private static func type(of request: PageRequest, _ event: Event, _ services: ManagementServices) throws
        -> TicketType
    {
        let name = request.pathParameter("type") ?? ""
        guard let type = try services.ticketTypes.ticketTypes(of: event).first(where: { $0.number.description == name })
        else {
            throw ManagementError.unknownType(name, known: [])
        }
        return type
    }

    /// Template values for the page with the form of a ticket type.
    ///
    /// - Parameter type: The ticket type to edit; nil for a new ticket type.
    private func form(
        _ event: Event, _ services: ManagementServices, _ type: TicketType?, _ fields: [TemplateContext]
    ) throws -> [String: TemplateContext.Value] {
        var context = try desk.headerContext(event, services)
        context["fields"] = .list(fields)
        context["type_path"] = .text("\(event.deskPath)/\(type.map { "types/\($0.number)" } ?? "new-type")")
        context["type_title"] = type.map { .text($0.name) } ?? .sentence(DeskEventSentence.newType)
        if let type, type.issued == 0, type.reserved == 0 {
            context["can_remove"] = .section(TemplateContext([:]))
        }
        if let type, type.issued > 0 {
            context["warning"] = .sentence(DeskEventSentence.issuedWarning, ["count": .number(type.issued)])
        }
        return context
    }
}

extension TicketTypeOnSale {
    /// - Parameter index: The position in the list, counted from 0.
    fileprivate func context(_ event: Event, at index: Int) -> TemplateContext {
        var context: [String: TemplateContext.Value] = [
            "type_name": .text(type.name),
            "price": type.price.map { .text($0.displayText) } ?? .sentence(DeskSaleSentence.free),
            "issued": .text(Language.english.text(type.issued)), "reserved": .text(Language.english.text(reserved)),
            "quantity": type.quantity.map { .text(Language.english.text($0)) } ?? .sentence(FieldSentence.noLimit),
            "type_path": .text("\(event.deskPath)/types/\(type.number)"),
        ]
        if index > 0 { context["up"] = .section(TemplateContext(["position": .text("\(index)")])) }
        switch sale {
        case .yes(let until, _):
            context["sale"] =
                until.map {
                    .sentence(DeskEventSentence.onSaleUntil, ["time": .text($0.minuteText(in: event.zone))])
                } ?? .sentence(DeskEventSentence.onSale)
            context["sale_tone"] = .text("good")
        case .no(let reason): context["sale"] = .sentence(reason.summary)
        }
        return TemplateContext(context)
    }
}

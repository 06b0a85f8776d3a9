import Management
import Ticketing
import WebHost

/// The pages that list, add, edit and remove the sub-events of a celebration.
struct FunctionPages: Sendable {
    let desk: Desk

    private static let fields = Array(FunctionField.allCases)

    private static func blank(_ event: Event) -> FunctionField.Subject {
        FunctionField.Subject(details: FunctionDetails(kind: .ceremony, start: event.details.start), zone: event.zone)
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (event, facts) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showFunctions)
            return (event, try self.list(event, services))
        }
        return try desk.page(request, "desk-functions", title: event.details.title, facts)
    }

    func add(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let sent = try FormEdit(try await request.form(), FunctionPages.fields)
            return try await desk.submit(request, "desk-functions", refusal: "Nothing was added.") { services in
                let event = try services.event(of: request, for: .addFunction)
                var subject = FunctionPages.blank(event)
                try sent.apply(to: &subject)
                _ = try services.subEvents.addFunction(subject.details, to: event)
                return FlashMessage.path("\(event.deskPath)/functions", .added)
            } redisplay: { services, refused in
                let event = try services.event(of: request, for: .addFunction)
                let fields = try sent.facts(over: FunctionPages.blank(event), faults: refused.faults)
                return (event.details.title, try self.list(event, services, fields))
            }
        }
    }

    func form(_ request: PageRequest) async throws -> RouteResponse {
        let (event, facts) = try await request.withServices { services in
            let event = try services.event(of: request, for: .editFunction)
            let function = try FunctionPages.function(of: request, event, services)
            let subject = FunctionField.Subject(details: function.details, zone: event.zone)
            let fields = try FunctionField.context(FunctionPages.fields, of: subject)
            return (event, try self.form(function, event, services, fields))
        }
        return try desk.page(request, "desk-function", title: event.details.title, facts)
    }

    func edit(_ request: PageRequest) async throws -> RouteResponse {
        let sent = try FormEdit(try await request.form(), FunctionPages.fields)
        return try await desk.submit(request, "desk-function", refusal: "Nothing was saved.") { services in
            let event = try services.event(of: request, for: .editFunction)
            let function = try FunctionPages.function(of: request, event, services)
            let edited = try services.subEvents.editFunction(function, of: event) { details in
                var subject = FunctionField.Subject(details: details, zone: event.zone)
                try sent.apply(to: &subject)
                details = subject.details
            }
            return FlashMessage.path(
                "\(event.deskPath)/functions", edited.details == function.details ? .unchanged : .saved)
        } redisplay: { services, refused in
            let event = try services.event(of: request, for: .editFunction)
            let function = try FunctionPages.function(of: request, event, services)
            let subject = FunctionField.Subject(details: function.details, zone: event.zone)
            let fields = try sent.facts(over: subject, faults: refused.faults, notes: refused.notes)
            return (event.details.title, try self.form(function, event, services, fields))
        }
    }

    func remove(_ request: PageRequest) async throws -> RouteResponse {
        let number = request.pathParameter("function") ?? ""
        return try await desk.submit(request, "desk-functions", refusal: "Nothing was removed.") { services in
            let event = try services.event(of: request, for: .removeFunction)
            // A form that is sent twice finds the sub-event removed.
            if let function = try services.subEvents.functions(of: event).first(where: { "\($0.number)" == number }) {
                try services.subEvents.removeFunction(function, of: event)
            }
            return FlashMessage.path("\(event.deskPath)/functions", .removed)
        } redisplay: { services, _ in
            let event = try services.event(of: request, for: .removeFunction)
            return (event.details.title, try self.list(event, services))
        }
    }

    private static func function(of request: PageRequest, _ event: Event, _ services: ManagementServices) throws
        -> EventFunction
    {
        let number = request.pathParameter("function") ?? ""
        guard let function = try services.subEvents.functions(of: event).first(where: { "\($0.number)" == number })
        else {
            throw GuestError.unknownFunction(number, known: [])
        }
        return function
    }

    private func form(
        _ function: EventFunction, _ event: Event, _ services: ManagementServices, _ fields: [TemplateContext]
    ) throws -> [String: TemplateContext.Value] {
        var facts = try desk.headerContext(event, services)
        facts["fields"] = .list(fields)
        facts["function"] = .text("\(function.details.kind.icon) \(function.name)")
        facts["function_path"] = .text("\(event.deskPath)/functions/\(function.number)")
        return facts
    }

    /// - Parameter fields: The form that adds a sub-event; nil for an empty form.
    private func list(_ event: Event, _ services: ManagementServices, _ fields: [TemplateContext]? = nil) throws
        -> [String: TemplateContext.Value]
    {
        var facts = try desk.headerContext(event, services)
        facts["fields"] = .list(
            try fields ?? FunctionField.context(FunctionPages.fields, of: FunctionPages.blank(event)))
        facts["functions"] = .list(
            try services.subEvents.functions(of: event).map { function in
                let details = function.details
                let times = [details.start, details.end].compactMap { event.formatted($0) }.joined(separator: " – ")
                let places = details.capacity.map { "at most \($0) inside" }
                let said = [times.isEmpty ? nil : times, details.venue, places, details.note].compactMap(\.self)
                return TemplateContext([
                    "function": .text("\(details.kind.icon) \(function.name)"),
                    "function_said": .text(said.joined(separator: " · ")),
                    "function_path": .text("\(event.deskPath)/functions/\(function.number)"),
                ])
            })
        return facts
    }
}

import EventFixture
import Foundation
import Testing
import Ticketing
import Yams

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Docs/openapi.yaml", .serving)
struct OpenAPITests {
    private let page: [String: Any]

    init() throws {
        page = try #require(try Yams.load(yaml: Project.text(of: "Docs/openapi.yaml")) as? [String: Any])
    }

    @Test("Every API route is described with its scope, and every described route exists")
    func bothWays() throws {
        let described = try operations().mapValues { operation in
            ((operation["security"] as? [[String: Any]])?.first?["token"] as? [String])?.first
        }
        var listed: [String: String?] = [:]
        for route in Routes.api(gates: nil) {
            guard case .program(let scope) = route.access else {
                Issue.record("\(route.path) is not an API route")
                continue
            }
            let path = route.path.dropFirst(API.root.count).replacing(/:([a-z_]+)/) { "{\($0.1)}" }
            listed["\(route.method.rawValue.lowercased()) \(path)"] = scope.rawValue
        }
        #expect(Set(described.keys) == Set(listed.keys))
        for (name, scope) in listed { #expect(described[name] == scope, "\(name)") }
    }

    @Test("Each operation has a unique ID, its path parameters and a default response; each reference has a target")
    func complete() throws {
        var ids: Set<String> = []
        for (name, operation) in try operations() {
            let id = try #require(operation["operationId"] as? String, "\(name)")
            #expect(ids.insert(id).inserted, "\(id)")
            let parameters = try (operation["parameters"] as? [[String: Any]] ?? []).map { parameter in
                try #require(try resolve(parameter)["name"] as? String)
            }
            for part in name.matches(of: /\{([a-z_]+)\}/) { #expect(parameters.contains(String(part.1)), "\(name)") }
            let responses = try #require(operation["responses"] as? [String: Any])
            #expect(responses["default"] != nil && responses.count == 2, "\(name)")
            // Gate requests have a request ID in place of the header Idempotency-Key.
            let needsNone =
                name.hasPrefix("get") || name.hasSuffix("/search") || name.hasSuffix("/preview")
                || name.contains("/gate/")
            #expect(needsNone == !parameters.contains("Idempotency-Key"), "\(name)")
        }
        try check(page)
    }

    @Test("The API description names every scope of a token")
    func scopes() throws {
        let components = try #require(page["components"] as? [String: Any])
        let schemes = try #require(components["securitySchemes"] as? [String: [String: Any]])
        let text = try #require(schemes["token"]?["description"] as? String)
        for scope in APIToken.Scope.allCases { #expect(text.contains("`\(scope.rawValue)`"), "\(scope)") }
    }

    @Test("The schemas of events, guests, webhooks and other objects have the program’s fields and limits")
    func fields() throws {
        try check(EventDetails.self, response: "Event", new: "NewEvent", change: "EventChange")
        try check(TicketTypeDetails.self, response: "TicketType", new: "NewType", change: "TypeChange")
        try check(SubEventDetails.self, response: "SubEvent", new: "NewSubEvent", change: "SubEventChange")
        try check(GuestDetails.self, response: "Guest")
        try check(Companion.self, response: "Companion")
        try check(OrganizerDetails.self, response: "Organizer", change: "OrganizerChange")
        try check(WebhookDetails.self, response: "Webhook", new: "NewWebhook")
        try check(Buyer.self, response: "Order", new: "NewOrder")
        try check(Payment.self, response: "PaymentFields")
        try check(HolderDetails.self, response: "Ticket", change: "HolderChange")
    }

    /// Compares schemas with the fields of an entity.
    ///
    /// - Parameters:
    ///   - new: the request body that creates an object; nil if the API creates no objects of this type.
    ///   - change: the request body that changes an object; nil if the API changes no objects of this type.
    private func check<Entity: FieldEntity>(
        _ entity: Entity.Type, response: String, new: String? = nil, change: String? = nil
    ) throws {
        let description = try APIDescription()
        let requests = [new, change].compactMap(\.self)
        let components = try #require(description.page["components"])
        let schemas =
            try [response].map { try #require(components["schemas"]?[$0], "\($0)") }
            + requests.map {
                try #require(components["requestBodies"]?[$0]?["content"]?["application/json"]?["schema"], "\($0)")
            }
        for (name, schema) in zip([response] + requests, schemas) {
            for field in Entity.fields {
                guard case .object(var found)? = schema["properties"]?[field.name] else {
                    Issue.record("\(name) has no \(field.name)")
                    continue
                }
                found["description"] = nil
                // The pattern of a text field is not compared. The program checks such texts in code, for example web
                // addresses.
                if case .text = field.kind { found["pattern"] = nil }
                found["items"] = try found["items"].map(description.resolve)
                let expected = field.schema(inResponse: name == response)
                #expect(found == expected, "\(name).\(field.name)")
            }
        }
        for (name, schema) in zip(requests, schemas.dropFirst()) {
            let required = (schema["required"]?.list ?? []).compactMap(\.text).filter { required in
                Entity.fields.contains { $0.name == required }
            }
            #expect(required == (name == new ? Entity.requiredFields : []), "\(name)")
        }
    }

    /// The operations, keyed by method and path.
    private func operations() throws -> [String: [String: Any]] {
        let paths = try #require(page["paths"] as? [String: [String: [String: Any]]])
        var operations: [String: [String: Any]] = [:]
        for (path, methods) in paths {
            for (method, operation) in methods { operations["\(method) \(path)"] = operation }
        }
        return operations
    }

    private func resolve(_ object: [String: Any]) throws -> [String: Any] {
        guard let reference = object["$ref"] as? String else { return object }
        var found: Any = page
        for part in reference.dropFirst(2).split(separator: "/") {
            found = try #require((found as? [String: Any])?[String(part)], "\(reference)")
        }
        return try #require(found as? [String: Any], "\(reference)")
    }

    /// Checks that every reference in the value leads to an object.
    private func check(_ value: Any) throws {
        if let object = value as? [String: Any] {
            _ = try resolve(object)
            for (name, member) in object where name != "$ref" { try check(member) }
        }
        if let list = value as? [Any] { try list.forEach(check) }
    }
}

extension EntityField where Entity: FieldEntity {
    /// The JSON Schema of the field, without a description. A request may contain null for a field that can be cleared.
    /// A response may contain null only for a field that can have no value.
    fileprivate func schema(inResponse: Bool) -> [String: APIDescription.Value] {
        let canBeNull = inResponse ? content(of: .blank) == .empty && kind != .names : !isRequired
        func typed(_ type: String, _ more: [String: APIDescription.Value] = [:]) -> [String: APIDescription.Value] {
            more.merging(["type": canBeNull ? .list([.text(type), .text("null")]) : .text(type)]) { $1 }
        }
        func listed(_ type: String, _ values: [APIDescription.Value]) -> [String: APIDescription.Value] {
            typed(type, ["enum": .list(canBeNull ? values + [.null] : values)])
        }
        switch kind {
        case .text, .timeZone, .email, .phone: return typed("string")
        case .number(let range):
            return typed(
                "integer",
                ["minimum": .number(Double(range.lowerBound)), "maximum": .number(Double(range.upperBound))])
        case .flag: return typed("boolean")
        case .names: return typed("array", ["items": .object(["type": .text("string")])])
        case .choices(let choices):
            let item: [String: APIDescription.Value] = [
                "type": .text("string"), "enum": .list(choices.map { .text($0.value) }),
            ]
            return typed("array", ["items": .object(item), "minItems": .number(1)])
        case .time:
            return inResponse
                ? ["$ref": .text("#/components/schemas/MomentOrNull")]
                : typed("string", ["format": .text("date-time")])
        case .money: return typed("string", ["pattern": .text(Money.pattern)])
        case .position: return typed("string", ["pattern": .text(Coordinates.pattern)])
        case .choice(let choices): return listed("string", choices.map { .text($0.value) })
        case .numberChoice(let numbers): return listed("integer", numbers.map { .number(Double($0)) })
        case .syntax(let syntax): return typed("string", ["pattern": .text(syntax.pattern)])
        }
    }
}

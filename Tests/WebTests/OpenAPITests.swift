import Cryptography
import EventFixture
import Foundation
import Management
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

    @Test("The API description names every scope of an API token")
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

    /// Compares the schemas of an object, such as an event, with the program’s fields of this object.
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

    @Test("Codes, times, cursors, positions and fees have the patterns of the program’s parsers wherever they occur")
    func patterns() throws {
        let description = try APIDescription()
        let components = try #require(description.page["components"])
        for (name, pattern) in [
            ("TicketCode", TicketCode.pattern), ("TicketCodeOrNull", TicketCode.pattern),
            ("TypedTicketCode", TicketCode.typedPattern), ("Moment", Instant.internetPattern),
            ("MomentOrNull", Instant.internetPattern),
        ] {
            #expect(components["schemas"]?[name]?["pattern"]?.text == pattern, "\(name)")
        }
        let parameters = components["parameters"]
        #expect(parameters?["cursor"]?["schema"]?["pattern"]?.text == Pagination.cursorPattern)
        #expect(parameters?["fee"]?["schema"]?["pattern"]?.text == FeeRate.pattern)
        func reference(_ schema: APIDescription.Value) -> String? {
            schema["$ref"]?.text?.split(separator: "/").last.map(String.init)
        }
        let codes: Set = ["TicketCode", "TicketCodeOrNull", "TypedTicketCode"]
        var found = 0
        func check(_ value: APIDescription.Value, _ path: String) throws {
            switch value {
            case .object(let members):
                if members["format"]?.text == "date-time" {
                    #expect(members["pattern"]?.text == Instant.internetPattern, "\(path)")
                }
                if let code = members["properties"]?["code"] {
                    found += 1
                    #expect(reference(code).map(codes.contains) == true, "\(path)")
                }
                if members["name"]?.text == "code", members["in"]?.text == "path" {
                    #expect(members["schema"].flatMap(reference) == "TypedTicketCode", "\(path)")
                }
                for (name, member) in members { try check(member, "\(path)/\(name)") }
            case .list(let list): for (index, member) in list.enumerated() { try check(member, "\(path)/\(index)") }
            case .null, .bool, .number, .text: break
            }
        }
        try check(description.page, "")
        #expect(found > 5)
    }

    /// A written form that the description of the API defines with a pattern.
    private struct Grammar: Sendable {
        let name: String
        let pattern: String
        /// The parser of the program.
        let isAccepted: @Sendable (String) -> Bool
        /// Makes a text that the parser accepts.
        let sample: @Sendable (inout SeededGenerator) -> String
        /// Texts at the limits of the written form, and whether the parser accepts them.
        let limits: [(text: String, isAccepted: Bool)]
    }

    private static let grammars: [Grammar] = [
        Grammar(
            name: "code", pattern: TicketCode.typedPattern, isAccepted: { TicketCode(typed: $0) != nil },
            sample: { random in
                let code = TicketCode(.random(using: &random)).description
                let typed = Bool.random(using: &random) ? code.lowercased() : code
                return typed.replacing("-", with: ["-", "", " ", " - "].randomElement(using: &random) ?? "")
            },
            limits: [
                ("0000-0000", false), ("OOOO OOOO", false), ("0000-0001", true), ("iloo-0000", true),
                ("4F7K-29QU", false), ("4F7K-29Q", false), ("4F7K-29QXX", false), ("", false), ("-4F7K29QX ", true),
            ]),
        Grammar(
            name: "position", pattern: Coordinates.pattern, isAccepted: { Coordinates($0) != nil },
            sample: { random in
                Coordinates(
                    latitude: .random(in: -90_000_000...90_000_000, using: &random),
                    longitude: .random(in: -180_000_000...180_000_000, using: &random)
                ).description
            },
            limits: [
                ("90,180", true), ("-90.000000, -180.0", true), ("90.000001,0", false), ("0,180.1", false),
                ("091,0", false), ("090,099", true), ("0,200", false), ("1,2,3", false), ("1,", false), (",1", false),
                ("1 ,2", false), ("1.2345678,0", false),
            ]),
        Grammar(
            name: "fee", pattern: FeeRate.pattern, isAccepted: { FeeRate($0) != nil },
            sample: { random in
                let (whole, decimals) = (Int.random(in: 0...99, using: &random), Int.random(in: 0...99, using: &random))
                return "\(whole).\(decimals)" + (["", "%", " %"].randomElement(using: &random) ?? "")
            },
            limits: [
                ("100%", true), ("100.00 %", true), ("100.01%", false), ("101", false), ("3.555%", false),
                ("007", true), ("%", false), ("", false), ("1,5", false),
            ]),
        Grammar(
            name: "instant", pattern: Instant.internetPattern, isAccepted: { Instant(internet: $0) != nil },
            sample: { random in
                let zones = ["UTC", "Africa/Kampala", "America/St_Johns", "Asia/Kathmandu"]
                let zone = zones.randomElement(using: &random).flatMap(TimeZone.init(identifier:)) ?? .gmt
                let time = Int64.random(in: 946_684_800_000...7_258_118_399_999, using: &random)
                return Instant(milliseconds: time).iso8601(in: zone)
            },
            limits: [
                ("2030-01-01T00:00:00Z", true), ("2030-01-01T23:59:59.999999999-23:59", true),
                ("2030-01-01T24:00:00Z", false), ("2030-01-01T18:00:60Z", false), ("2030-01-01T18:00:00", false),
                ("2030-01-01T18:00Z", false), ("2030-01-01 18:00:00Z", false), ("2030-13-01T18:00:00Z", false),
                ("1799-12-31T18:00:00Z", false), ("2030-01-01T18:00:00+0300", false), ("", false),
            ]),
        Grammar(
            name: "cursor", pattern: Pagination.cursorPattern, isAccepted: { Pagination.bytes(ofCursor: $0) != nil },
            sample: { random in
                let count = Int.random(in: 17...40, using: &random)
                return Hexadecimal.text((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
            },
            limits: [
                (String(repeating: "0a", count: 17), true), (String(repeating: "0A", count: 17), true),
                (String(repeating: "0a", count: 16), false), (String(repeating: "0", count: 35), false),
                (String(repeating: "0g", count: 17), false), ("", false),
            ]),
    ]

    @Test(
        "A parser accepts exactly the texts that match its pattern",
        arguments: ["code", "position", "fee", "instant", "cursor"])
    func samples(name: String) throws {
        let grammar = try #require(Self.grammars.first { $0.name == name })
        let pattern = try Regex(grammar.pattern)
        var random = SeededGenerator(for: "patterns, \(name)")
        /// Checks that the pattern and the parser agree about a text. Returns whether the parser accepts the text.
        func check(_ text: String) throws -> Bool {
            let matches = try pattern.wholeMatch(in: text) != nil
            let isAccepted = grammar.isAccepted(text)
            // The pattern of times also matches days that a month does not have.
            let isNoDay = name == "instant" && matches && CalendarDay(rawValue: String(text.prefix(10))) == nil
            #expect(isAccepted == (matches && !isNoDay), "\(name) “\(text)”")
            return isAccepted
        }
        for (text, isAccepted) in grammar.limits {
            #expect(try check(text) == isAccepted, "\(name) “\(text)”")
        }
        let letters = Array("0123456789aAfFgILOTUZ:+-.,% /é")
        let count = 500
        var accepted = 0
        for _ in 0..<count {
            let sample = grammar.sample(&random)
            #expect(try check(sample), "\(name) “\(sample)”")
            var changed = Array(sample)
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let index = Int.random(in: 0..<changed.count, using: &random)
                let letter = letters.randomElement(using: &random) ?? "0"
                switch Int.random(in: 0...2, using: &random) {
                case 0: changed[index] = letter
                case 1: changed.insert(letter, at: index)
                default: if changed.count > 1 { changed.remove(at: index) }
                }
            }
            if try check(String(changed)) { accepted += 1 }
        }
        // Some of the changed texts are accepted, and some are refused.
        #expect(accepted > 0 && accepted < count, "\(name): \(accepted)")
        if name == "code" {
            let canonical = try Regex(TicketCode.pattern)
            for _ in 0..<count {
                let code = TicketCode(.random(using: &random)).description
                #expect(try canonical.wholeMatch(in: code) != nil, "\(code)")
            }
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

    /// Checks that every reference in the value points to an object.
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
        let isList = if case .list = kind { true } else { kind == .names }
        let canBeNull = inResponse ? content(of: .blank) == .empty && !isList : !isRequired
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
        case .time: return ["$ref": .text("#/components/schemas/\(canBeNull ? "MomentOrNull" : "Moment")")]
        case .money: return typed("string", ["pattern": .text(Money.pattern)])
        case .position: return typed("string", ["pattern": .text(Coordinates.pattern)])
        case .choice(let choices): return listed("string", choices.map { .text($0.value) })
        case .numberChoice(let numbers): return listed("integer", numbers.map { .number(Double($0)) })
        case .syntax(let syntax): return typed("string", ["pattern": .text(syntax.pattern)])
        case .list(let syntax, let most):
            let item: [String: APIDescription.Value] = ["type": .text("string"), "pattern": .text(syntax.pattern)]
            return typed("array", ["items": .object(item), "maxItems": .number(Double(most))])
        }
    }
}

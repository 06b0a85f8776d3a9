import EventFixture
import Foundation
import Testing
import Yams

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

/// The description of the API in `Docs/openapi.yaml`, and checks of responses against it.
struct APIDescription: Sendable {
    /// A value that both JSON and YAML can express.
    enum Value: Hashable, Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case text(String)
        case list([Value])
        case object([String: Value])

        init(_ any: Any) throws {
            switch any {
            case is NSNull: self = .null
            case let value as Bool: self = .bool(value)
            case let value as Int: self = .number(Double(value))
            case let value as Double: self = .number(value)
            case let value as String: self = .text(value)
            case let value as [Any]: self = .list(try value.map(Value.init))
            case let value as [String: Any]: self = .object(try value.mapValues(Value.init))
            default: throw Surprise("neither JSON nor YAML: \(type(of: any))")
            }
        }

        subscript(_ name: String) -> Value? { if case .object(let members) = self { members[name] } else { nil } }
        var text: String? { if case .text(let text) = self { text } else { nil } }
        var number: Double? { if case .number(let number) = self { number } else { nil } }
        var list: [Value]? { if case .list(let list) = self { list } else { nil } }
    }

    let page: Value

    init() throws { self = try APIDescription.known.get() }

    private static let known = Result { try APIDescription(at: Project.file("Docs/openapi.yaml")) }

    private init(at file: URL) throws {
        page = try Value(try #require(try Yams.load(yaml: String(contentsOf: file, encoding: .utf8))))
    }

    /// All operations of the API, keyed by method and path, such as `get /events/{event}`.
    var operations: [String: Value] {
        guard case .object(let paths) = page["paths"] else { return [:] }
        var operations: [String: Value] = [:]
        for case (let path, .object(let methods)) in paths {
            for (method, operation) in methods { operations["\(method) \(path)"] = operation }
        }
        return operations
    }

    /// The operation that a request calls; nil if the description does not have this operation.
    ///
    /// - Parameter target: the path and query of the request.
    func operation(_ method: String, _ target: String) -> (name: String, operation: Value)? {
        let parts = target.dropFirst(API.root.count).prefix { $0 != "?" }.split(separator: "/")
        let found = operations.filter { name, _ in
            let keyParts = name.split(separator: " ")
            let pattern = keyParts[1].split(separator: "/")
            return keyParts[0] == method.lowercased() && pattern.count == parts.count
                && zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        // Literal paths take precedence over paths with placeholders.
        return found.min { $0.key.count(where: { $0 == "{" }) < $1.key.count(where: { $0 == "{" }) }
            .map { ($0.key, $0.value) }
    }

    /// The differences between a response and the description of that response.
    func faults(of reply: Reply, to method: String, _ target: String) throws -> [String] {
        guard let operation = operation(method, target)?.operation else { return ["no such operation"] }
        let responses = operation["responses"]
        guard let response = try (responses?["\(reply.status)"] ?? responses?["default"]).map(resolve),
            case .object(let contents) = response["content"], let content = contents.first
        else { return ["the description has no response \(reply.status)"] }
        guard reply.status >= 400 || responses?["\(reply.status)"] != nil else { return ["status \(reply.status)"] }
        guard reply.headers["content-type"] == content.key else { return ["\(reply.headers)"] }
        return try faults(of: Value(json: reply.body), against: try #require(content.value["schema"]), at: "")
    }

    func resolve(_ value: Value) throws -> Value {
        guard let reference = value["$ref"]?.text else { return value }
        return try reference.dropFirst(2).split(separator: "/").reduce(page) {
            try #require($0[String($1)], "\(reference)")
        }
    }

    fileprivate struct Sent: Decodable {
        let value: Value

        init(from decoder: any Decoder) throws {
            let single = try decoder.singleValueContainer()
            if single.decodeNil() {
                value = .null
            } else if let bool = try? single.decode(Bool.self) {
                value = .bool(bool)
            } else if let number = try? single.decode(Double.self) {
                value = .number(number)
            } else if let text = try? single.decode(String.self) {
                value = .text(text)
            } else if let list = try? single.decode([Sent].self) {
                value = .list(list.map(\.value))
            } else {
                value = .object(try single.decode([String: Sent].self).mapValues(\.value))
            }
        }
    }

    struct Surprise: Error {
        let what: String
        init(_ what: String) { self.what = what }
    }
}

extension APIDescription.Value {
    init(json: String) throws {
        self = try JSONDecoder().decode(APIDescription.Sent.self, from: Data(json.utf8)).value
    }
}

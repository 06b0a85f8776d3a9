import Foundation
import Testing

/// Checks values against the subset of JSON Schema (2020-12) that the API description uses. Any other keyword is an
/// error in the description.
extension APIDescription {
    func faults(of value: Value, against schema: Value, at pointer: String) throws -> [String] {
        guard case .object(let keywords) = try resolve(schema) else { return ["\(pointer): no schema"] }
        return try keywords.sorted { $0.key < $1.key }.flatMap { keyword, constraint in
            try faults(of: value, keyword, constraint, keywords, at: pointer)
        }
    }

    private func faults(
        of value: Value, _ keyword: String, _ constraint: Value, _ keywords: [String: Value], at pointer: String
    ) throws -> [String] {
        func fault(unless isRight: Bool) -> [String] {
            isRight ? [] : ["\(pointer): \(value) is not \(keyword) \(constraint)"]
        }
        switch (keyword, value) {
        case ("description", _), ("default", _): return []
        case ("type", _): return fault(unless: (constraint.list ?? [constraint]).contains { value.isOf($0.text ?? "") })
        case ("enum", _): return fault(unless: constraint.list?.contains(value) ?? false)
        case ("const", _): return fault(unless: constraint == value)
        case ("allOf", _):
            return try (constraint.list ?? []).flatMap { try faults(of: value, against: $0, at: pointer) }
        case ("anyOf", _), ("oneOf", _):
            let matches = try (constraint.list ?? []).count { try faults(of: value, against: $0, at: pointer).isEmpty }
            return fault(unless: keyword == "anyOf" ? matches > 0 : matches == 1)
        case ("format", .text(let text)):
            switch constraint.text {
            case "date-time": return fault(unless: ISO8601DateFormatter().date(from: text) != nil)
            case "date": return fault(unless: text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil)
            case "uri-reference": return []
            default: return ["\(pointer): unknown format \(constraint) in the description"]
            }
        case ("pattern", .text(let text)):
            return fault(unless: try Regex(constraint.text ?? "").firstMatch(in: text) != nil)
        case ("minLength", .text(let text)):
            return fault(unless: Double(text.unicodeScalars.count) >= constraint.number ?? 0)
        case ("maxLength", .text(let text)):
            return fault(unless: Double(text.unicodeScalars.count) <= constraint.number ?? 0)
        case ("minimum", .number(let number)): return fault(unless: number >= constraint.number ?? 0)
        case ("maximum", .number(let number)): return fault(unless: number <= constraint.number ?? 0)
        case ("minItems", .list(let list)): return fault(unless: Double(list.count) >= constraint.number ?? 0)
        case ("maxItems", .list(let list)): return fault(unless: Double(list.count) <= constraint.number ?? 0)
        case ("items", .list(let list)):
            return try list.enumerated().flatMap { try faults(of: $1, against: constraint, at: "\(pointer)/\($0)") }
        case ("required", .object(let members)):
            let missing = (constraint.list ?? []).compactMap(\.text).filter { members[$0] == nil }
            return missing.map { "\(pointer): no \($0)" }
        case ("properties", .object(let members)):
            return try members.flatMap { name, member in
                try constraint[name].map { try faults(of: member, against: $0, at: "\(pointer)/\(name)") } ?? []
            }
        case ("additionalProperties", .object(let members)):
            let others = members.filter { keywords["properties"]?[$0.key] == nil }
            if constraint == .bool(false) { return others.keys.map { "\(pointer): \($0) is not described" } }
            return try others.flatMap { try faults(of: $1, against: constraint, at: "\(pointer)/\($0)") }
        case ("format", _), ("pattern", _), ("minLength", _), ("maxLength", _), ("minimum", _), ("maximum", _),
            ("minItems", _), ("maxItems", _), ("items", _), ("required", _), ("properties", _),
            ("additionalProperties", _):
            // A keyword for another type of value does not apply to this value.
            return []
        default: return ["\(pointer): unknown keyword \(keyword) in the description"]
        }
    }
}

extension APIDescription.Value {
    fileprivate func isOf(_ type: String) -> Bool {
        switch self {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .number(let number): type == "number" || type == "integer" && number == number.rounded()
        case .text: type == "string"
        case .list: type == "array"
        case .object: type == "object"
        }
    }
}

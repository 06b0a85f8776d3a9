import Foundation
import Testing

/// The subset of JSON Schema (2020-12) that the description uses. An unknown keyword is an error of the description.
extension APIDescription {
    func faults(of value: Value, against schema: Value, at place: String) throws -> [String] {
        guard case .object(let words) = try resolve(schema) else { return ["\(place): no schema"] }
        return try words.sorted { $0.key < $1.key }.flatMap { word, said in
            try faults(of: value, word, said, words, at: place)
        }
    }

    private func faults(
        of value: Value, _ word: String, _ said: Value, _ words: [String: Value], at place: String
    ) throws -> [String] {
        func fault(unless isRight: Bool) -> [String] { isRight ? [] : ["\(place): \(value) is not \(word) \(said)"] }
        switch (word, value) {
        case ("description", _), ("default", _): return []
        case ("type", _): return fault(unless: (said.list ?? [said]).contains { value.isOf($0.text ?? "") })
        case ("enum", _): return fault(unless: said.list?.contains(value) ?? false)
        case ("const", _): return fault(unless: said == value)
        case ("allOf", _):
            return try (said.list ?? []).flatMap { try faults(of: value, against: $0, at: place) }
        case ("anyOf", _), ("oneOf", _):
            let held = try (said.list ?? []).count { try faults(of: value, against: $0, at: place).isEmpty }
            return fault(unless: word == "anyOf" ? held > 0 : held == 1)
        case ("format", .text(let text)):
            switch said.text {
            case "date-time": return fault(unless: ISO8601DateFormatter().date(from: text) != nil)
            case "date": return fault(unless: text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil)
            case "uri-reference": return []
            default: return ["\(place): format \(said)"]
            }
        case ("pattern", .text(let text)):
            return fault(unless: try Regex(said.text ?? "").firstMatch(in: text) != nil)
        case ("minLength", .text(let text)): return fault(unless: Double(text.unicodeScalars.count) >= said.number ?? 0)
        case ("maxLength", .text(let text)): return fault(unless: Double(text.unicodeScalars.count) <= said.number ?? 0)
        case ("minimum", .number(let number)): return fault(unless: number >= said.number ?? 0)
        case ("maximum", .number(let number)): return fault(unless: number <= said.number ?? 0)
        case ("minItems", .list(let list)): return fault(unless: Double(list.count) >= said.number ?? 0)
        case ("maxItems", .list(let list)): return fault(unless: Double(list.count) <= said.number ?? 0)
        case ("items", .list(let list)):
            return try list.enumerated().flatMap { try faults(of: $1, against: said, at: "\(place)/\($0)") }
        case ("required", .object(let members)):
            return (said.list ?? []).compactMap(\.text).filter { members[$0] == nil }.map { "\(place): no \($0)" }
        case ("properties", .object(let members)):
            return try members.flatMap { name, member in
                try said[name].map { try faults(of: member, against: $0, at: "\(place)/\(name)") } ?? []
            }
        case ("additionalProperties", .object(let members)):
            let others = members.filter { words["properties"]?[$0.key] == nil }
            if said == .bool(false) { return others.keys.map { "\(place): \($0) is not described" } }
            return try others.flatMap { try faults(of: $1, against: said, at: "\(place)/\($0)") }
        case ("format", _), ("pattern", _), ("minLength", _), ("maxLength", _), ("minimum", _), ("maximum", _),
            ("minItems", _), ("maxItems", _), ("items", _), ("required", _), ("properties", _),
            ("additionalProperties", _):
            // Keywords for values of another type don’t apply.
            return []
        default: return ["\(place): unknown keyword \(word) in the description"]
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

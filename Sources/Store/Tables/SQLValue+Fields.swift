import Foundation

/// Stores named values in one column, as a JSON object with sorted keys.
extension SQLValue {
    static func fields(_ fields: [String: String]) throws -> SQLValue {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return .text(String(decoding: try encoder.encode(fields), as: UTF8.self))
    }
}

extension SQLRow {
    func fields(_ column: Int) throws -> [String: String] {
        do {
            return try JSONDecoder().decode([String: String].self, from: Data(text(column).utf8))
        } catch is DecodingError {
            throw InvalidColumnValue(column: column, value: text(column), kind: "set of fields")
        }
    }
}

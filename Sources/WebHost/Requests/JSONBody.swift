import FileAccess
import Foundation
import HTTPTypes
import Languages
import NIOCore
import Presentation

/// A request body that is one JSON object. The object can have only the fields that `CodingKeys` lists.
package protocol JSONBody: Decodable {
    associatedtype CodingKeys: CodingKey, CaseIterable
}

extension PageRequest {
    /// Decodes the body as JSON.
    ///
    /// - Throws: `Problem` 413 for a body that is too large, 415 for another media type; 400 for malformed JSON and for
    ///   duplicate, missing, unknown or mistyped fields.
    package func json<Body: JSONBody>(_ type: Body.Type) async throws -> Body {
        guard headers[.contentType].map(FormFields.mediaType) == "application/json" else {
            throw Problem(.unsupportedMediaType, .notJSON)
        }
        let body = try await body()
        return try StrictJSON.decode(type, Array(body.readableBytesView))
    }
}

package enum StrictJSON {
    /// Maximum nesting of objects and lists.
    private static let maximumDepth = 8
    /// If a field is unknown, the error quotes at most this number of characters of the field’s name.
    private static let maximumQuotedLength = 60

    package static func decode<Body: JSONBody>(_ type: Body.Type, _ bytes: [UInt8]) throws -> Body {
        if let stop = JSONValidator.firstFault(in: bytes, deepest: maximumDepth) {
            // The error does not contain the validator's own description of the fault, because this description can
            // quote the client's text.
            throw Problem(.badRequest, .malformedJSON, ["line": "\(stop.line)"])
        }
        do {
            return try JSONDecoder().decode(StrictBody<Body>.self, from: Data(bytes)).body
        } catch DecodingError.keyNotFound(let key, _) {
            throw Problem(.badRequest, .missingField, ["field": .text(key.stringValue)])
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context)
        {
            guard let field = context.codingPath.first?.stringValue else { throw Problem(.badRequest, .notAnObject) }
            throw Problem(.badRequest, .wrongType, ["field": .text(field)])
        }
    }

    /// Decodes a body and rejects unknown fields, which could be misspelled names.
    private struct StrictBody<Body: JSONBody>: Decodable {
        let body: Body

        init(from decoder: any Decoder) throws {
            let known = Set(Body.CodingKeys.allCases.map(\.stringValue))
            let names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
            if let unknown = names.sorted().first(where: { !known.contains($0) }) {
                let field = SentenceArgument.text(unknown.prefix(maximumQuotedLength).description.visible)
                guard !known.isEmpty else { throw Problem(.badRequest, .noFieldKnown, ["field": field]) }
                throw Problem(
                    .badRequest, .unknownField,
                    ["field": field, "known": .text(known.sorted().joined(separator: ", "))])
            }
            body = try Body(from: decoder)
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

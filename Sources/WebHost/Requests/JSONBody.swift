import FileAccess
import Foundation
import HTTPTypes
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
            throw Problem(.unsupportedMediaType, "The body must be application/json.")
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
            // The message of the JSON validator is not used, because that message would quote the client's text.
            throw Problem(.badRequest, "Line \(stop.line) is not valid JSON, is nested too deeply or repeats a field.")
        }
        do {
            return try JSONDecoder().decode(StrictBody<Body>.self, from: Data(bytes)).body
        } catch DecodingError.keyNotFound(let key, _) {
            throw Problem(.badRequest, "The field “\(key.stringValue)” is missing.")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context)
        {
            let field = context.codingPath.first?.stringValue
            throw Problem(
                .badRequest, field.map { "The field “\($0)” has the wrong type." } ?? "The body must be one object.")
        }
    }

    /// Decodes a body and rejects unknown fields. Otherwise, a field with a misspelled name would be ignored silently.
    private struct StrictBody<Body: JSONBody>: Decodable {
        let body: Body

        init(from decoder: any Decoder) throws {
            let known = Set(Body.CodingKeys.allCases.map(\.stringValue))
            let names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
            if let unknown = names.sorted().first(where: { !known.contains($0) }) {
                let fields =
                    known.isEmpty ? "no field is known" : "known fields: \(known.sorted().joined(separator: ", "))"
                throw Problem(
                    .badRequest,
                    "The field “\(unknown.prefix(maximumQuotedLength).description.visible)” is unknown; \(fields).")
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

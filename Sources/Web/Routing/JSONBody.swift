import FileAccess
import Foundation
import HTTPTypes
import NIOCore
import Presenting

/// What a program sends as one JSON object: the fields that are named, and no others.
protocol JSONBody: Decodable {
    associatedtype CodingKeys: CodingKey, CaseIterable
}

extension Visit {
    /// The body as JSON.
    ///
    /// - Throws: `Problem` 413, 415; 400 for what is no JSON, has a field twice, too few or too many, or of another kind.
    func json<Body: JSONBody>(_ type: Body.Type) async throws -> Body {
        guard headers[.contentType].map(FormFields.mediaType) == "application/json" else {
            throw Problem(.unsupportedMediaType, "This is taken as application/json.")
        }
        let body = try await body()
        return try StrictJSON.decode(type, Array(body.readableBytesView))
    }
}

enum StrictJSON {
    /// Objects and lists inside each other.
    private static let deepest = 8
    /// Characters of a field's name that an answer repeats.
    private static let mostNamed = 60

    static func decode<Body: JSONBody>(_ type: Body.Type, _ bytes: [UInt8]) throws -> Body {
        if let stop = JSONScan.stop(in: bytes, deepest: deepest) {
            // Why, it says with words of the text, which are not ours to repeat.
            throw Problem(.badRequest, "Line \(stop.line) is no JSON, is too deep, or has a field for a second time.")
        }
        do {
            return try JSONDecoder().decode(Known<Body>.self, from: Data(bytes)).body
        } catch DecodingError.keyNotFound(let key, _) {
            throw Problem(.badRequest, "The field \(key.stringValue) is missing.")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context)
        {
            let field = context.codingPath.first?.stringValue
            throw Problem(.badRequest, field.map { "The field \($0) is not of its kind." } ?? "One object is wanted.")
        }
    }

    /// A body in which nothing stands that nobody reads: a field with a slip in its name would be left out in silence.
    private struct Known<Body: JSONBody>: Decodable {
        let body: Body

        init(from decoder: any Decoder) throws {
            let known = Set(Body.CodingKeys.allCases.map(\.stringValue))
            let names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
            if let unknown = names.sorted().first(where: { !known.contains($0) }) {
                let fields = known.isEmpty ? "none is" : "there are \(known.sorted().joined(separator: ", "))"
                throw Problem(
                    .badRequest,
                    "The field “\(unknown.prefix(mostNamed).description.visible)” is not known here; \(fields).")
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

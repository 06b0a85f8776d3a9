import Cryptography
import HTTPTypes
import Presenting

/// A part of a list that a program asks for: `?limit=` and `?cursor=`, which is what the part before ended with.
struct ListPart: Sendable {
    private static let limits = 1...200
    private static let standard = 50
    /// Octets of a cursor's code.
    private static let codeLength = 16

    /// What the last row before is called; nil from the beginning.
    let after: String?
    let limit: Int
    private let bearer: Bearer
    private let list: String

    /// - Parameter list: which list it is, and what was searched for: a cursor is good for that one alone.
    /// - Throws: `Problem` 400 for a limit or a cursor that is none.
    init(_ visit: Visit, _ bearer: Bearer, of list: String) throws {
        self.bearer = bearer
        self.list = list
        if let text = visit.query("limit") {
            guard let limit = Int(text), ListPart.limits.contains(limit) else {
                throw Problem(
                    .badRequest, "limit is \(ListPart.limits.lowerBound) to \(ListPart.limits.upperBound).")
            }
            self.limit = limit
        } else {
            limit = ListPart.standard
        }
        after = try visit.query("cursor").map { try ListPart.key(in: $0, bearer, list) }
    }

    /// One more than is asked for: whether there are any behind them is known then.
    var wanted: Int { limit + 1 }

    /// The part, and where the next one begins.
    ///
    /// - Parameter rows: what was found of `wanted`, with what each is called.
    func json(_ rows: [(key: String, json: JSON)]) throws -> JSON {
        let shown = rows.prefix(limit)
        let next = try rows.count > limit ? shown.last.map { try cursor($0.key) } : nil
        return .object([("items", .array(shown.map(\.json))), ("next", .optional(next))])
    }

    private func cursor(_ key: String) throws -> String {
        let code = try ListPart.code(key, bearer, list)
        return Hexadecimal.text(code + Array(key.utf8))
    }

    private static func code(_ key: String, _ bearer: Bearer, _ list: String) throws -> [UInt8] {
        Array(try bearer.code(of: "cursor \(list)\n\(key)").prefix(codeLength))
    }

    private static func key(in cursor: String, _ bearer: Bearer, _ list: String) throws -> String {
        let bytes = Hexadecimal.bytes(cursor) ?? []
        guard bytes.count > codeLength, let key = String(validating: bytes.dropFirst(codeLength), as: UTF8.self) else {
            throw foreign
        }
        let (right, given) = (try code(key, bearer, list), Array(bytes.prefix(codeLength)))
        guard ConstantTime.equal(right.span, given.span) else { throw foreign }
        return key
    }

    private static let foreign = Problem(.badRequest, "This cursor is not of this list. Begin without one.")
}

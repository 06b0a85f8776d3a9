import Cryptography
import HTTPTypes
import Presentation
import WebHost

/// One page of a list. The query parameters `limit` and `cursor` select the page. The cursor identifies the last row of
/// the previous page.
struct Pagination: Sendable {
    private static let limits = 1...200
    private static let defaultLimit = 50
    /// The length of a cursor's MAC (message authentication code) in bytes. The MAC shows that this server made the
    /// cursor.
    private static let codeLength = 16

    /// A regular expression (ECMA-262) that matches exactly the texts that `bytes(ofCursor:)` accepts.
    static let cursorPattern = "^([0-9A-Fa-f]{2}){17,}$"

    /// The key of the last row of the previous page; nil on the first page.
    let after: String?
    let limit: Int
    private let bearer: BearerToken
    private let list: String

    /// Reads the limit and the cursor from the query of a request.
    ///
    /// - Parameter list: identifies a list with its filters and its search text. A cursor is valid only for the list,
    ///   filters and search text for which it was created.
    /// - Throws: `Problem` 400 if the limit or the cursor is invalid.
    init(_ request: PageRequest, _ bearer: BearerToken, of list: String) throws {
        self.bearer = bearer
        self.list = list
        if let text = request.query("limit") {
            guard let limit = Int(text), Pagination.limits.contains(limit) else {
                let (least, most) = (Pagination.limits.lowerBound, Pagination.limits.upperBound)
                throw Problem(.badRequest, .limitFault, ["least": .number(least), "most": .number(most)])
            }
            self.limit = limit
        } else {
            limit = Pagination.defaultLimit
        }
        after = try request.query("cursor").map { try Pagination.key(in: $0, bearer, list) }
    }

    /// The number of rows to query: one more than the page shows.
    var queryLimit: Int { limit + 1 }

    /// The page as JSON, with the cursor of the next page. On the last page, the cursor is null.
    ///
    /// - Parameter rows: at most `queryLimit` rows, each with its key.
    func json(_ rows: [(key: String, json: JSON)]) throws -> JSON {
        let page = rows.prefix(limit)
        let next = try rows.count > limit ? page.last.map { try cursor($0.key) } : nil
        return .object([("items", .array(page.map(\.json))), ("next", .optional(next))])
    }

    private func cursor(_ key: String) throws -> String {
        let code = try Pagination.code(key, bearer, list)
        return Hexadecimal.text(code + Array(key.utf8))
    }

    private static func code(_ key: String, _ bearer: BearerToken, _ list: String) throws -> [UInt8] {
        Array(try bearer.mac(of: "cursor \(list)\n\(key)").prefix(codeLength))
    }

    private static func key(in cursor: String, _ bearer: BearerToken, _ list: String) throws -> String {
        guard let bytes = Pagination.bytes(ofCursor: cursor),
            let key = String(validating: bytes.dropFirst(codeLength), as: UTF8.self)
        else { throw wrongCursor }
        let (right, presented) = (try code(key, bearer, list), Array(bytes.prefix(codeLength)))
        guard ConstantTime.equal(right.span, presented.span) else { throw wrongCursor }
        return key
    }

    /// The MAC and the key in a cursor. Nil if the text is malformed or too short for a MAC and a key.
    static func bytes(ofCursor cursor: String) -> [UInt8]? {
        guard let bytes = Hexadecimal.bytes(cursor), bytes.count > codeLength else { return nil }
        return bytes
    }

    private static let wrongCursor = Problem(.badRequest, .wrongCursor)
}

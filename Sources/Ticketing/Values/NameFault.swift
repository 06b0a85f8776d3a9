/// What is wrong with a name or another line of text that people write.
public enum NameFault: Hashable, Sendable, CustomStringConvertible {
    case missing
    case tooLong(length: Int, limit: Int)
    /// A NUL, which no store keeps.
    case nul
    case severalLines

    /// What may be printed on a ticket and shown on one line of a gate's page: any script, not empty.
    public static let longest = 200

    /// Nil for a text that is fine. Its length counts Unicode scalars.
    public static func of(_ text: String, limit: Int = longest) -> NameFault? {
        let length = text.unicodeScalars.count
        if text.allSatisfy(\.isWhitespace) { return .missing }
        if length > limit { return .tooLong(length: length, limit: limit) }
        return text.utf8.contains(0) ? .nul : nil
    }

    public var description: String {
        switch self {
        case .missing: "nothing is there; write at least one letter"
        case .tooLong(let length, let limit): "\(length) characters are too many; at most \(limit) are allowed"
        case .nul: "it holds a NUL character; leave it out"
        case .severalLines: "it has more than one line"
        }
    }
}

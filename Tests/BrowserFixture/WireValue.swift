/// A JSON value that a test exchanges with a browser.
public enum WireValue: Codable, Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([WireValue])
    case object([String: WireValue])

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([WireValue].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: WireValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// A member of an object; null if the member is missing.
    public subscript(_ name: String) -> WireValue {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }

    public var text: String? { if case .text(let text) = self { text } else { nil } }
    public var number: Double? { if case .number(let number) = self { number } else { nil } }
    public var list: [WireValue] { if case .list(let list) = self { list } else { [] } }
    /// Whether JavaScript treats the value as true.
    public var isTrue: Bool {
        switch self {
        case .null, .bool(false), .number(0), .text(""): false
        default: true
        }
    }
}

extension WireValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .text(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(arrayLiteral elements: WireValue...) { self = .list(elements) }
    public init(dictionaryLiteral elements: (String, WireValue)...) { self = .object(Dictionary(elements) { $1 }) }
}

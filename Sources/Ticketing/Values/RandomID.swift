/// A random id that is unique in its store. The id is not 0. It is below 2⁵³, so that every JSON parser reads the id
/// exactly.
public struct RandomID<Subject>: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    private static var bits: UInt64 { 53 }

    public let rawValue: UInt64

    /// Makes an id from its raw value. Nil for 0, and for 2⁵³ or more.
    public init?(rawValue: UInt64) {
        guard rawValue != 0, rawValue >> RandomID.bits == 0 else { return nil }
        self.rawValue = rawValue
    }

    /// Parses a decimal number without leading zeros, the form that `description` returns. Nil for any other text.
    public init?(_ text: some StringProtocol) {
        guard let number = UInt64(text), "\(number)" == text else { return nil }
        self.init(rawValue: number)
    }

    public static func random(using generator: inout some RandomNumberGenerator) -> RandomID {
        while true {
            if let id = RandomID(rawValue: generator.next() >> (64 - RandomID.bits)) { return id }
        }
    }

    public var description: String { String(rawValue) }
}

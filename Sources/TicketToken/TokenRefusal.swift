public import Ticketing

/// Why a token is refused; the order of the cases is the order of the questions (TOKEN §5).
public enum TokenRefusal: Hashable, Sendable {
    /// Not a token at all; `MalformedText` says what it looks like instead.
    case malformed
    /// A token of another version of this format.
    case unsupportedVersion(UInt8)
    /// The verifier holds no key of that number, or it is retired.
    case unknownKey(UInt8)
    case badSignature
    /// Not on the verifier's list: forged, of another event, or sold since the list was made.
    case notListed
    /// A live code of another moment: `stepsOff` half minutes from the clock, negative in the past; nil if no moment
    /// within 10 steps has it, or if there is no code where one is needed.
    case staleCode(stepsOff: Int?)
    /// Proven, but of another event: this one.
    case wrongEvent(EventNumber)
    case notYetValid(from: Instant)
    case expired(until: Instant)

    /// The name in vectors, logs and JSON.
    public var name: String {
        switch self {
        case .malformed: "malformed"
        case .unsupportedVersion: "unsupportedVersion"
        case .unknownKey: "unknownKey"
        case .badSignature: "badSignature"
        case .notListed: "notListed"
        case .staleCode: "staleCode"
        case .wrongEvent: "wrongEvent"
        case .notYetValid: "notYetValid"
        case .expired: "expired"
        }
    }
}

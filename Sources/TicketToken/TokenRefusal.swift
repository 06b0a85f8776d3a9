public import Ticketing

/// The reason why a token is refused. The cases are in the order of the checks (TOKEN §5).
public enum TokenRefusal: Hashable, Sendable {
    /// The input is not a token. `InputDescription` describes it.
    case malformed
    /// The token has another version of this format.
    case unsupportedVersion(UInt8)
    /// The verifier has no key with this number, or the key is retired.
    case unknownKey(UInt8)
    case badSignature
    /// The token is not on the verifier's list: forged, for another event, or sold after the list was made.
    case notListed
    /// The live code is for another time. `stepsOff` is the difference from the clock in 30-second steps, negative for
    /// the past; nil if it is over 10 steps, or if a required code is missing.
    case staleCode(stepsOff: Int?)
    /// The token is authentic but for another event, which is the associated value.
    case wrongEvent(EventNumber)
    case notYetValid(from: Instant)
    case expired(until: Instant)

    /// The name in test vectors, logs and JSON.
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

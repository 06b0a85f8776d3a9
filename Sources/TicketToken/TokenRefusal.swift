public import Ticketing

/// The reason why a token is refused. The order of the cases is the order of the checks (TOKEN §5). A verifier with a
/// list of tokens does not check the MAC or signature. It checks whether the list contains the token (`notListed`,
/// TOKEN §7).
public enum TokenRefusal: Hashable, Sendable {
    /// The input is not a token. `UnknownInput` describes the likely kind of such input.
    case malformed
    /// The token has a version of the token format that is not supported. The associated value is that version.
    case unsupportedVersion(UInt8)
    /// The verifier has no key with this number, or the key is retired.
    case unknownKey(UInt8)
    case badSignature
    /// The token is not on the verifier's list: it is forged, is for another event, or was issued after the list was
    /// made.
    case notListed
    /// The live code is for another time, or a required live code is missing. `stepsOff` is the time of the code minus
    /// the time of the verifier's clock, in steps of 30 seconds. `stepsOff` is nil if the difference is over 10 steps
    /// or the code is missing.
    case staleCode(stepsOff: Int?)
    /// The token is authentic, but for another event. The associated value is the event in the token.
    case wrongEvent(EventNumber)
    case notYetValid(from: Instant)
    case expired(until: Instant)

    public var reason: Refusal.Reason {
        switch self {
        case .malformed: .malformed
        case .unsupportedVersion: .unsupportedVersion
        case .unknownKey: .unknownKey
        case .badSignature: .badSignature
        case .notListed: .notListed
        case .staleCode: .staleCode
        case .wrongEvent: .wrongEvent
        case .notYetValid: .notYetValid
        case .expired: .expired
        }
    }

    /// The name of the refusal in test vectors, logs and JSON.
    public var name: String { reason.rawValue }
}

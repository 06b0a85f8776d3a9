import TicketToken
import Ticketing

extension Refusal {
    /// Converts a refusal by `TokenVerifier` to a refusal by the gate. If the scanned text is malformed, the gate's
    /// refusal also has the probable kind of the text.
    init(_ refusal: TokenRefusal, of text: [UInt8]) {
        switch refusal {
        case .malformed: self = .malformed(ScannedText(text).likelyKind)
        case .unsupportedVersion(let version): self = .unsupportedVersion(version)
        case .unknownKey(let number): self = .unknownKey(number)
        case .badSignature: self = .badSignature
        case .notListed: self = .notListed
        case .staleCode(let steps): self = .staleCode(stepsOff: steps, present: true)
        case .wrongEvent(let event): self = .wrongEvent(event, title: nil, start: nil)
        case .notYetValid(let from): self = .notYetValid(from: from)
        case .expired(let until): self = .expired(until: until)
        }
    }
}

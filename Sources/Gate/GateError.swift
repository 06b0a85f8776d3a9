public import Foundation
public import Store
public import Ticketing

/// Why a gate can't open, or can't answer a request.
public enum GateError: Error, Hashable, CustomStringConvertible {
    case unknownEvent(EventNumber)
    /// The event has functions, and a gate serves one of them.
    case noFunction(known: [String])
    case unknownFunction(Int, known: [String])
    /// The gate's function was removed after the gate had opened.
    case functionRemoved(String)
    /// The gate opened before the event had functions.
    case functionsAdded(known: [String])
    /// The store is no pack.
    case noPack
    /// The pack is for other gates, or for another function.
    case otherGate(String, packed: [String])
    case otherFunction(String, packed: String)
    /// When it expired, and the event's zone.
    case packExpired(Instant, in: TimeZone)
    /// Keys that signed the event's tickets are not on the ring, and no other key of it did.
    case keysMissing(MissingKeys)
    /// The request id was used before, for another ticket, direction, gate or count.
    case requestReused(String)

    public var description: String {
        switch self {
        case .unknownEvent(let number): "the store has no event \(number)"
        case .noFunction(let known):
            "the event has functions, and a gate serves one of them: \(known.joined(separator: ", "))"
        case .unknownFunction(let number, let known):
            "the event has no function \(number)\(known.isEmpty ? "" : "; there is \(known.joined(separator: ", "))")"
        case .functionRemoved(let name):
            "the function \(name) was removed from the event; close this gate, and open it at another"
        case .functionsAdded(let known):
            "the event has functions now; close this gate, and open it at one of them: \(known.joined(separator: ", "))"
        case .noPack: "the store is no gate pack"
        case .otherGate(let gate, let packed): "the pack is for \(packed.joined(separator: ", ")), and not for \(gate)"
        case .otherFunction(let function, let packed): "the pack is for \(packed), and not for \(function)"
        case .packExpired(let expires, let zone):
            "the pack expired \(Sentences(timeZone: zone).moment(expires)): people may leave, nobody may enter; run eventpass gate refresh"
        case .keysMissing(let keys):
            "the key ring lacks \(keys.words), which signed the tickets of this event: a gate would refuse every guest"
        case .requestReused(let id): "request \(id) was already used for something else; each scan needs its own"
        }
    }

    /// What to do next.
    public var hint: String? {
        switch self {
        case .noFunction: "say which with --function NAME"
        case .keysMissing(let keys): keys.remedy?.description
        default: nil
        }
    }
}

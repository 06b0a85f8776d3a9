public import Foundation
public import Store
public import Ticketing

/// The reason why a gate cannot open, or cannot decide a request.
public enum GateError: Error, Hashable, CustomStringConvertible {
    case unknownEvent(EventNumber)
    /// The event has sub-events, so the gate must serve one of them.
    case subEventRequired(known: [String])
    case unknownSubEvent(Int, known: [String])
    /// The gate's sub-event was removed while the gate was open.
    case subEventRemoved(String)
    /// The event got sub-events after the gate had opened.
    case subEventsAdded(known: [String])
    /// The store is not a gate pack.
    case notAGatePack
    /// The gate pack is for other gates.
    case wrongGate(String, packed: [String])
    case wrongSubEvent(String, packed: String)
    /// The time at which the gate pack expired, and the event's time zone.
    case gatePackExpired(Instant, in: TimeZone)
    /// The key ring lacks keys that signed tickets of the event. None of the keys that are active in the ring signed a
    /// ticket of the event.
    case keysMissing(MissingKeys)
    /// The request id was already used for another ticket, direction, gate, sub-event, count or reason.
    case requestIDReused(String)

    public var description: String {
        switch self {
        case .unknownEvent(let number): "the store has no event \(number)"
        case .subEventRequired(let known):
            "the event has sub-events; open the gate for one of them: \(known.joined(separator: ", "))"
        case .unknownSubEvent(let number, let known):
            "the event has no sub-event \(number)\(known.isEmpty ? "" : "; there is \(known.joined(separator: ", "))")"
        case .subEventRemoved(let name):
            "the sub-event \(name) was removed; close this gate, and open it at another sub-event"
        case .subEventsAdded(let known):
            "the event has sub-events now; close this gate, and open it at one of them: \(known.joined(separator: ", "))"
        case .notAGatePack: "the store is not a gate pack"
        case .wrongGate(let gate, let packed):
            "this gate pack is for \(packed.joined(separator: ", ")), not for \(gate)"
        case .wrongSubEvent(let subEvent, let packed): "this gate pack is for \(packed), not for \(subEvent)"
        case .gatePackExpired(let expires, let zone):
            "this gate pack expired \(VerdictSentences(timeZone: zone).moment(expires)): it admits nobody, but people can leave; run eventpass gate refresh"
        case .keysMissing(let keys):
            "the key ring lacks \(keys.listed), which signed the tickets of this event: a gate would refuse every guest"
        case .requestIDReused(let id): "request id \(id) was already used for another scan; each scan needs its own id"
        }
    }

    /// Advice on how to resolve the error; nil if there is none.
    public var hint: String? {
        switch self {
        case .subEventRequired: "choose one with --sub-event NAME"
        case .keysMissing(let keys): keys.remedy?.description
        default: nil
        }
    }
}

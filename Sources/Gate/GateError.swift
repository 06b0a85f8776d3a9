public import Foundation
public import Languages
public import Store
public import Ticketing

/// The reason why a gate cannot open, or cannot decide a request.
public enum GateError: Error, Hashable, SentenceConvertible {
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
    /// The gate pack has expired. The values are the time at which it expired, and the event's time zone.
    case gatePackExpired(Instant, in: TimeZone)
    /// The key ring lacks keys that signed tickets of the event, and its other keys can verify no active ticket of the
    /// event.
    case keysMissing(MissingKeys)
    /// The request id was already used for another ticket, direction, gate, sub-event, count or reason.
    case requestIDReused(String)

    enum Text: String, SentenceKey {
        static let subject = "gateError"

        case unknownEvent = "the store has no event {number}"
        case subEventRequired = "the event has sub-events; open the gate for one of them: {subEvents}"
        case subEventRequiredHint = "choose one with --sub-event NAME"
        case noSubEvent = "the event has no sub-event {number}"
        case unknownSubEvent = "the event has no sub-event {number}; its sub-events are: {subEvents}"
        case subEventRemoved = "the sub-event {subEvent} was removed; close this gate, and open it at another sub-event"
        case subEventsAdded =
            "the event has sub-events now; close this gate, and open it at one of them: {subEvents}"
        case notAGatePack = "the store is not a gate pack"
        case otherPlace = "this gate pack is for {packed}, not for {given}"
        case otherGateHint =
            "choose a gate of this pack with --gate, or create another pack with: eventpass gate pack EVENT --device NAME --gates NAMES --output FILE"
        case otherSubEventHint =
            "leave out --sub-event, or create another pack with: eventpass gate pack EVENT --device NAME --sub-event NAME --output FILE"
        case gatePackExpired =
            "this gate pack expired {time}: it admits nobody, but people can leave; run eventpass gate refresh"
        case keysMissing =
            "the key ring lacks {keys}, which signed the tickets of this event: a gate would refuse every ticket"
        case requestIDReused = "request id {id} was already used for another scan; each scan needs its own id"

        // The detail of `StoreError.unreachable`
        case changeNotConfirmed = "it did not confirm a change within 5 seconds"
    }

    public var sentence: Sentence {
        switch self {
        case .unknownEvent(let number): Sentence(Text.unknownEvent, ["number": "\(number)"])
        case .subEventRequired(let known):
            Sentence(Text.subEventRequired, ["subEvents": .text(known.joined(separator: ", "))])
        case .unknownSubEvent(let number, let known):
            known.isEmpty
                ? Sentence(Text.noSubEvent, ["number": "\(number)"])
                : Sentence(
                    Text.unknownSubEvent,
                    ["number": "\(number)", "subEvents": .text(known.joined(separator: ", "))])
        case .subEventRemoved(let name): Sentence(Text.subEventRemoved, ["subEvent": .text(name)])
        case .subEventsAdded(let known):
            Sentence(Text.subEventsAdded, ["subEvents": .text(known.joined(separator: ", "))])
        case .notAGatePack: Sentence(Text.notAGatePack)
        case .wrongGate(let gate, let packed):
            Sentence(Text.otherPlace, ["packed": .text(packed.joined(separator: ", ")), "given": .text(gate)])
        case .wrongSubEvent(let subEvent, let packed):
            Sentence(Text.otherPlace, ["packed": .text(packed), "given": .text(subEvent)])
        case .gatePackExpired(let expires, let zone):
            Sentence(Text.gatePackExpired, ["time": .text(VerdictSentences(timeZone: zone).moment(expires))])
        case .keysMissing(let keys): Sentence(Text.keysMissing, ["keys": .sentence(keys.listed)])
        case .requestIDReused(let id): Sentence(Text.requestIDReused, ["id": .text(id)])
        }
    }

    /// Advice on how to resolve the error; nil if the program has no advice for this error.
    public var hint: Sentence? {
        switch self {
        case .subEventRequired: Sentence(Text.subEventRequiredHint)
        case .wrongGate: Sentence(Text.otherGateHint)
        case .wrongSubEvent: Sentence(Text.otherSubEventHint)
        case .keysMissing(let keys): keys.remedy?.sentence
        default: nil
        }
    }
}

public import Foundation
public import Store
public import Ticketing

/// The reason why a gate pack could not be created or refreshed.
public enum GatePackError: Error, Hashable, CustomStringConvertible {
    case invalidName(TextFault)
    case invalidGate(String, TextFault)
    /// The chosen proof (the pack's method of verifying tickets) does not fit the event's suite (the method of signing
    /// its tickets).
    case proofMismatch(GatePack.VerificationMethod, Suite)
    /// The expiry time is in the past. `in` is the event's time zone.
    case expired(Instant, in: TimeZone)
    /// The pack was made for the event `of`, but the request is for the event `not`.
    case eventMismatch(of: EventNumber, not: EventNumber)
    /// This store has made no pack for the device with this name.
    case unknownDevice(name: String)
    /// The rights in the pack's file differ from the rights that are stored here. `what` is the first right that
    /// differs.
    case changed(what: String, file: String, mainStore: String)
    /// The file claims to be the pack of the device with this name, but lacks the private key of that device.
    case missingDeviceKey(name: String)
    /// An earlier version of the program made the pack without storing its rights.
    case rightsUnknown(name: String)
    /// The number in the pack's file is higher than the last number that this store gave the pack. So this store was
    /// restored from an old backup.
    case storeOutdated(mainStore: Int, pack: Int)
    /// The key ring lacks keys that signed active tickets of the event. The pack would refuse those tickets.
    case keysMissing(MissingKeys)
    /// The key ring can verify none of the event's tickets. `ringSigns` is true if the ring has a key that can sign
    /// tickets.
    case nothingVerifies(ringSigns: Bool)

    public var description: String {
        switch self {
        case .invalidName(let fault): "the device's name: \(fault)"
        case .invalidGate(let gate, let fault): "the gate's name “\(gate)”: \(fault)"
        case .proofMismatch(let proof, let suite):
            "a pack with proof \(proof.rawValue) can't verify this event's tickets, which are signed with \(suite.name)"
        case .expired(let expires, let zone):
            "the pack would expire at \(expires.iso8601(in: zone)), which is in the past"
        case .eventMismatch(let pack, let event): "the pack is for event \(pack), not for event \(event)"
        case .unknownDevice(let name): "this store has made no pack for the device of “\(name)”"
        case .changed(let what, let file, let mainStore):
            "the pack was changed: its \(what) is “\(file)” in the file, but “\(mainStore)” in this store"
        case .missingDeviceKey(let name):
            "the file claims to be the pack of “\(name)”, but lacks that pack's private key: the file was changed"
        case .rightsUnknown(let name):
            "the pack of “\(name)” was made by an earlier version of eventpass, which did not store its rights"
        case .storeOutdated(let mainStore, let pack):
            """
            the pack has number \(pack), but the last number that this store gave the pack is \(mainStore): the store \
            was restored from an older backup
            """
        case .keysMissing(let missing):
            """
            the key ring lacks \(missing.listed): the pack would refuse \(missing.tickets) active \
            \(missing.tickets == 1 ? "ticket" : "tickets") of this event
            """
        case .nothingVerifies:
            "no key of the key ring verifies a ticket of this event: the pack would refuse every guest"
        }
    }

    /// Advice on how to resolve the error; nil if there is none.
    public var hint: String? {
        switch self {
        case .invalidName, .invalidGate: nil
        case .proofMismatch: "choose --proof list, which fits every event"
        case .expired: "choose a later time with --expires"
        case .eventMismatch: "show the pack's event with: eventpass gate stats FILE"
        case .unknownDevice, .storeOutdated: "create a new pack with: eventpass gate pack"
        case .rightsUnknown:
            "save the pack's records with: eventpass gate merge; then create a new pack with: eventpass gate pack"
        case .changed, .missingDeviceKey: "find out who had the file, then create a new pack with: eventpass gate pack"
        case .keysMissing(let missing): missing.remedy?.description
        case .nothingVerifies(ringSigns: true):
            "to sign the tickets with the active key, run: eventpass ticket reissue EVENT --all"
        case .nothingVerifies(ringSigns: false):
            "create a key with: eventpass key generate; sign the tickets with: eventpass ticket reissue EVENT --all"
        }
    }

    static func list(_ gates: [String]) -> String { gates.isEmpty ? "any" : gates.joined(separator: ", ") }

    static func number(_ subEvent: Int?) -> String { subEvent.map { "\($0)" } ?? "any" }
}

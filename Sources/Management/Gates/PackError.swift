public import Foundation
public import Store
public import Ticketing

/// Why the office makes or refreshes no pack.
public enum PackError: Error, Hashable, CustomStringConvertible {
    case name(NameFault)
    case gate(String, NameFault)
    /// The event's tickets are not proven so.
    case otherProof(Pack.Proof, Suite)
    /// It would be over before it is there. The zone is the event's.
    case expired(Instant, in: TimeZone)
    /// The pack is of another event.
    case otherEvent(of: EventNumber, not: EventNumber)
    /// This office has made no pack for that device.
    case unknownDevice(name: String)
    /// The file claims other rights than the office gave the pack.
    case changed(what: String, file: String, office: String)
    /// The file says that it is this pack, but does not have the private key of the pack's device.
    case unproven(name: String)
    /// An earlier version made the pack, and did not keep what it may hold.
    case rightsUnknown(name: String)
    /// The office would go back: its numbers are below the pack's.
    case older(office: Int, pack: Int)
    /// The ring lacks keys that signed active tickets of the event: the pack would refuse those tickets.
    case keysMissing(MissingKeys)
    /// No usable key of the ring signed any of the event's tickets.
    case nothingVerifies(ringSigns: Bool)

    public var description: String {
        switch self {
        case .name(let fault): "the device's name: \(fault)"
        case .gate(let gate, let fault): "the gate's name “\(gate)”: \(fault)"
        case .otherProof(let proof, let suite):
            "a pack with proof \(proof.rawValue) can't verify the event's tickets, which are \(suite.name)"
        case .expired(let expires, let zone): "a pack that expires \(expires.iso8601(in: zone)) has expired already"
        case .otherEvent(let pack, let event): "the pack is of event \(pack), and not of \(event)"
        case .unknownDevice(let name): "this office has made no pack for the device of “\(name)”"
        case .changed(let what, let file, let office):
            "the pack was changed: its file says \(what) \(file), and this office made it with \(office)"
        case .unproven(let name):
            "the file says that it is the pack of “\(name)”, but does not have that pack's private key: it was changed"
        case .rightsUnknown(let name):
            "the pack of “\(name)” was made by an earlier eventpass, which did not store what it may hold"
        case .older(let office, let pack):
            "the pack has number \(pack), and this office is at \(office): it was restored from an older backup"
        case .keysMissing(let missing):
            """
            the key ring lacks \(missing.words): the pack would refuse \(missing.tickets) active \
            \(missing.tickets == 1 ? "ticket" : "tickets") of this event
            """
        case .nothingVerifies:
            "no key of the key ring verifies a ticket of this event: the pack would refuse every guest"
        }
    }

    /// What to do next.
    public var hint: String? {
        switch self {
        case .name, .gate: nil
        case .otherProof: "choose --proof list, which fits every event"
        case .expired: "choose a later time with --expires"
        case .otherEvent: "eventpass gate stats FILE tells whose it is"
        case .unknownDevice, .older: "eventpass gate pack makes a new one"
        case .rightsUnknown:
            "eventpass gate merge takes its records; then eventpass gate pack makes a new one"
        case .changed, .unproven: "find out who had the file; eventpass gate pack makes a new one"
        case .keysMissing(let missing): missing.remedy?.description
        case .nothingVerifies(ringSigns: true):
            "eventpass ticket reissue EVENT --all signs the tickets with the active key"
        case .nothingVerifies(ringSigns: false):
            "eventpass key generate makes a key; then eventpass ticket reissue EVENT --all signs the tickets with it"
        }
    }

    static func list(_ gates: [String]) -> String { gates.isEmpty ? "any" : gates.joined(separator: ", ") }

    static func number(_ function: Int?) -> String { function.map { "\($0)" } ?? "any" }
}

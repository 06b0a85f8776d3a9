public import Foundation
public import Languages
public import Store
public import Ticketing

/// The reason why a gate pack could not be created or refreshed.
public enum GatePackError: Error, Hashable, SentenceConvertible {
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
    /// A value in the pack's file differs from the value that the main store has for the pack. Only the main store may
    /// change this value.
    case changed(Right, file: Sentence, mainStore: Sentence)
    /// The file claims to be the pack of the device with this name, but lacks the private key of that device.
    case missingDeviceKey(name: String)
    /// An earlier version of the program made the pack without storing its rights.
    case rightsUnknown(name: String)
    /// Every refresh raises the pack's number. The number in the pack's file is higher than the last number that this
    /// store gave the pack, so this store was restored from an old backup.
    case storeOutdated(mainStore: Int, pack: Int)
    /// The key ring lacks keys that signed active tickets of the event. The pack would refuse those tickets.
    case keysMissing(MissingKeys)
    /// The key ring can verify none of the event's tickets. `ringSigns` is true if the ring has a key that can sign
    /// tickets.
    case nothingVerifies(ringSigns: Bool)

    /// A right of a pack, or another value in the pack's file that only the main store may change.
    public enum Right: Hashable, Sendable { case name, event, proof, holderNames, gates, subEvent, phoneSearch }

    enum Text: String, SentenceKey {
        static let subject = "gatePackError"

        case invalidName = "the device's name: {fault}"
        case invalidGate = "the gate's name “{gate}”: {fault}"
        case proofMismatch =
            "a pack with proof {proof} can't verify this event's tickets, which are signed with {suite}"
        case proofMismatchHint = "choose --proof list, which fits every event"
        case expired = "the pack would expire at {time}, which is in the past"
        case expiredHint = "choose a later time with --expires"
        case eventMismatch = "the pack is for event {packEvent}, not for event {event}"
        case eventMismatchHint = "show the pack's event with: eventpass gate stats FILE"
        case unknownDevice = "this store has made no pack for the device “{name}”"
        case newPackHint = "create a new pack with: eventpass gate pack"
        case missingDeviceKey =
            "the file claims to be the pack of “{name}”, but lacks that pack's private key: the file was changed"
        case changedFileHint = "find out who had the file, then create a new pack with: eventpass gate pack"
        case rightsUnknown =
            "the pack of “{name}” was made by an earlier version of eventpass, which did not store its rights"
        case rightsUnknownHint =
            "save the pack's records with: eventpass gate merge; then create a new pack with: eventpass gate pack"
        case storeOutdated =
            "the pack has number {pack}, but the last number that this store gave the pack is {mainStore}: the store was restored from an older backup"

        // Changed packs
        case changedName =
            "the pack was changed: its name is “{file}” in the file, but “{mainStore}” in this store"
        case changedEvent =
            "the pack was changed: its event is “{file}” in the file, but “{mainStore}” in this store"
        case changedProof =
            "the pack was changed: its proof is “{file}” in the file, but “{mainStore}” in this store"
        case changedHolderNames =
            "the pack was changed: its setting for holders' names is “{file}” in the file, but “{mainStore}” in this store"
        case changedGates =
            "the pack was changed: its list of gates is “{file}” in the file, but “{mainStore}” in this store"
        case changedSubEvent =
            "the pack was changed: its sub-event is “{file}” in the file, but “{mainStore}” in this store"
        case changedPhoneSearch =
            "the pack was changed: its phone search is “{file}” in the file, but “{mainStore}” in this store"
        case unrestricted = "any"
        case yes = "yes"
        case no = "no"

        // Keys
        case keysMissing =
            "the key ring lacks {keys}: the pack would refuse {count} active ticket of this event|the key ring lacks {keys}: the pack would refuse {count} active tickets of this event"
        case nothingVerifies =
            "no key of the key ring verifies a ticket of this event: the pack would refuse every guest"
        case activeKeyHint =
            "to sign the tickets with the active key, run: eventpass ticket reissue EVENT --all"
        case newKeyHint =
            "create a key with: eventpass key generate; sign the tickets with: eventpass ticket reissue EVENT --all"

        // The detail of `StoreError.damaged`
        case eventMissing = "it lacks the event that the pack is for"
    }

    public var sentence: Sentence {
        switch self {
        case .invalidName(let fault): Sentence(Text.invalidName, ["fault": .sentence(fault.sentence)])
        case .invalidGate(let gate, let fault):
            Sentence(Text.invalidGate, ["gate": .text(gate), "fault": .sentence(fault.sentence)])
        case .proofMismatch(let proof, let suite):
            Sentence(Text.proofMismatch, ["proof": .text(proof.rawValue), "suite": .text(suite.name)])
        case .expired(let expires, let zone): Sentence(Text.expired, ["time": .text(expires.iso8601(in: zone))])
        case .eventMismatch(let pack, let event):
            Sentence(Text.eventMismatch, ["packEvent": "\(pack)", "event": "\(event)"])
        case .unknownDevice(let name): Sentence(Text.unknownDevice, ["name": .text(name)])
        case .changed(let right, let file, let mainStore):
            Sentence(right.changedText, ["file": .sentence(file), "mainStore": .sentence(mainStore)])
        case .missingDeviceKey(let name): Sentence(Text.missingDeviceKey, ["name": .text(name)])
        case .rightsUnknown(let name): Sentence(Text.rightsUnknown, ["name": .text(name)])
        case .storeOutdated(let mainStore, let pack):
            Sentence(Text.storeOutdated, ["pack": "\(pack)", "mainStore": "\(mainStore)"])
        case .keysMissing(let missing):
            Sentence(
                Text.keysMissing, ["keys": .sentence(missing.listed), "count": .number(missing.tickets)])
        case .nothingVerifies: Sentence(Text.nothingVerifies)
        }
    }

    /// Advice on how to resolve the error; nil if there is no advice.
    public var hint: Sentence? {
        switch self {
        case .invalidName, .invalidGate: nil
        case .proofMismatch: Sentence(Text.proofMismatchHint)
        case .expired: Sentence(Text.expiredHint)
        case .eventMismatch: Sentence(Text.eventMismatchHint)
        case .unknownDevice, .storeOutdated: Sentence(Text.newPackHint)
        case .rightsUnknown: Sentence(Text.rightsUnknownHint)
        case .changed, .missingDeviceKey: Sentence(Text.changedFileHint)
        case .keysMissing(let missing): missing.remedy?.sentence
        case .nothingVerifies(ringSigns: true): Sentence(Text.activeKeyHint)
        case .nothingVerifies(ringSigns: false): Sentence(Text.newKeyHint)
        }
    }

    static func list(_ gates: [String]) -> Sentence {
        gates.isEmpty ? Sentence(Text.unrestricted) : .verbatim(gates.joined(separator: ", "))
    }

    static func number(_ subEvent: Int?) -> Sentence {
        subEvent.map { Sentence.verbatim("\($0)") } ?? Sentence(Text.unrestricted)
    }

    static func yesOrNo(_ isAllowed: Bool) -> Sentence { Sentence(isAllowed ? Text.yes : Text.no) }
}

extension GatePackError.Right {
    fileprivate var changedText: GatePackError.Text {
        switch self {
        case .name: .changedName
        case .event: .changedEvent
        case .proof: .changedProof
        case .holderNames: .changedHolderNames
        case .gates: .changedGates
        case .subEvent: .changedSubEvent
        case .phoneSearch: .changedPhoneSearch
        }
    }
}

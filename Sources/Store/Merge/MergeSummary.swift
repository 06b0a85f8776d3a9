public import Languages
public import Ticketing

/// The result of a merge.
public struct MergeSummary: Hashable, Sendable {
    /// One entry for each chain of the other store, ordered by device. A branch comes after the chain from which it
    /// branches off.
    public internal(set) var chains: [Chain] = []
    /// The double admissions that this store did not know before the merge.
    public internal(set) var conflicts: [DoubleAdmission] = []
    /// The lost records.
    public internal(set) var lost: [LostHead] = []

    public var new: Int { chains.map(\.new).reduce(0, +) }

    /// The result for one chain of the other store.
    public struct Chain: Hashable, Sendable {
        public let device: DeviceID
        /// The number of merged records, which this store did not have before.
        public internal(set) var new: Int
        /// The number of the chain's records that this store already had.
        public let known: Int
        /// The number of records by which the other store's copy of the chain is shorter than this store's copy. It is
        /// 0 if the other store's copy has records that this store lacks.
        public let missing: Int
        /// The point at which the chain diverges from this store's copy of the chain; nil if there is no such point.
        public internal(set) var fork: Fork?
        /// The number of records that were not merged, because they come after the last record that the chain's device
        /// has signed.
        public internal(set) var unsigned = 0
        /// Whether the chain was not merged because it has records of other events.
        public let hasOtherEvents: Bool
        /// The time of the chain's first record in this store, by the device's wall clock.
        public internal(set) var first: Instant?
        public internal(set) var last: Instant?
    }

    /// A point at which two chains of one device diverge. Chains diverge if the device's file was cloned or restored
    /// from an older copy.
    public struct Fork: Hashable, Sendable {
        /// The sequence number of the first record that differs between the two chains.
        public let sequence: Int64
        /// The chain id under which this store stores the incoming records, beginning with the first record that
        /// differs.
        public let branch: DeviceID
    }

    /// A lost record. Another device has recorded it as the head of the chain of the device `device`, but that chain
    /// does not contain it.
    public struct LostHead: Hashable, Sendable {
        public let device: DeviceID
        public let sequence: Int64
        /// The device that recorded the lost record as a head.
        public let knownBy: DeviceID
        public let fault: Fault

        public enum Fault: String, SentenceKey {
            public static let subject = "lostHead"

            /// The chain ends before the lost record's position.
            case truncated = "the chain ends before a record that another device has recorded"
            /// The chain has another record at the lost record's position.
            case rewritten =
                "the chain was rewritten: one of its records differs from the record that another device has recorded at this position"
        }
    }
}

/// The reason why another store was not merged into this store.
public enum MergeError: Error, Hashable, SentenceConvertible {
    case broken(path: String, device: DeviceID, sequence: Int64, fault: ChainFault)
    case sameStore(path: String)
    /// A value is outside of its limits. The record id names the record that contains the value. If the record id is
    /// nil, the value concerns the whole pack.
    case limitExceeded(path: String, RecordID?, what: Sentence, value: Int, least: Int, most: Int)
    /// The pack contains a record that no gate would write: the record's decision needs a ticket, but the record names
    /// no ticket.
    case ticketMissing(path: String, RecordID, decision: String)
    case eventMissing(path: String, EventNumber)
    /// The file claims to be the pack of a device, but does not contain the private key that proves this claim.
    ///
    /// - Parameter isKnown: whether this store has a certified key for that device.
    case unverifiedPack(path: String, DeviceID, isKnown: Bool)

    enum Text: String, SentenceKey {
        static let subject = "mergeError"

        case broken = "{path}: record {sequence} of device {device}: {fault}; nothing was merged"
        case sameStore = "{path} can't be merged into itself"
        case limitExceeded = "{path}: {what}: {value} is not in the allowed range {least} to {most}; nothing was merged"
        case limitExceededByRecord =
            "{path}: record {sequence} of device {device}: {what}: {value} is not in the allowed range {least} to {most}; nothing was merged"
        case ticketMissing =
            "{path}: record {sequence} of device {device}: the decision “{decision}” names no ticket; nothing was merged"
        case eventMissing = "{path} does not have event {event}"
        case changedPack =
            "{path} does not have the private key of its device {device}: the file was changed; nothing was merged"
        case unknownPack =
            "{path}: this store has no certified key for the device {device} of the pack: another store made the pack, or this store was restored from an older backup; nothing was merged"
    }

    public var sentence: Sentence {
        switch self {
        case .broken(let path, let device, let sequence, let fault):
            Sentence(
                Text.broken,
                [
                    "path": .text(path), "sequence": "\(sequence)", "device": "\(device)", "fault": .sentence(fault),
                ])
        case .sameStore(let path): Sentence(Text.sameStore, ["path": .text(path)])
        case .limitExceeded(let path, nil, let what, let value, let least, let most):
            Sentence(
                Text.limitExceeded,
                [
                    "path": .text(path), "what": .sentence(what), "value": "\(value)", "least": "\(least)",
                    "most": "\(most)",
                ])
        case .limitExceeded(let path, let record?, let what, let value, let least, let most):
            Sentence(
                Text.limitExceededByRecord,
                [
                    "path": .text(path), "sequence": "\(record.sequence)", "device": "\(record.device)",
                    "what": .sentence(what), "value": "\(value)", "least": "\(least)", "most": "\(most)",
                ])
        case .ticketMissing(let path, let record, let decision):
            Sentence(
                Text.ticketMissing,
                [
                    "path": .text(path), "sequence": "\(record.sequence)", "device": "\(record.device)",
                    "decision": .text(decision),
                ])
        case .eventMissing(let path, let event):
            Sentence(Text.eventMissing, ["path": .text(path), "event": "\(event)"])
        case .unverifiedPack(let path, let device, isKnown: true):
            Sentence(Text.changedPack, ["path": .text(path), "device": "\(device)"])
        case .unverifiedPack(let path, let device, isKnown: false):
            Sentence(Text.unknownPack, ["path": .text(path), "device": "\(device)"])
        }
    }
}

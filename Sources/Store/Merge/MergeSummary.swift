public import Ticketing

/// The result of a merge.
public struct MergeSummary: Hashable, Sendable {
    /// One entry for each chain, ordered by device. A branch comes after the chain from which it branches off.
    public internal(set) var chains: [Chain] = []
    /// Double admissions that were not known before the merge.
    public internal(set) var conflicts: [DoubleAdmission] = []
    /// Records that are lost: a device has recorded them as the head of another chain, but no chain of this store
    /// contains them.
    public internal(set) var lost: [LostHead] = []

    public var new: Int { chains.map(\.new).reduce(0, +) }

    /// One chain of the other store.
    public struct Chain: Hashable, Sendable {
        public let device: DeviceID
        /// The number of records that this store did not have.
        public internal(set) var new: Int
        /// The number of records that this store already had.
        public let known: Int
        /// The number of records that are in this store's copy of the chain, but not in the other store's copy.
        public let missing: Int
        /// The point at which the chain diverges from the local chain; nil if there is no such point.
        public internal(set) var fork: Fork?
        /// The number of records after the last record that the chain's device has signed. These records are not
        /// merged.
        public internal(set) var unsigned = 0
        /// Whether the chain was not merged because it has records of other events.
        public let hasOtherEvents: Bool
        /// The time of the chain's first record in this store, by the device's wall clock.
        public internal(set) var first: Instant?
        public internal(set) var last: Instant?
    }

    /// A point at which two chains of one device diverge. This happens if the device's file was cloned or restored from
    /// an older copy.
    public struct Fork: Hashable, Sendable {
        /// The sequence number of the first record that differs.
        public let sequence: Int64
        /// The chain id under which the incoming records are stored, from the first differing record on.
        public let branch: DeviceID
    }

    /// A record that a device has recorded as the head of another device's chain, but that the other device's chain
    /// does not contain.
    public struct LostHead: Hashable, Sendable {
        public let device: DeviceID
        public let sequence: Int64
        /// The device that recorded this head.
        public let knownBy: DeviceID
        public let fault: Fault

        public enum Fault: String, Sendable {
            /// The chain ends before this record.
            case truncated = "the chain ends before a record that another device knew"
            /// The chain has another record at this position.
            case rewritten = "the chain was rewritten: it differs from a record that another device knew"
        }
    }
}

/// The reason why a store was not merged.
public enum MergeError: Error, Hashable, CustomStringConvertible {
    case broken(path: String, device: DeviceID, sequence: Int64, fault: ChainFault)
    case sameStore(path: String)
    /// A value is outside of its limits. If the record id is nil, the value concerns the pack as a whole.
    case limitExceeded(path: String, RecordID?, what: String, value: Int, least: Int, most: Int)
    /// The pack contains a record that no gate would write.
    case invalidRecord(path: String, RecordID, String)
    case eventMissing(path: String, EventNumber)
    /// The file claims to be the pack of a device, but does not prove this claim.
    ///
    /// - Parameter isKnown: whether this store has a certified key for that device.
    case unverifiedPack(path: String, DeviceID, isKnown: Bool)

    public var description: String {
        switch self {
        case .broken(let path, let device, let sequence, let fault):
            "\(path): record \(sequence) of device \(device): \(fault.rawValue); nothing was merged"
        case .sameStore(let path): "\(path) can't be merged into itself"
        case .limitExceeded(let path, let record, let what, let value, let least, let most):
            """
            \(path)\(MergeError.location(record)): \(what): \(value) is outside \(least) to \(most); nothing was \
            merged
            """
        case .invalidRecord(let path, let record, let fault):
            "\(path)\(MergeError.location(record)): \(fault); nothing was merged"
        case .eventMissing(let path, let event): "\(path) does not have event \(event)"
        case .unverifiedPack(let path, let device, isKnown: true):
            "\(path) does not have the private key of its device \(device): the file was changed; nothing was merged"
        case .unverifiedPack(let path, let device, isKnown: false):
            """
            \(path): this store has no certified key for its device \(device): another store made the pack, or this \
            store was restored from an older backup; nothing was merged
            """
        }
    }

    private static func location(_ record: RecordID?) -> String {
        record.map { ": record \($0.sequence) of device \($0.device)" } ?? ""
    }
}

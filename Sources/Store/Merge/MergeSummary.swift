public import Ticketing

/// What a merge has brought.
public struct MergeSummary: Hashable, Sendable {
    /// By device, a chain that left another's behind it.
    public internal(set) var chains: [Chain] = []
    /// Tickets that were let in twice, as far as that was not known before.
    public internal(set) var conflicts: [DoubleAdmission] = []
    /// Chains that a device has known further than they reach, or otherwise.
    public internal(set) var lost: [LostHead] = []

    public var new: Int { chains.map(\.new).reduce(0, +) }

    /// One chain of the other store.
    public struct Chain: Hashable, Sendable {
        public let device: DeviceID
        /// Records that were not here.
        public internal(set) var new: Int
        /// Records that were here already.
        public let known: Int
        /// Records that are here, and that the other store's own copy of the chain lacks.
        public let missing: Int
        /// Where it goes another way than what is here; nil when it does not.
        public internal(set) var fork: Fork?
        /// Records behind the last one that the chain's device has signed: they stay where they are.
        public internal(set) var unsigned = 0
        /// It stays where it is, since it has records of other events.
        public let isOfOtherEvents: Bool
        /// When its first and its last record that are here were written, by its own wall clock.
        public internal(set) var first: Instant?
        public internal(set) var last: Instant?
    }

    /// Two chains of one device: it was cloned, or went on from an older copy of itself.
    public struct Fork: Hashable, Sendable {
        /// The first record that differs.
        public let sequence: Int64
        /// Under which id the newcomer's records are kept from there on.
        public let branch: DeviceID
    }

    /// A head that a device knew of another's chain, and that the chain does not have.
    public struct LostHead: Hashable, Sendable {
        public let device: DeviceID
        public let sequence: Int64
        /// Who knew it.
        public let knownBy: DeviceID
        public let fault: Fault

        public enum Fault: String, Sendable {
            /// The chain ends before it.
            case cut = "the chain is cut off before a record that another device knew"
            /// The chain has another record there.
            case rewritten = "the chain was rewritten behind a record that another device knew"
        }
    }
}

/// Why nothing of a store was merged.
public enum MergeError: Error, Hashable, CustomStringConvertible {
    case broken(path: String, device: DeviceID, sequence: Int64, fault: ChainFault)
    case itself(path: String)
    /// More than any gate writes; without a record, of the pack as a whole.
    case beyondLimit(path: String, RecordID?, what: String, value: Int, least: Int, most: Int)
    /// A record that no gate writes.
    case impossible(path: String, RecordID, String)
    case noEvent(path: String, EventNumber)
    /// The file does not prove that it is the pack of the device that it names.
    ///
    /// - Parameter isKnown: whether that device has a certified key here.
    case unproven(path: String, DeviceID, isKnown: Bool)

    public var description: String {
        switch self {
        case .broken(let path, let device, let sequence, let fault):
            "\(path): record \(sequence) of device \(device): \(fault.rawValue); nothing of it was taken"
        case .itself(let path): "\(path) can't be merged into itself"
        case .beyondLimit(let path, let record, let what, let value, let least, let most):
            "\(path)\(MergeError.place(record)): \(what): \(value), and only \(least) to \(most) can be; nothing of it was taken"
        case .impossible(let path, let record, let fault):
            "\(path)\(MergeError.place(record)): \(fault); nothing of it was taken"
        case .noEvent(let path, let event): "\(path) does not hold event \(event)"
        case .unproven(let path, let device, isKnown: true):
            "\(path) does not have the private key of its device \(device): the file was changed; nothing of it was taken"
        case .unproven(let path, let device, isKnown: false):
            """
            \(path): no certified key of its device \(device) is known here: another office made the pack, or this store \
            was restored from an older backup; nothing of it was taken
            """
        }
    }

    private static func place(_ record: RecordID?) -> String {
        record.map { ": record \($0.sequence) of device \($0.device)" } ?? ""
    }
}

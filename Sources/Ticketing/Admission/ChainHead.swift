import Languages

/// The id of a ledger record: the device whose chain contains the record, and the sequence number in that chain.
public struct RecordID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let device: DeviceID
    public let sequence: Int64

    public init(device: DeviceID, sequence: Int64) {
        self.device = device
        self.sequence = sequence
    }

    public static func < (a: RecordID, b: RecordID) -> Bool {
        a.device == b.device ? a.sequence < b.sequence : a.device < b.device
    }

    public var description: String { "\(device)/\(sequence)" }
}

/// The head of a chain: the last of the chain's records that a store has. The hash covers all records of the chain up
/// to and including the record `id`.
public struct ChainHead: Hashable, Sendable {
    public let id: RecordID
    /// The hash, 32 bytes.
    public let hash: [UInt8]

    public init(id: RecordID, hash: [UInt8]) {
        self.id = id
        self.hash = hash
    }
}

/// The text form in which the ledger stores a list of heads. Each head is a line with device, sequence number and hash.
/// The lines are sorted by device.
extension ChainHead {
    /// Encodes heads; nil if the list is empty.
    public static func encoded(_ heads: [ChainHead]) -> String? {
        guard !heads.isEmpty else { return nil }
        return heads.sorted { $0.id < $1.id }
            .map { "\($0.id.device) \($0.id.sequence) \(HexadecimalText.text($0.hash))" }.joined(separator: "\n")
    }

    /// Parses heads; nil if the text is malformed.
    public static func parse(_ text: String) -> [ChainHead]? {
        var heads: [ChainHead] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 3, let device = DeviceID(hexadecimal: words[0]), let sequence = Int64(words[1]),
                sequence > 0, let hash = HexadecimalText.bytes(words[2]), hash.count == 32
            else { return nil }
            heads.append(ChainHead(id: RecordID(device: device, sequence: sequence), hash: hash))
        }
        return heads
    }
}

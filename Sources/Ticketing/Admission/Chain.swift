/// One record of the ledger: its device's chain, and where it stands there.
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

/// How far a chain was known: the hash covers all records up to this one.
public struct ChainHead: Hashable, Sendable {
    public let id: RecordID
    /// 32 bytes.
    public let hash: [UInt8]

    public init(id: RecordID, hash: [UInt8]) {
        self.id = id
        self.hash = hash
    }
}

/// As the ledger keeps several of them: a line each, device, sequence and hash, in the order of the devices.
extension ChainHead {
    /// Nil for none.
    public static func text(_ heads: [ChainHead]) -> String? {
        guard !heads.isEmpty else { return nil }
        return heads.sorted { $0.id < $1.id }
            .map { "\($0.id.device) \($0.id.sequence) \(HexadecimalText.text($0.hash))" }.joined(separator: "\n")
    }

    /// Nil for what is no such text.
    public static func heads(_ text: String) -> [ChainHead]? {
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

/// A chain that left another's: a device that was cloned, or went on from an older copy of itself.
public struct ChainBranch: Hashable, Sendable {
    /// The device as it calls itself, and as its records' hashes know it.
    public let origin: DeviceID
    /// The chain that it left, and the last record that both share; 0 when they share none.
    public let parent: DeviceID
    public let base: Int64

    public init(origin: DeviceID, parent: DeviceID, base: Int64) {
        self.origin = origin
        self.parent = parent
        self.base = base
    }
}

/// Which records each device knew of when it wrote its own: those of its own chain before it, and those up to the heads
/// that its `merge` records name (GATE, "Conflicts").
public struct Knowledge: Sendable {
    private let branches: [DeviceID: ChainBranch]
    /// By the chain that learned: at which of its records, and up to where in another chain.
    private var learned: [DeviceID: [(at: Int64, upTo: RecordID)]] = [:]

    /// - Parameter branches: by the id of the chain.
    public init(branches: [DeviceID: ChainBranch] = [:]) { self.branches = branches }

    /// The device of record `at` knows another chain up to a record.
    public mutating func learn(_ upTo: RecordID, at record: RecordID) {
        learned[record.device, default: []].append((record.sequence, upTo))
    }

    /// Whether a record was written by a device that knew of another one.
    public func knew(_ record: RecordID, of other: RecordID) -> Bool {
        path(to: record).contains { part in
            RecordID.covers(part, other)
                || learned[part.device, default: []].contains { learned in
                    learned.at <= part.sequence && path(to: learned.upTo).contains { RecordID.covers($0, other) }
                }
        }
    }

    /// The last record of each chain that leads to one: its own, and those that it branched from.
    private func path(to record: RecordID) -> [RecordID] {
        var path = [record]
        // A chain that leads to itself is one that somebody wrote by hand.
        while path.count <= branches.count, let last = path.last, let branch = branches[last.device] {
            path.append(RecordID(device: branch.parent, sequence: min(branch.base, last.sequence)))
        }
        return path
    }
}

extension RecordID {
    fileprivate static func covers(_ head: RecordID, _ record: RecordID) -> Bool {
        head.device == record.device && record.sequence <= head.sequence
    }
}

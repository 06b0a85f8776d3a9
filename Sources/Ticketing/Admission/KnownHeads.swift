/// A chain that branched off another chain, because its device was cloned or was restored from an older copy.
public struct ChainBranch: Hashable, Sendable {
    /// The device id that the chain's records contain and that their hashes cover.
    public let origin: DeviceID
    /// The chain from which this chain branched off. `lastShared` is the sequence number of the last record that both
    /// chains contain; 0 if they share no record.
    public let parent: DeviceID
    public let lastShared: Int64

    public init(origin: DeviceID, parent: DeviceID, lastShared: Int64) {
        self.origin = origin
        self.parent = parent
        self.lastShared = lastShared
    }
}

/// Tells which records a device knew when it wrote a record: the records that its store contained at that time. The
/// device knew all earlier records of its own chain. It also knew the records of other chains, up to the heads in its
/// `merge` records (Docs/Gate.md, "Conflicts").
public struct KnownHeads: Sendable {
    private let branches: [DeviceID: ChainBranch]
    /// The merges of each chain. `at` is the sequence number of the `merge` record. From that record on, the device
    /// knew another chain up to the record `upTo`.
    private var learned: [DeviceID: [(at: Int64, upTo: RecordID)]] = [:]

    /// Starts without any `merge` records; `learn` adds them.
    ///
    /// - Parameter branches: the branches, by the ids of their chains.
    public init(branches: [DeviceID: ChainBranch] = [:]) { self.branches = branches }

    /// Adds one head that a `merge` record contains. From `record` on, the device that wrote `record` knows the chain
    /// of `upTo` up to and including the record `upTo`.
    public mutating func learn(_ upTo: RecordID, at record: RecordID) {
        learned[record.device, default: []].append((record.sequence, upTo))
    }

    /// Whether the device that wrote `record` knew the record `other` when it wrote `record`.
    public func isAware(_ record: RecordID, of other: RecordID) -> Bool {
        path(to: record).contains { part in
            RecordID.covers(part, other)
                || learned[part.device, default: []].contains { learned in
                    learned.at <= part.sequence && path(to: learned.upTo).contains { RecordID.covers($0, other) }
                }
        }
    }

    /// The path to a record. It begins with the record itself. If the record's chain is a branch, the last record that
    /// this chain shares with its parent chain follows. The path continues in the same way from the parent chain, and
    /// ends at a chain that is not a branch.
    private func path(to record: RecordID) -> [RecordID] {
        var path = [record]
        // The limit ends the loop if branches form a cycle. Such a cycle is possible only in forged data.
        while path.count <= branches.count, let last = path.last, let branch = branches[last.device] {
            path.append(RecordID(device: branch.parent, sequence: min(branch.lastShared, last.sequence)))
        }
        return path
    }
}

extension RecordID {
    fileprivate static func covers(_ head: RecordID, _ record: RecordID) -> Bool {
        head.device == record.device && record.sequence <= head.sequence
    }
}

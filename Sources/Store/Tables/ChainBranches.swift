import Ticketing

/// Where chains left others', by their ids: whose records are whose.
struct ChainBranches {
    var byChain: [DeviceID: ChainBranch]

    /// The device as a chain's records know it.
    func origin(of chain: DeviceID) -> DeviceID { byChain[chain]?.origin ?? chain }

    /// The chain whose own record it is, on another's path.
    func owner(of sequence: Int64, on chain: DeviceID) -> DeviceID {
        var owner = chain
        // A chain that leads to itself is one that somebody wrote by hand; it has no such record.
        for _ in 0...byChain.count {
            guard let branch = byChain[owner], sequence <= branch.base else { return owner }
            owner = branch.parent
        }
        return owner
    }

    /// The first branch, by id, that no device makes: it left a chain of another device, or leads back to itself. A
    /// device signs its own chain, which must not vouch for records of another.
    var foreign: (chain: DeviceID, ChainBranch)? {
        var sound: Set<DeviceID> = []
        for (id, branch) in byChain.sorted(by: { $0.key < $1.key }) {
            var path: [DeviceID] = []
            var chain = id
            while !sound.contains(chain), let next = byChain[chain], next.origin == branch.origin {
                guard path.count < byChain.count else { return (id, branch) }
                path.append(chain)
                chain = next.parent
            }
            // Here the path is at a chain that was followed before, at the device's first chain, or where it must not be.
            guard sound.contains(chain) ? origin(of: chain) == branch.origin : chain == branch.origin else {
                return (id, branch)
            }
            guard byChain[branch.origin] == nil else { return (id, branch) }
            sound.formUnion(path)
        }
        return nil
    }

    /// What a chain's record takes back, as it is found here: a device calls its own records by its own id, and here those
    /// behind a fork have another.
    func found(_ reversed: RecordID, by chain: DeviceID) -> RecordID {
        guard reversed.device == origin(of: chain) else { return reversed }
        return RecordID(device: owner(of: reversed.sequence, on: chain), sequence: reversed.sequence)
    }

    /// The same as the device wrote it, and as the record's hash knows it.
    func written(_ reversed: RecordID, by chain: DeviceID) -> RecordID {
        guard reversed.device == owner(of: reversed.sequence, on: chain) else { return reversed }
        return RecordID(device: origin(of: chain), sequence: reversed.sequence)
    }
}

extension AdmissionRecord {
    /// A chain's record as its device wrote it.
    func written(in chain: DeviceID, _ branches: ChainBranches) -> AdmissionRecord {
        var record = self
        record.device = branches.origin(of: chain)
        record.reverses = reverses.map { branches.written($0, by: chain) }
        return record
    }

    /// A record as its device wrote it, as one of a chain here.
    func found(in chain: DeviceID, _ branches: ChainBranches) -> AdmissionRecord {
        var record = self
        record.device = chain
        record.reverses = reverses.map { branches.found($0, by: chain) }
        return record
    }
}

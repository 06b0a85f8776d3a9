import Ticketing

/// The branches of chains, by id. A branch begins where two copies of a device continued the same chain differently.
/// The branch shares the records before that point with its parent chain. The path of a chain is the sequence of all
/// records from the device's first record to the chain's last record: first the shared records of its parent chains,
/// then its own records.
struct ChainBranches {
    var byChain: [DeviceID: ChainBranch]

    /// The device whose id is in the records of a chain.
    func origin(of chain: DeviceID) -> DeviceID { byChain[chain]?.origin ?? chain }

    /// The chain that stores record number `sequence` of the path of `chain`.
    func owner(of sequence: Int64, on chain: DeviceID) -> DeviceID {
        var owner = chain
        // The loop is bounded, because a manipulated chain can lead back to itself.
        for _ in 0...byChain.count {
            guard let branch = byChain[owner], sequence <= branch.lastShared else { return owner }
            owner = branch.parent
        }
        return owner
    }

    /// The first invalid branch, in the order of the ids; nil if all branches are valid. A branch is invalid if its
    /// path leads to another device's chain or back to the branch itself. No device creates such a branch. A device
    /// signs its own chain, and the device's signature must not cover another device's records.
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
            // The loop ended at a chain that was already checked, at the device's first chain, or at another device's
            // chain.
            guard sound.contains(chain) ? origin(of: chain) == branch.origin : chain == branch.origin else {
                return (id, branch)
            }
            guard byChain[branch.origin] == nil else { return (id, branch) }
            sound.formUnion(path)
        }
        return nil
    }

    /// Returns the id that a reversed record (the record of an undone admission) has in this store. The record that
    /// undoes the admission is in `chain`. A device refers to its records by its own id, but this store keeps the
    /// records of a branch under the id of the branch.
    func localized(_ reversed: RecordID, by chain: DeviceID) -> RecordID {
        guard reversed.device == origin(of: chain) else { return reversed }
        return RecordID(device: owner(of: reversed.sequence, on: chain), sequence: reversed.sequence)
    }

    /// The inverse of `localized`: the id that the device wrote, which the record's hash covers.
    func asWritten(_ reversed: RecordID, by chain: DeviceID) -> RecordID {
        guard reversed.device == owner(of: reversed.sequence, on: chain) else { return reversed }
        return RecordID(device: origin(of: chain), sequence: reversed.sequence)
    }
}

extension AdmissionRecord {
    /// This record of a chain, in the form in which the chain's device wrote it.
    func asWritten(in chain: DeviceID, _ branches: ChainBranches) -> AdmissionRecord {
        var record = self
        record.device = branches.origin(of: chain)
        record.reverses = reverses.map { branches.asWritten($0, by: chain) }
        return record
    }

    /// The inverse of `asWritten`: this record, in the form in which this store keeps it in `chain`.
    func localized(in chain: DeviceID, _ branches: ChainBranches) -> AdmissionRecord {
        var record = self
        record.device = chain
        record.reverses = reverses.map { branches.localized($0, by: chain) }
        return record
    }
}

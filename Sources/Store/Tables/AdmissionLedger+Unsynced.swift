public import Ticketing

/// How far a device's chain is, and how much of it others are known to have.
extension AdmissionLedger {
    /// Its last record's number and hybrid clock; nil without a record. Unlike `head`, it keeps nobody waiting.
    public func end(of device: DeviceID) throws -> (sequence: Int64, clock: HybridClock)? {
        try connection.first(
            "SELECT sequence, hybrid_clock FROM device WHERE id = $1 AND sequence > 0", [.blob(device.bytes)]
        ) { (try $0.sequence(0), try $0.hybridClock(1)) }
    }

    /// How many records of a device's chain follow the last one that somebody else is known to have.
    ///
    /// - Parameter heads: what the other has, of any chains. One that this chain does not go through, as after a cloned
    ///   device, says nothing of it.
    public func unsynced(of device: DeviceID, knowing heads: [ChainHead]) throws -> Int {
        guard let end = try end(of: device) else { return 0 }
        let known = try heads.filter { head in
            try head.id.device == device && hash(at: head.id.sequence, of: device.bytes) == head.hash
        }
        return Int(end.sequence - (known.map(\.id.sequence).max() ?? 0))
    }

    /// A record that a device's chain goes through, as others can know it; nil when it does not reach so far.
    public func chainHead(at sequence: Int64, of device: DeviceID) throws -> ChainHead? {
        try hash(at: sequence, of: device.bytes).map {
            ChainHead(id: RecordID(device: device, sequence: sequence), hash: $0)
        }
    }
}

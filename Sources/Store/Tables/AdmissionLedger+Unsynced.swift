public import Ticketing

extension AdmissionLedger {
    /// The sequence number and the hybrid clock (a time that never goes back, Docs/Gate.md) of a device's last record;
    /// nil if the device has no records. Unlike `head`, this query locks nothing.
    public func end(of device: DeviceID) throws -> (sequence: Int64, clock: HybridClock)? {
        try connection.first(
            "SELECT sequence, hybrid_clock FROM device WHERE id = $1 AND sequence > 0", [.blob(device.bytes)]
        ) { (try $0.sequence(0), try $0.hybridClock(1)) }
    }

    /// The number of records in a device's chain that another store may lack: the records after the last record that is
    /// in `heads`.
    ///
    /// - Parameter heads: the heads of chains in the other store. Heads that are not on the device's chain are ignored:
    ///   the heads of other devices and, if the device was cloned, the head of the clone's chain.
    public func unsyncedCount(of device: DeviceID, knowing heads: [ChainHead]) throws -> Int {
        guard let end = try end(of: device) else { return 0 }
        let known = try heads.filter { head in
            try head.id.device == device && hash(at: head.id.sequence, of: device.bytes) == head.hash
        }
        return Int(end.sequence - (known.map(\.id.sequence).max() ?? 0))
    }

    /// The head that a device's chain had when it ended with the record `sequence`; nil if the chain is shorter.
    public func chainHead(at sequence: Int64, of device: DeviceID) throws -> ChainHead? {
        try hash(at: sequence, of: device.bytes).map {
            ChainHead(id: RecordID(device: device, sequence: sequence), hash: $0)
        }
    }
}

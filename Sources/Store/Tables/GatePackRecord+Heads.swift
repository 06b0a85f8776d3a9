public import Ticketing

extension GatePackRecord {
    /// Marks the pack's own chain as received by the main store, up to the record `head`. Does nothing if this head is
    /// already stored.
    public func recordSyncedHead(_ head: ChainHead) throws {
        guard let pack = try current(), !pack.heads.contains(head) else { return }
        let heads = pack.heads.filter { $0.id.device != head.id.device } + [head]
        try connection.execute(
            "UPDATE gate_pack SET heads = $1 WHERE event = $2",
            [.optional(ChainHead.encoded(heads)), .int(pack.event.rawValue)])
    }
}

public import Ticketing

extension GatePackRecord {
    /// Records in the pack that the main store has the pack's own chain up to the record `head`. Does nothing if this
    /// head is already stored.
    public func recordSyncedHead(_ head: ChainHead) throws {
        guard let pack = try current(), !pack.heads.contains(head) else { return }
        let heads = pack.heads.filter { $0.id.device != head.id.device } + [head]
        try connection.execute(
            "UPDATE gate_pack SET heads = $1 WHERE event = $2",
            [.optional(ChainHead.encoded(heads)), .int(pack.event.rawValue)])
    }
}

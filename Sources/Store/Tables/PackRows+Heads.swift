public import Ticketing

extension PackRows {
    /// The office has the pack's own chain up to here. Does nothing when that is known.
    public func learn(_ head: ChainHead) throws {
        guard let pack = try current(), !pack.heads.contains(head) else { return }
        let heads = pack.heads.filter { $0.id.device != head.id.device } + [head]
        try connection.execute(
            "UPDATE pack SET heads = $1 WHERE event = $2",
            [.optional(ChainHead.text(heads)), .int(pack.event.rawValue)])
    }
}

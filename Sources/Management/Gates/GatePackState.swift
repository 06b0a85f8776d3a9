import Store
public import Ticketing

/// The state of an open gate pack in relation to the main store.
public struct GatePackState: Hashable, Sendable {
    /// The time at which the pack was made or last refreshed, by the main store's clock.
    public let made: Instant
    /// The time from which the pack admits nobody.
    public let expires: Instant
    /// The number of records of the pack’s device that the main store may lack. These are the records after the head
    /// that the device’s chain had in the main store at the last merge or refresh.
    public var unsynced: Int

    public init(made: Instant, expires: Instant, unsynced: Int) {
        self.made = made
        self.expires = expires
        self.unsynced = unsynced
    }
}

extension OpenGatePack {
    /// Reads the current state from the pack's file, because the pack may have been refreshed or merged since it was
    /// opened.
    public func state() throws -> GatePackState {
        try store.read { connection in
            let current = try connection.gatePackRecord.current() ?? pack
            return GatePackState(
                made: current.made, expires: current.expires,
                unsynced: try connection.ledger.unsyncedCount(of: current.device, knowing: current.heads))
        }
    }
}

extension LaneStore {
    /// After a merge, stores in the lane's pack the head that the lane's chain now has in the main store. If the pack
    /// later lacks the record of this head, the next merge detects the loss.
    func storeMergedHead(_ summary: MergeSummary) throws {
        guard let own = summary.chains.first(where: { $0.device == device }), !own.hasOtherEvents else { return }
        let head = try store.read { connection in
            try connection.gatePackRecord.current().flatMap { pack in
                let head = try connection.ledger.chainHead(at: Int64(own.known + own.new), of: device)
                return head.flatMap { pack.heads.contains($0) ? nil : $0 }
            }
        }
        if let head { try store.write { try $0.gatePackRecord.recordSyncedHead(head) } }
    }
}

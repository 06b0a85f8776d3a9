import Store
public import Ticketing

/// How a pack at work stands to its office.
public struct PackState: Hashable, Sendable {
    /// When it was made or refreshed, by the office's clock.
    public let made: Instant
    /// From when on nobody is let in by it.
    public let expires: Instant
    /// Records of its gates behind the last one that the office is known to have, by a merge or a refresh.
    public var unsynced: Int

    public init(made: Instant, expires: Instant, unsynced: Int) {
        self.made = made
        self.expires = expires
        self.unsynced = unsynced
    }
}

extension OpenPack {
    /// As it is now: it may have been refreshed or merged since it was opened.
    public func state() throws -> PackState {
        try store.read { connection in
            let current = try connection.packRows.current() ?? pack
            return PackState(
                made: current.made, expires: current.expires,
                unsynced: try connection.ledger.unsynced(of: current.device, knowing: current.heads))
        }
    }
}

extension GateLane {
    /// Is told how far the office has its chain: so its gates know what is not there yet, and a chain that is cut short
    /// later is found.
    func learnArrival(_ summary: MergeSummary) throws {
        guard let own = summary.chains.first(where: { $0.device == device }), !own.isOfOtherEvents else { return }
        let head = try store.read { connection in
            try connection.packRows.current().flatMap { pack in
                let head = try connection.ledger.chainHead(at: Int64(own.known + own.new), of: device)
                return head.flatMap { pack.heads.contains($0) ? nil : $0 }
            }
        }
        if let head { try store.write { try $0.packRows.learn(head) } }
    }
}

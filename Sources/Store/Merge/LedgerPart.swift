import Ticketing

/// A part of a chain that comes in, inside the transaction that stores it.
struct LedgerPart {
    /// How many records one transaction takes at most. Gates wait for it, and give up after ten seconds: with five times as
    /// many, a busy PostgreSQL took longer than that in an unoptimised build.
    static let most = 2000

    let links: [AdmissionLedger.Link]
    let chain: IncomingChain
    let context: MergeContext
    let connection: any StoreConnection
    private var receiver: AdmissionLedger.Head
    private var head: AdmissionLedger.Head

    /// Takes the chain's head and the receiver's, in the order of their ids. Nil when the chain is no longer as it was.
    init?(
        _ links: [AdmissionLedger.Link], of chain: IncomingChain, _ context: MergeContext,
        _ connection: any StoreConnection
    ) throws {
        self.links = links
        self.chain = chain
        self.context = context
        self.connection = connection
        var heads: [DeviceID: AdmissionLedger.Head] = [:]
        for device in Set([context.receiver, chain.target]).sorted() {
            heads[device] = try connection.ledger.head(of: device)
        }
        guard let receiver = heads[context.receiver], let head = heads[chain.target] else { return nil }
        self.receiver = receiver
        self.head = head
        let begins = chain.branch == nil ? chain.shared : 0
        guard head.sequence == begins, chain.branch != nil || begins == 0 || head.hash == chain.joined.hash else {
            return nil
        }
    }

    /// Adds the records and what follows from them, and writes down that the receiver knows them.
    ///
    /// - Returns: the double admissions that were not known before.
    mutating func store() throws -> [DoubleAdmission] {
        guard let last = links.last else { return [] }
        let records = links.map(\.record)
        let touched = Dictionary(
            grouping: records.filter { record in
                if case .refuse = record.decision { false } else { record.serial != nil }
            }, by: \.serial)
        let parts = SerialList.parts(touched.keys.compactMap(\.self).sorted())
        for part in parts { try connection.tickets.hold(part, of: context.event) }
        let before = try parts.map { try connection.ledger.records(of: $0, context.event) }
        if let branch = chain.branch { try ChainPaths(connection).add(branch.1, as: branch.id) }
        try append(records, upTo: last)
        try learn(last)
        let follower = HistoryFollower(connection: connection, event: context.event)
        return try zip(parts, before).flatMap { part, before in
            try follower.follow(part, records: before + part.flatMap { touched[$0] ?? [] })
        }
    }

    private mutating func append(_ records: [AdmissionRecord], upTo last: AdmissionLedger.Link) throws {
        let clock = min(
            records.map(\.hybridClock).max() ?? .zero, HybridClock.furthest(at: last.record.wallClock))
        head = AdmissionLedger.Head(
            device: head.device, sequence: last.record.sequence, hybridClock: max(head.hybridClock, clock),
            hash: last.hash)
        try connection.ledger.append(links, to: head)
        if chain.target == context.receiver { receiver = head }
    }

    /// The receiver's record that it knows the chain up to here. Its clock is after all that it has learned, but never
    /// far ahead of its own wall clock.
    private mutating func learn(_ last: AdmissionLedger.Link) throws {
        let learned = links.map(\.record.hybridClock).max() ?? .zero
        let clock = max(
            receiver.hybridClock.next(at: context.now),
            min(learned.next(at: context.now), HybridClock.furthest(at: context.now)))
        let head = ChainHead(
            id: RecordID(device: chain.origin, sequence: last.record.sequence), hash: last.hash)
        guard let type = TicketTypeNumber(rawValue: 0) else { return }
        try connection.ledger.append(
            AdmissionRecord(
                device: context.receiver, sequence: 0, request: nil, event: context.event, serial: nil, issue: 0,
                type: type, place: nil, count: 0, used: 0, allowed: 0, direction: .merge, decision: .merge, gate: "",
                operator: context.operator, wallClock: context.now, hybridClock: clock, learned: [head]),
            to: &receiver, hasher: ChainHasher())
        try connection.ledger.store(receiver)
    }
}

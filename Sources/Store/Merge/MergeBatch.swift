import Ticketing

/// A batch: the records of an incoming chain that are stored in one transaction. Used inside this transaction.
struct MergeBatch {
    let links: [AdmissionLedger.HashedRecord]
    let chain: IncomingChain
    let context: MergeContext
    let connection: any StoreConnection
    /// Signs the chain of the receiving device. Nil in the main store, because its chain is not signed.
    let signer: ChainSigner?
    /// The device's signature of the incoming chain, with the key that verifies it; nil if no signature is required.
    let proof: SignatureWithKey?
    private var receiver: AdmissionLedger.Head
    private var head: AdmissionLedger.Head

    /// Prepares to store a batch. Locks the head of the local chain that gets the records, and the head of the
    /// receiver's chain, in the order of the chains' ids. The result is nil if the local chain has changed since the
    /// batch was read.
    init?(
        _ links: [AdmissionLedger.HashedRecord], of chain: IncomingChain, _ context: MergeContext,
        _ signer: ChainSigner?, _ proof: SignatureWithKey?, _ connection: any StoreConnection
    ) throws {
        self.signer = signer
        self.proof = proof
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
        let begins = chain.branch == nil ? chain.sharedLength : 0
        guard head.sequence == begins, chain.branch != nil || begins == 0 || head.hash == chain.localHead.hash else {
            return nil
        }
    }

    /// Stores the records of the batch, and updates all data that is derived from them. Also appends a record to the
    /// receiver's chain, which says that the receiver now has the records of the batch.
    ///
    /// - Returns: the double admissions that were not known before.
    mutating func store() throws -> [DoubleAdmission] {
        guard let last = links.last else { return [] }
        let touched = AffectedTickets(links)
        for part in touched.chunks { try connection.tickets.lock(part.serials, of: context.event) }
        let before = try touched.chunks.map { part in
            (
                own: try connection.ledger.hashedRecords(of: part.serials, context.event),
                known: try connection.knownRecords.links(of: part.serials, context.event)
            )
        }
        if let branch = chain.branch { try ChainPaths(connection).add(branch.1, as: branch.id) }
        let latest = links.lazy.map(\.record.hybridClock).max() ?? .zero
        try append(upTo: last, latest)
        try recordLearnedHead(last, latest)
        var follower = try HistoryReplay(connection, context.event)
        let found = try zip(touched.chunks, before).flatMap { part, before in
            let stored = Set(before.own.compactMap(\.record.serial)).union(before.known.compactMap(\.record.serial))
            return try follower.replay(
                part.serials, having: stored.sorted(),
                records: JoinedRecords(own: before.own + part.records.lazy.map { links[$0] }, known: before.known))
        }
        try follower.finish()
        return found
    }

    private mutating func append(upTo last: AdmissionLedger.HashedRecord, _ latest: HybridClock) throws {
        let clock = min(latest, HybridClock.latestAcceptable(at: last.record.wallClock))
        head = AdmissionLedger.Head(
            device: head.device, sequence: last.record.sequence, hybridClock: max(head.hybridClock, clock),
            hash: last.hash)
        // The signature is stored, because a later merge of this store into another store requires it.
        let signature = proof?.signature.sequence == head.sequence ? proof?.signature : nil
        try connection.ledger.append(links, to: head, signature: signature)
        if let signature, signature.sequence > 0, let proof, signer != nil { try connection.deviceKeys.add(proof.key) }
        if chain.target == context.receiver { receiver = head }
    }

    /// Appends a record to the receiver's chain. The new record says that the receiver has the merged chain up to the
    /// record `last`. The hybrid clock (a time that never goes back, Docs/Gate.md) of the new record is later than
    /// `latest`, the latest hybrid clock of the merged records. However, if `latest` is far ahead of the receiver's
    /// wall clock, the new record's hybrid clock is only slightly ahead of the wall clock.
    private mutating func recordLearnedHead(_ last: AdmissionLedger.HashedRecord, _ latest: HybridClock) throws {
        let clock = max(
            receiver.hybridClock.next(at: context.now),
            min(latest.next(at: context.now), HybridClock.latestAcceptable(at: context.now)))
        let head = ChainHead(
            id: RecordID(device: chain.origin, sequence: last.record.sequence), hash: last.hash)
        try connection.ledger.append(
            AdmissionRecord(
                device: context.receiver, sequence: 0, event: context.event, direction: .merge, decision: .merge,
                gate: "", wallClock: context.now, hybridClock: clock
            ).with {
                $0.allowed = 0
                $0.operator = context.operator
                $0.learned = [head]
            },
            to: &receiver, hasher: ChainHasher())
        try connection.ledger.store(receiver, signedBy: signer)
    }
}

/// The tickets that are named in the records of one batch of a merge. Records of refusals are ignored. The tickets are
/// sorted by serial, so that each database page that contains slots of these tickets is written only once.
struct AffectedTickets {
    struct Chunk {
        /// The serials of the tickets, at most `SerialList.maxCount`.
        var serials: [Serial]
        /// The positions of the records about these tickets, within the records of the batch.
        var records: [Int]
    }

    private(set) var chunks: [Chunk] = []

    init(_ links: [AdmissionLedger.HashedRecord]) {
        var deciding: [(serial: Serial, position: Int)] = []
        deciding.reserveCapacity(links.count)
        for (position, link) in links.enumerated() {
            if case .refuse = link.record.decision { continue }
            if let serial = link.record.serial { deciding.append((serial, position)) }
        }
        deciding.sort { ($0.serial, $0.position) < ($1.serial, $1.position) }
        var last: Serial?
        for (serial, position) in deciding {
            if serial != last, chunks.last.map({ $0.serials.count == SerialList.maxCount }) ?? true {
                chunks.append(Chunk(serials: [], records: []))
            }
            if serial != last { chunks[chunks.count - 1].serials.append(serial) }
            chunks[chunks.count - 1].records.append(position)
            last = serial
        }
    }
}

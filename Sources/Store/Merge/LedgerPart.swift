import Ticketing

/// A part of a chain that comes in, inside the transaction that stores it.
struct LedgerPart {
    let links: [AdmissionLedger.Link]
    let chain: IncomingChain
    let context: MergeContext
    let connection: any StoreConnection
    /// Signs the receiver's chain; nil at an office.
    let signer: ChainSigner?
    /// What the chain's device has signed; nil where nothing is asked for.
    let proof: ChainProof?
    private var receiver: AdmissionLedger.Head
    private var head: AdmissionLedger.Head

    /// Takes the chain's head and the receiver's, in the order of their ids. Nil when the chain is no longer as it was.
    init?(
        _ links: [AdmissionLedger.Link], of chain: IncomingChain, _ context: MergeContext,
        _ signer: ChainSigner?, _ proof: ChainProof?, _ connection: any StoreConnection
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
        let touched = TouchedTickets(links)
        for part in touched.parts { try connection.tickets.hold(part.serials, of: context.event) }
        let before = try touched.parts.map { part in
            (
                own: try connection.ledger.links(of: part.serials, context.event),
                known: try connection.knownRecords.links(of: part.serials, context.event)
            )
        }
        if let branch = chain.branch { try ChainPaths(connection).add(branch.1, as: branch.id) }
        let latest = links.lazy.map(\.record.hybridClock).max() ?? .zero
        try append(upTo: last, latest)
        try learn(last, latest)
        var follower = try HistoryFollower(connection, context.event)
        let found = try zip(touched.parts, before).flatMap { part, before in
            try follower.follow(
                part.serials, having: Set((before.own + before.known).compactMap(\.record.serial)).sorted(),
                records: JoinedRecords(
                    own: before.own + part.records.map { links[$0] }, known: before.known))
        }
        try follower.finish()
        return found
    }

    private mutating func append(upTo last: AdmissionLedger.Link, _ latest: HybridClock) throws {
        let clock = min(latest, HybridClock.furthest(at: last.record.wallClock))
        head = AdmissionLedger.Head(
            device: head.device, sequence: last.record.sequence, hybridClock: max(head.hybridClock, clock),
            hash: last.hash)
        // Whoever takes it from here wants to see the signature, too.
        let signature = proof?.signature.sequence == head.sequence ? proof?.signature : nil
        try connection.ledger.append(links, to: head, signature: signature)
        if let signature, signature.sequence > 0, let proof, signer != nil { try connection.deviceKeys.add(proof.key) }
        if chain.target == context.receiver { receiver = head }
    }

    /// The receiver's record that it knows the chain up to here. Its clock is after all that it has learned, but never
    /// far ahead of its own wall clock.
    private mutating func learn(_ last: AdmissionLedger.Link, _ latest: HybridClock) throws {
        let clock = max(
            receiver.hybridClock.next(at: context.now),
            min(latest.next(at: context.now), HybridClock.furthest(at: context.now)))
        let head = ChainHead(
            id: RecordID(device: chain.origin, sequence: last.record.sequence), hash: last.hash)
        guard let type = TicketTypeNumber(rawValue: 0) else { return }
        try connection.ledger.append(
            AdmissionRecord(
                device: context.receiver, sequence: 0, request: nil, event: context.event, serial: nil, issue: 0,
                type: type, place: nil, count: 0, used: 0, allowed: 0, direction: .merge, decision: .merge, gate: "",
                operator: context.operator, wallClock: context.now, hybridClock: clock, learned: [head]),
            to: &receiver, hasher: ChainHasher())
        try connection.ledger.store(receiver, signedBy: signer)
    }
}

/// The tickets that the records of a part are about, refusals aside: by serial, so that the pages of their places are
/// written once.
struct TouchedTickets {
    struct Part {
        /// As many as one statement takes at most.
        var serials: [Serial]
        /// The positions of their records.
        var records: [Int]
    }

    private(set) var parts: [Part] = []

    init(_ links: [AdmissionLedger.Link]) {
        var deciding: [(serial: Serial, position: Int)] = []
        deciding.reserveCapacity(links.count)
        for (position, link) in links.enumerated() {
            if case .refuse = link.record.decision { continue }
            if let serial = link.record.serial { deciding.append((serial, position)) }
        }
        deciding.sort { ($0.serial, $0.position) < ($1.serial, $1.position) }
        var last: Serial?
        for (serial, position) in deciding {
            if serial != last, parts.last.map({ $0.serials.count == SerialList.most }) ?? true {
                parts.append(Part(serials: [], records: []))
            }
            if serial != last { parts[parts.count - 1].serials.append(serial) }
            parts[parts.count - 1].records.append(position)
            last = serial
        }
    }
}

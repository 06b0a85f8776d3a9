public import Ticketing

/// The numbers of tickets and tokens in a new gate pack.
public struct GatePackContents: Hashable, Sendable {
    public internal(set) var tickets = 0
    /// The number of tokens on the pack's list, including the invalid tokens that tickets had before a reissue; 0 if
    /// the gate verifies tokens with keys, not with a list.
    public internal(set) var listed = 0
}

extension Store {
    /// Creates a new gate pack for an event, with mode 0600. The pack contains the event's state at one moment. Other
    /// connections can use this store at the same time. If the creation fails, no file remains.
    ///
    /// - Parameters:
    ///   - draft: the description of the pack.
    ///   - keys: the keys with which the gate verifies tokens.
    ///   - digester: creates closures that compute the digests of tokens. They are used if the gate verifies tokens
    ///     with a list of digests.
    ///   - guesses: returns the tokens that a ticket may have had before it was reissued. It is called for each earlier
    ///     issue that this store did not record.
    ///   - progress: receives the number of tickets written so far.
    ///   - entering: is called after all rows are written. It receives the draft with the heads of this store's chains,
    ///     and returns the final description and the key pair of the pack's device. The closure may use this store.
    /// - Throws: `SystemError` with `EEXIST` if the path exists; `StoreError`; any error of the closures.
    public func createPack(
        _ draft: GatePack, keys: [GatePackRecord.Key], at path: String, digester: @escaping TokenDigesterFactory,
        guesses: @escaping (IssuedToken) -> [IssuedToken], progress: (Int) throws -> Void = { _ in },
        entering: (GatePack) throws -> (pack: GatePack, identity: DeviceKeys.PackKeyPair?) = { ($0, nil) }
    ) throws -> (pack: GatePack, contents: GatePackContents) {
        var pack = draft
        var contents = GatePackContents()
        try GatePackFile.create(at: path) { target in
            try target.engine.write { to in
                let phoneKeys = try draft.allowsPhoneSearch ? GatePackPhoneKeys(of: draft.event, hashKey: nil) : nil
                contents = try engine.read { from in
                    var writer = GatePackWriter(
                        pack: draft, from: from, to: to, tokens: TokenListBuilder(digester: digester, guesses: guesses))
                    if let mainStore = engine as? SQLiteEngine { try writer.attachSource(mainStore) }
                    try writer.write(progress)
                    try phoneKeys?.write(from: from, to: to)
                    pack.heads = try from.ledger.chainHeads()
                    return writer.contents
                }
                let entered = try entering(pack)
                pack = entered.pack
                if let identity = entered.identity { try to.deviceKeys.insert(identity) }
                try to.gatePackRecord.replaceKeys(keys, phoneSearchKey: phoneKeys?.hashKey)
                try to.gatePackRecord.insert(pack)
                try to.gateDevices.record(pack)
            }
        }
        return (pack, contents)
    }
}

/// Copies one event's rows from a main store into a new pack. If the gate verifies tokens with a list, also writes the
/// list of the event's tokens.
struct GatePackWriter {
    /// The number of tokens whose digests are computed together.
    private static let chunk = 65_536

    let pack: GatePack
    let from: any EngineConnection
    let to: any EngineConnection
    let tokens: TokenListBuilder
    private(set) var contents = GatePackContents()
    /// The main store's schema name in statements on `to`, and the path of the main store's file. Nil if that file is
    /// not attached to the connection `to`.
    private var attachedSource: (name: String, path: String)?

    init(pack: GatePack, from: any EngineConnection, to: any EngineConnection, tokens: TokenListBuilder) {
        self.pack = pack
        self.from = from
        self.to = to
        self.tokens = tokens
    }

    /// Attaches the main store's SQLite file to the pack's connection. Must be called before the first read with the
    /// connection `from`.
    mutating func attachSource(_ mainStore: SQLiteEngine) throws {
        try mainStore.attach(to: to, as: "main_store", besides: from)
        attachedSource = ("main_store", mainStore.path)
    }

    mutating func write(_ progress: (Int) throws -> Void) throws {
        for table in GatePackTable.all(showsNames: pack.includesHolderNames) {
            switch table.name {
            case "ticket": contents.tickets = try bulkCopy(table)
            case "ticket_name", "known_record", "admission_slot": _ = try bulkCopy(table)
            default: try copy(table)
            }
        }
        if pack.verificationMethod == .list { try list(progress) }
        try progress(contents.tickets)
    }

    private func copy(_ table: GatePackTable) throws {
        let shape = try from.shape(of: table.name)
        let insertion = table.insertion(shape)
        try from.forEachRow(table.selection(shape), [.int(pack.event.rawValue)]) { row in
            try to.execute(insertion, shape.values(row))
        }
    }

    /// Copies a table with many rows. If the main store's file is attached, SQLite copies the rows directly from that
    /// file to the pack.
    private func bulkCopy(_ table: GatePackTable) throws -> Int {
        let shape = try from.shape(of: table.name)
        let event: [SQLValue] = [.int(pack.event.rawValue)]
        if let attachedSource {
            do {
                return try to.execute(table.copying(shape, from: attachedSource.name), event)
            } catch StoreError.damaged(_, let detail) {
                throw StoreError.damaged(path: attachedSource.path, detail: detail)
            }
        }
        let insertion = table.insertion(shape)
        var count = 0
        try from.forEachRow(table.selection(shape), event) { row in
            try to.execute(insertion, shape.values(row))
            count += 1
        }
        return count
    }

    /// Writes the list of the tokens of all tickets in the pack. The whole list is first sorted in memory, because
    /// inserting the entries in random order would split many pages of the table. An entry needs 36 bytes of memory,
    /// and sorting needs additional memory.
    private mutating func list(_ progress: (Int) throws -> Void) throws {
        var entries: [ListedTokens.Entry] = []
        entries.reserveCapacity(contents.tickets)
        var waiting: [IssuedToken] = []
        var reissued: [IssuedToken] = []
        try to.issuedTokens.forEach(of: pack.event) { token in
            waiting.append(token)
            if token.issue > 0 { reissued.append(token) }
            guard waiting.count == GatePackWriter.chunk else { return }
            entries += try tokens.entries(waiting)
            waiting.removeAll(keepingCapacity: true)
            try progress(entries.count)
        }
        entries += try tokens.entries(waiting)
        entries += try tokens.entries(tokens.earlierTokens(than: reissued, of: pack.event, from))
        entries.sort()
        try to.listedTokens.add(entries)
        contents.listed = entries.count
    }
}

public import Ticketing

/// What went into a new pack.
public struct PackContents: Hashable, Sendable {
    public internal(set) var tickets = 0
    /// Tokens on the list, those of earlier issues too; 0 with another proof.
    public internal(set) var listed = 0
}

extension Store {
    /// Writes an event into a new pack at a path, as this store has it at one moment, while others work on. Whole or
    /// absent; mode 0600.
    ///
    /// - Parameters:
    ///   - pack: what it is to be; the heads of this store's chains are added.
    ///   - keys: what its gate verifies with.
    ///   - digest: of one issue of a ticket; nil when it can't be known any more. Asked when the proof is a list.
    ///   - guesses: what an earlier issue may have been that this store does not remember.
    ///   - progress: is told how many tickets are through.
    /// - Throws: `SystemError` with `EEXIST` when the path is taken; `StoreError`; what `digest` throws.
    public func makePack(
        _ pack: Pack, keys: [PackRows.Key], at path: String, digest: @escaping (IssuedToken) throws -> ListedDigest?,
        guesses: @escaping (IssuedToken) -> [IssuedToken], progress: (Int) throws -> Void = { _ in }
    ) throws -> PackContents {
        var contents = PackContents()
        try PackFile.create(at: path) { target in
            try target.engine.write { to in
                try engine.read { from in
                    var writer = PackWriter(
                        pack: pack, from: from, to: to, tokens: TokenLister(digest: digest, guesses: guesses))
                    contents = try writer.write(keys, progress)
                }
            }
        }
        return contents
    }
}

/// Copies one event's rows from an office into a new pack, and lists its tokens.
struct PackWriter {
    let pack: Pack
    let from: any EngineConnection
    let to: any EngineConnection
    let tokens: TokenLister
    private var contents = PackContents()
    private var entries: [ListedTokens.Entry] = []

    init(pack: Pack, from: any EngineConnection, to: any EngineConnection, tokens: TokenLister) {
        self.pack = pack
        self.from = from
        self.to = to
        self.tokens = tokens
    }

    mutating func write(_ keys: [PackRows.Key], _ progress: (Int) throws -> Void) throws -> PackContents {
        for table in PackedTable.all(showsNames: pack.showsNames) {
            if table.name == "ticket" { try copyTickets(table, progress) } else { try copy(table) }
        }
        entries.sort()
        try to.listedTokens.add(entries)
        contents.listed = entries.count
        var pack = pack
        pack.heads = try from.ledger.chainHeads()
        try to.packRows.replaceKeys(keys)
        try to.packRows.insert(pack)
        try to.gateDevices.remember(pack)
        return contents
    }

    private func copy(_ table: PackedTable) throws {
        let shape = try from.shape(of: table.name)
        let insertion = table.insertion(shape)
        try from.forEachRow(table.selection(shape), [.int(pack.event.rawValue)]) { row in
            try to.execute(insertion, shape.values(row))
        }
    }

    /// Tickets are many: they pass one by one, and leave their digest behind.
    private mutating func copyTickets(_ table: PackedTable, _ progress: (Int) throws -> Void) throws {
        let shape = try from.shape(of: table.name)
        let insertion = table.insertion(shape)
        let columns = try TokenColumns(shape)
        var count = 0
        var reissued: [IssuedToken] = []
        var listed: [ListedTokens.Entry] = []
        try from.forEachRow(table.selection(shape), [.int(pack.event.rawValue)]) { row in
            try to.execute(insertion, shape.values(row))
            if pack.proof == .list {
                let token = try columns.token(row)
                if let entry = try tokens.entry(token) { listed.append(entry) }
                if token.issue > 0 { reissued.append(token) }
            }
            count += 1
            if count.isMultiple(of: 1000) { try progress(count) }
        }
        if pack.proof == .list { listed += try tokens.earlier(than: reissued, of: pack.event, from) }
        contents.tickets = count
        entries = listed
    }
}

/// Finds the digests of tokens, those of earlier issues too.
struct TokenLister {
    let digest: (IssuedToken) throws -> ListedDigest?
    let guesses: (IssuedToken) -> [IssuedToken]

    func entry(_ token: IssuedToken) throws -> ListedTokens.Entry? {
        try digest(token).map { ListedTokens.Entry(digest: $0, serial: token.serial) }
    }

    /// The lines for what was issued before of tickets that were re-issued.
    func earlier(
        than reissued: [IssuedToken], of event: EventNumber, _ connection: any EngineConnection
    ) throws -> [ListedTokens.Entry] {
        guard !reissued.isEmpty else { return [] }
        let wanted = Set(reissued.map(\.serial))
        var remembered: [Serial: Set<UInt8>] = [:]
        var entries: [ListedTokens.Entry] = []
        try connection.earlierIssues.forEach(of: event) { token in
            guard wanted.contains(token.serial) else { return }
            remembered[token.serial, default: []].insert(token.issue)
            if let entry = try entry(token) { entries.append(entry) }
        }
        for token in reissued {
            let known = remembered[token.serial] ?? []
            for issue in 0..<token.issue where !known.contains(issue) {
                var earlier = token
                earlier.issue = issue
                entries += try guesses(earlier).compactMap(entry)
            }
        }
        return entries
    }
}

/// Where a table of tickets has what their tokens are made of.
struct TokenColumns {
    private let serial: Int
    private let type: Int
    private let admits: Int
    private let key: Int
    private let issue: Int
    private let from: Int
    private let until: Int

    init(_ shape: TableShape) throws {
        serial = try shape.position(of: "serial")
        type = try shape.position(of: "type")
        admits = try shape.position(of: "admits")
        key = try shape.position(of: "key")
        issue = try shape.position(of: "issue")
        from = try shape.position(of: "valid_from")
        until = try shape.position(of: "valid_until")
    }

    func token(_ row: any SQLRow) throws -> IssuedToken {
        IssuedToken(
            serial: try row.value(serial), type: try row.value(type), admits: try row.value(admits),
            key: try row.byte(key), issue: try row.byte(issue),
            window: ValidityWindow(from: try row.optionalInstant(from), until: try row.optionalInstant(until)))
    }
}

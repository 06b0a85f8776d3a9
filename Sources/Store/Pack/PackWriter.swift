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
    ///   - draft: what it is to be.
    ///   - keys: what its gate verifies with.
    ///   - digester: makes digests where the proof is a list.
    ///   - guesses: what an earlier issue may have been that this store does not remember.
    ///   - progress: is told how many tickets are through.
    ///   - entering: called when all rows are written, with the draft and the heads of this store's chains: what the pack
    ///     is in the end, and the key of its device. May work with this store.
    /// - Throws: `SystemError` with `EEXIST` when the path is taken; `StoreError`; what the closures throw.
    public func makePack(
        _ draft: Pack, keys: [PackRows.Key], at path: String, digester: @escaping TokenDigesting,
        guesses: @escaping (IssuedToken) -> [IssuedToken], progress: (Int) throws -> Void = { _ in },
        entering: (Pack) throws -> (pack: Pack, identity: DeviceKeys.Identity?) = { ($0, nil) }
    ) throws -> (pack: Pack, contents: PackContents) {
        var pack = draft
        var contents = PackContents()
        try PackFile.create(at: path) { target in
            try target.engine.write { to in
                contents = try engine.read { from in
                    var writer = PackWriter(
                        pack: draft, from: from, to: to, tokens: TokenLister(digester: digester, guesses: guesses))
                    if let office = engine as? SQLiteEngine { try writer.borrow(office) }
                    try writer.write(progress)
                    pack.heads = try from.ledger.chainHeads()
                    return writer.contents
                }
                let entered = try entering(pack)
                pack = entered.pack
                if let identity = entered.identity { try to.deviceKeys.insert(identity) }
                try to.packRows.replaceKeys(keys)
                try to.packRows.insert(pack)
                try to.gateDevices.remember(pack)
            }
        }
        return (pack, contents)
    }
}

/// Copies one event's rows from an office into a new pack, and lists its tokens.
struct PackWriter {
    /// How many tokens are digested together.
    private static let chunk = 65_536

    let pack: Pack
    let from: any EngineConnection
    let to: any EngineConnection
    let tokens: TokenLister
    private(set) var contents = PackContents()
    /// What `to` calls the office's store, and where that is, when it sees it.
    private var borrowed: (name: String, path: String)?

    init(pack: Pack, from: any EngineConnection, to: any EngineConnection, tokens: TokenLister) {
        self.pack = pack
        self.from = from
        self.to = to
        self.tokens = tokens
    }

    /// Lets the pack's connection read the office's file itself. Before anything is read.
    mutating func borrow(_ office: SQLiteEngine) throws {
        try office.lend(to: to, as: "office", besides: from)
        borrowed = ("office", office.path)
    }

    mutating func write(_ progress: (Int) throws -> Void) throws {
        for table in PackedTable.all(showsNames: pack.showsNames) {
            switch table.name {
            case "ticket": contents.tickets = try copyWhole(table)
            case "ticket_name", "known_record", "place": _ = try copyWhole(table)
            default: try copy(table)
            }
        }
        if pack.proof == .list { try list(progress) }
        try progress(contents.tickets)
    }

    private func copy(_ table: PackedTable) throws {
        let shape = try from.shape(of: table.name)
        let insertion = table.insertion(shape)
        try from.forEachRow(table.selection(shape), [.int(pack.event.rawValue)]) { row in
            try to.execute(insertion, shape.values(row))
        }
    }

    /// Where it can be, rows of which there are many go from file to file without passing through here.
    private func copyWhole(_ table: PackedTable) throws -> Int {
        let shape = try from.shape(of: table.name)
        let event: [SQLValue] = [.int(pack.event.rawValue)]
        if let borrowed {
            do {
                return try to.execute(table.copying(shape, from: borrowed.name), event)
            } catch StoreError.damaged(_, let detail) {
                throw StoreError.damaged(path: borrowed.path, detail: detail)
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

    /// Makes the list of the tickets that are in the pack. It is sorted as a whole, since lines that are added anywhere
    /// tear the table's pages apart: 36 bytes in memory for each, with what sorting takes.
    private mutating func list(_ progress: (Int) throws -> Void) throws {
        var entries: [ListedTokens.Entry] = []
        entries.reserveCapacity(contents.tickets)
        var waiting: [IssuedToken] = []
        var reissued: [IssuedToken] = []
        try to.issuedTokens.forEach(of: pack.event) { token in
            waiting.append(token)
            if token.issue > 0 { reissued.append(token) }
            guard waiting.count == PackWriter.chunk else { return }
            entries += try tokens.entries(waiting)
            waiting.removeAll(keepingCapacity: true)
            try progress(entries.count)
        }
        entries += try tokens.entries(waiting)
        entries += try tokens.entries(tokens.earlier(than: reissued, of: pack.event, from))
        entries.sort()
        try to.listedTokens.add(entries)
        contents.listed = entries.count
    }
}

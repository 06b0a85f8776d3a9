import Gate

/// Gates in browsers: scans, frames, searches and numbers.
struct GateDesk: Sendable {
    let keeper: GateKeeper
    let tally: GateTally
    let figures: FigureDesk
    let earlier: EarlierScans
    let readers: FrameReaders
    /// Where tickets are looked up.
    let books: StoreThreads
    /// Where the store says who scans: no other request keeps a scan waiting. Each question has a deadline.
    let lookUps: StoreThreads
    /// Frames that are in memory; the bodies of others wait where they are.
    let room = Places(16, patience: 256)
    /// A frame of each browser.
    let frames = Turns(most: 1)
    /// Browsers have six connections to a server, and scans need some.
    let streams = Streams(most: 2)

    /// - Throws: what opening the store does.
    init(
        _ supplies: GateSupplies, _ premises: Premises, log: @escaping LogSink,
        habits: GateThread.Habits = GateThread.Habits()
    ) throws {
        let tally = GateTally()
        self.tally = tally
        let trouble: @Sendable (any Error) -> Void = { error in
            log(LogRecord(level: .error, event: "gate", fields: [("kind", .text("\(type(of: error))"))]))
        }
        let store = try premises.openStore()
        books = StoreThreads("books", count: 1, patience: 256, premises.openStore)
        // Opened now: a server that stalls at the first scan would keep that waiting for longer than a gate may.
        lookUps = StoreThreads("look-ups", patience: 256, [try premises.openStore(), try premises.openStore()])
        // Read before this server's first decision.
        earlier = try EarlierScans(books, of: supplies.device, store)
        keeper = GateKeeper(
            GateKeeper.Supplies(
                store: store, ring: supplies.ring, device: supplies.device, now: premises.now,
                decided: { tally.add($1, at: $0) }, trouble: trouble),
            habits: habits)
        figures = FigureDesk(books, tally)
        readers = FrameReaders(supplies.reader, patience: supplies.patience) { count in
            log(LogRecord(level: .warning, event: "frame_given_up", fields: [("frames", .number(Int64(count)))]))
        }
    }

    /// Decides what it took, writes down what is not written, and ends its processes.
    func close() async {
        await keeper.close()
        await readers.close()
    }
}

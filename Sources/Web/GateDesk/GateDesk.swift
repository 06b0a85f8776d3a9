import Gate

/// The gates of this server: scans, camera frames, searches and figures.
struct GateService: Sendable {
    let gatePool: GatePool
    let tally: GateTally
    let attendance: AttendanceCounter
    let history: PriorGateHistory
    let readers: FrameReaderPool
    /// Threads for searches and figures.
    let lookupThreads: StoreThreads
    /// Threads that authorize scans. Nothing else uses them, so that no other request delays a scan. Each query has a
    /// deadline.
    let authorizationThreads: StoreThreads
    /// Limits the frames in memory; the bodies of others wait unread.
    let frameSemaphore = AsyncSemaphore(16, maximumWaiting: 256)
    /// One frame per browser at a time.
    let frameLimiter = ConcurrencyLimiter(maximum: 1)
    /// Browsers open at most six connections to a server, and scans need some of them.
    let streamLimiter = StreamLimiter(most: 2)

    /// - Throws: any error of opening the store.
    init(
        _ supplies: GateConfiguration, _ premises: ServerConfiguration, log: @escaping LogSink,
        habits: GateThread.Timing = GateThread.Timing()
    ) throws {
        let tally = GateTally()
        self.tally = tally
        let trouble: @Sendable (any Error) -> Void = { error in
            log(LogRecord(level: .error, event: "gate", fields: [("kind", .text("\(type(of: error))"))]))
        }
        let store = try premises.openStore()
        lookupThreads = StoreThreads("books", count: 1, maximumWaiting: 256, premises.openStore)
        // Opened now: connecting at the first scan could take longer than a gate may wait.
        authorizationThreads = StoreThreads(
            "look-ups", maximumWaiting: 256, [try premises.openStore(), try premises.openStore()])
        // Read before this server's first decision.
        history = try PriorGateHistory(lookupThreads, of: supplies.device, store)
        gatePool = GatePool(
            GatePool.Configuration(
                store: store, ring: supplies.ring, device: supplies.device, now: premises.now,
                onVerdict: { tally.add($1, at: $0) }, onError: trouble),
            timing: habits)
        attendance = AttendanceCounter(lookupThreads, tally)
        readers = FrameReaderPool(supplies.reader, frameTimeout: supplies.frameTimeout) { count in
            log(LogRecord(level: .warning, event: "frame_given_up", fields: [("frames", .number(Int64(count)))]))
        }
    }

    /// Decides the scans that it accepted, writes pending records, and ends its reader processes.
    func close() async {
        await gatePool.close()
        await readers.close()
    }
}

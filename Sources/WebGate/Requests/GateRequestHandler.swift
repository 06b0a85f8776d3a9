import Gate
package import WebHost

/// Handles the requests to the gates of this server: scans, camera frames, searches and figures.
///
/// `scripts/scanning.js` starts the scripts that send these requests.
package struct GateRequestHandler: Sendable {
    let gatePool: GatePool
    package let tally: GateTally
    package let attendance: AttendanceCounter
    package let history: PriorGateHistory
    package let readers: FrameReaderPool
    /// Threads for searches and figures.
    let lookupThreads: StoreThreads
    /// Limits the number of camera frames in memory. If the limit is reached, further requests wait. The body of a
    /// waiting request is not read yet, so it takes no memory.
    let frameSemaphore = AsyncSemaphore(16, maximumWaiting: 256)
    /// Limits each browser to one camera frame at a time.
    let frameLimiter = ConcurrencyLimiter(maximum: 1)
    /// Limits the number of open streams of figures for each browser. Browsers open at most six connections to a
    /// server, and scans need some of these connections.
    let streamLimiter = StreamLimiter(most: 2)

    /// Opens the store for the gates, and starts the threads that answer requests.
    ///
    /// - Throws: any error of opening the store.
    package init(_ configuration: GateConfiguration, _ server: ServerContext) throws {
        let tally = GateTally()
        self.tally = tally
        let log = server.log
        let onError: @Sendable (any Error) -> Void = { error in
            log(LogRecord(level: .error, event: "gate", fields: [("kind", .text("\(type(of: error))"))]))
        }
        let store = try server.openStore()
        lookupThreads = StoreThreads("gate look-ups", count: 1, maximumWaiting: 256, server.openStore)
        // The history covers the time before this server’s first decision. It must therefore be created before the
        // first gate opens.
        history = try PriorGateHistory(lookupThreads, of: configuration.device, store)
        gatePool = GatePool(
            GatePool.Configuration(
                store: store, ring: configuration.ring, device: configuration.device, now: server.now,
                onVerdict: { tally.add($1, at: $0) }, onError: onError))
        attendance = AttendanceCounter(lookupThreads, tally)
        readers = FrameReaderPool(configuration.reader, frameTimeout: configuration.frameTimeout) { count in
            log(LogRecord(level: .warning, event: "frame_given_up", fields: [("frames", .number(Int64(count)))]))
        }
    }

    /// Makes the threads that authorize requests to gates. Each query on these threads has a deadline.
    ///
    /// - Throws: any error of opening the store.
    package static func authorizationThreads(_ server: ServerConfiguration) throws -> StoreThreads {
        // The connections are opened here, when the server starts. If the first scan had to open the connections, that
        // scan could miss its deadline.
        StoreThreads("gate authorization", maximumWaiting: 256, [try server.openStore(), try server.openStore()])
    }

    /// Waits until the gates have decided all accepted scans and written their pending records, and then ends the
    /// reader processes.
    package func close() async {
        await gatePool.close()
        await readers.close()
    }
}

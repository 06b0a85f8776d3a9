import Languages
import Management
import Presentation
import Store
import Ticketing
import WebHost

/// The figures of events for the home page and the page about money. The figures of each event are read on the thread
/// for reports. For the home page, they are kept for `cacheTime`, so that the same tickets are not read repeatedly.
///
/// Browsers with an open home page receive its figures as a stream of parts of the page, which
/// `scripts/dashboard-figures.js` shows.
actor LiveTotals {
    private struct Watcher {
        let id: Int
        /// The secret of the browser’s session (`BrowserCredentials.secret`).
        let session: String
        let stream: AsyncStream<String>.Continuation
        let task: Task<Void, Never>
    }

    private struct CachedFigures {
        let result: Result<EventFigures, any Error>
        let part: EventFigures.AttendancePart
        let read: ContinuousClock.Instant
    }

    static let totalsID = "totals"
    /// The maximum number of page parts that wait until a slow browser receives them.
    private static let maxWaitingParts = 64
    /// The minimum time between two comments that are sent to the browser while figures are read. The comments make
    /// proxies keep the connection open.
    private static let commentInterval: Duration = .seconds(10)

    private let server: ServerContext
    private let cacheTime: Duration
    private let refreshInterval: Duration
    /// The latest figures of each event, or the error that occurred when they were read.
    private var cache: [EventNumber: CachedFigures] = [:]
    private var readings: [EventNumber: (task: Task<EventFigures, any Error>, part: EventFigures.AttendancePart)] = [:]
    /// The latest known problems at gates. The key is the set of events for which they were read together.
    private var alerts: [Set<EventNumber>: (byEvent: [EventNumber: GateAlerts], read: ContinuousClock.Instant)] = [:]
    private var alertReadings: [Set<EventNumber>: Task<[EventNumber: GateAlerts], any Error>] = [:]
    private var watchers: [Watcher] = []
    private var watcherCount = 0

    /// - Parameters:
    ///   - cacheTime: The time for which the figures of an event are shown before they are read again.
    ///   - refreshInterval: The time between two updates of a home page. Each update checks the user's rights.
    init(_ server: ServerContext, cacheTime: Duration = .seconds(60), refreshInterval: Duration = .seconds(20)) {
        self.server = server
        self.cacheTime = cacheTime
        self.refreshInterval = refreshInterval
    }

    /// The figures of an event, at most `cacheTime` old, without the problems at the gates. Figures in the cache are
    /// returned without a check of the user's rights, so the caller must check these rights. If the data of the event
    /// is damaged, the error is kept for `cacheTime` as well.
    ///
    /// - Parameter pass: The session of a user who is allowed to read the reports.
    func figures(of event: Event, for pass: BrowserCredentials) async throws -> EventFigures {
        // The home page shows the people inside only for the coming events. An event can become a coming event while
        // the cache has its figures. The figures are then read again.
        let part: EventFigures.AttendancePart =
            ComingEvents.mayInclude(event, at: server.now()) ? .presence : .admitted
        while true {
            if let known = cached(event.number, showing: part) { return try known.result.get() }
            guard let reading = readings[event.number], reading.part >= part else { break }
            if let figures = try await LiveStream.value(ofShared: reading.task) { return figures }
            // The reading failed, because the user whose call began it is no longer allowed to read. The first of the
            // waiting calls begins another reading, and the other calls wait for that reading.
            if readings[event.number]?.task == reading.task { readings[event.number] = nil }
        }
        let reading = beginReading(event, showing: part, for: pass)
        readings[event.number] = (reading, part)
        let result = await reading.result
        if readings[event.number]?.task == reading { readings[event.number] = nil }
        switch result {
        case .success: keep(result, of: event.number, showing: part)
        case .failure(let error) where LiveTotals.isTolerable(error):
            log(error, of: event)
            // A `ManagementError` says that this user may not read the event. The cache is shared with other users, so
            // it must not contain this error.
            if !(error is ManagementError) { keep(result, of: event.number, showing: part) }
        case .failure: break
        }
        return try result.get()
    }

    /// The figures in the cache; nil if they are too old, or if they lack the needed part of the attendance.
    private func cached(_ event: EventNumber, showing part: EventFigures.AttendancePart) -> CachedFigures? {
        guard let known = cache[event], known.part >= part, .now - known.read < cacheTime else { return nil }
        return known
    }

    /// Stores figures in the cache, unless it has figures with a larger part of the attendance.
    private func keep(
        _ result: Result<EventFigures, any Error>, of event: EventNumber, showing part: EventFigures.AttendancePart
    ) {
        if let known = cached(event, showing: part), known.part > part { return }
        cache[event] = CachedFigures(result: result, part: part, read: .now)
    }

    /// The figures of an event, read now, without its attendance and the problems at the gates. The page about money
    /// shows amounts that people compare with other records, so it must not show amounts from the cache.
    ///
    /// - Parameter pass: The session of a user who is allowed to read the reports.
    /// - Returns: nil if the figures cannot be read, for example because data of the event is damaged.
    func readableCurrentFigures(of event: Event, for pass: BrowserCredentials) async throws -> EventFigures? {
        do {
            return try await beginReading(event, showing: .nothing, for: pass).value
        } catch let error where LiveTotals.isTolerable(error) {
            log(error, of: event)
            return nil
        }
    }

    private func beginReading(
        _ event: Event, showing part: EventFigures.AttendancePart, for pass: BrowserCredentials
    ) -> Task<EventFigures, any Error> {
        let (threads, now) = (server.reportThreads, server.now)
        return Task {
            try await threads.run { store in
                guard let services = try pass.services(at: Authenticator(to: store, clock: now))?.services else {
                    throw SignInRequired()
                }
                return try EventFigures(of: event, at: now(), showing: part, services)
            }
        }
    }

    /// The figures of an event; nil if they cannot be read, for example because data of the event is damaged.
    private func readableFigures(of event: Event, for pass: BrowserCredentials) async throws -> EventFigures? {
        do {
            return try await figures(of: event, for: pass)
        } catch let error where LiveTotals.isTolerable(error) {
            return nil
        }
    }

    /// Whether a page is updated without the figures that could not be read because of this error. If the store does
    /// not answer in time or is too busy, the page keeps all its last figures instead.
    private static func isTolerable(_ error: any Error) -> Bool {
        !(error is CancellationError || error is SignInRequired || StoreThreads.isTimeout(error))
    }

    /// The problems at the gates of the events whose gates are open, at most `cacheTime` old. They are read together,
    /// because each reading reads the decisions of the last hours at all events of the store. Like `figures`, this
    /// function requires that the caller checks the user's rights.
    ///
    /// - Parameter pass: The session of a user who is allowed to read the reports of all these events.
    func gateAlerts(of events: [Event], for pass: BrowserCredentials) async throws -> [EventNumber: GateAlerts] {
        let (threads, now) = (server.reportThreads, server.now)
        let open = events.filter { $0.hasOpenGates(at: now()) }
        guard !open.isEmpty else { return [:] }
        let numbers = Set(open.map(\.number))
        while true {
            if let known = alerts[numbers], ContinuousClock.now - known.read < cacheTime { return known.byEvent }
            guard let reading = alertReadings[numbers] else { break }
            if let found = try await LiveStream.value(ofShared: reading) { return found }
            if alertReadings[numbers] == reading { alertReadings[numbers] = nil }
        }
        let reading = Task {
            try await threads.run { store in
                guard let services = try pass.services(at: Authenticator(to: store, clock: now))?.services else {
                    throw SignInRequired()
                }
                return try services.gates.alerts(of: open)
            }
        }
        alertReadings[numbers] = reading
        let result = await reading.result
        if alertReadings[numbers] == reading { alertReadings[numbers] = nil }
        if case .success(let found) = result { alerts[numbers] = (found, .now) }
        return try result.get()
    }

    /// The problems at the gates of events; nil if they cannot be read.
    private func readableAlerts(
        of events: [Event], for pass: BrowserCredentials
    ) async throws -> [EventNumber: GateAlerts]? {
        do {
            return try await gateAlerts(of: events, for: pass)
        } catch let error where LiveTotals.isTolerable(error) {
            log(error)
            return nil
        }
    }

    /// - Parameter alerts: The problems of several events; nil if they could not be read.
    private func add(_ alerts: [EventNumber: GateAlerts]?, of event: Event, to figures: inout EventFigures) {
        figures.alerts = alerts?[event.number]
        figures.lacksAlerts = alerts == nil && event.hasOpenGates(at: server.now())
    }

    private func log(_ error: any Error, of event: Event? = nil) {
        var fields: [(name: String, value: LogRecord.Value)] = [("kind", .text("\(type(of: error))"))]
        if let event { fields.append(("event_number", .text("\(event.number)"))) }
        server.log(LogRecord(level: .warning, event: "totals", fields: fields))
    }

    /// The figures of several events, in the order of the events. Only the figures of the coming events
    /// (`ComingEvents`) include the problems at the gates. Events whose figures cannot be read are left out, and the
    /// result names them.
    ///
    /// - Parameter pass: The session of a user who is allowed to read the reports of all these events.
    func totals(of events: [Event], for pass: BrowserCredentials) async throws -> EventTotals {
        evictStale()
        let coming = ComingEvents(among: events, at: server.now()).events
        let alerts = try await readableAlerts(of: coming, for: pass)
        var totals = EventTotals(events: [])
        for event in events {
            var figures = try await readableFigures(of: event, for: pass)
            if coming.contains(where: { $0.number == event.number }), var known = figures {
                add(alerts, of: event, to: &known)
                figures = known
            }
            totals.add(figures, of: event)
        }
        return totals
    }

    private func evictStale() {
        cache = cache.filter { _, known in .now - known.read < cacheTime }
        alerts = alerts.filter { _, known in .now - known.read < cacheTime }
    }

    // MARK: Streams

    /// Streams the parts of a home page as server-sent events: at first all parts, and then only the parts that change.
    /// The stream ends when the browser disconnects, when the session ends, or when the session opens newer streams
    /// (`LiveStream.maxPerSession`).
    nonisolated func watch(_ pass: BrowserCredentials, in language: Language) -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingNewest(LiveTotals.maxWaitingParts))
        Task { await add(continuation, pass, language) }
        return stream
    }

    private func add(_ stream: AsyncStream<String>.Continuation, _ pass: BrowserCredentials, _ language: Language) {
        watcherCount += 1
        let (id, session) = (watcherCount, pass.secret.encoded)
        let own = watchers.filter { $0.session == session }
        if own.count >= LiveStream.maxPerSession, let first = own.first {
            LiveStream.supersede(first.stream)
            remove(first.id)
        }
        let task = Task { await run(id, for: pass, in: language, to: stream) }
        watchers.append(Watcher(id: id, session: session, stream: stream, task: task))
        stream.onTermination = { _ in Task { await self.remove(id) } }
    }

    private func remove(_ id: Int) {
        watchers.first { $0.id == id }?.task.cancel()
        watchers.removeAll { $0.id == id }
    }

    private func run(
        _ id: Int, for pass: BrowserCredentials, in language: Language, to stream: AsyncStream<String>.Continuation
    ) async {
        var sent: [String: String] = [:]
        while !Task.isCancelled {
            do {
                guard let events = try await visibleEvents(for: pass) else { return stream.finish() }
                try await send(events, for: pass, in: language, to: stream, sent: &sent)
            } catch is CancellationError {
                return
            } catch {
                // For example, the store does not answer in time. The page keeps showing its last figures, and the
                // next update reads the figures again.
                log(error)
            }
            // A line that starts with a colon is a comment. It keeps proxies from closing an idle connection.
            if case .terminated = stream.yield(": nothing new\n\n") { return remove(id) }
            do { try await Task.sleep(for: refreshInterval) } catch { return }
        }
    }

    /// The events whose reports the user may read; nil if the session has ended.
    private func visibleEvents(for pass: BrowserCredentials) async throws -> [Event]? {
        let now = server.now
        return try await server.storeThreads.run { store in
            guard let services = try pass.services(at: Authenticator(to: store, clock: now))?.services else {
                return nil
            }
            return try services.eventsWithReports(among: services.events.events())
        }
    }

    /// Reads the figures, and sends the parts that have changed. The coming events are sent first, because they are
    /// ready before the totals.
    private func send(
        _ events: [Event], for pass: BrowserCredentials, in language: Language,
        to stream: AsyncStream<String>.Continuation, sent: inout [String: String]
    ) async throws {
        evictStale()
        var lastSent = ContinuousClock.now
        func sendPart(_ id: String, _ template: String, _ context: [String: TemplateContext.Value]) throws {
            let html = try server.pages.html(
                template, title: .verbatim(""), in: language, side: .organizer, context)
            let text = ServerSentEvent(
                name: "part", data: JSON.object([("id", .string(id)), ("tree", try MarkupTree(html).json)]).text,
                retry: 2000
            ).text
            guard sent[id] != text else { return }
            sent[id] = text
            lastSent = .now
            stream.yield(text)
        }
        let coming = ComingEvents(among: events, at: server.now()).events
        let alerts = try await readableAlerts(of: coming, for: pass)
        for event in coming {
            var context = EventFigures.notReadContext
            if var figures = try await readableFigures(of: event, for: pass) {
                add(alerts, of: event, to: &figures)
                context = figures.context(of: event)
            }
            try sendPart(ComingEvents.partID(of: event), "home-event", context)
        }
        var totals = EventTotals(events: [])
        for event in events {
            try Task.checkCancellation()
            totals.add(try await readableFigures(of: event, for: pass), of: event)
            guard ContinuousClock.now - lastSent > LiveTotals.commentInterval else { continue }
            lastSent = .now
            stream.yield(": reading\n\n")
        }
        try sendPart(LiveTotals.totalsID, "home-totals", totals.context)
    }
}

extension ManagementServices {
    func eventsWithReports(among events: [Event]) throws -> [Event] {
        var allowed: [OrganizerNumber: Bool] = [:]
        return try events.filter { event in
            if let known = allowed[event.organizer] { return known }
            let rights = try self.rights(in: event.organizer)
            let isAllowed = [Management.Operation.reportSales, .reportAttendance].allSatisfy {
                rights.contains($0.requiredRight)
            }
            allowed[event.organizer] = isAllowed
            return isAllowed
        }
    }
}

import Languages
import Management
import Store
import Ticketing
import WebHost

/// The dashboards (overviews with the figures of one event) that are open in browsers. The figures of an event are read
/// every few seconds, and all browsers that watch the event get the same figures, each in its language.
///
/// `scripts/dashboard-figures.js` shows the figures.
actor LiveDashboards {
    typealias Figures = [String: TemplateContext.Value]

    private struct Watcher {
        let id: Int
        let pass: BrowserCredentials
        let language: Language
        let stream: AsyncStream<String>.Continuation
    }

    private struct Dashboard {
        var event: Event
        var watchers: [Watcher] = []
        var latest: (figures: Figures, read: ContinuousClock.Instant)?
        var reading: Task<Figures, any Error>?
        /// For each language, the text that was last sent to the watchers with this language.
        var sent: [Language: String] = [:]
        var refreshTask: Task<Void, Never>?
    }

    private let server: ServerContext
    private let refreshInterval: Duration
    private var dashboards: [EventNumber: Dashboard] = [:]
    private var watcherCount = 0

    /// - Parameter refreshInterval: The time between two readings of an event's figures from the store.
    init(_ server: ServerContext, refreshInterval: Duration = .seconds(5)) {
        self.server = server
        self.refreshInterval = refreshInterval
    }

    /// The figures of an event, at most a few seconds old. Recent figures are returned without a check of the user’s
    /// rights, so the caller must check these rights.
    ///
    /// - Parameter pass: The session of a user who is allowed to read the reports.
    func figures(of event: Event, for pass: BrowserCredentials) async throws -> Figures {
        if let figures = recentFigures(of: event) { return figures }
        return try await read(event, for: pass)
    }

    private func recentFigures(of event: Event) -> Figures? {
        guard let (figures, read) = dashboards[event.number]?.latest, ContinuousClock.now - read < refreshInterval
        else { return nil }
        return figures
    }

    /// Streams the figures as server-sent events, whenever they change. The stream ends when the browser disconnects,
    /// when its user is no longer allowed to read the reports, or when the session opens newer streams
    /// (`LiveStream.maxPerSession`).
    nonisolated func watch(
        _ event: Event, for pass: BrowserCredentials, in language: Language
    ) -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1))
        Task { await add(continuation, to: event, pass, language) }
        return stream
    }

    private func add(
        _ stream: AsyncStream<String>.Continuation, to event: Event, _ pass: BrowserCredentials, _ language: Language
    ) {
        watcherCount += 1
        let id = watcherCount
        stream.onTermination = { _ in Task { await self.remove(id, from: event.number) } }
        var dashboard = dashboards[event.number] ?? Dashboard(event: event)
        let own = dashboard.watchers.filter { $0.pass.secret.encoded == pass.secret.encoded }
        if own.count >= LiveStream.maxPerSession, let first = own.first {
            LiveStream.supersede(first.stream)
            dashboard.watchers.removeAll { $0.id == first.id }
        }
        dashboard.watchers.append(Watcher(id: id, pass: pass, language: language, stream: stream))
        if let sent = dashboard.sent[language] { stream.yield(sent) }
        if dashboard.refreshTask == nil { dashboard.refreshTask = Task { await run(event.number) } }
        dashboards[event.number] = dashboard
    }

    private func remove(_ id: Int, from event: EventNumber) {
        dashboards[event]?.watchers.removeAll { $0.id == id }
        guard dashboards[event]?.watchers.isEmpty ?? false else { return }
        dashboards[event]?.refreshTask?.cancel()
        dashboards[event] = nil
    }

    private func run(_ event: EventNumber) async {
        while !Task.isCancelled {
            await refresh(event)
            do { try await Task.sleep(for: refreshInterval) } catch { return }
        }
    }

    /// Disconnects the watchers whose users are no longer allowed to read the reports. Then reads the figures, and
    /// sends them to the other watchers if they have changed.
    private func refresh(_ number: EventNumber) async {
        guard let dashboard = dashboards[number] else { return }
        for watcher in dashboard.watchers where await !isAuthorized(watcher.pass, dashboard.event) {
            watcher.stream.finish()
        }
        guard let pass = dashboards[number]?.watchers.first?.pass else { return }
        do {
            let figures = try await read(dashboard.event, for: pass)
            guard let current = dashboards[number] else { return }
            var texts: [Language: String] = [:]
            for language in Set(current.watchers.map(\.language)) {
                texts[language] = try text(of: figures, in: language)
            }
            dashboards[number]?.sent = texts
            for watcher in current.watchers {
                guard let text = texts[watcher.language] else { continue }
                // A line that starts with a colon is a comment. It keeps proxies from closing an idle connection.
                watcher.stream.yield(text == current.sent[watcher.language] ? ": nothing new\n\n" : text)
            }
        } catch {
            // The pages keep showing the last figures that they received. The next refresh will read the figures again.
            server.log(
                LogRecord(level: .warning, event: "figures", fields: [("kind", .text("\(type(of: error))"))]))
        }
    }

    /// The figures as a server-sent event. Its data is the part of the page that shows the figures, as JSON
    /// (`MarkupTree`).
    private func text(of figures: Figures, in language: Language) throws -> String {
        let html = try server.pages.html(
            "dashboard-figures", title: .verbatim(""), in: language, side: .organizer, figures)
        return ServerSentEvent(name: "figures", data: try MarkupTree(html).json.text, retry: 2000).text
    }

    private func isAuthorized(_ pass: BrowserCredentials, _ event: Event) async -> Bool {
        let now = server.now
        do {
            return try await server.reportThreads.run { store in
                guard let services = try pass.services(at: Authenticator(to: store, clock: now))?.services else {
                    return false
                }
                do {
                    try services.authorize(.reportSales, on: event)
                    try services.authorize(.reportAttendance, on: event)
                    return true
                } catch is ManagementError { return false }
            }
        } catch {
            // If the store can’t be read, the watcher stays connected. It gets no figures until the store can be read
            // again.
            return true
        }
    }

    /// Reads the figures. If another call is already reading figures of the event, waits for the result of that call.
    private func read(_ event: Event, for pass: BrowserCredentials) async throws -> Figures {
        while let reading = dashboards[event.number]?.reading {
            if let figures = try await LiveStream.value(ofShared: reading) { return figures }
            // The user whose call began this reading has signed out or lost the right to read, so the reading failed.
            // The first of the waiting calls begins another reading with its own session. The other calls wait for that
            // reading.
            endReading(reading, of: event)
            if let figures = recentFigures(of: event) { return figures }
        }
        let (threads, now) = (server.reportThreads, server.now)
        let reading = Task {
            try await threads.run { store in
                guard let services = try pass.services(at: Authenticator(to: store, clock: now))?.services else {
                    throw SignInRequired()
                }
                return try DashboardFigures(of: event, services).context
            }
        }
        dashboards[event.number, default: Dashboard(event: event)].reading = reading
        let result = await reading.result
        endReading(reading, of: event)
        if case .success(let figures) = result { dashboards[event.number]?.latest = (figures, .now) }
        evictStale()
        return try result.get()
    }

    /// Removes a reading that has finished, unless another reading has begun in the meantime.
    private func endReading(_ reading: Task<Figures, any Error>, of event: Event) {
        if dashboards[event.number]?.reading == reading { dashboards[event.number]?.reading = nil }
    }

    /// Removes dashboards that have no watchers and whose figures are stale.
    private func evictStale() {
        dashboards = dashboards.filter { _, dashboard in
            !dashboard.watchers.isEmpty || dashboard.reading != nil
                || dashboard.latest.map { .now - $0.read < refreshInterval } ?? false
        }
    }
}

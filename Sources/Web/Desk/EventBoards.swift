import Management
import Store
import Ticketing

/// The dashboards that somebody looks at: the figures of each event are read once for all who watch, at most every few
/// seconds, however many they are.
actor EventBoards {
    typealias Figures = [String: Facts.Fact]

    private struct Watcher {
        let id: Int
        let pass: Pass
        let stream: AsyncStream<String>.Continuation
    }

    private struct Board {
        var event: Event
        var watchers: [Watcher] = []
        var latest: (figures: Figures, read: ContinuousClock.Instant)?
        var reading: Task<Figures, any Error>?
        /// What watchers were sent last.
        var sent: String?
        var turns: Task<Void, Never>?
    }

    /// Streams of one session; a browser has few connections to one server.
    private static let mostOfOne = 2

    private let house: House
    private let pause: Duration
    private var boards: [EventNumber: Board] = [:]
    private var watched = 0

    /// - Parameter pause: between two readings.
    init(_ house: House, pause: Duration = .seconds(5)) {
        self.house = house
        self.pause = pause
    }

    /// The figures of an event, a few seconds old at most.
    ///
    /// - Parameter pass: of somebody who may read them.
    func figures(of event: Event, for pass: Pass) async throws -> Figures {
        if let (figures, read) = boards[event.number]?.latest, ContinuousClock.now - read < pause { return figures }
        return try await read(event, for: pass)
    }

    /// Server-sent events with the figures, as they change, until the watcher goes, or may not see them any more.
    nonisolated func watch(_ event: Event, for pass: Pass) -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1))
        Task { await add(continuation, to: event, pass) }
        return stream
    }

    private func add(_ stream: AsyncStream<String>.Continuation, to event: Event, _ pass: Pass) {
        watched += 1
        let id = watched
        stream.onTermination = { _ in Task { await self.remove(id, from: event.number) } }
        var board = boards[event.number] ?? Board(event: event)
        let own = board.watchers.filter { $0.pass.secret.text == pass.secret.text }
        if own.count >= EventBoards.mostOfOne { own.first?.stream.finish() }
        board.watchers.append(Watcher(id: id, pass: pass, stream: stream))
        if let sent = board.sent { stream.yield(sent) }
        if board.turns == nil { board.turns = Task { await run(event.number) } }
        boards[event.number] = board
    }

    private func remove(_ id: Int, from event: EventNumber) {
        boards[event]?.watchers.removeAll { $0.id == id }
        guard boards[event]?.watchers.isEmpty ?? false else { return }
        boards[event]?.turns?.cancel()
        boards[event] = nil
    }

    private func run(_ event: EventNumber) async {
        while !Task.isCancelled {
            await turn(event)
            do { try await Task.sleep(for: pause) } catch { return }
        }
    }

    /// Sends away who may not watch any more, reads, and tells the others what is new.
    private func turn(_ number: EventNumber) async {
        guard let board = boards[number] else { return }
        for watcher in board.watchers where await !mayWatch(watcher.pass, board.event) { watcher.stream.finish() }
        guard let pass = boards[number]?.watchers.first?.pass else { return }
        do {
            let html = try house.pages.html(
                "desk-figures", title: "", side: .organizer, try await read(board.event, for: pass))
            let text = ServerSentEvent(name: "figures", data: try MarkupTree(html).json.text, retry: 2000).text
            guard boards[number]?.sent != text else {
                // Keeps what is between us from closing the connection.
                boards[number]?.watchers.forEach { $0.stream.yield(": nothing new\n\n") }
                return
            }
            boards[number]?.sent = text
            boards[number]?.watchers.forEach { $0.stream.yield(text) }
        } catch {
            // What was sent stays on the pages; the next turn may do better.
            house.log(
                LogRecord(level: .warning, event: "figures", fields: [("kind", .text("\(type(of: error))"))]))
        }
    }

    private func mayWatch(_ pass: Pass, _ event: Event) async -> Bool {
        let now = house.now
        do {
            return try await house.figures.run { store in
                guard let office = try pass.office(at: Entrance(to: store, clock: now))?.office else { return false }
                do {
                    try office.authorize(.reportSales, on: event)
                    try office.authorize(.reportAttendance, on: event)
                    return true
                } catch is ManagementError { return false }
            }
        } catch {
            // Trouble: nothing is sent as long as nothing can be read.
            return true
        }
    }

    /// Reads, or waits for who reads already.
    private func read(_ event: Event, for pass: Pass) async throws -> Figures {
        if let reading = boards[event.number]?.reading { return try await reading.value }
        let (threads, now) = (house.figures, house.now)
        let reading = Task {
            try await threads.run { store in
                guard let office = try pass.office(at: Entrance(to: store, clock: now))?.office else {
                    throw SignInNeeded()
                }
                return try EventFigures(of: event, office).facts
            }
        }
        boards[event.number, default: Board(event: event)].reading = reading
        let result = await reading.result
        boards[event.number]?.reading = nil
        if case .success(let figures) = result { boards[event.number]?.latest = (figures, .now) }
        forgetOld()
        return try result.get()
    }

    /// Boards that nobody watches are kept as long as their figures are fresh.
    private func forgetOld() {
        boards = boards.filter { _, board in
            !board.watchers.isEmpty || board.reading != nil || board.latest.map { .now - $0.read < pause } ?? false
        }
    }
}

import Presentation
import WebHost

/// Sends the current attendance figures, such as the number of people inside, to one open page. The feed sends the
/// figures immediately, and sends them again after each change, at most once a second.
///
/// `scripts/gate-figures.js` receives the figures.
actor AttendanceFeed {
    private static let minimumInterval = Duration.seconds(1)
    /// The interval at which the feed sends something even if the figures have not changed. Without this, neither the
    /// server nor the page would notice a lost connection.
    private static let keepAliveInterval = Duration.seconds(5)

    private let figures: @Sendable () async throws -> JSON
    private let stream: StreamLimiter.OpenStream
    private var lastText: String?
    private var lastSent = ContinuousClock.now

    /// - Parameters:
    ///   - stream: the response stream to the page. It is closed when the feed is released.
    ///   - figures: reads the figures; throws if the viewer is no longer allowed to see the figures.
    init(_ stream: StreamLimiter.OpenStream, _ figures: @escaping @Sendable () async throws -> JSON) {
        self.stream = stream
        self.figures = figures
    }

    /// Waits for the next server-sent event, and returns its text. Nil ends the stream. The page then connects again,
    /// and learns from the HTTP status of the new response why the stream ended.
    func next() async -> String? {
        do {
            while !stream.isSuperseded {
                if lastText != nil { try await Task.sleep(for: AttendanceFeed.minimumInterval) }
                let text = try await figures().text
                if text != lastText {
                    let isFirst = lastText == nil
                    lastText = text
                    lastSent = .now
                    return ServerSentEvent(name: "figures", data: text, retry: isFirst ? 2000 : nil).text
                }
                if lastSent + AttendanceFeed.keepAliveInterval <= .now {
                    lastSent = .now
                    return ServerSentEvent(name: "sign", data: "still here").text
                }
            }
            return nil
        } catch {
            return nil
        }
    }

    deinit { stream.close() }
}

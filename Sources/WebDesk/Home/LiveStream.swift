import Management
import WebHost

/// Code that both kinds of streams of figures share: the streams of the home page (`LiveTotals`), and the streams of
/// the overviews of events (`LiveDashboards`).
enum LiveStream {
    /// The maximum number of streams that a session can have open for the home page, and for the overview of each
    /// event. A browser opens only a few connections to one server, and needs some of these connections for other
    /// requests.
    static let maxPerSession = 2

    /// Ends a stream because its session has opened newer streams. The last message tells the page not to connect
    /// again, because otherwise several visible pages would end each other’s streams forever.
    static func supersede(_ stream: AsyncStream<String>.Continuation) {
        stream.yield(ServerSentEvent(name: "over", data: "superseded").text)
        stream.finish()
    }

    /// The result of a reading that began for another request. Nil if the user of that request has signed out in the
    /// meantime, or has lost the right to read. The caller then reads with its own session.
    static func value<Value: Sendable>(ofShared reading: Task<Value, any Error>) async throws -> Value? {
        do {
            return try await reading.value
        } catch is SignInRequired {
            return nil
        } catch is ManagementError {
            return nil
        }
    }
}

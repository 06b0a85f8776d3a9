import Management
import WebHost

/// The common part of the two kinds of streams of figures: those of the home page (`LiveTotals`), and those of the
/// overviews of events (`LiveDashboards`).
enum LiveStream {
    /// The largest number of streams of one kind that a session has at the same time: of the home page, and of the
    /// overview of each event. A browser opens only a few connections to one server, and needs some of these
    /// connections for other requests.
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

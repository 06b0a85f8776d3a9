import Synchronization

/// Limits the number of open streams of server-sent events per browser. If a browser opens more streams, its oldest
/// stream ends. Usually, the user has already closed the page of that stream, but the server has not noticed this yet.
package final class StreamLimiter: Sendable {
    private let most: Int
    private let open = Mutex<[String: [OpenStream]]>([:])

    /// - Parameter most: the largest number of open streams per browser.
    package init(most: Int) { self.most = most }

    package func open(by owner: String) -> OpenStream {
        let stream = OpenStream(of: owner, in: self)
        open.withLock { open in
            var streams = open[owner, default: []]
            streams.append(stream)
            while streams.count > most { streams.removeFirst().end() }
            open[owner] = streams
        }
        return stream
    }

    fileprivate func close(_ stream: OpenStream) {
        open.withLock { open in
            open[stream.owner]?.removeAll { $0 === stream }
            if open[stream.owner]?.isEmpty ?? false { open[stream.owner] = nil }
        }
    }

    package final class OpenStream: Sendable {
        fileprivate let owner: String
        private let streams: StreamLimiter
        private let ended = Mutex(false)

        fileprivate init(of owner: String, in streams: StreamLimiter) {
            self.owner = owner
            self.streams = streams
        }

        /// Whether this stream must end, because the browser has opened too many newer streams.
        package var isSuperseded: Bool { ended.withLock { $0 } }

        fileprivate func end() { ended.withLock { $0 = true } }

        /// Removes this stream. Call this method when the client has disconnected.
        package func close() { streams.close(self) }
    }
}

import Synchronization

/// Streams that browsers listen to. One more than somebody may have ends their oldest: its page is gone more often than
/// not, which shows only when something is sent to it.
final class Streams: Sendable {
    private let most: Int
    private let open = Mutex<[String: [Stream]]>([:])

    /// - Parameter most: for each of them.
    init(most: Int) { self.most = most }

    func open(by who: String) -> Stream {
        let stream = Stream(of: who, in: self)
        open.withLock { open in
            var streams = open[who, default: []]
            streams.append(stream)
            while streams.count > most { streams.removeFirst().end() }
            open[who] = streams
        }
        return stream
    }

    fileprivate func close(_ stream: Stream) {
        open.withLock { open in
            open[stream.who]?.removeAll { $0 === stream }
            if open[stream.who]?.isEmpty ?? false { open[stream.who] = nil }
        }
    }

    final class Stream: Sendable {
        fileprivate let who: String
        private let streams: Streams
        private let ended = Mutex(false)

        fileprivate init(of who: String, in streams: Streams) {
            self.who = who
            self.streams = streams
        }

        /// Whether another has taken its place.
        var isOver: Bool { ended.withLock { $0 } }

        fileprivate func end() { ended.withLock { $0 = true } }

        /// Nobody listens any more.
        func close() { streams.close(self) }
    }
}

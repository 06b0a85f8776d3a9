import Presenting

/// Numbers for one page that watches them: at once, and when they have changed, at most once a second.
actor FigureFeed {
    private static let pace = Duration.seconds(1)
    /// A word now and then, or else nobody would notice that the page is gone, nor the page that the server is.
    private static let sign = Duration.seconds(5)

    private let figures: @Sendable () async throws -> JSON
    private let stream: Streams.Stream
    private var shown: String?
    private var spoke = ContinuousClock.now

    /// - Parameters:
    ///   - stream: closed with the feed.
    ///   - figures: for who may still see them.
    init(_ stream: Streams.Stream, _ figures: @escaping @Sendable () async throws -> JSON) {
        self.stream = stream
        self.figures = figures
    }

    /// The next event; nil when they are to be seen no more: the page asks again, and is told why.
    func next() async -> String? {
        do {
            while !stream.isOver {
                if shown != nil { try await Task.sleep(for: FigureFeed.pace) }
                let text = try await figures().text
                if text != shown {
                    let isFirst = shown == nil
                    shown = text
                    spoke = .now
                    return ServerSentEvent(name: "figures", data: text, retry: isFirst ? 2000 : nil).text
                }
                if spoke + FigureFeed.sign <= .now {
                    spoke = .now
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

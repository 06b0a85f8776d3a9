import NIOCore

/// Closes a connection whose answer nobody takes: it would be kept in memory for as long as its reader likes.
final class AnswerWatch: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = NIOAny
    typealias OutboundOut = NIOAny

    private let patience: TimeAmount
    private var waiting = 0
    private var taken = 0
    private var timer: Scheduled<Void>?

    /// - Parameter patience: how long no write may end.
    init(patience: Duration) { self.patience = TimeAmount(patience) }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let promise = promise ?? context.eventLoop.makePromise()
        waiting += 1
        promise.futureResult.assumeIsolated().whenComplete { [self] _ in
            waiting -= 1
            taken += 1
        }
        context.write(data, promise: promise)
        if timer == nil { watch(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    private func watch(_ context: ChannelHandlerContext) {
        let before = taken
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { [self] in
            timer = nil
            if waiting == 0 { return }
            if taken == before { context.close(promise: nil) } else { watch(context) }
        }
    }
}

import NIOCore

/// Closes a connection if the client does not read the response. Otherwise, the response would stay in memory.
package final class StalledResponseHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = NIOAny
    typealias OutboundOut = NIOAny

    private let timeout: TimeAmount
    private var pendingWrites = 0
    private var completedWrites = 0
    private var timer: Scheduled<Void>?

    /// Makes the handler of one connection.
    ///
    /// - Parameter timeout: the connection is closed if writes are pending and no write completes within this time.
    package init(timeout: Duration) { self.timeout = TimeAmount(timeout) }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let promise = promise ?? context.eventLoop.makePromise()
        pendingWrites += 1
        promise.futureResult.assumeIsolated().whenComplete { [self] _ in
            pendingWrites -= 1
            completedWrites += 1
        }
        context.write(data, promise: promise)
        if timer == nil { scheduleCheck(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    private func scheduleCheck(_ context: ChannelHandlerContext) {
        let before = completedWrites
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { [self] in
            timer = nil
            if pendingWrites == 0 { return }
            if completedWrites == before { context.close(promise: nil) } else { scheduleCheck(context) }
        }
    }
}

import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Enforces the time limits of requests on one connection.
///
/// Hummingbird, the server framework, closes a connection if no request head arrives, but sets no time limit for a
/// request’s body. This handler limits the time until the end of the body; a route can extend that time.
///
/// A response can start before its request has arrived completely. Hummingbird would then read the unwanted rest of the
/// body to its end. Instead, this handler closes the sending side of the connection immediately after the response. It
/// closes the receiving side later, so that the client has time to read the response.
package final class RequestDeadlineHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Tells the handler of the connection to extend the time limit, before a long body is read.
    struct DeadlineExtension: Sendable {
        let duration: Duration
    }

    private let limits: ServerLimits
    private var requestCount = 0
    /// Whether a part of the last request has not arrived yet.
    private var isReceiving = false
    private var startedResponses = 0
    private var finishedResponses = 0
    /// Whether a response has announced that it is the last response on this connection.
    private var isClosingAfterResponse = false
    /// Whether the handler ignores all input, because the connection closes after the response to an earlier request.
    private var ignoresInput = false
    /// Whether the last response has been sent, and the handler discards the rest of the request’s body.
    private var isLingering = false
    private var isStopping = false
    private var deadline: Scheduled<Void>?

    package init(limits: ServerLimits) { self.limits = limits }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            if isClosingAfterResponse { ignoresInput = true }
            if ignoresInput { return }
            requestCount += 1
            isReceiving = true
            setDeadline(isStopping ? limits.bodyTimeoutAtStop : limits.bodyTimeout, context)
        case .body:
            if isLingering || ignoresInput { return }
        case .end:
            if ignoresInput { return }
            isReceiving = false
            clearDeadline()
            if isLingering {
                context.close(promise: nil)
                return
            }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational:
            startedResponses += 1
            if isReceiving && startedResponses == requestCount {
                isClosingAfterResponse = true
                head.headerFields[.connection] = "close"
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where isClosingAfterResponse && finishedResponses + 1 == startedResponses:
            finishedResponses += 1
            context.writeAndFlush(data, promise: promise)
            closeAfterResponse(context)
        case .end:
            finishedResponses += 1
            context.write(data, promise: promise)
        default: context.write(data, promise: promise)
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let more = event as? DeadlineExtension else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        if isReceiving && !isStopping && !isClosingAfterResponse { setDeadline(more.duration, context) }
        promise?.succeed()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isStopping = true
            if isReceiving { setDeadline(limits.bodyTimeoutAtStop, context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) { clearDeadline() }

    func channelInactive(context: ChannelHandlerContext) {
        clearDeadline()
        context.fireChannelInactive()
    }

    private func closeAfterResponse(_ context: ChannelHandlerContext) {
        if isReceiving {
            isLingering = true
            context.close(mode: .output, promise: nil)
            setDeadline(limits.lingerTimeout, context)
        } else {
            context.close(promise: nil)
        }
    }

    private func setDeadline(_ duration: Duration, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(duration)) { [self] in
            deadline = nil
            expire(context)
        }
    }

    private func clearDeadline() {
        deadline?.cancel()
        deadline = nil
    }

    private func expire(_ context: ChannelHandlerContext) {
        // Send a 408 if the response to the last request has not started and all earlier requests have been answered.
        if isReceiving && startedResponses < requestCount && startedResponses == finishedResponses
            && requestCount == finishedResponses + 1
        {
            startedResponses += 1
            isClosingAfterResponse = true
            var head = HTTPResponse(
                status: .requestTimeout, headerFields: [.connection: "close", .contentLength: "0"])
            SecurityHeaders.add(to: &head.headerFields)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
        context.close(promise: nil)
    }
}

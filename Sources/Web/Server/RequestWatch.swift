import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Sees to it that requests end in time, on each connection.
///
/// Hummingbird closes connections on which no head comes, but lets a body drip for ever, and reads what nobody wants to its
/// end before the next request. Here a whole request has its time, longer where a route asks for it (`MoreTime`). An
/// answer that did not wait for the end of its request closes the connection: first its own direction, then, when who asks
/// had time to read the answer, the other.
final class RequestWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Sent through the pipeline by who is about to read a long body.
    struct MoreTime: Sendable {
        let duration: Duration
    }

    private let limits: Limits
    /// Heads that came, and the last of them whose request is not whole yet.
    private var asked = 0
    private var isReceiving = false
    /// Answers that were begun and ended.
    private var begun = 0
    private var answered = 0
    /// Whether an answer has announced that it is the last.
    private var isLast = false
    /// Whether what comes belongs to a request after that answer's.
    private var isDeaf = false
    private var isLingering = false
    private var isStopping = false
    private var deadline: Scheduled<Void>?

    init(limits: Limits) { self.limits = limits }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            if isLast { isDeaf = true }
            if isDeaf { return }
            asked += 1
            isReceiving = true
            setDeadline(isStopping ? limits.receivingAtStop : limits.receiving, context)
        case .body:
            if isLingering || isDeaf { return }
        case .end:
            if isDeaf { return }
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
            begun += 1
            if isReceiving && begun == asked {
                isLast = true
                head.headerFields[.connection] = "close"
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where isLast && answered + 1 == begun:
            answered += 1
            context.writeAndFlush(data, promise: promise)
            end(context)
        case .end:
            answered += 1
            context.write(data, promise: promise)
        default: context.write(data, promise: promise)
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let more = event as? MoreTime else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        if isReceiving && !isStopping && !isLast { setDeadline(more.duration, context) }
        promise?.succeed()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isStopping = true
            if isReceiving { setDeadline(limits.receivingAtStop, context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) { clearDeadline() }

    func channelInactive(context: ChannelHandlerContext) {
        clearDeadline()
        context.fireChannelInactive()
    }

    private func end(_ context: ChannelHandlerContext) {
        if isReceiving {
            isLingering = true
            context.close(mode: .output, promise: nil)
            setDeadline(limits.lingering, context)
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
        // Nothing of an answer was sent for this request: then it is told why it is not heard to its end.
        if isReceiving && begun < asked && begun == answered && asked == answered + 1 {
            begun += 1
            isLast = true
            var head = HTTPResponse(
                status: .requestTimeout, headerFields: [.connection: "close", .contentLength: "0"])
            SecurityHeaders.add(to: &head.headerFields)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
        context.close(promise: nil)
    }
}

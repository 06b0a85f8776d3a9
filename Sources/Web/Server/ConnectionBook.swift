import Management
import NIOCore
import NIOHTTPTypes
import Synchronization

/// The connections that are open, and which of them is closed when there are too many.
///
/// A connection on which somebody has signed in is never closed for another; of the others the oldest that waits for a
/// request goes first, and of the network that has most of them. So a stranger who opens connections without end closes
/// their own, and a phone at a gate gets one.
final class ConnectionBook: Sendable {
    private struct Entry {
        let channel: any Channel
        let network: String
        /// Grows with every connection, and with every answer on it.
        var used: UInt64
        var isAnswering = false
        var isSignedIn: Bool
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var uses: UInt64 = 0
    }

    private let most: Int
    private let mostOfNetwork: Int
    private let forwarding: Forwarding
    private let state = Mutex(State())

    /// - Parameters:
    ///   - most: connections that are kept open, of all networks.
    ///   - forwarding: a proxy's connections are many people's, and never closed.
    init(most: Int, ofNetwork: Int, forwarding: Forwarding) {
        (self.most, mostOfNetwork, self.forwarding) = (most, ofNetwork, forwarding)
    }

    func open(_ channel: any Channel) {
        let peer = channel.remoteAddress?.ipAddress
        let network = peer.flatMap { CallerAddress($0) }?.description ?? ""
        let closing: (any Channel)? = state.withLock { state in
            state.uses += 1
            state.entries[ObjectIdentifier(channel)] = Entry(
                channel: channel, network: network, used: state.uses, isSignedIn: forwarding.isProxy(peer))
            return victim(in: &state, for: ObjectIdentifier(channel), of: network)
        }
        closing?.close(promise: nil)
    }

    func close(_ channel: any Channel) { state.withLock { $0.entries[ObjectIdentifier(channel)] = nil } }

    /// A request has come whole, or its answer is sent.
    func set(isAnswering: Bool, _ channel: any Channel) {
        state.withLock { state in
            state.uses += 1
            state.entries[ObjectIdentifier(channel)]?.isAnswering = isAnswering
            state.entries[ObjectIdentifier(channel)]?.used = state.uses
        }
    }

    func signedIn(_ channel: any Channel) {
        state.withLock { $0.entries[ObjectIdentifier(channel)]?.isSignedIn = true }
    }

    private func victim(in state: inout State, for new: ObjectIdentifier, of network: String) -> (any Channel)? {
        let strangers = state.entries.filter { !$0.value.isSignedIn }
        let own = strangers.filter { $0.value.network == network }
        let isFull = state.entries.count > most
        guard isFull || own.count > mostOfNetwork else { return nil }
        var candidates = own
        if own.count <= mostOfNetwork {
            let counts = Dictionary(grouping: strangers.values, by: \.network).mapValues(\.count)
            let largest = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
            candidates = strangers.filter { $0.value.network == largest }
        }
        let found = candidates.filter { $0.key != new }.min {
            ($0.value.isAnswering ? 1 : 0, $0.value.used) < ($1.value.isAnswering ? 1 : 0, $1.value.used)
        }
        guard let found else { return nil }
        state.entries[found.key] = nil
        return found.value.channel
    }
}

/// Keeps the book for one connection.
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    /// Sent through the pipeline when a request on the connection showed that somebody is signed in.
    struct SignedIn: Sendable {}

    private let book: ConnectionBook
    private var isOpen = false

    init(_ book: ConnectionBook) { self.book = book }

    func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { open(context) } }

    func channelActive(context: ChannelHandlerContext) {
        open(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        book.close(context.channel)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { book.close(context.channel) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = unwrapInboundIn(data) { book.set(isAnswering: true, context.channel) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { book.set(isAnswering: false, context.channel) }
        context.write(data, promise: promise)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is SignedIn else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        book.signedIn(context.channel)
        promise?.succeed()
    }

    private func open(_ context: ChannelHandlerContext) {
        guard !isOpen else { return }
        isOpen = true
        book.open(context.channel)
    }
}

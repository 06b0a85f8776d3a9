import Management
import NIOCore
import NIOHTTPTypes
import Synchronization

/// The open connections of the server. If there are too many connections, the registry closes one of them.
///
/// A connection on which somebody has signed in is never closed to make room for another connection. If a network has
/// too many connections, the registry closes one of the network’s connections. If the number of all connections is
/// above the limit, the registry closes a connection of the network with the most connections. Within a network, idle
/// connections are closed before busy ones. Of several idle or several busy connections, the least recently used one is
/// closed first. So a client that opens many connections loses its own connections, and a phone at a gate can still
/// connect.
package final class ConnectionRegistry: Sendable {
    private struct Entry {
        let channel: any Channel
        let network: String
        /// The sequence number of the connection’s last use. Three events count as a use: the connection opens, a
        /// request has arrived completely, and a response has been sent completely.
        var lastUse: UInt64
        /// Whether the server still has to send a response.
        var isAnswering = false
        var isSignedIn: Bool
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var uses: UInt64 = 0
    }

    private let maximum: Int
    private let maximumPerNetwork: Int
    private let forwarding: Forwarding
    private let state = Mutex(State())

    /// Makes a registry without connections.
    ///
    /// - Parameters:
    ///   - maximum: the largest number of open connections of all networks together.
    ///   - ofNetwork: the largest number of open connections of one network. Connections on which somebody has signed
    ///     in do not count.
    ///   - forwarding: the proxies. A connection from a proxy serves many clients, so it is never closed.
    package init(maximum: Int, ofNetwork: Int, forwarding: Forwarding) {
        (self.maximum, maximumPerNetwork, self.forwarding) = (maximum, ofNetwork, forwarding)
    }

    func open(_ channel: any Channel) {
        let peer = channel.remoteAddress?.ipAddress
        let network = peer.flatMap { ClientAddress($0) }?.description ?? ""
        let closing: (any Channel)? = state.withLock { state in
            state.uses += 1
            state.entries[ObjectIdentifier(channel)] = Entry(
                channel: channel, network: network, lastUse: state.uses, isSignedIn: forwarding.isProxy(peer))
            return connectionToEvict(in: &state, for: ObjectIdentifier(channel), of: network)
        }
        closing?.close(promise: nil)
    }

    func close(_ channel: any Channel) { state.withLock { $0.entries[ObjectIdentifier(channel)] = nil } }

    /// Records that a request has arrived completely (`isAnswering` is true), or that its response has been sent
    /// (`isAnswering` is false).
    func set(isAnswering: Bool, _ channel: any Channel) {
        state.withLock { state in
            state.uses += 1
            state.entries[ObjectIdentifier(channel)]?.isAnswering = isAnswering
            state.entries[ObjectIdentifier(channel)]?.lastUse = state.uses
        }
    }

    func markSignedIn(_ channel: any Channel) {
        state.withLock { $0.entries[ObjectIdentifier(channel)]?.isSignedIn = true }
    }

    private func connectionToEvict(in state: inout State, for new: ObjectIdentifier, of network: String) -> (
        any Channel
    )? {
        let strangers = state.entries.filter { !$0.value.isSignedIn }
        let own = strangers.filter { $0.value.network == network }
        let isFull = state.entries.count > maximum
        guard isFull || own.count > maximumPerNetwork else { return nil }
        var candidates = own
        if own.count <= maximumPerNetwork {
            let counts = Dictionary(grouping: strangers.values, by: \.network).mapValues(\.count)
            let largest = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
            candidates = strangers.filter { $0.value.network == largest }
        }
        let found = candidates.filter { $0.key != new }.min {
            ($0.value.isAnswering ? 1 : 0, $0.value.lastUse) < ($1.value.isAnswering ? 1 : 0, $1.value.lastUse)
        }
        guard let found else { return nil }
        state.entries[found.key] = nil
        return found.value.channel
    }
}

/// Tells the registry when a connection opens or closes, when it is used, and when a user has signed in on it.
package final class ConnectionRegistryHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    /// Tells the handlers of the connection that a request on it had valid credentials.
    struct SignedInEvent: Sendable {}

    private let registry: ConnectionRegistry
    private var isOpen = false

    package init(_ registry: ConnectionRegistry) { self.registry = registry }

    func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { open(context) } }

    func channelActive(context: ChannelHandlerContext) {
        open(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        registry.close(context.channel)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { registry.close(context.channel) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = unwrapInboundIn(data) { registry.set(isAnswering: true, context.channel) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { registry.set(isAnswering: false, context.channel) }
        context.write(data, promise: promise)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is SignedInEvent else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        registry.markSignedIn(context.channel)
        promise?.succeed()
    }

    private func open(_ context: ChannelHandlerContext) {
        guard !isOpen else { return }
        isOpen = true
        registry.open(context.channel)
    }
}

/// Limits on the resources that clients may use. Sizes are in bytes.
public struct ServerLimits: Sendable {
    /// Maximum number of connections. Further connections wait in the system's queue until a connection closes.
    public var connections = 1000
    /// Maximum number of connections from one network (an IPv4 address or an IPv6 /64) on which nobody is signed in.
    public var connectionsPerNetwork = 200
    /// Maximum size of one header field, maximum size of all header fields together, and maximum number of header
    /// fields.
    public var headerFieldSize = 8 * 1024
    public var headerListSize = 32 * 1024
    public var headerCount = 100

    /// Maximum time until the end of a request's head. The time starts when the connection opens or when the
    /// connection's last response ends.
    public var idleTimeout = Duration.seconds(15)
    /// Maximum time from the end of a request's head to the end of its body, unless the request's route sets another
    /// limit.
    public var bodyTimeout = Duration.seconds(10)
    /// Time without progress after which a response is treated as stalled.
    public var stallTimeout = Duration.seconds(30)
    /// The time for which the server discards the rest of a body after an early response, so that the client can read
    /// that response.
    public var lingerTimeout = Duration.seconds(1)

    /// Time limits of a shutdown: for receiving unfinished request bodies, and for the whole shutdown.
    public var bodyTimeoutAtStop = Duration.seconds(1)
    public var stopTimeout = Duration.seconds(5)

    public init() {}
}

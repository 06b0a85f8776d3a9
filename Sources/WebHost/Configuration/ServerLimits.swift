/// Limits on the resources that clients can use. Sizes are in bytes.
public struct ServerLimits: Sendable {
    /// Maximum number of connections. Further connections wait in the system's queue until a connection closes.
    public var connections = 1000
    /// Maximum number of connections from one network. Connections on which a user has signed in do not count. A
    /// network is an IPv4 address or an IPv6 /64.
    public var connectionsPerNetwork = 200
    /// Maximum size of one header field.
    public var headerFieldSize = 8 * 1024
    /// Maximum size of all header fields of a request together.
    public var headerListSize = 32 * 1024
    /// Maximum number of header fields of a request.
    public var headerCount = 100

    /// Maximum time until the end of a request's head. The time starts when the connection opens or when the
    /// connection's previous response ends.
    public var idleTimeout = Duration.seconds(15)
    /// Maximum time from the end of a request's head to the end of its body, unless the request's route sets another
    /// limit.
    public var bodyTimeout = Duration.seconds(10)
    /// If the client reads nothing of a response for this time, the server closes the connection.
    public var stallTimeout = Duration.seconds(30)
    /// A response can end before the body of its request has arrived. The server then reads and discards the rest of
    /// the body for this time, so that the client can read the response. Then the server closes the connection.
    public var lingerTimeout = Duration.seconds(1)

    /// Maximum time that a stopping server waits for the rest of an incomplete request body.
    public var bodyTimeoutAtStop = Duration.seconds(1)
    /// Maximum time that the server takes to stop.
    public var stopTimeout = Duration.seconds(5)

    public init() {}
}

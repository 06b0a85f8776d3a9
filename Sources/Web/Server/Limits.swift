/// What a stranger may cost the server. Times are durations, sizes octets.
public struct Limits: Sendable {
    /// Connections at once; more wait in the system's queue until one goes.
    public var connections = 1000
    /// Connections of one network (an IPv4 address or an IPv6 /64) on which nobody is signed in.
    public var connectionsOfNetwork = 200
    /// One field of a request's head; all of them; how many.
    public var headerField = 8 * 1024
    public var headerList = 32 * 1024
    public var headerCount = 100

    /// From opening a connection, or from the last answer on it, to the end of the next request's head.
    public var idle = Duration.seconds(15)
    /// From the end of a request's head to the end of its body, where its route says nothing else.
    public var receiving = Duration.seconds(10)
    /// Without an octet of an answer taken by who asked for it.
    public var stalled = Duration.seconds(30)
    /// How long what is still sent is thrown away after an answer that did not need it: who sends it can then read that.
    public var lingering = Duration.seconds(1)

    /// From the order to stop: how long bodies that are under way may still come, and the last word.
    public var receivingAtStop = Duration.seconds(1)
    public var stopping = Duration.seconds(5)

    public init() {}
}

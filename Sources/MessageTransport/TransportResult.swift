/// The result of handing one message to a server or provider.
public enum TransportResult: Hashable, Sendable {
    /// The server took the message and is responsible for it now.
    ///
    /// - Parameter providerID: the provider's id of the message; nil if the provider gives no id.
    case accepted(providerID: String?, answer: String)
    /// The server refused this recipient or message for good. Trying again is useless.
    case refused(answer: String)
    /// The server did not take the message now. The message can be sent later.
    case deferred(answer: String)
    /// No message can be sent now, for any recipient. For example, the server rejected the password.
    case unavailable(TransportFault)
    /// It is unknown whether the server or provider has the message. For example, the connection broke after the
    /// message was sent and before the server answered.
    case unknown(answer: String)
}

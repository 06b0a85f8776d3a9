public import Languages

/// The result of an attempt to deliver a message to a webhook.
public enum WebhookResult: Hashable, Sendable, SentenceConvertible {
    /// The status code of the HTTP response.
    case status(Int)
    /// There was no response. Organizers see the reason, so it contains no details of the server's network.
    case noResponse(NoResponse)
    /// No request was sent, because the host's address is not allowed.
    case refusedAddress(FaultSentence)
    /// A result that this version of the program does not know. It has the text that another version stored.
    case words(String)

    /// The reason why there was no response.
    public enum NoResponse: String, SentenceKey {
        public static let subject = "webhookNoResponse"

        case unknownHost = "unknown host name"
        case noIPAddress = "the host name has no IP address"
        case noConnection = "no connection"
        case late = "no answer in time"
        case closedEarly = "connection closed without an answer"
        case tlsFailed = "the TLS handshake failed, or the certificate is not trusted"
        case notHTTP = "the answer is not HTTP"
        case connectionLost = "the connection was lost"
        case keyRetired = "the signing key of the webhook is retired"
        case webhookEnded = "the webhook has ended"
    }

    enum Text: String, SentenceKey {
        static let subject = "webhookResult"

        case answered = "answered {status}"
        case redirected = "answered {status}; redirects are not followed"
    }

    public var sentence: Sentence {
        switch self {
        case .status(let code):
            Sentence(
                (300..<400).contains(code) ? Text.redirected : Text.answered, ["status": .text("\(code)")])
        case .noResponse(let reason): Sentence(reason)
        case .refusedAddress(let fault): Sentence(fault)
        case .words(let words): .verbatim(words)
        }
    }

    /// The result in the store and in the audit trail: the status code, or the name of the reason, such as
    /// `noConnection`.
    public var code: String {
        switch self {
        case .status(let code): "\(code)"
        case .noResponse(let reason): "\(reason)"
        case .refusedAddress(let fault): "\(fault)"
        case .words(let words): words
        }
    }

    /// The result with the given code. If the code is unknown, the result is `words` with the code as its text.
    public init(code: String) {
        self =
            if let status = Int(code) {
                .status(status)
            } else if let reason = NoResponse.allCases.first(where: { "\($0)" == code }) {
                .noResponse(reason)
            } else if let fault = WebhookAddress.addressFaults.first(where: { "\($0)" == code }) {
                .refusedAddress(fault)
            } else {
                .words(code)
            }
    }
}

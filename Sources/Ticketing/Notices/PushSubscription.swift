/// The URL at which a push service accepts messages for a browser. A visitor’s browser sends the URL, so the URL can
/// name any server. Only `https` URLs of public servers are allowed, and URLs of a trial service: a push service on
/// this machine.
public struct PushEndpoint: Hashable, Sendable {
    /// The maximum length of the URL, in bytes.
    public static let longest = 1024

    public let address: WebhookAddress
    /// Whether the push service is a trial service on this machine.
    public let isTrial: Bool

    /// Parses a URL. Nil if the URL is malformed or too long, if its scheme is not `https`, or if its host is an IP
    /// address that is not public. For the trial service, another scheme is allowed, and an IP address must be one of
    /// this machine or of a private network.
    ///
    /// - Parameter trialService: the origin of a push service on this machine, for trials, such as
    ///   `http://127.0.0.1:8090`; nil if there is none.
    public init?(_ text: String, trialService: String? = nil) {
        guard text.utf8.count <= PushEndpoint.longest, let address = WebhookAddress(text) else { return nil }
        self.address = address
        isTrial = address.origin == trialService
        guard isTrial || address.isEncrypted else { return nil }
        if case .address(let number) = address.host, !allows(number) { return nil }
    }

    /// Whether messages may be sent to an IP address to which the host name resolved.
    public func allows(_ number: IPAddress) -> Bool {
        isTrial ? number.scope == .privateNetwork : address.fault(at: number, .publicOnly) == nil
    }
}

/// The data with which one browser gets push messages (Push API).
public struct PushSubscription: Hashable, Sendable, Updatable {
    /// The maximum number of confirmed subscriptions of a recipient. A further confirmed subscription replaces the
    /// oldest.
    public static let most = 5
    /// The maximum length of `browser`, in characters.
    public static let longestBrowser = 60

    /// A random id, which the push service does not know: 32 hexadecimal digits.
    public let id: String
    /// The recipient's address.
    public let recipient: String
    /// The URL of a `PushEndpoint`. It is a secret: anyone who knows it can send bytes to the push service.
    public let endpoint: String
    public let keys: Keys
    /// A name such as `Firefox, Android`; empty if the browser is unknown.
    public let browser: String
    public let created: Instant
    /// The time at which the recipient entered the code that was sent to the recipient's address. Nil until the code is
    /// entered; until then, the browser gets no messages.
    public var confirmed: Instant?

    /// The keys with which messages to the browser are encrypted and signed.
    public struct Keys: Hashable, Sendable {
        /// The browser's public key: a point of the curve P-256, 65 bytes.
        public let publicKey: [UInt8]
        /// The secret that the browser and this server share, 16 bytes.
        public let secret: [UInt8]
        /// The public key of the server for which the browser made the subscription, 65 bytes. Messages that are signed
        /// with another key are refused.
        public let serverKey: [UInt8]

        public init(publicKey: [UInt8], secret: [UInt8], serverKey: [UInt8]) {
            self.publicKey = publicKey
            self.secret = secret
            self.serverKey = serverKey
        }
    }

    public init(
        id: String, recipient: String, endpoint: String, keys: Keys, browser: String, created: Instant,
        confirmed: Instant? = nil
    ) {
        self.id = id
        self.recipient = recipient
        self.endpoint = endpoint
        self.keys = keys
        self.browser = browser
        self.created = created
        self.confirmed = confirmed
    }
}

/// The conditions on which a server accepts subscriptions for push messages.
public struct PushTerms: Hashable, Sendable {
    /// The server's public key, 65 bytes.
    public let serverKey: [UInt8]
    /// The origin of a push service on this machine, for trials; nil without such a service.
    public let trialService: String?

    public init(serverKey: [UInt8], trialService: String?) {
        self.serverKey = serverKey
        self.trialService = trialService
    }
}

import Cryptography
import Store
public import Ticketing

/// The values with which a browser asks for push messages. The values come from a visitor's browser, so every value is
/// checked.
public struct PushRequest: Hashable, Sendable {
    /// The URL of the push service.
    public let endpoint: String
    /// The browser's public key, in base64url.
    public let publicKey: String
    /// The secret that the browser and the server share, in base64url.
    public let secret: String
    /// A name such as `Firefox, Android`, made from the request; empty if the browser is unknown.
    public let browser: String

    public init(endpoint: String, publicKey: String, secret: String, browser: String) {
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.secret = secret
        self.browser = browser
    }

    /// An unconfirmed subscription with these values. Nil if a value is malformed, or if the endpoint is not allowed
    /// (`PushEndpoint`).
    fileprivate func subscription(
        of recipient: String, _ terms: PushTerms, at now: Instant
    ) -> PushSubscription? {
        guard PushEndpoint(endpoint, trialService: terms.trialService) != nil,
            let publicKey = Base64URL.bytes(publicKey), P256.PublicKey(publicKey) != nil,
            let secret = Base64URL.bytes(secret), secret.count == WebPushEncryption.authenticationSecretLength
        else { return nil }
        var random = SystemRandomNumberGenerator()
        return PushSubscription(
            id: Hexadecimal.text((0..<16).map { _ in .random(in: 0...255, using: &random) }), recipient: recipient,
            endpoint: endpoint,
            keys: PushSubscription.Keys(publicKey: publicKey, secret: secret, serverKey: terms.serverKey),
            browser: String(browser.prefix(PushSubscription.longestBrowser)), created: now)
    }
}

/// The result of a request for push messages.
public enum PushRequestResult: Hashable, Sendable {
    /// A message with a code is queued to the recipient's own address.
    case accepted
    /// The browser already gets push messages for this recipient.
    case known
    /// A value is malformed, or the server sends no push messages.
    case malformed
    /// Nothing is queued, because too many codes were requested for the address.
    case tooMany(waitSeconds: Int)
}

/// The result of entering the code that confirms a browser.
public enum PushCodeEntry: Hashable, Sendable {
    case confirmed
    case wrong(triesLeft: Int)
    /// No code was requested, the code has expired or has no tries left, or the code was requested by another browser.
    case noCode
}

/// The browsers that get a recipient's push messages. The link to the page of preferences is in every message, and
/// people forward messages. So before a browser gets messages, its user must enter a code that is sent to the
/// recipient's address.
extension Storefront {
    /// Stores a subscription that is not confirmed yet, and queues a message with a code to the recipient's own
    /// address.
    ///
    /// - Throws: `StorefrontError.notFound` if the link is invalid.
    public func requestPush(_ request: PushRequest, ofLink secret: String) throws -> PushRequestResult {
        guard let terms = try pushTerms() else { return .malformed }
        return try withRecipient(ofLink: secret) { recipient, work in
            let subscriptions = work.connection.pushSubscriptions
            guard let subscription = request.subscription(of: recipient.address, terms, at: work.now) else {
                return .malformed
            }
            let isKnown = try subscriptions.confirmed(of: recipient.address).contains {
                $0.endpoint == subscription.endpoint && $0.keys == subscription.keys
            }
            if isKnown { return .known }
            let verification = AddressVerification(.pushDevice, work.connection, at: work.now)
            if let wait = try verification.wait(for: recipient.address) { return .tooMany(waitSeconds: wait) }
            try verification.prune()
            let secrets = try verification.makeCodeAndLink(for: recipient.address, with: subscription.id)
            try subscriptions.add(subscription)
            try work.connection.notices.queue(
                Notice(
                    organizer: nil, event: nil, kind: .confirmEmail, recipient: recipient.address,
                    payload: [
                        "code": secrets.code,
                        "expires": work.now.advanced(bySeconds: AddressVerification.codeSeconds).iso8601(in: .gmt),
                        Notice.addressCodeName: Notice.Channel.push.rawValue,
                    ], key: Notice.keyPrefix(.confirmEmail, of: nil, cause: secrets.id) + recipient.address,
                    created: work.now))
            return .accepted
        }
    }

    /// Confirms the recipient's latest unconfirmed subscription. The code must be right, and it must come from the
    /// browser of this subscription. The code works once.
    ///
    /// Anyone with a forwarded link can request a code for their own browser, and the code goes to the recipient. So
    /// the code must come with the endpoint of the subscription, which only this server, that browser and its push
    /// service know.
    ///
    /// - Parameter endpoint: the endpoint of the browser that sends the code; empty if the browser has none.
    /// - Throws: `StorefrontError.notFound` if the link is invalid.
    public func confirmPush(
        code: String, from endpoint: String, ofLink secret: String
    ) throws -> PushCodeEntry {
        try withRecipient(ofLink: secret) { recipient, work in
            let subscriptions = work.connection.pushSubscriptions
            guard let waiting = try subscriptions.all(of: recipient.address).last(where: { $0.confirmed == nil })
            else { return .noCode }
            let (expected, sent) = (Array(waiting.endpoint.utf8), Array(endpoint.utf8))
            guard ConstantTime.equal(expected.span, sent.span) else { return .noCode }
            let verification = AddressVerification(.pushDevice, work.connection, at: work.now)
            switch try verification.check(code, of: recipient.address, with: waiting.id) {
            case .noCode: return .noCode
            case .wrong(let left): return .wrong(triesLeft: left)
            case .right: break
            }
            try verification.useCode(of: recipient.address)
            try subscriptions.confirm(waiting, at: work.now)
            return .confirmed
        }
    }

    /// Removes a subscription of a recipient. If no confirmed subscription is left, also removes the recipient's
    /// choices of push; the program then chooses the channels. Messages that suggest events and can then no longer
    /// reach the recipient are turned off. Does nothing if the recipient has no subscription with this id.
    ///
    /// - Throws: `StorefrontError.notFound` if the link is invalid.
    public func removePush(_ id: String, ofLink secret: String) throws {
        try withRecipient(ofLink: secret) { recipient, work in
            let subscriptions = work.connection.pushSubscriptions
            guard try subscriptions.all(of: recipient.address).contains(where: { $0.id == id }) else { return }
            try subscriptions.remove(id)
            guard try !subscriptions.hasConfirmed(of: recipient.address) else { return }
            var changed = recipient
            changed.preferences.chosen = recipient.preferences.chosen.filter { $0.value != .push }
            try changed.turnOffUnreachableSuggestions(work.connection)
            if changed != recipient { try work.connection.recipients.update(changed) }
        }
    }

    /// The browsers of a recipient; nil if the server sends no push messages.
    func devices(of recipient: MessageRecipient, _ connection: any StoreConnection) throws -> RecipientDevices? {
        guard let terms = try pushTerms() else { return nil }
        let all = try connection.pushSubscriptions.all(of: recipient.address)
        let verification = AddressVerification(.pushDevice, connection, at: now())
        let waiting = all.last { $0.confirmed == nil }
        return RecipientDevices(
            serverKey: terms.serverKey,
            confirmed: all.filter { $0.confirmed != nil && $0.keys.serverKey == terms.serverKey },
            isCodeValid: try waiting.map { try verification.hasCode(of: recipient.address, with: $0.id) } ?? false)
    }
}

/// The browsers that get a recipient's push messages.
public struct RecipientDevices: Sendable {
    /// The server's public key, 65 bytes.
    public let serverKey: [UInt8]
    /// The confirmed subscriptions, oldest first.
    public let confirmed: [PushSubscription]
    /// Whether the recipient can enter the code that confirms another browser.
    public let isCodeValid: Bool
}

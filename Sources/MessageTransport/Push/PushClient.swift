import CCurl
public import Cryptography
import FileAccess
import Foundation
import Glibc
import Languages
public import Ticketing

/// Sends push messages to browsers, through the push services that the browsers use (RFC 8030). A push service sees
/// only the encrypted bytes. Each call blocks its thread. Use each instance on one thread only.
public final class PushClient {
    /// The time for which a signature is valid, in seconds. Push services accept at most 24 hours (RFC 8292 §2).
    private static let signatureSeconds: Int64 = 12 * 3600
    /// The number of timeouts after which no further browser is tried.
    private static let mostTimeouts = 2
    /// The maximum size of an answer, in bytes.
    private static let largestAnswer = 1 << 12

    private let settings: PushSettings
    private let key: P256.Key
    private let limit: Duration
    private let total: Duration
    private let isStopping: () -> Bool

    /// Makes a client, without opening a connection.
    ///
    /// - Parameters:
    ///   - key: the private key of the settings.
    ///   - limit: the longest time for one browser, including the connection. A message waits for at most two push
    ///     services that do not answer in this time.
    ///   - total: the time after which no further browser is tried.
    ///   - isStopping: called at least once a second during a transfer. If it returns true, the transfer ends.
    public init(
        _ settings: PushSettings, key: P256.Key, limit: Duration = .seconds(5), total: Duration = .seconds(10),
        isStopping: @escaping () -> Bool = { false }
    ) {
        self.settings = settings
        self.key = key
        self.limit = limit
        self.total = total
        self.isStopping = isStopping
    }

    /// Sends a message to the browsers of a recipient.
    ///
    /// - Returns: the result, and the subscriptions that have ended, for example because the browser was removed.
    /// - Throws: `OpenSSLError`; `EncodingError`.
    public func send(
        _ message: PushMessage, to subscriptions: [PushSubscription], at now: Instant
    ) throws -> (result: PushResult, ended: [PushSubscription]) {
        let payload = try message.payload()
        let end = ContinuousClock.now + total
        var ended: [PushSubscription] = []
        var results: [PushResult] = []
        var timeouts = 0
        for subscription in subscriptions {
            guard timeouts < PushClient.mostTimeouts, ContinuousClock.now < end, !isStopping() else {
                results.append(.deferred(answer: "", seconds: nil))
                continue
            }
            switch try send(payload, message, to: subscription, at: now) {
            case .accepted(let answer): results.append(.accepted(answer: answer))
            case .refused(let answer): results.append(.refused(answer: answer))
            case .deferred(let answer, let seconds): results.append(.deferred(answer: answer, seconds: seconds))
            case .timedOut(let answer):
                timeouts += 1
                results.append(.deferred(answer: answer, seconds: nil))
            case .unavailable(let fault): results.append(.unavailable(fault))
            case .gone(let answer):
                ended.append(subscription)
                results.append(.refused(answer: answer))
            }
        }
        return (PushClient.best(of: results), ended)
    }

    /// The result for a recipient with several browsers: the best result, in the order accepted, deferred, unavailable,
    /// refused.
    private static func best(of results: [PushResult]) -> PushResult {
        func first(_ isWanted: (PushResult) -> Bool) -> PushResult? { results.first(where: isWanted) }
        return first { if case .accepted = $0 { true } else { false } }
            ?? first { if case .deferred = $0 { true } else { false } }
            ?? first { if case .unavailable = $0 { true } else { false } } ?? results.first ?? .refused(answer: "")
    }

    private func send(
        _ payload: [UInt8], _ message: PushMessage, to subscription: PushSubscription, at now: Instant
    ) throws -> PushAnswer {
        // The subscription may have been made for an earlier key of this server, or for an earlier trial push service
        // (`PushSettings.trialService`).
        guard subscription.keys.serverKey == key.publicKey,
            let endpoint = PushEndpoint(subscription.endpoint, trialService: settings.trialService),
            let receiver = P256.PublicKey(subscription.keys.publicKey),
            subscription.keys.secret.count == WebPushEncryption.authenticationSecretLength
        else { return .gone(answer: PushClient.answer(.outdated)) }
        let addresses: [String]
        switch PublicResolver.addresses(of: endpoint) {
        case .addresses(let found): addresses = found
        case .unknownHost: return .deferred(answer: PushClient.answer(.unknownHost), seconds: nil)
        case .notAllowed: return .refused(answer: PushClient.answer(.notPublic))
        }
        let body = try WebPushEncryption.encrypt(payload, to: receiver, secret: subscription.keys.secret)
        let authorization = try authorization(for: endpoint, at: now)
        guard let transfer = CurlTransfer() else {
            return .unavailable(
                .transferFailed(server: endpoint.address.authority, reason: SystemError.reason(of: ENOMEM)))
        }
        prepare(transfer, for: endpoint, at: addresses, with: body.count)
        transfer.set(
            CURLOPT_HTTPHEADER,
            list: [
                "Authorization: \(authorization)", "Content-Type: application/octet-stream",
                "Content-Encoding: aes128gcm", "TTL: \(message.seconds)", "Urgency: \(message.urgency.rawValue)",
                "Topic: \(message.token)", "Expect:",
            ])
        return answer(of: transfer, sending: body, endpoint, at: now)
    }

    private func prepare(
        _ transfer: CurlTransfer, for endpoint: PushEndpoint, at addresses: [String], with length: Int
    ) {
        let address = endpoint.address
        transfer.set(CURLOPT_URL, address.description)
        transfer.set(CURLOPT_PROTOCOLS_STR, address.isEncrypted ? "https" : "http")
        // libcurl connects only to the addresses that were checked, and follows no redirects.
        if case .name(let name) = address.host {
            transfer.set(CURLOPT_RESOLVE, list: ["\(name):\(address.port):\(addresses.joined(separator: ","))"])
        }
        transfer.set(CURLOPT_FOLLOWLOCATION, 0)
        transfer.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        transfer.set(CURLOPT_TIMEOUT_MS, Int(limit / .milliseconds(1)))
        transfer.set(CURLOPT_FORBID_REUSE, 1)
        transfer.set(CURLOPT_POST, 1)
        transfer.set(CURLOPT_POSTFIELDSIZE_LARGE, size: length)
        transfer.callbacks.isStopping = isStopping
    }

    private func answer(
        of transfer: CurlTransfer, sending body: [UInt8], _ endpoint: PushEndpoint, at now: Instant
    ) -> PushAnswer {
        transfer.callbacks.input = body
        var received: [UInt8] = []
        // The rest of a long answer is not read.
        transfer.callbacks.receive = { bytes in
            received += bytes
            return received.count <= PushClient.largestAnswer
        }
        var retryAfter: String?
        transfer.callbacks.receiveLine = { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == "retry-after" { retryAfter = String(parts[1]) }
            return true
        }
        let code = transfer.perform()
        let status = transfer.number(CURLINFO_RESPONSE_CODE)
        guard code == CURLE_OK || code == CURLE_WRITE_ERROR && status > 0 else {
            // libcurl itself cannot be used.
            if [CURLE_FAILED_INIT, CURLE_OUT_OF_MEMORY, CURLE_UNKNOWN_OPTION].contains(code) {
                let server = endpoint.address.authority
                return .unavailable(TransportFault(code, transfer, host: server, server: server))
            }
            // The push service may already have the message. The message is sent again nevertheless, because the second
            // copy replaces the first copy. Organizers read the answer, so the answer does not name the push service.
            return code == CURLE_OPERATION_TIMEDOUT
                ? .timedOut(answer: PushClient.answer(.noAnswer))
                : .deferred(answer: PushClient.answer(.notReached), seconds: nil)
        }
        let secret = endpoint.address.path.split(separator: "/").last.map { String($0) } ?? ""
        return PushAnswer(
            status: status, body: Array(received.prefix(PushClient.largestAnswer)), secret: secret,
            retryAfter: retryAfter, at: Date(timeIntervalSince1970: Double(now.seconds)))
    }

    /// The field `Authorization` (RFC 8292 §3): a signed token (JWT) for the push service, and the server’s public key.
    ///
    /// - Throws: `OpenSSLError`; `EncodingError`.
    private func authorization(for endpoint: PushEndpoint, at now: Instant) throws -> String {
        struct Header: Encodable {
            let alg = "ES256"
            let typ = "JWT"
        }
        struct Claims: Encodable {
            let aud: String
            let exp: Int64
            let sub: String
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let claims = Claims(
            aud: PushClient.audience(of: endpoint.address), exp: now.seconds + PushClient.signatureSeconds,
            sub: settings.contact)
        let parts = [try encoder.encode(Header()), try encoder.encode(claims)].map { Base64URL.text(Array($0)) }
        let signed = parts.joined(separator: ".")
        let signature = Base64URL.text(try key.signature(of: Array(signed.utf8)))
        return "vapid t=\(signed).\(signature),k=\(Base64URL.text(key.publicKey))"
    }

    /// The origin of a push service in the form of RFC 6454 §6.2: without the default port, and in lower case.
    private static func audience(of address: WebhookAddress) -> String {
        let isDefault = address.port == (address.isEncrypted ? 443 : 80)
        let origin = address.origin.lowercased()
        guard isDefault, origin.hasSuffix(":\(address.port)") else { return origin }
        return String(origin.dropLast(":\(address.port)".count))
    }

    private static func answer(_ text: Text) -> String { Sentence(text).stored }

    /// Texts that this program stores in place of a push service’s answer.
    enum Text: String, SentenceKey {
        static let subject = "pushClient"

        case outdated = "the subscription is for another key of this server"
        case unknownHost = "the host name of the push service was not found"
        case notPublic = "the push service has no public address"
        case noAnswer = "the push service did not answer in time"
        case notReached = "the connection to the push service failed"
    }
}

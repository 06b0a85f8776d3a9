import CCurl
import Cryptography
import FileAccess
import Glibc
import Languages
public import Ticketing

/// Sends SMS through Africa’s Talking, by its HTTP API. Each call blocks its thread. Use each instance on one thread
/// only.
public final class AfricasTalkingClient {
    private let account: AfricasTalkingAccount
    private let address: WebAddress?
    private let limit: Duration
    private let isStopping: () -> Bool
    private var transfer: CurlTransfer?
    private static let secondsToConnect = 10
    /// The maximum size of an answer, in bytes.
    private static let largestAnswer = 1 << 16

    /// Makes a client, without opening a connection.
    ///
    /// - Parameters:
    ///   - limit: the longest time for one message, including the connection.
    ///   - isStopping: called at least once a second during a transfer. If it returns true, the transfer ends.
    public init(
        _ account: AfricasTalkingAccount, limit: Duration = .seconds(30), isStopping: @escaping () -> Bool = { false }
    ) {
        self.account = account
        address = WebAddress(account.baseURL)
        self.limit = limit
        self.isStopping = isStopping
    }

    /// Sends one message.
    ///
    /// - Returns: `accepted` if the provider has queued or sent the message; `unknown` if the provider may have sent
    ///   the message, for example because the connection was lost before the answer arrived.
    public func send(_ text: SMSText, to number: PhoneNumber) -> TransportResult {
        guard let address else { return .unavailable(.invalidHost(ForeignText.line(account.baseURL))) }
        guard address.isEncrypted || ServerHost.isLoopback(address.host) else {
            return .unavailable(.notEncrypted(host: address.host))
        }
        // A line break in the API key would add header fields to the request.
        guard account.apiKey.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0.value != 0x7F }) else {
            return .unavailable(.apiKeyRejected(server: address.name))
        }
        guard let transfer = transfer ?? open() else {
            return .unavailable(.transferFailed(server: address.name, reason: SystemError.reason(of: ENOMEM)))
        }
        self.transfer = transfer
        let form = Array(form(text, number).utf8)
        transfer.set(CURLOPT_POSTFIELDSIZE_LARGE, size: form.count)
        transfer.set(CURLOPT_COPYPOSTFIELDS, String(decoding: form, as: UTF8.self))
        var body: [UInt8] = []
        transfer.callbacks.receive = { bytes in
            body += bytes
            return body.count <= AfricasTalkingClient.largestAnswer
        }
        let code = transfer.perform()
        guard code == CURLE_OK else {
            self.transfer = nil
            return failure(code, transfer, server: address.name, isSent: transfer.size(CURLINFO_SIZE_UPLOAD_T) > 0)
        }
        return AfricasTalkingAnswer.result(
            status: transfer.number(CURLINFO_RESPONSE_CODE), body: body, server: address.name)
    }

    private func form(_ text: SMSText, _ number: PhoneNumber) -> String {
        var fields = [
            ("username", account.username), ("to", number.rawValue), ("message", text.text), ("bulkSMSMode", "1"),
        ]
        if let sender = account.sender { fields.append(("from", sender)) }
        return fields.map { "\($0)=\(AfricasTalkingClient.encoded($1))" }.joined(separator: "&")
    }

    /// Encodes a value of a form: every byte except ASCII letters, digits and `-._~` becomes `%xx`.
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            plainBytes.contains(byte) ? String(Unicode.Scalar(byte)) : "%\(Hexadecimal.text([byte]))"
        }.joined()
    }

    private static let plainBytes = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

    private func open() -> CurlTransfer? {
        guard let transfer = CurlTransfer() else { return nil }
        transfer.set(CURLOPT_URL, "\(account.baseURL)/version1/messaging")
        transfer.set(CURLOPT_PROTOCOLS_STR, address?.isEncrypted == false ? "http" : "https")
        transfer.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        transfer.set(CURLOPT_CONNECTTIMEOUT, AfricasTalkingClient.secondsToConnect)
        transfer.set(CURLOPT_TIMEOUT_MS, Int(limit / .milliseconds(1)))
        // This option closes the connection after each message. libcurl could otherwise reuse a connection that the
        // server has closed in the meantime. It would then send the request a second time, although the server may
        // already have processed the request.
        transfer.set(CURLOPT_FORBID_REUSE, 1)
        transfer.set(CURLOPT_POST, 1)
        // The entry `Expect:` removes this field from the request. Otherwise, libcurl would wait for the status 100
        // before it sends a long text.
        transfer.set(CURLOPT_HTTPHEADER, list: ["apiKey: \(account.apiKey)", "Accept: application/json", "Expect:"])
        transfer.callbacks.isStopping = isStopping
        return transfer
    }

    /// - Parameter isSent: whether a part of the request was sent.
    private func failure(
        _ code: CURLcode, _ transfer: CurlTransfer, server: String, isSent: Bool
    ) -> TransportResult {
        if isSent { return .unknown(answer: TransportFault.connectionLost(server: server).sentence.stored) }
        return .unavailable(TransportFault(code, transfer, host: address?.host ?? "", server: server))
    }
}

extension AfricasTalkingAccount {
    /// The name of the provider's trial account. Its API has another URL.
    private static let trial = "sandbox"

    var baseURL: String {
        endpoint ?? "https://api.\(username == AfricasTalkingAccount.trial ? "sandbox." : "")africastalking.com"
    }
}

import Foundation

/// The answer of Africa’s Talking to a request for one message.
struct AfricasTalkingAnswer: Decodable {
    struct Recipient: Decodable {
        let statusCode: Int
        let status: String
        let messageId: String?
        let cost: String?
    }

    private struct Content: Decodable {
        let message: String?
        let recipients: [Recipient]

        enum CodingKeys: String, CodingKey {
            case message = "Message"
            case recipients = "Recipients"
        }
    }

    private let content: Content

    enum CodingKeys: String, CodingKey {
        case content = "SMSMessageData"
    }

    /// Converts an HTTP answer to a result.
    ///
    /// - Parameter server: the name of the API’s server, for the texts of faults.
    static func result(status: Int, body: [UInt8], server: String) -> TransportResult {
        let text = ForeignText.line(String(decoding: body, as: UTF8.self))
        let answer = text.isEmpty ? "HTTP \(status)" : "HTTP \(status): \(text)"
        switch status {
        // The provider accepted the request. If the body is unreadable, the result is unknown.
        case 200..<300: return result(of: body, server: server, ifUnreadable: .unknown(answer: answer))
        // These statuses can mean that only this message is wrong. So if the body is unreadable, only this message is
        // deferred, and the other messages are still sent.
        case 400, 413, 422: return result(of: body, server: server, ifUnreadable: .deferred(answer: answer))
        case 401: return .unavailable(.apiKeyRejected(server: server))
        case 429: return .unavailable(.serverBusy(server: server, answer: answer))
        // A gateway got no valid answer from the API, so the message may have been sent.
        case 502, 504: return .unknown(answer: answer)
        case 500...: return .deferred(answer: answer)
        default: return .unavailable(.unexpectedAnswer(server: server, answer: answer))
        }
    }

    private static func result(
        of body: [UInt8], server: String, ifUnreadable unreadable: TransportResult
    ) -> TransportResult {
        do {
            let content = try JSONDecoder().decode(AfricasTalkingAnswer.self, from: Data(body)).content
            if let recipient = content.recipients.first { return recipient.result(server: server) }
            // For example, an unregistered sender is reported for the whole request: "InvalidSenderId".
            let message = ForeignText.line(content.message ?? "")
            return message.hasPrefix("InvalidSender")
                ? .unavailable(.senderNameRejected(server: server, answer: message)) : .deferred(answer: message)
        } catch {
            return unreadable
        }
    }
}

extension AfricasTalkingAnswer.Recipient {
    /// The provider’s codes: https://developers.africastalking.com/docs/sms/sending/bulk
    fileprivate func result(server: String) -> TransportResult {
        let words = ForeignText.line(["\(statusCode)", status, cost].compactMap(\.self).joined(separator: " "))
        return switch statusCode {
        // Processed, sent, queued
        case 100...102: .accepted(providerID: messageId.flatMap { $0 == "None" ? nil : $0 }, answer: words)
        // The provider checks the account.
        case 401: .unavailable(.accountOnHold(server: server, answer: words))
        case 402: .unavailable(.senderNameRejected(server: server, answer: words))
        case 405: .unavailable(.creditExhausted(server: server))
        // The number is invalid or of an unsupported kind, or its owner does not want messages.
        case 403, 404, 406, 409: .refused(answer: words)
        default: .deferred(answer: words)
        }
    }
}

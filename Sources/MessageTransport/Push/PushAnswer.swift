import Foundation

/// The result of sending a push message to the browsers of a recipient.
public enum PushResult: Hashable, Sendable {
    /// The push service of at least one browser has accepted the message.
    case accepted(answer: String)
    /// No push service has accepted the message, but at least one may accept it later.
    ///
    /// - Parameter seconds: the number of seconds before the push service accepts another attempt; nil if the push
    ///   service gave no number.
    case deferred(answer: String, seconds: Int64?)
    /// No browser can get the message.
    case refused(answer: String)
    /// The program cannot send push messages at all, for example because libcurl is missing.
    case unavailable(TransportFault)
}

/// The answer of a push service to a message for one browser (RFC 8030 §5).
enum PushAnswer: Equatable {
    case accepted(answer: String)
    /// The subscription has ended.
    case gone(answer: String)
    case refused(answer: String)
    case deferred(answer: String, seconds: Int64?)
    /// The push service did not answer in time.
    case timedOut(answer: String)
    case unavailable(TransportFault)

    /// The longest wait before another attempt, in seconds.
    private static let longestWait: Int64 = 86_400

    /// - Parameters:
    ///   - body: the beginning of the body, which is untrusted. Only the case `refused` keeps the body, as an
    ///     explanation.
    ///   - secret: the last part of the endpoint. If the body contains the secret, the body is not kept.
    ///   - retryAfter: the field `Retry-After`; nil if the answer lacks it.
    init(status: Int, body: [UInt8], secret: String, retryAfter: String?, at now: Date) {
        let words = ForeignText.line(String(decoding: body, as: UTF8.self))
        let isShown = !words.isEmpty && (secret.isEmpty || !words.contains(secret))
        let answer = "HTTP \(status)"
        switch status {
        case 200..<300: self = .accepted(answer: answer)
        case 404, 410: self = .gone(answer: answer)
        case 408, 429, 500...:
            self = .deferred(answer: answer, seconds: retryAfter.flatMap { PushAnswer.wait($0, at: now) })
        default: self = .refused(answer: isShown ? "\(answer): \(words)" : answer)
        }
    }

    /// The wait in a field `Retry-After`, in seconds. The field has a number of seconds, or a date (RFC 9110 §10.2.3).
    /// Nil if the field is malformed.
    private static func wait(_ field: String, at now: Date) -> Int64? {
        let text = field.trimmingCharacters(in: .whitespaces)
        if text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Int64(text) {
            return min(seconds, longestWait)
        }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        guard let date = formatter.date(from: text) else { return nil }
        return min(max(0, Int64(date.timeIntervalSince(now).rounded(.up))), longestWait)
    }
}

import Cryptography
import Foundation

/// A message for the browsers of a recipient. The service worker `push-worker.js` shows it as a notification.
public struct PushMessage: Hashable, Sendable {
    /// The importance of a message. While a device saves energy, it can ask the push service for the more urgent
    /// messages only (RFC 8030 §5.3).
    public enum Urgency: String, Hashable, Sendable {
        case normal, high
    }

    /// The maximum length of `token`, in characters (RFC 8030 §5.4).
    public static let longestToken = 32
    /// The maximum lengths of the title and of the text, in characters.
    private static let (longestTitle, longestBody) = (120, 600)

    /// The id of the message, of letters, digits, `-` and `_`. A message replaces an earlier message with the same id,
    /// both at the push service and in the browser.
    public let token: String
    public let title: String
    public let body: String
    /// The page that the notification opens; nil if it opens none.
    public let url: String?
    /// The BCP 47 tag of the language of the texts.
    public let language: String
    public let urgency: Urgency
    /// The time for which a push service keeps the message while the browser is not connected, in seconds.
    public let seconds: Int

    public init(
        token: String, title: String, body: String, url: String?, language: String, urgency: Urgency, seconds: Int
    ) {
        self.token = token
        self.title = title
        self.body = body
        self.url = url
        self.language = language
        self.urgency = urgency
        self.seconds = seconds
    }

    private struct Payload: Encodable {
        let tag: String
        var title: String
        var body: String
        let url: String?
        let lang: String
    }

    /// The message as JSON, short enough for one encrypted record. Long titles and texts are cut.
    ///
    /// - Throws: `EncodingError`.
    func payload() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var (titleLength, bodyLength) = (PushMessage.longestTitle, PushMessage.longestBody)
        while true {
            let payload = Payload(
                tag: token, title: PushMessage.cut(title, titleLength), body: PushMessage.cut(body, bodyLength),
                url: url, lang: language)
            let bytes = Array(try encoder.encode(payload))
            // A character can have many bytes, for example the emoji of a family.
            if bytes.count <= WebPushEncryption.longestPlaintext || titleLength == 0 { return bytes }
            (titleLength, bodyLength) = (titleLength * 3 / 4, bodyLength * 3 / 4)
        }
    }

    private static func cut(_ text: String, _ length: Int) -> String {
        text.count <= length ? text : "\(text.prefix(max(0, length - 1)))…"
    }
}

import Foundation
public import Ticketing

extension StoreConnection {
    public var recipients: MessageRecipients { MessageRecipients(connection: self) }
}

/// The recipients of messages, with their preferences. No messages are sent to a suppressed recipient.
public struct MessageRecipients {
    let connection: any StoreConnection

    private static let columns = "address, secret, language, preferences, suppressed, suppression"

    public func with(address: String) throws -> MessageRecipient? {
        try connection.first(
            "SELECT \(MessageRecipients.columns) FROM message_recipient WHERE address = $1", [.text(address)],
            MessageRecipients.recipient)
    }

    /// The recipient whose links contain the given secret.
    public func with(secret: String) throws -> MessageRecipient? {
        try connection.first(
            "SELECT \(MessageRecipients.columns) FROM message_recipient WHERE secret = $1", [.text(secret)],
            MessageRecipients.recipient)
    }

    /// Adds a recipient. Does nothing if the address is already stored. Returns the stored recipient.
    public func add(_ recipient: MessageRecipient) throws -> MessageRecipient {
        try connection.execute(
            """
            INSERT INTO message_recipient (address, secret, language) VALUES ($1, $2, $3)
            ON CONFLICT DO NOTHING
            """, [.text(recipient.address), .text(recipient.secret), .optional(recipient.language)])
        return try with(address: recipient.address) ?? recipient
    }

    /// Stores the language and the preferences of a recipient.
    public func update(_ recipient: MessageRecipient) throws {
        try connection.execute(
            "UPDATE message_recipient SET language = $1, preferences = $2 WHERE address = $3",
            [
                .optional(recipient.language),
                .optional(
                    recipient.preferences == MessagePreferences()
                        ? nil : String(decoding: try JSONEncoder().encode(recipient.preferences), as: UTF8.self)),
                .text(recipient.address),
            ])
    }

    /// Stops messages to an address, because a message came back. If `moment` is nil, allows messages to the address
    /// again.
    public func suppress(_ address: String, since moment: Instant?, answer: String?) throws {
        try connection.execute(
            "UPDATE message_recipient SET suppressed = $1, suppression = $2 WHERE address = $3",
            [.optional(moment), .optional(answer), .text(address)])
    }

    private static func recipient(_ row: any SQLRow) throws -> MessageRecipient {
        var preferences = MessagePreferences()
        if let text = row.optionalText(3) {
            do {
                preferences = try JSONDecoder().decode(MessagePreferences.self, from: Data(text.utf8))
            } catch is DecodingError {
                throw InvalidColumnValue(column: 3, value: text, kind: "preferences")
            }
        }
        return MessageRecipient(
            address: row.text(0), secret: row.text(1), language: row.optionalText(2), preferences: preferences
        ).with {
            $0.suppressed = row.isNull(4) ? nil : Instant(milliseconds: row.integer(4))
            $0.suppressionAnswer = row.optionalText(5)
        }
    }
}

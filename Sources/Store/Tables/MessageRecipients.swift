import Foundation
public import Ticketing

extension StoreConnection {
    public var recipients: MessageRecipients { MessageRecipients(connection: self) }
}

/// The recipients of messages, with their preferences. No messages are sent to a suppressed recipient.
public struct MessageRecipients {
    let connection: any StoreConnection

    private static let columns = "address, secret, language, preferences, suppressed, suppression, other_address"

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

    /// Stores the language and the preferences of a recipient. Also updates `SuggestionTimes`. Does nothing if the
    /// recipient is not stored.
    public func update(_ recipient: MessageRecipient) throws {
        guard let former = try with(address: recipient.address) else { return }
        try connection.execute(
            "UPDATE message_recipient SET language = $1, preferences = $2 WHERE address = $3",
            [
                .optional(recipient.language),
                .optional(
                    recipient.preferences == MessagePreferences()
                        ? nil : String(decoding: try JSONEncoder().encode(recipient.preferences), as: UTF8.self)),
                .text(recipient.address),
            ])
        try connection.suggestionTimes.set(
            recipient.preferences, of: recipient.address,
            hasNewZone: former.preferences.timeZone != recipient.preferences.timeZone)
    }

    /// Stores the address that a recipient has confirmed in addition to the recipient's own address; nil removes the
    /// stored address.
    public func setOther(_ other: String?, of address: String) throws {
        try connection.execute(
            "UPDATE message_recipient SET other_address = $1 WHERE address = $2", [.optional(other), .text(address)])
    }

    /// The addresses of the recipients who have confirmed the address `other` in addition to their own, sorted; at most
    /// `limit`.
    public func addresses(withOther other: String, limit: Int) throws -> [String] {
        try connection.all(
            "SELECT address FROM message_recipient WHERE other_address = $1 ORDER BY address LIMIT $2",
            [.text(other), .int(limit)]
        ) { $0.text(0) }
    }

    /// The phone number that the organizer's members have entered together with an e-mail address, in an order or in
    /// the guest list of an event. Nil if they have entered no number, or several different numbers. Numbers that
    /// visitors entered on the public pages do not count, because nobody has confirmed these numbers.
    public func statedPhone(of email: String, at event: EventNumber) throws -> String? {
        let found = try connection.all(
            """
            \(MessageRecipients.statedPhones(of: "$1", at: "$2")) LIMIT 2
            """, [.text(email), .int(event.rawValue)]
        ) { $0.text(0) }
        return found.count == 1 ? found.first : nil
    }

    /// Whether a member of any organizer has entered a phone number together with an e-mail address, in an order or in
    /// a guest list.
    public func hasStatedPhone(_ email: String) throws -> Bool {
        try connection.first(
            """
            SELECT 1 WHERE EXISTS (
                SELECT 1 FROM ticket_order
                WHERE email = $1 AND phone IS NOT NULL AND visitor IS NULL AND confirm_address IS NULL
            ) OR EXISTS (SELECT 1 FROM guest WHERE email = $1 AND phone IS NOT NULL)
            """, [.text(email)]
        ) { _ in true } ?? false
    }

    /// Stops messages to an address, for example because a message came back. If `moment` is nil, messages to the
    /// address are no longer stopped.
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
            $0.otherAddress = row.optionalText(6)
        }
    }
}

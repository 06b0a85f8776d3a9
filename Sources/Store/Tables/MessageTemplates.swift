public import Ticketing

extension StoreConnection {
    public var messageTemplates: MessageTemplates { MessageTemplates(connection: self) }
}

/// The texts that organizers use in place of the standard texts of messages.
public struct MessageTemplates {
    let connection: any StoreConnection

    private static let columns = "organizer, kind, channel, language, subject, body, changed"

    /// The templates of an organizer, sorted by kind, channel and language.
    public func all(of organizer: OrganizerNumber) throws -> [MessageTemplate] {
        try connection.all(
            """
            SELECT \(MessageTemplates.columns) FROM message_template WHERE organizer = $1
            ORDER BY kind, channel, language
            """, [.int(organizer.rawValue)], MessageTemplates.template)
    }

    /// The template of an organizer for messages of a kind, on a channel and in a language.
    ///
    /// - Parameter language: a BCP 47 tag.
    public func with(
        organizer: OrganizerNumber, kind: Notice.Kind, channel: Notice.Channel, language: String
    ) throws -> MessageTemplate? {
        try connection.first(
            """
            SELECT \(MessageTemplates.columns) FROM message_template
            WHERE organizer = $1 AND kind = $2 AND channel = $3 AND language = $4
            """,
            [.int(organizer.rawValue), .text(kind.rawValue), .text(channel.rawValue), .text(language)],
            MessageTemplates.template)
    }

    /// Adds a template, or replaces the template with the same organizer, kind, channel and language.
    public func set(_ template: MessageTemplate) throws {
        try connection.execute(
            """
            INSERT INTO message_template (\(MessageTemplates.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (organizer, kind, channel, language)
            DO UPDATE SET subject = excluded.subject, body = excluded.body, changed = excluded.changed
            """,
            [
                .int(template.organizer.rawValue), .text(template.kind.rawValue), .text(template.channel.rawValue),
                .text(template.language), .text(template.subject), .text(template.body), .instant(template.changed),
            ])
    }

    /// Removes a template, so that messages have the standard text again. Returns false if there is no such template.
    @discardableResult
    public func remove(
        organizer: OrganizerNumber, kind: Notice.Kind, channel: Notice.Channel, language: String
    ) throws -> Bool {
        try connection.execute(
            "DELETE FROM message_template WHERE organizer = $1 AND kind = $2 AND channel = $3 AND language = $4",
            [.int(organizer.rawValue), .text(kind.rawValue), .text(channel.rawValue), .text(language)]) == 1
    }

    private static func template(_ row: any SQLRow) throws -> MessageTemplate {
        MessageTemplate(
            organizer: try row.value(0), kind: try row.value(1), channel: try row.value(2), language: row.text(3),
            subject: row.text(4), body: row.text(5), changed: try row.instant(6))
    }
}

public import Languages
import Store
public import Ticketing

/// The texts of messages that organizers have written in place of the standard texts.
extension NoticeService {
    /// The templates of an organizer, sorted by kind, channel and language.
    public func templates(of organizer: Organizer) throws -> [MessageTemplate] {
        try services.read(.editTemplate, in: organizer.number) { try $0.messageTemplates.all(of: organizer.number) }
    }

    /// Stores a template in place of the standard text, or of an earlier template for the same kind, channel and
    /// language. The template's organizer and time are ignored.
    ///
    /// This module cannot parse templates. Use `setTemplate(_:of:)` of the module Messaging, which takes a parsed
    /// template.
    public func setTemplate(unchecked template: MessageTemplate, of organizer: Organizer) throws {
        try services.perform(.editTemplate, in: organizer.number) { work in
            let templates = work.connection.messageTemplates
            _ = try work.connection.organizers.locked(organizer.number)
            let before = try templates.with(
                organizer: organizer.number, kind: template.kind, channel: template.channel,
                language: template.language)
            let after = MessageTemplate(
                organizer: organizer.number, kind: template.kind, channel: template.channel,
                language: template.language, subject: template.subject, body: template.body, changed: work.now)
            guard before?.auditFields != after.auditFields else { return }
            try templates.set(after)
            try work.record(after.auditSubject, before: before?.auditFields ?? [:], after: after.auditFields)
        }
    }

    /// Removes a template, so that messages have the standard text again.
    ///
    /// - Returns: false if there is no such template.
    @discardableResult
    public func removeTemplate(
        _ kind: Notice.Kind, by channel: Notice.Channel, in language: Language, of organizer: Organizer
    ) throws -> Bool {
        try services.perform(.editTemplate, in: organizer.number) { work in
            let templates = work.connection.messageTemplates
            _ = try work.connection.organizers.locked(organizer.number)
            let found = try templates.with(
                organizer: organizer.number, kind: kind, channel: channel, language: language.rawValue)
            guard let found else { return false }
            try templates.remove(
                organizer: organizer.number, kind: kind, channel: channel, language: language.rawValue)
            try work.record(found.auditSubject, before: found.auditFields, after: [:])
            return true
        }
    }
}

extension MessageTemplate {
    fileprivate var auditSubject: AuditSubject {
        AuditSubject(.template, "\(kind.rawValue)/\(channel.rawValue)/\(language)")
    }

    fileprivate var auditFields: AuditFields {
        (subject.isEmpty ? [:] : ["subject": subject]).merging(["body": body]) { $1 }
    }
}

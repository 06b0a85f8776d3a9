package import Foundation
package import Languages
package import Management
package import Presentation
package import Ticketing

/// The current text of messages of one kind, on one channel and in one language.
package struct CurrentMessageTemplate: Hashable, Sendable {
    package let template: MessageTemplate
    /// Whether the organizer has written the text. If false, the text is the standard text.
    package let isOwn: Bool

    /// The names of the arguments that the text can contain.
    package var arguments: [String] { (template.kind.templateArguments ?? []).map(\.rawValue) }

    /// The text as JSON. Its member `changed` is null for the standard text.
    package func json(in zone: TimeZone) -> JSON {
        .object([
            ("kind", .string(template.kind.rawValue)), ("channel", .string(template.channel.rawValue)),
            ("language", .string(template.language)), ("own", .bool(isOwn)),
            ("subject", .optional(template.subject.isEmpty ? nil : template.subject)),
            ("body", .string(template.body)), ("arguments", .array(arguments.map { .string($0) })),
            ("changed", .optional(isOwn ? template.changed.iso8601(in: zone) : nil)),
        ])
    }

    /// A kind of messages as JSON, with the channels and languages of the organizer's own texts.
    ///
    /// - Parameter own: the organizer's texts of all kinds.
    package static func json(_ kind: Notice.Kind, own: [MessageTemplate]) -> JSON {
        .object([
            ("kind", .string(kind.rawValue)),
            (
                "own",
                .array(
                    own.filter { $0.kind == kind }.map { template in
                        .object([
                            ("channel", .string(template.channel.rawValue)), ("language", .string(template.language)),
                        ])
                    })
            ),
        ])
    }
}

extension NoticeService {
    /// The current text of an organizer's messages: the organizer's own text or, if there is no such text, the standard
    /// text.
    ///
    /// - Throws: `MessageTemplateError` for a kind whose text cannot be changed; errors of `ManagementServices`.
    package func currentTemplate(
        _ kind: Notice.Kind, by channel: Notice.Channel, in language: Language, of organizer: Organizer
    ) throws -> CurrentMessageTemplate {
        if let own = try templates(of: organizer).template(kind, channel, in: language) {
            return CurrentMessageTemplate(template: own, isOwn: true)
        }
        guard let standard = MessageTemplate.standard(kind, channel, in: language, of: organizer.number) else {
            throw MessageTemplateError.fixed(kind)
        }
        return CurrentMessageTemplate(template: standard, isOwn: false)
    }
}

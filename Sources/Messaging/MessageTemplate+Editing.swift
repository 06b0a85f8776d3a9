package import Languages
package import Management
package import Ticketing

extension NoticeService {
    /// Stores a template in place of the standard text. Only parsed templates are accepted, so every stored template
    /// can be used.
    ///
    /// - Throws: `ManagementError.forbidden` and other errors of `ManagementServices`.
    package func setTemplate(_ template: ParsedMessageTemplate, of organizer: Organizer) throws {
        try setTemplate(unchecked: template.source, of: organizer)
    }
}

extension Notice.Kind {
    /// The kinds whose texts organizers can change.
    package static var editable: [Notice.Kind] { allCases.filter { $0.templateArguments != nil } }

    /// The channels for which organizers can write templates of this kind; empty if they cannot change its text.
    package var templateChannels: [Notice.Channel] {
        guard templateArguments != nil else { return [] }
        return isByEmailOnly ? [.email] : Notice.Channel.ofTemplates
    }
}

extension Notice.Channel {
    /// The channels for which organizers can write templates. WhatsApp messages have the text of an SMS.
    package static let ofTemplates: [Notice.Channel] = [.email, .sms]
}

extension [MessageTemplate] {
    /// The template for a kind, channel and language; nil if the organizer uses the standard text.
    package func template(_ kind: Notice.Kind, _ channel: Notice.Channel, in language: Language) -> MessageTemplate? {
        first { $0.kind == kind && $0.channel == channel && $0.language == language.rawValue }
    }
}

extension MessageTemplateError {
    /// The error about an attempt to change a text of this kind that organizers cannot change.
    package static func fixed(_ kind: Notice.Kind) -> MessageTemplateError {
        MessageTemplateError(
            part: .body, line: 1, fault: kind.templateArguments == nil ? .fixedKind(kind) : .emailOnly(kind))
    }

    /// The error about a template for an SMS that has a subject.
    package static let subjectOfSMS = MessageTemplateError(part: .subject, line: 1, fault: .subjectOfSMS)
}

import AttendeePack
import Foundation
package import Languages
package import Ticketing

extension MessageTemplate {
    /// The standard text of a kind as a template, from which an organizer can start; nil if organizers cannot change
    /// the text of this kind on this channel.
    package static func standard(
        _ kind: Notice.Kind, _ channel: Notice.Channel, in language: Language, of organizer: OrganizerNumber
    ) -> MessageTemplate? {
        guard let arguments = kind.templateArguments, kind.templateChannels.contains(channel) else { return nil }
        let outline = MessageOutline.standard(for: kind)
        // A template has only one form, so it gets the plural form of the program's sentence.
        let values = Dictionary(uniqueKeysWithValues: arguments.map { ($0.sentenceName, "{\($0.rawValue)}") })
        func text(_ key: some SentenceKey) -> String {
            SentencePattern.fill(language.patterns(of: key).last ?? "", values)
        }
        let isMail = channel == .email
        return MessageTemplate(
            organizer: organizer, kind: kind, channel: channel, language: language.rawValue,
            subject: isMail ? text(outline.subject) : "",
            body: isMail ? outline.paragraphs.map { text($0) }.joined(separator: "\n\n") : text(outline.short),
            changed: Instant(milliseconds: 0))
    }
}

extension ParsedMessageTemplate {
    /// The subject and the text with sample values, for a preview. The subject is nil for a channel without subjects.
    package func preview(in language: Language) -> (subject: String?, body: String) {
        let values = MessageArgument.samples(in: language)
        return (subject?.filled(with: values), body.filled(with: values))
    }
}

extension ParsedMessageTemplate {
    /// The subject and the text with the values of a real message. The link and the code are samples, because only the
    /// recipient may have the real ones. Values that the message lacks are also samples.
    ///
    /// - Throws: errors of reading keys.
    package func preview(
        of message: MessageSubject, by composer: MessageComposer
    ) throws -> (subject: String?, body: String) {
        let text = try MessageText(message, MessageLinks(nil, composer.ring), at: composer.now)
        let real = text.texts(of: text.values(in: source.channel == .email ? .mail : .short))
            .filter { $0.key != .link && $0.key != .code }
        let values = MessageArgument.samples(in: text.language).merging(real) { $1 }
        return (subject?.filled(with: values), body.filled(with: values))
    }
}

extension MessageArgument {
    /// A sample of each argument, for previews.
    fileprivate static func samples(in language: Language) -> [MessageArgument: String] {
        // Saturday 5 December 2026, 18:00 in Kampala
        let start = Instant(seconds: 1_796_482_800)
        let later = start.advanced(bySeconds: 3600)
        let moment = MessageMoment(in: TimeZone(identifier: "Africa/Kampala") ?? .gmt, language)
        let change = EventChange([
            "old_start": start.iso8601(in: .gmt), "start": later.iso8601(in: .gmt),
        ])
        return [
            .eventTitle: "New Year by the Lake", .organizer: "Nile Nights", .start: moment.text(start),
            .end: moment.text(start.advanced(bySeconds: 4 * 3600)), .doors: moment.time(start),
            .place: "Lido, Beach Road 1, Entebbe", .venue: "Lido", .address: "Beach Road 1", .city: "Entebbe",
            .subEvent: "Reception", .changes: change.text(moment, in: language), .ticket: "4F7K-29QX",
            .order: "1912276171", .total: sampleAmount(in: language), .amount: sampleAmount(in: language), .count: "2",
            .orders: "1", .ticketType: "Regular", .day: moment.day(start), .until: moment.text(start),
            .gate: "North", .since: moment.text(start),
            .subEvents: "Ceremony, Reception", .answerBy: moment.text(start.advanced(bySeconds: -86_400)),
            .link: "https://tickets.example.org/t/…", .code: "123456", .body: "…",
            .messageSubject: "New Year by the Lake",
        ]
    }

    private static func sampleAmount(in language: Language) -> String {
        Money(minorUnits: 50_000, currency: "UGX").text(in: language.locale)
    }
}

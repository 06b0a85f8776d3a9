import Languages
import MessageTransport
import Messaging
import Presentation
import Store
import Ticketing
import WebHost

/// The text of a template with the values of a real message. If there is no such message, the text has sample values.
struct TemplatePreview: Sendable {
    private let subject: String?
    private let body: String
    /// The shortened address of the recipient of the real message; nil for sample values.
    private let recipient: String?

    /// - Parameters:
    ///   - notice: a real message of the template's kind, which the member may read; nil for sample values.
    ///   - language: the language of the template.
    init(
        of template: ParsedMessageTemplate, like notice: Notice?, in language: Language, _ server: ServerContext
    ) async throws {
        if let notice, let ring = try server.keyRing {
            let composer = MessageComposer(ring: ring, settings: MessageSettings(), now: server.now())
            let recipient = MessageRecipient(address: notice.recipient, secret: "", language: language.rawValue)
            let read: @Sendable (Store) throws -> (subject: String?, body: String)? = { store in
                try store.read { try composer.subject(of: notice, to: recipient, $0) }.map {
                    try template.preview(of: $0, by: composer)
                }
            }
            if let real = try await server.storeThreads.run(read) {
                (subject, body) = (real.subject, real.body)
                self.recipient = Notice.masked(notice.recipient)
                return
            }
        }
        let sample = template.preview(in: language)
        (subject, body) = (sample.subject, sample.body)
        recipient = nil
    }

    /// A sentence that says whether the values come from a real message or are samples.
    private var about: Sentence {
        recipient.map { Sentence(DeskTemplateSentence.previewOf, ["recipient": .text($0)]) }
            ?? Sentence(DeskTemplateSentence.previewAbout)
    }

    private var paragraphs: [[String]] {
        body.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "").map { $0.map(String.init) }
    }

    var context: [String: TemplateContext.Value] {
        var values: [String: TemplateContext.Value] = [
            "preview_about": .sentence(about),
            "paragraphs": .list(
                paragraphs.map { lines in
                    TemplateContext(["lines": .list(lines.map { TemplateContext(["line": .text($0)]) })])
                }),
        ]
        if let subject { values["preview_subject"] = .text(subject) }
        return ["preview": .section(TemplateContext(values))]
    }

    func json(in language: Language) -> JSON {
        .object([
            ("about", .string(about.text(in: language))), ("subject", .optional(subject)),
            ("paragraphs", .array(paragraphs.map { .array($0.map { .string($0) }) })),
        ])
    }
}

import Languages

/// Replaces each tag that names a sentence of the catalogue. Mustache then reads the resulting template.
///
/// - `{{public.search}}` becomes the text of the sentence `PublicSentence.search`, in the language of the page.
/// - An argument of the sentence becomes a separate tag: the text `Duplicate “{event_title}”` becomes
///   `Duplicate “{{event_title}}”`, so Mustache fills in the value `event_title` of the page.
/// - A tag can contain the markup for an argument. The markup can contain further tags:
///   ``{{desk.noPassword link=`<a href="/enter">…</a>`}}``.
struct SentenceTags {
    private let language: Language

    init(in language: Language) { self.language = language }

    /// The template with the text of each sentence in place of its tag.
    ///
    /// - Throws: `TemplateError` if a tag names an unknown sentence, a sentence with plural forms, or an argument that
    ///   the sentence does not have.
    func replaced(in template: String, named name: String) throws(TemplateError) -> String {
        let tag = /\{\{(?<sentence>(?<subject>[A-Za-z]+)\.[A-Za-z]+)(?<arguments>(?: [A-Za-z_]+=`[^`]*`)*)\}\}/
        var result = ""
        var rest = template[...]
        while let match = rest.firstMatch(of: tag) {
            result += rest[..<match.range.lowerBound]
            rest = rest[match.range.upperBound...]
            guard SentenceTags.subjects.contains(String(match.subject)) else {
                // The tag does not name a sentence. It is a tag for Mustache, such as `{{value.member}}`.
                result += match.output.0
                continue
            }
            guard let sentence = SentenceTags.sentences[String(match.sentence)] else {
                throw TemplateError(template: name, reason: "there is no sentence \(match.sentence)")
            }
            guard sentence.forms.count == 1 else {
                throw TemplateError(template: name, reason: "\(sentence.name) has plural forms")
            }
            var markup: [String: String] = [:]
            for argument in match.arguments.matches(of: /([A-Za-z_]+)=`([^`]*)`/) {
                markup[String(argument.1)] = try replaced(in: String(argument.2), named: name)
            }
            if let unknown = markup.keys.first(where: { !sentence.arguments.contains($0) }) {
                throw TemplateError(template: name, reason: "\(sentence.name) has no argument \(unknown)")
            }
            result += text(of: sentence, markup)
        }
        return result + rest
    }

    private func text(of sentence: any SentenceKey, _ markup: [String: String]) -> String {
        let values = sentence.arguments.map { ($0, markup[$0] ?? "{{\($0)}}") }
        return SentencePattern.fill(
            HTMLText(language.patterns(of: sentence)[0]).description,
            Dictionary(uniqueKeysWithValues: values))
    }

    private static let subjects = Set(sentences.values.map { type(of: $0).subject })

    /// The sentences that templates can name, by their names.
    static let sentences: [String: any SentenceKey] = {
        var all: [any SentenceKey] =
            PageSentence.allCases + PublicSentence.allCases + GatePageSentence.allCases + FieldSentence.allCases
            + DeskSentence.all
        all += FindingSentence.allCases
        all += AbuseReportSentence.allCases
        all += PreferenceSentence.allCases
        all += DiscoverySentence.allCases
        all += TicketPageSentence.allCases
        return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    }()
}

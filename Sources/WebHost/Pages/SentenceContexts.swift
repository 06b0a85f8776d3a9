import Languages

/// The sentences of the catalogue as template values: the tag `{{public.search}}` in a template shows the sentence
/// `PublicSentence.search`. Sentences with arguments are left out, because a template cannot fill them in.
struct SentenceContexts: Sendable {
    private let contexts: [Language: [String: TemplateContext.Value]]

    init() {
        contexts = Dictionary(
            uniqueKeysWithValues: Language.allCases.map { language in
                (
                    language,
                    [
                        PageSentence.subject: Self.context(PageSentence.self, in: language),
                        PublicSentence.subject: Self.context(PublicSentence.self, in: language),
                        GatePageSentence.subject: Self.context(GatePageSentence.self, in: language),
                    ]
                )
            })
    }

    /// The template values in a language: one value for each part of the catalogue, such as `public`.
    func context(in language: Language) -> [String: TemplateContext.Value] { contexts[language] ?? [:] }

    private static func context<Sentence: SentenceKey>(
        _ type: Sentence.Type, in language: Language
    ) -> TemplateContext.Value {
        let sentences = Sentence.allCases.filter { $0.arguments.isEmpty }
        return .section(
            TemplateContext(
                Dictionary(uniqueKeysWithValues: sentences.map { ("\($0)", .text(language.text($0))) })))
    }
}

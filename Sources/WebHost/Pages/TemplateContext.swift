package import Languages
import Mustache
package import Presentation

/// The values for a template: texts, sentences and sections. Texts and sentences are escaped by `HTMLText`. Sections
/// decide whether a part of the template is rendered, and how often.
package struct TemplateContext: MustacheParent, CustomStringConvertible, Sendable {
    package enum Value: Sendable {
        /// A text that is the same in all languages, such as a name.
        case text(String)
        /// A sentence, which is rendered in the language of the page.
        case sentence(Sentence)
        /// A count, such as a number of tickets. The page shows it with the thousands separators of the page’s
        /// language.
        case number(Int)
        case list([TemplateContext])
        /// A section that is rendered once, with its own values.
        case section(TemplateContext)
        /// Data for search engines. A template shows it only as the whole content of a
        /// `<script type="application/ld+json">`, and the value’s name ends with `_json` (`ScriptJSON`).
        case json(JSON)

        package static func sentence(_ key: some SentenceKey, _ arguments: [String: SentenceArgument] = [:]) -> Value {
            .sentence(Sentence(key, arguments))
        }
    }

    private let values: [String: Value]
    private var language = Language.english

    package init(_ values: [String: Value]) { self.values = values }

    /// A copy whose sentences are rendered in this language.
    func rendered(in language: Language) -> TemplateContext {
        var copy = self
        copy.language = language
        return copy
    }

    /// A copy with additional values. An additional value replaces an existing value of the same name.
    package func merging(_ more: [String: Value]) -> TemplateContext { TemplateContext(values.merging(more) { $1 }) }

    /// The form fields that have a fault, each with the id of its element, its label and its fault.
    ///
    /// - Parameter tags: the names of the template’s tags, each with its position on the page. The faults have the
    ///   order of the page. The faults of values that the template does not contain come last.
    func faults(inOrderOf tags: [String: Int]) -> [(id: String, label: Sentence, fault: Sentence)] {
        if case .sentence(let fault) = values["field_fault"], case .text(let id) = values["field_id"],
            case .sentence(let label) = values["field_label"]
        {
            return [(id, label, fault)]
        }
        func place(_ name: String) -> (Int, String) { (tags[name] ?? .max, name) }
        return values.sorted { place($0.key) < place($1.key) }.flatMap {
            _, value -> [(id: String, label: Sentence, fault: Sentence)] in
            switch value {
            case .text, .sentence, .number, .json: []
            case .list(let list): list.flatMap { $0.faults(inOrderOf: tags) }
            case .section(let one): one.faults(inOrderOf: tags)
            }
        }
    }

    /// Empty, so that a page shows nothing if its template uses a section as a text.
    package var description: String { "" }

    func child(named name: String) -> Any? {
        switch values[name] {
        case .text(let text): HTMLText(text)
        case .sentence(let sentence): HTMLText(sentence.text(in: language))
        case .number(let number): HTMLText(language.text(number))
        case .list(let list): list.map { $0.rendered(in: language) }
        case .section(let context): context.rendered(in: language)
        case .json(let json): name.hasSuffix(ScriptJSON.nameEnding) ? ScriptJSON(json) : HTMLText(json.text)
        case nil: nil
        }
    }
}

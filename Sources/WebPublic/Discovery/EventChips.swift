import Languages
import Ticketing
import WebHost

/// The chips above the list of events: links that choose a period or a category. The chip of a period or category that
/// is already chosen removes the choice.
struct EventChips {
    private let query: FormFields

    /// - Parameter query: the fields of the current search, which the links keep.
    init(_ query: FormFields) { self.query = query.without { $0 == "after" } }

    var periods: TemplateContext.Value {
        .list(
            EventPeriod.allCases.map { chip("when", $0.rawValue, Sentence($0.sentence)) })
    }

    var categories: TemplateContext.Value {
        .list(
            EventDetails.Category.allCases.map { chip("category", $0.rawValue, Sentence($0.sentence)) })
    }

    private func chip(_ field: String, _ value: String, _ label: Sentence) -> TemplateContext {
        let isChosen = query.values(field) == [value]
        // Empty fields of the form are left out, so that the URLs are short.
        var fields = query.values.filter { $0.name != field && !$0.value.isEmpty }
        if !isChosen { fields.append((field, value)) }
        let text = FormFields(values: fields).encoded
        var context: [String: TemplateContext.Value] = [
            "href": .text(text.isEmpty ? "/events" : "/events?\(text)"), "label": .sentence(label),
        ]
        if isChosen { context["chosen"] = .section(TemplateContext([:])) }
        return TemplateContext(context)
    }
}

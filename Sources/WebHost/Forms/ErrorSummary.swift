package import Languages

/// The list of errors at the top of a refused form. Each error links to its field.
///
/// `scripts/forms.js` sets the focus to this list.
package struct ErrorSummary: Sendable {
    private(set) var lines: [Line] = []

    struct Line: Sendable {
        let field: String
        let text: Sentence

        static func text(_ label: Sentence, _ fault: Sentence) -> Sentence {
            Sentence(PublicSentence.fieldFault, ["field": .sentence(label), "fault": .sentence(fault)])
        }
    }

    package init() {}

    /// Makes the list from the template values of a page: the errors of all fields that the template `form-field`
    /// renders, in the order of the page.
    ///
    /// - Parameter tags: the names of the tags of the page’s template, in the order of the page.
    init(of context: [String: TemplateContext.Value], inOrderOf tags: [String]) {
        let places = Dictionary(uniqueKeysWithValues: zip(tags, 0...))
        lines = TemplateContext(context).faults(inOrderOf: places).map {
            Line(field: $0.id, text: Line.text($0.label, $0.fault))
        }
    }

    /// Adds an error to the list.
    ///
    /// - Parameters:
    ///   - field: The id of the field’s element.
    ///   - text: The error; if it is nil, the list does not change.
    package mutating func add(_ field: String, _ text: Sentence?) {
        if let text { lines.append(Line(field: field, text: text)) }
    }

    /// Adds the fault of a field of a public page to the list.
    ///
    /// - Parameters:
    ///   - label: the label of the field.
    ///   - fault: The fault; if it is nil, the list does not change.
    package mutating func add(_ field: String, _ label: PublicSentence, _ fault: Sentence?) {
        guard let fault else { return }
        lines.append(Line(field: field, text: Line.text(Sentence(label), fault)))
    }

    /// The fault of a group of fields, such as checkboxes, as a template value. The template `form-field` renders only
    /// single fields, so the page’s own template shows this fault next to the group.
    ///
    /// - Parameters:
    ///   - label: The label of the group.
    ///   - id: The id of the element that the list links to.
    package static func fault(_ text: Sentence, of label: Sentence, at id: String) -> TemplateContext.Value {
        .section(
            TemplateContext(["field_fault": .sentence(text), "field_label": .sentence(label), "field_id": .text(id)]))
    }

    /// The template value `errors`: the list with a sentence above it.
    ///
    /// - Parameter text: The sentence above the list, such as `Nothing was saved.`
    package func templateValue(_ text: Sentence) -> TemplateContext.Value {
        var context: [String: TemplateContext.Value] = ["errors_text": .sentence(text)]
        if !lines.isEmpty {
            let list = lines.map {
                TemplateContext(["error_field": .text($0.field), "error_text": .sentence($0.text)])
            }
            context["error_list"] = .section(TemplateContext(["error_lines": .list(list)]))
        }
        return .section(TemplateContext(context))
    }
}

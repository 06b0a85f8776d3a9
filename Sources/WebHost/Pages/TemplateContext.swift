import Mustache

/// The values for a template: texts and sections. Texts are escaped by `HTMLText`. Sections decide whether a part of
/// the template is rendered, and how often.
package struct TemplateContext: MustacheParent, CustomStringConvertible, Sendable {
    package enum Value: Sendable {
        case text(String)
        case list([TemplateContext])
        /// A section that is rendered once, with its own values.
        case section(TemplateContext)
    }

    private let values: [String: Value]

    package init(_ values: [String: Value]) { self.values = values }

    /// A copy with additional values. An additional value replaces an existing value of the same name.
    func merging(_ more: [String: Value]) -> TemplateContext { TemplateContext(values.merging(more) { $1 }) }

    /// The form fields that have a fault, each with the id of its element, its label and its fault. Includes the fields
    /// in lists and sections.
    var faults: [(id: String, label: String, fault: String)] {
        if case .text(let fault) = values["field_fault"], case .text(let id) = values["field_id"],
            case .text(let label) = values["field_label"]
        {
            return [(id, label, fault)]
        }
        return values.sorted { $0.key < $1.key }.flatMap { _, value -> [(id: String, label: String, fault: String)] in
            switch value {
            case .text: []
            case .list(let list): list.flatMap(\.faults)
            case .section(let one): one.faults
            }
        }
    }

    /// Empty, so that a template that renders a section as text shows nothing.
    package var description: String { "" }

    func child(named name: String) -> Any? {
        switch values[name] {
        case .text(let text): HTMLText(text)
        case .list(let list): list
        case .section(let context): context
        case nil: nil
        }
    }
}

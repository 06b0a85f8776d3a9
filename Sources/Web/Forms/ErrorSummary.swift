/// The errors of a form that was refused, as its page lists them at the top: each one leads to its field.
struct ErrorSummary: Sendable {
    private(set) var lines: [Line] = []

    struct Line: Sendable {
        /// The id of the field on the page.
        let field: String
        let text: String
    }

    init() {}

    /// The errors that fields of the template `field` show, in the order of the page's lists.
    init(of facts: [String: Facts.Fact]) {
        lines = Facts(facts).faults.map { Line(field: $0.id, text: "\($0.label): \($0.fault)") }
    }

    /// - Parameters:
    ///   - field: the id of the field on the page.
    ///   - text: nil adds nothing.
    mutating func add(_ field: String, _ text: String?) {
        if let text { lines.append(Line(field: field, text: text)) }
    }

    /// The fault of fields that a template draws by itself, such as a group of ticks: for the page, and for the list at
    /// its top.
    ///
    /// - Parameters:
    ///   - label: of the group on the page.
    ///   - id: of the field that the list leads to.
    static func fault(_ text: String, of label: String, at id: String) -> Facts.Fact {
        .one(Facts(["field_fault": .text(text), "field_label": .text(label), "field_id": .text(id)]))
    }

    /// For the template `errors`.
    ///
    /// - Parameter words: the line above the list: what did not happen.
    func fact(_ words: String) -> Facts.Fact {
        var facts: [String: Facts.Fact] = ["errors_words": .text(words)]
        if !lines.isEmpty {
            let list = lines.map { Facts(["error_field": .text($0.field), "error_text": .text($0.text)]) }
            facts["error_list"] = .one(Facts(["error_lines": .list(list)]))
        }
        return .one(Facts(facts))
    }
}

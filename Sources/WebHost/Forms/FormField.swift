package import Languages

/// A field of a form: its label, its input type, its hint, and whether a value is required. The template `form-field`
/// renders the field.
///
/// Fields have no length limit in the browser, because a browser would silently cut off a long text. The server reports
/// such a text as a fault.
package struct FormField: Sendable {
    package enum Input: Sendable {
        case singleLine
        case text
        /// A local date and time, to the minute: `2030-01-01T18:00`.
        case dateTime
        /// Like `dateTime`, with the name of the time zone beside the input, because people type a local time.
        case moment(zone: Sentence)
        /// An amount, and one of these currencies (ISO 4217 codes). The value is a text such as `50000 UGX`. The
        /// browser sends two fields, which `FormFields.money` joins.
        case money([String])
        /// A small number, with buttons for one less and one more if scripts run.
        case stepper(ClosedRange<Int>)
        case day
        case number
        case email
        case phone
        case choice([Choice])
        /// A single line with suggestions; other values are allowed.
        case suggestions([String])
        case checkbox
        /// A refused form does not show the secret again, so the user must type it again.
        case secret
    }

    package struct Choice: Sendable {
        let value: String
        let label: Sentence

        package init(_ value: String, _ label: Sentence) {
            self.value = value
            self.label = label
        }
    }

    /// The name of the field in the form and in faults.
    package let name: String
    let label: Sentence
    let input: Input
    let hint: Sentence?
    let requirement: Requirement
    /// The id of the element, unique on the page.
    package let id: String

    package enum Requirement: Sendable { case required, optional }

    package init(
        _ name: String, _ label: Sentence, _ input: Input = .singleLine, hint: Sentence? = nil,
        requirement: Requirement = .optional,
        id: String? = nil
    ) {
        self.id = id ?? name
        self.name = name
        self.label = label
        self.input = input
        self.hint = hint
        self.requirement = requirement
    }

    func displayText(_ value: String) -> Sentence {
        guard case .choice(let choices) = input else { return .verbatim(value) }
        return choices.first { $0.value == value }?.label ?? .verbatim(value)
    }

    /// Whether the field is a checkbox.
    var isCheckbox: Bool { if case .checkbox = input { true } else { false } }

    /// The value of a ticked checkbox in a form.
    package static let checkedValue = "yes"

    /// Template values for the field.
    ///
    /// - Parameters:
    ///   - value: The value of the field.
    ///   - note: A note that is not a fault; nil for no note.
    ///   - mark: A hash of the stored value; nil for no hash. `FieldMerge` uses the hash to detect changes by other
    ///     users.
    ///   - isLocked: Whether the value cannot be changed. The note then says why.
    package func context(
        _ value: String, fault: Sentence? = nil, note: Sentence? = nil, mark: String? = nil, isLocked: Bool = false
    ) -> TemplateContext {
        var context: [String: TemplateContext.Value] = [
            "field_name": .text(name), "field_id": .text(id), "field_label": .sentence(label),
        ]
        var described: [String] = []
        for (part, text) in [("hint", hint), ("note", note), ("fault", fault)] {
            guard let text else { continue }
            context["field_\(part)"] = .sentence(text)
            described.append("\(id)-\(part)")
        }
        if !described.isEmpty { context["field_described"] = .text(described.joined(separator: " ")) }
        if let mark { context["field_mark"] = .text(mark) }
        if isLocked { context["field_locked"] = .section(TemplateContext([:])) }
        if requirement == .required { context["field_needed"] = .section(TemplateContext([:])) }
        return TemplateContext(context.merging(control(value)) { $1 })
    }

    static func currencyName(of field: String) -> String { "\(field)-currency" }

    private func moneyControl(_ value: String, _ currencies: [String]) -> [String: TemplateContext.Value] {
        let parts = value.split(separator: " ").map(String.init)
        let chosen = parts.count > 1 ? parts.last : nil
        let offered = chosen.map { currencies.contains($0) ? currencies : currencies + [$0] } ?? currencies
        let choices = offered.map { currency in
            var context: [String: TemplateContext.Value] = ["currency": .text(currency)]
            if currency == chosen { context["currency_set"] = .section(TemplateContext([:])) }
            return TemplateContext(context)
        }
        return [
            "field_money": .section(
                TemplateContext([
                    "amount": .text(parts.first ?? ""), "currency_name": .text(FormField.currencyName(of: name)),
                    "currencies": .list(choices),
                ]))
        ]
    }

    private func choiceControl(_ value: String, _ choices: [Choice]) -> [String: TemplateContext.Value] {
        // If the value is not among the choices, it is added to the choices, so that it stays visible.
        let known = choices.contains { $0.value == value } ? choices : choices + [Choice(value, .verbatim(value))]
        let options = known.map { choice in
            var context: [String: TemplateContext.Value] = [
                "choice_value": .text(choice.value), "choice_label": .sentence(choice.label),
            ]
            if choice.value == value { context["choice_set"] = .section(TemplateContext([:])) }
            return TemplateContext(context)
        }
        return ["field_choice": .section(TemplateContext(["choices": .list(options)]))]
    }

    private func control(_ value: String) -> [String: TemplateContext.Value] {
        func line(_ type: String, _ more: [String: TemplateContext.Value] = [:]) -> [String: TemplateContext.Value] {
            let context: [String: TemplateContext.Value] = ["line_type": .text(type), "line_value": .text(value)]
            return ["field_line": .section(TemplateContext(context.merging(more) { $1 }))]
        }
        switch input {
        case .singleLine: return line("text")
        case .dateTime: return line("datetime-local")
        case .moment(let zone):
            return [
                "field_moment": .section(
                    TemplateContext(["moment_value": .text(value), "moment_zone": .sentence(zone)]))
            ]
        case .money(let currencies): return moneyControl(value, currencies)
        case .stepper(let range):
            return [
                "field_stepper": .section(
                    TemplateContext([
                        "stepper_value": .text(value), "least": .text("\(range.lowerBound)"),
                        "most": .text("\(range.upperBound)"),
                    ]))
            ]
        case .day: return line("date")
        case .number: return line("text", ["line_digits": .section(TemplateContext([:]))])
        case .email: return line("email")
        case .phone: return line("tel")
        case .secret:
            return [
                "field_line": .section(
                    TemplateContext([
                        "line_type": .text("password"), "line_value": .text(""),
                        "line_secret": .section(TemplateContext([:])),
                    ]))
            ]
        case .suggestions(let offers):
            return line(
                "text",
                [
                    "line_list": .text("\(id)-offers"),
                    "line_offers": .list(offers.map { TemplateContext(["offer": .text($0)]) }),
                ])
        case .text: return ["field_area": .section(TemplateContext(["area_value": .text(value)]))]
        case .checkbox:
            return [
                "field_tick": .section(
                    TemplateContext(
                        value == FormField.checkedValue ? ["tick_set": .section(TemplateContext([:]))] : [:]))
            ]
        case .choice(let choices): return choiceControl(value, choices)
        }
    }
}

/// A field of a form: how it is asked for, what stands in it, and what is wrong with it. Drawn by the template `field`.
///
/// No field cuts what is typed: who writes too much is told so, and keeps it.
struct FormField: Sendable {
    enum Input: Sendable {
        case line
        case text
        /// A time on the wall, to the minute: `2030-01-01T18:00`.
        case moment
        case day
        case number
        case email
        case phone
        case choice([Choice])
        /// Anything, and these are offered.
        case offered([String])
        case tick
        /// Shown to nobody, and not sent back: it is typed anew.
        case secret
    }

    struct Choice: Sendable {
        let value: String
        let label: String

        init(_ value: String, _ label: String) {
            self.value = value
            self.label = label
        }
    }

    /// In the form, and as faults name it.
    let name: String
    let label: String
    let input: Input
    let hint: String?
    let need: Need
    /// On the page, where no two fields have the same.
    let id: String

    enum Need: Sendable { case needed, optional }

    init(
        _ name: String, _ label: String, _ input: Input = .line, hint: String? = nil, need: Need = .optional,
        id: String? = nil
    ) {
        self.id = id ?? name
        self.name = name
        self.label = label
        self.input = input
        self.hint = hint
        self.need = need
    }

    /// A value in words, as the form shows it.
    func words(_ value: String) -> String {
        guard case .choice(let choices) = input else { return value }
        return choices.first { $0.value == value }?.label ?? value
    }

    /// What a tick is in a form.
    static let ticked = "yes"

    /// - Parameters:
    ///   - value: what stands in it.
    ///   - note: what is to be known of it, and is no fault.
    ///   - mark: of what the form saw in it, as `Seen` makes it.
    func facts(_ value: String, fault: String? = nil, note: String? = nil, mark: String? = nil) -> Facts {
        var facts: [String: Facts.Fact] = [
            "field_name": .text(name), "field_id": .text(id), "field_label": .text(label),
        ]
        var described: [String] = []
        for (part, text) in [("hint", hint), ("note", note), ("fault", fault)] {
            guard let text else { continue }
            facts["field_\(part)"] = .text(text)
            described.append("\(id)-\(part)")
        }
        if !described.isEmpty { facts["field_described"] = .text(described.joined(separator: " ")) }
        if let mark { facts["field_mark"] = .text(mark) }
        if need == .needed { facts["field_needed"] = .one(Facts([:])) }
        return Facts(facts.merging(control(value)) { $1 })
    }

    private func control(_ value: String) -> [String: Facts.Fact] {
        func line(_ type: String, _ more: [String: Facts.Fact] = [:]) -> [String: Facts.Fact] {
            let facts: [String: Facts.Fact] = ["line_type": .text(type), "line_value": .text(value)]
            return ["field_line": .one(Facts(facts.merging(more) { $1 }))]
        }
        switch input {
        case .line: return line("text")
        case .moment: return line("datetime-local")
        case .day: return line("date")
        case .number: return line("text", ["line_digits": .one(Facts([:]))])
        case .email: return line("email")
        case .phone: return line("tel")
        case .secret:
            return [
                "field_line": .one(
                    Facts(["line_type": .text("password"), "line_value": .text(""), "line_secret": .one(Facts([:]))]))
            ]
        case .offered(let offers):
            return line(
                "text",
                [
                    "line_list": .text("\(id)-offers"),
                    "line_offers": .list(offers.map { Facts(["offer": .text($0)]) }),
                ])
        case .text: return ["field_area": .one(Facts(["area_value": .text(value)]))]
        case .tick:
            return ["field_tick": .one(Facts(value == FormField.ticked ? ["tick_set": .one(Facts([:]))] : [:]))]
        case .choice(let choices):
            // What was sent and is none of them stays to be seen.
            let known = choices.contains { $0.value == value } ? choices : choices + [Choice(value, value)]
            return [
                "field_choice": .one(
                    Facts([
                        "choices": .list(
                            known.map { choice in
                                var facts: [String: Facts.Fact] = [
                                    "choice_value": .text(choice.value), "choice_label": .text(choice.label),
                                ]
                                if choice.value == value { facts["choice_set"] = .one(Facts([:])) }
                                return Facts(facts)
                            })
                    ]))
            ]
        }
    }
}

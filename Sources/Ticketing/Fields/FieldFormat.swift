package import Languages

/// Converts the values of a type into the contents of fields, and back.
public struct FieldFormat<Value: Sendable>: Sendable {
    let kind: FieldKind
    let content: @Sendable (Value) -> FieldContent
    /// Converts content into a value. Nil if the content is not valid for the type.
    let value: @Sendable (FieldContent) -> Value?
}

extension FieldFormat where Value == String {
    package static func text(atMost limit: Int = TextFault.longest, lines: TextFault.Lines = .one) -> FieldFormat {
        FieldFormat(kind: .text(atMost: limit, lines: lines))
    }

    package static var timeZone: FieldFormat { FieldFormat(kind: .timeZone) }

    package static var email: FieldFormat { FieldFormat(kind: .email) }

    package static var phone: FieldFormat { FieldFormat(kind: .phone) }

    /// A text with a special syntax.
    ///
    /// - Parameter isValid: checks a text.
    package static func syntax(
        _ syntax: FieldSyntax, _ isValid: @escaping @Sendable (String) -> Bool
    ) -> FieldFormat {
        FieldFormat(
            kind: .syntax(syntax), content: { .text($0) },
            value: { if case .text(let text) = $0, isValid(text) { text } else { nil } })
    }

    private init(kind: FieldKind) {
        self.init(
            kind: kind, content: { .text($0) },
            value: { if case .text(let text) = $0 { text } else { nil } })
    }
}

extension FieldFormat where Value == Int {
    /// A whole number. The conversion accepts numbers outside `range`, which `limitFaults` reports.
    package static func number(_ range: ClosedRange<Int>) -> FieldFormat {
        FieldFormat(
            kind: .number(range), content: { .number($0) },
            value: { if case .number(let number) = $0 { number } else { nil } })
    }
}

extension FieldFormat where Value == Bool {
    package static var flag: FieldFormat {
        FieldFormat(
            kind: .flag, content: { .flag($0) }, value: { if case .flag(let flag) = $0 { flag } else { nil } })
    }
}

extension FieldFormat where Value == Instant {
    package static var time: FieldFormat {
        FieldFormat(
            kind: .time, content: { .time($0) }, value: { if case .time(let time) = $0 { time } else { nil } })
    }
}

extension FieldFormat where Value == Money {
    package static var money: FieldFormat {
        FieldFormat(
            kind: .money, content: { .money($0) }, value: { if case .money(let money) = $0 { money } else { nil } })
    }
}

extension FieldFormat where Value == Coordinates {
    package static var position: FieldFormat {
        FieldFormat(
            kind: .position, content: { .position($0) },
            value: { if case .position(let position) = $0 { position } else { nil } })
    }
}

extension FieldFormat where Value == [String] {
    package static var names: FieldFormat {
        FieldFormat(
            kind: .names, content: { $0.isEmpty ? .empty : .names($0) },
            value: {
                switch $0 {
                case .empty: []
                case .names(let names): names
                default: nil
                }
            })
    }
}

extension FieldFormat {
    /// A list of texts that are raw values of a type.
    ///
    /// - Parameters:
    ///   - syntax: describes the texts and the list.
    ///   - most: the maximum number of texts. The conversion accepts longer lists, which `limitFaults` reports.
    package static func list<Element: RawRepresentable<String> & Sendable>(
        _ syntax: FieldSyntax, atMost most: Int
    ) -> FieldFormat where Value == [Element] {
        FieldFormat(
            kind: .list(syntax, atMost: most), content: { $0.isEmpty ? .empty : .names($0.map(\.rawValue)) },
            value: {
                guard case .names(let texts) = $0 else { return nil }
                let values = texts.compactMap { Element(rawValue: $0) }
                return values.count == texts.count ? values : nil
            })
    }
}

extension FieldFormat where Value: RawRepresentable<String> {
    /// A text that is a raw value of the type. `syntax` describes these texts.
    package static func raw(_ syntax: FieldSyntax) -> FieldFormat {
        FieldFormat(
            kind: .syntax(syntax), content: { .text($0.rawValue) },
            value: { if case .text(let text) = $0 { Value(rawValue: text) } else { nil } })
    }
}

extension FieldFormat where Value: RawRepresentable<String> & CaseIterable {
    /// A choice among all cases of the type.
    ///
    /// - Parameter label: the text of a choice on pages.
    package static func choice(_ label: (Value) -> Sentence) -> FieldFormat {
        FieldFormat(
            kind: .choice(Value.allCases.map { FieldChoice($0.rawValue, label($0)) }),
            content: { .text($0.rawValue) },
            value: { if case .text(let text) = $0 { Value(rawValue: text) } else { nil } })
    }
}

extension FieldFormat {
    /// One or more cases of a type.
    ///
    /// - Parameter label: the text of a choice on pages.
    package static func choices<Choice: RawRepresentable<String> & CaseIterable>(
        _ label: (Choice) -> Sentence
    ) -> FieldFormat where Value == Set<Choice> {
        FieldFormat(
            kind: .choices(Choice.allCases.map { FieldChoice($0.rawValue, label($0)) }),
            content: { .names($0.map(\.rawValue).sorted()) },
            value: {
                guard case .names(let names) = $0, !names.isEmpty else { return nil }
                let values = names.compactMap { Choice(rawValue: $0) }
                return values.count == names.count ? Set(values) : nil
            })
    }
}

extension FieldFormat where Value: RawRepresentable, Value.RawValue: FixedWidthInteger & Sendable {
    package static func number(_ range: ClosedRange<Int>) -> FieldFormat { FieldFormat(numeric: .number(range)) }

    private init(numeric kind: FieldKind) {
        self.init(
            kind: kind, content: { .number(Int($0.rawValue)) },
            value: {
                guard case .number(let number) = $0 else { return nil }
                return Value.RawValue(exactly: number).flatMap { Value(rawValue: $0) }
            })
    }
}

extension FieldFormat where Value: RawRepresentable<Int> & CaseIterable {
    package static func numberChoice() -> FieldFormat {
        FieldFormat(numeric: .numberChoice(Value.allCases.map(\.rawValue)))
    }
}

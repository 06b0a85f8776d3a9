import Languages

extension Sentence {
    enum ListText: String, SentenceKey {
        static let subject = "list"

        case or = "{first} or {second}"
    }

    /// Several texts of which one applies: `owner or manager or seller`.
    static func either(_ texts: [Sentence]) -> Sentence {
        guard let first = texts.first else { return .verbatim("") }
        return texts.dropFirst().reduce(first) { text, next in
            Sentence(ListText.or, ["first": .sentence(text), "second": .sentence(next)])
        }
    }

    /// The name and the number of an object, to distinguish it from objects with similar names: `Brunch (number 3)`.
    static func numbered(_ name: String, _ number: SentenceArgument) -> Sentence {
        Sentence(ManagementError.Text.numbered, ["name": .text(name), "number": number])
    }

    /// A heading, and then one indented line for each item.
    static func indented(_ heading: Sentence, _ items: [Sentence]) -> Sentence {
        .list([heading] + items, separator: "\n  ")
    }
}

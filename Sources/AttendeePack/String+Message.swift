extension String {
    /// Text from users for a sentence of a message: on one line, without control characters, and isolated from the
    /// writing direction of the text around it.
    package var inMessage: String { sanitized.bidiIsolated }

    /// Text from users for a detail or a heading of a message: like `inMessage`, but not isolated, because the mail
    /// isolates it.
    package var onOneLine: String { sanitized }

    /// The lines of a text from users, each sanitized like `onOneLine`.
    package var sanitizedLines: [String] {
        split(omittingEmptySubsequences: false) { $0.isNewline }.map { String($0).onOneLine }
    }

    /// The paragraphs of a text from users, for a message (see `paragraphs(of:)`). The array is empty if the text
    /// contains nothing visible.
    package var messageParagraphs: [String] { String.paragraphs(of: sanitizedLines.map(\.inMessage)) }

    /// The paragraphs of a text that is given as an array of lines. Empty lines separate the paragraphs. In each
    /// returned paragraph, line feeds separate the lines.
    package static func paragraphs(of lines: [String]) -> [String] {
        lines.split(separator: "").map { $0.joined(separator: "\n") }
    }
}

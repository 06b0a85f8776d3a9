extension String {
    /// The first 200 characters of a cell's text without line breaks. An error message thus stays one line, and the
    /// text of a cell cannot imitate another message.
    package var singleLineExcerpt: String { String(prefix(200)).replacing(/\R+/, with: " ") }
}

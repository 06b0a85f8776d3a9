extension String {
    /// The first 200 characters of a cell's text without line breaks. An error message thus stays on one line, and the
    /// text of a cell cannot look like another message.
    package var singleLineExcerpt: String { String(prefix(200)).replacing(/\R+/, with: " ") }
}

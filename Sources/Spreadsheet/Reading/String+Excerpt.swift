extension String {
    /// The first 200 characters of a cell's text without line breaks, so that an error message is one line and cell
    /// text cannot imitate another message.
    package var singleLineExcerpt: String { String(prefix(200)).replacing(/\R+/, with: " ") }
}

extension String {
    /// The first 200 characters of the text, with spaces in place of line breaks. An error message that quotes a cell
    /// thus stays on one line, so the cell's text cannot look like a separate message.
    package var singleLineExcerpt: String { String(prefix(200)).replacing(/\R+/, with: " ") }
}

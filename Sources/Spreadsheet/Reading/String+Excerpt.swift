extension String {
    /// The first 200 characters of the text, with spaces in place of line breaks. Error messages quote the text of a
    /// cell in this form. The message thus stays on one line, so no part of the cell's text can look like a separate
    /// message.
    package var singleLineExcerpt: String { String(prefix(200)).replacing(/\R+/, with: " ") }
}

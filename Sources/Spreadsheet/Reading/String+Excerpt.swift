extension String {
    /// The first 200 characters of the text, with spaces in place of line breaks. Error messages quote cells in this
    /// form, so that no part of a cell's text can look like a separate message.
    package var singleLineExcerpt: String { String(prefix(200)).replacing(/\R+/, with: " ") }
}

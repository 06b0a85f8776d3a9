extension String {
    /// The beginning of a cell's text without line feeds: a fault is one line, and no cell can look like another fault.
    package var inOneLine: String { String(prefix(200)).replacing(/\R+/, with: " ") }
}

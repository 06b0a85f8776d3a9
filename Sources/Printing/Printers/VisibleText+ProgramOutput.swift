import FileAccess

extension VisibleText {
    /// Formats the output of another program as one line.
    init(oneLine said: String) {
        var said = said.unicodeScalars[...]
        while let last = said.last, last.properties.isWhitespace { said.removeLast() }
        let lines = said.split(separator: "\n", omittingEmptySubsequences: false)
        self.init(lines.map { String($0) }.joined(separator: "; "))
    }
}

import FileAccess

extension VisibleText {
    /// Formats the output of another program as one line. The lines of the output are joined with semicolons, and
    /// visible characters replace control characters.
    init(oneLine output: String) {
        var output = output.unicodeScalars[...]
        while let last = output.last, last.properties.isWhitespace { output.removeLast() }
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        self.init(lines.map { String($0) }.joined(separator: "; "))
    }
}

import FileAccess

enum MessageFile {
    /// The text of a file, with line feeds as line breaks and without empty lines at its end.
    ///
    /// - Parameter path: the file; `-` is standard input.
    /// - Throws: `SystemError` if the file cannot be read; `CommandFailure` if it is not UTF-8.
    static func text(at path: String) throws -> String {
        // At most 1 MiB is read. The beginning of a longer file cannot be sent by mistake: a text of 1 MiB has too many
        // characters for a message, and is refused later.
        let bytes = try BlockReader(path: inputPath(path)).next(atMost: 1 << 20)
        guard var text = String(validating: bytes, as: UTF8.self)?.replacing("\r\n", with: "\n") else {
            throw CommandFailure(.badInput, MessageArgumentText.notText, ["path": .text(path)])
        }
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return text
    }
}

/// A key press, from a keyboard or a scanner.
struct Key: Hashable, Sendable {
    enum Meaning: Hashable, Sendable {
        /// One or more typed characters.
        case text
        /// The end of a line: Enter, Tab or a line feed.
        case lineEnd
        case backspace
        case escape
        case up, down
        /// F1 to F12.
        case function(Int)
        /// Ctrl with a letter, as a capital, or with one of `@[\]^_`.
        case control(Character)
        /// A paste.
        case paste
        /// A key that has no meaning here.
        case unknown
    }

    let meaning: Meaning
    /// The received bytes; for a paste its content, up to the decoder's limit.
    let bytes: [UInt8]
}

/// What came from the keyboard, which may be a scanner's.
struct Key: Hashable, Sendable {
    enum Meaning: Hashable, Sendable {
        /// Letters, digits, whatever is typed: one or many at once.
        case text
        /// Enter, Tab or a line feed: what ends a line.
        case end
        case backspace
        case escape
        case up, down
        /// F1 to F12.
        case function(Int)
        /// Ctrl and a capital letter, or one of `@[\]^_`.
        case control(Character)
        /// What was pasted, in one piece.
        case paste
        /// A key that has no meaning here.
        case unknown
    }

    let meaning: Meaning
    /// As they came; of a paste its contents, up to the decoder's limit.
    let bytes: [UInt8]
}

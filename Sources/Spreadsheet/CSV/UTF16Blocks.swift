/// Converts UTF-16 with a byte order mark to UTF-8, block by block.
struct UTF16Blocks {
    private let isBigEndian: Bool
    /// The first bytes of a character that is divided between two blocks. They are from the end of the previous block.
    private var rest: [UInt8] = []

    /// Creates a converter for the byte order that the mark at the start of `bytes` indicates. Nil if `bytes` does not
    /// begin with a UTF-16 byte order mark.
    init?(mark bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xFE]) {
            isBigEndian = false
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            isBigEndian = true
        } else {
            return nil
        }
    }

    /// Whether the input so far ends with a complete character.
    var endsOnCharacter: Bool { rest.isEmpty }

    /// Converts the next block to UTF-8. An incomplete character at its end is kept for the following block.
    ///
    /// - Throws: `WorksheetError` if the text contains an unpaired surrogate (half of a character that UTF-16 encodes
    ///   in two units).
    mutating func utf8(_ bytes: ArraySlice<UInt8>) throws -> ArraySlice<UInt8> {
        let bytes = rest + bytes
        var units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        rest = Array(bytes[(units.count * 2)...])
        guard let text = String(validating: units, as: UTF16.self) else { throw WorksheetError(.notUTF16) }
        return Array(text.utf8)[...]
    }
}

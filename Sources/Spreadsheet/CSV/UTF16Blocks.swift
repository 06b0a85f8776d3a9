/// Turns UTF-16, as a byte order mark announces it, into UTF-8 block by block.
struct UTF16Blocks {
    private let isBigEndian: Bool
    /// What came of a character that the next block ends.
    private var rest: [UInt8] = []

    /// Nil where the bytes do not begin with UTF-16's mark.
    init?(mark bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xFE]) {
            isBigEndian = false
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            isBigEndian = true
        } else {
            return nil
        }
    }

    /// Whether what came so far ends with a whole character.
    var isAtWhole: Bool { rest.isEmpty }

    /// - Throws: `SheetFault` where a surrogate stands alone.
    mutating func utf8(_ bytes: ArraySlice<UInt8>) throws -> ArraySlice<UInt8> {
        let bytes = rest + bytes
        var units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        rest = Array(bytes[(units.count * 2)...])
        guard let text = String(validating: units, as: UTF16.self) else { throw SheetFault(.notUTF16) }
        return Array(text.utf8)[...]
    }
}

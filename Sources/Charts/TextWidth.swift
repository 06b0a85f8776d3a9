/// The width of text in terminal columns.
enum TextWidth {
    static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

    /// Pads the text with spaces to exactly `columns`, or truncates the text and adds `mark`.
    static func fit(_ text: String, _ columns: Int, mark: String) -> String {
        let width = of(text)
        guard width > columns else { return text + String(repeating: " ", count: columns - width) }
        var kept = ""
        var used = 0
        for character in text {
            let next = of(character)
            guard used + next <= columns - 1 else { break }
            kept.append(character)
            used += next
        }
        return kept + mark + String(repeating: " ", count: max(0, columns - 1 - used))
    }

    private static func of(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        let isWide = first.properties.isEmojiPresentation || character.unicodeScalars.contains { $0.value == 0xFE0F }
        return isWide || wide.contains { $0.contains(first.value) } ? 2 : 1
    }

    /// Ranges of wide and fullwidth characters (UAX #11), without emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD,
    ]
}

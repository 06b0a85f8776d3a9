import CDisplayWidth
import Foundation

/// How wide text is on a terminal, in columns.
///
/// Terminals differ where several code points are drawn as one picture. Here all of them count, so that what was cut to
/// a width is never wider.
extension String {
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The text in at most so many columns; what was cut off shows as `…`.
    func cut(toColumns most: Int) -> String {
        guard columns > most else { return self }
        return most > 0 ? "\(beginning(ofColumns: most - 1))…" : ""
    }

    private func beginning(ofColumns most: Int) -> Substring {
        var width = 0
        return prefix { character in
            width += character.columns
            return width <= most
        }
    }

    /// The text in exactly so many columns.
    func fitted(toColumns width: Int) -> String {
        let text = cut(toColumns: width)
        return text + String(repeating: " ", count: max(0, width - text.columns))
    }

    /// The text in lines of at most so many columns, broken between words where that is possible; the last of `most`
    /// lines has the rest, cut.
    func wrapped(toColumns width: Int, lines most: Int) -> [String] {
        guard most > 1, columns > width else { return [cut(toColumns: width)] }
        var line = ""
        for word in split(separator: " ", omittingEmptySubsequences: false) {
            let longer = line.isEmpty ? String(word) : "\(line) \(word)"
            guard longer.columns <= width else { break }
            line = longer
        }
        // One word wider than the line.
        if line.isEmpty { line = String(beginning(ofColumns: width)) }
        guard !line.isEmpty else { return [cut(toColumns: width)] }
        let rest = String(dropFirst(line.count).drop { $0 == " " })
        return rest.isEmpty ? [line] : [line] + rest.wrapped(toColumns: width, lines: most - 1)
    }
}

extension Character {
    var columns: Int {
        if let value = asciiValue { return value < 0x20 || value == 0x7F ? 0 : 1 }
        let width = unicodeScalars.reduce(0) { $0 + $1.columns }
        // The mark that asks for the coloured picture of a sign.
        return unicodeScalars.contains("\u{FE0F}") ? max(2, width) : width
    }
}

extension Unicode.Scalar {
    /// As the C library knows it.
    fileprivate var columns: Int {
        guard hasWidths else { return value < 0x1100 ? 1 : 2 }
        return max(0, Int(wcwidth(wchar_t(value))))
    }
}

/// The C library knows the widths of all characters in a locale of UTF-8 only, whatever the terminal's is.
private let hasWidths = setlocale(LC_CTYPE, "C.UTF-8") != nil

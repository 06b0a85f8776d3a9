/// Untrusted text, such as file names or the output of other programs, made safe for a terminal. Control characters,
/// escape sequences and direction marks become visible. A name therefore cannot move the cursor, and cannot use such
/// characters to look like another name.
public struct VisibleText: Sendable {
    public let text: String

    /// Replaces each unsafe character with its code point in hexadecimal, such as `‹1B›`.
    ///
    /// - Parameter kept: control characters to leave unchanged.
    public init(_ foreign: String, keeping kept: String = "") {
        var visible = ""
        for scalar in foreign.unicodeScalars {
            if VisibleText.isHarmless(scalar) || kept.unicodeScalars.contains(scalar) {
                visible.unicodeScalars.append(scalar)
            } else {
                visible += "‹\(String(scalar.value, radix: 16, uppercase: true))›"
            }
        }
        text = visible
    }

    /// Whether a character is safe for a terminal.
    public static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        case .format:
            // Some scripts need these two characters, which join letters or keep them apart. Other format characters,
            // such as direction marks, are not safe.
            scalar.value == 0x200C || scalar.value == 0x200D
        default: true
        }
    }
}

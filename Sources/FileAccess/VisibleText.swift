/// Text of strangers – names of files, words of other programs and people – as it may be shown on a terminal: control
/// characters, escape sequences and changes of writing direction made visible, so that a name can't move the cursor or
/// disguise itself.
public struct VisibleText: Sendable {
    public let text: String

    /// - Parameter kept: controls that stay as they are.
    public init(_ foreign: String, keeping kept: String = "") {
        var shown = ""
        for scalar in foreign.unicodeScalars {
            if VisibleText.isHarmless(scalar) || kept.unicodeScalars.contains(scalar) {
                shown.unicodeScalars.append(scalar)
            } else {
                shown += "‹\(String(scalar.value, radix: 16, uppercase: true))›"
            }
        }
        text = shown
    }

    /// Whether a terminal may be given it as it is.
    public static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        case .format:
            // Joiners are part of how some scripts are written; what turns the writing direction is not.
            scalar.value == 0x200C || scalar.value == 0x200D
        default: true
        }
    }
}

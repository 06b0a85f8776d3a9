/// What another program said, as one line that can be shown: control characters and changes of writing direction made
/// visible.
struct VisibleText {
    let text: String

    init(_ said: String) {
        var said = said.unicodeScalars[...]
        while let last = said.last, last.properties.isWhitespace { said.removeLast() }
        var shown = ""
        for scalar in said {
            switch scalar.properties.generalCategory {
            case _ where scalar == "\n": shown += "; "
            case .control, .format, .lineSeparator, .paragraphSeparator:
                shown += "‹\(String(scalar.value, radix: 16, uppercase: true))›"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        text = shown
    }
}

extension Unicode.Scalar {
    var isControl: Bool { properties.generalCategory == .control }
}

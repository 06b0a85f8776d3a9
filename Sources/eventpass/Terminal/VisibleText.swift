extension String {
    /// The text as it may be shown on a terminal: control characters, escape sequences and changes of writing direction
    /// made visible, so that a name can't move the cursor or disguise itself.
    var visible: String { visible(keeping: "") }

    func visible(keeping kept: String) -> String {
        var shown = ""
        for scalar in unicodeScalars {
            if scalar.isHarmless || kept.unicodeScalars.contains(scalar) {
                shown.unicodeScalars.append(scalar)
            } else {
                shown += "‹\(String(scalar.value, radix: 16, uppercase: true))›"
            }
        }
        return shown
    }
}

extension Unicode.Scalar {
    /// Whether a terminal may be given it as it is.
    var isHarmless: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        case .format:
            // Joiners are part of how some scripts are written; what turns the writing direction is not.
            value == 0x200C || value == 0x200D
        default: true
        }
    }
}

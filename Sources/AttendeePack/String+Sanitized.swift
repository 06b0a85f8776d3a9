/// Sanitizes text from users for pages, calendars and mails.
extension String {
    /// The text on one line. Control characters and line breaks become spaces. Bidirectional controls and other
    /// invisible characters are removed. A letter keeps at most six combining marks, of which at most four are above or
    /// below the letter, because no script needs more.
    /// Joiners stay, because scripts and emoji need them. Private-use and unassigned characters stay, because some
    /// fonts contain them. If no installed font contains such a character, a warning names it when the text is drawn.
    var sanitized: String {
        var kept = UnicodeScalarView()
        var (marks, stacked) = (0, 0)
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: kept.append(" ")
            case .format:
                // A joiner does not start a new letter.
                if scalar.value == 0x200C || scalar.value == 0x200D { kept.append(scalar) }
                continue
            case .unassigned where scalar.properties.isNoncharacterCodePoint: kept.append("\u{FFFD}")
            case .unassigned where scalar.properties.isDefaultIgnorableCodePoint: continue
            case .nonspacingMark, .enclosingMark:
                (marks, stacked) = (marks + 1, stacked + 1)
                if marks <= String.maximumMarks, stacked <= String.maximumStackedMarks { kept.append(scalar) }
                continue
            case .spacingMark:
                marks += 1
                if marks <= String.maximumMarks { kept.append(scalar) }
                continue
            default: kept.append(scalar)
            }
            (marks, stacked) = (0, 0)
        }
        return String(kept).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The maximum number of combining marks above and below a letter; Hebrew and Tibetan use four.
    private static let maximumStackedMarks = 4
    /// The maximum number of all marks of a letter, including the marks beside the letter; Burmese uses five.
    private static let maximumMarks = 6

    /// The text, put between isolating characters (UAX #9, FSI and PDI) if it contains right-to-left letters. Digits
    /// and commas around the text then stay in place.
    var bidiIsolated: String { unicodeScalars.contains(where: \.isRightToLeft) ? "\u{2068}\(self)\u{2069}" : self }
}

extension String? {
    /// The sanitized text; nil if nothing visible is left.
    var sanitized: String? {
        guard let text = self?.sanitized, !text.isEmpty else { return nil }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether the character is in a block of Hebrew, Arabic, Syriac, Thaana, N'Ko or another right-to-left script
    /// (UAX #9).
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}

/// Text of strangers as a page, a calendar or a mail may have it: one line, without what can't be seen.
extension String {
    /// Controls and line breaks are blanks, changes of writing direction and other invisible marks are left out, and no
    /// letter bears more marks than any script stacks. Joiners stay: scripts and pictures are written with them. So do
    /// private and unassigned letters, which some fonts have: a drawing without such a font reports them as missing.
    var legible: String {
        var kept = UnicodeScalarView()
        var (marks, stacked) = (0, 0)
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: kept.append(" ")
            case .format:
                // A joiner begins no new letter.
                if scalar.value == 0x200C || scalar.value == 0x200D { kept.append(scalar) }
                continue
            case .unassigned where scalar.properties.isNoncharacterCodePoint: kept.append("\u{FFFD}")
            case .unassigned where scalar.properties.isDefaultIgnorableCodePoint: continue
            case .nonspacingMark, .enclosingMark:
                (marks, stacked) = (marks + 1, stacked + 1)
                if marks <= String.mostMarks, stacked <= String.mostStacked { kept.append(scalar) }
                continue
            case .spacingMark:
                marks += 1
                if marks <= String.mostMarks { kept.append(scalar) }
                continue
            default: kept.append(scalar)
            }
            (marks, stacked) = (0, 0)
        }
        return String(kept).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Marks above and below one letter: Hebrew and Tibetan stack four.
    private static let mostStacked = 4
    /// Those beside it counted, too: Burmese writes five.
    private static let mostMarks = 6

    /// Set apart from what stands beside it, where it is written from right to left (UAX #9, FSI and PDI): digits and
    /// commas of the sentence around it stay where they belong.
    var isolated: String { unicodeScalars.contains(where: \.isRightToLeft) ? "\u{2068}\(self)\u{2069}" : self }
}

extension String? {
    /// Nil as well for what has nothing to see.
    var legible: String? {
        guard let text = self?.legible, !text.isEmpty else { return nil }
        return text
    }
}

extension Unicode.Scalar {
    /// Letters of Hebrew, Arabic, Syriac, Thaana, N'Ko and their kin: the blocks that UAX #9 gives to that direction.
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}

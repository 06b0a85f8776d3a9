package import Printing
package import Ticketing

extension RenderingWarnings {
    /// Adds a warning from the export of a ticket.
    package mutating func add(_ remark: FormatWarning, of ticket: TicketCode) {
        switch remark {
        case .text(let text):
            if text.isTruncated { recordTruncation(text.field, of: "\(ticket)") }
            if text.isTooSmall { recordSmallType(text.field, of: "\(ticket)") }
            recordMissingGlyphs(text.missingGlyphs, text.field, of: "\(ticket)")
        case .smallModules(let side): recordModuleSize(side)
        }
    }

    /// The warnings as text: a few sentences for each kind of warning.
    package var sentences: [String] {
        var sentences: [String] = []
        if !withMissingGlyphs.isEmpty {
            let letters = missingScalars.map(\.unicodeDescription).joined(separator: ", ")
            sentences.append(
                "No installed font contains \(letters), so boxes are printed instead. \(RenderingWarnings.list(withMissingGlyphs)). "
                    + FontCoverage.advice(for: missingScalars))
        }
        if !truncated.isEmpty {
            let count = truncated.reduce(0) { $0 + $1.count }
            sentences.append(
                "\(count) \(count == 1 ? "text was" : "texts were") too long and had to be shortened. \(RenderingWarnings.list(truncated))."
            )
        }
        if !belowMinimumSize.isEmpty {
            let count = belowMinimumSize.reduce(0) { $0 + $1.count }
            sentences.append(
                "\(count) \(count == 1 ? "text is" : "texts are") in very small letters, because the letters need more height than the box has. \(RenderingWarnings.list(belowMinimumSize))."
            )
        }
        if !invisible.isEmpty {
            sentences.append(
                "Colours too light for this printer are not printed: \(RenderingWarnings.list(invisible)). Choose darker colours."
            )
        }
        if let smallestModule {
            let side = Double(Int(smallestModule * 100)) / 100
            sentences.append(
                "The symbols' modules are \(side) mm; phones need at least \(SymbolStyle.comfortableModule) mm to read them well. "
                    + "Print the symbol larger.")
        }
        return sentences
    }

    /// The fields that a warning is about, each with the tickets that it concerns: `Holder: 2SA7-2RPH, 4F7K-29QX; date:
    /// on every ticket`.
    private static func list(_ entries: [FieldWarning]) -> String {
        let text: String = entries.map { entry -> String in
            let names =
                entry.names.first?.hasPrefix("every ") == true
                ? "on \(entry.names[0])"
                : entry.names.joined(separator: ", ") + (entry.count > entry.names.count ? ", …" : "")
            return "\(entry.field): \(names)"
        }.joined(separator: "; ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}

extension Unicode.Scalar {
    /// The character with its Unicode number and name: `🎉 U+1F389 PARTY POPPER`.
    package var unicodeDescription: String {
        let number = String(value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
        let isVisible =
            !properties.isDefaultIgnorableCodePoint
            && ![.control, .privateUse, .unassigned].contains(properties.generalCategory)
        let character = isVisible ? "\(self) " : ""
        return properties.name.map { "\(character)\(code) \($0)" } ?? "\(character)\(code)"
    }
}

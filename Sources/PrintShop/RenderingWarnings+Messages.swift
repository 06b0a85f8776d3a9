package import Languages
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

    enum Text: String, SentenceKey {
        static let subject = "renderingWarning"

        case missingGlyphs =
            "No installed font contains {letters}, so boxes are printed instead. {fields}. {advice}"
        case truncated =
            "{count} text was too long and had to be shortened. {fields}.|{count} texts were too long and had to be shortened. {fields}."
        case smallType =
            "{count} text is in smaller letters than the layout allows, because its box is not high enough. {fields}.|{count} texts are in smaller letters than the layout allows, because their boxes are not high enough. {fields}."
        case invisible =
            "Colours too light for this printer are not printed: {fields}. Choose darker colours."
        case smallModules =
            "The symbols' modules are {side} mm; phones need at least {least} mm to read them well. Print the symbol larger."
        case onEveryItem = "on {item}"
    }

    /// The warnings: one text for each kind of warning.
    package var sentences: [Sentence] {
        var sentences: [Sentence] = []
        if !withMissingGlyphs.isEmpty {
            let letters = missingScalars.map(\.unicodeDescription).joined(separator: ", ")
            sentences.append(
                Sentence(
                    Text.missingGlyphs,
                    [
                        "letters": .text(letters), "fields": .sentence(RenderingWarnings.list(withMissingGlyphs)),
                        "advice": .sentence(FontCoverage.advice(for: missingScalars)),
                    ]))
        }
        if !truncated.isEmpty {
            let count = truncated.reduce(0) { $0 + $1.count }
            sentences.append(
                Sentence(
                    Text.truncated,
                    ["count": .number(count), "fields": .sentence(RenderingWarnings.list(truncated))]))
        }
        if !belowMinimumSize.isEmpty {
            let count = belowMinimumSize.reduce(0) { $0 + $1.count }
            sentences.append(
                Sentence(
                    Text.smallType,
                    ["count": .number(count), "fields": .sentence(RenderingWarnings.list(belowMinimumSize))]))
        }
        if !invisible.isEmpty {
            sentences.append(
                Sentence(
                    Text.invisible, ["fields": .sentence(RenderingWarnings.list(invisible))]))
        }
        if let smallestModule {
            sentences.append(
                Sentence(
                    Text.smallModules,
                    [
                        "side": "\(Double(Int(smallestModule * 100)) / 100)",
                        "least": "\(SymbolStyle.comfortableModule)",
                    ]))
        }
        return sentences
    }

    /// The fields that a warning is about, each with the affected tickets: `Holder: 2SA7-2RPH, 4F7K-29QX; date: on
    /// every ticket`.
    private static func list(_ entries: [FieldWarning]) -> Sentence {
        .list(
            entries.enumerated().map { index, entry -> Sentence in
                let field = index == 0 ? entry.field.prefix(1).uppercased() + entry.field.dropFirst() : entry.field
                return .list([.verbatim(field), items(of: entry)], separator: ": ")
            }, separator: "; ")
    }

    private static func items(of entry: FieldWarning) -> Sentence {
        guard let item = entry.names.first.flatMap(EveryItem.init(rawValue:)) else {
            return .verbatim(
                entry.names.joined(separator: ", ") + (entry.count > entry.names.count ? ", …" : ""))
        }
        return Sentence(Text.onEveryItem, ["item": .sentence(item)])
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

package import Printing
package import Ticketing

extension DrawingNotes {
    /// Takes up what came up in a ticket's export.
    package mutating func add(_ remark: FormRemark, of ticket: TicketCode) {
        switch remark {
        case .text(let text):
            if text.isCut { noteCut(text.field, of: "\(ticket)") }
            if text.isTooSmall { noteSmall(text.field, of: "\(ticket)") }
            noteMissing(text.missing, text.field, of: "\(ticket)")
        case .module(let side): noteModule(side)
        }
    }

    /// What there is to say, a sentence or two for each kind.
    package var sentences: [String] {
        var sentences: [String] = []
        if !missing.isEmpty {
            let letters = missingScalars.map(\.named).joined(separator: ", ")
            sentences.append(
                "No installed font contains \(letters): printed as boxes. \(DrawingNotes.list(missing)). "
                    + MissingFonts.advice(for: missingScalars))
        }
        if !cut.isEmpty {
            let count = cut.reduce(0) { $0 + $1.count }
            sentences.append(
                "\(count) \(count == 1 ? "text was" : "texts were") too long and shortened. \(DrawingNotes.list(cut)).")
        }
        if !small.isEmpty {
            let count = small.reduce(0) { $0 + $1.count }
            sentences.append(
                "\(count) \(count == 1 ? "text is" : "texts are") in very small type, since the script is higher than the box. \(DrawingNotes.list(small))."
            )
        }
        if !lost.isEmpty {
            sentences.append(
                "Colours too light for this printer are not printed: \(DrawingNotes.list(lost)). Choose darker ones.")
        }
        if let smallModule {
            let side = Double(Int(smallModule * 100)) / 100
            sentences.append(
                "The symbols' modules are \(side) mm, and phones read them well from \(SymbolStyle.comfortableModule) mm on: "
                    + "print the symbol larger.")
        }
        return sentences
    }

    /// `Holder: 2SA7-2RPH, 4F7K-29QX; date: on every ticket`
    private static func list(_ entries: [Entry]) -> String {
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
    /// `🎉 U+1F389 PARTY POPPER`
    package var named: String {
        let number = String(value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
        let isShown =
            !properties.isDefaultIgnorableCodePoint
            && ![.control, .privateUse, .unassigned].contains(properties.generalCategory)
        let shown = isShown ? "\(self) " : ""
        return properties.name.map { "\(shown)\(code) \($0)" } ?? "\(shown)\(code)"
    }
}

import Foundation
package import Printing
package import Ticketing

/// What changes the drawing beside the layout, as a batch keeps it.
package struct PrintSettings {
    package var sides = SheetFile.Sides.front
    package var offset = PaperOffset.none
    /// Of the other side; nil is the same.
    package var backOffset: PaperOffset?
    /// A BCP 47 tag, for dates.
    package var language = "en-GB"
    package var format = PrintFormat.pdf
    /// Who draws the symbols of labels and receipts.
    package var symbols = TicketRoll.Symbols.graphic

    private enum Key {
        static let sides = "sides"
        static let offset = "offset"
        static let backOffset = "back_offset"
        static let language = "language"
        static let format = "format"
        static let symbols = "symbols"
        static let front = "front"
        static let both = "both"
    }

    package init() {}

    /// Nil for what this program does not know.
    package init?(_ fields: [String: String]) {
        guard let sides = fields[Key.sides], [Key.front, Key.both].contains(sides),
            let offset = fields[Key.offset].flatMap({ PaperOffset($0) }), let language = fields[Key.language],
            let format = fields[Key.format].flatMap({ PrintFormat(rawValue: $0) }),
            let symbols = fields[Key.symbols].flatMap({ TicketRoll.Symbols(rawValue: $0) })
        else { return nil }
        self.sides = sides == Key.both ? .both : .front
        self.offset = offset
        if let text = fields[Key.backOffset] {
            guard let backOffset = PaperOffset(text) else { return nil }
            self.backOffset = backOffset
        }
        self.language = language
        self.format = format
        self.symbols = symbols
    }

    /// What is read back, where that much is asked for: what a printer draws itself can't be, and of labels and receipts
    /// all is.
    package func check(_ asked: PrintedFile.Check) -> PrintedFile.Check {
        switch (format, symbols) {
        case (.pdf, _): asked
        case (_, .graphic): .everySymbol
        case (_, .printer): .nothing
        }
    }

    package var fields: [String: String] {
        var fields = [
            Key.sides: sides == .both ? Key.both : Key.front, Key.offset: offset.text, Key.language: language,
            Key.format: format.rawValue, Key.symbols: symbols.rawValue,
        ]
        fields[Key.backOffset] = backOffset?.text
        return fields
    }
}
